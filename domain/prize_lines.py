"""Prizes that are no money: which lines there are, who has won them, and the lot where players tied (PRZ-1, PRZ-4).

Players who tied cover as many places as they are.  What these places win goes to them by lot: the one drawn first wins
what the best of the places wins, and so on.  Where every one of the places wins the same there is nothing to draw.  A
lot stands: whom a corrected result leaves tied it leaves in the order of their lot, whoever of them is struck, so that
nobody loses by another draw what he has won.  Only who ties with somebody new draws anew.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from immutables import Map

from domain import events as e
from domain.changes import replace
from domain.decisions import Lot
from domain.in_the_money import places_paid
from domain.state import Tournament

Texts = tuple[str, ...]
Places = Iterable[tuple[int, int]]
"""(place, entry), best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Players with one place: `entries` by number, and what each of the places that they cover wins."""

    place: int
    entries: tuple[int, ...]
    won: tuple[Texts, ...]

    @property
    def by_lot(self) -> bool:
        """Whether a lot says who wins what."""
        return len(set(self.won)) > 1


def lines(state: Tournament) -> Mapping[int, Texts]:
    """Return what each place wins, as far as places are paid; a place without a line is missing (PRZ-4)."""
    terms = state.settings.prizes
    paid = places_paid(state) or 0
    if terms.each_paid_place is not None:
        return dict.fromkeys(range(1, paid + 1), (terms.each_paid_place,))
    announced = (line for line in terms.announced if line.place <= paid)
    return {place: tuple(line.text for line in each) for place, each in groupby(announced, lambda line: line.place)}


def blocks(state: Tournament, places: Places) -> Iterator[Block]:
    """Yield the players of each place with what they win, where they win anything."""
    won = lines(state)
    if not won:
        return
    for place, each in groupby(places, itemgetter(0)):
        entries = tuple(sorted(entry for _, entry in each))
        covered = tuple(won.get(place + after, ()) for after in range(len(entries)))
        if any(covered):
            yield Block(place=place, entries=entries, won=covered)


def awarded(state: Tournament, places: Places) -> tuple[tuple[int, int, str], ...]:
    """Return (place, entry, text) of every line that is won and waits for no lot, in the order of the places."""
    return tuple(
        line
        for block in blocks(state, places)
        if (order := drawn_order(state, block.entries) if block.by_lot else block.entries) is not None
        for line in _given(block, order)
    )


def drawn_order(state: Tournament, entries: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return in which order a lot has put these entries, others between them or not; None: none has.

    What is left of a fair order when some are taken out of it is a fair order.
    """
    tied = frozenset(entries)
    for order in reversed(state.tied_orders):
        if tied <= frozenset(order):
            return tuple(entry for entry in order if entry in tied)
    return None


def _given(block: Block, order: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    for after, (entry, texts) in enumerate(zip(order, block.won, strict=True)):
        yield from ((block.place + after, entry, text) for text in texts)


def to_draw(state: Tournament, places: Places) -> tuple[Block, ...]:
    """Return the blocks of these places whose lines wait for a lot."""
    return tuple(block for block in blocks(state, places) if block.by_lot and drawn_order(state, block.entries) is None)


def ties(state: Tournament) -> tuple[Block, ...]:
    """Return the blocks of the places on record whose lines wait for a lot."""
    if state.status not in {"prizes_pending", "finished"} or not state.settings.prizes:
        return ()
    return to_draw(state, sorted((place, entry) for entry, place in state.places.items()))


def drawn(state: Tournament, tied: tuple[Block, ...], lot: Lot) -> e.TiedLinesDrawn:
    """Return who of the tied players wins what, each block by its order."""
    return e.TiedLinesDrawn(
        version=state.results_version,
        lot=lot.number,
        pools=tuple(block.entries for block in tied),
        places=tuple(block.place for block in tied),
        orders=lot.orders,
        lines=tuple(line for block, order in zip(tied, lot.orders, strict=True) for line in _given(block, order)),
    )


def evolve_awarded(state: Tournament, awards: Iterable[tuple[int, int, str]]) -> Tournament:
    """Apply the lines of a version of the prizes in place of those before."""
    return _with(replace(state, prize_lines=Map()), awards)


def evolve_drawn(state: Tournament, event: e.TiedLinesDrawn) -> Tournament:
    """Apply the lines that a lot gave, and keep its orders."""
    return replace(_with(state, event.lines), tied_orders=(*state.tied_orders, *event.orders))


def _with(state: Tournament, awards: Iterable[tuple[int, int, str]]) -> Tournament:
    won = dict(state.prize_lines)
    for place, entry, text in awards:
        won[entry] = (*won.get(entry, ()), (place, text))
    return replace(state, prize_lines=Map(won))
