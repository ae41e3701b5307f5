"""A correction is applied by who has seen what it changes: the preview, and nothing new since (AUD-5, REG-7)."""

import pytest

from domain import ledger
from tests.domain import floor, laws
from tests.domain.floor import Answer, Body, P, evening, knock_out
from tests.domain.put_right import finished, money, pairs, preview


def test_aud_5_a_preview_says_what_would_change_and_changes_nothing() -> None:
    night = money(5)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    told = preview(night, "19:12", "correct_killers", knockout=1, killers=[P[4]], reason="misheard")
    assert pairs(told["credits"]) == [(P[2], "1", None), (P[4], None, "1")]
    assert pairs(told["won"]) == [(P[2], 500, None), (P[3], 750, 500), (P[4], None, 500)]
    assert pairs(told["heads"]) == [(P[3], 1_750, 1_500), (P[4], 1_000, 1_500)]
    assert set(told) == {"seen", "credits", "won", "heads"}
    assert told["seen"] == night.state.seq


def test_aud_5_what_was_previewed_is_what_comes_of_it() -> None:
    night = money(5)
    knock_out(night, "19:10", P[1], P[2])
    body: Body = {"knockout": 1, "player": P[3], "reason": "wrong_player"}
    looked = night.must("19:12", "correct_bust", preview=True, **body).outcome.consequences
    assert looked is not None
    done = night.must("19:13", "correct_bust", seen=looked["seen"], **body)
    assert done.outcome.consequences == looked
    assert done.kinds == ["bust_corrected"]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("correct_bust", {"knockout": 1, "player": P[3], "reason": "wrong_player"}),
        ("correct_killers", {"knockout": 1, "killers": [P[3]], "reason": "misheard"}),
        ("correct_order", {"hands": [[{"knockout": 2}], [{"knockout": 1}]], "reason": "wrong_hand"}),
        ("void_entry", {"player": P[1], "reason": "duplicate"}),
        ("void_entry", {"player": P[2], "reason": "duplicate"}),
    ],
)
def test_aud_5_nothing_is_corrected_that_nobody_has_looked_at(kind: str, body: Body) -> None:
    """An entry with a bust, the first player's, and one with a knockout, the second's, too (REG-7)."""
    night = money(6)
    night.looks = False
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[5], P[6])
    refused = night.ask("19:12", kind, **body)
    assert (refused.rejection.rule, refused.refused) == ("AUD-5", "preview_first")
    assert refused.rejection.data["field"] == "seen"
    assert night.ask("19:12", kind, seen=10_000, **body).refused == "not_there_yet"
    seen = night.must("19:12", kind, preview=True, **body).outcome.consequences or {}
    knock_out(night, "19:13", P[4], P[6])
    stale = night.ask("19:14", kind, seen=seen["seen"], **body)
    assert stale.refused == "changed_since"
    assert stale.rejection.data == {"seen": seen["seen"], "changed": night.state.weighed}
    again = night.must("19:14", kind, preview=True, **body).outcome.consequences or {}
    night.must("19:15", kind, seen=again["seen"], **body)
    laws.hold(night.state)


def test_aud_5_the_clock_and_the_tables_make_no_preview_stale() -> None:
    night = money(5, windows={"late_registration": None})
    night.looks = False
    knock_out(night, "19:10", P[1], P[2])
    seen = night.must("19:11", "correct_killers", knockout=1, killers=[P[3]], reason="ruling", preview=True)
    night.must("19:12", "pause")
    night.must("19:13", "resume")
    night.must("19:14", "start_hand", table=1)
    assert seen.outcome.consequences is not None
    told = seen.outcome.consequences["seen"]
    assert night.state.seq > told
    night.must("19:15", "correct_killers", knockout=1, killers=[P[3]], reason="ruling", seen=told)


def test_reg_7_an_entry_without_bust_and_knockout_needs_no_preview_and_may_have_one() -> None:
    night = money(5)
    night.looks = False
    night.wait("19:10")
    told = preview(night, "19:10", "void_entry", player=P[5], reason="mistake")
    assert told["counts"]["left"] == {"before": 5, "after": 4}
    assert told["counts"]["chips_in_play"] == {"before": 50_000, "after": 40_000}
    assert pairs(told["debts"]) == [(P[5], 3_000, None)]
    night.must("19:11", "void_entry", player=P[5], reason="mistake")


def test_ko_4_a_void_may_be_previewed_and_need_not() -> None:
    night = money(5)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    told = preview(night, "19:12", "void_knockout", knockout=1)
    assert pairs(told["places"]) == [(P[1], 5, None), (P[2], 4, 5)]
    assert pairs(told["won"]) == [(P[2], 500, None), (P[3], 750, 500)]
    stale = night.ask("19:12", "void_knockout", knockout=1, seen=1)
    assert stale.refused == "changed_since"
    assert night.must("19:13", "void_knockout", knockout=1).outcome.consequences is None


def test_ko_4_a_preview_of_a_void_draws_no_lot_for_the_seat() -> None:
    night = money(5, seats_per_table=6)
    chair = night.seat(P[1])
    knock_out(night, "19:10", P[1], P[2])
    assert chair is not None
    to = {"table": chair[0], "seat": chair[1]}
    leaving = night.seat(P[5])
    assert leaving is not None
    night.must("19:11", "move_player", player=P[5], leaving={"table": leaving[0], "seat": leaving[1]}, to=to)
    lots = night.state.lots
    assert preview(night, "19:12", "void_knockout", knockout=1)["counts"]["left"] == {"before": 4, "after": 5}
    assert night.state.lots == lots
    night.must("19:12", "void_knockout", knockout=1)
    assert night.state.lots == lots + 1


def test_reg_7_a_struck_entry_after_the_finish_is_previewed_with_all_that_follows() -> None:
    night = finished(money(4), [(1, 2), (3, 2), (2, 4)])
    told = preview(night, "20:00", "void_entry", player=P[2], reason="duplicate")
    assert pairs(told["places"]) == [(P[1], 4, 3), (P[2], 2, None), (P[3], 3, 2)]
    assert pairs(told["prizes"]) == [
        (P[1], None, 1_200),
        (P[2], 2_400, None),
        (P[3], 1_600, 1_800),
        (P[4], 4_000, 3_000),
    ]
    assert told["counts"]["pool"] == {"before": 8_000, "after": 6_000}
    assert pairs(told["debts"]) == [(P[2], 3_000, None)]
    done = night.must("20:01", "void_entry", player=P[2], reason="duplicate")
    assert isinstance(done, Answer)
    assert night.state.results_version == 2
    assert dict(night.state.ledger.credited) == ledger.owed(night.state)
    laws.hold(night.state)


def test_aud_5_a_window_that_has_closed_since_is_something_that_matters() -> None:
    night = money(5, windows={"late_registration": floor.until("19:30"), "re_entry": floor.until("19:30")})
    knock_out(night, "19:10", P[1], P[2])
    body: Body = {"knockout": 1, "killers": [P[3]], "reason": "misheard"}
    seen = (night.must("19:29", "correct_killers", preview=True, **body).outcome.consequences or {})["seen"]
    assert night.ask("19:31", "correct_killers", seen=seen, **body).refused == "changed_since"


def test_aud_5_of_two_who_correct_by_one_preview_the_second_looks_again() -> None:
    night = money(5)
    knock_out(night, "19:10", P[1], P[2])
    body: Body = {"knockout": 1, "reason": "misheard"}
    seen = (night.must("19:11", "correct_killers", preview=True, killers=[P[3]], **body).outcome.consequences or {})[
        "seen"
    ]
    night.must("19:12", "correct_killers", seen=seen, killers=[P[3]], **body)
    assert night.ask("19:12", "correct_killers", seen=seen, killers=[P[4]], **body).refused == "changed_since"
    assert night.row(P[1])["killers"] == [P[3]]


def test_aud_5_a_list_of_many_lines_says_how_many_it_leaves_out() -> None:
    night = evening(130, tables=20, windows={"late_registration": None})
    for n in range(1, 121):
        knock_out(night, "19:10", P[n], P[130])
    told = preview(night, "19:11", "void_entry", player=P[120], reason="duplicate")
    assert (len(told["places"]), told["more"]) == (100, {"places": 20})


def test_aud_6_while_the_books_are_closed_a_correction_is_previewed_and_not_applied() -> None:
    night = finished(money(4, bounty="none", prices={"buy_in": 3_000, "parts": {}}), [(1, 2), (3, 2), (2, 4)])
    for n in range(1, 5):
        night.must("20:00", "settle", player=P[n], amount=3_000, method="cash", seen=night.state.seq)
    night.must("20:01", "explain_difference", difference="uncounted", amount=40_000, reason="not_counted")
    night.must("20:02", "close_books")
    body: Body = {"hands": [[{"knockout": 2}], [{"knockout": 1}]], "reason": "wrong_hand"}
    told = preview(night, "20:03", "correct_order", **body)
    assert pairs(told["places"]) == [(P[1], 4, 3), (P[3], 3, 4)]
    refused = night.ask("20:04", "correct_order", seen=told["seen"], **body)
    assert (refused.rejection.rule, refused.refused) == ("AUD-6", "books_closed")
