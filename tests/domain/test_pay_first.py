"""The price before the seat: who has not paid is not seated (FEE-2)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import views
from domain.counter import report
from domain.evolve import fold
from domain.snapshot import dump, load
from tests.domain import laws
from tests.domain.floor import (
    Answer,
    Evening,
    P,
    When,
    evening,
    knock_out,
    opened,
    settings_body,
    until,
    with_level,
)

FIRST: dict[str, Any] = {"pay_first": True}
TWO: dict[str, Any] = {"minimum_players": 2}


def pay(night: Evening, when: When, player: str, amount: int = 1_000, **more: Any) -> Answer:
    """Have the counter take an amount that it saw now."""
    body = {"method": "cash", "seen": night.state.seq, "role": "cashier"} | more
    return night.ask(when, "settle", player=player, amount=amount, **body)


def payment(night: Evening, amount: int, **more: Any) -> dict[str, Any]:
    """Return what is sent with a re-entry."""
    return {"amount": amount, "method": "cash", "seen": night.state.seq} | more


def paying(*players: int, **changes: Any) -> Evening:
    """Return an evening open for registration with nine players, of whom these have paid and checked in."""
    night = opened(9, **TWO | changes, prices=FIRST | changes.pop("prices", {}))
    for number in players:
        assert pay(night, "18:10", P[number]).refused is None
        night.must("18:20", "check_in", player=P[number])
    return night


def statuses(night: Evening) -> dict[str, str]:
    return {player: night.current(player).status for player in P[1:10]}


def test_fee_2_who_has_not_paid_cannot_check_in() -> None:
    night = paying()
    assert (night.head["registered"], night.head["unpaid"]) == (9, 9)
    assert [night.row(P[1])[of] for of in ("owed", "open", "due", "refund_due")] == [0, 0, 1_000, 0]
    refused = night.ask("18:20", "check_in", player=P[1])
    assert (refused.refused, refused.rejection.rule) == ("pay_first", "FEE-2")
    assert dict(refused.rejection.data) == {"due": 1_000}
    assert pay(night, "18:21", P[1], 999).refused == "debt_changed"
    assert pay(night, "18:21", P[1]).refused is None
    assert [night.row(P[1])[of] for of in ("owed", "paid", "open", "due", "refund_due")] == [0, 1_000, 0, 0, 0]
    assert night.head["unpaid"] == 8
    night.must("18:22", "check_in", player=P[1])
    assert pay(night, "18:23", P[1]).refused == "nothing_owed"
    laws.hold(night.state)


def test_fee_2_the_first_draw_seats_who_has_paid_and_the_others_hold_up_nothing() -> None:
    night = paying(1, 2, 3)
    assert pay(night, "18:30", P[4]).refused is None
    night.wait("19:01")
    assert night.status() == "running"
    assert [player for player, status in statuses(night).items() if status == "alive"] == [P[1], P[2], P[3]]
    assert [night.row(P[1])[of] for of in ("owed", "paid", "open", "due")] == [1_000, 1_000, 0, 0]
    night.must("19:02", "check_in", player=P[4])
    assert night.current(P[4]).status == "alive"
    assert night.ask("19:02", "check_in", player=P[5]).refused == "pay_first"
    assert pay(night, "19:03", P[5]).refused is None
    night.must("19:04", "check_in", player=P[5])
    assert night.row(P[5])["owed"] == 1_000
    night.wait("20:00")
    assert {statuses(night)[player] for player in P[6:10]} == {"dropped"}
    assert (night.head["unpaid"], night.state.rake) == (0, 5_000)
    laws.hold(night.state)


def test_fee_2_the_same_evening_with_and_without_it() -> None:
    """Nobody has paid and everybody is there: five are seated and owe, or nobody is."""
    seated = {}
    for first in (False, True):
        night = opened(5, **TWO, prices={"pay_first": first})
        for number in range(1, 6):
            night.ask("18:30", "check_in", player=P[number])
        night.wait("19:01")
        seated[first] = (night.state.alive, night.state.rake)
    assert seated == {False: (5, 5_000), True: (0, 0)}


def test_fee_2_the_absent_are_seated_when_they_have_paid() -> None:
    night = paying(1, 2, no_show="absent", orbit_minutes=20)
    assert pay(night, "18:30", P[3]).refused is None
    night.wait("19:01")
    assert [player for player, status in statuses(night).items() if status == "alive"] == [P[1], P[2], P[3]]
    assert night.row(P[3])["absent"]
    assert pay(night, "19:02", P[4]).refused is None
    night.must("19:03", "check_in", player=P[4])
    night.wait("20:00")
    assert {statuses(night)[player] for player in P[5:10]} == {"dropped"}
    laws.hold(night.state)


def test_fee_2_who_has_not_paid_takes_up_no_room_at_the_start() -> None:
    night = opened(5, **TWO, no_show="absent", tables=1, seats_per_table=3, prices=FIRST)
    for number in (1, 2):
        assert pay(night, "18:30", P[number]).refused is None
    night.wait("19:01")
    assert (night.status(), night.state.alive, night.head["unpaid"]) == ("running", 2, 3)


def test_fee_2_a_check_in_whose_payment_was_taken_back_seats_nobody() -> None:
    night = paying(1, 2)
    assert pay(night, "18:30", P[3]).refused is None
    night.must("18:31", "check_in", player=P[3], seat={"table": 7, "seat": 1}, locked=True)
    night.must("18:40", "void_settlement", settlement=3, reason="not_paid")
    assert (night.row(P[3])["checked_in"], night.head["unpaid"]) == (True, 7)
    night.wait("19:01")
    assert [night.row(P[3])[of] for of in ("status", "checked_in", "table", "locked")] == [
        "registered",
        False,
        None,
        False,
    ]
    lapsed = [recorded.event for recorded in night.record if isinstance(recorded.event, e.CheckInsLapsed)]
    assert lapsed == [e.CheckInsLapsed(entries=(3,), tables=(7,))]
    assert sorted(player for _, player in night.seats().items()) == [P[1], P[2]]
    assert pay(night, "19:05", P[3]).refused is None
    night.must("19:06", "check_in", player=P[3])
    laws.hold(night.state)
    assert load(dump(night.state)) == night.state == fold(night.record)


def test_fee_2_who_paid_again_before_the_draw_keeps_his_chair() -> None:
    night = paying(1, 2)
    assert pay(night, "18:30", P[3]).refused is None
    night.must("18:31", "check_in", player=P[3], seat={"table": 1, "seat": 8})
    night.must("18:40", "void_settlement", settlement=3, reason="wrong_amount")
    assert pay(night, "18:41", P[3], method="card").refused is None
    night.wait("19:01")
    assert night.seat(P[3]) == (1, 8)


def test_fee_2_a_dearer_buy_in_leaves_the_rest_to_pay_and_a_cheaper_one_gives_it_back() -> None:
    night = paying(1, 2)
    for version, price in ((1, 1_200), (2, 900)):
        dearer = settings_body(**TWO, prices=FIRST | {"buy_in": price})
        night.must("18:45", "edit_settings", version=version, settings=dearer)
        seen = [(night.row(player)["due"], night.row(player)["refund_due"]) for player in (P[1], P[3])]
        assert seen == {1_200: [(200, 0), (1_200, 0)], 900: [(0, 100), (900, 0)]}[price]
        laws.hold(night.state)
    night.wait("19:01")
    assert (night.state.alive, night.row(P[1])["refund_due"]) == (2, 100)


def test_fee_2_the_setting_may_come_while_players_are_there() -> None:
    night = opened(2, **TWO)
    night.must("18:30", "check_in", player=P[1])
    night.must("18:40", "edit_settings", version=1, settings=settings_body(**TWO, prices=FIRST))
    assert pay(night, "18:41", P[2]).refused is None
    night.must("18:42", "check_in", player=P[2])
    night.wait("19:01")
    assert [night.current(player).status for player in (P[1], P[2])] == ["registered", "alive"]
    laws.hold(night.state)


def test_fee_2_late_he_is_registered_pays_and_is_seated() -> None:
    night = paying(1, 2)
    night.wait("19:05")
    seat = {"table": 1, "seat": 9}
    assert night.ask("19:06", "register", player=P[20], seat=seat).refused == "pay_first"
    assert night.must("19:06", "register", player=P[20]).kinds == ["player_registered"]
    assert night.ask("19:07", "check_in", player=P[20], seat=seat).refused == "pay_first"
    assert pay(night, "19:08", P[20]).refused is None
    assert night.must("19:09", "check_in", player=P[20], seat=seat).kinds == ["player_seated"]
    assert (night.seat(P[20]), night.row(P[20])["open"]) == ((1, 9), 0)


@pytest.mark.parametrize("way", ["unregister", "drop", "void_entry", "cancel", "finish", "close"])
def test_fee_2_what_was_paid_for_a_place_that_is_lost_is_due_back(way: str) -> None:
    night = paying(1, 2)
    assert pay(night, "18:30", P[3]).refused is None
    night.wait("19:01")
    match way:
        case "unregister":
            night.must("19:05", "unregister", player=P[3])
        case "drop":
            night.must("19:05", "process_no_show", player=P[3])
        case "void_entry":
            night.must("19:05", "void_entry", player=P[3], reason="mistake")
        case "cancel":
            night.must("19:05", "cancel")
        case "finish":
            stacks = [{"player": player, "chips": 1} for player in (P[1], P[2])]
            night.must("19:05", "finish", confirm=True, stacks=stacks)
        case _:
            night.wait("20:00")
    row = views.entry(night.state, 3)
    assert (row["paid"], row["refund_due"], row["due"]) == (1_000, 1_000, 0)
    made = report(night.record)
    assert made is not None
    assert (made.ahead, made.refunds) == (
        0,
        tuple((player, 1_000) for player in P[1:4] if way == "cancel" or player == P[3]),
    )
    night.must("20:01", "mark_refunded", player=P[3], amount=1_000, method="cash")
    assert views.entry(night.state, 3)["refund_due"] == 0
    laws.hold(night.state)


def test_fee_2_who_registers_again_pays_again() -> None:
    night = paying(1, 2)
    assert pay(night, "18:30", P[3]).refused is None
    night.must("18:31", "unregister", player=P[3])
    night.must("18:32", "register", player=P[3])
    assert night.row(P[3])["due"] == 1_000
    stale = night.state.seq - 1
    assert pay(night, "18:33", P[3], seen=stale).refused == "debt_changed"
    assert pay(night, "18:33", P[3]).refused is None
    assert [(entry.paid, entry.status) for entry in night.state.entries.values() if entry.player == P[3]] == [
        (1_000, "unregistered"),
        (1_000, "registered"),
    ]


def test_fee_2_a_dropped_player_who_has_paid_is_let_in_and_one_who_has_not_registers_again() -> None:
    night = paying(1, 2)
    assert pay(night, "18:30", P[3]).refused is None
    night.wait("19:01")
    for player in (P[3], P[4]):
        night.must("19:02", "process_no_show", player=player)
    night.must("19:03", "check_in", player=P[3])
    refused = night.ask("19:03", "check_in", player=P[4])
    assert (refused.refused, refused.rejection.mend) == (
        "pay_first",
        "register him again and take it, then check him in",
    )
    night.must("19:04", "register", player=P[4])
    assert pay(night, "19:05", P[4]).refused is None
    night.must("19:06", "check_in", player=P[4])
    assert night.state.alive == 4


def test_fee_2_a_restored_registration_has_to_be_paid_for() -> None:
    night = paying(1, 2)
    assert pay(night, "18:30", P[3]).refused is None
    night.must("18:40", "process_no_show", player=P[3])
    night.must("18:41", "mark_refunded", player=P[3], amount=1_000, method="cash")
    night.must("18:42", "restore_registration", player=P[3])
    assert (night.row(P[3])["due"], night.row(P[3])["booked"]) == (1_000, night.state.seq)
    assert night.ask("18:43", "check_in", player=P[3]).refused == "pay_first"
    night.must("18:44", "void_refund", refund=1, reason="not_paid")
    assert (night.row(P[3])["due"], night.head["unpaid"]) == (0, 6)
    night.must("18:45", "check_in", player=P[3])


def test_fee_2_who_was_dropped_while_the_hall_was_dark_has_to_pay_again_when_the_clock_is_set_back() -> None:
    night = paying(1, 2, windows={"late_registration": with_level(1)})
    night.wait("19:00")
    night.wait("19:21")
    assert (night.current(P[3]).status, night.head["unpaid"]) == ("dropped", 0)
    night.must("19:25", "rebase_clock", stopped_at="2026-11-29T19:10:00Z")
    assert (night.current(P[3]).status, night.head["unpaid"], night.row(P[3])["due"]) == ("registered", 7, 1_000)
    laws.hold(night.state)


def test_fee_2_who_got_his_money_back_is_not_let_in_on_what_he_had_paid() -> None:
    """Taken out for not coming, refunded, and then it turns out that he had come in time."""
    night = paying(1, 2, profile="tda-2024-v1", balancing="floor")
    assert pay(night, "18:30", P[3]).refused is None
    night.wait("19:51")
    assert (night.current(P[3]).status, night.row(P[3])["refund_due"]) == ("dropped", 1_000)
    night.must("19:52", "mark_refunded", player=P[3], amount=1_000, method="cash")
    assert night.ask("19:49", "check_in", delivered="19:53", player=P[3]).refused == "pay_first"
    night.must("19:54", "void_refund", refund=1, reason="not_paid")
    night.must("19:49", "check_in", delivered="19:55", player=P[3])
    assert (night.current(P[3]).status, night.row(P[3])["open"]) == ("alive", 0)


def test_fee_2_a_re_entry_is_paid_with_what_else_is_owed_in_one_decision() -> None:
    night = paying(1, 2, 3)
    night.wait("19:01")
    night.must("19:05", "rebuy", player=P[1])
    assert night.row(P[1])["open"] == 1_000
    knock_out(night, "19:10", P[1], P[2])
    refused = night.ask("19:11", "re_enter", player=P[1])
    assert (refused.refused, dict(refused.rejection.data)) == ("pay_first", {"due": 2_000})
    wrong = night.ask("19:12", "re_enter", player=P[1], payment=payment(night, 1_000))
    assert (wrong.refused, wrong.rejection.data["owed"]) == ("debt_changed", 2_000)
    assert night.current(P[1]).status == "out"
    back = night.must("19:13", "re_enter", player=P[1], payment=payment(night, 2_000, receipt="A-1"), role="cashier")
    assert back.kinds == ["re_entered", "debt_settled"]
    paid = back.events[-1]
    assert isinstance(paid, e.DebtSettled)
    assert (paid.amount, paid.shares, paid.receipt) == (2_000, ((1, 1_000), (10, 1_000)), "A-1")
    assert (night.row(P[1])["open"], night.row(P[1])["paid"]) == (0, 1_000)
    night.must("19:14", "void_settlement", settlement=paid.settlement, reason="not_paid")
    assert night.row(P[1])["open"] == 1_000
    laws.hold(night.state)


def test_fee_2_nothing_is_taken_for_a_seat_that_is_not_there() -> None:
    night = opened(4, **TWO, tables=1, seats_per_table=3, prices=FIRST)
    for number in (1, 2, 3, 4):
        assert pay(night, "18:10", P[number]).refused is None
    for number in (1, 2, 3):
        night.must("18:20", "check_in", player=P[number])
    night.wait("19:01")
    knock_out(night, "19:05", P[1], P[2])
    night.must("19:06", "check_in", player=P[4])
    refused = night.ask("19:07", "re_enter", player=P[1], payment=payment(night, 1_000))
    assert (refused.refused, refused.rejection.rule) == ("no_seat_to_pay_for", "FEE-2")
    assert night.must("19:07", "re_enter", player=P[1]).kinds == ["player_waitlisted"]
    knock_out(night, "19:08", P[2], P[3])
    assert night.ask("19:09", "re_enter", player=P[1]).refused == "pay_first"
    night.must("19:10", "re_enter", player=P[1], payment=payment(night, 1_000))
    assert (night.current(P[1]).status, night.row(P[1])["open"], len(night.state.settlements)) == ("alive", 0, 5)


def test_fee_2_without_the_setting_a_re_entry_may_be_paid_at_once() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2])
    back = night.must("19:11", "re_enter", player=P[1], payment=payment(night, 2_000, method="card"))
    assert back.kinds == ["re_entered", "debt_settled"]
    free = evening(prices={"buy_in": 0, "re_entry": 0})
    knock_out(free, "19:10", P[1], P[2])
    assert free.ask("19:11", "re_enter", player=P[1], payment=payment(free, 1)).refused == "nothing_owed"


def test_fee_2_a_stack_is_given_up_for_a_paid_re_entry() -> None:
    night = opened(9, **TWO, profile="east-durham-v1", bounty="none", balancing="floor", prices=FIRST)
    for number in (1, 2, 3):
        assert pay(night, "18:10", P[number]).refused is None
        night.must("18:20", "check_in", player=P[number])
    night.wait("19:01")
    assert night.ask("19:05", "surrender_stack", player=P[1], stack=2_000).refused == "pay_first"
    given = night.must("19:05", "surrender_stack", player=P[1], stack=2_000, payment=payment(night, 1_000))
    assert given.kinds[:3] == ["busted", "re_entered", "debt_settled"]


def test_fee_2_a_ticket_pays_with_its_id() -> None:
    night = paying(1, 2)
    nameless = pay(night, "18:30", P[3], method="ticket")
    assert (nameless.refused, nameless.rejection.rule) == ("ticket_unnamed", "FEE-2")
    assert pay(night, "18:30", P[3], method="ticket", receipt="sat-7.ticket-3").refused is None
    night.must("18:31", "check_in", player=P[3])
    made = report(night.record)
    assert made is not None
    assert [(desk.method, desk.taken) for desk in made.desks] == [("cash", 2_000), ("ticket", 1_000)]
    night.must("18:40", "void_entry", player=P[3], reason="mistake")
    back = {"player": P[3], "amount": 1_000, "method": "ticket"}
    assert night.ask("18:41", "mark_refunded", **back).refused == "ticket_unnamed"
    night.must("18:41", "mark_refunded", **back, receipt="sat-7.ticket-3")


def test_fee_2_a_ticket_pays_once_unless_it_was_taken_back_or_given_back() -> None:
    night = paying(1, 2)
    ticket: dict[str, Any] = {"method": "ticket", "receipt": "sat-7.ticket-3"}
    assert pay(night, "18:30", P[3], **ticket).refused is None
    twice = pay(night, "18:31", P[4], **ticket)
    assert (twice.refused, twice.rejection.rule, twice.rejection.data) == ("ticket_used", "FEE-2", {"player": P[3]})
    assert pay(night, "18:31", P[4], receipt="sat-7.ticket-3").refused is None
    night.must("18:32", "void_settlement", settlement=3, reason="wrong_player")
    assert pay(night, "18:33", P[5], **ticket).refused is None
    night.must("18:34", "unregister", player=P[5])
    night.must("18:35", "mark_refunded", player=P[5], amount=1_000, **ticket)
    assert pay(night, "18:36", P[6], **ticket).refused is None
    used = night.ask("18:36", "void_refund", refund=1, reason="mistake")
    assert (used.refused, used.rejection.data) == ("ticket_used", {"player": P[6]})
    night.must("18:37", "void_settlement", settlement=6, reason="mistake")
    night.must("18:38", "void_refund", refund=1, reason="mistake")
    assert pay(night, "18:39", P[6], **ticket).rejection.data == {"player": P[5]}


def test_fee_2_who_waits_owes_nothing_until_he_is_called_and_then_pays() -> None:
    night = opened(3, **TWO, player_cap=2, waiting_hold_minutes=10, prices=FIRST)
    assert (night.row(P[3])["status"], night.row(P[3])["due"]) == ("waiting", 0)
    assert pay(night, "18:10", P[3]).refused == "nothing_owed"
    for number in (1, 2):
        assert pay(night, "18:10", P[number]).refused is None
        night.must("18:20", "check_in", player=P[number])
    night.wait("19:01")
    night.must("19:05", "void_entry", player=P[1], reason="mistake")
    assert (night.row(P[3])["status"], night.row(P[3])["due"]) == ("registered", 1_000)
    assert night.ask("19:06", "check_in", player=P[3]).refused == "pay_first"
    assert pay(night, "19:07", P[3]).refused is None
    night.must("19:08", "check_in", player=P[3])
    assert (night.current(P[3]).status, night.row(P[3])["open"]) == ("alive", 0)


def test_fee_2_who_was_called_and_did_not_pay_in_time_makes_room_for_the_next() -> None:
    night = opened(4, **TWO, player_cap=2, waiting_hold_minutes=10, prices=FIRST)
    for number in (1, 2):
        assert pay(night, "18:10", P[number]).refused is None
        night.must("18:20", "check_in", player=P[number])
    night.wait("19:01")
    night.must("19:05", "void_entry", player=P[1], reason="mistake")
    night.wait("19:15")
    assert (night.current(P[3]).status, night.current(P[4]).status) == ("dropped", "registered")
    assert night.row(P[4])["due"] == 1_000
    laws.hold(night.state)


def test_fee_2_a_sit_and_go_is_full_when_all_have_paid() -> None:
    off = {"late_registration": None, "add_on_break": None}
    prices = {"rebuy": None, "add_on": None, "pay_first": True}
    night = opened(3, sit_and_go={"players": 3}, windows=off, prices=prices)
    night.wait("18:30")
    assert (night.status(), night.head["countdown_ends_at"]) == ("registration_open", None)
    for number in (1, 2):
        assert pay(night, "18:31", P[number]).refused is None
    assert pay(night, "18:32", P[3]).kinds == ["debt_settled", "countdown_started"]
    assert night.must("18:32:01", "void_settlement", settlement=3, reason="not_paid").kinds == [
        "settlement_voided",
        "countdown_stopped",
    ]
    night.wait("18:33")
    assert night.status() == "registration_open"
    assert pay(night, "18:34", P[3]).refused is None
    night.wait("18:34:05")
    assert (night.status(), night.state.alive) == ("running", 3)


def test_fee_2_an_announced_re_entry_is_paid_before_it_too() -> None:
    night = paying(1, 2, 3)
    night.wait("19:01")
    knock_out(night, "19:05", P[1], P[2])
    refused = night.ask("19:06", "announce_purchase", player=P[1], operation="re_entry")
    assert refused.refused == "pay_first"
    night.must("19:07", "announce_purchase", player=P[2], operation="rebuy")


def test_fee_2_the_counter_shows_what_is_paid_ahead_and_who_has_still_to_pay() -> None:
    night = paying(1, 2)
    before = report(night.record)
    assert before is not None
    assert (before.expected, before.settled, before.open, before.ahead) == (0, 2_000, 0, 2_000)
    assert before.due == tuple((player, 1_000) for player in P[3:10])
    night.wait("19:01")
    after = report(night.record)
    assert after is not None
    assert (after.expected, after.settled, after.open, after.ahead) == (2_000, 2_000, 0, 0)


@given(st.randoms(use_true_random=False), st.sampled_from(["drop", "absent"]))
@settings(max_examples=40, deadline=None)
def test_fee_2_nobody_ever_sits_who_had_not_paid_when_he_sat_down(chance: Random, no_show: str) -> None:
    night = opened(
        0,
        **TWO,
        no_show=no_show,
        tables=2,
        seats_per_table=3,
        prices=FIRST,
        windows={"late_registration": until("19:40")},
    )
    seen = 0
    for step in range(120):
        when, player = f"{18 + step // 60}:{step % 60:02}", P[chance.randint(1, 8)]
        owed = (
            0
            if (entry := night.state.current(player)) is None
            else night.row(player)["due"] + night.row(player)["open"]
        )
        what = chance.choice(
            ["register", "settle", "settle", "check_in", "check_in", "bust", "back", "void", "unregister", "refund"]
        )
        if what == "settle":
            pay(night, when, player, max(1, owed))
        elif what == "bust":
            night.ask(when, "record_knockout", player=player, killers=[], cause="left")
        elif what == "back" and entry is not None:
            night.ask(when, "re_enter", player=player, payment=payment(night, 1_000 + owed))
        elif what == "void":
            night.ask(
                when, "void_settlement", settlement=chance.randint(1, len(night.state.settlements) + 1), reason="other"
            )
        elif what == "refund":
            night.ask(when, "mark_refunded", player=player, amount=1_000, method="cash")
        elif what in {"register", "check_in", "unregister"}:
            night.ask(when, what, player=player)
        night.wait(when)
        seen = _all_who_sat_down_had_paid(night, seen)
        laws.hold(night.state)
    assert load(dump(night.state)) == night.state == fold(night.record)


def _all_who_sat_down_had_paid(night: Evening, seen: int) -> int:
    """Assert it of what was recorded since, from the record alone: payments less what was taken or given back."""
    paid: dict[int, int] = {}
    for number, recorded in enumerate(night.record):
        match recorded.event:
            case e.DebtSettled(shares=shares):
                for entry, share in shares:
                    paid[entry] = paid.get(entry, 0) + share
            case e.SettlementVoided(shares=shares) | e.RefundMarked(shares=shares):
                for entry, share in shares:
                    paid[entry] -= share
            case e.PlayerSeated(entry=entry):
                assert number < seen or paid.get(entry) == 1_000
            case e.FieldSeated(seats=seats):
                assert number < seen or all(paid.get(entry) == 1_000 for entry, *_ in seats)
            case e.ReEntered(entry=entry):
                settled = night.record[number + 1].event
                assert isinstance(settled, e.DebtSettled)
                assert dict(settled.shares)[entry] == 1_000
            case _:
                pass
    return len(night.record)
