"""The windows: late registration, rebuy, re-entry and add-on, each open strictly before its end (WIN-1 to WIN-6)."""

from datetime import datetime, timedelta
from typing import get_args

from domain import events as e
from domain.changes import replace
from domain.decisions import Rejection, refuse
from domain.events import WindowName
from domain.settings import AfterLevel, AtTime, WindowEnd
from domain.state import Tournament, Window
from domain.structure import Level, length_in_force, position_of_break, position_of_level, stands_before
from domain.times import to_text

NAMES: tuple[WindowName, ...] = get_args(WindowName)
_SPOKEN = {
    "late_registration": "late registration",
    "rebuy": "the rebuy window",
    "re_entry": "the re-entry window",
    "add_on": "the add-on window",
}
_RULES = {
    "late_registration": "REG-5",
    "rebuy": "WIN-2",
    "re_entry": "WIN-3",
    "add_on": "WIN-5",
}


def re_entry_price(state: Tournament) -> int | None:
    """Return what a re-entry costs: its own price, else the rebuy's; None: not offered (WIN-3)."""
    prices = state.settings.prices
    return prices.re_entry if prices.re_entry is not None else prices.rebuy


def offered(state: Tournament, name: WindowName) -> bool:
    """Return whether the mechanic is switched on: a price and a window do that, not a label (WIN-1)."""
    settings = state.settings
    if name == "late_registration":
        return settings.windows.late_registration is not None
    if name == "rebuy":
        return settings.prices.rebuy is not None
    if name == "re_entry":
        return re_entry_price(state) is not None and _end(state, "re_entry") is not None
    return settings.prices.add_on is not None


def _end(state: Tournament, name: WindowName) -> WindowEnd | None:
    """Return the end in force of a window that has a single one; None: it has no end of its own."""
    windows = state.settings.windows
    late = windows.late_registration
    if name == "re_entry":
        return windows.re_entry or late
    if name == "rebuy":
        rule = state.profile.rebuy_window
        if rule == "own_else_late_registration":
            return windows.rebuy or late
        if rule == "late_registration":
            return late
        return windows.rebuy if rule == "setting" else None
    return late


def _before(state: Tournament, end: WindowEnd, at: datetime) -> bool:
    if isinstance(end, AtTime):
        return at < end.at
    last = _position(state, end)
    return state.clock is not None and last is not None and state.clock.position <= last


def in_time(state: Tournament, end: WindowEnd, accepted_at: datetime) -> bool:
    """Return whether a command was accepted before an end that opens and closes no window; before the start all were.

    One accepted in the step that has just ended was in time, though the next is on record (WIN-6).
    """
    clock = state.clock
    if isinstance(end, AtTime) or _before(state, end, accepted_at):
        return _before(state, end, accepted_at)
    if clock is None:
        return True
    return clock.came_from == _position(state, end) and clock.began_at is not None and accepted_at < clock.began_at


def _position(state: Tournament, end: WindowEnd) -> int | None:
    """Return the position of the step with which a window ends; None for an instant."""
    structure = state.settings.structure
    if isinstance(end, AfterLevel):
        return position_of_level(structure, end.level)
    return None if isinstance(end, AtTime) else position_of_break(structure, end.number)


def _should_be_open(state: Tournament, name: WindowName, at: datetime) -> bool:
    if not offered(state, name):
        return False
    if name == "add_on":
        return _add_on_open(state, at)
    end = _end(state, name)
    if end is None:
        # A rebuy whose profile binds it to late registration ends with the start when there is none.
        return name == "rebuy" and state.profile.rebuy_window in {"always", "setting"}
    return _before(state, end, at)


def _add_on_open(state: Tournament, at: datetime) -> bool:
    windows = state.settings.windows
    if windows.add_on_deadline is None and windows.add_on_break is None:
        return True
    if windows.add_on_deadline is not None and _before(state, windows.add_on_deadline, at):
        return True
    if windows.add_on_break is None or state.clock is None:
        return False
    reached = position_of_break(state.settings.structure, windows.add_on_break)
    if reached is None or state.clock.position < reached:
        return False
    return state.clock.position == reached or not _closes_with_break(state)


def _closes_with_break(state: Tournament) -> bool:
    rule = state.profile.add_on_closes
    return rule == "with_break" or (rule == "setting" and state.settings.add_on_closes_with_break)


def changes(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the openings and closings that are due at an instant; with the end of play every window closes."""
    if not state.running:
        return ()
    events: list[e.Event] = []
    for name in NAMES:
        due = state.ended_at is None and _should_be_open(state, name, at)
        if due and not window(state, name).open:
            events.append(e.WindowOpened(window=name))
        if not due and window(state, name).open:
            events.append(e.WindowClosed(window=name))
    return tuple(events)


def window(state: Tournament, name: WindowName) -> Window:
    """Return the window's record; one that never opened has no interval."""
    return state.windows.get(name) or Window()


def nobody_comes(state: Tournament) -> bool:
    """Return whether nobody can come in any more: by a window, from the waiting list, or after a bust just now."""
    if state.pending or state.calls or state.waiting or state.waiting_again:
        return False
    return not (window(state, "late_registration").open or window(state, "re_entry").open)


def next_close(state: Tournament) -> tuple[datetime, WindowName] | None:
    """Return the next instant at which an open window ends by the time of day, and which it is."""
    ends = []
    for name in NAMES:
        end = state.settings.windows.add_on_deadline if name == "add_on" else _end(state, name)
        if isinstance(end, AtTime) and window(state, name).open and _only_time_holds(state, name):
            ends.append((end.at, name))
    return min(ends) if ends else None


def _only_time_holds(state: Tournament, name: WindowName) -> bool:
    """Return whether the window would shut at its instant: an add-on whose break was reached stays open."""
    end = state.settings.windows.add_on_deadline
    return name != "add_on" or not isinstance(end, AtTime) or not _add_on_open(state, end.at)


def planned_close(state: Tournament, name: WindowName) -> datetime | None:
    """Return when an open window will close, for a countdown; None when that hangs on the clock's coming steps."""
    if not window(state, name).open:
        return None
    if name == "add_on":
        return _add_on_closes(state)
    end = _end(state, name)
    return None if end is None else _closes(state, end)


def _closes(state: Tournament, end: WindowEnd) -> datetime | None:
    return end.at if isinstance(end, AtTime) else _structural_close(state, end)


def _add_on_closes(state: Tournament) -> datetime | None:
    """Return when the open add-on shuts: with its break, or at its deadline if that comes later."""
    windows = state.settings.windows
    ends: list[datetime | None] = []
    if windows.add_on_deadline is not None and _before(state, windows.add_on_deadline, state.last_at):
        ends.append(_closes(state, windows.add_on_deadline))
    reached = windows.add_on_break and position_of_break(state.settings.structure, windows.add_on_break)
    if reached and state.clock is not None and state.clock.position >= reached:
        ends.append(state.clock.ends_at if _closes_with_break(state) and state.clock.position == reached else None)
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None


def _structural_close(state: Tournament, end: WindowEnd) -> datetime | None:
    clock = state.clock
    structure = state.settings.structure
    last = _position(state, end)
    if clock is None or clock.ends_at is None or last is None:
        return None
    goes_on = last + 1 == len(structure.steps) and structure.open_end is None
    if not state.settings.auto_advance or goes_on:
        # The step goes on past its time, and the window with it, until the floor moves on.
        return None
    closes, owed = clock.ends_at, clock.owed
    for position, step in enumerate(structure.steps[clock.position + 1 : last + 1], clock.position + 1):
        seconds = length_in_force(structure, step, state.alive) if isinstance(step, Level) else step.seconds
        if seconds is None or stands_before(structure, position):
            return None
        length = timedelta(seconds=seconds)
        if isinstance(step, Level):
            length, owed = max(length - owed, timedelta(0)), max(owed - length, timedelta(0))
        closes += length
    return closes


def closed(state: Tournament, name: WindowName, accepted_at: datetime) -> Rejection | None:
    """Return why a command accepted at this instant is too late or too early; None when the window was open then.

    Judged by the recorded intervals, never by an open/closed flag (WIN-6): the instant of an end is outside.
    """
    if not offered(state, name):
        return refuse(_RULES[name], f"no_{name}", f"this tournament has no {_SPOKEN[name].removeprefix('the ')}")
    intervals = window(state, name).intervals
    if any(opened <= accepted_at and (end is None or accepted_at < end) for opened, end in intervals):
        return None
    ended = [end for _, end in intervals if end is not None and end <= accepted_at]
    when = f" at {to_text(ended[-1])}" if ended else ""
    reason = f"{_SPOKEN[name]} closed{when}" if ended else f"{_SPOKEN[name]} is not open yet"
    return refuse(
        _RULES[name],
        f"{name}_closed",
        reason,
        closed_at=to_text(ended[-1]) if ended else None,
        accepted_at=to_text(accepted_at),
    )


def evolve_opened(state: Tournament, event: e.WindowOpened, at: datetime) -> Tournament:
    """Apply an opening."""
    intervals = (*window(state, event.window).intervals, (at, None))
    return _with(state, event.window, Window(intervals=intervals))


def evolve_closed(state: Tournament, event: e.WindowClosed, at: datetime) -> Tournament:
    """Apply a closing."""
    *before, (opened, _) = window(state, event.window).intervals
    return _with(state, event.window, Window(intervals=(*before, (opened, at))))


def _with(state: Tournament, name: WindowName, changed: Window) -> Tournament:
    return replace(state, windows=state.windows.set(name, changed))


def as_of(intervals: e.Intervals, instant: datetime) -> e.Intervals:
    """Return the intervals as they stood at an instant: what began later is gone, what ended later is open."""
    return tuple(
        (opened, None if ended is not None and ended > instant else ended)
        for opened, ended in intervals
        if opened <= instant
    )


def put(state: Tournament, name: WindowName, intervals: e.Intervals) -> Tournament:
    """Return the state with a window's intervals replaced."""
    return _with(state, name, Window(intervals=intervals))
