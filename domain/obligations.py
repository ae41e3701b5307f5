"""Purchases announced before a hand: chips behind, which must be bought (FEE-6)."""

from domain import commands as c
from domain import entries, fees
from domain import events as e
from domain.changes import replace
from domain.decisions import Context, Decision, Rejection, Unchanged, refuse
from domain.state import Obligation, Tournament

_STILL_IN = frozenset({"alive", "pending"})


def announce(state: Tournament, command: c.AnnouncePurchase, context: Context) -> Decision:
    """Put on record that a player buys before the next hand; he may only announce what would be sold to him now."""
    entry = state.current(command.player)
    if entry is not None and fees.announced(state, entry.number, command.operation):
        return Unchanged(note=f"{command.player} has announced it already")
    sale = _sale(state, command, context)
    if isinstance(sale, Rejection | Unchanged):
        return sale
    if entry is None or (isinstance(sale, tuple) and not any(map(_is_sale, sale))):
        return refuse("FEE-6", "not_sold", "it could not be sold now", "announce it when there is a seat")
    return (
        e.PurchaseAnnounced(
            obligation=state.announced + 1,
            entry=entry.number,
            player=entry.player,
            operation=command.operation,
            price=fees.price_of(state, command.operation) or 0,
        ),
    )


def _sale(state: Tournament, command: c.AnnouncePurchase, context: Context) -> Decision:
    """Return what the purchase itself would be answered now."""
    match command.operation:
        case "rebuy":
            return entries.rebuy(state, c.Rebuy(player=command.player, stack=command.stack), context)
        case "add_on":
            return entries.add_on(state, c.AddOn(player=command.player), context)
        case _:
            return entries.re_enter(state, c.ReEnter(player=command.player), context)


def _is_sale(event: e.Event) -> bool:
    return isinstance(event, e.Rebought | e.AddOnTaken | e.ReEntered)


def withdraw(state: Tournament, command: c.WithdrawAnnouncement) -> Decision:
    """Take an announcement off the record's books at the floor's word: nobody is held to what he did not say."""
    obligation = state.obligations.get(command.obligation)
    if obligation is None:
        return refuse(
            "FEE-6", "no_obligation", f"no announcement {command.obligation} is open", "look at his entry again"
        )
    return (
        e.AnnouncementWithdrawn(
            obligation=obligation.number, entry=obligation.entry, player=obligation.player, reason=command.reason
        ),
    )


def come_due(state: Tournament, *, closing: bool = False) -> tuple[e.ObligationDue, ...]:
    """Return the announced purchases that can be made no more: they are owed all the same (FEE-6).

    Args:
        state: the tournament.
        closing: it is closed now, so none can be made any more.
    """
    if not state.obligations or not state.running:
        return ()
    over = closing or state.ended_at is not None
    return tuple(
        _due(state, obligation)
        for _, obligation in sorted(state.obligations.items())
        if over or (obligation.operation != "re_entry" and state.entries[obligation.entry].status not in _STILL_IN)
    )


def _due(state: Tournament, obligation: Obligation) -> e.ObligationDue:
    """Return the debt; no chips come with it and nobody sits behind them, so its part for a head is the pool's."""
    parts = replace(fees.parts_of(state, obligation.operation), bounty=0)
    return e.ObligationDue(
        obligation=obligation.number,
        entry=obligation.entry,
        player=obligation.player,
        operation=obligation.operation,
        price=obligation.price,
        parts=parts,
    )


def evolve_announced(state: Tournament, event: e.PurchaseAnnounced) -> Tournament:
    """Apply an announcement."""
    made = Obligation(
        number=event.obligation,
        entry=event.entry,
        player=event.player,
        operation=event.operation,
        price=event.price,
    )
    return replace(state, announced=event.obligation, obligations=state.obligations.set(made.number, made))


def evolve_over(state: Tournament, number: int) -> Tournament:
    """Apply that an announcement is open no more."""
    return replace(state, obligations=state.obligations.delete(number))


def evolve_due(state: Tournament, event: e.ObligationDue) -> Tournament:
    """Apply that an announced purchase is owed."""
    entry = state.entries[event.entry]
    owing = replace(entry, price=entry.price + event.price, parts=fees.together(entry.parts, event.parts))
    booked = replace(evolve_over(state, event.obligation), entries=state.entries.set(owing.number, owing))
    return fees.counted(booked, event.price, event.parts)


def kept(state: Tournament) -> Tournament:
    """Return the state without the announcements of entries that do not count any more."""
    if not state.obligations:
        return state
    gone = [n for n, of in state.obligations.items() if not state.entries[of.entry].seated or _struck(state, of)]
    for number in gone:
        state = evolve_over(state, number)
    return state


def _struck(state: Tournament, obligation: Obligation) -> bool:
    return state.entries[obligation.entry].status == "voided"
