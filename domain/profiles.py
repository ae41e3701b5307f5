"""Rule profiles: where houses differ, as data.  Code branches on these fields, never on a profile's name."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

from domain.structure import STRICT

ProfileId = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9-]{1,64}$")]

SameHandBusts = Literal["share", "stack_at_one_table", "stack_across_tables"]
SecondKiller = Literal["primary_half", "equal_shares"]
RebuyWindow = Literal["always", "own_else_late_registration", "late_registration", "setting"]
RebuyStack = Literal["any", "at_or_below_start", "below_start", "setting"]
Surrender = Literal["never", "below_start", "end_of_late_registration"]
AddOnCloses = Literal["never", "with_break", "setting"]
NoShow = Literal["drop", "absent"]
PotCountDisputes = Literal["next_hand", "substantial_action"]
LateStack = Literal["full", "less_missed_orbits", "setting"]
PlacesPaidRounding = Literal["half_up", "up"]
Prizes = Literal["non_monetary", "pool"]
DealRule = Literal["no", "yes", "secret_vote"]
Guarantee = Literal["none", "stands", "withdrawable", "fixed"]
CancelledAfterStart = Literal["debts_void", "all_but_rake_back"]
Pko = Literal["as_classic", "progressive"]
PkoOddUnit = Literal["paid", "head", "setting"]
MysteryDraws = Literal["one_per_killer_entry", "one_per_head"]
HandForHandTrigger = Literal["money_bubble", "final_table_bubble", "payout_jump"]
HandForHandClock = Literal["runs", "stopped"]
Balancing = Literal["floor", "advise", "auto"]
Mover = Literal["floor", "random", "next_big_blind"]
MoverSeat = Literal["floor", "random", "worst"]
LargestDifference = Annotated[
    tuple[
        tuple[
            Annotated[int, Field(strict=True, ge=2, le=9_999)] | None,
            Annotated[int, Field(strict=True, ge=1, le=9)],
        ],
        ...,
    ],
    Field(max_length=10),
]
"""(up to so many tables, players apart at most) in order, the last for any number of tables; empty: none is set."""
Breaks = Literal["floor", "set_order", "overflow_first", "smallest"]
"""Which table breaks: the floor's choice, the first of the set order, before it the overflow tables, or the smallest
that fits elsewhere, by itself (SEAT-7)."""
FinalTablePlayers = Annotated[
    tuple[tuple[Annotated[int, Field(strict=True, ge=2, le=10)], Annotated[int, Field(strict=True, ge=2, le=10)]], ...],
    Field(max_length=9),
]
"""(seats at a table, players left with whom the final table forms); of a size not named, as many as a table seats."""
RedrawAt = Annotated[tuple[Annotated[int, Field(strict=True, ge=1, le=3)], ...], Field(max_length=3)]
"""At how many tables every seat is drawn anew; 1: at the final table (SEAT-12)."""
Came = Literal["late", "broken", "balanced", "floor"]
"""How a player came to his seat: late or by a re-entry, from a broken table, to balance, at the floor's word."""
NoHand = Literal["small_blind", "button", "between"]
"""Where a newcomer is not dealt in: on the small blind, on the button, in a seat strictly between the two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewcomerWaits:
    """Where a newcomer is not dealt in, by the way he came; nothing: he is dealt in anywhere."""

    __pydantic_config__ = STRICT
    late: tuple[NoHand, ...] = ("small_blind",)
    broken: tuple[NoHand, ...] = ("small_blind",)
    balanced: tuple[NoHand, ...] = ("small_blind",)
    floor: tuple[NoHand, ...] = ("small_blind",)

    def __str__(self) -> str:
        """Return it in words, as the rules document has it."""
        said = ((came, " and ".join(getattr(self, came)) or "nowhere") for came in get_args(Came))
        return ", ".join(f"{came}: {where}" for came, where in said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One house's answers to the questions on which rule books differ; pinned by a tournament when it is created.

    `same_hand_busts`: players out in one hand share the best place, or are ranked by their stacks at the hand's
    start, at one table only (across tables they tie) or across tables too (KO-2, PLC-1).
    `second_killer`: with two killers the first named gets half and the second none, or all get equal parts (KO-3).
    `pko`: a progressive event counts as a classic one, or half of a head goes on the killer's own; `pko_odd_unit`:
    where an odd unit goes that halving leaves over, or the setting says so (KO-6).
    `mystery`: a killer's entry draws once, and the floor says what it wins, or every head brings a draw by lot (KO-7).
    `rebuy_window`, `rebuy_stack`: until when, and with which stack, a living entry may rebuy (WIN-2).
    `surrender`: whether a living stack may be given up for a re-entry (WIN-7).
    `add_on_closes`: whether an add-on opened by a break shuts when that break ends (WIN-5).
    `no_show`: a player who has not come is dropped at the close of late registration, or seated absent (NOSH-1, REG-4).
    `late_stack`: a late entry's stack is full, or less the orbits missed where an orbit's length is set (REG-5).
    `pending_seconds`: how long who is bust and could still come back keeps the seat to decide; None: no time (KO-5).
    `minimum_players`: the house's least field to start, which a setting may replace (LIFE-4).
    `newcomer_waits`: where who has just come to a table waits for the next hand to be dealt in (SEAT-9).
    `absent_out_at_level`: the level at whose start who has not come is no entry any more; None: he stays (NOSH-2).
    `balancing`: the floor alone balances tables, or the system advises it, or does it (SEAT-5).
    `largest_difference`: how far tables may be apart, by how many there are; empty: nothing is said of it (SEAT-5).
    `mover`, `mover_seat`: who goes from the fullest table to the emptiest, and on which free seat (SEAT-5).
    `places_paid_rounding`: how a share of the entries becomes a number of places (PRZ-3).
    `hand_for_hand`: what lets hand-for-hand begin by itself; empty: the floor alone begins it (RUL-1).
    `hand_for_hand_clock`: the level clock runs on in hand-for-hand, or stands (RUL-1).
    `hand_minutes`: the minutes that a hand then takes off it, unless the tournament sets them; None: none (RUL-1).
    `breaks`: which table breaks, and whether the floor, an order or the size says so (SEAT-7).
    `final_table`: the floor forms it and draws seats anew, or the system advises it, or does it; `final_table_players`:
    with how many left; `redraw_at`: at how many tables every seat is drawn anew (SEAT-8, SEAT-12).
    `halts_when_short`: by how many players fewer than the fullest a table stops; None: it plays on (SEAT-13).
    `pot_count_disputes`: a pot's count can be disputed until the next hand begins, or until one acts in it (RUL-4).
    `prizes`: what players pay forms no prizes, or the pool that is paid out (FEE-4, PRZ-1, PRZ-5).
    `guarantee`: what is announced depends on the field, or stands whatever it is; a guaranteed pool is fixed, or may be
    withdrawn from a small field (PRZ-5).  `most_payouts`: the most places with a payout; None: no limit (PRZ-5).
    `cancelled_after_start`: a cancellation leaves nothing owed, or the house keeps what was paid of its rake (LIFE-8).
    `deals`: what is left to win may be shared anew by agreement of all, by a secret vote, or not at all;
    `deal_cool_down_minutes`: how long after a talk without a deal the next may begin; None: at once (DEAL-1).
    """

    __pydantic_config__ = STRICT
    id: ProfileId
    same_hand_busts: SameHandBusts
    second_killer: SecondKiller
    rebuy_window: RebuyWindow
    rebuy_stack: RebuyStack
    surrender: Surrender
    add_on_closes: AddOnCloses
    no_show: NoShow
    late_stack: LateStack
    minimum_players: Annotated[int, Field(strict=True, ge=2)]
    pending_seconds: Annotated[int, Field(strict=True, ge=1, le=3_600)] | None = None
    absent_out_at_level: Annotated[int, Field(strict=True, ge=2, le=400)] | None = None
    balancing: Balancing = "floor"
    largest_difference: LargestDifference = ()
    mover: Mover = "floor"
    mover_seat: MoverSeat = "floor"
    halts_when_short: Annotated[int, Field(strict=True, ge=1, le=9)] | None = None
    newcomer_waits: NewcomerWaits = NewcomerWaits()
    places_paid_rounding: PlacesPaidRounding = "half_up"
    hand_for_hand: tuple[HandForHandTrigger, ...] = ()
    hand_for_hand_clock: HandForHandClock = "runs"
    hand_minutes: Annotated[int, Field(strict=True, ge=0, le=10)] | None = None
    breaks: Breaks = "floor"
    final_table: Balancing = "floor"
    final_table_players: FinalTablePlayers = ()
    redraw_at: RedrawAt = ()
    pot_count_disputes: PotCountDisputes = "next_hand"
    prizes: Prizes = "non_monetary"
    guarantee: Guarantee = "none"
    cancelled_after_start: CancelledAfterStart = "debts_void"
    most_payouts: Annotated[int, Field(strict=True, ge=1, le=10_000)] | None = None
    pko: Pko = "as_classic"
    pko_odd_unit: PkoOddUnit = "paid"
    mystery: MysteryDraws = "one_per_killer_entry"
    deals: DealRule = "no"
    deal_cool_down_minutes: Annotated[int, Field(strict=True, ge=1, le=240)] | None = None


PROFILES = MappingProxyType(
    {
        profile.id: profile
        for profile in (
            Profile(
                id="sport-poker-v1",
                same_hand_busts="share",
                second_killer="primary_half",
                rebuy_window="always",
                rebuy_stack="any",
                surrender="never",
                add_on_closes="never",
                no_show="drop",
                late_stack="less_missed_orbits",
                minimum_players=2,
                breaks="floor",
                final_table="advise",
                final_table_players=((6, 9), (7, 9), (8, 9), (9, 9), (10, 9)),
                redraw_at=(),
            ),
            Profile(
                id="sport-poker-v2",
                pko="progressive",
                mystery="one_per_head",
                guarantee="stands",
                same_hand_busts="stack_at_one_table",
                second_killer="equal_shares",
                rebuy_window="own_else_late_registration",
                rebuy_stack="at_or_below_start",
                surrender="never",
                add_on_closes="with_break",
                no_show="drop",
                late_stack="setting",
                minimum_players=2,
                hand_for_hand=("money_bubble",),
                hand_for_hand_clock="stopped",
                pending_seconds=60,
                balancing="advise",
                largest_difference=((None, 1),),
                mover="next_big_blind",
                mover_seat="worst",
                breaks="set_order",
                final_table="advise",
                final_table_players=((6, 9), (7, 9), (8, 9), (9, 9), (10, 9)),
                redraw_at=(),
            ),
            Profile(
                id="tda-wsop-v1",
                deals="yes",
                pko="progressive",
                mystery="one_per_head",
                guarantee="fixed",
                most_payouts=50,
                prizes="pool",
                cancelled_after_start="all_but_rake_back",
                same_hand_busts="stack_across_tables",
                second_killer="equal_shares",
                rebuy_window="late_registration",
                rebuy_stack="at_or_below_start",
                surrender="never",
                add_on_closes="with_break",
                no_show="absent",
                late_stack="full",
                minimum_players=2,
                hand_for_hand=("money_bubble", "final_table_bubble", "payout_jump"),
                hand_for_hand_clock="stopped",
                pending_seconds=60,
                balancing="auto",
                largest_difference=((None, 1),),
                mover="next_big_blind",
                mover_seat="worst",
                breaks="smallest",
                final_table="auto",
                final_table_players=(),
                redraw_at=(),
            ),
            Profile(
                id="east-durham-v1",
                deals="secret_vote",
                deal_cool_down_minutes=20,
                pko="progressive",
                mystery="one_per_head",
                guarantee="withdrawable",
                prizes="pool",
                cancelled_after_start="all_but_rake_back",
                same_hand_busts="stack_at_one_table",
                second_killer="equal_shares",
                rebuy_window="late_registration",
                rebuy_stack="below_start",
                surrender="below_start",
                add_on_closes="with_break",
                no_show="absent",
                late_stack="full",
                minimum_players=5,
                newcomer_waits=NewcomerWaits(broken=("small_blind", "button"), balanced=(), floor=()),
                balancing="advise",
                largest_difference=((None, 1),),
                mover="random",
                mover_seat="random",
                breaks="set_order",
                final_table="advise",
                final_table_players=((6, 9), (7, 9), (8, 9), (9, 9), (10, 9)),
                redraw_at=(1,),
            ),
            Profile(
                id="tda-2024-v1",
                deals="yes",
                pko="progressive",
                mystery="one_per_head",
                pko_odd_unit="setting",
                guarantee="fixed",
                prizes="pool",
                cancelled_after_start="all_but_rake_back",
                same_hand_busts="stack_at_one_table",
                second_killer="equal_shares",
                rebuy_window="setting",
                rebuy_stack="setting",
                surrender="end_of_late_registration",
                add_on_closes="setting",
                no_show="absent",
                late_stack="full",
                minimum_players=2,
                places_paid_rounding="up",
                hand_for_hand=("money_bubble",),
                hand_for_hand_clock="stopped",
                hand_minutes=2,
                absent_out_at_level=3,
                newcomer_waits=NewcomerWaits(
                    late=("between",), broken=("between",), balanced=("between",), floor=("between",)
                ),
                balancing="advise",
                largest_difference=((12, 1), (None, 2)),
                mover="next_big_blind",
                mover_seat="worst",
                halts_when_short=3,
                pot_count_disputes="substantial_action",
                breaks="overflow_first",
                final_table="advise",
                final_table_players=((6, 7), (7, 7), (8, 9), (9, 9)),
                redraw_at=(),
            ),
        )
    }
)
"""The profiles that ship, by id.  Their fields follow the table of rule profiles in the rules document."""
