"""What a terminal and an operator see of hand-for-hand (RUL-1, OPS-1)."""

from io import StringIO

from rich.console import Console

from infra.display import board
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


def seen(night: Evening) -> str:
    console = Console(file=StringIO(), width=100)
    console.print(board(night.head, (), at("19:12")))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_rul_1_the_terminal_says_how_far_the_money_is_and_which_round_is_on() -> None:
    night = on_the_bubble()
    assert "4 places paid, on the bubble" in seen(night)
    assert "hand-for-hand, round 1, tables still to finish: 1" in seen(night)
    night.must("19:12", "end_hand_for_hand")
    knock_out(night, "19:13", P[4], P[5])
    assert "4 places paid, in the prizes" in seen(night)
    assert "hand-for-hand" not in seen(night)


def test_ops_1_the_history_says_which_round_is_on() -> None:
    assert "Hand-for-hand, round 1, tables still to finish: 1" in details(on_the_bubble().state, "", 0)
