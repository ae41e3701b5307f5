"""`shuffleup preset` prints settings that are ready to be opened (LIFE-5)."""

import json

import pytest
from pydantic import TypeAdapter
from typer.testing import CliRunner

from domain.presets import SIT_AND_GO
from domain.settings import Settings, settings_faults
from infra.cli import app

RUN = CliRunner()


@pytest.mark.parametrize("players", sorted(SIT_AND_GO))
def test_life_5_a_preset_is_printed_as_the_door_takes_it(players: int) -> None:
    told = ["--title", "Friday", "--starts-at", "2026-12-04T19:00", "--buy-in", "2000"]
    done = RUN.invoke(app, ["preset", str(players), *told])
    assert done.exit_code == 0
    printed = json.loads(done.stdout)
    assert (printed["title"], printed["starts_at"]) == ("Friday", "2026-12-04T19:00:00.000000Z")
    assert (printed["sit_and_go"]["players"], printed["prices"]["buy_in"]) == (players, 2_000)
    assert settings_faults(TypeAdapter(Settings).validate_python(printed)) == ()


def test_life_5_without_a_time_it_is_announced_for_now() -> None:
    printed = json.loads(RUN.invoke(app, ["preset", "6"]).stdout)
    assert printed["starts_at"].endswith(":00.000000Z")


@pytest.mark.parametrize(("wrong", "said"), [(["7"], "2, 6, 9 and 18"), (["6", "--profile", "nobody"], "tda-2024-v1")])
def test_life_5_what_there_is_not_is_said_with_what_there_is(wrong: list[str], said: str) -> None:
    done = RUN.invoke(app, ["preset", *wrong])
    assert done.exit_code == 2
    assert said in done.output
