"""Mystery bounties: who may draw, in which order, what is won, and what a draw bars (KO-7, KO-4, PRZ-2)."""

from typing import Any

import pytest

from domain import desk, mystery
from domain import events as e
from domain.journal import CreditRequest
from domain.settings import settings_faults
from domain.times import to_text
from tests.domain import laws
from tests.domain.floor import Evening, P, at, evening, knock_out, settings, until

CUPS: dict[str, Any] = {"prizes": [{"text": "Cup", "count": 1}, {"text": "Cap", "count": 4}]}
MONEY: dict[str, Any] = {"prizes": [{"amount": 10_001, "count": 1}, {"amount": 1_000, "text": "and a cap", "count": 3}]}


def mysteries(players: int, terms: dict[str, Any], *, profile: str = "sport-poker-v2", **more: Any) -> Evening:
    """Return an evening with mystery bounties to which nobody comes late."""
    calm: dict[str, Any] = {
        "windows": {"late_registration": None},
        "prices": {"rebuy": None, "re_entry": None, "add_on": None},
        "final_table_players": 2,
    }
    return evening(players, profile=profile, bounty="mystery", bounties={"mystery": terms}, **(calm | more))


def due(night: Evening) -> list[tuple[int, str]]:
    return [(each["knockout"], each["player"]) for each in night.head["mystery"]["due"]]


def test_ko_7_draws_queue_in_the_order_of_the_knockouts() -> None:
    night = mysteries(6, CUPS)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[4], P[5])
    knock_out(night, "19:12", P[6], P[2])
    assert due(night) == [(1, P[2]), (2, P[4]), (3, P[2])]
    night.must("19:13", "draw_mystery", player=P[2])
    assert due(night) == [(2, P[4]), (3, P[2])]
    night.must("19:14", "draw_mystery", player=P[2], knockout=3)
    assert due(night) == [(2, P[4])]
    assert night.ask("19:15", "draw_mystery", player=P[2]).refused == "no_draw"
    assert [each["draw"] for each in night.row(P[2])["draws"]] == [1, 2]
    laws.hold(night.state)


def test_ko_7_several_heads_in_one_hand_bring_several_draws() -> None:
    night = mysteries(6, CUPS)
    busts = [{"player": P[number], "killers": [P[1]], "stack": 100 * number} for number in (2, 3, 4)]
    night.must("19:10", "record_knockout_group", busts=busts)
    assert due(night) == [(1, P[1]), (2, P[1]), (3, P[1])]
    for _ in busts:
        night.must("19:11", "draw_mystery", player=P[1])
    assert [each["knockout"] for each in night.row(P[1])["draws"]] == [1, 2, 3]


def test_ko_7_a_lot_opens_an_envelope_that_nobody_has_opened() -> None:
    night = mysteries(6, CUPS)
    found = []
    for number in range(2, 7):
        if number < 6:
            knock_out(night, f"19:1{number}", P[number], P[1])
        else:
            knock_out(night, f"19:1{number}", P[number], P[1])
        answer = night.must(f"19:1{number}:30", "draw_mystery", player=P[1])
        event = next(event for event in answer.events if isinstance(event, e.MysteryDrawn))
        assert event.pools == (tuple(n for n in range(1, 6) if n not in found),)
        assert event.envelope is not None
        assert event.text == ("Cup" if event.envelope == 1 else "Cap")
        found.append(event.envelope)
    assert sorted(found) == [1, 2, 3, 4, 5]
    assert mystery.envelopes(night.state) == ()


def test_ko_7_no_envelope_is_left() -> None:
    night = mysteries(4, {"prizes": [{"text": "Cup"}]})
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[2])
    night.must("19:12", "draw_mystery", player=P[2])
    assert night.ask("19:13", "draw_mystery", player=P[2]).refused == "no_prizes_left"


def test_ko_7_money_is_shared_by_all_killers_in_whole_units_and_owed() -> None:
    night = mysteries(5, {"prizes": [{"amount": 10_001}]}, profile="east-durham-v1", no_show="drop")
    knock_out(night, "19:10", P[1], P[2], P[3])
    night.must("19:11", "draw_mystery", player=P[2])
    assert [night.row(player)["bounty_won"] for player in (P[2], P[3])] == [5_001, 5_000]
    assert night.head["mystery"]["paid"] == 10_001
    laws.hold(night.state)


def test_ko_7_who_is_out_may_still_draw() -> None:
    night = mysteries(5, CUPS)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    night.must("19:12", "draw_mystery", player=P[2])


def test_ko_7_mysteries_start_with_a_level() -> None:
    night = mysteries(5, {"starts": "level", "level": 2, **CUPS})
    knock_out(night, "19:19", P[1], P[2])
    knock_out(night, "19:21", P[3], P[4])
    assert due(night) == [(2, P[4])]


def test_ko_7_mysteries_start_in_the_money_and_not_with_the_bubble() -> None:
    night = mysteries(5, {"starts": "in_the_money", **CUPS}, places_paid=3)
    for minute, number in enumerate((1, 2, 3)):
        knock_out(night, f"19:1{minute}", P[number], P[5])
    assert due(night) == [(3, P[5])]


def test_ko_7_an_entry_draws_once_where_the_profile_says_so_and_the_floor_names_the_prize() -> None:
    night = mysteries(5, {}, profile="sport-poker-v1")
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[2])
    assert due(night) == [(1, P[2])]
    night.must("19:12", "draw_mystery", player=P[2], text="Two free entries")
    assert night.row(P[2])["draws"] == [{"draw": 1, "knockout": 1, "amount": 0, "text": "Two free entries"}]
    assert night.ask("19:13", "draw_mystery", player=P[2], text="Cap").refused == "drawn_already"
    assert due(night) == []


def test_prz_2_a_mystery_does_not_speak_of_money_where_prizes_are_none() -> None:
    night = mysteries(5, {}, profile="sport-poker-v1")
    knock_out(night, "19:10", P[1], P[2])
    refusal = night.ask("19:12", "draw_mystery", player=P[2], text="100 EUR").rejection
    assert (refusal.rule, refusal.code) == ("PRZ-2", "monetary")


def test_ko_7_a_lot_and_no_text_says_what_is_won_by_head() -> None:
    night = mysteries(5, CUPS)
    knock_out(night, "19:10", P[1], P[2])
    assert night.ask("19:12", "draw_mystery", player=P[2], text="Cup").refused == "drawn_by_lot"


def test_ko_4_a_draw_bars_the_void_and_a_void_takes_the_draw_away() -> None:
    night = mysteries(5, CUPS)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[2])
    night.must("19:12", "draw_mystery", player=P[2], knockout=1)
    refusal = night.ask("19:13", "void_knockout", knockout=1).rejection
    assert (refusal.rule, refusal.code) == ("KO-4", "mystery_drawn")
    night.must("19:13", "void_knockout", knockout=2)
    assert night.ask("19:14", "draw_mystery", player=P[2]).refused == "no_draw"
    assert night.ask("19:15", "void_entry", player=P[1], reason="mistake").refused == "mystery_drawn"
    laws.hold(night.state)


def test_ko_7_no_draw_is_taken_while_the_bust_is_pending() -> None:
    night = evening(5, profile="sport-poker-v2", bounty="mystery", bounties={"mystery": CUPS})
    knock_out(night, "19:10:00", P[1], P[2])
    assert night.ask("19:10:30", "draw_mystery", player=P[2]).refused == "pending"
    night.must("19:11:30", "draw_mystery", player=P[2])
    knock_out(night, "19:12:00", P[3], P[2])
    night.must("19:12:30", "rebuy", player=P[3])
    assert night.ask("19:14", "draw_mystery", player=P[2]).refused == "no_draw"


def test_ko_7_an_entry_struck_draws_nothing() -> None:
    night = mysteries(6, CUPS)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[4])
    night.must("19:12", "void_entry", player=P[2], reason="duplicate")
    night.must("19:12", "void_entry", player=P[3], reason="duplicate")
    assert due(night) == []
    laws.hold(night.state)


def test_ko_7_only_where_mysteries_are_played() -> None:
    night = evening(5)
    knock_out(night, "19:10", P[1], P[2])
    assert night.ask("19:12", "draw_mystery", player=P[2]).refused == "no_mystery"
    assert night.head["mystery"] is None


@pytest.mark.parametrize(
    ("profile", "kind", "terms", "field"),
    [
        ("sport-poker-v2", "pko", CUPS, "bounties.mystery"),
        ("sport-poker-v1", "mystery", CUPS, "bounties.mystery.prizes"),
        ("sport-poker-v2", "mystery", {"starts": "time", **CUPS}, "bounties.mystery.at"),
        ("sport-poker-v2", "mystery", {"at": to_text(at("20:00")), **CUPS}, "bounties.mystery.at"),
        ("sport-poker-v2", "mystery", {"times": 2, **CUPS}, "bounties.mystery.times"),
        ("sport-poker-v2", "mystery", {"prizes": [{"amount": 5}]}, "bounties.mystery.prizes.0.amount"),
        ("sport-poker-v2", "mystery", {"prizes": [{"text": "50 USD"}]}, "bounties.mystery.prizes.0.text"),
        ("sport-poker-v2", "mystery", {"prizes": [{"text": " "}]}, "bounties.mystery.prizes.0"),
        ("sport-poker-v2", "mystery", {"starts": "level", **CUPS}, "bounties.mystery.level"),
        ("sport-poker-v2", "mystery", {"level": 3, **CUPS}, "bounties.mystery.level"),
        (
            "east-durham-v1",
            "mystery",
            {"prizes": [{"amount": 1, "count": 5_000}, {"amount": 1}]},
            "bounties.mystery.prizes",
        ),
    ],
)
def test_ko_7_mysteries_that_cannot_be_are_refused_with_their_field(
    profile: str, kind: str, terms: dict[str, Any], field: str
) -> None:
    faults = settings_faults(settings(profile=profile, bounty=kind, bounties={"mystery": terms}))
    assert [fault.field for fault in faults] == [field]
    assert faults[0].rule in {"KO-7", "PRZ-2"}


def test_win_7_a_stack_is_given_up_in_a_mystery_event() -> None:
    """Surrender is barred where heads are taken, and not where they are drawn for."""
    terms = {"windows": {"late_registration": until("20:00")}, "prices": {"re_entry": 1_000}}
    night = mysteries(9, MONEY, profile="east-durham-v1", no_show="drop", **terms)
    night.must("19:10", "surrender_stack", player=P[1], stack=5_000)


def test_ko_7_mysteries_start_at_an_instant() -> None:
    """As on a second day: knockouts before it bring nothing."""
    night = mysteries(5, {"starts": "time", "at": to_text(at("19:20")), **CUPS})
    knock_out(night, "19:19:59", P[1], P[2])
    knock_out(night, "19:20", P[3], P[4])
    assert due(night) == [(2, P[4])]


def test_ko_7_mysteries_start_at_twice_the_places_paid() -> None:
    """Four of nine are left when the second place paid is doubled: the knockout that gets there brings nothing."""
    night = mysteries(9, {"starts": "in_the_money", "times": 2, **CUPS}, places_paid=2)
    for minute, number in enumerate((1, 2, 3, 4, 5, 6)):
        knock_out(night, f"19:1{minute}", P[number], P[9])
    assert due(night) == [(6, P[9])]


def test_ko_7_in_the_money_begins_when_nobody_can_come_in_any_more() -> None:
    """Three of five are left and three are paid, but a sixth may come and be paid in their stead."""
    night = mysteries(
        5, {"starts": "in_the_money", **CUPS}, places_paid=3, windows={"late_registration": until("19:30")}
    )
    for minute, number in enumerate((1, 2, 3)):
        knock_out(night, f"19:1{minute}", P[number], P[5])
    assert due(night) == []
    knock_out(night, "19:30", P[4], P[5])
    assert due(night) == [(4, P[5])]


@pytest.mark.parametrize("by_itself", [True, False])
def test_ko_7_draws_owed_at_the_finish_are_taken_by_themselves(*, by_itself: bool) -> None:
    night = mysteries(5, {"prizes": [{"amount": 1_000}, {"amount": 500, "count": 2}]}, profile="tda-wsop-v1")
    for minute, number in enumerate((1, 2, 3, 4)):
        knock_out(night, f"19:1{minute}", P[number], P[5])
    if by_itself:
        night.wait("19:30")
    else:
        night.must("19:14", "finish")
    draws = [line.event for line in night.record if isinstance(line.event, e.MysteryDrawn)]
    assert [draw.knockout for draw in draws] == [1, 2, 3]
    assert [len(draw.pools[0]) for draw in draws] == [3, 2, 1]
    assert night.row(P[5])["bounty_won"] == 2_000
    assert night.status() == "finished"
    assert dict(night.state.ledger.credited)[P[5]] >= 2_000
    assert night.state.ledger.version == 1
    assert night.ask("19:31", "draw_mystery", player=P[5]).refused == "wrong_status"
    laws.hold(night.state)
    laws.the_record_is_the_state(night.state, night.record)


def test_prz_7_nothing_is_credited_before_the_last_draw_is_taken() -> None:
    """One version of the credits has prizes and draws, and no correction follows it."""
    night = mysteries(4, {"prizes": [{"amount": 1_000, "count": 3}]}, profile="tda-wsop-v1")
    for minute, number in enumerate((1, 2, 3)):
        knock_out(night, f"19:1{minute}", P[number], P[4])
    night.prompt = False
    night.must("19:14", "finish")
    for _ in range(3):
        assert desk.work(night.state) is None
        assert night.fetch()
        night.lot_comes(at("19:14"))
    work = desk.work(night.state)
    assert isinstance(work, CreditRequest)
    assert [(credit.player, credit.amount, credit.reason) for credit in work.credits if credit.player == P[4]] == [
        (P[4], 3_000 + night.state.prizes[4], "prize")
    ]


def test_ko_7_what_the_floor_says_is_won_it_may_say_after_the_finish() -> None:
    night = mysteries(3, {}, profile="sport-poker-v1")
    knock_out(night, "19:10", P[1], P[3])
    knock_out(night, "19:11", P[2], P[3])
    night.must("19:12", "finish")
    night.must("19:13", "draw_mystery", player=P[3], text="Cap")
    assert [each["text"] for each in night.row(P[3])["draws"]] == ["Cap"]


def test_ko_7_an_entry_that_draws_once_draws_for_the_first_knockout_that_stands() -> None:
    night = mysteries(6, {}, profile="sport-poker-v1")
    for minute, number in enumerate((1, 3, 4)):
        knock_out(night, f"19:1{minute}", P[number], P[2])
    assert due(night) == [(1, P[2])]
    night.must("19:13", "void_knockout", knockout=1)
    assert due(night) == [(2, P[2])]
    assert night.ask("19:14", "draw_mystery", player=P[2], knockout=3).refused == "no_draw"
    night.must("19:14", "draw_mystery", player=P[2])
    assert night.ask("19:15", "void_knockout", knockout=2).refused == "mystery_drawn"
    night.must("19:15", "void_knockout", knockout=3)
    knock_out(night, "19:16", P[5], P[2])
    assert due(night) == []
    laws.hold(night.state)
