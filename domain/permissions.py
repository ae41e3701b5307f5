"""Which roles may give which command: one table, asked by the door on every call (SEC-1, CLUB-2)."""

from collections.abc import Mapping
from types import MappingProxyType

_FLOOR = frozenset({"owner", "floor"})
_COUNTER = frozenset({"owner", "floor", "cashier"})
_TABLE = frozenset({"owner", "floor", "dealer"})
_SELF = frozenset({"owner", "floor", "cashier", "player"})

ROLES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "open_registration": _FLOOR,
        "edit_settings": _FLOOR,
        "start": _FLOOR,
        "pause": _FLOOR,
        "resume": _FLOOR,
        "hold_for_review": _FLOOR,
        "release_review": _FLOOR,
        "next_level": _FLOOR,
        "previous_level": _FLOOR,
        "reset_level": _FLOOR,
        "set_remaining": _FLOOR,
        "add_time": _FLOOR,
        "override_blinds": _FLOOR,
        "append_levels": _FLOOR,
        "rebase_clock": _FLOOR,
        "withdraw_guarantee": _FLOOR,
        "finish": _FLOOR,
        "cancel": _FLOOR,
        "register": _SELF,
        "unregister": _SELF,
        "check_in": _COUNTER,
        "process_no_show": _FLOOR,
        "report_hands": _TABLE,
        "start_hand": _TABLE,
        "end_hand": _TABLE,
        "set_button": _TABLE,
        "raise_dispute": _TABLE,
        "settle_dispute": _FLOOR,
        "count_stack": _FLOOR,
        "restore_registration": _FLOOR,
        "re_enter": _COUNTER,
        "rebuy": _COUNTER,
        "add_on": _COUNTER,
        "surrender_stack": _FLOOR,
        "void_entry": _FLOOR,
        "move_player": _FLOOR,
        "confirm_arrival": _TABLE,
        "correct_seat": _FLOOR,
        "undo_move": _FLOOR,
        "swap_seats": _FLOOR,
        "break_table": _FLOOR,
        "reopen_table": _FLOOR,
        "set_break_order": _FLOOR,
        "form_final_table": _FLOOR,
        "redraw": _FLOOR,
        "lock_seat": _FLOOR,
        "exempt_player": _FLOOR,
        "confirm_proposal": _FLOOR,
        "decline_proposal": _FLOOR,
        "waive_halt": _FLOOR,
        "record_knockout": _TABLE,
        "record_knockout_group": _TABLE,
        "decline_rebuy": _TABLE | _SELF,
        "void_knockout": _TABLE,
        "start_hand_for_hand": _FLOOR,
        "end_hand_for_hand": _FLOOR,
        "start_round": _FLOOR,
        "finish_hand": _TABLE,
        "state_stack": _TABLE,
    }
)
"""Roles by command kind.  A player acts for himself only."""
