"""What players owe, what the counter has taken for it, and what it must give back (FEE-2, FEE-3, LIFE-8).

An entry owes its price and has `paid` towards it.  A settlement closes all that a player's entries owe at its instant,
and what comes before his seat where that is paid first; what was paid for an entry that does not count any more is due
back, and is not set off against anything (FEE-4).
"""

from collections.abc import Iterable

from immutables import Map

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.ids import PlayerId
from domain.maps import PMap
from domain.pay_first import ahead, due
from domain.settings import Parts
from domain.state import Entry, Settlement, Tournament


def open_of(entry: Entry) -> int:
    """Return what an entry still owes, in minor units."""
    return max(0, entry.price - entry.paid)


def refund_of(state: Tournament, entry: Entry) -> int:
    """Return what was paid for an entry beyond what it owes now and what is for its seat to come, in minor units."""
    return max(0, entry.paid - entry.price - ahead(state, entry))


def open_shares(state: Tournament, player: PlayerId) -> e.Shares:
    """Return what a player has to pay, by entry: what he owes, and what comes before his seat (FEE-2)."""
    line = state.players.get(player)
    entries = (state.entries[number] for number in (line.entries if line else ()))
    return tuple((entry.number, owing) for entry in entries if (owing := open_of(entry) + due(state, entry)))


def refund_shares(state: Tournament, player: PlayerId) -> e.Shares:
    """Return what is due back to a player, by entry."""
    line = state.players.get(player)
    entries = (state.entries[number] for number in (line.paid_for if line else ()))
    return tuple((entry.number, back) for entry in entries if (back := refund_of(state, entry)))


def last_booked(state: Tournament, player: PlayerId) -> int:
    """Return the number of the last event by which a player came to owe something; 0: none."""
    line = state.players.get(player)
    return max((state.entries[number].booked for number in (line.entries if line else ())), default=0)


def settle(state: Tournament, command: c.Settle) -> Decision:
    """Close a player's whole debt: exactly what he owed after the last event that the cashier saw (FEE-3)."""
    if state.status == "cancelled":
        return refuse("FEE-3", "cancelled", "the tournament is cancelled: nothing is owed in it any more")
    if command.player not in state.players:
        return refuse("FEE-3", "unknown_player", f"{command.player} has no entry here", "look the player up again")
    shares = open_shares(state, command.player)
    if not shares:
        return refuse(
            "FEE-3",
            "nothing_owed",
            f"{command.player} owes nothing: nothing was taken on record",
            "give back what has been taken twice",
            owed=0,
        )
    return _closed(state, command.player, command, shares)


def paid_with(
    state: Tournament, player: PlayerId, entry: int, price: int, payment: c.Payment | None
) -> tuple[e.DebtSettled, ...] | Rejection:
    """Return the settlement that comes with a re-entry, as entry number `entry`, or why he is not seated without one.

    Where the price comes before the seat, so does whatever else he owes: a settlement closes all of it (FEE-2).
    """
    shares = (*open_shares(state, player), *(((entry, price),) if price else ()))
    amount = sum(share for _, share in shares)
    if payment is not None and not shares:
        return refuse("FEE-3", "nothing_owed", f"{player} owes nothing, and it costs nothing", "leave the payment out")
    if payment is not None:
        return _closed(state, player, payment, shares)
    if not (state.settings.prices.pay_first and shares):
        return ()
    return refuse(
        "FEE-2",
        "pay_first",
        f"{player} has {amount} to pay before he is seated, the re-entry's {price} in it",
        "take it and send the payment with the re-entry",
        due=amount,
    )


def _closed(
    state: Tournament, player: PlayerId, taken: c.Settle | c.Payment, shares: e.Shares
) -> tuple[e.DebtSettled] | Rejection:
    """Return the settlement of these shares, or why what the cashier took is not what they come to."""
    amount, booked = sum(share for _, share in shares), last_booked(state, player)
    if refusal := _ticket_unnamed(taken) or _ticket_used(state, taken):
        return refusal
    if taken.seen > state.seq:
        return refuse(
            "FEE-3",
            "not_there_yet",
            f"event {taken.seen} was seen, and the last one is {state.seq}",
            "look at the debt again",
            seq=state.seq,
        )
    if booked > taken.seen or amount != taken.amount:
        why = f"{player} owes {amount}, not {taken.amount}"
        if booked > taken.seen:
            why = f"{player} has bought something since event {taken.seen} and owes {amount}"
        return refuse(
            "FEE-3",
            "debt_changed",
            why,
            "look at the debt again and take that",
            owed=amount,
            amount=taken.amount,
            seen=taken.seen,
            booked=booked,
        )
    return (
        e.DebtSettled(
            settlement=len(state.settlements) + 1,
            player=player,
            amount=amount,
            method=taken.method,
            shares=shares,
            seen=taken.seen,
            receipt=taken.receipt,
        ),
    )


def _ticket_unnamed(paid: c.Settle | c.Payment | c.MarkRefunded) -> Rejection | None:
    """Return that a ticket was taken, or given back, and nobody says which."""
    if paid.method != "ticket" or paid.receipt is not None:
        return None
    return refuse("FEE-2", "ticket_unnamed", "a ticket pays once, so its id is kept", "send it as the receipt")


def _ticket_used(state: Tournament, paid: c.Settle | c.Payment) -> Rejection | None:
    """Return that this ticket has paid already."""
    if paid.method != "ticket" or (player := state.tickets_taken.get(paid.receipt or "")) is None:
        return None
    return refuse(
        "FEE-2",
        "ticket_used",
        f"ticket {paid.receipt} has paid for {player} already",
        "take something else, or void that settlement if it was none of his",
        player=player,
    )


def void_settlement(state: Tournament, command: c.VoidSettlement) -> Decision:
    """Mark a settlement as void: it stays on record and its debt returns (FEE-3)."""
    settlement = state.settlements.get(command.settlement)
    if settlement is None:
        return refuse(
            "FEE-3",
            "no_settlement",
            f"there is no settlement {command.settlement}",
            "look at the payments for its number",
        )
    if settlement.voided:
        return Unchanged(note=f"settlement {command.settlement} is void already")
    if any(state.entries[number].paid < share for number, share in settlement.shares):
        return refuse(
            "FEE-3",
            "refunded",
            f"what settlement {command.settlement} took has been given back",
            "void the refund first if it was none",
            settlement=command.settlement,
        )
    return (
        e.SettlementVoided(
            settlement=settlement.number,
            player=settlement.player,
            amount=sum(share for _, share in settlement.shares),
            shares=settlement.shares,
            reason=command.reason,
        ),
    )


def mark_refunded(state: Tournament, command: c.MarkRefunded) -> Decision:
    """Put on record that a player got back all that is due to him (LIFE-8)."""
    shares = refund_shares(state, command.player)
    due = sum(share for _, share in shares)
    if refusal := _ticket_unnamed(command):
        return refusal
    if not due:
        return refuse(
            "LIFE-8", "nothing_due", f"nothing is due back to {command.player}", "look at the counter again", due=0
        )
    if due != command.amount:
        return refuse(
            "LIFE-8",
            "refund_changed",
            f"{due} is due back to {command.player}, not {command.amount}",
            "look at it again and give that back",
            due=due,
            amount=command.amount,
        )
    return (
        e.RefundMarked(
            refund=state.refunds + 1,
            player=command.player,
            amount=due,
            method=command.method,
            shares=shares,
            receipt=command.receipt,
        ),
    )


def void_refund(state: Tournament, command: c.VoidRefund) -> Decision:
    """Mark a refund as void: it stays on record, and what it had given back is due again (LIFE-8)."""
    refund = state.given_back.get(command.refund)
    if refund is None:
        return refuse(
            "LIFE-8", "no_refund", f"there is no refund {command.refund}", "look at the payments for its number"
        )
    if refund.voided:
        return Unchanged(note=f"refund {command.refund} is void already")
    if (holder := state.tickets_taken.get(refund.ticket or "")) is not None:
        return refuse(
            "FEE-2",
            "ticket_used",
            f"ticket {refund.ticket} was given back and has paid for {holder} since",
            "void that settlement first if it was none of his",
            player=holder,
        )
    return (
        e.RefundVoided(
            refund=refund.number,
            player=refund.player,
            amount=sum(share for _, share in refund.shares),
            shares=refund.shares,
            reason=command.reason,
        ),
    )


def evolve_booked(state: Tournament, numbers: Iterable[int], seq: int) -> Tournament:
    """Apply that these entries came to owe something by event `seq`."""
    entries = state.entries.mutate()
    for number in numbers:
        entries[number] = replace(entries[number], booked=seq)
    return replace(state, entries=entries.finish())


def evolve_settled(state: Tournament, event: e.DebtSettled) -> Tournament:
    """Apply a settlement."""
    paid = _paid(state, event.shares, 1)
    line = paid.players[event.player]
    first = tuple(number for number, _ in event.shares if number not in line.paid_for)
    ticket = event.receipt if event.method == "ticket" else None
    made = Settlement(number=event.settlement, player=event.player, shares=event.shares, ticket=ticket)
    taken = state.tickets_taken if ticket is None else state.tickets_taken.set(ticket, event.player)
    return replace(
        paid,
        tickets_taken=taken,
        players=paid.players.set(event.player, replace(line, paid_for=(*line.paid_for, *first))),
        settlements=state.settlements.set(event.settlement, made),
    )


def evolve_voided(state: Tournament, event: e.SettlementVoided) -> Tournament:
    """Apply that a settlement does not stand; of a cancelled tournament no more is kept than was paid."""
    unpaid = _paid(state, event.shares, -1)
    made = replace(state.settlements[event.settlement], voided=True)
    settlements = state.settlements.set(event.settlement, made)
    unpaid = replace(unpaid, settlements=settlements, tickets_taken=_without(state, made.ticket))
    return _lapsed(unpaid, (number for number, _ in event.shares)) if state.status == "cancelled" else unpaid


def evolve_refunded(state: Tournament, event: e.RefundMarked) -> Tournament:
    """Apply that what was due back has been given back."""
    ticket = event.receipt if event.method == "ticket" and event.receipt in state.tickets_taken else None
    made = Settlement(number=event.refund, player=event.player, shares=event.shares, ticket=ticket)
    marked = state.given_back.set(event.refund, made)
    taken = _without(state, ticket)
    return replace(_paid(state, event.shares, -1), refunds=event.refund, given_back=marked, tickets_taken=taken)


def evolve_refund_voided(state: Tournament, event: e.RefundVoided) -> Tournament:
    """Apply that a refund does not stand."""
    voided = replace(state.given_back[event.refund], voided=True)
    given, taken = state.given_back.set(event.refund, voided), state.tickets_taken
    if voided.ticket is not None:
        taken = taken.set(voided.ticket, voided.player)
    return replace(_paid(state, event.shares, 1), given_back=given, tickets_taken=taken)


def _without(state: Tournament, ticket: str | None) -> PMap[str, PlayerId]:
    """Return the tickets that the counter has without this one: it may pay again."""
    taken = state.tickets_taken
    return taken if ticket is None or ticket not in taken else taken.delete(ticket)


def _paid(state: Tournament, shares: e.Shares, times: int) -> Tournament:
    entries = state.entries.mutate()
    for number, share in shares:
        entries[number] = replace(entries[number], paid=entries[number].paid + times * share)
    return replace(state, entries=entries.finish())


def evolve_cancelled(state: Tournament, event: e.TournamentCancelled) -> Tournament:
    """Apply what a cancellation makes of the debts: nothing is open any more, and the house keeps its part or nothing.

    Where it keeps its rake, that is what was paid of it: who has paid nothing owes nothing (LIFE-8, FEE-3).
    """
    if event.debts == "stand":
        return state
    owing = [entry for entry in state.entries.values() if entry.price]
    kept = {entry.number: entry.parts.rake if event.debts == "all_but_rake_back" else 0 for entry in owing}
    with state.entries.mutate() as entries:
        for number, rake in kept.items():
            entries[number] = replace(entries[number], price=rake, parts=Parts(rake=rake))
        priced = replace(state, entries=entries.finish())
    nothing = replace(priced, pool_contributions=0, bounty_contributions=0, rake=sum(kept.values()), funds=())
    return _lapsed(replace(nothing, prizes=Map()), kept)


def _lapsed(state: Tournament, numbers: Iterable[int]) -> Tournament:
    """Return the state with what of these entries' price is open owed no more; all of a price is rake by now."""
    gone = 0
    entries = state.entries.mutate()
    for number in numbers:
        entry = entries[number]
        if open_of(entry):
            gone += open_of(entry)
            entries[number] = replace(entry, price=entry.paid, parts=Parts(rake=entry.paid))
    return replace(state, entries=entries.finish(), rake=state.rake - gone)
