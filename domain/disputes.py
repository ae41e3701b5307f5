"""Disputes about a pot: until when they are let in, who raises one, and what the floor makes of it (RUL-4).

The window of a hand opens with its end, when the pot is awarded, and shuts with the table's next hand; once a break has
begun, or the table is broken, it shuts a minute after the pot, or then if that is later.  Only there does a timer wait
for it: a hand that follows on another closes the window by itself.  A table that does not report its hands has no
window: whether a dispute comes in time is the floor's to say.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Context, Decision, Rejection, refuse
from domain.state import Dispute, Table, Tournament
from domain.structure import Break
from domain.table_sizes import in_play, numbers
from domain.times import to_text

AFTER_THE_POT = timedelta(minutes=1)
"""So long may a hand that goes into a break be disputed (TDA 22)."""
MOST_OPEN = 9
"""Open disputes that a table may have."""


def raise_dispute(state: Tournament, command: c.RaiseDispute, context: Context) -> Decision:
    """Record a dispute of a table, if it was raised in time: judged by the accepted instant (WIN-6).

    Without `hand` it is about the last hand that was over then.  The hand in progress may be disputed as long as it
    lasts, if it is named.
    """
    if refusal := not_running(state):
        return refusal
    table = state.tables.get(command.table)
    if table is None:
        return refuse("RUL-4", "no_such_table", f"there is no table {command.table}", table=command.table)
    if refusal := _not_of(state, command, table):
        return refusal
    if len(table.disputes) >= MOST_OPEN:
        return refuse(
            "RUL-4",
            "too_many",
            f"table {table.number} has {MOST_OPEN} open disputes",
            "settle one of them first",
            table=table.number,
        )
    hand = _disputed(table, command, context.accepted_at)
    if isinstance(hand, Rejection):
        return hand
    late = _late(state, command, table, hand, context.accepted_at)
    return late or (
        e.DisputeRaised(
            dispute=state.disputes_raised + 1,
            table=table.number,
            hand=hand or None,
            player=command.player,
            subject=command.subject,
        ),
    )


def _not_of(state: Tournament, command: c.RaiseDispute, table: Table) -> Rejection | None:
    """Return why this player cannot dispute there: anybody at the table may, and who just bust from it."""
    if command.player is None:
        return None
    entry = state.current(command.player)
    chair = entry.chair if entry else None
    if entry is not None and entry.status == "out" and entry.knockout is not None:
        chair = state.knockouts[entry.knockout].chair
    if chair is not None and chair[0] == table.number:
        return None
    return refuse(
        "RUL-4",
        "not_at_table",
        f"{command.player} does not play at table {table.number}",
        "name somebody who does, or nobody",
        player=command.player,
        table=table.number,
    )


def _disputed(table: Table, command: c.RaiseDispute, accepted_at: datetime) -> int | Rejection | None:
    """Return the number of the hand that is disputed, 0 for one before the first; None where hands are not reported."""
    if table.pot_at is None and table.hand is None:
        return command.hand
    in_it = table.hand is not None or (table.pot_at is not None and accepted_at < table.pot_at)
    hand = table.dealt - in_it if command.hand is None else command.hand
    if hand <= table.dealt:
        return hand
    return refuse(
        "RUL-4",
        "no_such_hand",
        f"table {table.number} has not dealt hand {hand} yet",
        "leave the hand out, or name the last one",
        table=table.number,
        hand=table.dealt,
    )


def _late(
    state: Tournament, command: c.RaiseDispute, table: Table, hand: int | None, accepted_at: datetime
) -> Rejection | None:
    """Return why a dispute comes too late; None: it is in time, or nobody but the floor can tell."""
    if hand is None or (table.pot_at is None and table.hand is None):
        return None
    ends: datetime | None
    if hand < table.dealt - 1:
        ends = None
    elif hand == table.dealt:
        ends = None if table.hand is not None else table.disputes_until
        if ends is None:
            return None
    else:
        ends = table.disputed_until
        if _until_action(state, command, table):
            return None
    if ends is not None and accepted_at < ends:
        return None
    told = f"could be disputed until {to_text(ends)}" if ends is not None else "has been followed by others"
    return refuse(
        "RUL-4",
        "too_late",
        f"that hand of table {table.number} {told}",
        "" if table.hand is None else f"if it is about the hand in progress, name hand {table.hand}",
        table=table.number,
        hand=hand,
        until=None if ends is None else to_text(ends),
        accepted_at=to_text(accepted_at),
    )


def _until_action(state: Tournament, command: c.RaiseDispute, table: Table) -> bool:
    """Return whether a pot's count may be disputed although the next hand has begun: nobody has acted in it yet.

    After a break the minute has passed, whatever is dealt since.
    """
    if table.hand is None or not command.before_action or command.subject != "pot_count":
        return False
    return state.profile.pot_count_disputes == "substantial_action" and table.disputed_until == table.hand_at


def settle_dispute(state: Tournament, command: c.SettleDispute) -> Decision:
    """Close an open dispute: upheld or not."""
    if refusal := not_running(state):
        return refusal
    dispute = state.disputes.get(command.dispute)
    if dispute is None:
        was = command.dispute <= state.disputes_raised
        reason = f"dispute {command.dispute} is settled" if was else f"there is no dispute {command.dispute}"
        return refuse("RUL-4", "not_open", reason, dispute=command.dispute)
    return (e.DisputeSettled(dispute=dispute.number, table=dispute.table, upheld=command.upheld),)


def due(state: Tournament) -> datetime | None:
    """Return when the next window shuts that a break closes; None while none is about to."""
    return state.closing[0][0] if state.closing and state.running else None


def close(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the shutting of the windows whose minute is up."""
    tables = tuple(sorted(table for ends, table in state.closing if ends <= at))
    return (e.DisputeWindowClosed(tables=tables),) if tables else ()


def evolve_started(state: Tournament, event: e.HandStarted, at: datetime) -> Tournament:
    """Apply the beginning of a hand: the hand before it can be disputed no more."""
    table = state.tables[event.table]
    begun = replace(table, disputed_until=min(at, table.disputes_until or at), disputes_until=None, hand_at=at)
    return _without(replace(state, tables=state.tables.set(table.number, begun)), frozenset({table.number}))


def evolve_ended(state: Tournament, number: int, at: datetime) -> Tournament:
    """Apply the end of a hand: the pot is awarded, and in a break its minute begins."""
    pot = replace(state.tables[number], pot_at=at)
    state = replace(state, tables=state.tables.set(number, pot))
    return _closes(state, (number,), at) if _in_break(state) else state


def evolve_reported(state: Tournament, number: int) -> Tournament:
    """Apply a batch of hands: when the last of them ended is not known."""
    silent = replace(
        state.tables[number], pot_at=None, hand_at=None, disputes_until=None, disputed_until=None, hand_step=None
    )
    return _without(replace(state, tables=state.tables.set(number, silent)), frozenset({number}))


def evolve_step(state: Tournament, at: datetime) -> Tournament:
    """Apply the beginning of a step: in a break a minute after the pot is the end, where no hand is in progress."""
    if not _in_break(state):
        return state
    return _shut(state, numbers(in_play(state) & ~state.dealing), at)


def evolve_broken(state: Tournament, number: int, at: datetime) -> Tournament:
    """Apply that a table is broken: no hand follows there, so that a minute after the last pot is the end."""
    return _shut(state, (number,), at)


def _shut(state: Tournament, tables: Iterable[int], at: datetime) -> Tournament:
    """Return the state with the windows shutting of which no next hand is the end."""
    open_now = (n for n in tables if state.tables[n].pot_at and state.tables[n].disputes_until is None)
    return _closes(state, tuple(open_now), at)


def _in_break(state: Tournament) -> bool:
    clock = state.clock
    return clock is not None and isinstance(state.settings.structure.steps[clock.position], Break)


def _closes(state: Tournament, tables: tuple[int, ...], at: datetime) -> Tournament:
    """Return the state with the windows of these tables shutting a minute after their pots, or now if that is past."""
    if not tables:
        return state
    ends = {n: max(pot + AFTER_THE_POT, at) for n in tables if (pot := state.tables[n].pot_at) is not None}
    closing = sorted([*state.closing, *((end, n) for n, end in ends.items())])
    return _with_ends(replace(state, closing=tuple(closing)), ends)


def _with_ends(state: Tournament, ends: Mapping[int, datetime | None]) -> Tournament:
    tables = state.tables.mutate()
    for number, end in ends.items():
        tables[number] = replace(tables[number], disputes_until=end)
    return replace(state, tables=tables.finish())


def evolve_closed(state: Tournament, event: e.DisputeWindowClosed) -> Tournament:
    """Apply the shutting of windows: the tables keep the instants."""
    return _without(state, frozenset(event.tables))


def _without(state: Tournament, tables: frozenset[int]) -> Tournament:
    if not any(table in tables for _, table in state.closing):
        return state
    return replace(state, closing=tuple((end, table) for end, table in state.closing if table not in tables))


def evolve_raised(state: Tournament, event: e.DisputeRaised, at: datetime) -> Tournament:
    """Apply a dispute raised: it is open at its table."""
    dispute = Dispute(
        number=event.dispute, table=event.table, hand=event.hand, player=event.player, subject=event.subject, since=at
    )
    table = state.tables[event.table]
    table = replace(table, disputes=(*table.disputes, event.dispute))
    return replace(
        state,
        tables=state.tables.set(event.table, table),
        disputes=state.disputes.set(event.dispute, dispute),
        disputes_raised=event.dispute,
    )


def evolve_settled(state: Tournament, event: e.DisputeSettled) -> Tournament:
    """Apply a dispute settled."""
    table = state.tables[event.table]
    table = replace(table, disputes=tuple(number for number in table.disputes if number != event.dispute))
    return replace(state, tables=state.tables.set(event.table, table), disputes=state.disputes.delete(event.dispute))


def open_again(state: Tournament, stopped_at: datetime, at: datetime) -> tuple[tuple[int, datetime | None], ...]:
    """Return the windows that were open when the room really stopped: (table, until when they are open now) (CLK-9).

    In a break, and at a table that is broken, each has what was left of its minute; else it shuts with the table's next
    hand (None).

    Args:
        state: the state with the clock as the re-base leaves it.
        stopped_at: when the room stopped.
        at: now.
    """
    in_break = _in_break(state)
    return tuple(
        (number, at + (until - stopped_at) if in_break or table.broken else None)
        for number, table in sorted(state.tables.items())
        if (until := table.disputes_until) is not None and until > stopped_at
    )


def evolve_again(state: Tournament, windows: tuple[tuple[int, datetime | None], ...]) -> Tournament:
    """Apply the windows that a re-base has opened again."""
    state = _without(state, frozenset(table for table, _ in windows))
    closing = sorted((*state.closing, *((until, table) for table, until in windows if until is not None)))
    return _with_ends(replace(state, closing=tuple(closing)), dict(windows))
