"""The counter's report of an evening and of a club's day (FEE-5, FEE-7)."""

from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.counter import BOOKED, Report, Taken, club_day, dates, owed, report
from domain.evolve import evolve
from tests.domain.floor import Evening, P, at, evening

PARTS = {"parts": {"buy_in": {"funds": [["league_pool", 50]]}, "rebuy": {"funds": [["trophies", 5]]}}}


def pay(night: Evening, when: Any, player: str, amount: int, **more: Any) -> None:
    night.must(when, "settle", **{"player": player, "amount": amount, "method": "cash", "seen": night.state.seq} | more)


def made(night: Evening, begin: datetime | None = None, end: datetime | None = None) -> Report:
    found = report(night.record, begin, end)
    assert found is not None
    assert (
        found.opening + found.expected - found.settled + found.refunded == found.open - found.refunds_due - found.ahead
    )
    assert found.open == sum(amount for _, amount in found.debts)
    assert found.refunds_due == sum(amount for _, amount in found.refunds)
    assert found.settled - found.refunded == sum(desk.net for desk in found.desks)
    return found


def test_fee_5_what_was_expected_taken_and_is_open_by_method_and_cashier() -> None:
    night = evening(3, minimum_players=2)
    pay(night, "19:05", P[1], 1_000, actor="ann", role="cashier")
    pay(night, "19:06", P[2], 1_000, actor="ben", role="cashier", method="card")
    night.must("19:07", "rebuy", player=P[1])
    pay(night, "19:08", P[1], 1_000, actor="ann", role="cashier")
    night.must("19:09", "void_settlement", settlement=2, reason="not_paid")
    found = made(night)
    assert (found.currency, found.expected, found.settled, found.open) == ("EUR", 4_000, 2_000, 2_000)
    assert found.debts == ((P[2], 1_000), (P[3], 1_000))
    assert found.desks == (
        Taken(method="card", cashier="ben", settlements=1, taken=1_000, voided=1_000, refunded=0),
        Taken(method="cash", cashier="ann", settlements=2, taken=2_000, voided=0, refunded=0),
    )


def test_fee_5_a_refund_is_the_cashiers_who_gave_it_back() -> None:
    night = evening(3, minimum_players=2)
    pay(night, "19:05", P[1], 1_000, actor="ann", role="cashier")
    night.must("19:06", "cancel")
    due = made(night)
    assert (due.expected, due.settled, due.open, due.refunds) == (0, 1_000, 0, ((P[1], 1_000),))
    night.must("19:10", "mark_refunded", player=P[1], amount=1_000, method="cash", actor="ben", role="cashier")
    found = made(night)
    assert (found.refunded, found.refunds_due) == (1_000, 0)
    assert [(desk.cashier, desk.net) for desk in found.desks] == [("ann", 1_000), ("ben", -1_000)]


def test_fee_5_a_clubs_day_ends_at_six_in_its_zone() -> None:
    zone = ZoneInfo("Europe/Berlin")
    days = [club_day(date(2026, 11, day), zone) for day in (28, 29, 30)]
    assert days[1] == (datetime(2026, 11, 29, 5, tzinfo=UTC), datetime(2026, 11, 30, 5, tzinfo=UTC))
    night = evening(2)
    pay(night, "23:30", P[1], 1_000)
    pay(night, "04:59:59+1", P[2], 1_000)
    night.must("05:00+1", "void_settlement", settlement=1, reason="mistake")
    before, evening_of, next_day = (made_or_none(night, *day) for day in days)
    assert before is None
    assert (evening_of.expected, evening_of.settled, evening_of.open) == (2_000, 2_000, 0)
    assert (next_day.opening, next_day.expected, next_day.settled, next_day.open) == (0, 0, -1_000, 1_000)


def test_fee_5_a_refund_that_was_none_counts_on_the_day_on_which_that_was_seen() -> None:
    night = evening(2)
    pay(night, "19:05", P[1], 1_000, actor="ann", role="cashier")
    night.must("19:06", "cancel")
    night.must("19:07", "mark_refunded", player=P[1], amount=1_000, method="cash", actor="ben", role="cashier")
    night.must("10:00+1", "void_refund", refund=1, reason="not_paid", actor="ann", role="cashier")
    first, second = (made(night, *club_day(date(2026, 11, day), ZoneInfo("UTC"))) for day in (29, 30))
    assert (first.refunded, first.refunds_due) == (1_000, 0)
    assert (second.refunded, second.refunds_due) == (-1_000, 1_000)
    assert [(desk.cashier, desk.refunded, desk.net) for desk in second.desks] == [("ben", -1_000, 1_000)]


def made_or_none(night: Evening, begin: datetime, end: datetime) -> Any:
    return report(night.record, begin, end) and made(night, begin, end)


def test_fee_5_a_day_is_longer_or_shorter_when_clocks_change() -> None:
    zone = ZoneInfo("Europe/Berlin")
    lengths = []
    for day in (date(2026, 10, 24), date(2026, 3, 28), date(2026, 7, 1)):
        begin, end = (each.astimezone(UTC) for each in club_day(day, zone))
        lengths.append((end - begin) // timedelta(hours=1))
    assert lengths == [25, 23, 24]


@pytest.mark.parametrize(
    ("zone", "day", "parts"),
    [
        ("UTC", date(2026, 11, 29), ("2026-11-29", "2026-11-30")),
        ("Asia/Omsk", date(2026, 11, 29), ("2026-11-29",)),
        ("America/New_York", date(2026, 10, 31), ("2026-10-31", "2026-11-01")),
        ("Pacific/Kiritimati", date(2026, 11, 29), ("2026-11-28", "2026-11-29")),
    ],
)
def test_fee_5_a_days_tournaments_are_looked_up_by_the_dates_it_is_part_of(
    zone: str, day: date, parts: tuple[str, ...]
) -> None:
    assert dates(*club_day(day, ZoneInfo(zone))) == parts


def test_fee_5_a_day_may_end_at_any_time_and_the_next_begins_there() -> None:
    zone = ZoneInfo("Europe/Berlin")
    for ends in (time(0), time(2, 30), time(6), time(23, 59)):
        days = [club_day(date(2026, 3, 27) + timedelta(days=n), zone, ends) for n in range(4)]
        days += [club_day(date(2026, 10, 23) + timedelta(days=n), zone, ends) for n in range(4)]
        assert all(one[1] == other[0] for one, other in zip(days[:3] + days[4:7], days[1:4] + days[5:], strict=True))
    begin, end = club_day(date(2026, 10, 24), zone, time(2, 30))
    assert (begin, end) == (datetime(2026, 10, 24, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC))


def test_fee_5_a_quiet_tournament_is_not_busy() -> None:
    night = evening(2)
    quiet = report(night.record, None, at("18:00"))
    assert quiet is not None
    assert not quiet.busy
    assert made(night).busy


@pytest.mark.parametrize("profile", ["sport-poker-v2", "east-durham-v1"])
def test_fee_7_side_funds_are_named_and_reported_and_not_paid(profile: str) -> None:
    night = evening(5, profile=profile, prices=PARTS, balancing="floor")
    night.must("19:05", "rebuy", player=P[1], stack=1)
    assert made(night).funds == (("league_pool", 250), ("trophies", 5))
    night.must("19:06", "void_entry", player=P[2], reason="mistake")
    assert made(night).funds == (("league_pool", 200), ("trophies", 5))


def test_fee_5_the_houses_part_is_reported_and_falls_with_an_entry_that_is_struck() -> None:
    prices = {"buy_in": 1_000, "rebuy": 1_000, "parts": {"buy_in": {"rake": 120}, "rebuy": {"rake": 80}}}
    night = evening(5, profile="east-durham-v1", prices=prices, balancing="floor")
    night.must("19:05", "rebuy", player=P[1], stack=1)
    assert made(night).rake == 5 * 120 + 80
    night.must("19:06", "void_entry", player=P[1], reason="mistake")
    assert made(night).rake == 4 * 120


def test_fee_5_whatever_event_has_a_price_is_one_of_those_by_which_a_day_is_found() -> None:
    priced = {
        get_args(of.__annotations__["kind"])[0]
        for of in get_args(e.Event)
        if {"price", "withdrawn", "shares"} & of.__annotations__.keys()
    }
    deals = {"deal_proposed", "deal_agreed"}
    assert priced - deals - {"purchase_announced", "mystery_drawn"} <= BOOKED
    assert {get_args(of.__annotations__["kind"])[0] for of in get_args(e.Event)} >= BOOKED


@given(st.randoms(use_true_random=False), st.integers(0, 40))
@settings(max_examples=25, deadline=None)
def test_fee_5_two_parts_of_an_evening_are_the_whole(chance: Random, minutes: int) -> None:
    night = evening(4, prices=PARTS)
    for minute in range(40):
        player, when = P[chance.randint(1, 4)], f"19:{minute + 1:02}"
        debt = sum(amount for of, amount in made(night).debts if of == player)
        due = sum(amount for of, amount in made(night).refunds if of == player)
        kind = chance.choice(["settle", "settle", "rebuy", "void_settlement", "mark_refunded", "void_entry"])
        body: dict[str, Any] = {"player": player}
        if kind in {"settle", "mark_refunded"}:
            body |= {"amount": max(1, debt if kind == "settle" else due), "method": chance.choice(["cash", "card"])}
        if kind == "settle":
            body["seen"] = night.state.seq
        if kind == "void_settlement":
            body = {"settlement": 1 + len(night.state.settlements) // 2, "reason": "other"}
        if kind == "void_entry":
            body["reason"] = "mistake"
        night.ask(when, kind, actor=chance.choice(["ann", "ben"]), role="floor", **body)
    state = None
    for recorded in night.record:
        before = 0 if state is None else owed(state)
        state = evolve(state, recorded)
        assert owed(state) == before or recorded.event.kind in BOOKED
    cut = at(f"19:{minutes + 1:02}")
    whole, early, late = made(night), made(night, None, cut), made(night, cut)
    assert early.expected + late.expected == whole.expected
    assert early.settled + late.settled == whole.settled
    assert early.refunded + late.refunded == whole.refunded
    assert early.open - early.refunds_due - early.ahead == late.opening
    assert (late.open, late.refunds_due) == (whole.open, whole.refunds_due)
