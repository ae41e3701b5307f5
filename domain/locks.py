"""Who is not moved: players locked in their seats, and those exempt from balancing (SEAT-2, SEAT-5)."""

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.ids import PlayerId
from domain.state import Entry, Tournament


def _holds_a_place(state: Tournament, player: PlayerId) -> Entry | Rejection:
    if state.status != "registration_open" and (refusal := not_running(state)):
        return refusal
    entry = state.current(player)
    if entry is not None and entry.status in {"waiting", "registered", "alive", "pending"}:
        return entry
    return refuse(
        "SEAT-2",
        "not_in_the_field",
        f"{player} has no entry here" if entry is None else f"{player} is {entry.status}",
        "choose a player who is registered or in play",
        player=player,
        status="unknown" if entry is None else entry.status,
    )


def lock_seat(state: Tournament, command: c.LockSeat) -> Decision:
    """Lock a player in his seat, or unlock him: a voluntary dealer, special needs, the director (SEAT-2)."""
    entry = _holds_a_place(state, command.player)
    if isinstance(entry, Rejection):
        return entry
    if entry.locked == command.locked:
        return Unchanged(note=f"{entry.player} is {'' if entry.locked else 'not '}locked in his seat")
    return (e.SeatLocked(entry=entry.number, player=entry.player, locked=command.locked),)


def exempt_player(state: Tournament, command: c.ExemptPlayer) -> Decision:
    """Have a player never moved to balance tables, or let it be done again (SEAT-5)."""
    entry = _holds_a_place(state, command.player)
    if isinstance(entry, Rejection):
        return entry
    if entry.exempt == command.exempt:
        return Unchanged(note=f"{entry.player} is {'' if entry.exempt else 'not '}exempt")
    return (e.PlayerExempted(entry=entry.number, player=entry.player, exempt=command.exempt),)


def evolve_locked(state: Tournament, event: e.SeatLocked) -> Tournament:
    """Apply a lock, or its end."""
    entry = replace(state.entries[event.entry], locked=event.locked)
    return replace(state, entries=state.entries.set(event.entry, entry))


def evolve_exempted(state: Tournament, event: e.PlayerExempted) -> Tournament:
    """Apply an exemption, or its end."""
    entry = replace(state.entries[event.entry], exempt=event.exempt)
    return replace(state, entries=state.entries.set(event.entry, entry))
