"""A player found in a wrong seat goes to his own with the chips he has (SEAT-14)."""

from typing import Any

import pytest

from domain import events as e
from domain import views
from domain.evolve import fold
from tests.domain import laws
from tests.domain.floor import Body, Evening, P, chair, evening


def two_tables(**changes: Any) -> Evening:
    """Return ten players at two tables of five; on the seat map player 1 sits at table 1, seat 1."""
    night = evening(10, sizes=[5, 5], **changes)
    night.wait("19:05")
    return night


def found(night: Evening) -> list[tuple[str, tuple[int, int] | None, tuple[int, int], int]]:
    """Return who was found where, where he belongs and what he had, by the last correction on record."""
    events = [recorded.event for recorded in night.record if isinstance(recorded.event, e.SeatsCorrected)]
    return [(each.player, each.sat_at, each.to, each.stack) for each in events[-1].found]


def test_seat_14_tda_7_he_goes_to_his_own_seat_with_what_he_has_and_never_a_starting_stack() -> None:
    """The seat map has been right all the while; where he sat and his count are on record."""
    night = two_tables()
    chips = night.state.chips_in_play
    answer = night.must("19:10", "correct_seat", player=P[1], sits_at=chair("2-8"), stack=7_400)
    assert answer.kinds == ["seats_corrected"]
    assert found(night) == [(P[1], (2, 8), (1, 1), 7_400)]
    assert (night.seat(P[1]), night.state.chips_in_play) == ((1, 1), chips)
    move = night.row(P[1])["move"]
    assert (move["why"], move["from"], move["to"]) == ("wrong_seat", {"table": 2, "seat": 8}, {"table": 1, "seat": 1})
    assert move["due_at"] == "2026-11-29T19:13:00.000000Z"
    assert [each["player"] for each in views.table(night.state, 2)["leaving"]] == [P[1]]
    assert (night.row(P[1])["moved"], night.row(P[1])["chips_issued"]) == (0, 10_000)
    night.must("19:11", "confirm_arrival", player=P[1], role="dealer")
    assert night.row(P[1])["move"] is None
    laws.hold(night.state)


def test_seat_14_of_two_in_each_others_seats_both_go() -> None:
    night = two_tables()
    night.must("19:10", "correct_seat", player=P[1], sits_at=chair("2-1"), stack=7_400, other_stack=12_600)
    assert found(night) == [(P[1], (2, 1), (1, 1), 7_400), (P[6], (1, 1), (2, 1), 12_600)]
    assert (night.seat(P[1]), night.seat(P[6]), night.head["open_moves"]) == ((1, 1), (2, 1), 2)
    laws.hold(night.state)


def test_seat_14_one_who_sits_on_anothers_seat_goes_alone_when_that_one_is_not_in_his() -> None:
    night = two_tables()
    night.must("19:10", "correct_seat", player=P[1], sits_at=chair("2-1"), stack=7_400)
    assert found(night) == [(P[1], (2, 1), (1, 1), 7_400)]


def test_seat_14_the_seat_where_he_sat_need_not_be_named() -> None:
    night = two_tables()
    night.must("19:10", "correct_seat", player=P[1], stack=7_400)
    assert found(night) == [(P[1], None, (1, 1), 7_400)]
    assert night.head["open_moves"] == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"player": P[1], "sits_at": chair("1-1"), "stack": 1}, "right_seat"),
        ({"player": P[1], "sits_at": chair("7-1"), "stack": 1}, "no_such_seat"),
        ({"player": P[1], "sits_at": chair("1-10"), "stack": 1}, "no_such_seat"),
        ({"player": P[1], "sits_at": chair("2-8"), "stack": 100_001}, "more_than_in_play"),
        ({"player": P[1], "sits_at": chair("2-1"), "stack": 60_000, "other_stack": 40_001}, "more_than_in_play"),
        ({"player": P[1], "sits_at": chair("2-8"), "stack": 1, "other_stack": 1}, "nobody_else"),
        ({"player": P[1], "stack": 1, "other_stack": 1}, "nobody_else"),
        ({"player": P[50], "stack": 1}, "not_in_play"),
    ],
)
def test_seat_14_a_correction_that_cannot_be_changes_nothing(fields: Body, code: str) -> None:
    night = two_tables()
    night.wait("19:10")
    before = night.state
    assert night.ask("19:10", "correct_seat", **fields).refused == code
    assert night.state == before


def test_seat_14_his_chips_are_counted_when_the_hand_is_over() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=2, role="dealer")
    refusal = night.ask("19:10", "correct_seat", player=P[1], sits_at=chair("2-8"), stack=7_400).rejection
    assert (refusal.code, refusal.data) == ("hand_in_progress", {"table": 2, "hand": 1})
    night.must("19:11", "end_hand", table=2, role="dealer")
    night.must("19:11", "correct_seat", player=P[1], sits_at=chair("2-8"), stack=7_400)


def test_seat_14_who_was_sent_and_went_to_a_wrong_seat_is_sent_to_the_right_one() -> None:
    night = two_tables()
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    answer = night.must("19:12", "correct_seat", player=P[1], sits_at=chair("2-7"), stack=9_000)
    assert answer.kinds == ["seats_corrected", "move_dropped"]
    assert [event.why for event in answer.events if isinstance(event, e.MoveDropped)] == ["replaced"]
    assert night.row(P[1])["move"]["due_at"] == "2026-11-29T19:15:00.000000Z"
    assert views.table(night.state, 1)["leaving"] == []
    assert night.ask("19:13", "undo_move").refused == "no_such_move"
    laws.hold(night.state)


def test_seat_14_who_is_to_leave_his_seat_after_the_hand_there_is_not_sent_back_to_it() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=1, role="dealer")
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    assert night.ask("19:11", "correct_seat", player=P[1], sits_at=chair("2-7"), stack=9_000).refused == "move_open"


def absent_at(**changes: Any) -> Evening:
    """Return an evening on which player 5 has not come, by the record: he sits somewhere else."""
    night = evening(5, present=4, profile="tda-2024-v1", orbit_minutes=10, **changes)
    assert night.row(P[5])["absent"]
    return night


def test_seat_14_an_absent_player_who_is_found_elsewhere_has_come() -> None:
    night = absent_at()
    own = night.seat(P[5])
    assert own is not None
    free = next(seat for seat in range(1, 10) if (1, seat) not in night.seats())
    chips = night.state.chips_in_play
    answer = night.must("19:11", "correct_seat", player=P[5], sits_at=chair(f"1-{free}"), stack=9_200)
    assert answer.kinds[:2] == ["player_arrived", "seats_corrected"]
    assert (night.seat(P[5]), night.row(P[5])["absent"], night.state.chips_in_play) == (own, False, chips)
    laws.hold(night.state)


def test_seat_14_the_owner_of_the_seat_who_has_not_come_keeps_what_lay_at_the_other() -> None:
    night = evening(6, present=4, profile="tda-2024-v1", orbit_minutes=10)
    one, owner = P[5], P[6]
    his = night.seat(owner)
    assert his is not None
    night.wait("19:11")
    lay = night.row(one)["absent_stack"]
    chips = night.state.chips_in_play
    night.must("19:11", "correct_seat", player=one, sits_at=chair("{}-{}".format(*his)), stack=11_000)
    assert (night.row(owner)["absent_stack"], night.row(one)["absent"]) == (lay, False)
    assert night.state.chips_in_play == chips
    laws.hold(night.state)


def gone_at_level_3(**changes: Any) -> Evening:
    """Return an evening on which player 5 was taken out with his stack when level 3 began, at ten to eight."""
    night = absent_at(windows={"late_registration": with_late()}, **changes)
    night.wait("19:50")
    assert night.row(P[5])["status"] == "dropped"
    return night


def with_late() -> Body:
    return {"kind": "level", "level": 4}


def test_seat_14_one_taken_out_though_he_sat_elsewhere_is_in_again_by_lot() -> None:
    """His seat may have been given to somebody: SEAT-6."""
    night = gone_at_level_3()
    issued = 50_000
    assert night.state.chips_in_play < issued
    answer = night.must("19:55", "correct_seat", player=P[5], stack=12_000)
    assert answer.kinds == ["registration_restored", "player_seated", "seats_corrected"]
    assert (night.row(P[5])["status"], night.row(P[5])["absent"]) == ("alive", False)
    assert found(night) == [(P[5], None, night.seat(P[5]), 12_000)]
    assert night.state.chips_in_play <= issued
    laws.hold(night.state)
    assert fold(night.record) == night.state


def test_seat_14_one_blinded_out_though_he_sat_elsewhere_has_his_seat_if_it_is_free() -> None:
    for taken in (False, True):
        night = evening(5, present=4, profile="tda-wsop-v1", orbit_minutes=10, absent_minutes=15)
        own = night.seat(P[5])
        assert own is not None
        night.wait("19:16")
        assert night.row(P[5])["status"] == "out"
        if taken:
            night.must("19:17", "register", player=P[20], seat=chair("{}-{}".format(*own)))
        chips = night.state.chips_in_play + night.state.knockouts[1].chips_removed
        answer = night.must("19:18", "correct_seat", player=P[5], stack=9_500)
        assert answer.kinds[:3] == ["knockout_voided", "player_arrived", "seats_corrected"]
        assert (night.seat(P[5]) == own) is not taken
        assert night.state.chips_in_play == chips
        laws.hold(night.state)


def test_seat_14_one_who_bust_at_the_table_is_out() -> None:
    night = two_tables()
    night.must("19:10", "record_knockout", player=P[1], killers=[P[2]])
    assert night.ask("19:11", "correct_seat", player=P[1], stack=100).refused == "not_in_play"
