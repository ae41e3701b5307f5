"""The floor's moves: picked, taken back, swapped (SEAT-4)."""

import pytest

from tests.domain.floor import Evening, P, chair, evening, knock_out, opened


def test_seat_4_the_floor_picks_player_and_seat() -> None:
    night = evening(10, sizes=[5, 5])
    answer = night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-9"))
    assert answer.kinds == ["player_moved"]
    assert (night.seat(P[1]), night.sizes()) == ((2, 9), {1: 4, 2: 6})
    assert night.head["last_move"] == 1


def test_seat_4_two_who_move_one_player_from_the_same_picture_move_him_once() -> None:
    """A move states the seat it leaves (B-021)."""
    night = evening(21, sizes=[9, 6, 6])
    night.must("19:30:00", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-7"))
    refusal = night.ask("19:30:01", "move_player", player=P[1], leaving=chair("1-1"), to=chair("3-7")).rejection
    assert (refusal.code, refusal.data) == ("not_there", {"table": 2, "seat": 7})
    assert night.seat(P[1]) == (2, 7)


@pytest.mark.parametrize(
    ("player", "leaving", "to", "code"),
    [
        (P[1], "1-1", "2-1", "seat_taken"),
        (P[1], "1-1", "1-1", "seat_taken"),
        (P[1], "1-1", "100-1", "no_such_seat"),
        (P[1], "1-1", "2-10", "no_such_seat"),
        (P[1], "1-2", "2-9", "not_there"),
        (P[50], "1-1", "2-9", "not_in_play"),
    ],
)
def test_seat_4_a_move_that_cannot_be_changes_nothing(player: str, leaving: str, to: str, code: str) -> None:
    night = evening(10, sizes=[5, 5])
    night.wait("19:10")
    before = night.state
    assert night.ask("19:10", "move_player", player=player, leaving=chair(leaving), to=chair(to)).refused == code
    assert night.state == before


def test_seat_4_a_move_to_a_table_not_in_use_opens_it() -> None:
    night = evening(10, sizes=[5, 5])
    answer = night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("7-3"))
    assert answer.kinds[:2] == ["table_opened", "player_moved"]
    assert night.sizes() == {1: 4, 2: 5, 7: 1}


def moved() -> Evening:
    night = evening(10, sizes=[5, 5])
    night.must("19:30", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    return night


def test_seat_4_the_last_move_is_taken_back_once() -> None:
    night = moved()
    assert night.must("19:32", "undo_move").kinds == ["move_undone"]
    assert night.seat(P[1]) == (1, 1)
    again = night.must("19:33", "undo_move")
    assert (again.events, again.note) == ((), "move 1 has been taken back already")
    assert night.seat(P[1]) == (1, 1)


def test_seat_4_a_move_is_not_taken_back_into_a_seat_that_was_filled() -> None:
    """Refused with the reason; nothing changes (B-020)."""
    night = moved()
    night.must("19:31", "register", player=P[20], seat=chair("1-1"))
    before = night.state
    refusal = night.ask("19:32", "undo_move").rejection
    assert (refusal.code, refusal.data) == ("seat_taken", {"player": P[20]})
    assert night.state == before


def test_seat_4_the_move_of_a_player_who_bust_since_is_not_taken_back() -> None:
    night = moved()
    knock_out(night, "19:31", P[1], P[6])
    assert night.ask("19:32", "undo_move").refused == "moved_on"


def test_seat_4_the_floor_may_say_which_move_it_means() -> None:
    night = moved()
    assert night.ask("19:31", "undo_move", move=2).rejection.data == {"last_move": 1}
    night.must("19:31", "undo_move", move=1)
    assert evening().ask("19:31", "undo_move").rejection.data == {"last_move": None}


def test_seat_4_after_another_move_the_first_is_not_the_last() -> None:
    night = moved()
    night.must("19:31", "move_player", player=P[2], leaving=chair("1-2"), to=chair("2-7"))
    assert night.ask("19:32", "undo_move", move=1).refused == "no_such_move"
    night.must("19:32", "undo_move", move=2)
    assert (night.seat(P[1]), night.seat(P[2])) == ((2, 6), (1, 2))


@pytest.mark.parametrize("other", [P[2], P[7]])
def test_seat_4_two_players_swap_seats_at_one_table_or_across(other: str) -> None:
    night = evening(10, sizes=[5, 5])
    mine, his = night.seat(P[1]), night.seat(other)
    assert night.must("19:10", "swap_seats", player=P[1], other=other).kinds == ["seats_swapped"]
    assert (night.seat(P[1]), night.seat(other)) == (his, mine)
    assert night.sizes() == {1: 5, 2: 5}
    assert len(night.seats()) == 10


def test_seat_4_only_two_living_players_swap() -> None:
    night = evening(10, sizes=[5, 5])
    knock_out(night, "19:10", P[2], P[1])
    assert night.ask("19:11", "swap_seats", player=P[1], other=P[1]).refused == "same_player"
    assert night.ask("19:11", "swap_seats", player=P[1], other=P[2]).refused == "not_in_play"
    assert night.ask("19:11", "swap_seats", player=P[2], other=P[1]).refused == "not_in_play"


def test_seat_4_nobody_moves_before_the_start() -> None:
    night = opened(3)
    night.must("18:30", "check_in", player=P[1], seat=chair("1-1"))
    assert (
        night.ask("18:31", "move_player", player=P[1], leaving=chair("1-1"), to=chair("1-2")).refused == "not_running"
    )
