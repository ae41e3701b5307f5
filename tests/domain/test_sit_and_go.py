"""The Sit & Go: full, five seconds, off it goes (LIFE-5)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain import desk
from domain.presets import SIT_AND_GO, sit_and_go
from domain.profiles import PROFILES
from domain.settings import Settings, settings_faults
from domain.structure import Level
from tests.domain.floor import (
    FLOOR,
    Body,
    Evening,
    P,
    at,
    chair,
    knock_out,
    opened,
    settings,
    settings_body,
    until,
    with_break,
)

OFF: Body = {
    "prices": {"rebuy": None, "add_on": None},
    "windows": {"late_registration": None, "add_on_break": None},
}
"""What a Sit & Go does not have."""


def house(players: int = 6, **changes: Any) -> Body:
    """Return what makes the settings of the house's cases those of a Sit & Go."""
    return OFF | {"sit_and_go": {"players": players}} | changes


def told(night: Evening, since: str) -> list[tuple[str, str]]:
    return [line for line in night.told(since) if line[1] not in {"window_opened", "window_closed"}]


def test_life_5_it_starts_five_seconds_after_it_is_full() -> None:
    night = opened(5, **house())
    night.wait("18:30")
    assert (night.status(), night.head["countdown_ends_at"]) == ("registration_open", None)
    last = night.must("18:30", "register", player=P[6])
    assert last.kinds == ["player_registered", "countdown_started"]
    assert night.head["countdown_ends_at"] == "2026-11-29T18:30:05.000000Z"
    night.wait("18:30:04.999")
    assert night.status() == "registration_open"
    night.wait("18:30:05")
    assert told(night, "18:30:01") == [
        ("18:30:05", "tournament_started"),
        ("18:30:05", "level_started"),
        ("18:30:05", "field_seated"),
    ]
    assert (night.status(), night.head["countdown_ends_at"], night.head["left"]) == ("running", None, 6)


def test_life_5_the_countdown_is_as_long_as_it_is_set() -> None:
    night = opened(1, **house(2, sit_and_go={"players": 2, "countdown_seconds": 60}))
    night.must("18:30", "register", player=P[2])
    night.wait("18:30:59.999")
    assert night.status() == "registration_open"
    night.wait("18:31")
    assert night.status() == "running"


def test_life_5_the_announced_time_starts_nothing() -> None:
    night = opened(5, **house())
    night.wait("20:00")
    assert night.status() == "registration_open"
    night.must("20:10", "register", player=P[6])
    night.wait("20:10:05")
    assert night.status() == "running"


@pytest.mark.parametrize("kind", ["unregister", "process_no_show"])
def test_life_5_a_place_given_back_stops_the_countdown(kind: str) -> None:
    night = opened(5, **house())
    night.must("18:30", "register", player=P[6])
    left = night.must("18:30:03", kind, player=P[2])
    assert left.kinds[-1] == "countdown_stopped"
    assert night.head["countdown_ends_at"] is None
    night.wait("18:40")
    assert night.status() == "registration_open"
    night.must("18:40", "register", player=P[2])
    night.wait("18:40:05")
    assert night.status() == "running"


def test_life_5_an_entry_struck_stops_the_countdown() -> None:
    night = opened(5, **house())
    night.must("18:30", "register", player=P[6])
    assert night.must("18:30:03", "void_entry", player=P[6], reason="duplicate").kinds == [
        "entry_voided",
        "countdown_stopped",
    ]


def test_life_5_who_waits_takes_the_place_and_the_countdown_begins_anew() -> None:
    night = opened(5, **house())
    night.must("18:30", "register", player=P[6])
    assert night.must("18:30:01", "register", player=P[7]).kinds == ["player_waitlisted"]
    left = night.must("18:30:03", "unregister", player=P[2])
    assert left.kinds == ["player_unregistered", "countdown_stopped", "player_registered", "countdown_started"]
    assert night.head["countdown_ends_at"] == "2026-11-29T18:30:08.000000Z"
    night.wait("18:30:08")
    assert (night.status(), night.row(P[7])["status"]) == ("running", "alive")


def test_life_5_nobody_waits_for_a_place_once_it_runs() -> None:
    night = opened(5, **house())
    for number in (6, 7):
        night.must("18:30", "register", player=P[number])
    night.wait("18:30:05")
    assert night.row(P[7])["status"] == "unregistered"
    assert night.ask("18:31", "register", player=P[8]).refused == "no_late_registration"


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_life_5_all_who_are_registered_are_seated(profile: str) -> None:
    night = opened(5, **house(profile=profile))
    night.must("18:30", "check_in", player=P[1], seat=chair("1-4"))
    night.must("18:40", "register", player=P[6])
    night.wait("18:40:05")
    assert (night.head["left"], night.head["registered"], night.head["chips_in_play"]) == (6, 0, 60_000)
    assert [night.row(P[n])["absent"] for n in (1, 2, 6)] == [False, True, True]
    assert night.seat(P[1]) == (1, 4)


def test_life_5_the_floor_need_not_wait_for_the_countdown() -> None:
    night = opened(5, **house())
    refusal = night.ask("18:29", "start").rejection
    assert (refusal.code, refusal.data) == ("too_few_players", {"registered": 5, "minimum": 6})
    night.must("18:30", "register", player=P[6])
    night.must("18:30:01", "start")
    assert (night.status(), night.head["countdown_ends_at"]) == ("running", None)
    night.wait("18:40")
    assert [kind for _, kind in told(night, "18:30:02")] == []


def test_life_5_settings_edited_in_the_countdown_may_stop_it_or_begin_it() -> None:
    night = opened(5, **house())
    night.must("18:30", "register", player=P[6])
    larger = night.must("18:30:02", "edit_settings", version=1, settings=settings_body(**house(9)))
    assert larger.kinds == ["settings_edited", "countdown_stopped"]
    refused = night.ask("18:30:10", "edit_settings", version=2, settings=settings_body(**house(2)))
    assert (refused.refused, refused.rejection.data) == ("full", {"cap": 2})
    again = night.must("18:30:10", "edit_settings", version=2, settings=settings_body(**house(6)))
    assert again.kinds == ["settings_edited", "countdown_started"]
    plain = night.must("18:30:12", "edit_settings", version=3, settings=settings_body())
    assert plain.kinds == ["settings_edited", "countdown_stopped"]


def test_life_8_a_cancelled_sit_and_go_does_not_start() -> None:
    night = opened(5, **house())
    night.must("18:30", "register", player=P[6])
    night.must("18:30:02", "cancel")
    night.wait("18:40")
    assert [kind for _, kind in night.told("18:30:02")] == ["tournament_cancelled", "seed_revealed"]
    assert night.head["countdown_ends_at"] is None


def test_win_6_who_takes_his_place_back_after_the_start_is_too_late() -> None:
    """The start stands: an effect never goes back."""
    night = opened(5, **house())
    night.must("18:30", "register", player=P[6])
    night.wait("18:30:05")
    assert night.ask("18:30:04.900", "unregister", delivered="18:30:05.100", player=P[2]).refused == "not_registered"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("windows.late_registration", {"windows": {"late_registration": until("20:00"), "add_on_break": None}}),
        ("windows.rebuy", {"windows": OFF["windows"] | {"rebuy": until("20:00")}}),
        ("windows.re_entry", {"windows": OFF["windows"] | {"re_entry": with_break(1)}}),
        ("windows.add_on_deadline", {"windows": OFF["windows"] | {"add_on_deadline": with_break(1)}}),
        ("windows.add_on_break", {"windows": {"late_registration": None, "add_on_break": 1}}),
        ("prices.rebuy", {"prices": {"rebuy": 500, "add_on": None}}),
        ("prices.re_entry", {"prices": OFF["prices"] | {"re_entry": 500}}),
        ("prices.add_on", {"prices": {"rebuy": None, "add_on": 500}}),
        ("player_cap", {"player_cap": 7}),
        ("minimum_players", {"minimum_players": 5}),
        ("auto_start", {"auto_start": False}),
        ("no_show", {"no_show": "drop"}),
    ],
)
def test_life_5_what_does_not_go_with_it_is_named(field: str, changes: Body) -> None:
    faults = settings_faults(settings(**house(**changes)))
    assert [(fault.field, fault.rule) for fault in faults] == [(field, "LIFE-5")]


def test_life_5_minimum_and_maximum_may_be_said_when_they_are_the_number() -> None:
    assert settings_faults(settings(**house(player_cap=6, minimum_players=6, no_show="absent"))) == ()


def test_seat_1_a_sit_and_go_needs_the_chairs() -> None:
    faults = settings_faults(settings(**house(19, tables=2)))
    assert [(fault.field, fault.rule) for fault in faults] == [("sit_and_go.players", "SEAT-1")]


@pytest.mark.parametrize(("players", "field"), [(1, "players"), (2.0, "players"), ("6", "players")])
def test_life_5_the_number_is_a_whole_one_from_two_on(players: Any, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        settings(**house(players))


def preset_evening(players: int, profile: str = "tda-wsop-v1") -> Evening:
    """Return a preset's Sit & Go, open for registration since 18:00."""
    terms = sit_and_go(players, title=f"Sit & Go {players}", profile=profile, starts_at=at("19:00"), buy_in=2_000)
    made = desk.create("sunday-1", "club-1", terms, command_id="command-0", actor=FLOOR, role="floor", at=at("17:00"))
    assert isinstance(made, desk.Stepped), made
    night = Evening(state=made.state, record=list(made.recorded))
    night.must("18:00", "open_registration")
    return night


@pytest.mark.parametrize("players", [2, 6, 9, 18])
def test_life_5_each_preset_is_played_from_the_first_registration_to_the_winner(players: int) -> None:
    night = preset_evening(players)
    for number in range(1, players + 1):
        night.must("18:10", "register", role="player", actor=P[number], player=P[number])
    night.wait("18:10:05")
    assert night.status() == "running"
    preset = SIT_AND_GO[players]
    assert (night.head["left"], night.head["tables"]) == (players, preset.tables)
    assert set(night.sizes().values()) == {preset.seats_per_table}
    for number in range(players, 1, -1):
        knock_out(night, "18:20", P[number], P[1])
    night.wait("18:25")
    assert (night.status(), night.places()[P[1]]) == ("finished", 1)


@pytest.mark.parametrize("players", [2, 6, 9, 18])
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_life_5_a_preset_is_playable_under_every_profile_and_goes_through_the_door(players: int, profile: str) -> None:
    terms = sit_and_go(players, title="Sit & Go", profile=profile, starts_at=at("19:00"))
    assert settings_faults(terms) == ()
    stored = TypeAdapter(Settings)
    assert stored.validate_json(stored.dump_json(terms)) == terms
    first = terms.structure.steps[0]
    assert isinstance(first, Level)
    assert terms.starting_stack >= 50 * first.big_blind


def test_life_5_there_are_presets_for_2_6_9_and_18_and_no_others() -> None:
    assert list(SIT_AND_GO) == [2, 6, 9, 18]
    with pytest.raises(KeyError):
        sit_and_go(7, title="Sit & Go", profile="tda-wsop-v1", starts_at=at("19:00"))


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 6)), max_size=40))
def test_life_5_it_starts_when_it_has_been_full_for_five_seconds_and_never_else(told: list[tuple[bool, int]]) -> None:
    """Players come and go every two seconds, against a model of who is in, who waits, and since when it is full."""
    night = opened(0, **house(4))
    now, step, wait = at("18:30"), timedelta(seconds=2), timedelta(seconds=5)
    inside: list[int] = []
    line: list[int] = []
    full_since: datetime | None = None
    for comes, number in told:
        if full_since is not None and now >= full_since + wait:
            break
        night.ask(now, "register" if comes else "unregister", player=P[number])
        if comes and number not in inside + line:
            (inside if len(inside) < 4 else line).append(number)
            if len(inside) == 4 and full_since is None:
                full_since = now
        elif not comes and number in line:
            line.remove(number)
        elif not comes and number in inside:
            inside = [kept for kept in inside if kept != number] + line[:1]
            line = line[1:]
            full_since = now if len(inside) == 4 else None
        assert night.head["registered"] == len(inside)
        assert night.head["waiting"] == len(line)
        now += step
    night.wait("19:30")
    assert night.state.started_at == (None if full_since is None else full_since + wait)
