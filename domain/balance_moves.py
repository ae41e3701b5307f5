"""Balancing moves as they are called: of a proposal that the floor confirmed, or by themselves (SEAT-5)."""

from datetime import datetime

from domain import balancing, moves, proposals
from domain import commands as c
from domain import events as e
from domain.decisions import Context, Decision, Rejection, refuse
from domain.seating import living
from domain.state import Entry, Proposal, Tournament


def carry_out(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the next move of a proposal that was confirmed; one at a time, each called on the tables as they are."""
    standing = state.proposal
    if standing is None or not standing.confirmed:
        return ()
    move = standing.moves[0]
    entry = None if move.entry is None else state.entries[move.entry]
    if entry is None or move.seat is None or entry.chair is None or entry.chair[0] != move.leaving:
        return (e.ProposalWithdrawn(number=standing.number),)
    if moves.fault(state, entry, (move.to, move.seat)) is not None:
        return (e.ProposalWithdrawn(number=standing.number),)
    return moves.call(
        state, entry, (move.to, move.seat), _why(standing.about), at=at, proposal=standing.number, lot=standing.lot
    )


def _why(about: e.ProposalKind) -> e.MoveReason:
    return "lone_table" if about == "lone_table" else "balance"


def by_itself(state: Tournament, wanted: e.MoveProposed, at: datetime) -> tuple[e.Event, ...]:
    """Return what is done at once of a balance that is wanted, where the profile lets it be done by itself.

    That is its first move; the others follow as they are wanted then.  One that a lot drew goes on record first, as a
    proposal.
    """
    balance = wanted.about in {"balance", "lone_table"} and balancing.policy(state) == "auto"
    if not balance or wanted.unnamed is not None or proposals.unwanted(state, wanted):
        return ()
    if wanted.lot is not None:
        return (e.ProposalConfirmed(number=wanted.number),)
    move = wanted.moves[0]
    if move.entry is None or move.seat is None:
        return ()
    return moves.call(state, state.entries[move.entry], (move.to, move.seat), _why(wanted.about), at=at)


def confirm(state: Tournament, command: c.ConfirmProposal, standing: Proposal, context: Context) -> Decision:
    """Do what a proposal says, with the player and the seat that the floor names where it left them open (SEAT-5)."""
    if proposals.named(standing):
        if refusal := _named_otherwise(command, standing):
            return refusal
        return (e.ProposalConfirmed(number=standing.number),)
    entry = _who(state, command, standing)
    if isinstance(entry, Rejection):
        return entry
    move = next(move for move in standing.moves if entry.chair is not None and move.leaving == entry.chair[0])
    seat = move.seat or command.seat
    if seat is None:
        return refuse(
            "SEAT-5",
            "name_the_seat",
            f"the proposal leaves the seat at table {move.to} to the floor",
            "name a free seat",
            field="seat",
            table=move.to,
        )
    if refusal := moves.fault(state, entry, (move.to, seat)):
        return refusal
    called = moves.call(
        state, entry, (move.to, seat), _why(standing.about), at=context.at, proposal=standing.number, lot=standing.lot
    )
    return (e.ProposalConfirmed(number=standing.number), *called)


def _named_otherwise(command: c.ConfirmProposal, standing: Proposal) -> Rejection | None:
    first = standing.moves[0]
    same_player = command.player in {None, first.player}
    if same_player and command.seat in {None, first.seat}:
        return None
    return refuse(
        "SEAT-5",
        "named_already",
        f"proposal {standing.number} moves {first.player} to table {first.to}, seat {first.seat}",
        "decline it and move the other one, or confirm it as it is",
        player=first.player,
        table=first.to,
        seat=first.seat,
    )


def _who(state: Tournament, command: c.ConfirmProposal, standing: Proposal) -> Entry | Rejection:
    """Return whom the floor moves, the player proposed or the one that it names."""
    first = standing.moves[0]
    named = command.player or first.player
    if named is None:
        return refuse(
            "SEAT-5",
            "name_the_player",
            f"the proposal leaves to the floor who moves from table {first.leaving}",
            "name him, and the seat" if first.seat is None else "name him",
            field="player",
            table=first.leaving,
        )
    entry = living(state, named)
    if isinstance(entry, Rejection):
        return entry
    if entry.chair is None or entry.chair[0] not in {move.leaving for move in standing.moves}:
        return refuse(
            "SEAT-5",
            "not_at_the_table",
            f"{named} is not at a table that gives a player",
            "name somebody of the table that is too full",
            player=named,
        )
    if entry.locked or entry.exempt:
        return refuse(
            "SEAT-2",
            "not_to_be_moved",
            f"{named} is not moved to balance tables",
            "name somebody else, or lift that first",
            player=named,
        )
    return entry
