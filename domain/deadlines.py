"""What time brings: the next instant at which something is due, and what is due then."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain import (
    absent,
    advice,
    arrivals,
    balancing,
    ballots,
    breaking,
    clock,
    deals,
    disputes,
    entries,
    final_table,
    hand_for_hand,
    lifecycle,
    moves,
    obligations,
    pay_first,
    pending,
    proposals,
    redraws,
    sit_and_go,
    table_reports,
    waiting,
    windows,
)
from domain import events as e
from domain.rounds import in_round
from domain.settings import EndAtTime
from domain.state import Tournament
from domain.structure import label

DueKind = Literal[
    "window",
    "decision",
    "hold",
    "arrival",
    "answer",
    "proposal",
    "dispute",
    "orbit",
    "wait",
    "step",
    "start",
    "end",
    "finish",
    "vote",
    "deal",
]
_CLOSES = {
    "late_registration": "Late registration closes",
    "rebuy": "Rebuys close",
    "re_entry": "Re-entry closes",
    "add_on": "Add-ons close",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """An instant at which something is due, and what, in words for the history: `Level 5 ends`."""

    at: datetime
    reason: str
    kind: DueKind


def next_deadline(state: Tournament) -> Deadline | None:
    """Return the earliest thing due; at one instant windows close first, then the absent pay, then the level ends."""
    due = [deadline for deadline in _deadlines(state) if deadline is not None]
    return min(due, key=lambda deadline: deadline.at) if due else None


def _deadlines(state: Tournament) -> tuple[Deadline | None, ...]:
    return (
        _window(state),
        _decision(state),
        _hold(state),
        _arrival(state),
        _answer(state),
        _proposal(state),
        _dispute(state),
        _orbit(state),
        _wait(state),
        _step(state),
        _start(state),
        _timed_end(state),
        _finish(state),
        _vote(state),
        _deal(state),
    )


def _window(state: Tournament) -> Deadline | None:
    if not state.running:
        return None
    closing = windows.next_close(state)
    if closing is None:
        return None
    return Deadline(at=closing[0], reason=_CLOSES[closing[1]], kind="window")


def _decision(state: Tournament) -> Deadline | None:
    at = pending.due(state)
    return None if at is None else Deadline(at=at, reason="A bust player's time to decide is up", kind="decision")


def _hold(state: Tournament) -> Deadline | None:
    at = waiting.hold_due(state)
    return None if at is None else Deadline(at=at, reason="A place kept from the waiting list lapses", kind="hold")


def _arrival(state: Tournament) -> Deadline | None:
    at = arrivals.due(state)
    return None if at is None else Deadline(at=at, reason="A player sent to another seat is overdue", kind="arrival")


def _answer(state: Tournament) -> Deadline | None:
    at = proposals.due(state)
    return None if at is None else Deadline(at=at, reason="A proposal waits for its answer", kind="answer")


def _dispute(state: Tournament) -> Deadline | None:
    at = disputes.due(state)
    return None if at is None else Deadline(at=at, reason="A hand can be disputed no more", kind="dispute")


def _proposal(state: Tournament) -> Deadline | None:
    at = balancing.looked_at_again(state)
    return None if at is None else Deadline(at=at, reason="A button was told too long ago", kind="proposal")


def _orbit(state: Tournament) -> Deadline | None:
    at = absent.orbit_due(state)
    return None if at is None else Deadline(at=at, reason=f"Orbit {state.orbits + 1} of the absent", kind="orbit")


def _wait(state: Tournament) -> Deadline | None:
    at = absent.wait_due(state)
    return None if at is None else Deadline(at=at, reason="The absent are taken out", kind="wait")


def _step(state: Tournament) -> Deadline | None:
    if not state.running or state.clock is None or state.clock.ends_at is None:
        return None
    spoken = label(state.settings.structure, state.clock.position).capitalize()
    return Deadline(at=state.clock.ends_at, reason=f"{spoken} ends", kind="step")


def _start(state: Tournament) -> Deadline | None:
    if state.countdown is not None:
        return Deadline(at=state.countdown, reason="Sit & Go starts", kind="start")
    if not lifecycle.can_start(state):
        return None
    return Deadline(at=state.settings.starts_at, reason="Tournament starts", kind="start")


def _timed_end(state: Tournament) -> Deadline | None:
    end = state.settings.end
    if not isinstance(end, EndAtTime) or not state.running or state.ended_at is not None or in_round(state):
        return None
    return Deadline(at=end.at, reason="Play ends", kind="end") if state.drawn else None


def _finish(state: Tournament) -> Deadline | None:
    at = lifecycle.finish_due(state)
    return None if at is None else Deadline(at=at, reason="Tournament closes", kind="finish")


def _vote(state: Tournament) -> Deadline | None:
    at = ballots.due(state)
    return None if at is None else Deadline(at=at, reason="The vote on a deal closes", kind="vote")


def _deal(state: Tournament) -> Deadline | None:
    at = deals.cooled_down(state)
    return None if at is None else Deadline(at=at, reason="The players may talk about a deal again", kind="deal")


def on_deadline(state: Tournament, deadline: Deadline, at: datetime) -> tuple[e.Event, ...]:
    """Return the events of a thing that is due; `at` is its instant, or the last event's if that is later."""
    if deadline.kind == "window":
        return windows.changes(state, at)
    if deadline.kind == "decision":
        return pending.overdue(state)
    if deadline.kind == "hold":
        return waiting.lapse(state)
    if deadline.kind == "arrival":
        return arrivals.overdue(state, at)
    if deadline.kind == "answer":
        return proposals.escalate(state)
    if deadline.kind == "dispute":
        return disputes.close(state, at)
    if deadline.kind == "proposal":
        return advice.look_again(state, at)
    if deadline.kind == "orbit":
        return absent.end_orbit(state)
    if deadline.kind == "wait":
        return absent.end_wait(state)
    if deadline.kind == "step":
        return clock.expire(state, at)
    if deadline.kind == "start":
        return lifecycle.begin(state, at)
    if deadline.kind == "end":
        return lifecycle.end_of_play(state, at)
    if deadline.kind == "vote":
        return ballots.time_up(state)
    if deadline.kind == "deal":
        return (e.DealCoolDownOver(),)
    return lifecycle.close(state, {})


def consequences(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what follows at once from the state: windows that a new level closes, no-shows, the list, the end of play.

    After a bust they come in this order: end, final table, hand-for-hand, balance, a table that breaks by itself before
    players are moved (SEAT-5).  The caller records these and asks again until nothing follows.
    """
    return (
        windows.changes(state, at)
        or clock.goes_on(state, at)
        or moves.follow(state, at)
        or pay_first.check_ins_lapsed(state)
        or lifecycle.named_field(state)
        or sit_and_go.stops(state)
        or entries.no_shows(state)
        or absent.out_at_level(state)
        or pending.no_way_back(state)
        or table_reports.ended_by_itself(state, at)
        or disputes.close(state, at)
        or deals.follows(state, at)
        or waiting.moves(state, at)
        or waiting.closes(state)
        or sit_and_go.begins(state, at)
        or hand_for_hand.keeps_the_clock(state, at)
        or hand_for_hand.round_over(state, at)
        or obligations.come_due(state)
        or lifecycle.end_of_play(state, at)
        or redraws.follows(state)
        or breaking.follows(state, at)
        or final_table.formed_already(state)
        or final_table.by_itself(state)
        or hand_for_hand.follows(state, at)
        or breaking.by_itself(state)
        or advice.follows(state, at)
        or lifecycle.corrected_results(state)
        or lifecycle.finished(state)
    )
