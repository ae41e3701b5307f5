"""Lots that anyone can draw again (SEAT-10); docs/draws.md is held against the code."""

import hashlib
import hmac
import json
import math
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from domain import draws
from domain.draws import commitment, draw
from domain.events import FieldSeated, KnockoutVoided, LotVoided, PlayerSeated, ReEntered, SeedCommitted, SeedRevealed
from domain.ids import TournamentId
from infra import lots
from infra.draw_checks import CHECKS
from tests.domain.floor import SEED, Evening, P, draft, evening, knock_out, opened

DOCUMENT = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8")


def fenced(language: str) -> list[str]:
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return blocks


VECTORS: list[dict[str, Any]]
KINDS: list[dict[str, Any]]
VECTORS, KINDS = (json.loads(block) for block in fenced("json"))


@cache
def documented(function: str = "lot") -> Callable[..., Any]:
    """Return a function that the document gives to strangers."""
    names: dict[str, Any] = {}
    for block in fenced("python"):
        exec(compile(block, "docs/draws.md", "exec"), names)  # noqa: S102 - the document's own few lines
    found: Callable[..., Any] = names[function]
    return found


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"lot-{vector['number']}")
def test_seat_10_the_documents_vectors_are_what_the_code_draws(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    name = f"{vector['tournament']}/{vector['number']}"
    assert hashlib.sha256(seed).hexdigest() == commitment(seed) == vector["commitment"]
    assert hmac.digest(seed, name.encode(), "sha256").hex() == vector["key"]
    pools = tuple(tuple(pool) for pool in vector["pools"])
    orders = draw(seed, vector["tournament"], vector["number"], pools)
    assert [list(order) for order in orders] == vector["orders"]
    assert documented()(seed, vector["tournament"], vector["number"], vector["pools"]) == vector["orders"]


def test_seat_10_the_document_has_vectors_of_each_kind_of_event_that_draws() -> None:
    assert len(VECTORS) == 3
    alike = {"re_entered", "rebought", "knockout_voided", "bust_corrected"}
    assert {vector["event"] for vector in KINDS} == set(CHECKS) - alike


@pytest.mark.parametrize("vector", KINDS, ids=lambda vector: vector["kind"])
def test_seat_10_the_documents_functions_make_of_the_orders_what_it_says(vector: dict[str, Any]) -> None:
    seed, tournament = bytes.fromhex(VECTORS[0]["seed"]), VECTORS[0]["tournament"]
    number, pools = vector["number"], vector["pools"]
    orders = [list(order) for order in draw(seed, tournament, number, tuple(tuple(pool) for pool in pools))]
    assert orders == vector["orders"] == documented()(seed, tournament, number, pools)
    assert orders == lots.lot(seed, tournament, number, pools)
    given = vector["given"].values()
    if not vector["function"]:
        outcome = [order[0] for order in orders]
    elif vector["function"] == "seated":
        outcome = documented("seated")(*orders, *given)
    else:
        outcome = documented(vector["function"])(orders, *given)
    assert json.loads(json.dumps(outcome)) == vector["outcome"]


def test_seat_10_the_documents_javascript_draws_the_same(tmp_path: Path) -> None:
    """Where there is a Node.js; the arithmetic of `infra.lots` is another second opinion, and is always asked."""
    (source,) = fenced("js")
    asked = [
        {"seed": VECTORS[0]["seed"], "tournament": VECTORS[0]["tournament"]} | vector for vector in KINDS
    ] + VECTORS
    told = f"""{source}
    const asked = {json.dumps(asked)};
    const one = (it) => lot(Buffer.from(it.seed, "hex"), it.tournament, it.number, it.pools);
    console.log(JSON.stringify(asked.map(one)));
    """
    script = tmp_path / "lots.js"
    script.write_text(told, encoding="utf-8")
    node = shutil.which("node")
    drawn = [lots.lot(bytes.fromhex(it["seed"]), it["tournament"], it["number"], it["pools"]) for it in asked]
    if node is not None:
        done = subprocess.run([node, script], capture_output=True, text=True, timeout=60, check=True)
        drawn = json.loads(done.stdout)
    assert drawn == [it["orders"] for it in asked]


pools = st.lists(st.lists(st.integers(0, 10**6), unique=True, max_size=40).map(tuple), max_size=4).map(tuple)


@given(
    seed=st.binary(min_size=32, max_size=32),
    tournament=st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True),
    number=st.integers(1, 10**6),
    pools=pools,
)
def test_seat_10_a_stranger_with_the_document_draws_the_same(
    seed: bytes, tournament: str, number: int, pools: tuple[tuple[int, ...], ...]
) -> None:
    orders = draw(seed, tournament, number, pools)
    assert [list(order) for order in orders] == documented()(seed, tournament, number, pools)
    assert [list(order) for order in orders] == lots.lot(seed, tournament, number, pools)
    assert [sorted(order) for order in orders] == [sorted(pool) for pool in pools]


@given(pool=st.lists(st.integers(0, 100), unique=True, min_size=2, max_size=12), shuffle=st.randoms())
def test_seat_10_the_order_in_which_candidates_are_given_does_not_matter(pool: list[int], shuffle: Any) -> None:
    other = pool.copy()
    shuffle.shuffle(other)
    assert draw(SEED, "t", 1, (tuple(pool),)) == draw(SEED, "t", 1, (tuple(other),))


def chi_square(counts: Counter[Any], cells: int, drawn: int) -> float:
    expected = drawn / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


def test_seat_10_every_order_of_four_is_equally_likely() -> None:
    """Chi-square with 23 degrees of freedom: 49.7 is exceeded by chance once in a thousand."""
    counts = Counter(draw(SEED, "t", number, ((1, 2, 3, 4),))[0] for number in range(1, 12_001))
    assert set(counts) == set(permutations((1, 2, 3, 4)))
    assert chi_square(counts, 24, 12_000) < 49.7


def test_seat_10_every_candidate_comes_to_every_place_equally_often() -> None:
    """Nine places of nine: chi-square with 64 degrees of freedom, 104.7 once in a thousand."""
    nine = tuple(range(9))
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(1, 4_001):
        counts.update(enumerate(draw(SEED, "t", number, (nine,))[0]))
    assert chi_square(counts, 81, 36_000) * 8 / 9 < 104.7


@pytest.mark.parametrize("candidates", [2, 3, 5, 6, 7, 9, 10, 1_000, 30_000])
def test_seat_10_the_first_number_that_is_skipped_is_the_first_beyond_the_last_whole_round(candidates: int) -> None:
    """At the edge: the largest multiple of the candidates in 2^64 is skipped, the number below it is not."""
    span = 1 << 64
    edge = span - span % candidates
    rest = [0] * candidates
    pool = tuple(range(candidates))
    for first, taken in ((edge - 1, candidates - 1), (edge, 0), (span - 1, candidates - 1 if edge == span else 0)):
        if first == span:
            continue
        assert draws._shuffled(pool, iter([first, *rest]))[-1] == taken
        assert lots.order(pool, iter([first, *rest]))[-1] == taken


def test_seat_10_a_number_that_would_favour_some_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three candidates the number 2^64 - 1 belongs to no full round of three."""
    span = 1 << 64
    stream = iter([span - 1, 5, span - 2, 3])
    monkeypatch.setattr(draws, "_numbers", lambda _: stream)
    assert span % 3 == 1
    assert draw(SEED, "t", 1, ((1, 2, 3),)) == ((2, 1, 3),)
    assert next(stream) == 3


def test_seat_10_lots_with_other_numbers_or_tournaments_are_others() -> None:
    pool = (tuple(range(20)),)
    drawn = {draw(SEED, tournament, number, pool) for tournament in ("a", "b") for number in range(1, 50)}
    assert len(drawn) == 98
    assert draw(b"another seed of thirty-two bytes", "a", 1, pool) not in drawn
    assert math.factorial(20) > 10**18


def test_seat_10_what_one_lot_gives_says_nothing_of_the_next() -> None:
    """First of six in a lot and in the next: chi-square of 36 pairs, 35 degrees of freedom, 66.6 once in a thousand."""
    six = (tuple(range(6)),)
    firsts = [draw(SEED, "t", number, six)[0][0] for number in range(1, 7_201)]
    counts = Counter(zip(firsts[::2], firsts[1::2], strict=True))
    assert chi_square(counts, 36, 3_600) < 66.6


def test_seat_10_keys_of_lots_share_nothing() -> None:
    """Tournament and number stand in the key's text with a stroke between, which no id has: no two texts are alike."""
    texts = {f"{tournament}/{number}" for tournament in ("a", "a1", "a11", "1", "11") for number in range(1, 300)}
    keys = {hmac.digest(SEED, text.encode(), "sha256") for text in texts}
    assert len(texts) == len(keys) == 5 * 299
    with pytest.raises(ValidationError):
        TypeAdapter(TournamentId).validate_python("a/1")


def test_seat_10_the_hash_goes_out_before_anybody_can_register() -> None:
    night = draft()
    night.must("17:30", "open_registration")
    assert [recorded.event.kind for recorded in night.record[-2:]] == ["seed_committed", "registration_opened"]
    event = night.record[-2].event
    assert isinstance(event, SeedCommitted)
    assert event.commitment == night.head["commitment"] == hashlib.sha256(SEED).hexdigest()


Lots = FieldSeated | PlayerSeated | ReEntered | KnockoutVoided | LotVoided


def whole_evening() -> Evening:
    """Return an evening with a first draw, late seats, a re-entry, a void and a wasted lot, to its end."""
    night = opened(11)
    for number in range(1, 12):
        night.must("18:30", "check_in", player=P[number])
    night.wait("19:00")
    for number in range(20, 27):
        night.must("19:05", "register", player=P[number])
    victim = night.seats()[1, 1]
    knock_out(night, "19:10", victim, night.seats()[1, 2])
    night.must("19:11", "register", player=P[30], seat={"table": 1, "seat": 1})
    night.must("19:12", "void_knockout", knockout=1)
    knock_out(night, "19:13", victim, night.seats()[1, 2])
    night.must("19:14", "re_enter", player=victim)
    night.prompt = False
    night.send("19:15", "register", player=P[31])
    assert night.fetch()
    night.must("19:15", "cancel")
    night.lots_come(night.state.last_at)
    return night


def test_seat_10_after_the_reveal_the_whole_record_is_drawn_again() -> None:
    """From the published events alone: the seed fits its hash, every number is used once, every order is the lot's."""
    night = whole_evening()
    events = [recorded.event for recorded in night.record]
    promised = next(event.commitment for event in events if isinstance(event, SeedCommitted))
    revealed = bytes.fromhex(next(event.seed for event in events if isinstance(event, SeedRevealed)))
    assert commitment(revealed) == promised
    numbers = [
        event.number if isinstance(event, LotVoided) else event.lot for event in events if isinstance(event, Lots)
    ]
    assert [number for number in numbers if number is not None] == list(range(1, night.state.lots + 1))
    field = next(event for event in events if isinstance(event, FieldSeated))
    nine = tuple(range(1, 10))
    order, *seats = documented()(revealed, "sunday-1", 1, (tuple(range(1, 12)), nine, nine, nine, nine))
    chairs = [(1, seat) for seat in seats[0][:6]] + [(2, seat) for seat in seats[1][:5]]
    assert {entry: (table, seat) for entry, table, seat, _ in field.seats} == dict(zip(order, chairs, strict=True))
    late = next(event for event in events if isinstance(event, PlayerSeated))
    tables, free = documented()(revealed, "sunday-1", late.lot, ((2,), nine))
    taken = {seat for _, table, seat, _ in field.seats if table == 2}
    assert late.chair == (tables[0], next(seat for seat in free if seat not in taken))


def test_seat_10_a_drawn_lot_is_never_drawn_for_anything_else() -> None:
    night = evening(10, sizes=[5, 5])
    night.prompt = False
    night.send("19:10", "register", player=P[20])
    assert night.fetch()
    knock_out(night, "19:10:01", P[1])
    night.lots_come(night.state.last_at)
    assert [recorded.event.kind for recorded in night.record if recorded.cause == "lot"][-1] == "lot_voided"
    late = next(recorded.event for recorded in night.record if isinstance(recorded.event, PlayerSeated))
    assert late.lot == 3
