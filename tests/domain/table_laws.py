"""What holds of the tables in every state of every tournament, counted from scratch (SEAT-4 to SEAT-13, RUL-1)."""

from domain import balancing, desk, halts
from domain.rounds import in_round
from domain.state import Tournament
from domain.table_sizes import free_seats, numbers, seats_at


def hold(state: Tournament) -> None:
    """Assert everything that the tables must be by themselves."""
    sets_of_tables_equal_a_recount(state)
    hands_are_played_by_those_who_sit(state)
    broken_tables_are_bare(state)
    a_proposal_is_of_the_tables_as_they_are(state)
    uneven_tables_are_spoken_of(state)


def sets_of_tables_equal_a_recount(state: Tournament) -> None:
    tables = list(state.tables.values())
    assert set(numbers(state.dealing)) == {table.number for table in tables if table.hand is not None}
    assert set(numbers(state.broken)) == {table.number for table in tables if table.broken}
    assert set(numbers(state.breaking)) == {table.number for table in tables if table.breaking is not None}
    assert set(numbers(state.resized)) == {table.number for table in tables if table.seats_at is not None}
    assert not state.old_level & ~state.dealing
    used = [table for table in tables if table.seats and table.breaking is None]
    free = sum(seats_at(state, table.number) - len(table.seats) - len(table.reserved) for table in used)
    assert free_seats(state) == free
    assert state.halts == halts.short(state) or state.ended_at is not None
    assert not state.halts_waived & ~state.halts
    assert set(state.overflow) <= {table.number for table in tables if not table.broken}


def hands_are_played_by_those_who_sit(state: Tournament) -> None:
    for table in state.tables.values():
        chairs = seats_at(state, table.number)
        assert set(table.newcomers) <= set(table.seats)
        if table.deal is not None:
            assert max(table.deal.button, table.deal.small_blind, table.deal.big_blind) <= chairs
            assert table.deal.hand <= table.dealt
        assert table.button_drawn is None or table.button_drawn <= chairs
        assert table.hand is None or table.hand == table.dealt
        assert not (table.hand is not None and table.broken)


def broken_tables_are_bare(state: Tournament) -> None:
    for table in state.tables.values():
        if table.broken:
            assert not table.seats
            assert not table.reserved
            assert (table.deal, table.button_drawn, table.breaking, table.seats_at) == (None, None, None, None)
    for promise in state.promises.values():
        assert not state.tables[promise.to[0]].broken


def a_proposal_is_of_the_tables_as_they_are(state: Tournament) -> None:
    """What the floor is asked stands as it was told: who is to go sits there and may go, his seat is free (SEAT-5)."""
    proposal = state.proposal
    if proposal is None:
        return
    assert state.running
    assert state.reseating is None
    taken = set()
    for move in proposal.moves:
        assert move.leaving != move.to
        entry = None if move.entry is None else state.entries[move.entry]
        if entry is not None:
            assert entry.chair is not None
            assert entry.chair[0] == move.leaving
            assert not entry.locked
            assert not entry.exempt
        if move.seat is not None:
            to = state.tables[move.to]
            assert move.seat not in to.seats
            assert move.seat not in to.reserved
            assert move.seat <= seats_at(state, move.to)
            assert (move.to, move.seat) not in taken
            taken.add((move.to, move.seat))
    assert (proposal.unnamed is not None) == any(None in {move.entry, move.seat} for move in proposal.moves)


def uneven_tables_are_spoken_of(state: Tournament) -> None:
    """Tables are within the house's difference, or something is proposed, awaited, declined or in the way (SEAT-5)."""
    if not state.running or not state.drawn or state.ended_at is not None or state.tables_in_play < 2:
        return
    apart = balancing.largest_difference(state)
    if balancing.policy(state) == "floor" or apart is None:
        return
    waits = state.proposal or state.declined or state.reseating or state.breaking or state.promises
    kept = any(entry.locked or entry.exempt or entry.status == "pending" for entry in state.entries.values())
    if waits or kept or in_round(state) is not None or desk.errand(state) is not None:
        return
    if state.settings.end.kind == "one_per_table":
        return
    sizes = [len(table.seats) for table in state.tables.values() if table.seats]
    assert max(sizes) - min(sizes) <= apart, f"{sizes} and nothing is said of it"
