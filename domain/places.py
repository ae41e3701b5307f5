"""Final places from the order of the busts (PLC-1)."""

from collections.abc import Mapping

from domain.standings import Gone, behind, numbered
from domain.state import Tournament


def places(state: Tournament, stacks: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Return (place, entry), best first; equals share the best place of their block and the next ones are skipped.

    Survivors come first, by counted stack; then a later bust is a higher place, within one bust number by rank.  A
    player has one place, by his last entry; voided entries and registrations that never sat have none.

    Args:
        state: the tournament.
        stacks: counted chips by player, needed for every survivor when there are several.
    """
    survivors: list[tuple[int, int]] = []
    gone: list[Gone] = []
    for line in state.players.values():
        if not line.entries:
            continue
        entry = state.entries[line.entries[-1]]
        if entry.status == "alive":
            survivors.append((-stacks.get(entry.player, 0), entry.number))
        elif entry.status in {"pending", "out"} and entry.knockout is not None:
            of = state.knockouts[entry.knockout]
            gone.append(Gone(entry=entry.number, bust=of.bust, table=of.chair[0], rank=of.rank))
    return (*numbered(survivors), *behind(state.profile.same_hand_busts, len(survivors), gone))
