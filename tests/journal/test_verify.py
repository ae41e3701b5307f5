import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from activities import items
from domain.events import GENESIS, chain
from infra import verify
from infra.export import json_lines
from tests.support.desk import an_evening
from tests.support.journals import hash_after, texts

HOME = Path(__file__).parent.parent.parent


def exported(events: list[str]) -> list[str]:
    rows = (row for chunk in items.cut(0, GENESIS, events) for row in chunk.rows())
    return list(json_lines(rows))


EVENTS = an_evening().texts
LINES = exported(EVENTS)
COUNT = len(EVENTS)
END = verify.End(seq=COUNT, hash=hash_after(EVENTS))


def found(lines: list[str], end: verify.End | None = END) -> list[str]:
    """Return what the verifier says of these lines."""
    return found_in("".join(lines).encode(), end)


def found_in(file: bytes, end: verify.End | None = END) -> list[str]:
    follow = verify.Chain()
    faults = list(follow.faults(file.splitlines(keepends=True) if b"\r" not in file else _lines(file)))
    if end is not None:
        faults += follow.faults_at_end(end, len(follow.hashes))
    return [str(fault) for fault in faults]


def _lines(file: bytes) -> list[bytes]:
    """Return the lines as a file opened in binary gives them: only a line feed ends one."""
    parts = file.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def renumbered(line: str, seq: int) -> str:
    return json.dumps(json.loads(line) | {"seq": seq}, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_aud_4_a_whole_journal_has_no_fault() -> None:
    assert found(LINES) == []
    assert found(LINES, None) == []
    assert found([], None) == []


def test_aud_4_a_journal_that_went_on_since_its_end_was_noted_has_no_fault() -> None:
    assert found(LINES, verify.End(seq=12, hash=hash_after(EVENTS[:12]))) == []


TAMPERED: dict[str, tuple[Callable[[list[str]], list[str]], list[str]]] = {
    "a changed byte": (
        lambda lines: [
            *lines[:9],
            lines[9].replace("floor-1", "floor-2"),
            *lines[10:],
        ],
        ["line 10: event 10 was changed: its hash does not fit"],
    ),
    "a missing row": (
        lambda lines: lines[:9] + lines[10:],
        [
            "line 10: event 11 comes after event 9: event 10 is missing here",
            "line 10: event 11 does not follow on the line before it",
        ],
    ),
    "two rows exchanged": (
        lambda lines: [*lines[:9], lines[10], lines[9], *lines[11:]],
        [
            "line 10: event 11 comes after event 9: event 10 is missing here",
            "line 10: event 11 does not follow on the line before it",
            "line 11: event 10 comes after event 11: it was inserted, or stands in the wrong place",
            "line 11: event 10 does not follow on the line before it",
            "line 12: event 12 comes after event 10: event 11 is missing here",
            "line 12: event 12 does not follow on the line before it",
        ],
    ),
    "a row inserted": (
        lambda lines: [*lines[:9], lines[4], *lines[9:]],
        [
            "line 10: event 5 comes after event 9: it was inserted, or stands in the wrong place",
            "line 10: event 5 does not follow on the line before it",
            "line 11: event 10 comes after event 5: events 6 to 9 are missing here",
            "line 11: event 10 does not follow on the line before it",
        ],
    ),
    "the tail cut off": (
        lambda lines: lines[:-3],
        [f"line {COUNT - 2}: the journal goes to event {COUNT}, the file to event {COUNT - 3}: its end is missing"],
    ),
    "two rows renumbered": (
        lambda lines: [*lines[:9], renumbered(lines[10], 10), renumbered(lines[9], 11), *lines[11:]],
        [
            "line 10: event 10 does not follow on the line before it",
            "line 10: event 10 was renumbered: its text says 11",
            "line 11: event 11 does not follow on the line before it",
            "line 11: event 11 was renumbered: its text says 10",
            "line 12: event 12 does not follow on the line before it",
        ],
    ),
    "forged anew from a row on": (
        lambda lines: lines[:9] + exported([*EVENTS[:9], EVENTS[9].replace("floor-1", "floor-2"), *EVENTS[10:]])[9:],
        [f"line {COUNT}: after event {COUNT} the hash is not {END.hash}: the chain was forged before it"],
    ),
    "a field said twice": (
        lambda lines: [*lines[:9], lines[9].replace("{", '{"text":"x",', 1), *lines[10:]],
        [],
    ),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_aud_4_a_tampered_export_is_found_and_the_row_is_named(kind: str) -> None:
    tamper, said = TAMPERED[kind]
    faults = found(tamper(LINES))
    assert faults
    assert faults[: len(said)] == said
    if kind not in {"the tail cut off", "forged anew from a row on"}:
        assert faults[0].startswith("line 10:")


@given(st.integers(0, len("".join(LINES).encode()) - 1), st.integers(1, 255))
def test_aud_4_any_one_changed_byte_is_found(place: int, by: int) -> None:
    file = bytearray("".join(LINES).encode())
    file[place] = (file[place] + by) % 256
    assert found_in(bytes(file))


@given(st.integers(0, len("".join(LINES).encode()) - 1))
def test_aud_4_a_file_cut_off_anywhere_is_found(place: int) -> None:
    assert found_in("".join(LINES).encode()[:place])


@given(st.permutations(range(len(LINES))), st.sets(st.integers(0, len(LINES) - 1)))
def test_aud_4_any_other_order_or_choice_of_the_rows_is_found(order: list[int], left_out: set[int]) -> None:
    lines = [LINES[number] for number in order if number not in left_out]
    assert bool(found(lines)) == (lines != LINES)


@pytest.mark.parametrize(
    "line",
    ["", "x", "[]", "7", '{"seq":1}', "[" * 100_000, '{"hash":"","prev":"","seq":1.0,"text":""}', "\ud800"],
    ids=range(8),
)
def test_aud_4_a_line_that_is_no_row_is_found(line: str) -> None:
    file = line.encode(errors="surrogatepass") + b"\n" + "".join(LINES).encode()
    assert found_in(file)[0].startswith("line 1: not ")


def test_aud_4_the_verifier_is_a_program_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_bytes((HOME / "infra" / "verify.py").read_bytes())
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    whole.write_text("".join(LINES), encoding="utf-8", newline="")
    cut.write_text("".join(LINES[:-1]), encoding="utf-8", newline="")

    def run(*arguments: object) -> tuple[int, str]:
        program = [sys.executable, "-I", "-S", str(tmp_path / "alone.py"), *map(str, arguments)]  # no libraries at all
        done = subprocess.run(program, capture_output=True, text=True, check=False, cwd=tmp_path)
        return done.returncode, done.stdout

    assert run(whole, "--end", END) == (0, f"{COUNT} events, the chain is whole, it ends at {END}\n")
    unsure = f"{COUNT - 1} events, the chain is whole, it ends at {COUNT - 1}:{hash_after(EVENTS[:-1])}"
    assert run(cut) == (0, f"{unsure}; whether that is the journal's end only --end can tell\n")
    assert run(cut, "--end", END)[0] == 1
    assert run(tmp_path / "nowhere.jsonl")[0] == 2
    assert run(whole, "--end", "soon")[0] == 2


def test_aud_4_the_verifiers_chain_is_the_domains() -> None:
    rows = exported(texts(1, 3))
    assert json.loads(rows[2])["hash"] == chain(hash_after(texts(1, 2)), texts(1, 3)[2])
    assert verify.BEGINNING == GENESIS
