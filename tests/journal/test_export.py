import csv
import io
import json

from activities import items
from domain.events import GENESIS
from infra.export import COLUMNS, json_lines, rows_of, write_csv
from tests.support.desk import an_evening
from tests.support.journals import hash_after

EVENTS = an_evening().texts
ROWS = [row for chunk in items.cut(0, GENESIS, EVENTS) for row in chunk.rows()]


def test_aud_2_json_lines_read_back_to_the_byte() -> None:
    assert list(rows_of(json_lines(ROWS))) == ROWS
    assert [row.text for row in ROWS] == EVENTS


def test_aud_2_a_title_in_any_script_stays_on_its_line() -> None:
    odd = 'Zürich "Deep" \u2028\n\x85 Стек'
    rows = [items.LogRow(seq=1, text=json.dumps({"title": odd}, ensure_ascii=False), prev="", hash="")]
    (line,) = json_lines(rows)
    assert line.count("\n") == 1
    assert list(rows_of([line])) == rows


def test_aud_2_csv_has_a_row_for_each_event_with_who_when_and_why() -> None:
    out = io.StringIO()
    write_csv(ROWS, out)
    heading, *sheet = csv.reader(io.StringIO(out.getvalue()))
    assert tuple(heading) == COLUMNS
    assert [row[heading.index("text")] for row in sheet] == EVENTS
    assert sheet[0][:6] == ["1", "2026-11-29T18:30:00.000000Z", "tournament_created", "c-0", "owner-1", "owner"]
    assert sheet[-1][heading.index("hash")] == hash_after(EVENTS)
