"""Drawing seats anew: the whole field's at few tables, and those of the final table (SEAT-8, SEAT-12).

A redraw waits until no hand is in progress at the tables that it is about; no new one begins there meanwhile.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from immutables import Map

from domain import commands as c
from domain import events as e
from domain import promises, table_sizes, waiting
from domain.changes import replace
from domain.decisions import Context, Decision, Lot, Rejection, Unchanged, Wanted, refuse
from domain.events import Chair
from domain.first_buttons import with_buttons
from domain.reseating import close_table, locked_at, played_at, send
from domain.rounds import in_round
from domain.seating import not_seated_yet, opens
from domain.settings import OnePerTable
from domain.state import Reseating, Tournament
from domain.table_sizes import mask_of, numbers, seats_at, with_table
from domain.windows import nobody_comes

MANY, SOME = 100, 50
"""Fields for which WSOP 67c draws seats anew at three, two and one table, and at two and one (BAL-10)."""


MOST_AWAITED = 300
"""Of more players than this, drawn anew at once, nobody is missed one by one: the whole room is on its feet."""


def stages(state: Tournament) -> frozenset[int]:
    """Return at how many tables every seat is drawn anew; 1: at the final table.

    Source: WSOP 67c for `by_entries`.
    """
    named = state.settings.redraw_at
    if named is None:
        return frozenset(state.profile.redraw_at)
    if named != "by_entries":
        return frozenset(named)
    if state.field >= MANY:
        return frozenset({3, 2, 1})
    return frozenset({2, 1}) if state.field >= SOME else frozenset()


def reaches(state: Tournament, tables: int) -> bool:
    """Return whether the seats are to be drawn anew as so many tables are left.

    At one table that is the final table's own business.  A field that was drawn for no more tables than that has been
    drawn already; nor does anybody draw for a field that may still grow, or in a shootout (SHO-1).
    """
    if tables == 1 or tables not in stages(state) or not nobody_comes(state):
        return False
    return state.drawn_at > tables and not isinstance(state.settings.end, OnePerTable)


def may_rearrange(state: Tournament) -> bool:
    """Return whether the system may think of other tables now: in play, no redraw waits, no round is being played."""
    if not state.running or not state.drawn or state.ended_at is not None:
        return False
    return state.reseating is None and in_round(state) is None


def instead(state: Tournament, table: int) -> Reseating | None:
    """Return the redraw that takes the place of this table's break: all seats are drawn as it goes (SEAT-12)."""
    rest = table_sizes.in_play(state) & ~(1 << table)
    return _field(state, rest) if reaches(state, rest.bit_count()) else None


def due(state: Tournament) -> Reseating | None:
    """Return the redraw that the number of tables calls for now."""
    if not may_rearrange(state):
        return None
    in_play = table_sizes.in_play(state)
    return _field(state, in_play) if reaches(state, in_play.bit_count()) else None


def _field(state: Tournament, tables: int) -> Reseating:
    """Return the redraw of the whole field at these tables; all others close."""
    closing = played_at(state) & ~tables
    return Reseating(why="redraw", tables=tuple(numbers(tables)), closing=tuple(numbers(closing)), anew=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a redraw has to place: `entries` by lot; (table, players in the end); who keeps his chair; chairs each."""

    of: Reseating
    entries: tuple[int, ...]
    tables: tuple[tuple[int, int], ...]
    kept: Mapping[int, Mapping[int, int]]
    seats: tuple[int, ...]

    @property
    def pools(self) -> tuple[tuple[int, ...], ...]:
        """The lot's pools: the entries, the seats of each table, and these again for its button."""
        seats = tuple(tuple(range(1, most + 1)) for most in self.seats)
        return (self.entries, *seats, *seats)


def planned(state: Tournament, of: Reseating) -> Plan | Rejection:
    """Return who is drawn for which tables, as even as can be, extras on the first; or why that cannot be.

    A locked player keeps his seat; where his table closes the floor must unlock him first (SEAT-2).
    """
    for table in of.closing:
        if (stays := locked_at(state, table)) is not None:
            player = state.entries[stays].player
            return refuse(
                "SEAT-2",
                "locked",
                f"{player} is locked in his seat at table {table}, which closes",
                "unlock him first",
                player=player,
            )
    gone = sum(seats_at(state, table) for table in of.closing)
    if state.held and waiting.chairs_left(state) < gone:
        return refuse(
            "REG-1",
            "seats_kept",
            "seats are kept for players who were called from the waiting list",
            "wait until they sit or lapse, or draw for more tables",
            held=len(state.held),
        )
    kept: dict[int, dict[int, int]] = {}
    # A table that all have left since the redraw was ordered gets nobody; a final table may be one nobody sat at yet.
    at = [table for table in of.tables if of.why != "redraw" or state.tables[table].seats]
    if not at:
        return refuse("SEAT-12", "tables_left", "all have left the tables that play was to go on at", "name others")
    entries = [entry for table in of.closing for entry in state.tables[table].seats.values()]
    for table in at:
        placed = state.tables[table].seats if table in state.tables else Map()
        stays_on = {seat: entry for seat, entry in placed.items() if not of.anew or state.entries[entry].locked}
        kept[table] = stays_on
        entries += [entry for entry in placed.values() if entry not in stays_on.values()]
    if not entries and not any(kept.values()):
        return refuse("SEAT-12", "tables_left", "nobody sits at these tables any more", "name others")
    seats = {table: of.seats or seats_at(state, table) for table in at}
    heap = [(len(kept[table]), table) for table in at]
    heapq.heapify(heap)
    for _ in entries:
        players, table = heapq.heappop(heap)
        heapq.heappush(heap, (players + 1, table))
    tables = tuple(sorted((table, players) for players, table in heap))
    over = next((table for table, players in tables if players > seats[table]), None)
    if over is not None:
        players = len(entries) + sum(len(seated) for seated in kept.values())
        return refuse(
            "SEAT-12",
            "too_few_seats",
            f"{players} players do not fit on the seats of {len(tables)} tables",
            "draw for more tables, or wait for busts",
            players=players,
            seats=sum(seats.values()),
        )
    return Plan(
        of=of,
        entries=tuple(sorted(entries)),
        tables=tables,
        kept=kept,
        seats=tuple(seats[table] for table, _ in tables),
    )


def ordered(state: Tournament, of: Reseating, context: Context) -> Decision:
    """Return the redraw that somebody ordered: at once, or when the hands in progress are over."""
    if state.reseating == of:
        return Unchanged(note="the seats are drawn anew as soon as no hand is in progress")
    if state.reseating is not None:
        return refuse(
            "SEAT-12",
            "redraw_waits",
            "the seats are about to be drawn anew in another way",
            "wait until the hands in progress are over, or take that redraw back",
        )
    if state.ended_at is not None:
        return refuse("LIFE-9", "play_ended", "play has ended: nobody goes anywhere")
    plan = planned(state, of)
    if isinstance(plan, Rejection):
        return plan
    if _busy(state, of):
        return (queued(of),)
    if context.lot is None or context.lot.pools != plan.pools:
        return Wanted(pools=plan.pools)
    return drawn(state, plan, context.lot, context.at)


def _concerned(of: Reseating) -> int:
    return mask_of((*of.tables, *of.closing))


def _busy(state: Tournament, of: Reseating) -> bool:
    """Return whether a redraw has to wait: for a hand at one of its tables, or for a round of hand-for-hand."""
    return bool(state.dealing & _concerned(of)) or in_round(state) is not None


def queued(of: Reseating) -> e.RedrawQueued:
    """Return that a redraw waits for the hands in progress and its lot."""
    return e.RedrawQueued(why=of.why, tables=of.tables, closing=of.closing, anew=of.anew, seats=of.seats)


def by_itself(state: Tournament, of: Reseating) -> tuple[e.Event, ...]:
    """Return the redraw that the system makes; where a locked player or a seat is in its way, the floor is asked.

    One that could not be would be dropped and ordered again without end.
    """
    return (queued(of),) if isinstance(planned(state, of), Plan) else ()


def proposal(state: Tournament, of: Reseating) -> e.MoveProposed:
    """Return the redraw that the floor is asked to confirm, with how many sit at each table after it."""
    plan = planned(state, of)
    after = plan.tables if isinstance(plan, Plan) else ()
    return e.MoveProposed(
        number=0, about=of.why, reason=_reason(state, of), after=after, tables=tuple(sorted((*of.tables, *of.closing)))
    )


def _reason(state: Tournament, of: Reseating) -> str:
    if of.why == "heads_up":
        return f"two players are left: they play heads-up at table {of.tables[0]}"
    if of.why == "final_table":
        return f"{state.alive} players are left: the final table is table {of.tables[0]}"
    closes = f"table {of.closing[0]} can break: " if of.closing else ""
    return f"{closes}all seats are drawn anew at {len(of.tables)} tables"


def drawn(state: Tournament, plan: Plan, lot: Lot, at: datetime) -> tuple[e.Event, ...]:
    """Return a redraw as one event: who sits where, and each table's button."""
    of, count = plan.of, len(plan.tables)
    order = iter(lot.orders[0])
    seats: list[tuple[int, int, int]] = []
    buttons: list[Chair] = []
    for (table, size), drawn_seats, button in zip(
        plan.tables, lot.orders[1 : count + 1], lot.orders[count + 1 :], strict=True
    ):
        kept = plan.kept[table]
        free = [seat for seat in drawn_seats if seat not in kept][: size - len(kept)]
        seats += [(entry, table, seat) for seat, entry in sorted(kept.items())]
        seats += [(next(order), table, seat) for seat in free]
        if size:
            buttons.append((table, next(seat for seat in button if seat in kept or seat in free)))
    carried = tuple(
        entry
        for entry, table, seat in seats
        if state.entries[entry].absent and state.entries[entry].chair != (table, seat)
    )
    due_at = promises.due(state, at) if len(seats) <= MOST_AWAITED else None
    if of.why == "redraw":
        return (
            e.FieldRedrawn(
                lot=lot.number,
                tables=tuple(table for table, _ in plan.tables),
                closing=of.closing,
                seats=tuple(seats),
                buttons=tuple(buttons),
                pools=plan.pools,
                carried=carried,
                due_at=due_at,
            ),
        )
    return (
        *opens(state, of.tables[0]),
        e.FinalTableFormed(
            table=of.tables[0],
            why=of.why,
            lot=lot.number,
            closing=of.closing,
            anew=of.anew,
            chairs=of.seats,
            seats=tuple(seats),
            button=buttons[0][1],
            pools=plan.pools,
            carried=carried,
            due_at=due_at,
        ),
    )


def redraw(state: Tournament, command: c.Redraw, context: Context) -> Decision:
    """Draw every seat anew at the floor's word: at the tables named, which may be fewer, else at those in play."""
    if refusal := not_seated_yet(state):
        return refusal
    if command.withdraw:
        waits = state.reseating
        return (taken_back(waits),) if waits else Unchanged(note="no redraw waits")
    in_play = table_sizes.in_play(state)
    if not in_play:
        return refuse("SEAT-12", "nobody_plays", "nobody sits at any table", "seat somebody first")
    asked = mask_of(command.tables) if command.tables else in_play
    if asked & ~in_play:
        table = table_sizes.lowest(asked & ~in_play)
        return refuse("SEAT-12", "no_such_table", f"nobody plays at table {table}", "name tables in play", table=table)
    return ordered(state, _field(state, asked), context)


def taken_back(of: Reseating) -> e.RedrawDropped:
    """Return that the floor takes a redraw back which waits."""
    return e.RedrawDropped(why=of.why, reason="taken_back")


def ready(state: Tournament) -> Plan | None:
    """Return the redraw that waits for nothing but its lot; None: there is none."""
    of = state.reseating
    if of is None or not state.running or state.ended_at is not None or _busy(state, of):
        return None
    plan = planned(state, of)
    return plan if isinstance(plan, Plan) else None


_DROPS: Mapping[str, e.RedrawDropReason] = MappingProxyType({"locked": "locked", "tables_left": "other_tables"})
"""Why a redraw is dropped, by the code of what is in its way."""


def follows(state: Tournament) -> tuple[e.Event, ...]:
    """Return that a redraw which waited for the hands in progress cannot be any more.

    Somebody may have sat down elsewhere meanwhile, the field be too large again, or play have ended.
    """
    of = state.reseating
    if of is None or not state.running or _busy(state, of):
        return ()
    if state.ended_at is not None:
        return (e.RedrawDropped(why=of.why, reason="play_ended"),)
    if played_at(state) & ~_concerned(of):
        return (e.RedrawDropped(why=of.why, reason="other_tables"),)
    plan = planned(state, of)
    if isinstance(plan, Rejection):
        return (e.RedrawDropped(why=of.why, reason=_DROPS.get(plan.code, "too_few_seats")),)
    return ()


def evolve_queued(state: Tournament, event: e.RedrawQueued) -> Tournament:
    """Apply that a redraw waits."""
    of = Reseating(why=event.why, tables=event.tables, closing=event.closing, anew=event.anew, seats=event.seats)
    return replace(state, reseating=of)


def evolve_dropped(state: Tournament) -> Tournament:
    """Apply that a redraw waits no longer."""
    return replace(state, reseating=None)


def evolve_redrawn(state: Tournament, event: e.FieldRedrawn, at: datetime) -> Tournament:
    """Apply a redraw of the field."""
    anew = _seated_anew(state, event, "redraw", at)
    anew = _closed(anew, event.closing, at)
    return replace(with_buttons(anew, event.buttons, at), drawn_at=len(event.tables))


def evolve_formed(state: Tournament, event: e.FinalTableFormed, at: datetime) -> Tournament:
    """Apply a final table, or two players seated at one table."""
    if event.chairs is not None:
        state = with_table(state, replace(state.tables[event.table], seats_at=event.chairs))
    anew = _closed(_seated_anew(state, event, event.why, at), event.closing, at)
    if event.button is not None:
        anew = with_buttons(anew, ((event.table, event.button),), at)
    return replace(anew, drawn_at=1, final_table=event.table)


def _seated_anew(
    state: Tournament, event: e.FieldRedrawn | e.FinalTableFormed, why: e.MoveReason, at: datetime
) -> Tournament:
    placed = ((entry, (table, seat)) for entry, table, seat in event.seats)
    return replace(send(state, placed, why, at=at, due_at=event.due_at), reseating=None)


def _closed(state: Tournament, tables: tuple[int, ...], at: datetime) -> Tournament:
    for table in tables:
        state = close_table(state, table, at)
    return state
