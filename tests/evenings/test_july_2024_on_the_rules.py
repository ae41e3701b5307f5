"""The night of 20 July 2024 on the pure rules, at its recorded instants: seats, busts, levels and chips.

Where product and record differ, the difference stands in `EXPLAINED`, with the reason.  A difference that does not
stand there fails the test, and so does one that stands there and no longer occurs.
"""

import pytest

from domain import events as e
from domain.times import from_text
from infra.record import FinishAt, Hands
from tests.support.recorded import Explained, Night, hour, played

OWN_CLOCK = (
    "the two tables were two rooms of a table app, each with its own clock, B's seven minutes behind; the product has "
    "one clock for the tournament, and the table that played on to the end is the one that it follows"
)
TWO_TABLES = (
    "the player was dealt in at the new table while the hand at his old table still ran; in the product a player has "
    "one chair, and the move gives him the new one at once"
)
TWO_CHIPS = (
    "the floor put player-002 on table B with the 236 chips he had at the start of the hand still running on table A, "
    "and he lost 2 of them in it; chips in play are chips issued, so the product stays at 11 times 200"
)
PLANNED = "30 minutes were planned; the floor changed the blinds by hand, after the hand that ran"

EXPLAINED = (
    Explained(
        "02:20:13.902", "level 1 at table B", "table B from 02:20:13.902", "all tables from 02:00:22.486",
        "table B was not in use before; the level had begun with the night",
    ),
    Explained(
        "02:20:13.902", "move of player-005", "at both tables until 02:22:30.243", "at table 2 from 02:20:13.902",
        TWO_TABLES,
    ),
    Explained(
        "02:20:13.902", "move of player-006", "at both tables until 02:22:30.243", "at table 2 from 02:20:13.902",
        TWO_TABLES,
    ),
    Explained(
        "02:20:13.902", "move of player-002", "at both tables until 02:22:30.243", "at table 2 from 02:20:13.902",
        TWO_TABLES,
    ),
    Explained(
        "02:20:13.902", "move of player-007", "at both tables until 02:22:30.243", "at table 2 from 02:20:13.902",
        TWO_TABLES,
    ),
    Explained("02:20:13.902", "slip of player-002", "2202 chips", "2200 chips", TWO_CHIPS),
    Explained(
        "02:27:12.552", "move of player-008", "at both tables until 02:27:19.836", "at table 2 from 02:27:12.552",
        TWO_TABLES,
    ),
    Explained("02:30:22.486", "level 1 at table A", "until 02:45:00.141", "time up at 02:30:22.486", PLANNED),
    Explained(
        "02:52:17.301", "level 2 at table B", "table B from 02:52:17.301", "all tables from 02:45:00.141", OWN_CLOCK,
    ),
    Explained("03:15:00.141", "level 2 at table A", "until 03:16:19.601", "time up at 03:15:00.141", PLANNED),
    Explained("03:19:05.741", "hands 30 to 30 at table B", "blinds 2/4", "blinds 3/6", OWN_CLOCK),
    Explained("03:22:01.033", "hands 31 to 31 at table B", "blinds 2/4", "blinds 3/6", OWN_CLOCK),
    Explained(
        "03:23:18.532", "level 3 at table B", "table B from 03:23:18.532", "all tables from 03:16:19.601", OWN_CLOCK,
    ),
    Explained("03:46:19.601", "level 3 at table A", "until 03:46:52.823", "time up at 03:46:19.601", PLANNED),
    Explained(
        "03:50:41.091", "bust of player-008", "played in level 3", "level 4 on the clock",
        OWN_CLOCK + "; the floor gives the level of the hand with the bust, so the knockout says level 3",
    ),
    Explained("03:50:41.091", "hands 48 to 48 at table B", "blinds 3/6", "blinds 4/8", OWN_CLOCK),
    Explained("03:50:41.091", "bust of player-008", "average 245", "average 244", TWO_CHIPS),
    Explained("04:16:52.823", "level 4 at table A", "until 04:28:13.715", "time up at 04:16:52.823", PLANNED),
    Explained("04:30:57.586", "bust of player-002", "average 315", "average 314", TWO_CHIPS),
    Explained("04:58:13.715", "level 5 at table A", "until 04:58:31.735", "time up at 04:58:13.715", PLANNED),
    Explained("05:09:02.133", "bust of player-007", "average 551", "average 550", TWO_CHIPS),
    Explained("05:28:31.735", "level 6 at table A", "until 05:29:10.624", "time up at 05:28:31.735", PLANNED),
    Explained("05:29:10.624", "bust of player-005", "average 734", "average 733", TWO_CHIPS),
    Explained("05:32:15.879", "bust of player-003", "average 1101", "average 1100", TWO_CHIPS),
    Explained("05:44:13.964", "bust of player-006", "average 2202", "average 2200", TWO_CHIPS),
    Explained(
        "05:44:13.964", "finish", "player-010 has 2202 chips", "player-010 has 2200 chips", TWO_CHIPS,
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def night() -> Night:
    return played("home-league-2024-07-20")


def test_every_difference_from_the_record_is_explained_and_every_explained_one_occurs(night: Night) -> None:
    assert sorted(night.found) == sorted(one[:4] for one in EXPLAINED)


def test_every_hand_is_dealt_to_the_seats_that_the_product_shows(night: Night) -> None:
    assert sum(line.last - line.first + 1 for line in night.record.of(Hands)) == 201
    assert not [line for _, line, said, _ in night.found if line.startswith("hands") and "blinds" not in said]


def test_clk_3_each_level_of_the_clock_begins_when_the_floor_began_it(night: Night) -> None:
    begun = [(one.level, one.small_blind, one.big_blind, hour(when)) for when, one in night.events(e.LevelStarted)]
    assert begun == [
        (1, 1, 2, "02:00:22.486"),
        (2, 2, 4, "02:45:00.141"),
        (3, 3, 6, "03:16:19.601"),
        (4, 4, 8, "03:46:52.823"),
        (5, 5, 10, "04:28:13.715"),
        (6, 10, 20, "04:58:31.735"),
        (7, 20, 40, "05:29:10.624"),
    ]


def test_ko_1_each_bust_stands_at_its_instant_in_its_level_with_its_winner(night: Night) -> None:
    assert night.busts() == [
        ("player-001", "03:26:06.351", 3, ("player-009",)),
        ("player-008", "03:50:41.091", 3, ("player-002",)),
        ("player-009", "04:28:13.715", 4, ("player-003",)),
        ("player-002", "04:30:57.586", 5, ("player-006",)),
        ("player-004", "05:05:56.603", 6, ("player-010",)),
        ("player-011", "05:05:56.603", 6, ("player-010",)),
        ("player-007", "05:09:02.133", 6, ("player-006",)),
        ("player-005", "05:29:10.624", 6, ("player-010",)),
        ("player-003", "05:32:15.879", 7, ("player-010",)),
        ("player-006", "05:44:13.964", 7, ("player-010",)),
    ]


def test_ko_2_two_out_in_one_hand_have_one_bust_number_and_the_larger_stack_the_better_place(night: Night) -> None:
    pair = [one for _, one in night.events(e.Busted) if one.player in {"player-004", "player-011"}]
    assert [(bust.player, bust.stack, bust.bust, bust.rank) for bust in pair] == [
        ("player-004", 58, 5, 1),
        ("player-011", 62, 5, 0),
    ]


def test_plc_1_the_places_are_those_of_the_record(night: Night) -> None:
    assert [player for _, player in night.places()] == [
        "player-010",
        "player-006",
        "player-003",
        "player-005",
        "player-007",
        "player-011",
        "player-004",
        "player-002",
        "player-009",
        "player-008",
        "player-001",
    ]
    assert [place for place, _ in night.places()] == list(range(1, 12))


def test_win_1_late_registration_closes_with_level_2_after_the_one_late_entry(night: Night) -> None:
    windows = [(one.window, hour(when)) for when, one in night.events(e.WindowClosed)]
    assert ("late_registration", "03:16:19.601") in windows
    ((_, late),) = night.events(e.PlayerSeated)
    assert (late.player, late.chair, late.chips) == ("player-011", (2, 9), 200)


def test_life_9_play_ends_with_the_last_bust(night: Night) -> None:
    ((ended, _),) = night.events(e.PlayEnded)
    (finish,) = night.record.of(FinishAt)
    assert ended == finish.at == from_text("2024-07-20T05:44:13.964Z")
    assert night.house.running.status == "finished"


def test_seat_10_no_lot_was_drawn_as_the_floor_named_every_seat(night: Night) -> None:
    assert night.house.running.lots == 0
    assert len(night.events(e.PlayerMoved)) == 10
