"""Heads: what they are worth, who gets them, and what stays the same whatever is taken back (KO-3, KO-6)."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import bounties, leaders, ledger, views
from domain.profiles import PROFILES
from domain.settings import settings_faults
from tests.domain import floor, laws
from tests.domain.floor import Evening, P, evening, knock_out
from tests.domain.houses import swapped

WORKED = json.loads((Path(__file__).parent / "data" / "bounties.json").read_text(encoding="utf-8"))
LONG: dict[str, Any] = {"late_registration": floor.until("23:30"), "re_entry": floor.until("23:30")}


def money(players: int, head: int, *, kind: str = "pko", profile: str = "east-durham-v1", **more: Any) -> Evening:
    """Return an evening of a house that pays money, with a bounty part in buy-in and re-entry."""
    parts = {"buy_in": {"bounty": head}, "re_entry": {"bounty": head}, **more.pop("parts", {})}
    prices = {"buy_in": 2 * head + 1_000, "re_entry": 2 * head + 1_000, "parts": parts}
    terms: dict[str, Any] = {"windows": LONG, "no_show": "drop", "minimum_players": 2, "final_table_players": 2}
    return evening(players, profile=profile, bounty=kind, prices=prices, **(terms | more))


def heads(night: Evening, *players: str) -> list[tuple[int, int]]:
    """Return (won, on the own head) of each."""
    return [(night.row(player)["bounty_won"], night.row(player)["head"]) for player in players]


@pytest.mark.parametrize("case", WORKED["heads"], ids=lambda case: case["name"])
def test_ko_6_a_worked_example_comes_out_to_the_unit(case: dict[str, Any]) -> None:
    night = money(3, case["head"], profile=case["profile"], kind=case["kind"], bounties=case["terms"])
    killers = [P[number] for number in case["killers"]]
    knock_out(night, "19:10", P[1], *killers)
    assert heads(night, *killers) == [tuple(pair) for pair in case["won_and_head"]]
    laws.hold(night.state)


@pytest.mark.parametrize("case", WORKED["buy_ins"], ids=lambda case: case["name"])
def test_ko_6_a_published_buy_in_comes_apart_to_the_unit(case: dict[str, Any]) -> None:
    """Pool, bounty and fee of three players, and what each has on his head, or what is there for envelopes."""
    parts = {"buy_in": {"bounty": case["bounty"], "rake": case["fee"]}}
    prices = {"buy_in": case["buy_in"], "rebuy": None, "add_on": None, "parts": parts}
    night = evening(3, profile="tda-2024-v1", bounty=case["kind"], prices=prices, no_show="drop")
    assert night.head["pool"]["amount"] == 3 * case["pool"]
    assert night.state.rake == 3 * case["fee"]
    if case["kind"] == "mystery":
        assert night.head["mystery"]["contributed"] == 3 * case["bounty"]
    else:
        assert [night.row(player)["head"] for player in P[1:4]] == [case["bounty"]] * 3
        assert night.head["bounties"]["issued"] == 3 * case["bounty"]


@pytest.mark.parametrize("case", WORKED["pots"], ids=lambda case: case["name"])
def test_ko_6_a_bounty_goes_to_who_won_the_pot_with_the_last_chips(case: dict[str, Any]) -> None:
    """The floor names who won that pot; who won another, or had fewer chips, has nothing of it."""
    night = money(6, 1_000)
    busts = [{"player": P[out], "killers": [P[by] for by in killers], "stack": 1} for out, killers in case["outs"]]
    if len(busts) == 1:
        night.must("19:10", "record_knockout", **busts[0])
    else:
        night.must("19:10", "record_knockout_group", busts=busts)
    assert [[number, *heads(night, P[number])[0]] for number, *_ in case["won_and_head"]] == case["won_and_head"]


def two_take_a_head_of_eleven(house: str) -> tuple[object, ...]:
    """Return what each of two killers has won, has on his own head and is credited, and what is nobody's."""
    terms = {"odd_unit": "head"}
    if PROFILES[house].prizes == "pool":
        night = money(3, 11, profile=house, bounties=terms)
    else:
        night = evening(3, profile=house, bounty="pko", bounties=terms | {"points": 11}, prices={"rebuy": None})
    knock_out(night, "19:10", P[1], P[2], P[3])
    shown = (night.row(P[2]), night.row(P[3]))
    return *((row["bounty_won"], row["head"], row["credits_exact"]) for row in shown), night.state.heads.unclaimed


SHARED = ((3, 14, "1/2"), (3, 13, "1/2"), 0)
SHARED_ODD_ON_THE_HEAD = ((3, 14, "1/2"), (2, 14, "1/2"), 0)
SHARED_WHOLE = ((6, 11, "1/2"), (5, 11, "1/2"), 0)
ALONE = ((3, 14, "1/2"), (0, 11, "0"), 5)
AS_THEY_ARE = {
    "sport-poker-v1": ((6, 11, "1/2"), (0, 11, "0"), 5),
    "sport-poker-v2": SHARED,
    "tda-wsop-v1": SHARED,
    "east-durham-v1": SHARED,
    "tda-2024-v1": SHARED_ODD_ON_THE_HEAD,
}
SWAPPED: list[tuple[str, str, str, tuple[object, ...]]] = [
    ("sport-poker-v1", "pko", "progressive", ALONE),
    ("sport-poker-v1", "second_killer", "equal_shares", SHARED_WHOLE),
    ("sport-poker-v1", "pko_odd_unit", "setting", ((5, 11, "1/2"), (0, 11, "0"), 6)),
    *((house, "pko", "as_classic", SHARED_WHOLE) for house in AS_THEY_ARE if house != "sport-poker-v1"),
    ("sport-poker-v2", "second_killer", "primary_half", ALONE),
    ("tda-wsop-v1", "second_killer", "primary_half", ALONE),
    ("east-durham-v1", "second_killer", "primary_half", ALONE),
    ("tda-2024-v1", "second_killer", "primary_half", ((2, 14, "1/2"), (0, 11, "0"), 6)),
    ("sport-poker-v2", "pko_odd_unit", "setting", SHARED_ODD_ON_THE_HEAD),
    ("tda-wsop-v1", "pko_odd_unit", "setting", SHARED_ODD_ON_THE_HEAD),
    ("east-durham-v1", "pko_odd_unit", "setting", SHARED_ODD_ON_THE_HEAD),
    ("tda-2024-v1", "pko_odd_unit", "paid", SHARED),
]


@pytest.mark.parametrize("house", AS_THEY_ARE)
def test_ko_6_each_house_divides_a_head_as_its_table_says(house: str) -> None:
    assert two_take_a_head_of_eleven(house) == AS_THEY_ARE[house]


@pytest.mark.parametrize(("house", "field", "value", "outcome"), SWAPPED)
def test_ko_6_with_another_houses_value_the_head_is_divided_as_that_house_does(
    house: str, field: str, value: str, outcome: tuple[object, ...]
) -> None:
    assert outcome != AS_THEY_ARE[house]
    with swapped(house, field, value):
        assert two_take_a_head_of_eleven(house) == outcome


def test_ko_6_no_value_of_a_house_is_left_out() -> None:
    fields = ("pko", "pko_odd_unit", "second_killer")
    values = {field: {getattr(house, field) for house in PROFILES.values()} for field in fields}
    others = {
        (name, field, value)
        for name, house in PROFILES.items()
        for field in fields
        for value in values[field] - {getattr(house, field)}
    }
    assert {row[:3] for row in SWAPPED} == others


def test_ko_6_odd_units_go_where_the_profile_and_the_setting_say() -> None:
    assert bounties.halves(5, 1, "paid") == (3, 2)
    assert bounties.halves(5, 1, "head") == (2, 3)
    assert bounties.halves(75, 25, "paid") == (50, 25)
    assert bounties.halves(75, 25, "head") == (25, 50)
    assert bounties.halves(0, 25, "head") == (0, 0)


def test_ko_6_several_killers_share_in_whole_units_the_first_named_first() -> None:
    assert bounties.shared(100, 3, 1) == (34, 33, 33)
    assert bounties.shared(101, 3, 1) == (34, 34, 33)
    assert bounties.shared(100, 3, 25) == (50, 25, 25)
    assert bounties.shared(110, 3, 25) == (60, 25, 25)
    night = money(5, 1_001)
    knock_out(night, "19:10", P[1], P[4], P[2], P[3])
    assert heads(night, P[4], P[2], P[3]) == [(167, 1_168), (167, 1_168), (167, 1_167)]


@given(amount=st.integers(0, 10**9), unit=st.sampled_from([1, 25, 100]), killers=st.integers(1, 9))
def test_ko_6_halves_and_shares_are_all_of_it(amount: int, unit: int, killers: int) -> None:
    for odd in ("paid", "head"):
        parts = bounties.halves(amount, unit, odd)
        assert sum(parts) == amount
        assert min(parts) >= 0
        assert abs(parts[0] - parts[1]) <= 2 * unit
    shares = bounties.shared(amount, killers, unit)
    assert sum(shares) == amount
    assert max(shares) - min(shares) < 2 * unit


def test_ko_6_a_classic_head_goes_to_the_killer_whole_and_his_own_stays_as_it_is() -> None:
    night = money(3, 500, kind="classic")
    knock_out(night, "19:10", P[1], P[2])
    assert heads(night, P[1], P[2], P[3]) == [(0, 0), (500, 500), (0, 500)]


def test_ko_6_a_re_entry_has_a_fresh_head_and_what_was_won_stays_won() -> None:
    night = money(4, 1_000)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    assert heads(night, P[2], P[3]) == [(500, 0), (750, 1_750)]
    night.must("19:12", "re_enter", player=P[2])
    assert heads(night, P[2]) == [(500, 1_000)]
    assert night.head["bounties"] == {"issued": 5_000, "won": 1_250, "on_heads": 3_750, "unclaimed": 0}


def test_ko_6_a_second_killer_whom_the_profile_credits_with_nothing_has_none_of_the_head() -> None:
    night = evening(4, profile="sport-poker-v1", bounty="pko", bounties={"points": 11})
    knock_out(night, "19:10", P[1], P[2], P[3])
    assert heads(night, P[2], P[3]) == [(6, 11), (0, 11)]
    assert night.head["bounties"]["unclaimed"] == 5


def test_ko_6_a_killer_out_in_the_same_hand_is_paid_both_halves() -> None:
    """His head is taken in that hand, so that nothing can be added to it."""
    night = money(4, 1_000)
    busts = [
        {"player": P[1], "killers": [P[2]], "stack": 100},
        {"player": P[2], "killers": [P[3]], "stack": 5_000},
    ]
    night.must("19:10", "record_knockout_group", busts=busts)
    assert heads(night, P[2], P[3]) == [(1_000, 0), (500, 1_500)]


@pytest.mark.parametrize("cause", ["disqualified", "left", "removed", "blinded_out"])
def test_ko_6_a_head_that_nobody_takes_joins_the_pool(cause: str) -> None:
    night = money(3, 1_000)
    before = night.head["pool"]["amount"]
    night.must("19:10", "record_knockout", player=P[1], cause=cause, stack=10_000)
    assert night.head["bounties"]["unclaimed"] == 1_000
    assert night.head["pool"]["amount"] == before + 1_000
    night.must("19:11", "void_knockout", knockout=1)
    assert (night.head["bounties"]["unclaimed"], night.head["pool"]["amount"]) == (0, before)
    assert heads(night, P[1]) == [(0, 1_000)]


def test_ko_6_the_champion_has_the_own_head_at_the_finish() -> None:
    night = money(3, 1_000, windows={"late_registration": None})
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    night.must("19:12", "finish")
    assert dict(night.state.kept_heads) == {3: 1_750}
    assert dict(bounties.owed(night.state)) == {P[2]: 500, P[3]: 750 + 1_750}
    assert sum(ledger.owed(night.state).values()) == night.head["pool"]["amount"] + night.state.bounty_contributions


def test_ko_4_a_knockout_taken_back_is_taken_back_from_the_knockouts_after_it() -> None:
    """The second takes it from the first, the third from the second; without the first all is as if it had not been."""
    night, without = money(5, 1_000), money(5, 1_000)
    knock_out(night, "19:10", P[1], P[2])
    for one in (night, without):
        knock_out(one, "19:11", P[2], P[3])
        knock_out(one, "19:12", P[3], P[4], P[5])
    night.must("19:13", "void_knockout", knockout=1)
    everybody = P[1:6]
    assert heads(night, *everybody) == heads(without, *everybody)
    laws.hold(night.state)


def test_reg_7_an_entry_struck_takes_what_it_had_paid_for_its_head() -> None:
    night = money(4, 1_000)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    night.must("19:12", "void_entry", player=P[1], reason="duplicate")
    assert heads(night, P[2], P[3]) == [(0, 0), (500, 1_500)]
    assert night.head["bounties"]["issued"] == 3_000
    night.must("19:13", "void_entry", player=P[3], reason="duplicate")
    assert night.head["bounties"] == {"issued": 2_000, "won": 500, "on_heads": 1_000, "unclaimed": 500}
    laws.hold(night.state)


@pytest.mark.parametrize("stands", [True, False])
def test_ko_5_a_rebuy_after_a_bust_leaves_the_head_taken_if_it_pays_for_another(*, stands: bool) -> None:
    night = evening(4, profile="sport-poker-v2", bounty="pko", bounties={"points": 10}, rebuy_has_bounty=stands)
    knock_out(night, "19:10:00", P[1], P[2])
    assert heads(night, P[1], P[2]) == [(0, 0), (5, 15)]
    night.must("19:10:30", "rebuy", player=P[1])
    assert heads(night, P[1], P[2]) == ([(0, 10), (5, 15)] if stands else [(0, 10), (0, 10)])
    laws.hold(night.state)


def test_ko_5_a_rebuy_whose_price_has_a_bounty_part_leaves_the_head_taken() -> None:
    parts = {"rebuy": {"bounty": 400}}
    night = money(4, 1_000, profile="tda-wsop-v1", parts=parts, bounties={})
    knock_out(night, "19:10:00", P[1], P[2])
    night.must("19:10:30", "rebuy", player=P[1])
    assert heads(night, P[1], P[2]) == [(0, 400), (500, 1_500)]
    night.must("19:11", "rebuy", player=P[2], stack=10_000)
    assert heads(night, P[2]) == [(500, 1_900)]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"bounty": "none", "bounties": {"points": 5}}, "bounties.points"),
        ({"profile": "tda-2024-v1", "bounty": "pko", "bounties": {"points": 5}}, "bounties.points"),
        ({"bounty": "pko", "bounties": {"points": 30, "unit": 25}}, "bounties.points"),
        (
            {
                "profile": "tda-2024-v1",
                "bounty": "pko",
                "bounties": {"unit": 25},
                "prices": {"parts": {"buy_in": {"bounty": 30}}},
            },
            "bounties.unit",
        ),
    ],
)
def test_ko_6_heads_that_cannot_be_are_refused_with_their_field(changes: dict[str, Any], field: str) -> None:
    faults = settings_faults(floor.settings(**changes))
    assert [(fault.rule, fault.field) for fault in faults] == [("KO-6", field)]


ACTS = st.tuples(
    st.sampled_from(["bust", "bust", "bust", "void", "void", "back", "strike", "nobody"]),
    st.integers(1, 7),
    st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True),
)


@settings(max_examples=60)
@given(
    acts=st.lists(ACTS, max_size=25),
    head=st.sampled_from([1, 333, 1_000]),
    house=st.sampled_from(["sport-poker-v1", "east-durham-v1", "tda-2024-v1"]),
    odd=st.sampled_from(["paid", "head"]),
)
def test_ko_6_nothing_of_a_head_is_lost_or_made_in_any_order(
    acts: list[tuple[str, int, list[int]]], head: int, house: str, odd: str
) -> None:
    """Knockouts, voids of early ones, re-entries and struck entries as they come: every head stays what came to it."""
    if house.startswith("sport"):
        prices, points = {"re_entry": 1_000}, {"points": head}
        night = evening(
            7, profile=house, bounty="pko", bounties=points | {"odd_unit": odd}, prices=prices, windows=LONG
        )
    else:
        night = money(7, head, profile=house, bounties={"odd_unit": odd})
    for n, (act, who, others) in enumerate(acts):
        when = f"19:{10 + n // 60:02}:{n % 60:02}"
        player, killers = P[who], [P[number] for number in others]
        match act:
            case "bust":
                night.ask(when, "record_knockout", player=player, killers=killers, killer_out_confirmed=True)
            case "nobody":
                night.ask(when, "record_knockout", player=player, cause="left", stack=100)
            case "void":
                night.ask(when, "void_knockout", knockout=who)
            case "back":
                night.ask(when, "re_enter", player=player)
            case _:
                night.ask(when, "void_entry", player=player, reason="mistake")
        laws.heads_are_conserved(night.state)


def test_ko_4_what_a_struck_entry_had_added_is_nobodys_until_the_knockout_is_taken_back() -> None:
    night = money(4, 1_000)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "void_entry", player=P[2], reason="mistake")
    assert night.head["bounties"] == {"issued": 3_000, "won": 500, "on_heads": 2_000, "unclaimed": 500}
    night.must("19:12", "void_knockout", knockout=1)
    assert night.head["bounties"] == {"issued": 3_000, "won": 0, "on_heads": 3_000, "unclaimed": 0}
    laws.hold(night.state)


def test_ko_5_a_rebuy_that_pays_for_no_head_takes_the_head_back_from_who_has_it_by_now() -> None:
    """The killer's own head was taken within the minute: that knockout is divided anew."""
    night = evening(5, profile="sport-poker-v2", bounty="pko", bounties={"points": 10})
    knock_out(night, "19:10:00", P[1], P[2])
    knock_out(night, "19:10:20", P[2], P[3])
    assert heads(night, P[2], P[3]) == [(5, 0), (8, 17)]
    night.must("19:10:40", "rebuy", player=P[1])
    assert heads(night, P[1], P[2], P[3]) == [(0, 10), (0, 0), (5, 15)]
    laws.hold(night.state)


def test_aud_3_a_seat_shows_what_a_knockout_at_another_table_put_on_its_head() -> None:
    night = evening(
        8,
        sizes=[4, 4],
        profile="sport-poker-v2",
        bounty="pko",
        bounties={"points": 10},
        prices={"rebuy": None},
        windows={"late_registration": None},
        balancing="floor",
        final_table_players=2,
    )
    knock_out(night, "19:10", P[1], P[8])
    [seat] = [seat for seat in views.table(night.state, 2)["seats"] if seat["player"] == P[8]]
    assert seat["head"] == 15
    laws.the_rows_follow_the_record(night.record)


def test_ko_3_who_leads_by_credits_where_no_head_is_worth_anything() -> None:
    night = evening(7, profile="sport-poker-v2", prices={"rebuy": None})
    knock_out(night, "19:10", P[1], P[3], P[4], P[5])
    knock_out(night, "19:11", P[2], P[5])
    lines = leaders.leaders(views.entry(night.state, number) for number in night.state.entries)
    shown = [(line["player"], line["credits_exact"]) for line in lines]
    assert shown == [
        *((P[5], "4/3"), (P[3], "1/3"), (P[4], "1/3")),
        *((P[number], "0") for number in (1, 2, 6, 7)),
    ]
    none = evening(3, bounty="none")
    assert leaders.leaders(views.entry(none.state, number) for number in none.state.entries) == ()
