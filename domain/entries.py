"""Coming in and topping up: registration, check-in, re-entry, rebuy, add-on, surrender, voids (REG, NOSH, WIN)."""

from datetime import datetime, timedelta

from domain import bounties, fees, mystery, pay_first, pending, settlement, waiting
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.chips import stack_of
from domain.clock import level_reached, not_running, orbit_cost, played_until
from domain.decisions import Context, Decision, Rejection, Unchanged, Wanted, refuse
from domain.ids import PlayerId
from domain.lines import without
from domain.maps import HELD
from domain.presence import here
from domain.previews import unseen
from domain.seating import (
    Seat,
    chair_fault,
    chair_of,
    find_seat,
    free_seat,
    living,
    not_seated_yet,
    old_seat,
    spoken,
    take_seat,
)
from domain.settings import AtTime, Parts
from domain.state import Entry, Player, Tournament, play_on
from domain.structure import Break, position_of_break, position_of_level
from domain.windows import closed, re_entry_price, window


def register(state: Tournament, command: c.Register, context: Context) -> Decision:
    """Give a player a place in the field, or on the waiting list; after the start staff seat him at once (REG-1, 5)."""
    if refusal := _not_open(state, context) or _holds_a_place(state, command.player):
        return refusal
    if refusal := _not_himself(command.player, context) or _named_seat_fault(state, command.seat, context):
        return refusal
    number = len(state.entries) + 1
    if waiting.full(state):
        return (waiting.at_the_end(state, number, command.player),)
    registered = e.PlayerRegistered(entry=number, player=command.player)
    if not state.running or context.role == "player" or _costs_a_seat(state):
        return (registered,)
    seat = _late_seat(state, command.seat, context)
    if not isinstance(seat, Seat):
        return seat
    return (registered, *_seated(state, number, command.player, seat, context))


def _named_seat_fault(state: Tournament, named: c.SeatRef | None, context: Context) -> Rejection | None:
    """Return why a seat cannot be named with a registration."""
    if named is None:
        return None
    if not state.running:
        return refuse(
            "REG-4",
            "seat_at_check_in",
            "a seat is named when the player checks in",
            "register without a seat, then check in with it",
        )
    if context.role == "player":
        return refuse("REG-4", "seat_by_floor", "only the floor names a seat")
    if _costs_a_seat(state):
        return refuse(
            "FEE-2",
            "pay_first",
            "nobody is seated before he has paid",
            "register without a seat, take what is due, then check him in with it",
        )
    return chair_fault(state, chair_of(named)) if state.drawn else None


def _costs_a_seat(state: Tournament) -> bool:
    """Return whether a newcomer has something to pay before he is seated (FEE-2)."""
    return state.settings.prices.pay_first and state.settings.prices.buy_in > 0


def _not_open(state: Tournament, context: Context) -> Rejection | None:
    """Return why nobody can register now: too early, too late, or the tournament is over."""
    if state.status == "registration_open":
        return None
    if not state.running:
        return refuse(
            "REG-1",
            "registration_closed",
            f"the tournament is {state.status}: nobody can register",
            status=state.status,
        )
    return _too_late(state, context.accepted_at)


def _too_late(state: Tournament, accepted_at: datetime) -> Rejection | None:
    """Return why nobody can come into a running tournament at this instant; before its start everybody could."""
    if state.ended_by(accepted_at):
        return refuse("REG-5", "play_ended", "play has ended: nobody can come in any more")
    if state.started_at is not None and accepted_at < state.started_at:
        return None
    return closed(state, "late_registration", accepted_at)


def _holds_a_place(state: Tournament, player: PlayerId) -> Rejection | None:
    """Return why a player who is in already cannot register again (REG-2)."""
    entry = state.current(player)
    if entry is None or entry.status in {"unregistered", "dropped", "voided"}:
        return None
    if entry.status in {"out", "pending"}:
        return refuse("REG-2", "use_re_enter", f"{player} is out of this tournament", "use re_enter")
    if entry.status == "waiting":
        return refuse("REG-2", "waiting", f"{player} is on the waiting list already", entry=entry.number)
    where = f", at {spoken(entry.chair)}" if entry.chair else ""
    return refuse(
        "REG-2",
        "already_in",
        f"{player} is in already as entry {entry.number}{where}",
        "check him in" if not entry.checked_in else "",
        entry=entry.number,
        table=entry.chair[0] if entry.chair else None,
        seat=entry.chair[1] if entry.chair else None,
    )


def _not_himself(player: PlayerId, context: Context) -> Rejection | None:
    if context.role != "player" or context.actor == player:
        return None
    return refuse("SEC-1", "not_yourself", "players can act for themselves only")


def _full(state: Tournament) -> Rejection | None:
    """Return why a place that was lost cannot be had back: there is none, or others wait for it."""
    if state.waiting:
        return refuse("REG-1", "full", "others wait for a place", "register again to wait", waiting=len(state.waiting))
    if waiting.place_left(state):
        return None
    most = state.settings.most_players
    return refuse("REG-1", "full", f"all {most} places are taken", "register again to wait", cap=most)


def unregister(state: Tournament, command: c.Unregister, context: Context) -> Decision:
    """Take a registration back before check-in, or leave the waiting list (REG-1)."""
    if refusal := _not_himself(command.player, context):
        return refusal
    if state.status != "registration_open" and (refusal := not_running(state)):
        return refusal
    entry = state.current(command.player)
    if entry is not None and entry.status == "out" and (waiting.waits(state, entry) or entry.number in state.calls):
        return (e.SeatReleased(entry=entry.number, player=entry.player),)
    if entry is None or entry.status not in {"registered", "waiting"}:
        return refuse("REG-1", "not_registered", f"{command.player} is not registered")
    if entry.checked_in:
        return refuse("REG-1", "checked_in", f"{command.player} has checked in", "void the entry instead")
    return (e.PlayerUnregistered(entry=entry.number, player=entry.player),)


def check_in(state: Tournament, command: c.CheckIn, context: Context) -> Decision:
    """Mark a player present; once tables are drawn this seats him, also one dropped who came in time (REG-4, WIN-6)."""
    if state.status != "registration_open" and (refusal := not_running(state)):
        return refusal
    entry = state.current(command.player)
    if entry is None or entry.status in {"unregistered", "voided", "out", "pending"}:
        return refuse("REG-4", "not_registered", f"{command.player} is not registered", "register him first")
    if entry.status == "waiting":
        return refuse("REG-1", "waiting", f"{command.player} is on the waiting list", "check him in when he is called")
    if entry.status == "alive" or entry.checked_in:
        return _here(entry, command)
    if refusal := pay_first.unpaid(state, entry):
        return refusal
    if state.drawn:
        return _check_in_late(state, entry, command, context)
    if state.running:
        return Wanted(pools=())
    restored: tuple[e.Event, ...] = ()
    if entry.status == "dropped":
        if refusal := _full(state):
            return refusal
        restored = (e.RegistrationRestored(entry=entry.number, player=entry.player),)
    chair = None if command.seat is None else chair_of(command.seat)
    if chair is not None and (fault := chair_fault(state, chair)):
        return fault
    checked_in = e.PlayerCheckedIn(
        entry=entry.number, player=entry.player, chair=chair, stack=command.stack, locked=command.locked
    )
    return (*restored, checked_in)


def _here(entry: Entry, command: c.CheckIn) -> Decision:
    """Return the answer for a player who has checked in or sits: a second check-in gives no other chair or stack."""
    if command.seat is not None and chair_of(command.seat) != entry.chair:
        where = f", at {spoken(entry.chair)}" if entry.chair else ""
        return refuse(
            "REG-4", "checked_in", f"{entry.player} is in already{where}", "move him once the seats are drawn"
        )
    if command.stack is not None and command.stack != entry.counted:
        return refuse("REG-4", "checked_in", f"{entry.player} is in already", "void the entry and begin again")
    if command.locked and not entry.locked:
        return refuse("SEAT-2", "checked_in", f"{entry.player} is in already", "lock his seat with lock_seat")
    if entry.absent:
        return (e.PlayerArrived(entry=entry.number, player=entry.player, stack=entry.absent_stack),)
    return Unchanged(note=f"{entry.player} is {'in play' if entry.seated else 'checked in'} already")


def _check_in_late(state: Tournament, entry: Entry, command: c.CheckIn, context: Context) -> Decision:
    if command.stack is not None:
        return refuse("REG-4", "stack_before_start", "counted stacks are for the start", "leave the stack out")
    in_time = waiting.called_in_time(entry, context.accepted_at)
    if not in_time and (refusal := _too_late(state, context.accepted_at)):
        return refusal
    if command.seat is not None and (fault := chair_fault(state, chair_of(command.seat))):
        return fault
    restored: tuple[e.Event, ...] = ()
    if entry.status == "dropped":
        # Dropped at the close he is let in over the cap; dropped by hand he gave his place to whoever came.
        if not in_time and window(state, "late_registration").open and (refusal := _full(state)):
            return refusal
        restored = (e.RegistrationRestored(entry=entry.number, player=entry.player),)
    # A chair that is kept for somebody is his who was called, or who came in time and was dropped all the same.
    kept = len(state.held) if restored or entry.number in state.calls else 0
    if waiting.chairs_left(state) + kept <= 0:
        return (*restored, waiting.in_his_turn(state, entry))
    seat = _late_seat(state, command.seat, context)
    if not isinstance(seat, Seat):
        return seat
    seated = _seated(state, entry.number, entry.player, seat, context, locked=command.locked)
    return (*restored, *seated)


def _late_seat(state: Tournament, named: c.SeatRef | None, context: Context) -> Seat | Rejection | Wanted:
    if not state.drawn:
        # The first draw comes before every late seat; the command waits for it.
        return Wanted(pools=())
    return find_seat(state, named, context.lot)


def _seated(
    state: Tournament, number: int, player: PlayerId, seat: Seat, context: Context, *, locked: bool = False
) -> tuple[e.Event, ...]:
    return (
        *seat.opens,
        e.PlayerSeated(
            entry=number,
            player=player,
            chair=seat.chair,
            chips=late_stack(state, seat.chair[0], context.at) + _promised(state, number),
            price=state.settings.prices.buy_in,
            parts=fees.parts_of(state, "buy_in"),
            lot=seat.lot,
            pools=seat.pools,
            taken=seat.taken,
            locked=locked,
        ),
    )


def _promised(state: Tournament, number: int) -> int:
    """Return the bonus chips that an entry is to get with its stack (RUL-9)."""
    return state.entries[number].extra if number in state.entries else 0


def late_stack(state: Tournament, table: int, at: datetime) -> int:
    """Return a late entry's stack: full, or by profile and setting less the orbits missed (REG-5).

    An orbit costs the blinds and antes of the level in which it ended: big-blind and button ante once, a classic ante
    once per player at the table.  At least the big blind of the level in force is left to play with.
    """
    settings, profile = state.settings, state.profile
    less = profile.late_stack == "less_missed_orbits" or (
        profile.late_stack == "setting" and settings.late_stack == "less_missed_orbits"
    )
    if not less or settings.orbit_minutes is None or state.clock is None:
        return settings.starting_stack
    seats = state.tables[table].seats if table in state.tables else {}
    orbit = timedelta(minutes=settings.orbit_minutes)
    missed = 0
    ran = timedelta(0)
    orbits = 0
    floor = 1
    for position, length in played_until(state.clock, at):
        step = settings.structure.steps[position]
        if isinstance(step, Break):
            continue
        ran += length
        floor = step.big_blind
        missed += (ran // orbit - orbits) * orbit_cost(step, len(seats) + 1)
        orbits = ran // orbit
    return max(settings.starting_stack - missed, min(floor, settings.starting_stack))


def restore_registration(state: Tournament, command: c.RestoreRegistration, context: Context) -> Decision:
    """Give a dropped player his registration back while nobody is kept out (WIN-1)."""
    if refusal := _not_open(state, context):
        return refusal
    entry = state.current(command.player)
    if entry is None or entry.status != "dropped":
        return refuse("WIN-1", "not_dropped", f"{command.player} was not dropped")
    if refusal := _full(state):
        return refusal
    return (e.RegistrationRestored(entry=entry.number, player=entry.player),)


def no_shows(state: Tournament) -> tuple[e.Event, ...]:
    """Return the drop of everybody who has not come, once late registration is closed and the field drawn (NOSH-1)."""
    if not state.drawn or not state.awaited or not state.running:
        return ()
    late = state.windows.get("late_registration")
    if late is not None and late.open:
        return ()
    return (e.RegistrationsDropped(entries=tuple(sorted(state.awaited))),)


def re_enter(state: Tournament, command: c.ReEnter, context: Context) -> Decision:
    """Buy a bust player back in: entry, stack and seat in one decision (WIN-3, WIN-4)."""
    if refusal := not_seated_yet(state):
        return refusal
    entry = state.current(command.player)
    if entry is None or entry.status not in {"out", "pending"}:
        status = "unknown" if entry is None else entry.status
        return refuse(
            "WIN-3",
            "not_out",
            f"{command.player} is not out of this tournament",
            "a re-entry follows a bust",
            status=status,
        )
    knockout = state.knockouts[entry.knockout] if entry.knockout else None
    if knockout is not None and knockout.cause == "disqualified":
        return refuse("WIN-3", "disqualified", f"{command.player} was disqualified")
    if entry.status == "out" or knockout is None:
        return _come_back_or_wait(state, entry, command, context)
    # The bust is completed first: his seat is free when one is looked for, and the list has its turn.
    out = pending.completed(state, knockout.number, "re_entry")
    after = pending.evolve_completed(state, out, context.at)
    back = _come_back_or_wait(after, after.entries[entry.number], command, context)
    return (out, *back) if isinstance(back, tuple) else back


def _come_back_or_wait(state: Tournament, entry: Entry, command: c.ReEnter, context: Context) -> Decision:
    """Return the re-entry of a player who is out, or his place on the waiting list when no seat is free (SEAT-6)."""
    if waiting.waits(state, entry):
        return refuse("WIN-3", "waiting", f"{entry.player} is on the waiting list already", entry=entry.number)
    if refusal := _no_re_entry(state, entry, context):
        return refusal
    if command.seat is not None and (fault := chair_fault(state, chair_of(command.seat))):
        return fault
    if waiting.called_in_time(entry, context.accepted_at):
        free = waiting.chairs_left(state) + len(state.held) > 0
    else:
        free = not waiting.full_for_who_was_in(state)
    if not free and command.payment is not None:
        return refuse(
            "FEE-2",
            "no_seat_to_pay_for",
            "no seat is free, and nothing was taken on record",
            "give it back; without a payment he is put on the waiting list",
        )
    if not free:
        return (waiting.at_the_end(state, entry.number, entry.player),)
    return _come_back(state, entry, command, context)


def _no_re_entry(state: Tournament, entry: Entry, context: Context) -> Rejection | None:
    """Return why nobody can re-enter after `entry`; who was called from the waiting list asked in time."""
    if state.ended_by(context.accepted_at):
        return refuse("WIN-3", "play_ended", "play has ended: nobody can come in any more")
    announced = fees.announced(state, entry.number, "re_entry") is not None
    if not (announced or waiting.called_in_time(entry, context.accepted_at)) and (
        refusal := closed(state, "re_entry", context.accepted_at)
    ):
        return refusal
    most = state.settings.re_entries
    taken = len(state.players[entry.player].entries) - 1
    if most is not None and taken >= most:
        return refuse("WIN-3", "no_re_entry_left", f"{entry.player} has had {taken} re-entries", most=most)
    return None


def _come_back(state: Tournament, entry: Entry, command: c.ReEnter | c.SurrenderStack, context: Context) -> Decision:
    """Return the re-entry of a player after `entry`, with what is paid for it, or why it cannot be."""
    if refusal := _no_re_entry(state, entry, context):
        return refusal
    price, number = re_entry_price(state), len(state.entries) + 1
    if price is None:
        message = "the re-entry window is open without a price"
        raise AssertionError(message)
    settled = settlement.paid_with(state, entry.player, number, price, command.payment)
    if isinstance(settled, Rejection):
        return settled
    seat = find_seat(state, command.seat, context.lot)
    if not isinstance(seat, Seat):
        return seat
    return (
        *seat.opens,
        e.ReEntered(
            entry=number,
            player=entry.player,
            previous=entry.number,
            chair=seat.chair,
            chips=state.settings.starting_stack,
            price=price,
            parts=fees.parts_of(state, "re_entry"),
            lot=seat.lot,
            pools=seat.pools,
            taken=seat.taken,
        ),
        *settled,
    )


def rebuy(state: Tournament, command: c.Rebuy, context: Context) -> Decision:
    """Add a starting stack to a living entry, or to one that has still to decide: no new entry (WIN-2, KO-5)."""
    if refusal := _no_sale(state, context):
        return refusal
    bust = pending.undecided(state, command.player, context.accepted_at)
    entry = living(state, command.player) if bust is None else state.entries[bust.entry]
    if isinstance(entry, Rejection):
        return entry
    if fees.announced(state, entry.number, "rebuy") is None:
        if refusal := closed(state, "rebuy", context.accepted_at):
            return refusal
        if refusal := _stack_too_large(state, entry, command) if bust is None else _has_no_stack(command):
            return refusal
    price = state.settings.prices.rebuy
    if price is None:
        message = "the rebuy window is open without a price"
        raise AssertionError(message)
    start = state.settings.starting_stack
    parts = fees.parts_of(state, "rebuy")
    rebought = e.Rebought(entry=entry.number, player=entry.player, chips=start, price=price, parts=parts)
    if bust is None:
        return (rebought,)
    stands = state.settings.rebuy_has_bounty or parts.bounty > 0 or bust.number in state.mystery.drawn_on
    resplits = () if stands else bounties.given_back(state, bust)
    rebought = replace(rebought, knockout=bust.number, credit_stands=stands, resplits=resplits)
    if entry.status == "pending":
        return (rebought,)
    # He asked in time, and was put out meanwhile: his own seat if it is still free, else another.
    seat = find_seat(state, old_seat(state, bust.chair), context.lot)
    if not isinstance(seat, Seat):
        return seat
    return (*seat.opens, replace(rebought, chair=seat.chair, lot=seat.lot, pools=seat.pools, taken=seat.taken))


def _stack_too_large(state: Tournament, entry: Entry, command: c.Rebuy) -> Rejection | None:
    """Return why a living stack is too large for a rebuy, or that it must be counted."""
    rule = state.profile.rebuy_stack
    limit = state.settings.rebuy_stack if rule == "setting" else rule
    start = state.settings.starting_stack
    if limit == "any":
        return None
    stack = stack_of(state, entry) if command.stack is None else command.stack
    if stack is None:
        return _count_needed("a rebuy here depends on the stack")
    if stack > start or (limit == "below_start" and stack == start):
        spoken_limit = "below" if limit == "below_start" else "at or below"
        return refuse(
            "WIN-2",
            "stack_too_large",
            f"{command.player} has {stack} chips; a rebuy needs a stack {spoken_limit} {start}",
            stack=stack,
            starting_stack=start,
        )
    return None


def _has_no_stack(command: c.Rebuy) -> Rejection | None:
    if not command.stack:
        return None
    return refuse(
        "KO-5",
        "no_stack",
        f"{command.player} is bust and has no {command.stack} chips",
        "leave the stack out, or void the knockout",
        stack=command.stack,
    )


def _no_sale(state: Tournament, context: Context) -> Rejection | None:
    if refusal := not_seated_yet(state):
        return refusal
    if state.ended_by(context.accepted_at):
        return refuse("LIFE-9", "play_ended", "play has ended: no more chips are sold")
    return None


def _buyer(state: Tournament, player: PlayerId, context: Context) -> Entry | Rejection:
    return _no_sale(state, context) or living(state, player)


def _count_needed(why: str) -> Rejection:
    return refuse(
        "RUL-7", "count_needed", f"{why}, so it needs the field stack", "count the stack and send it",
        field="stack",
    )  # fmt: skip


def add_on(state: Tournament, command: c.AddOn, context: Context) -> Decision:
    """Add the add-on's chips to a living entry, once by default (WIN-5)."""
    entry = _buyer(state, command.player, context)
    if isinstance(entry, Rejection):
        return entry
    announced = fees.announced(state, entry.number, "add_on") is not None
    if not announced and (refusal := closed(state, "add_on", context.accepted_at)):
        return refusal
    if entry.add_ons >= state.settings.add_ons:
        return refuse(
            "WIN-5",
            "add_on_taken",
            f"{command.player} has taken the add-on already",
            taken=entry.add_ons,
        )
    price = state.settings.prices.add_on
    if price is None:
        message = "the add-on window is open without a price"
        raise AssertionError(message)
    chips = state.settings.add_on_chips or state.settings.starting_stack
    parts = fees.parts_of(state, "add_on")
    return (e.AddOnTaken(entry=entry.number, player=entry.player, chips=chips, price=price, parts=parts),)


def surrender_stack(state: Tournament, command: c.SurrenderStack, context: Context) -> Decision:
    """Give a living stack up for a re-entry in one decision: the old stack leaves play (WIN-7)."""
    entry = _buyer(state, command.player, context)
    if isinstance(entry, Rejection):
        return entry
    stack = stack_of(state, entry) if command.stack is None else command.stack
    if refusal := _no_surrender(state, stack, context):
        return refusal
    # His own seat is free again when the new one is looked for.
    back = _come_back(free_seat(state, entry.number), entry, command, context)
    if not isinstance(back, tuple):
        return back
    if entry.chair is None:
        message = "a living entry has no chair"
        raise AssertionError(message)
    given_up = e.Busted(
        knockout=len(state.knockouts) + 1,
        entry=entry.number,
        player=entry.player,
        chair=entry.chair,
        cause="surrendered",
        bust=state.busts + 1,
        rank=0,
        level=level_reached(state),
        stack=stack,
        chips_removed=stack or 0,
    )
    return (given_up, *back)


def _no_surrender(state: Tournament, stack: int | None, context: Context) -> Rejection | None:
    rule = state.profile.surrender
    if rule == "never":
        return refuse("WIN-7", "no_surrender", "these rules do not let a living stack be given up")
    if state.settings.bounty in {"classic", "pko"}:
        return refuse("WIN-7", "no_surrender", "no stack is given up in a bounty event")
    if refusal := closed(state, "late_registration", context.accepted_at):
        return replace(refusal, rule="WIN-7")
    if stack is None:
        return _count_needed("what is given up leaves play")
    start = state.settings.starting_stack
    if rule == "below_start" and stack >= start:
        return refuse(
            "WIN-7",
            "stack_too_large",
            f"only a stack below {start} can be given up",
            stack=stack,
            starting_stack=start,
        )
    if rule == "end_of_late_registration" and not _in_last_step(state, context.at):
        return refuse(
            "WIN-7",
            "not_the_end_yet",
            "a stack can be given up in the last level or break of late registration only",
        )
    if stack > state.chips_in_play:
        return refuse(
            "WIN-7",
            "more_than_in_play",
            f"only {state.chips_in_play} chips are in play",
            "count the stack again",
            chips_in_play=state.chips_in_play,
        )
    return None


def _in_last_step(state: Tournament, at: datetime) -> bool:
    """Return whether late registration ends within, or with, the step that is played now, or has just ended.

    Just ended: the caller has seen that it was open when the command was accepted (WIN-6).
    """
    end = state.settings.windows.late_registration
    clock = state.clock
    if end is None or clock is None:
        return False
    if isinstance(end, AtTime):
        step_ends = clock.ends_at
        if step_ends is None and clock.remaining is not None:
            step_ends = at + clock.remaining
        return step_ends is None or end.at <= step_ends
    structure = state.settings.structure
    last = position_of_level(structure, end.level) if end.kind == "level" else position_of_break(structure, end.number)
    return last is not None and clock.position >= last


def void_entry(state: Tournament, command: c.VoidEntry) -> Decision:
    """Strike an entry made by mistake; the record stays (REG-7).

    A living entry's chips leave play, as far as they have not left it in another's stack (of an absent one: what it has
    left); those of one that bust are in other stacks and stay.
    """
    if state.status in {"draft", "cancelled"}:
        return refuse("LIFE-1", "no_entries", f"the tournament is {state.status}")
    line = state.players.get(command.player)
    number = command.entry or (line.entries[-1] if line and line.entries else None)
    entry = state.entries.get(number) if number else None
    if entry is None or entry.player != command.player:
        return refuse("REG-7", "no_such_entry", f"{command.player} has no such entry", "look at his entries again")
    if entry.status == "voided":
        return Unchanged(note=f"entry {entry.number} has been voided already")
    if entry.status not in {"alive", "pending", "out", "registered", "waiting"}:
        return refuse("REG-7", "no_such_entry", f"entry {entry.number} is {entry.status}")
    if line is not None and entry.number != line.entries[-1]:
        return refuse(
            "REG-7",
            "later_entry",
            f"{command.player} has a later entry",
            "void that one first",
            entry=line.entries[-1],
        )
    if entry.knockout in state.mystery.drawn_on:
        return refuse("REG-7", "mystery_drawn", "a mystery prize has been drawn on its bust, so the entry stands")
    if state.status == "finished" and entry.status == "alive" and state.alive == 1:
        return refuse("REG-7", "champion", "the last one in cannot be struck from the result")
    if refusal := unseen(state, command, needed=_others_concerned(state, entry)):
        return refusal
    return (
        e.EntryVoided(
            entry=entry.number,
            player=entry.player,
            reason=command.reason,
            chips=_left_with_him(state, entry) if entry.status == "alive" else 0,
            price=entry.price,
            chair=entry.chair,
            resplits=bounties.struck(state, entry),
        ),
    )


def _others_concerned(state: Tournament, entry: Entry) -> bool:
    """Return whether striking an entry changes what others have: it has a bust or a knockout, or places are on record.

    A player's credits are those of all his entries.
    """
    return entry.knockout is not None or state.players[entry.player].credits[0] > 0 or state.results_version > 0


def _left_with_him(state: Tournament, entry: Entry) -> int:
    return min(entry.chips if entry.absent_stack is None else entry.absent_stack, state.chips_in_play)


def evolve_registered(state: Tournament, event: e.PlayerRegistered, number: int) -> Tournament:
    """Apply a registration, by event `number`: a new one, or the call of a player on the waiting list."""
    waited = state.entries.get(event.entry)
    if waited is None:
        entry = Entry(number=event.entry, player=event.player, status="registered", signed_up=number)
        state = _with_entry(state, entry)
    else:
        state = _set(waiting.gone(state, waited), replace(waited, status="registered", held_until=event.held_until))
    held = replace(state, registered=state.registered + 1)
    if event.held_until is not None:
        return waiting.kept_for(held, event.entry, number)
    return replace(held, awaited=state.awaited.set(event.entry, HELD))


def evolve_waitlisted(state: Tournament, event: e.PlayerWaitlisted, number: int) -> Tournament:
    """Apply a place on the waiting list, taken by event `number`; who has signed up before keeps his turn."""
    entry = state.entries.get(event.entry)
    if entry is None:
        entry = Entry(number=event.entry, player=event.player, status="waiting", signed_up=number)
        return waiting.enlisted(_with_entry(state, entry), entry)
    if entry.status == "registered":
        listed = replace(entry, status="waiting")
        return waiting.enlisted(_set(_drop(state, entry), listed), listed)
    called = entry.number in state.calls
    listed = replace(entry, signed_up=entry.signed_up if called else number, held_until=None)
    return waiting.enlisted(_set(waiting.gone(state, entry), listed), listed)


def evolve_seat_held(state: Tournament, event: e.SeatHeld, number: int) -> Tournament:
    """Apply the call, by event `number`, of a bust player who waited to come back."""
    entry = state.entries[event.entry]
    called = _set(waiting.gone(state, entry), replace(entry, held_until=event.held_until))
    return waiting.kept_for(called, event.entry, number)


def evolve_seat_released(state: Tournament, event: e.SeatReleased) -> Tournament:
    """Apply that a bust player waits no longer."""
    return waiting.gone(state, state.entries[event.entry])


def evolve_list_closed(state: Tournament, event: e.WaitingListClosed) -> Tournament:
    """Apply the end of the waiting list for these entries."""
    for number in event.entries:
        entry = state.entries[number]
        state = waiting.gone(state, entry)
        if entry.status == "waiting":
            state = _set(state, replace(entry, status="unregistered"))
    return state


def _with_entry(state: Tournament, entry: Entry) -> Tournament:
    """Return the state with a new entry, the current one of its player."""
    line = state.players.get(entry.player) or Player(entries=())
    kept = tuple(n for n in line.entries if state.entries[n].seated)
    line = replace(line, entries=(*kept, entry.number))
    return replace(
        state,
        entries=state.entries.set(entry.number, entry),
        players=state.players.set(entry.player, line),
    )


def _set(state: Tournament, entry: Entry) -> Tournament:
    return replace(state, entries=state.entries.set(entry.number, entry))


def _drop(state: Tournament, entry: Entry) -> Tournament:
    """Return the state without the place, in the field or on the waiting list, that the entry holds in it."""
    number = entry.number
    return replace(
        waiting.gone(state, entry),
        registered=state.registered - (entry.status == "registered"),
        awaited=state.awaited.delete(number) if number in state.awaited else state.awaited,
        present=state.present.delete(number) if number in state.present else state.present,
    )


def evolve_unregistered(state: Tournament, event: e.PlayerUnregistered) -> Tournament:
    """Apply a registration taken back."""
    entry = state.entries[event.entry]
    return _set(_drop(state, entry), replace(entry, status="unregistered"))


def evolve_dropped(state: Tournament, event: e.RegistrationsDropped, at: datetime) -> Tournament:
    """Apply the loss of places of players who did not come."""
    seated = frozenset(withdrawn.entry for withdrawn in event.withdrawn)
    for number in event.entries:
        if number in seated:
            continue
        entry = state.entries[number]
        state = _set(_drop(state, entry), replace(entry, status="dropped"))
    for withdrawn in event.withdrawn:
        state = _withdrawn(state, withdrawn, at)
    return state


def _withdrawn(state: Tournament, event: e.Withdrawn, at: datetime) -> Tournament:
    """Return the state without an absent entry, as if it had never sat; its stack is out of play."""
    state = bounties.evolve_off(state, event.entry)
    entry = state.entries[event.entry]
    freed = here(free_seat(state, event.entry), (event.entry,))
    gone = replace(
        entry,
        status="dropped",
        absent=False,
        absent_stack=event.stack,
        taken_out_at=at,
        seated=False,
        chair=None,
        chips=0,
        price=0,
        parts=Parts(),
        rebuys=0,
        add_ons=0,
    )
    return replace(
        fees.counted(_set(freed, gone), entry.price, entry.parts, -1),
        field=state.field - 1,
        alive=state.alive - 1,
        unique=state.unique - 1,
        rebuys=state.rebuys - entry.rebuys,
        add_ons=state.add_ons - entry.add_ons,
        chips_in_play=state.chips_in_play - event.stack,
    )


def sit_again(state: Tournament, event: e.Withdrawn) -> Tournament:
    """Return the state with an absent entry that had been withdrawn in its chair again, as it was."""
    entry = replace(
        state.entries[event.entry],
        status="alive",
        absent=True,
        absent_stack=event.stack,
        taken_out_at=None,
        seated=True,
        chips=event.chips,
        price=event.price,
        parts=event.parts,
        rebuys=event.rebuys,
        add_ons=event.add_ons,
    )
    fresh = bounties.fresh(state, "buy_in", event.parts)
    if state.profile.prizes == "non_monetary":
        fresh += event.rebuys * bounties.fresh(state, "rebuy", event.parts)
    seated = take_seat(_set(state, entry), event.entry, event.chair, None)
    seated = bounties.evolve_put(seated, event.entry, fresh)
    return replace(
        fees.counted(seated, event.price, event.parts),
        field=state.field + 1,
        alive=state.alive + 1,
        unique=state.unique + 1,
        rebuys=state.rebuys + entry.rebuys,
        add_ons=state.add_ons + entry.add_ons,
        chips_in_play=state.chips_in_play + event.stack,
    )


def evolve_restored(state: Tournament, event: e.RegistrationRestored) -> Tournament:
    """Apply a registration given back."""
    entry = replace(state.entries[event.entry], status="registered")
    return replace(
        _set(state, entry),
        registered=state.registered + 1,
        awaited=state.awaited.set(event.entry, HELD),
    )


def evolve_checked_in(state: Tournament, event: e.PlayerCheckedIn) -> Tournament:
    """Apply a check-in before the first draw."""
    entry = replace(state.entries[event.entry], checked_in=True, counted=event.stack, locked=event.locked)
    checked = replace(
        _set(state, entry),
        awaited=state.awaited.delete(event.entry),
        present=state.present.set(event.entry, HELD),
    )
    return checked if event.chair is None else take_seat(checked, event.entry, event.chair)


def evolve_arrived(state: Tournament, event: e.PlayerArrived) -> Tournament:
    """Apply the arrival of a player who was seated absent."""
    entry = replace(state.entries[event.entry], absent=False, absent_stack=None, last_charge=None, checked_in=True)
    return here(_set(state, entry), (event.entry,))


def evolve_seated(state: Tournament, event: e.PlayerSeated) -> Tournament:
    """Apply a late entry's seat."""
    registered = state.entries[event.entry]
    entry = replace(
        registered,
        status="alive",
        absent_stack=None,
        last_charge=None,
        taken_out_at=None,
        checked_in=True,
        seated=True,
        came_after=len(state.knockouts),
        chips=event.chips,
        extra=0,
        price=event.price,
        parts=event.parts,
        held_until=None,
        locked=event.locked,
    )
    seated = take_seat(_set(_drop(state, registered), entry), event.entry, event.chair)
    seated = bounties.evolve_put(seated, event.entry, bounties.fresh(state, "buy_in", event.parts))
    return replace(
        fees.counted(play_on(seated), event.price, event.parts),
        field=state.field + 1,
        alive=state.alive + 1,
        unique=state.unique + 1,
        chips_in_play=state.chips_in_play + event.chips,
    )


def evolve_re_entered(state: Tournament, event: e.ReEntered) -> Tournament:
    """Apply a re-entry; a seat that was kept for it is taken."""
    state = waiting.gone(state, state.entries[event.previous])
    entry = Entry(
        number=event.entry,
        player=event.player,
        status="alive",
        checked_in=True,
        seated=True,
        came_after=len(state.knockouts),
        re_entry=True,
        chips=event.chips,
        price=event.price,
        parts=event.parts,
    )
    seated = take_seat(_with_entry(state, entry), event.entry, event.chair)
    seated = bounties.evolve_put(seated, event.entry, bounties.fresh(state, "re_entry", event.parts))
    return replace(
        fees.counted(play_on(seated), event.price, event.parts),
        field=state.field + 1,
        alive=state.alive + 1,
        chips_in_play=state.chips_in_play + event.chips,
    )


def evolve_rebought(state: Tournament, event: e.Rebought) -> Tournament:
    """Apply a rebuy."""
    bought = _bought(state, event)
    entry = bought.entries[event.entry]
    return replace(_set(bought, replace(entry, rebuys=entry.rebuys + 1)), rebuys=state.rebuys + 1)


def evolve_add_on(state: Tournament, event: e.AddOnTaken) -> Tournament:
    """Apply an add-on."""
    bought = _bought(state, event)
    entry = bought.entries[event.entry]
    return replace(_set(bought, replace(entry, add_ons=entry.add_ons + 1)), add_ons=state.add_ons + 1)


def _bought(state: Tournament, event: e.Rebought | e.AddOnTaken) -> Tournament:
    """Return the state with the chips bought in play and their price owed."""
    entry = state.entries[event.entry]
    richer = replace(
        entry,
        chips=entry.chips + event.chips,
        absent_stack=None if entry.absent_stack is None else entry.absent_stack + event.chips,
        price=entry.price + event.price,
        parts=fees.together(entry.parts, event.parts),
    )
    kind: fees.OperationKind = "rebuy" if isinstance(event, e.Rebought) else "add_on"
    fresh = bounties.fresh(state, kind, event.parts)
    owing = fees.counted(bounties.evolve_put(_set(state, richer), event.entry, fresh), event.price, event.parts)
    return replace(owing, chips_in_play=state.chips_in_play + event.chips)


def evolve_voided(state: Tournament, event: e.EntryVoided) -> Tournament:
    """Apply the striking of an entry: it counts nowhere, and an entry before it is the player's current one again."""
    entry = state.entries[event.entry]
    state = mystery.evolve_struck(state, state.entries[event.entry])
    state = bounties.evolve_off(bounties.evolve_resplit(state, event.resplits), event.entry)
    entry = state.entries[event.entry]
    freed = here(free_seat(state, event.entry), (event.entry,))
    line = state.players[event.player]
    kept = tuple(n for n in line.entries if n != event.entry)
    struck = replace(entry, status="voided", absent=False, chair=None, price=0, parts=Parts())
    changed = replace(
        fees.counted(_set(freed, struck), entry.price, entry.parts, -1),
        players=state.players.set(event.player, replace(line, entries=kept)),
        voided=state.voided + 1,
        rebuys=state.rebuys - entry.rebuys,
        add_ons=state.add_ons - entry.add_ons,
        chips_in_play=state.chips_in_play - event.chips,
    )
    if not entry.seated:
        return _drop(changed, entry)
    return replace(
        waiting.gone(changed, entry),
        field=state.field - 1,
        alive=state.alive - (entry.status in {"alive", "pending"}),
        pending=without(state.pending, entry.knockout or 0),
        unique=state.unique - (not any(state.entries[n].seated for n in kept)),
    )
