"""The books: what does not come out even is listed and explained, and what follows from their close (AUD-6)."""

import pytest

from domain import events as e
from domain.books import FITS, closed
from tests.domain.book_night import POOL, books, counted, differences, explain, over, settled
from tests.domain.floor import Body, P, evening, knock_out


def test_aud_6_an_evening_that_was_paid_counted_and_credited_comes_out_even_and_closes() -> None:
    night = counted(settled(over()))
    assert differences(night) == {}
    answer = night.must("19:30", "close_books")
    assert answer.events == (
        e.BooksClosed(
            closing=1,
            expected=4_000,
            net=4_000,
            open=0,
            refunds_due=0,
            entries=4,
            chips_in_play=40_000,
            counted=40_000,
            owed=3_600,
            credited=3_600,
        ),
    )
    assert closed(night.state)
    assert night.head["books"] == {"closed_at": "2026-11-29T19:30:00.000000Z", "closings": 1}


def test_aud_6_what_is_owed_due_back_and_not_counted_is_listed() -> None:
    night = over(5)
    night.must("19:20", "settle", player=P[2], amount=1_000, method="cash", seen=night.state.seq)
    night.must("19:21", "settle", player=P[3], amount=1_000, method="cash", seen=night.state.seq)
    night.must("19:22", "void_entry", player=P[3], reason="mistake")
    assert differences(night) == {
        "debt:player-001": 1_000,
        "debt:player-004": 1_000,
        "debt:player-005": 1_000,
        "refund:player-003": 1_000,
        "uncounted": 50_000,
    }
    made = books(night)
    assert (made.expected, made.net, made.open, made.refunds_due) == (4_000, 2_000, 3_000, 1_000)
    assert (made.entries, made.paid, made.voided) == (4, 1, 1)
    assert [(one.player, one.expected, one.net) for one in made.accounts[:3]] == [
        (P[1], 1_000, 0),
        (P[2], 1_000, 1_000),
        (P[3], 0, 1_000),
    ]


def test_aud_6_the_close_is_refused_while_a_difference_is_unexplained_and_says_which() -> None:
    night = counted(over(), off=-500)
    refusal = night.ask("19:30", "close_books").rejection
    assert (refusal.rule, refusal.code) == ("AUD-6", "unexplained")
    listed = "debt:player-001 1000, debt:player-002 1000, debt:player-003 1000, debt:player-004 1000, chips -500"
    assert refusal.data == {"unexplained": 5, "differences": listed}
    settled(night, "19:31")
    assert night.ask("19:32", "close_books").rejection.data == {"unexplained": 1, "differences": "chips -500"}
    assert explain(night, "chips", "lost_chips", "19:33").kinds == ["difference_explained"]
    event = night.must("19:34", "close_books").events[0]
    assert isinstance(event, e.BooksClosed)
    assert (event.explained, event.counted) == ((("chips", -500, "lost_chips"),), 39_500)


def test_aud_6_an_explanation_holds_for_the_amount_that_it_was_given_for() -> None:
    night = counted(settled(over()), off=-500)
    explain(night, "chips", "miscount")
    counted(night, off=-400, when="19:31")
    assert [(each.amount, each.reason) for each in books(night).differences] == [(-400, None)]
    assert night.ask("19:32", "close_books").refused == "unexplained"
    counted(night, off=-500, when="19:33")
    assert [(each.amount, each.reason) for each in books(night).differences] == [(-500, "miscount")]
    changed = night.ask("19:34", "explain_difference", difference="chips", amount=-400, reason="miscount").rejection
    assert (changed.rule, changed.code, changed.data) == ("AUD-6", "difference_changed", {"amount": -500})


def test_aud_6_what_is_put_right_needs_no_explanation_any_more() -> None:
    night = counted(over(2))
    explain(night, "debt:player-001", "written_off")
    settled(night, "19:31")
    assert differences(night) == {}
    event = night.must("19:32", "close_books").events[0]
    assert isinstance(event, e.BooksClosed)
    assert event.explained == ()


@pytest.mark.parametrize(
    ("difference", "reason", "code"),
    [
        ("chips", "lost_chips", "no_such_difference"),
        ("debt:player-009", "written_off", "no_such_difference"),
        ("debt:player-001", "lost_chips", "reason_does_not_fit"),
        ("uncounted", "written_off", "reason_does_not_fit"),
    ],
)
def test_aud_6_only_what_is_off_is_explained_and_by_what_fits(difference: str, reason: str, code: str) -> None:
    night = over(2)
    refusal = explain(night, difference, reason).rejection
    assert (refusal.rule, refusal.code) == ("AUD-6", code)


def test_aud_6_an_explanation_may_be_changed_and_said_twice_changes_nothing() -> None:
    night = over(2)
    assert explain(night, "uncounted", "not_counted").kinds == ["difference_explained"]
    assert explain(night, "uncounted", "not_counted").note == "uncounted is explained so already"
    assert explain(night, "uncounted", "other").kinds == ["difference_explained"]


@pytest.mark.parametrize("reasons", list(FITS.values()))
def test_aud_6_every_kind_has_a_reason_of_its_own(reasons: frozenset[str]) -> None:
    assert reasons
    assert "other" not in reasons


def test_aud_6_the_books_do_not_close_while_payouts_are_held_or_credits_are_to_be_written() -> None:
    night = counted(settled(over()))
    night.must("19:25", "hold_payouts", reason="review")
    refusal = night.ask("19:30", "close_books").rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("AUD-6", "still_open", {"open": "payouts_held"})
    night.credited = False
    night.must("19:31", "void_entry", player=P[2], reason="mistake")
    night.must("19:32", "release_payouts", reason="resolved")
    settled(night, "19:33")
    assert night.ask("19:34", "close_books").rejection.data == {"open": "credits_pending"}
    night.credited = True
    night.lots_come(night.state.last_at)
    night.must("19:35", "close_books")


AFTER: dict[str, Body] = {
    "void_settlement": {"settlement": 1, "reason": "mistake"},
    "void_entry": {"player": P[2], "reason": "mistake"},
    "count_chips": {"stacks": [{"player": P[1], "chips": 1}]},
    "hold_payouts": {"reason": "review"},
    "correct_killers": {"knockout": 1, "killers": [P[2]], "reason": "mistake"},
}


@pytest.mark.parametrize("kind", sorted(AFTER))
def test_aud_6_after_the_close_nothing_changes_the_record_until_the_books_are_opened_again(kind: str) -> None:
    night = counted(settled(over()))
    night.must("19:30", "close_books")
    before = night.state
    seen = {"seen": before.seq} if kind in {"void_entry", "correct_killers"} else {}
    refusal = night.ask("19:31", kind, **AFTER[kind], **seen).rejection
    assert (refusal.rule, refusal.code, night.state) == ("AUD-6", "books_closed", before)
    assert night.must("19:32", "reopen_books", reason="correction").kinds == ["books_reopened"]
    assert night.head["books"] == {"closed_at": None, "closings": 1}
    night.must("19:33", kind, **AFTER[kind])


def test_aud_6_after_the_close_a_refusal_of_its_own_and_what_changes_nothing_are_answered_as_ever() -> None:
    night = counted(settled(over()))
    night.must("19:30", "close_books")
    assert night.ask("19:31", "settle", player=P[1], amount=1, method="cash", seen=1).refused == "nothing_owed"
    assert night.must("19:32", "close_books").note == "the books are closed already"
    assert night.ask("19:33", "pause").refused == "not_running"


def test_aud_6_books_opened_again_are_closed_again_under_the_next_number() -> None:
    night = counted(settled(over()))
    assert night.must("19:29", "reopen_books", reason="mistake").note == "the books are open"
    night.must("19:30", "close_books")
    night.must("19:31", "reopen_books", reason="correction")
    night.must("19:32", "void_entry", player=P[2], reason="mistake")
    assert differences(night) == {"refund:player-002": 1_000}
    assert night.ask("19:33", "close_books").refused == "unexplained"
    settled(night, "19:34")
    event = night.must("19:35", "close_books").events[0]
    assert isinstance(event, e.BooksClosed)
    assert (event.closing, event.entries, event.expected, event.credited) == (2, 3, 3_000, 2_700)


def test_aud_6_a_cancelled_tournament_has_books_too() -> None:
    night = evening(3, **POOL)
    night.must("19:05", "settle", player=P[1], amount=1_000, method="cash", seen=night.state.seq)
    night.must("19:06", "cancel")
    assert differences(night) == {"refund:player-001": 900, "uncounted": 30_000}
    assert explain(night, "uncounted", "not_counted").refused is None
    assert explain(night, "refund:player-001", "waived").refused is None
    event = night.must("19:31", "close_books").events[0]
    assert isinstance(event, e.BooksClosed)
    assert (event.expected, event.net, event.refunds_due, event.owed) == (100, 1_000, 900, 0)
    assert night.ask("19:32", "mark_refunded", player=P[1], amount=900, method="cash").refused == "books_closed"


def test_aud_6_a_tournament_cancelled_before_anybody_sat_closes_at_once() -> None:
    night = evening(1, present=0)
    night.must("19:05", "cancel")
    assert differences(night) == {}
    night.must("19:06", "close_books")


def test_aud_6_heads_and_mystery_money_that_nobody_won_are_listed() -> None:
    parts = {"buy_in": {"rake": 100, "bounty": 300}}
    prizes = [{"amount": 400}, {"amount": 100, "count": 2}]
    night = over(
        4,
        bounty="mystery",
        bounties={"mystery": {"prizes": prizes}},
        prices={"rebuy": None, "add_on": None, "parts": parts},
    )
    settled(counted(night))
    made = books(night)
    assert (made.mystery, made.mystery_paid, made.pool, made.prizes) == (1_200, 600, 2_400, 2_400)
    assert differences(night) == {"mystery": 600}
    assert explain(night, "mystery", "not_drawn").refused is None
    night.must("19:31", "close_books")
    classic = over(4, bounty="classic", prices={"rebuy": None, "add_on": None, "parts": parts})
    settled(counted(classic))
    made = books(classic)
    assert (made.heads, made.heads_paid, made.heads_unclaimed, made.owed) == (1_200, 1_200, 0, 3_600)
    assert differences(classic) == {}


def test_aud_6_draws_that_nobody_took_are_listed_where_the_floor_may_still_say_what_they_won() -> None:
    night = over(3, profile="sport-poker-v1", bounty="mystery", prices={"rebuy": None, "add_on": None})
    settled(counted(night))
    assert differences(night) == {"draws": 1}
    refusal = night.ask("19:30", "close_books").rejection
    assert refusal.data == {"unexplained": 1, "differences": "draws 1"}
    night.must("19:31", "draw_mystery", player=P[1], text="A cap")
    assert differences(night) == {}
    night.must("19:32", "close_books")


def test_aud_6_on_the_evening_itself_the_figures_can_be_looked_at_and_not_closed() -> None:
    night = evening(4, **POOL)
    assert books(night).under_way == ("not_over",)
    assert differences(night)["debt:player-001"] == 1_000
    refusal = night.ask("19:05", "close_books").rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("LIFE-1", "not_over", {"status": "running"})
    assert refusal.mend == "finish or cancel it first"


def test_aud_6_books_of_what_is_finished_and_held_wait_for_the_release() -> None:
    night = evening(2, **POOL)
    night.must("19:05", "hold_payouts", reason="review")
    knock_out(night, "19:10", P[2], P[1])
    night.must("19:11", "finish")
    refusal = night.ask("19:12", "close_books").rejection
    assert (refusal.code, refusal.data) == ("not_over", {"status": "prizes_pending"})
    assert "payouts that are held are released first" in refusal.mend
