"""What holds of every course of moves and hands (SEAT-4, SEAT-11, SEAT-12, SEAT-14)."""

from datetime import timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import views
from domain.evolve import fold
from tests.domain import laws
from tests.domain.floor import Body, Evening, P, at, evening

TABLES, SEATS = 3, 5
FIELD = 10


def _chair(night: Evening, player: str) -> Body | None:
    entry = night.state.current(player)
    where = None if entry is None else entry.chair
    return None if where is None else {"table": where[0], "seat": where[1]}


def _deed(chance: Random, night: Evening) -> tuple[str, Body]:
    """Return one thing that may happen at the tables."""
    kind = chance.choice(
        ["start_hand", "start_hand", "end_hand", "end_hand", "move_player", "move_player", "move_player", "swap_seats",
         "undo_move", "confirm_arrival", "correct_seat", "record_knockout", "register", "void_knockout", "void_entry"]
    )  # fmt: skip
    player = chance.choice(P[1 : FIELD + 1])
    anywhere = {"table": chance.randint(1, TABLES), "seat": chance.randint(1, SEATS)}
    bodies: dict[str, Body] = {
        "start_hand": {"table": chance.randint(1, TABLES)},
        "end_hand": {"table": chance.randint(1, TABLES)},
        "move_player": {"player": player, "leaving": _chair(night, player) or anywhere, "to": anywhere},
        "swap_seats": {"player": player, "other": chance.choice(P[1 : FIELD + 1])},
        "confirm_arrival": {"player": player},
        "correct_seat": {"player": player, "sits_at": anywhere, "stack": chance.choice([1, 7_000])},
        "record_knockout": {"player": player, "cause": "left", "stack": 1},
        "register": {"player": chance.choice(P[11:20]), "seat": chance.choice([None, anywhere])},
        "void_knockout": {"knockout": max(1, len(night.state.knockouts))},
        "void_entry": {"player": player, "reason": "mistake"},
    }
    return kind, bodies.get(kind, {})


def _played(seed: int, deeds: int) -> Evening:
    chance = Random(seed)  # noqa: S311 - no secret hangs on it
    sizes = [5, 3, 2]
    night = evening(FIELD, sizes=sizes, tables=TABLES, seats_per_table=SEATS, arrival_seconds=30)
    now = at("19:01")
    for _ in range(deeds):
        now += timedelta(seconds=chance.choice([1, 5, 20, 40]))
        kind, body = _deed(chance, night)
        night.ask(now, kind, **body)
        laws.open_moves_are_promises_of_the_living(night.state)
        laws.seats_and_entries_agree(night.state)
        laws.nothing_is_overdue(night.state)
        assert night.state.chips_in_play == laws.chips(night.record)
    return night


@given(seed=st.integers(0, 2**32), deeds=st.integers(1, 40))
@settings(max_examples=20, deadline=None)
def test_seat_11_whatever_happens_at_the_tables_the_laws_of_moves_hold(seed: int, deeds: int) -> None:
    """One seat a player, one player a seat, kept chairs included; promises of the living alone; chips conserved."""
    night = _played(seed, deeds)
    laws.hold(night.state)
    assert fold(night.record) == night.state


@given(seed=st.integers(0, 2**32), deeds=st.integers(0, 25), who=st.integers(0, 9), to=st.integers(0, 14))
@settings(max_examples=30, deadline=None)
def test_seat_4_an_undo_restores_the_seat_map_and_the_counts(seed: int, deeds: int, who: int, to: int) -> None:
    """At once when no hand is in the way, else when the hands in progress are over."""
    night = _played(seed, deeds)
    before, seats = night.state, night.seats()
    living = [entry for entry in before.entries.values() if entry.status == "alive"]
    if not living:
        return
    player = living[who % len(living)].player
    leaving = _chair(night, player)
    target = {"table": to // SEATS + 1, "seat": to % SEATS + 1}
    now = night.state.last_at + timedelta(seconds=1)
    answer = night.ask(now, "move_player", player=player, leaving=leaving, to=target)
    if answer.refused:
        return
    # Time may have had its say before the command, and nothing of that is undone.
    moved = night.current(player).moved
    called = any(isinstance(event, e.PlayerMoved) for event in answer.events)
    night.must(now, "undo_move")
    for table in range(1, TABLES + 1):
        night.ask(now, "end_hand", table=table, role="dealer")
    assert night.seats() == seats or _released(night, before.last_at)
    assert night.current(player).moved == moved - called
    assert night.row(player)["table"] == (leaving or {}).get("table")
    laws.hold(night.state)


def _released(night: Evening, since: object) -> bool:
    """Return whether the hands' ends have called moves that had waited for them before."""
    return any(
        isinstance(recorded.event, e.PlayerMoved | e.MoveUndone | e.SeatsSwapped) and recorded.at > since  # type: ignore[operator]
        for recorded in night.record
    )


@given(seed=st.integers(0, 2**32), deeds=st.integers(1, 30))
@settings(max_examples=12, deadline=None)
def test_seat_12_moves_are_counted_as_the_record_tells_them(seed: int, deeds: int) -> None:
    night = _played(seed, deeds)
    counted: dict[int, int] = {}
    for recorded in night.record:
        match recorded.event:
            case e.PlayerMoved() as event:
                counted[event.entry] = counted.get(event.entry, 0) + 1
            case e.MoveUndone() as event:
                counted[event.entry] = counted.get(event.entry, 0) - 1
            case e.SeatsSwapped() as event:
                for entry in event.entries:
                    counted[entry] = counted.get(entry, 0) + (1 if event.undoes is None else -1)
            case _:
                pass
    held = {entry.number: entry.moved for entry in night.state.entries.values() if entry.moved}
    assert held == {entry: moves for entry, moves in counted.items() if moves}


@given(seed=st.integers(0, 2**32), deeds=st.integers(1, 30))
@settings(max_examples=12, deadline=None)
def test_seat_11_the_rows_tell_each_open_move_once_on_each_side(seed: int, deeds: int) -> None:
    night = _played(seed, deeds)
    tables = views.all_rows(night.state).tables.values()
    leaving = sorted(move["entry"] for table in tables for move in table["leaving"])
    assert leaving == sorted(night.state.promises)
    swaps = {entry for entry, each in night.state.promises.items() if each.status == "queued" and each.swap_with}
    assert sorted(move["entry"] for table in tables for move in table["coming"]) == sorted(
        set(night.state.promises) - swaps
    )
