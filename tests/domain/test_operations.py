"""Purchases and payments as records of their own (FEE-1, FEE-3)."""

from typing import Any

import pytest

from domain.fees import Split
from domain.operations import Operation, Payment, operations, payments
from tests.domain.floor import P, at, evening, knock_out

PARTS: dict[str, Any] = {
    "profile": "east-durham-v1",
    "balancing": "floor",
    "prices": {
        "parts": {
            "buy_in": {"rake": 100, "bounty": 300, "funds": [["league_pool", 50]]},
            "rebuy": {"rake": 10, "bounty": 300},
        }
    },
}


def test_fee_1_each_operation_is_a_record_with_price_parts_chips_actor_and_time() -> None:
    night = evening(3, minimum_players=2, **PARTS)
    night.must("19:05", "rebuy", player=P[1], stack=1, actor="desk-1", role="cashier")
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1], actor="desk-2", role="cashier")
    night.must("19:40", "add_on", player=P[2])
    made = operations(night.record)
    drawn = next(recorded.seq for recorded in night.record if recorded.event.kind == "field_seated")
    assert made[0] == Operation(
        number=1,
        seq=drawn,
        at=at("19:00"),
        actor="",
        entry=1,
        player=P[1],
        kind="buy_in",
        price=1_000,
        chips=10_000,
        split=Split(pool=550, bounty=300, rake=100, funds=(("league_pool", 50),)),
    )
    assert [(of.number, of.kind, of.player, of.entry, of.price, of.chips, of.actor) for of in made[3:]] == [
        (4, "rebuy", P[1], 1, 1_000, 10_000, "desk-1"),
        (5, "re_entry", P[1], 4, 1_000, 10_000, "desk-2"),
        (6, "add_on", P[2], 2, 1_500, 15_000, "floor-1"),
    ]
    assert [of.at for of in made[3:]] == [at("19:05"), at("19:11"), at("19:40")]
    assert made[3].split == Split(pool=690, bounty=300, rake=10)


def test_fee_1_what_is_struck_stays_on_record_as_struck() -> None:
    night = evening(3, minimum_players=2)
    night.must("19:05", "rebuy", player=P[1])
    night.must("19:06", "void_entry", player=P[1], reason="mistake")
    struck = night.record[-1].seq
    assert [(of.kind, of.struck_by) for of in operations(night.record) if of.player == P[1]] == [
        ("buy_in", struck),
        ("rebuy", struck),
    ]
    assert [of.struck_by for of in operations(night.record) if of.player != P[1]] == [None, None]


def test_fee_1_what_was_announced_and_not_bought_has_no_chips() -> None:
    night = evening(3, minimum_players=2)
    night.must("19:05", "announce_purchase", player=P[1], operation="rebuy")
    knock_out(night, "19:10", P[1], P[2])
    due = operations(night.record)[-1]
    assert (due.kind, due.price, due.chips, due.player) == ("rebuy", 1_000, 0, P[1])


@pytest.mark.parametrize("back", [False, True])
def test_fee_1_who_was_taken_out_for_not_coming_is_struck_unless_the_clock_is_set_back(back: bool) -> None:
    night = evening(3, present=2, profile="tda-2024-v1", minimum_players=2, balancing="floor")
    night.wait("19:55")
    assert night.current(P[3]).status == "dropped"
    if back:
        night.must("19:56", "rebase_clock", stopped_at="2026-11-29T19:30:00Z")
    [bought] = [of for of in operations(night.record) if of.player == P[3]]
    assert (bought.struck_by is None) == back
    assert sum(of.price for of in operations(night.record) if of.struck_by is None) == (3_000 if back else 2_000)


def test_fee_3_each_settlement_and_refund_is_a_record_and_one_taken_back_is_marked() -> None:
    night = evening(3, minimum_players=2)
    seen = night.state.seq
    body = {"method": "card", "seen": seen, "actor": "desk-1", "role": "cashier"}
    night.must("19:05", "settle", player=P[1], amount=1_000, receipt="A-1", **body)
    night.must("19:06", "settle", player=P[2], amount=1_000, **body)
    night.must("19:07", "void_settlement", settlement=1, reason="not_paid")
    night.must("19:08", "void_entry", player=P[2], reason="mistake")
    night.must("19:09", "mark_refunded", player=P[2], amount=1_000, method="cash", receipt="R-1")
    night.must("19:10", "void_refund", refund=1, reason="not_paid")
    made = payments(night.record)
    assert made[0] == Payment(
        seq=seen + 1,
        at=at("19:05"),
        actor="desk-1",
        kind="settlement",
        number=1,
        player=P[1],
        amount=1_000,
        method="card",
        shares=((1, 1_000),),
        receipt="A-1",
        voided_by=seen + 3,
        reason="not_paid",
    )
    assert [(of.kind, of.number, of.player, of.amount, of.method, of.receipt, of.voided_by) for of in made[1:]] == [
        ("settlement", 2, P[2], 1_000, "card", None, None),
        ("refund", 1, P[2], 1_000, "cash", "R-1", seen + 6),
    ]
