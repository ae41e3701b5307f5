"""Evenings for the laws: a script for the rules alone, any commands at any instants, and what must hold after each."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from domain.evolve import evolve
from domain.state import Tournament
from domain.table_sizes import numbers
from infra.rehearse import Played, play
from infra.scenario import Scenario, parse, read
from infra.script import script

STANDARD = read(Path(__file__).parents[2] / "scenarios" / "std.yaml").model_dump(by_alias=True, exclude_unset=True)


MINUTE = timedelta(minutes=1)
START = datetime(2026, 11, 27, 19, tzinfo=UTC)
LEVELS = (20, 20, 10, 20, 20, 10)
"""Minutes of the standard evening's steps that end by themselves."""
SMALL: dict[str, Any] = {"seats_per_table": 5, "tables": 3}
"""Settings of a room that fills up."""


def scenario(**parts: Any) -> Scenario:
    """Return the standard evening with these parts in place of its own."""
    return parse(STANDARD | {"title": "a law"} | parts, "law")


def clock(after_start: timedelta) -> str:
    """Return the time of day so long after 19:00, with microseconds."""
    seconds, rest = divmod(after_start, timedelta(seconds=1))
    return f"{19 + seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest // timedelta(microseconds=1):06}"


def spans(least: timedelta, most: timedelta) -> st.SearchStrategy[timedelta]:
    """Draw a length of time, to the microsecond."""
    return st.timedeltas(min_value=least, max_value=most)


PLAYERS = st.sampled_from([f"P{number}" for number in range(1, 13)])
CHAIRS = st.builds(lambda table, seat: f"T{table}-S{seat}", st.integers(1, 3), st.integers(1, 5))
ENTRIES = st.integers(1, 20)
KNOCKOUTS = st.integers(1, 12)


def _ask(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"ask": st.just(kind), "with": st.fixed_dictionaries(fields), "answer": st.just("any")}
    )


COMMANDS = st.one_of(
    _ask("record_knockout", player=PLAYERS, killers=st.lists(PLAYERS, max_size=2)),
    _ask("record_knockout", player=PLAYERS, killers=st.lists(PLAYERS, max_size=2)),
    _ask(
        "record_knockout_group",
        busts=st.lists(
            st.fixed_dictionaries({"player": PLAYERS, "stack": st.integers(1, 20_000)}), min_size=2, max_size=3
        ),
    ),
    _ask("void_knockout", knockout=KNOCKOUTS),
    _ask("void_knockout", knockout=KNOCKOUTS),
    _ask("re_enter", player=PLAYERS),
    _ask("re_enter", player=PLAYERS, seat=CHAIRS),
    _ask("register", player=PLAYERS),
    _ask("register", player=PLAYERS, seat=CHAIRS),
    _ask("check_in", player=PLAYERS),
    _ask("unregister", player=PLAYERS),
    _ask("process_no_show", player=PLAYERS),
    _ask("restore_registration", player=PLAYERS),
    _ask("void_entry", player=PLAYERS, reason=st.just("mistake")),
    _ask("void_entry", player=PLAYERS, entry=ENTRIES, reason=st.just("mistake")),
    _ask("move_player", player=PLAYERS, leaving=CHAIRS, to=CHAIRS),
    _ask("undo_move"),
    _ask("swap_seats", player=PLAYERS, other=PLAYERS),
    _ask("rebuy", player=PLAYERS),
    _ask("add_on", player=PLAYERS),
    _ask("surrender_stack", player=PLAYERS, stack=st.integers(1, 9_999)),
    _ask("decline_rebuy", player=PLAYERS),
    _ask("pause"),
    _ask("resume"),
    _ask("next_level", step=st.sampled_from(["level 1", "level 2", "break 1", "level 3"])),
    _ask("previous_level", step=st.sampled_from(["level 2", "break 1", "level 3"])),
)
"""Any command of play, most of them out of place."""


@st.composite
def steps(draw: st.DrawFn, least: int = 0, most: int = 30) -> list[dict[str, Any]]:
    """Draw commands at rising instants within two hours of the start."""
    chosen = draw(
        st.lists(st.tuples(COMMANDS, spans(timedelta(0), timedelta(minutes=8))), min_size=least, max_size=most)
    )
    at = timedelta(minutes=1)
    told = []
    for command, gap in chosen:
        at += gap
        told.append({**command, "at": clock(at)})
    return told


def faults(state: Tournament) -> list[str]:
    """Return every law of seats, entries and counters that the state breaks."""
    found = []
    chairs = Counter(entry.chair for entry in state.entries.values() if entry.chair is not None)
    found += [f"{chair} holds {count} entries" for chair, count in chairs.items() if count > 1]
    mapped = {(n, seat): e for n, table in state.tables.items() for seat, e in table.seats.items()}
    if mapped != {entry.chair: entry.number for entry in state.entries.values() if entry.chair is not None}:
        found.append("the seat map and the entries' chairs differ")
    alive = [entry for entry in state.entries.values() if entry.status in {"alive", "pending"}]
    found += [f"entry {entry.number} lives without a chair" for entry in alive if entry.chair is None]
    seated = [entry for entry in state.entries.values() if entry.chair is not None and entry not in alive]
    if state.drawn:
        found += [f"entry {entry.number} is {entry.status} and has a chair" for entry in seated]
    held = [entry for entry in state.entries.values() if entry.status in {"waiting", "registered"}]
    lives = Counter(entry.player for entry in (*alive, *held))
    found += [f"{player} has {count} living entries" for player, count in lives.items() if count > 1]
    counting = [
        entry for entry in state.entries.values() if entry.seated and entry.status in {"alive", "pending", "out"}
    ]
    removed = sum(knockout.chips_removed for knockout in state.knockouts.values() if knockout.voided_at is None)
    standing = [k for k in state.knockouts.values() if k.voided_at is None and k.rebought_at is None]
    left_behind = [state.entries[k.entry] for k in standing]
    voided_out = {entry.number for entry in left_behind if entry.status == "voided"}
    issued = sum(entry.chips for entry in counting) + sum(state.entries[n].chips for n in voided_out)
    registered = sum(entry.status == "registered" for entry in state.entries.values())
    counts = {
        "alive": (state.alive, len(alive)),
        "field": (state.field, len(counting)),
        "unique": (state.unique, len({entry.player for entry in counting})),
        "registered": (state.registered, registered),
        "chips": (state.chips_in_play, issued - removed),
        "tables": (state.tables_in_play, sum(bool(table.seats) for table in state.tables.values())),
        "voided": (state.voided, sum(entry.status == "voided" for entry in state.entries.values())),
    }
    found += [
        f"{name} is kept as {kept} and counts {counted}" for name, (kept, counted) in counts.items() if kept != counted
    ]
    credited: Counter[str] = Counter()
    for knockout in state.knockouts.values():
        if knockout.voided_at is None:
            for player, over, under in knockout.credits:
                credited[player] += Fraction(over, under)  # type: ignore[assignment]
    for player, line in state.players.items():
        if Fraction(*line.credits) != Fraction(credited[player]):
            found.append(f"{player} has {line.credits} credits, his knockouts give {credited[player]}")
    sizes: dict[int, set[int]] = {}
    for number, table in state.tables.items():
        if not table.broken:
            sizes.setdefault(len(table.seats), set()).add(number)
    if sizes != {size: set(numbers(tables)) for size, tables in enumerate(state.sizes) if tables}:
        found.append("the tables by size differ from the seat map")
    return found


def place_faults(places: dict[int, int]) -> list[str]:
    """Return why these places (entry to place) have a gap: equal ones share the best place and the next are skipped."""
    found = []
    counted = Counter(places.values())
    expected = 1
    for place in sorted(counted):
        if place != expected:
            found.append(f"place {expected} is missing, {place} comes next")
        expected = place + counted[place]
    return found


def played(**parts: Any) -> Played:
    """Play the standard evening with these parts in place of its own."""
    return play(script(scenario(**parts)))


def states(result: Played) -> list[Tournament]:
    """Return the state after each event."""
    state: Tournament | None = None
    found = []
    for recorded in result.events:
        state = evolve(state, recorded)
        found.append(state)
    return found
