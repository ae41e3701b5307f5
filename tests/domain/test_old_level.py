"""The level of a hand: a new level, or a break, holds for a table from its next hand on (CLK-6)."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import views
from domain.old_level import hand_level
from domain.table_sizes import numbers
from tests.domain.floor import Body, Evening, P, at, evening, knock_out, level, rest
from tests.domain.laws import hold, the_record_is_the_state, the_rows_follow_the_record

SECOND = timedelta(seconds=1)


def tables(night: Evening) -> list[int]:
    """Return the tables that are shown as behind the clock."""
    shown: list[int] = night.clock["pending"]
    assert night.clock["pending_tables"] == len(shown)
    return shown


def row(night: Evening, table: int) -> Body:
    """Return a table's row."""
    return views.table(night.state, table)


def three_tables() -> Evening:
    """Return an evening with three tables of three, which have begun no hand."""
    return evening(9, sizes=[3, 3, 3])


def begin(night: Evening, when: str, *at_tables: int) -> None:
    """Have a hand begin at these tables."""
    for table in at_tables:
        night.must(when, "start_hand", table=table)


def end(night: Evening, when: str, *at_tables: int) -> None:
    """Have the hand in progress end at these tables."""
    for table in at_tables:
        night.must(when, "end_hand", table=table)


def test_clk_6_tables_in_a_hand_are_pending_until_it_ends() -> None:
    night = three_tables()
    begin(night, "19:19", 1, 2)
    assert tables(night) == []
    night.wait("19:20")
    assert (night.step, tables(night)) == ("level 2", [1, 2])
    end(night, "19:21", 1)
    assert tables(night) == [2]
    begin(night, "19:22", 1, 3)
    assert tables(night) == [2]
    end(night, "19:23", 2)
    assert tables(night) == []


def test_clk_6_a_table_shows_the_level_of_its_hand() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.wait("19:20")
    begin(night, "19:21", 2)
    assert [row(night, table)["hand_level"] for table in (1, 2, 3)] == [1, 2, None]
    end(night, "19:22", 1)
    assert row(night, 1)["hand_level"] is None


def test_clk_6_a_break_waits_for_the_hands_in_progress_and_none_begins_in_it() -> None:
    night = three_tables()
    begin(night, "19:39", 1, 2)
    night.wait("19:40")
    assert (night.step, tables(night)) == ("break 1", [1, 2])
    assert night.ask("19:41", "start_hand", table=3).refused == "in_a_break"
    end(night, "19:42", 1, 2)
    assert tables(night) == []
    assert night.ask("19:43", "start_hand", table=1).refused == "in_a_break"
    begin(night, "19:50", 1)
    assert (night.step, row(night, 1)["hand_level"], tables(night)) == ("level 3", 3, [])


def test_clk_6_a_hand_may_last_over_two_levels() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.must("19:20:10", "next_level", step="level 2")
    night.must("19:20:11", "next_level", step="break 1")
    assert (night.step, tables(night), row(night, 1)["hand_level"]) == ("level 3", [1], 1)


def test_clk_6_going_back_makes_the_hands_of_the_level_at_hand_current() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.wait("19:20")
    begin(night, "19:21", 2)
    night.must("19:22", "previous_level", step="level 2")
    assert (night.step, tables(night)) == ("level 1", [2])
    night.must("19:23", "next_level", step="level 1")
    assert (night.step, tables(night)) == ("level 2", [1])


def test_clk_6_resetting_a_level_leaves_the_hands_as_they_are() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.wait("19:20")
    night.must("19:21", "reset_level", step="level 2")
    assert tables(night) == [1]


def test_clk_6_a_hand_accepted_before_the_level_is_one_of_the_level_before() -> None:
    night = three_tables()
    night.wait("19:20")
    night.must("19:19:59.900", "start_hand", table=1, delivered="19:20:00.200")
    night.must("19:20", "start_hand", table=2, delivered="19:20:00.300")
    assert (tables(night), [row(night, table)["hand_level"] for table in (1, 2)]) == ([1], [1, 2])


def test_clk_6_a_hand_accepted_before_the_break_is_let_in_though_the_clock_stands() -> None:
    night = three_tables()
    night.wait("19:40")
    night.must("19:40:00.100", "pause")
    night.must("19:39:59.900", "start_hand", table=1, delivered="19:40:00.200")
    assert (tables(night), row(night, 1)["hand_level"]) == ([1], 2)
    assert night.ask("19:40", "start_hand", table=2, delivered="19:40:00.300").refused == "in_a_break"


def test_clk_6_a_re_base_takes_the_level_back_and_with_it_what_was_behind() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.wait("19:25")
    assert (night.step, tables(night)) == ("level 2", [1])
    night.must("19:30", "rebase_clock", stopped_at="2026-11-29T19:19:30.000000Z")
    assert (night.step, tables(night), hand_level(night.state, 1)) == ("level 1", [], 1)


def test_clk_6_a_table_that_everybody_has_left_is_behind_no_more() -> None:
    night = evening(5, sizes=[3, 2])
    begin(night, "19:19", 1, 2)
    night.wait("19:20")
    knock_out(night, "19:21", P[4], P[5])
    assert tables(night) == [1]


def test_ko_1_a_bust_has_the_level_of_the_hand_in_progress() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.wait("19:21")
    knock_out(night, "19:21", P[1], P[2])
    assert night.row(P[1])["bust_level"] == 1


def test_ko_1_a_bust_reported_after_the_hand_has_its_level_until_the_next_begins() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    end(night, "19:19:58", 1)
    knock_out(night, "19:20:05", P[1], P[3])
    begin(night, "19:20:30", 1)
    knock_out(night, "19:21", P[2], P[3])
    assert [night.row(P[n])["bust_level"] for n in (1, 2)] == [1, 2]


def test_ko_1_a_table_that_fell_silent_gives_no_level() -> None:
    night = three_tables()
    begin(night, "19:05", 1)
    end(night, "19:06", 1)
    knock_out(night, "19:25", P[1], P[2])
    assert night.row(P[1])["bust_level"] == 2


def test_ko_1_a_table_that_counts_its_hands_in_batches_gives_no_level() -> None:
    night = three_tables()
    begin(night, "19:05", 1)
    end(night, "19:06", 1)
    night.must("19:19:59", "report_hands", table=1, hands=5)
    knock_out(night, "19:20:05", P[1], P[2])
    assert night.row(P[1])["bust_level"] == 2


def test_ko_1_a_level_that_is_named_stands() -> None:
    night = three_tables()
    begin(night, "19:21", 1)
    knock_out(night, "19:22", P[1], P[2], level=1)
    assert night.row(P[1])["bust_level"] == 1


def test_ko_1_a_hand_of_a_level_that_was_taken_back_keeps_it() -> None:
    night = three_tables()
    night.wait("19:20")
    begin(night, "19:21", 1)
    night.must("19:22", "previous_level", step="level 2")
    assert night.ask("19:23", "record_knockout", player=P[4], killers=[P[5]], level=2).refused == "level_not_reached"
    knock_out(night, "19:23", P[1], P[2], level=2)
    assert night.row(P[1])["bust_level"] == 2


def test_ko_1_busts_of_several_tables_have_each_the_level_of_its_own() -> None:
    night = three_tables()
    begin(night, "19:19", 1)
    night.wait("19:20")
    begin(night, "19:21", 2)
    busts = [{"player": P[n], "stack": n} for n in (1, 4, 7)]
    night.must("19:22", "record_knockout_group", busts=busts)
    assert [night.row(P[n])["bust_level"] for n in (1, 4, 7)] == [1, 2, 2]


@pytest.mark.parametrize("many", [51, 60])
def test_clk_6_of_many_tables_the_first_are_shown_by_number(many: int) -> None:
    night = evening(2 * many, seats_per_table=2, player_cap=None, tables=many)
    for table in range(1, many + 1):
        night.must("19:19", "start_hand", table=table)
    night.wait("19:20")
    assert (night.clock["pending_tables"], night.clock["pending"]) == (many, list(range(1, 51)))


DOINGS = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.sampled_from(["start", "end", "start", "end", "next_level", "previous_level", "hold", "bust", "wait"]),
        st.integers(1, 3),
    ),
    max_size=40,
)


@settings(max_examples=30)
@given(doings=DOINGS)
def test_clk_6_behind_are_just_the_hands_that_began_at_another_step(doings: list[tuple[int, str, int]]) -> None:
    """Kept beside the record: when each hand began, and where the clock was then."""
    night = evening(12, sizes=[4, 4, 4], items=[level(100, 200), level(200, 400), rest(), level(300, 600, None)])
    now, began = at("19:00"), dict[int, str]()
    for seconds, what, table in doings:
        now += timedelta(seconds=seconds)
        night.wait(now)
        if what == "start" and night.ask(now, "start_hand", table=table).refused is None:
            began[table] = night.step
        elif what == "end" and night.ask(now, "end_hand", table=table).refused is None:
            began.pop(table, None)
        elif what in {"next_level", "previous_level"}:
            night.ask(now, what, step=night.step)
        elif what == "hold":
            night.ask(now, "hold_for_review")
            night.ask(now + SECOND, "release_review")
        elif what == "bust" and (there := sorted(night.state.tables[table].seats.items()))[2:]:
            out = night.state.entries[there[0][1]].player
            knock_out(night, now, out, night.state.entries[there[1][1]].player)
        now = max(now, night.state.last_at)
        behind = {table for table, step in began.items() if step != night.step}
        assert set(tables(night)) == set(numbers(night.state.old_level)) == behind
        hold(night.state)
    the_record_is_the_state(night.state, night.record)
    the_rows_follow_the_record(night.record)
