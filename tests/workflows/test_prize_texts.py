"""A prize that speaks of money is refused by the workflow itself, and by the write if all before let it pass (PRZ-2).

Commands are signalled, so that no door has looked at them; the other places are taken out one by one.
"""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from activities import journal
from domain import mystery, prize_settings
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, playing, settings
from tests.support.prize_texts import MONEY, ORDINARY

SPORT: dict[str, Any] = {"profile": "sport-poker-v1", "prices": {}}


async def with_lines(evening: Evening, *texts: str) -> dict[str, Any]:
    """Return the settings of the evening with these lines, and what else an edit says."""
    lines = [{"place": place, "text": text} for place, text in enumerate(texts, start=1)]
    told = settings(await evening.now() + timedelta(hours=1), **SPORT, prizes={"lines": lines})
    return {"version": 1, "settings": told}


@pytest.fixture
def the_write_lets_all_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "brought_in", lambda *_: ())


@pytest.fixture
def the_desk_lets_all_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (prize_settings, mystery):
        monkeypatch.setattr(module, "refusal", lambda _: "")


@pytest.mark.usefixtures("the_write_lets_all_pass")
async def test_prz_2_the_workflow_refuses_lines_by_itself(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws, **SPORT) as evening:
        for text in MONEY:
            refused = (await evening.ask("edit_settings", **await with_lines(evening, "Cup", text))).rejection
            assert refused is not None
            assert (refused.rule, refused.data["field"]) == ("PRZ-2", "prizes.lines.1.text")
        await evening.ok("edit_settings", **await with_lines(evening, *ORDINARY))
        assert evening.head()["settings_version"] == 2


@pytest.mark.usefixtures("the_write_lets_all_pass")
async def test_prz_2_the_workflow_refuses_what_a_mystery_is_said_to_hold(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws, **SPORT, bounty="mystery") as evening:
        await evening.start()
        await evening.ok("record_knockout", player=player(9), killers=[player(1)])
        for text in MONEY:
            refused = (await evening.ask("draw_mystery", player=player(1), text=text)).rejection
            assert refused is not None
            assert (refused.rule, refused.code, refused.data["field"]) == ("PRZ-2", "monetary", "text")
        assert evening.events("mystery_drawn") == []
        await evening.ok("draw_mystery", player=player(1), text=ORDINARY[1])


@pytest.mark.usefixtures("the_desk_lets_all_pass")
async def test_prz_2_what_the_desk_lets_pass_is_not_written_and_operators_see_it(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, **SPORT) as evening:
        await evening.ok("open_registration")
        before = [event.seq for event in evening.events()]
        asked = await evening.tell("edit_settings", **await with_lines(evening, "Cup", "100 EUR"))
        async with asyncio.timeout(20):
            while not [each async for each in evening.client.list_workflows("TournamentStatus = 'fault'")]:
                await asyncio.sleep(0.05)
        assert [event.seq for event in evening.events()] == before
        assert evening.find_outcome(asked) is None
        told = await evening.handle.query("__temporal_workflow_metadata")
        assert "prizes.lines.1.text: \u201cEUR\u201d is a word for money" in told.current_details
