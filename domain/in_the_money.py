"""How many places are paid, and how far the field is from them (PRZ-3)."""

from decimal import Decimal

from domain import payout_tables
from domain.pool import pool
from domain.prize_settings import FREEROLL_PERCENT
from domain.rounds import standing
from domain.state import Tournament
from domain.windows import nobody_comes

_WHOLE = 10_000
"""A percent has at most two decimals: a hundred per cent in hundredths of one."""


def places_paid(state: Tournament) -> int | None:
    """Return how many places are paid; None: the tournament has not said.

    The number set; else the percent of the entries, exact and rounded by the profile, at least the minimum; else as
    many as have a payout; else, where there is a pool, those of the structure suggested for the field; else as many as
    have a prize line.  Where announced lines stand whatever the field, at least those.  Entries that are not voided
    count, re-entries included.  Never more than have a payout where any are set, than may have one by the profile, or
    than the players who will have a place.
    """
    settings = state.settings
    most = min(_placed(state), len(settings.payouts) or _placed(state))
    if state.profile.most_payouts is not None:
        most = min(most, state.profile.most_payouts)
    paid = _said(state)
    announced = settings.prizes.last_place
    if paid is None and settings.payouts:
        return most
    if paid is None and pool(state):
        return min(len(payout_tables.suggested(entries(state))), most)
    if paid is None and announced == 0:
        return None
    if paid is None or (state.profile.guarantee == "stands" and announced > paid):
        paid = announced
    return min(paid, most)


def _said(state: Tournament) -> int | None:
    """Return how many places are paid by number or by percent; None: neither is set."""
    settings = state.settings
    if settings.places_paid is not None:
        return settings.places_paid
    percent = settings.paid_percent
    if percent is None and settings.prizes.preset == "freerolls":
        percent = Decimal(FREEROLL_PERCENT)
    return None if percent is None else max(_share_of(state, percent), settings.paid_minimum)


def entries(state: Tournament) -> int:
    """Return the entries that count for the places paid: those in the field, before the draw those registered."""
    return state.field if state.drawn else state.registered


def _share_of(state: Tournament, percent: Decimal) -> int:
    share = int(percent * 100) * entries(state)
    if state.profile.places_paid_rounding == "up":
        return -(-share // _WHOLE)
    return (2 * share + _WHOLE) // (2 * _WHOLE)


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
