"""The final table, and two last players (SEAT-8)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import draws
from domain import events as e
from domain.final_table import players
from domain.profiles import PROFILES
from tests.domain.floor import SEED, Evening, P, at, evening, knock_out, settings, with_level
from tests.domain.laws import hold

SHUT = {"late_registration": None}
NOBODY: dict[str, Any] = {"windows": SHUT, "minimum_players": 2}


def tables(*sizes: int, **changes: Any) -> Evening:
    """Return an evening with so many players at table 1, table 2 and so on, to which nobody can come any more."""
    night = evening(sum(sizes), sizes=sizes, **{**NOBODY, "balancing": "floor", **changes})
    if night.head["hand_for_hand"] is not None:
        night.must("19:00", "end_hand_for_hand")
    return night


def formed(night: Evening) -> e.FinalTableFormed:
    """Return the final table on record."""
    return next(recorded.event for recorded in night.record if isinstance(recorded.event, e.FinalTableFormed))


def about(night: Evening) -> str:
    """Return what is proposed; nothing: an empty text."""
    return "" if night.state.proposal is None else night.state.proposal.about


def confirm(night: Evening, when: str) -> None:
    """Confirm the proposal that stands."""
    assert night.state.proposal is not None
    night.must(when, "confirm_proposal", proposal=night.state.proposal.number)


# ------------------------------------------------------------------------------------------------------------ when


@pytest.mark.parametrize(
    ("profile", "seats", "left"),
    [
        ("sport-poker-v1", 9, 9),
        ("sport-poker-v2", 10, 9),
        ("sport-poker-v2", 6, 9),
        ("sport-poker-v2", 4, 4),
        ("tda-wsop-v1", 10, 10),
        ("tda-wsop-v1", 8, 8),
        ("tda-wsop-v1", 6, 6),
        ("east-durham-v1", 8, 9),
        ("tda-2024-v1", 9, 9),
        ("tda-2024-v1", 8, 9),
        ("tda-2024-v1", 7, 7),
        ("tda-2024-v1", 6, 7),
        ("tda-2024-v1", 10, 10),
    ],
)
def test_tda_rp_9_with_how_many_left_the_final_table_forms(profile: str, seats: int, left: int) -> None:
    assert players(settings(seats_per_table=seats), PROFILES[profile]) == left


@pytest.mark.parametrize(("seats", "left"), [(9, 10), (8, 9), (7, 8), (6, 7)])
def test_wsop_68_the_setting_forms_it_earlier(seats: int, left: int) -> None:
    terms = settings(seats_per_table=seats, final_table_players=left)
    assert players(terms, PROFILES["tda-2024-v1"]) == left


def test_seat_8_the_floor_confirms_the_final_table() -> None:
    night = tables(5, 5)
    assert not about(night)
    knock_out(night, "19:10", P[1], P[2])
    assert night.state.proposal is not None
    assert (about(night), night.state.proposal.reason) == (
        "final_table",
        "9 players are left: the final table is table 2",
    )
    assert night.state.proposal.after == ((2, 9),)
    confirm(night, "19:11")
    assert night.sizes() == {1: 0, 2: 9}
    assert night.head["final_table"] == 2
    assert night.head["proposal"] is None
    # Who sat at table 2 sits there as before.
    assert [night.seat(P[number]) for number in range(6, 11)] == [(2, seat) for seat in range(1, 6)]
    hold(night.state)


def test_seat_8_the_final_table_forms_by_itself_where_the_profile_says_so() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    knock_out(night, "19:10", P[1], P[2])
    assert [kind for _, kind in night.told("19:10") if "final" in kind or "redraw" in kind] == [
        "redraw_queued",
        "final_table_formed",
    ]
    assert night.sizes() == {1: 0, 2: 9}


def test_rul_1_in_hand_for_hand_it_forms_when_the_round_is_over() -> None:
    night = evening(10, sizes=[5, 5], profile="tda-wsop-v1", **NOBODY)
    assert night.head["hand_for_hand"] is not None
    knock_out(night, "19:10", P[1], P[2], stack=10_000)
    assert night.sizes() == {1: 4, 2: 5}
    night.must("19:11", "finish_hand", table=1)
    night.must("19:11", "finish_hand", table=2)
    assert night.sizes() == {1: 0, 2: 9}
    assert night.head["hand_for_hand"] is None
    hold(night.state)


def test_seat_8_nobody_sits_down_to_it_while_others_may_come() -> None:
    night = evening(10, sizes=[5, 5], minimum_players=2, profile="tda-wsop-v1", prices={"rebuy": None})
    knock_out(night, "19:10", P[1], P[2])
    assert night.sizes() == {1: 4, 2: 5}
    assert night.head["final_table"] is None
    night.wait("20:00")
    assert night.head["final_table"] == 2


def test_seat_8_nor_while_a_bust_player_may_still_decide() -> None:
    windows = {"late_registration": None, "rebuy": with_level(5)}
    night = tables(5, 5, profile="sport-poker-v2", windows=windows)
    knock_out(night, "19:10:00", P[1], P[2])
    assert night.head["pending_eliminations"] == 1
    assert not about(night)
    night.wait("19:11:00")
    assert about(night) == "final_table"


def test_seat_8_it_waits_for_the_hands_in_progress_and_none_begins() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    night.must("19:05", "start_hand", table=1)
    night.must("19:05", "start_hand", table=2)
    knock_out(night, "19:06", P[1], P[2])
    assert night.head["redraw"] == "final_table"
    night.must("19:07", "end_hand", table=1)
    assert night.ask("19:07", "start_hand", table=1).refused == "redraw_waits"
    assert night.sizes() == {1: 4, 2: 5}
    night.must("19:08", "end_hand", table=2)
    assert night.sizes() == {1: 0, 2: 9}
    assert night.head["redraw"] is None
    hold(night.state)


def test_seat_8_a_final_table_that_no_longer_fits_when_the_hands_are_over_is_dropped() -> None:
    night = tables(5, 5, profile="tda-wsop-v1", final_table_players=9)
    for table in (1, 2):
        night.must("19:05", "start_hand", table=table)
    knock_out(night, "19:06", P[1], P[2])
    night.must("19:06", "void_knockout", knockout=1)
    assert night.head["left"] == 10
    night.must("19:07", "end_hand", table=1)
    night.must("19:07", "end_hand", table=2)
    dropped = [r.event for r in night.record if isinstance(r.event, e.RedrawDropped)]
    assert [(event.why, event.reason) for event in dropped] == [("final_table", "too_few_seats")]
    assert night.sizes() == {1: 5, 2: 5}
    hold(night.state)


def test_tda_rp_9_nine_from_two_eight_handed_tables_sit_at_a_table_of_nine() -> None:
    night = tables(5, 5, profile="tda-2024-v1", seats_per_table=8)
    knock_out(night, "19:10", P[1], P[2])
    confirm(night, "19:11")
    assert night.sizes() == {1: 0, 2: 9}
    assert formed(night).chairs == 9
    assert {seat for table, seat in night.seats()} == set(range(1, 10))
    hold(night.state)


def test_seat_8_a_field_that_fits_at_once_from_three_tables_goes_to_one() -> None:
    night = tables(3, 4, 3)
    knock_out(night, "19:10", P[1], P[2])
    confirm(night, "19:11")
    assert night.sizes() == {1: 0, 2: 9, 3: 0}
    assert formed(night).closing == (1, 3)


def test_seat_8_a_field_that_sits_at_one_table_has_its_final_table_there() -> None:
    night = tables(5, 5, seats_per_table=10, profile="sport-poker-v2")
    night.must("19:05", "break_table", table=2)
    assert not night.head["final_table"]
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["final_table"] == 1
    assert (formed(night).lot, formed(night).button) == (None, None)
    hold(night.state)


def test_seat_8_a_tournament_of_one_table_has_no_final_table() -> None:
    night = tables(9)
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["final_table"] is None
    assert not about(night)


def test_seat_3_the_final_tables_first_button_is_drawn() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    knock_out(night, "19:10", P[1], P[2])
    event = formed(night)
    assert event.lot is not None
    entries, seats, button = draws.draw(SEED, "sunday-1", event.lot, event.pools)
    assert entries == tuple(entry for entry, _, _ in event.seats[5:])
    taken = {seat for entry, _, seat in event.seats[:5]}
    assert [seat for seat in seats if seat not in taken] == [seat for _, _, seat in event.seats[5:]]
    assert event.button == button[0]
    assert night.state.tables[2].button_drawn == event.button


def test_seat_8_seats_and_button_are_drawn_anew_where_the_house_has_it_so() -> None:
    night = tables(5, 5, profile="east-durham-v1")
    knock_out(night, "19:10", P[1], P[2])
    confirm(night, "19:11")
    event = formed(night)
    assert event.anew
    assert len(event.pools[0]) == 9
    before = [(2, seat) for seat in range(1, 6)]
    assert [night.seat(P[number]) for number in range(6, 11)] != before
    moved = [night.row(P[number])["moved"] for number in range(2, 11)]
    assert sum(moved) == sum(
        night.seat(P[number]) != old
        for number, old in zip(range(2, 11), [*((1, s) for s in range(2, 6)), *before], strict=True)
    )
    hold(night.state)


def test_seat_8_it_is_where_somebody_is_locked() -> None:
    night = tables(4, 6, profile="tda-wsop-v1")
    night.must("19:05", "lock_seat", player=P[2])
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["final_table"] == 1
    assert night.seat(P[2]) == (1, 2)


def test_seat_2_where_two_tables_have_somebody_locked_the_floor_is_asked() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    night.must("19:05", "lock_seat", player=P[2])
    night.must("19:05", "lock_seat", player=P[7])
    knock_out(night, "19:10", P[1], P[2])
    assert about(night) == "final_table"
    assert night.state.proposal is not None
    asked = night.ask("19:11", "confirm_proposal", proposal=night.state.proposal.number)
    assert asked.refused == "locked"
    night.must("19:12", "lock_seat", player=P[2], locked=False)
    assert night.head["final_table"] == 2
    hold(night.state)


def test_sho_1_a_shootout_has_no_final_table() -> None:
    night = tables(3, 3, profile="tda-wsop-v1", end={"kind": "one_per_table"})
    assert night.sizes() == {1: 3, 2: 3}


def test_tda_rp_16_the_stack_of_an_absent_finalist_is_carried() -> None:
    night = evening(10, sizes=[6, 3], present=9, no_show="absent", profile="sport-poker-v2", **NOBODY)
    assert (night.seat(P[10]) or (0, 0))[0] == 2
    knock_out(night, "19:10", P[1], P[2])
    confirm(night, "19:11")
    assert (formed(night).table, formed(night).carried) == (1, (10,))
    assert night.row(P[10])["absent"]
    hold(night.state)


# ----------------------------------------------------------------------------------------------- the floor's word


def test_seat_8_the_floor_forms_it_earlier_if_all_fit_and_where_it_likes() -> None:
    night = tables(3, 3, 3, final_table_players=6)
    assert night.ask("19:04", "form_final_table", table=120).refused == "no_such_table"
    answer = night.must("19:05", "form_final_table", table=50)
    assert answer.kinds[:2] == ["table_opened", "final_table_formed"]
    assert night.sizes() == {1: 0, 2: 0, 3: 0, 50: 9}
    assert night.ask("19:06", "form_final_table").note == "all who are left sit at table 50 already"
    hold(night.state)


def test_seat_8_more_players_than_chairs_are_refused() -> None:
    night = tables(5, 5)
    answer = night.ask("19:05", "form_final_table")
    assert (answer.refused, dict(answer.rejection.data)) == ("too_few_seats", {"players": 10, "seats": 9})


def test_seat_8_while_others_may_come_the_floor_confirms() -> None:
    night = evening(8, sizes=[4, 4])
    assert night.ask("19:05", "form_final_table").refused == "others_may_come"
    night.must("19:05", "form_final_table", confirm=True)
    assert night.sizes() == {1: 8, 2: 0}


def test_seat_8_a_broken_table_is_no_final_table() -> None:
    night = tables(3, 3, 3, final_table_players=5)
    night.must("19:05", "break_table", table=3)
    assert night.ask("19:06", "form_final_table", table=3).refused == "no_such_table"


def test_seat_8_a_late_table_undoes_the_final_table_and_it_forms_again() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["final_table"] == 2
    night.must("19:12", "void_knockout", knockout=1)
    assert night.head["final_table"] is None
    assert night.head["tables"] == 2
    knock_out(night, "19:14", P[2], P[3])
    assert night.head["tables"] == 1
    hold(night.state)


def test_clk_9_a_final_table_bars_a_rebase() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["final_table"] == 2
    refused = night.ask("19:30", "rebase_clock", stopped_at="2026-11-29T19:09:00Z")
    assert refused.rejection.data["kind"] == "final_table_formed"


def test_clk_9_a_final_table_where_nobody_moved_does_not() -> None:
    night = evening(10, sizes=[5, 5], seats_per_table=10, profile="sport-poker-v2", minimum_players=2)
    night.must("19:05", "break_table", table=2)
    knock_out(night, "19:10", P[1], P[2])
    night.wait("20:05")
    assert night.head["final_table"] == 1
    assert night.ask("20:10", "rebase_clock", stopped_at="2026-11-29T19:30:00Z").refused is None


# --------------------------------------------------------------------------------------------------------- two left


def test_seat_8_two_left_at_two_tables_are_seated_together_whoever_may_come() -> None:
    night = evening(4, sizes=[2, 2])
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:10", P[3], P[4])
    assert about(night) == "heads_up"
    confirm(night, "19:11")
    assert night.sizes() == {1: 2, 2: 0}
    assert formed(night).why == "heads_up"
    assert night.row(P[4])["move"]["why"] == "heads_up"
    assert night.head["heads_up"]
    hold(night.state)


def test_seat_8_heads_up_forms_by_itself_where_the_profile_says_so() -> None:
    night = evening(4, sizes=[2, 2], profile="tda-wsop-v1", prices={"rebuy": None})
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:10", P[3], P[4])
    assert night.sizes() == {1: 2, 2: 0}


def test_seat_8_two_at_one_table_stay_where_they_are() -> None:
    night = tables(3, profile="tda-wsop-v1")
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["heads_up"]
    assert "final_table_formed" not in [kind for _, kind in night.told("19:00")]


# ------------------------------------------------------------------------------------------------------- the order


def test_seat_5_after_a_bust_the_final_table_comes_before_hand_for_hand_and_balance() -> None:
    night = tables(7, 3, profile="sport-poker-v2", places_paid=8, balancing="advise")
    assert about(night) == "balance"
    knock_out(night, "19:10", P[8], P[9])
    assert about(night) == "final_table"
    assert night.head["hand_for_hand"] is None


def test_seat_5_once_the_floor_has_declined_it_hand_for_hand_begins() -> None:
    night = tables(6, 4, profile="sport-poker-v2", places_paid=8)
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["hand_for_hand"] is None
    night.must("19:11", "decline_proposal", proposal=night.head["proposal"]["proposal"])
    assert night.head["hand_for_hand"] is not None


# ------------------------------------------------------------------------------------------------------------ laws


@given(
    sizes=st.lists(st.integers(1, 5), min_size=2, max_size=4).filter(lambda sizes: sum(sizes) <= 9), anew=st.booleans()
)
def test_seat_8_at_the_final_table_everybody_sits_once_and_all_others_are_broken(sizes: list[int], anew: bool) -> None:
    night = tables(*sizes, redraw_at=[1] if anew else [])
    before, chips = night.seats(), night.head["chips_in_play"]
    assert night.state.proposal is not None
    confirm(night, "19:10")
    after = night.seats()
    assert sorted(after.values()) == sorted(before.values())
    assert len({table for table, _ in after}) == 1
    assert night.head["chips_in_play"] == chips
    assert night.state.broken.bit_count() == len(sizes) - 1
    hold(night.state)


def recorded(night: Evening) -> list[str]:
    return [each.event.kind for each in night.record]


def test_seat_8_a_table_for_two_who_have_both_left_is_not_drawn_for() -> None:
    """Others may still come in, so play has not ended: the redraw that waited for its lot is dropped."""
    night = evening(4, sizes=[2, 2], seats_per_table=2, tables=3, profile="tda-wsop-v1")
    night.prompt = False
    for number in (1, 3):
        night.must("19:12", "record_knockout", player=P[number], cause="left", stack=10_000)
    assert recorded(night)[-1] == "redraw_queued"
    assert night.fetch()
    for number in (2, 4):
        night.must("19:12:01", "record_knockout", player=P[number], cause="left", stack=10_000)
    night.lots_come(at("19:12:02"))
    assert "redraw_dropped" in recorded(night)
    assert recorded(night)[-1] == "lot_voided"
    assert not night.fetch()
