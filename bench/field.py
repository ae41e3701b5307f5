"""What one decision costs in a field of 30, 3,000 and 30,000, and what a whole field costs: draw, finish, snapshot.

Prints one JSON object a line.  `ratio` is the large field against the small one in the same run; a decision must not
cost more than twice as much in a field of 30,000 as in one of 30.
"""

import gc
import json
import statistics
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from domain import desk, draws, snapshot, views
from domain.commands import Asked, parse
from domain.decide import decide
from domain.decisions import Context
from domain.events import Recorded
from domain.events.record import to_text
from domain.evolve import evolve
from domain.journal import LotResult
from domain.settings import Prices, Settings
from domain.state import Tournament
from domain.structure import Level, Structure
from infra.worker import COLLECT

START = datetime(2026, 1, 2, 19, tzinfo=UTC)
SEED = bytes(range(32))
FIELDS = (30, 3_000, 30_000)
FINISHED = (5_400, 10_112)
"""Fields that are played to the end: 600 tables, and the largest single field on record."""


def settings() -> Settings:
    """Return a tournament with room for the largest field."""
    levels = tuple(Level(small_blind=100 * n, big_blind=200 * n, seconds=1200) for n in range(1, 31))
    return Settings(
        title="bench",
        profile="tda-2024-v1",
        structure=Structure(name="bench", items=levels),
        starts_at=START,
        starting_stack=10_000,
        tables=9_999,
        prices=Prices(buy_in=1000),
    )


def ask(kind: str, number: int, at: datetime, **body: object) -> Asked:
    """Return a command with its envelope."""
    return Asked(command_id=f"{kind}-{number}", actor="floor", role="floor", accepted_at=at, command=parse(kind, body))


def registered(field: int, terms: Settings | None = None) -> Tournament:
    """Return a tournament that has just started with so many players waiting for the first draw."""
    before = START - timedelta(hours=1)
    made = desk.create(
        "bench", "club", terms or settings(), command_id="create", actor="floor", role="owner", at=before
    )
    if not isinstance(made, desk.Stepped):
        raise TypeError(made)
    state = made.state
    opening = ask("open_registration", 0, before)
    waiting = desk.apply(state, opening, before)
    if not isinstance(waiting, desk.Waiting) or waiting.request is None:
        raise TypeError(waiting)
    committed = LotResult(number=0, commitment=draws.commitment(SEED))
    state = desk.apply(state, opening, before, desk.lot_of(waiting.request, committed)).state
    for number in range(field):
        for kind in ("register", "check_in"):
            state = desk.apply(state, ask(kind, number, before, player=f"p{number}"), before).state
    return desk.elapse(state, START).state


def seated(field: int, terms: Settings | None = None) -> tuple[Tournament, float]:
    """Return the tournament after its first draw, and the seconds that the draw took beside the lot's own."""
    state = registered(field, terms)
    began = time.perf_counter()
    request = desk.errand(state)
    asked = time.perf_counter()
    if request is None:
        raise ValueError(field)
    orders = draws.draw(SEED, state.id, request.number, request.pools)
    drawn = time.perf_counter()
    stepped = desk.run_errand(state, request, LotResult(number=request.number, orders=orders), START)
    done = time.perf_counter()
    emit("first_draw", field=field, lot_seconds=drawn - asked, thread_seconds=(asked - began) + (done - drawn))
    return stepped.state, done - began


def busts(state: Tournament, field: int) -> float:
    """Return what one bust costs, each in the same full field."""
    return decided(state, "record_knockout", [{"player": f"p{n}", "killers": [f"p{field - 1}"]} for n in range(20)])


def settlements(state: Tournament) -> float:
    """Return what one settlement costs, each in the same full field."""
    paid = {"amount": 1000, "method": "cash", "seen": state.seq}
    return decided(state, "settle", [{"player": f"p{n}", **paid} for n in range(20)])


def decided(state: Tournament, kind: str, bodies: Sequence[dict[str, object]]) -> float:
    """Return the median seconds of deciding and applying one of these commands, each in the same state."""
    at = START + timedelta(minutes=1)
    context = Context(at=at, accepted_at=at, actor="floor", role="floor")
    times = []
    for body in bodies:
        command = parse(kind, body)
        began = time.perf_counter()
        for _ in range(10):
            events = decide(state, command, context)
            if not isinstance(events, tuple):
                raise TypeError(events)
            evolve(state, Recorded(seq=state.seq + 1, at=at, cause="bench", event=events[0]))
        times.append((time.perf_counter() - began) / 10)
    return statistics.median(times)


def finish(field: int) -> None:
    """Print what the finish of a whole field decides and writes, with 15 per cent of it paid, in bytes.

    What is packed is so as payloads are; ids have a few characters here, where those of people have 36.
    """
    terms = replace(settings(), profile="east-durham-v1", balancing="floor", paid_percent=Decimal(15))
    state = seated(field, terms)[0]
    at = START + timedelta(minutes=1)
    for number in range(field - 1):
        state = desk.apply(state, ask("record_knockout", number, at, player=f"p{number}"), at).state
    before = len(zlib.compress(snapshot.dump(state).encode()))
    began = time.perf_counter()
    over = desk.apply(state, ask("finish", 0, at, confirm=True), at)
    decided = time.perf_counter() - began
    began = time.perf_counter()
    rows = json.dumps(list(views.rows(over.state, over.recorded).entries.values())).encode()
    emit(
        "finish",
        entries=field,
        decide_seconds=decided,
        rows_seconds=time.perf_counter() - began,
        **{each.event.kind: len(to_text(each)) for each in over.recorded if each.event.kind.endswith("_recorded")},
        rows=len(rows),
        rows_packed=len(zlib.compress(rows)),
        state_packed_before=before,
        state_packed=len(zlib.compress(snapshot.dump(over.state).encode())),
    )


def timed(run: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def emit(bench: str, **figures: object) -> None:
    """Print one result as JSON; seconds with four digits that count."""
    rounded = {name: float(f"{value:.4g}") if isinstance(value, float) else value for name, value in figures.items()}
    print(json.dumps({"bench": bench, **rounded}), flush=True)


def main() -> None:
    """Print what a field of each size costs, with the collector of cycles as the worker sets it."""
    gc.set_threshold(*COLLECT)
    states = {field: seated(field)[0] for field in FIELDS}
    for bench, cost in (("bust", busts), ("settlement", lambda state, _: settlements(state))):
        rounds = [{field: cost(states[field], field) for field in FIELDS} for _ in range(9)]
        for field in FIELDS:
            ratio = statistics.median(one[field] / one[FIELDS[0]] for one in rounds)
            seconds = statistics.median(one[field] for one in rounds)
            emit(bench, field=field, microseconds=seconds * 1e6, ratio=ratio, at_most=2.0)
    for field in FINISHED:
        finish(field)
    state = seated(10_000)[0]
    text = snapshot.dump(state)
    emit(
        "snapshot",
        entries=10_000,
        bytes=len(text),
        compressed=len(zlib.compress(text.encode())),
        dump_seconds=timed(lambda: snapshot.dump(state)),
        load_seconds=timed(lambda: snapshot.load(text)),
    )


if __name__ == "__main__":
    main()
