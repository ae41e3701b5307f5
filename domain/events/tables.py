"""Tables that open, break, become the final one or are drawn anew; proposals, halts (SEAT-5 to SEAT-13)."""

from dataclasses import dataclass
from typing import Literal

from domain.events.shapes import Chair, Pools
from domain.ids import PlayerId
from domain.times import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """Table `table` is in use from now on."""

    kind: Literal["table_opened"] = "table_opened"
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedMove:
    """One move of a proposal: who (None: the floor is to say) leaves table `leaving` for seat `seat` of table `to`.

    `seat` None: it is the floor's to say, or a lot's.
    """

    entry: int | None
    player: PlayerId | None
    leaving: int
    to: int
    seat: int | None


BreakDropReason = Literal["too_few_seats", "locked", "seat_gone", "reopened", "redraw"]
"""Why a table is not broken after all: seats are short, somebody is locked there, a named seat is gone, the floor took
it back, all seats are drawn anew instead."""
RedrawReason = Literal["redraw", "final_table", "heads_up"]
"""What seats are drawn anew for (SEAT-8, SEAT-12)."""
RedrawDropReason = Literal["too_few_seats", "locked", "other_tables", "play_ended", "taken_back"]
"""Why seats are not drawn anew after all: the field does not fit, somebody is locked where it would close, other tables
are in play now, play has ended, the floor took it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakQueued:
    """Table `table` is broken as soon as its hand is over and the lot is drawn (SEAT-7).

    `named` are (entry, table, seat) of players whose seats the floor named.
    """

    kind: Literal["break_queued"] = "break_queued"
    table: int
    named: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakDropped:
    """Table `table`, which waited to be broken, is not: `why` says what is in the way."""

    kind: Literal["break_dropped"] = "break_dropped"
    table: int
    why: BreakDropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBroken:
    """Table `table` is broken: `moves` are (entry, seat left, table, seat) in the order in which they were drawn.

    Those in `named` went where the floor said, the others by lot `lot` (None: nothing was to be drawn).  Its `pools`
    are the players and the free chairs, each as table x 100 + seat; `sitting` are the players at the tables of these
    chairs just before (docs/draws.md).  The stacks of those in `carried`, who are absent, are carried by the staff (TDA
    RP-16).
    """

    kind: Literal["table_broken"] = "table_broken"
    table: int
    lot: int | None
    moves: tuple[tuple[int, int, int, int], ...]
    named: tuple[int, ...] = ()
    carried: tuple[int, ...] = ()
    pools: Pools = ()
    sitting: tuple[tuple[int, int], ...] = ()
    due_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReopened:
    """Table `table`, which was broken, is in use again, empty."""

    kind: Literal["table_reopened"] = "table_reopened"
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOrderSet:
    """The tables break in this order from now on; those that are not named come after them (SEAT-7)."""

    kind: Literal["break_order_set"] = "break_order_set"
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawQueued:
    """Seats are drawn anew as soon as no hand is in progress and the lot is drawn; until then none begins (SEAT-12).

    Play goes on at `tables`, and those `closing` are broken.  `anew`: every seat is drawn, else only those of players
    who come from a closing table.  `seats`: so many chairs the final table has, when it is not the setting's number.
    """

    kind: Literal["redraw_queued"] = "redraw_queued"
    why: RedrawReason
    tables: tuple[int, ...]
    closing: tuple[int, ...]
    anew: bool
    seats: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawDropped:
    """Seats that were to be drawn anew are not: `reason` says what is in the way."""

    kind: Literal["redraw_dropped"] = "redraw_dropped"
    why: RedrawReason
    reason: RedrawDropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRedrawn:
    """Lot `lot` gave every player a seat at `tables`, and each table its button; `closing` are broken (SEAT-12).

    `seats` are (entry, table, seat), `buttons` (table, seat), `pools` as for the first draw.  Who is locked has kept
    his seat.  The stacks of those in `carried` are carried by the staff.
    """

    kind: Literal["field_redrawn"] = "field_redrawn"
    lot: int
    tables: tuple[int, ...]
    closing: tuple[int, ...]
    seats: tuple[tuple[int, int, int], ...]
    buttons: tuple[Chair, ...]
    pools: Pools
    carried: tuple[int, ...] = ()
    due_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTableFormed:
    """All who are left sit at table `table`, or the two who are (SEAT-8).

    `seats` are (entry, table, seat); `anew`: all were drawn by lot `lot`, else only those of who came from `closing`
    tables.  `button` is the seat of the first button, drawn too.  None of both: all sat there already, and nothing was
    drawn.  `chairs`: so many it has, when it is not the setting's number.
    """

    kind: Literal["final_table_formed"] = "final_table_formed"
    table: int
    why: RedrawReason = "final_table"
    lot: int | None = None
    closing: tuple[int, ...] = ()
    anew: bool = False
    chairs: int | None = None
    seats: tuple[tuple[int, int, int], ...] = ()
    button: int | None = None
    pools: Pools = ()
    carried: tuple[int, ...] = ()
    due_at: Instant | None = None


ProposalKind = Literal["balance", "lone_table", "break", "final_table", "heads_up", "redraw"]
"""What a proposal is about."""
Unnamed = Literal["floor", "button_unknown"]
"""Why a proposal leaves the player or the seat to the floor (SEAT-5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveProposed:
    """Proposal `number` stands in the place of any before it, until it is confirmed, declined or withdrawn (SEAT-5).

    `reason` says why in plain words, `unnamed` why it leaves something to the floor.  `tables` are those it looked at,
    `after` how many would sit at each table that it changes.  `lot` drew from `pools` who moves and where to, in the
    `orders` that it gave: first of the players of each table of `movers_of`, then of the seats of each of `seats_of`.
    """

    kind: Literal["move_proposed"] = "move_proposed"
    number: int
    about: ProposalKind
    reason: str
    moves: tuple[ProposedMove, ...] = ()
    after: tuple[tuple[int, int], ...] = ()
    tables: tuple[int, ...] = ()
    unnamed: Unnamed | None = None
    lot: int | None = None
    pools: tuple[tuple[int, ...], ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()
    movers_of: tuple[int, ...] = ()
    seats_of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalWithdrawn:
    """What proposal `number` was about is so no longer."""

    kind: Literal["proposal_withdrawn"] = "proposal_withdrawn"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalConfirmed:
    """The floor took proposal `number` up, or the profile lets it be done by itself; what it does follows."""

    kind: Literal["proposal_confirmed"] = "proposal_confirmed"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDeclined:
    """The floor does not want proposal `number`: it does not come back until a table it looked at has changed."""

    kind: Literal["proposal_declined"] = "proposal_declined"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalEscalated:
    """Nobody has answered proposal `number` in time (SEAT-11)."""

    kind: Literal["proposal_escalated"] = "proposal_escalated"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltAdvised:
    """Table `table`, with `players` players against `fullest` at the fullest, should stop (SEAT-13)."""

    kind: Literal["halt_advised"] = "halt_advised"
    table: int
    players: int
    fullest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltWaived:
    """Table `table` plays on although it is short: the floor says so (SEAT-13)."""

    kind: Literal["halt_waived"] = "halt_waived"
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltEnded:
    """Table `table` is not so short any more."""

    kind: Literal["halt_ended"] = "halt_ended"
    table: int


TableEvent = (
    TableOpened
    | BreakQueued
    | BreakDropped
    | TableBroken
    | TableReopened
    | BreakOrderSet
    | RedrawQueued
    | RedrawDropped
    | FieldRedrawn
    | FinalTableFormed
    | MoveProposed
    | ProposalWithdrawn
    | ProposalConfirmed
    | ProposalDeclined
    | ProposalEscalated
    | HaltAdvised
    | HaltWaived
    | HaltEnded
)
