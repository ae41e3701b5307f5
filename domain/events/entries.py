"""Who comes in, who waits, who is absent and what is bought (REG-1 to REG-7, NOSH-1 to NOSH-3, WIN-2 to WIN-7)."""

from dataclasses import dataclass
from typing import Literal

from domain.events.shapes import Chair, Pools, Resplit, Withdrawn
from domain.ids import PlayerId
from domain.settings import Parts
from domain.times import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered:
    """A player holds a place in the field as entry `entry`.

    `from_list`: he waited for it; after the start it is his if he checks in before `held_until` (REG-1).
    """

    kind: Literal["player_registered"] = "player_registered"
    entry: int
    player: PlayerId
    from_list: bool = False
    held_until: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWaitlisted:
    """The field is full: the player waits, as number `position` of the list, for a place or to come back (REG-1)."""

    kind: Literal["player_waitlisted"] = "player_waitlisted"
    entry: int
    player: PlayerId
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHeld:
    """A bust player who waited to re-enter may do so until `held_until`: a seat is kept for him (SEAT-6)."""

    kind: Literal["seat_held"] = "seat_held"
    entry: int
    player: PlayerId
    held_until: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReleased:
    """A bust player no longer waits to re-enter, and no seat is kept for him."""

    kind: Literal["seat_released"] = "seat_released"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingListClosed:
    """Nobody can come in any more: these entries wait no longer, in the order of the list."""

    kind: Literal["waiting_list_closed"] = "waiting_list_closed"
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerUnregistered:
    """The registration was taken back."""

    kind: Literal["player_unregistered"] = "player_unregistered"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheckedIn:
    """The player is present and waits for the first draw, for a named chair, or with counted chips.

    `locked`: nobody moves him from the chair that he gets (SEAT-2).
    """

    kind: Literal["player_checked_in"] = "player_checked_in"
    entry: int
    player: PlayerId
    chair: Chair | None = None
    stack: int | None = None
    locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInsLapsed:
    """These players had checked in and have not paid: they keep their places and no chair at `tables` (FEE-2)."""

    kind: Literal["check_ins_lapsed"] = "check_ins_lapsed"
    entries: tuple[int, ...]
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated:
    """A registered player came after the first draw and sits with `chips`; he owes `price`.

    Of a chair found by lot number `lot`, in this event and in every other: `pools` are the tables that could have been
    drawn and the seats of a table, `taken` those of the seats that were not free at the table drawn (SEAT-6).
    """

    kind: Literal["player_seated"] = "player_seated"
    entry: int
    player: PlayerId
    chair: Chair
    chips: int
    price: int
    lot: int | None
    pools: Pools = ()
    taken: tuple[int, ...] = ()
    locked: bool = False
    parts: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerArrived:
    """A player who was seated absent has come and keeps what is left of the stack: `stack`, as far as it is known."""

    kind: Literal["player_arrived"] = "player_arrived"
    entry: int
    player: PlayerId
    stack: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationsDropped:
    """Registered players who did not come lost their places (NOSH-1, NOSH-3).

    `withdrawn` are those who had been seated absent: the entry leaves the field, its stack leaves play (NOSH-2).
    """

    kind: Literal["registrations_dropped"] = "registrations_dropped"
    entries: tuple[int, ...]
    withdrawn: tuple[Withdrawn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrbitCharged:
    """The absent paid for orbit `orbit`: `charges` are (entry, charged, left); the chips stay in play (NOSH-2).

    `table`: the orbit of one table, of which `hands` have been reported since; None: of all, by the clock.
    """

    kind: Literal["orbit_charged"] = "orbit_charged"
    orbit: int
    charges: tuple[tuple[int, int, int], ...]
    table: int | None = None
    hands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StackCounted:
    """The floor counted an absent player's stack; `before` is what it was computed to be."""

    kind: Literal["stack_counted"] = "stack_counted"
    entry: int
    player: PlayerId
    stack: int
    before: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceOver:
    """The absent have been waited for long enough; their busts follow (NOSH-2)."""

    kind: Literal["absence_over"] = "absence_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationRestored:
    """A dropped registration holds again."""

    kind: Literal["registration_restored"] = "registration_restored"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class ReEntered:
    """The player holds `chips` new chips as entry `entry`, in `chair`; his entry before was `previous`."""

    kind: Literal["re_entered"] = "re_entered"
    entry: int
    player: PlayerId
    previous: int
    chair: Chair
    chips: int
    price: int
    lot: int | None
    pools: Pools = ()
    taken: tuple[int, ...] = ()
    parts: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebought:
    """A living entry got `chips` more for `price`.

    After a bust, of knockout record `knockout`, it lives on: the bust number stays unused, and the killers keep their
    credit if `credit_stands`.  It keeps its seat, or sits in `chair` when it had left it already (KO-5).  `resplits`
    are later knockouts whose heads are worth something else without that bust (KO-6).
    """

    kind: Literal["rebought"] = "rebought"
    entry: int
    player: PlayerId
    chips: int
    price: int
    knockout: int | None = None
    credit_stands: bool = False
    chair: Chair | None = None
    lot: int | None = None
    pools: Pools = ()
    taken: tuple[int, ...] = ()
    parts: Parts = Parts()
    resplits: tuple[Resplit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOnTaken:
    """A living entry took an add-on of `chips` for `price`."""

    kind: Literal["add_on_taken"] = "add_on_taken"
    entry: int
    player: PlayerId
    chips: int
    price: int
    parts: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVoided:
    """An entry made by mistake no longer counts: `chips` leave play, `price` is no longer owed, `chair` is free.

    `resplits` are knockouts whose heads are worth less without what it had paid for its own (KO-6).
    """

    kind: Literal["entry_voided"] = "entry_voided"
    entry: int
    player: PlayerId
    reason: str
    chips: int
    price: int
    chair: Chair | None = None
    resplits: tuple[Resplit, ...] = ()


EntryEvent = (
    PlayerRegistered
    | PlayerWaitlisted
    | SeatHeld
    | SeatReleased
    | WaitingListClosed
    | PlayerUnregistered
    | PlayerCheckedIn
    | CheckInsLapsed
    | PlayerSeated
    | PlayerArrived
    | RegistrationsDropped
    | OrbitCharged
    | StackCounted
    | AbsenceOver
    | RegistrationRestored
    | ReEntered
    | Rebought
    | AddOnTaken
    | EntryVoided
)
