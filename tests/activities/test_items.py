import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from boto3.dynamodb.types import TypeSerializer
from hypothesis import given
from hypothesis import strategies as st

from activities import items
from activities.items.log import CHUNK_BYTES, CHUNK_EVENTS, PART_BYTES, link
from domain.events import GENESIS, chain
from tests.support.journals import NOON, accepted, entry, hash_after, head, rejected, table, text, texts

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**37), 10**37) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(min_size=1), json_values))
def test_what_is_written_reads_back_as_it_was(row: dict[str, Any]) -> None:
    read = items.from_item(items.to_item(row))
    assert repr(sorted(read.items())) == repr(sorted(row.items()))  # repr tells True from 1


@given(st.floats(1e-100, 1e100).filter(lambda value: not value.is_integer()))
def test_ko_3_a_fraction_of_a_credit_reads_back_as_it_was(credit: float) -> None:
    assert items.from_item(items.to_item({"credits": credit})) == {"credits": credit}


@given(st.dictionaries(st.text(min_size=1), json_values))
def test_the_types_are_those_that_the_client_gives(row: dict[str, Any]) -> None:
    client = TypeSerializer()
    assert items.to_item(row) == {name: client.serialize(value) for name, value in row.items()}


def test_a_number_as_the_store_may_write_it_is_whole_again() -> None:
    assert items.from_item({"chips": {"N": "1.5E+16"}, "credits": {"N": "2.50"}}) == {
        "chips": 15 * 10**15,
        "credits": 2.5,
    }


@pytest.mark.parametrize("odd", [1.0, float("inf"), float("nan"), {1, 2}, 10**40, NOON])
def test_a_value_that_would_read_back_otherwise_is_refused(odd: object) -> None:
    with pytest.raises(items.NotStorable):
        items.to_item({"chips": odd})


def test_a_row_may_not_use_the_names_of_the_store() -> None:
    with pytest.raises(items.NotStorable, match="g1"):
        items.entry_item("friday", entry(7, g1="x"))
    with pytest.raises(items.NotStorable, match="hash"):
        items.head_item("friday", "north", head(hash="x"), items.Position(seq=1, hash="00"))


def test_rows_are_where_the_tables_page_says() -> None:
    assert [
        items.head_key("friday"),
        items.entry_key("friday", 1),
        items.entry_key("friday", 30_000),
        items.table_key("friday", 12),
        items.log_key("friday", 42),
        items.log_key("friday", 42, 3),
        items.outcome_key("friday", "c-1"),
        items.snapshot_key("friday", 2),
        items.seed_key("friday"),
    ] == [
        {"pk": {"S": pk}, "sk": {"S": sk}}
        for pk, sk in [
            ("T#friday", "HEAD"),
            ("T#friday#E#07", "000001"),
            ("T#friday#E#05", "030000"),
            ("T#friday#TBL", "0012"),
            ("T#friday#LOG", "0000000042"),
            ("T#friday#LOG", "0000000042#03"),
            ("T#friday#CMD#2", "c-1"),
            ("T#friday", "SNAP#002"),
            ("T#friday", "SEED"),
        ]
    ]


def test_an_entry_is_found_by_its_player_and_a_tournament_by_its_club_and_start() -> None:
    of_player = items.entry_item("friday", entry(7))
    of_club = items.head_item("friday", "north", head(), items.Position(seq=9, hash="ff"))
    assert (of_player["g1"], of_player["g2"]) == ({"S": "PLAYER#player-007"}, {"S": "friday#000007"})
    assert (of_club["g1"], of_club["g2"]) == ({"S": "CLUB#north#TOUR"}, {"S": "2026-11-29T19:30:00.000000Z#friday"})


def test_a_read_models_row_reads_back_without_what_the_store_added() -> None:
    position = items.Position(seq=9, hash="ff", pending=items.Pending(complete=4, digest="d", done=99))
    item = items.head_item("friday", "north", head(seq=9), position)
    assert items.row_of(items.entry_item("friday", entry(7))) == entry(7)
    assert items.row_of(items.table_item("friday", table(2))) == table(2)
    assert items.row_of(item) == head(seq=9)
    assert items.position_of(item) == position


@pytest.mark.parametrize(
    "outcome",
    [accepted("c-1", 3, 4), accepted("c-2", note="it was paused already"), rejected("c-3")],
    ids=lambda outcome: outcome.command_id,
)
def test_cmd_3_an_outcome_reads_back_as_it_was(outcome: Any) -> None:
    item = items.outcome_item("friday", outcome, ["x", "y"])
    assert items.answer_of(item) == items.Answer(outcome=outcome, events=("x", "y"))


def test_an_outcome_is_kept_ninety_days_from_its_own_time() -> None:
    ttl = items.outcome_item("friday", accepted("c-1"), [])["ttl"]
    assert ttl == {"N": str(int((NOON + timedelta(days=90)).timestamp()))}


def test_events_too_large_for_an_outcome_are_left_in_the_log() -> None:
    small, large = "x" * 16_000, "x" * 16_001
    assert items.answer_of(items.outcome_item("friday", accepted("c-1", 1, 2), [small] * 2)).events == (small, small)
    assert items.answer_of(items.outcome_item("friday", accepted("c-1", 1, 2), [small, large])).events is None


def test_aud_4_the_stores_link_is_the_domains_chain() -> None:
    assert link(GENESIS, "ä") == chain(GENESIS, "ä")


@given(st.lists(st.integers(1, 120_000), min_size=1, max_size=80), st.integers(0, 10**6))
def test_aud_4_chunks_hold_every_event_once_in_order_within_their_bounds(lengths: list[int], prev: int) -> None:
    events = ["e" * length for length in lengths]
    chunks = items.cut(prev, "ab", events)
    assert [text for chunk in chunks for text in chunk.texts] == events
    assert [chunk.first for chunk in chunks] == [prev + 1, *(chunk.last + 1 for chunk in chunks[:-1])]
    assert [chunk.prev for chunk in chunks] == ["ab", *(chunk.hash for chunk in chunks[:-1])]
    assert chunks[-1].hash == hash_after(events, "ab")
    for chunk in chunks:
        assert len(chunk.texts) == chunk.last - chunk.first + 1 <= CHUNK_EVENTS
        assert len(chunk.texts) == 1 or sum(map(len, chunk.texts)) <= CHUNK_BYTES


def test_aud_4_a_chunk_tells_the_hash_before_and_after_each_event() -> None:
    (chunk,) = items.cut(0, GENESIS, texts(1, 3))
    assert [(row.seq, row.prev, row.hash) for row in chunk.rows()] == [
        (1, GENESIS, hash_after(texts(1, 1))),
        (2, hash_after(texts(1, 1)), hash_after(texts(1, 2))),
        (3, hash_after(texts(1, 2)), hash_after(texts(1, 3))),
    ]


@pytest.mark.parametrize("length", [PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, 1_000_001])
def test_a_large_event_is_kept_in_parts_and_read_back_to_the_byte(length: int) -> None:
    event = "é" * (length // 2) + "x" * (length % 2)
    (chunk,) = items.cut(41, "ab", [event])
    row, *parts = items.chunk_items("friday", chunk)
    assert len(parts) == (0 if length <= PART_BYTES else -(-length // PART_BYTES))
    assert max(map(items.size, [row, *parts])) < 400 * 1024
    assert items.chunk_of(row, parts) == chunk


def test_seats_for_thirty_thousand_fit_into_one_transaction() -> None:
    (chunk,) = items.cut(0, GENESIS, [text(1, large=30_000)])
    rows = items.chunk_items("friday", chunk)
    assert (len(rows), sum(map(items.size, rows)) < 1_000_000) == (4, True)


@given(st.dictionaries(st.text(min_size=1, max_size=9), json_values, max_size=6))
def test_the_size_of_a_row_is_never_taken_too_small(row: dict[str, Any]) -> None:
    def least(value: Any) -> int:
        match value:
            case bool() | None:
                return 1
            case int():
                return (len(str(abs(value)).rstrip("0")) + 1) // 2 + 1 if value else 1
            case str():
                return len(value.encode())
            case list():
                return 3 + sum(map(least, value))
            case _:
                return 3 + sum(len(name.encode()) + least(inner) for name, inner in value.items())

    assert items.size(items.to_item(row)) >= sum(len(name.encode()) + least(value) for name, value in row.items())


def test_reading_an_outcome_needs_neither_the_workflows_library_nor_the_stores() -> None:
    program = "import activities.items, sys; print(sorted({'temporalio', 'boto3', 'botocore'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
