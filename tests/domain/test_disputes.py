"""Disputes about a hand: until when they come in time, by whom, and what becomes of them (RUL-4)."""

from datetime import datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import views
from domain.deadlines import next_deadline
from domain.evolve import fold
from tests.domain.floor import Answer, Evening, P, When, at, evening, knock_out, level, rest
from tests.domain.laws import hold, the_record_is_the_state, the_rows_follow_the_record

SECOND = timedelta(seconds=1)


def two_tables(**changes: Any) -> Evening:
    """Return an evening with two tables of three."""
    return evening(6, sizes=[3, 3], **changes)


def play(night: Evening, since: When, until: When, table: int = 1) -> None:
    """Have a table play a hand."""
    night.must(since, "start_hand", table=table)
    night.must(until, "end_hand", table=table)


def dispute(night: Evening, when: When, table: int = 1, subject: str = "hand_reading", **more: Any) -> Answer:
    """Raise a dispute."""
    return night.ask(when, "raise_dispute", table=table, subject=subject, **more)


def opened(night: Evening, table: int = 1) -> list[dict[str, Any]]:
    """Return a table's open disputes as shown."""
    shown: list[dict[str, Any]] = views.table(night.state, table)["disputes"]
    return shown


def test_rul_4_a_hand_can_be_disputed_until_the_next_one_begins() -> None:
    night = two_tables()
    play(night, "19:01", "19:03")
    assert dispute(night, "19:03:59.999").kinds == ["dispute_raised"]
    night.must("19:04", "start_hand", table=1)
    late = dispute(night, "19:04")
    assert (late.refused, late.rejection.rule) == ("too_late", "RUL-4")
    assert late.rejection.reason == "that hand of table 1 could be disputed until 2026-11-29T19:04:00.000000Z"
    assert late.rejection.mend == "if it is about the hand in progress, name hand 2"
    assert late.rejection.data == {
        "table": 1,
        "hand": 1,
        "until": "2026-11-29T19:04:00.000000Z",
        "accepted_at": "2026-11-29T19:04:00.000000Z",
    }


def test_rul_4_between_two_hands_of_a_level_no_time_closes_a_window() -> None:
    night = two_tables()
    play(night, "19:01", "19:03")
    assert dispute(night, "19:15").refused is None
    assert views.table(night.state, 1)["disputable_until"] is None


def test_rul_4_in_ordinary_play_no_timer_is_set() -> None:
    night = two_tables()
    for minute in range(1, 15, 2):
        play(night, f"19:{minute:02}", f"19:{minute + 1:02}")
        due = next_deadline(night.state)
        assert due is not None
        assert due.kind != "dispute"
    assert night.state.closing == ()


def test_rul_4_the_hand_in_progress_can_be_disputed_by_its_number() -> None:
    night = two_tables()
    night.must("19:01", "start_hand", table=1)
    night.must("19:02", "raise_dispute", table=1, subject="other", hand=1)
    assert opened(night) == [
        {"dispute": 1, "hand": 1, "player": None, "subject": "other", "since": "2026-11-29T19:02:00.000000Z"}
    ]


def test_rul_4_before_the_first_hand_a_table_has_none_to_dispute_but_one_it_did_not_report() -> None:
    night = two_tables()
    assert dispute(night, "19:01").refused is None
    night.must("19:02", "start_hand", table=1)
    assert dispute(night, "19:03").refused == "too_late"
    assert dispute(night, "19:03", hand=2).refused == "no_such_hand"


def test_rul_4_a_hand_that_others_have_followed_is_past() -> None:
    night = two_tables()
    for minute in (1, 3, 5):
        play(night, f"19:0{minute}", f"19:0{minute + 1}")
    past = dispute(night, "19:07", hand=1)
    assert (past.refused, past.rejection.reason) == ("too_late", "that hand of table 1 has been followed by others")
    assert dispute(night, "19:07", hand=2).rejection.data["until"] == "2026-11-29T19:05:00.000000Z"
    assert dispute(night, "19:07", hand=3).refused is None


def test_rul_4_into_a_break_the_window_is_a_minute_from_the_pot() -> None:
    night = two_tables()
    night.must("19:39", "start_hand", table=1)
    night.must("19:41", "end_hand", table=1)
    assert views.table(night.state, 1)["disputable_until"] == "2026-11-29T19:42:00.000000Z"
    assert dispute(night, "19:41:59.999").refused is None
    assert dispute(night, "19:42").refused == "too_late"
    assert ("19:42:00", "dispute_window_closed") in night.told("19:40")
    assert [r.at for r in night.record if r.event.kind == "dispute_window_closed"] == [at("19:42")]
    assert dispute(night, "19:55").refused == "too_late"


def test_rul_4_a_pot_shortly_before_the_break_has_its_minute_and_an_older_one_ends_with_play() -> None:
    night = two_tables()
    play(night, "19:36", "19:38", table=1)
    play(night, "19:37", "19:39:30", table=2)
    assert dispute(night, "19:39:59.999", table=1).refused is None
    assert dispute(night, "19:40", table=1).refused == "too_late"
    assert dispute(night, "19:40:29", table=2).refused is None
    assert dispute(night, "19:40:30", table=2).refused == "too_late"
    closed = [(r.at, r.event) for r in night.record if r.event.kind == "dispute_window_closed"]
    assert [(when, event.tables) for when, event in closed] == [(at("19:40"), (1,)), (at("19:40:30"), (2,))]


def test_rul_4_after_a_break_shorter_than_the_minute_the_next_hand_closes_the_window() -> None:
    items = [level(100, 200), level(200, 400), rest(0.5), level(300, 600), level(500, 1000), rest(), level(1000, 2000)]
    night = two_tables(items=items)
    play(night, "19:38", "19:39:50")
    night.must("19:40:40", "start_hand", table=1)
    assert dispute(night, "19:40:39.900", delivered="19:40:41").refused is None
    assert dispute(night, "19:40:41").refused == "too_late"
    night.wait("19:41")
    assert "dispute_window_closed" not in [kind for _, kind in night.told("19:40")]


def test_rul_4_a_break_that_the_floor_begins_closes_windows_all_the_same() -> None:
    night = two_tables()
    play(night, "19:21", "19:23")
    night.must("19:25", "next_level", step="level 2")
    assert night.told("19:25")[-1] == ("19:25:00", "dispute_window_closed")


def test_rul_4_the_accepted_instant_judges_though_the_next_hand_stands() -> None:
    night = two_tables()
    play(night, "19:01", "19:03")
    night.must("19:04", "start_hand", table=1)
    raised = dispute(night, "19:03:59.900", delivered="19:04:01")
    assert raised.kinds == ["dispute_raised"]
    assert opened(night)[0]["hand"] == 1


def test_rul_4_one_raised_in_the_next_hand_is_late_however_late_it_comes_in() -> None:
    night = two_tables()
    play(night, "19:01", "19:03")
    play(night, "19:04", "19:06")
    assert dispute(night, "19:05", delivered="19:07").refused == "too_late"
    assert dispute(night, "19:03:30", delivered="19:07:01").refused is None
    assert opened(night)[0]["hand"] == 1


def test_rul_4_one_raised_in_time_is_let_in_though_the_minute_is_up_on_record() -> None:
    night = two_tables()
    night.must("19:39", "start_hand", table=1)
    night.must("19:41", "end_hand", table=1)
    night.wait("19:42:10")
    assert dispute(night, "19:41:59.999", delivered="19:42:10").refused is None


def test_rul_4_a_table_that_does_not_report_hands_leaves_it_to_the_floor() -> None:
    night = two_tables()
    for when in ("19:05", "19:45", "20:05"):
        assert dispute(night, when, player=P[1]).refused is None
    night.must("20:06", "report_hands", table=1, hands=12)
    assert dispute(night, "20:07").refused is None
    assert {each["hand"] for each in opened(night)} == {None}


def test_tda_22_a_pots_count_can_be_disputed_until_somebody_acts_in_the_next_hand() -> None:
    night = two_tables(profile="tda-2024-v1")
    play(night, "19:01", "19:03")
    night.must("19:04", "start_hand", table=1)
    assert dispute(night, "19:04:05", subject="pot_count").refused == "too_late"
    assert dispute(night, "19:04:05", subject="hand_reading", before_action=True).refused == "too_late"
    assert dispute(night, "19:04:06", subject="pot_count", before_action=True).refused is None
    assert opened(night)[0]["hand"] == 1
    night.must("19:05", "end_hand", table=1)
    assert dispute(night, "19:05:01", subject="pot_count", hand=1, before_action=True).refused == "too_late"


def test_tda_22_after_a_break_a_pots_count_has_had_its_minute() -> None:
    night = two_tables(profile="tda-2024-v1")
    play(night, "19:37", "19:39")
    night.must("19:50", "start_hand", table=1)
    assert dispute(night, "19:50:05", subject="pot_count", before_action=True).refused == "too_late"


def test_rul_4_the_floor_settles_a_dispute_once() -> None:
    night = two_tables()
    play(night, "19:01", "19:03")
    dispute(night, "19:03:10", player=P[1])
    dispute(night, "19:03:20", player=P[2])
    night.must("19:05", "settle_dispute", dispute=1, upheld=True)
    assert [each["dispute"] for each in opened(night)] == [2]
    again = night.ask("19:06", "settle_dispute", dispute=1, upheld=False)
    assert (again.refused, again.rejection.reason) == ("not_open", "dispute 1 is settled")
    assert night.ask("19:06", "settle_dispute", dispute=3, upheld=False).rejection.reason == "there is no dispute 3"


def test_rul_4_only_who_plays_there_disputes_or_who_has_just_bust_there() -> None:
    night = two_tables()
    play(night, "19:01", "19:03")
    knock_out(night, "19:03:10", P[1], P[2])
    assert dispute(night, "19:03:20", player=P[1]).refused is None
    assert dispute(night, "19:03:30", player=P[4]).refused == "not_at_table"
    assert dispute(night, "19:03:30", player=P[9]).refused == "not_at_table"
    assert dispute(night, "19:03:30", table=7).refused == "no_such_table"


def test_rul_4_a_table_has_at_most_nine_open_disputes() -> None:
    night = two_tables()
    for second in range(9):
        assert dispute(night, f"19:05:0{second}").refused is None
    assert dispute(night, "19:06").refused == "too_many"
    assert dispute(night, "19:06", table=2).refused is None
    night.must("19:07", "settle_dispute", dispute=4, upheld=False)
    assert dispute(night, "19:08").refused is None


def test_clk_9_a_re_base_into_the_level_opens_the_windows_that_its_break_had_closed() -> None:
    night = two_tables()
    play(night, "19:37", "19:39")
    night.wait("19:45")
    assert dispute(night, "19:45").refused == "too_late"
    night.must("19:46", "rebase_clock", stopped_at="2026-11-29T19:39:10.000000Z")
    assert (night.step, dispute(night, "19:46:49").refused) == ("level 2", None)
    assert dispute(night, "19:46:50").refused == "too_late"


def test_clk_9_a_re_base_into_the_break_gives_back_what_was_left_of_the_minute() -> None:
    night = two_tables()
    night.must("19:38", "start_hand", table=1)
    night.must("19:38", "start_hand", table=2)
    night.must("19:40:10", "end_hand", table=2)
    night.must("19:41", "end_hand", table=1)
    night.wait("19:55")
    night.must("20:00", "rebase_clock", stopped_at="2026-11-29T19:41:15.000000Z")
    assert dispute(night, "20:00:44.999").refused is None
    assert dispute(night, "20:00:45").refused == "too_late"
    assert dispute(night, "20:00:44", delivered="20:00:46", table=2).refused == "too_late"
    assert fold(night.record) == night.state


def test_clk_9_at_a_table_that_was_broken_a_re_base_gives_back_what_was_left_of_the_minute() -> None:
    night = two_tables()
    play(night, "19:01", "19:03", table=2)
    night.must("19:03:10", "break_table", table=2)
    assert dispute(night, "19:03:59", table=2).refused is None
    night.wait("19:10")
    night.must("19:11", "rebase_clock", stopped_at="2026-11-29T19:03:40.000000Z")
    assert dispute(night, "19:11:19", table=2).refused is None
    assert dispute(night, "19:11:20", table=2).refused == "too_late"


def test_clk_7_while_a_review_is_held_the_last_hands_stay_open_to_dispute() -> None:
    night = two_tables()
    play(night, "19:17", "19:19")
    night.must("19:19:30", "hold_for_review")
    assert night.ask("19:25", "start_hand", table=1).refused == "review"
    assert dispute(night, "19:50").refused is None


DOINGS = st.lists(
    st.tuples(
        st.integers(0, 130),
        st.sampled_from(["start", "end", "start", "end", "dispute", "dispute", "next_level", "settle"]),
        st.integers(1, 2),
        st.integers(0, 40),
    ),
    max_size=40,
)


@settings(max_examples=30)
@given(doings=DOINGS)
def test_rul_4_a_dispute_is_let_in_just_when_its_window_was_open(doings: list[tuple[int, str, int, int]]) -> None:
    """Kept beside the record: each table's pots, its next hands, and the first break after each pot."""
    night = two_tables(items=[level(100, 200, 4), rest(1), level(200, 400, 3), rest(3)] * 5, windows={})
    now = at("19:00")
    pots: dict[int, datetime] = {}
    closed: dict[int, datetime] = {}
    breaks: list[datetime] = []
    told = 0
    for seconds, what, table, delay in doings:
        now += seconds * SECOND
        night.wait(now)
        breaks += [r.at for r in night.record[told:] if r.event.kind == "break_started"]
        told = len(night.record)
        if what == "start" and night.ask(now, "start_hand", table=table).refused is None:
            closed[table] = now
        elif what == "end" and night.ask(now, "end_hand", table=table).events:
            pots[table] = now
            closed.pop(table, None)
        elif what == "next_level":
            night.ask(now, "next_level", step=night.step)
            breaks += [r.at for r in night.record[told:] if r.event.kind == "break_started"]
            told = len(night.record)
        elif what == "settle":
            night.ask(now, "settle_dispute", dispute=1, upheld=True)
        elif what == "dispute" and (table in pots or table in closed):
            asked = now
            now += delay * SECOND
            answer = dispute(night, asked, table=table, delivered=now)
            if answer.refused == "too_many":
                continue
            pot = pots.get(table)
            follows = [begun for begun in breaks if pot is not None and begun >= pot]
            in_break = pot is not None and any(
                begun <= pot and not any(begun < r.at <= pot for r in night.record if r.event.kind == "break_ended")
                for begun in breaks
            )
            ends = [closed[table]] if table in closed else []
            if pot is not None and (follows or in_break):
                ends.append(max([pot + 60 * SECOND, *([] if in_break else follows[:1])]))
            assert (answer.refused is None) == all(asked < end for end in ends), (asked, ends)
        hold(night.state)
    the_record_is_the_state(night.state, night.record)
    the_rows_follow_the_record(night.record)
