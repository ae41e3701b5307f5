"""The worker dies between the ballots of a secret vote and its result (DEAL-1)."""

import asyncio
from datetime import UTC, datetime

from tests.support.evenings import Evening, player
from tests.support.nights import Night, gone

VOTERS = (1, 2, 3)


async def voting(evening: Evening) -> None:
    """Open an evening of three who vote on a deal."""
    await evening.open(
        profile="east-durham-v1",
        windows={"late_registration": None},
        payouts=[5_000, 3_000, 2_000],
        minimum_players=2,
    )
    await evening.start(len(VOTERS))
    await evening.ok("open_deal_talk")
    stacks = [{"player": player(n), "chips": 10_000 * n} for n in VOTERS]
    await evening.ok("propose_deal", method="icm", stacks=stacks)
    await evening.ok("open_vote", proposal=1, seconds=600)


async def ballots_lost_none(night: Night, name: str, *, left: int) -> None:
    """Have everybody say deal while the worker dies after a write that leaves so many ballots; another comes to it."""
    evening = await night.evening()
    await voting(evening)
    with night.mortal_worker("after", name) as mortal:
        for n in VOTERS:
            evening.aws.put_ballot(evening.tournament, 1, player(n), deal=True, at=datetime.now(UTC))
            await evening.tell("cast_ballot", role="player", actor=player(n), player=player(n), vote=1)
        await asyncio.to_thread(gone, mortal)
        assert len(evening.aws.said(evening.tournament, 1)) == left
        assert evening.events("deal_vote_counted") == []
    night.stack.restart("worker")
    await evening.until(lambda: bool(evening.events("deal_talk_ended")))
    kinds = [each.event.kind for each in evening.events()]
    assert kinds.count("ballot_cast") == len(VOTERS)
    assert [kinds.count(kind) for kind in ("deal_vote_closed", "deal_vote_counted", "deal_talk_ended")] == [1, 1, 1]
    assert kinds.count("deal_agreed") == 1
    assert evening.aws.said(evening.tournament, 1) == {}
    evening.assert_shown_as_recorded()


async def test_deal_1_a_worker_killed_between_the_ballots_and_the_result_comes_to_it_once(night: Night) -> None:
    """Killed when the vote is closed and not counted, and when all say deal and one of the ballots is deleted."""
    await ballots_lost_none(night, "deal_vote_closed", left=3)
    await ballots_lost_none(night, "ballots", left=2)
