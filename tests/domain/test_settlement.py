"""What is owed, taken, taken back and given back (FEE-2, FEE-3, LIFE-8)."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import snapshot
from domain.evolve import fold
from domain.operations import operations, payments
from domain.settlement import last_booked, open_of, refund_of
from tests.domain import laws
from tests.domain.floor import Answer, Evening, P, When, evening, knock_out

POOL: dict[str, Any] = {"profile": "east-durham-v1", "balancing": "floor"}
RAKE = {"parts": {"buy_in": {"rake": 100}, "rebuy": {"rake": 50}}}


def settle(night: Evening, when: When, player: str, amount: int, *, seen: int | None = None, **more: Any) -> Answer:
    """Have the counter take an amount that it saw now, or after event `seen`."""
    body = {"method": "cash", "seen": night.state.seq if seen is None else seen} | more
    return night.ask(when, "settle", player=player, amount=amount, **body)


def debt(night: Evening, player: str) -> tuple[int, int]:
    """Return what a player owes and what is due back to him, over all his entries."""
    mine = [entry for entry in night.state.entries.values() if entry.player == player]
    return sum(map(open_of, mine)), sum(refund_of(night.state, entry) for entry in mine)


def test_fee_2_what_is_bought_is_owed_until_it_is_paid() -> None:
    night = evening()
    assert debt(night, P[1]) == (1_000, 0)
    night.must("19:05", "rebuy", player=P[1])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:12", "re_enter", player=P[1])
    assert debt(night, P[1]) == (3_000, 0)
    assert settle(night, "19:13", P[1], 3_000, role="cashier", receipt="A-17/3").refused is None
    assert debt(night, P[1]) == (0, 0)
    assert [(row["owed"], row["paid"], row["open"]) for row in [night.row(P[1])]] == [(1_000, 1_000, 0)]
    assert isinstance(event := night.record[-1].event, e.DebtSettled)
    assert (event.amount, event.shares, event.receipt) == (3_000, ((1, 2_000), (10, 1_000)), "A-17/3")
    night.must("19:14", "rebuy", player=P[1])
    assert debt(night, P[1]) == (1_000, 0)


def test_fee_3_an_add_on_that_comes_before_the_settlement_is_not_paid_by_it() -> None:
    night = evening(windows={"add_on_break": None})
    seen = night.state.seq
    night.must("19:05", "add_on", player=P[1])
    for amount in (1_000, 2_500):
        answer = settle(night, "19:06", P[1], amount, seen=seen)
        assert answer.refused == "debt_changed"
        assert dict(answer.rejection.data) == {
            "owed": 2_500, "amount": amount, "seen": seen, "booked": night.state.seq,
        }  # fmt: skip
    assert settle(night, "19:07", P[1], 2_500).refused is None


def test_fee_3_an_add_on_that_comes_after_the_settlement_is_owed() -> None:
    night = evening(windows={"add_on_break": None})
    seen = night.state.seq
    assert settle(night, "19:05", P[1], 1_000, seen=seen).refused is None
    night.must("19:06", "add_on", player=P[1])
    assert debt(night, P[1]) == (1_500, 0)


def test_fee_3_what_others_bought_since_holds_no_settlement_up() -> None:
    night = evening()
    seen = night.state.seq
    night.must("19:05", "rebuy", player=P[2])
    assert settle(night, "19:06", P[1], 1_000, seen=seen).refused is None


@pytest.mark.parametrize(
    ("player", "amount", "seen", "code"),
    [(P[1], 999, 0, "debt_changed"), (P[150], 1_000, 0, "unknown_player"), (P[1], 1_000, 100, "not_there_yet")],
)
def test_fee_3_what_cannot_be_settled_says_why(player: str, amount: int, seen: int, code: str) -> None:
    night = evening()
    assert settle(night, "19:05", player, amount, seen=night.state.seq + seen).refused == code
    assert not night.state.settlements


def test_fee_3_two_desks_settle_once() -> None:
    night = evening()
    seen = night.state.seq
    assert settle(night, "19:05", P[1], 1_000, seen=seen).refused is None
    second = settle(night, "19:05", P[1], 1_000, seen=seen, method="card")
    assert (second.refused, second.rejection.rule) == ("nothing_owed", "FEE-3")
    assert len(night.state.settlements) == 1


def test_fee_3_a_settlement_taken_back_stays_on_record_and_its_debt_returns() -> None:
    night = evening()
    assert settle(night, "19:05", P[1], 1_000).refused is None
    night.must("19:06", "rebuy", player=P[1])
    assert settle(night, "19:07", P[1], 1_000).refused is None
    night.must("19:08", "void_settlement", settlement=1, reason="not_paid")
    assert debt(night, P[1]) == (1_000, 0)
    assert [night.state.settlements[number].voided for number in (1, 2)] == [True, False]
    again = night.must("19:09", "void_settlement", settlement=1, reason="mistake")
    assert (again.kinds, bool(again.note)) == ([], True)
    assert night.ask("19:09", "void_settlement", settlement=3, reason="mistake").refused == "no_settlement"
    assert settle(night, "19:10", P[1], 1_000).refused is None
    assert debt(night, P[1]) == (0, 0)


def test_fee_3_after_the_bust_and_after_the_finish_it_is_still_settled() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:10", P[1], P[2])
    assert settle(night, "19:11", P[1], 1_000).refused is None
    night.wait("19:15")
    assert night.status() == "finished"
    assert settle(night, "23:00+1", P[2], 1_000).refused is None
    night.must("23:01+1", "void_settlement", settlement=1, reason="mistake")
    assert (debt(night, P[1]), debt(night, P[2])) == ((1_000, 0), (0, 0))
    assert night.state.over


def test_fee_3_what_was_paid_for_a_struck_entry_is_due_back_and_pays_for_nothing_else() -> None:
    night = evening()
    assert settle(night, "19:05", P[1], 1_000).refused is None
    night.must("19:06", "void_entry", player=P[1], reason="mistake")
    assert debt(night, P[1]) == (0, 1_000)
    night.must("19:07", "register", player=P[1])
    assert debt(night, P[1]) == (1_000, 1_000)
    assert night.ask("19:08", "mark_refunded", player=P[1], amount=999, method="cash").refused == "refund_changed"
    night.must("19:08", "mark_refunded", player=P[1], amount=1_000, method="cash")
    assert debt(night, P[1]) == (1_000, 0)
    assert night.ask("19:09", "mark_refunded", player=P[1], amount=1_000, method="cash").refused == "nothing_due"
    assert night.ask("19:09", "void_settlement", settlement=1, reason="mistake").refused == "refunded"


def test_life_8_a_refund_that_was_none_is_marked_and_due_again() -> None:
    night = evening()
    assert settle(night, "19:05", P[1], 1_000).refused is None
    night.must("19:06", "void_entry", player=P[1], reason="mistake")
    night.must("19:07", "mark_refunded", player=P[1], amount=1_000, method="cash")
    night.must("19:08", "void_refund", refund=1, reason="wrong_player", role="cashier")
    assert debt(night, P[1]) == (0, 1_000)
    again = night.must("19:08", "void_refund", refund=1, reason="wrong_player")
    assert (again.kinds, bool(again.note)) == ([], True)
    assert night.ask("19:08", "void_refund", refund=2, reason="mistake").refused == "no_refund"
    night.must("19:09", "mark_refunded", player=P[1], amount=1_000, method="transfer")
    assert [night.state.given_back[number].voided for number in (1, 2)] == [True, False]
    assert debt(night, P[1]) == (0, 0)
    assert night.ask("19:10", "void_settlement", settlement=1, reason="mistake").refused == "refunded"
    night.must("19:11", "void_refund", refund=2, reason="not_paid")
    night.must("19:12", "void_settlement", settlement=1, reason="not_paid")
    assert debt(night, P[1]) == (0, 0)
    laws.hold(night.state)


def test_life_8_a_refund_is_taken_back_after_the_cancellation_too() -> None:
    night = evening(9, **POOL, prices=RAKE)
    assert settle(night, "19:05", P[1], 1_000).refused is None
    night.must("19:06", "cancel")
    night.must("19:07", "mark_refunded", player=P[1], amount=900, method="cash")
    night.must("19:08", "void_refund", refund=1, reason="not_paid")
    assert (debt(night, P[1]), night.state.rake) == ((0, 900), 100)
    assert load_of(night) == night.state


def load_of(night: Evening) -> Any:
    return snapshot.load(snapshot.dump(night.state))


def test_fee_3_a_debt_goes_with_the_entry() -> None:
    night = evening()
    night.must("19:06", "void_entry", player=P[1], reason="mistake")
    assert debt(night, P[1]) == (0, 0)
    assert settle(night, "19:07", P[1], 1_000).refused == "nothing_owed"


def test_life_8_what_was_paid_before_a_cancellation_is_due_back_until_the_counter_says_so() -> None:
    night = evening()
    assert settle(night, "19:05", P[1], 1_000).refused is None
    night.must("19:10", "cancel")
    assert [debt(night, player) for player in (P[1], P[2])] == [(0, 1_000), (0, 0)]
    late = settle(night, "19:12", P[2], 1_000)
    assert (late.refused, late.rejection.rule) == ("cancelled", "FEE-3")
    night.must("19:13", "mark_refunded", player=P[1], amount=1_000, method="cash", role="cashier")
    assert debt(night, P[1]) == (0, 0)


def test_life_8_the_rake_that_was_paid_is_kept_where_the_profile_says_so() -> None:
    night = evening(9, **POOL, prices=RAKE)
    night.must("19:05", "rebuy", player=P[1], stack=1)
    assert settle(night, "19:06", P[1], 2_000).refused is None
    night.must("19:07", "rebuy", player=P[1], stack=1)
    night.must("19:10", "cancel")
    assert debt(night, P[1]) == (0, 1_800)
    assert (night.state.rake, night.state.pool_contributions) == (200, 0)
    night.must("19:11", "void_settlement", settlement=1, reason="not_paid")
    assert (debt(night, P[1]), night.state.rake) == ((0, 0), 0)


@pytest.mark.parametrize(
    ("profile", "back"),
    [
        ("sport-poker-v1", 2_000),
        ("sport-poker-v2", 2_000),
        ("tda-wsop-v1", 1_850),
        ("east-durham-v1", 1_850),
        ("tda-2024-v1", 1_850),
    ],
)
def test_life_8_the_same_evening_is_cancelled_and_the_profile_says_what_is_due_back(profile: str, back: int) -> None:
    """P1 has paid buy-in and rebuy and bought an add-on since; P2 has paid nothing; nobody owes anything any more."""
    night = evening(
        9, profile=profile, minimum_players=2, balancing="floor", windows={"add_on_break": None}, prices=RAKE
    )
    night.must("19:05", "rebuy", player=P[1], stack=1)
    assert settle(night, "19:06", P[1], 2_000).refused is None
    night.must("19:07", "add_on", player=P[1])
    night.must("19:10", "cancel")
    assert [debt(night, player) for player in (P[1], P[2])] == [(0, back), (0, 0)]
    night.must("19:11", "mark_refunded", player=P[1], amount=back, method="cash")
    assert debt(night, P[1]) == (0, 0)
    laws.hold(night.state)


def test_life_8_an_old_cancellation_said_nothing_of_debts() -> None:
    night = evening()
    night.must("19:10", "cancel")
    old = [
        recorded
        if not isinstance(recorded.event, e.TournamentCancelled)
        else e.from_text(e.to_text(recorded).replace(',"debts":"debts_void"', ""))
        for recorded in night.record
    ]
    assert fold(old).rake == 9_000


@given(st.randoms(use_true_random=False), st.sampled_from(["sport-poker-v2", "east-durham-v1", "tda-wsop-v1"]))
@settings(max_examples=40, deadline=None)
def test_fee_3_nothing_is_lost_whatever_the_order(chance: Random, profile: str) -> None:
    """Owed is bought; paid is taken less what was taken back and given back; each player's debt is the difference."""
    night = evening(
        5, profile=profile, minimum_players=2, windows={"add_on_break": None}, prices=RAKE, balancing="floor"
    )
    taken, given = Counter[str](), Counter[str]()
    seen = night.state.seq
    for minute in range(40):
        when, player = f"19:{minute + 5:02}", P[chance.randint(1, 5)]
        what = chance.choice(
            ["settle", "settle", "rebuy", "add_on", "re_enter", "bust", "void", "strike", "back", "none"]
        )
        owed, due = debt(night, player)
        if what == "settle":
            stale = chance.random() < 0.3
            before = last_booked(night.state, player)
            answer = settle(night, when, player, max(1, owed), seen=seen if stale else None)
            if answer.refused is None:
                assert debt(night, player)[0] == 0
                assert not stale or before <= seen
                taken[player] += owed
        elif what == "bust":
            night.ask(when, "record_knockout", player=player, killers=[], cause="left")
        elif what == "void" and night.state.settlements:
            number = chance.randint(1, len(night.state.settlements))
            settlement = night.state.settlements[number]
            if night.ask(when, "void_settlement", settlement=number, reason="other").kinds:
                taken[settlement.player] -= sum(share for _, share in settlement.shares)
        elif what == "strike":
            night.ask(when, "void_entry", player=player, reason="mistake")
        elif what == "back":
            if night.ask(when, "mark_refunded", player=player, amount=max(1, due), method="card").refused is None:
                given[player] += due
        elif what == "none" and night.state.refunds:
            number = chance.randint(1, night.state.refunds)
            refund = night.state.given_back[number]
            if night.ask(when, "void_refund", refund=number, reason="other").kinds:
                given[refund.player] -= sum(share for _, share in refund.shares)
        elif what in {"rebuy", "add_on", "re_enter"}:
            night.ask(when, what, player=player, **({"stack": 1} if what == "rebuy" else {}))
        if chance.random() < 0.3:
            seen = night.state.seq
        if minute == 35 and chance.random() < 0.5:
            night.ask(when, "cancel")
        _books_balance(night, taken, given)
    laws.hold(night.state)
    assert snapshot.load(snapshot.dump(night.state)) == night.state == fold(night.record)


def _books_balance(night: Evening, taken: Counter[str], given: Counter[str]) -> None:
    bought = Counter[str]()
    paid = Counter[str]()
    for entry in night.state.entries.values():
        bought[entry.player] += entry.price
        paid[entry.player] += entry.paid
        assert entry.paid >= 0
    for player in P[1:6]:
        owed, due = debt(night, player)
        assert paid[player] == taken[player] - given[player]
        assert bought[player] == paid[player] + owed - due
        if night.status() == "cancelled":
            assert owed == 0
    if night.status() != "cancelled":
        assert sum(of.price for of in operations(night.record) if of.struck_by is None) == bought.total()
    stands = (of for of in payments(night.record) if of.voided_by is None)
    assert sum(of.amount * (1 if of.kind == "settlement" else -1) for of in stands) == paid.total()
