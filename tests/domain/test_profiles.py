"""Every cell of the table of rule profiles, played: the same evening under two profiles ends differently (section 2).

A field that is added without an evening here fails, and so does a cell whose evening does not tell it from the others.
"""

import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from domain import events as e
from domain import profiles
from domain.profiles import PROFILES, Profile
from domain.settings import settings_faults
from tests.domain.deal_night import counted, left_with
from tests.domain.floor import Evening, P, at, chair, evening, knock_out, opened, settings, until, with_level
from tests.domain.houses import swapped

Outcome = object
NAMES = ["sport-poker-v1", "sport-poker-v2", "tda-wsop-v1", "east-durham-v1", "tda-2024-v1"]
SHUT = "closed"


def refusals(*answers: str | None) -> tuple[str, ...]:
    """Return `yes` or why not for each answer, in short."""
    return tuple("yes" if answer is None else answer.split("_")[-1] for answer in answers)


def two_tables(first: int, second: int, **more: Any) -> Evening:
    """Return an evening at two tables that nobody joins late, and whose final table is far away."""
    terms = {"final_table_players": 2, "balancing": "floor", "no_show": "drop", **more}
    return evening(
        first + second, sizes=[first, second], minimum_players=2, windows={"late_registration": None}, **terms
    )


def same_hand_busts(profile: str) -> Outcome:
    """Three go out in one hand-for-hand round, two of them at one table: return their places."""
    night = two_tables(5, 2, profile=profile)
    night.must("19:19", "start_hand_for_hand")
    for player, stack in ((P[1], 3_000), (P[2], 9_000), (P[6], 8_000)):
        night.must("19:20", "record_knockout", player=player, stack=stack)
    night.must("19:21", "finish_hand", table=1)
    night.must("19:22", "end_hand_for_hand")
    for number in (3, 4, 5):
        knock_out(night, "19:30", P[number], P[7])
    night.must("19:31", "finish")
    places = night.places()
    return places[P[2]], places[P[6]], places[P[1]]


def second_killer(profile: str) -> Outcome:
    """Two share one knockout: return what each is credited."""
    night = evening(profile=profile)
    knock_out(night, "19:10", P[1], P[2], P[3])
    return night.row(P[2])["credits_exact"], night.row(P[3])["credits_exact"]


def rebuy_window(profile: str) -> Outcome:
    """Late registration ends at 20:00: with an own end at 20:15 and without, return when a rebuy is sold."""
    sold = []
    for own in (until("20:15"), None):
        night = evening(profile=profile, windows={"rebuy": own})
        asked = [night.ask(when, "rebuy", player=P[1], stack=1).refused for when in ("19:59", "20:14", "20:15")]
        sold.append(refusals(*asked))
    return tuple(sold)


def rebuy_stack(profile: str) -> Outcome:
    """With the setting left free and set to `below_start`: return with which of three stacks a rebuy is sold."""
    sold = []
    for setting in ("any", "below_start"):
        night = evening(profile=profile, rebuy_stack=setting)
        asked = [night.ask("19:10", "rebuy", player=P[1], stack=stack).refused for stack in (9_999, 10_000, 10_001)]
        sold.append(refusals(*asked))
    return tuple(sold)


def surrender(profile: str) -> Outcome:
    """Late registration ends with level 2: return whether a small stack goes in level 1 and 2, and a large one in 2."""
    night = evening(profile=profile, bounty="none", windows={"late_registration": with_level(2)})
    asked = (("19:10", P[1], 5_000), ("19:30", P[2], 5_000), ("19:30", P[3], 15_000))
    return refusals(*(night.ask(when, "surrender_stack", player=p, stack=n).refused for when, p, n in asked))


def add_on_closes(profile: str) -> Outcome:
    """With the setting off and on: return whether an add-on is sold in the break and after it."""
    sold = []
    for closes in (False, True):
        night = evening(profile=profile, add_on_closes_with_break=closes)
        asked = [night.ask(when, "add_on", player=p).refused for when, p in (("19:45", P[1]), ("19:50", P[2]))]
        sold.append(refusals(*asked))
    return tuple(sold)


def no_show(profile: str) -> Outcome:
    """Nine are registered, seven come: return who is in, the chips, and what became of the ninth."""
    night = evening(9, present=7, profile=profile, windows={"late_registration": with_level(1)})
    night.wait("19:10")
    before = night.head["left"], night.head["chips_in_play"]
    night.wait("19:30")
    return *before, night.head["left"], night.row(P[9])["status"]


def late_stack(profile: str) -> Outcome:
    """Two orbits have passed at 19:30: with the setting full and with it less, return a late entry's stack."""
    stacks = []
    for setting in ("full", "less_missed_orbits"):
        night = evening(8, profile=profile, orbit_minutes=15, late_stack=setting)
        night.must("19:30", "register", player=P[9])
        stacks.append(night.row(P[9])["chips_issued"])
    return tuple(stacks)


def minimum_players(profile: str) -> Outcome:
    """Four have come: return whether play begins by itself."""
    night = opened(4, profile=profile)
    for number in range(1, 5):
        night.must("18:30", "check_in", player=P[number], seat=chair(f"1-{number}"))
    night.wait("19:00")
    return night.status()


def pending_seconds(profile: str) -> Outcome:
    """One busts at 19:10 who could buy in again: return how he stands, and how many are left, in the minute after."""
    night = evening(profile=profile)
    knock_out(night, "19:10", P[1], P[2])
    seen = []
    for when in ("19:10", "19:10:59.999", "19:11"):
        night.wait(when)
        seen.append((night.row(P[1])["status"], night.seat(P[1]), night.head["left"]))
    return tuple(seen)


def absent_out_at_level(profile: str) -> Outcome:
    """Nine are seated, two of them absent: return entries, players left and chips before and in level 3."""
    night = evening(9, present=7, profile=profile, no_show="absent")
    counts = []
    for when in ("19:49:59", "19:50"):
        night.wait(when)
        counts.append((night.head["entries"], night.head["left"], night.head["chips_in_play"]))
    return tuple(counts)


def places_paid_rounding(profile: str) -> Outcome:
    """Eleven have entered and a tenth of them is paid: return how many that are."""
    return two_tables(6, 5, profile=profile, paid_percent=10).head["prizes"]["places_paid"]


def begun(night: Evening) -> str | None:
    """Return what hand-for-hand is for, if it is on."""
    row = night.head["hand_for_hand"]
    return None if row is None else row["trigger"]


def hand_for_hand(profile: str) -> Outcome:
    """One bust before the money, one before the final table, one before a payout jump: return what begins by itself."""
    night = two_tables(4, 4, profile=profile, seats_per_table=5, places_paid=6, final_table_players=5)
    knock_out(night, "19:10", P[1], P[2])
    seen = [begun(night)]
    knock_out(night, "19:11", P[5], P[6])
    for table in (1, 2):
        night.ask("19:12", "finish_hand", table=table)
    seen.append(begun(night))
    jumps = two_tables(4, 4, profile=profile, payouts=[2500, 2000, 1500, 1200, 1000, 900, 300, 300, 300])
    knock_out(jumps, "19:10", P[1], P[2])
    return *seen, begun(jumps)


def hand_for_hand_clock(profile: str) -> Outcome:
    """The floor announces it at 19:10, ten minutes before the level ends: return what the clock shows then."""
    night = two_tables(4, 4, profile=profile)
    night.must("19:10", "start_hand_for_hand")
    clock = night.head["clock"]
    return clock["level_ends_at"] is None, clock["remaining_ms"]


def hand_minutes(profile: str) -> Outcome:
    """A hand is played hand-for-hand and no time passes: return how many minutes the level of 20 has left."""
    night = two_tables(4, 4, profile=profile)
    night.must("19:00", "start_hand_for_hand")
    for table in (1, 2):
        night.must("19:00", "finish_hand", table=table)
    night.must("19:00", "end_hand_for_hand")
    assert night.state.clock is not None
    assert night.state.clock.ends_at is not None
    return (night.state.clock.ends_at - at("19:00")).total_seconds() / 60


def several_tables(*sizes: int, profile: str, **changes: Any) -> Evening:
    """Return an evening at several tables to which nobody can come, and at which nothing is balanced."""
    windows = {"late_registration": None}
    terms: dict[str, Any] = {"windows": windows, "minimum_players": 2, "balancing": "floor", "places_paid": 1}
    return evening(sum(sizes), sizes=sizes, profile=profile, **{**terms, **changes})


def breaks(profile: str) -> Outcome:
    """The order begins with 2, 3 is for the overflow, 4 the smallest: return what is broken, proposed and can break."""
    night = several_tables(6, 6, 6, 5, profile=profile, break_order=[2], overflow_tables=[3])
    broken = tuple(table for table, players in night.sizes().items() if not players)
    proposal = night.state.proposal
    return broken, () if proposal is None else proposal.tables, night.head["can_break"]


def hands_are_finished(night: Evening) -> None:
    """Have the tables finish their hands where it is played hand-for-hand before the final table."""
    if night.head["hand_for_hand"] is not None:
        for table in night.head["hand_for_hand"]["unfinished_tables"]:
            night.must("19:10", "finish_hand", table=table)


def final_table(profile: str) -> Outcome:
    """The field fits: return what is proposed, and how many sit at each table."""
    night = several_tables(5, 4, profile=profile, seats_per_table=10, final_table_players=8, redraw_at=[])
    knock_out(night, "19:10", P[1], P[2])
    hands_are_finished(night)
    return night.state.proposal and night.state.proposal.about, tuple(night.sizes().values())


def final_table_players(profile: str) -> Outcome:
    """Eleven play at tables of ten, of eight and of six: return with how many left the final table is due."""
    left = []
    for seats in (10, 8, 6):
        night = several_tables(4, 4, 3, profile=profile, seats_per_table=seats, break_order=[1])
        for number in range(1, 11):
            night.ask("19:10", "end_hand_for_hand")
            if night.head["final_table"] or (night.state.proposal and night.state.proposal.about == "final_table"):
                break
            knock_out(night, "19:10", P[number], P[11])
        left.append(night.head["left"])
    return tuple(left)


def redraw_at(profile: str) -> Outcome:
    """The final table forms: return whether those draw again who sat at it already."""
    night = several_tables(5, 4, profile=profile, seats_per_table=10, final_table_players=8)
    knock_out(night, "19:10", P[9], P[8])
    hands_are_finished(night)
    if night.state.proposal is not None:
        night.must("19:11", "confirm_proposal", proposal=night.state.proposal.number)
    formed = next(recorded.event for recorded in night.record if isinstance(recorded.event, e.FinalTableFormed))
    return len(formed.seats), len(formed.pools[0])


def pot_count_disputes(profile: str) -> Outcome:
    """A hand is over and the next has begun, in which nobody has acted: return whether the pot's count is disputed."""
    night = evening(profile=profile)
    night.must("19:01", "start_hand", table=1)
    night.must("19:03", "end_hand", table=1)
    night.must("19:04", "start_hand", table=1)
    return night.ask("19:05", "raise_dispute", table=1, subject="pot_count", before_action=True).refused


def uneven(profile: str, sizes: Iterable[int], **more: Any) -> Evening:
    """Return an evening without late registration whose tables have so many players, a minute after its start."""
    fill = list(sizes)
    night = evening(sum(fill), sizes=fill, profile=profile, windows={"late_registration": None}, **more)
    night.wait("19:01")
    return night


def balancing(profile: str) -> Outcome:
    """Two tables of nine and one of seven, buttons told: return what is proposed, and how many sit where."""
    night = uneven(profile, (9, 9, 7))
    for table in (1, 2, 3):
        night.must("19:02", "set_button", table=table, button=1)
    return night.head["proposal"] and night.head["proposal"]["about"], tuple(night.sizes().values())


def largest_difference(profile: str) -> Outcome:
    """One of many tables is two players short: return whether anything is done, with twelve and with thirteen."""
    nights = [uneven(profile, [4] * (tables - 1) + [2], seats_per_table=4) for tables in (12, 13)]
    return tuple(night.state.proposals + night.state.moves > 0 for night in nights)


def mover(profile: str) -> Outcome:
    """The floor has advice and picks the seat: return who is proposed once the button is told."""
    advice: dict[str, Any] = {"balancing": "advise", "largest_difference": [[None, 1]], "mover_seat": "floor"}
    night = uneven(profile, (9, 9, 7), **advice)
    night.must("19:02", "set_button", table=1, button=6)
    return night.head["proposal"]["moves"][0]["player"]


def mover_seat(profile: str) -> Outcome:
    """The floor has advice and picks the player: return which of five free seats is proposed, buttons told."""
    advice: dict[str, Any] = {"balancing": "advise", "largest_difference": [[None, 1]], "mover": "floor"}
    night = uneven(profile, (9, 9, 4), **advice)
    night.must("19:02", "set_button", table=3, button=2)
    return night.head["proposal"]["moves"][0]["to_seat"]


def halts_when_short(profile: str) -> Outcome:
    """A table with eight and one that falls to five: return which are to stop."""
    night = uneven(profile, (8, 6), balancing="floor")
    knock_out(night, "19:10", P[9], P[10])
    return tuple(night.head["halts"])


def newcomer_waits(profile: str) -> Outcome:
    """Both blinds are bust: return who is not dealt in, late on their seats, from a broken table, behind the button.

    The seats are 4 and 5, the button is on 4 then; in the third evening it stays on 2, with the small blind on 5.
    """
    terms: dict[str, Any] = {"profile": profile, "balancing": "floor", "final_table_players": 2, "no_show": "drop"}
    waiting = []
    for late, positions in ((5, {}), (None, {}), (3, {"button": 2, "small_blind": 5})):
        night = evening(11, sizes=[9, 2], minimum_players=2, prices={"rebuy": None}, **terms)
        night.must("19:01", "start_hand", table=1, button=3)
        night.must("19:02", "end_hand", table=1)
        for number in (3, 4, 5) if late == 3 else (4, 5):
            knock_out(night, "19:02", P[number], P[1])
        if late is None:
            night.must("19:03", "break_table", table=2)
        else:
            night.must("19:03", "register", player=P[20], seat=chair(f"1-{late}"))
        begun = night.must("19:04", "start_hand", table=1, **positions).events[0]
        assert isinstance(begun, e.HandStarted)
        waiting.append(begun.not_dealt)
    return tuple(waiting)


def prizes(profile: str) -> Outcome:
    """Ten are in at 10.00, of which the house keeps 1.00: return what forms the pool, and what is the house's."""
    night = evening(10, profile=profile, prices={"parts": {"buy_in": {"rake": 100}}})
    return night.state.pool_contributions, night.state.rake


def guarantee(profile: str) -> Outcome:
    """200.00 is guaranteed and 90.00 comes in: return what is paid out, at first and after the floor takes it back.

    Where there is no pool three lines are announced, and a tenth of nine is paid: return how many places win.
    """
    terms: dict[str, Any] = {"profile": profile, "pool": {"guarantee": 20_000}}
    if settings_faults(settings(**terms)):
        lines = [{"place": place, "text": "Cup"} for place in (1, 2, 3)]
        return evening(9, profile=profile, prizes={"lines": lines}, paid_percent=10).head["prizes"]["places_paid"]
    night = evening(9, **terms)
    before = night.head["pool"]["amount"]
    refusal = night.ask("19:10", "withdraw_guarantee").refused
    return before, refusal, night.head["pool"]["amount"]


def cancelled_after_start(profile: str) -> Outcome:
    """One has paid 1,000, a hundred of it rake, the others nothing, and it is called off: return the debts."""
    night = evening(9, profile=profile, prices={"parts": {"buy_in": {"rake": 100}}})
    night.must("19:05", "settle", player=P[1], amount=1_000, method="cash", seen=night.state.seq)
    night.must("19:10", "cancel")
    paid, unpaid = night.row(P[1]), night.row(P[2])
    return paid["owed"], paid["refund_due"], unpaid["owed"], unpaid["open"]


def most_payouts(profile: str) -> Outcome:
    """Return whether 51 places can have a payout, and 50."""
    shares = ([200, *[196] * 50], [200] * 50)
    return tuple(settings_faults(settings(profile=profile, payouts=payouts)) == () for payouts in shares)


def heads_worth(profile: str, worth: int, **more: Any) -> Evening:
    """Return a progressive evening on which a head is worth so much, in points or in minor units."""
    paid = profiles.PROFILES[profile].prizes == "pool"
    terms = {"prices": {"parts": {"buy_in": {"bounty": worth}}}} if paid else {"bounties": {"points": worth}}
    bounties = {**terms.pop("bounties", {}), **more}
    return evening(profile=profile, bounty="pko", bounties=bounties, **terms)


def pko(profile: str) -> Outcome:
    """A head of 100 is taken: return what its killer has won, and what is on his own head."""
    night = heads_worth(profile, 100)
    knock_out(night, "19:10", P[1], P[2])
    return night.row(P[2])["bounty_won"], night.row(P[2])["head"]


def pko_odd_unit(profile: str) -> Outcome:
    """Two take a head of 5 that is halved: return whether the greater half is paid, with either setting."""
    paid = []
    for odd in ("paid", "head"):
        night = heads_worth(profile, 5, odd_unit=odd)
        knock_out(night, "19:10", P[1], P[2], P[3])
        paid.append(sum(night.row(player)["bounty_won"] for player in (P[2], P[3])) == 3)
    return tuple(paid)


def deals(profile: str) -> Outcome:
    """Three are left: return what the floor hears when it says that all agree, and when it has them vote."""
    night = left_with(3, profile=profile)
    if refusal := night.ask("19:30", "open_deal_talk").refused:
        return refusal
    night.must("19:30", "propose_deal", method="even", stacks=counted({1: 1, 2: 1, 3: 1}))
    return (night.ask("19:31", "open_vote", proposal=1).refused, night.ask("19:31", "accept_deal", proposal=1).refused)


def deal_cool_down_minutes(profile: str) -> Outcome:
    """Return whether the players may talk again at once, and 20 minutes after a talk without a deal."""
    night = left_with(3, profile=profile)
    night.ask("19:30", "open_deal_talk")
    night.ask("19:31", "end_deal_talk")
    again = night.ask("19:50:59", "open_deal_talk").refused
    night.ask("19:50:59", "end_deal_talk")
    return again == "cool_down", night.ask("19:51", "open_deal_talk").refused == "cool_down"


def mystery(profile: str) -> Outcome:
    """One player takes two heads: return whether he draws for each."""
    bounties: dict[str, Any] = {"mystery": {"prizes": [{"text": "Cup", "count": 9}]}}
    if settings_faults(settings(profile=profile, bounty="mystery", bounties=bounties)):
        bounties = {}
    night = evening(profile=profile, bounty="mystery", bounties=bounties, prices={"rebuy": None, "re_entry": None})
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[2])
    return refusals(*(night.ask(when, "draw_mystery", player=P[2]).refused for when in ("19:12", "19:13")))


EVENINGS: dict[str, Callable[[str], Outcome]] = {
    evening.__name__: evening
    for evening in (
        same_hand_busts,
        second_killer,
        rebuy_window,
        rebuy_stack,
        surrender,
        add_on_closes,
        no_show,
        late_stack,
        minimum_players,
        pending_seconds,
        absent_out_at_level,
        balancing,
        largest_difference,
        mover,
        mover_seat,
        halts_when_short,
        newcomer_waits,
        places_paid_rounding,
        hand_for_hand,
        hand_for_hand_clock,
        hand_minutes,
        breaks,
        final_table,
        final_table_players,
        redraw_at,
        pot_count_disputes,
        prizes,
        guarantee,
        cancelled_after_start,
        most_payouts,
        pko,
        pko_odd_unit,
        mystery,
        deals,
        deal_cool_down_minutes,
    )
}

ALL = ("yes", "yes", "yes")
CELLS: dict[str, list[Outcome]] = {
    "same_hand_busts": [(5, 5, 5), (5, 5, 7), (5, 6, 7), (5, 5, 7), (5, 5, 7)],
    "second_killer": [("1/2", "0"), ("1/2", "1/2"), ("1/2", "1/2"), ("1/2", "1/2"), ("1/2", "1/2")],
    "rebuy_window": [
        (ALL, ALL),
        (("yes", "yes", SHUT), ("yes", SHUT, SHUT)),
        (("yes", SHUT, SHUT), ("yes", SHUT, SHUT)),
        (("yes", SHUT, SHUT), ("yes", SHUT, SHUT)),
        (("yes", "yes", SHUT), ALL),
    ],
    "rebuy_stack": [
        (ALL, ALL),
        (("yes", "yes", "large"), ("yes", "yes", "large")),
        (("yes", "yes", "large"), ("yes", "yes", "large")),
        (("yes", "large", "large"), ("yes", "large", "large")),
        (ALL, ("yes", "large", "large")),
    ],
    "surrender": [
        ("surrender", "surrender", "surrender"),
        ("surrender", "surrender", "surrender"),
        ("surrender", "surrender", "surrender"),
        ("yes", "yes", "large"),
        ("yet", "yes", "yes"),
    ],
    "add_on_closes": [
        (("yes", "yes"), ("yes", "yes")),
        (("yes", SHUT), ("yes", SHUT)),
        (("yes", SHUT), ("yes", SHUT)),
        (("yes", SHUT), ("yes", SHUT)),
        (("yes", "yes"), ("yes", SHUT)),
    ],
    "no_show": [
        (7, 70_000, 7, "dropped"),
        (7, 70_000, 7, "dropped"),
        (9, 90_000, 9, "alive"),
        (9, 90_000, 9, "alive"),
        (9, 90_000, 9, "alive"),
    ],
    "late_stack": [(9_100, 9_100), (10_000, 9_100), (10_000, 10_000), (10_000, 10_000), (10_000, 10_000)],
    "minimum_players": ["running", "running", "running", "registration_open", "running"],
    "pending_seconds": [
        (("out", None, 8),) * 3,
        (("pending", (1, 1), 9), ("pending", (1, 1), 9), ("out", None, 8)),
        (("pending", (1, 1), 9), ("pending", (1, 1), 9), ("out", None, 8)),
        (("out", None, 8),) * 3,
        (("out", None, 8),) * 3,
    ],
    "absent_out_at_level": [
        ((9, 9, 90_000), (9, 9, 90_000)),
        ((9, 9, 90_000), (9, 9, 90_000)),
        ((9, 9, 90_000), (9, 9, 90_000)),
        ((9, 9, 90_000), (9, 9, 90_000)),
        ((9, 9, 90_000), (7, 7, 70_000)),
    ],
    "balancing": [
        (None, (9, 9, 7)),
        ("balance", (9, 9, 7)),
        (None, (8, 9, 8)),
        ("balance", (9, 9, 7)),
        ("balance", (9, 9, 7)),
    ],
    "largest_difference": [(False, False), (True, True), (True, True), (True, True), (True, False)],
    "mover": [None, P[9], P[9], P[7], P[9]],
    "mover_seat": [None, 5, 5, 8, 5],
    "halts_when_short": [(), (), (), (), (2,)],
    "newcomer_waits": [
        ((5,), (5,), ()),
        ((5,), (5,), ()),
        ((5,), (5,), ()),
        ((5,), (4, 5), ()),
        ((), (), (3,)),
    ],
    "places_paid_rounding": [1, 1, 1, 1, 2],
    "hand_for_hand": [
        (None, None, None),
        ("money_bubble", None, None),
        ("money_bubble", "final_table_bubble", "payout_jump"),
        (None, None, None),
        ("money_bubble", None, None),
    ],
    "hand_for_hand_clock": [(False, None), (True, 600_000), (True, 600_000), (False, None), (True, 600_000)],
    "hand_minutes": [20, 20, 20, 20, 18],
    "breaks": [
        ((), (), 2),
        ((), (2,), 2),
        ((4,), (), None),
        ((), (2,), 2),
        ((), (3,), 3),
    ],
    "final_table": [
        ("final_table", (4, 4)),
        ("final_table", (4, 4)),
        (None, (8, 0)),
        ("final_table", (4, 4)),
        ("final_table", (4, 4)),
    ],
    "final_table_players": [(9, 9, 9), (9, 9, 9), (10, 8, 6), (9, 9, 9), (10, 9, 7)],
    "redraw_at": [(8, 3), (8, 3), (8, 3), (8, 8), (8, 3)],
    "pot_count_disputes": ["too_late", "too_late", "too_late", "too_late", None],
    "prizes": [(0, 10_000), (0, 10_000), (9_000, 1_000), (9_000, 1_000), (9_000, 1_000)],
    "guarantee": [
        1,
        3,
        (20_000, "guarantee_stands", 20_000),
        (20_000, None, 9_000),
        (20_000, "guarantee_stands", 20_000),
    ],
    "cancelled_after_start": [(0, 1_000, 0, 0), (0, 1_000, 0, 0), (100, 900, 0, 0), (100, 900, 0, 0), (100, 900, 0, 0)],
    "most_payouts": [(True, True), (True, True), (False, True), (True, True), (True, True)],
    "pko": [(100, 100), (50, 150), (50, 150), (50, 150), (50, 150)],
    "pko_odd_unit": [(True, True), (True, True), (True, True), (True, True), (True, False)],
    "mystery": [("yes", "already"), ("yes", "yes"), ("yes", "yes"), ("yes", "yes"), ("yes", "yes")],
    "deals": ["no_deals", "no_deals", ("no_votes", None), (None, "vote_needed"), ("no_votes", None)],
    "deal_cool_down_minutes": [(False, False), (False, False), (False, False), (True, False), (False, False)],
}
FIELDS = [field.name for field in dataclasses.fields(Profile) if field.name != "id"]
TABLE = [(field, name) for field in FIELDS for name in NAMES]


def test_every_field_of_a_profile_has_its_evening() -> None:
    assert list(EVENINGS) == list(CELLS) == FIELDS
    assert list(PROFILES) == NAMES


@pytest.mark.parametrize(("field", "name"), TABLE)
def test_each_cell_is_played_as_it_says_and_unlike_another(field: str, name: str) -> None:
    outcomes = dict(zip(NAMES, CELLS[field], strict=True))
    assert EVENINGS[field](name) == outcomes[name]
    mine = getattr(PROFILES[name], field)
    other = next(of for of in NAMES if getattr(PROFILES[of], field) != mine)
    assert EVENINGS[field](other) == outcomes[other] != outcomes[name]


@pytest.mark.parametrize("field", FIELDS)
def test_two_values_never_play_alike(field: str) -> None:
    by_value: dict[Any, set[Outcome]] = {}
    for name, outcome in zip(NAMES, CELLS[field], strict=True):
        by_value.setdefault(getattr(PROFILES[name], field), set()).add(outcome)
    assert all(len(outcomes) == 1 for outcomes in by_value.values())
    assert len({outcome for outcomes in by_value.values() for outcome in outcomes}) == len(by_value) > 1


ALONE_IT_SAYS_NOTHING: dict[str, dict[str, str]] = {
    "largest_difference": {"sport-poker-v1": "the floor alone balances"},
    "hand_minutes": dict.fromkeys(("sport-poker-v1", "east-durham-v1"), "the clock runs in hand-for-hand"),
    "guarantee": {
        "sport-poker-v1": "there is no pool to guarantee: fixed and withdrawable are of one",
        "tda-wsop-v1": "a guaranteed pool is withdrawn or it is not: none and stands are of lines",
        "tda-2024-v1": "a guaranteed pool is withdrawn or it is not: none and stands are of lines",
    },
    "deal_cool_down_minutes": dict.fromkeys(("sport-poker-v1", "sport-poker-v2"), "nobody may talk"),
}
"""Fields of which another value makes no difference in a house, because of what another of its fields says."""


def elsewhere(field: str, name: str, value: Any) -> Outcome:
    """Return how a field's evening goes in a house that has another one's value in it."""
    with swapped(name, field, value):
        try:
            return EVENINGS[field](name)
        except AssertionError:
            return "it cannot be played"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("field", FIELDS)
def test_a_value_swapped_for_another_houses_is_noticed(field: str, name: str) -> None:
    """Whatever cell of the table is changed to what stands beside it, its evening no more goes as it says."""
    mine, stated = getattr(PROFILES[name], field), dict(zip(NAMES, CELLS[field], strict=True))[name]
    others = {getattr(PROFILES[of], field) for of in NAMES} - {mine}
    unnoticed = [value for value in others if elsewhere(field, name, value) == stated]
    assert bool(unnoticed) == (name in ALONE_IT_SAYS_NOTHING.get(field, {})), unnoticed


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_answers_by_its_fields_and_never_by_its_name(name: str) -> None:
    """No rule knows the name of a house."""
    rules = Path(__file__).parents[2] / "domain"
    for file in rules.glob("*.py"):
        if file.name != "profiles.py":
            assert name not in file.read_text(encoding="utf-8"), f"{file.name} asks for {name} by name"


def test_a_setting_replaces_the_profiles_value() -> None:
    assert evening(9, present=7, profile="tda-2024-v1", no_show="drop").head["left"] == 7
    assert opened(4, profile="east-durham-v1", minimum_players=4).state.settings.minimum_players == 4
    night = opened(4, profile="east-durham-v1", minimum_players=4)
    night.wait("19:00")
    assert night.status() == "running"


def test_an_unknown_profile_is_refused() -> None:
    faults = settings_faults(settings(profile="no-such-house"))
    assert [(fault.field, fault.reason) for fault in faults] == [("profile", "no profile no-such-house")]
