"""A knockout that was another player's: who is credited with it (AUD-5)."""

from domain import bounties, knockouts, mystery
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.corrections import killers_fault, not_played, on_record
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.previews import unseen
from domain.state import Tournament


def correct_killers(state: Tournament, command: c.CorrectKillers) -> Decision:
    """Put on record who knocked a player out: credits, heads and a draw that is due go to them (AUD-5)."""
    knockout = not_played(state) or on_record(state, command.knockout)
    if isinstance(knockout, Rejection):
        return knockout
    if knockout.rebought_at is not None and not knockout.credits and knockout.killers:
        return refuse("AUD-5", "rebought", f"{knockout.player} has bought it back: nobody is credited with it")
    if knockout.number in state.mystery.drawn_on:
        return refuse("AUD-5", "mystery_drawn", "a mystery prize has been drawn on it, so its killers stand")
    if refusal := killers_fault(
        state, knockout, command.killers, victim=knockout.player, confirmed=command.killer_out_confirmed
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


def evolve_killers(state: Tournament, event: e.KillersCorrected) -> Tournament:
    """Apply that others knocked a player out."""
    was = state.knockouts[event.knockout]
    state = knockouts.credited(knockouts.credited(state, was.credits, -1), event.credits, 1)
    now = replace(was, killers=event.killers, credits=event.credits, corrections=was.corrections + 1)
    state = replace(state, knockouts=state.knockouts.set(was.number, now))
    state = mystery.evolve_due(mystery.evolve_gone(state, was.number), was.number, event.mystery)
    return bounties.evolve_resplit(state, event.resplits)
