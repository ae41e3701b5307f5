"""Drawing every seat anew (SEAT-12)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import draws, redraws
from domain import events as e
from tests.domain.floor import SEED, Evening, P, chair, evening, knock_out
from tests.domain.laws import hold


def tables(*sizes: int, **changes: Any) -> Evening:
    """Return an evening with so many players at table 1, table 2 and so on, to which nobody can come any more."""
    terms: dict[str, Any] = {"windows": {"late_registration": None}, "minimum_players": 2, "balancing": "floor"}
    return evening(sum(sizes), sizes=sizes, **{**terms, **changes})


def redrawn(night: Evening) -> e.FieldRedrawn:
    """Return the last redraw on record."""
    return [recorded.event for recorded in night.record if isinstance(recorded.event, e.FieldRedrawn)][-1]


def about(night: Evening) -> str:
    """Return what is proposed; nothing: an empty text."""
    return "" if night.state.proposal is None else night.state.proposal.about


def confirm(night: Evening, when: str) -> None:
    """Confirm the proposal that stands."""
    assert night.state.proposal is not None
    night.must(when, "confirm_proposal", proposal=night.state.proposal.number)


# ---------------------------------------------------------------------------------------------------------- when


@pytest.mark.parametrize(("entries", "stages"), [(49, set()), (50, {2, 1}), (99, {2, 1}), (100, {3, 2, 1})])
def test_wsop_67c_the_number_of_entries_says_at_how_many_tables(entries: int, stages: set[int]) -> None:
    night = tables(*[9] * (entries // 9), entries % 9, redraw_at="by_entries")
    assert night.state.field == entries
    assert redraws.stages(night.state) == stages


def test_seat_12_the_setting_replaces_the_profiles_stages() -> None:
    assert redraws.stages(tables(5, profile="east-durham-v1").state) == {1}
    assert redraws.stages(tables(5, profile="east-durham-v1", redraw_at=[]).state) == set()
    assert redraws.stages(tables(5, redraw_at=[3, 1]).state) == {3, 1}


def test_seat_12_as_a_table_breaks_the_field_is_drawn_in_its_place() -> None:
    night = tables(6, 6, 6, 9, profile="sport-poker-v2", redraw_at=[3])
    assert night.state.proposal is not None
    assert (about(night), night.state.proposal.reason) == (
        "redraw",
        "table 4 can break: all seats are drawn anew at 3 tables",
    )
    assert night.state.proposal.after == ((1, 9), (2, 9), (3, 9))
    confirm(night, "19:10")
    assert night.sizes() == {1: 9, 2: 9, 3: 9, 4: 0}
    event = redrawn(night)
    assert (event.tables, event.closing, len(event.seats), len(event.buttons)) == ((1, 2, 3), (4,), 27, 3)
    assert night.head["can_break"] is None
    hold(night.state)


def test_seat_12_it_is_drawn_by_itself_where_the_profile_says_so_and_once_at_each_stage() -> None:
    night = tables(7, 7, 6, 7, profile="tda-wsop-v1", redraw_at=[3, 2])
    assert [kind for _, kind in night.told("19:00") if "redraw" in kind or "broken" in kind] == [
        "redraw_queued",
        "field_redrawn",
    ]
    for number in range(1, 10):
        knock_out(night, "19:20", P[number], P[20], stack=1)
    assert night.head["tables"] == 2
    assert [kind for _, kind in night.told("19:00") if kind == "field_redrawn"] == ["field_redrawn"] * 2
    hold(night.state)


def test_seat_12_a_table_that_the_floor_breaks_brings_the_redraw_too() -> None:
    night = tables(5, 5, 5, 5, redraw_at=[3])
    night.must("19:10", "break_table", table=2)
    assert redrawn(night).closing == (2,)
    assert sorted(night.sizes().values()) == [0, 6, 7, 7]


def test_seat_12_who_names_seats_wants_the_break_and_the_redraw_is_proposed_after_it() -> None:
    night = tables(5, 5, 5, 1, redraw_at=[3])
    named = [{"player": P[16], "seat": {"table": 1, "seat": 9}}]
    night.must("19:10", "break_table", table=4, seats=named)
    assert night.seat(P[16]) == (1, 9)
    assert about(night) == "redraw"
    confirm(night, "19:11")
    assert sorted(night.sizes().values()) == [0, 5, 5, 6]


def test_seat_12_a_field_drawn_for_so_few_tables_is_not_drawn_again() -> None:
    night = tables(6, 6, 6, redraw_at=[3, 2])
    assert not about(night)
    assert night.head["redraw"] is None


def test_seat_12_nor_is_one_that_may_still_grow() -> None:
    night = evening(20, sizes=[5, 5, 5, 5], minimum_players=2, redraw_at=[3])
    night.must("19:10", "break_table", table=2)
    assert "field_redrawn" not in [kind for _, kind in night.told("19:00")]
    night.wait("20:00")
    assert about(night) == "redraw"


# ---------------------------------------------------------------------------------------------------- how it is drawn


def test_seat_12_a_stranger_draws_it_again() -> None:
    night = tables(6, 6, 6, redraw_at=[2])
    night.must("19:10", "break_table", table=3)
    event = redrawn(night)
    players, one, two, button_one, button_two = draws.draw(SEED, "sunday-1", event.lot, event.pools)
    seats = [(1, seat) for seat in one[:9]] + [(2, seat) for seat in two[:9]]
    assert [(entry, *chair) for entry, chair in zip(players, seats, strict=True)] == list(event.seats)
    assert event.buttons == ((1, button_one[0]), (2, button_two[0]))
    assert [night.state.tables[table].button_drawn for table in (1, 2)] == [button_one[0], button_two[0]]


def test_seat_12_every_move_is_counted_and_a_seat_drawn_again_is_none() -> None:
    night = tables(6, 6, 6, redraw_at=[2])
    before = {player: sat for sat, player in night.seats().items()}
    night.must("19:10", "break_table", table=3)
    after = {player: sits for sits, player in night.seats().items()}
    for player, sat in before.items():
        row = night.row(player)
        assert row["moved"] == (after[player] != sat)
        assert (row["move"] is not None) == (after[player] != sat)
    assert night.state.moves == sum(after[player] != sat for player, sat in before.items())


def test_seat_11_of_a_whole_hall_on_its_feet_nobody_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redraws, "MOST_AWAITED", 14)
    hall, room = tables(5, 5, 5), tables(5, 5, 4)
    for night in (hall, room):
        night.must("19:05", "redraw")
    assert (hall.head["open_moves"], redrawn(hall).due_at) == (0, None)
    assert room.head["open_moves"] > 0


def test_seat_2_locked_players_keep_their_seats() -> None:
    night = tables(6, 6, 6, redraw_at=[2])
    night.must("19:05", "lock_seat", player=P[3])
    night.must("19:10", "break_table", table=3)
    assert night.seat(P[3]) == (1, 3)
    assert night.row(P[3])["moved"] == 0
    hold(night.state)


def test_seat_2_where_a_closing_table_has_somebody_locked_nothing_is_drawn() -> None:
    night = tables(6, 6, 6, redraw_at=[2])
    night.must("19:05", "lock_seat", player=P[15])
    assert night.ask("19:10", "break_table", table=3).refused == "locked"


def test_seat_12_it_waits_for_the_hands_in_progress_and_no_new_one_begins() -> None:
    night = tables(6, 6, 6, redraw_at=[2])
    night.must("19:05", "start_hand", table=1)
    night.must("19:05", "start_hand", table=3)
    assert night.must("19:06", "break_table", table=3).kinds == ["redraw_queued"]
    assert night.ask("19:06", "break_table", table=2).refused == "redraw_waits"
    assert night.ask("19:06", "break_table", table=3).note == "table 3 closes when the seats are drawn anew"
    again = "the seats are drawn anew as soon as no hand is in progress"
    assert night.ask("19:06", "redraw", tables=[1, 2]).note == again
    assert night.ask("19:06", "redraw").refused == "redraw_waits"
    assert night.ask("19:07", "start_hand", table=2).refused == "redraw_waits"
    night.must("19:07", "end_hand", table=3)
    assert night.sizes() == {1: 6, 2: 6, 3: 6}
    night.must("19:08", "end_hand", table=1)
    assert night.sizes() == {1: 9, 2: 9, 3: 0}
    night.must("19:09", "start_hand", table=2)
    hold(night.state)


def test_seat_7_breaks_that_wait_go_up_in_the_redraw() -> None:
    night = tables(5, 5, 4, 4, redraw_at=[2])
    night.must("19:05", "start_hand", table=3)
    night.must("19:05", "break_table", table=3)
    assert night.must("19:06", "break_table", table=4).kinds[:1] == ["redraw_queued"]
    assert e.BreakDropped(table=3, why="redraw") in [recorded.event for recorded in night.record]
    night.must("19:07", "end_hand", table=3)
    assert night.sizes() == {1: 9, 2: 9, 3: 0, 4: 0}
    hold(night.state)


def test_seat_12_a_redraw_that_waits_is_taken_back() -> None:
    night = tables(6, 6, 6)
    assert night.ask("19:04", "redraw", withdraw=True).note == "no redraw waits"
    night.must("19:05", "start_hand", table=1)
    night.must("19:05", "redraw")
    night.must("19:06", "redraw", withdraw=True)
    night.must("19:07", "end_hand", table=1)
    assert "field_redrawn" not in [kind for _, kind in night.told("19:00")]
    night.must("19:08", "start_hand", table=1)


def test_seat_12_a_redraw_is_dropped_when_somebody_sits_at_another_table() -> None:
    night = tables(6, 6, 6)
    night.must("19:05", "start_hand", table=1)
    night.must("19:05", "redraw")
    night.must("19:06", "move_player", player=P[7], leaving=chair("2-1"), to=chair("5-1"), arrived=True)
    night.must("19:07", "end_hand", table=1)
    dropped = [r.event for r in night.record if isinstance(r.event, e.RedrawDropped)]
    assert [event.reason for event in dropped] == ["other_tables"]
    hold(night.state)


def test_seat_12_the_end_of_play_drops_it() -> None:
    night = tables(3, 2, end={"kind": "players_left", "players": 4})
    night.must("19:05", "start_hand", table=1)
    night.must("19:05", "redraw")
    knock_out(night, "19:06", P[1], P[2])
    night.must("19:07", "end_hand", table=1)
    dropped = [r.event for r in night.record if isinstance(r.event, e.RedrawDropped)]
    assert [event.reason for event in dropped] == ["play_ended"]


# ------------------------------------------------------------------------------------------------- the floor's word


def test_seat_12_the_floor_draws_anew_at_fewer_tables() -> None:
    night = tables(5, 5, 5)
    night.must("19:05", "redraw", tables=[1, 3])
    assert sorted(night.sizes().items()) == [(1, 8), (2, 0), (3, 7)]
    assert redrawn(night).closing == (2,)


def test_seat_12_more_players_than_chairs_are_refused() -> None:
    night = tables(5, 5, 5)
    answer = night.ask("19:05", "redraw", tables=[1])
    assert (answer.refused, dict(answer.rejection.data)) == ("too_few_seats", {"players": 15, "seats": 9})


def test_seat_12_a_table_where_nobody_plays_is_refused() -> None:
    assert tables(5, 5).ask("19:05", "redraw", tables=[1, 4]).refused == "no_such_table"


def test_seat_12_where_nobody_sits_nothing_is_drawn() -> None:
    night = evening(1, minimum_players=2, auto_start=False)
    night.must("18:40", "register", player=P[2])
    night.must("18:41", "check_in", player=P[2])
    night.must("19:00", "start")
    for player in (P[1], P[2]):
        night.must("19:01", "void_entry", player=player, reason="mistake")
    assert night.ask("19:02", "redraw").refused == "nobody_plays"
    assert night.ask("19:02", "form_final_table", confirm=True).refused == "nobody_plays"


def test_clk_9_a_redraw_bars_a_rebase() -> None:
    night = tables(5, 5, 5)
    night.must("19:05", "redraw")
    refused = night.ask("19:30", "rebase_clock", stopped_at="2026-11-29T19:04:00Z")
    assert refused.rejection.data["kind"] == "field_redrawn"


# ------------------------------------------------------------------------------------------------------------ laws


@given(
    sizes=st.lists(st.integers(1, 9), min_size=2, max_size=6),
    locked=st.sets(st.integers(1, 54), max_size=4),
    keep=st.sets(st.integers(1, 6), min_size=1),
)
def test_seat_12_a_redraw_seats_everybody_once_and_evenly(sizes: list[int], locked: set[int], keep: set[int]) -> None:
    night = tables(*sizes)
    kept = {number for number in locked if number <= sum(sizes)}
    for number in sorted(kept):
        night.must("19:01", "lock_seat", player=P[number])
    before, chips = night.seats(), night.head["chips_in_play"]
    stay = sorted(table for table in keep if table <= len(sizes)) or [1]
    closing = set(range(1, len(sizes) + 1)) - set(stay)
    answer = night.ask("19:05", "redraw", tables=stay)
    after = night.seats()
    assert sorted(after.values()) == sorted(before.values())
    assert night.head["chips_in_play"] == chips
    hold(night.state)
    held = [sat for sat, player in before.items() if int(player[-3:]) in kept]
    if any(table in closing for table, _ in held):
        assert answer.refused == "locked"
    elif sum(sizes) > 9 * len(stay):
        assert answer.refused == "too_few_seats"
    else:
        assert answer.refused is None
        assert all(after[sat] == before[sat] for sat in held)
        players = [night.sizes()[table] for table in stay]
        most_locked = max((sum(table == one for table, _ in held) for one in stay), default=0)
        assert max(players) - min(players) <= 1 or max(players) == most_locked
        assert all(night.sizes()[table] == 0 for table in closing)
