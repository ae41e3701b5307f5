"""Final places from the order of the busts (PLC-1)."""

from collections.abc import Mapping

from domain.same_hand import dense
from domain.state import Knockout, Tournament


def places(state: Tournament, stacks: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Return (place, entry), best first; equals share the best place of their block and the next ones are skipped.

    Survivors come first, by counted stack; then a later bust is a higher place, within one bust number by rank.  A
    player has one place, by his last entry; voided entries and registrations that never sat have none.

    Args:
        state: the tournament.
        stacks: counted chips by player, needed for every survivor when there are several.
    """
    keyed: list[tuple[tuple[int, int, int], int]] = []
    out: dict[int, list[tuple[Knockout, int]]] = {}
    for line in state.players.values():
        if not line.entries:
            continue
        entry = state.entries[line.entries[-1]]
        if entry.status == "alive":
            keyed.append(((0, -stacks.get(entry.player, 0), 0), entry.number))
        elif entry.status in {"pending", "out"} and entry.knockout is not None:
            knockout = state.knockouts[entry.knockout]
            out.setdefault(knockout.bust, []).append((knockout, entry.number))
    for bust, together in out.items():
        # Who was ranked among them and has no place by this bust any more leaves no gap: tables tie by their ranks.
        fresh = dense(state.profile.same_hand_busts, ((of.chair[0], of.rank) for of, _ in together))
        keyed += [((1, -bust, fresh[of.chair[0], of.rank]), number) for of, number in together]
    keyed.sort()
    ranked: list[tuple[int, int]] = []
    for index, (key, number) in enumerate(keyed):
        tied = index > 0 and keyed[index - 1][0] == key
        ranked.append((ranked[-1][0] if tied else index + 1, number))
    return tuple(ranked)
