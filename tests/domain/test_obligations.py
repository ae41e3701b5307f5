"""Purchases announced before a hand (FEE-6)."""

import pytest

from domain.evolve import fold
from domain.snapshot import dump, load
from tests.domain import laws
from tests.domain.floor import Evening, P, evening, knock_out


def announced(night: Evening, player: str) -> list[str]:
    return [one["operation"] for one in night.row(player)["announced"]]


def test_fee_6_what_was_announced_is_shown_and_owed_once_bought() -> None:
    night = evening()
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy", role="dealer")
    assert (announced(night, P[1]), night.row(P[1])["owed"]) == (["rebuy"], 1_000)
    again = night.must("19:05", "announce_purchase", player=P[1], operation="rebuy")
    assert (again.kinds, bool(again.note)) == ([], True)
    night.must("19:06", "rebuy", player=P[1])
    assert (announced(night, P[1]), night.row(P[1])["owed"], night.row(P[1])["chips_issued"]) == ([], 2_000, 20_000)
    knock_out(night, "19:10", P[1], P[2])
    assert night.row(P[1])["owed"] == 2_000


def test_fee_6_what_was_announced_in_time_is_sold_after_the_window() -> None:
    night = evening(profile="east-durham-v1", balancing="floor")
    refused = night.ask("19:58", "announce_purchase", player=P[1], operation="rebuy", stack=10_000)
    assert refused.refused == "stack_too_large"
    night.must("19:59", "announce_purchase", player=P[1], operation="rebuy", stack=9_000)
    assert night.ask("20:01", "rebuy", player=P[2], stack=9_000).refused == "rebuy_closed"
    night.must("20:01", "rebuy", player=P[1])
    assert night.row(P[1])["owed"] == 2_000


def test_fee_6_who_is_out_before_he_bought_owes_it_all_the_same() -> None:
    night = evening()
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy")
    out = knock_out(night, "19:10", P[1], P[2])
    assert "obligation_due" in out.kinds
    row = night.row(P[1])
    assert (row["owed"], row["open"], row["chips_issued"], row["announced"]) == (2_000, 2_000, 10_000, [])
    assert row["booked"] == next(r.seq for r in night.record if r.event.kind == "obligation_due")


@pytest.mark.parametrize(
    ("profile", "at_once", "after"),
    [("sport-poker-v1", 2_000, 2_000), ("east-durham-v1", 2_000, 2_000), ("tda-wsop-v1", 1_000, 2_000)],
)
def test_fee_6_who_may_still_decide_after_his_bust_may_still_buy_what_he_announced(
    profile: str, at_once: int, after: int
) -> None:
    night = evening(profile=profile, balancing="floor", minimum_players=2)
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy", stack=1)
    knock_out(night, "19:10", P[1], P[2])
    assert night.row(P[1])["owed"] == at_once
    night.wait("19:12")
    assert (night.row(P[1])["owed"], night.row(P[1])["chips_issued"], announced(night, P[1])) == (after, 10_000, [])


def test_fee_6_he_buys_what_he_announced_while_he_may_decide_and_owes_it_once() -> None:
    night = evening(profile="tda-wsop-v1", balancing="floor", minimum_players=2)
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy", stack=1)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:10:30", "rebuy", player=P[1])
    night.wait("19:12")
    assert (night.current(P[1]).status, night.row(P[1])["owed"], night.row(P[1])["chips_issued"]) == (
        "alive",
        2_000,
        20_000,
    )


def test_fee_6_what_comes_due_puts_nothing_on_a_head_that_is_gone() -> None:
    parts = {"buy_in": {"rake": 100, "bounty": 300}, "rebuy": {"rake": 50, "bounty": 300}}
    night = evening(profile="east-durham-v1", balancing="floor", prices={"parts": parts})
    before = night.state
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy", stack=1)
    knock_out(night, "19:10", P[1], P[2])
    after = night.state
    assert after.bounty_contributions - before.bounty_contributions == 0
    assert after.pool_contributions - before.pool_contributions == 950
    assert after.rake - before.rake == 50
    laws.hold(after)


def test_fee_6_a_re_entry_is_owed_when_nobody_came_back() -> None:
    night = evening(3, minimum_players=2)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "announce_purchase", player=P[1], operation="re_entry")
    knock_out(night, "19:12", P[2], P[3])
    assert night.row(P[1])["owed"] == 1_000
    night.wait("20:30")
    assert (night.status(), night.row(P[1])["owed"]) == ("finished", 2_000)


def test_fee_6_a_re_entry_made_is_owed_once() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "announce_purchase", player=P[1], operation="re_entry")
    night.must("19:12", "re_enter", player=P[1])
    assert [views_owed(night, number) for number in (1, 10)] == [1_000, 1_000]
    assert not night.state.obligations


def views_owed(night: Evening, number: int) -> int:
    return night.state.entries[number].price


def test_fee_6_a_finish_at_the_floors_word_makes_it_owed_before_the_prizes() -> None:
    night = evening(profile="east-durham-v1", balancing="floor")
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy", stack=1)
    stacks = [{"player": P[n], "chips": n} for n in range(1, 10)]
    night.must("19:10", "finish", confirm=True, stacks=stacks)
    assert night.state.pool_contributions == 10_000
    laws.hold(night.state)


@pytest.mark.parametrize("way", ["withdraw", "strike", "cancel"])
def test_fee_6_an_announcement_that_is_none_any_more_costs_nothing(way: str) -> None:
    night = evening()
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy")
    if way == "withdraw":
        night.must("19:06", "withdraw_announcement", obligation=1, reason="after_the_cards")
        knock_out(night, "19:07", P[1], P[2])
    elif way == "strike":
        night.must("19:06", "void_entry", player=P[1], reason="mistake")
    else:
        night.must("19:06", "cancel")
    assert not night.state.obligations
    assert night.row(P[2])["owed"] == (0 if way == "cancel" else 1_000)
    assert "obligation_due" not in [recorded.event.kind for recorded in night.record]
    assert load(dump(night.state)) == night.state == fold(night.record)
    assert night.ask("19:08", "withdraw_announcement", obligation=1, reason="mistake").refused == "no_obligation"


def test_fee_6_nothing_is_announced_that_would_not_be_sold() -> None:
    night = evening()
    assert night.ask("19:05", "announce_purchase", player=P[1], operation="re_entry").refused is not None
    assert night.ask("19:05", "announce_purchase", player=P[1], operation="add_on").refused == "add_on_closed"
    assert night.ask("19:05", "announce_purchase", player=P[150], operation="rebuy").refused == "not_in_play"
