"""Which role may give which command (SEC-1, CLUB-2)."""

from typing import get_args

import pytest

from domain.commands import COMMANDS, Role
from domain.permissions import ROLES


def test_sec_1_every_command_says_who_may_give_it() -> None:
    assert set(ROLES) == set(COMMANDS)
    assert {role for roles in ROLES.values() for role in roles} <= set(get_args(Role))
    assert all(roles for roles in ROLES.values())


def test_sec_1_owner_and_floor_may_give_every_command_but_a_players_ballot() -> None:
    assert [kind for kind, roles in ROLES.items() if not {"owner", "floor"} <= roles] == ["cast_ballot"]


@pytest.mark.parametrize(
    ("role", "commands"),
    [
        ("player", {"register", "unregister", "decline_rebuy", "cast_ballot"}),
        (
            "dealer",
            {
                "report_hands", "start_hand", "end_hand", "set_button", "raise_dispute", "confirm_arrival",
                "announce_purchase",
                "record_knockout", "record_knockout_group", "decline_rebuy", "void_knockout", "draw_mystery",
                "finish_hand", "state_stack", "count_chips",
            },
        ),
        (
            "cashier",
            {
                "register", "unregister", "check_in", "re_enter", "rebuy", "add_on", "decline_rebuy",
                "settle", "void_settlement", "mark_refunded", "void_refund", "announce_purchase",
                "hold_payouts",
                "give_bonus", "close_books",
            },
        ),
        ("operator", set()),
    ],
)  # fmt: skip
def test_club_2_the_others_have_their_own_few(role: str, commands: set[str]) -> None:
    assert {kind for kind, roles in ROLES.items() if role in roles} == commands
