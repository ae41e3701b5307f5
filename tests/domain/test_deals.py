"""Deals: the talk, what is proposed in it, and what the house's rules make of it (DEAL-1)."""

from typing import Any

import pytest

from domain.settings import settings_faults
from tests.domain.deal_night import AGREEING, STACKS, VOTING, amounts, counted, left_with, paid, stops, talk
from tests.domain.floor import P, at, evening
from tests.domain.floor import settings as settings_of

# ----------------------------------------------------------------------------------------------------- the talk


def test_deal_1_a_talk_stops_the_clock_and_no_hand_begins() -> None:
    night = left_with(3)
    assert night.must("19:30", "open_deal_talk").kinds == ["deal_talk_opened", "clock_paused"]
    assert stops(night) == ["deal"]
    assert night.status() == "running"
    assert night.ask("19:31", "start_hand", table=1).refused == "deal_talk"
    assert night.ask("19:31", "open_deal_talk").note
    assert night.must("19:40", "end_deal_talk").kinds == ["deal_talk_ended", "clock_resumed"]
    assert night.ends_at == at("19:50")
    night.must("19:41", "start_hand", table=1)


def test_clk_7_a_deal_talk_ends_no_other_stop_and_no_other_ends_it() -> None:
    night = left_with(3)
    night.must("19:29", "pause")
    night.must("19:30", "open_deal_talk")
    night.must("19:31", "hold_for_review")
    night.must("19:32", "resume")
    assert stops(night) == ["deal", "review"]
    night.must("19:33", "end_deal_talk")
    assert stops(night) == ["review"]
    assert night.ends_at is None
    night.must("19:34", "release_review")
    assert night.ends_at == at("19:45")


@pytest.mark.parametrize(
    ("terms", "left", "code"),
    [
        ({"profile": "sport-poker-v1", "payouts": []}, 3, "no_deals"),
        ({"windows": {"late_registration": {"kind": "level", "level": 5}}}, 3, "pool_open"),
        ({"prices": {"buy_in": 0}}, 3, "nothing_to_share"),
    ],
)
def test_deal_1_no_talk_where_there_is_nothing_to_share(terms: dict[str, Any], left: int, code: str) -> None:
    assert left_with(left, **terms).ask("19:30", "open_deal_talk").refused == code


def test_deal_1_there_is_no_talk_with_one_player_or_before_the_draw() -> None:
    assert left_with(1).ask("19:21", "open_deal_talk").refused == "nobody_to_deal"
    assert left_with(3).ask("19:30", "propose_deal", method="even").refused == "no_talk"
    assert left_with(3).ask("19:30", "accept_deal", proposal=1).refused == "no_talk"


def test_deal_1_no_deal_is_made_of_a_play_that_has_ended_while_the_players_talked() -> None:
    night = talk(left_with(2), stacks_of=2)
    assert "play_ended" in night.must("19:35", "record_knockout", player=P[2], killers=[P[1]]).kinds
    for kind, said in (("propose_deal", {"method": "even"}), ("accept_deal", {"proposal": 1})):
        refused = night.ask("19:36", kind, **said).rejection
        assert refused is not None
        assert (refused.rule, refused.code, refused.mend) == ("DEAL-1", "play_ended", "finish the tournament")
    assert "deal_talk_ended" in night.must("19:38", "finish").kinds
    assert paid(night) == {P[1]: 5_000, P[2]: 3_000, P[3]: 2_000}


# ----------------------------------------------------------------------------------------------------- proposals


@pytest.mark.parametrize(
    ("method", "shared"),
    [
        ("chip_chop", (4_000, 3_200, 2_800)),
        ("even", (3_334, 3_333, 3_333)),
        # The worked example of three players with 50, 30 and 20 per cent of the chips.
        ("icm", (3_839, 3_275, 2_886)),
    ],
)
def test_deal_1_a_proposal_is_computed_and_comes_to_what_is_left(method: str, shared: tuple[int, ...]) -> None:
    night = talk(left_with(3), method=method)
    assert sum(shared) == sum(amounts(night).values()) == 10_000
    assert [amounts(night)[P[n]] for n in (1, 2, 3)] == pytest.approx(shared, abs=1)
    assert [night.row(P[n])["deal_share"] for n in (1, 2, 3)] == list(amounts(night).values())
    shown = night.head["deal_talk"]
    assert (shown["proposal"]["shared"], shown["proposal"]["method"], shown["vote"]) == (10_000, method, None)


def test_deal_1_who_is_out_of_the_prizes_shares_in_what_the_places_open_are_paid() -> None:
    night = talk(left_with(5), stacks_of=5)
    assert sum(amounts(night).values()) == 10_000
    night = talk(left_with(2), stacks_of=2)
    assert sum(amounts(night).values()) == 8_000


def test_rul_7_every_stack_must_be_counted() -> None:
    night = left_with(3)
    night.must("19:30", "open_deal_talk")
    refused = night.ask("19:30", "propose_deal", method="icm", stacks=counted({1: 50_000, 2: 30_000})).rejection
    assert (refused.rule, refused.code, refused.data["field"]) == ("RUL-7", "count_needed", "stacks")
    assert P[3] in refused.mend
    extra = night.ask("19:30", "propose_deal", method="icm", stacks=counted({**STACKS, 4: 1})).refused
    twice = night.ask("19:30", "propose_deal", method="icm", stacks=counted(STACKS) + counted(STACKS)).refused
    none = night.ask("19:30", "propose_deal", method="icm", stacks=counted({**STACKS, 3: 0})).refused
    assert (extra, twice, none) == ("not_in_play", "named_twice", "no_chips")
    night.must("19:30", "propose_deal", method="icm", stacks=counted({**STACKS, 3: 21_000}))
    assert night.record[-1].event.chips_off == 1_000  # type: ignore[union-attr]
    assert night.head["deal_talk"]["proposal"]["chips_off"] == 1_000


def test_deal_1_a_custom_deal_must_come_to_all_that_is_left() -> None:
    night = left_with(3)
    night.must("19:30", "open_deal_talk")

    def custom(*named: int, left: int = 0) -> Any:
        given_ = [{"player": P[n], "amount": amount} for n, amount in enumerate(named, start=1)]
        return night.ask(
            "19:31", "propose_deal", method="custom", stacks=counted(STACKS), amounts=given_, left_to_play_for=left
        )

    assert custom(4_000, 3_000, 2_999).rejection.data["off_by"] == -1
    assert custom(4_000, 3_000, 3_001).rejection.data["off_by"] == 1
    assert custom(4_000, 6_000).refused == "amounts_needed"
    assert custom(4_000, 3_000, 2_000, left=6_000).refused == "too_much_left"
    assert custom(4_000, 3_000, 2_000, left=1_000).refused is None
    named = [{"player": P[1], "amount": 1}]
    assert (
        night.ask("19:31", "propose_deal", method="even", stacks=counted(STACKS), amounts=named).refused
        == "amounts_computed"
    )


def test_deal_1_a_chop_that_pays_more_than_first_place_is_warned_of() -> None:
    night = left_with(3)
    night.must("19:30", "open_deal_talk")
    night.must("19:30", "propose_deal", method="chip_chop", stacks=counted({1: 90_000, 2: 5_000, 3: 5_000}))
    assert amounts(night)[P[1]] == 5_600
    assert night.head["deal_talk"]["proposal"]["above_first"] == 600
    night.must("19:30", "propose_deal", method="icm", stacks=counted({1: 90_000, 2: 5_000, 3: 5_000}))
    assert night.head["deal_talk"]["proposal"]["above_first"] == 0


def test_deal_1_a_deal_that_pays_somebody_less_than_the_last_place_is_warned_of() -> None:
    night = left_with(3)
    night.must("19:30", "open_deal_talk")
    named = [{"player": P[n], "amount": amount} for n, amount in ((1, 4_900), (2, 3_400), (3, 1_700))]
    night.must("19:30", "propose_deal", method="custom", stacks=counted(STACKS), amounts=named)
    shown = night.head["deal_talk"]["proposal"]
    assert (shown["above_first"], shown["below_last"]) == (0, 300)
    night.must("19:31", "propose_deal", method="chip_chop", stacks=counted(STACKS))
    assert night.head["deal_talk"]["proposal"]["below_last"] == 0


def test_deal_1_a_tournament_may_forbid_deals_where_its_profile_knows_them() -> None:
    night = left_with(3, deals={"allowed": False})
    refused = night.ask("19:30", "open_deal_talk").rejection
    assert (refused.rule, refused.code) == ("DEAL-1", "deals_forbidden")
    assert stops(night) == []
    left_with(3, deals={"allowed": True}).must("19:30", "open_deal_talk")


def test_deal_1_a_tenth_of_what_is_left_must_stay_for_the_winner_where_the_terms_say_so() -> None:
    """Playground 2019, on a pool of 100.00."""
    night = left_with(3, deals={"left_percent": "10"})
    night.must("19:30", "open_deal_talk")
    short = night.ask("19:30", "propose_deal", method="icm", stacks=counted(STACKS), left_to_play_for=999).rejection
    assert (short.rule, short.code, short.data["least"], short.data["field"]) == (
        "DEAL-1", "too_little_left", 1_000, "left_to_play_for"
    )  # fmt: skip
    assert night.ask("19:30", "propose_deal", method="even", stacks=counted(STACKS)).refused == "too_little_left"
    assert night.state.deals.proposals == 0
    night.must("19:30", "propose_deal", method="icm", stacks=counted(STACKS), left_to_play_for=1_000)
    assert sum(amounts(night).values()) == 9_000


def test_deal_1_no_more_has_to_stay_to_be_played_for_than_first_prize() -> None:
    night = left_with(3, deals={"left_percent": "100"})
    night.must("19:30", "open_deal_talk")
    night.must("19:30", "propose_deal", method="even", stacks=counted(STACKS), left_to_play_for=5_000)
    assert sorted(amounts(night).values()) == [1_666, 1_666, 1_668]


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"profile": "sport-poker-v1", "deals": {"left_percent": "10"}}, "these rules know no deals"),
        ({"profile": "tda-2024-v1", "deals": {"allowed": False, "left_percent": "10"}}, "no deal is made here"),
    ],
)
def test_life_3_what_a_deal_must_leave_is_not_set_where_there_is_none(terms: dict[str, Any], reason: str) -> None:
    found = [(fault.field, fault.rule, fault.reason) for fault in settings_faults(settings_of(**terms))]
    assert ("deals.left_percent", "DEAL-1", reason) in found


def test_deal_1_more_than_a_hundred_players_cannot_divide_by_the_value_of_their_stacks() -> None:
    terms: dict[str, Any] = {"windows": {"late_registration": None}, "payouts": [5_000, 3_000, 2_000]}
    night = evening(101, profile=AGREEING, seats_per_table=10, **terms)
    night.must("19:30", "open_deal_talk")
    everybody = counted(dict.fromkeys(range(1, 102), 10_000))
    refused = night.ask("19:30", "propose_deal", method="icm", stacks=everybody).rejection
    assert (refused.rule, refused.code, refused.data["most"]) == ("DEAL-1", "too_many_players", 100)
    night.must("19:30", "propose_deal", method="even", stacks=everybody)
    night.must("19:31", "record_knockout", player=P[101], killers=[P[1]])
    night.must("19:32", "propose_deal", method="icm", stacks=everybody[:100])
    assert sorted(set(amounts(night).values())) == [1_010]


def test_deal_1_stacks_are_counted_when_no_hand_is_played() -> None:
    night = left_with(3)
    night.must("19:29", "start_hand", table=1)
    night.must("19:30", "open_deal_talk")
    assert night.ask("19:30", "propose_deal", method="even", stacks=counted(STACKS)).refused == "hand_in_progress"
    night.must("19:31", "end_hand", table=1)
    night.must("19:32", "propose_deal", method="even", stacks=counted(STACKS))


# ----------------------------------------------------------------------------------------------------- two houses


def answers(profile: str) -> list[str | None]:
    """Play one evening under a profile: a talk, a chop, all agree at the table, else a vote of all, and its payouts."""
    prices: dict[str, Any] = {
        "prices": {"buy_in": 1_000},
        "payouts": [5_000, 3_000, 2_000] if profile in {VOTING, AGREEING} else [],
    }
    night = left_with(3, profile=profile, **prices)
    night.send("19:30", "open_deal_talk")
    night.send("19:31", "propose_deal", method="chip_chop", stacks=counted(STACKS))
    night.send("19:32", "accept_deal", proposal=1)
    night.send("19:33", "open_vote", proposal=1)
    for number in STACKS:
        night.send(f"19:34:0{number}", "cast_ballot", actor=P[number], role="player", player=P[number], vote=1)
    return [answer.refused for answer in list(night.answers.values())[-7:]]


def test_deal_1_the_same_evening_has_no_deal_one_at_the_table_or_one_by_vote_as_the_profile_says() -> None:
    assert answers("sport-poker-v1") == ["no_deals", *["no_talk"] * 3, *["no_vote"] * 3]
    assert answers(AGREEING) == [None, None, None, "no_talk", *["no_vote"] * 3]
    assert answers(VOTING) == [None, None, "vote_needed", None, None, None, None]


def test_deal_1_the_same_evening_waits_20_minutes_for_the_next_talk_or_not_as_the_profile_says() -> None:
    def again(profile: str) -> list[str | None]:
        night = left_with(3, profile=profile)
        night.must("19:30", "open_deal_talk")
        night.must("19:35", "end_deal_talk")
        return [night.ask(when, "open_deal_talk").refused for when in ("19:35", "19:54:59.999", "19:55")]

    assert again(AGREEING) == [None, None, None]
    assert again(VOTING) == ["cool_down", "cool_down", None]
