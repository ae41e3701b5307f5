"""Breaking a table: its players go by lot to free seats elsewhere, and it is used no more (SEAT-7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from domain import commands as c
from domain import events as e
from domain import promises, redraws, table_sizes, waiting
from domain.changes import replace
from domain.decisions import Context, Decision, Lot, Rejection, Unchanged, Wanted, refuse
from domain.events import Chair
from domain.reseating import close_table, locked_at, send
from domain.rounds import in_round
from domain.seating import chair_fault, chair_of, not_seated_yet, open_table, opens, spoken
from domain.settings import OnePerTable
from domain.state import Breaking, Reseating, Tournament
from domain.table_sizes import numbers, seats_at, with_table
from domain.windows import nobody_comes

CODE = 100
"""A chair is drawn for as table x 100 + seat: 703 is table 7, seat 3."""
Named = tuple[tuple[int, int, int], ...]
"""(entry, table, seat) of players whose seats the floor names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a break has to place: `entries` by lot, `named` where the floor said; `free` to draw of.

    `free` holds (table, players, free seats) of every table that may get somebody.
    """

    table: int
    entries: tuple[int, ...]
    named: Named
    free: tuple[tuple[int, int, tuple[int, ...]], ...]

    @property
    def pools(self) -> e.Pools:
        """The lot's pools: the players and, apart from them, the free chairs (TDA 10B); none when all are named."""
        if not self.entries:
            return ()
        return (self.entries, tuple(table * CODE + seat for table, _, seats in self.free for seat in seats))


def break_table(state: Tournament, command: c.BreakTable, context: Context) -> Decision:
    """Break a table: at once, or at the end of the hand that is played there.

    Source: TDA 10B (a two-step random draw); TDA RP-16 (the chips of an absent player are carried to his new seat).
    """
    if refusal := not_seated_yet(state):
        return refusal
    if answer := _not_so(state, command.table):
        return answer
    named = _named(state, command)
    return named if isinstance(named, Rejection) else ordered(state, command.table, context, named)


def ordered(state: Tournament, table: int, context: Context, named: Named = ()) -> Decision:
    """Return the break that somebody ordered, by command or by confirming a proposal.

    Where all seats are drawn anew as this table goes, that takes the break's place; who names seats wants the break.
    """
    if answer := _not_so(state, table):
        return answer
    of = None if named else redraws.instead(state, table)
    if of is not None:
        return redraws.ordered(state, of, context)
    plan = planned(state, table, named)
    if isinstance(plan, Rejection):
        return plan
    if state.dealing >> table & 1 or in_round(state) is not None:
        return (e.BreakQueued(table=table, named=named),)
    if plan.pools and (context.lot is None or context.lot.pools != plan.pools):
        return Wanted(pools=plan.pools)
    return broken(state, plan, context.lot, context.at)


def _not_so(state: Tournament, number: int) -> Rejection | Unchanged | None:
    """Return why there is nothing to break: no such table, broken already, or about to be."""
    table = state.tables.get(number)
    if table is None:
        return refuse("SEAT-7", "no_such_table", f"table {number} is not in use", table=number)
    if table.broken:
        return Unchanged(note=f"table {number} is broken already")
    if table.breaking is not None:
        return Unchanged(note=f"table {number} is broken when its hand is over")
    if state.reseating is not None and number in state.reseating.closing:
        return Unchanged(note=f"table {number} closes when the seats are drawn anew")
    if state.reseating is not None:
        return refuse(
            "SEAT-12",
            "redraw_waits",
            "the seats are about to be drawn anew",
            "wait until the hands in progress are over, or take the redraw back",
        )
    if state.ended_at is not None:
        return refuse("LIFE-9", "play_ended", "play has ended: nobody goes anywhere")
    return None


def _named(state: Tournament, command: c.BreakTable) -> Named | Rejection:
    """Return the players whom the floor sends somewhere by name, with their chairs."""
    named: dict[int, Chair] = {}
    for place in command.seats:
        entry = state.current(place.player)
        chair = chair_of(place.seat)
        if entry is None or entry.chair is None or entry.chair[0] != command.table:
            return refuse(
                "SEAT-7",
                "not_there",
                f"{place.player} is not at table {command.table}",
                "look at the seat map again",
                player=place.player,
            )
        if fault := chair_fault(state, chair):
            return fault
        if chair[0] == command.table or chair in named.values() or entry.number in named:
            return refuse(
                "SEAT-7",
                "seat_named_badly",
                f"{spoken(chair)} cannot be the seat of {place.player}",
                "name each player once, with a seat of his own at another table",
                player=place.player,
            )
        named[entry.number] = chair
    return tuple((entry, *named[entry]) for entry in sorted(named))


def planned(state: Tournament, number: int, named: Named) -> Plan | Rejection:
    """Return who is to be drawn for which chairs, or why the table cannot be broken."""
    table = state.tables[number]
    sent = {entry for entry, *_ in named}
    entries = tuple(sorted(entry for entry in table.seats.values() if entry not in sent))
    if stays := [entry for entry in entries if state.entries[entry].locked]:
        player = state.entries[stays[0]].player
        return refuse(
            "SEAT-2",
            "locked",
            f"{player} is locked in his seat at table {number}",
            "name the seat he goes to, or unlock him",
            player=player,
        )
    chairs = frozenset((to, seat) for _, to, seat in named)
    in_play = table_sizes.in_play(state)
    mine = _elsewhere(state, number) - sum(in_play >> to & 1 for to, _ in chairs) - _awaited(state, number)
    mine = min(mine, len(entries) + _left_for_who_was_called(state, number))
    if entries and len(entries) > mine:
        mine = max(mine, 0)
        return refuse(
            "SEAT-7",
            "too_few_seats",
            f"table {number} has {len(entries)} players, and {mine} seats are free for them elsewhere",
            "wait for busts, or name seats at a table that is not in use",
            players=len(entries),
            free_seats=mine,
        )
    return Plan(table=number, entries=entries, named=named, free=_free(state, number, len(entries), chairs))


def _elsewhere(state: Tournament, number: int) -> int:
    """Return how many chairs are free at the other tables: a few additions.

    Chairs at broken tables do not count, nor those that are kept for somebody (SEAT-7).
    """
    table = state.tables[number]
    # The chairs of a table that waits to be broken are counted no more.
    own = 0 if table.breaking else seats_at(state, number) - len(table.seats) - len(table.reserved)
    return table_sizes.free_seats(state) - own


def _left_for_who_was_called(state: Tournament, number: int) -> int:
    """Return how many chairs more than were promised to who was called from the waiting list a break leaves (REG-1).

    The chairs of the club's tables that are not in use yet are among them; below 0: somebody's would be gone.
    """
    if not state.held:
        return 0
    gone = sum(seats_at(state, table) for table in numbers(state.breaking | 1 << number))
    return waiting.chairs_left(state) + len(state.tables[number].reserved) - gone


def _awaited(state: Tournament, number: int) -> int:
    """Return how many players of other tables that wait to be broken need a seat too."""
    return sum(len(state.tables[table].seats) for table in numbers(state.breaking) if table != number)


def _free(
    state: Tournament, leaving: int, players: int, named: frozenset[Chair]
) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Return (table, players, free chairs) of the tables with the fewest players, as far up as it takes to seat all."""
    if not players:
        return ()
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for size, tables in enumerate(state.sizes[1:], start=1):
        found += (_chairs(state, number, named) for number in numbers(tables & ~(1 << leaving)))
        if sum(min(len(seats), max(size + 1 - there, 0)) for _, there, seats in found) >= players:
            break
    return tuple(sorted(row for row in found if row[2]))


def _chairs(state: Tournament, number: int, named: frozenset[Chair]) -> tuple[int, int, tuple[int, ...]]:
    """Return a table with its players, those who are on their way included, and the chairs that are nobody's."""
    table = state.tables[number]
    taken = {*table.seats, *table.reserved, *(seat for to, seat in named if to == number)}
    return number, len(taken), tuple(seat for seat in range(1, seats_at(state, number) + 1) if seat not in taken)


def drawn_chairs(sitting: Sequence[Chair], order: Sequence[int], players: int) -> list[Chair]:
    """Return the chairs that so many players take, one after the other.

    Each takes the first of the chairs in the order drawn that is left at a table where, of those with a chair left, the
    fewest sit by then: so the tables are as even as they can be.

    Args:
        sitting: (table, players) before.
        order: the free chairs, coded, in the order drawn.
        players: how many are to be seated.
    """
    by_now = dict(sitting)
    left = [divmod(code, CODE) for code in order]
    chairs = []
    for _ in range(players):
        fewest = min(by_now[table] for table, _ in left)
        chair = next(chair for chair in left if by_now[chair[0]] == fewest)
        left.remove(chair)
        by_now[chair[0]] += 1
        chairs.append(chair)
    return chairs


def broken(state: Tournament, plan: Plan, lot: Lot | None, at: datetime) -> tuple[e.Event, ...]:
    """Return the break as one event: the players whose seats were named, then the others in the order drawn."""
    placed = list(plan.named)
    sitting = tuple((table, there) for table, there, _ in plan.free)
    if plan.entries and lot is not None:
        chairs = drawn_chairs(sitting, lot.orders[1], len(plan.entries))
        placed += ((entry, *chair) for entry, chair in zip(lot.orders[0], chairs, strict=True))
    seat_of = {entry: seat for seat, entry in state.tables[plan.table].seats.items()}
    unused = sorted({table for _, table, _ in plan.named})
    return (
        *(event for table in unused for event in opens(state, table)),
        e.TableBroken(
            table=plan.table,
            lot=lot.number if plan.entries and lot is not None else None,
            moves=tuple((entry, seat_of[entry], table, seat) for entry, table, seat in placed),
            named=tuple(entry for entry, *_ in plan.named),
            carried=tuple(entry for entry, *_ in placed if state.entries[entry].absent),
            pools=plan.pools,
            sitting=sitting,
            due_at=promises.due(state, at),
        ),
    )


def reopen_table(state: Tournament, command: c.ReopenTable) -> Decision:
    """Put a broken table back into use, empty; one that is about to be broken stays (SEAT-7)."""
    if refusal := not_seated_yet(state):
        return refusal
    table = state.tables.get(command.table)
    if table is not None and table.breaking is not None:
        return (e.BreakDropped(table=table.number, why="reopened"),)
    if table is None or not table.broken:
        return Unchanged(note=f"table {command.table} is not broken")
    return (e.TableReopened(table=table.number),)


def set_break_order(state: Tournament, command: c.SetBreakOrder) -> Decision:
    """Say in which order the tables break from now on; those not named come after them (SEAT-7)."""
    if state.status in {"prizes_pending", "finished", "cancelled"}:
        return refuse("LIFE-1", "wrong_status", f"the tournament is {state.status}", status=state.status)
    if len(set(command.tables)) < len(command.tables):
        return refuse("SEAT-7", "named_twice", "a table breaks once", "name each table once")
    if gone := [number for number in command.tables if not state.settings.has_table(number)]:
        return refuse("SEAT-7", "no_such_table", f"there is no table {gone[0]}", table=gone[0])
    if command.tables == order(state):
        return Unchanged(note="this is the order already")
    return (e.BreakOrderSet(tables=command.tables),)


def order(state: Tournament) -> tuple[int, ...]:
    """Return the order in which tables are to break, as far as it was said: by command, else by the setting."""
    return state.settings.break_order if state.break_order is None else state.break_order


def next_table(state: Tournament) -> int | None:
    """Return the table whose turn it is to break; None: there is but one.

    By the profile that is the smallest, or the first of the order; overflow tables before it where the profile says so,
    the one opened last first (WSOP 35).  Tables that no order names come after it, from the highest number down.
    """
    in_play = table_sizes.in_play(state)
    if in_play.bit_count() < 2:  # noqa: PLR2004
        return None
    rule, listed = state.profile.breaks, order(state)
    if rule == "smallest" or (rule == "floor" and not listed):
        return _smallest(state)
    if rule == "overflow_first":
        listed = (*reversed(state.overflow), *state.settings.overflow_tables, *listed)
    return next((table for table in listed if in_play >> table & 1), in_play.bit_length() - 1)


def _smallest(state: Tournament) -> int:
    """Return the table with the fewest players, of several the highest number; one with a locked player comes last."""
    for tables in state.sizes[1:]:
        table = next((table for table in _downward(tables) if locked_at(state, table) is None), None)
        if table is not None:
            return table
    return table_sizes.emptiest(state)[1].bit_length() - 1


def _downward(tables: int) -> Iterator[int]:
    while tables:
        table = tables.bit_length() - 1
        yield table
        tables ^= 1 << table


def fits(state: Tournament, number: int, spare: int = 0) -> bool:
    """Return whether the other tables have chairs for a table's players, and `spare` more (SEAT-7)."""
    needed = len(state.tables[number].seats) + _awaited(state, number) + spare
    return _elsewhere(state, number) >= needed and _left_for_who_was_called(state, number) >= 0


def can_break(state: Tournament) -> int | None:
    """Return the table whose turn it is if it can break now: what the system says in every profile (SEAT-7)."""
    if not redraws.may_rearrange(state) or table_sizes.free_seats(state) < table_sizes.emptiest(state)[0]:
        # With fewer chairs free than the smallest table has players, whose turn it is need not be looked at.
        return None
    table = next_table(state)
    return table if table is not None and fits(state, table) else None


def due(state: Tournament) -> int | None:
    """Return the table that the house breaks now: by itself, or once the floor confirms it.

    The last two tables are left to the final table.  While somebody may still come in, as many chairs as a table has
    stay free for them: else the table would break just before the next late entry needs another.  In a shootout no
    table breaks (SHO-1).
    """
    if state.profile.breaks == "floor" or isinstance(state.settings.end, OnePerTable):
        return None
    if table_sizes.in_play(state).bit_count() <= 2:  # noqa: PLR2004
        return None
    table = can_break(state)
    if table is None or nobody_comes(state):
        return table
    return table if fits(state, table, state.settings.seats_per_table) else None


def proposed(state: Tournament) -> e.MoveProposed | None:
    """Return the break that the floor is asked to confirm: the system says so as soon as it can be."""
    if state.profile.breaks not in {"set_order", "overflow_first"} or (table := due(state)) is None:
        return None
    of = redraws.instead(state, table)
    if of is not None:
        return redraws.proposal(state, of)
    return e.MoveProposed(
        number=0,
        about="break",
        reason=f"table {table} can break: its {len(state.tables[table].seats)} players fit at the other tables",
        tables=(table,),
    )


def by_itself(state: Tournament) -> tuple[e.Event, ...]:
    """Return the break that the house makes without asking anybody."""
    if state.profile.breaks != "smallest" or (table := due(state)) is None or locked_at(state, table) is not None:
        return ()
    of = redraws.instead(state, table)
    if of is not None:
        return redraws.by_itself(state, of)
    # One that could not be would be dropped and ordered again without end.
    return (e.BreakQueued(table=table),) if isinstance(planned(state, table, ()), Plan) else ()


def anew(state: Tournament) -> Reseating | None:
    """Return the redraw that takes the place of the break that is due; None: none does."""
    table = due(state)
    return None if table is None else redraws.instead(state, table)


def _ready(state: Tournament) -> Iterator[tuple[int, Plan | Rejection]]:
    """Yield the tables that wait to be broken and have no hand in progress, with what is to be drawn for each."""
    if state.running and state.ended_at is None and in_round(state) is None:
        yield from ((table, _waiting_plan(state, table)) for table in numbers(state.breaking & ~state.dealing))


def _waiting_plan(state: Tournament, number: int) -> Plan | Rejection:
    table = state.tables[number]
    there = set(table.seats.values())
    named = tuple(place for place in table.breaking.named if place[0] in there) if table.breaking else ()
    fault = next((fault for _, *chair in named if (fault := chair_fault(state, (chair[0], chair[1])))), None)
    return fault or planned(state, number, named)


def follows(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what comes of breaks that waited: one cannot be any more, or needs no lot because all seats are named."""
    if not state.breaking:
        return ()
    if state.reseating is not None:
        return tuple(e.BreakDropped(table=table, why="redraw") for table in numbers(state.breaking))
    for table, plan in _ready(state):
        if isinstance(plan, Rejection):
            return (e.BreakDropped(table=table, why=_WHY.get(plan.code, "seat_gone")),)
        if not plan.pools:
            return broken(state, plan, None, at)
    return ()


_WHY: dict[str, e.BreakDropReason] = {"too_few_seats": "too_few_seats", "locked": "locked"}


def ready(state: Tournament) -> Plan | None:
    """Return the break that waits for nothing but its lot; None: there is none."""
    return next((plan for _, plan in _ready(state) if isinstance(plan, Plan) and plan.pools), None)


def evolve_queued(state: Tournament, event: e.BreakQueued) -> Tournament:
    """Apply that a table waits to be broken: nobody is sent there any more."""
    table = state.tables[event.table]
    return with_table(state, replace(table, breaking=Breaking(named=event.named)))


def evolve_dropped(state: Tournament, event: e.BreakDropped) -> Tournament:
    """Apply that a table is not broken after all."""
    return with_table(state, replace(state.tables[event.table], breaking=None))


def evolve_broken(state: Tournament, event: e.TableBroken, at: datetime) -> Tournament:
    """Apply a break: everybody sits elsewhere, and the table is in use no more."""
    placed = ((entry, (table, seat)) for entry, _, table, seat in event.moves)
    return close_table(send(state, placed, "break", at=at, due_at=event.due_at), event.table, at)


def evolve_reopened(state: Tournament, event: e.TableReopened) -> Tournament:
    """Apply that a broken table is in use again: an overflow table, whose first button is still to be drawn."""
    table = replace(state.tables[event.table], broken=False, orbits=0, hands=0)
    return _overflow(replace(with_table(state, table), buttons_due=state.buttons_due | 1 << event.table), event.table)


def evolve_order(state: Tournament, event: e.BreakOrderSet) -> Tournament:
    """Apply an order in which tables break."""
    return replace(state, break_order=event.tables)


def evolve_opened(state: Tournament, event: e.TableOpened) -> Tournament:
    """Apply that a table opens: after the first draw for the overflow."""
    opened = open_table(state, event.table)
    return _overflow(opened, event.table) if state.drawn else opened


def _overflow(state: Tournament, number: int) -> Tournament:
    more = table_sizes.in_play(state).bit_count() + 1
    return replace(state, overflow=(*state.overflow, number), drawn_at=max(state.drawn_at, more))
