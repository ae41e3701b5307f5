"""What a table reports of its hands: one begins, one is over, a batch was played; or its button (SEAT-9, NOSH-2)."""

from collections.abc import Collection
from datetime import datetime

from domain import commands as c
from domain import events as e
from domain.absent import orbits_filled
from domain.button import (
    HEADS_UP,
    SILENT,
    after,
    before,
    button_known,
    first_deal,
    following,
    idle_seats,
    next_deal,
    waiting_seats,
)
from domain.changes import replace
from domain.clock import level_time
from domain.decisions import Context, Decision, Rejection, Unchanged, refuse
from domain.hands import may_start
from domain.old_level import step_of_hand
from domain.seating import not_seated_yet
from domain.state import Deal, Table, Tournament
from domain.structure import Level
from domain.table_sizes import numbers, seats_at


def start_hand(state: Tournament, command: c.StartHand, context: Context) -> Decision:
    """Begin a table's next hand: button and blinds by the rule, or as the table says; some newcomers sit it out.

    A position that the table names stands, be it the rule's or not (TDA 34A, 36); those that it leaves out follow.
    Where nothing is named and the button is not known the hand has none.  While stud is dealt the button stays where
    the last hand with blinds had it, and the next one moves it on (TDA 11B).
    """
    if refusal := not_seated_yet(state):
        return refusal
    table = state.tables.get(command.table)
    if table is not None and command.hand is not None and command.hand <= table.dealt:
        return _dealt_already(table, command.hand)
    if refusal := may_start(state, command.table, context.accepted_at):
        return refusal
    table = state.tables[command.table]
    idle = idle_seats(state, table)
    occupied = [seat for seat in table.seats if seat not in idle]
    if len(occupied) < HEADS_UP:
        return refuse("SEAT-9", "alone", f"fewer than two at table {command.table} have chips", table=command.table)
    hand = command.hand or table.dealt + 1
    follows = hand == table.dealt + 1
    sure = follows and (command.hand is not None or _trusted(state, table, context.at))
    step = step_of_hand(state, context.accepted_at)
    frozen = command.stud or _is_stud(state, step)
    by_rule = (table.deal if frozen else next_deal(table, without=idle)) if sure else None
    named = (command.button, command.small_blind, command.big_blind)
    if command.big_blind is not None and command.big_blind not in occupied:
        return refuse(
            "SEAT-9",
            "nobody_there",
            f"nobody with chips sits at table {command.table}, seat {command.big_blind}",
            "name a player's seat as the big blind",
            table=command.table,
            seat=command.big_blind,
        )
    deal = by_rule
    if any(seat is not None for seat in named):
        told = _as_named(state, table, named, by_rule, occupied)
        if isinstance(told, Rejection):
            return told
        deal = told
    if deal is None:
        return (e.HandStarted(table=command.table, hand=hand, not_dealt=idle, step=step, frozen=frozen),)
    came = {} if by_rule is None or frozen else table.newcomers
    waiting = waiting_seats(state.profile.newcomer_waits, came, deal, occupied)
    return (
        e.HandStarted(
            table=command.table,
            hand=hand,
            button=deal.button,
            small_blind=deal.small_blind,
            big_blind=deal.big_blind,
            dead_small_blind=not frozen and (deal.small_blind not in occupied or deal.small_blind in waiting),
            not_dealt=tuple(sorted((*idle, *waiting))),
            instead_of=None if by_rule is None or _same(by_rule, deal) else _seats(by_rule),
            step=step,
            frozen=frozen,
        ),
    )


def _is_stud(state: Tournament, step: int) -> bool:
    """Return whether nothing but stud is dealt at a step of the sheet: somebody brings it in and nobody is a blind."""
    level = state.settings.structure.steps[step]
    return isinstance(level, Level) and level.bring_in is not None and not level.rotation


def _dealt_already(table: Table, hand: int) -> Decision:
    if hand == table.dealt:
        return Unchanged(note=f"hand {hand} of table {table.number} has begun already")
    return refuse(
        "SEAT-9",
        "hand_over",
        f"table {table.number} has dealt hand {table.dealt} already",
        "name the next hand, or none",
        table=table.number,
        hand=table.dealt,
    )


def _trusted(state: Tournament, table: Table, at: datetime) -> bool:
    """Return whether the next hand that a table reports follows on what is known of its button."""
    return button_known(state, table.number, at) or (table.deal is None and _first_is_due(state, table, at))


def _first_is_due(state: Tournament, table: Table, at: datetime) -> bool:
    """Return whether a table with a drawn button may be about to play its first hand."""
    return table.button_drawn is not None and level_time(state, at) - table.heard <= SILENT


def _seats(deal: Deal) -> tuple[int, int, int]:
    return deal.button, deal.small_blind, deal.big_blind


def _same(one: Deal, other: Deal) -> bool:
    return _seats(one) == _seats(other)


def _as_named(
    state: Tournament,
    table: Table,
    named: tuple[int | None, int | None, int | None],
    by_rule: Deal | None,
    occupied: Collection[int],
) -> Deal | Rejection:
    """Return button and blinds as the table names them; those that it does not name are the rule's, or lie beside."""
    chairs = seats_at(state, table.number)
    if any(seat is not None and seat > chairs for seat in named):
        return refuse("SEAT-9", "no_such_seat", f"table {table.number} has {chairs} seats", table=table.number)
    button, small, big = named
    if by_rule is not None and all(
        one is None or one == other for one, other in zip(named, _seats(by_rule), strict=True)
    ):
        return by_rule
    heads_up = len(occupied) == HEADS_UP
    if small is None:
        if big is not None:
            small = before(big, occupied)
        elif button is not None:
            small = button if heads_up and button in occupied else after(button, occupied)
        else:
            message = "no position is named"
            raise AssertionError(message)
    if big is None:
        big = after(small, occupied)
    if button is None:
        button = small if heads_up else before(small, (seat for seat in occupied if seat != big))
    if small == big:
        return refuse("SEAT-9", "same_seat", "small blind and big blind are two seats", table=table.number, seat=big)
    return Deal(button=button, small_blind=small, big_blind=big, hand=table.dealt + 1)


def end_hand(state: Tournament, command: c.EndHand, at: datetime) -> Decision:
    """End a table's hand in progress; it counts as one hand of the table (NOSH-2)."""
    if refusal := not_seated_yet(state):
        return refusal
    table = state.tables.get(command.table)
    if table is None:
        return refuse("SEAT-9", "no_such_table", f"nobody plays at table {command.table}", table=command.table)
    if table.hand is None:
        return Unchanged(note=f"no hand is in progress at table {table.number}")
    if command.hand is not None and command.hand != table.hand:
        return refuse(
            "SEAT-9",
            "other_hand",
            f"table {table.number} is in hand {table.hand}",
            "name that hand, or none",
            table=table.number,
            hand=table.hand,
        )
    return hand_over(state, table, at)


def hand_over(state: Tournament, table: Table, at: datetime) -> tuple[e.Event, ...]:
    """Return the end of a table's hand in progress, and the orbit that it fills."""
    if table.hand is None:
        message = "no hand is in progress"
        raise AssertionError(message)
    since, charged = _counted(state, table, 1, at)
    return (e.HandEnded(table=table.number, hand=table.hand, since=since), *charged)


def _counted(state: Tournament, table: Table, hands: int, at: datetime) -> tuple[int, tuple[e.Event, ...]]:
    """Return how many hands of an orbit a table has now played, and the orbits of its absent players that they fill."""
    since = table.hands + hands
    charge = state.settings.orbit_by_hands and state.ended_at is None
    if charge and any(number in state.absent for number in table.seats.values()):
        return since, orbits_filled(state, table.number, since, at)
    return since % len(table.seats) if table.seats else 0, ()


def ended_by_itself(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the end of a hand at a table where nobody is left to play it with."""
    if not state.dealing:
        return ()
    empty, alone = state.sizes[:2]
    number = next(numbers(state.dealing & (empty | alone)), None)
    return () if number is None else hand_over(state, state.tables[number], at)


def report_hands(state: Tournament, command: c.ReportHands, at: datetime) -> Decision:
    """Count a batch of a table's hands: the button moves as often, and its absent players pay by the orbit (NOSH-2).

    Hands that were begun one by one are counted already and not part of it.
    """
    if refusal := not_seated_yet(state):
        return refusal
    table = state.tables.get(command.table)
    if table is None or not table.seats:
        return refuse("NOSH-2", "no_such_table", f"nobody plays at table {command.table}", table=command.table)
    if table.hand is not None:
        return refuse(
            "NOSH-2",
            "hand_in_progress",
            f"table {table.number} is in hand {table.hand}, which counts by itself",
            "end that hand first",
            table=table.number,
            hand=table.hand,
        )
    since, charged = _counted(state, table, command.hands, at)
    frozen = state.clock is not None and _is_stud(state, state.clock.position)
    reported = e.HandsReported(table=table.number, hands=command.hands, since=since, frozen=frozen)
    if moved := _moved(state, table, 0 if frozen else command.hands, at):
        deal, waiting = moved
        reported = replace(
            reported,
            button=deal.button,
            small_blind=deal.small_blind,
            big_blind=deal.big_blind,
            not_dealt=waiting,
        )
    return (reported, *charged)


def _moved(state: Tournament, table: Table, hands: int, at: datetime) -> tuple[Deal, tuple[int, ...]] | None:
    """Return where the button is after a batch, and who still waits to be dealt in; None: it cannot be known.

    `hands` are those in which it moves.
    Who left or came since the last report did so before or after any of these hands: only when that makes no difference
    is the button known.
    """
    if not _trusted(state, table, at):
        return None
    if not hands:
        return None if table.deal is None else (table.deal, ())
    now = frozenset(table.seats) - frozenset(idle_seats(state, table))
    came = frozenset(table.newcomers)
    possible = [now, now | frozenset(table.left), now - came, (now | frozenset(table.left)) - came]
    ends = [_after_hands(table, seats, hands) for seats in dict.fromkeys(possible)]
    last = ends[0]
    if last is None or any(other is None or not _same(other, last) for other in ends):
        return None
    return last, _still_waiting(state, table, now, hands)


def _after_hands(table: Table, occupied: Collection[int], hands: int) -> Deal | None:
    deal = _first_of(table, occupied)
    for _ in range(hands - 1):
        if deal is None:
            return None
        deal = following(deal, occupied)
    return deal


def _first_of(table: Table, occupied: Collection[int]) -> Deal | None:
    if table.deal is not None:
        return following(table.deal, occupied)
    return None if table.button_drawn is None else first_deal(table.button_drawn, occupied)


def _still_waiting(state: Tournament, table: Table, occupied: Collection[int], hands: int) -> tuple[int, ...]:
    """Return the newcomers whom no hand of a batch was dealt to."""
    deal, newcomers = _first_of(table, occupied), table.newcomers
    for _ in range(hands):
        if deal is None or not newcomers:
            break
        waiting = waiting_seats(state.profile.newcomer_waits, newcomers, deal, occupied)
        for seat in newcomers:
            newcomers = newcomers if seat in waiting else newcomers.delete(seat)
        deal = following(deal, occupied)
    return tuple(sorted(newcomers))


def set_button(state: Tournament, command: c.SetButton) -> Decision:
    """Record the floor's word on where a table's button is: in the hand in progress, else in the last one dealt.

    A hand in progress gets it as a button put right before substantial action (TDA 34A).
    """
    if refusal := not_seated_yet(state):
        return refusal
    table = state.tables.get(command.table)
    if table is None or not table.seats:
        return refuse("SEAT-9", "no_such_table", f"nobody plays at table {command.table}", table=command.table)
    idle = idle_seats(state, table)
    occupied = [seat for seat in table.seats if seat not in idle]
    if len(occupied) < HEADS_UP:
        return refuse("SEAT-9", "alone", f"fewer than two at table {command.table} have chips", table=command.table)
    told = _as_named(state, table, (command.button, command.small_blind, command.big_blind), None, occupied)
    if isinstance(told, Rejection):
        return told
    return (
        e.ButtonSet(table=table.number, button=told.button, small_blind=told.small_blind, big_blind=told.big_blind),
    )
