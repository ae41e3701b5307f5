"""Mystery bounties: which knockouts bring a draw, who draws next, and what is won (KO-7).

A knockout brings its first-named killer a draw once mysteries have begun: from the start, from a level, or in the
money.  Draws are taken when the floor wants, so that they queue in the order of the knockouts; who is out may still
draw.  Where the profile gives one per head, a lot says which of the envelopes left is opened: numbered from 1 in the
order of the prize table.  What it holds in money is shared by all killers in whole units, as a head is; a text is the
first killer's.  Where the profile gives one per killer's entry, that entry draws once and the floor says in words what
it has won.  A draw that nobody has taken at the finish lapses.
"""

from collections.abc import Iterator
from itertools import accumulate

from domain import bounties
from domain import commands as c
from domain import events as e
from domain.bounty_settings import MysteryPrize
from domain.changes import replace
from domain.decisions import Context, Decision, Rejection, Wanted, refuse
from domain.ids import PlayerId
from domain.in_the_money import in_the_prizes, provisional
from domain.lines import in_order, joined, without
from domain.state import Drawn, Entry, Knockout, Tournament
from domain.wording import refusal

_OPEN = frozenset({"running", "paused", "prizes_pending"})
"""Statuses in which a draw can be taken."""


def begun(state: Tournament, level: int) -> bool:
    """Return whether a knockout at this level brings a draw, as the field is before it (KO-7)."""
    terms = state.settings.bounties.mystery
    if state.settings.bounty != "mystery":
        return False
    if terms.starts == "level":
        return level >= (terms.level or 1)
    return terms.starts == "start" or (not provisional(state) and in_the_prizes(state))


def drawer(state: Tournament, killers: tuple[PlayerId, ...], level: int) -> int:
    """Return the entry that a knockout brings a draw; 0: it brings none."""
    entry = state.current(killers[0]) if killers else None
    return entry.number if entry is not None and begun(state, level) else 0


def owed(state: Tournament) -> Iterator[tuple[int, int]]:
    """Yield (knockout, entry) of the draws that can be taken now or, their busts pending, later, in order (KO-7)."""
    once = state.profile.mystery == "one_per_killer_entry"
    seen: set[int] = set()
    for number in in_order(state.mystery.due):
        entry = state.mystery.due.held[number]
        if once and (entry in seen or entry in state.mystery.won):
            continue
        seen.add(entry)
        yield number, entry


def envelopes(state: Tournament) -> tuple[int, ...]:
    """Return the numbers of the envelopes that nobody has opened."""
    count = sum(prize.count for prize in state.settings.bounties.mystery.prizes)
    return tuple(number for number in range(1, count + 1) if not state.mystery.opened >> number & 1)


def prize_in(state: Tournament, envelope: int) -> MysteryPrize:
    """Return what an envelope holds; they are numbered in the order of the prize table."""
    prizes = state.settings.bounties.mystery.prizes
    last = accumulate(prize.count for prize in prizes)
    return next(prize for prize, number in zip(prizes, last, strict=True) if envelope <= number)


def draw_mystery(state: Tournament, command: c.DrawMystery, context: Context) -> Decision:
    """Take the first draw that a player is owed, or the one of a knockout (KO-7)."""
    if state.status not in _OPEN:
        return refuse("LIFE-1", "wrong_status", f"the tournament is {state.status}", status=state.status)
    if state.settings.bounty != "mystery":
        return refuse("KO-7", "no_mystery", "there is no mystery bounty here")
    knockout = _to_draw(state, command)
    if isinstance(knockout, Rejection):
        return knockout
    if state.profile.mystery == "one_per_killer_entry":
        return _told(state, command, knockout)
    if command.text:
        return refuse("KO-7", "drawn_by_lot", "a lot says what is won here", "leave the text out")
    left = envelopes(state)
    if not left:
        return refuse("KO-7", "no_prizes_left", "every envelope has been opened")
    if context.lot is None or context.lot.pools != (left,):
        return Wanted(pools=(left,))
    envelope = context.lot.orders[0][0]
    prize = prize_in(state, envelope)
    event = replace(
        _drawn(state, knockout),
        envelope=envelope,
        amount=prize.amount or 0,
        text=prize.text or "",
        shares=_shares(state, knockout, prize.amount or 0),
        lot=context.lot.number,
        pools=(left,),
    )
    return (event,)


def _to_draw(state: Tournament, command: c.DrawMystery) -> Knockout | Rejection:
    mine = [number for number, entry in owed(state) if state.entries[entry].player == command.player]
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
    if state.profile.mystery == "one_per_killer_entry" and entry is not None and entry.number in state.mystery.won:
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
    if not entry:
        return state
    return replace(state, mystery=replace(state.mystery, due=joined(state.mystery.due, knockout, entry)))


def evolve_gone(state: Tournament, knockout: int) -> Tournament:
    """Apply that a knockout brings no draw any more."""
    if knockout not in state.mystery.due:
        return state
    return replace(state, mystery=replace(state.mystery, due=without(state.mystery.due, knockout)))


def evolve_struck(state: Tournament, entry: Entry) -> Tournament:
    """Apply that an entry counts no longer: it draws nothing, and nobody draws for its bust."""
    for knockout in [number for number, of in state.mystery.due.held.items() if of == entry.number]:
        state = evolve_gone(state, knockout)
    return evolve_gone(state, entry.knockout or 0)


def evolve_drawn(state: Tournament, event: e.MysteryDrawn) -> Tournament:
    """Apply a draw: the envelope is open, its killers have what it held."""
    state = evolve_gone(state, event.knockout)
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
