"""An outage: the room stopped and the clock ran on; the floor says when, and has the time back (CLK-9)."""

from collections import Counter
from datetime import datetime, timedelta

from domain import commands as c
from domain import events as e
from domain import windows
from domain.changes import replace
from domain.clock import fixed_end, not_running, played_until
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.disputes import evolve_again, open_again
from domain.entries import evolve_restored, sit_again
from domain.knockouts import evolve_voided
from domain.lines import in_order
from domain.old_level import evolve_moved_on
from domain.pending import can_come_back, evolve_pending
from domain.presence import away
from domain.promises import awaited_again
from domain.state import Bar, Blinds, Clock, Mark, Tournament, left
from domain.structure import AnteType, position_of_level
from domain.times import to_text
from domain.waiting import enlisted, kept_for, waits

MOST_MARKS = 200
"""How many changes of the clock are kept: a re-base goes back behind no more of them."""
_CLOCK = (
    e.LevelStarted
    | e.BreakStarted
    | e.LevelExpired
    | e.ClockPaused
    | e.ClockResumed
    | e.TimeChanged
    | e.BlindsOverridden
    | e.AbsenceOver
)
"""Events after which the clock, or what hangs on it, is another; a re-base goes back behind them."""
_BARS = (
    e.FieldSeated
    | e.PlayerSeated
    | e.ReEntered
    | e.Rebought
    | e.AddOnTaken
    | e.BonusGiven
    | e.BonusVoided
    | e.EntryVoided
    | e.GuaranteeWithdrawn
    | e.DebtSettled
    | e.SettlementVoided
    | e.RefundMarked
    | e.RefundVoided
    | e.PurchaseAnnounced
    | e.AnnouncementWithdrawn
    | e.ObligationDue
    | e.PlayerMoved
    | e.MoveUndone
    | e.SeatsSwapped
    | e.MoveQueued
    | e.SeatsCorrected
    | e.SwapQueued
    | e.TableBroken
    | e.FieldRedrawn
    | e.FinalTableFormed
    | e.HandStarted
    | e.HandEnded
    | e.Busted
    | e.KnockoutVoided
    | e.BustCorrected
    | e.KillersCorrected
    | e.OrderCorrected
    | e.MysteryDrawn
    | e.MysteryPrizesSet
    | e.HandForHandStarted
    | e.HandForHandRoundStarted
    | e.TableFinished
    | e.HandForHandRoundEnded
    | e.HandForHandEnded
    | e.DealTalkOpened
    | e.DealProposed
    | e.DealVoteOpened
    | e.BallotCast
    | e.DealVoteClosed
    | e.DealVoteCounted
    | e.DealAgreed
    | e.DealTalkEnded
    | e.ClockRebased
)
"""Entries, purchases, busts and moves: after one of these the room was playing, and a re-base stops short of it."""


def rebase_clock(state: Tournament, command: c.RebaseClock, at: datetime) -> Decision:
    """Set the clock to what it was when the room stopped, and take back what time alone did since.

    Clock and level-based windows, orbits and no-shows go back together.  An end that is an instant does not move.
    """
    if refusal := not_running(state) or _refused(state, command.stopped_at, at):
        return refusal
    clock = _clock(state)
    last = max(n for n, mark in enumerate(state.trail) if mark.at <= command.stopped_at)
    base, since = state.trail[last], state.trail[last + 1 :]
    if not since and (clock.running_since is None or command.stopped_at == at):
        return Unchanged(note="the clock has not run since")
    event = _clock_again(state, base, command.stopped_at, at)
    event = replace(event, windows=_windows_again(state, event, command.stopped_at, at))
    then = _evolve_time(state, event, at)
    event = replace(event, disputes=open_again(then, command.stopped_at, at))
    return (_room_again(then, event, since, at),)


def _clock(state: Tournament) -> Clock:
    if state.clock is None:
        message = "play is on without a clock"
        raise AssertionError(message)
    return state.clock


def _refused(state: Tournament, stopped_at: datetime, at: datetime) -> Rejection | None:
    if stopped_at > at:
        return refuse("CLK-9", "in_the_future", f"{to_text(stopped_at)} has not come yet", now=to_text(at))
    if state.started_at is None or stopped_at < state.started_at:
        began = to_text(state.started_at) if state.started_at else ""
        return refuse("CLK-9", "before_the_start", f"play began at {began}", "name a later instant", started_at=began)
    if state.ended_at is not None and state.ended_at <= stopped_at:
        return refuse("LIFE-9", "play_ended", f"play had ended at {to_text(state.ended_at)}")
    if state.trail and state.trail[0].at <= stopped_at:
        return None
    bar = state.bar
    if bar is not None and stopped_at < bar.at:
        return refuse(
            "CLK-9",
            "played_since",
            f"event {bar.seq}, {bar.kind}, was recorded at {to_text(bar.at)}, so the room was not at rest",
            "name an instant from then on, or set what is left of the level",
            event=bar.seq,
            kind=bar.kind,
            at=to_text(bar.at),
        )
    return refuse(
        "CLK-9",
        "too_long_ago",
        f"the clock has changed more than {MOST_MARKS} times since",
        "set what is left of the level",
        changes=MOST_MARKS,
    )


def _clock_again(state: Tournament, base: Mark, stopped_at: datetime, at: datetime) -> e.ClockRebased:
    """Return the event with the clock as it was when the room stopped, running or standing as it does now."""
    now, then = _clock(state), base.clock
    rest = None if then.expired else left(then, stopped_at)
    wall_clock_end = fixed_end(state, then)
    if wall_clock_end is not None:
        rest = max(wall_clock_end - at, timedelta(0))
    stands = bool(now.stops)
    ran = base.ran + (stopped_at - then.running_since if then.running_since is not None else timedelta(0))
    return e.ClockRebased(
        stopped_at=stopped_at,
        position_before=now.position,
        ends_at_before=now.ends_at,
        remaining_before=left(now, at),
        position=then.position,
        ends_at=None if stands or rest is None else at + rest,
        remaining=rest if stands else None,
        expired=then.expired,
        blinds=None if then.blinds is None else _told(then.blinds),
        played=_first(now, ran, at),
        orbits=base.orbits,
        absence_over=base.absence_over,
        play_goes_on=state.ended_at is not None and state.end_reason != "time",
        owed=then.owed,
    )


def _told(blinds: Blinds) -> tuple[int, int, int, AnteType]:
    return blinds.small_blind, blinds.big_blind, blinds.ante, blinds.ante_type


def _first(clock: Clock, ran: timedelta, at: datetime) -> tuple[tuple[int, timedelta], ...]:
    """Return what the positions had run, in order, when they had run so long together."""
    played = []
    for position, length in played_until(clock, at):
        if ran <= timedelta(0):
            break
        played.append((position, min(length, ran)))
        ran -= length
    return tuple(played)


def _windows_again(
    state: Tournament, event: e.ClockRebased, stopped_at: datetime, at: datetime
) -> tuple[e.WindowRebased, ...]:
    """Return the windows that were otherwise at that instant, closed since only where their end is an instant."""
    names = [name for name in windows.NAMES if windows.window(state, name).intervals]
    then = _evolve_clock(state, event, at)
    for name in names:
        then = windows.put(then, name, windows.as_of(windows.window(state, name).intervals, stopped_at))
    while (closing := windows.next_close(then)) is not None and closing[0] <= at:
        then = windows.evolve_closed(then, e.WindowClosed(window=closing[1]), closing[0])
    pairs = ((name, windows.window(state, name).intervals, windows.window(then, name).intervals) for name in names)
    return tuple(e.WindowRebased(window=name, before=was, now=now) for name, was, now in pairs if was != now)


def _room_again(then: Tournament, event: e.ClockRebased, since: tuple[Mark, ...], at: datetime) -> e.ClockRebased:
    """Return the event with what the clock did to players since: dropped, taken out, charged, no longer waited for.

    Args:
        then: the state with the clock and the windows as they will be.
        event: the event so far.
        since: the marks that are taken back, in order.
        at: now.
    """
    late_open = windows.window(then, "late_registration").open
    charged: Counter[int] = Counter()
    for mark in since:
        charged.update(dict(mark.charged))
        if mark.counted is not None:
            charged[mark.counted] = 0
    withdrawn = tuple(gone for mark in since for gone in mark.withdrawn if _still(then, gone.entry, "dropped"))
    knockouts = tuple(
        number
        for mark in since
        for number in mark.knockouts
        if then.knockouts[number].voided_at is None and _still(then, then.knockouts[number].entry, "out")
    )
    registrations = tuple(
        number for mark in since for number in mark.dropped if late_open and _still(then, number, "dropped")
    )
    stacks: dict[int, int | None] = {number: then.entries[number].absent_stack for number in then.absent}
    stacks |= {entry: then.entries[entry].absent_stack for entry in (then.knockouts[n].entry for n in knockouts)}
    stacks |= {gone.entry: gone.stack for gone in withdrawn}
    charges = tuple(
        (number, chips, None if (rest := stacks.get(number)) is None else rest + chips)
        for number, chips in sorted(charged.items())
        if chips
    )
    return replace(
        event,
        registrations=registrations,
        withdrawn=withdrawn,
        knockouts=knockouts,
        charges=charges,
        kept=_kept(then, event.stopped_at, since, at),
        waiting=tuple(n for mark in since for n in mark.unlisted if late_open and _may_wait(then, n)),
        pending=_pending(then, event.stopped_at, since, at),
        moves=_missed(then, since, {gone.entry for gone in withdrawn} | {then.knockouts[n].entry for n in knockouts}),
    )


def _missed(state: Tournament, since: tuple[Mark, ...], back: set[int]) -> tuple[e.OpenMove, ...]:
    """Return the moves that are waited for again, as they stood: of players who sit where they were sent, or will."""
    first: dict[int, e.OpenMove] = {}
    for mark in since:
        for move in mark.missed:
            first.setdefault(move.entry, move)
    return tuple(move for n, move in sorted(first.items()) if n in back or state.entries[n].chair == move.to)


def _kept(
    state: Tournament, stopped_at: datetime, since: tuple[Mark, ...], at: datetime
) -> tuple[tuple[int, int, datetime], ...]:
    """Return the places and seats that are kept on: for what was left of their time, for all of it if called since."""
    held = [(state.held.held[call], call) for call in in_order(state.held)]
    kept = [(n, call, until) for n, call in held if (until := state.entries[n].held_until) is not None]
    lapsed = [
        (n, call, until)
        for mark in since
        for n, call, until in mark.lapsed
        if n not in state.calls and (_still(state, n, "dropped") or _still(state, n, "out"))
    ]
    whole = timedelta(minutes=state.settings.waiting_hold_minutes)
    return tuple((n, call, at + min(until - stopped_at, whole)) for n, call, until in (*lapsed, *kept))


def _may_wait(state: Tournament, number: int) -> bool:
    """Return whether an entry that was on the list may be there again: it neither came in nor signed up anew."""
    entry = state.entries[number]
    return not waits(state, entry) and (_still(state, number, "unregistered") or _still(state, number, "out"))


def _pending(
    state: Tournament, stopped_at: datetime, since: tuple[Mark, ...], at: datetime
) -> tuple[tuple[int, datetime], ...]:
    """Return the busts about which their players may still decide, for what was left of the time for it."""
    completed = (number for mark in since for number in mark.completed)
    over = [n for n in completed if _still(state, state.knockouts[n].entry, "out")]
    knockouts = (state.knockouts[number] for number in (*over, *in_order(state.pending)))
    return tuple(
        (knockout.number, at + (knockout.pending_until - stopped_at))
        for knockout in knockouts
        if knockout.voided_at is None and knockout.pending_until is not None and can_come_back(state, knockout.player)
    )


def _still(state: Tournament, number: int, status: str) -> bool:
    """Return whether an entry is still what the clock made it, and its player's current one."""
    entry = state.entries[number]
    current = state.current(entry.player)
    return entry.status == status and current is not None and current.number == number


def evolve_rebased(state: Tournament, event: e.ClockRebased, recorded: e.Recorded) -> Tournament:
    """Apply a re-base: the clock, the windows, and everybody whom the clock had taken out."""
    at = recorded.at
    state = evolve_again(evolve_moved_on(_evolve_time(state, event, at)), event.disputes)
    for number in event.registrations:
        player = state.entries[number].player
        state = evolve_restored(state, e.RegistrationRestored(entry=number, player=player))
    for gone in event.withdrawn:
        state = sit_again(state, gone)
    for number in event.knockouts:
        knockout = state.knockouts[number]
        again = e.KnockoutVoided(
            knockout=number, entry=knockout.entry, player=knockout.player, chair=knockout.chair, lot=None
        )
        state = evolve_voided(state, again, recorded)
    for number, call, until in event.kept:
        state = _evolve_kept(state, number, call, until)
    for number in event.waiting:
        entry = state.entries[number]
        status = "waiting" if entry.status == "unregistered" else entry.status
        listed = replace(entry, status=status)
        state = enlisted(replace(state, entries=state.entries.set(number, listed)), listed)
    for number, until in event.pending:
        state = evolve_pending(state, number, until)
    state = away(state, (gone.entry for gone in event.withdrawn), at)
    with state.entries.mutate() as entries:
        for number, _, stack in event.charges:
            if stack is not None:
                entries[number] = replace(entries[number], absent_stack=stack)
        state = replace(state, entries=entries.finish(), orbits=event.orbits, absence_over=event.absence_over)
    state = awaited_again(state, event.moves, at)
    return replace(state, ended_at=None, end_reason="") if event.play_goes_on else state


def _evolve_kept(state: Tournament, number: int, call: int, until: datetime) -> Tournament:
    entry = state.entries[number]
    lapsed = number not in state.calls
    if lapsed and entry.status == "dropped":
        entry = replace(entry, status="registered")
        state = replace(state, registered=state.registered + 1)
    state = replace(state, entries=state.entries.set(number, replace(entry, held_until=until)))
    return kept_for(state, number, call) if lapsed else state


def _evolve_time(state: Tournament, event: e.ClockRebased, at: datetime) -> Tournament:
    state = _evolve_clock(state, event, at)
    for window in event.windows:
        state = windows.put(state, window.window, window.now)
    return state


def _evolve_clock(state: Tournament, event: e.ClockRebased, at: datetime) -> Tournament:
    clock = _clock(state)
    blinds = None
    if event.blinds is not None:
        small, big, ante, ante_type = event.blinds
        blinds = Blinds(small_blind=small, big_blind=big, ante=ante, ante_type=ante_type)
    again = replace(
        clock,
        position=event.position,
        ends_at=event.ends_at,
        remaining=event.remaining,
        measured_at=None if event.remaining is None else at,
        expired=event.expired,
        blinds=blinds,
        owed=event.owed,
        came_from=None,
        running_since=None if clock.stops else at,
        played=event.played,
    )
    return replace(state, clock=again)


def remember(before: Tournament, state: Tournament, recorded: e.Recorded) -> Tournament:
    """Return the state after an event with what a later re-base needs of it: how the clock stands, or that it bars."""
    event = recorded.event
    if state.clock is None or not state.running:
        return state
    by_time = not recorded.role
    nothing_drawn = isinstance(event, e.FinalTableFormed) and event.lot is None
    if isinstance(event, _BARS) and not nothing_drawn and not (by_time and isinstance(event, e.Busted | e.HandEnded)):
        bar = Bar(seq=recorded.seq, at=recorded.at, kind=event.kind)
        return replace(state, bar=bar, trail=(_mark(state, state.clock, recorded.at),))
    mark = _mark(state, state.clock, recorded.at)
    match event:
        case e.OrbitCharged(table=None):
            mark = replace(mark, charged=tuple((number, charged) for number, charged, _ in event.charges))
        case e.Busted():
            mark = replace(mark, knockouts=(event.knockout,))
        case e.RegistrationsDropped():
            mark = _drops(before, state, event, mark, by_time=by_time)
        case e.SeatReleased() if by_time:
            mark = replace(mark, lapsed=_lapsed(before, (event.entry,)))
        case e.WaitingListClosed():
            mark = replace(mark, unlisted=event.entries)
        case e.EliminationCompleted(why="time" | "no_way_back"):
            mark = replace(mark, completed=(event.knockout,))
        case e.StackCounted():
            mark = replace(mark, counted=event.entry)
        case e.MoveOverdue():
            mark = replace(mark, missed=tuple(replace(move, escalations=move.escalations - 1) for move in event.moves))
        case e.MoveDropped(why="unseen" | "gone") if by_time:
            mark = replace(mark, missed=event.moves)
        case _ if not isinstance(event, _CLOCK):
            return state
    return replace(state, trail=(*state.trail, mark)[-MOST_MARKS:])


def _mark(state: Tournament, clock: Clock, at: datetime) -> Mark:
    ran = sum((length for _, length in clock.played), timedelta(0))
    return Mark(
        at=at, clock=replace(clock, played=()), ran=ran, orbits=state.orbits, absence_over=state.absence_over
    )  # fmt: skip


def _drops(before: Tournament, state: Tournament, event: e.RegistrationsDropped, mark: Mark, *, by_time: bool) -> Mark:
    """Return the mark with what of a drop the clock did: a level began, a window closed, a kept place lapsed.

    What the floor dropped is none of it.
    """
    gone = frozenset(withdrawn.entry for withdrawn in event.withdrawn)
    lapsed = _lapsed(before, event.entries) if by_time else ()
    late_open = windows.window(state, "late_registration").open
    by_close = tuple(n for n in event.entries if n not in gone and n not in before.calls)
    return replace(
        mark,
        lapsed=lapsed,
        dropped=by_close if state.drawn and not late_open else (),
        withdrawn=event.withdrawn if _level_reached(state) else (),
    )


def _lapsed(before: Tournament, numbers: tuple[int, ...]) -> tuple[tuple[int, int, datetime], ...]:
    """Return (entry, call, until) of those of these entries for which a place or a seat was kept."""
    called = ((n, before.calls[n], before.entries[n].held_until) for n in numbers if n in before.calls)
    return tuple((n, call, until) for n, call, until in called if until is not None)


def _level_reached(state: Tournament) -> bool:
    """Return whether the level at which the absent are taken out has begun."""
    level = state.profile.absent_out_at_level
    position = None if level is None else position_of_level(state.settings.structure, level)
    return position is not None and state.clock is not None and state.clock.position >= position
