"""From draft to finished: opening, start, end of play, finish and cancellation (LIFE-1 to LIFE-9)."""

from datetime import datetime, timedelta

from immutables import Map

from domain import arrivals, clock, deals, hand_for_hand, ledger, obligations, pending, prizes, proposals, waiting
from domain import commands as c
from domain import events as e
from domain.absent import computed_stacks
from domain.changes import replace
from domain.chips import counted_event, known_stacks
from domain.decisions import Context, Decision, Rejection, Unchanged, Wanted, refuse
from domain.first_draw import field_seated, field_size, first_draw
from domain.places import places
from domain.profiles import PROFILES
from domain.rounds import in_round
from domain.settings import (
    EndAtTime,
    EndOfLevel,
    LastPlayer,
    OnePerTable,
    PlayersLeft,
    Settings,
    settings_faults,
)
from domain.state import Status, Tournament
from domain.structure import position_of_level
from domain.windows import nobody_comes

FINISH_AFTER = timedelta(minutes=5)
"""How long after the last bust, or the end of play if that came later, the tournament closes by itself (LIFE-9)."""


def faults_refused(settings: Settings) -> Rejection | None:
    """Return why these settings cannot be played, with the first fault's rule and field (LIFE-3, CLK-1)."""
    faults = settings_faults(settings)
    if not faults:
        return None
    first = faults[0]
    return refuse(
        first.rule,
        "bad_settings",
        "; ".join(f"{fault.field}: {fault.reason}" for fault in faults),
        "mend the named fields and send the settings again",
        field=first.field,
    )


def open_registration(state: Tournament, context: Context) -> Decision:
    """Publish a draft; the hash of the draw's seed goes out first (LIFE-1, SEAT-10)."""
    if state.status != "draft":
        return _wrong_status(state, "only a draft can be opened")
    if context.lot is None or context.lot.commitment is None:
        return Wanted(pools=())
    return (e.SeedCommitted(commitment=context.lot.commitment), e.RegistrationOpened())


def _wrong_status(state: Tournament, why: str) -> Rejection:
    return refuse("LIFE-1", "wrong_status", f"the tournament is {state.status}: {why}", status=state.status)


def edit_settings(state: Tournament, command: c.EditSettings) -> Decision:
    """Replace the settings; from the start on they are frozen (LIFE-2)."""
    if state.status not in {"draft", "registration_open"}:
        return refuse(
            "LIFE-2",
            "frozen",
            f"the tournament is {state.status}: its settings are frozen",
            "on the night, use the floor's commands for the clock and the blinds",
            status=state.status,
        )
    if command.version != state.settings_version:
        return refuse(
            "LIFE-2",
            "stale_settings",
            f"version {command.version} was edited, but the settings are at version {state.settings_version}",
            "look at the settings again and edit those",
            version=state.settings_version,
        )
    if refusal := faults_refused(command.settings):
        return refusal
    if refusal := _does_not_fit(state, command.settings):
        return refusal
    if command.settings == state.settings:
        return Unchanged(note="these are the settings already")
    pinned = state.profile
    if command.settings.profile != pinned.id:
        pinned = PROFILES[command.settings.profile]
    return (e.SettingsEdited(version=state.settings_version + 1, settings=command.settings, profile=pinned),)


def _does_not_fit(state: Tournament, settings: Settings) -> Rejection | None:
    """Return why new settings do not fit what has happened: too few places, or a named chair that would be gone."""
    most = settings.most_players
    if most is not None and most < state.registered:
        return refuse("REG-1", "full", f"{state.registered} players are registered", cap=most)
    for table in state.tables.values():
        last = max(table.seats, default=0)
        if last == 0:
            continue
        if not settings.has_table(table.number) or last > settings.seats_per_table:
            return refuse(
                "SEAT-1",
                "named_seat_gone",
                f"somebody has been given table {table.number}, seat {last}",
                table=table.number,
            )
    return None


def start(state: Tournament, context: Context) -> Decision:
    """Start the clock; the field's seats follow by lot (LIFE-4, SEAT-1)."""
    if state.running:
        return refuse("LIFE-1", "already_running", "the tournament is running already")
    if state.status != "registration_open":
        return _wrong_status(state, "only one that is open for registration can start")
    if refusal := _too_few(state) or _no_room(state):
        return refusal
    return begin(state, context.at)


def minimum(state: Tournament) -> int:
    """Return the least field to start: the setting's, else the profile's (LIFE-4); of a Sit & Go all (LIFE-5)."""
    if state.settings.sit_and_go is not None:
        return state.settings.sit_and_go.players
    return state.settings.minimum_players or state.profile.minimum_players


def _too_few(state: Tournament) -> Rejection | None:
    if state.registered >= minimum(state):
        return None
    return refuse(
        "LIFE-4",
        "too_few_players",
        f"{state.registered} players are registered; it takes {minimum(state)}",
        "wait for more, or cancel",
        registered=state.registered,
        minimum=minimum(state),
    )


def _no_room(state: Tournament) -> Rejection | None:
    room = state.settings.table_count * state.settings.seats_per_table
    if field_size(state) <= room:
        return None
    return refuse(
        "SEAT-1",
        "no_room",
        f"{field_size(state)} players do not fit on {state.settings.table_count} tables",
        "edit the settings to have more tables",
        room=room,
    )


def can_start(state: Tournament) -> bool:
    """Return whether a start by the timetable would be accepted now (LIFE-4); a Sit & Go has none."""
    return (
        state.status == "registration_open"
        and state.settings.sit_and_go is None
        and state.settings.auto_start
        and _too_few(state) is None
        and _no_room(state) is None
    )


def begin(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the events of the start: play begins with level 1."""
    return (e.TournamentStarted(), *clock.enter(state, 0, at))


def named_field(state: Tournament) -> tuple[e.Event, ...]:
    """Return the first draw when there is nothing to draw: every player's seat was named, or nobody is there."""
    if not state.running or state.drawn:
        return ()
    plan = first_draw(state)
    return () if plan.entries else (field_seated(state, plan, None),)


def end_of_play(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the end of play once its condition is met (LIFE-9); a round of hand-for-hand is played out first."""
    if not state.running or not state.drawn or state.ended_at is not None or in_round(state):
        return ()
    end = state.settings.end
    closed = nobody_comes(state)
    met = False
    if deals.settled(state):
        return (e.PlayEnded(reason="deal"),)
    if isinstance(end, EndOfLevel):
        last = position_of_level(state.settings.structure, end.level)
        met = (
            state.clock is not None
            and last is not None
            and (state.clock.position > last or (state.clock.position == last and state.clock.expired))
        )
    elif isinstance(end, EndAtTime):
        met = at >= end.at
    elif isinstance(end, OnePerTable):
        met = closed and state.alive > 0 and state.alive == state.tables_in_play
    elif isinstance(end, PlayersLeft):
        met = closed and state.alive <= end.players
    if met:
        return (e.PlayEnded(reason=end.kind),)
    if closed and state.alive <= 1:
        return (e.PlayEnded(reason=LastPlayer().kind),)
    return ()


def finish_due(state: Tournament) -> datetime | None:
    """Return when the tournament closes by itself: 5 minutes after the last bust.

    Where play ended later than with that bust (late registration closed on the last one in), the five minutes run from
    there, so that a command accepted in time is still let in (WIN-6).  None while play goes on, and with several
    survivors: their stacks must be counted first, as they are when a deal ended play.
    """
    if state.ended_at is None or not state.running or (state.alive > 1 and not deals.ranked(state)):
        return None
    return max(state.ended_at, state.last_bust_at or state.ended_at) + FINISH_AFTER


def finish(state: Tournament, command: c.Finish) -> Decision:
    """Close the tournament and record the places; before play has ended only when confirmed (LIFE-9)."""
    if refusal := clock.not_running(state):
        return refusal
    if not state.drawn:
        return refuse("SEAT-1", "draw_pending", "the seats are being drawn", "try again in a moment")
    if state.ended_at is None and not command.confirm:
        return refuse(
            "LIFE-9",
            "still_playing",
            f"{state.alive} players are still in",
            "record the busts, or confirm to close it as it is",
            players_left=state.alive,
        )
    stacks = {stack.player: stack.chips for stack in command.stacks}
    if len(stacks) < len(command.stacks):
        return refuse("RUL-7", "named_twice", "a stack is counted twice", "send each player's stack once")
    several = state.alive - len(state.pending) > 1
    counted, stacks = stacks, {**computed_stacks(state), **known_stacks(state), **deals.stacks_of(state), **stacks}
    if several and (refusal := _stacks_fault(state, stacks)):
        return refusal
    return (*(_counted(state, stacks) if several and counted else ()), *close(state, stacks))


def _counted(state: Tournament, stacks: dict[str, int]) -> tuple[e.ChipsCounted, ...]:
    """Return the survivors' count as one of everybody's chips: it is held against those in play (RUL-7)."""
    entries = [(entry, chips) for player, chips in stacks.items() if (entry := state.current(player)) is not None]
    rows = tuple(sorted((entry.number, entry.player, chips) for entry, chips in entries))
    return (counted_event(state, rows),)


def _stacks_fault(state: Tournament, stacks: dict[str, int]) -> Rejection | None:
    """Return why the survivors cannot be ranked: each needs a counted stack (RUL-7)."""
    sitting = [state.entries[number] for table in state.tables.values() for number in table.seats.values()]
    survivors = {entry.player for entry in sitting if entry.status == "alive"}
    if missing := sorted(survivors - set(stacks)):
        return refuse(
            "RUL-7",
            "count_needed",
            f"{len(survivors)} players are still in and rank by their stacks, so it needs the field stacks for each",
            f"count and send the stack of {', '.join(missing[:10])}",
            field="stacks",
            missing=len(missing),
        )
    if extra := sorted(set(stacks) - survivors):
        return refuse("RUL-7", "not_in_play", f"{extra[0]} is not in play", "leave him out", player=extra[0])
    return None


def close(state: Tournament, stacks: dict[str, int]) -> tuple[e.Event, ...]:
    """Return the events of the finish: whoever could still have come is out, then the places."""
    ended: tuple[e.Event, ...] = ()
    if state.ended_at is None:
        ended = (e.PlayEnded(reason="confirmed"),)
    cut_short = hand_for_hand.closed(state)
    for event in cut_short:
        state = hand_for_hand.evolve_ended(state, event)
    owed = obligations.come_due(state, closing=True)
    for due in owed:
        state = obligations.evolve_due(state, due)
    version = state.results_version + 1
    placed = places(state, {**deals.stacks_of(state), **stacks})
    return (
        *cut_short,
        *ended,
        *owed,
        *pending.all_completed(state),
        *waiting.wound_up(state),
        *arrivals.wound_up(state),
        *proposals.wound_up(state),
        *deals.wound_up(state),
        e.ResultsRecorded(version=version, places=placed),
        *prizes.recorded(state, version, placed),
    )


def finished(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end, once nothing is awaited of the prizes any more and all is credited (LIFE-9)."""
    if state.status != "prizes_pending" or prizes.awaited(state) or not ledger.settled(state):
        return ()
    return (e.TournamentFinished(),)


def corrected_results(state: Tournament) -> tuple[e.Event, ...]:
    """Return the new version of places and prizes when a record was put right after the finish; the old one stays.

    Survivors keep the order that their counted stacks gave them.  A head or a pool that is worth something else is
    reason enough (AUD-5).
    """
    if state.status not in {"prizes_pending", "finished"}:
        return ()
    order = {state.entries[number].player: -place for number, place in state.places.items()}
    again = places(state, order)
    version = state.results_version + 1
    won = prizes.recorded(state, version, again)
    same = dict(state.places) == {number: place for place, number in again}
    if same and not any(prizes.outdated(state, each) for each in won):
        return ()
    return (e.ResultsRecorded(version=version, places=again), *won)


def cancel(state: Tournament) -> Decision:
    """Call the tournament off, from any status before finished (LIFE-8)."""
    if state.status == "cancelled":
        return Unchanged(note="the tournament has been cancelled already")
    if state.status == "finished":
        return _wrong_status(state, "it cannot be cancelled any more")
    return (
        *arrivals.wound_up(state),
        *proposals.wound_up(state),
        *deals.wound_up(state),
        e.TournamentCancelled(debts=state.profile.cancelled_after_start),
    )


def evolve_started(state: Tournament, at: datetime) -> Tournament:
    """Apply the start."""
    return replace(state, status="running", started_at=at, countdown=None)


def evolve_ended(state: Tournament, event: e.PlayEnded, at: datetime) -> Tournament:
    """Apply the end of play; the clock runs on until the finish."""
    return replace(state, ended_at=at, end_reason=event.reason)


def evolve_results(state: Tournament, event: e.ResultsRecorded, at: datetime) -> Tournament:
    """Apply a version of the places; with the first the clock stands, while the prizes are still pending (LIFE-9)."""
    placed = replace(
        state,
        results_version=event.version,
        results_at=(*state.results_at, state.seq + 1),
        places=Map((n, place) for place, n in event.places),
    )
    if not state.running:
        return placed
    stopped = None if state.clock is None else clock.stand(state.clock, at)
    return replace(placed, status="prizes_pending", clock=stopped)


def evolve_over(state: Tournament, event: e.TournamentFinished | e.TournamentCancelled, at: datetime) -> Tournament:
    """Apply the finish or the cancellation: the clock stops, no timer is left."""
    stopped = None if state.clock is None else clock.stand(state.clock, at)
    status: Status = "finished" if isinstance(event, e.TournamentFinished) else "cancelled"
    return replace(state, status=status, clock=stopped, hand_for_hand=None, countdown=None)
