"""Extra chips that the counter gives by setting, to who is there: they are issued like any other chips (RUL-9)."""

from domain import commands as c
from domain import events as e
from domain import fees
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Context, Decision, Rejection, refuse
from domain.ids import PlayerId
from domain.settings import Bonus
from domain.state import Entry, Tournament
from domain.windows import in_time


def give_bonus(state: Tournament, command: c.GiveBonus, context: Context) -> Decision:
    """Give a player a bonus: with his stack when he has none yet, else at once (RUL-9)."""
    if state.status != "registration_open" and (refusal := not_running(state)):
        return refusal
    bonus = _bonus(state, command.bonus)
    if isinstance(bonus, Rejection):
        return bonus
    if state.ended_by(context.accepted_at):
        return refuse("LIFE-9", "play_ended", "play has ended: no more chips are given")
    entry = state.current(command.player)
    if entry is None or not (entry.status == "alive" or (entry.status == "registered" and entry.checked_in)):
        return refuse("RUL-9", "not_here", f"{command.player} is not checked in, or not in play", "check him in first")
    if entry.absent:
        return refuse("RUL-9", "not_here", f"{command.player} has not come yet", "check him in first")
    if bonus.price and entry.status != "alive":
        return refuse("RUL-9", "no_stack_yet", f"{bonus.name} is sold to who has his stack", "sell it after the draw")
    if refusal := _had_already(state, entry, bonus) or _too_late(state, bonus, context):
        return refusal
    return (
        e.BonusGiven(
            entry=entry.number,
            player=entry.player,
            bonus=bonus.name,
            chips=bonus.chips,
            price=bonus.price,
            parts=bonus.parts,
        ),
    )


def _bonus(state: Tournament, name: str) -> Bonus | Rejection:
    found = next((bonus for bonus in state.settings.bonuses if bonus.name == name), None)
    if found is not None:
        return found
    offered = ", ".join(bonus.name for bonus in state.settings.bonuses)
    return refuse(
        "RUL-9",
        "no_such_bonus",
        f"there is no bonus {name} here",
        f"give one of {offered}" if offered else "set it before the start",
        bonus=name,
    )


def _had_already(state: Tournament, entry: Entry, bonus: Bonus) -> Rejection | None:
    numbers = (entry.number,) if bonus.per == "entry" else state.players[entry.player].entries
    had = next((number for number in numbers if bonus.name in state.entries[number].bonuses), None)
    if had is None:
        return None
    once = "this entry" if bonus.per == "entry" else entry.player
    return refuse(
        "RUL-9",
        "bonus_given",
        f"{once} has had {bonus.name} already",
        "void it first if it was a mistake",
        entry=had,
        bonus=bonus.name,
    )


def _too_late(state: Tournament, bonus: Bonus, context: Context) -> Rejection | None:
    if bonus.until is None or in_time(state, bonus.until, context.accepted_at):
        return None
    return refuse("RUL-9", "bonus_over", f"{bonus.name} is not given any more", bonus=bonus.name)


def void_bonus(state: Tournament, command: c.VoidBonus) -> Decision:
    """Take a bonus back that was given by mistake, of the player's last entry that has it (RUL-9)."""
    if state.status != "registration_open" and (refusal := not_running(state)):
        return refusal
    entry = _with_bonus(state, command.player, command.bonus)
    if entry is None:
        return refuse(
            "RUL-9",
            "bonus_not_given",
            f"{command.player} has not been given {command.bonus}",
            "look at his entry again",
        )
    bonus = _bonus(state, command.bonus)
    if isinstance(bonus, Rejection):
        return bonus
    if not entry.extra and bonus.chips > state.chips_in_play:
        return refuse(
            "RUL-7",
            "more_than_in_play",
            f"only {state.chips_in_play} chips are in play",
            "leave it on record",
            chips_in_play=state.chips_in_play,
        )
    return (
        e.BonusVoided(
            entry=entry.number,
            player=entry.player,
            bonus=bonus.name,
            chips=bonus.chips,
            price=bonus.price,
            parts=bonus.parts,
            reason=command.reason,
        ),
    )


def _with_bonus(state: Tournament, player: PlayerId, name: str) -> Entry | None:
    line = state.players.get(player)
    entries = (state.entries[number] for number in reversed(line.entries if line else ()))
    return next((entry for entry in entries if name in entry.bonuses and entry.status != "dropped"), None)


def evolve_given(state: Tournament, event: e.BonusGiven) -> Tournament:
    """Apply a bonus: in play at once, or with the stack that its entry is still to get."""
    return _moved(state, event, 1)


def evolve_voided(state: Tournament, event: e.BonusVoided) -> Tournament:
    """Apply a bonus taken back."""
    return _moved(state, event, -1)


def _moved(state: Tournament, event: e.BonusGiven | e.BonusVoided, times: int) -> Tournament:
    entry, chips = state.entries[event.entry], times * event.chips
    if times > 0:
        bonuses = (*entry.bonuses, event.bonus)
    else:
        bonuses = tuple(name for name in entry.bonuses if name != event.bonus)
    if not entry.seated:
        waiting = replace(entry, bonuses=bonuses, extra=entry.extra + chips)
        return replace(state, entries=state.entries.set(entry.number, waiting))
    owing = replace(
        entry,
        bonuses=bonuses,
        chips=entry.chips + chips,
        price=entry.price + times * event.price,
        parts=fees.together(entry.parts, event.parts, times),
    )
    changed = replace(
        state,
        entries=state.entries.set(entry.number, owing),
        chips_in_play=state.chips_in_play + chips,
    )
    return fees.counted(changed, event.price, event.parts, times)
