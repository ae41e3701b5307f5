"""A tournament as it stands: what folding its events gives."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from immutables import Map

from domain.bounty_settings import MysteryPrizes
from domain.changes import replace
from domain.commands import Announced, BustCause, DisputeSubject, ExplainReason, HoldReason
from domain.events import (
    Bounty,
    Chair,
    DealMethod,
    DropReason,
    MoveReason,
    OpenMove,
    ProposalKind,
    ProposedMove,
    RedrawReason,
    StopReason,
    Unnamed,
    Withdrawn,
)
from domain.ids import ClubId, PlayerId, TournamentId
from domain.lines import Line
from domain.maps import PMap
from domain.profiles import Came, HandForHandTrigger, NoShow, Profile
from domain.settings import Parts, Settings
from domain.structure import AnteType
from domain.times import Instant

Status = Literal[
    "draft",
    "registration_open",
    "running",
    "paused",
    "prizes_pending",
    "finished",
    "cancelled",
]
EntryStatus = Literal["waiting", "registered", "alive", "pending", "out", "unregistered", "dropped", "voided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One registration, buy-in or re-entry.

    `chips` are those issued to it in all (start, rebuys, add-ons); `price` is what it owes in all, `parts` what of
    that is not for the prizes, `paid` what the counter has taken for it, `booked` the event by which it last came to
    owe something; `counted` is a stack counted before the start in place of the starting stack.  `seated` says that
    it ever sat, `came_after` which knockout record was the last one then (0: none).  `absent_stack` is what is left
    of the stack of a player who has not come, as computed or counted, `last_charge` when it last paid for an orbit
    and what, `taken_out_at` when it was taken out of the field with its stack (NOSH-2).  `signed_up` is the number of
    the event by which its player signed up, to come in or to come back; `held_until` is how long a place or a seat
    that it was given from the waiting list is, or was, kept (REG-1).  `moved` counts the moves that were asked of it
    and stand (SEAT-12).  `locked`: it keeps its seat whatever happens to the tables; `exempt`: it is not moved to
    balance them (SEAT-2, SEAT-5).  `head` is what is on its head, of which `own_head` is what was paid for it, the
    rest having been added by knockouts; `taken` are the knockout records that took its head, in order (KO-6).
    `bonuses` are those given to it, `extra` what of them it gets with its stack when the field is seated (RUL-9).
    `last_count` is when its chips were last counted and how many they were then, whatever has been played since
    (RUL-7).
    """

    number: int
    player: PlayerId
    status: EntryStatus
    checked_in: bool = False
    absent: bool = False
    absent_stack: int | None = None
    last_charge: tuple[Instant, int] | None = None
    taken_out_at: Instant | None = None
    seated: bool = False
    came_after: int = 0
    re_entry: bool = False
    chair: Chair | None = None
    counted: int | None = None
    chips: int = 0
    price: int = 0
    parts: Parts = Parts()
    paid: int = 0
    booked: int = 0
    rebuys: int = 0
    add_ons: int = 0
    knockout: int | None = None
    signed_up: int = 0
    held_until: Instant | None = None
    moved: int = 0
    locked: bool = False
    exempt: bool = False
    head: int = 0
    own_head: int = 0
    taken: tuple[int, ...] = ()
    bonuses: tuple[str, ...] = ()
    extra: int = 0
    last_count: tuple[Instant, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player's entries in order, the last being the current one, and the credits over all of them as a fraction.

    `bounty_won`: what he has won of heads, over all of them too (KO-6).  `paid_for` are the entries for which the
    counter ever took something, also those that do not count (FEE-3).
    """

    entries: tuple[int, ...]
    credits: tuple[int, int] = (0, 1)
    bounty_won: int = 0
    paid_for: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What the counter took from a player at once, or gave back, by entry in minor units; `voided`: it does not stand.

    Settlements and refunds have numbers of their own (FEE-3, LIFE-8).  `ticket` is the id of the one that paid, or that
    had paid and was given back (FEE-2).
    """

    number: int
    player: PlayerId
    shares: tuple[tuple[int, int], ...]
    voided: bool = False
    ticket: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation:
    """A purchase that was announced and has not been made, at `price` in minor units (FEE-6)."""

    number: int
    entry: int
    player: PlayerId
    operation: Announced
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """What was put on heads in all, what of it was won, and what is nobody's; the rest is on heads still (KO-6)."""

    issued: int = 0
    won: int = 0
    unclaimed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a mystery draw brought; the fields are those of `MysteryDrawn`."""

    draw: int
    knockout: int
    amount: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mystery:
    """Mystery draws (KO-7).

    `due` are those to be taken, by knockout record, with the entry; `draws` is the last one's number, `drawn_on` gives
    each knockout with a draw its number, `won` each entry's draws.  `opened` are the envelopes that are, as bits,
    `paid` is what they held.  `table` is the prize table that was announced when draws began; None: the settings' one.
    `by_entry` are the knockout records in `due` by the entry that draws.
    """

    due: Line = Line()
    draws: int = 0
    drawn_on: PMap[int, int] = Map()
    won: PMap[int, tuple[Drawn, ...]] = Map()
    opened: int = 0
    paid: int = 0
    table: MysteryPrizes | None = None
    by_entry: PMap[int, tuple[int, ...]] = Map()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Where button and blinds are in hand `hand` of a table, the one in progress or the last: seats, maybe empty ones.

    `source`: the table reported the hand, or the floor told where they are.
    """

    button: int
    small_blind: int
    big_blind: int
    hand: int
    source: Literal["reported", "told"] = "reported"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaking:
    """A table's break that waits for its hand's end and its lot; `named` are (entry, table, seat) as the floor said."""

    named: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reseating:
    """Seats that are drawn anew once no hand is in progress; the fields are those of `RedrawQueued`."""

    why: RedrawReason
    tables: tuple[int, ...]
    closing: tuple[int, ...]
    anew: bool
    seats: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table in use: which entry sits on which seat.

    `orbits` are those of which its hands have been reported, `hands` those since the last of them (NOSH-2).
    `seats_at` is how many chairs it has when it is not the setting's number; `broken`: it is used again only when it is
    reopened (SEAT-7, SEAT-8), `breaking` that it is broken as soon as its hand is over.  `reserved` are free chairs
    kept for entries whose moves are queued, `leaving` the entries that go from here to somewhere else and are not there
    yet (SEAT-11).

    `deal` is where button and blinds are or were last, None when that is not known; `button_drawn` is the seat of a
    drawn first button until the first hand; `heard` is how long levels had run when the table was last heard of about
    either.  `hand` is the number of the hand in progress, `dealt` that of its last hand, which
    began at the step at `hand_step` of the sheet (CLK-6).  `newcomers` came since the
    last hand, or were not dealt in then; `left` are seats that were given up since the last hand (SEAT-9).

    Its last hand began at `hand_at`; the last one that is over ended at `pot_at`, and can be disputed until
    `disputes_until` (None: until the next begins); the one before it could be until `disputed_until`.  `disputes` are
    its open ones (RUL-4).  `last_count` is when its chips were last counted together, and how many they were (RUL-7).
    """

    number: int
    seats: PMap[int, int]
    orbits: int = 0
    hands: int = 0
    seats_at: int | None = None
    broken: bool = False
    breaking: Breaking | None = None
    reserved: PMap[int, int] = Map()
    leaving: PMap[int, bool] = Map()
    deal: Deal | None = None
    button_drawn: int | None = None
    heard: timedelta = timedelta(0)
    hand: int | None = None
    dealt: int = 0
    hand_step: int | None = None
    hand_at: Instant | None = None
    pot_at: Instant | None = None
    disputes_until: Instant | None = None
    disputed_until: Instant | None = None
    disputes: tuple[int, ...] = ()
    newcomers: PMap[int, Came] = Map()
    left: tuple[int, ...] = ()
    last_count: tuple[Instant, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """A bust as recorded; `voided_at` marks one that no longer stands (KO-4).

    `pending_until`: the player could decide so long whether he comes back; he was out for good at `completed_at`, or
    has bought in again at `rebought_at`: then `credits` are those that stand all the same (KO-5).  `bounties` are who
    has what of the head, `unclaimed` what nobody has, and `own` what of it had been paid for that entry (KO-6).
    `corrections` counts how often the record was corrected (AUD-5).
    """

    number: int
    entry: int
    player: PlayerId
    chair: Chair
    cause: BustCause | Literal["surrendered"]
    bust: int
    rank: int
    level: int
    killers: tuple[PlayerId, ...]
    credits: tuple[tuple[PlayerId, int, int], ...]
    chips_removed: int
    at: Instant
    stack: int | None = None
    voided_at: Instant | None = None
    pending_until: Instant | None = None
    completed_at: Instant | None = None
    rebought_at: Instant | None = None
    order: tuple[int, int] | None = None
    bounties: tuple[Bounty, ...] = ()
    unclaimed: int = 0
    own: int = 0
    corrections: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinds:
    """Blinds and ante in force; `button_blind` is short deck's."""

    small_blind: int
    big_blind: int
    ante: int
    ante_type: AnteType
    button_blind: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The level clock.

    It runs towards `ends_at` while `stops` is empty, else stands with `remaining`; both None: the step has no end, or
    its time is up (`expired`) and it goes on.  `remaining` was so at `measured_at`.  Each stop came into force at the
    instant of `stops_since` in its place; the clock has stood since `stopped_since`.  `played` sums what each position
    has run, in order, up to `running_since` (None while it stands).  `owed` comes off the level after the break at hand
    (RUL-1).  The step began at `began_at` and followed on the one at `came_from`; None: on none, or the clock was
    re-based since.
    """

    position: int
    ends_at: Instant | None = None
    remaining: timedelta | None = None
    measured_at: Instant | None = None
    expired: bool = False
    stops: tuple[StopReason, ...] = ()
    stops_since: tuple[Instant, ...] = ()
    owed: timedelta = timedelta(0)
    began_at: Instant | None = None
    came_from: int | None = None
    stopped_since: Instant | None = None
    blinds: Blinds | None = None
    running_since: Instant | None = None
    played: tuple[tuple[int, timedelta], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """When the window was open: intervals in order, each closed strictly at its end; the last may still be open."""

    intervals: tuple[tuple[Instant, Instant | None], ...] = ()

    @property
    def open(self) -> bool:
        """Whether the window is open now."""
        return bool(self.intervals) and self.intervals[-1][1] is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How the clock stood right after an event, and what time alone did in it: what a re-base goes back to (CLK-9).

    `clock` is without its `played`, which had summed up to `ran`.  `orbits` and `absence_over` are the tournament's.
    Of what the event did: `charged` are (entry, chips) of an orbit, `counted` is an absent entry whose stack was
    counted, `dropped` are registrations, `withdrawn` entries and `knockouts` records that the clock made; `lapsed` are
    (entry, the event that called it, until when) of places and seats that were kept, `unlisted` entries of the waiting
    list, `completed` the records of busts whose time to decide was up, `missed` the open moves that were overdue or
    given up, as they stood before.
    """

    at: Instant
    clock: Clock
    ran: timedelta
    orbits: int = 0
    absence_over: bool = False
    charged: tuple[tuple[int, int], ...] = ()
    counted: int | None = None
    dropped: tuple[int, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    knockouts: tuple[int, ...] = ()
    lapsed: tuple[tuple[int, int, Instant], ...] = ()
    unlisted: tuple[int, ...] = ()
    completed: tuple[int, ...] = ()
    missed: tuple[OpenMove, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The last event that a re-base cannot go back behind (CLK-9)."""

    seq: int
    at: Instant
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the system proposes and the floor has not answered; the fields are those of `MoveProposed`.

    It stands since `since`, one that was only recomputed since the first of them; `escalated`: nobody answered in time;
    `confirmed`: its moves are being called, and `moves` are those still to be.
    """

    number: int
    about: ProposalKind
    reason: str
    moves: tuple[ProposedMove, ...]
    after: tuple[tuple[int, int], ...]
    tables: tuple[int, ...]
    unnamed: Unnamed | None
    lot: int | None
    pools: tuple[tuple[int, ...], ...]
    orders: tuple[tuple[int, ...], ...]
    since: Instant
    escalated: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A proposal that the floor did not want, and who sat at the tables it looked at: (table, ((seat, entry), ...))."""

    about: ProposalKind
    tables: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The last move of a player, until it is undone; `other` is who went the other way in a swap."""

    number: int
    entry: int
    leaving: Chair
    to: Chair
    undone: bool = False
    other: int | None = None
    why: MoveReason = "floor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """An open move (SEAT-11).

    `queued`: it is called when the hand is over.  `called`: the entry's chair is `to`, and nobody has confirmed that
    its player is there; `overdue`: nor in time, and `escalations` times the floor was told.  `due_at` is when it is
    (again) overdue, by `ticket` in the line of what is due; None: no more is said.  `undoes` is the move that it takes
    back, `swap_with` the entry that goes the other way.
    """

    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair
    why: MoveReason
    status: Literal["queued", "called", "overdue"]
    since: Instant
    due_at: Instant | None = None
    escalations: int = 0
    ticket: int | None = None
    proposal: int | None = None
    lot: int | None = None
    undoes: int | None = None
    swap_with: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """An open move that came to nothing by an event just applied, and why; the next event tells it."""

    promise: Promise
    why: DropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """An open dispute about a table's hand; `hand` None: nobody says which (RUL-4)."""

    number: int
    table: int
    hand: int | None
    player: PlayerId | None
    subject: DisputeSubject
    since: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHand:
    """Hand-for-hand as it stands (RUL-1).

    `trigger` is what it is for, with `place`, of a payout jump, the last place before it.  `left` players were in and
    `places_paid` when it was announced.  `round` is the number of the round that is `on`, or else of the last one;
    `waiting` are the tables that had still to finish their hand of it, as bits, `bust` is the bust number of its
    `busts`, which are knockout records, and `counted` says that it has cost the clock its minutes.
    """

    trigger: Literal[HandForHandTrigger, "floor"]
    place: int = 0
    announced_at: Instant
    left: int
    places_paid: int | None
    round: int
    on: bool
    waiting: int = 0
    bust: int | None = None
    busts: tuple[int, ...] = ()
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What has been credited, in minor units (PRZ-7).

    `version` is that of the last credits on record; `credited` is what each player has been credited in all, where that
    is not nothing, and `total` their sum.  `held` is why payouts are held, empty: they are not; `closing`: the next
    version may have been under way when nothing more was to be credited, and is closed (PRZ-8).
    """

    version: int = 0
    credited: PMap[str, int] = Map()
    total: int = 0
    held: Literal[HoldReason, ""] = ""
    closing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipCount:
    """How a count came out: `counted` chips of `players` players, of `left` who have any; `chips_in_play` at that time.

    It is `whole` when it has everybody's chips: then `off` is how many are too many, below zero missing (RUL-7).
    """

    at: Instant
    counted: int
    players: int
    left: int
    chips_in_play: int

    @property
    def whole(self) -> bool:
        """Whether everybody's chips are counted."""
        return self.players == self.left

    @property
    def off(self) -> int | None:
        """How many chips are too many; None: not all are counted."""
        return self.counted - self.chips_in_play if self.whole else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCount:
    """The chips that these entries at a table have together."""

    chips: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The chips that were counted and have not been played with since (RUL-7).

    `stacks` are those of one entry, `tables` those of a table's other entries together; they come to `counted` chips of
    `players` players.  Nothing is known any more once play goes on.  `last` is the last count, `whole` the last one
    that had everybody's chips; these stay.
    """

    stacks: PMap[int, int] = Map()
    tables: PMap[int, TableCount] = Map()
    counted: int = 0
    players: int = 0
    last: ChipCount | None = None
    whole: ChipCount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """The books of a tournament that is over (AUD-6).

    They are closed since `closed_at`; None: they are open.  `closings` is the number of the last close.  `explained`
    gives each difference that was explained, by its id, the amount that it had then and why.
    """

    closed_at: Instant | None = None
    closings: int = 0
    explained: PMap[str, tuple[int, ExplainReason]] = Map()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealProposal:
    """A proposed division of what is left to win; the fields are those of `DealProposed` (DEAL-1)."""

    number: int
    method: DealMethod
    shares: tuple[tuple[int, PlayerId, int, int], ...]
    left: int
    above_first: int = 0
    below_last: int = 0
    chips_off: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """A secret vote on a proposal: who may vote and who has, until when, and whether it is `closed` (DEAL-1)."""

    number: int
    voters: tuple[PlayerId, ...]
    opened_at: Instant
    closes_at: Instant
    cast: tuple[PlayerId, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A talk about a deal, and the vote that is on in it (DEAL-1)."""

    since: Instant
    vote: Vote | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deals:
    """What the players left talk about, and what they agreed (DEAL-1).

    `proposal` is the last one, of the talk at hand or the one before; `proposals` and `votes` are the last ones'
    numbers.  `next_from` is when the next talk may begin, None: at any time.  `ballots` is the vote whose ballots are
    in the vault.
    """

    talk: Talk | None = None
    proposal: DealProposal | None = None
    proposals: int = 0
    votes: int = 0
    ballots: int | None = None
    next_from: Instant | None = None
    agreed: DealProposal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """One tournament.  Counters are kept with each event, so that no command scans the entries.

    `field` counts entries that sat and are not voided, `alive` those still in, `unique` the players behind them,
    `registered` the places held without a seat; `awaited` are registered entries not checked in, `present` those
    checked in before the first draw, `unpaid` those of either kind that must pay before they are seated (FEE-2).
    `busts` is the last bust number given, `lots` the last lot's; `weighed` is the last event that can change what a
    correction comes to, `results_at` are those that recorded a version of the places (AUD-5).  `sizes[n]`
    is the set of tables with n players, as bits, `resized` of those with their own number of chairs, `broken` of those
    not to be used again, `buttons_due` of those whose first button is still to be drawn (table_sizes.py);
    `places` gives each placed entry its place.  `absent` are the entries that sit without their player, `orbits` the
    last orbit that they were charged for,
    `absence_over` that they are no longer waited for (NOSH-2); `trail` and `bar` are what a re-base needs (CLK-9).

    `pool_contributions`, `bounty_contributions`, `rake` and `funds`, (name, amount) by name, are what the entries that
    count come to: together the sum of their prices (FEE-1); `refunds` is the last refund's number,
    `given_back` are those refunds, `tickets_taken` the tickets that the counter has, by id, with whom each paid for
    (FEE-2), `announced` that of the last announcement, `obligations` are those still open
    (FEE-6).  `prizes` gives each paid entry its amount (PRZ-6),
    `prize_lines` what it has won that is no money, as (place, text), and `tied_orders` the orders in which lots have
    put players who tied (PRZ-1).  `ledger` is what of the prizes has been credited (PRZ-7).

    `heads` says what became of bounties, `kept_heads` what each entry that stayed in had on its own head at the finish
    (KO-6).

    `dealing` are the tables with a hand in progress, `old_level` those still in a hand that began before the level or
    break at hand, both as bit masks (SEAT-9, CLK-6).  `disputes` are those open, `disputes_raised` the last one's
    number, `closing` the tables whose last hand can be disputed until an instant, a break having begun (RUL-4).

    `alive` includes those whose bust is pending; `pending` are those busts, by knockout record, with the entry (KO-5).
    `waiting` are the entries that wait for a place, by the event of their sign-up, `waiting_again` those of bust
    players who wait for a seat; `held` are the entries for which one is kept, by the event that called them, and
    `calls` gives for each of these that event's number (REG-1).  `countdown` is when a full Sit & Go starts (LIFE-5).

    `promises` are the open moves by entry, `expected` those among them with a time to arrive, by ticket (`tickets` is
    the last one given), `overdue` how many had it and did not.  As bits: `expecting` the tables to which somebody is to
    come, `queued` those from which somebody goes after a hand, `reserving` those with a chair kept, `reservations` such
    chairs in all.  `lapsed` are moves whose end the next event tells (SEAT-11, promises.py).  `break_ended_at` is when
    the last break, or an outage, was over.

    `shortened` are the tables that a bust has left a chair free at, `halts` those that should stop because they are
    short, those among them of which the floor said otherwise being `halts_waived` (SEAT-13).  `proposal` is what the
    floor has to answer, `proposals` the last one's number, `declined` what it did not want, `last_declined`
    the last one's number, `last_donor` the table that gave the last player to balance and
    `donor_before` the one before it (SEAT-5).

    `breaking` are the tables that wait to be broken, as bits; `break_order` is the order that the floor has set,
    `overflow` are the tables opened since the first draw, the last one last (SEAT-7).  `reseating` is a redraw that
    waits, `drawn_at` says for how many tables at least the seats have been drawn, `final_table` is its number (SEAT-8,
    SEAT-12).

    `deals` is what the players left talk about, and what they agreed (DEAL-1).  `books` says whether the books are
    closed (AUD-6), `counting` which stacks are known because they were counted (RUL-7).

    `last_round` is hand-for-hand as it was when it ended, for a bust of its last round that is reported afterwards;
    `hand_for_hand_waived` are the triggers, with the place of a payout jump or 0, that the floor has overruled (RUL-1).
    """

    id: TournamentId
    club: ClubId
    settings: Settings
    profile: Profile
    settings_version: int = 1
    status: Status = "draft"
    seq: int = 0
    last_at: Instant
    commitment: str | None = None
    seed_revealed: bool = False
    lots: int = 0
    started_at: Instant | None = None
    drawn: bool = False
    clock: Clock | None = None
    entries: PMap[int, Entry] = Map()
    players: PMap[str, Player] = Map()
    tables: PMap[int, Table] = Map()
    sizes: tuple[int, ...] = ()
    resized: int = 0
    broken: int = 0
    buttons_due: int = 0
    breaking: int = 0
    break_order: tuple[int, ...] | None = None
    overflow: tuple[int, ...] = ()
    reseating: Reseating | None = None
    drawn_at: int = 0
    final_table: int | None = None
    shortened: int = 0
    halts: int = 0
    halts_waived: int = 0
    proposal: Proposal | None = None
    proposals: int = 0
    declined: tuple[Declined, ...] = ()
    last_declined: int = 0
    last_donor: int = 0
    donor_before: int = 0
    knockouts: PMap[int, Knockout] = Map()
    windows: PMap[str, Window] = Map()
    awaited: PMap[int, bool] = Map()
    present: PMap[int, bool] = Map()
    unpaid: PMap[int, bool] = Map()
    waiting: Line = Line()
    waiting_again: Line = Line()
    held: Line = Line()
    calls: PMap[int, int] = Map()
    pending: Line = Line()
    countdown: Instant | None = None
    absent: PMap[int, bool] = Map()
    orbits: int = 0
    absence_over: bool = False
    trail: tuple[Mark, ...] = ()
    bar: Bar | None = None
    dealing: int = 0
    old_level: int = 0
    disputes: PMap[int, Dispute] = Map()
    disputes_raised: int = 0
    closing: tuple[tuple[Instant, int], ...] = ()
    last_move: Move | None = None
    moves: int = 0
    promises: PMap[int, Promise] = Map()
    expected: Line = Line()
    tickets: int = 0
    expecting: int = 0
    queued: int = 0
    reserving: int = 0
    reservations: int = 0
    overdue: int = 0
    lapsed: tuple[Lapsed, ...] = ()
    break_ended_at: Instant | None = None
    hand_for_hand: HandForHand | None = None
    last_round: HandForHand | None = None
    hand_for_hand_waived: tuple[tuple[HandForHandTrigger, int], ...] = ()
    busts: int = 0
    last_bust_at: Instant | None = None
    ended_at: Instant | None = None
    end_reason: str = ""
    registered: int = 0
    field: int = 0
    alive: int = 0
    unique: int = 0
    voided: int = 0
    rebuys: int = 0
    add_ons: int = 0
    chips_in_play: int = 0
    pool_contributions: int = 0
    bounty_contributions: int = 0
    rake: int = 0
    funds: tuple[tuple[str, int], ...] = ()
    settlements: PMap[int, Settlement] = Map()
    refunds: int = 0
    given_back: PMap[int, Settlement] = Map()
    tickets_taken: PMap[str, PlayerId] = Map()
    obligations: PMap[int, Obligation] = Map()
    announced: int = 0
    guarantee_withdrawn: bool = False
    heads: Heads = Heads()
    kept_heads: PMap[int, int] = Map()
    mystery: Mystery = Mystery()
    tables_in_play: int = 0
    weighed: int = 0
    results_version: int = 0
    results_at: tuple[int, ...] = ()
    places: PMap[int, int] = Map()
    prizes: PMap[int, int] = Map()
    prize_lines: PMap[int, tuple[tuple[int, str], ...]] = Map()
    tied_orders: tuple[tuple[int, ...], ...] = ()
    deals: Deals = Deals()
    ledger: Ledger = Ledger()
    counting: Counting = Counting()
    books: Books = Books()

    @property
    def running(self) -> bool:
        """Whether play is on, paused included."""
        return self.status in {"running", "paused"}

    @property
    def over(self) -> bool:
        """Whether nothing is left to do: finished or cancelled, no ballot left, the seed, if there is one, revealed."""
        ended = self.status in {"finished", "cancelled"} and self.deals.ballots is None
        return ended and (self.commitment is None or self.seed_revealed)

    @property
    def policy(self) -> NoShow:
        """What happens to registered players who do not come: the setting's policy, else the profile's.

        A Sit & Go seats all who are registered (LIFE-5).
        """
        if self.settings.sit_and_go is not None:
            return "absent"
        return self.settings.no_show or self.profile.no_show

    def ended_by(self, instant: datetime) -> bool:
        """Return whether play had ended by this instant; what was accepted before is still let in (WIN-6)."""
        return self.ended_at is not None and instant >= self.ended_at

    def current(self, player: PlayerId) -> Entry | None:
        """Return the player's last entry, or None if he never had one here."""
        line = self.players.get(player)
        return self.entries[line.entries[-1]] if line and line.entries else None


def play_on(state: Tournament) -> Tournament:
    """Return the state with somebody back in: play that had ended for want of players goes on."""
    if state.ended_at is None or state.end_reason in {"level", "time", "deal"}:
        return state
    return replace(state, ended_at=None, end_reason="")


def average_stack(state: Tournament) -> int | None:
    """Return chips in play over players left, halves rounded up; None while nobody is in (section 2)."""
    if state.alive == 0:
        return None
    return (2 * state.chips_in_play + state.alive) // (2 * state.alive)


def left(clock: Clock, at: datetime) -> timedelta | None:
    """Return what the step has left at an instant; None when it has no end, zero when its time is up."""
    if clock.expired:
        return timedelta(0)
    if clock.ends_at is not None:
        return max(clock.ends_at - at, timedelta(0))
    return clock.remaining
