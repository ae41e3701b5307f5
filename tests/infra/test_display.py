"""What a terminal and an operator see of hand-for-hand and of the tables (RUL-1, SEAT-7, SEAT-8, OPS-1)."""

from io import StringIO

from rich.console import Console

from domain import views
from infra.display import board, places
from tests.domain.floor import Evening, P, at, evening, knock_out
from workflows.shown import details


def on_the_bubble() -> Evening:
    night = evening(
        6,
        sizes=[3, 3],
        profile="tda-2024-v1",
        no_show="drop",
        balancing="floor",
        final_table_players=2,
        windows={"late_registration": None},
        places_paid=4,
    )
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "finish_hand", table=1)
    return night


def seen(night: Evening, *tables: views.Row) -> str:
    console = Console(file=StringIO(), width=100)
    console.print(board(night.head, tables, at("19:12")))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_rul_1_the_terminal_says_how_far_the_money_is_and_which_round_is_on() -> None:
    night = on_the_bubble()
    assert "4 places paid, on the bubble; next out is place 5 and wins nothing" in seen(night)
    assert "hand-for-hand, round 1, tables still to finish: 1" in seen(night)
    night.must("19:12", "end_hand_for_hand")
    knock_out(night, "19:13", P[4], P[5])
    assert "4 places paid, in the prizes; next out is place 4 and wins" in seen(night)
    assert "hand-for-hand" not in seen(night)


def test_prz_5_the_terminal_says_what_is_paid_and_what_the_next_place_wins() -> None:
    night = evening(
        3,
        profile="tda-2024-v1",
        no_show="drop",
        windows={"late_registration": None},
        payouts=[5_000, 3_000, 2_000],
        pool={"guarantee": 9_001},
        prizes={"lines": [{"place": 3, "text": "Medal"}]},
    )
    assert "pool 9,001 in minor units of EUR, 6,001 of it added by the club: 4,501, 2,700, 1,800" in seen(night)
    assert "3 places paid, in the prizes; next out is place 3 and wins 1,800, Medal" in seen(night)
    assert "wins 2,700" in seen(_with_one_out(night))


def test_plc_1_the_terminal_says_who_finished_where_and_what_it_brings() -> None:
    night = evening(
        3,
        profile="tda-2024-v1",
        no_show="drop",
        windows={"late_registration": None},
        payouts=[6_000, 4_000],
        prizes={"lines": [{"place": 1, "text": "Cup"}]},
    )
    assert places(views.all_rows(night.state).entries.values()) is None
    for number in (3, 2):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "finish")
    console = Console(file=StringIO(), width=60)
    console.print(places(views.all_rows(night.state).entries.values()))
    assert isinstance(console.file, StringIO)
    listed = [line.strip("│ ").split() for line in console.file.getvalue().splitlines()[1:-1]]
    assert listed == [["1", P[1], "1,800,", "Cup"], ["2", P[2], "1,200"], ["3", P[3]]]


def _with_one_out(night: Evening) -> Evening:
    knock_out(night, "19:10", P[3], P[1])
    return night


def test_seat_7_the_terminal_says_which_table_can_break_and_what_waits() -> None:
    night = evening(11, sizes=[4, 4, 3], minimum_players=2, windows={"late_registration": None})
    assert "table 3 can break" in seen(night)
    night.must("19:05", "start_hand", table=3)
    night.must("19:05", "break_table", table=3)
    assert "table 3 breaks when its hand is over" in seen(night)
    night.must("19:06", "redraw")
    assert "seats are drawn when no hand is in progress: redraw" in seen(night)


def test_seat_8_the_terminal_says_what_is_proposed_and_where_the_final_table_is() -> None:
    night = evening(9, sizes=[5, 4], minimum_players=2, windows={"late_registration": None})
    assert "proposed: 9 players are left: the final table is table 1" in seen(night)
    night.must("19:05", "form_final_table")
    assert "final table: table 1" in seen(night)


def test_ops_1_the_history_says_which_round_is_on() -> None:
    assert "Hand-for-hand, round 1, tables still to finish: 1" in details(on_the_bubble().state, "", 0)


def test_clk_7_the_terminal_and_the_history_say_what_holds_the_clock() -> None:
    night = evening(6, sizes=[3, 3])
    night.must("19:05", "hold_for_review")
    night.must("19:06", "pause")
    assert "Level 1   0:15:00 (stands: review, pause)" in seen(night)
    assert "stands since 19:05:00 UTC (review), stands since 19:06:00 UTC (pause)" in details(night.state, "", 0)
    night.must("19:07", "release_review")
    night.must("19:07", "resume")
    assert "stands" not in seen(night) + details(night.state, "", 0)


def test_clk_6_the_terminal_says_how_many_tables_are_in_a_hand_from_before() -> None:
    night = evening(6, sizes=[3, 3])
    night.must("19:19", "start_hand", table=1)
    night.wait("19:20")
    assert "tables still in a hand of before: 1" in seen(night)


def test_ko_6_the_terminal_says_what_is_on_heads_and_on_whose() -> None:
    night = evening(4, profile="sport-poker-v2", bounty="pko", bounties={"points": 10}, prices={"rebuy": None})
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "record_knockout", player=P[4], cause="left", stack=100)
    shown = seen(night, views.table(night.state, 1))
    assert "heads: 25 to be won, 5 won, 10 nobody's" in shown
    assert f"2 {P[2]}  15" in shown
    assert f"3 {P[3]}  10" in shown


def test_ko_7_the_terminal_says_who_draws_next_and_of_what() -> None:
    terms = {"mystery": {"prizes": [{"amount": 1_000}, {"amount": 500, "count": 2}]}}
    prices = {"rebuy": None, "re_entry": None}
    night = evening(4, profile="tda-2024-v1", no_show="drop", bounty="mystery", bounties=terms, prices=prices)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:10", P[3], P[4])
    assert f"mystery: 0 drawn, 3 envelopes left, 0 of 2,000 won; 2 to draw, {P[2]} next" in seen(night)
    night.must("19:11", "draw_mystery", player=P[4])
    assert f"mystery: 1 drawn, 2 envelopes left, {night.head['mystery']['paid']:,} of 2,000 won; 1" in seen(night)
