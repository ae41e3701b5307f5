"""Hands in progress: who is in one, whether the next may begin, and what the table then knows of its button (SEAT-9).

Tables need not report their hands.  Where they do not, no hand is ever in progress and no button is known.
"""

from datetime import datetime

from immutables import Map

from domain import events as e
from domain.button import SILENT
from domain.changes import replace
from domain.clock import level_time, stopped_since
from domain.decisions import Rejection, refuse
from domain.old_level import step_of_hand
from domain.profiles import Came
from domain.rounds import may_deal
from domain.seating import without_button
from domain.state import Deal, Entry, Table, Tournament
from domain.structure import Break


def in_hand(state: Tournament, entry: Entry) -> bool:
    """Return whether a player has been dealt into the hand in progress at his table.

    Who came after it began, or was not dealt in, is not in it.  Who is bust and has bought in again within the hand
    counts as in it until it ends.
    """
    if entry.chair is None or entry.status != "alive":
        return False
    number, seat = entry.chair
    table = state.tables[number]
    return table.hand is not None and seat not in table.newcomers


def may_start(state: Tournament, number: int, accepted_at: datetime | None = None) -> Rejection | None:
    """Return why a table cannot begin a hand; None when it can.

    Args:
        state: the tournament.
        number: the table.
        accepted_at: when the start was accepted: a hand begun before the break is let in though the break is on record.
    """
    table = state.tables.get(number)
    if table is None or table.broken or not table.seats:
        return refuse("SEAT-9", "no_such_table", f"nobody plays at table {number}", table=number)
    if table.hand is not None:
        return refuse(
            "SEAT-9",
            "hand_in_progress",
            f"table {number} is in hand {table.hand}",
            "end that hand first",
            table=number,
            hand=table.hand,
        )
    if table.breaking is not None:
        return refuse(
            "SEAT-7",
            "table_breaks",
            f"table {number} is about to be broken",
            "wait until its players sit elsewhere",
            table=number,
        )
    if state.reseating is not None and number in (*state.reseating.tables, *state.reseating.closing):
        return refuse(
            "SEAT-12", "redraw_waits", "the seats are about to be drawn anew", "wait for the draw", table=number
        )
    if len(table.seats) == 1:
        return refuse(
            "SEAT-9", "alone", f"one player sits at table {number} alone", "move somebody there", table=number
        )
    return held(state, accepted_at) or may_deal(state, number)


def held(state: Tournament, accepted_at: datetime | None = None) -> Rejection | None:
    """Return why no hand begins at any table: a review, a deal talk (CLK-7) or a break; None when hands begin.

    `accepted_at` as in `may_start`: what began before that is let in.
    """
    clock = state.clock
    if clock is None:
        message = "play is on without a clock"
        raise AssertionError(message)
    since = stopped_since(clock, "review")
    if since is not None and (accepted_at is None or accepted_at >= since):
        return refuse("CLK-7", "review", "play is held for a review: no hand begins", "release the review first")
    since = stopped_since(clock, "deal")
    if since is not None and (accepted_at is None or accepted_at >= since):
        return refuse("CLK-7", "deal_talk", "the players talk about a deal: no hand begins", "end the talk first")
    step = clock.position if accepted_at is None else step_of_hand(state, accepted_at)
    if isinstance(state.settings.structure.steps[step], Break):
        return refuse("SEAT-9", "in_a_break", "no hand begins in a break", "wait for the level")
    return None


def evolve_started(state: Tournament, event: e.HandStarted, at: datetime) -> Tournament:
    """Apply the beginning of a hand: button and blinds as the event has them, everybody else is dealt in."""
    table = state.tables[event.table]
    begun = replace(
        table,
        deal=_deal(event.button, event.small_blind, event.big_blind, event.hand),
        button_drawn=table.button_drawn if event.frozen and event.button is None else None,
        heard=level_time(state, at),
        hand=event.hand,
        dealt=event.hand,
        newcomers=_kept(table, event.not_dealt),
        left=(),
    )
    return replace(state, tables=state.tables.set(event.table, begun), dealing=state.dealing | 1 << event.table)


def _deal(button: int | None, small_blind: int | None, big_blind: int | None, hand: int) -> Deal | None:
    if button is None or small_blind is None or big_blind is None:
        return None
    return Deal(button=button, small_blind=small_blind, big_blind=big_blind, hand=hand)


def _kept(table: Table, waiting: tuple[int, ...]) -> Map[int, Came]:
    """Return the newcomers who wait on; who had no chips when the hand began is one once he has bought in (KO-5)."""
    return Map({seat: table.newcomers.get(seat, "late") for seat in waiting})


def evolve_ended(state: Tournament, event: e.HandEnded, at: datetime) -> Tournament:
    """Apply the end of a hand."""
    table = state.tables[event.table]
    over = replace(table, hand=None, hands=event.since, heard=level_time(state, at), left=())
    if over.deal is None:
        over = replace(over, newcomers=Map())
    tables, rest = state.tables.set(event.table, over), ~(1 << event.table)
    return replace(state, tables=tables, dealing=state.dealing & rest, old_level=state.old_level & rest)


def evolve_reported(state: Tournament, event: e.HandsReported, at: datetime) -> Tournament:
    """Apply a report of hands."""
    table = state.tables[event.table]
    dealt = table.dealt + event.hands
    played = replace(
        table,
        hands=event.since,
        deal=_deal(event.button, event.small_blind, event.big_blind, dealt),
        button_drawn=table.button_drawn if event.frozen and event.button is None else None,
        heard=level_time(state, at),
        dealt=dealt,
        newcomers=_kept(table, event.not_dealt),
        left=(),
    )
    return replace(state, tables=state.tables.set(event.table, played))


def evolve_unreported(state: Tournament, number: int) -> Tournament:
    """Apply that a table has played a hand without reporting it: its button is not where it was.

    Only when the table numbers its next hand as the one that follows is what it had reported trusted again.
    """
    table = state.tables[number]
    if table.hand is not None or (table.deal is None and table.button_drawn is None):
        return state
    reported = table.deal is not None and table.deal.source == "reported"
    silent = replace(table, heard=table.heard - 2 * SILENT) if reported else without_button(table)
    return replace(state, tables=state.tables.set(number, silent))


def evolve_button(state: Tournament, event: e.ButtonSet, at: datetime) -> Tournament:
    """Apply the floor's word on where a table's button is, in the hand in progress or else in the last one.

    A table that reports its hands goes on from it.
    """
    table = state.tables[event.table]
    heard = level_time(state, at)
    reports = table.deal is not None and table.deal.source == "reported" and heard - table.heard <= SILENT
    told = Deal(
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        hand=table.dealt,
        source="reported" if reports or table.hand is not None else "told",
    )
    knows = replace(table, deal=told, button_drawn=None, heard=heard, left=())
    return replace(state, tables=state.tables.set(event.table, knows))
