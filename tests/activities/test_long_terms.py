"""What a club may say at the most fits into the row of the terms, and what does not is refused before it stands."""

from typing import Any

from activities.items.rows import ROW_BYTES
from activities.items.values import size, to_item
from domain import views
from domain.bounty_settings import MOST_TEXT, MysteryPrize
from domain.changes import replace
from domain.settings import read_settings, settings_faults
from domain.state import Tournament
from tests.domain.floor import evening, opened, settings_body

LETTER = "Ж"
LINES = [{"place": place, "text": LETTER * 500} for place in range(1, 201)]


def sheet(levels: int, note: str = "") -> dict[str, Any]:
    """Return a structure of so many levels, each with a note."""
    items = [
        {"kind": "level", "small_blind": 100 * n, "big_blind": 200 * n, "seconds": 1200, "note": note}
        for n in range(1, levels + 1)
    ]
    return {"name": "longest", "items": items}


def with_terms(**terms: Any) -> Tournament:
    """Return a draft with these settings and, beside them, the longest prize table of a mystery."""
    state = replace(opened(2).state, settings=read_settings(settings_body(**terms)))
    table = (MysteryPrize(text="x" * 500),) * (MOST_TEXT // 500)
    return replace(state, mystery=replace(state.mystery, table=table))


def test_prz_1_the_longest_list_fits_into_a_row_beside_the_longest_sheet() -> None:
    state = with_terms(prizes={"lines": LINES}, structure=sheet(400))
    assert [fault for fault in settings_faults(state.settings) if fault.rule == "API-6"] == []
    assert 300_000 < size(to_item(views.terms(state))) < ROW_BYTES


def test_api_6_settings_that_no_row_could_hold_are_refused_and_say_where_they_are_long() -> None:
    state = with_terms(structure=sheet(400, LETTER * 500))
    assert size(to_item(views.terms(state))) > ROW_BYTES
    (fault,) = (fault for fault in settings_faults(state.settings) if fault.rule == "API-6")
    assert fault.reason == "settings are at most 330000 bytes long, and these are 506799: most of it is in structure"
    state = with_terms(prizes={"lines": [{"place": 1, "text": "\U0001f3c6" * 500}] * 200})
    assert [fault.reason.rpartition(" ")[2] for fault in settings_faults(state.settings)] == ["prizes"]


def test_clk_11_a_sheet_grows_no_longer_than_a_row_can_hold() -> None:
    night = evening(2, structure=sheet(270, "x" * 500), windows={"add_on_break": None})
    refused = night.ask("19:10", "append_levels", items=sheet(100, LETTER * 500)["items"]).rejection
    assert (refused.rule, refused.code) == ("CLK-11", "sheet_too_long")
    night.must("19:10", "append_levels", items=sheet(100, "x" * 500)["items"])


def test_ko_7_a_prize_table_is_no_longer_than_fits_beside_the_settings() -> None:
    fits = [{"text": "x" * 500}] * (MOST_TEXT // 500)
    terms = {"profile": "sport-poker-v2", "bounty": "mystery"}
    for table, rules in ((fits, []), ([*fits, {"text": "x"}], ["KO-7"])):
        told = read_settings(settings_body(**terms, bounties={"mystery": {"prizes": table}}))
        assert [fault.rule for fault in settings_faults(told)] == rules
