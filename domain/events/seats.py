"""Who sits where and who is sent where (SEAT-1, SEAT-4, SEAT-11, SEAT-14)."""

from dataclasses import dataclass
from typing import Literal

from domain.events.shapes import Chair, Pools
from domain.ids import PlayerId
from domain.settings import Parts
from domain.times import Instant

MoveReason = Literal[
    "floor", "balance", "break", "redraw", "final_table", "heads_up", "wrong_seat", "lone_table", "swap", "undo"
]
"""Why somebody is sent to another chair."""
DropReason = Literal[
    "gone", "replaced", "partner_gone", "seat_gone", "table_broken", "locked", "taken_back", "unseen", "over"
]
"""Why a move is no longer open: the player is out or struck, another move or a swap's other half took its place, the
chair or its table is no longer there, he was locked in his seat, the floor took it back, nobody has seen him though it
was told of him often enough, the tournament is over."""
Evidence = Literal["table", "hand", "knockout"]
"""What says that a player has come: a table's word, a hand that he was dealt, a bust at his table by his hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSeated:
    """The first draw: `seats` are (entry, table, seat, chips), each owing `price`.  `lot` None: all were named.

    `parts`, in this event and in every other: what of the price, or of the sum, is not for the prizes (FEE-7).

    `named` are the entries whose chairs were named before the draw, `buttons` are (table, seat) of the first buttons,
    which the same lot drew; without a lot they follow by one of their own (SEAT-2, SEAT-3).
    """

    kind: Literal["field_seated"] = "field_seated"
    lot: int | None
    price: int
    tables: tuple[int, ...]
    seats: tuple[tuple[int, int, int, int], ...]
    absent: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    buttons: tuple[Chair, ...] = ()
    parts: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsDrawn:
    """Lot `lot` drew first buttons, (table, seat), each of the seats taken at its table, the `pools` (SEAT-3)."""

    kind: Literal["buttons_drawn"] = "buttons_drawn"
    lot: int
    pools: Pools
    buttons: tuple[Chair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMove:
    """A move that was called or queued, as the events about it tell it; `escalations`: how often it was overdue."""

    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair
    why: MoveReason
    escalations: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMoved:
    """Move number `move` is called: the entry sits at `to` and no longer at `leaving`.

    `proposal` and `lot` are the numbers of those from which it comes.  `due_at`: when it is overdue unless somebody has
    confirmed that the player is there (SEAT-11); None: nobody is waited for.
    """

    kind: Literal["player_moved"] = "player_moved"
    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair
    why: MoveReason = "floor"
    proposal: int | None = None
    lot: int | None = None
    due_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQueued:
    """Move number `move` is called when the player's hand is over; until then `to` is kept for him (SEAT-4).

    `undoes`: it takes that move back.
    """

    kind: Literal["move_queued"] = "move_queued"
    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair
    why: MoveReason = "floor"
    proposal: int | None = None
    lot: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapQueued:
    """Two players exchange their chairs when neither is in a hand any more; `chairs` are where they will sit."""

    kind: Literal["swap_queued"] = "swap_queued"
    move: int
    entries: tuple[int, int]
    players: tuple[PlayerId, PlayerId]
    chairs: tuple[Chair, Chair]
    undoes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveArrived:
    """These players are where they were sent (SEAT-11)."""

    kind: Literal["move_arrived"] = "move_arrived"
    moves: tuple[OpenMove, ...]
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOverdue:
    """Nobody has confirmed that these players are where they were sent (SEAT-11).

    `due_at` is when they are overdue again, or given up.
    """

    kind: Literal["move_overdue"] = "move_overdue"
    moves: tuple[OpenMove, ...]
    due_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDropped:
    """These moves, open until now, are no longer to be made or waited for; nobody's chair changes by this."""

    kind: Literal["move_dropped"] = "move_dropped"
    moves: tuple[OpenMove, ...]
    why: DropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundElsewhere:
    """A player found at `sat_at` with `stack` chips (counted) who belongs at `to`; None: nobody said where."""

    move: int
    entry: int
    player: PlayerId
    sat_at: Chair | None
    to: Chair
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsCorrected:
    """These players were found in wrong seats and go to their own with what they have, until `due_at` (SEAT-14)."""

    kind: Literal["seats_corrected"] = "seats_corrected"
    found: tuple[FoundElsewhere, ...]
    due_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUndone:
    """Move number `move` was taken back: the entry sits at `to` again, and is waited for there until `due_at`."""

    kind: Literal["move_undone"] = "move_undone"
    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair
    due_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLocked:
    """The entry keeps its seat whatever is balanced, broken or drawn anew, or does so no longer (SEAT-2)."""

    kind: Literal["seat_locked"] = "seat_locked"
    entry: int
    player: PlayerId
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExempted:
    """The entry is not moved to balance tables, or is again (SEAT-5)."""

    kind: Literal["player_exempted"] = "player_exempted"
    entry: int
    player: PlayerId
    exempt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped:
    """Two entries exchanged their chairs as move `move`; `chairs` are where they sit now, waited for until `due_at`.

    `undoes`: the swap that this one takes back.
    """

    kind: Literal["seats_swapped"] = "seats_swapped"
    entries: tuple[int, int]
    chairs: tuple[Chair, Chair]
    move: int | None = None
    undoes: int | None = None
    due_at: Instant | None = None


SeatEvent = (
    FieldSeated
    | ButtonsDrawn
    | PlayerMoved
    | MoveQueued
    | SwapQueued
    | MoveArrived
    | MoveOverdue
    | MoveDropped
    | SeatsCorrected
    | MoveUndone
    | SeatLocked
    | PlayerExempted
    | SeatsSwapped
)
