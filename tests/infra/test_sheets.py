"""The published sheets that come with the product: playable, and written back as they were published (CLK-1)."""

import json
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from domain.settings import Settings, settings_faults
from domain.sheets import from_sheet, to_sheet
from domain.structure import Level, sheet_faults
from infra.sheets import NoSuchSheet, keep, load, names, structure_of

_SETTINGS: TypeAdapter[Settings] = TypeAdapter(Settings)


def test_the_sheets_that_come_with_the_product() -> None:
    assert names() == (
        "barpokerseries-no-ante",
        "barpokerseries-with-ante",
        "home-game-t100-two-tables",
        "home-league-monthly-observed",
        "royal-flush-poker-league-2022",
    )


@pytest.mark.parametrize("sheet", names())
def test_clk_1_each_sheet_can_be_played(sheet: str) -> None:
    assert sheet_faults(load(sheet).structure) == ()
    settings = _SETTINGS.validate_python(
        {
            "title": sheet,
            "profile": "tda-2024-v1",
            "structure": structure_of(sheet),
            "starts_at": "2026-11-29T19:30:00Z",
            "starting_stack": load(sheet).facts.starting_stack or 10_000,
        }
    )
    assert settings_faults(settings) == ()
    assert settings.structure == load(sheet).structure


@pytest.mark.parametrize("sheet", names())
def test_clk_1_each_sheet_comes_out_as_published_and_goes_in_again(sheet: str) -> None:
    kept = load(sheet)
    published = to_sheet(kept.structure, kept.facts)
    again = from_sheet(published)
    assert (again.structure, again.facts) == (kept.structure, kept.facts)
    assert to_sheet(again.structure, again.facts) == published


def test_clk_1_the_figures_of_a_sheet() -> None:
    night = load("royal-flush-poker-league-2022")
    levels = [item for item in night.structure.steps if isinstance(item, Level)]
    assert (levels[0].small_blind, levels[4].big_blind, levels[-1].big_blind) == (100, 1000, 100_000)
    assert (len(levels), len(night.structure.steps), night.facts.starting_stack) == (13, 16, 40_000)
    assert {level.seconds for level in levels} == {900}


def test_a_published_sheet_is_kept_without_the_remarks_of_whoever_copied_it(tmp_path: Path) -> None:
    published = {
        "id": "thursday",
        "name": "Thursday",
        "game": "NLHE",
        "starting_stack": 5000,
        "on_time_bonus": 500,
        "notes": ["seen on a wall"],
        "source": {"url": "example.org/thursday", "what": "a photo"},
        "items": [
            {"kind": "level", "small_blind": 25, "big_blind": 50, "minutes": 20},
            {"kind": "break", "after_level": 1, "minutes": 10, "color_up_remove": [25]},
            {"kind": "level", "small_blind": 100, "big_blind": 200, "minutes": 20},
        ],
    }
    kept = keep(published, tmp_path)
    assert kept.warnings == ("on_time_bonus is kept but not played by itself: 500",)
    assert load("thursday", tmp_path).structure == kept.structure
    assert load("thursday", tmp_path).facts == kept.facts
    assert json.loads((tmp_path / "structures" / "thursday.json").read_text()) == structure_of("thursday", tmp_path)
    assert kept.facts.kept["source"] == {"url": "example.org/thursday"}
    assert "notes" not in kept.facts.kept


def test_a_sheet_that_does_not_come_with_the_product_is_named() -> None:
    with pytest.raises(NoSuchSheet, match="no structure sheet friday"):
        load("friday")
