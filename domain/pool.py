"""The pool that is paid out: what was paid for the prizes, or the guarantee where that is more (PRZ-5)."""

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Unchanged, refuse
from domain.seating import not_seated_yet
from domain.state import Tournament

FEW_ENTRIES = 9
"""With so many entries or fewer a guarantee may be withdrawn, where the profile lets the floor do so."""


def guarantee(state: Tournament) -> int:
    """Return what the pool is at least, in minor units; 0: nothing is guaranteed, or it was withdrawn."""
    if state.profile.prizes != "pool" or state.guarantee_withdrawn:
        return 0
    return state.settings.pool.guarantee or 0


def contributions(state: Tournament) -> int:
    """Return what was paid for the prizes, and for heads that nobody has taken (KO-6)."""
    if state.status == "cancelled":
        return state.pool_contributions
    return state.pool_contributions + state.heads.unclaimed


def pool(state: Tournament) -> int:
    """Return what is paid out by places, in minor units; rake, bounties and side funds are no part of it."""
    if state.profile.prizes != "pool":
        return 0
    return max(guarantee(state), contributions(state))


def overlay(state: Tournament) -> int:
    """Return what the club adds to the contributions so that the guarantee stands."""
    return pool(state) - contributions(state) if state.profile.prizes == "pool" else 0


def withdraw_guarantee(state: Tournament, _: c.WithdrawGuarantee) -> Decision:
    """Take the guarantee of a small field back: from then on the pool is what was paid for it (PRZ-5)."""
    if refusal := not_seated_yet(state):
        return refusal
    if state.guarantee_withdrawn:
        return Unchanged(note="the guarantee has been withdrawn already")
    if not guarantee(state):
        return refuse("PRZ-5", "no_guarantee", "nothing is guaranteed here")
    if state.profile.guarantee != "withdrawable":
        return refuse("PRZ-5", "guarantee_stands", "these rules let nobody take a guarantee back")
    if state.field > FEW_ENTRIES:
        return refuse(
            "PRZ-5",
            "too_many_entries",
            f"there are {state.field} entries, and the guarantee can be withdrawn with at most {FEW_ENTRIES}",
            entries=state.field,
            most=FEW_ENTRIES,
        )
    return (e.GuaranteeWithdrawn(guarantee=guarantee(state), entries=state.field),)


def evolve_withdrawn(state: Tournament) -> Tournament:
    """Apply that nothing is guaranteed any more."""
    return replace(state, guarantee_withdrawn=True)
