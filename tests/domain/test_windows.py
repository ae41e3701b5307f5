"""The windows: each open strictly before its end, judged by a command's accepted instant (WIN, REG-6)."""

from typing import Any

import pytest

from domain import deadlines
from domain.settings import settings_faults
from tests.domain.floor import P, at, evening, knock_out, level, settings, until, with_break, with_level


def test_win_1_each_window_opens_with_play_and_closes_at_the_very_instant_of_its_end() -> None:
    night = evening(
        profile="sport-poker-v2",
        windows={
            "late_registration": until("19:30"),
            "re_entry": until("19:35:30"),
            "rebuy": with_level(2),
            "add_on_deadline": until("19:25"),
            "add_on_break": None,
        },
    )
    night.wait("21:30")
    assert night.windows_told("late_registration") == [("19:00:00", "window_opened"), ("19:30:00", "window_closed")]
    assert night.windows_told("re_entry") == [("19:00:00", "window_opened"), ("19:35:30", "window_closed")]
    assert night.windows_told("rebuy") == [("19:00:00", "window_opened"), ("19:40:00", "window_closed")]
    assert night.windows_told("add_on") == [("19:00:00", "window_opened"), ("19:25:00", "window_closed")]


def test_win_1_the_countdown_of_each_window_is_shown() -> None:
    night = evening(
        profile="sport-poker-v2",
        windows={"late_registration": until("20:00"), "re_entry": with_level(4), "rebuy": with_level(2)},
    )
    shown = night.head["windows"]
    assert shown["late_registration"] == {"offered": True, "open": True, "closes_at": "2026-11-29T20:00:00.000000Z"}
    assert shown["re_entry"]["closes_at"] == "2026-11-29T20:30:00.000000Z"
    assert shown["rebuy"]["closes_at"] == "2026-11-29T19:40:00.000000Z"
    assert shown["add_on"] == {"offered": True, "open": False, "closes_at": None}
    night.wait("19:40")
    assert night.head["windows"]["add_on"]["closes_at"] == "2026-11-29T19:50:00.000000Z"
    assert night.head["windows"]["rebuy"] == {"offered": True, "open": False, "closes_at": None}


def test_win_1_a_countdown_that_hangs_on_the_floor_is_not_invented() -> None:
    standing = evening(windows={"late_registration": with_level(2)})
    standing.must("19:05", "pause")
    assert standing.head["windows"]["late_registration"] == {"offered": True, "open": True, "closes_at": None}
    by_hand = evening(windows={"late_registration": with_level(2)}, auto_advance=False)
    assert by_hand.head["windows"]["late_registration"]["closes_at"] is None
    to_the_last = evening(windows={"late_registration": with_level(5)})
    assert to_the_last.head["windows"]["late_registration"]["closes_at"] is None
    add_on = evening(windows={"add_on_deadline": with_level(1)})
    add_on.wait("19:45")
    assert add_on.head["windows"]["add_on"] == {"offered": True, "open": True, "closes_at": None}


def test_win_1_a_window_without_a_price_or_an_end_is_not_there() -> None:
    night = evening(prices={"rebuy": None, "add_on": None}, windows={"late_registration": None})
    assert night.told("19:00") == [
        ("19:00:00", "tournament_started"),
        ("19:00:00", "level_started"),
        ("19:00:00", "field_seated"),
        ("19:00:00", "buttons_drawn"),
    ]
    assert night.ask("19:05", "register", player=P[20]).refused == "no_late_registration"
    assert night.ask("19:05", "rebuy", player=P[1]).refused == "no_rebuy"
    assert night.ask("19:05", "add_on", player=P[1]).refused == "no_add_on"
    knock_out(night, "19:06", P[1], P[2])
    assert night.ask("19:07", "re_enter", player=P[1]).refused == "no_re_entry"


def test_win_1_a_level_taken_back_opens_again_what_ended_with_it() -> None:
    night = evening(10, present=9, windows={"late_registration": with_level(2)})
    night.must("19:40:30", "previous_level", step="break 1")
    assert night.windows_told("late_registration") == [
        ("19:00:00", "window_opened"),
        ("19:40:00", "window_closed"),
        ("19:40:30", "window_opened"),
    ]
    assert night.row(P[10])["status"] == "dropped"
    night.must("19:45", "restore_registration", player=P[10])
    assert night.row(P[10])["status"] == "registered"
    night.must("19:46", "check_in", player=P[10])
    assert night.row(P[10])["status"] == "alive"
    night.wait("20:30")
    assert night.windows_told("late_registration")[3:] == [("20:00:30", "window_closed")]


def test_win_1_a_window_at_an_instant_does_not_open_again_with_a_level() -> None:
    night = evening()
    night.must("20:05", "previous_level", step="level 3")
    assert night.head["windows"]["late_registration"]["open"] is False
    assert night.ask("20:06", "register", player=P[20]).refused == "late_registration_closed"


@pytest.mark.parametrize("kind", ["next_level", "set_remaining"])
def test_win_1_a_window_that_ends_with_a_level_closes_when_the_floor_ends_the_level(kind: str) -> None:
    night = evening(windows={"late_registration": with_level(1)})
    if kind == "next_level":
        night.must("19:10", "next_level", step="level 1")
    else:
        night.must("19:09", "set_remaining", step="level 1", seconds=60)
        night.wait("19:10")
    assert night.windows_told("late_registration")[1:] == [("19:10:00", "window_closed")]


def test_reg_6_an_end_at_an_instant_does_not_move_with_a_pause_and_one_at_a_level_does() -> None:
    night = evening(windows={"late_registration": until("19:30"), "re_entry": with_level(2)})
    night.must("19:05", "pause")
    night.wait("19:45")
    assert night.windows_told("late_registration")[1:] == [("19:30:00", "window_closed")]
    night.must("20:05", "resume")
    night.wait("20:45")
    assert night.windows_told("re_entry")[1:] == [("20:40:00", "window_closed")]


def test_reg_6_a_window_may_end_with_a_break() -> None:
    night = evening(windows={"late_registration": with_break(1)})
    assert night.must("19:49:59.999", "register", player=P[10]).kinds[:3] == [
        "player_registered", "table_opened", "player_seated",
    ]  # fmt: skip
    assert night.ask("19:50", "register", player=P[11]).refused == "late_registration_closed"


def test_reg_6_a_level_that_goes_on_keeps_its_window_open() -> None:
    night = evening(windows={"late_registration": with_level(1)}, auto_advance=False)
    night.must("20:30", "register", player=P[10])
    night.must("20:31", "next_level", step="level 1")
    assert night.ask("20:32", "register", player=P[11]).refused == "late_registration_closed"


def test_reg_6_a_start_after_the_end_opens_no_window() -> None:
    night = evening(auto_start=False)
    night.must("20:05", "start")
    assert night.windows_told("late_registration") == []
    assert night.ask("20:06", "register", player=P[10]).refused == "late_registration_closed"


def test_win_6_before_the_end_means_strictly_before() -> None:
    """A break does not close a window, and the instant of the end is outside (B-010)."""
    night = evening(windows={"late_registration": until("19:50")})
    for when, player in (("19:45", P[20]), ("19:49:59.999", P[21])):
        night.must(when, "register", player=player)
        assert (night.row(player)["status"], night.row(player)["chips_issued"]) == ("alive", 10_000)
    assert night.ask("19:50", "register", player=P[22]).refused == "late_registration_closed"


def test_win_6_who_was_accepted_in_time_is_let_in_after_the_closing_event() -> None:
    night = evening()
    night.wait("20:00:03")
    answer = night.must("19:59:59.999", "register", player=P[20], delivered="20:00:03")
    assert answer.kinds == ["player_registered", "table_opened", "player_seated", "move_proposed"]
    assert night.record[-1].at == at("20:00")
    assert night.head["windows"]["late_registration"]["open"] is False


def test_win_6_who_was_accepted_at_the_end_is_not_let_in_before_the_closing_event() -> None:
    night = evening()
    refusal = night.ask("20:00", "register", player=P[20], delivered="20:00").rejection
    assert (refusal.rule, refusal.code) == ("REG-5", "late_registration_closed")
    assert refusal.reason == "late registration closed at 2026-11-29T20:00:00.000000Z"
    closed = "2026-11-29T20:00:00.000000Z"
    assert refusal.data == {"closed_at": closed, "accepted_at": closed}
    assert night.windows_told("late_registration")[-1] == ("20:00:00", "window_closed")


@pytest.mark.parametrize("kind", ["re_enter", "rebuy", "add_on", "check_in", "surrender_stack"])
def test_win_6_every_purchase_is_judged_by_the_accepted_instant(kind: str) -> None:
    """The same command twice, delivered long after the end: accepted in time once, at the end the other time."""

    def asked(accepted: str) -> str | None:
        night = evening(
            10,
            present=9,
            profile="east-durham-v1" if kind == "surrender_stack" else "sport-poker-v2",
            no_show="drop",
            bounty="none",
            prices={"rebuy": 1_000, "re_entry": 1_000},
            windows={"late_registration": with_level(1), "add_on_deadline": with_level(1), "add_on_break": None},
        )
        knock_out(night, "19:05", P[1], P[2])
        night.must("19:10", "next_level", step="level 1")
        player = {"re_enter": P[1], "check_in": P[10]}.get(kind, P[3])
        stack = {"stack": 5_000} if kind in {"rebuy", "surrender_stack"} else {}
        return night.ask(accepted, kind, player=player, delivered="19:15", **stack).refused

    window = {"re_enter": "re_entry", "surrender_stack": "late_registration", "check_in": "late_registration"}.get(
        kind, kind
    )
    assert asked("19:09:59.999") is None
    assert asked("19:10") == f"{window}_closed"


def test_win_6_a_stamp_ahead_of_the_desks_time_counts_as_that_time() -> None:
    night = evening()
    answer = night.must("20:00:05", "register", player=P[20], delivered="19:59:59")
    assert answer.outcome.at == at("19:59:59")
    assert answer.outcome.accepted_at == at("20:00:05")


def test_win_6_effects_never_go_back() -> None:
    night = evening()
    night.must("19:10", "pause")
    night.must("19:09", "resume", delivered="19:12")
    assert [recorded.at for recorded in night.record] == sorted(recorded.at for recorded in night.record)
    assert night.ends_at == at("19:20")


def test_win_6_a_registration_dropped_at_the_close_is_revived_by_a_check_in_in_time() -> None:
    night = evening(10, present=8, player_cap=10)
    night.wait("20:00:01")
    assert night.row(P[9])["status"] == "dropped"
    answer = night.must("19:59:59.999", "check_in", player=P[9], delivered="20:00:02")
    assert answer.kinds == ["registration_restored", "player_seated"]
    assert night.ask("20:00", "check_in", player=P[10], delivered="20:00:02").refused == "late_registration_closed"


def test_win_6_a_revived_registration_may_be_one_over_the_cap() -> None:
    """Both were accepted before the close; the one delivered first had taken the place that the drop left free."""
    night = evening(9, present=8, player_cap=9)
    night.wait("20:00:01")
    night.must("19:59:59.998", "register", player=P[20], delivered="20:00:01")
    night.must("19:59:59.999", "check_in", player=P[9], delivered="20:00:02")
    assert night.state.unique == 10


def test_win_6_a_place_given_away_after_a_drop_by_hand_stays_given() -> None:
    night = evening(9, present=8, player_cap=9)
    night.must("19:10", "process_no_show", player=P[9])
    night.must("19:11", "register", player=P[20])
    assert night.ask("19:12", "check_in", player=P[9]).refused == "full"


def test_win_6_a_check_in_accepted_before_the_start_is_not_late() -> None:
    night = evening(10, present=9, windows={"late_registration": None})
    assert night.row(P[10])["status"] == "dropped"
    answer = night.must("18:59:59.900", "check_in", player=P[10], delivered="19:00:00.200")
    assert answer.kinds == ["registration_restored", "table_opened", "player_seated", "move_proposed"]


def test_win_6_a_registration_accepted_before_the_start_needs_no_late_window() -> None:
    night = evening(8, windows={"late_registration": None})
    night.must("18:59:59.900", "register", player=P[20], delivered="19:00:00.200")
    assert night.row(P[20])["status"] == "alive"
    assert night.ask("19:00", "register", player=P[21], delivered="19:00:00.200").refused == "no_late_registration"


def test_win_6_who_comes_in_time_after_the_last_player_stood_alone_lets_play_go_on() -> None:
    night = evening(2, sizes=[2])
    knock_out(night, "19:30", P[1], P[2])
    night.wait("20:00")
    assert night.told("20:00")[-1] == ("20:00:00", "window_closed")
    assert night.state.end_reason == "last_player"
    night.must("19:59:59.999", "re_enter", player=P[1], delivered="20:00:02")
    assert (night.state.alive, night.state.ended_at, night.state.status) == (2, None, "running")
    night.wait("20:30")
    assert night.state.status == "running"


def test_win_6_chips_sold_before_the_end_of_play_are_sold() -> None:
    night = evening(2, end={"kind": "time", "at": "2026-11-29T19:45:00Z"})
    night.must("19:44:59.999", "rebuy", player=P[1], delivered="19:45:01")
    assert night.state.chips_in_play == 30_000
    assert night.ask("19:45", "rebuy", player=P[1], delivered="19:45:01").refused == "play_ended"


def test_win_1_every_window_closes_with_the_end_of_play() -> None:
    night = evening(2, sizes=[2], windows={"add_on_break": None})
    assert night.head["windows"]["rebuy"]["open"] is True
    night.wait("20:00")
    knock_out(night, "20:01", P[1], P[2])
    assert night.told("20:01", "20:01") == [
        ("20:01:00", "busted"),
        ("20:01:00", "play_ended"),
        ("20:01:00", "window_closed"),
        ("20:01:00", "window_closed"),
    ]
    night.must("20:02", "void_knockout", knockout=1)
    assert night.windows_told("rebuy")[-1] == ("20:02:00", "window_opened")
    assert night.windows_told("late_registration")[-1] == ("20:00:00", "window_closed")


# ------------------------------------------------------------------------------------------------------ the add-on


def add_ons(profile: str, *whens: str, closes: bool = False, **windows: Any) -> list[str | None]:
    """Return the refusal, or None, of an add-on by another player at each of these instants."""
    night = evening(profile=profile, no_show="drop", add_on_closes_with_break=closes, windows=windows)
    return [night.ask(when, "add_on", player=P[number]).refused for number, when in enumerate(whens, start=1)]


SHUT = "add_on_closed"


def test_win_5_either_condition_opens_the_add_on() -> None:
    """Before the deadline or from the break on; late registration plays no part (B-011)."""
    answers = add_ons("sport-poker-v1", "19:29:59", "19:35", "19:45", "20:05", add_on_deadline=until("19:30"))
    assert answers == [None, SHUT, None, None]


def test_win_5_with_neither_condition_the_add_on_is_always_open() -> None:
    assert add_ons("sport-poker-v1", "19:00", "20:55", add_on_break=None) == [None, None]


def test_win_5_with_one_condition_unmet_the_add_on_is_refused() -> None:
    assert add_ons("sport-poker-v1", "19:10", "19:39:59.999", "19:40") == [SHUT, SHUT, None]
    alone = add_ons("sport-poker-v1", "19:00", "19:30", "19:45", add_on_deadline=until("19:30"), add_on_break=None)
    assert alone == [None, SHUT, SHUT]


@pytest.mark.parametrize("profile", ["sport-poker-v2", "tda-wsop-v1", "east-durham-v1"])
def test_win_5_by_profile_the_add_on_shuts_with_its_break(profile: str) -> None:
    assert add_ons(profile, "19:39", "19:40", "19:49:59.999", "19:50") == [SHUT, None, None, SHUT]


def test_win_5_where_the_profile_leaves_it_to_the_setting_the_setting_decides() -> None:
    assert add_ons("tda-2024-v1", "19:45", "19:50", "20:55") == [None, None, None]
    assert add_ons("tda-2024-v1", "19:45", "19:50", "20:55", closes=True) == [None, SHUT, SHUT]
    assert add_ons("sport-poker-v1", "19:45", "19:50", closes=True) == [None, None]


def test_win_5_a_deadline_after_the_break_keeps_the_add_on_open() -> None:
    assert add_ons("sport-poker-v2", "19:45", "19:55", "20:00", add_on_deadline=until("20:00")) == [None, None, SHUT]
    ends = add_ons("sport-poker-v2", "19:45", "20:09:59", "20:10", add_on_deadline=with_level(3))
    assert ends == [None, None, SHUT]


def test_win_5_a_deadline_within_the_break_does_not_shut_it() -> None:
    answers = add_ons("sport-poker-v2", "19:44", "19:45", "19:49", "19:50", add_on_deadline=until("19:45"))
    assert answers == [None, None, None, SHUT]


def test_win_5_the_break_entered_again_opens_the_add_on_again() -> None:
    night = evening(profile="sport-poker-v2")
    night.must("19:51", "previous_level", step="level 3")
    assert night.must("19:52", "add_on", player=P[1]).kinds == ["add_on_taken"]
    assert night.windows_told("add_on") == [
        ("19:40:00", "window_opened"),
        ("19:50:00", "window_closed"),
        ("19:51:00", "window_opened"),
    ]


def test_win_5_the_break_is_gone_again_when_the_level_before_is_taken_back() -> None:
    night = evening()
    night.must("19:45", "previous_level", step="break 1")
    assert night.ask("19:46", "add_on", player=P[1]).refused == SHUT


def test_win_5_once_a_player_unless_set_otherwise() -> None:
    """Twice within a tenth of a second, from two devices: once (B-012)."""
    night = evening()
    assert night.must("19:41:00", "add_on", player=P[1]).kinds == ["add_on_taken"]
    assert night.ask("19:41:00.100", "add_on", player=P[1]).refused == "add_on_taken"
    assert night.state.chips_in_play == 105_000
    twice = evening(add_ons=2)
    assert [twice.ask("19:41", "add_on", player=P[1]).refused for _ in range(3)] == [None, None, "add_on_taken"]


def test_win_5_an_add_on_has_its_own_chips_or_a_starting_stack_and_its_price() -> None:
    night = evening()
    night.must("19:41", "add_on", player=P[1])
    row = night.row(P[1])
    assert (row["chips_issued"], row["owed"], row["add_ons"]) == (25_000, 2_500, 1)
    plain = evening(add_on_chips=None)
    plain.must("19:41", "add_on", player=P[1])
    assert plain.row(P[1])["chips_issued"] == 20_000


# ------------------------------------------------------------------------------------------- rebuy and re-entry windows


def rebuys(profile: str, *whens: str, **windows: Any) -> list[str | None]:
    """Return the refusal, or None, of a rebuy with a small stack at each of these instants."""
    night = evening(profile=profile, no_show="drop", windows=windows)
    return [night.ask(when, "rebuy", player=P[1], stack=100).refused for when in whens]


@pytest.mark.parametrize(
    ("profile", "own", "answers"),
    [
        ("sport-poker-v1", None, [None, None, None]),
        ("sport-poker-v1", "20:15", [None, None, None]),
        ("sport-poker-v2", None, [None, "rebuy_closed", "rebuy_closed"]),
        ("sport-poker-v2", "20:15", [None, None, "rebuy_closed"]),
        ("tda-wsop-v1", "20:15", [None, "rebuy_closed", "rebuy_closed"]),
        ("east-durham-v1", "20:15", [None, "rebuy_closed", "rebuy_closed"]),
        ("tda-2024-v1", None, [None, None, None]),
        ("tda-2024-v1", "20:15", [None, None, "rebuy_closed"]),
    ],
)
def test_win_2_the_profile_says_until_when_a_rebuy_is_sold(
    profile: str, own: str | None, answers: list[str | None]
) -> None:
    assert rebuys(profile, "19:59", "20:14", "20:15", rebuy=None if own is None else until(own)) == answers


@pytest.mark.parametrize("profile", ["sport-poker-v2", "tda-wsop-v1"])
def test_win_2_where_rebuys_follow_late_registration_and_there_is_none_there_are_no_rebuys(profile: str) -> None:
    assert rebuys(profile, "19:00", late_registration=None) == ["rebuy_closed"]


def test_win_3_re_entry_ends_with_its_own_end_or_else_with_late_registration() -> None:
    own = evening(windows={"re_entry": until("20:30")})
    knock_out(own, "20:29", P[1], P[2])
    knock_out(own, "20:29", P[3], P[2])
    assert own.ask("20:29:59.999", "re_enter", player=P[1]).refused is None
    assert own.ask("20:30", "re_enter", player=P[3]).refused == "re_entry_closed"
    late = evening()
    knock_out(late, "19:59", P[1], P[2])
    assert late.ask("20:00", "re_enter", player=P[1]).refused == "re_entry_closed"


def test_win_1_at_one_instant_the_window_closes_before_the_level_ends() -> None:
    night = evening(windows={"late_registration": until("19:40")})
    night.wait("19:39")
    due = deadlines.next_deadline(night.state)
    assert due is not None
    assert (due.at, due.reason) == (at("19:40"), "Late registration closes")
    night.wait("19:40")
    kinds = [kind for _, kind in night.told("19:40")]
    assert kinds == ["window_closed", "window_closed", "break_started", "window_opened"]


def test_win_5_a_sheet_without_that_break_is_refused() -> None:
    faults = settings_faults(settings(items=(level(100, 200),)))
    assert [(fault.field, fault.rule) for fault in faults] == [("windows.add_on_break", "WIN-5")]
