"""Who won which pot of a hand, as far as stacks and winnings tell: a ledger gives each winner one sum."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """A main or side pot: its chips, up to which bet it reaches, and who of the hand's winners may have won it."""

    chips: int
    reaches: int
    contenders: tuple[str, ...]


def winners_of_last_chips(
    victim: str, stacks: Mapping[str, int], bets: Mapping[str, int], won: Mapping[str, int], dead: int = 0
) -> tuple[str, ...]:
    """Return who won the pot that held the last chips of a player who is out; nobody when it cannot be told.

    That pot is the last one that he had chips in: a winner of the main pot alone has not won them (KO-3).

    Args:
        victim: who is out.
        stacks: chips of everybody dealt in, before the hand.
        bets: what each put in that counts as a bet.
        won: what each winner took out of all pots.
        dead: chips in the main pot that count as nobody's bet.
    """
    if len(won) == 1:
        return tuple(won)
    laid = _pots(stacks, bets, won, dead)
    held = next(n for n, pot in enumerate(laid) if bets[victim] <= pot.reaches)
    found = {shares[held] for shares in _divisions(laid, won)}
    return found.pop() if len(found) == 1 else ()


def _pots(stacks: Mapping[str, int], bets: Mapping[str, int], won: Mapping[str, int], dead: int) -> list[Pot]:
    """Return the pots, the main pot first: one ends with the bet of everybody who is all in."""
    ends = {bet for player, bet in bets.items() if bet >= stacks[player]} | {max(bets.values())}
    pots: list[Pot] = []
    begins = 0
    for reaches in sorted(ends):
        chips = sum(min(bet, reaches) - min(bet, begins) for bet in bets.values())
        contenders = tuple(sorted(player for player in won if bets[player] >= reaches))
        pots.append(Pot(chips=chips + (0 if pots else dead), reaches=reaches, contenders=contenders))
        begins = reaches
    return pots


def _divisions(pots: Sequence[Pot], won: Mapping[str, int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to give each pot to one contender, or to several in equal parts, that gives what was won."""
    if not pots:
        if not any(won.values()):
            yield ()
        return
    pot, *rest = pots
    for count in range(1, len(pot.contenders) + 1):
        part, odd = divmod(pot.chips, count)
        for sharing in combinations(pot.contenders, count):
            for lucky in combinations(sharing, odd):
                left = {
                    player: sum_ - (part + (player in lucky) if player in sharing else 0)
                    for player, sum_ in won.items()
                }
                if min(left.values()) >= 0:
                    yield from ((sharing, *more) for more in _divisions(rest, left))
