"""The final table, and two players left at two tables: when it is time, and who sits down where (SEAT-8)."""

from domain import commands as c
from domain import events as e
from domain import proposals, redraws
from domain.decisions import Context, Decision, Unchanged, refuse
from domain.profiles import Profile
from domain.reseating import locked_at, played_at
from domain.seating import not_seated_yet
from domain.settings import OnePerTable, Settings
from domain.state import Reseating, Tournament
from domain.table_sizes import numbers, seats_at
from domain.windows import nobody_comes


def players(settings: Settings, profile: Profile) -> int:
    """Return with how many players left the final table forms: the setting, else the profile's for tables of this size.

    A size that the profile does not name forms it when the field fits at one table.

    Source: TDA RP-9 (nine from 9- and 8-handed tables, seven from 7- and 6-handed); WSOP 68 by the setting.
    """
    if settings.final_table_players is not None:
        return settings.final_table_players
    return dict(profile.final_table_players).get(settings.seats_per_table, settings.seats_per_table)


def due(state: Tournament) -> Reseating | None:
    """Return the final table, or the table of the two last players, once it is time for it.

    Nobody sits down to a final table to which another could still come.  Two who are left at two tables cannot play at
    all, so they are brought together whoever may come.  In a shootout every table plays for itself (SHO-1).
    """
    if not redraws.may_rearrange(state):
        return None
    if isinstance(state.settings.end, OnePerTable) or state.alive > players(state.settings, state.profile):
        return None
    tables = played_at(state).bit_count()
    if state.alive == 2 and tables == 2 and not state.pending:  # noqa: PLR2004
        return _at(state, _table(state), anew=False)
    if state.alive < 2 or not nobody_comes(state):  # noqa: PLR2004
        return None
    anew = _drawn_anew(state)
    return _at(state, _table(state), anew=anew) if anew or tables > 1 else None


def _drawn_anew(state: Tournament) -> bool:
    """Return whether the house draws every seat anew at the final table and has not done so yet (SEAT-12)."""
    return 1 in redraws.stages(state) and state.drawn_at > 1


def _table(state: Tournament) -> int:
    """Return where the final table is: where somebody is locked, else where most sit, else the lowest number."""

    def rank(table: int) -> tuple[bool, bool, int, int]:
        breaks = state.tables[table].breaking is not None
        return breaks, locked_at(state, table) is None, -len(state.tables[table].seats), table

    return min(numbers(played_at(state)), key=rank)


def _at(state: Tournament, table: int, *, anew: bool) -> Reseating:
    heads_up = state.alive == 2  # noqa: PLR2004
    most = players(state.settings, state.profile)
    return Reseating(
        why="heads_up" if heads_up else "final_table",
        tables=(table,),
        closing=tuple(numbers(played_at(state) & ~(1 << table))),
        anew=anew,
        seats=most if most > seats_at(state, table) and not heads_up else None,
    )


def formed_already(state: Tournament) -> tuple[e.Event, ...]:
    """Return that the final table is there: as few as form it sit at one table already, and nobody is drawn anew."""
    if state.profile.final_table == "floor" or state.final_table is not None or not redraws.may_rearrange(state):
        return ()
    if len(state.tables) < 2 or state.alive < 2:  # noqa: PLR2004
        return ()
    if state.alive > players(state.settings, state.profile) or not nobody_comes(state):
        return ()
    tables = played_at(state)
    if tables.bit_count() != 1 or _drawn_anew(state):
        return ()
    return (e.FinalTableFormed(table=tables.bit_length() - 1),)


def form_final_table(state: Tournament, command: c.FormFinalTable, context: Context) -> Decision:
    """Seat all who are left at one table at the floor's word, also at one that nobody has played at yet.

    Whether as few are left as the house has at it, the floor decides; they must fit.
    """
    if refusal := not_seated_yet(state):
        return refusal
    if not played_at(state):
        return refuse("SEAT-8", "nobody_plays", "nobody sits at any table", "seat somebody first")
    table = _table(state) if command.table is None else command.table
    if not state.settings.has_table(table) or state.broken >> table & 1 or state.breaking >> table & 1:
        return refuse(
            "SEAT-8",
            "no_such_table",
            f"table {table} cannot be played at",
            "name a table that is in use or was never broken",
            table=table,
        )
    most = max(players(state.settings, state.profile), seats_at(state, table))
    if state.alive > most:
        return refuse(
            "SEAT-8",
            "too_few_seats",
            f"{state.alive} players are left, and the final table has {most} seats",
            "wait for busts",
            players=state.alive,
            seats=most,
        )
    if not nobody_comes(state) and not command.confirm:
        return refuse(
            "SEAT-8",
            "others_may_come",
            "others may still come in, or come back",
            "wait until nobody can, or confirm",
        )
    anew = _drawn_anew(state)
    if played_at(state) == 1 << table and not anew:
        return Unchanged(note=f"all who are left sit at table {table} already")
    return redraws.ordered(state, _at(state, table, anew=anew), context)


def proposed(state: Tournament) -> e.MoveProposed | None:
    """Return the final table or the redraw that the floor is asked to confirm."""
    if state.profile.final_table == "floor":
        return None
    of = due(state) or redraws.due(state)
    if of is None or (state.profile.final_table == "auto" and redraws.by_itself(state, of)):
        return None
    return redraws.proposal(state, of)


def by_itself(state: Tournament) -> tuple[e.Event, ...]:
    """Return the final table, or the redraw, that the system makes without asking anybody."""
    if state.profile.final_table != "auto":
        return ()
    of = due(state) or redraws.due(state)
    return () if of is None else redraws.by_itself(state, of)


def comes(state: Tournament) -> bool:
    """Return whether the final table comes next: it waits, or it is time for it and the floor has not said no."""
    if state.reseating is not None and state.reseating.why != "redraw":
        return True
    if state.profile.final_table == "floor" or (of := due(state)) is None:
        return False
    return not proposals.unwanted(state, redraws.proposal(state, of))
