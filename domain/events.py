"""What happened: facts with everything decided inside.  Names and meanings never change; new fields get defaults."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from domain.commands import BustCause, DisputeSubject, Role
from domain.ids import ClubId, PlayerId, TournamentId
from domain.profiles import HandForHandTrigger, Profile
from domain.settings import Parts, Settings
from domain.structure import AnteType, Item
from domain.times import Instant

Completion = Literal["time", "word", "re_entry", "no_way_back"]
"""What ended the wait for a bust player's decision (KO-5)."""
WindowName = Literal["late_registration", "rebuy", "re_entry", "add_on"]
HandForHandEnding = Literal["in_the_money", "final_table", "jump_passed", "one_table", "play_ended", "floor", "closed"]
"""Why hand-for-hand is over (RUL-1)."""
StopReason = Literal["pause", "review", "hand_for_hand", "deal"]
"""Why the clock stands: the stops are separate, and it runs when none is in force (CLK-7)."""
Chair = tuple[int, int]
"""Table number and seat number."""
Pools = tuple[tuple[int, ...], ...]
"""What a lot was drawn of, as docs/draws.md says for each kind of event: entries, tables, seats or chairs."""
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
class TournamentCreated:
    """A club opened a draft; the profile is pinned as it reads now (section 2)."""

    kind: Literal["tournament_created"] = "tournament_created"
    tournament: TournamentId
    club: ClubId
    settings: Settings
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsEdited:
    """The settings are now `settings`, version `version`."""

    kind: Literal["settings_edited"] = "settings_edited"
    version: int
    settings: Settings
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitted:
    """The SHA-256 of the secret seed from which every lot of this tournament is drawn (SEAT-10)."""

    kind: Literal["seed_committed"] = "seed_committed"
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRevealed:
    """The seed, in hex, now that the tournament is over."""

    kind: Literal["seed_revealed"] = "seed_revealed"
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LotVoided:
    """Lot `number` was drawn for a command that no longer needed it; the number is never used."""

    kind: Literal["lot_voided"] = "lot_voided"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOpened:
    """Players may register."""

    kind: Literal["registration_opened"] = "registration_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountdownStarted:
    """A Sit & Go is full and starts at `starts_at` (LIFE-5)."""

    kind: Literal["countdown_started"] = "countdown_started"
    starts_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class CountdownStopped:
    """A Sit & Go is no longer full: nothing starts (LIFE-5)."""

    kind: Literal["countdown_stopped"] = "countdown_stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentStarted:
    """Play has begun and the settings are frozen."""

    kind: Literal["tournament_started"] = "tournament_started"


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
class LevelStarted:
    """Level `level` runs to `ends_at`, or stands with `remaining`; neither: it lasts until the floor moves on."""

    kind: Literal["level_started"] = "level_started"
    position: int
    level: int
    small_blind: int
    big_blind: int
    ante: int
    ante_type: AnteType
    ends_at: Instant | None = None
    remaining: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakStarted:
    """Break `number` runs to `ends_at`, or stands with `remaining`; `owed` comes off the level after it (RUL-1)."""

    kind: Literal["break_started"] = "break_started"
    position: int
    number: int
    ends_at: Instant | None = None
    remaining: timedelta | None = None
    owed: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEnded:
    """Break `number` is over."""

    kind: Literal["break_ended"] = "break_ended"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelExpired:
    """The step's time is up and nothing follows by itself: it goes on (CLK-3)."""

    kind: Literal["level_expired"] = "level_expired"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused:
    """A stop of the clock came into force: it stands with `remaining` left (None: the step has no end)."""

    kind: Literal["clock_paused"] = "clock_paused"
    remaining: timedelta | None
    reason: StopReason = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    """A stop ended: the clock runs again, to `ends_at` (None: the step has no end), or stands for the stops left."""

    kind: Literal["clock_resumed"] = "clock_resumed"
    ends_at: Instant | None
    reason: StopReason = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChanged:
    """What is left of the step was changed: by the floor (reset, set, added or taken), or by a hand of hand-for-hand.

    In a break such a hand takes nothing from it: `owed` in all comes off the level after it (RUL-1).
    """

    kind: Literal["time_changed"] = "time_changed"
    position: int
    before: timedelta | None
    ends_at: Instant | None = None
    remaining: timedelta | None = None
    owed: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindsOverridden:
    """The level at hand is played with other blinds until it ends; `before` are those it had."""

    kind: Literal["blinds_overridden"] = "blinds_overridden"
    position: int
    small_blind: int
    big_blind: int
    ante: int
    ante_type: AnteType
    before: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsAppended:
    """The sheet goes on with `items` after its end; the terms are version `version` now (CLK-11)."""

    kind: Literal["levels_appended"] = "levels_appended"
    items: tuple[Item, ...]
    version: int


Intervals = tuple[tuple[Instant, Instant | None], ...]
"""When a window was open: from, and until; None: it still is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRebased:
    """A window's intervals as they were on record, and as they are now."""

    window: WindowName
    before: Intervals
    now: Intervals


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """An absent entry that no longer counts: its chair, the stack it had left, the chips issued to it, what it owed."""

    entry: int
    chair: Chair
    stack: int
    chips: int
    price: int
    rebuys: int = 0
    add_ons: int = 0
    parts: Parts = Parts()


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
class ClockRebased:
    """The room had really stopped at `stopped_at`: the clock has what it had then, what time did since is taken back.

    The clock: `position`, running to `ends_at` or standing with `remaining`, `expired` when the step's time was up,
    `blinds` (small, big, ante, ante's type) in place of the sheet's, `played` and `owed` as the clock keeps them; those
    ending in `_before` are what it was a moment ago.  Taken back: `windows`; `registrations` that hold again;
    `withdrawn` entries that sit again; `knockouts` that no longer stand; `charges` (entry, given back, stack now), the
    stack None for who has come meanwhile and gets the chips from the floor; `kept` (entry, the event that called it,
    until when) places and seats that are kept on, `waiting` entries that are on the list again, `pending` (record,
    until when) busts about which a decision is still awaited, `disputes` (table, until when; None: the next hand) hands
    that can be disputed again, `moves` that are waited for again though they were overdue or given up.  `orbits` and
    `absence_over` are what they were; `play_goes_on`: it had ended.
    """

    kind: Literal["clock_rebased"] = "clock_rebased"
    stopped_at: Instant
    position_before: int
    ends_at_before: Instant | None
    remaining_before: timedelta | None
    position: int
    ends_at: Instant | None
    remaining: timedelta | None
    expired: bool
    blinds: tuple[int, int, int, AnteType] | None
    played: tuple[tuple[int, timedelta], ...]
    windows: tuple[WindowRebased, ...] = ()
    registrations: tuple[int, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    knockouts: tuple[int, ...] = ()
    charges: tuple[tuple[int, int, int | None], ...] = ()
    kept: tuple[tuple[int, int, Instant], ...] = ()
    waiting: tuple[int, ...] = ()
    pending: tuple[tuple[int, Instant], ...] = ()
    orbits: int = 0
    absence_over: bool = False
    play_goes_on: bool = False
    owed: timedelta = timedelta(0)
    disputes: tuple[tuple[int, Instant | None], ...] = ()
    moves: tuple[OpenMove, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened:
    """The window is open from this instant on."""

    kind: Literal["window_opened"] = "window_opened"
    window: WindowName


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """The window is closed from this instant on."""

    kind: Literal["window_closed"] = "window_closed"
    window: WindowName


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
class HandsReported:
    """Table `table` has played `hands` more; `since` are those since its last orbit, before any that they fill.

    Button and blinds are where they were in the last of them, None when that cannot be known; the newcomers on the
    seats `not_dealt` have still to be dealt in.  `frozen`: they were hands of stud, in which the button stays.
    """

    kind: Literal["hands_reported"] = "hands_reported"
    table: int
    hands: int
    since: int
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    not_dealt: tuple[int, ...] = ()
    frozen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """Hand `hand` of a table has begun, with button and blinds on these seats; None: it is not known where they are.

    `dead_small_blind`: nobody posts it.  Nothing is dealt to the seats `not_dealt`: newcomers, and who has no chips.
    `instead_of` are button and blinds by the rule where the table says otherwise.  `step` is the position in the sheet
    at which it began (CLK-6); None: that of the clock.  `frozen`: it is a hand of stud, in which button and blinds stay
    where the last hand with blinds had them.
    """

    kind: Literal["hand_started"] = "hand_started"
    table: int
    hand: int
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    dead_small_blind: bool = False
    not_dealt: tuple[int, ...] = ()
    instead_of: tuple[int, int, int] | None = None
    frozen: bool = False
    step: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded:
    """Hand `hand` of a table is over; `since` are its hands since its last orbit, before any that it fills."""

    kind: Literal["hand_ended"] = "hand_ended"
    table: int
    hand: int
    since: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSet:
    """The floor, or the table, told where button and blinds are: in the hand in progress, else in the last one."""

    kind: Literal["button_set"] = "button_set"
    table: int
    button: int
    small_blind: int
    big_blind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRaised:
    """Dispute number `dispute` is open, about hand `hand` of a table; None: nobody says which (RUL-4)."""

    kind: Literal["dispute_raised"] = "dispute_raised"
    dispute: int
    table: int
    hand: int | None
    player: PlayerId | None
    subject: DisputeSubject


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSettled:
    """A dispute is closed: upheld or not."""

    kind: Literal["dispute_settled"] = "dispute_settled"
    dispute: int
    table: int
    upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeWindowClosed:
    """In a break the last hands of these tables can be disputed no more: the minute after the pot is up (RUL-4)."""

    kind: Literal["dispute_window_closed"] = "dispute_window_closed"
    tables: tuple[int, ...]


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
    credit if `credit_stands`.  It keeps its seat, or sits in `chair` when it had left it already (KO-5).
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
    """An entry made by mistake no longer counts: `chips` leave play, `price` is no longer owed, `chair` is free."""

    kind: Literal["entry_voided"] = "entry_voided"
    entry: int
    player: PlayerId
    reason: str
    chips: int
    price: int
    chair: Chair | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """Table `table` is in use from now on."""

    kind: Literal["table_opened"] = "table_opened"
    table: int


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Busted:
    """An entry is out as knockout record `knockout` with bust number `bust`.

    `rank` orders those of one bust number: 0 is the best of them, equal ranks share a place.  `credits` are
    (player, numerator, denominator) for each killer.  `chips_removed` left play with the player.  `pending_until`: the
    player keeps the seat so long and counts as left, to decide whether he comes back (KO-5).  `round` is the round of
    hand-for-hand in which it happened, at whose end it is ranked; 0: in none (RUL-1).  `order` is (the first knockout
    record of its report, 1 for the largest stack of that report), where the order of the stacks was given.
    """

    kind: Literal["busted"] = "busted"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    cause: Literal[BustCause, "surrendered"]
    bust: int
    rank: int
    level: int
    killers: tuple[PlayerId, ...] = ()
    credits: tuple[tuple[PlayerId, int, int], ...] = ()
    stack: int | None = None
    chips_removed: int = 0
    pending_until: Instant | None = None
    round: int = 0
    order: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationCompleted:
    """A bust player who could still have come back is out for good, and `chair` is free (KO-5)."""

    kind: Literal["elimination_completed"] = "elimination_completed"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    why: Completion


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutVoided:
    """Knockout record `knockout` no longer stands; its entry lives in `chair`."""

    kind: Literal["knockout_voided"] = "knockout_voided"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    lot: int | None
    pools: Pools = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHandStarted:
    """Every table plays one hand and waits for the others, from the hand in progress on (RUL-1).

    `trigger` is what it is for; `place`, of a payout jump, the last place before it.  The `left` players are eligible
    for the `places_paid` from now on.  `tables` have still to finish the hand in progress: round 1; none: no hand is.
    """

    kind: Literal["hand_for_hand_started"] = "hand_for_hand_started"
    trigger: Literal[HandForHandTrigger, "floor"]
    place: int = 0
    left: int
    places_paid: int | None
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHandRoundStarted:
    """Round `round` of hand-for-hand: each of these tables deals one hand (RUL-1)."""

    kind: Literal["hand_for_hand_round_started"] = "hand_for_hand_round_started"
    round: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFinished:
    """A table that does not report its hands has finished its hand of round `round` (RUL-1)."""

    kind: Literal["table_finished"] = "table_finished"
    table: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StackStated:
    """The stack at the hand's start of who went out in this round; `before` is what was on record (RUL-7)."""

    kind: Literal["stack_stated"] = "stack_stated"
    knockout: int
    player: PlayerId
    stack: int
    before: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHandRoundEnded:
    """Every table has finished its hand of round `round`: its busts have these ranks, (knockout record, rank) (RUL-1).

    `left` players are in; `minutes` come off the level clock, none a second time for a bust reported afterwards.
    """

    kind: Literal["hand_for_hand_round_ended"] = "hand_for_hand_round_ended"
    round: int
    ranks: tuple[tuple[int, int], ...] = ()
    left: int
    minutes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHandEnded:
    """Play goes on as before after `rounds` rounds; the busts of one that was cut short have these ranks (RUL-1).

    `waived` are triggers, with the place of a payout jump or 0, that no longer let it begin: the floor ended it.
    """

    kind: Literal["hand_for_hand_ended"] = "hand_for_hand_ended"
    reason: HandForHandEnding
    rounds: int
    ranks: tuple[tuple[int, int], ...] = ()
    waived: tuple[tuple[HandForHandTrigger, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnded:
    """Nobody plays on: the end condition is met (LIFE-9)."""

    kind: Literal["play_ended"] = "play_ended"
    reason: Literal["last_player", "players_left", "one_per_table", "level", "time", "confirmed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsRecorded:
    """The places, version `version`: (place, entry), best first (PLC-1)."""

    kind: Literal["results_recorded"] = "results_recorded"
    version: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuaranteeWithdrawn:
    """The floor withdrew the guarantee of `guarantee` with `entries` in the field: the pool is what was paid (PRZ-5)."""

    kind: Literal["guarantee_withdrawn"] = "guarantee_withdrawn"
    guarantee: int
    entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesRecorded:
    """Who gets what by the places of version `version`, in the order of the places.

    `amounts` are (place, entry, minor units), together the pool of `pool`, of which the club adds `overlay` (PRZ-6).
    `lines` are (place, entry, text) of prizes that are not money (PRZ-1).
    """

    kind: Literal["prizes_recorded"] = "prizes_recorded"
    version: int
    amounts: tuple[tuple[int, int, int], ...] = ()
    lines: tuple[tuple[int, int, str], ...] = ()
    pool: int = 0
    overlay: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedLinesDrawn:
    """Players who tied have won the lines of the places that they cover by lot, for version `version` of the places.

    `pools` are the players of each tie by entry, `places` the best place of each, `orders` how the lot put them: the
    first has what the best place wins.  `lines` are (place, entry, text) (PRZ-1, SEAT-10).
    """

    kind: Literal["tied_lines_drawn"] = "tied_lines_drawn"
    version: int
    lot: int
    pools: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFinished:
    """The tournament is closed."""

    kind: Literal["tournament_finished"] = "tournament_finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCancelled:
    """The tournament was called off; its players are free at once (LIFE-8)."""

    kind: Literal["tournament_cancelled"] = "tournament_cancelled"


Event = (
    TournamentCreated | SettingsEdited | SeedCommitted | SeedRevealed | LotVoided
    | RegistrationOpened | CountdownStarted | CountdownStopped | TournamentStarted
    | FieldSeated | ButtonsDrawn | LevelStarted | BreakStarted
    | BreakEnded | LevelExpired | ClockPaused | ClockResumed | TimeChanged | BlindsOverridden
    | LevelsAppended | ClockRebased
    | WindowOpened | WindowClosed | PlayerRegistered | PlayerWaitlisted | SeatHeld | SeatReleased
    | WaitingListClosed | PlayerUnregistered | PlayerCheckedIn
    | PlayerSeated | PlayerArrived | RegistrationsDropped | RegistrationRestored | ReEntered
    | DisputeRaised | DisputeSettled | DisputeWindowClosed
    | HandsReported | HandStarted | HandEnded | ButtonSet | OrbitCharged | StackCounted | AbsenceOver
    | Rebought | AddOnTaken | EntryVoided | TableOpened | PlayerMoved | MoveUndone | SeatsSwapped
    | MoveQueued | SwapQueued | MoveArrived | MoveOverdue | MoveDropped | SeatsCorrected
    | MoveProposed | ProposalWithdrawn | ProposalConfirmed | ProposalDeclined | ProposalEscalated
    | SeatLocked | PlayerExempted | HaltAdvised | HaltWaived | HaltEnded
    | BreakQueued | BreakDropped | TableBroken | TableReopened | BreakOrderSet | RedrawQueued | RedrawDropped
    | FieldRedrawn | FinalTableFormed
    | HandForHandStarted | HandForHandRoundStarted | TableFinished | StackStated
    | HandForHandRoundEnded | HandForHandEnded
    | Busted | EliminationCompleted | KnockoutVoided | PlayEnded | ResultsRecorded | GuaranteeWithdrawn | PrizesRecorded
    | TiedLinesDrawn
    | TournamentFinished
    | TournamentCancelled
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event with its place in the record (AUD-1).

    `cause` is the command's id, `clock` for what time did, or `lot` for a draw's result; `actor` and `role` are
    empty for the latter two.
    """

    seq: int
    at: Instant
    cause: str
    actor: str = ""
    role: Role | Literal[""] = ""
    event: Annotated[Event, Field(discriminator="kind")]


GENESIS = "0" * 64
"""The hash before the first event."""

_RECORDED: TypeAdapter[Recorded] = TypeAdapter(Recorded)


def to_text(recorded: Recorded) -> str:
    """Return the event's JSON as it is stored; its UTF-8 bytes are what the hash chain runs over."""
    return _RECORDED.dump_json(recorded).decode()


def from_text(text: str) -> Recorded:
    """Return the event that a stored text holds.

    Raises:
        pydantic.ValidationError: the text is no event.
    """
    return _RECORDED.validate_json(text)


def chain(before: str, text: str) -> str:
    """Return the hash after an event: SHA-256, in hex, of the hash before, a line feed and the stored text (AUD-4)."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()
