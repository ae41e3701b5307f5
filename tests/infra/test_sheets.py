"""The published sheets that come with the product: typed, written back without loss, opened and played (CLK-1).

What a sheet says is read from its published form by this file's own few lines, never by the product's.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from domain import desk
from domain import events as e
from domain.settings import AfterBreak, AfterLevel, EndOfLevel, Settings, Windows, planned_end, settings_faults
from domain.sheets import from_sheet, proposed, to_sheet
from domain.state import Tournament
from domain.structure import Level, OpenEnd, ShortLength, Structure, ante_in_force
from infra.sheets import NoSuchSheet, keep, load, names, published, structure_of
from tests.support.night import DeskHouse

_SETTINGS: TypeAdapter[Settings] = TypeAdapter(Settings)
NOW = datetime(2026, 11, 29, 19, tzinfo=UTC)

FIGURES = {
    # levels, minutes of all levels, breaks, other stops, the last level's blinds and ante
    "apat-2018-survivor-shootout": (8, 160, 0, 0, (800, 1_600, 0)),
    "apat-ukcoap-plo": (21, 630, 5, 0, (15_000, 30_000, 0)),
    "apt-manila-2024-zodiac-classic-day1": (13, 520, 3, 0, (1_200, 2_400, 2_400)),
    "australian-poker-tour-2019-gold-coast-main": (42, 1_120, 7, 1, (1_000_000, 2_000_000, 2_000_000)),
    "australian-poker-tour-2020-sydney-opener": (36, 840, 4, 1, (400_000, 800_000, 800_000)),
    "barge-2019-limit-holdem": (24, 480, 3, 0, (50_000, 100_000, 0)),
    "barge-2019-nlhe-main": (38, 684, 7, 0, (600_000, 1_200_000, 1_200_000)),
    "barge-2019-plo-lammers": (24, 600, 5, 0, (100_000, 200_000, 0)),
    "barge-2019-short-deck-rebuy": (36, 540, 6, 0, (250_000, 500_000, 500_000)),
    "barge-2019-toc-mixed": (20, 400, 3, 0, (1_000_000, 2_000_000, 2_000_000)),
    "barpokerseries-no-ante": (16, 320, 4, 0, (200_000, 400_000, 0)),
    "barpokerseries-with-ante": (19, 300, 4, 0, (30_000, 60_000, 60_000)),
    "casino-canberra-2010-teams": (14, 420, 0, 0, (5_000, 10_000, 0)),
    "embargo-2022-nlhe": (40, 720, 7, 0, (1_500_000, 3_000_000, 3_000_000)),
    "ept-barcelona-2006-day1": (9, 540, 0, 1, (400, 800, 100)),
    "home-game-chapter-11-classic": (7, 105, 0, 2, (200, 400, 0)),
    "home-game-gist-1500": (15, 375, 2, 0, (1_000, 2_000, 0)),
    "home-game-t100-two-tables": (20, 300, 3, 0, (20_000, 40_000, 40_000)),
    "home-game-timed-90-minutes": (6, 90, 1, 0, (500, 1_000, 0)),
    "home-league-monthly-observed": (8, 240, 0, 0, (40, 80, 0)),
    "live-maryland-2025-lpc-event-11": (20, 600, 5, 0, (15_000, 30_000, 30_000)),
    "millions-north-america-2018-main": (25, None, 0, 0, (300_000, 600_000, 600_000)),
    "red-dragon-manila-2020-event-16b": (30, 600, 4, 0, (60_000, 120_000, 120_000)),
    "royal-flush-poker-league-2022": (13, 195, 3, 0, (50_000, 100_000, 0)),
    "vatlarge-2020-nlhe-main": (38, 456, 7, 0, (600_000, 1_200_000, 1_200_000)),
    "wpt-tournament-of-champions-2018": (28, 1_680, 5, 1, (50_000, 100_000, 15_000)),
    "wsop-2019-main-event-first-levels": (6, 720, 0, 1, (300, 600, 600)),
    "wsop-2023-event-43-final-day": (4, None, 0, 0, (150_000, 300_000, 0)),
}

TELLS_ABOUT = {"id", "source", "completeness", "buy_in", "starting_chips"}
"""Keys that tell about a sheet and no rule of play."""

MISNUMBERED = (13, 14, 15, 16, 17, 17, 18, 19, 20, 21, 22, 22, 23, 24, 25, 26, 27, 27, 28, 29, 30, 31, 32)
OPEN_LENGTH = "has no length: it lasts until the floor moves on"
HOUSE_RULES = {
    "apat-2018-survivor-shootout": (
        "at the end of a level the smallest stack of each table is out, unless the table has lost one in it already",
    ),
    "apt-manila-2024-zodiac-classic-day1": (
        "levels of 20 minutes once a deal is made",
        "seats are drawn again at the end of the day and at the final table",
        "a living stack may be given up for a re-entry before the close",
    ),
    "australian-poker-tour-2020-sydney-opener": ("of two flights the better stack goes forward",),
    "barge-2019-limit-holdem": (
        "who wins a hand takes the button",
        "the organiser may keep registration open longer",
    ),
    "barge-2019-nlhe-main": ("at the final table five minutes of break and a new draw of the seats",),
    "barge-2019-toc-mixed": ("the length of a level hangs on its game before level 13",),
    "barpokerseries-no-ante": (
        "the bar may lengthen or shorten the levels",
        "chips that leave play are rounded, without a race",
    ),
    "barpokerseries-with-ante": (
        "the bar may lengthen or shorten the levels",
        "chips that leave play are rounded, without a race",
    ),
    "casino-canberra-2010-teams": ("team mates change places with every level",),
    "home-game-gist-1500": ("tables are merged with the next level once one has three players",),
    "live-maryland-2025-lpc-event-11": (
        "tables break in an order by lot from five tables on",
        "stacks that were bought and not claimed come into play when registration closes",
        "the ante does not count for the size of a pot-limit raise before the flop",
    ),
    "wpt-tournament-of-champions-2018": (
        "the second day ends with six players left",
        "seats are drawn again after the first day and with 24, 16 and 9 left",
        "30 seconds for an action, four more times 30 seconds a day",
    ),
}
"""Rules of play that sheets add and the product does not play by itself; each is a warning."""
WARNINGS = {
    "barge-2019-nlhe-main": (f"break 1 {OPEN_LENGTH}", f"break 4 {OPEN_LENGTH}"),
    "barge-2019-toc-mixed": (
        "item 1 (phase) is no level, break, color-up or end of a day; set aside",
        f"level numbers that do not count from 1 in order: {', '.join(map(str, MISNUMBERED))}; the product counts",
    ),
    "casino-canberra-2010-teams": ("late registration is given in words, set it by hand: alternates",),
    "home-game-gist-1500": (
        f"break 1 {OPEN_LENGTH}",
        f"break 2 {OPEN_LENGTH}",
        "rebuys are for stacks below 1 here; the product's limit is the starting stack",
        "rebuys are limited to 1 a player here; the product counts none",
    ),
    "home-game-t100-two-tables": (
        f"break 3 {OPEN_LENGTH}",
        "rebuys are limited to 1 a player here; the product counts none",
    ),
    "home-game-timed-90-minutes": (
        f"break 1 {OPEN_LENGTH}",
        "a rebuy is 1500 chips here; the product gives a starting stack",
        "rebuys are for stacks below 1 here; the product's limit is the starting stack",
        "the size of the add-on hangs on the stack here; the product has one size",
    ),
    "live-maryland-2025-lpc-event-11": ("final_table_seats is kept but not played by itself: 9",),
    "millions-north-america-2018-main": tuple(f"level {number} {OPEN_LENGTH}" for number in range(1, 25)),
    "wpt-tournament-of-champions-2018": (
        "level 25 has a big blind of 30000, below the 40000 before it",
        "final_table_seats is kept but not played by itself: 9",
    ),
    "wsop-2019-main-event-first-levels": ("late registration is taken to close when level 5 ends, not a day later",),
    "wsop-2023-event-43-final-day": tuple(f"level {number} {OPEN_LENGTH}" for number in range(1, 4)),
}
"""What else reading a sheet says about it; a sheet that is named in neither is read without a doubt."""

NOT_TYPED = {
    "barge-2019-toc-mixed": {"items"},  # the phase before level 13, and the printed numbers of the levels
    "casino-canberra-2010-teams": {"late_registration"},
    "live-maryland-2025-lpc-event-11": {"final_table_seats"},
    "wpt-tournament-of-champions-2018": {"final_table_seats"},
}
"""What an export of the typed values alone does not give back; each is named in a warning above."""

COMPLETE = tuple(name for name in names() if published(name)["completeness"] == "complete")


def test_the_sheets_that_come_with_the_product() -> None:
    assert names() == tuple(FIGURES)
    assert set(WARNINGS) | set(NOT_TYPED) | set(HOUSE_RULES) <= set(FIGURES)
    assert len(COMPLETE) == 18


@pytest.mark.parametrize("sheet", names())
def test_clk_1_each_sheet_has_the_figures_that_were_published(sheet: str) -> None:
    items = published(sheet)["items"]
    levels = [item for item in items if item["kind"] == "level"]
    minutes = [level["minutes"] for level in levels]
    assert FIGURES[sheet] == (
        len(levels),
        None if None in minutes else sum(minutes),
        sum(item["kind"] == "break" for item in items),
        sum(item["kind"] in {"color_up", "day_end", "flight_end"} for item in items),
        (levels[-1]["small_blind"], levels[-1]["big_blind"], levels[-1]["ante"]),
    )


@pytest.mark.parametrize("sheet", names())
def test_clk_1_every_doubt_about_a_sheet_is_said_and_nothing_else(sheet: str) -> None:
    said = [f"a house rule is kept but not played by itself: {rule}" for rule in HOUSE_RULES.get(sheet, ())]
    assert sorted(load(sheet).warnings) == sorted([*WARNINGS.get(sheet, ()), *said])


def exported(sheet: str) -> dict[str, Any]:
    """Return a sheet as written from its typed values alone."""
    read = load(sheet)
    return to_sheet(read.structure, read.facts.typed)


@pytest.mark.parametrize("sheet", names())
def test_clk_1_each_sheet_comes_back_from_its_typed_values_alone(sheet: str) -> None:
    told = {key: value for key, value in published(sheet).items() if key not in TELLS_ABOUT}
    written = exported(sheet)
    not_typed = NOT_TYPED.get(sheet, set()) | ({"house_rules"} if sheet in HOUSE_RULES else set())
    assert {key for key, value in told.items() if written.get(key) != value} == not_typed
    # what the published form leaves out has no value here either
    assert {written[key] for key in set(written) - set(told)} <= {None}


@pytest.mark.parametrize("sheet", names())
def test_clk_1_each_sheet_comes_out_word_for_word_with_what_was_kept_beside(sheet: str) -> None:
    read = load(sheet)
    written = to_sheet(read.structure, read.facts)
    assert {key: written[key] for key in published(sheet)} == published(sheet)
    again = from_sheet(written)
    assert (again.structure, again.facts.typed) == (read.structure, read.facts.typed)


def opened(sheet: dict[str, Any], **more: Any) -> Tournament:
    """Return a tournament opened from a sheet, its settings as the wire carries them."""
    fields = {"profile": "tda-2024-v1", "starts_at": NOW, "starting_stack": 10_000, **proposed(from_sheet(sheet))}
    settings = _SETTINGS.validate_json(_SETTINGS.dump_json(Settings(**{**fields, **more})))
    assert settings_faults(settings) == ()
    created = desk.create("t", "c", settings, command_id="open", actor="o", role="owner", at=NOW)
    assert isinstance(created, desk.Stepped), created
    return created.state


ANTES = {"none": "none", "classic": "classic", "bb": "big_blind", "button": "button"}
GAMES = {
    "NLHE": "no-limit hold'em",
    "PLO": "pot-limit Omaha",
    "PLO8": "pot-limit Omaha eight or better",
    "limit holdem": "limit hold'em",
    "short deck NLHE": "short deck no-limit hold'em",
}


def full(game: str) -> str:
    """Return a game's full name."""
    return GAMES.get(game, game)


def said(sheet: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """Yield what a published sheet says of each level and stop, in order."""
    for item in sheet["items"]:
        minutes = item.get("minutes")
        seconds = None if minutes is None else minutes * 60
        removed = tuple(item.get("color_up_remove", ()))
        if item["kind"] == "level":
            yield (
                "level",
                item["small_blind"],
                item["big_blind"],
                item["ante"],
                ANTES[item["ante_type"]],
                seconds,
                full(item.get("game", sheet["game"])),
                item.get("limit_small_bet"),
                item.get("limit_big_bet"),
                tuple((short["players_left"], short["ante"]) for short in item.get("short_antes", ())),
                tuple(full(game) for game in item.get("rotation", ())),
                tuple(
                    (
                        full(one["game"]),
                        one.get("small_blind", 0),
                        one.get("big_blind", 0),
                        one.get("ante", 0),
                        ANTES[one.get("ante_type", "none")],
                        one.get("limit_small_bet"),
                        one.get("limit_big_bet"),
                        one.get("bring_in"),
                    )
                    for one in item.get("stakes", ())
                ),
            )
        elif item["kind"] == "break":
            yield "break", seconds, removed
        elif item["kind"] == "color_up":
            yield "color_up", removed, item.get("clock") == "stopped"
        elif item["kind"] != "phase":
            yield item["kind"], removed


def held(structure: Structure) -> Iterator[tuple[object, ...]]:
    """Yield what a tournament's structure holds of each level and stop, in order."""
    for item in structure.items:
        match item.kind:
            case "level":
                yield (
                    "level",
                    item.small_blind,
                    item.big_blind,
                    item.ante,
                    item.ante_type,
                    item.seconds,
                    item.game,
                    item.small_bet,
                    item.big_bet,
                    tuple((short.players_left, short.ante) for short in item.short_antes),
                    item.rotation,
                    tuple(
                        (
                            one.game,
                            one.small_blind,
                            one.big_blind,
                            one.ante,
                            one.ante_type,
                            one.small_bet,
                            one.big_bet,
                            one.bring_in,
                        )
                        for one in item.stakes
                    ),
                )
            case "break":
                yield "break", item.seconds, item.color_up
            case "color_up":
                yield "color_up", item.color_up, item.clock_stops
            case _:
                yield item.kind, item.color_up


@pytest.mark.parametrize("sheet", names())
def test_clk_1_a_tournament_opened_from_the_exported_file_has_every_level_break_and_color_up(
    sheet: str, tmp_path: Path
) -> None:
    file = tmp_path / "exported.json"
    file.write_text(json.dumps(exported(sheet)))
    state = opened(json.loads(file.read_text()))
    assert list(held(state.settings.structure)) == list(said(published(sheet)))
    assert state.settings.starting_stack == published(sheet).get("starting_stack", 10_000)


def test_clk_1_a_sheets_ante_drops_to_the_small_blind_with_four_left_and_goes_with_two() -> None:
    levels = [item for item in load("embargo-2022-nlhe").structure.items if isinstance(item, Level)]
    for level in levels:
        antes = [ante_in_force(level, players) for players in (9, 5, 4, 3, 2)]
        assert antes == [level.ante, level.ante, level.small_blind, level.small_blind, 0]
    assert {level.ante - level.big_blind for level in levels} == {0}


RULES = {
    "barge-2019-nlhe-main": ("ante_first", (), None),
    "barge-2019-short-deck-rebuy": ("ante_first", (), None),
    "barge-2019-toc-mixed": ("ante_first", (), None),
    "apt-manila-2024-zodiac-classic-day1": ("big_blind_first", (), None),
    "embargo-2022-nlhe": ("ante_first", (), None),
    "vatlarge-2020-nlhe-main": ("ante_first", (), None),
    "casino-canberra-2010-teams": (None, (), OpenEnd(small_blind=5_000, big_blind=10_000, seconds=1_800)),
    "home-game-chapter-11-classic": (
        None,
        (ShortLength(players_left=4, seconds=600),),
        OpenEnd(small_blind=100, big_blind=200),
    ),
}


def test_clk_1_the_rules_over_all_levels_are_those_that_the_sheets_print() -> None:
    said = {name: load(name).structure for name in names()}
    rules = {name: (one.ante_order, one.short_lengths, one.open_end) for name, one in said.items()}
    assert {name: rule for name, rule in rules.items() if rule != (None, (), None)} == RULES


OFFERS: dict[str, dict[str, Any]] = {
    "apt-manila-2024-zodiac-classic-day1": {
        "late_registration": AfterBreak(number=3),
        "re_entry": AfterBreak(number=3),
    },
    "australian-poker-tour-2019-gold-coast-main": {"late_registration": AfterBreak(number=1)},
    "australian-poker-tour-2020-sydney-opener": {"late_registration": AfterBreak(number=1)},
    "barge-2019-limit-holdem": {"late_registration": AfterBreak(number=1)},
    "barge-2019-plo-lammers": {"add_on_deadline": AfterLevel(level=12)},
    "barge-2019-short-deck-rebuy": {"rebuy": AfterLevel(level=4)},
    "embargo-2022-nlhe": {"late_registration": AfterBreak(number=1)},
    "home-game-gist-1500": {"rebuy": AfterLevel(level=4)},
    "home-game-t100-two-tables": {"rebuy": AfterLevel(level=6)},
    "home-game-timed-90-minutes": {"rebuy": AfterLevel(level=3), "add_on_break": 1},
    "home-league-monthly-observed": {"late_registration": AfterLevel(level=2)},
    "live-maryland-2025-lpc-event-11": {"late_registration": AfterLevel(level=8), "re_entry": AfterLevel(level=8)},
    "royal-flush-poker-league-2022": {"rebuy": AfterLevel(level=4), "add_on_deadline": AfterLevel(level=4)},
    "wpt-tournament-of-champions-2018": {"late_registration": AfterBreak(number=1)},
    "wsop-2019-main-event-first-levels": {"late_registration": AfterLevel(level=5)},
}
"""The windows that the sheets fix; the close in time of day is the same instant (445 and 155 minutes, below)."""


def test_reg_6_the_windows_of_a_tournament_are_those_of_its_sheet() -> None:
    proposals = {name: opened(published(name)).settings.windows for name in names()}
    assert {name: windows for name, windows in proposals.items() if windows != Windows()} == {
        name: Windows(**ends) for name, ends in OFFERS.items()
    }


@pytest.mark.parametrize(
    ("sheet", "minutes"),
    [
        ("apt-manila-2024-zodiac-classic-day1", 445),  # printed as 22:25 for a start at 15:00
        ("australian-poker-tour-2019-gold-coast-main", 155),
        ("australian-poker-tour-2020-sydney-opener", 135),
    ],
)
def test_reg_6_a_close_that_is_printed_as_a_time_is_the_end_of_its_break(sheet: str, minutes: int) -> None:
    settings = opened(published(sheet)).settings
    assert settings.windows.late_registration is not None
    assert planned_end(settings, settings.windows.late_registration) == NOW + timedelta(minutes=minutes)


def test_clk_1_what_a_sheet_offers_beside_its_levels_goes_into_the_settings() -> None:
    bonus = opened(published("home-game-t100-two-tables")).settings
    assert (bonus.starting_stack, bonus.on_time_bonus) == (30_000, 3_000)
    assert (bonus.re_entries, bonus.seats_per_table) == (0, 10)
    deferred = opened(published("barge-2019-plo-lammers")).settings
    assert (deferred.prices.add_on, deferred.add_on_chips, deferred.add_ons) == (0, 5_000, 2)
    timed = opened(published("home-game-timed-90-minutes")).settings
    assert timed.end == EndOfLevel(level=6)
    assert opened(published("apat-ukcoap-plo")).settings.player_cap == 81


def until_the_end(house: DeskHouse, steps: int) -> None:
    """Let the evening run to the end of the last step: the floor resumes what stands, and ends what has no length."""
    while True:
        clock = house.head()["clock"]
        assert house.running.clock is not None
        if clock["paused"]:
            house.send({"kind": "resume"})
            continue
        if clock["level_ends_at"] is not None:
            house.now = datetime.fromisoformat(clock["level_ends_at"])
        if house.running.clock.position == steps - 1:
            return
        if clock["level_ends_at"] is None:
            house.send({"kind": "next_level", "step": clock["step"]})


@pytest.mark.parametrize("sheet", COMPLETE)
def test_clk_1_a_tournament_on_each_complete_sheet_plays_to_its_last_level(sheet: str) -> None:
    read = load(sheet)
    steps = len(read.structure.steps)
    house = DeskHouse(now=NOW, takes=timedelta(0), state=opened(published(sheet), auto_start=False))
    house.send({"kind": "open_registration"})
    for number in range(1, 6):
        house.send({"kind": "register", "player": f"player-{number:03}"})
        house.send({"kind": "check_in", "player": f"player-{number:03}", "seat": {"table": 1, "seat": number}})
    house.send({"kind": "start"})
    until_the_end(house, steps)
    played = [
        ("level", event.small_blind, event.big_blind, event.ante, event.ante_type)
        if isinstance(event, e.LevelStarted)
        else ("break",)
        for one in house.recorded
        if isinstance(event := one.event, e.LevelStarted | e.BreakStarted)
    ]
    listed = [line[:5] if line[0] == "level" else line[:1] for line in said(published(sheet))]
    assert played == [line for line in listed if line[0] in {"level", "break"}]
    # nothing but the sheet's own minutes has passed, as the floor has ended at once whatever has no length
    minutes = sum(item["minutes"] or 0 for item in published(sheet)["items"] if item["kind"] in {"level", "break"})
    assert house.now - NOW == timedelta(minutes=minutes)


def test_a_published_sheet_is_kept_without_the_remarks_of_whoever_copied_it(tmp_path: Path) -> None:
    sheet = {
        "id": "thursday",
        "name": "Thursday",
        "game": "NLHE",
        "starting_stack": 5000,
        "jackpot": 500,
        "notes": ["seen on a wall"],
        "source": {"url": "example.org/thursday", "what": "a photo"},
        "items": [
            {"kind": "level", "small_blind": 25, "big_blind": 50, "minutes": 20},
            {"kind": "break", "after_level": 1, "minutes": 10, "color_up_remove": [25]},
            {"kind": "level", "small_blind": 100, "big_blind": 200, "minutes": 20},
        ],
    }
    kept = keep(sheet, tmp_path)
    assert kept.warnings == ("jackpot is kept but not played by itself: 500",)
    assert names(tmp_path) == ("thursday",)
    assert load("thursday", tmp_path) == kept
    expected = {key: value for key, value in sheet.items() if key != "notes"}
    assert published("thursday", tmp_path) == expected | {"source": {"url": "example.org/thursday"}}
    assert TypeAdapter(Structure).validate_python(structure_of("thursday", tmp_path)) == kept.structure
    assert kept.facts.kept["source"] == {"url": "example.org/thursday"}
    assert "notes" not in kept.facts.kept


def test_a_sheet_that_does_not_come_with_the_product_is_named() -> None:
    with pytest.raises(NoSuchSheet, match="no structure sheet friday"):
        load("friday")
