"""Deals: what is agreed, how it is paid, and what is left to play for (DEAL-1)."""

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from domain import chop, ledger
from tests.domain import laws
from tests.domain.deal_night import STACKS, VOTING, amounts, cast, counted, left_with, paid, stops, talk
from tests.domain.floor import P, at

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


@given(
    order=st.permutations([1, 2, 3, 4, 5]).flatmap(lambda all_of: st.sampled_from([all_of[:n] for n in (2, 3, 5)])),
    method=st.sampled_from(["icm", "chip_chop", "even"]),
    stacks=st.lists(st.integers(min_value=1, max_value=10**6), min_size=5, max_size=5),
    left=st.integers(min_value=0, max_value=4_000),
    again=st.integers(min_value=0, max_value=4_000) | st.none(),
)
@hypothesis_settings(max_examples=25, deadline=None)
def test_prz_6_whatever_is_agreed_and_whoever_wins_the_prizes_come_to_the_pool(
    order: list[int], method: str, stacks: list[int], left: int, again: int | None
) -> None:
    """Who is left, in the order in which they go out after a deal; the last two may agree on another one."""
    out = [1 + sorted(order).index(number) for number in order]
    night = left_with(len(out))

    def deal(minute: int, stays: int) -> None:
        night.must(f"19:{minute}", "open_deal_talk")
        chips = counted({number: stacks[number - 1] for number in sorted(out)})
        night.must(f"19:{minute}", "propose_deal", method=method, stacks=chips, left_to_play_for=stays)
        night.must(f"19:{minute}", "accept_deal", proposal=night.state.deals.proposals)

    deal(30, left)
    agreed = amounts(night)
    while left and len(out) > 1:
        gone = out.pop(0)
        night.must("19:31", "record_knockout", player=P[gone], killers=[P[out[0]]])
        if again is not None and len(out) == 2:
            left = min(left, again)
            deal(32, left)
    night.wait("19:50")
    won = paid(night)
    assert sum(won.values()) == 10_000
    assert all(won.get(player, 0) >= amount for player, amount in agreed.items())
    laws.hold(night.state)
