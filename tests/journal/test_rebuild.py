from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from activities import items
from activities.journal import Journal
from domain import views
from domain.events import from_text, to_text
from domain.evolve import fold
from domain.journal import Credit, CreditResult, Flush
from infra import export, rebuild
from infra import settings as configuration
from infra import tables as wiring
from tests.support.desk import TOURNAMENT, Desk, an_evening, flushes, merged, random_evenings
from tests.support.emulator import Aws, create_table

READ_MODELS = {"head", "terms", "entry", "table", "day"}


@pytest.fixture(scope="module")
def evening() -> Desk:
    return an_evening()


@pytest.fixture
def at_home(aws: Aws, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aws]:
    """The programs find this account, as any part finds its store."""
    monkeypatch.setenv("CLUB_TABLE", aws.club)
    monkeypatch.setenv("AWS_ENDPOINT_URL", aws.url)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", aws.account)
    configuration.settings.cache_clear()
    wiring.dynamodb.cache_clear()
    yield aws
    configuration.settings.cache_clear()
    wiring.dynamodb.cache_clear()


def read_models(aws: Aws, table: str = "") -> list[dict[str, Any]]:
    return [row for row in aws.rows(table) if row["kind"]["S"] in READ_MODELS]


def played(aws: Aws, evening: Desk, together: int = 1) -> Journal:
    """Write the evening as it went, so many steps a flush."""
    journal = Journal(aws.dynamodb(), aws.club)
    writes = list(flushes(evening.steps))
    for start in range(0, len(writes), together):
        assert journal.write(merged(writes[start : start + together])).status == "written"
    return journal


def texts_of(aws: Aws, table: str) -> list[str]:
    return [row.text for row in items.log_rows(aws.dynamodb(), table, TOURNAMENT)]


@pytest.mark.parametrize("together", [1, 7, 1000])
def test_aud_3_read_models_rebuilt_from_the_stored_bytes_alone_are_equal_to_the_byte(
    aws: Aws, evening: Desk, together: int
) -> None:
    played(aws, evening, together)
    create_table(aws.dynamodb(), "Club", "rebuilt")
    result = rebuild.rebuild(texts_of(aws, aws.club), aws.dynamodb(), "rebuilt")
    assert result.stored == len(evening.texts)
    assert read_models(aws, "rebuilt") == read_models(aws)
    assert texts_of(aws, "rebuilt") == texts_of(aws, aws.club) == evening.texts
    kinds = [row["kind"]["S"] for row in read_models(aws)]
    counted = {kind: kinds.count(kind) for kind in READ_MODELS}
    assert counted == {"head": 1, "terms": 1, "entry": 9, "table": 3, "day": 1}


def test_prz_7_the_ledger_is_rebuilt_with_the_record_that_tells_of_it(aws: Aws, evening: Desk) -> None:
    create_table(aws.dynamodb(), "Club", "rebuilt")
    rebuild.rebuild(evening.texts, aws.dynamodb(), "rebuilt")
    won = (("player-001", 20_000), ("player-002", 12_000), ("player-003", 8_000))
    credits_of = tuple(Credit(player=player, amount=amount, reason="prize") for player, amount in won)
    assert list(items.find_credits(aws.dynamodb(), "rebuilt", TOURNAMENT)) == [
        CreditResult(version=1, results=1, credits=credits_of)
    ]


def test_aud_2_folding_the_exported_rows_gives_the_state(evening: Desk) -> None:
    assert fold(map(from_text, evening.texts)) == evening.state


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(random_evenings())
def test_aud_3_whatever_happens_the_rows_written_on_the_way_are_those_of_the_whole(evening: Desk) -> None:
    kept: dict[tuple[str, int], Any] = {}
    for step in evening.steps:
        if step.recorded:
            rows = views.rows(step.state, step.recorded)
            kept["head", 0] = rows.head
            kept["terms", 0] = rows.terms or kept["terms", 0]
            kept |= {("entry", number): row for number, row in rows.entries.items()}
            kept |= {("table", number): row for number, row in rows.tables.items()}
    whole = rebuild.flush_of(evening.texts)
    assert kept == {
        ("head", 0): whole.head,
        ("terms", 0): whole.terms,
        **{("entry", row["entry"]): row for row in whole.entries},
        **{("table", row["table"]): row for row in whole.tables},
    }


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(random_evenings())
def test_whatever_happens_every_row_can_be_kept_and_reads_back(evening: Desk) -> None:
    for flush in flushes(evening.steps):
        for row in flush.entries:
            assert items.row_of(items.entry_item(TOURNAMENT, row)) == row
        for row in flush.tables:
            assert items.row_of(items.table_item(TOURNAMENT, row)) == row
        if flush.head:
            position = items.Position(seq=flush.prev + len(flush.events), hash="ff")
            assert items.row_of(items.head_item(TOURNAMENT, "north", flush.head, position)) == flush.head
        for outcome in flush.outcomes:
            assert items.answer_of(items.outcome_item(TOURNAMENT, outcome, None)).outcome == outcome


def test_a_rebuild_into_a_table_that_knows_the_tournament_is_refused(aws: Aws, evening: Desk) -> None:
    played(aws, evening, 1000)
    before = aws.rows()
    with pytest.raises(rebuild.NotEmpty):
        rebuild.rebuild(evening.texts, aws.dynamodb(), aws.club)
    assert aws.rows() == before


def test_a_rebuild_that_was_cut_off_is_taken_up_again(aws: Aws, evening: Desk) -> None:
    create_table(aws.dynamodb(), "Club", "rebuilt")
    journal = Journal(aws.dynamodb(), "rebuilt")
    large: Flush = rebuild.flush_of(evening.texts)
    assert len(large.events) > 50
    sent = 0

    def cut(**_: Any) -> None:
        nonlocal sent
        sent += 1
        if sent == 2:
            raise KeyboardInterrupt

    journal.client.meta.events.register("before-send.dynamodb.TransactWriteItems", cut)
    with pytest.raises(KeyboardInterrupt):
        journal.write(large)
    assert rebuild.rebuild(evening.texts, aws.dynamodb(), "rebuilt").stored == len(evening.texts)
    played(aws, evening)
    assert read_models(aws, "rebuilt") == read_models(aws)


def test_aud_3_the_programs_export_check_and_rebuild_an_evening(
    at_home: Aws, evening: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(at_home, evening)
    create_table(at_home.dynamodb(), "Club", "rebuilt")
    file = tmp_path / "friday.jsonl"
    assert export.main([TOURNAMENT, "--output", str(file)]) == 0
    assert rebuild.main([str(file), "--into", "rebuilt"]) == 0
    assert read_models(at_home, "rebuilt") == read_models(at_home)
    assert rebuild.main([TOURNAMENT, "--into", "rebuilt"]) == 1
    create_table(at_home.dynamodb(), "Club", "again")
    assert rebuild.main([TOURNAMENT, "--into", "again"]) == 0
    assert read_models(at_home, "again") == read_models(at_home)
    assert "rebuilt has tournament friday already" in capsys.readouterr().err


def test_aud_4_a_rebuild_refuses_events_that_are_no_chain(evening: Desk) -> None:
    rows = [row for chunk in items.cut(0, "0" * 64, evening.texts) for row in chunk.rows()]
    assert rebuild.whole_texts(rows) == evening.texts
    for broken in (rows[1:], rows[:5] + rows[6:], [*rows[:5], replace(rows[5], prev="ff" * 32), *rows[6:]]):
        with pytest.raises(rebuild.BrokenChain):
            rebuild.whole_texts(broken)


def test_an_event_is_stored_as_it_was_recorded(evening: Desk) -> None:
    recorded = [each for step in evening.steps for each in step.recorded]
    assert [from_text(text) for text in evening.texts] == recorded
    assert [to_text(from_text(text)) for text in evening.texts] == evening.texts
