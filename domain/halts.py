"""Tables that are so short that they should stop until they are balanced (SEAT-13; TDA 11D)."""

from typing import Final

from domain import commands as c
from domain import events as e
from domain import table_sizes
from domain.button import between, idle_seats, next_deal
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Decision, Unchanged, refuse
from domain.state import Tournament

FULL_RING: Final = 7
"""From so many seats on a profile's number holds; at smaller tables the director's setting alone does (TDA 11D)."""


def number(state: Tournament) -> int | None:
    """Return by how many players fewer than the fullest a table stops: the setting's, else the profile's."""
    own = state.settings.halts_when_short
    if own is not None:
        return own or None
    return state.profile.halts_when_short if state.settings.seats_per_table >= FULL_RING else None


def short(state: Tournament) -> int:
    """Return the tables that are so short by elimination; a table that is still filling up is not."""
    fewer = number(state)
    if fewer is None or not state.running or not state.drawn or state.ended_at is not None:
        return 0
    most, _ = table_sizes.fullest(state)
    mask = 0
    for tables in state.sizes[1 : most - fewer + 1]:
        mask |= tables
    return mask & state.shortened


def follows(state: Tournament) -> tuple[e.Event, ...]:
    """Return the advice to a table that has become so short, or the end of it where one no longer is."""
    mask = short(state)
    if mask == state.halts:
        return ()
    table = table_sizes.lowest(mask & ~state.halts)
    if table is not None:
        most, _ = table_sizes.fullest(state)
        return (e.HaltAdvised(table=table, players=len(state.tables[table].seats), fullest=most),)
    over = table_sizes.lowest(state.halts & ~mask)
    return () if over is None else (e.HaltEnded(table=over),)


def blinds_touched(state: Tournament, table: int) -> bool | None:
    """Return whether a short table's next big blind passes an empty seat: from that hand on it should stop (TDA 11D).

    None: it is not asked to stop, or where its button was last is not known.
    """
    of = state.tables[table]
    if not (state.halts & ~state.halts_waived) >> table & 1 or of.deal is None:
        return None
    coming = next_deal(of, without=idle_seats(state, of))
    if coming is None:
        return None
    empty = (seat for seat in range(1, table_sizes.seats_at(state, table) + 1) if seat not in of.seats)
    return any(between(seat, of.deal.big_blind, coming.big_blind) for seat in empty)


def waive(state: Tournament, command: c.WaiveHalt) -> Decision:
    """Let a short table play on; that is the floor's to say and no misdeal (TDA 11D)."""
    if refusal := not_running(state):
        return refusal
    bit = 1 << command.table
    if not state.halts & bit:
        return refuse(
            "SEAT-13", "not_short", f"table {command.table} is not asked to stop", "look at the tables that are"
        )
    if state.halts_waived & bit:
        return Unchanged(note=f"table {command.table} plays on already")
    return (e.HaltWaived(table=command.table),)


def evolve_advised(state: Tournament, event: e.HaltAdvised) -> Tournament:
    """Apply the advice."""
    return replace(state, halts=state.halts | 1 << event.table)


def evolve_waived(state: Tournament, event: e.HaltWaived) -> Tournament:
    """Apply the floor's word that a table plays on."""
    return replace(state, halts_waived=state.halts_waived | 1 << event.table)


def evolve_ended(state: Tournament, event: e.HaltEnded) -> Tournament:
    """Apply the end of the advice, and of a waiver with it."""
    rest = ~(1 << event.table)
    return replace(state, halts=state.halts & rest, halts_waived=state.halts_waived & rest)


def evolve_busted(state: Tournament, event: e.Busted) -> Tournament:
    """Return the state after a bust: it leaves a chair free at once, or when the player has decided (KO-5)."""
    return state if event.pending_until is not None else _shortened(state, event.chair[0])


def evolve_completed(state: Tournament, event: e.EliminationCompleted) -> Tournament:
    """Return the state after a bust player is out for good."""
    return _shortened(state, event.chair[0])


def _shortened(state: Tournament, table: int) -> Tournament:
    """Return the state with a table known as one that has lost a player by a bust."""
    return replace(state, shortened=state.shortened | 1 << table)
