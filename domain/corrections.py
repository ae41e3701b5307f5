"""Records put right: who went out by a knockout, who did it, and in which order players went out (AUD-5).

A correction is an event of its own; the one that it corrects stays in the record.  What follows from it is recomputed
whole: credits, heads up to the last knockout that took what an earlier one had added, draws that are due, ranks, and,
once places are on record, a new version of them with their prizes.  Nobody plays on after the finish: of a tournament
that is over, a bust is moved to who was in to the end, or to another place in the order.

Heads follow the order in which knockouts were recorded; a killer who was out by then, or in the same hand, has no head
of his own any more.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from domain import bounties, halts, knockouts, mystery
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Context, Decision, Rejection, Unchanged, Wanted, refuse
from domain.ids import PlayerId
from domain.places import places
from domain.previews import unseen
from domain.prizes import recorded as prizes_recorded
from domain.rounds import in_round, out_of
from domain.same_hand import Out, ranks, uncounted
from domain.seating import Seat, chair_held, find_seat, free_seat, living, old_seat
from domain.state import Entry, HandForHand, Knockout, Tournament


def over(state: Tournament) -> bool:
    """Return whether play is over and places are on record: only results change any more."""
    return state.results_version > 0


def _not_played(state: Tournament) -> Rejection | None:
    """Return why there is nothing to correct: nothing was played yet, or it was called off."""
    if state.status in {"draft", "registration_open", "cancelled"} or not state.drawn:
        return refuse(
            "LIFE-1", "wrong_status", f"the tournament is {state.status}: no knockout stands", status=state.status
        )
    return None


def _on_record(state: Tournament, number: int) -> Knockout | Rejection:
    """Return the knockout record of this number as far as it counts, or why it does not."""
    knockout = state.knockouts.get(number)
    if knockout is None:
        return refuse("AUD-5", "no_such_knockout", f"there is no knockout {number}", knockout=number)
    if knockout.voided_at is not None:
        return refuse("AUD-5", "voided", f"knockout {number} has been taken back", "record it anew", knockout=number)
    return knockout


# ------------------------------------------------------------------------------------------------------- a wrong bust


def correct_bust(state: Tournament, command: c.CorrectBust, context: Context) -> Decision:
    """Put the right player out by a knockout on record; the one put out by mistake is in again (AUD-5).

    The hand is the same: bust number, level and cause stay, and killers and stack unless they are given.  While play is
    on he lives again in a seat, as by a void.  Once it is over the right player can only be one who was in to the end,
    and the other takes his chair and what his place among the survivors was.
    """
    knockout = _not_played(state) or _on_record(state, command.knockout)
    if isinstance(knockout, Rejection):
        return knockout
    entry = _right_player(state, command, knockout)
    if isinstance(entry, Rejection):
        return entry
    if refusal := knockouts.void_fault(state, knockout, context) or _not_now(state, knockout):
        return refusal
    killers = knockout.killers if command.killers is None else command.killers
    if refusal := _killers_fault(
        state, knockout, killers, victim=command.player, lives=knockout.player, confirmed=command.killer_out_confirmed
    ):
        return refusal
    bust = _bust(state, command, knockout, entry)
    if isinstance(bust, Rejection):
        return bust
    ranked = _ranked_anew(state, knockout, entry, bust)
    if isinstance(ranked, Rejection):
        return ranked
    if refusal := unseen(state, command):
        return refusal
    seat = _seat(state, knockout, entry, context)
    if not isinstance(seat, Seat):
        return seat
    before = knockout.bounties
    added = sum(bounty.added for bounty in before if bounty.entry == entry.number)
    given_back = bounties.given_back(state, knockout)
    event = e.BustCorrected(
        knockout=knockout.number,
        entry=entry.number,
        player=entry.player,
        chair=chair_held(entry),
        instead_of=knockout.entry,
        instead_of_player=knockout.player,
        lives_in=seat.chair,
        cause=bust.cause,
        rank=dict(ranked)[knockout.number],
        killers=killers,
        killers_before=knockout.killers,
        credits=knockouts.shares(state, killers),
        reason=command.reason,
        stack=bust.stack,
        order=knockout.order,
        chips_removed=knockouts.removed(bust),
        unclaimed=entry.head - added,
        mystery=mystery.brought(state, knockout, killers),
        ranks=_changed_ranks(state, ranked, but=knockout.number),
        resplits=given_back,
        lot=seat.lot,
        pools=seat.pools,
        taken=seat.taken,
    )
    recorded = e.Recorded(seq=state.seq + 1, at=context.at, cause="", event=event)
    after = evolve_bust(state, event, recorded)
    concerned = frozenset({knockout.player, entry.player})
    hand = [n for n in state.knockouts if n != knockout.number and bounties.same_hand(after, n, knockout.number)]
    anew = {number: concerned for number in hand if concerned & set(after.knockouts[number].killers)}
    event = replace(event, resplits=(*given_back, *bounties.redivided(after, {knockout.number: frozenset(), **anew})))
    return (*seat.opens, event, *_results(state, evolve_bust(state, event, recorded), entry, knockout))


def _not_now(state: Tournament, knockout: Knockout) -> Rejection | None:
    if knockout.number in state.pending:
        return refuse(
            "AUD-5",
            "pending",
            f"{knockout.player} has still to decide whether he comes back",
            "void the knockout and record the right one",
        )
    if state.deals.talk is not None:
        return refuse(
            "AUD-5", "deal_talk", "those left talk about a deal", "end the talk before it is another who is left"
        )
    return None


def _right_player(state: Tournament, command: c.CorrectBust, knockout: Knockout) -> Entry | Rejection:
    """Return the living entry of who really went out, or why it cannot have been he."""
    player = command.player
    if player == knockout.player:
        return refuse("AUD-5", "same_player", f"{player} is on record for it", "correct the killers or the order")
    entry = living(state, player)
    if isinstance(entry, Rejection):
        mend = "void his bust first, or correct the order if the two were mixed up"
        return replace(entry, rule="AUD-5", mend=mend if entry.data["status"] in {"out", "pending"} else entry.mend)
    if entry.came_after >= knockout.number:
        return refuse("AUD-5", "came_later", f"{player} came in after that hand", "name who was in it", player=player)
    for number in range(knockout.number + 1, len(state.knockouts) + 1):
        later = state.knockouts[number]
        if later.voided_at is None and (later.entry == entry.number or player in later.killers):
            return refuse(
                "AUD-5",
                "played_since",
                f"{player} is in knockout {number}, which came later",
                "correct that one first",
                knockout=number,
            )
    return entry


def _bust(state: Tournament, command: c.CorrectBust, knockout: Knockout, entry: Entry) -> c.Bust | Rejection:
    """Return the bust of the right player, with the chips that leave play with him."""
    stack, cause = command.stack, knockout.cause
    if cause == "surrendered":
        message = "a stack given up is no knockout to correct"
        raise AssertionError(message)
    bust = c.Bust(player=command.player, cause=cause, stack=stack)
    if stack is None:
        bust = replace(bust, stack=entry.absent_stack if entry.absent else knockout.stack)
    if knockouts.leaves_with_chips(cause) and stack is None:
        return refuse(
            "RUL-7",
            "count_needed",
            f"the chips of a player {cause} leave play, so it needs the field stack",
            "count the stack and send it",
            field="stack",
        )
    if stack is not None and stack > state.chips_in_play + knockout.chips_removed:
        return knockouts.more_than_in_play(state)
    return bust


def _ranked_anew(
    state: Tournament, knockout: Knockout, entry: Entry, bust: c.Bust
) -> tuple[tuple[int, int], ...] | Rejection:
    """Return (knockout record, rank) of all with this bust number once the player is another (KO-2)."""
    current = in_round(state)
    if current is not None and knockout.number in current.busts:
        return ((knockout.number, 0),)
    others = [each for each in counted(state) if each.bust == knockout.bust and each.number != knockout.number]
    own = Out(table=chair_held(entry)[0], stack=bust.stack, order=knockout.order)
    outs = [*map(out_of, others), own]
    if uncounted(state.profile.same_hand_busts, outs):
        return _stacks_wanted("stack")
    given = ranks(state.profile.same_hand_busts, outs)
    return tuple(zip((*(each.number for each in others), knockout.number), given, strict=True))


def _stacks_wanted(field: str) -> Rejection:
    return refuse(
        "RUL-7",
        "count_needed",
        f"players out in one hand are ranked by their stacks, so it needs the field {field}",
        "send each one's stack at the start of the hand, or each one's order",
        field=field,
    )


def _changed_ranks(state: Tournament, ranked: Iterable[tuple[int, int]], *, but: int) -> tuple[e.Ranked, ...]:
    return tuple(
        replace(_as_ranked(of), rank=rank)
        for number, rank in ranked
        if number != but and (of := state.knockouts[number]).rank != rank
    )


def _as_ranked(of: Knockout) -> e.Ranked:
    return e.Ranked(knockout=of.number, bust=of.bust, rank=of.rank, stack=of.stack, order=of.order)


def _seat(state: Tournament, knockout: Knockout, entry: Entry, context: Context) -> Seat | Rejection | Wanted:
    """Return where the player lives who was put out by mistake: as after a void, or once play is over in that chair."""
    if over(state):
        return Seat(chair=chair_held(entry), opens=())
    return find_seat(state, old_seat(state, knockout.chair), context.lot)


def _results(state: Tournament, after: Tournament, entry: Entry, knockout: Knockout) -> tuple[e.Event, ...]:
    """Return the new version of the places: who is in after all has the other's place among the survivors."""
    if not over(state):
        return ()
    order = {state.entries[number].player: -place for number, place in state.places.items()}
    order[knockout.player] = order[entry.player]
    again = places(after, order)
    version = state.results_version + 1
    return (e.ResultsRecorded(version=version, places=again), *prizes_recorded(after, version, again))


def evolve_bust(state: Tournament, event: e.BustCorrected, recorded: e.Recorded) -> Tournament:
    """Apply that a bust was another player's."""
    was = state.knockouts[event.knockout]
    freed = free_seat(state, event.entry) if event.lives_in == event.chair else state
    back = e.KnockoutVoided(knockout=was.number, entry=was.entry, player=was.player, chair=event.lives_in, lot=None)
    bust = e.Busted(
        knockout=was.number,
        entry=event.entry,
        player=event.player,
        chair=event.chair,
        cause=event.cause,
        bust=was.bust,
        rank=event.rank,
        level=was.level,
        killers=event.killers,
        credits=event.credits,
        stack=event.stack,
        chips_removed=event.chips_removed,
        order=event.order,
        unclaimed=event.unclaimed,
        mystery=event.mystery,
    )
    busted = knockouts.evolve_busted(knockouts.evolve_voided(freed, back, recorded), bust, recorded)
    if state.running:
        busted = halts.evolve_busted(busted, bust)
    now = replace(busted.knockouts[was.number], at=was.at, corrections=was.corrections + 1)
    corrected = replace(
        busted,
        knockouts=busted.knockouts.set(was.number, now),
        last_bust_at=state.last_bust_at,
        ended_at=state.ended_at,
        end_reason=state.end_reason,
        buttons_due=busted.buttons_due if state.running else state.buttons_due,
    )
    return bounties.evolve_resplit(_evolve_ranks(corrected, event.ranks), event.resplits)


# ----------------------------------------------------------------------------------------------------- a wrong killer


def correct_killers(state: Tournament, command: c.CorrectKillers) -> Decision:
    """Put on record who knocked a player out: credits, heads and a draw that is due go to them (AUD-5)."""
    knockout = _not_played(state) or _on_record(state, command.knockout)
    if isinstance(knockout, Rejection):
        return knockout
    if knockout.rebought_at is not None and not knockout.credits and knockout.killers:
        return refuse("AUD-5", "rebought", f"{knockout.player} has bought it back: nobody is credited with it")
    if knockout.number in state.mystery.drawn_on:
        return refuse("AUD-5", "mystery_drawn", "a mystery prize has been drawn on it, so its killers stand")
    if refusal := _killers_fault(
        state, knockout, command.killers, victim=knockout.player, lives=None, confirmed=command.killer_out_confirmed
    ):
        return refusal
    if command.killers == knockout.killers:
        return Unchanged(note="these are the killers on record")
    if refusal := unseen(state, command):
        return refusal
    event = e.KillersCorrected(
        knockout=knockout.number,
        entry=knockout.entry,
        player=knockout.player,
        killers=command.killers,
        killers_before=knockout.killers,
        credits=knockouts.shares(state, command.killers),
        reason=command.reason,
        mystery=mystery.brought(state, knockout, command.killers),
    )
    after = evolve_killers(state, event)
    return (replace(event, resplits=bounties.redivided(after, {knockout.number: frozenset()})),)


def _killers_fault(
    state: Tournament,
    knockout: Knockout,
    killers: tuple[PlayerId, ...],
    *,
    victim: PlayerId,
    lives: PlayerId | None,
    confirmed: bool,
) -> Rejection | None:
    """Return why these cannot have knocked the player out; `lives` is who is in again by the same correction."""
    if victim in killers:
        return refuse("KO-1", "self_knockout", f"{victim} cannot knock himself out", "name the killers", player=victim)
    if killers and knockout.cause != "knockout":
        return refuse("KO-1", "no_killer", f"a player {knockout.cause} has no killer")
    if len(set(killers)) < len(killers):
        return refuse("KO-3", "killer_named_twice", "a killer is named once")
    for killer in killers:
        entry = bounties.entry_then(state, killer, knockout.number)
        if entry is None:
            return refuse("KO-1", "unknown_killer", f"{killer} was not in then", player=killer)
        gone = entry.knockout is not None and entry.knockout < knockout.number and killer != lives
        together = gone and bounties.same_hand(state, entry.knockout or 0, knockout.number)
        if gone and not together and killer not in knockout.killers and not confirmed:
            return refuse(
                "KO-1",
                "killer_out",
                f"{killer} was out by then",
                "confirm with killer_out_confirmed if that is right",
                player=killer,
            )
    return None


def evolve_killers(state: Tournament, event: e.KillersCorrected) -> Tournament:
    """Apply that others knocked a player out."""
    was = state.knockouts[event.knockout]
    state = knockouts.credited(knockouts.credited(state, was.credits, -1), event.credits, 1)
    now = replace(was, killers=event.killers, credits=event.credits, corrections=was.corrections + 1)
    state = replace(state, knockouts=state.knockouts.set(was.number, now))
    state = mystery.evolve_due(mystery.evolve_gone(state, was.number), was.number, event.mystery)
    return bounties.evolve_resplit(state, event.resplits)


# ------------------------------------------------------------------------------------------------------ a wrong order


def correct_order(state: Tournament, command: c.CorrectOrder) -> Decision:
    """Put on record in which hands players went out: their places follow (AUD-5, KO-2)."""
    if refusal := _not_played(state):
        return refusal
    stands = {knockout.number: knockout for knockout in counted(state)}
    if refusal := _hands_fault(state, command, stands):
        return refusal
    hands = [[stands[out.knockout] for out in hand] for hand in command.hands]
    slots = _slots(hands, stands)
    if isinstance(slots, Rejection):
        return slots
    numbers, shifted_after, shifted = slots
    now: list[e.Ranked] = []
    for number, hand, told in zip(numbers, hands, command.hands, strict=True):
        ranked = _hand(state, number, hand, told, stands)
        if isinstance(ranked, Rejection):
            return ranked
        now += ranked
    before = tuple(_as_ranked(state.knockouts[of.knockout]) for of in now)
    if tuple(now) == before:
        return Unchanged(note="that is the order on record")
    event = e.OrderCorrected(
        ranks=tuple(now), before=before, reason=command.reason, shifted_after=shifted_after, shifted=shifted
    )
    after = evolve_order(state, event)
    if refusal := _contradiction(state, after) or unseen(state, command):
        return refusal
    anew = {of.number: _parted(state, after, of) for hand in hands for of in hand}
    return (replace(event, resplits=bounties.redivided(after, {n: who for n, who in anew.items() if who})),)


def counted(state: Tournament) -> tuple[Knockout, ...]:
    """Return the knockouts by which somebody is out, or will be unless he comes back, as they were recorded."""
    entries = state.entries
    return tuple(
        knockout
        for number, knockout in sorted(state.knockouts.items())
        if entries[knockout.entry].knockout == number and entries[knockout.entry].status in {"out", "pending"}
    )


def _hands_fault(state: Tournament, command: c.CorrectOrder, stands: Mapping[int, Knockout]) -> Rejection | None:
    """Return why these hands cannot be put in order: a record that does not count, or half a hand."""
    named = [out.knockout for hand in command.hands for out in hand]
    if len(set(named)) < len(named):
        return refuse("AUD-5", "named_twice", "a knockout is in one hand", "name each once")
    current = in_round(state)
    for number in named:
        if number not in stands:
            fault = _on_record(state, number)
            if isinstance(fault, Rejection):
                return fault
            return refuse("AUD-5", "does_not_count", f"nobody is out by knockout {number}", knockout=number)
        if number in state.pending:
            return refuse("AUD-5", "pending", f"{stands[number].player} has still to decide whether he comes back")
        if current is not None and number in current.busts:
            return refuse(
                "AUD-5",
                "round_is_on",
                f"knockout {number} is of the round that is being played, which is ranked at its end",
                "state the stacks, or wait for its end",
                knockout=number,
            )
    touched = {stands[number].bust for number in named}
    left_out = [each for each in stands.values() if each.bust in touched and each.number not in set(named)]
    if left_out:
        return refuse(
            "AUD-5",
            "whole_hand",
            f"{left_out[0].player} went out in one of these hands by knockout {left_out[0].number}",
            "name everybody of a hand",
            knockout=left_out[0].number,
        )
    return None


def _slots(
    hands: Sequence[Sequence[Knockout]], stands: Mapping[int, Knockout]
) -> tuple[tuple[int, ...], int, int] | Rejection:
    """Return the bust number of each hand, and above which number others move up, by how much."""
    slots = sorted({of.bust for hand in hands for of in hand})
    if len(slots) == len(hands):
        return tuple(slots), 0, 0
    between = [each for each in stands.values() if slots[0] < each.bust < slots[-1] and each.bust not in slots]
    if between:
        return refuse(
            "AUD-5",
            "others_between",
            f"{between[0].player} went out in between, by knockout {between[0].number}",
            "name everybody who went out from the first of these hands to the last",
            knockout=between[0].number,
        )
    more = len(hands) - len(slots)
    if more < 0:
        return tuple(slots[-len(hands) :]), 0, 0
    return (*slots, *range(slots[-1] + 1, slots[-1] + 1 + more)), slots[-1], more


def _hand(
    state: Tournament,
    number: int,
    hand: Sequence[Knockout],
    told: Sequence[c.OutInHand],
    stands: Mapping[int, Knockout],
) -> list[e.Ranked] | Rejection:
    """Return those of a hand with their ranks; what was a hand before keeps them unless stacks or orders are told."""
    if len({of.player for of in hand}) < len(hand):
        return refuse("KO-2", "named_twice", "a player can bust once in a hand")
    silent = all(out.stack is None and out.order is None for out in told)
    same = {each.number for each in stands.values() if each.bust == hand[0].bust} == {of.number for of in hand}
    if silent and same:
        return [replace(_as_ranked(of), bust=number) for of in hand]
    first = min(of.number for of in hand)
    now = [
        e.Ranked(
            knockout=of.number,
            bust=number,
            rank=0,
            stack=of.stack if out.stack is None else out.stack,
            order=of.order if out.order is None else (first, out.order),
        )
        for of, out in zip(hand, told, strict=True)
    ]
    outs = [Out(table=of.chair[0], stack=each.stack, order=each.order) for of, each in zip(hand, now, strict=True)]
    if uncounted(state.profile.same_hand_busts, outs):
        return _stacks_wanted("hands")
    given = ranks(state.profile.same_hand_busts, outs)
    return [replace(each, rank=rank) for each, rank in zip(now, given, strict=True)]


def _contradiction(state: Tournament, after: Tournament) -> Rejection | None:
    """Return what cannot be in the new order and was not so in the old one: a knockout by who was out before it."""
    for number, now in sorted(after.knockouts.items()):
        if now.voided_at is not None:
            continue
        for killer in now.killers:
            entry = bounties.entry_then(after, killer, number)
            out = None if entry is None else entry.knockout
            if out is None or after.knockouts[out].bust >= now.bust:
                continue
            if state.knockouts[out].bust >= state.knockouts[number].bust:
                return refuse(
                    "AUD-5",
                    "killer_out",
                    f"{killer} would have been out before he knocked {now.player} out",
                    "correct the killers of that knockout first",
                    knockout=number,
                    player=killer,
                )
    for player, line in after.players.items():
        if len(line.entries) > 1:
            mine = [after.entries[number].knockout for number in line.entries]
            busts = [after.knockouts[number].bust for number in mine if number is not None]
            if any(later <= earlier for earlier, later in pairwise(busts)):
                return refuse(
                    "AUD-5", "own_entries", f"{player} came back after the earlier of his busts", player=player
                )
    return None


def _parted(state: Tournament, after: Tournament, of: Knockout) -> frozenset[PlayerId]:
    """Return the killers who were out in the same hand by the one record and not by the other."""
    return frozenset(
        killer
        for killer in of.killers
        if (entry := bounties.entry_then(state, killer, of.number)) is not None
        and entry.knockout is not None
        and bounties.same_hand(state, entry.knockout, of.number) != bounties.same_hand(after, entry.knockout, of.number)
    )


def evolve_order(state: Tournament, event: e.OrderCorrected) -> Tournament:
    """Apply another order of the busts."""
    if event.shifted:
        moved = {
            number: replace(of, bust=of.bust + event.shifted)
            for number, of in state.knockouts.items()
            if of.bust > event.shifted_after
        }
        state = replace(state, knockouts=state.knockouts.update(moved), busts=state.busts + event.shifted)
    records = _evolve_ranks(state, event.ranks).knockouts.mutate()
    for of in event.ranks:
        records[of.knockout] = replace(records[of.knockout], corrections=records[of.knockout].corrections + 1)
    ordered = replace(state, knockouts=records.finish())
    ordered = replace(
        ordered,
        hand_for_hand=_round(ordered, ordered.hand_for_hand, event),
        last_round=_round(ordered, ordered.last_round, event),
    )
    return bounties.evolve_resplit(ordered, event.resplits)


def _evolve_ranks(state: Tournament, ranked: tuple[e.Ranked, ...]) -> Tournament:
    records = state.knockouts.mutate()
    for of in ranked:
        records[of.knockout] = replace(records[of.knockout], bust=of.bust, rank=of.rank, stack=of.stack, order=of.order)
    return replace(state, knockouts=records.finish())


def _round(state: Tournament, of: HandForHand | None, event: e.OrderCorrected) -> HandForHand | None:
    """Return a round of hand-for-hand with those who went out in it by the new order."""
    if of is None or of.bust is None:
        return of
    bust = of.bust + (event.shifted if of.bust > event.shifted_after else 0)
    concerned = sorted({*of.busts, *(each.knockout for each in event.ranks)})
    busts = tuple(number for number in concerned if state.knockouts[number].bust == bust)
    return replace(of, bust=bust if busts else None, busts=busts)
