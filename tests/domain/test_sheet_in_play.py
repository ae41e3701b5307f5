"""What a sheet carries beside levels and breaks, in play: ends of days, open ends, lengths for few, mixes (CLK-1)."""

from datetime import timedelta

import pytest

from domain.structure import (
    MOST_ITEMS,
    Level,
    OpenEnd,
    Stakes,
    Structure,
    level_after_the_last,
    sheet_faults,
    stakes_of,
)
from tests.domain.floor import Body, Evening, P, at, evening, knock_out, level, opened, settings, with_level

WINDOWS = {"late_registration": None, "add_on_break": None}


def on(items: list[Body], players: int = 6, /, **rules: object) -> Evening:
    """Return a running evening on a sheet with these items and rules."""
    return evening(players, structure={"name": "sheet", "items": items, **rules}, windows=WINDOWS)


@pytest.mark.parametrize(
    "stop",
    [
        {"kind": "day_end"},
        {"kind": "flight_end", "color_up": [100]},
        {"kind": "color_up", "color_up": [25], "clock_stops": True},
    ],
)
def test_clk_1_after_a_stop_of_the_sheet_the_next_level_stands_until_the_floor_resumes(stop: Body) -> None:
    night = on([level(100, 200), stop, level(200, 400), level(300, 600)])
    night.wait("23:00")
    assert (night.step, night.status(), night.remaining) == ("level 2", "paused", timedelta(minutes=20))
    assert night.told("19:20") == [("19:20:00", "level_started"), ("19:20:00", "clock_paused")]
    night.must("23:00", "resume")
    night.wait("23:20")
    assert (night.step, night.ends_at) == ("level 3", at("23:40"))


def test_clk_1_a_color_up_that_stops_nothing_takes_no_time() -> None:
    night = on([level(100, 200), {"kind": "color_up", "color_up": [25]}, level(200, 400)])
    night.wait("19:20")
    assert (night.step, night.ends_at) == ("level 2", at("19:40"))


def test_clk_1_the_floor_that_moves_on_over_the_end_of_a_day_leaves_the_clock_as_it_runs() -> None:
    night = on([level(100, 200), {"kind": "day_end"}, level(200, 400)])
    night.must("19:10", "next_level", step="level 1")
    assert (night.step, night.ends_at) == ("level 2", at("19:30"))


def test_clk_1_a_window_beyond_the_end_of_a_day_has_no_instant_yet() -> None:
    items = [level(100, 200), {"kind": "day_end"}, level(200, 400), level(300, 600)]
    sheet = {"name": "sheet", "items": items}
    night = evening(6, structure=sheet, windows={"late_registration": with_level(2), "add_on_break": None})
    assert night.head["windows"]["late_registration"] == {"offered": True, "open": True, "closes_at": None}
    night.wait("19:20")
    night.must("21:00", "resume")
    assert night.head["windows"]["late_registration"]["closes_at"] == "2026-11-29T21:20:00.000000Z"


def test_clk_1_levels_that_begin_with_few_left_have_their_own_length() -> None:
    short = [{"players_left": 4, "seconds": 600}, {"players_left": 2, "seconds": 300}]
    night = on([level(n * 100, n * 200) for n in range(1, 6)], 5, short_lengths=short)
    assert night.ends_at == at("19:20")
    knock_out(night, "19:10", P[5], P[1])
    assert night.ends_at == at("19:20")  # the level at hand keeps the end that was announced
    night.wait("19:20")
    assert night.ends_at == at("19:30")
    knock_out(night, "19:21", P[4], P[1])
    knock_out(night, "19:22", P[3], P[1])
    night.wait("19:30")
    assert (night.step, night.ends_at) == ("level 3", at("19:35"))
    night.must("19:31", "reset_level", step="level 3")
    assert night.ends_at == at("19:36")


def test_clk_1_an_open_end_gives_a_level_after_every_last_one() -> None:
    night = on(
        [level(4_000, 8_000), level(5_000, 10_000, 10)],
        open_end={"small_blind": 5_000, "big_blind": 10_000, "seconds": 1800},
    )
    night.wait("19:29")
    assert night.clock["next_level"]["big_blind"] == 20_000
    night.wait("19:30")
    assert (night.step, night.blinds, night.ends_at) == ("level 3", (10_000, 20_000), at("20:00"))
    night.wait("23:00")
    assert (night.step, night.blinds) == ("level 10", (45_000, 90_000))
    assert night.must("23:01", "next_level", step="level 10").kinds == ["levels_appended", "level_started"]
    assert night.blinds == (50_000, 100_000)
    assert night.head["settings_version"] == 10  # each level that was added is a new version of the terms


def test_clk_1_an_open_end_grows_the_ante_with_the_blinds_and_keeps_the_length() -> None:
    last = Level(small_blind=100, big_blind=200, ante=200, ante_type="big_blind", seconds=900, note="the last printed")
    sheet = Structure(name="s", items=(last,), open_end=OpenEnd(small_blind=50, big_blind=100, ante=100))
    more = Level(small_blind=150, big_blind=300, ante=300, ante_type="big_blind", seconds=900)
    assert level_after_the_last(sheet) == more
    assert level_after_the_last(Structure(name="s", items=(last,))) is None
    assert level_after_the_last(Structure(name="s", items=(last,) * MOST_ITEMS, open_end=sheet.open_end)) is None


def test_clk_1_without_an_open_end_the_last_level_goes_on() -> None:
    night = on([level(100, 200)])
    night.wait("23:00")
    assert (night.step, night.clock["overtime"]) == ("level 1", True)
    assert night.ask("23:01", "next_level", step="level 1").refused == "last_level"


@pytest.mark.parametrize(
    ("last", "grows", "fault"),
    [
        (
            {},
            {"small_blind": 200, "big_blind": 100},
            "the open end lets the small blind grow faster than the big blind",
        ),
        (
            {},
            {"small_blind": 100, "big_blind": 200, "ante": 50},
            "the open end adds to an ante that the last level does not have",
        ),
        (
            {"small_bet": 200, "big_bet": 400},
            {"small_blind": 100, "big_blind": 200},
            "the open end tells the blinds of further levels only, and the last level has more than blinds",
        ),
    ],
)
def test_clk_1_an_open_end_that_cannot_be_is_refused(last: Body, grows: Body, fault: str) -> None:
    structure = settings(structure={"name": "s", "items": [level(100, 200, **last)], "open_end": grows}).structure
    assert sheet_faults(structure) == (fault,)


MIX = level(
    50_000,
    100_000,
    ante=150_000,
    ante_type="big_blind",
    rotation=["no-limit hold'em", "limit razz", "no-limit 2-7 single draw"],
    stakes=[{"game": "limit razz", "ante": 50_000, "ante_type": "classic", "bring_in": 50_000, "small_bet": 200_000}],
)


def test_clk_1_the_clock_shows_the_games_of_a_mix_and_what_each_is_played_for() -> None:
    night = on([MIX, level(100, 200)])
    shown = night.clock
    assert (shown["game"], shown["rotation"]) == ("no-limit hold'em", MIX["rotation"])
    told = [(one["game"], one["small_blind"], one["ante"], one["bring_in"]) for one in shown["stakes"]]
    assert told == [
        ("no-limit hold'em", 50_000, 150_000, None),
        ("limit razz", 0, 50_000, 50_000),
        ("no-limit 2-7 single draw", 50_000, 150_000, None),
    ]
    night.wait("19:20")
    assert (night.clock["rotation"], night.clock["stakes"]) == ([], [])


def test_clk_1_a_limit_game_alone_has_its_bets_as_stakes() -> None:
    limit = Level(small_blind=50, big_blind=100, seconds=60, game="limit hold'em", small_bet=100, big_bet=200)
    own = Stakes(game="limit hold'em", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
    assert stakes_of(limit) == (own,)


def test_clk_1_stakes_for_a_game_that_is_not_dealt_are_a_fault() -> None:
    stakes = [{"game": "limit razz", "bring_in": 50}]
    structure = settings(structure={"name": "s", "items": [level(100, 200, stakes=stakes)]}).structure
    assert sheet_faults(structure) == ("level 1 has stakes for limit razz, which is not in its rotation",)


def test_reg_4_who_is_there_for_the_first_draw_gets_the_on_time_bonus() -> None:
    night = opened(profile="tda-2024-v1", on_time_bonus=1_000, auto_start=False, windows=WINDOWS)
    for player in P[1:4]:
        night.must("18:30", "register", player=player)
    night.must("18:40", "check_in", player=P[1])
    night.must("18:40", "check_in", player=P[2], stack=5_000)
    night.must("19:00", "start")
    assert [night.row(player)["chips_issued"] for player in P[1:4]] == [11_000, 5_000, 10_000]
    assert night.head["chips_in_play"] == 26_000
