"""Events as they are stored, and the chain over their bytes (AUD-1, AUD-4)."""

import hashlib
import json
from typing import get_args

import pytest
from pydantic import ValidationError

from domain import events as e
from tests.domain.floor import P, draft, evening, knock_out
from tests.domain.test_snapshot import busy


def test_aud_1_an_event_has_number_time_cause_actor_and_role() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2], role="dealer", actor="dealer-7")
    line = night.record[-1]
    assert (line.seq, line.cause, line.actor, line.role) == (
        len(night.record),
        f"command-{night.asked}",
        "dealer-7",
        "dealer",
    )
    assert json.loads(e.to_text(line))["at"] == "2026-11-29T19:10:00.000000Z"


def test_aud_1_what_time_and_lots_do_says_so() -> None:
    night = evening(10, present=9)
    night.wait("19:20")
    night.must("19:21", "cancel")
    causes = {line.event.kind: (line.cause, line.actor, line.role) for line in night.record}
    assert causes["tournament_started"] == ("clock", "", "")
    assert causes["level_started"] == ("clock", "", "")
    assert causes["seed_revealed"] == ("lot", "", "")
    assert causes["tournament_cancelled"] == (f"command-{night.asked}", "floor-1", "floor")


def test_aud_1_what_was_before_stands_in_the_event_where_it_matters() -> None:
    night = evening()
    changed = night.must("19:05", "set_remaining", step="level 1", seconds=60).events[0]
    assert isinstance(changed, e.TimeChanged)
    assert changed.before is not None
    assert changed.before.total_seconds() == 900
    moved = night.must("19:05", "move_player", player=P[1], leaving={"table": 1, "seat": 1}, to={"table": 2, "seat": 1})
    assert [event.leaving for event in moved.events if isinstance(event, e.PlayerMoved)] == [(1, 1)]


def test_aud_1_every_kind_of_event_is_its_class_name() -> None:
    kinds = [get_args(of.__annotations__["kind"])[0] for of in get_args(e.Event)]
    assert len(kinds) == len(set(kinds))
    assert ["".join(part.capitalize() for part in kind.split("_")) for kind in kinds] == [
        of.__name__ for of in get_args(e.Event)
    ]


def test_aud_4_the_stored_text_is_read_and_written_to_the_same_bytes() -> None:
    for line in busy().record:
        text = e.to_text(line)
        assert e.from_text(text) == line
        assert e.to_text(e.from_text(text)) == text


def test_aud_4_what_is_no_event_is_not_read() -> None:
    text = json.loads(e.to_text(draft().record[0]))
    text["event"]["kind"] = "tournament_imagined"
    with pytest.raises(ValidationError):
        e.from_text(json.dumps(text))


def test_aud_4_each_hash_runs_over_the_one_before_and_the_stored_bytes() -> None:
    texts = [e.to_text(line) for line in evening().record]
    before = e.GENESIS
    for text in texts:
        expected = hashlib.sha256(before.encode() + b"\n" + text.encode()).hexdigest()
        assert e.chain(before, text) == expected
        before = expected


def test_aud_4_a_changed_a_missing_and_a_reordered_row_give_another_hash() -> None:
    texts = [e.to_text(line) for line in evening().record]

    def hashed(lines: list[str]) -> str:
        before = e.GENESIS
        for line in lines:
            before = e.chain(before, line)
        return before

    whole = hashed(texts)
    assert hashed([*texts[:3], texts[3].replace("floor-1", "floor-2"), *texts[4:]]) != whole
    assert hashed([*texts[:3], *texts[4:]]) != whole
    assert hashed([*texts[:3], texts[4], texts[3], *texts[5:]]) != whole
