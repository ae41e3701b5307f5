"""Every other recorded night on the pure rules, at its recorded instants: seats, busts, levels, chips and places.

Where product and record differ, the difference stands in `EXPLAINED`, with the reason.  A difference that does not
stand there fails the test, and so does one that stands there and no longer occurs.
"""

from functools import cache

import pytest

from domain import events as e
from infra.contradictions import contradictions
from infra.explained import COUNTED, FIRST_HANDS, LEFT, explained
from infra.record import BustAt, GoneAt, Hands
from tests.support.recorded import EVENINGS, Explained, Night, hour
from tests.support.recorded import played as play

PLANNED = "30 minutes were planned; the floor changed the blinds by hand, after the hand that ran"
OTHERS = tuple(sorted(file.stem for file in EVENINGS.glob("*.jsonl") if file.stem != "home-league-2024-07-20"))

EXPLAINED = {
    "home-league-2024-06-23": (
        Explained("02:30:14.898", "level 1 at table A", "until 02:32:03.669", "time up at 02:30:14.898", PLANNED),
        Explained("03:31:08.596", "level 3 at table A", "until 03:32:05.975", "time up at 03:31:08.596", PLANNED),
        Explained("04:02:05.975", "level 4 at table A", "until 04:03:53.562", "time up at 04:02:05.975", PLANNED),
    ),
    "home-league-2024-09-21": (
        Explained("02:40:43.037", "level 1 at table A", "until 02:43:10.561", "time up at 02:40:43.037", PLANNED),
        Explained("03:13:10.561", "level 2 at table A", "until 03:25:58.827", "time up at 03:13:10.561", PLANNED),
        Explained("03:55:58.827", "level 3 at table A", "until 03:57:16.889", "time up at 03:55:58.827", PLANNED),
        Explained("04:27:16.889", "level 4 at table A", "until 04:28:29.837", "time up at 04:27:16.889", PLANNED),
        Explained("04:58:29.837", "level 5 at table A", "until 04:58:57.217", "time up at 04:58:29.837", PLANNED),
        Explained("05:28:57.217", "level 6 at table A", "until 05:38:25.183", "time up at 05:28:57.217", PLANNED),
        Explained("06:02:04.348", "result of player-006", "no place told", "place 3", COUNTED),
        Explained("06:02:04.348", "result of player-009", "no place told", "place 2", COUNTED),
        Explained("06:02:04.348", "result of player-010", "no place told", "place 1", COUNTED),
    ),
    "home-league-2024-11-24": (
        Explained("03:32:12.969", "level 1 at table A", "until 03:32:47.562", "time up at 03:32:12.969", PLANNED),
        Explained("04:02:47.562", "level 2 at table A", "until 04:03:18.812", "time up at 04:02:47.562", PLANNED),
        Explained("04:33:18.812", "level 3 at table A", "until 04:34:01.851", "time up at 04:33:18.812", PLANNED),
        Explained("05:04:01.851", "level 4 at table A", "until 05:05:03.073", "time up at 05:04:01.851", PLANNED),
        Explained("05:35:03.073", "level 5 at table A", "until 05:35:25.602", "time up at 05:35:03.073", PLANNED),
    ),
    "home-league-2024-12-29": (
        Explained("03:30:03.446", "level 1 at table A", "until 03:30:28.778", "time up at 03:30:03.446", PLANNED),
        Explained("04:00:28.778", "level 2 at table A", "until 04:01:19.304", "time up at 04:00:28.778", PLANNED),
        Explained("04:31:19.304", "level 3 at table A", "until 04:32:26.171", "time up at 04:31:19.304", PLANNED),
        Explained("05:02:26.171", "level 4 at table A", "until 05:03:15.207", "time up at 05:02:26.171", PLANNED),
        Explained("05:33:15.207", "level 5 at table A", "until 05:33:56.488", "time up at 05:33:15.207", PLANNED),
        Explained("06:03:56.488", "level 6 at table A", "until 06:04:45.410", "time up at 06:03:56.488", PLANNED),
        Explained("06:34:45.410", "level 7 at table A", "until 06:35:01.512", "time up at 06:34:45.410", PLANNED),
    ),
    "home-league-2025-01-18": (
        Explained("03:30:30.511", "level 1 at table A", "until 03:31:14.542", "time up at 03:30:30.511", PLANNED),
        Explained("04:01:14.542", "level 2 at table A", "until 04:03:18.541", "time up at 04:01:14.542", PLANNED),
        Explained("04:33:18.541", "level 3 at table A", "until 04:33:36.720", "time up at 04:33:18.541", PLANNED),
        Explained("05:03:36.720", "level 4 at table A", "until 05:04:23.555", "time up at 05:03:36.720", PLANNED),
        Explained("05:34:23.555", "level 5 at table A", "until 05:35:16.053", "time up at 05:34:23.555", PLANNED),
        Explained("06:05:16.053", "level 6 at table A", "until 06:05:16.790", "time up at 06:05:16.053", PLANNED),
    ),
    "home-league-2025-03-29": (
        Explained("02:38:59.223", "level 1 at table A", "until 02:39:18.015", "time up at 02:38:59.223", PLANNED),
        Explained("03:09:18.015", "level 2 at table A", "until 03:10:18.258", "time up at 03:09:18.015", PLANNED),
        Explained("03:37:14.664", "result of player-007", "no place told", "place 10", LEFT),
    ),
    "home-league-2025-04-19": (
        Explained("02:31:58.770", "level 1 at table A", "until 02:33:00.754", "time up at 02:31:58.770", PLANNED),
        Explained("03:03:00.754", "level 2 at table A", "until 03:03:26.888", "time up at 03:03:00.754", PLANNED),
        Explained("03:33:26.888", "level 3 at table A", "until 03:34:14.978", "time up at 03:33:26.888", PLANNED),
        Explained("04:33:07.778", "level 5 at table A", "until 04:33:51.906", "time up at 04:33:07.778", PLANNED),
    ),
    "wsop-2023-event-43-final-day": (
        Explained("00:15:36.000", "gap at 00:15:36", "29700000 chips", "29705000 chips", FIRST_HANDS),
        Explained("01:00:21.000", "gap at 01:00:21", "29700000 chips", "29705000 chips", FIRST_HANDS),
        Explained("02:13:08.000", "gap at 02:13:08", "29700000 chips", "29705000 chips", FIRST_HANDS),
        Explained("03:05:55.000", "bust of player-002", "average 7425000", "average 7426250", FIRST_HANDS),
        Explained("03:11:08.000", "gap at 03:11:08", "29700000 chips", "29705000 chips", FIRST_HANDS),
        Explained("03:36:22.000", "bust of player-003", "average 9900000", "average 9901667", FIRST_HANDS),
        Explained("03:42:38.000", "bust of player-001", "average 14850000", "average 14852500", FIRST_HANDS),
        Explained("03:50:25.000", "bust of player-004", "average 29700000", "average 29705000", FIRST_HANDS),
        Explained(
            "03:50:25.000",
            "finish",
            "player-005 has 29700000 chips",
            "player-005 has 29705000 chips",
            FIRST_HANDS,
        ),
    ),
}

FIGURES = {
    # entries, hands dealt, chips brought, levels played, players who went out
    "home-league-2024-06-23": (7, 180, 1_400, 7, 6),
    "home-league-2024-09-21": (8, 178, 1_600, 7, 5),
    "home-league-2024-11-24": (8, 108, 1_600, 6, 7),
    "home-league-2024-12-29": (6, 201, 1_200, 8, 5),
    "home-league-2025-01-18": (7, 166, 1_400, 7, 6),
    "home-league-2025-03-29": (10, 68, 2_000, 3, 9),
    "home-league-2025-04-19": (7, 134, 1_400, 6, 6),
    "wsop-2023-event-43-final-day": (5, 83, 29_705_000, 4, 4),
}

PLACES = {
    "home-league-2024-06-23": (4, 9, 2, 10, 6, 11, 7),
    "home-league-2024-09-21": (10, 9, 6, 5, 12, 2, 3, 1),
    "home-league-2024-11-24": (11, 4, 1, 7, 9, 6, 3, 5),
    "home-league-2024-12-29": (9, 7, 4, 3, 10, 2),
    "home-league-2025-01-18": (9, 2, 7, 1, 3, 8, 6),
    "home-league-2025-03-29": (4, 11, 9, 2, 6, 10, 8, 5, 1, 7),
    "home-league-2025-04-19": (10, 3, 2, 9, 4, 7, 11),
    "wsop-2023-event-43-final-day": (5, 4, 1, 3, 2),
}
"""The players by their numbers, from the first place on."""


@cache
def night(evening: str) -> Night:
    return play(evening)


def test_every_night_is_here() -> None:
    assert OTHERS == tuple(EXPLAINED) == tuple(FIGURES) == tuple(PLACES)


@pytest.mark.parametrize("evening", OTHERS)
def test_every_difference_from_the_record_is_explained_and_every_explained_one_occurs(evening: str) -> None:
    assert sorted(night(evening).found) == sorted(one[:4] for one in EXPLAINED[evening])


@pytest.mark.parametrize("evening", OTHERS)
def test_what_the_demo_explains_is_what_is_explained_here(evening: str) -> None:
    shown = {(one.line, one.record, one.product) for one in explained(night(evening).record)}
    here = {one[1:4] for one in EXPLAINED[evening] if one.why != PLANNED and "average" not in one.record}
    assert shown == here


@pytest.mark.parametrize("evening", OTHERS)
def test_the_record_agrees_with_itself(evening: str) -> None:
    assert contradictions(night(evening).record) == ()


@pytest.mark.parametrize("evening", OTHERS)
def test_the_figures_of_the_night(evening: str) -> None:
    played = night(evening)
    assert FIGURES[evening] == (
        played.house.running.field,
        played.record.evening.hands,
        sum(entry.chips for entry in played.house.running.entries.values()),
        len(played.events(e.LevelStarted)),
        len(played.events(e.Busted)),
    )


@pytest.mark.parametrize("evening", OTHERS)
def test_plc_1_the_places(evening: str) -> None:
    named = [(place, f"player-{number:03}") for place, number in enumerate(PLACES[evening], start=1)]
    assert night(evening).places() == named


@pytest.mark.parametrize("evening", OTHERS)
def test_seat_10_no_lot_was_drawn_as_the_floor_named_every_seat(evening: str) -> None:
    assert night(evening).house.running.lots == 0


@pytest.mark.parametrize("evening", OTHERS)
def test_the_hands_and_busts_of_the_record_are_all_played(evening: str) -> None:
    record = night(evening).record
    assert sum(line.last - line.first + 1 for line in record.of(Hands)) == record.evening.hands
    # one bust number a hand, and one for who left for good
    assert night(evening).house.running.busts == len(record.of(BustAt)) + len(record.of(GoneAt))


def test_ko_3_with_several_winners_the_killer_won_the_pot_of_the_last_chips() -> None:
    assert ("player-010", "03:18:07.901", 3, ("player-004",)) in night("home-league-2025-03-29").busts()
    assert ("player-007", "03:48:24.482", 4, ("player-003",)) in night("home-league-2025-04-19").busts()


def test_ko_2_two_out_in_one_hand_into_heads_up_are_ranked_by_their_stacks() -> None:
    events = night("home-league-2025-03-29").events(e.Busted)
    pair = [(one.player, one.stack, one.rank) for _, one in events if one.player in {"player-002", "player-009"}]
    assert sorted(pair) == [("player-002", 21, 1), ("player-009", 388, 0)]


def test_ko_1_who_leaves_for_good_takes_his_chips_out_of_play_and_nobody_is_credited() -> None:
    played = night("home-league-2025-03-29")
    (gone,) = [(hour(at), one) for at, one in played.events(e.Busted) if one.cause == "left"]
    assert (gone[0], gone[1].player, gone[1].chips_removed, gone[1].killers) == ("02:52:14.657", "player-007", 200, ())
    assert played.house.running.chips_in_play == 1_800


def test_clk_3_blinds_set_by_mistake_hold_until_the_next_level() -> None:
    played = night("home-league-2025-04-19")
    ((slip, blinds),) = played.events(e.BlindsOverridden)
    assert (hour(slip), blinds.small_blind, blinds.big_blind, blinds.before) == ("03:57:33.380", 1, 2, (4, 8, 0))
    begun = [(one.level, one.big_blind, hour(at)) for at, one in played.events(e.LevelStarted)]
    assert begun[3:5] == [(4, 8, "03:34:14.978"), (5, 10, "04:03:07.778")]


def test_life_9_a_night_that_stops_with_three_left_is_closed_with_their_counted_stacks() -> None:
    played = night("home-league-2024-09-21")
    ((at, ended),) = played.events(e.PlayEnded)
    assert (hour(at), ended.reason) == ("06:02:04.348", "confirmed")
    assert played.house.running.alive == 3


def test_reg_1_a_registration_that_was_cancelled_leaves_no_trace_in_the_field() -> None:
    played = night("home-league-2024-11-24")
    ((_, cancelled),) = played.events(e.PlayerUnregistered)
    assert cancelled.player == "player-011"
    assert [entry.number for entry in played.house.running.entries.values() if entry.player == "player-011"] == [3, 5]
    assert played.house.running.registered == 0


def test_reg_5_the_late_entries_of_the_nights() -> None:
    late = {
        evening: [(one.player, hour(at)) for at, one in night(evening).events(e.PlayerSeated)] for evening in OTHERS
    }
    assert {evening: entries for evening, entries in late.items() if entries} == {
        "home-league-2024-11-24": [("player-005", "03:04:25.730")],
        "home-league-2025-03-29": [("player-007", "02:42:20.185")],
    }


def test_reg_4_a_final_day_begins_with_counted_stacks_in_the_seats_that_the_floor_names() -> None:
    played = night("wsop-2023-event-43-final-day")
    ((_, seated),) = played.events(e.FieldSeated)
    assert seated.seats == (
        (1, 1, 1, 7_380_000),
        (2, 1, 2, 2_500_000),
        (3, 1, 3, 5_110_000),
        (4, 1, 4, 10_170_000),
        (5, 1, 5, 4_545_000),
    )
    assert seated.lot is None
    ((_, end),) = played.events(e.PlayEnded)
    assert end.reason == "last_player"


def test_clk_1_every_game_of_the_mix_is_dealt_at_the_stakes_that_the_clock_shows() -> None:
    record = night("wsop-2023-event-43-final-day").record
    dealt = {line.stakes.game for line in record.of(Hands) if line.stakes is not None}
    assert len(dealt) == 9
