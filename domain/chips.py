"""Chips that are counted, and which stacks are known because of it (RUL-7).

Chips are counted while nobody plays: in a break, while the clock is stopped by a pause, a review or a deal talk, and
once play has ended.  While tables play, chips lie in pots and change hands, so that what was counted at one table would
not be true any more when the next is.  Tables are counted one by one, by whoever stands there: counts of one stop of
play add up, and once they have everybody's chips they are held against those in play.  A stack that was counted by
itself is known until play goes on, and serves every command that needs it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Rejection, refuse
from domain.ids import PlayerId
from domain.seating import living
from domain.state import ChipCount, Counting, Entry, Table, TableCount, Tournament
from domain.structure import Break

_STANDS = frozenset({"pause", "review", "deal"})
"""Stops of the clock during which nobody plays; in hand-for-hand hands are played while it stands."""


def stands(state: Tournament) -> bool:
    """Return whether nobody plays: in a break, while the clock is stopped, and once play has ended."""
    if not state.drawn or state.clock is None:
        return False
    if not state.running or state.ended_at is not None:
        return True
    step = state.settings.structure.steps[state.clock.position]
    return isinstance(step, Break) or not _STANDS.isdisjoint(state.clock.stops)


def stack_of(state: Tournament, entry: Entry) -> int | None:
    """Return a stack that is known because it was counted and not played with since; None: it must be counted."""
    return state.counting.stacks.get(entry.number)


def known_stacks(state: Tournament) -> Mapping[PlayerId, int]:
    """Return all stacks that are known so, by player."""
    return {state.entries[number].player: chips for number, chips in state.counting.stacks.items()}


def count_chips(state: Tournament, command: c.CountChips) -> Decision:
    """Put counts on record; what is counted later takes the place of what was counted before (RUL-7)."""
    if refusal := _not_now(state):
        return refusal
    if not command.stacks and not command.tables:
        return refuse("RUL-7", "nothing_counted", "nobody's chips are given", "send stacks or tables", field="stacks")
    tables = _tables(state, command)
    if isinstance(tables, Rejection):
        return tables
    stacks = _stacks(state, command, {table.number for table, _ in tables})
    if isinstance(stacks, Rejection):
        return stacks
    counted = counted_event(
        state,
        tuple((entry.number, entry.player, chips) for entry, chips in stacks),
        tuple((table.number, chips, tuple(_at(state, table))) for table, chips in tables),
    )
    computed = ((entry, chips) for entry, chips in stacks if entry.absent and entry.absent_stack != chips)
    absent = tuple(
        e.StackCounted(entry=entry.number, player=entry.player, stack=chips, before=entry.absent_stack)
        for entry, chips in computed
    )
    return (counted, *absent)


def counted_event(
    state: Tournament,
    stacks: tuple[tuple[int, PlayerId, int], ...],
    tables: tuple[tuple[int, int, tuple[int, ...]], ...] = (),
) -> e.ChipsCounted:
    """Return these counts as an event, with what they come to together with those before."""
    event = e.ChipsCounted(
        stacks=stacks,
        tables=tables,
        counted=0,
        players=0,
        left=state.alive - len(state.pending),
        chips_in_play=state.chips_in_play,
    )
    after = _with(state, event)
    return replace(event, counted=after.counted, players=after.players)


def _not_now(state: Tournament) -> Rejection | None:
    if state.status in {"draft", "registration_open"} or not state.drawn:
        return refuse(
            "LIFE-1", "not_running", f"the tournament is {state.status}: nobody sits yet", status=state.status
        )
    if not stands(state):
        return refuse(
            "RUL-7",
            "being_played",
            "chips are counted while nobody plays",
            "count them in the next break, or pause, or hold play for a review",
        )
    return None


def _tables(state: Tournament, command: c.CountChips) -> tuple[tuple[Table, int], ...] | Rejection:
    if len({total.table for total in command.tables}) < len(command.tables):
        return refuse("RUL-7", "named_twice", "a table is counted twice", "send each table once", field="tables")
    found = []
    for total in command.tables:
        table = state.tables.get(total.table)
        if table is None or not any(True for _ in _at(state, table)):
            return refuse(
                "RUL-7",
                "no_such_table",
                f"nobody has chips at table {total.table}",
                "leave it out",
                field="tables",
                table=total.table,
            )
        if table.hand is not None:
            return _in_a_hand(table)
        found.append((table, total.chips))
    return tuple(found)


def _stacks(state: Tournament, command: c.CountChips, tables: set[int]) -> tuple[tuple[Entry, int], ...] | Rejection:
    if len({stack.player for stack in command.stacks}) < len(command.stacks):
        return refuse("RUL-7", "named_twice", "a stack is counted twice", "send each player's once", field="stacks")
    found = []
    for stack in command.stacks:
        entry = living(state, stack.player)
        if isinstance(entry, Rejection):
            return refuse(
                "RUL-7",
                "not_in_play",
                f"{stack.player} has no chips in play",
                "leave him out",
                field="stacks",
                player=stack.player,
            )
        table = state.tables[entry.chair[0]] if entry.chair is not None else None
        if table is not None and table.number in tables:
            return refuse(
                "RUL-7",
                "named_twice",
                f"{stack.player} is counted with table {table.number} too",
                "send him or his table",
                field="stacks",
                player=stack.player,
            )
        if table is not None and table.hand is not None:
            return _in_a_hand(table)
        if not stack.chips:
            return refuse(
                "RUL-7",
                "no_chips",
                f"{stack.player} has no chips",
                "record his bust",
                field="stacks",
                player=stack.player,
            )
        found.append((entry, stack.chips))
    return tuple(found)


def _in_a_hand(table: Table) -> Rejection:
    return refuse(
        "RUL-7",
        "hand_in_progress",
        f"table {table.number} is in hand {table.hand}, and chips are in it",
        "count when that hand is over",
        table=table.number,
    )


def _at(state: Tournament, table: Table) -> Iterator[int]:
    """Yield the entries that have chips at a table, in the order of their seats."""
    return (number for _, number in sorted(table.seats.items()) if state.entries[number].status == "alive")


def _with(state: Tournament, event: e.ChipsCounted) -> Counting:
    """Return what is known with these counts: the later count of the same chips stands."""
    counting = state.counting
    for table, chips, numbers in event.tables:
        for number in numbers:
            counting = without_entry(counting, number)
        counting = without_table(counting, table)
        counting = replace(
            counting,
            tables=counting.tables.set(table, TableCount(chips=chips, entries=numbers)),
            counted=counting.counted + chips,
            players=counting.players + len(numbers),
        )
    for number, _, chips in event.stacks:
        chair = state.entries[number].chair
        if chair is not None:
            counting = _apart(counting, chair[0], number, chips)
        counting = with_stack(counting, number, chips)
    return counting


def _apart(counting: Counting, table: int, number: int, chips: int) -> Counting:
    """Return the counts with an entry's chips taken out of its table's; where it has more, the table's were wrong."""
    total = counting.tables.get(table)
    if total is None or number not in total.entries:
        return counting
    rest = tuple(other for other in total.entries if other != number)
    counting = without_table(counting, table)
    if total.chips < chips or not rest:
        return counting
    return replace(
        counting,
        tables=counting.tables.set(table, TableCount(chips=total.chips - chips, entries=rest)),
        counted=counting.counted + total.chips - chips,
        players=counting.players + len(rest),
    )


def with_stack(counting: Counting, number: int, chips: int) -> Counting:
    """Return the counts with an entry's known stack."""
    before = without_entry(counting, number)
    return replace(
        before,
        stacks=before.stacks.set(number, chips),
        counted=before.counted + chips,
        players=before.players + 1,
    )


def without_entry(counting: Counting, number: int) -> Counting:
    """Return the counts without an entry's stack."""
    chips = counting.stacks.get(number)
    if chips is None:
        return counting
    return replace(
        counting,
        stacks=counting.stacks.delete(number),
        counted=counting.counted - chips,
        players=counting.players - 1,
    )


def without_table(counting: Counting, table: int) -> Counting:
    """Return the counts without what was counted at a table together."""
    total = counting.tables.get(table)
    if total is None:
        return counting
    return replace(
        counting,
        tables=counting.tables.delete(table),
        counted=counting.counted - total.chips,
        players=counting.players - len(total.entries),
    )


def evolve_counted(state: Tournament, event: e.ChipsCounted, at: datetime) -> Tournament:
    """Apply counts."""
    count = ChipCount(
        at=at, counted=event.counted, players=event.players, left=event.left, chips_in_play=event.chips_in_play
    )
    counting = replace(_with(state, event), last=count)
    if count.whole:
        counting = replace(counting, whole=count)
    entries, tables = state.entries.mutate(), state.tables.mutate()
    for number, _, chips in event.stacks:
        entries[number] = replace(entries[number], last_count=(at, chips))
    for number, chips, _ in event.tables:
        tables[number] = replace(tables[number], last_count=(at, chips))
    return replace(state, entries=entries.finish(), tables=tables.finish(), counting=counting)


def evolve_deal(state: Tournament, event: e.DealProposed, at: datetime) -> Tournament:
    """Apply the stacks that were counted for a deal: they are everybody's."""
    stacks = tuple((number, player, chips) for number, player, chips, _ in event.shares)
    return evolve_counted(state, counted_event(state, stacks), at)
