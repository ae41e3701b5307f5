"""Places from the order of the busts (PLC-1)."""

import pytest

from domain.places import places
from tests.domain.floor import Evening, P, evening, knock_out

NO_LATE = {"late_registration": None}


def closed(night: Evening, when: str) -> dict[str, int]:
    night.must(when, "finish")
    return night.places()


def test_plc_1_later_bust_higher_place_and_the_last_one_is_champion() -> None:
    night = evening(5, windows=NO_LATE)
    for number in (3, 5, 1, 4):
        knock_out(night, "19:10", P[number])
    assert closed(night, "19:11") == {P[2]: 1, P[4]: 2, P[1]: 3, P[5]: 4, P[3]: 5}


def test_plc_1_with_more_than_one_in_nothing_is_computed() -> None:
    night = evening(5)
    knock_out(night, "19:10", P[1], P[2])
    assert night.places() == {}
    assert night.row(P[1])["place"] is None


def test_plc_1_those_of_one_hand_share_the_best_place_of_their_block() -> None:
    """Both fourth, nobody fifth (B-029)."""
    night = evening(10, sizes=[10], seats_per_table=10, windows=NO_LATE)
    for number in range(10, 5, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:20", "record_knockout_group", busts=[{"player": P[4]}, {"player": P[5]}])
    knock_out(night, "19:30", P[3], P[1])
    knock_out(night, "19:31", P[2], P[1])
    assert closed(night, "19:32") == {
        P[1]: 1, P[2]: 2, P[3]: 3, P[4]: 4, P[5]: 4, P[6]: 6, P[7]: 7, P[8]: 8, P[9]: 9, P[10]: 10,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("sport-poker-v1", {P[1]: 4, P[2]: 4, P[6]: 4, P[7]: 4}),
        ("sport-poker-v2", {P[1]: 6, P[2]: 4, P[6]: 4, P[7]: 6}),
        ("tda-wsop-v1", {P[1]: 6, P[2]: 4, P[6]: 5, P[7]: 6}),
        ("tda-2024-v1", {P[1]: 6, P[2]: 4, P[6]: 4, P[7]: 6}),
    ],
)
def test_plc_1_the_profile_places_those_of_one_hand(profile: str, expected: dict[str, int]) -> None:
    night = evening(7, sizes=[5, 2], profile=profile, windows=NO_LATE)
    stacks = {P[1]: 3_000, P[2]: 9_000, P[6]: 8_000, P[7]: 3_000}
    night.must("19:20", "record_knockout_group", busts=[{"player": p, "stack": s} for p, s in stacks.items()])
    knock_out(night, "19:30", P[3], P[5])
    knock_out(night, "19:31", P[4], P[5])
    placed = closed(night, "19:32")
    assert {player: placed[player] for player in expected} == expected
    assert (placed[P[5]], placed[P[4]], placed[P[3]]) == (1, 2, 3)


def test_plc_1_a_player_has_one_place_by_the_last_entry() -> None:
    night = evening(4)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    for number in (2, 3, 1):
        knock_out(night, "20:10", P[number])
    assert closed(night, "20:11") == {P[4]: 1, P[1]: 2, P[3]: 3, P[2]: 4}


def test_plc_1_a_struck_entry_has_no_place_and_those_below_move_up() -> None:
    night = evening(4, windows=NO_LATE)
    for number in (4, 3, 2):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "void_entry", player=P[3], reason="mistake")
    assert closed(night, "19:12") == {P[1]: 1, P[2]: 2, P[4]: 3}


def test_plc_1_with_the_last_entry_struck_the_one_before_places_him() -> None:
    night = evening(4)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    for number in (2, 3, 1):
        knock_out(night, "20:10", P[number])
    closed(night, "20:11")
    night.must("20:12", "void_entry", player=P[1], reason="duplicate")
    assert night.places() == {P[4]: 1, P[3]: 2, P[2]: 3, P[1]: 4}


def test_plc_1_no_shows_have_no_place() -> None:
    night = evening(4, present=3)
    night.wait("20:00")
    knock_out(night, "20:01", P[1])
    knock_out(night, "20:02", P[2])
    assert closed(night, "20:03") == {P[3]: 1, P[2]: 2, P[1]: 3}


def test_plc_1_survivors_tied_after_a_correction_stay_tied() -> None:
    night = evening(4)
    knock_out(night, "19:10", P[4], P[1])
    stacks = [{"player": P[1], "chips": 5}, {"player": P[2], "chips": 5}, {"player": P[3], "chips": 20}]
    night.must("19:30", "finish", confirm=True, stacks=stacks)
    night.must("19:40", "void_entry", player=P[3], reason="mistake")
    assert night.places() == {P[1]: 1, P[2]: 1, P[4]: 3}
    night.must("19:41", "void_entry", player=P[4], reason="mistake")
    assert night.places() == {P[1]: 1, P[2]: 1}
    assert night.state.results_version == 3


def test_plc_1_a_registration_struck_after_the_finish_moves_nobody() -> None:
    night = evening(4, present=3)
    stacks = [{"player": P[n], "chips": n} for n in (1, 2, 3)]
    night.must("19:30", "finish", confirm=True, stacks=stacks)
    assert night.must("19:31", "void_entry", player=P[4], reason="mistake").kinds == ["entry_voided"]
    assert night.state.results_version == 1


def test_plc_1_a_voided_knockout_places_nobody() -> None:
    night = evening(3)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "void_knockout", knockout=1)
    assert places(night.state, {P[1]: 1, P[2]: 2, P[3]: 3}) == ((1, 3), (2, 2), (3, 1))
