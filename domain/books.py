"""The books of a tournament that is over: differences explained, the close, and what it rules out (AUD-6).

The books close when every difference is put right or has a reason and nothing is under way.  From then on no command
changes the record, whatever it is about: one question at the one place where commands are decided, so that a command
that comes new is kept out as well.  Opening the books again, with a reason, is the only way back.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.reconciliation import Difference, reconciliation
from domain.state import Books, Tournament

_LISTED = 20
"""How many differences a refusal names."""

_OF_MONEY: frozenset[c.ExplainReason] = frozenset({"settled_elsewhere", "record_fault"})
FITS: Mapping[str, frozenset[c.ExplainReason]] = MappingProxyType(
    {
        "debt": frozenset({"written_off", "settled_elsewhere"}),
        "refund": frozenset({"waived", "settled_elsewhere"}),
        "chips": frozenset({"miscount", "lost_chips", "bonus_chips", "chip_up"}),
        "uncounted": frozenset({"not_counted"}),
        "mystery": _OF_MONEY | {"not_drawn"},
        "draws": frozenset({"not_drawn"}),
        "heads": _OF_MONEY,
        "prizes": _OF_MONEY,
        "credit": _OF_MONEY,
    }
)
"""Reasons that explain a kind of difference, `other` beside them; of kinds that are not here the record is at fault."""


def closed(state: Tournament) -> bool:
    """Return whether the books are closed: nothing of the record changes any more unless they are opened again."""
    return state.books.closed_at is not None


def refused(decision: Decision) -> Decision:
    """Return what a command is answered while the books are closed: what it would change stays as it is."""
    if isinstance(decision, Rejection | Unchanged):
        return decision
    return refuse("AUD-6", "books_closed", "the books of this tournament are closed", "open them again first")


def explain_difference(state: Tournament, command: c.ExplainDifference) -> Decision:
    """Put on record why something does not come out even, as it stands now (AUD-6)."""
    if refusal := _not_over(state):
        return refusal
    differences = {each.id: each for each in reconciliation(state).differences}
    found = differences.get(command.difference)
    if found is None:
        return refuse(
            "AUD-6",
            "no_such_difference",
            f"{command.difference} comes out even",
            "look at the books again",
            differences=_listed(differences.values()),
        )
    if found.amount != command.amount:
        return refuse(
            "AUD-6",
            "difference_changed",
            f"{command.difference} is off by {found.amount}, not {command.amount}",
            "look at the books again and explain that",
            amount=found.amount,
        )
    fitting = FITS.get(found.kind, frozenset({"record_fault"})) | {"other"}
    if command.reason not in fitting:
        return refuse(
            "AUD-6",
            "reason_does_not_fit",
            f"{command.reason} does not explain {found.kind}",
            f"choose one of {', '.join(sorted(fitting))}",
            field="reason",
        )
    if found.reason == command.reason:
        return Unchanged(note=f"{command.difference} is explained so already")
    return (e.DifferenceExplained(difference=found.id, amount=found.amount, reason=command.reason),)


def close_books(state: Tournament) -> Decision:
    """Close the books once nothing is under way and every difference is explained (AUD-6)."""
    if closed(state):
        return Unchanged(note="the books are closed already")
    if refusal := _not_over(state):
        return refusal
    books = reconciliation(state)
    if books.under_way:
        return refuse(
            "AUD-6",
            "still_open",
            f"something is under way: {', '.join(books.under_way)}",
            "release what is held, or wait until the credits are written",
            open=", ".join(books.under_way),
        )
    if books.unexplained:
        return refuse(
            "AUD-6",
            "unexplained",
            f"{len(books.unexplained)} differences are not explained: {_listed(books.unexplained)}",
            "put them right, or say why they are so",
            unexplained=len(books.unexplained),
            differences=_listed(books.unexplained),
        )
    return (
        e.BooksClosed(
            closing=state.books.closings + 1,
            expected=books.expected,
            net=books.net,
            open=books.open,
            refunds_due=books.refunds_due,
            entries=books.entries,
            chips_in_play=books.chips_in_play,
            counted=None if books.count is None else books.count.counted,
            owed=books.owed,
            credited=books.credited,
            explained=tuple((each.id, each.amount, each.reason) for each in books.differences if each.reason),
        ),
    )


def _not_over(state: Tournament) -> Rejection | None:
    if state.status in {"finished", "cancelled"}:
        return None
    pending = state.status == "prizes_pending"
    return refuse(
        "LIFE-1",
        "not_over",
        f"the tournament is {state.status}: its books are looked at when it is over",
        "wait for what is won to be drawn and credited; payouts that are held are released first"
        if pending
        else "finish or cancel it first",
        status=state.status,
    )


def _listed(differences: Iterable[Difference]) -> str:
    named = [f"{each.id} {each.amount}" for each in differences]
    more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
    return ", ".join(named[:_LISTED]) + more


def reopen_books(state: Tournament, command: c.ReopenBooks) -> Decision:
    """Open closed books again: from then on the record may change as before the close (AUD-6)."""
    if refusal := _not_over(state):
        return refusal
    if not closed(state):
        return Unchanged(note="the books are open")
    return (e.BooksReopened(closing=state.books.closings, reason=command.reason),)


def evolve_explained(state: Tournament, event: e.DifferenceExplained) -> Tournament:
    """Apply an explanation."""
    explained = state.books.explained.set(event.difference, (event.amount, event.reason))
    return _with(state, replace(state.books, explained=explained))


def evolve_closed(state: Tournament, event: e.BooksClosed, at: datetime) -> Tournament:
    """Apply the close."""
    return _with(state, replace(state.books, closed_at=at, closings=event.closing))


def evolve_reopened(state: Tournament) -> Tournament:
    """Apply that the books are open again; what was explained stays so."""
    return _with(state, replace(state.books, closed_at=None))


def _with(state: Tournament, books: Books) -> Tournament:
    return replace(state, books=books)
