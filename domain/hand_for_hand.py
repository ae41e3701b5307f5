"""Hand-for-hand: what begins and ends it, its rounds, and what its hands cost the level clock (RUL-1).

Every table plays one hand and waits for the others, so that nobody stalls his way into the money.  A round is one hand
at every table, the first the one in progress at the announcement.  Whoever goes out in a round goes out at one moment:
one bust number, ranked when the round ends; places, bubble, final table and the end of play are seen to then.  Players
are moved and tables broken between rounds only: to whom a table sends a player decides who plays the next hand.

Source: WSOP 2024, rule 126; TDA 2024, RP-8.
"""

from datetime import datetime
from fractions import Fraction

from domain import clock, final_table
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.hands import held
from domain.in_the_money import busts_to_go, places_paid, players_left
from domain.payouts import share
from domain.profiles import HandForHandTrigger
from domain.rounds import in_round, of_round, playable, ranked, round_of, stacks_wanted, unfinished
from domain.seating import not_seated_yet
from domain.settings import OnePerTable
from domain.state import HandForHand, Tournament
from domain.structure import Break
from domain.table_reports import end_hand
from domain.table_sizes import mask_of, numbers
from domain.windows import nobody_comes

JUMP = Fraction(5, 100)
"""What is a payout jump: so much of the prizes between neighbouring places."""
_OVER: dict[str, e.HandForHandEnding] = {
    "money_bubble": "in_the_money",
    "final_table_bubble": "final_table",
    "payout_jump": "jump_passed",
}


def _distance(state: Tournament, trigger: HandForHandTrigger, place: int) -> int | None:
    """Return after how many more busts a trigger's reason is gone; None when it has none.

    Args:
        state: the tournament.
        trigger: which.
        place: of a payout jump, the last place before it: who goes out there has missed it.
    """
    if trigger == "money_bubble":
        return busts_to_go(state)
    if trigger == "final_table_bubble":
        return max(players_left(state) - final_table.players(state.settings, state.profile), 0)
    return max(players_left(state) - place + 1, 0)


def _due(state: Tournament) -> tuple[HandForHandTrigger, int] | None:
    """Return the trigger, and the place of its payout jump or 0, that lets hand-for-hand begin now; None: none does.

    It takes two tables, and nobody who can come in any more; a final table that comes next comes first.  What the floor
    has ended does not begin again.
    """
    if not state.running or not state.drawn or state.ended_at is not None:
        return None
    if not state.profile.hand_for_hand or state.tables_in_play <= 1 or not nobody_comes(state):
        return None
    if final_table.comes(state):
        return None
    return next((due for due in _holding(state) if due not in state.hand_for_hand_waived), None)


def _holding(state: Tournament) -> tuple[tuple[HandForHandTrigger, int], ...]:
    """Return every trigger of the profile whose reason is here."""
    holding: list[tuple[HandForHandTrigger, int]] = []
    for trigger in state.profile.hand_for_hand:
        place = players_left(state) if trigger == "payout_jump" else 0
        if trigger == "payout_jump" and not _is_jump(state, place):
            continue
        if trigger == "final_table_bubble" and isinstance(state.settings.end, OnePerTable):
            continue  # in a shootout each table plays for itself
        ahead = state.settings.hand_for_hand_from if trigger == "money_bubble" else 1
        distance = _distance(state, trigger, place)
        if distance is not None and 0 < distance <= ahead:
            holding.append((trigger, place))
    return tuple(holding)


def _is_jump(state: Tournament, place: int) -> bool:
    """Return whether the place above this one is paid so much more."""
    return place > 1 and share(state, place - 1) - share(state, place) >= JUMP


def _next_jump(state: Tournament) -> int | None:
    """Return the last place before the next payout jump; None when there is none ahead."""
    return next((place for place in range(players_left(state), 1, -1) if _is_jump(state, place)), None)


def begins(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the announcement of hand-for-hand once a trigger of the profile asks for it."""
    if state.hand_for_hand is not None or (due := _due(state)) is None:
        return ()
    return _announced(state, *due, at=at)


def _announced(
    state: Tournament, trigger: HandForHandTrigger | None, place: int, *, at: datetime
) -> tuple[e.Event, ...]:
    tables = tuple(numbers(_hand_in_progress(state)))
    started = _started(state, trigger, place, tables)
    return (started, *keeps_the_clock(evolve_started(state, started, at), at))


def _started(
    state: Tournament, trigger: HandForHandTrigger | None, place: int, tables: tuple[int, ...]
) -> e.HandForHandStarted:
    return e.HandForHandStarted(
        trigger=trigger or "floor", place=place, left=state.alive, places_paid=places_paid(state), tables=tables
    )


def _hand_in_progress(state: Tournament) -> int:
    """Return the tables with a hand in progress: round 1 is that hand.

    Of a table that does not report its hands, none is known to have none.
    """
    reports = (number for number, table in state.tables.items() if state.dealing and table.dealt)
    return playable(state) & (state.dealing | ~mask_of(tuple(reports)))


def follows(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what comes of hand-for-hand by itself: a round begun by a hand, the end of its reason, its beginning."""
    current = state.hand_for_hand
    if current is None:
        return begins(state, at)
    if current.on:
        return ()
    if (ending := _ending(state, current)) is not None:
        return _over(state, ending, at)
    return (_round_started(state, current),) if state.dealing & playable(state) else ()


def keeps_the_clock(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what of the clock follows a new step: it stands for the hands of a level, and runs in a break."""
    if state.hand_for_hand is None or state.clock is None or state.profile.hand_for_hand_clock == "runs":
        return ()
    in_break = isinstance(state.settings.structure.steps[state.clock.position], Break)
    return (clock.release if in_break else clock.stop)(state, "hand_for_hand", at)


def _ending(state: Tournament, current: HandForHand) -> e.HandForHandEnding | None:
    """Return why hand-for-hand is over between two rounds; None while it goes on."""
    if state.ended_at is not None:
        return "play_ended"
    if state.tables_in_play <= 1:
        return "one_table"
    if current.trigger == "floor":
        return None
    return None if _distance(state, current.trigger, current.place) else _OVER[current.trigger]


def _over(state: Tournament, ending: e.HandForHandEnding, at: datetime) -> tuple[e.Event, ...]:
    """Return the end of hand-for-hand; where another trigger asks for it, it goes on for that one."""
    ended = _ended(state, ending)
    due = _due(state)
    if due is None:
        return (ended, *clock.release(state, "hand_for_hand", at))
    return (ended, _started(state, *due, tables=()))


def _ended(state: Tournament, ending: e.HandForHandEnding) -> e.HandForHandEnded:
    current = _current(state)
    ranks = ranked(state, current) if current.on else ()
    return e.HandForHandEnded(reason=ending, rounds=current.round, ranks=ranks)


def _current(state: Tournament) -> HandForHand:
    if state.hand_for_hand is None:
        message = "there is no hand-for-hand"
        raise AssertionError(message)
    return state.hand_for_hand


def _round_started(state: Tournament, current: HandForHand) -> e.HandForHandRoundStarted:
    return e.HandForHandRoundStarted(round=current.round + 1, tables=tuple(numbers(playable(state))))


def round_over(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the end of a round once every table has finished its hand and the stacks that rank its busts are known."""
    current = in_round(state)
    if current is None or unfinished(state) or stacks_wanted(state):
        return ()
    minutes = 0 if current.counted else _minutes(state)
    ranks = ranked(state, current)
    over = e.HandForHandRoundEnded(round=current.round, ranks=ranks, left=state.alive, minutes=minutes)
    return (over, *(clock.take_off(state, minutes, at) if minutes else ()))


def _minutes(state: Tournament) -> int:
    """Return the minutes that a hand takes off the level clock, whatever its real length."""
    if state.profile.hand_for_hand_clock == "runs":
        return 0
    own = state.settings.hand_minutes
    return (state.profile.hand_minutes or 0) if own is None else own


def start_hand_for_hand(state: Tournament, command: c.StartHandForHand, at: datetime) -> Decision:
    """Announce hand-for-hand at the floor's word, in any profile; it ends with `until`, else at the floor's word."""
    if refusal := not_seated_yet(state):
        return refusal
    if state.ended_at is not None:
        return refuse("LIFE-9", "play_ended", "play has ended: no more hands are played")
    if state.hand_for_hand is not None:
        return Unchanged(note=f"hand-for-hand is on, in round {state.hand_for_hand.round}")
    if state.tables_in_play <= 1:
        return refuse("RUL-1", "one_table", "hand-for-hand takes two tables or more")
    if command.until is None:
        return _announced(state, None, 0, at=at)
    place = _next_jump(state) if command.until == "payout_jump" else 0
    if place is None or not _distance(state, command.until, place):
        return refuse(
            "RUL-1",
            "nothing_ahead",
            f"there is no {command.until.replace('_', ' ')} ahead",
            "leave until out: hand-for-hand then lasts until the floor ends it",
            players_left=state.alive,
            places_paid=places_paid(state),
        )
    return _announced(state, command.until, place, at=at)


def end_hand_for_hand(state: Tournament, at: datetime) -> Decision:
    """End it at the floor's word, also in a round: whose stacks are wanting share.  No trigger brings it back."""
    if refusal := not_seated_yet(state):
        return refusal
    current = state.hand_for_hand
    if current is None:
        return Unchanged(note="there is no hand-for-hand")
    ended = _ended(state, "floor")
    waived = {*_holding(evolve_ended(state, ended))}
    if current.trigger != "floor":
        waived.add((current.trigger, current.place))
    again = tuple(sorted(waived - {*state.hand_for_hand_waived}))
    return (replace(ended, waived=again), *clock.release(state, "hand_for_hand", at))


def start_round(state: Tournament, command: c.StartRound) -> Decision:
    """Let every table deal its hand of the next round; `round` says which one is meant (CLK-10)."""
    if refusal := not_seated_yet(state) or _off(state):
        return refusal
    current = _current(state)
    meant = command.round or current.round + (not current.on)
    if meant == current.round:
        return Unchanged(note=f"round {meant} has begun already")
    if current.on or meant != current.round + 1:
        return refuse(
            "RUL-1",
            "not_the_next_round",
            f"hand-for-hand is in round {current.round}, so round {meant} cannot begin",
            "wait until every table has finished, then begin the round that follows",
            round=current.round,
            unfinished=unfinished(state).bit_count(),
        )
    if refusal := held(state):
        return refusal
    if not playable(state):
        return refuse("RUL-1", "nobody_to_play", "no table has two players", "move players together first")
    return (_round_started(state, current),)


def finish_hand(state: Tournament, command: c.FinishHand, at: datetime) -> Decision:
    """Record that a table has finished its hand of the round; where it reports its hands, that ends its hand."""
    if refusal := not_seated_yet(state) or _off(state):
        return refusal
    current = _current(state)
    if command.round is not None and command.round != current.round:
        return refuse(
            "RUL-1",
            "not_this_round",
            f"hand-for-hand is in round {current.round}, not in round {command.round}",
            "look again",
            round=current.round,
        )
    table = state.tables.get(command.table)
    if table is None or not table.seats:
        return refuse("RUL-1", "no_such_table", f"nobody plays at table {command.table}", table=command.table)
    if not current.on and command.round is None:
        return refuse(
            "RUL-1",
            "round_over",
            f"round {current.round} is over, and the next has not begun",
            "begin it with start_round",
            round=current.round,
        )
    if not current.waiting >> command.table & 1:
        return Unchanged(note=f"table {command.table} has finished its hand of round {current.round} already")
    if table.hand is not None:
        return end_hand(state, c.EndHand(table=command.table), at)
    return (e.TableFinished(table=command.table, round=current.round),)


def state_stack(state: Tournament, command: c.StateStack) -> Decision:
    """Record the stack that a player out in the round had at the start of the hand: it ranks him (KO-2, RUL-7).

    The round is the one that is on, or the last one: that is ranked anew.
    """
    if refusal := not_seated_yet(state):
        return refusal
    played = round_of(state, in_hand=True, last=True)
    knockout = next((bust for bust in of_round(state, played) if bust.number == command.knockout), None)
    if knockout is None or played is None:
        return refuse(
            "RUL-1",
            "not_in_this_round",
            f"knockout {command.knockout} is not of the last round of hand-for-hand",
            "void it and record it again if its rank is wrong",
            knockout=command.knockout,
        )
    if knockout.chips_removed:
        return refuse("RUL-7", "chips_removed", f"the stack of {knockout.player} has left play as it was counted")
    if command.stack > state.chips_in_play:
        return refuse(
            "RUL-7",
            "more_than_in_play",
            f"only {state.chips_in_play} chips are in play",
            "count the stack again",
            chips_in_play=state.chips_in_play,
        )
    if command.stack == knockout.stack:
        return Unchanged(note=f"{knockout.player} had {command.stack}, as is on record")
    stated = e.StackStated(knockout=knockout.number, player=knockout.player, stack=command.stack, before=knockout.stack)
    if played.on:
        return (stated,)
    ranks = ranked(evolve_stated(state, stated), played)
    return (stated, e.HandForHandRoundEnded(round=played.round, ranks=ranks, left=state.alive))


def _off(state: Tournament) -> Rejection | None:
    if state.hand_for_hand is not None:
        return None
    return refuse("RUL-1", "no_hand_for_hand", "play is not hand-for-hand", "announce it with start_hand_for_hand")


def closed(state: Tournament) -> tuple[e.HandForHandEnded, ...]:
    """Return the end of hand-for-hand as the tournament is closed, the busts of its round ranked."""
    return () if state.hand_for_hand is None else (_ended(state, "closed"),)


def evolve_started(state: Tournament, event: e.HandForHandStarted, at: datetime) -> Tournament:
    """Apply the announcement: round 1 is on if a hand is in progress."""
    started = HandForHand(
        trigger=event.trigger,
        place=event.place,
        announced_at=at,
        left=event.left,
        places_paid=event.places_paid,
        round=1 if event.tables else 0,
        on=bool(event.tables),
        waiting=mask_of(event.tables),
    )
    return replace(state, hand_for_hand=started)


def evolve_round_started(state: Tournament, event: e.HandForHandRoundStarted) -> Tournament:
    """Apply the beginning of a round."""
    begun = replace(
        _current(state),
        round=event.round,
        on=True,
        waiting=mask_of(event.tables),
        bust=None,
        busts=(),
        counted=False,
    )
    return replace(state, hand_for_hand=begun)


def evolve_finished(state: Tournament, table: int) -> Tournament:
    """Apply the end of a table's hand: of the round, if one is on."""
    current = state.hand_for_hand
    if current is None:
        return state
    return replace(state, hand_for_hand=replace(current, waiting=current.waiting & ~(1 << table)))


def evolve_round_ended(state: Tournament, event: e.HandForHandRoundEnded) -> Tournament:
    """Apply the end of a round: its busts are ranked."""
    ranked_now = _with_ranks(state, event.ranks)
    current = state.hand_for_hand
    if current is None or not current.on:
        return ranked_now  # the last round, ranked anew after the end of hand-for-hand
    return replace(ranked_now, hand_for_hand=replace(current, on=False, waiting=0, counted=True))


def evolve_ended(state: Tournament, event: e.HandForHandEnded) -> Tournament:
    """Apply the end of hand-for-hand."""
    current = _current(state)
    last = replace(current, on=False, waiting=0) if current.round else state.last_round
    waived = (*state.hand_for_hand_waived, *event.waived)
    return replace(_with_ranks(state, event.ranks), hand_for_hand=None, last_round=last, hand_for_hand_waived=waived)


def _with_ranks(state: Tournament, ranks: tuple[tuple[int, int], ...]) -> Tournament:
    knockouts = state.knockouts
    for number, rank in ranks:
        knockouts = knockouts.set(number, replace(knockouts[number], rank=rank))
    return replace(state, knockouts=knockouts)


def evolve_stated(state: Tournament, event: e.StackStated) -> Tournament:
    """Apply a stack told after the bust."""
    knockout = replace(state.knockouts[event.knockout], stack=event.stack)
    return replace(state, knockouts=state.knockouts.set(event.knockout, knockout))


def evolve_busted(state: Tournament, event: e.Busted) -> Tournament:
    """Apply a bust to its round: one that is reported after the round's end has it ended anew."""
    if event.round == 0:
        return state
    current = state.hand_for_hand
    if current is not None and current.round:
        busts = (*current.busts, event.knockout)
        return replace(state, hand_for_hand=replace(current, on=True, bust=event.bust, busts=busts))
    last = state.last_round
    if last is None:
        message = f"knockout {event.knockout} is of a round that nobody knows"
        raise AssertionError(message)
    return replace(state, last_round=replace(last, bust=event.bust, busts=(*last.busts, event.knockout)))
