"""The secret vote on a deal (DEAL-1, OPS-5).

A ballot goes from the door to the vault; here is known who has cast one, and nothing of what it says.  When all are in
or the time is up they are counted outside, and deal or no deal comes back.  Nothing that happens before depends on what
a ballot says.
"""

from datetime import datetime, timedelta

from domain import commands as c
from domain import events as e
from domain.at_stake import no_more, not_at_hand, players_left, voting
from domain.changes import replace
from domain.decisions import Context, Decision, Unchanged, refuse
from domain.journal import BallotRequest
from domain.state import Tournament, Vote


def open_vote(state: Tournament, command: c.OpenVote, at: datetime) -> Decision:
    """Have everybody left vote on the proposal at hand; the time for it runs though the clock stands (DEAL-1)."""
    if refusal := no_more(state) or voting(state):
        return refusal
    if state.profile.deals != "secret_vote":
        return refuse("DEAL-1", "no_votes", "these rules know no secret vote", "record that everybody agrees")
    if refusal := not_at_hand(state, command.proposal):
        return refusal
    if state.deals.ballots is not None:
        return refuse("DEAL-1", "ballots_left", "the last vote's ballots are being deleted", "try again in a moment")
    return (
        e.DealVoteOpened(
            vote=state.deals.votes + 1,
            proposal=command.proposal,
            voters=tuple(entry.player for entry in players_left(state)),
            closes_at=at + timedelta(seconds=command.seconds),
        ),
    )


def cast(state: Tournament, command: c.CastBallot, context: Context) -> Decision:
    """Note that a voter's ballot is in the vault; a second time changes nothing, and so does a second ballot."""
    if context.role != "player" or context.actor != command.player:
        return refuse("SEC-1", "not_yourself", "a player casts his ballot himself, by his own token", "have him do so")
    vote = None if state.deals.talk is None else state.deals.talk.vote
    if vote is None or vote.number != command.vote or vote.closed:
        return refuse("DEAL-1", "no_vote", f"vote {command.vote} is not open", vote=vote.number if vote else None)
    if command.player not in vote.voters:
        return refuse("DEAL-1", "no_voter", "only who is left votes", "leave it to them", player=command.player)
    if command.player in vote.cast:
        return Unchanged(note="your first ballot stands")
    return (e.BallotCast(vote=vote.number, player=command.player),)


def due(state: Tournament) -> datetime | None:
    """Return when the vote closes, whoever has not voted; None: none is open."""
    talk = state.deals.talk
    if not state.running or talk is None or talk.vote is None or talk.vote.closed:
        return None
    return talk.vote.closes_at


def closes(vote: Vote) -> tuple[e.Event, ...]:
    """Return the close of a vote with its last ballot."""
    if vote.closed or len(vote.cast) < len(vote.voters):
        return ()
    return (e.DealVoteClosed(vote=vote.number, why="all_in", cast=len(vote.cast)),)


def time_up(state: Tournament) -> tuple[e.Event, ...]:
    """Return the close of a vote whose time is up."""
    vote = None if state.deals.talk is None else state.deals.talk.vote
    return () if vote is None else (e.DealVoteClosed(vote=vote.number, why="time", cast=len(vote.cast)),)


def request(state: Tournament) -> BallotRequest | None:
    """Return what is to be done with ballots outside: counted once the vote has closed, deleted if it was called off.

    None: nothing is, or not yet.
    """
    number = state.deals.ballots
    if number is None:
        return None
    vote = None if state.deals.talk is None else state.deals.talk.vote
    if not state.running or vote is None:
        return BallotRequest(tournament=state.id, vote=number, purpose="discard")
    if not vote.closed:
        return None
    # Where somebody has not voted there is no deal; they are counted all the same, so that it takes the same time.
    return BallotRequest(tournament=state.id, vote=number, purpose="count", voters=vote.voters, cast=vote.cast)


def evolve_opened(state: Tournament, event: e.DealVoteOpened, at: datetime) -> Tournament:
    """Apply the opening of a vote."""
    talk = state.deals.talk
    if talk is None:
        message = "a vote without a talk"
        raise AssertionError(message)
    vote = Vote(number=event.vote, voters=event.voters, opened_at=at, closes_at=event.closes_at)
    return replace(
        state, deals=replace(state.deals, talk=replace(talk, vote=vote), votes=event.vote, ballots=event.vote)
    )


def evolve_cast(state: Tournament, event: e.BallotCast) -> Tournament:
    """Apply that a ballot was cast."""
    vote = _vote(state)
    return _with_vote(state, replace(vote, cast=(*vote.cast, event.player)))


def evolve_closed(state: Tournament) -> Tournament:
    """Apply the close of a vote."""
    return _with_vote(state, replace(_vote(state), closed=True))


def evolve_gone(state: Tournament) -> Tournament:
    """Apply that the ballots are deleted, counted or not."""
    return replace(state, deals=replace(state.deals, ballots=None))


def _vote(state: Tournament) -> Vote:
    talk = state.deals.talk
    if talk is None or talk.vote is None:
        message = "no vote is on"
        raise AssertionError(message)
    return talk.vote


def _with_vote(state: Tournament, vote: Vote) -> Tournament:
    talk = state.deals.talk
    return state if talk is None else replace(state, deals=replace(state.deals, talk=replace(talk, vote=vote)))
