"""What operators see of a tournament in Temporal: what it is found by, and a few lines of how it stands (OPS-1)."""

from typing import Any

from temporalio.common import SearchAttributeKey, SearchAttributePair

from domain.clock import stops_of
from domain.rounds import unfinished
from domain.run import Run
from domain.state import Tournament
from domain.structure import label, level_number

CLUB = SearchAttributeKey.for_keyword("ClubId")
STATUS = SearchAttributeKey.for_keyword("TournamentStatus")
START = SearchAttributeKey.for_datetime("TournamentStart")
ENTRIES = SearchAttributeKey.for_int("Entries")
LEVEL = SearchAttributeKey.for_int("Level")

FAULT = "fault"
"""Status of a tournament that waits for an operator to mend its journal, or what its prizes or a vote hang on."""


def found_by(about: Run, state: Tournament | None, *, fault: bool) -> list[SearchAttributePair[Any]]:
    """Return what the tournament is found by; entries are those in the field and those registered for it."""
    pairs: list[SearchAttributePair[Any]] = [SearchAttributePair(CLUB, about.club)]
    if state is not None:
        pairs += [
            SearchAttributePair(STATUS, FAULT if fault else state.status),
            SearchAttributePair(START, state.settings.starts_at),
            SearchAttributePair(ENTRIES, state.field + state.registered),
        ]
        if state.clock is not None:
            pairs.append(SearchAttributePair(LEVEL, level_number(state.settings.structure, state.clock.position)))
    return pairs


def details(state: Tournament | None, fault: str, unwritten: int, *, outside: str = "", stands: str = "") -> str:
    """Return the lines that Temporal's Web UI shows beside the history.

    Args:
        state: the tournament, None when there is none.
        fault: what is wrong with its journal.
        unwritten: how many lines wait to be written.
        outside: what is being done outside, and since when.
        stands: what is to be done outside and was refused for good.
    """
    if state is None:
        return "No tournament."
    lines = [f"**{state.status}**, event {state.seq}"]
    if state.clock is not None:
        step = label(state.settings.structure, state.clock.position)
        ends = f", ends {state.clock.ends_at:%H:%M:%S} UTC" if state.clock.ends_at else ""
        stops = "".join(f", stands since {since:%H:%M:%S} UTC ({why})" for why, since in stops_of(state.clock))
        lines.append(f"{step}{ends}{stops}")
    lines.append(f"{state.alive} of {state.field} left at {state.tables_in_play} tables, {state.registered} registered")
    if waiting := len(state.waiting) + len(state.waiting_again):
        lines.append(f"{waiting} on the waiting list, {len(state.held)} called from it")
    if (hand_for_hand := state.hand_for_hand) is not None:
        still = unfinished(state).bit_count()
        lines.append(f"Hand-for-hand, round {hand_for_hand.round}, tables still to finish: {still}")
    if state.countdown is not None:
        lines.append(f"Sit & Go starts at {state.countdown:%H:%M:%S} UTC")
    if state.ledger.held:
        lines.append(f"Payouts are held ({state.ledger.held})")
    if outside:
        lines.append(outside)
    if stands:
        lines.append(f"**Refused for good: {stands}.** Mend it, then signal `clear_fault`.")
    if unwritten:
        lines.append(f"{unwritten} lines wait for the journal")
    if fault:
        lines.append(f"**Journal at fault: {fault}.** Mend the store, then signal `clear_fault`.")
    return "\n\n".join(lines)
