"""Who may do what: every role against every command (SEC-1, CLUB-2)."""

from typing import Any

import pytest

from domain.commands import COMMANDS
from domain.permissions import ROLES
from handlers import commands
from handlers.access import RANK, acting_role, roles_of
from handlers.problems import Refused
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House

TABLE = """
                        owner floor cashier dealer player
open_registration       x     x     -       -      -
edit_settings           x     x     -       -      -
start                   x     x     -       -      -
pause                   x     x     -       -      -
resume                  x     x     -       -      -
hold_for_review         x     x     -       -      -
release_review          x     x     -       -      -
next_level              x     x     -       -      -
previous_level          x     x     -       -      -
reset_level             x     x     -       -      -
set_remaining           x     x     -       -      -
add_time                x     x     -       -      -
override_blinds         x     x     -       -      -
append_levels           x     x     -       -      -
rebase_clock            x     x     -       -      -
withdraw_guarantee      x     x     -       -      -
finish                  x     x     -       -      -
cancel                  x     x     -       -      -
register                x     x     x       -      x
unregister              x     x     x       -      x
check_in                x     x     x       -      -
process_no_show         x     x     -       -      -
report_hands            x     x     -       x      -
start_hand              x     x     -       x      -
end_hand                x     x     -       x      -
set_button              x     x     -       x      -
raise_dispute           x     x     -       x      -
settle_dispute          x     x     -       -      -
count_stack             x     x     -       -      -
restore_registration    x     x     -       -      -
re_enter                x     x     x       -      -
rebuy                   x     x     x       -      -
add_on                  x     x     x       -      -
surrender_stack         x     x     -       -      -
void_entry              x     x     -       -      -
move_player             x     x     -       -      -
confirm_arrival         x     x     -       x      -
correct_seat            x     x     -       -      -
undo_move               x     x     -       -      -
swap_seats              x     x     -       -      -
break_table             x     x     -       -      -
reopen_table            x     x     -       -      -
set_break_order         x     x     -       -      -
form_final_table        x     x     -       -      -
redraw                  x     x     -       -      -
lock_seat               x     x     -       -      -
exempt_player           x     x     -       -      -
confirm_proposal        x     x     -       -      -
decline_proposal        x     x     -       -      -
waive_halt              x     x     -       -      -
record_knockout         x     x     -       x      -
record_knockout_group   x     x     -       x      -
decline_rebuy           x     x     x       x      x
void_knockout           x     x     -       x      -
start_hand_for_hand     x     x     -       -      -
end_hand_for_hand       x     x     -       -      -
start_round             x     x     -       -      -
finish_hand             x     x     -       x      -
state_stack             x     x     -       x      -
hold_payouts            x     x     x       -      -
release_payouts         x     x     -       -      -
withdraw_guarantee      x     x     -       -      -
settle                  x     x     x       -      -
void_settlement         x     x     x       -      -
mark_refunded           x     x     x       -      -
void_refund             x     x     x       -      -
draw_mystery            x     x     -       x      -
set_mystery_prizes      x     x     -       -      -
correct_bust            x     x     -       -      -
correct_killers         x     x     -       -      -
correct_order           x     x     -       -      -
announce_purchase       x     x     x       x      -
withdraw_announcement   x     x     -       -      -
open_deal_talk          x     x     -       -      -
propose_deal            x     x     -       -      -
accept_deal             x     x     -       -      -
open_vote               x     x     -       -      -
expose_vote             x     x     -       -      -
end_deal_talk           x     x     -       -      -
cast_ballot             -     -     -       -      x
count_chips             x     x     -       x      -
give_bonus              x     x     x       -      -
void_bonus              x     x     -       -      -
explain_difference      x     x     -       -      -
close_books             x     x     x       -      -
reopen_books            x     x     -       -      -
"""
HEADING, *LINES = [line.split() for line in TABLE.strip().splitlines()]
PERMITTED = {kind: {role for role, mark in zip(HEADING, marks, strict=True) if mark == "x"} for kind, *marks in LINES}

CHAIR = {"table": 1, "seat": 2}
FIELDS: dict[str, dict[str, Any]] = {
    "edit_settings": {"version": 1, "settings": SETTINGS},
    "next_level": {"step": "level 1"},
    "previous_level": {"step": "level 1"},
    "reset_level": {"step": "level 1"},
    "set_remaining": {"step": "level 1", "seconds": 60},
    "add_time": {"step": "level 1", "seconds": 60},
    "override_blinds": {"step": "level 1", "small_blind": 100, "big_blind": 200},
    **{kind: {"player": "player-001"} for kind in ("register", "unregister", "check_in", "process_no_show")},
    **{kind: {"player": "player-001"} for kind in ("restore_registration", "re_enter", "rebuy", "add_on")},
    "surrender_stack": {"player": "player-001", "stack": 100},
    "void_entry": {"player": "player-001", "reason": "mistake"},
    "move_player": {"player": "player-001", "leaving": CHAIR, "to": {"table": 2, "seat": 2}},
    "swap_seats": {"player": "player-001", "other": "player-002"},
    **{kind: {"player": "player-001"} for kind in ("confirm_arrival", "lock_seat", "exempt_player")},
    "correct_seat": {"player": "player-001", "stack": 100},
    **{kind: {"table": 1} for kind in ("break_table", "reopen_table", "waive_halt")},
    "set_break_order": {"tables": [1]},
    **{kind: {"proposal": 1} for kind in ("confirm_proposal", "decline_proposal")},
    "record_knockout": {"player": "player-001"},
    "record_knockout_group": {"busts": [{"player": "player-001"}, {"player": "player-002"}]},
    "append_levels": {"items": [{"kind": "level", "small_blind": 100, "big_blind": 200, "seconds": 60}]},
    "rebase_clock": {"stopped_at": "2026-11-29T19:00:00.000000Z"},
    "report_hands": {"table": 1, "hands": 5},
    **{kind: {"table": 1} for kind in ("start_hand", "end_hand")},
    "set_button": {"table": 1, "button": 1},
    "count_stack": {"player": "player-001", "stack": 100},
    "raise_dispute": {"table": 1, "subject": "pot_count"},
    "settle_dispute": {"dispute": 1, "upheld": True},
    "decline_rebuy": {"player": "player-001"},
    "void_knockout": {"knockout": 1},
    "correct_bust": {"knockout": 1, "player": "player-002", "reason": "misheard"},
    "correct_killers": {"knockout": 1, "killers": ["player-002"], "reason": "misheard"},
    "correct_order": {"hands": [[{"knockout": 1}]], "reason": "misheard"},
    "finish_hand": {"table": 1},
    "state_stack": {"knockout": 1, "stack": 100},
    "hold_payouts": {"reason": "review"},
    "release_payouts": {"reason": "resolved"},
    "settle": {"player": "player-001", "amount": 100, "method": "cash", "seen": 1},
    "void_settlement": {"settlement": 1, "reason": "mistake"},
    "mark_refunded": {"player": "player-001", "amount": 100, "method": "cash"},
    "void_refund": {"refund": 1, "reason": "mistake"},
    "draw_mystery": {"player": "player-001"},
    "set_mystery_prizes": {"prizes": [{"text": "Cup"}]},
    "announce_purchase": {"player": "player-001", "operation": "add_on"},
    "withdraw_announcement": {"obligation": 1, "reason": "mistake"},
    "propose_deal": {"method": "even"},
    **{kind: {"proposal": 1} for kind in ("accept_deal", "open_vote")},
    "cast_ballot": {"player": "player-001", "vote": 1},
    "count_chips": {"tables": [{"table": 1, "chips": 100}]},
    "give_bonus": {"player": "player-001", "bonus": "staff"},
    "void_bonus": {"player": "player-001", "bonus": "staff", "reason": "mistake"},
    "explain_difference": {"difference": "chips", "amount": -100, "reason": "miscount"},
    "reopen_books": {"reason": "correction"},
}


def test_sec_1_one_table_says_which_role_gives_which_command() -> None:
    assert {kind: set(roles) for kind, roles in ROLES.items()} == PERMITTED
    assert set(ROLES) == set(COMMANDS)


@pytest.mark.parametrize("role", RANK)
def test_club_2_the_door_keeps_to_the_table(
    role: str, house: House, door: Door, tournament: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "PATIENCE", 0.0)
    house.answers = False
    member = door.as_(f"{role}-1")
    for kind in COMMANDS:
        body = {"command_id": f"{role}-{kind}", "command": {"kind": kind, **FIELDS.get(kind, {})}}
        answer = member.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body)
        if role in PERMITTED[kind]:
            assert answer.status == 202, kind
        else:
            assert (answer.status, answer.body["rule"]) == (403, "CLUB-2"), kind
            assert answer.body["data"]["roles"] == sorted(PERMITTED[kind] - {"player"})
    given = {(name, envelope["role"], envelope["actor"]) for name, envelope in house.told}
    assert given == {(kind, role, f"{role}-1") for kind in COMMANDS if role in PERMITTED[kind]}


@pytest.mark.parametrize(
    ("kind", "held", "role"),
    [
        ("record_knockout", {"dealer", "floor"}, "floor"),
        ("record_knockout", {"dealer", "cashier"}, "dealer"),
        ("check_in", {"dealer", "cashier"}, "cashier"),
        ("pause", {"owner", "floor", "cashier", "dealer"}, "owner"),
    ],
)
def test_club_2_a_command_is_given_in_the_first_role_that_permits_it(kind: str, held: set[str], role: str) -> None:
    assert acting_role(kind, held) == role


def test_club_2_a_role_that_the_house_does_not_know_is_none() -> None:
    assert roles_of({"roles": ["floor", "operator", "player", "king"]}) == {"floor"}
    assert roles_of(None) == frozenset()
    with pytest.raises(Refused):
        acting_role("register", {"player"})


def test_club_2_a_role_counts_from_the_next_command_on_and_ends_with_it(
    house: House, door: Door, tournament: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "PATIENCE", 0.0)
    house.answers = False
    path, owner, helper = f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", door.as_("owner-1"), door.as_("new-1")
    staff = f"/v1/clubs/{CLUB}/staff/new-1"
    body = {"command_id": "c-1", "command": {"kind": "pause"}}
    assert helper.post(path, body).status == 404
    owner.put(staff, {"roles": ["dealer"]})
    assert helper.post(path, body).status == 403
    owner.put(staff, {"roles": ["dealer", "floor"]})
    assert helper.post(path, body).status == 202
    owner.put(staff, {"roles": []})
    assert helper.post(path, body).status == 404
