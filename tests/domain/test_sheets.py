"""CLK-1: published sheets import and export without loss; a slip in a sheet is a warning, not a crash."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.offers import AddOnOffer, DeferredChips, Offer, StackOption
from domain.settings import AfterBreak, AfterLevel
from domain.sheets import StartingFacts, from_sheet, to_sheet
from domain.structure import (
    Break,
    ColorUp,
    DayEnd,
    Level,
    OpenEnd,
    ShortAnte,
    ShortLength,
    Stakes,
    Structure,
    sheet_faults,
)


def level(number: int, small: float, big: int, **more: Any) -> dict[str, Any]:
    usual = {"ante": 0, "ante_type": "none", "minutes": 20}
    return {"kind": "level", "level": number, "small_blind": small, "big_blind": big, **usual, **more}


def sheet(*items: object, **more: Any) -> dict[str, Any]:
    return {"name": "Thursday", "game": "NLHE", "starting_stack": 5000, "items": list(items), **more}


LEAGUE_NIGHT = sheet(
    level(1, 100, 200, minutes=15),
    level(2, 200, 400, minutes=15),
    {"kind": "break", "after_level": 2, "minutes": 10, "note": "first hour over", "color_up_remove": [25, 100]},
    level(3, 500, 1000, ante=1000, ante_type="bb", minutes=15),
    {"kind": "color_up", "after_level": 3, "color_up_remove": [500], "clock": "stopped"},
    level(4, 1000, 2000, ante=2000, ante_type="bb", minutes=None),
    ante_type="bb",
    seats_per_table=9,
    late_registration={"closes": "at the restart", "closes_after_level": 2, "includes_break": True},
    level_count=4,
    total_level_minutes=None,
    source={"what": "the league's own page"},
)


def test_clk_1_a_sheet_becomes_levels_breaks_and_color_ups() -> None:
    read = from_sheet(LEAGUE_NIGHT)
    assert read.structure == Structure(
        name="Thursday",
        items=(
            Level(small_blind=100, big_blind=200, seconds=900),
            Level(small_blind=200, big_blind=400, seconds=900),
            Break(seconds=600, color_up=(25, 100), note="first hour over"),
            Level(small_blind=500, big_blind=1000, ante=1000, ante_type="big_blind", seconds=900),
            ColorUp(color_up=(500,), clock_stops=True),
            Level(small_blind=1000, big_blind=2000, ante=2000, ante_type="big_blind", seconds=None),
        ),
    )
    assert read.facts.starting_stack == 5000
    assert read.facts.seats_per_table == 9
    assert read.facts.late_registration == AfterBreak(number=1)
    assert read.warnings == ()


def test_clk_1_a_sheet_comes_out_as_it_went_in() -> None:
    read = from_sheet(LEAGUE_NIGHT)
    assert to_sheet(read.structure, read.facts) == LEAGUE_NIGHT


def test_clk_1_every_field_of_a_structure_survives_the_published_form() -> None:
    structure = Structure(
        name="mixed",
        items=(
            Level(
                small_blind=0,
                big_blind=0,
                ante=5,
                ante_type="classic",
                seconds=1080,
                game="stud",
                rotation=("stud", "razz", "no-limit hold'em"),
                stakes=(
                    Stakes(game="razz", ante=5, ante_type="classic", bring_in=20, small_bet=40, big_bet=80),
                    Stakes(game="no-limit hold'em", small_blind=10, big_blind=20, ante=30, ante_type="big_blind"),
                ),
                bring_in=10,
                completion=40,
                note="stud first",
            ),
            Level(small_blind=50, big_blind=100, seconds=90, game="limit hold'em", small_bet=100, big_bet=200),
            Break(until="19:30"),
            DayEnd(kind="flight_end", color_up=(100,), note="bags"),
            Level(
                small_blind=100,
                big_blind=200,
                ante=200,
                ante_type="button",
                seconds=1200,
                button_blind=100,
                short_antes=(ShortAnte(players_left=4, ante=100),),
            ),
            DayEnd(),
            Level(small_blind=200, big_blind=400, ante=400, ante_type="button", seconds=1200),
        ),
        ante_order="big_blind_first",
        short_lengths=(ShortLength(players_left=4, seconds=600), ShortLength(players_left=2, seconds=90)),
        open_end=OpenEnd(small_blind=100, big_blind=200, ante=200, seconds=900),
    )
    facts = StartingFacts(
        starting_stack=5_000,
        player_cap=80,
        on_time_bonus=500,
        ends_after_level=4,
        late_registration=AfterLevel(level=2),
        re_entry=Offer(limit_per_player=1, closes=AfterBreak(number=1)),
        rebuy=Offer(chips=5_000, price=20, stack_below=1, in_prize_pool=False, closes=AfterLevel(level=1)),
        add_on=AddOnOffer(
            limit_per_player=2,
            during=AfterBreak(number=1),
            by_stack=(StackOption(stack_below=1_500, chips=3_000, price=20),),
        ),
        deferred_chips=DeferredChips(pieces=2, each_worth=5_000, closes=AfterLevel(level=2)),
    )
    published = to_sheet(structure, facts)
    read = from_sheet(published)
    assert (read.structure, read.facts.typed) == (structure, facts)
    assert to_sheet(read.structure, read.facts) == published


@pytest.mark.parametrize(
    ("items", "warning"),
    [
        ([level(1, 100, 50)], "level 1 has a big blind below its small blind"),
        ([level(1, 200, 400), level(2, 100, 300)], "level 2 has a big blind of 300, below the 400 before it"),
        (
            [level(1, 100, 200), level(1, 200, 400)],
            "level numbers that do not count from 1 in order: 1; the product counts",
        ),
        (
            [level(1, 100, 200, minutes=None), level(2, 200, 400)],
            "level 1 has no length: it lasts until the floor moves on",
        ),
        ([level(1, 100, 200, ante=25)], "level 1 must have an ante exactly when it has an ante type"),
        ([level(1, 100, 200, straddle=400)], "level at place 1 has no field for straddle"),
        (
            [level(1, 100, 200), {"kind": "phase", "after_level": 1}],
            "item 2 (phase) is no level, break, color-up or end of a day; set aside",
        ),
        ([level(1, 100, 200), "break"], "item 2 (None) is no level, break, color-up or end of a day; set aside"),
        ([{"kind": "break", "after_level": 0, "minutes": 5}], "the sheet has no level"),
        (
            [level(1, 100, 200), level(2, 200.0, 400)],
            "item 2 (level) cannot be played, small_blind: Input should be a valid integer; set aside",
        ),
        (
            [level(1, 100, 200), level(2, 200, 400, minutes="twenty")],
            "item 2 (level) cannot be played, seconds: Input should be a valid integer; set aside",
        ),
    ],
)  # fmt: skip
def test_clk_1_a_slip_is_a_warning_and_the_sheet_comes_out_as_printed(items: list[object], warning: str) -> None:
    published = sheet(*items)
    read = from_sheet(published)
    assert warning in read.warnings
    assert to_sheet(read.structure, read.facts)["items"] == items


@pytest.mark.parametrize(
    ("more", "warning"),
    [
        ({"level_count": 3}, "level_count is printed as 3 and comes to 2"),
        ({"total_level_minutes": 41}, "total_level_minutes is printed as 41 and comes to 40"),
        ({"ante_type": "bb"}, "ante_type is printed as bb and comes to none"),
        ({"jackpot": 500}, "jackpot is kept but not played by itself: 500"),
        (
            {"house_rules": ["who wins a hand takes the button"]},
            "a house rule is kept but not played by itself: who wins a hand takes the button",
        ),
        ({"starting_stack": 0}, "starting_stack is no whole number of at least 1: 0"),
        ({"starting_stack": 5000.0}, "starting_stack is no whole number of at least 1: 5000.0"),
        ({"late_registration": "till nine"}, "late registration is given in words, set it by hand: till nine"),
        ({"rebuy": {"window": "first hour"}}, "rebuy is given in words, set it by hand: {'window': 'first hour'}"),
        ({"rebuy": {"closes_after_level": 9}}, "rebuy is given in words, set it by hand: {'closes_after_level': 9}"),
        ({"add_on": "at the break"}, "add_on is given in words, set it by hand: at the break"),
        (
            {"add_on": {"during_break_after_level": 1}},
            "add_on is given in words, set it by hand: {'during_break_after_level': 1}",
        ),
        ({"ante_when_short": "as agreed"}, "ante_when_short is given in words, set it by hand: as agreed"),
        ({"open_ended": "and so on"}, "open_ended is given in words, set it by hand: and so on"),
        (
            {"open_ended": {"after_level": 1, "add_small_blind": 5}},
            "open_ended is given in words, set it by hand: {'after_level': 1, 'add_small_blind': 5}",
        ),
        (
            {"minutes_when_short": [{"players_left": 4, "minutes": "ten"}]},
            "minutes_when_short is given in words, set it by hand: [{'players_left': 4, 'minutes': 'ten'}]",
        ),
        (
            {"late_registration": {"closes_after_level": 9}},
            "late registration is given in words, set it by hand: {'closes_after_level': 9}",
        ),
    ],
)
def test_clk_1_what_has_no_field_is_named_and_kept(more: dict[str, Any], warning: str) -> None:
    read = from_sheet(sheet(level(1, 100, 200), level(2, 200, 400), **more))
    assert warning in read.warnings
    assert sheet_faults(read.structure) == ()
    ((key, value),) = more.items()
    assert to_sheet(read.structure, read.facts)[key] == value


def test_clk_1_a_close_before_a_break_is_taken_at_the_level_unless_the_sheet_includes_the_break() -> None:
    items = (level(1, 100, 200), {"kind": "break", "after_level": 1, "minutes": 5}, level(2, 200, 400))
    read = from_sheet(sheet(*items, late_registration={"closes": "after level 1", "closes_after_level": 1}))
    assert read.facts.late_registration == AfterLevel(level=1)
    assert read.warnings == ("late registration is taken to close before the break after level 1: after level 1",)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
odd_items = st.fixed_dictionaries(
    {"kind": st.sampled_from(["level", "break", "color_up", "day_end", "phase"]) | json_values},
    optional={
        key: st.integers(0, 500) | json_values
        for key in (
            "level",
            "after_level",
            "small_blind",
            "big_blind",
            "ante",
            "ante_type",
            "minutes",
            "color_up_remove",
            "stakes",
            "rotation",
        )
    },
)


TOP_KEYS = (
    "name", "id", "game", "starting_stack", "seats_per_table", "late_registration", "level_count", "re_entry", "rebuy",
    "add_on", "deferred_chips", "ante_when_short", "minutes_when_short", "open_ended", "ends_after_level",
)  # fmt: skip


@given(
    st.fixed_dictionaries(
        {"items": st.lists(odd_items | json_values, max_size=5) | json_values},
        optional=dict.fromkeys(TOP_KEYS, json_values),
    )
)
def test_clk_1_no_sheet_whatever_its_slips_crashes_the_import(published: dict[str, Any]) -> None:
    read = from_sheet(published)
    written = to_sheet(read.structure, read.facts)
    items = published["items"]
    if isinstance(items, list):
        assert len(written["items"]) == len(items)


@given(
    st.lists(
        st.builds(
            Level,
            small_blind=st.integers(0, 10**6),
            big_blind=st.integers(0, 10**6),
            seconds=st.none() | st.integers(1, 86_400),
        )
        | st.builds(Break, seconds=st.none() | st.integers(1, 86_400)),
        min_size=1,
        max_size=12,
    )
)
def test_clk_1_whatever_the_levels_they_come_back(items: list[Level | Break]) -> None:
    structure = Structure(name="any", items=tuple(items))
    assert from_sheet(to_sheet(structure, StartingFacts())).structure == structure
