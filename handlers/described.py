"""What the answers look like, for the API's description and for the tests that hold answers to it.

No function imports this to serve a request.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from domain.commands import BustCause, DisputeSubject, HoldReason
from domain.commands.books import ExplainReason
from domain.commands.fees import Announced, Method, VoidReason
from domain.events import DealMethod, MoveReason, ProposalKind, Recorded, RedrawReason, StopReason, Unnamed
from domain.fees import OperationKind
from domain.ids import Cents, Chips
from domain.journal import CreditReason
from domain.profiles import Came, HandForHandTrigger
from domain.reconciliation import UnderWay
from domain.state import EntryStatus, Status
from domain.structure import AnteType, Stakes
from domain.times import Instant
from handlers.access import RANK
from handlers.problems import Problem
from handlers.wire import Id

__all__ = ["Problem"]

Number = Annotated[int, Field(ge=1)]
Next = Annotated[int | None, Field(description="As `after` it gives the next page; null: this was the last.")]
Text = Annotated[str, Field(description="The event's JSON exactly as stored; the hashes run over these bytes.")]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Shown(BaseModel):
    """A part of an answer; nothing is in it but what stands here."""

    model_config = ConfigDict(extra="forbid")


class OutcomeView(Shown):
    """What became of a command that was taken; without `first` it changed nothing, and `note` says why."""

    command_id: Id
    name: str
    status: Literal["accepted"]
    accepted_at: Instant
    at: Annotated[Instant, Field(description="The instant that its events bear.")]
    first: Annotated[Number, Field(description="Number of its first event.")] = 1
    last: Annotated[Number, Field(description="Number of its last event.")] = 1
    note: str = ""


class EntryChange(Shown):
    """What an entry has, as it was and as it is: a place, an amount, a head; null: none."""

    entry: Number
    player: Id
    before: int | None
    after: int | None


class LinesChange(Shown):
    """The prizes that are no money of an entry, as they were and as they are; null: none."""

    entry: Number
    player: Id
    before: list[str] | None
    after: list[str] | None


class CreditsChange(Shown):
    """The knockout credits of a player, exact, as they were and as they are; null: none."""

    player: Id
    before: Annotated[str | None, Field(examples=["7/3"])]
    after: Annotated[str | None, Field(examples=["2"])]


class WonChange(Shown):
    """What a player has won of heads and draws, with the own head of who stayed in to the end; null: nothing."""

    player: Id
    before: int | None
    after: int | None


class DrawChange(Shown):
    """The entry that a knockout has brought a mystery draw, as it was and as it is; null: none."""

    knockout: Number
    before: int | None
    after: int | None


class Adjusting(Shown):
    """A player's credit that the ledger is brought to what is owed by, in minor units; below zero: taken back."""

    player: Id
    amount: int


class CountChange(Shown):
    """A count, as it was and as it is."""

    before: int
    after: int


class ConsequencesView(Shown):
    """What a correction changes, or would change: of each subject the lines that are others (AUD-5).

    Amounts are minor units, or points where prizes are no money.  While play is on, a place is the one that stands if
    nobody who is left comes into it.
    """

    seen: Annotated[Number, Field(description="The last event before it; the correction itself names it as `seen`.")]
    places: list[EntryChange]
    prizes: list[EntryChange]
    lines: list[LinesChange]
    credits: list[CreditsChange]
    won: list[WonChange]
    heads: list[EntryChange]
    draws: list[DrawChange]
    debts: Annotated[list[EntryChange], Field(description="What is owed for an entry and not paid.")]
    refunds: Annotated[list[EntryChange], Field(description="What is due back for an entry.")]
    ledger: list[Adjusting]
    counts: Annotated[
        dict[str, CountChange],
        Field(description="Of the whole field: `left`, `places_paid`, `chips_in_play`, `pool` and others that change."),
    ]
    more: Annotated[dict[str, int], Field(description="How many lines a list has beside those that stand here.")]


class CommandAnswer(Shown):
    """A command that the tournament took, with what happened.

    `consequences` come with a correction and with its preview; of a preview there is no event.
    """

    outcome: OutcomeView
    events: list[Recorded]
    consequences: ConsequencesView | None = None


class Kept(Shown):
    """A command that is kept for good and not decided yet."""

    command_id: Id
    status: Literal["kept"]
    look: Annotated[str, Field(description="Path at which its outcome will be.")]


class TournamentOpened(Shown):
    """A tournament that was opened."""

    tournament: Id
    look: Annotated[str, Field(description="Path at which to look at it.")]


class ClubOpened(Shown):
    """A club as it stands."""

    club: Id
    name: str
    zone: str
    day_ends: str


class ClubDay(Shown):
    """When the club's day ends, by the clock of its zone."""

    club: Id
    day_ends: str


class StaffRoles(Shown):
    """The roles that a member of staff now has in the club."""

    sub: Id
    roles: list[Literal[RANK]]  # type: ignore[valid-type]  # the very roles that are granted


class PlayerNamed(Shown):
    """A player of the club, by the id that everything else knows him by."""

    player: Id
    name: str


class ComingLevel(Shown):
    """The level that follows."""

    small_blind: Chips
    big_blind: Chips
    ante: Chips
    ante_type: AnteType


class Stop(Shown):
    """What holds the clock, and since when (CLK-7)."""

    reason: StopReason
    since: Instant


class Ticking(Shown):
    """The level clock: count down to `level_ends_at`, or show `remaining_ms` while it stands (CLK-5)."""

    step: Annotated[str, Field(examples=["level 3", "break 1"])]
    level: Annotated[int, Field(ge=0)]
    in_break: bool
    paused: bool
    stops: Annotated[list[Stop], Field(description="What holds the clock; it runs when nothing does.")]
    pending_tables: Annotated[int, Field(ge=0, description="Tables in a hand that began before this step (CLK-6).")]
    pending: Annotated[list[Number], Field(description="The first of them, by number.")]
    stopped: bool
    level_ends_at: Instant | None
    remaining_ms: Annotated[int | None, Field(ge=0)]
    overtime: Annotated[bool, Field(description="The step's time is up and nothing follows by itself.")]
    small_blind: Chips | None
    big_blind: Chips | None
    ante: Chips | None
    ante_type: AnteType | None
    overridden: bool
    game: str | None
    rotation: Annotated[list[str], Field(description="Games dealt in turn within the level.")]
    stakes: Annotated[list[Stakes], Field(description="What each is played for, where blinds and ante do not say.")]
    next_level: ComingLevel | None
    steps_to_break: int | None


class WindowView(Shown):
    """A window: whether it is offered at all, whether it is open, and when it closes as things stand."""

    offered: bool
    open: bool
    closes_at: Instant | None


class WindowsView(Shown):
    """The windows of a tournament."""

    late_registration: WindowView
    rebuy: WindowView
    re_entry: WindowView
    add_on: WindowView


class ClockView(Shown):
    """What a display shows; `server_now` corrects the display's own clock."""

    tournament: Id
    seq: Annotated[int, Field(ge=0, description="Number of the last event.")]
    server_now: Instant
    status: Status
    starts_at: Instant
    clock: Ticking | None
    windows: WindowsView
    left: int
    entries: int
    average_stack: int | None
    chips_in_play: Chips
    currency: str
    prizes: "PrizesView | None"
    pool: "PoolView | None"


class NextPrizeView(Shown):
    """What whoever goes out next wins, if alone: as the field is now."""

    place: Number
    amount: Annotated[Cents, Field(description="In minor units; 0: the place is paid nothing.")]
    lines: Annotated[list[str], Field(max_length=50, description="Prizes that are no money (PRZ-1).")]


class PrizesView(Shown):
    """How far the field is from the places paid (PRZ-3); a round of hand-for-hand counts when it ends."""

    places_paid: int
    provisional: Annotated[bool, Field(description="Somebody can still come in, and the number may change.")]
    busts_to_go: Annotated[int | None, Field(ge=0, description="Until everybody left is paid.")]
    on_the_bubble: Annotated[bool, Field(description="Exactly one bust remains.")]
    in_the_prizes: bool
    next: Annotated[NextPrizeView | None, Field(description="Null when nobody goes out, or a deal says who gets what.")]


class DealProposalView(Shown):
    """What is proposed, in minor units; who would get how much each sees with his own entry."""

    proposal: Number
    method: DealMethod
    players: int
    shared: Cents
    left_to_play_for: Cents
    above_first: Annotated[Cents, Field(description="By how much the largest share is more than first place pays.")]
    below_last: Annotated[
        Cents, Field(description="By how much the least share is less than the last place still open pays.")
    ]
    chips_off: Annotated[
        int, Field(description="By how much the stacks it was made of are more than the chips in play.")
    ]


class DealVoteView(Shown):
    """A secret vote on the proposal: how many have voted, never who said what."""

    vote: Number
    voters: int
    cast: int
    closes_at: Instant
    closed: Annotated[bool, Field(description="No ballot is taken any more, and the result comes.")]


class DealTalkView(Shown):
    """The players left talk about a deal, and the clock stands (DEAL-1)."""

    since: Instant
    proposal: DealProposalView | None
    vote: DealVoteView | None


class DealView(Shown):
    """What was agreed, in minor units (DEAL-1)."""

    method: DealMethod
    players: int
    shared: Cents
    left_to_play_for: Cents


class PoolView(Shown):
    """The pool in minor units of the tournament's currency, as the field is now (PRZ-5, PRZ-6)."""

    amount: Annotated[
        Cents, Field(description="What is paid out: the contributions, or the guarantee if that is more.")
    ]
    contributions: Cents
    guarantee: Annotated[Cents, Field(description="What the pool is at least; 0: nothing is guaranteed.")]
    guarantee_withdrawn: bool
    overlay: Annotated[Cents, Field(description="What the club adds to the contributions.")]
    unit: Annotated[int, Field(ge=1, description="Amounts are multiples of it, but for the first one's rest.")]
    amounts: Annotated[
        list[Cents], Field(max_length=50, description="Of the first places, as they are paid without a deal.")
    ]
    least: Annotated[Cents, Field(description="Of the last place paid.")]


class HandForHandView(Shown):
    """Hand-for-hand: what for, since when, which round, and who has still to finish it (RUL-1)."""

    trigger: Literal[HandForHandTrigger, "floor"]
    announced_at: Instant
    left_when_announced: Annotated[int, Field(description="Whoever was in then is eligible for the places paid.")]
    places_paid_when_announced: int | None
    round: Annotated[int, Field(ge=0, description="The round that is on, or the last one; 0 before the first.")]
    in_round: bool
    bust: Annotated[int | None, Field(description="Bust number of who goes out in the round that is on.")]
    unfinished: Annotated[int, Field(ge=0, description="Tables that have still to finish their hand.")]
    unfinished_tables: Annotated[list[int], Field(max_length=50, description="The first of them.")]
    busts: Annotated[list[int], Field(max_length=50, description="Knockout records of the round.")]
    stacks_wanted: Annotated[
        list[int], Field(max_length=50, description="Those whose stacks it takes to rank the round: it waits for them.")
    ]


class ProposedMoveView(Shown):
    """One move of a proposal; no player, or no seat: the floor names him, or it."""

    entry: int | None
    player: Id | None
    leaving_table: Number
    to_table: Number
    to_seat: int | None


class AfterView(Shown):
    """How many would sit at a table."""

    table: Number
    players: int


class ProposalView(Shown):
    """What the system proposes about the tables, and the floor has to answer (SEAT-5)."""

    proposal: Annotated[Number, Field(description="Its number: who answers says which.")]
    about: ProposalKind
    reason: str
    unnamed: Annotated[Unnamed | None, Field(description="Why it leaves the player, the seat or both to the floor.")]
    moves: list[ProposedMoveView]
    after: list[AfterView]
    lot: Annotated[int | None, Field(description="The lot that drew who moves, or where to.")]
    since: Instant
    escalated: Annotated[bool, Field(description="Nobody has answered in time (SEAT-11).")]


class BountiesView(Shown):
    """What was put on heads, in minor units, or in points where prizes are no money (KO-6)."""

    issued: Annotated[int, Field(ge=0)]
    won: Annotated[int, Field(ge=0)]
    on_heads: Annotated[int, Field(ge=0)]
    unclaimed: Annotated[int, Field(ge=0, description="Of heads that nobody won.")]


class DueDraw(Shown):
    """A draw that an entry has still to take."""

    knockout: Number
    entry: Number
    player: Id


class Envelopes(Shown):
    """A row of a prize table: so many envelopes hold so much."""

    amount: Annotated[Cents, Field(description="In minor units.")]
    count: Number


class MysteryView(Shown):
    """The draws of a mystery event (KO-7)."""

    draws: Annotated[int, Field(ge=0)]
    paid: Annotated[int, Field(ge=0, description="What they have won, in minor units.")]
    worth: Annotated[int, Field(ge=0, description="What the prize table holds, in minor units.")]
    contributed: Annotated[int, Field(ge=0, description="What was paid for it, in minor units.")]
    envelopes_left: Annotated[int, Field(ge=0)]
    left: Annotated[
        list[Annotated[int, Field(ge=0)]],
        Field(max_length=50, description="How many envelopes of each row of the prize table are shut, the first rows."),
    ]
    suggested: Annotated[
        list[Envelopes], Field(max_length=100, description="A prize table that fits, while one is to be announced.")
    ]
    due: Annotated[list[DueDraw], Field(max_length=50, description="The first that are still to be taken.")]


class DrawnView(Shown):
    """What a draw has won (KO-7)."""

    draw: Number
    knockout: Number
    amount: Annotated[int, Field(ge=0, description="In minor units; 0: it is a prize in words.")]
    text: str


class WonLine(Shown):
    """What a place has won that is no money (PRZ-1)."""

    place: Number
    text: str


class PayoutsView(Shown):
    """How far the prizes are credited, in minor units (PRZ-7)."""

    held: Annotated[HoldReason | None, Field(description="Why payouts are held; null: they are not (PRZ-8).")]
    owed: Cents
    credited: int
    version: Annotated[int, Field(ge=0, description="The last version of the credits on record.")]


class CreditLine(Shown):
    """A credit of the ledger; below zero it takes back what an earlier one gave."""

    number: Number
    version: Number
    results: Annotated[Number, Field(description="The version of the places that it comes from.")]
    player: Id
    name: str | None
    amount: int
    reason: CreditReason


class MyCredit(Shown):
    """What a version of the credits brings you; below zero it takes back what an earlier one gave."""

    version: Number
    results: Annotated[Number, Field(description="The version of the places that it comes from.")]
    amount: int
    reason: CreditReason


class MyCredits(Shown):
    """What the club pays out to you; nothing while prizes are pending (PRZ-7)."""

    tournament: Id
    status: Status
    currency: str
    credits: Annotated[list[MyCredit], Field(description="In the order written.")]
    total: Annotated[int, Field(description="What they come to, in minor units.")]


class Credits(Shown):
    """A page of the ledger, in the order written, with what all of it comes to."""

    tournament: Id
    status: Status
    currency: str
    held: HoldReason | None
    owed: Annotated[Cents, Field(description="What the prizes come to as the results are now.")]
    total: Annotated[int, Field(description="What all credits come to; once nothing is pending, what is owed.")]
    credits: list[CreditLine]
    next: Next


class ChipCountView(Shown):
    """The last count of chips: with what was counted before in the same stop of play (RUL-7)."""

    at: Instant
    counted: Chips
    players: Annotated[int, Field(ge=0, description="Whose chips these are.")]
    left: Annotated[int, Field(ge=0, description="How many have chips.")]
    chips_in_play: Chips
    whole_at: Annotated[Instant | None, Field(description="When everybody's chips were last counted.")]
    off_by: Annotated[int | None, Field(description="How many were too many then; below zero missing.")]


class CountedView(Shown):
    """The last count of these chips, whatever has been played since (RUL-7)."""

    at: Instant
    chips: Chips


class ClosedView(Shown):
    """Whether the books are closed, and how often they were (AUD-6)."""

    closed_at: Annotated[Instant | None, Field(description="null: they are open again.")]
    closings: Annotated[int, Field(ge=1)]


class Lobby(Shown):
    """A tournament as its lobby shows it."""

    tournament: Id
    club: Id
    seq: Annotated[int, Field(ge=0, description="Number of the last event.")]
    at: Annotated[Instant, Field(description="Instant of the last event.")]
    server_now: Instant
    title: str
    profile: str
    status: Status
    starts_at: Instant
    zone: str
    settings_version: Number
    commitment: Annotated[str | None, Field(description="SHA-256 of the secret seed behind every lot (SEAT-10).")]
    started_at: Instant | None
    play_ended_at: Instant | None
    drawn: bool
    clock: Ticking | None
    windows: WindowsView
    countdown_ends_at: Annotated[Instant | None, Field(description="When a full Sit & Go starts (LIFE-5).")]
    registered: Annotated[int, Field(description="Places held without a seat.")]
    unpaid: Annotated[int, Field(description="Of these, how many must be paid for before the seat (FEE-2).")]
    waiting: Annotated[int, Field(description="How many are on the waiting list.")]
    held: Annotated[int, Field(description="Places and seats kept for who was called from the waiting list.")]
    entries: Annotated[int, Field(description="Entries that sat and are not voided.")]
    players: int
    left: int
    pending_eliminations: Annotated[int, Field(description="Those left whose bust is still to be decided (KO-5).")]
    absent: Annotated[int, Field(description="Those left who sit without having come (NOSH-2).")]
    busts: int
    rebuys: int
    add_ons: int
    chips_in_play: Chips
    average_stack: int | None
    chip_count: Annotated[ChipCountView | None, Field(description="null: no chips were counted.")]
    tables: int
    can_break: Annotated[int | None, Field(description="The table whose turn it is to break, if it can now (SEAT-7).")]
    breaking: Annotated[list[int], Field(description="Tables that break as soon as their hand is over.")]
    redraw: Annotated[RedrawReason | None, Field(description="What seats are about to be drawn anew for (SEAT-12).")]
    final_table: Annotated[int | None, Field(description="The table that is the final table (SEAT-8).")]
    heads_up: Annotated[bool, Field(description="Two players are left.")]
    seats_per_table: int
    player_cap: int | None
    starting_stack: Chips
    currency: str
    buy_in: Cents
    bounty: str
    prizes: PrizesView | None
    pool: PoolView | None
    bounties: BountiesView | None
    mystery: MysteryView | None
    payouts: Annotated[PayoutsView | None, Field(description="Shown to the club's staff alone.")]
    deal_talk: DealTalkView | None
    deal_talk_from: Annotated[Instant | None, Field(description="When the players may talk about a deal again.")]
    deal: DealView | None
    hand_for_hand: HandForHandView | None
    last_move: Annotated[int | None, Field(description="The move that can be taken back.")]
    hands_in_progress: Annotated[int, Field(ge=0, description="Tables that report a hand in progress (SEAT-9).")]
    open_moves: Annotated[int, Field(description="Players who were sent somewhere and are not known to be there.")]
    overdue_moves: Annotated[int, Field(description="Those of them whose time to arrive is up (SEAT-11).")]
    proposal: Annotated[
        ProposalView | None, Field(description="What the floor has to answer; shown to the club's staff alone.")
    ]
    halts: Annotated[list[int], Field(description="Tables that are so short that they should stop (SEAT-13).")]
    results_version: int
    results_at: Annotated[
        list[int], Field(max_length=50, description="Events that recorded its last versions, in order (AUD-5).")
    ]
    books: Annotated[ClosedView | None, Field(description="null: the books were never closed.")]


class Tournaments(Shown):
    """A page of the club's tournaments, the latest start first."""

    tournaments: list[Lobby]
    next: Annotated[str | None, Field(description="As `after` it gives the next page; null: this was the last.")]


class ChairView(Shown):
    """A chair."""

    table: Number
    seat: Number


class MoveView(Shown):
    """A player on the way to another seat, or who goes there when his hand is over (SEAT-11)."""

    move: Number
    entry: Number
    player: Id
    name: str | None = None
    why: MoveReason
    status: Literal["queued", "called", "overdue"]
    from_: Annotated[ChairView, Field(alias="from")]
    to: ChairView
    since: Instant
    due_at: Annotated[Instant | None, Field(description="When the floor is told, or told again, that he is not there.")]
    escalations: Annotated[int, Field(ge=0, description="How often the floor has been told.")]
    carried: Annotated[bool, Field(description="He is absent: the staff carry his stack (TDA RP-16).")]


class Moves(Shown):
    """Every open move: those overdue first, then by the seat that is left."""

    moves: list[MoveView]


class MoveList(RootModel[str]):
    """The open moves as a list to be printed."""


class EntryView(Shown):
    """One registration, buy-in or re-entry; `name` is what the club calls the player, for its staff alone."""

    entry: Number
    player: Id
    name: str | None = None
    status: EntryStatus
    checked_in: bool
    absent: bool
    absent_stack: Annotated[
        int | None, Field(description="What is left of an absent player's stack, as computed or counted (NOSH-2).")
    ]
    re_entry: bool
    table: int | None
    seat: int | None
    chips_issued: Chips
    owed: Annotated[Cents, Field(description="What was bought with it and counts.")]
    paid: Annotated[Cents, Field(description="What the counter has taken for it and not given back.")]
    open: Annotated[Cents, Field(description="What is still to be paid (FEE-3).")]
    due: Annotated[Cents, Field(description="What must be paid before he is seated (FEE-2).")]
    refund_due: Annotated[Cents, Field(description="What the counter is to give back (LIFE-8).")]
    booked: Annotated[int, Field(ge=0, description="Number of the event by which it last came to owe something.")]
    announced: Annotated[list["AnnouncedView"], Field(description="What he must still buy (FEE-6).")]
    rebuys: int
    add_ons: int
    bonuses: Annotated[list[str], Field(description="Extra chips that it was given, by name (RUL-9).")]
    chips_counted: CountedView | None
    locked: Annotated[bool, Field(description="He keeps his seat whatever happens to the tables (SEAT-2).")]
    exempt: Annotated[bool, Field(description="He is not moved to balance tables (SEAT-5).")]
    knockout: int | None
    bust: Annotated[int | None, Field(description="Number of the bust; those of one hand or round have the same.")]
    bust_table: int | None
    bust_rank: Annotated[int | None, Field(ge=0, description="Among those of its bust, 0 the best (KO-2).")]
    bust_level: int | None
    busted_at: Instant | None
    cause: BustCause | Literal["surrendered"] | None
    killers: list[Id]
    pending_until: Annotated[Instant | None, Field(description="Until when a bust player may come back (KO-5).")]
    waiting_position: Annotated[
        int | None, Field(ge=1, description="Number on the waiting list; null further back than its head (REG-1).")
    ]
    held_until: Annotated[
        Instant | None, Field(description="Until when a place or seat is kept for who was called from the list.")
    ]
    place: int | None
    prize: Annotated[int | None, Field(description="What its place is paid, in minor units (PRZ-6).")]
    won: list[WonLine]
    deal_share: Annotated[int | None, Field(description="What the deal agreed, or proposed, gives him (DEAL-1).")]
    moved: Annotated[int, Field(ge=0, description="How often he has been moved (SEAT-12).")]
    move: Annotated["MoveView | None", Field(description="Where he has to go, until he is known to be there.")]
    credits: Annotated[float, Field(description="Knockouts credited to the player, over all his entries.")] = 0
    credits_exact: Annotated[str, Field(examples=["7/3"])] = ""
    head: Annotated[int, Field(description="What is on its head (KO-6).")] = 0
    bounty_won: Annotated[int, Field(description="What its player has won of heads or draws.")] = 0
    draws: list[DrawnView] = []


class Entries(Shown):
    """A page of entries, by number."""

    entries: list[EntryView]
    next: Next


class PlaceView(Shown):
    """A place; equals share the best one of those that they cover, and the next ones are left out (PLC-1)."""

    place: Number
    entry: Annotated[Number, Field(description="The player's last one: several entries have one place.")]
    player: Id
    name: str | None = None
    bust: Annotated[int | None, Field(description="Number of the bust; null: he was in at the end.")]
    prize: Annotated[int | None, Field(description="In minor units; null: none, or none yet (PRZ-6).")]
    won: list[WonLine]
    credits: Annotated[float, Field(description="Knockouts credited to the player, over all his entries.")] = 0
    credits_exact: Annotated[str, Field(examples=["7/3"])] = ""
    bounty_won: Annotated[int, Field(description="What he has won of heads or draws.")] = 0
    head: Annotated[int, Field(description="His own head, which he keeps: he was in at the end; else 0 (KO-6).")] = 0


class Places(Shown):
    """A page of the places on record; or, while play goes on, of the live ranking of those who are out (PLC-1)."""

    tournament: Id
    seq: Annotated[int, Field(ge=0, description="Number of the last event; the lines may be of a later one.")]
    status: Status
    provisional: Annotated[bool, Field(description="Play goes on, and the places may still change.")]
    version: Annotated[int, Field(ge=0, description="Of the places on record; a correction makes the next one.")]
    left: Annotated[int, Field(ge=0, description="Players still in, who have no place yet.")]
    places: list[PlaceView]
    next: Next


class PrizeLineView(Shown):
    """One thing that a place wins; a place may have several lines."""

    place: Number
    text: Annotated[str, Field(max_length=500, examples=["Cup of the tournament"])]


class PrizeLines(Shown):
    """What the places win that is no money, the best place first (PRZ-1)."""

    tournament: Id
    version: Annotated[Number, Field(description="Of the settings in which it was announced.")]
    lines: Annotated[list[PrizeLineView], Field(max_length=200)]
    each_paid_place_wins: Annotated[str | None, Field(description="What every place that is paid wins (PRZ-4).")]
    places: Annotated[PrizesView | None, Field(description="How many places are paid; null: none is.")]


class LeaderView(Shown):
    """A player with what he has by knockouts (KO-3, KO-6)."""

    entry: Annotated[Number, Field(description="His last one.")]
    player: Id
    name: str | None = None
    status: EntryStatus
    credits: Annotated[float, Field(description="Knockouts credited to the player, over all his entries.")] = 0
    credits_exact: Annotated[str, Field(examples=["7/3"])] = ""
    bounty_won: Annotated[int, Field(description="What he has won of heads or draws.")] = 0
    head: Annotated[int, Field(description="What is on his own head now.")] = 0


class Leaders(Shown):
    """A page of the players who have won most by knockouts, the first one first."""

    tournament: Id
    seq: Annotated[int, Field(ge=0, description="Number of the last event; the lines may be of a later one.")]
    bounty: str
    players: list[LeaderView]
    next: Next


class SeatView(Shown):
    """Who sits there."""

    seat: Number
    entry: Number
    player: Id
    name: str | None = None
    absent: bool
    pending: Annotated[bool, Field(description="Bust, and still to decide (KO-5).")]
    locked: Annotated[bool, Field(description="He keeps his seat whatever happens to the tables (SEAT-2).")]
    newcomer: Annotated[Came | None, Field(description="How he came, while he may wait to be dealt in (SEAT-9).")]
    dealt_in: Annotated[bool | None, Field(description="Whether he is in the hand in progress; null: there is none.")]
    head: Annotated[int, Field(description="What is on his head, in minor units or points (KO-6).")] = 0


class DisputeView(Shown):
    """An open dispute (RUL-4)."""

    dispute: Number
    hand: Annotated[int | None, Field(description="The table's number of the hand, where it reports them.")]
    player: Id | None
    subject: DisputeSubject
    since: Instant


class TableView(Shown):
    """A table with its seats."""

    table: Number
    players: int
    alone: Annotated[bool, Field(description="One player sits there by himself (SEAT-6).")]
    halt: Annotated[
        Literal["advised", "waived"] | None, Field(description="It is so short that it should stop (SEAT-13).")
    ]
    blinds_touched: Annotated[
        bool | None, Field(description="Of one that should stop: its next big blind passes an empty seat (TDA 11D).")
    ]
    chairs: Annotated[int, Field(description="How many chairs it has.")]
    broken: Annotated[bool, Field(description="It is used again only when it is reopened (SEAT-7).")]
    breaking: Annotated[bool, Field(description="It breaks as soon as its hand is over.")]
    hand: Annotated[int | None, Field(description="Number of its hand in progress; null: no such hand (SEAT-9).")]
    hands_dealt: Annotated[int, Field(ge=0, description="How many hands it has reported.")]
    hand_level: Annotated[int | None, Field(description="The level of its hand in progress (CLK-6).")]
    button: Annotated[int | None, Field(description="Seat of the button, maybe empty; null: not known (SEAT-9).")]
    small_blind: Annotated[int | None, Field(description="Seat of the small blind, dead when nobody sits there.")]
    big_blind: Annotated[int | None, Field(description="Seat of the big blind.")]
    button_source: Annotated[
        Literal["drawn", "reported", "told"] | None,
        Field(description="Drawn for the first hand, reported by the table, or told by the floor."),
    ]
    disputable_until: Annotated[
        Instant | None, Field(description="So long its last hand can be disputed; null: until the next one begins.")
    ]
    disputes: list[DisputeView]
    chips_counted: CountedView | None
    seats: list[SeatView]
    coming: Annotated[list[MoveView], Field(description="Who is sent here and not known to be here yet.")]
    leaving: Annotated[list[MoveView], Field(description="Who goes from here, until he is known to be where he goes.")]


class Tables(Shown):
    """A page of tables, by number."""

    tables: list[TableView]
    next: Next


class EventsPage(Shown):
    """A page of the journal, in order."""

    events: list[Recorded]
    next: Next


class ResultsVersion(Shown):
    """A version of the results as it was recorded: `results_recorded`, and `prizes_recorded` where anything is won."""

    version: Number
    last: Annotated[Number, Field(description="The version that stands.")]
    events: list[Recorded]


class ExportLine(Shown):
    """One line of the export."""

    seq: Number
    prev: Hash
    hash: Hash
    text: Text


class MySeat(Shown):
    """A player's own entries in a tournament, in order; the last is the current one."""

    tournament: Id
    status: Status
    entries: list[EntryView]


class AnnouncedView(Shown):
    """A purchase that was announced before a hand and must still be made (FEE-6)."""

    obligation: Number
    operation: Announced
    price: Cents


class DeskView(Shown):
    """What one cashier took by one method; `net` is what is in the till of it."""

    method: Method
    cashier: str
    settlements: Annotated[int, Field(ge=0, description="Settlements made, those taken back among them.")]
    taken: Cents
    voided: Cents
    refunded: Annotated[int, Field(description="What he gave back, less what of it was none after all.")]
    net: int


class FundView(Shown):
    """What a side fund gets of all that counts by the report's end; it is not paid here (FEE-7)."""

    fund: str
    amount: Cents


class OwingView(Shown):
    """A player who has something to pay, or to whom something is due back."""

    player: Id
    name: str | None
    open: Cents
    due: Annotated[Cents, Field(description="What must be paid before he is seated (FEE-2).")]
    refund_due: Cents


class CounterFigures(Shown):
    """What a counter did, in minor units: opening + expected - settled + refunded = open - refunds_due - ahead."""

    currency: str
    opening: Annotated[int, Field(description="What was open less what was due back or paid ahead at the beginning.")]
    expected: Annotated[int, Field(description="What came to be owed, less what was struck.")]
    settled: Annotated[int, Field(description="What was taken, less what was taken back.")]
    refunded: Annotated[int, Field(description="What was given back, less what of it was none after all.")]
    open: Annotated[Cents, Field(description="What was still owed at the end.")]
    refunds_due: Annotated[Cents, Field(description="What was still to be given back at the end.")]
    ahead: Annotated[Cents, Field(description="What was paid by then for seats that nobody had yet (FEE-2).")]
    desks: list[DeskView]


class CounterOfOne(CounterFigures):
    """What one tournament's counter did, and what house and side funds get of it, paid or not."""

    rake: Annotated[Cents, Field(description="The house's part of all that is owed; all of it where there is no pool.")]
    funds: list[FundView]


class TournamentCounter(CounterOfOne):
    """A tournament's counter from its first event on, and a page of those who owe, or to whom something is due."""

    tournament: Id
    title: str
    players: list[OwingView]
    next: Id | None


class CounterOfDay(CounterOfOne):
    """A tournament's counter on one day."""

    tournament: Id
    title: str
    status: Status
    books_closed_at: Annotated[
        Instant | None, Field(description="Since when its books are closed; null: they are open.")
    ]


class DayCounter(Shown):
    """A club's day at the counter: all tournaments of a currency together, and each."""

    club: Id
    day: str
    zone: str
    begins: Instant
    ends: Instant
    totals: list[CounterFigures]
    tournaments: list[CounterOfDay]


class DifferenceView(Shown):
    """Something that does not come out even, in minor units, chips or entries (AUD-6)."""

    difference: Annotated[str, Field(description="What it is called where it is explained.", examples=["debt:p-7"])]
    kind: str
    player: Id | None
    name: str | None
    amount: Annotated[int, Field(description="Below zero: missing.")]
    reason: Annotated[ExplainReason | None, Field(description="Why it is so; null: nobody has said.")]


class AccountView(Shown):
    """A player's account over all his entries, in minor units."""

    player: Id
    name: str | None
    expected: Cents
    net: Annotated[Cents, Field(description="What was taken and not given back.")]
    open: Cents
    refund_due: Cents


class WholeCountView(Shown):
    """The last count of everybody's chips (RUL-7)."""

    at: Instant
    counted: Chips
    chips_in_play: Annotated[Chips, Field(description="What it should have come to.")]
    off_by: Annotated[int, Field(description="How many are too many; below zero missing.")]


class FeesOfBooks(Shown):
    """What all players came to owe, have paid, still owe and get back, in minor units."""

    expected: Cents
    net: Annotated[Cents, Field(description="What was taken and not given back.")]
    open: Cents
    refunds_due: Cents


class EntriesOfBooks(Shown):
    """What counts, and what was struck."""

    entries: int
    paid: Annotated[int, Field(description="Those of them that owe nothing.")]
    voided: int
    rebuys: int
    add_ons: int


class ChipsOfBooks(Shown):
    """Chips issued and not taken out, and what was counted."""

    in_play: Chips
    count: WholeCountView | None


class PrizesOfBooks(Shown):
    """What was to be won, what was won and what is credited, in minor units; heads are points in some houses."""

    pool: Cents
    overlay: Annotated[Cents, Field(description="What of the pool the club adds.")]
    by_places: Cents
    heads: int
    heads_paid: int
    heads_unclaimed: int
    mystery: Annotated[Cents, Field(description="What was paid for mystery prizes.")]
    mystery_paid: Cents
    owed: Cents
    credited: int


class BooksView(Shown):
    """How the books of a tournament stand (AUD-6)."""

    tournament: Id
    title: str
    status: Status
    seq: Annotated[int, Field(ge=0, description="Number of the last event.")]
    closed_at: Annotated[Instant | None, Field(description="Since when they are closed; null: they are open.")]
    closings: Annotated[int, Field(ge=0, description="How often they were closed.")]
    under_way: Annotated[list[UnderWay], Field(description="What keeps them from being closed.")]
    unexplained: Annotated[int, Field(ge=0, description="Differences of which nobody has said why.")]
    differences: Annotated[list[DifferenceView], Field(description="A page of them: debts, refunds, then the others.")]
    next: Next
    currency: str
    fees: FeesOfBooks
    entries: EntriesOfBooks
    chips: ChipsOfBooks
    prizes: PrizesOfBooks


class Accounts(Shown):
    """A page of the players' accounts, by player."""

    tournament: Id
    currency: str
    accounts: list[AccountView]
    next: Next


class OperationView(Shown):
    """A purchase: what it cost, where that goes, by whom and when (FEE-1)."""

    number: Number
    seq: Number
    at: Instant
    actor: Annotated[
        str, Field(description="Who did it, or had what brought it about; empty for what time or a lot did.")
    ]
    entry: Number
    player: Id
    name: str | None
    kind: OperationKind | Literal["bonus"]
    price: Cents
    chips: Chips
    pool: Cents
    bounty: Cents
    rake: Cents
    funds: list[FundView]
    struck_by: Annotated[int | None, Field(description="Number of the event by which it counts no longer.")]


class Bought(Shown):
    """A page of the purchases of a tournament, in the order in which they were made."""

    tournament: Id
    currency: str
    operations: list[OperationView]
    next: int | None


class ShareView(Shown):
    """What of a payment is for which entry."""

    entry: Number
    amount: Cents


class PaymentView(Shown):
    """A settlement or a refund (FEE-3)."""

    seq: Number
    at: Instant
    actor: str
    kind: Literal["settlement", "refund"]
    number: Annotated[int, Field(ge=1, description="By which it is taken back.")]
    player: Id
    name: str | None
    amount: Cents
    method: Method
    shares: list[ShareView]
    receipt: str | None
    voided_by: Annotated[int | None, Field(description="Number of the event by which it was taken back.")]
    reason: VoidReason | None


class Paid(Shown):
    """A page of the payments of a tournament, in the order in which they were made."""

    tournament: Id
    currency: str
    payments: list[PaymentView]
    next: int | None


class Health(Shown):
    """Whether the parts do their work."""

    status: Literal["ok", "failing"]
    parts: dict[str, Literal["ok", "failing", "absent"]]


class Description(BaseModel):
    """An OpenAPI document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
