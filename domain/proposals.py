"""What the system proposes about the tables and the floor has to answer, one thing at a time (SEAT-5, SEAT-11).

A proposal is recomputed after every event: it changes with what it looked at, and is withdrawn when that is so no
longer.  Who confirms one says which, by its number, so that nothing is done from an old picture.
"""

from datetime import datetime, timedelta

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.state import Declined, Proposal, Tournament


def numbered(state: Tournament, proposed: e.MoveProposed) -> e.MoveProposed:
    """Return a proposal with the next number."""
    return replace(proposed, number=state.proposals + 1)


def keep(state: Tournament, wanted: e.MoveProposed | None) -> tuple[e.Event, ...]:
    """Return what makes `wanted` the proposal that stands; nothing when it does, or when the floor did not want it."""
    standing = state.proposal
    if wanted is not None and not unwanted(state, wanted):
        return () if standing is not None and _same(standing, wanted) else (numbered(state, wanted),)
    return () if standing is None else (e.ProposalWithdrawn(number=standing.number),)


def _same(standing: Proposal, wanted: e.MoveProposed) -> bool:
    return (
        standing.about == wanted.about
        and standing.moves == wanted.moves
        and standing.tables == wanted.tables
        and standing.after == wanted.after
        and standing.unnamed == wanted.unnamed
        and standing.reason == wanted.reason
        and standing.pools == wanted.pools
    )


def unwanted(state: Tournament, wanted: e.MoveProposed) -> bool:
    """Return whether the floor declined this, and nobody has come to or left the tables that it looked at since."""
    return bool(state.declined) and _looked_at(state, wanted.about, wanted.tables) in state.declined


def _looked_at(state: Tournament, about: e.ProposalKind, tables: tuple[int, ...]) -> Declined:
    seats = ((number, state.tables[number].seats) for number in tables if number in state.tables)
    return Declined(about=about, tables=tuple((number, tuple(sorted(held.items()))) for number, held in seats))


def standing(state: Tournament, number: int) -> Proposal | Rejection:
    """Return the proposal that the floor answers, or why it cannot: it is another one now, or none (B-023)."""
    proposal = state.proposal
    if proposal is not None and proposal.number == number and not proposal.confirmed:
        return proposal
    return refuse(
        "SEAT-5",
        "proposal_gone",
        f"proposal {number} does not stand any more" if number <= state.proposals else f"there is no proposal {number}",
        "look at the proposal that stands now" if proposal else "nothing is proposed now",
        proposal=proposal.number if proposal else None,
    )


def decline(state: Tournament, command: c.DeclineProposal) -> Decision:
    """Leave the tables as they are until one of those that the proposal looked at changes (SEAT-5)."""
    if refusal := not_running(state):
        return refusal
    proposal = standing(state, command.proposal)
    if isinstance(proposal, Rejection):
        if state.last_declined == command.proposal:
            return Unchanged(note=f"proposal {command.proposal} has been declined already")
        return proposal
    return (e.ProposalDeclined(number=proposal.number),)


def due(state: Tournament) -> datetime | None:
    """Return when the floor is asked a second time about the proposal that stands; None: nothing stands, or it was."""
    proposal, seconds = state.proposal, state.settings.answer_seconds
    if proposal is None or proposal.escalated or seconds is None or not state.running:
        return None
    return proposal.since + timedelta(seconds=seconds)


def escalate(state: Tournament) -> tuple[e.Event, ...]:
    """Return the second call for an answer (SEAT-11)."""
    return () if state.proposal is None else (e.ProposalEscalated(number=state.proposal.number),)


def wound_up(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of the proposal that stands, as the tournament is closed."""
    return () if state.proposal is None else (e.ProposalWithdrawn(number=state.proposal.number),)


def evolve_proposed(state: Tournament, event: e.MoveProposed, at: datetime) -> Tournament:
    """Apply a proposal: one about the same tables goes on, as far as the time to answer goes."""
    before = state.proposal
    goes_on = before is not None and before.about == event.about and before.tables == event.tables
    proposal = Proposal(
        number=event.number,
        about=event.about,
        reason=event.reason,
        moves=event.moves,
        after=event.after,
        tables=event.tables,
        unnamed=event.unnamed,
        lot=event.lot,
        pools=event.pools,
        orders=event.orders,
        since=before.since if before is not None and goes_on else at,
        escalated=before is not None and goes_on and before.escalated,
    )
    return replace(state, proposal=proposal, proposals=event.number)


def evolve_withdrawn(state: Tournament) -> Tournament:
    """Apply the end of a proposal that nobody answered."""
    return replace(state, proposal=None)


def evolve_confirmed(state: Tournament) -> Tournament:
    """Apply the floor's yes: of one that names every move, the moves follow one by one."""
    proposal = state.proposal
    if proposal is None or not named(proposal):
        return replace(state, proposal=None)
    return replace(state, proposal=replace(proposal, confirmed=True))


def named(proposal: Proposal) -> bool:
    """Return whether a proposal says of every move who goes to which seat, and is nothing but these moves."""
    moves = bool(proposal.moves) and all(move.entry is not None and move.seat is not None for move in proposal.moves)
    return moves and proposal.about in {"balance", "lone_table"}


def evolve_declined(state: Tournament, event: e.ProposalDeclined) -> Tournament:
    """Apply the floor's no; earlier ones about tables that have changed since are forgotten."""
    proposal = state.proposal
    if proposal is None:
        return state
    declined = (*_still(state), _looked_at(state, proposal.about, proposal.tables))
    return replace(state, proposal=None, declined=declined, last_declined=event.number)


def _still(state: Tournament) -> tuple[Declined, ...]:
    """Return what the floor did not want of tables that are still as they were."""
    return tuple(
        declined
        for declined in state.declined
        if declined == _looked_at(state, declined.about, tuple(number for number, _ in declined.tables))
    )


def evolve_escalated(state: Tournament) -> Tournament:
    """Apply the second call for an answer."""
    proposal = state.proposal
    return state if proposal is None else replace(state, proposal=replace(proposal, escalated=True))


def carried_out(state: Tournament, number: int | None, entry: int) -> Tournament:
    """Return the state after a move of a confirmed proposal was called, or could not be."""
    proposal = state.proposal
    if proposal is None or proposal.number != number or not proposal.confirmed:
        return state
    rest = tuple(move for move in proposal.moves if move.entry != entry)
    return replace(state, proposal=replace(proposal, moves=rest) if rest else None)


def evolve_called(state: Tournament, event: e.PlayerMoved | e.MoveQueued) -> Tournament:
    """Return the state after a move was called or queued: a confirmed proposal goes on to its next one.

    The table that gave a player to balance is remembered, so that the next one gives the next (BAL-6).
    """
    if event.why in {"balance", "lone_table"}:
        state = replace(state, last_donor=event.leaving[0], donor_before=state.last_donor)
    return carried_out(state, event.proposal, event.entry)


def evolve_taken_back(state: Tournament, event: e.MoveUndone) -> Tournament:
    """Return the state after the floor took a move back: to balance these tables as they are is not proposed again."""
    tables = tuple(sorted({event.leaving[0], event.to[0]}))
    if event.to[0] == state.last_donor:
        state = replace(state, last_donor=state.donor_before)
    abouts: tuple[e.ProposalKind, ...] = ("balance", "lone_table")
    return replace(state, declined=(*_still(state), *(_looked_at(state, about, tables) for about in abouts)))
