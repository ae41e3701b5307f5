"""Deals: the talk, what is proposed, what is agreed and how it is paid (DEAL-1)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import chop, ledger
from domain.clock import stops_of
from domain.settings import settings_faults
from tests.domain.deal_night import AGREEING, STACKS, VOTING, cast, counted, left_with, paid, talk
from tests.domain.floor import Evening, P, at, evening
from tests.domain.floor import settings as settings_of


def stops(night: Evening) -> list[str]:
    assert night.state.clock is not None
    return [reason for reason, _ in stops_of(night.state.clock)]


def amounts(night: Evening) -> dict[str, int]:
    of = night.state.deals.proposal
    assert of is not None
    return {player: amount for _, player, _, amount in of.shares}


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


# ----------------------------------------------------------------------------------------------------- agreement


def test_deal_1_and_life_9_a_deal_about_all_of_it_ends_play_and_pays_as_agreed() -> None:
    night = talk(left_with(3))
    agreed = night.must("19:35", "accept_deal", proposal=1)
    assert agreed.kinds == ["deal_agreed", "deal_talk_ended", "clock_resumed", "play_ended", "window_closed"]
    assert night.ended() == ("deal", at("19:35"))
    assert (night.head["deal"]["shared"], night.head["deal_talk"]) == (10_000, None)
    night.wait("19:40")
    assert night.status() == "finished"
    assert [night.places()[P[n]] for n in (1, 2, 3)] == [1, 2, 3]
    assert paid(night) == {P[1]: 4_000, P[2]: 3_200, P[3]: 2_800}


def test_life_9_equal_stacks_of_a_deal_share_the_place() -> None:
    night = left_with(3)
    night.must("19:30", "open_deal_talk")
    night.must("19:30", "propose_deal", method="even", stacks=counted({1: 30_000, 2: 35_000, 3: 35_000}))
    night.must("19:31", "accept_deal", proposal=1)
    night.must("19:32", "finish")
    assert [night.places()[P[n]] for n in (1, 2, 3)] == [3, 1, 1]
    assert sum(paid(night).values()) == 10_000


def test_deal_1_what_is_left_to_play_for_goes_to_who_wins() -> None:
    night = talk(left_with(3), left_to_play_for=1_000)
    assert sum(amounts(night).values()) == 9_000
    night.must("19:35", "accept_deal", proposal=1)
    assert (night.ended()[1], stops(night)) == (None, [])
    night.must("19:40", "record_knockout", player=P[1], killers=[P[3]])
    night.must("19:45", "record_knockout", player=P[2], killers=[P[3]])
    night.wait("19:50")
    assert [night.places()[P[n]] for n in (3, 2, 1)] == [1, 2, 3]
    agreed = amounts(night)
    assert paid(night) == {P[1]: agreed[P[1]], P[2]: agreed[P[2]], P[3]: agreed[P[3]] + 1_000}
    assert sum(paid(night).values()) == 10_000


def test_deal_1_what_a_deal_left_may_be_shared_in_another_one() -> None:
    """Three share 85.00 of 100.00; then two share 10.00 of the 15.00 that they play for."""
    night = talk(left_with(3), method="even", left_to_play_for=1_500)
    first = {P[1]: 2_834, P[2]: 2_833, P[3]: 2_833}
    assert amounts(night) == first
    night.must("19:35", "accept_deal", proposal=1)
    night.must("19:40", "record_knockout", player=P[3], killers=[P[1]])
    opened = night.must("19:41", "open_deal_talk")
    assert opened.events[0].prizes == 1_500  # type: ignore[union-attr]
    named = [{"player": P[1], "amount": 700}, {"player": P[2], "amount": 300}]
    two = counted({1: 60_000, 2: 40_000})
    refused = night.ask("19:42", "propose_deal", method="custom", stacks=two, amounts=named, left_to_play_for=501)
    assert refused.rejection.data["off_by"] == 1
    night.must("19:42", "propose_deal", method="custom", stacks=two, amounts=named, left_to_play_for=500)
    assert [night.row(P[n])["deal_share"] for n in (1, 2, 3)] == [3_534, 3_133, 2_833]
    night.must("19:43", "accept_deal", proposal=2)
    assert night.head["deal"] == {"method": "custom", "players": 3, "shared": 9_500, "left_to_play_for": 500}
    night.must("19:50", "record_knockout", player=P[1], killers=[P[2]])
    night.wait("19:55")
    assert paid(night) == {P[1]: 3_534, P[2]: 3_633, P[3]: 2_833}


def test_deal_1_a_second_deal_about_all_that_was_left_ends_play() -> None:
    night = talk(left_with(3), method="even", left_to_play_for=1_500)
    night.must("19:35", "accept_deal", proposal=1)
    night.must("19:40", "record_knockout", player=P[3], killers=[P[1]])
    night.must("19:41", "open_deal_talk")
    night.must("19:42", "propose_deal", method="even", stacks=counted({1: 40_000, 2: 60_000}))
    night.must("19:43", "accept_deal", proposal=2)
    night.must("19:44", "finish")
    assert night.ended()[0] == "deal"
    assert [night.places()[P[n]] for n in (2, 1, 3)] == [1, 2, 3]
    assert paid(night) == {P[1]: 3_584, P[2]: 3_583, P[3]: 2_833}


def test_deal_1_who_is_struck_between_the_deal_and_the_finish_does_not_hold_it_up() -> None:
    night = talk(left_with(3), method="even")
    night.must("19:35", "accept_deal", proposal=1)
    night.must("19:36", "void_entry", player=P[3], reason="mistake")
    night.must("19:37", "finish")
    assert [night.places().get(P[n]) for n in (1, 2, 3)] == [1, 2, None]
    assert sum(paid(night).values()) == 9_000


def test_deal_1_20_minutes_pass_before_the_next_talk_whatever_the_last_one_came_to() -> None:
    night = talk(left_with(3, profile=VOTING), left_to_play_for=1_000)
    night.must("19:31", "open_vote", proposal=1)
    for number in STACKS:
        cast(night, "19:32", number)
    assert night.state.deals.agreed is not None
    refused = night.ask("19:51:59", "open_deal_talk").rejection
    assert (refused.code, refused.data["next_from"]) == ("cool_down", "2026-11-29T19:52:00.000000Z")
    night.must("19:52", "open_deal_talk")


def test_deal_1_who_was_out_before_is_paid_by_his_place() -> None:
    night = talk(left_with(3, payouts=[4_000, 2_500, 1_500, 1_200, 800]))
    night.must("19:35", "accept_deal", proposal=1)
    night.must("19:36", "finish")
    assert (paid(night)[P[4]], paid(night)[P[5]]) == (1_200, 800)
    assert sum(paid(night).values()) == 10_000


def test_deal_1_a_proposal_of_other_players_is_not_agreed_to() -> None:
    night = talk(left_with(3))
    night.must("19:33", "propose_deal", method="even", stacks=counted(STACKS))
    assert night.ask("19:34", "accept_deal", proposal=1).rejection.data["proposal"] == 2
    night.must("19:34", "record_knockout", player=P[3], killers=[P[1]])
    assert night.ask("19:35", "accept_deal", proposal=2).refused == "stale_proposal"


def test_deal_1_an_entry_struck_after_the_deal_leaves_the_shares_in_proportion() -> None:
    night = talk(left_with(3), method="custom", amounts=[
        {"player": P[1], "amount": 5_000}, {"player": P[2], "amount": 3_000}, {"player": P[3], "amount": 2_000}
    ])  # fmt: skip
    night.must("19:35", "accept_deal", proposal=1)
    night.must("19:36", "finish")
    night.must("19:37", "void_entry", player=P[10], reason="mistake")
    assert paid(night) == {P[1]: 4_500, P[2]: 2_700, P[3]: 1_800}


def test_deal_1_the_end_of_the_tournament_ends_the_talk() -> None:
    night = talk(left_with(3))
    ended = night.must("19:40", "finish", confirm=True, stacks=counted(STACKS))
    assert "deal_talk_ended" in ended.kinds
    assert paid(night) == {P[1]: 5_000, P[2]: 3_000, P[3]: 2_000}
    night = talk(left_with(3))
    assert "deal_talk_ended" in night.must("19:40", "cancel").kinds
    assert night.state.over


def test_deal_1_a_talk_without_a_deal_leaves_the_prizes_and_the_next_one_waits_where_the_profile_says_so() -> None:
    night = talk(left_with(3))
    night.must("19:35", "end_deal_talk")
    night.must("19:35", "open_deal_talk")
    night = talk(left_with(3, profile=VOTING))
    night.must("19:35", "end_deal_talk")
    refused = night.ask("19:54:59", "open_deal_talk").rejection
    assert (refused.code, refused.data["next_from"]) == ("cool_down", "2026-11-29T19:55:00.000000Z")
    night.must("19:55", "open_deal_talk")
    assert ("19:55:00", "deal_cool_down_over") in night.told("19:40")
    assert [night.row(P[n])["deal_share"] for n in (1, 2, 3)] == [None, None, None]


def test_clk_9_an_outage_is_not_taken_back_behind_a_deal() -> None:
    night = talk(left_with(3), left_to_play_for=1_000)
    night.must("19:35", "accept_deal", proposal=1)
    assert night.state.bar is not None
    assert night.state.bar.kind == "deal_talk_ended"


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


# ----------------------------------------------------------------------------------------------------- heads


def test_ko_6_and_deal_1_heads_are_no_part_of_a_deal_and_who_is_still_in_keeps_his_own() -> None:
    """Ten heads of 2.00 beside a pool of 80.00: player 1 has won seven halves of 1.00, and as much is on his head."""
    night = talk(left_with(3, bounty="pko", prices={"buy_in": 1_000, "parts": {"buy_in": {"bounty": 200}}}))
    assert sum(amounts(night).values()) == 8_000
    night.must("19:35", "accept_deal", proposal=1)
    night.must("19:36", "finish")
    assert paid(night) == {P[1]: 3_200, P[2]: 2_560, P[3]: 2_240}
    assert [(night.row(P[n])["bounty_won"], night.state.kept_heads[night.current(P[n]).number]) for n in (1, 2, 3)] == [
        (700, 900), (0, 200), (0, 200)
    ]  # fmt: skip
    assert ledger.owed(night.state) == {P[1]: 4_800, P[2]: 2_760, P[3]: 2_440}


# ----------------------------------------------------------------------------------------------------- laws

STACK = st.integers(min_value=1, max_value=10**9)


@given(
    method=st.sampled_from(["icm", "chip_chop", "even"]),
    stacks=st.lists(STACK, min_size=2, max_size=7),
    prizes=st.lists(st.integers(min_value=1, max_value=10**7), min_size=1, max_size=9),
    unit=st.sampled_from([1, 5, 100]),
    data=st.data(),
)
def test_deal_1_what_is_shared_and_what_is_left_come_to_the_prizes(
    method: chop.ChopMethod, stacks: list[int], prizes: list[int], unit: int, data: st.DataObject
) -> None:
    paid_out = sorted(prizes, reverse=True)[: len(stacks)]
    left = data.draw(st.integers(min_value=0, max_value=paid_out[0]))
    shared = chop.proposed(method, stacks, paid_out, left=left, unit=unit)
    assert sum(shared) + left == sum(paid_out)
    assert min(shared) >= 0


@given(
    method=st.sampled_from(["icm", "chip_chop", "even"]),
    stack=STACK,
    others=st.lists(STACK, min_size=1, max_size=5),
    prizes=st.lists(st.integers(min_value=1, max_value=10**7), min_size=1, max_size=8),
)
def test_deal_1_equal_stacks_get_equal_amounts_but_for_units_over(
    method: chop.ChopMethod, stack: int, others: list[int], prizes: list[int]
) -> None:
    stacks = [stack, *others, stack]
    shared = chop.proposed(method, stacks, sorted(prizes, reverse=True))
    assert abs(shared[0] - shared[-1]) < len(stacks)
