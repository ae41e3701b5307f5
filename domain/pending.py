"""Bust, and still to decide: who could come back keeps the seat for a while and counts as left (KO-5)."""

from datetime import datetime, timedelta

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Context, Decision, Unchanged, refuse
from domain.ids import PlayerId
from domain.lines import first, in_order, joined, without
from domain.seating import free_seat, not_seated_yet, take_seat
from domain.state import Entry, Knockout, Tournament
from domain.windows import window

_AT_THE_TABLE = frozenset({"knockout", "blinded_out"})
"""Causes after which a player may want to go on; the others take him out of the tournament."""


def decide_until(state: Tournament, entry: Entry, cause: str, at: datetime) -> datetime | None:
    """Return until when a player who busts now may decide whether he comes back; None: he is out at once.

    Nobody waits for a player who is not there.
    """
    seconds = state.profile.pending_seconds
    if seconds is None or cause not in _AT_THE_TABLE or entry.absent or state.ended_at is not None:
        return None
    return at + timedelta(seconds=seconds) if can_come_back(state, entry.player) else None


def can_come_back(state: Tournament, player: PlayerId) -> bool:
    """Return whether a bust player could rebuy or re-enter as the windows stand."""
    if window(state, "rebuy").open:
        return True
    most = state.settings.re_entries
    taken = len(state.players[player].entries) - 1
    return window(state, "re_entry").open and (most is None or taken < most)


def _everybody_can(state: Tournament) -> bool:
    """Return whether no bust player need be looked at, however many re-entries he has had."""
    if window(state, "rebuy").open:
        return True
    return state.settings.re_entries is None and window(state, "re_entry").open


def due(state: Tournament) -> datetime | None:
    """Return when the first decision is due; None: none is awaited."""
    number = first(state.pending)
    return None if number is None or not state.running else state.knockouts[number].pending_until


def overdue(state: Tournament) -> tuple[e.Event, ...]:
    """Return the completion of the bust whose time to decide is up."""
    number = first(state.pending)
    return () if number is None else (completed(state, number, "time"),)


def no_way_back(state: Tournament) -> tuple[e.Event, ...]:
    """Return the completion of busts whose players cannot come back any more: what they could buy is shut."""
    if not state.pending or not state.running or _everybody_can(state):
        return ()
    numbers = in_order(state.pending)
    return tuple(
        completed(state, number, "no_way_back")
        for number in numbers
        if not can_come_back(state, state.knockouts[number].player)
    )


def all_completed(state: Tournament) -> tuple[e.EliminationCompleted, ...]:
    """Return the completion of every pending bust, as the tournament is closed."""
    return tuple(completed(state, number, "no_way_back") for number in in_order(state.pending))


def completed(state: Tournament, number: int, why: e.Completion) -> e.EliminationCompleted:
    """Return the completion of the bust with this knockout record."""
    knockout = state.knockouts[number]
    return e.EliminationCompleted(
        knockout=number, entry=knockout.entry, player=knockout.player, chair=knockout.chair, why=why
    )


def undecided(state: Tournament, player: PlayerId, accepted_at: datetime) -> Knockout | None:
    """Return the bust after which the player could still rebuy when the command was accepted; None: there is none.

    What ended the wait may stand on record already: the instant decides, as for a window (WIN-6).
    """
    entry = state.current(player)
    knockout = state.knockouts[entry.knockout] if entry is not None and entry.knockout else None
    if entry is None or knockout is None or knockout.pending_until is None:
        return None
    if entry.status == "pending":
        return knockout
    return knockout if knockout.completed_at is not None and accepted_at < knockout.completed_at else None


def decline_rebuy(state: Tournament, command: c.DeclineRebuy, context: Context) -> Decision:
    """Complete a pending bust on the player's word."""
    if context.role == "player" and context.actor != command.player:
        return refuse("SEC-1", "not_yourself", "players can act for themselves only")
    if refusal := not_seated_yet(state):
        return refusal
    entry = state.current(command.player)
    if entry is None or entry.status not in {"pending", "out"}:
        status = "unknown" if entry is None else entry.status
        return refuse("KO-5", "not_pending", f"{command.player} has no bust to decide about", status=status)
    if entry.status == "out" or entry.knockout is None:
        return Unchanged(note=f"{command.player} is out already")
    return (completed(state, entry.knockout, "word"),)


def evolve_completed(state: Tournament, event: e.EliminationCompleted, at: datetime) -> Tournament:
    """Apply the completion of a bust: the entry is out and its seat free."""
    freed = free_seat(state, event.entry)
    entry = replace(freed.entries[event.entry], status="out")
    knockout = replace(state.knockouts[event.knockout], completed_at=at)
    return replace(
        freed,
        entries=freed.entries.set(event.entry, entry),
        knockouts=state.knockouts.set(event.knockout, knockout),
        pending=without(state.pending, event.knockout),
        alive=state.alive - 1,
    )


def evolve_pending(state: Tournament, number: int, until: datetime) -> Tournament:
    """Apply that a decision about a bust is awaited until then: one that was completed is pending again (CLK-9)."""
    knockout = replace(state.knockouts[number], pending_until=until)
    awaited = replace(state, knockouts=state.knockouts.set(number, knockout))
    if number in state.pending:
        return awaited
    entry = replace(state.entries[knockout.entry], status="pending")
    awaited = replace(awaited, entries=awaited.entries.set(entry.number, entry))
    seated = take_seat(awaited, entry.number, knockout.chair, None)
    return replace(
        seated,
        knockouts=seated.knockouts.set(number, replace(knockout, completed_at=None)),
        pending=joined(state.pending, number, entry.number),
        alive=state.alive + 1,
    )
