"""What the system says of the tables: what it proposes next, in which order, and what it does by itself (SEAT-5).

After a bust the order is: the end of play, the final table, hand-for-hand, balance.  One thing is proposed at a time.
"""

from datetime import datetime

from domain import balance_moves, balancing, breaking, final_table, halts, proposals, redraws
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Context, Decision, Rejection
from domain.state import Tournament


def wanted(state: Tournament) -> e.MoveProposed | None:
    """Return what is to be proposed now, the first thing first; None: nothing, or a lot is awaited that says what."""
    if state.reseating is not None:
        return None
    return _before_balance(state) or balancing.proposal(state)


def _before_balance(state: Tournament) -> e.MoveProposed | None:
    """Return what is proposed though the tables may be uneven; what the floor did not want is in nobody's way."""
    for proposed in (final_table.proposed, breaking.proposed):
        if (proposal := proposed(state)) is not None and not proposals.unwanted(state, proposal):
            return proposal
    return None


def follows(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what follows of the tables as they stand: moves confirmed, advice to halt, a balance, a proposal."""
    if called := balance_moves.carry_out(state, at) or halts.follows(state):
        return called
    proposal = wanted(state)
    done = () if proposal is None else balance_moves.by_itself(state, proposal, at)
    return done or proposals.keep(state, proposal)


def pools(state: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the pools of the lot that a proposal waits for; empty: none does."""
    wanted_of = balancing.errand(state)
    if not wanted_of or state.reseating is not None or _before_balance(state) is not None:
        return ()
    return wanted_of


def look_again(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what becomes of the proposal that stands when a button that it went by is not known any more."""
    changed = proposals.keep(state, wanted(replace(state, last_at=at)))
    return changed or proposals.keep(state, None)


def confirm_proposal(state: Tournament, command: c.ConfirmProposal, context: Context) -> Decision:
    """Do what the proposal that stands says (SEAT-5)."""
    if refusal := not_running(state):
        return refusal
    standing = proposals.standing(state, command.proposal)
    if isinstance(standing, Rejection):
        return standing
    if standing.about == "break":
        return _and(standing.number, breaking.ordered(state, standing.tables[0], context))
    if standing.about in {"final_table", "heads_up", "redraw"}:
        return _and(standing.number, _seats_drawn(state, context))
    return balance_moves.confirm(state, command, standing, context)


def _and(number: int, decision: Decision) -> Decision:
    """Return a decision with the confirmation of the proposal that it takes up."""
    return (e.ProposalConfirmed(number=number), *decision) if isinstance(decision, tuple) else decision


def _seats_drawn(state: Tournament, context: Context) -> Decision:
    """Return the final table or the redraw that was proposed, now that the floor has confirmed it."""
    of = final_table.due(state) or redraws.due(state) or breaking.anew(state)
    if of is None:
        message = "a redraw is proposed that nothing calls for"
        raise AssertionError(message)
    return redraws.ordered(state, of, context)
