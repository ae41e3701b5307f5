"""Where the price comes before the seat: who holds a place and has still to pay for it (FEE-2).

What is paid for a seat that its player does not have yet stays with the entry that holds the place: it becomes the
buy-in's when he is seated, and is due back when the place is lost.
"""

from collections.abc import Iterable

from immutables import Map

from domain import events as e
from domain.changes import replace
from domain.decisions import Rejection, refuse
from domain.maps import HELD
from domain.seating import free_seat
from domain.state import Entry, Tournament

_OPEN = frozenset({"registration_open", "running", "paused"})
_HOLDS_ON = frozenset({"registered", "waiting"})


def due(state: Tournament, entry: Entry) -> int:
    """Return what must be paid before an entry that holds a place is seated, in minor units."""
    return _missing(state, entry) if entry.status == "registered" and state.status in _OPEN else 0


def _missing(state: Tournament, entry: Entry) -> int:
    prices = state.settings.prices
    return max(0, prices.buy_in - entry.paid) if prices.pay_first else 0


def ahead(state: Tournament, entry: Entry) -> int:
    """Return what has been paid for the seat of an entry that has none yet and may still get one, in minor units."""
    if entry.status not in _HOLDS_ON or state.status not in _OPEN:
        return 0
    return min(entry.paid, state.settings.prices.buy_in)


def unpaid(state: Tournament, entry: Entry) -> Rejection | None:
    """Return why a player who is not seated yet cannot be: his buy-in comes first."""
    missing = _missing(state, entry)
    if not missing:
        return None
    lost = entry.status == "dropped"
    return refuse(
        "FEE-2",
        "pay_first",
        f"{entry.player} has {missing} to pay before he is seated",
        "register him again and take it, then check him in" if lost else "take it, then check him in",
        due=missing,
    )


def check_ins_lapsed(state: Tournament) -> tuple[e.CheckInsLapsed, ...]:
    """Return the check-ins that seat nobody at the draw, what they had paid being taken back or too little by then."""
    if not state.unpaid or not state.running or state.drawn:
        return ()
    entries = tuple(sorted(number for number in state.unpaid if number in state.present))
    chairs = [chair for number in entries if (chair := state.entries[number].chair) is not None]
    return (e.CheckInsLapsed(entries=entries, tables=tuple(sorted({of for of, _ in chairs}))),) if entries else ()


def evolve_lapsed(state: Tournament, event: e.CheckInsLapsed) -> Tournament:
    """Apply that these players keep their places and are awaited again, without a chair."""
    for number in event.entries:
        state = free_seat(state, number)
        entry = replace(state.entries[number], checked_in=False, counted=None, locked=False)
        state = replace(
            state,
            entries=state.entries.set(number, entry),
            present=state.present.delete(number),
            awaited=state.awaited.set(number, HELD),
        )
    return state


def evolve_unpaid(state: Tournament, event: e.Event) -> Tournament:
    """Return the state after an event with who has still to pay for his place, as the event has left it."""
    if not (state.settings.prices.pay_first or state.unpaid):
        return state
    if state.status not in _OPEN:
        return replace(state, unpaid=Map()) if state.unpaid else state
    changed = _changed(state, event)
    if not changed:
        return state
    owing = state.unpaid.mutate()
    for number in changed:
        if due(state, state.entries[number]):
            owing[number] = HELD
        else:
            owing.pop(number, None)
    return replace(state, unpaid=owing.finish())


def _changed(state: Tournament, event: e.Event) -> Iterable[int]:
    """Return the entries of which the event may say that they hold a place, or what was paid for it."""
    match event:
        case (
            e.PlayerRegistered()
            | e.PlayerWaitlisted()
            | e.PlayerUnregistered()
            | e.PlayerSeated()
            | e.RegistrationRestored()
            | e.EntryVoided()
        ):
            return (event.entry,)
        case e.RegistrationsDropped():
            return event.entries
        case e.ClockRebased():
            return (*event.registrations, *(number for number, *_ in event.kept))
        case e.DebtSettled() | e.SettlementVoided() | e.RefundMarked() | e.RefundVoided():
            return tuple(number for number, _ in event.shares)
        case e.SettingsEdited():
            return (*state.awaited, *state.present)
        case _:
            return ()
