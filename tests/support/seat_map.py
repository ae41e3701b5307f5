"""Who sits where by the events alone: a second book beside the state, against which each event is checked.

It knows nothing of how the rules keep their books.  It is what a floor would have on paper, and it goes on with each
event; `check` then compares everything that the event touched with the state.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from domain import events as e
from domain.events import Chair
from domain.state import Tournament
from domain.table_sizes import seats_at

Moved = tuple[int, Chair, Chair]
"""An entry, the chair that it leaves, and the one where it sits now."""
BALANCES = frozenset({"balance", "lone_table"})
"""Reasons for a move of which the system may choose who goes."""


@dataclass(slots=True)
class SeatMap:
    """Tables with their seats and entries, chairs kept, hands in progress, chips in play."""

    by_position: bool = False
    """Whether the house moves who is big blind next."""
    left_to_the_floor: set[int] = field(default_factory=set)
    """Proposals that left the player or the seat to the floor."""
    tables: dict[int, dict[int, int]] = field(default_factory=dict)
    chairs: dict[int, Chair] = field(default_factory=dict)
    queued: dict[int, tuple[Chair, Chair]] = field(default_factory=dict)
    """Chairs left and kept by entries whose moves wait for a hand's end."""
    swapping: set[int] = field(default_factory=set)
    sent: dict[int, Chair] = field(default_factory=dict)
    """Where entries are to go that are not known to be there."""
    moved: Counter[int] = field(default_factory=Counter)
    broken: set[int] = field(default_factory=set)
    breaking: set[int] = field(default_factory=set)
    dealing: dict[int, int] = field(default_factory=dict)
    """Tables with a hand in progress, and the hand."""
    chips: int = 0
    expected: dict[int, int] = field(default_factory=dict)
    """How many sit at each table once every queued move is made."""
    tables_with: Counter[int] = field(default_factory=Counter)
    """How many tables have so many then."""
    big_blind: dict[int, int] = field(default_factory=dict)
    """Who had the big blind in a table's last hand."""
    came: dict[int, str] = field(default_factory=dict)
    """Why an entry came to the table at which it has not been dealt in yet."""
    posted: set[int] = field(default_factory=set)
    """Entries that had the big blind in the last hand that they were dealt."""

    # ---------------------------------------------------------------------------------------------------- the events

    def take(self, event: e.Event) -> set[int]:
        """Enter an event and return the tables that it touched."""
        match event:
            case e.FieldSeated():
                for entry, table, seat, chips in event.seats:
                    self._sit(entry, (table, seat))
                    self.chips += chips
                return set(event.tables)
            case e.Busted():
                self.chips -= event.chips_removed
                return self._gone(event.entry) if event.pending_until is None else {event.chair[0]}
            case e.HandStarted():
                assert event.table not in self.dealing, f"two hands at table {event.table}"
                self.dealing[event.table] = event.hand
                self._dealt(event)
                return {event.table}
            case e.HandEnded():
                assert self.dealing.pop(event.table) == event.hand
                return {event.table}
            case _:
                return self._moves(event)

    def _moves(self, event: e.Event) -> set[int]:
        match event:
            case e.MoveProposed():
                if event.unnamed is not None:
                    self.left_to_the_floor.add(event.number)
                return set()
            case e.PlayerMoved():
                chosen = self.by_position and event.proposal not in self.left_to_the_floor
                why = "position" if chosen and event.why in BALANCES else event.why
                return self._move([(event.entry, event.leaving, event.to)], why)
            case e.MoveQueued():
                self._free_of(event.entry)
                self.queued[event.entry] = (event.leaving, event.to)
                self._expect(event.leaving[0], -1)
                self._expect(event.to[0], 1)
                return {event.leaving[0], event.to[0]}
            case e.MoveArrived() | e.MoveDropped():
                for move in event.moves:
                    # One that another has taken the place of is told afterwards.
                    if self.queued.get(move.entry) == (move.leaving, move.to):
                        self._free_of(move.entry)
                    if self.sent.get(move.entry) == move.to:
                        del self.sent[move.entry]
                return {chair[0] for move in event.moves for chair in (move.leaving, move.to)}
            case e.BreakQueued():
                self.breaking.add(event.table)
                return {event.table}
            case e.BreakDropped():
                self.breaking.discard(event.table)
                return {event.table}
            case e.TableBroken():
                moves = [(entry, (event.table, left), (table, seat)) for entry, left, table, seat in event.moves]
                touched = self._move(moves, "break")
                return touched | self._close((event.table,))
            case e.FieldRedrawn() | e.FinalTableFormed():
                moves = [(entry, self.chairs[entry], (table, seat)) for entry, table, seat in event.seats]
                touched = self._move(moves, "redraw") | self._close(event.closing)
                return touched | self._new_buttons({table for _, table, _ in event.seats})
            case e.ButtonsDrawn():
                return self._new_buttons({table for table, _ in event.buttons})
            case _:
                return set()

    def _new_buttons(self, tables: set[int]) -> set[int]:
        """Enter that a lot says where the buttons are: it may give somebody the big blind again."""
        for table in tables:
            self.posted.difference_update(self.tables[table].values())
        return tables

    def _sit(self, entry: int, chair: Chair) -> None:
        seats = self.tables.setdefault(chair[0], {})
        assert chair[1] not in seats, f"two on {chair}: {seats[chair[1]]} and {entry}"
        assert entry not in self.chairs, f"{entry} sits on {self.chairs[entry]} and {chair}"
        assert chair[0] not in self.broken, f"{entry} is sent to {chair}, and that table is broken"
        seats[chair[1]] = entry
        self.chairs[entry] = chair
        self._expect(chair[0], 1)

    def _leave(self, entry: int) -> Chair:
        chair = self.chairs.pop(entry)
        assert self.tables[chair[0]].pop(chair[1]) == entry
        self._expect(chair[0], -1)
        return chair

    def _expect(self, table: int, change: int) -> None:
        before = self.expected.get(table, 0)
        self.expected[table] = before + change
        self.tables_with[before] -= 1
        self.tables_with[before + change] += 1

    def _free_of(self, entry: int) -> set[int]:
        """Forget a queued move."""
        if entry not in self.queued:
            return set()
        leaving, to = self.queued.pop(entry)
        self._expect(leaving[0], 1)
        self._expect(to[0], -1)
        return {leaving[0], to[0]}

    def _gone(self, entry: int) -> set[int]:
        touched = self._free_of(entry)
        self.sent.pop(entry, None)
        self.posted.discard(entry)
        return touched | {self._leave(entry)[0]}

    def _move(self, moves: Iterable[Moved], why: str) -> set[int]:
        """Enter moves that happen at once: all leave before anybody sits."""
        moves = [move for move in moves if move[1] != move[2]]
        touched = set()
        for entry, leaving, _ in moves:
            touched |= self._free_of(entry)
            assert self._leave(entry) == leaving
        for entry, leaving, to in moves:
            self._sit(entry, to)
            self.sent[entry] = to
            if leaving[0] != to[0]:
                self.moved[entry] += 1
                self.came[entry] = why
        return touched | {chair[0] for _, leaving, to in moves for chair in (leaving, to)}

    def _close(self, tables: Iterable[int]) -> set[int]:
        touched = set(tables)
        for table in tables:
            assert not self.tables.get(table), f"table {table} is broken with players at it"
            assert table not in self.dealing, f"table {table} is broken in a hand"
            self.breaking.discard(table)
            self.broken.add(table)
            for entry in [entry for entry, (_, to) in self.queued.items() if to[0] == table]:
                touched |= self._free_of(entry)
        return touched

    def _dealt(self, event: e.HandStarted) -> None:
        """Enter who is dealt in; nobody has the big blind twice running (SEAT-9, SEAT-5).

        At one table he would have it by a button gone wrong; from table to table where he was chosen by his position.
        A lot may do that to him, and so may the floor.
        """
        seats = self.tables[event.table]
        for seat, entry in seats.items():
            if seat in event.not_dealt:
                continue
            why = self.came.pop(entry, "")
            if entry in self.posted and seat == event.big_blind:
                assert why not in {"", "position"}, f"entry {entry} has the big blind twice running: {why}"
            if event.big_blind is not None:
                (self.posted.add if seat == event.big_blind else self.posted.discard)(entry)
            else:
                self.posted.discard(entry)

    # --------------------------------------------------------------------------------------------------- the checks

    def difference(self) -> int:
        """Return how far the tables are apart once every queued move is made, those with nobody left out."""
        sizes = [size for size, tables in self.tables_with.items() if size and tables]
        return max(sizes, default=0) - min(sizes, default=0)

    def check(self, state: Tournament, touched: Iterable[int]) -> None:
        """Assert that the state has these tables as the map has them, and every counter as a recount gives it."""
        assert state.alive == len(self.chairs)
        assert state.chips_in_play == self.chips
        assert state.tables_in_play == sum(tables.bit_count() for tables in state.sizes[1:]) + len(self.breaking)
        assert state.dealing.bit_count() == len(self.dealing)
        assert len(state.promises) == len(self.sent.keys() | self.queued.keys())
        assert state.reservations == len(self.queued)
        for number in touched:
            self._check_table(state, number)

    def _check_table(self, state: Tournament, number: int) -> None:
        """Assert what holds of one table: its seats, its size, its hand, the chairs kept, who has still to come."""
        table, seats = state.tables[number], self.tables.get(number, {})
        assert dict(table.seats) == seats
        assert max(seats, default=1) <= seats_at(state, number)
        for seat, entry in seats.items():
            assert state.entries[entry].chair == (number, seat)
            assert state.entries[entry].status == "alive"
            promise = state.promises.get(entry)
            assert (promise is not None) == (entry in self.sent or entry in self.queued)
            assert promise is None or promise.status != "queued" or self.queued[entry] == ((number, seat), promise.to)
        assert {seat: entry for entry, (_, (at, seat)) in self.queued.items() if at == number} == dict(table.reserved)
        assert not seats.keys() & set(table.reserved)
        held = [size for size, tables in enumerate(state.sizes) if tables >> number & 1]
        assert held == ([] if number in self.broken | self.breaking else [len(seats)])
        assert (table.breaking is not None) == (number in self.breaking) == bool(state.breaking >> number & 1)
        assert table.broken == (number in self.broken)
        assert table.hand == self.dealing.get(number)
        assert bool(state.dealing >> number & 1) == (number in self.dealing)
