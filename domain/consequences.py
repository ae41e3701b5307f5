"""What a correction changes: two states held against one another, as data that the floor can read (AUD-5).

Both are states that deciding and evolving gave, so that a preview and what comes of the command cannot differ.  While
play is on, the places are those that would stand if nobody who is left came into it; after the finish they are those on
record.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from domain import bounties, in_the_money, ledger, payouts, pool, prize_lines
from domain.places import places
from domain.settlement import open_of, refund_of
from domain.state import Tournament

SHOWN = 100
"""How many lines of each list are told; of longer ones `more` says how many there are beside these."""

Data = dict[str, Any]
_V = TypeVar("_V")


def of(before: Tournament, after: Tournament) -> Data:
    """Return everything that differs, by subject, with how it was and how it is; nothing of a subject: an empty list.

    `seen` is the number of the last event before it.  Amounts are minor units, or points where prizes are no money;
    credits are exact fractions as texts.  `ledger` are the adjusting credits.
    """
    placed, placed_now = _places(before), _places(after)
    prizes, prizes_now = _prizes(before, placed), _prizes(after, placed_now)
    lists = {
        "places": _entries(after, placed, placed_now),
        "prizes": _entries(after, prizes, prizes_now),
        "lines": _entries(after, _lines(before, placed), _lines(after, placed_now)),
        "credits": _players(_credits(before), _credits(after)),
        "won": _players(_won(before), _won(after)),
        "heads": _entries(after, _heads(before), _heads(after)),
        "draws": [
            {"knockout": knockout, "before": was, "after": now}
            for knockout, was, now in _changed(before.mystery.due.held, after.mystery.due.held)
        ],
        "debts": _entries(after, _open(before), _open(after)),
        "refunds": _entries(after, _due_back(before), _due_back(after)),
        "ledger": [
            {"player": player, "amount": (now or 0) - (was or 0)}
            for player, was, now in _changed(ledger.owed(before), ledger.owed(after))
        ],
    }
    return {
        "seen": before.seq,
        **{subject: listed[:SHOWN] for subject, listed in lists.items()},
        "counts": {name: {"before": was, "after": now} for name, was, now in _changed(_counts(before), _counts(after))},
        "more": {subject: len(listed) - SHOWN for subject, listed in lists.items() if len(listed) > SHOWN},
    }


def _changed(before: Mapping[Any, _V], after: Mapping[Any, _V]) -> Iterable[tuple[Any, _V | None, _V | None]]:
    """Yield what differs, by key in order, with how it was and how it is; None: it was not there."""
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if was != now:
            yield key, was, now


def _entries(state: Tournament, before: Mapping[int, _V], after: Mapping[int, _V]) -> list[Data]:
    return [
        {"entry": entry, "player": state.entries[entry].player, "before": _plain(was), "after": _plain(now)}
        for entry, was, now in _changed(before, after)
    ]


def _players(before: Mapping[str, _V], after: Mapping[str, _V]) -> list[Data]:
    return [{"player": player, "before": was, "after": now} for player, was, now in _changed(before, after)]


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _places(state: Tournament) -> Mapping[int, int]:
    if state.results_version or not state.drawn:
        return state.places
    return {number: place for place, number in places(state, {}) if state.entries[number].status != "alive"}


def _prizes(state: Tournament, placed: Mapping[int, int]) -> Mapping[int, int]:
    if state.results_version or not state.drawn:
        return state.prizes
    return {entry: amount for _, entry, amount in payouts.amounts(state, places(state, {})) if entry in placed}


def _lines(state: Tournament, placed: Mapping[int, int]) -> Mapping[int, tuple[str, ...]]:
    if state.results_version or not state.drawn:
        return {entry: tuple(text for _, text in won) for entry, won in state.prize_lines.items()}
    won: dict[int, tuple[str, ...]] = {}
    for _, entry, text in prize_lines.awarded(state, places(state, {})):
        if entry in placed:
            won[entry] = (*won.get(entry, ()), text)
    return won


def _credits(state: Tournament) -> Mapping[str, str]:
    """Return each player's knockout credits, `7/3`; with bounty type none they are not shown (KO-3)."""
    if state.settings.bounty == "none":
        return {}
    with_any = ((player, *line.credits) for player, line in state.players.items() if line.credits[0])
    return {player: str(over) if under == 1 else f"{over}/{under}" for player, over, under in with_any}


def _won(state: Tournament) -> Mapping[str, int]:
    """Return what each has won of heads and draws, with the own head of who stayed in to the end."""
    won = {player: line.bounty_won for player, line in state.players.items() if line.bounty_won}
    for entry, head in state.kept_heads.items():
        player = state.entries[entry].player
        won[player] = won.get(player, 0) + head
    return won


def _heads(state: Tournament) -> Mapping[int, int]:
    if not bounties.with_heads(state):
        return {}
    return {number: entry.head for number, entry in state.entries.items() if entry.head}


def _open(state: Tournament) -> Mapping[int, int]:
    return {number: owed for number, entry in state.entries.items() if (owed := open_of(entry))}


def _due_back(state: Tournament) -> Mapping[int, int]:
    return {number: due for number, entry in state.entries.items() if (due := refund_of(state, entry))}


def _counts(state: Tournament) -> Mapping[str, int]:
    return {
        "entries": state.field,
        "players": state.unique,
        "left": state.alive,
        "places_paid": in_the_money.places_paid(state) or 0,
        "chips_in_play": state.chips_in_play,
        "pool": pool.pool(state),
        "overlay": pool.overlay(state),
        "unclaimed": state.heads.unclaimed,
        "results_version": state.results_version,
    }
