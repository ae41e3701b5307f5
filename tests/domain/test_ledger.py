"""Credits: what is asked of the ledger, once and for all, held and released (LIFE-9, PRZ-7, PRZ-8)."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import desk, ledger, snapshot
from domain import events as e
from domain.evolve import fold
from domain.journal import Credit, CreditRequest, CreditResult
from domain.pool import pool
from tests.domain.floor import Evening, P, at, evening, knock_out

TERMS: dict[str, Any] = {
    "profile": "tda-2024-v1",
    "no_show": "drop",
    "windows": {"late_registration": None},
    "prices": {"rebuy": None, "add_on": None},
}


def played(players: int = 4, *, credited: bool = False, **terms: Any) -> Evening:
    """Return an evening that the first player has won; its credits wait to be written unless they are credited."""
    night = evening(players, **TERMS, **terms)
    night.credited = credited
    for number in range(players, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "finish")
    return night


def work(night: Evening) -> CreditRequest:
    """Return what is asked of the ledger."""
    request = desk.work(night.state)
    assert isinstance(request, CreditRequest), request
    return request


def write(night: Evening, request: CreditRequest | None = None, when: str = "19:12") -> None:
    """Have a version of the credits written, the one that is asked for unless another was written first."""
    request = request or work(night)
    night.work_comes(at(when), request, desk.worked(request))


def told(night: Evening) -> list[tuple[int, dict[str, int]]]:
    """Return the versions on record, each with who was credited what."""
    events = [each.event for each in night.record if isinstance(each.event, e.CreditsRecorded)]
    return [(event.version, {player: amount for player, amount, _ in event.credits}) for event in events]


def reconciled(night: Evening) -> None:
    """Hold the ledger against the results that stand."""
    written: Counter[str] = Counter()
    for _, credits_given in told(night):
        written.update(credits_given)
    owed = ledger.owed(night.state)
    assert {player: amount for player, amount in written.items() if amount} == owed
    assert sum(owed.values()) == (pool(night.state) if night.state.status == "finished" else 0)
    assert night.state.ledger.total == sum(owed.values())
    assert fold(night.record) == night.state
    assert snapshot.load(snapshot.dump(night.state)) == night.state


def test_life_9_prizes_are_pending_until_every_credit_is_written() -> None:
    night = played()
    assert night.status() == "prizes_pending"
    asked = work(night)
    assert {credit.player: credit.amount for credit in asked.credits} == ledger.owed(night.state)
    assert {credit.reason for credit in asked.credits} == {"prize"}
    assert sum(credit.amount for credit in asked.credits) == pool(night.state) == 4_000
    night.wait("23:00")
    assert (night.status(), work(night)) == ("prizes_pending", asked)
    write(night, when="23:01")
    assert [each.event.kind for each in night.record[-2:]] == ["credits_recorded", "tournament_finished"]
    assert (night.status(), desk.work(night.state)) == ("finished", None)
    reconciled(night)


@pytest.mark.parametrize(("profile", "status"), [("tda-2024-v1", "prizes_pending"), ("sport-poker-v1", "finished")])
def test_life_9_prizes_that_are_no_money_are_credited_nowhere(profile: str, status: str) -> None:
    night = played() if profile == "tda-2024-v1" else _without_pool(profile)
    assert night.status() == status


def _without_pool(profile: str) -> Evening:
    night = evening(4, **(TERMS | {"profile": profile}))
    night.credited = False
    for number in range(4, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "finish")
    assert night.ask("19:12", "hold_payouts", reason="review").refused == "no_payouts"
    return night


def test_prz_7_an_answer_that_comes_twice_is_recorded_once() -> None:
    night = played()
    asked = work(night)
    write(night, asked)
    write(night, asked)
    assert [version for version, _ in told(night)] == [1]
    reconciled(night)


def test_prz_7_the_ledgers_word_counts_and_what_is_missing_is_the_next_version() -> None:
    night = played()
    asked = work(night)
    odd = CreditResult(version=1, results=1, credits=asked.credits[:1])
    night.work_comes(at("19:12"), asked, odd)
    assert night.status() == "prizes_pending"
    again = work(night)
    assert (again.version, again.credits) == (
        2,
        tuple(Credit(player=c.player, amount=c.amount, reason="correction") for c in asked.credits[1:]),
    )
    write(night)
    assert night.status() == "finished"
    reconciled(night)


def test_prz_7_a_correction_after_the_finish_is_credited_as_the_difference() -> None:
    night = played(credited=True)
    before = ledger.owed(night.state)
    night.credited = False
    night.must("19:20", "void_entry", player=P[2], reason="mistake", seen=night.state.seq)
    asked = work(night)
    assert (asked.version, asked.results) == (2, 2)
    assert all(credit.reason == "correction" for credit in asked.credits)
    assert {credit.player: credit.amount for credit in asked.credits}[P[2]] == -before[P[2]]
    write(night, when="19:21")
    assert night.status() == "finished"
    assert desk.work(night.state) is None
    reconciled(night)


@pytest.mark.parametrize(
    ("name", "body", "adjusted"),
    [
        ("correct_bust", {"knockout": 3, "player": P[1], "killers": [P[2]]}, [(2, {P[1]: -800, P[2]: 800})]),
        ("correct_order", {"hands": [[{"knockout": 3}], [{"knockout": 2}]]}, [(2, {P[2]: -400, P[3]: 400})]),
        ("correct_killers", {"knockout": 2, "killers": [P[2]]}, []),
    ],
)
def test_prz_7_a_record_put_right_after_the_finish_moves_what_was_credited_and_nothing_else(
    name: str, body: dict[str, Any], adjusted: list[tuple[int, dict[str, int]]]
) -> None:
    night = played(credited=True, payouts=[5_000, 3_000, 2_000])
    night.must("19:20", name, **body, reason="wrong_player", seen=night.state.seq)
    assert told(night) == [(1, {P[1]: 2_000, P[2]: 1_200, P[3]: 800}), *adjusted]
    reconciled(night)


def test_prz_7_a_correction_before_the_credits_are_written_changes_what_is_asked() -> None:
    night = played()
    asked = work(night)
    night.must("19:20", "void_entry", player=P[2], reason="mistake", seen=night.state.seq)
    assert work(night).version == asked.version
    assert work(night).credits != asked.credits
    write(night, asked)  # the earlier one was written all the same
    assert night.status() == "prizes_pending"
    write(night)
    assert night.status() == "finished"
    reconciled(night)


def test_prz_7_results_record_and_ledger_are_held_against_each_other_player_by_player() -> None:
    night = played(payouts=[5_000, 3_000, 2_000])
    assert ledger.differences(night.state) == (
        ledger.Difference(player=P[1], owed=2_000, recorded=0, held=0),
        ledger.Difference(player=P[2], owed=1_200, recorded=0, held=0),
        ledger.Difference(player=P[3], owed=800, recorded=0, held=0),
    )
    asked = work(night)
    write(night)
    assert ledger.differences(night.state) == ()
    whole = CreditResult(version=1, results=1, credits=asked.credits)
    assert ledger.differences(night.state, [whole]) == ()
    odd = (*asked.credits[1:], Credit(player=P[4], amount=5, reason="prize"))
    assert ledger.differences(night.state, [CreditResult(version=1, results=1, credits=odd)]) == (
        ledger.Difference(player=P[1], owed=2_000, recorded=2_000, held=0),
        ledger.Difference(player=P[4], owed=0, recorded=0, held=5),
    )
    night.credited = False
    night.must("19:20", "void_entry", player=P[2], reason="mistake", seen=night.state.seq)
    assert [(each.player, each.owed, each.recorded) for each in ledger.differences(night.state, [whole])] == [
        (P[1], 1_500, 2_000),
        (P[2], 0, 1_200),
        (P[3], 900, 800),
        (P[4], 600, 0),
    ]


def test_prz_8_a_hold_before_the_finish_keeps_the_prizes_pending_until_it_is_released() -> None:
    night = evening(4, **TERMS)
    night.must("19:05", "hold_payouts", reason="integrity")
    for number in range(4, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "finish")
    assert (night.status(), told(night), desk.work(night.state)) == ("prizes_pending", [], None)
    night.must("20:00", "release_payouts", reason="unfounded")
    assert night.status() == "finished"
    reconciled(night)


def test_prz_8_a_hold_closes_the_version_that_may_be_under_way() -> None:
    night = played()
    asked = work(night)
    night.must("19:12", "hold_payouts", reason="dispute")
    closing = work(night)
    assert (closing.version, closing.credits) == (asked.version, ())
    write(night, closing)
    assert (night.status(), desk.work(night.state), told(night)) == ("prizes_pending", None, [(1, {})])
    write(night, asked)  # too late: the ledger would have said so, and the record does not take it
    assert told(night) == [(1, {})]
    night.must("19:30", "release_payouts", reason="resolved")
    assert work(night).version == 2
    assert {credit.reason for credit in work(night).credits} == {"prize"}
    write(night)
    assert night.status() == "finished"
    reconciled(night)


def test_prz_8_a_version_that_was_written_before_the_hold_stands_and_the_end_waits_for_the_release() -> None:
    night = played()
    asked = work(night)
    night.must("19:12", "hold_payouts", reason="dispute")
    night.work_comes(at("19:13"), work(night), desk.worked(asked))
    assert (night.status(), desk.work(night.state)) == ("prizes_pending", None)
    night.must("19:30", "release_payouts", reason="resolved")
    assert night.status() == "finished"
    reconciled(night)


def test_prz_8_while_a_finished_tournament_is_held_its_corrections_wait() -> None:
    night = played(credited=True)
    night.must("19:20", "hold_payouts", reason="review")
    night.must("19:21", "void_entry", player=P[2], reason="mistake", seen=night.state.seq)
    assert (night.status(), len(told(night))) == ("finished", 1)
    night.must("19:22", "release_payouts", reason="resolved")
    assert len(told(night)) == 2
    reconciled(night)


def test_prz_8_what_is_held_already_or_not_held_changes_nothing() -> None:
    night = played()
    assert night.must("19:12", "release_payouts", reason="other").note == "the payouts are not held"
    night.must("19:13", "hold_payouts", reason="count")
    assert "count" in night.must("19:14", "hold_payouts", reason="other").note
    assert night.state.ledger.held == "count"


@pytest.mark.parametrize("in_time", [True, False])
def test_prz_8_a_version_whose_correction_is_taken_back_is_closed_also_when_a_hold_follows(in_time: bool) -> None:
    night = played(credited=True, payouts=[5_000, 3_000, 2_000])
    night.credited = False
    swap = {"hands": [[{"knockout": 3}], [{"knockout": 2}]], "reason": "misheard"}
    night.must("19:20", "correct_order", **swap, seen=night.state.seq)
    asked = work(night)
    assert (asked.version, [credit.amount for credit in asked.credits]) == (2, [-400, 400])
    back = {"hands": [[{"knockout": 2}], [{"knockout": 3}]], "reason": "misheard"}
    night.must("19:21", "correct_order", **back, seen=night.state.seq)
    night.must("19:22", "hold_payouts", reason="dispute")
    closing = work(night)
    assert (closing.version, closing.credits) == (2, ())
    night.work_comes(at("19:23"), closing, desk.worked(asked if in_time else closing))
    assert desk.work(night.state) is None
    assert told(night)[1:] == [(2, {P[2]: -400, P[3]: 400} if in_time else {})]
    night.must("19:30", "release_payouts", reason="resolved")
    if in_time:
        write(night, when="19:31")
        assert told(night)[2:] == [(3, {P[2]: 400, P[3]: -400})]
    assert desk.work(night.state) is None
    reconciled(night)


def test_life_1_a_cancellation_while_prizes_are_pending_takes_back_what_was_credited() -> None:
    night = played()
    asked = work(night)
    night.must("19:12", "cancel")
    assert (night.status(), work(night).credits) == ("cancelled", ())
    night.work_comes(at("19:13"), work(night), desk.worked(asked))  # it had been written in time
    back = work(night)
    assert {(credit.amount, credit.reason) for credit in back.credits} == {
        (-credit.amount, "cancellation") for credit in asked.credits
    }
    write(night, back)
    assert desk.work(night.state) is None
    assert night.ask("19:20", "hold_payouts", reason="review").refused == "wrong_status"
    reconciled(night)


def test_life_1_a_cancellation_before_anything_was_credited_closes_the_version_and_owes_nothing() -> None:
    night = played()
    night.must("19:12", "cancel")
    write(night)
    assert (told(night), desk.work(night.state)) == ([(1, {})], None)
    reconciled(night)


STEPS = ("write", "late", "hold", "release", "void", "cancel", "finish")


@given(steps=st.lists(st.sampled_from(STEPS), max_size=14), players=st.integers(3, 7))
def test_prz_7_whatever_comes_between_each_version_counts_once_and_the_end_is_reconciled(
    steps: list[str], players: int
) -> None:
    # The outside is a ledger that keeps the first write of a version; any request made so far may reach it at any time.
    night = played(players)
    kept: dict[int, CreditResult] = {}
    out: list[CreditRequest] = []
    voided = players

    def reach(request: CreditRequest) -> None:
        written = kept.setdefault(request.version, desk.worked(request))  # type: ignore[arg-type]
        night.work_comes(at("20:00"), request, written)

    for step in steps:
        if (request := desk.work(night.state)) is not None and isinstance(request, CreditRequest):
            out.append(request)
        match step:
            case "write" if request is not None:
                reach(out[-1])
            case "late" if out:
                # A straggler writes, and nobody is told.
                first = out[0]
                kept.setdefault(first.version, desk.worked(first))  # type: ignore[arg-type]
            case "hold":
                night.ask("20:00", "hold_payouts", reason="review")
            case "release":
                night.ask("20:00", "release_payouts", reason="resolved")
            case "void" if voided > 2:
                night.ask("20:00", "void_entry", player=P[voided], reason="mistake", seen=night.state.seq)
                voided -= 1
            case "cancel":
                night.ask("20:00", "cancel")
            case _:
                pass
    night.ask("20:00", "release_payouts", reason="resolved")
    while (request := desk.work(night.state)) is not None:
        assert isinstance(request, CreditRequest)
        reach(request)
    assert night.status() in {"finished", "cancelled"}
    versions = [version for version, _ in told(night)]
    assert all(after == before + 1 for before, after in pairwise([0, *versions]))
    assert set(kept) == set(versions)
    reconciled(night)
