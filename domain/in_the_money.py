"""How many places are paid, and how far the field is from them (PRZ-3)."""

from domain.rounds import standing
from domain.state import Tournament
from domain.windows import nobody_comes

_WHOLE = 10_000
"""A percent has at most two decimals: a hundred per cent in hundredths of one."""


def places_paid(state: Tournament) -> int | None:
    """Return how many places are paid; None: the tournament has not said.

    The number set; else the percent of the entries, exact and rounded by the profile, at least the minimum; else as
    many as have a payout.  Entries that are not voided count, re-entries included.  Never more than the players who
    will have a place.
    """
    settings = state.settings
    if settings.places_paid is not None:
        return min(settings.places_paid, _placed(state))
    if settings.paid_percent is not None:
        entries = state.field if state.drawn else state.registered
        share = int(settings.paid_percent * 100) * entries
        rounded = (2 * share + _WHOLE) // (2 * _WHOLE)
        if state.profile.places_paid_rounding == "up":
            rounded = -(-share // _WHOLE)
        return min(max(rounded, settings.paid_minimum), _placed(state))
    return min(len(settings.payouts), _placed(state)) if settings.payouts else None


def _placed(state: Tournament) -> int:
    """Return how many players will have a place: each has one, whatever his re-entries (PLC-1)."""
    return state.unique if state.drawn else state.registered


def provisional(state: Tournament) -> bool:
    """Return whether the number of places paid may still change: somebody can come in."""
    return not (state.drawn and nobody_comes(state))


def players_left(state: Tournament) -> int:
    """Return how many are left as the prizes count them: who busts in a round is in until it ends (RUL-1)."""
    return state.alive + sum(state.entries[bust.entry].status == "out" for bust in standing(state))


def busts_to_go(state: Tournament) -> int | None:
    """Return after how many more busts everybody left is paid; None before the draw, or if nothing is paid."""
    paid = places_paid(state)
    return None if not paid or not state.drawn else max(players_left(state) - paid, 0)


def on_the_bubble(state: Tournament) -> bool:
    """Return whether exactly one bust remains."""
    return busts_to_go(state) == 1


def in_the_prizes(state: Tournament) -> bool:
    """Return whether everybody left is paid."""
    return busts_to_go(state) == 0


def payout(state: Tournament, place: int) -> int:
    """Return what a place is paid, in hundredths of a per cent of the prizes; 0: nothing, or not said."""
    paid = places_paid(state) or 0
    payouts = state.settings.payouts
    return payouts[place - 1] if 0 < place <= min(paid, len(payouts)) else 0
