"""Mystery bounties: which knockouts bring a draw, who draws next, and what is won (KO-7).

A knockout brings its first-named killer a draw once mysteries have begun: from the start, from a level or an instant,
or in the money.  Draws are taken when the floor wants, so that they queue in the order of the knockouts; who is out may
still draw.  Where the profile gives one per head, a lot says which of the envelopes left is opened: numbered from 1 in
the order of the prize table.  What it holds in money is shared by all killers in whole units, as a head is; a text is
the first killer's.  The table is the settings', or the floor announces it when draws begin: then it is known how many
can come and what was paid for them, and the table must fit both.  Draws still owed at the finish are taken by
themselves, so that nobody loses one by it; envelopes that no head is left for stay shut.

Where the profile gives one draw per killer's entry, that entry draws once and the floor says in words what it has won,
after the finish too.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate

from domain import bounties
from domain import commands as c
from domain import events as e
from domain.bounty_settings import MysteryPrize, MysteryPrizes, envelopes_of, prize_reasons
from domain.changes import replace
from domain.clock import level_reached
from domain.decisions import Context, Decision, Lot, Rejection, Wanted, refuse
from domain.envelopes import suggested
from domain.ids import PlayerId
from domain.in_the_money import places_paid, players_left, provisional
from domain.lines import in_order, joined, without
from domain.seating import not_seated_yet
from domain.state import Drawn, Entry, Knockout, Tournament
from domain.wording import refusal

_BY_LOT = frozenset({"running", "paused"})
_TOLD = _BY_LOT | {"prizes_pending", "finished"}
"""Statuses in which a draw can be asked for; with the finish lots are drawn for what is owed, and the seed is out."""


def by_lot(state: Tournament) -> bool:
    """Return whether a lot says what a draw wins; else the floor does."""
    return state.profile.mystery == "one_per_head"


def begun(state: Tournament, level: int, at: datetime) -> bool:
    """Return whether a knockout at this level and instant brings a draw, as the field is before it (KO-7)."""
    terms = state.settings.bounties.mystery
    if state.settings.bounty != "mystery":
        return False
    if terms.level is not None:
        return level >= terms.level
    if terms.at is not None:
        return at >= terms.at
    return terms.starts == "start" or _so_few_left(state, terms.times)


def _so_few_left(state: Tournament, times: int) -> bool:
    """Return whether no more than so many times the places paid are left, and nobody can come in any more."""
    paid = places_paid(state) or 0
    return paid > 0 and not provisional(state) and players_left(state) <= times * paid


def drawer(state: Tournament, killers: tuple[PlayerId, ...], level: int, at: datetime) -> int:
    """Return the entry that a knockout brings a draw; 0: it brings none."""
    entry = state.current(killers[0]) if killers else None
    return entry.number if entry is not None and begun(state, level, at) else 0


def brought(state: Tournament, knockout: Knockout, killers: tuple[PlayerId, ...]) -> int:
    """Return the entry that a knockout on record brings a draw now that these are its killers; 0: it brings none.

    Whether mysteries had begun with so few left shows from the draws that it, or a knockout before it, has brought.
    """
    if state.settings.bounty != "mystery" or not killers:
        return 0
    if state.settings.bounties.mystery.starts == "in_the_money":
        begun_then = any(number <= knockout.number for number in (*state.mystery.due.held, *state.mystery.drawn_on))
    else:
        begun_then = begun(state, knockout.level, knockout.at)
    entry = bounties.entry_then(state, killers[0], knockout.number) or state.current(killers[0])
    return entry.number if begun_then and entry is not None else 0


def owed(state: Tournament) -> Iterator[tuple[int, int]]:
    """Yield (knockout, entry) of the draws that can be taken now or, their busts pending, later, in order (KO-7)."""
    for number in in_order(state.mystery.due):
        entry = state.mystery.due.held[number]
        if by_lot(state) or state.mystery.by_entry[entry][0] == number:
            yield number, entry


def _owed_to(state: Tournament, player: PlayerId) -> list[int]:
    """Return the knockouts for which a player has a draw to take, over all entries, in order."""
    line = state.players.get(player)
    due = [state.mystery.by_entry.get(entry, ()) for entry in line.entries] if line else []
    return sorted(number for of in due for number in (of if by_lot(state) else of[:1]))


def prizes(state: Tournament) -> MysteryPrizes:
    """Return the prize table: the one that was announced when draws began, else the settings'."""
    return state.settings.bounties.mystery.prizes if state.mystery.table is None else state.mystery.table


def envelopes(state: Tournament) -> tuple[int, ...]:
    """Return the numbers of the envelopes that nobody has opened."""
    count = envelopes_of(prizes(state))
    return tuple(number for number in range(1, count + 1) if not state.mystery.opened >> number & 1)


def left_of(state: Tournament) -> tuple[int, ...]:
    """Return how many envelopes of each row of the prize table nobody has opened."""
    left, before = [], 1
    for prize in prizes(state):
        opened = state.mystery.opened >> before & (1 << prize.count) - 1
        left.append(prize.count - opened.bit_count())
        before += prize.count
    return tuple(left)


def worth(table: MysteryPrizes) -> int:
    """Return what a prize table holds in money, in minor units."""
    return sum((prize.amount or 0) * prize.count for prize in table)


def contributed(state: Tournament) -> int:
    """Return what was paid for the envelopes, in minor units: the bounty parts of the prices."""
    return state.bounty_contributions if state.settings.bounty == "mystery" else 0


def still_to_come(state: Tournament) -> int:
    """Return how many draws can come once nobody can come in: those owed, and one for each player left but the last."""
    return len(state.mystery.due) + state.alive - 1


def to_announce(state: Tournament) -> MysteryPrizes:
    """Return a prize table that fits what was paid and the draws that can come; none unless one is to be announced."""
    paid = contributed(state)
    if not paid or not by_lot(state) or prizes(state) or not state.running or provisional(state):
        return ()
    if not begun(state, level_reached(state), state.last_at):
        return ()
    return suggested(paid, still_to_come(state), state.settings.bounties.unit)


def prize_in(state: Tournament, envelope: int) -> MysteryPrize:
    """Return what an envelope holds; they are numbered in the order of the prize table."""
    last = accumulate(prize.count for prize in prizes(state))
    return next(prize for prize, number in zip(prizes(state), last, strict=True) if envelope <= number)


def set_mystery_prizes(state: Tournament, command: c.SetMysteryPrizes, at: datetime) -> Decision:
    """Announce the prize table when draws begin, as many envelopes as draws can come, and all that was paid (KO-7).

    The house may add to what was paid; it keeps nothing of it.
    """
    if refusal := not_seated_yet(state):
        return refusal
    if state.settings.bounty != "mystery":
        return refuse("KO-7", "no_mystery", "there is no mystery bounty here")
    if not by_lot(state):
        return refuse("KO-7", "told_by_the_floor", "the floor says what is won here", "name it with the draw")
    if state.mystery.draws:
        return refuse("KO-7", "drawn_already", "draws have been taken of the prize table that stands")
    if provisional(state) or not begun(state, level_reached(state), at):
        return refuse(
            "KO-7",
            "not_begun",
            "draws have not begun, or somebody can still come in, so nobody knows how many heads there are",
            "announce the prizes when draws begin",
        )
    monetary = state.profile.prizes == "pool"
    for field, rule, reason in prize_reasons(command.prizes, monetary=monetary):
        return refuse(rule, "cannot_be_drawn", f"{field}: {reason}", "change the prize table", field=field)
    filled, draws = envelopes_of(command.prizes), still_to_come(state)
    if filled != draws:
        return refuse(
            "KO-7",
            "envelopes_and_heads",
            f"the table fills {filled} envelopes, and {draws} draws can come",
            "fill one envelope for each",
            envelopes=filled,
            draws=draws,
        )
    amount, paid = worth(command.prizes), contributed(state)
    if amount < paid:
        return refuse(
            "KO-7",
            "less_than_was_paid",
            f"the envelopes hold {amount}, and {paid} was paid for them",
            "put all of it into envelopes",
            amount=amount,
            contributed=paid,
        )
    return (e.MysteryPrizesSet(prizes=command.prizes, amount=amount, contributed=paid),)


def draw_mystery(state: Tournament, command: c.DrawMystery, context: Context) -> Decision:
    """Take the first draw that a player is owed, or the one of a knockout (KO-7)."""
    if state.status not in (_BY_LOT if by_lot(state) else _TOLD):
        return refuse("LIFE-1", "wrong_status", f"the tournament is {state.status}", status=state.status)
    if state.settings.bounty != "mystery":
        return refuse("KO-7", "no_mystery", "there is no mystery bounty here")
    knockout = _to_draw(state, command)
    if isinstance(knockout, Rejection):
        return knockout
    if not by_lot(state):
        return _told(state, command, knockout)
    if command.text:
        return refuse("KO-7", "drawn_by_lot", "a lot says what is won here", "leave the text out")
    if not prizes(state):
        return refuse("KO-7", "no_prizes_yet", "no prize table has been announced", "set the prizes first")
    left = envelopes(state)
    if not left:
        return refuse("KO-7", "no_prizes_left", "every envelope has been opened")
    if context.lot is None or context.lot.pools != (left,):
        return Wanted(pools=(left,))
    return (opened(state, knockout, context.lot),)


def opened(state: Tournament, knockout: Knockout, lot: Lot) -> e.MysteryDrawn:
    """Return the draw for a knockout by a lot over the envelopes left."""
    envelope = lot.orders[0][0]
    prize = prize_in(state, envelope)
    return replace(
        _drawn(state, knockout),
        envelope=envelope,
        amount=prize.amount or 0,
        text=prize.text or "",
        shares=_shares(state, knockout, prize.amount or 0),
        lot=lot.number,
        pools=lot.pools,
    )


def last_draw(state: Tournament) -> tuple[Knockout, tuple[int, ...]] | None:
    """Return the next knockout whose draw was owed at the finish still, and the envelopes left; None: none (KO-7)."""
    if state.status != "prizes_pending" or not by_lot(state):
        return None
    number = next((number for number, _ in owed(state)), None)
    left = () if number is None else envelopes(state)
    return (state.knockouts[number], left) if number is not None and left else None


def _to_draw(state: Tournament, command: c.DrawMystery) -> Knockout | Rejection:
    mine = _owed_to(state, command.player)
    if command.knockout is not None:
        mine = [number for number in mine if number == command.knockout]
    ready = [number for number in mine if number not in state.pending]
    if ready:
        return state.knockouts[ready[0]]
    if mine:
        return refuse(
            "KO-7",
            "pending",
            f"{state.knockouts[mine[0]].player} may still come back",
            "draw when his time to decide is up",
            knockout=mine[0],
        )
    entry = state.current(command.player)
    if not by_lot(state) and entry is not None and entry.number in state.mystery.won:
        return refuse("KO-7", "drawn_already", f"{command.player} has drawn with this entry", "an entry draws once")
    return refuse("KO-7", "no_draw", f"{command.player} has no draw to take", "a draw takes a knockout that stands")


def _told(state: Tournament, command: c.DrawMystery, knockout: Knockout) -> Decision:
    text = command.text or ""
    if state.profile.prizes == "non_monetary" and (reason := refusal(text)):
        return refuse("PRZ-2", "monetary", reason, "say it without money", field="text")
    return (replace(_drawn(state, knockout), text=text),)


def _drawn(state: Tournament, knockout: Knockout) -> e.MysteryDrawn:
    entry = state.mystery.due.held[knockout.number]
    return e.MysteryDrawn(
        draw=state.mystery.draws + 1, knockout=knockout.number, entry=entry, player=state.entries[entry].player
    )


def _shares(state: Tournament, knockout: Knockout, amount: int) -> tuple[tuple[PlayerId, int], ...]:
    if not amount:
        return ()
    killers = tuple(player for player, *_ in knockout.credits)
    parts = bounties.shared(amount, len(killers), state.settings.bounties.unit)
    return tuple((killer, part) for killer, part in zip(killers, parts, strict=True) if part)


def evolve_due(state: Tournament, knockout: int, entry: int) -> Tournament:
    """Apply that a knockout brings an entry a draw; 0: none."""
    mystery = state.mystery
    if not entry or (not by_lot(state) and entry in mystery.won):
        return state
    of = tuple(sorted((*mystery.by_entry.get(entry, ()), knockout)))
    due = replace(mystery, due=joined(mystery.due, knockout, entry), by_entry=mystery.by_entry.set(entry, of))
    return replace(state, mystery=due)


def evolve_gone(state: Tournament, knockout: int) -> Tournament:
    """Apply that a knockout brings no draw any more."""
    mystery = state.mystery
    if knockout not in mystery.due:
        return state
    entry = mystery.due.held[knockout]
    of = tuple(number for number in mystery.by_entry[entry] if number != knockout)
    by_entry = mystery.by_entry.set(entry, of) if of else mystery.by_entry.delete(entry)
    return replace(state, mystery=replace(mystery, due=without(mystery.due, knockout), by_entry=by_entry))


def evolve_struck(state: Tournament, entry: Entry) -> Tournament:
    """Apply that an entry counts no longer: it draws nothing, and nobody draws for its bust."""
    for knockout in state.mystery.by_entry.get(entry.number, ()):
        state = evolve_gone(state, knockout)
    return evolve_gone(state, entry.knockout or 0)


def evolve_drawn(state: Tournament, event: e.MysteryDrawn) -> Tournament:
    """Apply a draw: the envelope is open, its killers have what it held; an entry that draws once is owed none more."""
    for knockout in (event.knockout,) if by_lot(state) else state.mystery.by_entry.get(event.entry, ()):
        state = evolve_gone(state, knockout)
    mystery = state.mystery
    drawn = Drawn(draw=event.draw, knockout=event.knockout, amount=event.amount, text=event.text)
    players = state.players
    for player, amount in event.shares:
        players = players.set(player, replace(players[player], bounty_won=players[player].bounty_won + amount))
    mystery = replace(
        mystery,
        draws=event.draw,
        drawn_on=mystery.drawn_on.set(event.knockout, event.draw),
        won=mystery.won.set(event.entry, (*mystery.won.get(event.entry, ()), drawn)),
        opened=mystery.opened | (1 << event.envelope if event.envelope else 0),
        paid=mystery.paid + event.amount,
    )
    return replace(state, mystery=mystery, players=players)


def evolve_prizes_set(state: Tournament, event: e.MysteryPrizesSet) -> Tournament:
    """Apply the prize table that the floor has announced."""
    return replace(state, mystery=replace(state.mystery, table=event.prizes))
