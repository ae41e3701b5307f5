"""Chips are counted while nobody plays, held against those in play, and stacks counted so are known (RUL-7)."""

from typing import Any

import pytest

from domain import chips, views
from domain import events as e
from tests.domain.floor import Body, Evening, P, at, evening, knock_out, with_level

BREAK = "19:41"
"""A minute into the first break."""


def counted(*stacks: tuple[int, int]) -> list[Body]:
    """Return counted stacks of players by their numbers."""
    return [{"player": P[number], "chips": stack} for number, stack in stacks]


def count(night: Evening, when: str, *stacks: tuple[int, int], tables: dict[int, int] | None = None) -> e.ChipsCounted:
    """Count players and tables; return what is on record of it."""
    together = [{"table": table, "chips": total} for table, total in (tables or {}).items()]
    answer = night.must(when, "count_chips", stacks=counted(*stacks), tables=together)
    event = answer.events[0]
    assert isinstance(event, e.ChipsCounted)
    return event


def shown(night: Evening) -> Body:
    """Return what the head shows of the last count."""
    found: Body = night.head["chip_count"]
    return found


def test_rul_7_tables_counted_one_by_one_are_held_against_the_chips_in_play_once_all_are() -> None:
    night = evening(12, sizes=(6, 6))
    first = count(night, BREAK, tables={1: 61_500})
    assert (first.counted, first.players, first.left, first.chips_in_play) == (61_500, 6, 12, 120_000)
    assert shown(night)["off_by"] is None
    second = count(night, "19:43", tables={2: 58_000})
    assert (second.counted, second.players, second.left, second.chips_in_play) == (119_500, 12, 12, 120_000)
    assert shown(night) == {
        "at": "2026-11-29T19:43:00.000000Z",
        "counted": 119_500,
        "players": 12,
        "left": 12,
        "chips_in_play": 120_000,
        "whole_at": "2026-11-29T19:43:00.000000Z",
        "off_by": -500,
    }
    assert views.table(night.state, 2)["chips_counted"] == {"at": "2026-11-29T19:43:00.000000Z", "chips": 58_000}


def test_rul_7_a_table_counted_again_takes_the_place_of_its_first_count() -> None:
    night = evening(12, sizes=(6, 6))
    count(night, BREAK, tables={1: 61_500, 2: 58_000})
    again = count(night, "19:44", tables={2: 58_500})
    assert (again.counted, again.players, shown(night)["off_by"]) == (120_000, 12, 0)


def test_rul_7_a_player_and_the_rest_of_his_table_are_one_count() -> None:
    night = evening(3)
    count(night, BREAK, (1, 4_000), (2, 15_000))
    assert shown(night)["off_by"] is None
    whole = count(night, "19:42", (3, 11_002))
    assert (whole.counted, whole.players, shown(night)["off_by"]) == (30_002, 3, 2)
    assert night.row(P[3])["chips_counted"] == {"at": "2026-11-29T19:42:00.000000Z", "chips": 11_002}
    together = count(night, "19:43", tables={1: 30_000})
    assert (together.counted, together.players, shown(night)["off_by"]) == (30_000, 3, 0)
    alone = count(night, "19:44", (1, 5_000))
    assert (alone.counted, alone.players, shown(night)["off_by"]) == (30_000, 3, 0)
    assert (dict(night.state.counting.stacks), night.state.counting.tables[1].chips) == ({1: 5_000}, 25_000)
    too_many = count(night, "19:45", (2, 25_001))
    assert (too_many.counted, too_many.players) == (30_001, 2)


@pytest.mark.parametrize(
    ("stop", "going"),
    [("pause", "resume"), ("hold_for_review", "release_review")],
)
def test_rul_7_chips_are_counted_while_nobody_plays(stop: str, going: str) -> None:
    night = evening(3)
    body = {"stacks": counted((1, 10_000))}
    assert night.ask("19:05", "count_chips", **body).refused == "being_played"
    night.must("19:06", stop)
    night.must("19:07", "count_chips", **body)
    night.must("19:08", going)
    assert night.ask("19:09", "count_chips", **body).refused == "being_played"
    night.must("19:43", "count_chips", **body)


def test_rul_7_hand_for_hand_is_no_time_to_count_though_the_clock_stands() -> None:
    night = evening(4, sizes=(2, 2), profile="tda-2024-v1", windows={"late_registration": None})
    night.must("19:05", "start_hand_for_hand")
    assert night.state.clock is not None
    assert night.state.clock.stops == ("hand_for_hand",)
    assert night.ask("19:06", "count_chips", stacks=counted((1, 1))).refused == "being_played"


def test_rul_7_chips_are_counted_once_play_has_ended_and_when_all_is_over() -> None:
    night = evening(3, windows={"late_registration": None})
    knock_out(night, "19:10", P[3], P[1])
    knock_out(night, "19:11", P[2], P[1])
    assert count(night, "19:12", (1, 29_900)).counted == 29_900
    night.must("19:13", "finish")
    assert count(night, "19:30", (1, 30_000)).counted == 30_000
    assert shown(night)["off_by"] == 0


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "nothing_counted"),
        ({"stacks": counted((1, 1), (1, 2))}, "named_twice"),
        ({"tables": [{"table": 1, "chips": 1}, {"table": 1, "chips": 2}]}, "named_twice"),
        ({"stacks": counted((1, 1)), "tables": [{"table": 1, "chips": 1}]}, "named_twice"),
        ({"stacks": counted((9, 1))}, "not_in_play"),
        ({"stacks": counted((3, 1))}, "not_in_play"),
        ({"stacks": counted((1, 0))}, "no_chips"),
        ({"tables": [{"table": 7, "chips": 1}]}, "no_such_table"),
    ],
)
def test_rul_7_a_count_of_nobody_or_of_one_twice_is_refused(body: Body, code: str) -> None:
    night = evening(3)
    knock_out(night, "19:30", P[3], P[1])
    refusal = night.ask(BREAK, "count_chips", **body).rejection
    assert (refusal.rule, refusal.code, refusal.data["field"] in {"stacks", "tables"}) == ("RUL-7", code, True)
    assert night.state.counting.last is None


def test_rul_7_a_table_in_a_hand_is_not_counted() -> None:
    night = evening(3)
    night.must("19:05", "start_hand", table=1)
    night.must("19:06", "pause")
    for body in ({"tables": [{"table": 1, "chips": 30_000}]}, {"stacks": counted((1, 10_000))}):
        assert night.ask("19:07", "count_chips", **body).refused == "hand_in_progress"
    night.must("19:08", "end_hand", table=1)
    assert count(night, "19:09", tables={1: 30_000}).counted == 30_000


def test_rul_7_what_is_bought_in_the_break_is_added_to_what_was_counted() -> None:
    night = evening(12, sizes=(6, 6), prices={"re_entry": 1_000}, profile="sport-poker-v2")
    knock_out(night, "19:30", P[12], P[11])
    count(night, BREAK, (1, 4_000), tables={2: 66_000})
    night.must("19:42", "add_on", player=P[1])
    night.must("19:42", "add_on", player=P[7])
    night.must("19:43", "re_enter", player=P[12])
    counting = night.state.counting
    assert dict(counting.stacks) == {1: 19_000, 13: 10_000}
    assert counting.tables[2].chips == 81_000
    assert (counting.counted, counting.players) == (110_000, 7)
    whole = count(night, "19:44", (2, 10_000), (3, 10_000), (4, 10_000), (5, 10_000), (6, 10_000))
    assert (whole.counted, whole.chips_in_play, shown(night)["off_by"]) == (160_000, 160_000, 0)


def test_rul_7_who_leaves_a_table_that_was_counted_together_takes_its_count_along() -> None:
    night = evening(12, sizes=(6, 6))
    count(night, BREAK, (1, 4_000), tables={2: 60_000})
    seat = night.seat(P[7])
    assert seat is not None
    leaving = {"table": seat[0], "seat": seat[1]}
    night.must("19:42", "move_player", player=P[7], leaving=leaving, to={"table": 1, "seat": 9})
    night.must("19:43", "move_player", player=P[1], leaving={"table": 1, "seat": 1}, to={"table": 2, "seat": 9})
    assert (night.state.counting.counted, night.state.counting.players) == (4_000, 1)
    night.must("19:44", "record_knockout", player=P[1], cause="left")
    assert night.state.counting.players == 0
    assert night.state.chips_in_play == 116_000


def test_rul_7_a_count_is_forgotten_when_play_goes_on_and_stays_shown() -> None:
    night = evening(3)
    count(night, BREAK, (1, 4_000), (2, 15_000), (3, 11_002))
    night.wait("19:50")
    assert dict(chips.known_stacks(night.state)) == {}
    assert (shown(night)["counted"], shown(night)["off_by"]) == (30_002, 2)
    assert night.row(P[1])["chips_counted"]["chips"] == 4_000
    refusal = night.ask("19:51", "record_knockout", player=P[1], cause="left").rejection
    assert (refusal.rule, refusal.code, refusal.data["field"]) == ("RUL-7", "count_needed", "stack")


def test_rul_7_a_table_that_plays_in_a_pause_all_the_same_is_counted_no_more() -> None:
    night = evening(12, sizes=(6, 6))
    night.must("19:05", "pause")
    count(night, "19:06", (1, 10_000), (7, 10_000))
    night.must("19:07", "start_hand", table=1)
    assert dict(chips.known_stacks(night.state)) == {P[7]: 10_000}


def test_rul_7_an_absent_players_count_takes_the_place_of_his_computed_stack() -> None:
    night = evening(3, present=2, no_show="absent", orbit_minutes=10)
    answer = night.must(BREAK, "count_chips", stacks=counted((3, 9_100)))
    assert answer.kinds == ["chips_counted", "stack_counted"]
    assert night.row(P[3])["absent_stack"] == 9_100
    again = night.must("19:42", "count_chips", stacks=counted((3, 9_100)))
    assert again.kinds == ["chips_counted"]


def test_rul_7_an_outage_taken_back_takes_the_counts_along() -> None:
    night = evening(3)
    night.must("19:05", "pause")
    count(night, "19:06", (1, 10_000))
    night.must("19:07", "rebase_clock", stopped_at="2026-11-29T19:04:00.000000Z")
    assert night.state.counting.players == 0


KNOWN: dict[str, tuple[Body, str, Body]] = {
    "rebuy": ({"profile": "east-durham-v1"}, "rebuy", {"player": P[1]}),
    "surrender_stack": (
        {"profile": "east-durham-v1", "bounty": "none", "prices": {"re_entry": 1_000}},
        "surrender_stack",
        {"player": P[1]},
    ),
    "left": ({}, "record_knockout", {"player": P[1], "cause": "left"}),
    "disqualified": ({}, "record_knockout", {"player": P[1], "cause": "disqualified"}),
    "removed": ({}, "record_knockout", {"player": P[1], "cause": "removed"}),
    "announced": ({"profile": "east-durham-v1"}, "announce_purchase", {"player": P[1], "operation": "rebuy"}),
}
"""Commands whose rule needs one player's stack: under which terms, and what they are."""


@pytest.mark.parametrize("name", list(KNOWN))
def test_rul_7_a_command_that_needs_a_stack_is_refused_with_the_field_or_takes_what_was_counted(name: str) -> None:
    terms, kind, body = KNOWN[name]
    night = evening(9, no_show="drop", **{"windows": {"late_registration": with_level(3)}, **terms})
    refusal = night.ask(BREAK, kind, **body).rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("RUL-7", "count_needed", {"field": "stack"})
    count(night, "19:42", (1, 3_500))
    answer = night.must("19:43", kind, **body)
    gone = [event.chips_removed for event in answer.events if isinstance(event, e.Busted)]
    assert gone == ([] if name in {"rebuy", "announced"} else [3_500])


def test_rul_7_a_counted_stack_may_be_too_large_for_what_is_asked() -> None:
    night = evening(9, no_show="drop", profile="east-durham-v1", windows={"late_registration": with_level(3)})
    count(night, BREAK, (1, 10_000))
    refusal = night.ask("19:42", "rebuy", player=P[1]).rejection
    assert (refusal.code, refusal.data["stack"]) == ("stack_too_large", 10_000)
    night.must("19:43", "rebuy", player=P[1], stack=9_999)


def test_rul_7_a_finish_of_several_takes_what_was_counted_and_is_a_count() -> None:
    night = evening(3, windows={"late_registration": None})
    night.must("19:05", "pause")
    count(night, "19:06", (1, 4_000), (2, 15_000))
    refusal = night.ask("19:07", "finish", confirm=True).rejection
    assert (refusal.rule, refusal.data) == ("RUL-7", {"field": "stacks", "missing": 1})
    answer = night.must("19:08", "finish", confirm=True, stacks=counted((3, 10_500)))
    assert night.places() == {P[2]: 1, P[3]: 2, P[1]: 3}
    event = answer.events[0]
    assert isinstance(event, e.ChipsCounted)
    assert (event.counted, event.players, event.chips_in_play) == (29_500, 3, 30_000)
    assert shown(night)["off_by"] == -500


def test_rul_7_a_finish_on_what_was_counted_alone_needs_nothing_more() -> None:
    night = evening(2, windows={"late_registration": None})
    night.must("19:05", "pause")
    count(night, "19:06", (1, 4_000), (2, 16_000))
    answer = night.must("19:07", "finish", confirm=True)
    assert "chips_counted" not in answer.kinds
    assert night.places() == {P[2]: 1, P[1]: 2}


def test_rul_7_a_deal_takes_what_was_counted_and_is_a_count() -> None:
    terms: dict[str, Any] = {"profile": "tda-2024-v1", "windows": {"late_registration": None}}
    night = evening(3, **terms)
    night.must("19:05", "open_deal_talk")
    count(night, "19:06", (1, 4_000), (2, 15_000))
    refusal = night.ask("19:07", "propose_deal", method="icm").rejection
    assert (refusal.rule, refusal.data["field"], refusal.data["missing"]) == ("RUL-7", "stacks", 1)
    answer = night.must("19:08", "propose_deal", method="icm", stacks=counted((3, 11_500)))
    event = answer.events[0]
    assert isinstance(event, e.DealProposed)
    assert [stack for _, _, stack, _ in event.shares] == [4_000, 15_000, 11_500]
    assert shown(night)["off_by"] == 500
    assert night.must("19:09", "propose_deal", method="chip_chop").refused is None


def test_rul_7_who_has_won_chips_that_were_counted_as_anothers_is_counted_no_more() -> None:
    night = evening(4, profile="tda-2024-v1", windows={"late_registration": None})
    night.must("19:05", "open_deal_talk")
    count(night, "19:06", (1, 4_000), (2, 16_000), (3, 20_000))
    knock_out(night, "19:07", P[4], P[3])
    assert dict(chips.known_stacks(night.state)) == {P[1]: 4_000, P[2]: 16_000, P[3]: 20_000}
    knock_out(night, "19:08", P[1], P[2])
    assert dict(chips.known_stacks(night.state)) == {P[3]: 20_000}
    refusal = night.ask("19:09", "propose_deal", method="icm").rejection
    assert (refusal.rule, refusal.data["missing"]) == ("RUL-7", 1)
    night.must("19:10", "propose_deal", method="icm", stacks=counted((2, 20_000)))
    assert shown(night)["off_by"] == 0


def test_rul_7_a_table_counted_together_with_who_goes_out_says_nothing_of_his_killer_elsewhere() -> None:
    night = evening(12, sizes=(6, 6))
    count(night, BREAK, (1, 4_000), tables={2: 60_000})
    count(night, "19:42", (2, 12_000), (3, 11_000))
    knock_out(night, "19:43", P[1], P[2])
    assert dict(chips.known_stacks(night.state)) == {P[3]: 11_000}
    assert set(night.state.counting.tables) == {2}


def test_rul_7_a_bust_in_a_hand_is_never_ranked_by_a_count_of_the_break() -> None:
    night = evening(6, profile="east-durham-v1", windows={"late_registration": None})
    night.must("19:05", "pause")
    count(night, "19:06", (1, 4_000), (2, 5_000))
    night.must("19:07", "resume")
    busts = [{"player": P[1], "killers": [P[3]]}, {"player": P[2], "killers": [P[3]]}]
    refusal = night.ask("19:08", "record_knockout_group", busts=busts).rejection
    assert (refusal.rule, refusal.data) == ("RUL-7", {"field": "stack"})


def test_rul_7_a_count_that_came_too_late_is_refused_whenever_it_was_accepted() -> None:
    night = evening(3)
    night.wait("19:50")
    answer = night.answers[night.send("19:49:59", "count_chips", delivered="19:50:01", stacks=counted((1, 10_000)))]
    assert answer.refused == "being_played"
    assert at("19:50") <= answer.outcome.at
