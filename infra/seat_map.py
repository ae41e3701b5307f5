"""Who sits where, followed through an exported journal, apart from the rules that wrote it: for checking their lots.

The standard library and this file are all that it needs.
"""

import heapq
from collections.abc import Callable, Iterable
from typing import Any

Event = dict[str, Any]
Chair = tuple[int, int]


class SeatMap:
    """The room as the events say it is, each applied in turn.

    `chairs` gives each entry that sits its table and seat, `seats` each table in use its entries by seat, `kept` the
    chairs that wait for an entry whose move is queued.  `own` are numbers of chairs that are not the setting's, `fresh`
    the tables whose first button has not been drawn since somebody came to them when they were empty.  `places` are the
    entries of each place by the last result, `ties` the orders that lots gave players who tied, `opened` the envelopes
    that mystery draws have opened, `envelopes` the prize table that they are of.
    """

    def __init__(self) -> None:
        self.settings: Event = {}
        self.profile: Event = {}
        self.chairs: dict[int, Chair] = {}
        self.seats: dict[int, dict[int, int]] = {}
        self.kept: dict[int, Chair] = {}
        self.own: dict[int, int] = {}
        self.broken: set[int] = set()
        self.breaking: set[int] = set()
        self.locked: set[int] = set()
        self.just_opened: set[int] = set()
        self.fresh: set[int] = set()
        self.busts: dict[int, tuple[int, Chair]] = {}
        self.lots_of: dict[int, int | None] = {}
        self.places: dict[int, list[int]] = {}
        self.ties: dict[tuple[int, ...], list[int]] = {}
        self.opened: set[int] = set()
        self.envelopes: list[Event] = []
        self.proposal: Event = {}
        self._kinds: dict[str, Callable[[Event], None]] = {
            name.removeprefix("_on_"): getattr(self, name) for name in dir(self) if name.startswith("_on_")
        }

    # ------------------------------------------------------------------------------------------ what it is asked

    def seats_at(self, table: int) -> int:
        """Return how many chairs a table has."""
        return self.own.get(table) or int(self.settings["seats_per_table"])

    def not_free(self, table: int) -> set[int]:
        """Return the seats of a table that somebody sits on or is to come to."""
        return {*self.seats.get(table, ()), *(seat for at, seat in self.kept.values() if at == table)}

    def free(self, table: int) -> list[int]:
        """Return the seats of a table that are nobody's."""
        taken = self.not_free(table)
        return [seat for seat in range(1, self.seats_at(table) + 1) if seat not in taken]

    def club_tables(self) -> list[int]:
        """Return the club's tables."""
        numbers: list[int] = sorted(self.settings.get("table_numbers") or range(1, self.settings["tables"] + 1))
        return numbers

    def for_a_late_seat(self) -> list[int]:
        """Return the tables of which a late seat's is drawn.

        Those with the fewest players that have a free seat; else those not in use; else those that all have left.
        """
        before = {table: seats for table, seats in self.seats.items() if table not in self.just_opened}
        usable = {table: seats for table, seats in before.items() if table not in self.broken | self.breaking}
        roomy = [table for table, seats in usable.items() if seats and self.free(table)]
        if roomy:
            fewest = min(len(usable[table]) for table in roomy)
            return sorted(table for table in roomy if len(usable[table]) == fewest)
        emptied = {table for table, seats in usable.items() if not seats and self.free(table)}
        unused = {table for table in self.club_tables() if table not in before}
        return sorted(unused | emptied & self.fresh or emptied)

    def even(self, entries: Iterable[int], tables: Iterable[int], at_tables: dict[int, int]) -> dict[int, int]:
        """Return how many each table holds when so many entries are added one by one to the emptiest, lowest first."""
        heap = [(at_tables.get(table, 0), table) for table in tables]
        heapq.heapify(heap)
        for _ in entries:
            players, table = heapq.heappop(heap)
            heapq.heappush(heap, (players + 1, table))
        return {table: players for players, table in heap}

    # ------------------------------------------------------------------------------------------ what it is told

    def apply(self, event: Event) -> None:
        """Take an event in."""
        self.just_opened = self.just_opened if event["kind"] == "table_opened" else set()
        if (taken_in := self._kinds.get(event["kind"])) is not None:
            taken_in(event)

    def _sit(self, entry: int, chair: Iterable[int]) -> None:
        table, seat = chair
        self._leave(entry)
        if not self.seats.setdefault(table, {}):
            self.fresh.add(table)
        self.seats[table][seat] = entry
        self.chairs[entry] = (table, seat)

    def _leave(self, entry: int) -> None:
        self.kept.pop(entry, None)
        if (chair := self.chairs.pop(entry, None)) is not None:
            del self.seats[chair[0]][chair[1]]

    def _on_tournament_created(self, event: Event) -> None:
        self.settings, self.profile = event["settings"], event["profile"]
        if (bounties := self.settings.get("bounties")) is not None:
            self._on_mystery_prizes_set(bounties["mystery"])

    _on_settings_edited = _on_tournament_created

    def _on_results_recorded(self, event: Event) -> None:
        self.places = {}
        for place, entry in event["places"]:
            self.places.setdefault(place, []).append(entry)

    def _on_mystery_prizes_set(self, event: Event) -> None:
        self.envelopes = [prize for prize in event["prizes"] for _ in range(prize["count"])]

    def _on_mystery_drawn(self, event: Event) -> None:
        self.opened.add(event["envelope"])

    def _on_tied_lines_drawn(self, event: Event) -> None:
        self.ties |= {tuple(sorted(order)): order for order in event["orders"]}

    def _on_player_checked_in(self, event: Event) -> None:
        self._lock(event)
        if event["chair"] is not None:
            self._sit(event["entry"], event["chair"])

    def _lock(self, event: Event) -> None:
        (self.locked.add if event.get("locked") else self.locked.discard)(event["entry"])

    _on_seat_locked = _lock

    def _on_field_seated(self, event: Event) -> None:
        for entry, table, seat, _ in event["seats"]:
            self._sit(entry, (table, seat))
        self.fresh = set(event["tables"])
        self._on_buttons_drawn(event)

    def _on_buttons_drawn(self, event: Event) -> None:
        self.fresh.difference_update(table for table, _ in event["buttons"])

    def _on_table_opened(self, event: Event) -> None:
        self.seats.setdefault(event["table"], {})
        self.fresh.add(event["table"])
        self.just_opened.add(event["table"])

    def _on_player_seated(self, event: Event) -> None:
        self._lock(event)
        self._sit(event["entry"], event["chair"])

    def _on_re_entered(self, event: Event) -> None:
        self._sit(event["entry"], event["chair"])

    _on_knockout_voided = _on_re_entered

    def _on_bust_corrected(self, event: Event) -> None:
        self.busts[event["knockout"]] = (event["entry"], tuple(event["chair"]))
        self._leave(event["entry"])
        self._sit(event["instead_of"], event["lives_in"])

    def _on_rebought(self, event: Event) -> None:
        if event["chair"] is not None:
            self._sit(event["entry"], event["chair"])

    def _on_busted(self, event: Event) -> None:
        self.busts[event["knockout"]] = (event["entry"], tuple(event["chair"]))
        self.kept.pop(event["entry"], None)
        if event["pending_until"] is None:
            self._leave(event["entry"])

    def _on_elimination_completed(self, event: Event) -> None:
        self._leave(event["entry"])

    _on_entry_voided = _on_elimination_completed

    def _on_registrations_dropped(self, event: Event) -> None:
        for gone in event["withdrawn"]:
            self._leave(gone["entry"])

    def _on_clock_rebased(self, event: Event) -> None:
        for back in event["withdrawn"]:
            self._sit(back["entry"], back["chair"])
        for knockout in (*event["knockouts"], *(knockout for knockout, _ in event["pending"])):
            self._sit(*self.busts[knockout])

    def _on_move_queued(self, event: Event) -> None:
        self.kept[event["entry"]] = tuple(event["to"])

    def _on_move_dropped(self, event: Event) -> None:
        for move in event["moves"]:
            self.kept.pop(move["entry"], None)

    def _on_player_moved(self, event: Event) -> None:
        self._sit(event["entry"], event["to"])

    _on_move_undone = _on_player_moved

    def _on_seats_swapped(self, event: Event) -> None:
        self._all_sit(zip(event["entries"], event["chairs"], strict=True))

    def _all_sit(self, moves: Iterable[tuple[int, Iterable[int]]]) -> None:
        """Seat several at once: all leave before anybody sits."""
        placed = [(entry, tuple(chair)) for entry, chair in moves]
        sent: dict[int, Any] = dict(placed)
        self.busts |= {number: (entry, sent[entry]) for number, (entry, _) in self.busts.items() if entry in sent}
        for entry, chair in placed:
            if self.chairs.get(entry) != chair:
                self._leave(entry)
        for entry, chair in placed:
            if self.chairs.get(entry) != chair:
                self._sit(entry, chair)

    def _on_break_queued(self, event: Event) -> None:
        self.breaking.add(event["table"])

    def _on_break_dropped(self, event: Event) -> None:
        self.breaking.discard(event["table"])

    def _on_table_broken(self, event: Event) -> None:
        self._all_sit((entry, (table, seat)) for entry, _, table, seat in event["moves"])
        self._close(event["table"])

    def _close(self, table: int) -> None:
        self.broken.add(table)
        self.breaking.discard(table)
        self.fresh.discard(table)
        self.own.pop(table, None)
        for entry, chair in [*self.kept.items()]:
            if chair[0] == table:
                del self.kept[entry]

    def _on_table_reopened(self, event: Event) -> None:
        self.broken.discard(event["table"])
        self.fresh.add(event["table"])

    def _on_field_redrawn(self, event: Event) -> None:
        self._drawn_anew(event)
        self._on_buttons_drawn(event)

    def _drawn_anew(self, event: Event) -> None:
        self._all_sit((entry, (table, seat)) for entry, table, seat in event["seats"])
        for table in event["closing"]:
            self._close(table)

    def _on_final_table_formed(self, event: Event) -> None:
        if event["chairs"] is not None:
            self.own[event["table"]] = event["chairs"]
        self._drawn_anew(event)
        if event["button"] is not None:
            self.fresh.discard(event["table"])

    def _on_move_proposed(self, event: Event) -> None:
        self.lots_of[event["number"]] = event["lot"]
        self.proposal = event
