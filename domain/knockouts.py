"""Busts: who is out, by whom, in which order; groups and voids, and what a rebuy makes of a bust (KO-1 to KO-5)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from domain import arrivals, bounties, mystery, promises, waiting
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.chips import stack_of
from domain.clock import level_reached
from domain.decisions import Context, Decision, Rejection, Unchanged, refuse
from domain.ids import PlayerId
from domain.lines import joined, without
from domain.old_level import level_of_bust
from domain.pending import decide_until
from domain.presence import away, here
from domain.previews import unseen
from domain.profiles import Came
from domain.rounds import AT_THE_TABLE, bust_number, of_round, out_of, ranked, round_of, standing
from domain.same_hand import Out, ranks, uncounted
from domain.seating import Seat, find_seat, free_seat, living, not_seated_yet, old_seat, played_at, take_seat
from domain.state import Entry, HandForHand, Knockout, Tournament, play_on
from domain.times import to_text

_PLAYS_THE_HAND_OUT = {"level", "time"}
"""Ends of play that come in the middle of a hand, in which players may still bust."""
_LEAVES_WITH_CHIPS = {"disqualified", "removed", "left"}
_PLAYED = {"knockout", "blinded_out"}
"""Causes of a bust that happen in a hand."""


def record_knockout(state: Tournament, command: c.RecordKnockout, at: datetime) -> Decision:
    """Put one player out: next bust number, seat free, credit to the killers (KO-1, KO-3)."""
    bust = c.Bust(player=command.player, killers=command.killers, cause=command.cause, stack=command.stack)
    return _record(state, (bust,), at, command)


def record_knockout_group(state: Tournament, command: c.RecordKnockoutGroup, at: datetime) -> Decision:
    """Put several players out in one hand: one bust number, ranked by the profile (KO-2)."""
    players = [bust.player for bust in command.busts]
    if len(set(players)) < len(players):
        return refuse("KO-2", "named_twice", "a player can bust once in a hand")
    return _record(state, command.busts, at, command)


def _record(
    state: Tournament, busts: tuple[c.Bust, ...], at: datetime, command: c.RecordKnockout | c.RecordKnockoutGroup
) -> Decision:
    level = command.level
    if refusal := not_seated_yet(state):
        return refusal
    if state.ended_at is not None and state.end_reason not in _PLAYS_THE_HAND_OUT:
        return refuse("LIFE-9", "play_ended", "play has ended: nobody can bust any more")
    reached = _reached(state, busts, at)
    if level is not None and level > reached:
        return refuse(
            "KO-1",
            "level_not_reached",
            f"level {level} has not been reached",
            f"leave the level out, or name one up to {reached}",
            level=level,
            reached=reached,
        )
    entries: list[Entry] = []
    busts = tuple(_with_known_stack(state, bust) for bust in busts)
    out = {bust.player for bust in busts}
    for bust in busts:
        entry = living(state, bust.player)
        if isinstance(entry, Rejection):
            return replace(entry, rule="KO-1")
        if fault := _bust_fault(state, bust, out, confirmed=command.killer_out_confirmed):
            return fault
        entries.append(entry)
    if sum(removed(bust) for bust in busts) > state.chips_in_play:
        return more_than_in_play(state)
    if len(busts) >= state.alive - len(state.pending) and all(bust.cause == "knockout" for bust in busts):
        return refuse("KO-1", "nobody_left", "somebody must win the hand")
    if command.last_round and (refusal := _no_last_round(state)):
        return refusal
    of = round_of(state, in_hand=any(bust.cause in AT_THE_TABLE for bust in busts), last=command.last_round)
    number = bust_number(state, of), 0 if of is None else of.round
    order = _ranks(state, busts, entries, of)
    if isinstance(order, Rejection):
        return order
    busted = tuple(
        _after(
            state,
            _busted(
                state,
                n,
                bust,
                entry,
                number,
                rank=order[n],
                level=level or _level(state, entry, at),
                out=frozenset(out),
            ),
            entry,
            at,
        )
        for n, (bust, entry) in enumerate(zip(busts, entries, strict=True))
    )
    seen = arrivals.seen(state, ((each.chair, each.killers) for each in busted))
    if of is None or of is state.hand_for_hand:
        return (*seen, *busted)
    # Hand-for-hand is over and does not come back: its last round is ranked anew at once.
    left = state.alive - sum(each.pending_until is None for each in busted)
    ended = e.HandForHandRoundEnded(round=of.round, ranks=ranked(state, of, busted), left=left)
    return (*seen, *busted, ended)


def _after(state: Tournament, busted: e.Busted, entry: Entry, at: datetime) -> e.Busted:
    """Return a bust with what may come of it: until when its entry can come back, and whose draw it brings."""
    return replace(
        busted,
        pending_until=decide_until(state, entry, busted.cause, at),
        mystery=mystery.drawer(state, busted.killers, busted.level, at),
    )


def _no_last_round(state: Tournament) -> Rejection | None:
    """Return why nobody can have gone out in the last round of hand-for-hand without its being said before (RUL-1)."""
    if state.hand_for_hand is not None and state.hand_for_hand.on:
        return refuse(
            "RUL-1", "round_is_on", f"round {state.hand_for_hand.round} is being played", "leave last_round out"
        )
    if round_of(state, in_hand=True, last=True) is None:
        return refuse("RUL-1", "no_last_round", "no round of hand-for-hand has been played", "leave last_round out")
    return None


def _reached(state: Tournament, busts: tuple[c.Bust, ...], at: datetime) -> int:
    """Return the last level that a hand of these players can have been played at.

    A hand that began before the floor took a level back is still one of that level (CLK-6).
    """
    entries = (state.current(bust.player) for bust in busts)
    return max([level_reached(state), *(_level(state, entry, at) for entry in entries if entry is not None)])


def _level(state: Tournament, entry: Entry, at: datetime) -> int:
    return level_reached(state) if entry.chair is None else level_of_bust(state, entry.chair[0], at)


def _with_known_stack(state: Tournament, bust: c.Bust) -> c.Bust:
    """Return the bust with the stack that is known without a count: of who leaves with it, or is absent (RUL-7)."""
    entry = state.current(bust.player)
    if bust.stack is not None or entry is None:
        return bust
    if entry.absent:
        return replace(bust, stack=entry.absent_stack)
    return replace(bust, stack=stack_of(state, entry)) if bust.cause in _LEAVES_WITH_CHIPS else bust


def _bust_fault(state: Tournament, bust: c.Bust, out: set[PlayerId], *, confirmed: bool) -> Rejection | None:
    if bust.player in bust.killers:
        return refuse("KO-1", "self_knockout", f"{bust.player} cannot knock himself out", "name who won the chips")
    if bust.cause != "knockout" and bust.killers:
        return refuse("KO-1", "no_killer", f"a player {bust.cause} has no killer", "name none")
    if len(set(bust.killers)) < len(bust.killers):
        return refuse("KO-3", "killer_named_twice", "a killer is named once", "name each of them once")
    if bust.cause in _LEAVES_WITH_CHIPS and bust.stack is None:
        return refuse(
            "RUL-7",
            "count_needed",
            f"the chips of a player {bust.cause} leave play, so it needs the field stack",
            "count the stack and send it",
            field="stack",
        )
    if bust.stack is not None and bust.stack > state.chips_in_play:
        return more_than_in_play(state)
    for killer in bust.killers:
        entry = state.current(killer)
        if entry is None or not entry.seated:
            return refuse(
                "KO-1", "unknown_killer", f"{killer} does not play here", "look the player up again", player=killer
            )
        if entry.status != "alive" and killer not in out and not confirmed and not _out_together(state, entry):
            return refuse(
                "KO-1",
                "killer_out",
                f"{killer} is out already",
                "confirm with killer_out_confirmed if that is right",
                player=killer,
            )
    return None


def _out_together(state: Tournament, killer: Entry) -> bool:
    """Return whether a killer who is out went out in the round that is on: its busts may be reported in any order."""
    return any(bust.entry == killer.number for bust in standing(state))


def more_than_in_play(state: Tournament) -> Rejection:
    """Return the refusal of a stack that cannot be right (RUL-7)."""
    return refuse(
        "RUL-7",
        "more_than_in_play",
        f"only {state.chips_in_play} chips are in play",
        "count the stack again",
        chips_in_play=state.chips_in_play,
    )


def leaves_with_chips(cause: str) -> bool:
    """Return whether the chips of a player who goes for this cause leave play with him."""
    return cause in _LEAVES_WITH_CHIPS


def removed(bust: c.Bust) -> int:
    """Return the chips that leave play with the player; a bust leaves them to the others."""
    return bust.stack if bust.cause in _LEAVES_WITH_CHIPS and bust.stack else 0


def _busted(
    state: Tournament,
    n: int,
    bust: c.Bust,
    entry: Entry,
    number: tuple[int, int],
    *,
    rank: int,
    level: int,
    out: frozenset[PlayerId] = frozenset(),
) -> e.Busted:
    if entry.chair is None:
        message = "a living entry has no chair"
        raise AssertionError(message)
    heads, unclaimed = bounties.taken(state, entry, bust.killers, out)
    return e.Busted(
        knockout=len(state.knockouts) + 1 + n,
        entry=entry.number,
        player=entry.player,
        chair=entry.chair,
        cause=bust.cause,
        bust=number[0],
        round=number[1],
        rank=rank,
        level=level,
        killers=bust.killers,
        credits=shares(state, bust.killers),
        stack=bust.stack,
        chips_removed=removed(bust),
        order=_out(state, bust, entry).order,
        bounties=heads,
        unclaimed=unclaimed,
    )


def leave_together(
    state: Tournament, gone: Sequence[tuple[Entry, int]], cause: c.BustCause, *, after: tuple[int, int] = (0, 0)
) -> tuple[e.Busted, ...]:
    """Return the busts of entries with these stacks that go at one moment and by nobody's hand: a group (KO-2).

    `after`: so many knockout records and bust numbers are given before them in the same decision.
    """
    busts = tuple(c.Bust(player=entry.player, cause=cause, stack=stack) for entry, stack in gone)
    entries = [entry for entry, _ in gone]
    of = round_of(state, in_hand=False)
    number = (state.busts + 1 + after[1], 0) if of is None else (bust_number(state, of), of.round)
    order = _ranks(state, busts, entries, of)
    if isinstance(order, Rejection):
        message = f"stacks are known and cannot be ranked: {order.reason}"
        raise TypeError(message)
    level = level_reached(state)
    return tuple(
        _busted(state, after[0] + n, bust, entry, number, rank=order[n], level=level)
        for n, (bust, entry) in enumerate(zip(busts, entries, strict=True))
    )


def shares(state: Tournament, killers: tuple[PlayerId, ...]) -> tuple[tuple[PlayerId, int, int], ...]:
    """Return each killer's credit as a fraction: 1 for one; with more, by the profile (KO-3)."""
    if len(killers) > 1 and state.profile.second_killer == "primary_half":
        return ((killers[0], 1, 2),)
    return tuple((killer, 1, len(killers)) for killer in killers)


def _ranks(
    state: Tournament, busts: tuple[c.Bust, ...], entries: list[Entry], of: HandForHand | None
) -> tuple[int, ...] | Rejection:
    """Return each bust's rank within the group, 0 the best; equal ranks share a place (KO-2, PLC-1).

    Those of a round are ranked together when it ends.  Who was out in it before and whose stack is wanting is asked for
    then; whoever is named now must be known by now (RUL-7).
    """
    outs = [_out(state, bust, entry) for bust, entry in zip(busts, entries, strict=True)]
    before = [out_of(knockout) for knockout in of_round(state, of)]
    wanting = [n - len(before) for n in uncounted(state.profile.same_hand_busts, (*before, *outs)) if n >= len(before)]
    if wanting:
        return refuse(
            "RUL-7",
            "count_needed",
            "players out in one hand are ranked by their stacks, so each needs the field stack",
            "send each one's stack at the start of the hand, or each one's order",
            field="stack",
        )
    return ranks(state.profile.same_hand_busts, outs) if of is None else tuple(0 for _ in outs)


def _out(state: Tournament, bust: c.Bust, entry: Entry) -> Out:
    order = None if bust.order is None else (len(state.knockouts) + 1, bust.order)
    return Out(table=entry.chair[0] if entry.chair else 0, stack=bust.stack, order=order)


def void_knockout(state: Tournament, command: c.VoidKnockout, context: Context) -> Decision:
    """Take a knockout back: its entry lives in its old seat, or a new one if that is taken (KO-4)."""
    if refusal := not_seated_yet(state):
        over = "nobody plays on: say who went out with correct_bust, or in which order with correct_order"
        return replace(refusal, mend=over) if state.results_version else refusal
    knockout = state.knockouts.get(command.knockout)
    if knockout is None:
        return refuse("KO-4", "no_such_knockout", f"there is no knockout {command.knockout}", "look at the busts again")
    if knockout.voided_at is not None:
        return Unchanged(note=f"knockout {knockout.number} has been voided already")
    if fault := void_fault(state, knockout, context) or unseen(state, command, needed=False):
        return fault
    resplits = bounties.given_back(state, knockout)
    if state.entries[knockout.entry].status == "pending":
        return (
            e.KnockoutVoided(
                knockout=knockout.number,
                entry=knockout.entry,
                player=knockout.player,
                chair=knockout.chair,
                lot=None,
                resplits=resplits,
            ),
        )
    seat = find_seat(state, old_seat(state, knockout.chair), context.lot)
    if not isinstance(seat, Seat):
        return seat
    return (
        *seat.opens,
        e.KnockoutVoided(
            knockout=knockout.number,
            entry=knockout.entry,
            player=knockout.player,
            chair=seat.chair,
            lot=seat.lot,
            pools=seat.pools,
            taken=seat.taken,
            resplits=resplits,
        ),
    )


def void_fault(state: Tournament, knockout: Knockout, context: Context) -> Rejection | None:
    """Return why a knockout stands, whatever was wrong with it (KO-4)."""
    current = state.current(knockout.player)
    if state.entries[knockout.entry].status == "voided":
        return refuse("KO-4", "entry_voided", f"entry {knockout.entry} of {knockout.player} has been struck")
    if knockout.rebought_at is not None:
        return refuse("KO-4", "rebought", f"{knockout.player} has rebought since, so this knockout stands")
    if current is None or current.number != knockout.entry or current.status not in {"out", "pending"}:
        return refuse(
            "KO-4",
            "re_entered",
            f"{knockout.player} has come back since, so this knockout stands",
            "void the later entry first if it was a mistake",
        )
    if knockout.number in state.mystery.drawn_on:
        return refuse("KO-4", "mystery_drawn", "a mystery prize has been drawn on it, so this knockout stands")
    if knockout.cause == "surrendered":
        return refuse("KO-4", "surrendered", "a stack that was given up is no knockout")
    ends = knockout.at + timedelta(minutes=state.settings.void_minutes)
    if context.role == "dealer" and context.accepted_at >= ends:
        return refuse(
            "KO-4",
            "void_window_over",
            f"a dealer could void this until {to_text(ends)}",
            "ask the floor",
            until=to_text(ends),
        )
    return None


def credits_of(state: Tournament, player: PlayerId) -> Fraction:
    """Return the knockout credits of a player over all entries, exact (KO-3)."""
    line = state.players.get(player)
    return Fraction(*line.credits) if line else Fraction(0)


def credited(state: Tournament, credits_given: tuple[tuple[PlayerId, int, int], ...], sign: int) -> Tournament:
    """Return the state with these credits given (1) or taken back (-1)."""
    players = state.players
    for player, over, under in credits_given:
        line = players[player]
        total = Fraction(*line.credits) + sign * Fraction(over, under)
        players = players.set(player, replace(line, credits=(total.numerator, total.denominator)))
    return replace(state, players=players)


def evolve_busted(state: Tournament, event: e.Busted, recorded: e.Recorded) -> Tournament:
    """Apply a bust: the entry is out and its seat free, or it has still to decide (KO-5); its killers are credited."""
    undecided = event.pending_until is not None
    if event.cause in _PLAYED:
        state = played_at(state, event.chair[0])
    if undecided:
        freed = promises.lapse(state, event.entry, "gone")
    else:
        freed = here(free_seat(state, event.entry), (event.entry,))
    entry = replace(
        freed.entries[event.entry],
        status="pending" if undecided else "out",
        absent=False,
        knockout=event.knockout,
    )
    knockout = Knockout(
        number=event.knockout,
        entry=event.entry,
        player=event.player,
        chair=event.chair,
        cause=event.cause,
        bust=event.bust,
        rank=event.rank,
        level=event.level,
        killers=event.killers,
        credits=event.credits,
        chips_removed=event.chips_removed,
        at=recorded.at,
        stack=event.stack,
        pending_until=event.pending_until,
        order=event.order,
        bounties=event.bounties,
        unclaimed=event.unclaimed,
    )
    recorded_bust = replace(
        credited(freed, event.credits, 1),
        entries=freed.entries.set(event.entry, entry),
        knockouts=state.knockouts.set(event.knockout, knockout),
    )
    return replace(
        mystery.evolve_due(bounties.evolve_taken(recorded_bust, knockout), event.knockout, event.mystery),
        busts=max(state.busts, event.bust),
        last_bust_at=recorded.at,
        pending=joined(state.pending, event.knockout, event.entry) if undecided else state.pending,
        alive=state.alive - (not undecided),
        chips_in_play=state.chips_in_play - event.chips_removed,
    )


def evolve_voided(state: Tournament, event: e.KnockoutVoided, recorded: e.Recorded) -> Tournament:
    """Apply a knockout taken back; play that had ended by it goes on."""
    state = mystery.evolve_gone(state, event.knockout)
    state = bounties.evolve_given_back(state, event.knockout, event.resplits)
    knockout = state.knockouts[event.knockout]
    entry = state.entries[event.entry]
    undecided = entry.status == "pending"
    # Who had not come before he was blinded out has not come since, and has what he had before that.
    entry = replace(entry, status="alive", absent=not entry.checked_in, knockout=None, held_until=None)
    if entry.absent and knockout.stack is not None:
        entry = replace(entry, absent_stack=knockout.stack)
    alive = replace(waiting.gone(state, entry), entries=state.entries.set(event.entry, entry))
    if entry.absent:
        alive = away(alive, (event.entry,), recorded.at)
    came: Came | None = None if event.chair == knockout.chair else "floor"
    seated = credited(take_seat(alive, event.entry, event.chair, came), knockout.credits, -1)
    return replace(
        play_on(seated),
        knockouts=state.knockouts.set(event.knockout, replace(knockout, voided_at=recorded.at)),
        pending=without(state.pending, event.knockout),
        alive=state.alive + (not undecided),
        chips_in_play=state.chips_in_play + knockout.chips_removed,
    )


def evolve_rebought(state: Tournament, event: e.Rebought, at: datetime) -> Tournament:
    """Apply a rebuy after a bust, beside the chips: the entry lives, and the bust has no place any more (KO-5)."""
    if event.knockout is None:
        return state
    if not event.credit_stands:
        state = mystery.evolve_gone(state, event.knockout)
        state = bounties.evolve_given_back(state, event.knockout, event.resplits)
    knockout = state.knockouts[event.knockout]
    entry = state.entries[event.entry]
    undecided = entry.status == "pending"
    alive = replace(entry, status="alive", knockout=None, held_until=None)
    bought = replace(waiting.gone(state, entry), entries=state.entries.set(event.entry, alive))
    if event.chair is not None:
        bought = take_seat(bought, event.entry, event.chair, None if event.chair == knockout.chair else "late")
    if not event.credit_stands:
        bought = credited(bought, knockout.credits, -1)
    kept = knockout.credits if event.credit_stands else ()
    return replace(
        play_on(bought),
        knockouts=state.knockouts.set(event.knockout, replace(knockout, rebought_at=at, credits=kept)),
        pending=without(state.pending, event.knockout),
        alive=state.alive + (not undecided),
    )
