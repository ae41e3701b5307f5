"""Stacks that nobody has come for: orbits, counts, who is taken out (NOSH-2, NOSH-3)."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import deadlines, snapshot
from domain.events import (
    Busted,
    FieldSeated,
    HandsReported,
    OrbitCharged,
    PlayerArrived,
    RegistrationsDropped,
    StackCounted,
    Withdrawn,
)
from domain.evolve import fold
from tests.domain.floor import Evening, P, at, chair, evening, knock_out, level, opened, rest, until, with_level

FOR_EVER = {"late_registration": None, "add_on_break": None}


def house(players: int = 9, present: int = 7, **more: Any) -> Evening:
    """Return an evening whose last players are absent, with orbits of 15 minutes; the profile takes nobody out."""
    given: dict[str, Any] = {"no_show": "absent", "orbit_minutes": 15} | more
    return evening(players, present=present, **given)


def orbits(night: Evening) -> list[tuple[str, int, tuple[tuple[int, int, int], ...]]]:
    """Return each orbit's time, number and charges."""
    return [
        (recorded.at.strftime("%H:%M:%S"), recorded.event.orbit, recorded.event.charges)
        for recorded in night.record
        if isinstance(recorded.event, OrbitCharged)
    ]


def busts(night: Evening) -> list[tuple[str, str, int, int]]:
    """Return time, player, bust number and rank of each bust."""
    return [
        (recorded.at.strftime("%H:%M"), recorded.event.player, recorded.event.bust, recorded.event.rank)
        for recorded in night.record
        if isinstance(recorded.event, Busted)
    ]


def left(night: Evening, player: int) -> int | None:
    """Return what an absent player has left."""
    stack: int | None = night.row(P[player])["absent_stack"]
    return stack


# ------------------------------------------------------------ orbits by the clock


def test_nosh_2_each_orbit_costs_the_blinds_of_the_level_in_force() -> None:
    """Orbits end after 15, 30, 45 and 60 minutes of levels; the break of 19:40 to 19:50 is none of them."""
    night = house()
    night.wait("20:10")
    assert orbits(night) == [
        ("19:15:00", 1, ((8, 300, 9_700), (9, 300, 9_700))),
        ("19:30:00", 2, ((8, 600, 9_100), (9, 600, 9_100))),
        ("19:55:00", 3, ((8, 900, 8_200), (9, 900, 8_200))),
        ("20:10:00", 4, ((8, 900, 7_300), (9, 900, 7_300))),
    ]
    assert (left(night, 8), night.head["chips_in_play"], night.head["absent"]) == (7_300, 90_000, 2)


def test_nosh_2_an_orbit_that_ends_with_its_level_costs_what_that_level_costs() -> None:
    night = house(orbit_minutes=20)
    night.wait("19:20")
    assert orbits(night) == [("19:20:00", 1, ((8, 300, 9_700), (9, 300, 9_700)))]
    assert [kind for _, kind in night.told("19:20", "19:20")] == ["orbit_charged", "level_started"]


def test_nosh_2_a_pause_is_no_part_of_an_orbit() -> None:
    night = house()
    night.must("19:10", "pause")
    night.wait("20:30")
    assert orbits(night) == []
    night.must("20:30", "resume")
    night.wait("20:35")
    assert [time for time, *_ in orbits(night)] == ["20:35:00"]


def test_nosh_2_the_time_that_the_floor_gives_a_level_is_played_too() -> None:
    night = house()
    night.must("19:05", "add_time", step="level 1", seconds=1_800)
    night.wait("19:45")
    assert orbits(night) == [
        ("19:15:00", 1, ((8, 300, 9_700), (9, 300, 9_700))),
        ("19:30:00", 2, ((8, 300, 9_400), (9, 300, 9_400))),
        ("19:45:00", 3, ((8, 300, 9_100), (9, 300, 9_100))),
    ]


def test_nosh_2_the_last_level_goes_on_and_so_do_its_orbits() -> None:
    night = house(items=[level(100, 200, 5)], windows=FOR_EVER)
    night.wait("19:45")
    assert [(time, orbit) for time, orbit, _ in orbits(night)] == [("19:15:00", 1), ("19:30:00", 2), ("19:45:00", 3)]


@pytest.mark.parametrize(
    ("ante", "cost"),
    [
        ({}, 300),
        ({"ante": 25, "ante_type": "classic"}, 300 + 9 * 25),
        ({"ante": 200, "ante_type": "big_blind"}, 500),
        ({"ante": 150, "ante_type": "button"}, 450),
        ({"ante": 200, "ante_type": "big_blind", "short_antes": [{"players_left": 9, "ante": 100}]}, 400),
        ({"ante": 10, "ante_type": "classic", "button_blind": 100}, 490),
    ],
)
def test_nosh_2_one_ante_for_the_table_is_paid_once_and_a_classic_one_once_a_player(
    ante: dict[str, Any], cost: int
) -> None:
    night = house(items=[level(100, 200, **ante)], windows=FOR_EVER)
    night.wait("19:15")
    assert orbits(night) == [("19:15:00", 1, ((8, cost, 10_000 - cost), (9, cost, 10_000 - cost)))]


def test_nosh_2_a_classic_ante_counts_the_players_of_ones_own_table() -> None:
    """Four at table 1 and three at table 2 have come; the two absent ones make it five and four."""
    night = house(
        sizes=[4, 3], seats_per_table=5, items=[level(100, 200, ante=10, ante_type="classic")], windows=FOR_EVER
    )
    night.wait("19:15")
    tables = {number: night.sizes()[night.state.entries[number].chair[0]] for number in (8, 9)}  # type: ignore[index]
    assert sorted(tables.values()) == [4, 5]
    assert orbits(night)[0][2] == tuple(
        (number, 300 + 10 * tables[number], 9_700 - 10 * tables[number]) for number in (8, 9)
    )


def test_nosh_2_blinds_that_the_floor_set_are_the_ones_that_are_paid() -> None:
    night = house()
    night.must("19:10", "override_blinds", step="level 1", small_blind=25, big_blind=50)
    night.wait("19:15")
    assert orbits(night)[0][2] == ((8, 75, 9_925), (9, 75, 9_925))


def test_nosh_2_at_a_table_to_which_nobody_has_come_nobody_is_charged() -> None:
    night = house(6, 4, sizes=[2, 2], seats_per_table=2)
    assert night.sizes() == {1: 2, 2: 2, 3: 2}
    night.wait("19:30")
    assert orbits(night) == [("19:15:00", 1, ()), ("19:30:00", 2, ())]
    there = {night.seat(P[5]), night.seat(P[6])}
    assert there == {(3, 1), (3, 2)}
    night.must("19:31", "move_player", player=P[1], leaving=chair("1-1"), to=chair("4-1"))
    night.must("19:32", "move_player", player=P[5], leaving=_chair(night, 5), to=chair("1-1"))
    night.wait("19:55")
    assert orbits(night)[-1] == ("19:55:00", 3, ((5, 900, 9_100),))


def _chair(night: Evening, player: int) -> dict[str, int]:
    table, seat = night.seat(P[player]) or (0, 0)
    return {"table": table, "seat": seat}


def test_nosh_2_who_comes_keeps_what_is_left_and_pays_no_more() -> None:
    night = house()
    night.wait("19:30")
    answer = night.must("19:31", "check_in", player=P[9])
    assert [(event.kind, event.stack) for event in answer.events] == [("player_arrived", 9_100)]  # type: ignore[union-attr]
    night.wait("19:55")
    assert orbits(night)[-1] == ("19:55:00", 3, ((8, 900, 8_200),))
    row = night.row(P[9])
    assert (row["absent"], row["absent_stack"], row["chips_issued"]) == (False, None, 10_000)
    assert night.head["absent"] == 1


def test_nosh_2_once_everybody_has_come_no_orbit_is_counted() -> None:
    night = house()
    night.must("19:16", "check_in", player=P[8])
    night.must("19:17", "check_in", player=P[9])
    night.wait("22:00")
    assert [time for time, *_ in orbits(night)] == ["19:15:00"]


def test_nosh_2_without_a_length_nothing_is_charged() -> None:
    night = house(orbit_minutes=None)
    night.wait("22:00")
    assert (orbits(night), left(night, 9)) == ([], 10_000)


def test_nosh_2_only_seated_players_are_absent() -> None:
    """Who registers after the start and does not come, or is dropped where that is the policy, has no stack to pay."""
    night = house(no_show="drop")
    night.must("19:05", "register", role="player", actor=P[20], player=P[20])
    night.wait("21:00")
    assert (orbits(night), night.head["absent"]) == ([], 0)


def test_nosh_2_the_timer_says_what_it_waits_for() -> None:
    night = house()
    due = deadlines.next_deadline(night.state)
    assert due is not None
    assert (due.at, due.reason) == (at("19:15"), "Orbit 1 of the absent")


# ------------------------------------------------------------ blinded out


def test_nosh_2_whose_last_chip_an_orbit_takes_is_out_without_a_killer() -> None:
    night = house(starting_stack=500)
    night.wait("19:30")
    assert orbits(night) == [
        ("19:15:00", 1, ((8, 300, 200), (9, 300, 200))),
        ("19:30:00", 2, ((8, 200, 0), (9, 200, 0))),
    ]
    row = night.row(P[9])
    assert (row["status"], row["cause"], row["killers"], row["bust"]) == ("out", "blinded_out", [], 1)
    assert row["absent"] is False
    # the chips went to those who sat there
    assert (night.head["left"], night.head["chips_in_play"], night.head["entries"]) == (7, 4_500, 9)
    assert {recorded.cause for recorded in night.record if isinstance(recorded.event, Busted)} == {"clock"}


@pytest.mark.parametrize(
    ("profile", "ranks"),
    [("sport-poker-v1", {8: 0, 9: 0}), ("sport-poker-v2", {8: 1, 9: 0}), ("tda-wsop-v1", {8: 1, 9: 0})],
)
def test_nosh_2_those_of_one_orbit_are_ranked_as_those_of_one_hand(profile: str, ranks: dict[int, int]) -> None:
    night = house(profile=profile, starting_stack=500)
    night.must("19:20", "count_stack", player=P[9], stack=450)
    night.wait("19:30")
    assert busts(night) == [("19:30", P[8], 1, ranks[8]), ("19:30", P[9], 1, ranks[9])]


def test_nosh_2_a_blind_off_is_voided_like_any_other_bust_and_he_has_what_he_had_before() -> None:
    night = house(starting_stack=500)
    night.wait("19:30")
    night.must("19:31", "void_knockout", knockout=2)
    row = night.row(P[9])
    assert (row["status"], row["absent"], row["absent_stack"]) == ("alive", True, 200)
    assert night.must("19:32", "check_in", player=P[9]).kinds == ["player_arrived"]
    night.wait("19:55")
    assert (night.row(P[9])["status"], night.head["left"]) == ("alive", 8)


def test_nosh_2_one_who_is_absent_again_pays_for_the_orbits_to_come_and_not_for_those_between() -> None:
    """Nobody was absent from 19:30 to 20:05; the orbit that ended at 19:55 is gone."""
    night = house(8, 7, starting_stack=500)
    night.wait("20:05")
    night.must("20:05", "void_knockout", knockout=1)
    night.wait("20:10")
    assert orbits(night)[2:] == [("20:10:00", 4, ((8, 200, 0),))]


def test_nosh_2_the_last_absent_player_blinded_out_ends_the_play() -> None:
    night = house(2, 1, starting_stack=500, windows=FOR_EVER)
    night.wait("19:30")
    assert night.ended() == ("last_player", at("19:30"))
    night.wait("19:35")
    assert (night.status(), night.places()) == ("finished", {P[1]: 1, P[2]: 2})


def test_nosh_2_after_the_end_of_play_nobody_pays() -> None:
    night = house(3, 2, windows=FOR_EVER, end={"kind": "players_left", "players": 2})
    knock_out(night, "19:10", P[1], P[2])
    night.wait("19:40")
    assert (night.ended()[0], orbits(night)) == ("players_left", [])


# ------------------------------------------------------------ orbits by hands


def by_hands(**more: Any) -> Evening:
    """Return an evening at which nine sit, two of them absent, and pay by the hands that their table reports."""
    return house(**({"orbit_by_hands": True} | more))


def test_nosh_2_with_as_many_hands_as_players_an_orbit_is_over() -> None:
    night = by_hands()
    assert night.must("19:08", "report_hands", table=1, hands=8).kinds == ["hands_reported"]
    answer = night.must("19:10", "report_hands", table=1, hands=3, role="dealer")
    assert answer.events == (
        HandsReported(table=1, hands=3, since=11, button=5, small_blind=6, big_blind=7),
        OrbitCharged(orbit=1, table=1, hands=2, charges=((8, 300, 9_700), (9, 300, 9_700))),
    )
    night.wait("20:30")
    assert len(orbits(night)) == 1


def test_nosh_2_a_report_may_fill_several_orbits() -> None:
    night = by_hands(starting_stack=700)
    answer = night.must("19:18", "report_hands", table=1, hands=40)
    assert answer.kinds == ["hands_reported", "orbit_charged", "orbit_charged", "orbit_charged", "busted", "busted"]
    assert [charges for _, _, charges in orbits(night)] == [
        ((8, 300, 400), (9, 300, 400)),
        ((8, 300, 100), (9, 300, 100)),
        ((8, 100, 0), (9, 100, 0)),
    ]
    assert busts(night) == [("19:18", P[8], 1, 0), ("19:18", P[9], 1, 0)]


def test_nosh_2_busts_of_two_orbits_in_one_report_have_two_numbers() -> None:
    night = by_hands(starting_stack=500)
    night.must("19:05", "count_stack", player=P[9], stack=250)
    night.must("19:10", "report_hands", table=1, hands=18)
    assert busts(night) == [("19:10", P[9], 1, 0), ("19:10", P[8], 2, 0)]
    assert sorted(night.state.knockouts) == [1, 2]
    # after the first orbit eight are left, so that the second takes eight hands
    assert night.state.tables[1].hands == 1


def test_nosh_2_in_a_break_hands_are_of_the_level_before_it() -> None:
    night = by_hands()
    night.must("19:45", "report_hands", table=1, hands=9)
    assert orbits(night)[0][2] == ((8, 600, 9_400), (9, 600, 9_400))


def test_nosh_2_hands_of_other_tables_and_of_tables_where_all_have_come_charge_nobody() -> None:
    night = house(6, 4, sizes=[2, 2], seats_per_table=2, orbit_by_hands=True)
    for table, hands in ((1, 7), (3, 7)):
        night.must("19:10", "report_hands", table=table, hands=hands)
    assert [charges for *_, charges in orbits(night)] == [(), (), ()]
    assert (left(night, 5), left(night, 6)) == (10_000, 10_000)
    assert night.state.tables[1].hands == 1


@pytest.mark.parametrize(
    ("more", "table", "refused"),
    [({"orbit_by_hands": False}, 1, None), ({}, 2, "no_such_table"), ({}, 99, "no_such_table")],
)
def test_nosh_2_a_report_names_a_table_that_is_played_at(more: dict[str, Any], table: int, refused: str | None) -> None:
    night = by_hands(**more)
    assert night.ask("19:10", "report_hands", table=table, hands=9).refused == refused


# ------------------------------------------------------------ counts


def test_nosh_2_a_floor_count_replaces_the_computed_stack() -> None:
    night = house()
    night.wait("19:15")
    answer = night.must("19:20", "count_stack", player=P[9], stack=9_600)
    assert answer.events == (StackCounted(entry=9, player=P[9], stack=9_600, before=9_700),)
    night.wait("19:30")
    assert orbits(night)[-1][2] == ((8, 600, 9_100), (9, 600, 9_000))
    assert night.head["chips_in_play"] == 90_000


@pytest.mark.parametrize(
    ("player", "stack", "refused"),
    [(1, 5_000, "not_absent"), (50, 5_000, "not_in_play"), (9, 90_001, "more_than_in_play")],
)
def test_nosh_2_only_an_absent_players_stack_is_counted_here(player: int, stack: int, refused: str) -> None:
    assert house().ask("19:10", "count_stack", player=P[player], stack=stack).refused == refused


def test_nosh_2_what_an_absent_player_buys_is_added_to_his_stack() -> None:
    night = house()
    night.wait("19:15")
    night.must("19:16", "rebuy", player=P[9])
    assert left(night, 9) == 19_700
    night.must("19:45", "add_on", player=P[9])
    assert left(night, 9) == 19_700 - 600 + 15_000


def test_nosh_2_the_computed_stack_stands_for_a_count_where_a_command_needs_one() -> None:
    night = house(4, 3, windows=FOR_EVER)
    night.wait("19:15")
    knock_out(night, "19:16", P[1], P[2])
    knock_out(night, "19:16", P[3], P[2])
    night.must("19:17", "finish", confirm=True, stacks=[{"player": P[2], "chips": 30_300}])
    assert night.places() == {P[2]: 1, P[4]: 2, P[3]: 3, P[1]: 4}


@pytest.mark.parametrize("cause", ["removed", "left", "disqualified"])
def test_nosh_2_a_stack_that_the_floor_takes_out_leaves_play_as_far_as_it_is_left(cause: str) -> None:
    night = house()
    night.wait("19:15")
    answer = night.must("19:20", "record_knockout", player=P[9], cause=cause)
    assert isinstance(answer.events[0], Busted)
    assert (answer.events[0].chips_removed, night.head["chips_in_play"]) == (9_700, 80_300)
    night.must("19:21", "void_knockout", knockout=1)
    assert (left(night, 9), night.head["chips_in_play"]) == (9_700, 90_000)


def test_nosh_2_of_a_voided_absent_entry_what_it_has_left_leaves_play() -> None:
    night = house()
    night.wait("19:15")
    night.must("19:20", "void_entry", player=P[9], reason="mistake")
    assert (night.head["chips_in_play"], night.head["absent"]) == (80_300, 1)
    night.wait("19:30")
    assert orbits(night)[-1][2] == ((8, 600, 9_100),)


# ------------------------------------------------------------ taken out


def test_nosh_2_at_the_profiles_level_the_absent_leave_the_field_and_their_stacks_leave_play() -> None:
    """No hand taken by the start of level 3: chips and entry are gone, and nothing is owed."""
    night = evening(
        9, present=7, profile="tda-2024-v1", orbit_minutes=15, windows={"late_registration": until("21:00")}
    )
    night.wait("19:49:59")
    assert (night.head["entries"], night.head["left"], night.head["chips_in_play"]) == (9, 9, 90_000)
    night.wait("19:50")
    assert night.told("19:50", "19:50") == [
        ("19:50:00", "break_ended"),
        ("19:50:00", "level_started"),
        ("19:50:00", "registrations_dropped"),
    ]
    assert night.record[-1].event == RegistrationsDropped(
        entries=(8, 9),
        withdrawn=tuple(
            Withdrawn(entry=n, chair=seat, stack=9_100, chips=10_000, price=1_000)
            for n, seat in zip((8, 9), _chairs_of(night, (8, 9)), strict=True)
        ),
    )
    head = night.head
    assert (head["entries"], head["players"], head["left"], head["chips_in_play"], head["absent"]) == (
        7, 7, 7, 71_800, 0,
    )  # fmt: skip
    row = night.row(P[9])
    assert (row["status"], row["owed"], row["chips_issued"], row["seat"]) == ("dropped", 0, 0, None)
    assert night.sizes() == {1: 7}


def _chairs_of(night: Evening, entries: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return where the first draw put these entries."""
    seats = next(recorded.event for recorded in night.record if recorded.event.kind == "field_seated")
    assert isinstance(seats, FieldSeated)
    return [(table, seat) for number, table, seat, _ in seats.seats if number in entries]


def test_nosh_2_who_comes_after_he_was_taken_out_enters_late_with_a_full_stack() -> None:
    night = evening(9, present=8, profile="tda-2024-v1", windows={"late_registration": until("21:00")})
    night.wait("19:55")
    answer = night.must("20:00", "check_in", player=P[9])
    assert answer.kinds == ["registration_restored", "player_seated"]
    row = night.row(P[9])
    assert (row["entry"], row["status"], row["chips_issued"], row["owed"]) == (9, "alive", 10_000, 1_000)
    assert (night.head["entries"], night.head["players"], night.head["chips_in_play"]) == (9, 9, 90_000)
    assert night.head["absent"] == 0


def test_nosh_2_after_late_registration_he_who_was_taken_out_is_too_late() -> None:
    night = evening(9, present=8, profile="tda-2024-v1", windows={"late_registration": with_level(2)})
    night.wait("19:55")
    assert night.ask("20:00", "check_in", player=P[9]).refused == "late_registration_closed"


def test_nosh_2_a_level_that_the_floor_moves_to_takes_them_out_too() -> None:
    night = evening(9, present=8, profile="tda-2024-v1")
    for step in ("level 1", "level 2"):
        night.must("19:05", "next_level", step=step)
    answer = night.must("19:06", "next_level", step="break 1")
    assert answer.kinds == ["break_ended", "level_started", "registrations_dropped"]


def test_nosh_2_his_purchases_leave_the_counts_with_him() -> None:
    night = evening(9, present=8, profile="tda-2024-v1", prices={"rebuy": 1_000, "add_on": 1_500})
    night.must("19:10", "rebuy", player=P[9], stack=1)
    night.must("19:45", "add_on", player=P[9])
    assert (night.head["rebuys"], night.head["add_ons"], night.head["chips_in_play"]) == (1, 1, 115_000)
    night.wait("19:50")
    assert (night.head["rebuys"], night.head["add_ons"], night.head["chips_in_play"]) == (0, 0, 80_000)


def test_nosh_2_after_the_settings_time_of_running_levels_the_absent_are_taken_out_and_have_a_place() -> None:
    night = house(absent_minutes=50)
    night.must("19:25", "pause")
    night.must("19:35", "resume")
    night.wait("20:09:59")
    assert night.head["left"] == 9
    night.wait("20:10")
    assert [kind for _, kind in night.told("20:10", "20:10")] == ["absence_over", "busted", "busted"]
    row = night.row(P[9])
    assert (row["status"], row["cause"], row["bust"], row["killers"]) == ("out", "removed", 1, [])
    head = night.head
    # three orbits of 300, 600 and 900 each were paid before
    assert (head["entries"], head["left"], head["chips_in_play"], head["absent"]) == (9, 7, 90_000 - 2 * 8_200, 0)


def test_nosh_2_an_orbit_that_ends_with_the_wait_is_paid_before() -> None:
    night = house(absent_minutes=15)
    night.wait("19:15")
    assert [kind for _, kind in night.told("19:15", "19:15")] == ["orbit_charged", "absence_over", "busted", "busted"]
    assert night.head["chips_in_play"] == 90_000 - 2 * 9_700


def test_nosh_2_who_is_taken_back_is_waited_for_until_the_floor_says_otherwise() -> None:
    night = house(absent_minutes=20)
    night.wait("19:20")
    night.must("19:21", "void_knockout", knockout=2)
    night.wait("19:30")
    assert (night.row(P[9])["status"], left(night, 9)) == ("alive", 9_100)
    night.must("19:31", "check_in", player=P[9])
    assert night.row(P[9])["absent"] is False


def test_nosh_2_who_was_absent_only_after_the_wait_was_over_is_not_taken_out_at_once() -> None:
    night = house(8, 7, starting_stack=500, absent_minutes=40)
    night.wait("20:05")
    assert night.told("19:40", "20:05").count(("19:40:00", "absence_over")) == 0
    night.must("20:05", "void_knockout", knockout=1)
    night.wait("20:06")
    assert night.row(P[8])["status"] == "alive"


def test_nosh_2_all_may_be_taken_out() -> None:
    night = house(3, 0, absent_minutes=10, windows=FOR_EVER)
    night.wait("19:10")
    assert (night.head["left"], night.head["chips_in_play"], night.ended()[0]) == (0, 0, "last_player")


# ------------------------------------------------------------ by the floor's hand


def test_nosh_3_where_the_profile_has_a_level_the_floors_word_is_the_same_event() -> None:
    night = evening(9, present=8, profile="tda-2024-v1")
    answer = night.must("19:10", "process_no_show", player=P[9])
    (seat,) = _chairs_of(night, (9,))
    gone = Withdrawn(entry=9, chair=seat, stack=10_000, chips=10_000, price=1_000)
    assert answer.events == (RegistrationsDropped(entries=(9,), withdrawn=(gone,)),)
    assert (night.head["entries"], night.head["chips_in_play"]) == (8, 80_000)


def test_nosh_3_elsewhere_the_floors_word_is_a_bust() -> None:
    night = house(profile="east-durham-v1")
    night.wait("19:15")
    answer = night.must("19:20", "process_no_show", player=P[9])
    assert isinstance(answer.events[0], Busted)
    assert (answer.events[0].cause, answer.events[0].chips_removed) == ("removed", 9_700)
    assert (night.head["entries"], night.head["left"], night.head["chips_in_play"]) == (9, 8, 80_300)


def test_nosh_3_nobody_is_taken_out_once_play_has_ended() -> None:
    night = house(3, 2, windows=FOR_EVER, end={"kind": "players_left", "players": 2})
    knock_out(night, "19:10", P[1], P[2])
    assert night.ask("19:11", "process_no_show", player=P[3]).refused == "play_ended"


# ------------------------------------------------------------ who came in time


def test_win_6_an_orbit_that_ended_after_he_had_come_is_not_charged() -> None:
    """Accepted a moment before the end of the orbit, taken up after the clock had charged it."""
    night = house()
    night.wait("19:15:02")
    answer = night.must("19:14:59.999", "check_in", delivered="19:15:02", player=P[9])
    assert [event.stack for event in answer.events if isinstance(event, PlayerArrived)] == [10_000]
    late = night.must("19:15:00", "check_in", delivered="19:15:03", player=P[8])
    assert [event.stack for event in late.events if isinstance(event, PlayerArrived)] == [9_700]


def test_win_6_one_blinded_out_after_he_had_come_is_in_with_what_he_had() -> None:
    night = house(starting_stack=500)
    night.wait("19:30:02")
    answer = night.must("19:29:59.999", "check_in", delivered="19:30:02", player=P[9])
    assert answer.kinds == ["knockout_voided", "player_arrived"]
    assert (night.row(P[9])["status"], night.row(P[9])["absent"], night.head["left"]) == ("alive", False, 8)
    assert [event.stack for event in answer.events if isinstance(event, PlayerArrived)] == [200]
    assert night.ask("19:30:00", "check_in", delivered="19:30:03", player=P[8]).refused == "not_registered"


def test_win_6_one_taken_out_after_he_had_come_is_in_with_his_old_seat_if_it_is_free() -> None:
    night = house(absent_minutes=20)
    seat = night.seat(P[9])
    night.wait("19:20:02")
    night.must("19:19:59", "check_in", delivered="19:20:02", player=P[9])
    assert (night.seat(P[9]), night.head["chips_in_play"]) == (seat, 80_300)
    other = house(absent_minutes=20)
    table, number = other.seat(P[9]) or (0, 0)
    other.wait("19:20:02")
    there = {"table": table, "seat": number}
    other.must("19:20:02", "move_player", player=P[1], leaving=chair("1-1"), to=there)
    other.must("19:19:59", "check_in", delivered="19:20:03", player=P[9])
    assert other.row(P[9])["status"] == "alive"
    assert other.seat(P[9]) not in {None, (table, number)}


def test_win_6_one_who_left_the_field_after_he_had_come_is_in_it_with_what_he_had() -> None:
    """Late registration has closed, and for him that does not matter."""
    night = evening(9, present=7, profile="tda-2024-v1", orbit_minutes=15, windows={"late_registration": with_level(2)})
    night.wait("19:50:02")
    answer = night.must("19:49:59.999", "check_in", delivered="19:50:02", player=P[9])
    assert answer.kinds == ["registration_restored", "player_seated"]
    row = night.row(P[9])
    assert (row["status"], row["chips_issued"], row["owed"], row["absent"]) == ("alive", 9_100, 1_000, False)
    assert (night.head["entries"], night.head["chips_in_play"]) == (8, 80_900)
    assert night.ask("19:50:00", "check_in", delivered="19:50:03", player=P[8]).refused == "late_registration_closed"


# ------------------------------------------------------------ laws

STEPS = st.lists(
    st.tuples(
        st.integers(0, 25),
        st.sampled_from(
            ["wait", "pause", "resume", "next_level", "previous_level", "arrive", "count", "void", "remove", "add_time"]
        ),
        st.integers(1, 9),
    ),
    max_size=14,
)


def _play(night: Evening, steps: list[tuple[int, str, int]]) -> None:
    now = at("19:00")
    for minutes, what, n in steps:
        now += timedelta(minutes=minutes)
        night.wait(now)
        if not night.state.running:
            return
        if what in {"pause", "resume"}:
            night.ask(now, what)
        elif what in {"next_level", "previous_level"}:
            night.ask(now, what, step=night.step)
        elif what == "add_time":
            night.ask(now, what, step=night.step, seconds=60 * n)
        elif what == "arrive":
            night.ask(now, "check_in", player=P[n])
        elif what == "count":
            night.ask(now, "count_stack", player=P[n], stack=700 * n)
        elif what == "void":
            night.ask(now, "void_knockout", knockout=n)
        elif what == "remove":
            night.ask(now, "process_no_show", player=P[n])


@given(STEPS, st.sampled_from(["sport-poker-v1", "tda-2024-v1"]), st.sampled_from([None, 33]))
def test_nosh_2_whatever_happens_the_absent_are_those_who_sit_and_have_not_come(
    steps: list[tuple[int, str, int]], profile: str, wait: int | None
) -> None:
    night = house(9, 6, profile=profile, orbit_minutes=7, absent_minutes=wait, starting_stack=2_000)
    _play(night, steps)
    state = night.state
    absent = {number for number, entry in state.entries.items() if entry.status == "alive" and entry.absent}
    assert set(state.absent) == absent
    for number in absent:
        entry = state.entries[number]
        assert not entry.checked_in
        assert entry.absent_stack is not None
        assert entry.absent_stack > 0
    assert all(charged > 0 and rest >= 0 for _, _, charges in orbits(night) for _, charged, rest in charges)
    alive = [entry for entry in state.entries.values() if entry.status == "alive"]
    assert (state.alive, state.field) == (
        len(alive), sum(entry.seated and entry.status in {"alive", "out"} for entry in state.entries.values()),
    )  # fmt: skip
    assert fold(night.record) == state
    assert snapshot.load(snapshot.dump(state)) == state


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4), st.integers(1, 30))
def test_nosh_2_orbits_are_counted_in_running_levels_whatever_is_paused(
    stops: list[tuple[int, int]], minutes: int
) -> None:
    """The charges are those of an evening without pauses, each as much later as the clock had stood before it."""
    night, plain = house(orbit_minutes=minutes), house(orbit_minutes=minutes)
    now = at("19:00")
    for play_on, stand in stops:
        now += timedelta(minutes=play_on)
        night.must(now, "pause")
        now += timedelta(minutes=stand)
        night.must(now, "resume")
    night.wait("23:59+1")
    plain.wait("23:59+1")
    assert [(orbit, charges) for _, orbit, charges in orbits(night)] == [
        (orbit, charges) for _, orbit, charges in orbits(plain)
    ]


def test_nosh_2_the_draw_in_absent_mode_seats_all_who_are_registered_and_marks_them() -> None:
    night = opened(3, no_show="absent")
    night.must("18:30", "check_in", player=P[1])
    night.wait("19:00")
    assert (night.head["left"], night.head["absent"], left(night, 2), left(night, 1)) == (3, 2, 10_000, None)


def test_nosh_2_a_break_before_the_first_orbit_counts_for_nothing() -> None:
    night = house(items=[level(100, 200, 10), rest(30), level(300, 600)], windows=FOR_EVER)
    night.wait("19:45")
    assert orbits(night) == [("19:45:00", 1, ((8, 900, 9_100), (9, 900, 9_100)))]
