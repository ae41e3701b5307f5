"""Deals: the talk that stops the clock, what is proposed in it, and what is agreed (DEAL-1).

What everybody left agrees to takes the place of the payouts of the places still open.  Nothing else does: a talk that
ends in any other way leaves the prizes as they were.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil

from domain import ballots, chop, clock, icm
from domain import commands as c
from domain import events as e
from domain.absent import computed_stacks
from domain.at_stake import hand_in_progress, no_more, no_talk, not_at_hand, open_prizes, players_left, stale, voting
from domain.changes import replace
from domain.chips import known_stacks
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.in_the_money import provisional
from domain.journal import BallotResult
from domain.state import DealProposal, Entry, Talk, Tournament
from domain.times import to_text

FEWEST = 2
"""A deal takes two."""


def open_talk(state: Tournament, at: datetime) -> Decision:
    """Stop the clock for a talk about a deal; a second one changes nothing (DEAL-1, CLK-7)."""
    if refusal := clock.not_running(state):
        return refusal
    if state.deals.talk is not None:
        return Unchanged(note=f"there has been a deal talk since {to_text(state.deals.talk.since)}")
    if refusal := _no_talk_now(state):
        return refusal
    opened = e.DealTalkOpened(players=state.alive, prizes=sum(open_prizes(state)))
    return (opened, *clock.stop(state, "deal", at))


def _no_talk_now(state: Tournament) -> Rejection | None:
    """Return why the players left cannot talk about a deal now."""
    deals = state.deals
    if state.profile.deals == "no":
        return refuse("DEAL-1", "no_deals", "these rules know no deals")
    if not state.settings.deals.allowed:
        return refuse("DEAL-1", "deals_forbidden", "in this tournament no deals are made")
    if not state.drawn or state.ended_at is not None or state.alive < FEWEST:
        return refuse("DEAL-1", "nobody_to_deal", "a deal takes two players in play", players_left=state.alive)
    if provisional(state):
        return refuse(
            "DEAL-1",
            "pool_open",
            "somebody can still come in, and what is left to win is not known",
            "wait until late registration and re-entry are closed and nobody decides about one",
        )
    if not sum(open_prizes(state)):
        return refuse("DEAL-1", "nothing_to_share", "the places still open are paid nothing")
    if deals.next_from is not None:
        return refuse(
            "DEAL-1",
            "cool_down",
            f"the last deal talk is not long over, and the next may begin at {to_text(deals.next_from)}",
            "play on until then",
            next_from=to_text(deals.next_from),
        )
    return None


def propose(state: Tournament, command: c.ProposeDeal) -> Decision:
    """Compute what everybody left would get, or take what the players named; together it is what is left to win."""
    if refusal := no_more(state) or voting(state) or hand_in_progress(state):
        return refusal
    most = icm.MOST if command.method == "icm" else c.MOST_IN_A_DEAL
    if state.alive > most:
        words = f"{state.alive} are left, and this takes at most {most}"
        return refuse("DEAL-1", "too_many_players", words, "choose another method, or play on", most=most)
    players = players_left(state)
    stacks = _stacks(state, command, players)
    if isinstance(stacks, Rejection):
        return stacks
    amounts = _amounts(state, command, players, stacks)
    if isinstance(amounts, Rejection):
        return amounts
    shares = zip(players, stacks, amounts, strict=True)
    return (
        e.DealProposed(
            proposal=state.deals.proposals + 1,
            method=command.method,
            shares=tuple((of.number, of.player, chips, amount) for of, chips, amount in shares),
            left=command.left_to_play_for,
            above_first=chop.above_first(amounts, open_prizes(state)),
            below_last=chop.below_last(amounts, open_prizes(state)),
            chips_off=sum(stacks) - state.chips_in_play,
        ),
    )


def _stacks(state: Tournament, command: c.ProposeDeal, players: Sequence[Entry]) -> tuple[int, ...] | Rejection:
    """Return the stacks of those left, or why they are not all known (RUL-7)."""
    counted = {stack.player: stack.chips for stack in command.stacks}
    if len(counted) < len(command.stacks):
        return refuse(
            "RUL-7", "named_twice", "a stack is counted twice", "send each player's stack once", field="stacks"
        )
    names = {entry.player for entry in players}
    if extra := sorted(set(counted) - names):
        return refuse("RUL-7", "not_in_play", f"{extra[0]} is not in play", "leave him out", player=extra[0])
    known = known_stacks(state)
    counted = {**computed_stacks(state), **{name: known[name] for name in names if name in known}, **counted}
    if missing := [entry.player for entry in players if entry.player not in counted]:
        return refuse(
            "RUL-7",
            "count_needed",
            f"a deal of {len(players)} players needs the field stacks for each",
            f"count and send the stack of {', '.join(missing[:10])}",
            field="stacks",
            missing=len(missing),
        )
    if empty := [entry.player for entry in players if counted[entry.player] == 0]:
        return refuse("RUL-7", "no_chips", f"{empty[0]} has no chips", "record his bust first", player=empty[0])
    return tuple(counted[entry.player] for entry in players)


def _amounts(
    state: Tournament, command: c.ProposeDeal, players: Sequence[Entry], stacks: Sequence[int]
) -> tuple[int, ...] | Rejection:
    """Return what each gets, in the order of the players."""
    prizes, left = open_prizes(state), command.left_to_play_for
    if left > prizes[0]:
        return refuse(
            "DEAL-1",
            "too_much_left",
            f"no more can be left to play for than first place pays, {prizes[0]}",
            f"leave {prizes[0]} or less",
            field="left_to_play_for",
            most=prizes[0],
        )
    if left < (least := least_left(state)):
        return refuse(
            "DEAL-1",
            "too_little_left",
            f"{least} of what is left to win must stay to be played for",
            f"leave {least} or more",
            field="left_to_play_for",
            least=least,
        )
    if command.method == "custom":
        return _named(command, players, sum(prizes))
    if command.amounts:
        return refuse(
            "DEAL-1", "amounts_computed", "the amounts are computed", "leave them out, or say custom", field="amounts"
        )
    return chop.proposed(command.method, stacks, prizes, left=left, unit=state.settings.pool.unit)


def least_left(state: Tournament) -> int:
    """Return what a deal must leave to play for, in minor units, a part of one counted whole; at most first prize."""
    percent, prizes = state.settings.deals.left_percent, open_prizes(state)
    return 0 if percent is None else min(ceil(Fraction(percent) * sum(prizes) / 100), prizes[0])


def _named(command: c.ProposeDeal, players: Sequence[Entry], prizes: int) -> tuple[int, ...] | Rejection:
    """Return the amounts that the players have named, which with what is left come to all prizes still open."""
    named = {of.player: of.amount for of in command.amounts}
    if len(named) < len(command.amounts) or set(named) != {entry.player for entry in players}:
        return refuse(
            "DEAL-1",
            "amounts_needed",
            f"a custom deal needs the field amounts with each of the {len(players)} players left, once",
            "send what each of them gets, 0 included",
            field="amounts",
        )
    amounts = tuple(named[entry.player] for entry in players)
    off = sum(amounts) + command.left_to_play_for - prizes
    if not off:
        return amounts
    word = "too much" if off > 0 else "missing"
    return refuse(
        "DEAL-1",
        "not_the_prizes",
        f"amounts and what is left come to {prizes + off}, and {prizes} is left to win: {abs(off)} is {word}",
        "share all of it, and no more",
        field="amounts",
        off_by=off,
        prizes=prizes,
    )


def accept(state: Tournament, command: c.AcceptDeal, at: datetime) -> Decision:
    """Record that everybody agrees, where no secret vote is needed for that (DEAL-1)."""
    if refusal := no_more(state):
        return refusal
    if state.profile.deals == "secret_vote":
        return refuse("DEAL-1", "vote_needed", "these rules let the players agree by a secret vote only", "open a vote")
    if refusal := not_at_hand(state, command.proposal):
        return refusal
    return agreed(state, at, None)


def agreed(state: Tournament, at: datetime, vote: int | None) -> tuple[e.Event, ...]:
    """Return the events of an agreement to the proposal at hand: the talk is over, and the clock may run.

    What is left to play for may be talked about again, where the profile says so after the same wait as without a deal.
    """
    of = state.deals.proposal
    if of is None:
        message = "nothing was proposed to agree to"
        raise AssertionError(message)
    return (
        e.DealAgreed(proposal=of.number, shares=of.shares, left=of.left, vote=vote),
        e.DealTalkEnded(why="agreed", next_from=_next_from(state, at) if of.left else None),
        *clock.release(state, "deal", at),
    )


def end_talk(state: Tournament, at: datetime) -> Decision:
    """End the talk without a deal; the next one waits where the profile says so (DEAL-1)."""
    if refusal := no_talk(state):
        return refusal
    return without_a_deal(state, "floor", at)


def without_a_deal(
    state: Tournament, why: e.TalkEnding, at: datetime, exposed: str | None = None
) -> tuple[e.Event, ...]:
    """Return the events of a talk's end without a deal: prizes unchanged, the clock may run, the next talk waits."""
    return (
        e.DealTalkEnded(why=why, next_from=_next_from(state, at), exposed=exposed),
        *clock.release(state, "deal", at),
    )


def _next_from(state: Tournament, at: datetime) -> datetime | None:
    """Return when the next talk may begin; None: at once."""
    minutes = state.profile.deal_cool_down_minutes
    return None if minutes is None else at + timedelta(minutes=minutes)


def expose(state: Tournament, command: c.ExposeVote, at: datetime) -> Decision:
    """End the talk because a ballot was shown, counted or not: no deal (DEAL-1)."""
    if refusal := no_talk(state):
        return refusal
    vote = state.deals.talk.vote if state.deals.talk is not None else None
    if vote is None:
        return refuse("DEAL-1", "no_vote", "there is no vote")
    if command.player is not None and command.player not in vote.voters:
        return refuse("DEAL-1", "no_voter", f"{command.player} has no vote", player=command.player)
    return without_a_deal(state, "exposed", at, command.player)


def counted(state: Tournament, result: BallotResult, at: datetime) -> tuple[e.Event, ...]:
    """Return what follows from what was done with a vote's ballots: its result, or that they are deleted."""
    talk = state.deals.talk
    if not state.running or talk is None or talk.vote is None:
        return (e.BallotsDiscarded(vote=result.vote),)
    told = e.DealVoteCounted(vote=result.vote, deal=result.deal)
    return (told, *(agreed(state, at, result.vote) if result.deal else without_a_deal(state, "no_deal", at)))


def follows(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what follows at once: a vote closes with its last ballot, and is off when who votes or on what changes."""
    talk = state.deals.talk
    if not state.running or talk is None or talk.vote is None:
        return ()
    if stale(state):
        return without_a_deal(state, "field_changed", at)
    return ballots.closes(talk.vote)


def cooled_down(state: Tournament) -> datetime | None:
    """Return when the players may talk again; None: nobody waits for that."""
    return state.deals.next_from if state.running else None


def settled(state: Tournament) -> bool:
    """Return whether a deal left nothing to play for: it ends play (LIFE-9)."""
    return state.deals.agreed is not None and not state.deals.agreed.left


def stacks_of(state: Tournament) -> dict[str, int]:
    """Return the stacks counted for a deal that ended play, by player who is still in: they rank by them (LIFE-9)."""
    of = state.deals.agreed
    if of is None or of.left:
        return {}
    return {player: chips for entry, player, chips, _ in of.shares if state.entries[entry].status == "alive"}


def ranked(state: Tournament) -> bool:
    """Return whether a deal has counted the stack of everybody who is in, so that they rank by them (LIFE-9)."""
    stacks = stacks_of(state)
    return bool(stacks) and all(entry.player in stacks for entry in players_left(state))


def wound_up(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of a talk by the end of the tournament."""
    return (e.DealTalkEnded(why="closed"),) if state.deals.talk is not None else ()


def evolve_opened(state: Tournament, at: datetime) -> Tournament:
    """Apply the beginning of a talk."""
    return replace(state, deals=replace(state.deals, talk=Talk(since=at), proposal=None))


def evolve_proposed(state: Tournament, event: e.DealProposed) -> Tournament:
    """Apply a proposal; the one before is off the table."""
    of = DealProposal(
        number=event.proposal,
        method=event.method,
        shares=event.shares,
        left=event.left,
        above_first=event.above_first,
        below_last=event.below_last,
        chips_off=event.chips_off,
    )
    return replace(state, deals=replace(state.deals, proposal=of, proposals=event.proposal))


def evolve_agreed(state: Tournament) -> Tournament:
    """Apply an agreement; one about what an earlier one left adds to what that one gives."""
    of, before = state.deals.proposal, state.deals.agreed
    together = of if of is None or before is None else _together(before, of)
    return replace(state, deals=replace(state.deals, agreed=together))


def _together(before: DealProposal, of: DealProposal) -> DealProposal:
    """Return two deals as one: who shares in both gets both amounts, and ranks by the stack counted last."""
    given = {entry: amount for entry, _, _, amount in before.shares}
    again = tuple((entry, player, chips, amount + given.get(entry, 0)) for entry, player, chips, amount in of.shares)
    still = {entry for entry, *_ in again}
    return replace(of, shares=tuple(sorted((*again, *(share for share in before.shares if share[0] not in still)))))


def evolve_ended(state: Tournament, event: e.DealTalkEnded) -> Tournament:
    """Apply the end of a talk."""
    return replace(state, deals=replace(state.deals, talk=None, next_from=event.next_from))


def evolve_cooled_down(state: Tournament) -> Tournament:
    """Apply the end of the wait for the next talk."""
    return replace(state, deals=replace(state.deals, next_from=None))
