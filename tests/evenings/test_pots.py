"""KO-3: who won the pot that held a player's last chips, from stacks, bets and winnings alone."""

import pytest

from infra.pots import winners_of_last_chips

A, B, C, D = "player-001", "player-002", "player-003", "player-004"


@pytest.mark.parametrize(
    ("stacks", "bets", "won", "dead", "killers"),
    [
        # one winner has everything, whatever the pots
        ({A: 50, B: 80}, {A: 50, B: 50}, {B: 100}, 0, (B,)),
        # 19 three ways and 6 of one who folded to the short stack, 233 twice to the other
        ({A: 252, B: 19, C: 802, D: 229}, {A: 252, B: 19, C: 252, D: 6}, {B: 63, C: 466}, 0, (C,)),
        # dead chips lie in the main pot
        ({A: 122, B: 36, C: 265, D: 245}, {A: 122, B: 36, C: 122, D: 16}, {B: 128, C: 172}, 4, (C,)),
        # the pot of the last chips is chopped: both won them
        ({A: 50, B: 100, C: 100}, {A: 50, B: 50, C: 50}, {B: 75, C: 75}, 0, (B, C)),
        # an odd chip goes to one of those who chop
        ({A: 5, B: 100, C: 100}, {A: 5, B: 5, C: 5}, {B: 8, C: 7}, 0, (B, C)),
        # who could cover only the main pot has not won the last chips
        ({A: 60, B: 20, C: 90}, {A: 60, B: 20, C: 60}, {B: 60, C: 80}, 0, (C,)),
        # main and side pot are equal: either may have won either, so nobody is known to have done it
        ({A: 28, B: 90, C: 90, D: 12}, {A: 28, B: 28, C: 28, D: 12}, {B: 48, C: 48}, 0, ()),
        # the winnings add up in no way
        ({A: 50, B: 100, C: 100}, {A: 50, B: 50, C: 50}, {B: 10, C: 10}, 0, ()),
    ],
)  # fmt: skip
def test_ko_3_the_last_chips_go_to_the_winner_of_the_pot_they_lie_in(
    stacks: dict[str, int], bets: dict[str, int], won: dict[str, int], dead: int, killers: tuple[str, ...]
) -> None:
    assert winners_of_last_chips(A, stacks, bets, won, dead) == killers
