"""What the places bring: amounts of the pool, or lines of text (PRZ-1, PRZ-6)."""

from immutables import Map

from domain import bounties, mystery, payouts, prize_lines
from domain import events as e
from domain.changes import replace
from domain.pool import overlay, pool
from domain.state import Tournament


def recorded(state: Tournament, version: int, places: tuple[tuple[int, int], ...]) -> tuple[e.PrizesRecorded, ...]:
    """Return the prizes for a version of the places as an event; none where nobody gets anything.

    Args:
        state: the tournament.
        version: of the places.
        places: (place, entry), best first.
    """
    amounts = payouts.amounts(state, places)
    lines = prize_lines.awarded(state, places)
    heads = bounties.kept(state)
    before = state.prizes or state.prize_lines or state.kept_heads
    if not amounts and not lines and not heads and not before:
        return ()
    recorded_prizes = e.PrizesRecorded(
        version=version,
        amounts=amounts,
        lines=lines,
        pool=pool(state),
        overlay=overlay(state),
        heads=heads,
    )
    return (recorded_prizes,)


def outdated(state: Tournament, recorded_prizes: e.PrizesRecorded) -> bool:
    """Return whether the prizes on record are not these: heads or the pool have changed since."""
    lines: dict[int, tuple[tuple[int, str], ...]] = {}
    for place, entry, text in recorded_prizes.lines:
        lines[entry] = (*lines.get(entry, ()), (place, text))
    return (
        dict(state.prizes) != {entry: amount for _, entry, amount in recorded_prizes.amounts}
        or dict(state.kept_heads) != dict(recorded_prizes.heads)
        or {entry: tuple(sorted(won)) for entry, won in state.prize_lines.items()}
        != {entry: tuple(sorted(won)) for entry, won in lines.items()}
    )


def awaited(state: Tournament) -> bool:
    """Return whether something is still to come of the prizes: a lot for players who tied, or a draw owed (LIFE-9)."""
    return bool(prize_lines.ties(state)) or mystery.last_draw(state) is not None


def evolve_recorded(state: Tournament, event: e.PrizesRecorded) -> Tournament:
    """Apply a version of the prizes in place of the one before."""
    state = prize_lines.evolve_awarded(state, event.lines)
    state = bounties.evolve_kept(state, event.heads)
    return replace(state, prizes=Map((entry, amount) for _, entry, amount in event.amounts))
