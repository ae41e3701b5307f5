"""`shuffleup sheet`: the published sheets that come with the product, their doubts, and the settings that they fix."""

import json

from pydantic import TypeAdapter
from typer.testing import CliRunner

from domain.settings import Settings, settings_faults
from infra.cli import app
from infra.sheets import names

RUN = CliRunner()


def test_without_a_name_the_sheets_are_listed() -> None:
    ran = RUN.invoke(app, ["sheet"])
    assert ran.exit_code == 0
    assert tuple(ran.output.split()) == names()


def test_a_sheet_is_shown_with_what_it_leaves_open() -> None:
    ran = RUN.invoke(app, ["sheet", "home-game-t100-two-tables"])
    assert ran.exit_code == 0
    assert "rebuys are limited to 1 a player here; the product counts none" in ran.output
    steps = [line.split() for line in ran.output.splitlines()]
    assert ["level", "20", "20000/40000", "40000", "15"] in steps
    assert ["break", "2", "10", "100", "500"] in steps


def test_clk_1_the_settings_that_a_sheet_fixes_open_a_tournament() -> None:
    ran = RUN.invoke(app, ["sheet", "barge-2019-plo-lammers", "--json"])
    fixed = json.loads(ran.output)
    assert (fixed["starting_stack"], fixed["add_on_chips"], fixed["add_ons"]) == (10_000, 5_000, 2)
    more = {"profile": "tda-2024-v1", "starts_at": "2026-11-29T19:30:00Z"}
    assert settings_faults(TypeAdapter(Settings).validate_python(fixed | more)) == ()


def test_a_sheet_that_is_not_there_is_named() -> None:
    ran = RUN.invoke(app, ["sheet", "friday"])
    assert ran.exit_code == 2
    assert "no structure sheet friday" in ran.output
