"""What one balancing decision costs from 2 tables to 600: a bust, and everything that the rules make of it.

A full field is brought to where the next bust makes the tables too uneven; deciding and applying that bust, with all
that follows (who moves from which table to which seat, or the proposal, a lot included), is timed.  `ratio` is against
two tables in the same run, and must not pass one and a half; `of_a_bust` is against the bare baseline, a bust in the
same field that leaves the tables even.

Prints one JSON object a line.
"""

import statistics
import time
from datetime import datetime, timedelta

from bench.field import SEED, START, ask, emit
from domain import desk, draws
from domain.journal import LotResult
from domain.settings import Prices, Settings
from domain.state import Tournament
from domain.structure import Level, Structure

TABLES = (2, 5, 12, 50, 150, 600)
SEATS = 9
PROFILES = ("tda-wsop-v1", "tda-2024-v1", "east-durham-v1")
"""By itself with the next big blind; on advice with the next big blind; on advice by lot."""


def settings(profile: str, tables: int) -> Settings:
    """Return a tournament of so many tables in which nobody comes in late."""
    levels = tuple(Level(small_blind=100 * n, big_blind=200 * n, seconds=1200) for n in range(1, 31))
    return Settings(
        title="bench",
        profile=profile,
        structure=Structure(name="bench", items=levels),
        starts_at=START,
        starting_stack=10_000,
        tables=tables,
        prices=Prices(buy_in=1000),
        largest_difference=((None, 1),),
    )


def brought(state: Tournament, at: datetime) -> Tournament:
    """Return the state with the lots that it waits for."""
    while (request := desk.errand(state)) is not None:
        orders = draws.draw(SEED, state.id, request.number, request.pools)
        state = desk.run_errand(state, request, LotResult(number=request.number, orders=orders), at).state
    return state


def full(profile: str, tables: int) -> Tournament:
    """Return a field that has just been seated, every chair taken."""
    before = START - timedelta(hours=1)
    made = desk.create("bench", "club", settings(profile, tables), command_id="c", actor="f", role="floor", at=before)
    if not isinstance(made, desk.Stepped):
        raise TypeError(made)
    opening = ask("open_registration", 0, before)
    waiting = desk.apply(made.state, opening, before)
    if not isinstance(waiting, desk.Waiting) or waiting.request is None:
        raise TypeError(waiting)
    committed = LotResult(number=0, commitment=draws.commitment(SEED))
    state = desk.apply(waiting.state, opening, before, desk.lot_of(waiting.request, committed)).state
    for number in range(tables * SEATS):
        for kind in ("register", "check_in"):
            state = desk.apply(state, ask(kind, number, before, player=f"p{number}"), before).state
    return brought(desk.elapse(state, START).state, START)


def bust(state: Tournament, table: int, at: datetime) -> Tournament:
    """Return the state after somebody at a table knocked somebody there out, and what follows at once."""
    first, second, *_ = (state.entries[entry].player for _, entry in sorted(state.tables[table].seats.items()))
    asked = ask("record_knockout", state.seq, at, player=first, killers=[second], stack=1)
    return desk.apply(state, asked, at).state


def cost(state: Tournament, table: int, at: datetime) -> float:
    """Return the seconds of a bust at a table with what follows, a lot that it takes included."""
    began = time.perf_counter()
    for _ in range(10):
        brought(bust(state, table, at), at)
    return (time.perf_counter() - began) / 10


def main() -> None:
    """Print the curve of each policy."""
    at = START + timedelta(seconds=30)
    for profile in PROFILES:
        fields = {tables: full(profile, tables) for tables in TABLES}
        uneven = {tables: bust(state, 1, at) for tables, state in fields.items()}
        rounds = [
            {tables: (cost(fields[tables], 1, at), cost(uneven[tables], 1, at)) for tables in TABLES} for _ in range(15)
        ]
        for tables in TABLES:
            bare, decided = (statistics.median(one[tables][n] for one in rounds) for n in (0, 1))
            ratio = statistics.median(one[tables][1] / one[TABLES[0]][1] for one in rounds)
            share = statistics.median(one[tables][1] / one[tables][0] for one in rounds)
            figures = {"of_a_bust": share, "microseconds": decided * 1e6, "bare_microseconds": bare * 1e6}
            emit("balance", of=f"{profile}, {tables} tables", ratio=ratio, at_most=1.5, **figures)


if __name__ == "__main__":
    main()
