"""Short tables are advised to stop (SEAT-13; TDA 11D)."""

from typing import Any

import pytest

from domain import snapshot, views
from tests.domain.floor import Body, Evening, P, chair, evening, knock_out


def night_of(*sizes: int, profile: str = "tda-2024-v1", **more: Any) -> Evening:
    """Return an evening without late registration whose tables have so many players, from seat 1 on."""
    terms: dict[str, Any] = {"windows": {"late_registration": None}, "balancing": "floor", "break_order": ()}
    return evening(sum(sizes), sizes=sizes, profile=profile, **terms | more)


def halt(night: Evening, table: int) -> str | None:
    """Return what the table's row says."""
    said: str | None = views.table(night.state, table)["halt"]
    return said


def test_seat_13_a_table_three_short_of_the_fullest_by_busts_is_advised_to_stop() -> None:
    """TDA 11D: 9-handed, one table has 5 and another 8."""
    night = night_of(8, 6, 8)
    assert night.head["halts"] == []
    answer = knock_out(night, "19:10", P[9], P[10])
    assert "halt_advised" in answer.kinds
    event = next(event for event in answer.events if event.kind == "halt_advised")
    assert (event.table, event.players, event.fullest) == (2, 5, 8)
    assert (night.head["halts"], halt(night, 2), halt(night, 1)) == ([2], "advised", None)
    night.must("19:11", "start_hand", table=2)


def test_tda_11d_it_stops_when_its_big_blind_would_fall_on_an_empty_seat() -> None:
    night = night_of(8, 6, 8)

    def touched() -> bool | None:
        said: bool | None = views.table(night.state, 2)["blinds_touched"]
        return said

    night.must("19:05", "start_hand", table=2, button=6, small_blind=1, big_blind=2)
    assert touched() is None, "nobody asks it to stop"
    knock_out(night, "19:06", P[12], P[11])
    assert touched() is False, "after the big blind on seat 2 seat 3 has it, and sits there"
    night.must("19:07", "end_hand", table=2)
    night.must("19:08", "start_hand", table=2)
    assert touched() is True, "after the one on seat 3 it would be seat 4, which is empty"
    night.must("19:09", "waive_halt", table=2)
    assert touched() is None


def test_seat_13_it_ends_when_the_table_is_not_so_short_any_more() -> None:
    night = night_of(8, 6, 8)
    knock_out(night, "19:10", P[9], P[10])
    answer = night.must("19:11", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-1"))
    assert answer.kinds == ["player_moved", "halt_ended"]
    assert (night.head["halts"], halt(night, 2)) == ([], None)
    other = night_of(8, 6)
    knock_out(other, "19:10", P[9], P[10])
    assert "halt_ended" in knock_out(other, "19:11", P[1], P[2]).kinds, "the fullest table is smaller now"


def test_seat_13_the_floor_may_waive_it() -> None:
    night = night_of(8, 6, 8)
    assert night.ask("19:09", "waive_halt", table=2).refused == "not_short"
    knock_out(night, "19:10", P[9], P[10])
    night.must("19:11", "waive_halt", table=2)
    assert (night.head["halts"], halt(night, 2)) == ([], "waived")
    assert night.must("19:11", "waive_halt", table=2).note
    knock_out(night, "19:12", P[10], P[11])
    assert halt(night, 2) == "waived", "it was waived for as long as the table is short"
    night.must("19:13", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-1"))
    night.must("19:13", "move_player", player=P[15], leaving=chair("3-1"), to=chair("2-2"))
    assert halt(night, 2) is None
    knock_out(night, "19:14", P[11], P[12])
    knock_out(night, "19:15", P[12], P[13])
    assert halt(night, 2) == "advised"
    assert snapshot.load(snapshot.dump(night.state)) == night.state


def test_seat_13_a_table_that_is_still_filling_up_is_not_asked() -> None:
    night = evening(18, tables=3, profile="tda-2024-v1", balancing="floor")
    night.must("19:10", "register", player=P[20])
    assert (night.sizes(), night.head["halts"]) == ({1: 9, 2: 9, 3: 1}, [])


def test_seat_13_a_pending_bust_leaves_no_chair_free_yet() -> None:
    terms: Body = {"windows": {"late_registration": None, "rebuy": {"kind": "level", "level": 2}}}
    night = evening(14, sizes=[8, 6], profile="sport-poker-v2", balancing="floor", halts_when_short=3, **terms)
    knock_out(night, "19:10", P[9], P[10])
    assert night.head["halts"] == []
    night.wait("19:11")
    assert night.head["halts"] == [2]


@pytest.mark.parametrize(
    ("seats", "setting", "advised"), [(6, None, False), (6, 3, True), (8, None, True), (8, 0, False), (8, 4, False)]
)
def test_tda_11d_at_small_tables_it_is_the_directors_choice(seats: int, setting: int | None, advised: bool) -> None:
    night = night_of(6, 4, seats_per_table=seats, halts_when_short=setting)
    knock_out(night, "19:10", P[7], P[8])
    assert (night.head["halts"] == [2]) == advised
