"""Busts that were recorded in the wrong order, or in one hand and not in two (AUD-5, KO-2)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from domain import bounties
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.corrections import as_ranked, counted, evolve_ranks, not_played, on_record, stacks_wanted
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.ids import PlayerId
from domain.previews import unseen
from domain.rounds import in_round
from domain.same_hand import Out, ranks, uncounted
from domain.state import HandForHand, Knockout, Tournament


def correct_order(state: Tournament, command: c.CorrectOrder) -> Decision:
    """Put on record in which hands players went out: their places follow (AUD-5, KO-2)."""
    if refusal := not_played(state):
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
    before = tuple(as_ranked(state.knockouts[of.knockout]) for of in now)
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


def _hands_fault(state: Tournament, command: c.CorrectOrder, stands: Mapping[int, Knockout]) -> Rejection | None:
    """Return why these hands cannot be put in order: a record that does not count, or half a hand."""
    named = [out.knockout for hand in command.hands for out in hand]
    if len(set(named)) < len(named):
        return refuse("AUD-5", "named_twice", "a knockout is in one hand", "name each once")
    current = in_round(state)
    for number in named:
        if number not in stands:
            fault = on_record(state, number)
            if isinstance(fault, Rejection):
                return fault
            return refuse(
                "AUD-5",
                "does_not_count",
                f"nobody is out by knockout {number}",
                "look at the busts again",
                knockout=number,
            )
        if number in state.pending:
            return refuse(
                "AUD-5",
                "pending",
                f"{stands[number].player} has still to decide whether he comes back",
                "wait until he has",
            )
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
        return refuse("KO-2", "named_twice", "a player can bust once in a hand", "name each knockout once")
    silent = all(out.stack is None and out.order is None for out in told)
    same = {each.number for each in stands.values() if each.bust == hand[0].bust} == {of.number for of in hand}
    if silent and same:
        return [replace(as_ranked(of), bust=number) for of in hand]
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
        return stacks_wanted("hands")
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
    records = evolve_ranks(state, event.ranks).knockouts.mutate()
    for of in event.ranks:
        records[of.knockout] = replace(records[of.knockout], corrections=records[of.knockout].corrections + 1)
    ordered = replace(state, knockouts=records.finish())
    ordered = replace(
        ordered,
        hand_for_hand=_round(ordered, ordered.hand_for_hand, event),
        last_round=_round(ordered, ordered.last_round, event),
    )
    return bounties.evolve_resplit(ordered, event.resplits)


def _round(state: Tournament, of: HandForHand | None, event: e.OrderCorrected) -> HandForHand | None:
    """Return a round of hand-for-hand with those who went out in it by the new order: together with its first bust."""
    if of is None or of.bust is None:
        return of
    ordered = {each.knockout for each in event.ranks}
    first = next((number for number in of.busts if number in ordered), of.busts[0])
    bust = state.knockouts[first].bust
    busts = tuple(number for number in sorted({*of.busts, *ordered}) if state.knockouts[number].bust == bust)
    return replace(of, bust=bust, busts=busts)
