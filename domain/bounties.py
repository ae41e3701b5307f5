"""Heads: what each is worth, who gets it, and what a knockout taken back makes of those after it (KO-3, KO-6).

A head is the bounty part of what its entry paid or, where prizes are no money, the club's points.  A classic head goes
to the killers whole.  Of a progressive one half is paid and half is added to the killers' own heads; halves are whole
units, and the profile says where an odd one goes.  Several killers share each half equally in whole units; units left
over go one each to those named first.  Who has no head of his own any more, being out already or absent, is paid both
halves.  A head that nobody took, or the part that a second killer is not credited with, is unclaimed: it joins the pool
where there is one.  What is left on the head of who stays in is his at the finish.

Nothing is lost or made: what was put on heads is what was won, what is on heads still, and what is unclaimed.  A
knockout taken back takes back what it added to its killers' heads; where such a head has been taken since, that
knockout is divided anew, and so on to the last.
"""

from collections.abc import Iterable, Iterator, Mapping

from immutables import Map

from domain import events as e
from domain.changes import replace
from domain.fees import OperationKind
from domain.ids import PlayerId
from domain.settings import Parts
from domain.state import Entry, Knockout, Tournament

_WITH_HEADS = frozenset({"classic", "pko"})
_GONE = frozenset({"voided", "dropped"})
Killers = tuple[tuple[PlayerId, int | None], ...]
"""Killers in the order named, each with the entry to whose head something can be added; None: it has none any more."""


def progressive(state: Tournament) -> bool:
    """Return whether a part of a head goes on the killer's own; a profile may count PKO as classic (KO-6)."""
    return state.settings.bounty == "pko" and state.profile.pko == "progressive"


def with_heads(state: Tournament) -> bool:
    """Return whether a head is worth anything here: a bounty part of some price, or points."""
    if state.settings.bounty not in _WITH_HEADS:
        return False
    if state.profile.prizes == "non_monetary":
        return state.settings.bounties.points > 0
    parts = state.settings.prices.parts
    return any(each.bounty for each in (parts.buy_in, parts.rebuy, parts.re_entry, parts.add_on))


def fresh(state: Tournament, kind: OperationKind, parts: Parts) -> int:
    """Return what an operation puts on the head of its entry: minor units, or points where prizes are no money."""
    if state.settings.bounty not in _WITH_HEADS:
        return 0
    if state.profile.prizes == "pool":
        return parts.bounty
    counts = kind in {"buy_in", "re_entry"} or (kind == "rebuy" and state.settings.rebuy_has_bounty)
    return state.settings.bounties.points if counts else 0


def halves(head: int, unit: int, odd: str) -> tuple[int, int]:
    """Return what of a head is paid and what is added: whole units, an odd one (and less than one) where `odd` says."""
    half = head // (2 * unit) * unit
    return (head - half, half) if odd == "paid" else (half, head - half)


def shared(amount: int, killers: int, unit: int) -> tuple[int, ...]:
    """Return equal parts in whole units; units left over go one each to the first, less than a unit to the first."""
    units, rest = divmod(amount, unit)
    each, over = divmod(units, killers)
    return tuple((each + (n < over)) * unit + (rest if n == 0 else 0) for n in range(killers))


def divided(state: Tournament, head: int, killers: Killers) -> tuple[tuple[e.Bounty, ...], int]:
    """Return what each killer gets of a head, and what of it nobody does."""
    if not killers:
        return (), head
    terms, unclaimed = state.settings.bounties, 0
    if len(killers) > 1 and state.profile.second_killer == "primary_half":
        killers = killers[:1]
        head, unclaimed = halves(head, terms.unit, _odd(state))
    paid, added = halves(head, terms.unit, _odd(state)) if progressive(state) else (head, 0)
    parts = zip(killers, shared(paid, len(killers), terms.unit), shared(added, len(killers), terms.unit), strict=True)
    return tuple(
        e.Bounty(killer=killer, entry=None, paid=now + later, added=0)
        if entry is None
        else e.Bounty(killer=killer, entry=entry, paid=now, added=later)
        for (killer, entry), now, later in parts
    ), unclaimed


def _odd(state: Tournament) -> str:
    odd = state.profile.pko_odd_unit
    return state.settings.bounties.odd_unit if odd == "setting" else odd


def taken(
    state: Tournament, entry: Entry, killers: Iterable[PlayerId], out: frozenset[PlayerId]
) -> tuple[tuple[e.Bounty, ...], int]:
    """Return who gets the head of an entry that busts now, with those of the players `out` (KO-6)."""
    if not with_heads(state):
        return (), 0
    return divided(state, entry.head, tuple((killer, _head_of(state, killer, out)) for killer in killers))


def _head_of(state: Tournament, killer: PlayerId, out: frozenset[PlayerId]) -> int | None:
    """Return the entry on whose head a killer's part goes; None: he is out, or has not come."""
    entry = state.current(killer)
    has = entry is not None and entry.status == "alive" and not entry.absent and killer not in out
    return entry.number if has and entry is not None else None


def worth(knockout: Knockout) -> int:
    """Return what was on the head that a knockout took."""
    return sum(bounty.paid + bounty.added for bounty in knockout.bounties) + knockout.unclaimed


def given_back(state: Tournament, knockout: Knockout) -> tuple[e.Resplit, ...]:
    """Return how later knockouts are divided once this one is taken back, in order (KO-4, KO-6)."""
    added = ((bounty.entry, knockout.number, bounty.added) for bounty in knockout.bounties if bounty.entry is not None)
    return _resplit(state, added, gone=knockout.number)


def redivided(state: Tournament, anew: Mapping[int, frozenset[PlayerId]]) -> tuple[e.Resplit, ...]:
    """Return how heads are divided once records have been corrected, in order (AUD-5).

    Args:
        state: the tournament with the records as they are now, their heads still divided as before.
        anew: the records corrected, with those of the killers whose own heads are looked at once more; so are those of
            killers who had no part until now.
    """
    return _resplit(state, (), anew=anew)


def struck(state: Tournament, entry: Entry) -> tuple[e.Resplit, ...]:
    """Return how knockouts are divided once an entry and what was paid for its heads count no longer (REG-7)."""
    return _resplit(state, ((entry.number, number - 1, state.knockouts[number].own) for number in entry.taken))


def entry_then(state: Tournament, player: PlayerId, number: int) -> Entry | None:
    """Return the entry with which a player was in at a knockout, be it the one by which he went out; None: he was not.

    A later bust in the same hand, and an earlier one, take him out of it all the same: see `head_then`.
    """
    line = state.players.get(player)
    mine = (state.entries[each] for each in reversed(line.entries if line else ()))
    return next((entry for entry in mine if entry.seated and entry.came_after < number), None)


def out_then(state: Tournament, player: PlayerId, number: int) -> bool:
    """Return whether a player was out by a knockout, be it in the same hand; what was bought back is no bust."""
    entry = entry_then(state, player, number)
    if entry is None or entry.knockout is None:
        return entry is None
    return entry.knockout < number or same_hand(state, entry.knockout, number)


def same_hand(state: Tournament, one: int, other: int) -> bool:
    """Return whether two knockouts were in one hand: of one bust number, and at one table."""
    first, second = state.knockouts[one], state.knockouts[other]
    return (first.bust, first.chair[0]) == (second.bust, second.chair[0])


def head_then(state: Tournament, killer: PlayerId, number: int) -> int | None:
    """Return the entry on whose head a killer's part of a knockout went; None: he was out by then, or had not come."""
    entry = entry_then(state, killer, number)
    if entry is None or entry.absent or out_then(state, killer, number):
        return None
    return entry.number


def _resplit(
    state: Tournament,
    withdrawn: Iterable[tuple[int, int, int]],
    *,
    gone: int = 0,
    anew: Mapping[int, frozenset[PlayerId]] = Map(),
) -> tuple[e.Resplit, ...]:
    """Return the knockouts to divide anew: each (entry, knockout, amount) was on a head from that knockout on.

    A knockout changes heads that later ones took, never those of earlier ones, so that going up in order ends.
    """
    less: dict[int, int] = dict.fromkeys(anew, 0)

    def withdraw(entry: int, since: int, amount: int) -> None:
        taker = next((number for number in state.entries[entry].taken if number > since and number != gone), None)
        if taker is not None and amount:
            less[taker] = less.get(taker, 0) + amount

    for entry, since, amount in withdrawn:
        withdraw(entry, since, amount)
    again: list[e.Resplit] = []
    while less:
        number = min(less)
        knockout = state.knockouts[number]
        amount = worth(knockout) - less.pop(number)
        if number not in state.entries[knockout.entry].taken:
            continue
        bounties, unclaimed = divided(state, amount, _heads(state, knockout, anew.get(number, frozenset())))
        if (bounties, unclaimed) == (knockout.bounties, knockout.unclaimed):
            continue
        again.append(e.Resplit(knockout=number, bounties=bounties, unclaimed=unclaimed))
        for sign, parts in ((1, knockout.bounties), (-1, bounties)):
            for bounty in parts:
                if bounty.entry is not None:
                    withdraw(bounty.entry, number, sign * bounty.added)
    return tuple(again)


def _heads(state: Tournament, knockout: Knockout, anew: frozenset[PlayerId]) -> Killers:
    """Return the killers of a record with the entries whose heads have a part: as on record, unless looked at anew."""
    known = {bounty.killer: bounty.entry for bounty in knockout.bounties if bounty.killer not in anew}
    return tuple(
        (killer, known[killer] if killer in known else head_then(state, killer, knockout.number))
        for killer in knockout.killers
    )


def kept(state: Tournament) -> tuple[tuple[int, int], ...]:
    """Return (entry, head) of everybody who is still in at the finish: the own head is his (KO-6)."""
    return tuple(
        (entry.number, entry.head) for entry in state.entries.values() if entry.status == "alive" and entry.head
    )


def owed(state: Tournament) -> Iterator[tuple[PlayerId, int]]:
    """Yield (player, minor units) of what bounties bring: what was won, and the own head of who stayed in."""
    own: dict[PlayerId, int] = {}
    for number, head in state.kept_heads.items():
        player = state.entries[number].player
        own[player] = own.get(player, 0) + head
    nothing = not state.heads.won and not state.mystery.paid and not state.kept_heads
    if state.profile.prizes != "pool" or nothing:
        return
    for player, line in sorted(state.players.items()):
        if amount := line.bounty_won + own.get(player, 0):
            yield player, amount


def evolve_put(state: Tournament, number: int, amount: int) -> Tournament:
    """Apply what an operation put on a head."""
    if not amount:
        return state
    entry = state.entries[number]
    entry = replace(entry, head=entry.head + amount, own_head=entry.own_head + amount)
    heads = replace(state.heads, issued=state.heads.issued + amount)
    return replace(state, entries=state.entries.set(number, entry), heads=heads)


def evolve_taken(state: Tournament, knockout: Knockout) -> Tournament:
    """Apply a bust to the heads: the record must stand in the state already."""
    entry = state.entries[knockout.entry]
    if not with_heads(state):
        return state
    number = knockout.number
    kept_with = replace(knockout, own=entry.own_head)
    gone = replace(entry, head=0, own_head=0, taken=(*entry.taken, number))
    state = replace(
        state,
        entries=state.entries.set(entry.number, gone),
        knockouts=state.knockouts.set(number, kept_with),
    )
    return _unclaimed(_moved(state, number, (), knockout.bounties), knockout.unclaimed)


def evolve_given_back(state: Tournament, number: int, resplits: tuple[e.Resplit, ...]) -> Tournament:
    """Apply that a knockout takes no head any more: its entry has it back, and later knockouts are divided anew."""
    knockout = state.knockouts[number]
    entry = state.entries[knockout.entry]
    if number in entry.taken:
        state = _unclaimed(_moved(state, number, knockout.bounties, ()), -knockout.unclaimed)
        entry = state.entries[knockout.entry]
        back = replace(
            entry,
            head=entry.head + worth(knockout),
            own_head=entry.own_head + knockout.own,
            taken=tuple(each for each in entry.taken if each != number),
        )
        state = replace(
            state,
            entries=state.entries.set(entry.number, back),
            knockouts=state.knockouts.set(number, replace(knockout, bounties=(), unclaimed=0, own=0)),
        )
    return evolve_resplit(state, resplits)


def evolve_resplit(state: Tournament, resplits: tuple[e.Resplit, ...]) -> Tournament:
    """Apply knockouts that are divided anew."""
    for again in resplits:
        knockout = state.knockouts[again.knockout]
        state = _moved(state, again.knockout, knockout.bounties, again.bounties)
        state = _unclaimed(state, again.unclaimed - knockout.unclaimed)
        knockout = replace(knockout, bounties=again.bounties, unclaimed=again.unclaimed)
        state = replace(state, knockouts=state.knockouts.set(again.knockout, knockout))
    return state


def evolve_off(state: Tournament, number: int) -> Tournament:
    """Apply that an entry and its price count no longer; what knockouts had brought its head is nobody's (REG-7)."""
    entry = state.entries[number]
    if not entry.head and not entry.taken:
        return state
    knockouts, own = state.knockouts, entry.own_head
    for each in entry.taken:
        own += knockouts[each].own
        knockouts = knockouts.set(each, replace(knockouts[each], own=0))
    off = replace(
        state,
        entries=state.entries.set(number, replace(entry, head=0, own_head=0)),
        knockouts=knockouts,
        heads=replace(state.heads, issued=state.heads.issued - own),
    )
    return _unclaimed(off, entry.head - entry.own_head)


def evolve_kept(state: Tournament, heads: tuple[tuple[int, int], ...]) -> Tournament:
    """Apply the heads that were kept to the finish, in place of those of an earlier version."""
    return replace(state, kept_heads=Map(heads))


def _unclaimed(state: Tournament, more: int) -> Tournament:
    if not more:
        return state
    return replace(state, heads=replace(state.heads, unclaimed=state.heads.unclaimed + more))


def _moved(state: Tournament, number: int, old: tuple[e.Bounty, ...], new: tuple[e.Bounty, ...]) -> Tournament:
    """Return the state with one division of a head in place of another.

    What was added to a head that has been taken since is not on it any more: that knockout is divided anew.
    """
    for sign, bounties in ((-1, old), (1, new)):
        for bounty in bounties:
            line = state.players[bounty.killer]
            line = replace(line, bounty_won=line.bounty_won + sign * bounty.paid)
            heads = replace(state.heads, won=state.heads.won + sign * bounty.paid)
            state = replace(state, players=state.players.set(bounty.killer, line), heads=heads)
            if bounty.entry is not None:
                state = _added(state, bounty.entry, number, sign * bounty.added)
    return state


def _added(state: Tournament, number: int, by: int, amount: int) -> Tournament:
    entry = state.entries[number]
    if any(each > by for each in entry.taken):
        return state
    if entry.status in _GONE:
        return _unclaimed(state, amount)
    return replace(state, entries=state.entries.set(number, replace(entry, head=entry.head + amount)))
