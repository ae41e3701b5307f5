"""What the books of a tournament look like to those who close them (AUD-6)."""

from collections.abc import Mapping
from typing import Any

from domain.reconciliation import Account, Difference, Reconciliation
from domain.state import ChipCount, Tournament
from domain.times import to_text


def books(state: Tournament, made: Reconciliation) -> dict[str, Any]:
    """Return the figures of the books as they stand."""
    return {
        "status": state.status,
        "seq": state.seq,
        "closed_at": None if state.books.closed_at is None else to_text(state.books.closed_at),
        "closings": state.books.closings,
        "under_way": list(made.under_way),
        "unexplained": len(made.unexplained),
        "currency": made.currency,
        "fees": {
            "expected": made.expected,
            "net": made.net,
            "open": made.open,
            "refunds_due": made.refunds_due,
        },
        "entries": {
            "entries": made.entries,
            "paid": made.paid,
            "voided": made.voided,
            "rebuys": made.rebuys,
            "add_ons": made.add_ons,
        },
        "chips": {"in_play": made.chips_in_play, "count": _count(made.count)},
        "prizes": {
            "pool": made.pool,
            "overlay": made.overlay,
            "by_places": made.prizes,
            "heads": made.heads,
            "heads_paid": made.heads_paid,
            "heads_unclaimed": made.heads_unclaimed,
            "mystery": made.mystery,
            "mystery_paid": made.mystery_paid,
            "owed": made.owed,
            "credited": made.credited,
        },
    }


def difference(each: Difference, called: Mapping[str, str]) -> dict[str, Any]:
    """Return a difference; `called` are the players' names."""
    return {
        "difference": each.id,
        "kind": each.kind,
        "player": each.player,
        "name": called.get(each.player or ""),
        "amount": each.amount,
        "reason": each.reason,
    }


def account(each: Account, called: Mapping[str, str]) -> dict[str, Any]:
    """Return a player's account; `called` are the players' names."""
    return {
        "player": each.player,
        "name": called.get(each.player),
        "expected": each.expected,
        "net": each.net,
        "open": each.open,
        "refund_due": each.refund_due,
    }


def _count(count: ChipCount | None) -> dict[str, Any] | None:
    if count is None:
        return None
    return {
        "at": to_text(count.at),
        "counted": count.counted,
        "chips_in_play": count.chips_in_play,
        "off_by": count.off,
    }
