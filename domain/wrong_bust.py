"""A bust that was another player's: who went out by a knockout (AUD-5)."""

from collections.abc import Iterable

from domain import bounties, halts, knockouts, mystery
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.corrections import (
    as_ranked,
    counted,
    evolve_ranks,
    killers_fault,
    not_played,
    on_record,
    over,
    stacks_wanted,
)
from domain.decisions import Context, Decision, Rejection, Wanted, refuse
from domain.ids import PlayerId
from domain.places import places
from domain.previews import unseen
from domain.prizes import recorded as prizes_recorded
from domain.rounds import in_round, out_of
from domain.same_hand import Out, ranks, uncounted
from domain.seating import Seat, chair_held, find_seat, free_seat, living, old_seat
from domain.state import Entry, Knockout, Tournament


def correct_bust(state: Tournament, command: c.CorrectBust, context: Context) -> Decision:
    """Put the right player out by a knockout on record; the one put out by mistake is in again (AUD-5).

    The hand is the same: bust number, level and cause stay, and killers and stack unless they are given.  While play is
    on he lives again in a seat, as by a void.  Once it is over the right player can only be one who was in to the end,
    and the other takes his chair and what his place among the survivors was.
    """
    knockout = not_played(state) or on_record(state, command.knockout)
    if isinstance(knockout, Rejection):
        return knockout
    entry = _right_player(state, command, knockout)
    if isinstance(entry, Rejection):
        return entry
    if refusal := knockouts.void_fault(state, knockout, context) or _not_now(state, knockout):
        return refusal
    killers = knockout.killers if command.killers is None else command.killers
    if refusal := killers_fault(
        state, knockout, killers, victim=command.player, confirmed=command.killer_out_confirmed
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
    event = replace(
        _corrected(state, knockout, entry, bust),
        killers=killers,
        credits=knockouts.shares(state, killers),
        reason=command.reason,
        mystery=mystery.brought(state, knockout, killers),
        rank=dict(ranked)[knockout.number],
        ranks=_changed_ranks(state, ranked, but=knockout.number),
        lives_in=seat.chair,
        lot=seat.lot,
        pools=seat.pools,
        taken=seat.taken,
    )
    recorded = e.Recorded(seq=state.seq + 1, at=context.at, cause="", event=event)
    event = _with_heads(evolve_bust(state, event, recorded), event)
    return (*seat.opens, event, *_results(state, evolve_bust(state, event, recorded), entry, knockout))


def _corrected(state: Tournament, knockout: Knockout, entry: Entry, bust: c.Bust) -> e.BustCorrected:
    """Return the correction with the record as it was, but for the player and his chips.

    The head that was taken by mistake is given back, and the right one is nobody's yet.
    """
    own = sum(bounty.added for bounty in knockout.bounties if bounty.entry == entry.number)
    return e.BustCorrected(
        knockout=knockout.number,
        entry=entry.number,
        player=entry.player,
        chair=chair_held(entry),
        instead_of=knockout.entry,
        instead_of_player=knockout.player,
        lives_in=knockout.chair,
        cause=bust.cause,
        rank=knockout.rank,
        killers=knockout.killers,
        killers_before=knockout.killers,
        credits=knockout.credits,
        reason="other",
        stack=bust.stack,
        order=knockout.order,
        chips_removed=knockouts.removed(bust),
        unclaimed=entry.head - own,
        resplits=bounties.given_back(state, knockout),
    )


def _with_heads(after: Tournament, event: e.BustCorrected) -> e.BustCorrected:
    """Return the correction with the right head divided, and those of the hand in which either player was a killer."""
    concerned = frozenset({event.player, event.instead_of_player})
    anew = {event.knockout: frozenset[PlayerId]()}
    for number, of in after.knockouts.items():
        of_the_hand = number != event.knockout and bounties.same_hand(after, number, event.knockout)
        if of_the_hand and concerned.intersection(of.killers):
            anew[number] = concerned
    return replace(event, resplits=(*event.resplits, *bounties.redivided(after, anew)))


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
    agreed = state.deals.agreed
    parties = {number for number, *_ in agreed.shares} if agreed is not None else set()
    if entry.number in parties and knockout.entry not in parties:
        return refuse(
            "AUD-5", "dealt_since", f"{player} has agreed to the deal of those who were left after it", player=player
        )
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
        return stacks_wanted("stack")
    given = ranks(state.profile.same_hand_busts, outs)
    return tuple(zip((*(each.number for each in others), knockout.number), given, strict=True))


def _changed_ranks(state: Tournament, ranked: Iterable[tuple[int, int]], *, but: int) -> tuple[e.Ranked, ...]:
    return tuple(
        replace(as_ranked(of), rank=rank)
        for number, rank in ranked
        if number != but and (of := state.knockouts[number]).rank != rank
    )


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
    )
    return bounties.evolve_resplit(evolve_ranks(corrected, event.ranks), event.resplits)
