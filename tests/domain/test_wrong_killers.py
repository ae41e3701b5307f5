"""A knockout that was another player's: credits, heads and draws follow (AUD-5, KO-3)."""

from typing import Any

import pytest

from domain import events as e
from domain import ledger
from tests.domain import laws
from tests.domain.floor import Body, P, evening, knock_out
from tests.domain.put_right import finished, money, pairs, preview


def test_aud_5_credits_and_heads_go_to_the_right_killer_along_the_whole_chain() -> None:
    """P2's head had grown by what was P4's, P3 took it, P5 took his, P6 his: all four are divided anew."""
    night, right = money(8), money(8)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(right, "19:10", P[1], P[4])
    for one in (night, right):
        for n, (out, by) in enumerate([(2, 3), (3, 5), (5, 6), (4, 7)], start=11):
            knock_out(one, f"19:{n}", P[out], P[by])
    done = night.must("19:20", "correct_killers", knockout=1, killers=[P[4]], reason="misheard")
    (event,) = done.events
    assert isinstance(event, e.KillersCorrected)
    assert [again.knockout for again in event.resplits] == [1, 2, 3, 4, 5]
    assert event.killers_before == (P[2],)
    for n in range(1, 9):
        shown = ("credits_exact", "bounty_won", "head", "killers")
        assert [night.row(P[n])[name] for name in shown] == [right.row(P[n])[name] for name in shown], n
    laws.hold(night.state)


@pytest.mark.parametrize(
    ("profile", "given"),
    [("sport-poker-v1", {2: "1/2", 3: "0"}), ("tda-2024-v1", {2: "1/2", 3: "1/2"})],
)
def test_ko_3_a_second_killer_named_later_has_what_the_profile_gives_him(profile: str, given: dict[int, str]) -> None:
    night = evening(5, profile=profile, windows={"late_registration": None})
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "correct_killers", knockout=1, killers=[P[2], P[3]], reason="misheard")
    assert {n: night.row(P[n])["credits_exact"] for n in (2, 3)} == given
    night.must("19:12", "correct_killers", knockout=1, killers=[], reason="ruling")
    assert {n: night.row(P[n])["credits_exact"] for n in (2, 3)} == {2: "0", 3: "0"}
    laws.hold(night.state)


def test_aud_5_a_draw_that_is_due_goes_to_the_right_killer_and_one_that_was_taken_stays() -> None:
    terms: dict[str, Any] = {
        "profile": "sport-poker-v1",
        "bounty": "mystery",
        "bounties": {"mystery": {"starts": "start"}},
        "windows": {"late_registration": None},
    }
    night = evening(5, **terms)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[4], P[5])
    night.must("19:12", "correct_killers", knockout=1, killers=[P[3]], reason="misheard")
    assert night.ask("19:13", "draw_mystery", player=P[2], text="Cap").refused == "no_draw"
    night.must("19:13", "draw_mystery", player=P[3], text="Cap")
    refused = night.ask("19:14", "correct_killers", knockout=1, killers=[P[2]], reason="mistake")
    assert (refused.rejection.rule, refused.refused) == ("AUD-5", "mystery_drawn")
    night.must("19:15", "correct_killers", knockout=2, killers=[], reason="ruling")
    assert night.ask("19:16", "draw_mystery", player=P[5], text="Cap").refused == "no_draw"
    laws.hold(night.state)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"knockout": 3, "killers": [P[4]]}, "no_such_knockout"),
        ({"knockout": 2, "killers": [P[2]]}, "self_knockout"),
        ({"knockout": 2, "killers": [P[1]]}, "killer_out"),
        ({"knockout": 2, "killers": [P[9]]}, "unknown_killer"),
        ({"knockout": 2, "killers": [P[4], P[4]]}, "killer_named_twice"),
    ],
)
def test_aud_5_killers_that_cannot_have_been_are_refused(body: Body, code: str) -> None:
    night = money(5)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    before = night.state
    assert night.ask("19:12", "correct_killers", reason="mistake", **body).refused == code
    assert night.state == before
    assert night.must("19:12", "correct_killers", knockout=1, killers=[P[2]], reason="mistake").note
    night.must("19:13", "void_knockout", knockout=1)
    gone = night.ask("19:14", "correct_killers", knockout=1, killers=[P[3]], reason="mistake")
    assert (gone.refused, gone.rejection.mend) == ("voided", "record it anew")


def test_aud_5_a_player_out_already_is_the_killer_when_the_floor_confirms_it() -> None:
    """All of his part is paid: he has no head of his own any more."""
    night = money(5)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    night.must("19:12", "correct_killers", knockout=2, killers=[P[1]], killer_out_confirmed=True, reason="ruling")
    assert (night.row(P[1])["bounty_won"], night.row(P[1])["head"]) == (1_500, 0)
    laws.hold(night.state)


def test_aud_5_after_the_finish_the_champions_head_and_the_ledger_follow() -> None:
    """No place changes; the champion's own head does, and so there is a second version of the prizes."""
    night = finished(money(4), [(1, 2), (3, 4), (2, 4)])
    assert dict(night.state.kept_heads) == {4: 1_000 + 500 + 750}
    told = preview(night, "20:00", "correct_killers", knockout=1, killers=[P[4]], reason="misheard")
    assert pairs(told["won"]) == [(P[2], 500, None), (P[4], 3_500, 4_000)]
    assert [(row["player"], row["amount"]) for row in told["ledger"]] == [(P[2], -500), (P[4], 500)]
    done = night.must("20:01", "correct_killers", knockout=1, killers=[P[4]], reason="misheard")
    assert done.kinds == ["killers_corrected", "results_recorded", "prizes_recorded"]
    assert dict(night.state.kept_heads) == {4: 1_000 + 500 + 500 + 500}
    assert night.state.results_version == 2
    assert dict(night.state.ledger.credited) == ledger.owed(night.state)
    laws.hold(night.state)


def test_aud_5_points_move_where_prizes_are_no_money() -> None:
    night = evening(
        4, profile="sport-poker-v2", bounty="pko", bounties={"points": 10}, windows={"late_registration": None}
    )
    knock_out(night, "19:10", P[1], P[2])
    told = preview(night, "19:11", "correct_killers", knockout=1, killers=[P[3]], reason="misheard")
    assert pairs(told["won"]) == [(P[2], 5, None), (P[3], None, 5)]
    assert pairs(told["heads"]) == [(P[2], 15, 10), (P[3], 10, 15)]
    assert "ledger" not in told


def test_ko_7_the_first_draw_in_the_money_goes_to_the_right_killer() -> None:
    """That mysteries had begun shows from the draw that the knockout itself has brought."""
    night = evening(
        5,
        profile="sport-poker-v1",
        bounty="mystery",
        bounties={"mystery": {"starts": "in_the_money"}},
        places_paid=3,
        windows={"late_registration": None},
    )
    for out in (1, 2, 3):
        knock_out(night, f"19:1{out}", P[out], P[4])
    assert night.ask("19:15", "draw_mystery", player=P[4], knockout=2, text="Cap").refused == "no_draw"
    night.must("19:16", "correct_killers", knockout=3, killers=[P[5]], reason="misheard")
    night.must("19:17", "correct_killers", knockout=2, killers=[P[5]], reason="misheard")
    assert night.ask("19:18", "draw_mystery", player=P[5], knockout=2, text="Cap").refused == "no_draw"
    night.must("19:19", "draw_mystery", player=P[5], knockout=3, text="Cap")
    laws.hold(night.state)


def test_ko_5_nobody_is_credited_with_a_bust_that_was_bought_back() -> None:
    night = evening(5, profile="sport-poker-v2")
    knock_out(night, "19:10:00", P[1], P[2])
    night.must("19:10:30", "rebuy", player=P[1])
    refused = night.ask("19:12", "correct_killers", knockout=1, killers=[P[3]], reason="misheard")
    assert (refused.rejection.rule, refused.refused) == ("AUD-5", "rebought")


def test_ko_6_a_killer_who_has_not_come_is_paid_both_halves() -> None:
    night = evening(5, present=4, profile="sport-poker-v2", no_show="absent", bounty="pko", bounties={"points": 11})
    knock_out(night, "19:10", P[1], P[2])
    assert night.current(P[5]).absent
    night.must("19:11", "correct_killers", knockout=1, killers=[P[5]], reason="ruling")
    assert (night.row(P[5])["bounty_won"], night.row(P[5])["head"]) == (11, 11)
    assert (night.row(P[2])["bounty_won"], night.row(P[2])["head"]) == (0, 11)
    laws.hold(night.state)
