"""Who is out, by whom, and hand-for-hand (KO-1 to KO-5, RUL-1)."""

from dataclasses import dataclass
from typing import Literal

from domain.bounty_settings import MysteryPrizes
from domain.commands import BustCause
from domain.events.shapes import Bounty, Chair, Pools, Resplit
from domain.ids import PlayerId
from domain.profiles import HandForHandTrigger
from domain.times import Instant

Completion = Literal["time", "word", "re_entry", "no_way_back"]
"""What ended the wait for a bust player's decision (KO-5)."""
HandForHandEnding = Literal["in_the_money", "final_table", "jump_passed", "one_table", "play_ended", "floor", "closed"]
"""Why hand-for-hand is over (RUL-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Busted:
    """An entry is out as knockout record `knockout` with bust number `bust`.

    `rank` orders those of one bust number: 0 is the best of them, equal ranks share a place.  `credits` are
    (player, numerator, denominator) for each killer.  `chips_removed` left play with the player.  `pending_until`: the
    player keeps the seat so long and counts as left, to decide whether he comes back (KO-5).  `round` is the round of
    hand-for-hand in which it happened, at whose end it is ranked; 0: in none (RUL-1).  `order` is (the first knockout
    record of its report, 1 for the largest stack of that report), where the order of the stacks was given.  `bounties`
    are who has what of the head, `unclaimed` is what of it nobody has (KO-6).  `mystery` is the entry
    that it brings a draw, 0: none (KO-7).
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
    bounties: tuple[Bounty, ...] = ()
    unclaimed: int = 0
    mystery: int = 0


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
    """Knockout record `knockout` no longer stands; its entry lives in `chair`.

    `resplits` are later knockouts whose heads are worth something else without it (KO-6).
    """

    kind: Literal["knockout_voided"] = "knockout_voided"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    lot: int | None
    pools: Pools = ()
    taken: tuple[int, ...] = ()
    resplits: tuple[Resplit, ...] = ()


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
class MysteryDrawn:
    """A killer's entry took the draw that knockout record `knockout` brought it, the tournament's `draw`-th (KO-7).

    By lot number `lot`, of `pools`: `envelope` was opened and held `amount`, of which the killers have `shares`, and
    `text`.  Without one the floor said what was won.
    """

    kind: Literal["mystery_drawn"] = "mystery_drawn"
    draw: int
    knockout: int
    entry: int
    player: PlayerId
    envelope: int | None = None
    amount: int = 0
    text: str = ""
    shares: tuple[tuple[PlayerId, int], ...] = ()
    lot: int | None = None
    pools: Pools = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MysteryPrizesSet:
    """The prize table of the draws, announced when they began (KO-7).

    It fills as many envelopes as draws can come, and holds `amount`; `contributed` is what was paid for it.
    """

    kind: Literal["mystery_prizes_set"] = "mystery_prizes_set"
    prizes: MysteryPrizes
    amount: int = 0
    contributed: int = 0


KnockoutEvent = (
    Busted
    | MysteryDrawn
    | MysteryPrizesSet
    | EliminationCompleted
    | KnockoutVoided
    | HandForHandStarted
    | HandForHandRoundStarted
    | TableFinished
    | StackStated
    | HandForHandRoundEnded
    | HandForHandEnded
)
