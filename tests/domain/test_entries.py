"""Buying in again and topping up: rebuy, re-entry, surrender, and the entry struck (WIN-2 to WIN-4, WIN-7, REG-7)."""

from typing import Any

import pytest

from tests.domain.floor import Evening, P, at, chair, evening, knock_out, opened, until, with_break, with_level


def test_win_2_a_rebuy_adds_a_starting_stack_to_the_same_entry() -> None:
    night = evening()
    assert night.must("20:45", "rebuy", player=P[1]).kinds == ["rebought"]
    row = night.row(P[1])
    assert (row["entry"], row["chips_issued"], row["owed"], row["rebuys"]) == (1, 20_000, 2_000, 1)
    assert (night.head["entries"], night.head["rebuys"], night.head["chips_in_play"]) == (9, 1, 100_000)


def test_win_2_rebuys_without_a_limit_go_on_to_the_end() -> None:
    """The only bound is a finished or cancelled tournament (B-013); the same body twice is two purchases (B-042)."""
    night = evening(2, windows={"late_registration": None})
    night.must("19:10", "rebuy", player=P[1])
    night.must("19:14", "rebuy", player=P[1])
    assert night.row(P[1])["owed"] == 3_000
    knock_out(night, "20:45", P[1], P[2])
    night.must("20:46", "finish")
    assert night.ask("21:30", "rebuy", player=P[2]).refused == "not_running"


@pytest.mark.parametrize(
    ("profile", "setting", "allowed"),
    [
        ("sport-poker-v1", "below_start", [True, True, True]),
        ("sport-poker-v2", "any", [True, True, False]),
        ("tda-wsop-v1", "any", [True, True, False]),
        ("east-durham-v1", "any", [True, False, False]),
        ("tda-2024-v1", "any", [True, True, True]),
        ("tda-2024-v1", "at_or_below_start", [True, True, False]),
        ("tda-2024-v1", "below_start", [True, False, False]),
    ],
)
def test_win_2_the_profile_says_with_which_stack(profile: str, setting: str, allowed: list[bool]) -> None:
    night = evening(profile=profile, no_show="drop", rebuy_stack=setting)
    stacks = (9_999, 10_000, 10_001)
    answers = [night.ask("19:10", "rebuy", player=P[n], stack=stack) for n, stack in enumerate(stacks, start=1)]
    assert [answer.refused is None for answer in answers] == allowed
    assert {answer.refused for answer in answers} <= {None, "stack_too_large"}


def test_win_2_where_the_stack_counts_it_must_be_counted() -> None:
    refusal = evening(profile="east-durham-v1").ask("19:10", "rebuy", player=P[1]).rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("RUL-7", "count_needed", {"field": "stack"})


@pytest.mark.parametrize("kind", ["rebuy", "add_on"])
def test_win_2_chips_are_sold_to_living_entries_only(kind: str) -> None:
    night = evening(10, present=9, windows={"add_on_break": None})
    knock_out(night, "19:10", P[1], P[2])
    for player, status in ((P[1], "out"), (P[10], "registered"), (P[50], "unknown")):
        refusal = night.ask("19:11", kind, player=player).rejection
        assert (refusal.code, refusal.data["status"]) == ("not_in_play", status)


def test_win_3_a_re_entry_follows_a_bust_as_a_new_entry_with_a_full_stack() -> None:
    """The bust chips stay with the others: 100,000 among nine, 11,111 each (B-016)."""
    night = evening()
    knock_out(night, "19:30", P[9], P[1])
    answer = night.must("19:32", "re_enter", player=P[9])
    assert answer.kinds == ["re_entered"]
    row = night.row(P[9])
    assert (row["entry"], row["re_entry"], row["chips_issued"], row["owed"]) == (10, True, 10_000, 1_000)
    head = night.head
    assert (head["entries"], head["players"], head["left"]) == (10, 9, 9)
    assert (head["chips_in_play"], head["average_stack"]) == (100_000, 11_111)


def test_win_3_a_second_tap_enters_nobody_twice() -> None:
    """Two ids, three tenths of a second (B-015)."""
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31:00", "re_enter", player=P[1])
    refusal = night.ask("19:31:00.300", "re_enter", player=P[1]).rejection
    assert (refusal.code, refusal.data["status"]) == ("not_out", "alive")
    assert night.head["entries"] == 10


@pytest.mark.parametrize(
    ("prices", "owed"),
    [
        ({"rebuy": 1_000, "re_entry": None}, 1_000),
        ({"rebuy": 1_000, "re_entry": 700}, 700),
        ({"rebuy": 1_000, "re_entry": 0}, 0),
        ({"rebuy": None, "re_entry": 900}, 900),
    ],
)
def test_win_3_its_price_is_its_own_or_else_the_rebuys(prices: dict[str, int | None], owed: int) -> None:
    night = evening(prices=prices)
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "re_enter", player=P[1])
    assert night.row(P[1])["owed"] == owed


def test_win_3_without_a_price_it_is_not_offered() -> None:
    night = evening(prices={"rebuy": None})
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:31", "re_enter", player=P[1]).refused == "no_re_entry"
    assert night.head["windows"]["re_entry"]["offered"] is False


@pytest.mark.parametrize("most", [0, 1, 2])
def test_win_3_a_player_has_so_many_re_entries(most: int) -> None:
    night = evening(re_entries=most)
    for taken in range(most + 1):
        knock_out(night, "19:30", P[1], P[2])
        refused = night.ask("19:31", "re_enter", player=P[1]).refused
        assert refused == ("no_re_entry_left" if taken == most else None)


def test_win_3_a_struck_re_entry_is_given_back_to_the_limit() -> None:
    night = evening(re_entries=1)
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "re_enter", player=P[1])
    night.must("19:32", "void_entry", player=P[1], reason="mistake")
    assert night.row(P[1])["status"] == "out"
    night.must("19:33", "re_enter", player=P[1])
    assert night.row(P[1])["entry"] == 11


def test_win_3_nobody_comes_back_after_the_end_of_play() -> None:
    night = evening(3, end={"kind": "time", "at": "2026-11-29T19:30:00Z"})
    knock_out(night, "19:10", P[1], P[2])
    assert night.ask("19:30", "re_enter", player=P[1]).refused == "play_ended"


def test_win_3_only_who_is_out_re_enters() -> None:
    night = evening(10, present=9)
    assert night.ask("19:10", "re_enter", player=P[50]).rejection.data == {"status": "unknown"}
    assert night.ask("19:10", "re_enter", player=P[10]).rejection.data == {"status": "registered"}


def test_win_3_a_disqualified_player_does_not_come_back() -> None:
    night = evening()
    night.must("19:10", "record_knockout", player=P[1], cause="disqualified", stack=9_000)
    assert night.ask("19:11", "re_enter", player=P[1]).refused == "disqualified"


def test_win_3_nobody_re_enters_while_play_is_not_on() -> None:
    assert opened(3).ask("18:00", "re_enter", player=P[1]).refused == "not_running"


def test_win_4_a_re_entry_and_its_seat_are_one_decision() -> None:
    """With every chair taken he waits: no entry, no price, no chips, before there is a chair."""
    night = evening(4, sizes=[2, 2], seats_per_table=2, tables=2)
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "register", player=P[20])
    counts = ("entries", "players", "left", "chips_in_play")
    before = [night.head[count] for count in counts]
    assert night.must("19:12", "re_enter", player=P[1]).kinds == ["player_waitlisted"]
    assert [night.head[count] for count in counts] == before
    knock_out(night, "19:13", P[3], P[4])
    night.must("19:14", "re_enter", player=P[1])
    assert night.seat(P[1]) == (2, 1)


def test_win_4_a_re_entry_may_be_given_a_chair() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:31", "re_enter", player=P[1], seat=chair("1-2")).refused == "seat_taken"
    night.must("19:31", "re_enter", player=P[1], seat=chair("3-5"))
    assert night.seat(P[1]) == (3, 5)


def test_win_4_the_first_entry_stays_on_record_as_out() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "re_enter", player=P[1])
    first = night.state.entries[1]
    assert (first.status, first.chair, first.chips, first.price) == ("out", None, 10_000, 1_000)


# ------------------------------------------------------------------------------------------------------- the surrender


def durham(**changes: Any) -> Evening:
    """Return an evening on which a stack below the start may be given up."""
    usual = {"no_show": "drop", "bounty": "none", "windows": {"late_registration": with_break(1)}}
    return evening(profile="east-durham-v1", **(usual | changes))


def test_win_7_a_stack_given_up_leaves_play_and_a_new_one_comes() -> None:
    night = durham()
    answer = night.must("19:10", "surrender_stack", player=P[1], stack=4_000)
    assert answer.kinds == ["busted", "re_entered"]
    assert night.state.chips_in_play == 90_000 - 4_000 + 10_000
    knockout = night.state.knockouts[1]
    assert (knockout.cause, knockout.killers, knockout.credits) == ("surrendered", (), ())
    assert (night.head["entries"], night.head["players"], night.head["left"]) == (10, 9, 9)
    assert night.row(P[1])["owed"] == 1_000


@pytest.mark.parametrize(("stack", "refused"), [(9_999, None), (10_000, "stack_too_large"), (0, None)])
def test_win_7_only_a_stack_below_the_starting_one_is_given_up(stack: int, refused: str | None) -> None:
    assert durham().ask("19:10", "surrender_stack", player=P[1], stack=stack).refused == refused


def test_win_7_it_is_done_before_the_window_ends() -> None:
    night = durham()
    assert night.ask("19:49:59.999", "surrender_stack", player=P[1], stack=1).refused is None
    assert night.ask("19:50", "surrender_stack", player=P[2], stack=1).refused == "late_registration_closed"


def test_win_7_a_longer_re_entry_window_does_not_prolong_it() -> None:
    night = durham(windows={"late_registration": with_level(1), "re_entry": with_level(3)})
    refusal = night.ask("19:20", "surrender_stack", player=P[2], stack=1).rejection
    assert (refusal.rule, refusal.code) == ("WIN-7", "late_registration_closed")


def test_win_7_who_asked_in_time_gives_it_up_after_the_level_has_changed() -> None:
    night = evening(profile="tda-2024-v1", no_show="drop", bounty="none", windows={"late_registration": with_level(1)})
    night.wait("19:20:01")
    night.must("19:19:59.999", "surrender_stack", player=P[1], stack=1, delivered="19:20:01")


@pytest.mark.parametrize("profile", ["sport-poker-v1", "sport-poker-v2", "tda-wsop-v1"])
def test_win_7_other_profiles_know_no_surrender(profile: str) -> None:
    night = evening(profile=profile, no_show="drop", bounty="none")
    assert night.ask("19:10", "surrender_stack", player=P[1], stack=1).refused == "no_surrender"


def test_win_7_no_stack_is_given_up_in_a_bounty_event() -> None:
    assert durham(bounty="classic").ask("19:10", "surrender_stack", player=P[1], stack=1).refused == "no_surrender"


@pytest.mark.parametrize(
    ("window", "answers"),
    [
        (with_level(2), ["not_the_end_yet", None, "late_registration_closed"]),
        (with_break(1), ["not_the_end_yet", "not_the_end_yet", None]),
        (until("19:35"), ["not_the_end_yet", None, "late_registration_closed"]),
        (until("19:40"), ["not_the_end_yet", None, "late_registration_closed"]),
    ],
)
def test_win_7_in_the_rule_book_it_is_done_at_the_end_of_late_registration(
    window: dict[str, Any], answers: list[str | None]
) -> None:
    night = evening(
        profile="tda-2024-v1", no_show="drop", bounty="none", windows={"late_registration": window, "re_entry": window}
    )
    whens = ("19:10", "19:30", "19:45")
    asked = [
        night.ask(when, "surrender_stack", player=P[n], stack=25_000).refused for n, when in enumerate(whens, start=1)
    ]
    assert asked == answers


def test_win_7_a_surrender_counts_to_the_re_entries() -> None:
    night = durham(re_entries=1)
    night.must("19:10", "surrender_stack", player=P[1], stack=1)
    assert night.ask("19:11", "surrender_stack", player=P[1], stack=1).refused == "no_re_entry_left"


def test_win_7_his_own_seat_is_free_for_the_draw() -> None:
    """At the only table, full, he sits down again where he sat."""
    night = evening(2, sizes=[2], profile="east-durham-v1", bounty="none", seats_per_table=2, minimum_players=2)
    night.must("19:10", "surrender_stack", player=P[1], stack=1)
    assert night.seat(P[1]) == (1, 1)


def test_win_7_more_chips_than_are_in_play_are_not_given_up() -> None:
    night = evening(profile="tda-2024-v1", no_show="drop", bounty="none", windows={"late_registration": with_level(1)})
    refusal = night.ask("19:10", "surrender_stack", player=P[1], stack=90_001).rejection
    assert (refusal.code, refusal.data) == ("more_than_in_play", {"chips_in_play": 90_000})


# ------------------------------------------------------------------------------------------------------ struck entries


def test_reg_7_a_struck_entry_counts_nowhere_and_stays_on_record() -> None:
    """Entries 9, chips 90,000, average 10,000, the seat free, nothing owed (B-018)."""
    night = evening(10, sizes=[10], seats_per_table=10)
    assert night.must("19:15", "void_entry", player=P[10], reason="mistake").kinds == ["entry_voided"]
    head = night.head
    assert (head["entries"], head["players"], head["left"], head["average_stack"]) == (9, 9, 9, 10_000)
    assert head["chips_in_play"] == 90_000
    entry = night.state.entries[10]
    assert (entry.status, entry.chair, entry.price) == ("voided", None, 0)
    night.must("19:16", "register", player=P[20])
    assert night.seat(P[20]) == (1, 10)


def test_reg_7_what_was_bought_for_it_goes_with_it() -> None:
    night = evening()
    night.must("19:10", "rebuy", player=P[1])
    night.must("19:41", "add_on", player=P[1])
    night.must("19:42", "void_entry", player=P[1], reason="wrong_player")
    head = night.head
    assert (head["chips_in_play"], head["rebuys"], head["add_ons"]) == (80_000, 0, 0)


def test_reg_7_chips_that_others_won_stay_in_play() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "void_entry", player=P[1], reason="mistake")
    assert (night.state.chips_in_play, night.head["entries"], night.head["players"]) == (90_000, 8, 8)


def test_reg_7_a_registration_is_struck_too() -> None:
    night = opened(3)
    night.must("18:10", "check_in", player=P[3], seat=chair("1-1"))
    night.must("18:11", "void_entry", player=P[3], reason="mistake")
    assert (night.head["registered"], night.seats()) == (2, {})
    night.must("18:12", "register", player=P[3])
    assert night.row(P[3])["entry"] == 4


def test_reg_7_the_entry_before_is_the_players_again() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    night.must("19:12", "void_entry", player=P[1], reason="mistake")
    row = night.row(P[1])
    assert (row["entry"], row["status"]) == (1, "out")
    assert (night.head["entries"], night.head["players"], night.head["chips_in_play"]) == (9, 9, 90_000)


def test_reg_7_the_later_entry_is_struck_first() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    refusal = night.ask("19:12", "void_entry", player=P[1], entry=1, reason="mistake").rejection
    assert (refusal.code, refusal.data) == ("later_entry", {"entry": 10})


def test_reg_7_striking_twice_changes_nothing() -> None:
    night = evening()
    night.must("19:10", "void_entry", player=P[1], reason="mistake")
    again = night.must("19:11", "void_entry", player=P[1], entry=1, reason="mistake")
    assert (again.events, again.note) == ((), "entry 1 has been voided already")


def test_reg_7_only_the_players_own_entry_is_struck() -> None:
    night = evening(10, present=9)
    assert night.ask("19:10", "void_entry", player=P[1], entry=2, reason="mistake").refused == "no_such_entry"
    assert night.ask("19:10", "void_entry", player=P[50], reason="mistake").refused == "no_such_entry"
    night.must("19:10", "unregister", player=P[10])
    assert night.ask("19:10", "void_entry", player=P[10], reason="mistake").refused == "no_such_entry"


def test_reg_7_striking_one_of_two_ends_play() -> None:
    night = evening(2, windows={"late_registration": None})
    night.must("19:10", "void_entry", player=P[1], reason="duplicate")
    assert night.ended() == ("last_player", at("19:10"))
    night.wait("19:15")
    assert night.places() == {P[2]: 1}


def test_reg_7_after_a_stack_was_taken_out_no_chips_are_owed_to_the_room() -> None:
    """A stack that held other players' chips left play; striking one of them takes out what is still there."""
    night = evening(3)
    night.must("19:10", "record_knockout", player=P[1], cause="removed", stack=25_000)
    night.must("19:11", "void_entry", player=P[2], reason="mistake")
    assert night.state.chips_in_play == 0


def test_reg_7_after_the_finish_the_champion_stands() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:12", "finish")
    assert night.ask("19:13", "void_entry", player=P[2], reason="mistake").refused == "champion"


def test_reg_7_nothing_is_struck_in_a_cancelled_tournament() -> None:
    night = evening(2)
    night.must("19:10", "cancel")
    assert night.ask("19:13", "void_entry", player=P[2], reason="mistake").rejection.rule == "LIFE-1"
