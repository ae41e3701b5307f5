"""Prize tables of mystery draws that are announced when draws begin: what they must fit (KO-7, PRZ-2)."""

from typing import Any

import pytest

from domain import events as e
from domain import ledger, views
from domain.settings import settings_faults
from domain.times import to_text
from tests.domain import laws
from tests.domain.floor import Evening, P, at, evening, knock_out, until
from tests.domain.test_mystery import mysteries


def announced(players: int, **more: Any) -> Evening:
    """Return a night of a house that pays money: 300 of 1,000 for the envelopes, whose prizes are told in the money."""
    terms = {"prices": {"re_entry": None, "rebuy": None, "add_on": None, "parts": {"buy_in": {"bounty": 300}}}}
    night = mysteries(
        players, {"starts": "in_the_money"}, profile="tda-2024-v1", no_show="drop", places_paid=4, **terms, **more
    )
    for minute, number in enumerate(range(5, players + 1)):
        knock_out(night, f"19:{10 + minute}", P[number], P[1])
    return night


LADDER = [{"amount": 1_000}, {"amount": 500}, {"amount": 300}]


def test_clk_9_no_time_is_given_back_behind_prizes_that_were_announced() -> None:
    night = announced(6)
    night.must("19:30", "set_mystery_prizes", prizes=LADDER)
    refusal = night.ask("19:31", "rebase_clock", stopped_at=to_text(at("19:29"))).rejection
    assert refusal.rule == "CLK-9"
    assert refusal.data["kind"] == "mystery_prizes_set"


def test_ko_7_prizes_are_announced_when_draws_begin_and_take_all_that_was_paid() -> None:
    night = announced(6)
    assert (night.head["mystery"]["contributed"], night.head["mystery"]["worth"]) == (1_800, 0)
    assert night.head["mystery"]["suggested"] == [{"amount": n, "count": 1} for n in (1_050, 500, 250)]
    night.must("19:30", "set_mystery_prizes", prizes=LADDER)
    mystery_now = night.head["mystery"]
    assert (mystery_now["worth"], mystery_now["envelopes_left"], mystery_now["left"]) == (1_800, 3, [1, 1, 1])
    assert mystery_now["suggested"] == []
    terms = views.terms(night.state)["mystery_prizes"]
    assert terms == [{"amount": n, "text": None, "count": 1} for n in (1_000, 500, 300)]
    won = 0
    for minute, number in enumerate((2, 3)):
        knock_out(night, f"19:3{minute + 1}", P[number], P[1])
        night.must(f"19:3{minute + 1}:30", "draw_mystery", player=P[1])
        won = night.row(P[1])["bounty_won"]
        assert night.head["mystery"]["paid"] == won
    knock_out(night, "19:35", P[4], P[1])
    night.must("19:36", "draw_mystery", player=P[1])
    night.must("19:37", "finish")
    assert night.row(P[1])["bounty_won"] == 1_800
    assert sum(ledger.owed(night.state).values()) == 6_000
    laws.hold(night.state)
    laws.the_record_is_the_state(night.state, night.record)


def test_ko_7_the_table_that_is_suggested_is_accepted() -> None:
    night = announced(9)
    shown = night.head["mystery"]["suggested"]
    assert shown == [{"amount": 1_700, "count": 1}, {"amount": 500, "count": 2}]
    night.must("19:30", "set_mystery_prizes", prizes=shown)


@pytest.mark.parametrize(
    ("prizes", "code", "data"),
    [
        ([{"amount": 900, "count": 2}], "envelopes_and_heads", {"envelopes": 2, "draws": 3}),
        ([{"amount": 450, "count": 4}], "envelopes_and_heads", {"envelopes": 4, "draws": 3}),
        ([{"amount": 599, "count": 3}], "less_than_was_paid", {"amount": 1_797, "contributed": 1_800}),
        ([{"count": 3}], "cannot_be_drawn", {"field": "prizes.0"}),
    ],
)
def test_ko_7_a_prize_table_that_does_not_fit_is_refused_with_the_figures(
    prizes: list[dict[str, Any]], code: str, data: dict[str, Any]
) -> None:
    night = announced(6)
    night.wait("19:30")
    before = night.state
    refusal = night.ask("19:30", "set_mystery_prizes", prizes=prizes).rejection
    assert (refusal.rule, refusal.code, dict(refusal.data)) == ("KO-7", code, data)
    assert night.state == before


def test_ko_7_the_house_may_add_to_what_was_paid() -> None:
    """The 2024 Mystery Millions: 18,409 times 300 is 5,522,700, and the 949 envelopes held 5,523,000."""
    night = announced(6)
    night.must("19:30", "set_mystery_prizes", prizes=[{"amount": 1_000}, {"amount": 401}, {"amount": 400}])
    assert (night.head["mystery"]["worth"], night.head["mystery"]["contributed"]) == (1_801, 1_800)


def test_ko_7_a_table_as_large_as_the_largest_published_one_can_be_played() -> None:
    """The 2024 Mystery Millions: seven known prizes, and 2,473,000 in 942 that go on the ladder of 1, 2.5 and 5."""
    tops = [(1_000_000, 2), (500_000, 1), (250_000, 1), (100_000, 3)]
    below = [(25_000, 8), (10_000, 40), (5_000, 97), (2_500, 394), (1_000, 403)]
    table = {"prizes": [{"amount": amount, "count": count} for amount, count in tops + below]}
    night = mysteries(5, table, profile="tda-2024-v1", no_show="drop")
    assert settings_faults(night.state.settings) == ()
    assert (night.head["mystery"]["envelopes_left"], night.head["mystery"]["worth"]) == (949, 5_523_000)
    knock_out(night, "19:10", P[1], P[2])
    answer = night.must("19:11", "draw_mystery", player=P[2])
    [draw] = [event for event in answer.events if isinstance(event, e.MysteryDrawn)]
    assert draw.pools == (tuple(range(1, 950)),)
    assert draw.envelope is not None
    row = next(n for n in range(9) if draw.envelope <= sum(count for _, count in (tops + below)[: n + 1]))
    assert draw.amount == (tops + below)[row][0]
    assert night.head["mystery"]["left"][row] == (tops + below)[row][1] - 1


def test_ko_7_the_prizes_are_announced_once_draws_begin_and_before_the_first() -> None:
    early = mysteries(6, {"starts": "in_the_money"}, places_paid=3)
    knock_out(early, "19:10", P[1], P[2])
    cups = [{"text": "Cup", "count": 4}]
    assert early.ask("19:11", "set_mystery_prizes", prizes=cups).refused == "not_begun"
    night = mysteries(6, {})
    knock_out(night, "19:10", P[1], P[2])
    assert night.ask("19:11", "draw_mystery", player=P[2]).refused == "no_prizes_yet"
    night.must("19:12", "set_mystery_prizes", prizes=[{"text": "Cup"}, {"text": "Cap", "count": 4}])
    night.must("19:13", "draw_mystery", player=P[2])
    assert night.ask("19:14", "set_mystery_prizes", prizes=cups).refused == "drawn_already"
    told = mysteries(5, {}, profile="sport-poker-v1")
    assert told.ask("19:14", "set_mystery_prizes", prizes=cups).refused == "told_by_the_floor"
    assert evening(5).ask("19:14", "set_mystery_prizes", prizes=cups).refused == "no_mystery"
    open_still = mysteries(6, {}, windows={"late_registration": until("20:00")})
    assert open_still.ask("19:14", "set_mystery_prizes", prizes=cups).refused == "not_begun"


def test_prz_2_no_prize_table_speaks_of_money_where_prizes_are_none() -> None:
    night = mysteries(6, {})
    for prizes, field in (([{"text": "50 USD", "count": 5}], "prizes.0.text"), ([{"amount": 5}], "prizes.0.amount")):
        refusal = night.ask("19:12", "set_mystery_prizes", prizes=prizes).rejection
        assert (refusal.rule, refusal.code, refusal.data["field"]) == ("PRZ-2", "cannot_be_drawn", field)
