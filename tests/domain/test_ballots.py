"""The secret vote on a deal: who votes, when it closes, what comes back and what can be seen meanwhile (DEAL-1)."""

import itertools
from typing import Any

import pytest

from domain import desk, events, snapshot
from domain.journal import BallotRequest, BallotResult
from tests.domain.deal_night import AGREEING, VOTING, cast, left_with, paid, request, result, talk
from tests.domain.floor import Evening, P, at, evening


def vote(**more: Any) -> Evening:
    """Return a night with a vote on a chop of three open until 19:33; nothing comes from the vault by itself."""
    night = talk(left_with(3, profile=VOTING))
    night.credited = False
    night.must("19:30", "open_vote", proposal=1, **more)
    return night


def test_deal_1_all_say_deal_and_it_is_agreed() -> None:
    night = vote()
    assert night.ask("19:30", "accept_deal", proposal=1).refused == "vote_needed"
    for number in (1, 2):
        assert cast(night, "19:31", number).kinds == ["ballot_cast"]
    assert request(night) is None
    assert cast(night, "19:32", 3).kinds == ["ballot_cast", "deal_vote_closed"]
    assert request(night) == BallotRequest(
        tournament=night.state.id,
        vote=1,
        purpose="count",
        voters=(P[1], P[2], P[3]),
        cast=(P[1], P[2], P[3]),
    )
    told = result(night, "19:32:01", deal=True)
    assert told == [
        "deal_vote_counted",
        "deal_agreed",
        "deal_talk_ended",
        "clock_resumed",
        "play_ended",
    ]
    assert request(night) is None
    night.credited = True
    night.must("19:33", "finish")
    assert paid(night) == {P[1]: 4_000, P[2]: 3_200, P[3]: 2_800}


def test_deal_1_one_says_no_and_the_prizes_are_unchanged_and_the_next_talk_waits_20_minutes() -> None:
    night = vote()
    for number in (1, 2, 3):
        cast(night, "19:31", number)
    assert result(night, "19:31:01", deal=False) == ["deal_vote_counted", "deal_talk_ended", "clock_resumed"]
    assert night.ask("19:51", "open_deal_talk").refused == "cool_down"
    night.must("19:51:01", "open_deal_talk")
    night.must("19:52", "end_deal_talk")
    night.credited = True
    night.must("20:00", "record_knockout", player=P[3], killers=[P[1]])
    night.must("20:01", "record_knockout", player=P[2], killers=[P[1]])
    night.must("20:02", "finish")
    assert paid(night) == {P[1]: 5_000, P[2]: 3_000, P[3]: 2_000}


def test_deal_1_who_has_not_voted_when_the_time_is_up_has_not_agreed() -> None:
    night = vote(seconds=60)
    cast(night, "19:30:30", 1)
    night.wait("19:31")
    assert ("19:31:00", "deal_vote_closed") in night.told("19:31")
    asked = request(night)
    assert asked is not None
    assert (asked.purpose, asked.cast, desk.worked(asked)) == ("count", (P[1],), BallotResult(vote=1, deal=False))
    assert cast(night, "19:31:01", 2).refused == "no_vote"
    assert result(night, "19:31:02", deal=False)[-2:] == ["deal_talk_ended", "clock_resumed"]


def test_deal_1_who_votes_and_how_often() -> None:
    night = vote()
    assert cast(night, "19:31", 4).refused == "no_voter"
    assert cast(night, "19:31", 1, vote=2).refused == "no_vote"
    body = {"player": P[1], "vote": 1}
    assert night.ask("19:31", "cast_ballot", role="player", actor=P[2], **body).refused == "not_yourself"
    assert night.ask("19:31", "cast_ballot", role="floor", actor=P[1], **body).refused == "not_yourself"
    cast(night, "19:31", 1)
    assert cast(night, "19:31", 1).note == "your first ballot stands"
    assert night.head["deal_talk"]["vote"] == {
        "vote": 1, "voters": 3, "cast": 1, "closes_at": "2026-11-29T19:33:00.000000Z", "closed": False
    }  # fmt: skip


def test_deal_1_who_has_not_come_has_a_vote_by_his_stack_and_there_is_no_deal_without_him() -> None:
    """An absent stack plays for the prizes: it is known without a count, and its player can vote by his phone."""
    terms: dict[str, Any] = {"windows": {"late_registration": None}, "payouts": [5_000, 3_000, 2_000]}

    def with_absent() -> Evening:
        night = evening(10, present=9, profile=VOTING, seats_per_table=10, no_show="absent", **terms)
        for number in range(9, 3, -1):
            night.must("19:05", "record_knockout", player=P[number], killers=[P[1]])
        talk(night, "19:06")
        night.must("19:07", "open_vote", proposal=1, seconds=60)
        for number in (1, 2, 3):
            cast(night, "19:07:10", number)
        return night

    night = with_absent()
    assert night.state.deals.proposal is not None
    assert [(player, chips) for _, player, chips, _ in night.state.deals.proposal.shares] == [
        (P[1], 50_000), (P[2], 30_000), (P[3], 20_000), (P[10], 10_000)
    ]  # fmt: skip
    night.wait("19:08:30")
    assert (night.state.deals.talk, night.state.deals.agreed) == (None, None)
    night = with_absent()
    assert cast(night, "19:07:20", 10).kinds == ["ballot_cast", "deal_vote_closed"]
    assert night.state.deals.agreed is not None


def test_deal_1_while_they_vote_nothing_else_is_proposed() -> None:
    night = vote()
    assert night.ask("19:31", "propose_deal", method="even").refused == "voting"
    assert night.ask("19:31", "open_vote", proposal=1).refused == "voting"
    assert talk(left_with(3, profile=AGREEING)).ask("19:31", "open_vote", proposal=1).refused == "no_votes"


@pytest.mark.parametrize("closed", [False, True])
def test_deal_1_a_ballot_that_was_shown_ends_it_without_a_deal(closed: bool) -> None:
    night = vote()
    for number in (1, 2, 3) if closed else (1, 2):
        cast(night, "19:31", number)
    counting = request(night)
    exposed = night.must("19:31:30", "expose_vote", player=P[2])
    assert exposed.kinds == ["deal_talk_ended", "clock_resumed"]
    assert isinstance(exposed.events[0], events.DealTalkEnded)
    assert (exposed.events[0].why, exposed.events[0].exposed) == ("exposed", P[2])
    if counting is not None:  # the count was under way: what it brings is not asked for any more
        night.work_comes(at("19:31:31"), counting, BallotResult(vote=1, deal=True))
        assert night.state.deals.agreed is None
    assert request(night) == BallotRequest(tournament=night.state.id, vote=1, purpose="discard")
    assert result(night, "19:31:32", deal=False) == ["ballots_discarded"]
    assert request(night) is None
    assert night.ask("19:40", "open_deal_talk").refused == "cool_down"


def test_deal_1_only_a_vote_can_be_exposed_and_only_by_a_voter() -> None:
    night = talk(left_with(3, profile=VOTING))
    assert night.ask("19:31", "expose_vote").refused == "no_vote"
    night = vote()
    assert night.ask("19:31", "expose_vote", player=P[7]).refused == "no_voter"


def test_deal_1_a_bust_that_is_reported_late_ends_the_vote() -> None:
    night = vote()
    cast(night, "19:31", 1)
    night.must("19:31", "record_knockout", player=P[3], killers=[P[1]])
    assert night.told("19:31")[-2:] == [("19:31:00", "deal_talk_ended"), ("19:31:00", "clock_resumed")]
    asked = request(night)
    assert asked is not None
    assert asked.purpose == "discard"


@pytest.mark.parametrize("command", ["cancel", "finish"])
def test_deal_1_a_tournament_is_not_over_while_ballots_are_left(command: str) -> None:
    night = vote()
    cast(night, "19:31", 1)
    more: dict[str, Any] = {"confirm": True, "stacks": [{"player": P[n], "chips": n} for n in (1, 2, 3)]}
    night.must("19:32", command, **(more if command == "finish" else {}))
    assert not night.state.over
    asked = request(night)
    assert asked is not None
    assert asked.purpose == "discard"
    night.credited = True
    night.wait("19:33")
    night.wait("19:34")
    assert night.state.over


def test_deal_1_a_vote_outlives_a_roll_over() -> None:
    night = vote()
    cast(night, "19:31", 1)
    assert snapshot.load(snapshot.dump(night.state)) == night.state


def test_deal_1_no_new_vote_before_the_last_ballots_are_gone() -> None:
    night = vote()
    night.must("19:31", "expose_vote")
    night.wait("19:51")
    talk(night, "19:51")
    assert night.ask("19:52", "open_vote", proposal=2).refused == "ballots_left"
    result(night, "19:52", deal=False)
    night.must("19:52", "open_vote", proposal=2)
    assert night.state.deals.votes == 2


def test_ops_5_the_vote_is_the_same_whoever_says_no() -> None:
    """Until the count nothing depends on a ballot; then the same kinds at the same times, whichever of them said no."""
    said = []
    for order in itertools.permutations((1, 2, 3)):
        night = vote()
        for second, number in enumerate(order):
            cast(night, f"19:31:0{second}", number)
        assert result(night, "19:31:05", deal=False)
        said.append(night.told("19:31"))
    assert len({tuple(told) for told in said}) == 1
    fields = {name for of in (events.BallotCast, events.DealVoteClosed) for name in of.__dataclass_fields__}
    assert fields == {"kind", "vote", "player", "why", "cast"}
    assert set(BallotRequest.__dataclass_fields__) == {"kind", "tournament", "vote", "purpose", "voters", "cast"}
    assert set(BallotResult.__dataclass_fields__) == {"vote", "deal"}
