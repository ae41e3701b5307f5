"""What dies around the credits, the worker or what the store knew, pays nobody twice and leaves nobody out (PRZ-7)."""

import asyncio

import pytest

from activities import items
from domain import ledger
from domain.evolve import fold
from domain.journal import CreditResult
from tests.support.evenings import Evening, player
from tests.support.nights import Night, gone


def credited(evening: Evening) -> list[CreditResult]:
    """Return what a reader of the ledger counts."""
    return list(items.find_credits(evening.dynamodb, evening.aws.club, evening.tournament))


async def played(night: Night) -> Evening:
    """Return a tournament of five of whom one is left; the floor has still to close it."""
    evening = await night.evening()
    await evening.open(windows={"late_registration": None})
    await evening.start(5)
    for n in range(2, 6):
        await evening.ok("record_knockout", player=player(n), killers=[player(1)])
    return evening


async def paid_once(evening: Evening) -> CreditResult:
    """Wait for the end, and return the one version that pays everybody what he is owed."""
    await evening.until(lambda: bool(evening.events("tournament_finished")), patience=60)
    (version,) = credited(evening)
    state = fold(evening.events())
    assert {credit.player: credit.amount for credit in version.credits} == ledger.owed(state)
    assert ledger.differences(state, [version]) == ()
    assert (await evening.outcome("c-finish")).status == "accepted"
    evening.assert_shown_as_recorded()
    return version


@pytest.mark.timeout(240)
async def test_prz_7_whatever_dies_around_the_credits_everybody_is_paid_once(night: Night) -> None:
    await the_worker_dies_after_the_last_write(night)
    for side in ("before", "after"):
        await the_store_comes_back_from_before_the_credits(night, side)


async def the_worker_dies_after_the_last_write(night: Night) -> None:
    """It has made the credits valid, and nobody has heard of it."""
    evening = await played(night)
    with night.mortal_worker("after", "credits") as mortal:
        await evening.tell("finish", id="c-finish")
        await asyncio.to_thread(gone, mortal)
        (written,) = credited(evening)
        assert evening.events("credits_recorded") == []
    night.stack.restart("worker")
    assert await paid_once(evening) == written


async def the_store_comes_back_from_before_the_credits(night: Night, side: str) -> None:
    """It is known that they are valid, and not on record yet, or on record; the store then knows of neither."""
    evening = await played(night)
    older = night.stack.copy_store(night.stack.local.folder / f"older-{side}")
    with night.mortal_worker(side, "credits_recorded") as mortal:
        await evening.tell("finish", id="c-finish")
        await asyncio.to_thread(gone, mortal)
    (lost,) = credited(evening)
    night.stack.bring_back_store(older)
    assert credited(evening) == []
    night.stack.restart("worker")
    assert await paid_once(evening) == lost
