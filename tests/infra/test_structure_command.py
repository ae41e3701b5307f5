"""`shuffleup structure` makes a sheet (CLK-2)."""

import json

from pydantic import TypeAdapter
from typer.testing import CliRunner

from domain.structure import Level, Structure, sheet_faults
from infra.cli import app

RUN = CliRunner()


def test_clk_2_its_json_is_a_structure_as_the_settings_take_it() -> None:
    done = RUN.invoke(app, ["structure", "--speed", "turbo", "--levels", "9", "--ante", "200", "--json"])
    assert done.exit_code == 0
    made = TypeAdapter(Structure).validate_python(json.loads(done.stdout))
    assert sheet_faults(made) == ()
    first = made.steps[0]
    assert isinstance(first, Level)
    assert (len(made.steps), first.seconds, first.ante, first.ante_type) == (10, 600, 200, "big_blind")


def test_clk_2_without_chips_it_is_exact_to_the_whole_chip() -> None:
    done = RUN.invoke(app, ["structure", "--chips", "", "--growth", "25", "--levels", "3"])
    assert done.exit_code == 0
    assert [line.split()[2] for line in done.stdout.splitlines()[1:]] == ["50/100", "63/125", "78/156"]


def test_clk_2_what_makes_no_sheet_is_said() -> None:
    for wrong in (["--growth", "fast"], ["--chips", "100,25"], ["--chips", "x"], ["--stack", "20"]):
        assert RUN.invoke(app, ["structure", *wrong]).exit_code == 2
