"""What becomes of counted stacks with each event: they are known until play goes on (RUL-7)."""

from collections.abc import Iterable

from domain import chips
from domain import events as e
from domain.changes import replace
from domain.state import Counting, Entry, TableCount, Tournament
from domain.touched import touched


def follow(before: Tournament, state: Tournament, recorded: e.Recorded) -> Tournament:
    """Return the state after an event with the counted stacks that are still true.

    Once play goes on none is.  While it stands, chips that are issued are added to what was counted, and who is out,
    or sits elsewhere with chips that were counted together with others', is no longer counted, nor is who has won his
    chips.  Which entries an event changes the event itself says (touched.py), so that a new one is followed as soon as
    its rows are.
    """
    counting = state.counting
    if not counting.players or isinstance(recorded.event, e.ChipsCounted | e.DealProposed):
        return state
    if isinstance(recorded.event, e.ClockRebased) or not chips.stands(state):
        return replace(state, counting=Counting(last=counting.last, whole=counting.whole))
    match recorded.event:
        case e.HandStarted() | e.HandsReported() | e.TableFinished() as event:
            counting = _played(state, counting, event.table)
        case e.StackCounted() as event if event.entry in counting.stacks:
            counting = chips.with_stack(counting, event.entry, event.stack)
        case e.Busted() as event if _had_chips(counting, event):
            counting = _changed(before, state, counting, touched(state, recorded).entries)
            counting = _richer(state, counting, event.killers)
        case _:
            counting = _changed(before, state, counting, touched(state, recorded).entries)
    return state if counting is state.counting else replace(state, counting=counting)


def _played(state: Tournament, counting: Counting, table: int) -> Counting:
    """Return the counts without those of a table that has played all the same."""
    for number in state.tables[table].seats.values():
        counting = chips.without_entry(counting, number)
    return chips.without_table(counting, table)


def _had_chips(counting: Counting, event: e.Busted) -> bool:
    """Return whether who is out had been counted with chips, by himself or with his table."""
    together = counting.tables.get(event.chair[0])
    return bool(counting.stacks.get(event.entry)) or (together is not None and event.entry in together.entries)


def _richer(state: Tournament, counting: Counting, killers: Iterable[str]) -> Counting:
    """Return the counts without those of the killers: each has won chips that were counted as somebody else's."""
    for player in killers:
        entry = state.entries[state.players[player].entries[-1]]
        counting = chips.without_entry(counting, entry.number)
        table = entry.chair[0] if entry.chair is not None else 0
        together = counting.tables.get(table)
        if together is not None and entry.number in together.entries:
            counting = chips.without_table(counting, table)
    return counting


def _changed(before: Tournament, state: Tournament, counting: Counting, numbers: Iterable[int]) -> Counting:
    for number in sorted(numbers):
        old, new = before.entries.get(number), state.entries[number]
        if old is None or old.status not in {"alive", "pending"} or (old.status == "pending" and new.chips > old.chips):
            counting = _issued(counting, old, new)
        elif number in counting.stacks:
            counting = _alone(counting, old, new)
        elif old.chair is not None:
            counting = _together(counting, old, new)
    return counting


def _issued(counting: Counting, old: Entry | None, new: Entry) -> Counting:
    """Return the counts with a stack that was just bought: it is known.  One that comes back is not."""
    bought = new.chips - (old.chips if old is not None else 0)
    fresh = new.status == "alive" and bought > 0 and not new.absent
    return chips.with_stack(counting, new.number, bought) if fresh else counting


def _alone(counting: Counting, old: Entry, new: Entry) -> Counting:
    """Return the counts with what an event makes of a stack that was counted by itself."""
    if new.status != "alive":
        return chips.without_entry(counting, new.number)
    return chips.with_stack(counting, new.number, counting.stacks[new.number] + new.chips - old.chips)


def _together(counting: Counting, old: Entry, new: Entry) -> Counting:
    """Return the counts with what an event makes of a stack that was counted with others at its table."""
    table = old.chair[0] if old.chair is not None else 0
    total = counting.tables.get(table)
    if total is None or new.number not in total.entries:
        return counting
    if new.status != "alive" or new.chair is None or new.chair[0] != table:
        return chips.without_table(counting, table)
    more = new.chips - old.chips
    richer = TableCount(chips=total.chips + more, entries=total.entries)
    return replace(counting, tables=counting.tables.set(table, richer), counted=counting.counted + more)
