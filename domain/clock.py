"""The level clock: what the floor may do with it, and what time does to it (CLK-1 to CLK-10, LIFE-7)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.settings import EndOfLevel, length_fault
from domain.state import Blinds, Clock, Tournament, left
from domain.structure import (
    MOST_ITEMS,
    Break,
    Level,
    ante_in_force,
    breaks_reached,
    label,
    length_in_force,
    level_after_the_last,
    level_number,
    position_of_level,
    sheet_faults,
    stands_before,
)
from domain.times import to_text

_SPOKEN = {
    "pause": "a pause",
    "review": "a review",
    "hand_for_hand": "hand-for-hand",
    "deal": "a deal talk",
}


def level_reached(state: Tournament) -> int:
    """Return the number of the level being played, in a break that of the level before it; 0 before the start."""
    return 0 if state.clock is None else level_number(state.settings.structure, state.clock.position)


def not_running(state: Tournament) -> Rejection | None:
    """Return why a command of play is refused in this status, naming it (LIFE-1); None while play is on."""
    if state.running:
        return None
    return refuse(
        "LIFE-1",
        "not_running",
        f"the tournament is {state.status}, not running",
        "start it first" if state.status in {"draft", "registration_open"} else "",
        status=state.status,
    )


def current_blinds(state: Tournament) -> Blinds | None:
    """Return the blinds and ante in force, the floor's override first; None in a break or without a clock."""
    if state.clock is None:
        return None
    step = state.settings.structure.steps[state.clock.position]
    if isinstance(step, Break):
        return None
    if state.clock.blinds is not None:
        return state.clock.blinds
    ante = ante_in_force(step, players_left(state))
    return Blinds(
        small_blind=step.small_blind,
        big_blind=step.big_blind,
        ante=ante,
        ante_type=step.ante_type if ante else "none",
        button_blind=step.button_blind or 0,
    )


def players_left(state: Tournament) -> int:
    """Return how many are left as a sheet's rules for few players count them; until the draw, all who have a place."""
    return state.alive if state.drawn else state.registered


def blinds_of_play(state: Tournament) -> Blinds | None:
    """Return the blinds and ante of the level at hand, in a break those of the level before it; None without either."""
    if state.clock is None:
        return None
    steps = state.settings.structure.steps[: state.clock.position + 1]
    last = next((n for n in range(len(steps) - 1, -1, -1) if isinstance(steps[n], Level)), None)
    if last is None or last == state.clock.position:
        return current_blinds(state)
    return current_blinds(replace(state, clock=replace(state.clock, position=last, blinds=None)))


def orbit_cost(blinds: Blinds | Level, players: int) -> int:
    """Return what an orbit costs each: the blinds once, a classic ante once a player, any other ante once (NOSH-2)."""
    antes = blinds.ante * (players if blinds.ante_type == "classic" else 1)
    return blinds.small_blind + blinds.big_blind + (blinds.button_blind or 0) + antes


def level_time(state: Tournament, at: datetime) -> timedelta:
    """Return how long levels have run by an instant, without pauses and breaks."""
    steps = state.settings.structure.steps
    ran = (length for position, length in played_until(_clock(state), at) if isinstance(steps[position], Level))
    return sum(ran, timedelta(0))


def when_played(state: Tournament, length: timedelta) -> datetime | None:
    """Return when levels will have run so long, if the level at hand runs until then; None while none runs."""
    clock = state.clock
    if clock is None or clock.running_since is None:
        return None
    if isinstance(state.settings.structure.steps[clock.position], Break):
        return None
    return clock.running_since + (length - level_time(state, clock.running_since))


def enter(state: Tournament, position: int, at: datetime) -> tuple[e.Event, ...]:
    """Return the events of going to a step at an instant: it gets its full time and runs if the clock runs."""
    structure = state.settings.structure
    step = structure.steps[position]
    ended = _break_ended(state)
    ends_at, remaining = _full_time(state, position, at)
    if isinstance(step, Break):
        number = breaks_reached(structure, position)
        return (
            *ended,
            e.BreakStarted(position=position, number=number, ends_at=ends_at, remaining=remaining),
        )
    return (
        *ended,
        e.LevelStarted(
            position=position,
            level=level_number(structure, position),
            small_blind=step.small_blind,
            big_blind=step.big_blind,
            ante=step.ante,
            ante_type=step.ante_type,
            ends_at=ends_at,
            remaining=remaining,
        ),
    )


def _break_ended(state: Tournament) -> tuple[e.Event, ...]:
    if state.clock is None:
        return ()
    structure = state.settings.structure
    if isinstance(structure.steps[state.clock.position], Level):
        return ()
    return (e.BreakEnded(number=breaks_reached(structure, state.clock.position)),)


def _full_time(state: Tournament, position: int, at: datetime) -> tuple[datetime | None, timedelta | None]:
    """Return (ends_at, None) for a running clock or (None, remaining) for a standing one."""
    step = state.settings.structure.steps[position]
    if isinstance(step, Break) and step.until is not None:
        length = _wall_clock_end(step.until, state.settings.zone, at) - at
    else:
        structure = state.settings.structure
        in_force = length_in_force(structure, step, players_left(state)) if isinstance(step, Level) else step.seconds
        if in_force is None:
            return None, None
        length = timedelta(seconds=in_force)
    if state.clock is not None and state.clock.stops:
        return None, length
    return at + length, None


def _wall_clock_end(until: str, zone: str, at: datetime) -> datetime:
    """Return when the club's clock next shows this time; when that is half a day away, it has just passed: at once.

    In the hour that a change of the clocks repeats it shows each time twice, and the next of the two counts; a time in
    the hour that it skips comes as long after the skip.
    """
    home = ZoneInfo(zone)
    wall = time.fromisoformat(until)
    today = at.astimezone(home).date()
    ends = [
        end
        for day in (today, today + timedelta(days=1))
        for fold in (0, 1)
        if (end := datetime.combine(day, wall.replace(fold=fold), home).astimezone(UTC)) >= at
        and (fold == 0 or end.astimezone(home).time() == wall)
    ]
    end = min(ends)
    return end if end - at < timedelta(hours=12) else at


def expire(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what happens when the step's time is up: the next step begins, or this one goes on (CLK-3).

    Where the sheet has the clock stand before the next step, it stands with that step's full time; where its end is
    open, the level that its rule gives follows the last one (CLK-1).
    """
    return _onward(state, at, _clock(state).owed)


def _onward(state: Tournament, at: datetime, owed: timedelta) -> tuple[e.Event, ...]:
    """Return the end of the step's time; `owed` comes off the level that follows (RUL-1)."""
    following = _clock(state).position + 1
    structure = state.settings.structure
    if not state.settings.auto_advance:
        return (e.LevelExpired(position=following - 1),)
    if following >= len(structure.steps):
        return _beyond(state, at, owed) or (e.LevelExpired(position=following - 1),)
    return _enter_owing(state, following, at, owed, stands=stands_before(structure, following))


def _beyond(state: Tournament, at: datetime, owed: timedelta) -> tuple[e.Event, ...]:
    """Return the events of going on to the level after the sheet's last one; none where its end is not open (CLK-1)."""
    more = level_after_the_last(state.settings.structure)
    if more is None:
        return ()
    appended = e.LevelsAppended(items=(more,), version=state.settings_version + 1)
    longer = evolve_appended(state, appended)
    return (appended, *_enter_owing(longer, len(longer.settings.structure.steps) - 1, at, owed))


def _enter_owing(
    state: Tournament, position: int, at: datetime, owed: timedelta, *, stands: bool = False
) -> tuple[e.Event, ...]:
    """Return the events of going to a step with `owed` off its time: a break has its full time and passes it on.

    A level that has no more than that is over at once, and the rest comes off the next one.  `stands`: the sheet has
    the clock stand there.
    """
    *ended, begun = enter(state, position, at)
    if isinstance(begun, e.BreakStarted):
        begun = replace(begun, owed=owed)
        owed = timedelta(0)
    elif isinstance(begun, e.LevelStarted):
        begun, owed = _shortened(begun, at, owed)
    if not owed and not stands:
        return (*ended, begun)
    state = _begun(state, begun, at)
    stopped = stop(state, "pause", at) if stands else ()
    for event in stopped:
        state = evolve_paused(state, event, at)
    return (*ended, begun, *stopped, *(_onward(state, at, owed) if owed else ()))


def _begun(state: Tournament, event: e.Event, at: datetime) -> Tournament:
    if not isinstance(event, e.LevelStarted | e.BreakStarted):
        message = f"no step begins with {event.kind}"
        raise TypeError(message)
    return evolve_step(state, event, at)


def _shortened(event: e.LevelStarted, at: datetime, owed: timedelta) -> tuple[e.LevelStarted, timedelta]:
    """Return a level's beginning with so much off its time, and what of it is more than the level has."""
    if event.ends_at is not None:
        off = min(owed, event.ends_at - at)
        return replace(event, ends_at=event.ends_at - off), owed - off
    if event.remaining is not None:
        off = min(owed, event.remaining)
        return replace(event, remaining=event.remaining - off), owed - off
    return event, timedelta(0)


def take_off(state: Tournament, minutes: int, at: datetime) -> tuple[e.Event, ...]:
    """Return the events that take minutes off the level clock, running or standing; past the level's end, off the next.

    A break between the two keeps its full time, and in one nothing is taken from it: either way the level after it is
    the shorter (RUL-1).  A step without an end, or one whose time is up and that goes on, has nothing to take; where
    levels do not follow by themselves, what is more than the level has is let go.

    Source: WSOP 2024, rule 126c; TDA RP-8: each hand takes its minutes off the level clock, one by one; blinds rise.
    """
    clock = _clock(state)
    rest = left(clock, at)
    less = timedelta(minutes=minutes)
    if rest is None or clock.expired or not less:
        return ()
    if isinstance(state.settings.structure.steps[clock.position], Break):
        return (replace(_unchanged(state, at), owed=clock.owed + less),)
    return (_with_left(clock, at, rest - less),) if less < rest else _onward(state, at, less - rest)


def _unchanged(state: Tournament, at: datetime) -> e.TimeChanged:
    """Return a change of the break at hand to what it has."""
    clock = _clock(state)
    end = fixed_end(state, clock)
    if clock.stops and end is not None:
        return _changed(clock, at, ends_at=None, remaining=max(end - at, timedelta(0)))
    return _changed(clock, at, ends_at=clock.ends_at, remaining=clock.remaining)


def fixed_end(state: Tournament, clock: Clock) -> datetime | None:
    """Return when the step ends if it is a break that ends by the wall clock: no stop and no re-base moves that."""
    step = state.settings.structure.steps[clock.position]
    if not isinstance(step, Break) or step.until is None or clock.expired:
        return None
    if clock.ends_at is not None or clock.remaining is None or clock.measured_at is None:
        return clock.ends_at
    return clock.measured_at + clock.remaining


def goes_on(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the beginning of a step that has come to follow one whose time was up: levels were appended (CLK-11)."""
    clock = state.clock
    if not state.running or clock is None or not clock.expired or not state.settings.auto_advance:
        return ()
    return expire(state, at) if clock.position + 1 < len(state.settings.structure.steps) else ()


def _clock(state: Tournament) -> Clock:
    if state.clock is None:
        message = "play is on without a clock"
        raise AssertionError(message)
    return state.clock


def pause(state: Tournament, at: datetime) -> Decision:
    """Stop the clock with what is left; a second pause changes nothing (CLK-10, B-002)."""
    if refusal := not_running(state):
        return refusal
    if since := stopped_since(_clock(state), "pause"):
        return Unchanged(note=f"already paused since {to_text(since)}")
    return stop(state, "pause", at)


def resume(state: Tournament, at: datetime) -> Decision:
    """Let the clock run on with what was left (LIFE-7); on a running clock this changes nothing (CLK-10)."""
    if refusal := not_running(state):
        return refusal
    return release(state, "pause", at) or Unchanged(note=_not_stopped(_clock(state), "not paused"))


def hold_for_review(state: Tournament, at: datetime) -> Decision:
    """Stop the clock for a review, during which no hand starts at any table; a second hold changes nothing (CLK-7)."""
    if refusal := not_running(state):
        return refusal
    if since := stopped_since(_clock(state), "review"):
        return Unchanged(note=f"already held for review since {to_text(since)}")
    return stop(state, "review", at)


def release_review(state: Tournament, at: datetime) -> Decision:
    """End the review hold, and no other stop (CLK-7); without one this changes nothing (CLK-10)."""
    if refusal := not_running(state):
        return refusal
    return release(state, "review", at) or Unchanged(note=_not_stopped(_clock(state), "not held for review"))


def _not_stopped(clock: Clock, spoken: str) -> str:
    if not clock.stops:
        return "the clock is running"
    return f"{spoken}; the clock stands for: {', '.join(_SPOKEN[reason] for reason in clock.stops)}"


def stops_of(clock: Clock) -> tuple[tuple[e.StopReason, datetime], ...]:
    """Return the stops in force, each with the instant at which it came into force, the oldest first."""
    return tuple(zip(clock.stops, clock.stops_since, strict=True))


def stopped_since(clock: Clock, reason: e.StopReason) -> datetime | None:
    """Return when this stop came into force; None: it is not in force."""
    return dict(stops_of(clock)).get(reason)


def stop(state: Tournament, reason: e.StopReason, at: datetime) -> tuple[e.ClockPaused, ...]:
    """Return a stop's coming into force: the clock stands with what is left (CLK-7); none if it is in force already."""
    clock = _clock(state)
    if reason in clock.stops:
        return ()
    return (e.ClockPaused(reason=reason, remaining=None if clock.expired else left(clock, at)),)


def release(state: Tournament, reason: e.StopReason, at: datetime) -> tuple[e.ClockResumed, ...]:
    """Return a stop's end: the clock runs on with what was left unless another is in force; none if this one is not."""
    clock = _clock(state)
    if reason not in clock.stops:
        return ()
    if len(clock.stops) > 1 or clock.remaining is None or clock.expired:
        return (e.ClockResumed(reason=reason, ends_at=None),)
    return (e.ClockResumed(reason=reason, ends_at=max(fixed_end(state, clock) or at + clock.remaining, at)),)


def _stale(state: Tournament, step: str) -> Rejection | None:
    if refusal := not_running(state):
        return refusal
    now_at = label(state.settings.structure, _clock(state).position)
    if step == now_at:
        return None
    return refuse(
        "CLK-10",
        "stale_step",
        f"the clock is at {now_at}, not at {step}",
        f"look at the clock again; if you still want it, say step {now_at}",
        step=now_at,
    )


def next_level(state: Tournament, command: c.NextLevel, at: datetime) -> Decision:
    """Go to the step that follows (CLK-3); a second tap names the step left before and is stale (CLK-10)."""
    if refusal := _stale(state, command.step):
        return refusal
    position = _clock(state).position
    if position + 1 >= len(state.settings.structure.steps):
        beyond = _beyond(state, at, timedelta(0))
        return beyond or refuse("CLK-3", "last_level", f"{command.step} is the last of the structure")
    return _enter_owing(state, position + 1, at, _clock(state).owed)


def previous_level(state: Tournament, command: c.PreviousLevel, at: datetime) -> Decision:
    """Go back to the step before, which gets its full time (CLK-3)."""
    if refusal := _stale(state, command.step):
        return refusal
    position = _clock(state).position
    if position == 0:
        return refuse("CLK-3", "first_level", f"{command.step} is the first of the structure")
    return enter(state, position - 1, at)


def reset_level(state: Tournament, command: c.ResetLevel, at: datetime) -> Decision:
    """Give the step its full time again; the clock runs or stands as before (CLK-3)."""
    if refusal := _stale(state, command.step):
        return refusal
    clock = _clock(state)
    ends_at, remaining = _full_time(state, clock.position, at)
    if ends_at is None and remaining is None:
        return Unchanged(note=f"{command.step} has no end")
    return (_changed(clock, at, ends_at=ends_at, remaining=remaining),)


def set_remaining(state: Tournament, command: c.SetRemaining, at: datetime) -> Decision:
    """Set what is left of the step (CLK-3)."""
    if refusal := _stale(state, command.step):
        return refusal
    return (_with_left(_clock(state), at, timedelta(seconds=command.seconds)),)


def add_time(state: Tournament, command: c.AddTime, at: datetime) -> Decision:
    """Lengthen or shorten what is left of the step (CLK-3)."""
    if refusal := _stale(state, command.step):
        return refusal
    clock = _clock(state)
    before = left(clock, at)
    if before is None:
        return refuse("CLK-3", "no_end", f"{command.step} has no end to move", "use set_remaining to give one")
    after = before + timedelta(seconds=command.seconds)
    if after <= timedelta(0):
        return refuse(
            "CLK-3",
            "nothing_left",
            f"{command.step} has only {int(before.total_seconds())} seconds left",
            "take less time away, or use next_level",
            seconds_left=int(before.total_seconds()),
        )
    return (_with_left(clock, at, after),)


def _with_left(clock: Clock, at: datetime, remaining: timedelta) -> e.TimeChanged:
    if clock.stops:
        return _changed(clock, at, ends_at=None, remaining=remaining)
    return _changed(clock, at, ends_at=at + remaining, remaining=None)


def _changed(clock: Clock, at: datetime, *, ends_at: datetime | None, remaining: timedelta | None) -> e.TimeChanged:
    before = left(clock, at)
    return e.TimeChanged(position=clock.position, before=before, ends_at=ends_at, remaining=remaining, owed=clock.owed)


def override_blinds(state: Tournament, command: c.OverrideBlinds) -> Decision:
    """Play the rest of this level with other blinds: small above 0, big at least small, never in a break (CLK-3)."""
    if refusal := _stale(state, command.step):
        return refusal
    before = current_blinds(state)
    if before is None:
        return refuse("CLK-3", "in_a_break", "there are no blinds to change in a break")
    if command.small_blind == 0 or command.big_blind < command.small_blind:
        return refuse(
            "CLK-3",
            "bad_blinds",
            f"{command.small_blind}/{command.big_blind} are no blinds",
            "the small blind must be above 0 and the big blind at least as large",
        )
    if (command.ante == 0) != (command.ante_type == "none"):
        return refuse("CLK-3", "bad_ante", "an ante needs its type, and a type its ante", "send both or none")
    return (
        e.BlindsOverridden(
            position=_clock(state).position,
            small_blind=command.small_blind,
            big_blind=command.big_blind,
            ante=command.ante,
            ante_type=command.ante_type,
            before=(before.small_blind, before.big_blind, before.ante),
        ),
    )


def append_levels(state: Tournament, command: c.AppendLevels) -> Decision:
    """Let the sheet go on after its end; what has been played, and every number in use, stays as it is (CLK-11)."""
    if refusal := not_running(state):
        return refusal
    if state.ended_at is not None:
        return refuse("LIFE-9", "play_ended", "play has ended: no more levels are played")
    structure = state.settings.structure
    longer = replace(structure, items=(*structure.items, *command.items))
    if len(longer.items) > MOST_ITEMS:
        room = MOST_ITEMS - len(structure.items)
        return refuse("CLK-11", "sheet_full", f"a sheet has room for {room} more", "append fewer", room=room)
    if faults := sheet_faults(longer):
        return refuse("CLK-11", "bad_sheet", "; ".join(faults), "mend the levels that are named and append them again")
    if reason := length_fault(replace(state.settings, structure=longer)):
        return refuse("CLK-11", "sheet_too_long", reason, "append fewer, or with shorter notes")
    return (e.LevelsAppended(items=command.items, version=state.settings_version + 1),)


def evolve_appended(state: Tournament, event: e.LevelsAppended) -> Tournament:
    """Apply levels appended to the sheet."""
    structure = state.settings.structure
    longer = replace(structure, items=(*structure.items, *event.items))
    return replace(state, settings=replace(state.settings, structure=longer), settings_version=event.version)


def evolve_step(state: Tournament, event: e.LevelStarted | e.BreakStarted, at: datetime) -> Tournament:
    """Apply the beginning of a step: the clock stands at its position with its time; an override ends."""
    clock = state.clock or Clock(position=event.position)
    moved = replace(
        _settled(clock, at),
        position=event.position,
        ends_at=event.ends_at,
        remaining=event.remaining,
        measured_at=None if event.remaining is None else at,
        expired=False,
        blinds=None,
        owed=event.owed if isinstance(event, e.BreakStarted) else timedelta(0),
        began_at=at,
        came_from=state.clock.position if state.clock else None,
        running_since=None if clock.stops else at,
    )
    return _back_in_play(replace(state, clock=moved))


def _back_in_play(state: Tournament) -> Tournament:
    """Return the state with play going on when the level that ended it has been taken back or given more time."""
    end = state.settings.end
    if state.end_reason != "level" or not isinstance(end, EndOfLevel):
        return state
    last = position_of_level(state.settings.structure, end.level)
    if last is None or _clock(state).position > last:
        return state
    return replace(state, ended_at=None, end_reason="")


def evolve_expired(state: Tournament) -> Tournament:
    """Apply the end of a step's time when nothing follows: it goes on."""
    return replace(state, clock=replace(_clock(state), ends_at=None, remaining=None, expired=True))


def evolve_paused(state: Tournament, event: e.ClockPaused, at: datetime) -> Tournament:
    """Apply a stop of the clock; one that stands already keeps what it has."""
    clock = _settled(_clock(state), at)
    if not clock.stops:
        clock = replace(clock, ends_at=None, remaining=event.remaining, measured_at=at, stopped_since=at)
    stopped = replace(clock, stops=(*clock.stops, event.reason), stops_since=(*clock.stops_since, at))
    return replace(state, clock=stopped, status="paused" if event.reason == "pause" else state.status)


def evolve_resumed(state: Tournament, event: e.ClockResumed, at: datetime) -> Tournament:
    """Apply the end of a stop; the clock runs if it was the last one."""
    clock = _clock(state)
    rest = tuple(pair for pair in stops_of(clock) if pair[0] != event.reason)
    clock = replace(clock, stops=tuple(reason for reason, _ in rest), stops_since=tuple(since for _, since in rest))
    if not rest:
        clock = replace(
            clock, ends_at=event.ends_at, remaining=None, measured_at=None, stopped_since=None, running_since=at
        )
    return replace(state, clock=clock, status="running" if event.reason == "pause" else state.status)


def evolve_time_changed(state: Tournament, event: e.TimeChanged, at: datetime) -> Tournament:
    """Apply a change of what is left."""
    changed = replace(
        _clock(state),
        ends_at=event.ends_at,
        remaining=event.remaining,
        measured_at=None if event.remaining is None else at,
        expired=False,
        owed=event.owed,
    )
    return _back_in_play(replace(state, clock=changed))


def evolve_overridden(state: Tournament, event: e.BlindsOverridden) -> Tournament:
    """Apply an override of the blinds."""
    blinds = Blinds(
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        ante=event.ante,
        ante_type=event.ante_type,
    )
    return replace(state, clock=replace(_clock(state), blinds=blinds))


def stand(clock: Clock, at: datetime) -> Clock:
    """Return the clock stopped for good, as at the finish: it keeps what was left."""
    rest = left(clock, at)
    return replace(_settled(clock, at), ends_at=None, remaining=rest, stopped_since=at, running_since=None)


def _settled(clock: Clock, at: datetime) -> Clock:
    """Return the clock with the time run since `running_since` booked to its position."""
    if clock.running_since is None:
        return clock
    ran = at - clock.running_since
    played = clock.played
    if played and played[-1][0] == clock.position:
        played = (*played[:-1], (clock.position, played[-1][1] + ran))
    else:
        played = (*played, (clock.position, ran))
    return replace(clock, played=played, running_since=None)


def played_until(clock: Clock, at: datetime) -> tuple[tuple[int, timedelta], ...]:
    """Return how long each position has run by an instant, in order, without pauses."""
    return _settled(clock, at).played
