"""Evening the tables out: when, who goes, from which table to which seat (SEAT-5, SEAT-6).

Of 600 tables the fullest and the emptiest are found by bit masks; only the seats of the two tables are looked at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from domain import button, proposals, table_sizes
from domain import events as e
from domain.changes import replace
from domain.decisions import Lot
from domain.profiles import Balancing, Mover, MoverSeat
from domain.rounds import in_round
from domain.seating import free_seat, take_seat
from domain.settings import OnePerTable
from domain.state import Entry, Proposal, Tournament

MOST_MOVES = 10
"""So many moves at most make one proposal; what is left to do after them is proposed next."""


def policy(state: Tournament) -> Balancing:
    """Return who balances: the floor alone, the floor on the system's advice, or the system."""
    return state.settings.balancing or state.profile.balancing


def mover(state: Tournament) -> Mover:
    """Return who goes: the floor's choice, one by lot, or who is big blind next."""
    return state.settings.mover or state.profile.mover


def mover_seat(state: Tournament) -> MoverSeat:
    """Return where he goes: the floor's choice, a free seat by lot, or the worst one (TDA 11A)."""
    return state.settings.mover_seat or state.profile.mover_seat


def largest_difference(state: Tournament) -> int | None:
    """Return how far tables may be apart at the number there is of them; None: the house says nothing of it."""
    own = state.settings.largest_difference
    steps = state.profile.largest_difference if own is None else own
    return next((apart for most, apart in steps if most is None or state.tables_in_play <= most), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The tables by size as they are once every queued move is made: masks by number of players."""

    masks: tuple[int, ...]

    def most(self) -> tuple[int, int]:
        """Return the most players at a table and the tables that have so many."""
        size = max((size for size, mask in enumerate(self.masks) if mask), default=0)
        return size, self.masks[size] if self.masks else 0

    def fewest(self) -> tuple[int, int]:
        """Return the fewest players at a table with players and the tables that have so few."""
        size = next((size for size, mask in enumerate(self.masks) if size and mask), 0)
        return size, self.masks[size] if self.masks else 0

    def moved(self, size: int, table: int, by: int) -> "Sizes":
        """Return the sizes with one table that has `size` players bigger or smaller."""
        masks = [*self.masks, *([0] * max(0, size + by + 1 - len(self.masks)))]
        masks[size] &= ~(1 << table)
        masks[size + by] |= 1 << table
        return Sizes(masks=tuple(masks))


def expected_sizes(state: Tournament) -> Sizes:
    """Return the tables by size as they are once every queued move is made, without those about to break (SEAT-7)."""
    stay = ~state.breaking
    sizes = Sizes(masks=tuple(mask & stay for mask in state.sizes))
    for number in table_sizes.numbers((state.queued | state.reserving) & stay):
        table = state.tables[number]
        going = sum(_leaves(state, entry) for entry in table.leaving)
        if change := len(table.reserved) - going:
            sizes = sizes.moved(len(table.seats), number, change)
    return sizes


def _leaves(state: Tournament, entry: int) -> bool:
    """Return whether a queued move takes the entry from its table and brings nobody in its place."""
    promise = state.promises[entry]
    return promise.status == "queued" and promise.swap_with is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One move that is due: from a fullest table to an emptiest."""

    donor: int
    to: int


def uneven(state: Tournament) -> tuple[Step, ...]:
    """Return the fewest moves that bring the tables within the house's difference, the first to be made first.

    Each goes from a fullest table to an emptiest, which no other way beats: each move can take one player from above
    the band that the tables end in, and give one to below it, and each of these does both as long as there are both.
    Several fullest tables give in turn, by number or in the set order (BAL-6).  At most `MOST_MOVES` are returned.
    """
    apart = _bound(state)
    if apart is None:
        return ()
    sizes = expected_sizes(state)
    last = state.last_donor
    steps: list[Step] = []
    given: Counter[int] = Counter()
    while len(steps) < MOST_MOVES:
        (most, full), (fewest, empty) = sizes.most(), sizes.fewest()
        if most - fewest <= apart:
            break
        donor = next((number for number in in_turn(state, full, last) if _gives(state, number, given[number])), None)
        to = next((number for number in table_sizes.numbers(empty) if _has_room(state, number)), None)
        if donor is None or to is None:
            break
        steps.append(Step(donor=donor, to=to))
        sizes = sizes.moved(most, donor, -1).moved(fewest, to, 1)
        given[donor] += 1
        last = donor
    return tuple(steps)


def _bound(state: Tournament) -> int | None:
    """Return how far the tables may be apart now; None: nothing is to be done, whatever they are.

    In a shootout each table plays for itself (SHO-1).  While a round of hand-for-hand is played nobody is moved:
    between two rounds every table has played the same number of hands (RUL-1).
    """
    if state.tables_in_play < 2 or not state.running or not state.drawn or state.ended_at is not None:  # noqa: PLR2004
        return None
    if isinstance(state.settings.end, OnePerTable) or in_round(state) is not None:
        return None
    apart = None if policy(state) == "floor" else largest_difference(state)
    if apart is None and len(state.sizes) > 1 and state.sizes[1]:
        # Whatever the house says of balancing, nobody can play alone (SEAT-6).
        return 1
    return apart


def in_turn(state: Tournament, tables: int, last: int) -> Iterator[int]:
    """Yield tables in the order in which they give a player, from the one after the last that gave one.

    The order is the setting's, those not in it following by number; without one it is by number (WSOP 66, 67).
    """
    order = state.settings.donor_order
    named = [number for number in order if tables >> number & 1]
    rest = tables & ~table_sizes.mask_of(tuple(named))
    if last in order:
        place = order.index(last)
        named = [*(n for n in named if order.index(n) > place), *(n for n in named if order.index(n) <= place)]
    yield from named
    after = rest >> (last + 1) << (last + 1)
    yield from table_sizes.numbers(after)
    yield from table_sizes.numbers(rest & ~after)


def _gives(state: Tournament, number: int, given: int) -> bool:
    """Return whether one more of a table may go when so many have."""
    able = (entry for entry in state.tables[number].seats.values() if may_go(state, state.entries[entry]))
    return next(islice(able, given, None), None) is not None


def _has_room(state: Tournament, number: int) -> bool:
    table = state.tables[number]
    return len(table.seats) + len(table.reserved) < table_sizes.seats_at(state, number)


def may_go(state: Tournament, entry: Entry) -> bool:
    """Return whether an entry may be moved to balance: not locked, not exempt, under way to nowhere (SEAT-2, SEAT-5).

    Whether he is in a hand does not matter: the move is then queued to its end, and who goes is the same at a table
    that reports its hands and at one that does not.
    """
    return entry.status == "alive" and not entry.locked and not entry.exempt and entry.number not in state.promises


def proposal(state: Tournament) -> e.MoveProposed | None:
    """Return what is to be proposed now to even the tables out; None: nothing is, or a lot has to be drawn first."""
    if not _urgent(state):
        return None
    steps = uneven(state)
    if not steps:
        return None
    pools = _pools(state, steps)
    if not pools:
        return _proposed(state, steps, _planned(state, steps, ()))
    standing = state.proposal
    if standing is None or not _has_drawn(standing, steps, pools):
        return None
    return _drawn(state, steps, standing.lot, pools, standing.orders)


def looked_at_again(state: Tournament) -> datetime | None:
    """Return when the proposal that stands is not to be trusted any more: the button that it went by is not known then.

    None: no such proposal stands, or the button does not run out.
    """
    standing = state.proposal
    if standing is None or standing.confirmed or not state.running:
        return None
    asked: set[int] = set()
    if mover(state) == "next_big_blind":
        asked |= {move.leaving for move in standing.moves if move.entry is not None}
    if mover_seat(state) == "worst":
        by_lot = _alone(state, standing.moves)
        asked |= {move.to for move in standing.moves if move.seat is not None and move.to not in by_lot}
    return min((at for table in asked if (at := button.unknown_from(state, table)) is not None), default=None)


def _has_drawn(standing: Proposal, steps: tuple[Step, ...], pools: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether the proposal that stands comes from a lot of these pools, for moves of these tables."""
    return standing.pools == pools and standing.tables == _looked_at(steps)


def _urgent(state: Tournament) -> bool:
    """Return whether tables may be too far apart: a few comparisons, whatever the number of tables and players.

    While moves or breaks are queued the tables are looked at one by one that these concern.
    """
    bound = _bound(state)
    if bound is None:
        return False
    if state.queued | state.reserving | state.breaking:
        return True
    return table_sizes.fullest(state)[0] - table_sizes.emptiest(state)[0] > bound


def errand(state: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the pools of the lot that says who moves and where to; empty: no lot is wanted, or it has been drawn."""
    if not _urgent(state):
        return ()
    steps = uneven(state)
    pools = _pools(state, steps)
    if not pools or (state.proposal is not None and _has_drawn(state.proposal, steps, pools)):
        return ()
    return () if proposals.unwanted(state, _proposed(state, steps, ())) else pools


def drawn(state: Tournament, lot: Lot) -> tuple[e.Event, ...]:
    """Return the proposal that a lot makes: the first drawn of each table go, to the first seats drawn of the other."""
    steps = uneven(state)
    return (proposals.numbered(state, _drawn(state, steps, lot.number, lot.pools, lot.orders)),)


def _drawn(
    state: Tournament,
    steps: tuple[Step, ...],
    lot: int | None,
    pools: tuple[tuple[int, ...], ...],
    orders: tuple[tuple[int, ...], ...],
) -> e.MoveProposed:
    return replace(
        _proposed(state, steps, _planned(state, steps, orders)),
        lot=lot,
        pools=pools,
        orders=orders,
        movers_of=_drawn_from(state, steps),
        seats_of=_drawn_to(state, steps),
    )


def _pools(state: Tournament, steps: tuple[Step, ...]) -> tuple[tuple[int, ...], ...]:
    """Return what the lot draws of: per giving table who may go, then per getting table its free seats."""
    movers = tuple(candidates(state, donor, _count(steps, donor=donor)) for donor in _drawn_from(state, steps))
    seats = tuple(tuple(free_chairs(state, to)) for to in _drawn_to(state, steps))
    return (*movers, *seats)


def _drawn_from(state: Tournament, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """Return the giving tables at which a lot says who goes."""
    return _donors(steps) if policy(state) != "floor" and mover(state) == "random" else ()


def _drawn_to(state: Tournament, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """Return the getting tables at which a lot says on which seat.

    Where one sits alone no blinds are played, and no seat is worse than another: that is left to a lot too, once it is
    known who goes.
    """
    if not steps or policy(state) == "floor" or mover_seat(state) == "floor":
        return ()
    if mover_seat(state) == "random":
        return _getting(steps)
    if mover(state) == "next_big_blind" and _next_big_blind(state, steps[0].donor) is None:
        return ()
    return _alone(state, steps)


def _alone(state: Tournament, moves: Iterable[Step | e.ProposedMove]) -> tuple[int, ...]:
    """Return the tables that get somebody at which one player sits alone."""
    return tuple(to for to in dict.fromkeys(move.to for move in moves) if len(state.tables[to].seats) == 1)


def _count(steps: tuple[Step, ...], donor: int) -> int:
    return sum(step.donor == donor for step in steps)


def _donors(steps: tuple[Step, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(step.donor for step in steps))


def _getting(steps: tuple[Step, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(step.to for step in steps))


def candidates(state: Tournament, number: int, needed: int) -> tuple[int, ...]:
    """Return of whom the lot draws at a table: those moved least and present, more only where so few do not suffice."""
    entries = [state.entries[entry] for entry in state.tables[number].seats.values()]
    ranked = sorted((entry.absent, entry.moved, entry.number) for entry in entries if may_go(state, entry))
    if len(ranked) <= needed:
        return tuple(sorted(entry for *_, entry in ranked))
    last = ranked[needed - 1][:2]
    return tuple(sorted(entry for *key, entry in ranked if tuple(key) <= last))


def free_chairs(state: Tournament, number: int) -> list[int]:
    """Return the seats of a table on which nobody sits and for which nobody is under way."""
    table = state.tables[number]
    seats = range(1, table_sizes.seats_at(state, number) + 1)
    return [seat for seat in seats if seat not in table.seats and seat not in table.reserved]


def _open(step: Step) -> e.ProposedMove:
    return e.ProposedMove(entry=None, player=None, leaving=step.donor, to=step.to, seat=None)


def _named(state: Tournament, step: Step) -> e.ProposedMove:
    if policy(state) == "floor":
        return _open(step)
    entry = _next_big_blind(state, step.donor) if mover(state) == "next_big_blind" else None
    taken = tuple(state.tables[step.to].reserved)
    seat = button.worst_free_seat(state, step.to, taken=taken) if mover_seat(state) == "worst" else None
    return e.ProposedMove(
        entry=None if entry is None else entry.number,
        player=None if entry is None else entry.player,
        leaving=step.donor,
        to=step.to,
        seat=seat,
    )


def _next_big_blind(state: Tournament, number: int) -> Entry | None:
    """Return who is big blind next at a table, or after him the first who may go; None: the button is not known."""
    first = button.next_big_blind(state, number)
    if first is None:
        return None
    table = state.tables[number]
    order = sorted(table.seats, key=lambda seat: (seat < first, seat))
    entries = (state.entries[table.seats[seat]] for seat in order)
    return next((entry for entry in entries if may_go(state, entry)), None)


def _planned(
    state: Tournament, steps: tuple[Step, ...], orders: tuple[tuple[int, ...], ...]
) -> tuple[e.ProposedMove, ...]:
    """Return the moves as far as each can be named, each on the tables as the one before leaves them.

    Where the first leaves something open, all that is known of the others is the tables.  `orders` are the pools as a
    lot has ordered them.
    """
    drawn_orders = iter(orders)
    who = {donor: iter(next(drawn_orders)) for donor in _drawn_from(state, steps)} if orders else {}
    where = {to: iter(next(drawn_orders)) for to in _drawn_to(state, steps)} if orders else {}
    planned: list[e.ProposedMove] = []
    after = state
    for step in steps:
        move = _named(after, step)
        if step.donor in who:
            entry = state.entries[next(who[step.donor])]
            move = replace(move, entry=entry.number, player=entry.player)
        if step.to in where:
            move = replace(move, seat=next(where[step.to]))
        if move.entry is None or move.seat is None:
            # Who goes hangs on his own table alone, but half of what a rule says would pass for the whole.
            half = move.seat is None and mover_seat(state) == "worst"
            return tuple(planned) or (_open(step) if half else move, *(_open(step) for step in steps[1:]))
        planned.append(move)
        after = take_seat(free_seat(after, move.entry), move.entry, (step.to, move.seat))
    return tuple(planned)


def _proposed(state: Tournament, steps: tuple[Step, ...], planned: tuple[e.ProposedMove, ...]) -> e.MoveProposed:
    """Return the proposal of these moves; its number is given when it is put on record."""
    tables = _looked_at(steps)
    before = {number: len(state.tables[number].seats) for number in tables}
    after = dict(before)
    for move in planned:
        after[move.leaving] -= 1
        after[move.to] += 1
    first = steps[0]
    unnamed = _unnamed(state, planned[0]) if planned else None
    return e.MoveProposed(
        number=0,
        about="lone_table" if before[first.to] == 1 else "balance",
        reason=_reason(first, before[first.donor], before[first.to]) + _asked_for(state, first, unnamed),
        moves=planned,
        after=tuple(sorted(after.items())),
        tables=tables,
        unnamed=unnamed,
    )


def _reason(first: Step, most: int, fewest: int) -> str:
    alone = "one player alone" if fewest == 1 else f"{fewest} players"
    return f"table {first.donor} has {most} players, table {first.to} has {alone}"


def _asked_for(state: Tournament, first: Step, unnamed: e.Unnamed | None) -> str:
    """Return whose button the floor is asked for, where that keeps the system from naming anybody."""
    if unnamed != "button_unknown":
        return ""
    asked = {first.donor} if mover(state) == "next_big_blind" else set()
    asked |= {first.to} if mover_seat(state) == "worst" else set()
    unknown = [str(table) for table in sorted(asked) if not button.button_known(state, table)]
    return f"; say where the button is at table {' and at table '.join(unknown)}" if unknown else ""


def _looked_at(steps: tuple[Step, ...]) -> tuple[int, ...]:
    return tuple(sorted({*_donors(steps), *_getting(steps)}))


def _unnamed(state: Tournament, move: e.ProposedMove) -> e.Unnamed | None:
    """Return why a move leaves something to the floor."""
    if move.entry is not None and move.seat is not None:
        return None
    by_button = (move.entry is None and mover(state) == "next_big_blind") or (
        move.seat is None and mover_seat(state) == "worst"
    )
    return "button_unknown" if by_button and policy(state) != "floor" else "floor"
