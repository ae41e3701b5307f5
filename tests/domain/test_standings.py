"""The live ranking before the finish, and the places after it, from the rows alone (PLC-1)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import views
from domain.standings import Standings, standings
from tests.domain.floor import Evening, P, evening, knock_out, until

NO_LATE = {"late_registration": None}


def shown(night: Evening) -> Standings:
    """Return what whoever looks at the rows of the evening sees."""
    rows = views.all_rows(night.state)
    return standings(night.state.profile.same_hand_busts, rows.head, rows.entries.values())


def lines(night: Evening) -> list[tuple[int, str]]:
    return [(place, row["player"]) for place, row in shown(night).lines]


def test_plc_1_before_the_end_those_out_are_ranked_provisionally_and_those_in_not_at_all() -> None:
    night = evening(5, windows=NO_LATE)
    assert (shown(night).provisional, shown(night).left, lines(night)) == (True, 5, [])
    knock_out(night, "19:10", P[3], P[1])
    knock_out(night, "19:11", P[5], P[1])
    assert (shown(night).provisional, shown(night).left) == (True, 3)
    assert lines(night) == [(4, P[5]), (5, P[3])]
    assert [row["place"] for _, row in shown(night).lines] == [None, None]
    knock_out(night, "19:12", P[2], P[1])
    knock_out(night, "19:13", P[4], P[1])
    night.must("19:14", "finish")
    assert (shown(night).provisional, shown(night).left) == (False, 0)
    assert lines(night) == [(1, P[1]), (2, P[4]), (3, P[2]), (4, P[5]), (5, P[3])]


def test_plc_1_a_live_place_falls_with_a_late_entry_and_rises_with_a_struck_one() -> None:
    night = evening(4)
    knock_out(night, "19:10", P[4], P[1])
    assert lines(night) == [(4, P[4])]
    night.must("19:11", "register", player=P[5])
    night.must("19:11", "check_in", player=P[5])
    assert (shown(night).left, lines(night)) == (4, [(5, P[4])])
    night.must("19:12", "void_entry", player=P[2], reason="mistake")
    assert (shown(night).left, lines(night)) == (3, [(4, P[4])])


def test_plc_1_who_re_enters_leaves_the_live_ranking_and_comes_back_by_the_last_entry() -> None:
    night = evening(4)
    knock_out(night, "19:10", P[4], P[1])
    knock_out(night, "19:11", P[3], P[1])
    night.must("19:12", "re_enter", player=P[4])
    assert (shown(night).left, lines(night)) == (3, [(4, P[3])])
    knock_out(night, "19:13", P[4], P[2])
    assert [(place, row["player"], row["entry"]) for place, row in shown(night).lines] == [(3, P[4], 5), (4, P[3], 3)]
    night.must("19:14", "void_entry", player=P[4], reason="mistake")
    assert [(place, row["player"], row["entry"]) for place, row in shown(night).lines] == [(3, P[3], 3), (4, P[4], 4)]


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("sport-poker-v1", [(3, P[4]), (3, P[5]), (3, P[6])]),
        ("sport-poker-v2", [(3, P[5]), (4, P[4]), (4, P[6])]),
    ],
)
def test_plc_1_the_live_ranking_of_one_hand_is_the_profiles(profile: str, expected: list[tuple[int, str]]) -> None:
    night = evening(6, profile=profile, windows=NO_LATE)
    knock_out(night, "19:05", P[3], P[1])
    knock_out(night, "19:06", P[2], P[1])
    night.must("19:07", "void_knockout", knockout=2)
    busts = [{"player": P[4], "stack": 500}, {"player": P[5], "stack": 900}, {"player": P[6], "stack": 500}]
    night.must("19:10", "record_knockout_group", busts=busts)
    assert lines(night) == [*expected, (6, P[3])]


def test_plc_1_who_goes_out_in_a_round_of_hand_for_hand_is_ranked_when_it_ends() -> None:
    night = evening(6, sizes=[3, 3], windows=NO_LATE, places_paid=2, profile="sport-poker-v1", seats_per_table=3)
    knock_out(night, "19:05", P[3], P[1])
    night.must("19:06", "start_hand_for_hand")
    night.must("19:07", "record_knockout", player=P[2], killers=[P[1]])
    assert (shown(night).left, lines(night)) == (5, [(6, P[3])])
    night.must("19:08", "record_knockout", player=P[6], killers=[P[5]])
    for table in (1, 2):
        night.ask("19:09", "finish_hand", table=table)
    night.must("19:10", "end_hand_for_hand")
    assert (shown(night).left, lines(night)) == (3, [(4, P[2]), (4, P[6]), (6, P[3])])


def test_plc_1_who_may_still_buy_back_in_is_ranked_when_his_time_is_up() -> None:
    night = evening(5, profile="tda-wsop-v1", no_show="drop", windows={"late_registration": until("19:30")})
    knock_out(night, "19:10", P[3], P[1])
    assert (shown(night).left, lines(night)) == (5, [])
    night.wait("19:11:01")
    knock_out(night, "19:12", P[4], P[1])
    assert (shown(night).left, lines(night)) == (4, [(5, P[3])])
    night.must("19:12:30", "rebuy", player=P[4], stack=0)
    assert (shown(night).left, lines(night)) == (4, [(5, P[3])])


def test_plc_1_a_called_off_evening_has_no_places() -> None:
    night = evening(3)
    knock_out(night, "19:10", P[3], P[1])
    night.must("19:11", "cancel")
    assert (shown(night).provisional, lines(night)) == (False, [])


@given(st.data(), st.sampled_from(["sport-poker-v1", "sport-poker-v2", "tda-wsop-v1", "tda-2024-v1"]))
def test_plc_1_once_nobody_comes_the_live_places_are_the_final_ones(data: Any, profile: str) -> None:
    night = evening(7, sizes=[4, 3], profile=profile, windows=NO_LATE, balancing="floor", no_show="drop")
    left = [P[number] for number in range(1, 8)]
    seen: list[set[tuple[int, str]]] = []
    while len(left) > 1:
        out = data.draw(st.lists(st.sampled_from(left), min_size=1, max_size=min(3, len(left) - 1), unique=True))
        stacks = data.draw(st.lists(st.sampled_from([100, 200]), min_size=len(out), max_size=len(out)))
        busts = [{"player": player, "stack": stack} for player, stack in zip(out, stacks, strict=True)]
        if len(busts) == 1:
            night.must("19:10", "record_knockout", **busts[0])
        else:
            night.must("19:10", "record_knockout_group", busts=busts)
        left = [player for player in left if player not in out]
        assert shown(night).left == len(left)
        seen.append(set(lines(night)))
    night.must("19:11", "finish")
    final = set(lines(night))
    assert final == {(place, player) for player, place in night.places().items()}
    assert all(ranking <= final for ranking in seen)
