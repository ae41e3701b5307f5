"""Whatever happens at a few small tables, in any order and under any profile, the laws hold (SEAT-1 to SEAT-14, RUL-1).

A machine of hypothesis plays: hands begin and end, players come late, bust, come back, are moved, swapped and found in
wrong seats; tables break and reopen; proposals are answered or not; play stops, time passes, lots come late.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from domain import desk, snapshot
from domain import events as e
from domain.profiles import PROFILES
from domain.settings import read_settings, settings_faults
from domain.state import Tournament
from domain.structure import label
from tests.domain import laws
from tests.domain.floor import FLOOR, Body, Evening, P, at, evening, level, rest, settings_body, until, with_level

SHEET = (level(100, 200, 10), level(200, 400, 10), rest(5), level(300, 600, 10), level(500, 1000, 10))
WAITS = [0.0, 0.0, 0.0, 0.0, 1.0, 5.0, 20.0, 60.0, 200.0]
houses = st.fixed_dictionaries(
    {
        "profile": st.sampled_from(sorted(PROFILES)),
        "tables": st.integers(2, 5),
        "seats_per_table": st.integers(2, 6),
        "balancing": st.sampled_from([None, None, "floor", "advise", "auto"]),
        "mover": st.sampled_from([None, None, "floor", "random", "next_big_blind"]),
        "mover_seat": st.sampled_from([None, None, "floor", "worst", "random"]),
        "halts_when_short": st.sampled_from([None, 2]),
        "redraw_at": st.sampled_from([None, None, (1,), (2,), (3, 2, 1)]),
        "final_table_players": st.sampled_from([None, None, 2, 4]),
        "arrival_seconds": st.sampled_from([180, 20, None]),
        "no_show": st.sampled_from([None, "drop", "absent"]),
        "orbit_by_hands": st.booleans(),
        "largest_difference": st.just(((None, 1),)),
        "minimum_players": st.just(2),
        "places_paid": st.sampled_from([None, 2, 4]),
        "hand_for_hand_from": st.sampled_from([1, 1, 3]),
        "re_entries": st.sampled_from([None, 0, 1]),
        "windows": st.fixed_dictionaries(
            {
                "late_registration": st.sampled_from([None, until("19:06"), with_level(2)]),
                "re_entry": st.none(),
                "rebuy": st.sampled_from([None, with_level(2)]),
                "add_on_break": st.none(),
            }
        ),
    }
)


NEW_CHAIRS = (e.PlayerMoved, e.MoveUndone, e.SeatsSwapped, e.SeatsCorrected, e.KnockoutVoided, e.Rebought)


class AnyTables(RuleBasedStateMachine):
    """A floor, dealers and players at a few tables."""

    night: Evening

    @initialize(house=houses, short=st.integers(0, 4), chance=st.randoms(use_true_random=False))
    def opens(self, house: Body, short: int, chance: Random) -> None:
        terms = read_settings(settings_body(items=SHEET, **house))
        if settings_faults(terms):
            # Nothing is moved by itself where the floor picks the player or the seat.
            terms = read_settings(settings_body(items=SHEET, **house | {"balancing": "advise"}))
        assert settings_faults(terms) == ()
        made = desk.create(
            "sunday-1", "club-1", terms, command_id="command-0", actor=FLOOR, role="floor", at=at("18:00")
        )
        assert isinstance(made, desk.Stepped)
        self.night = Evening(state=made.state, record=list(made.recorded))
        self.now = at("18:30")
        self.big_blinds: dict[int, tuple[int, int]] = {}
        self.heard = 0
        self.told = 0
        field = max(terms.tables * terms.seats_per_table - short, 5)
        self.players = P[1 : field + 4]
        self.night.send(self.now, "open_registration")
        for player in self.players[:field]:
            self.night.send(self.now, "register", player=player)
            if chance.random() < 0.95:
                self.night.send(self.now, "check_in", player=player, locked=chance.random() < 0.03)
        self.now = at("19:00")
        self.night.wait(self.now)
        if self.night.state.status == "registration_open":
            self.night.send(self.now, "start")
        self.night.prompt = False
        self.all_holds()

    @rule(seed=st.integers(0, 2**32))
    def something_happens(self, seed: int) -> None:
        """Let a few things happen: one rule for them all, as hypothesis leaves whole rules out of a run.

        It also likes to draw the same numbers again, so that the evening's own course goes into the seed.
        """
        chance = Random(f"{seed}/{self.night.asked}/{self.night.state.seq}")  # noqa: S311 - no secret hangs on it
        for _ in range(8):
            self.now += timedelta(seconds=chance.choice(WAITS))
            kind = chance.choice(STEPS)
            if kind == "lots":
                self.night.lots_come(self.now)
            elif kind == "fetch":
                self.night.fetch()
            elif kind == "time":
                self.night.wait(self.now)
            elif kind == "roll over":
                self.night.state = snapshot.load(snapshot.dump(self.night.state))
            elif self.night.state.drawn or kind in BEFORE_THE_DRAW:
                body = body_of(kind, self.night.state, chance, self.players)
                self.told = body["table"] if "button" in body else 0
                self.night.send(self.now, kind, **body)
            self.all_holds()

    def all_holds(self) -> None:
        state = self.night.state
        laws.hold(state)
        laws.nothing_is_overdue(state)
        assert state.chips_in_play == laws.chips(self.night.record)
        for line in self.night.record[self.heard :]:
            self.nobody_has_the_big_blind_twice_running(line.event)
        self.heard = len(self.night.record)

    def nobody_has_the_big_blind_twice_running(self, event: e.Event) -> None:
        """Assert it of hands that follow on each other by the rule; where the table told its button, that stands."""
        if isinstance(
            event, e.ButtonSet | e.ButtonsDrawn | e.HandsReported | e.TableBroken | e.FieldRedrawn | e.FinalTableFormed
        ):
            self.big_blinds.clear()
        if isinstance(event, NEW_CHAIRS):
            # The floor, or a lot, may do that to somebody.
            moved = set(getattr(event, "entries", ())) | {getattr(event, "entry", 0)}
            self.big_blinds = {table: held for table, held in self.big_blinds.items() if held[1] not in moved}
        if not isinstance(event, e.HandStarted):
            return
        entry = self.night.state.tables[event.table].seats.get(event.big_blind or 0)
        before = self.big_blinds.pop(event.table, None)
        if entry is None:
            return
        if before is not None and event.table != self.told:
            assert before != (event.hand - 1, entry), f"entry {entry} has the big blind twice at table {event.table}"
        self.big_blinds[event.table] = (event.hand, entry)

    def teardown(self) -> None:
        if hasattr(self, "night"):
            laws.the_record_is_the_state(self.night.state, self.night.record)


WEIGHTS = {
    "lots": 40, "fetch": 15, "time": 25, "roll over": 2,
    "start_hand": 60, "end_hand": 45, "report_hands": 8, "set_button": 6,
    "record_knockout": 45, "record_knockout_group": 8, "void_knockout": 8, "void_entry": 2, "decline_rebuy": 4,
    "register": 10, "check_in": 6, "re_enter": 8, "rebuy": 4, "count_stack": 1, "process_no_show": 1,
    "move_player": 14, "confirm_arrival": 14, "undo_move": 8, "swap_seats": 8, "correct_seat": 6,
    "confirm_proposal": 20, "decline_proposal": 4, "lock_seat": 3, "exempt_player": 3, "waive_halt": 2,
    "break_table": 10, "reopen_table": 4, "set_break_order": 2, "form_final_table": 4, "redraw": 4,
    "start_hand_for_hand": 5, "end_hand_for_hand": 1, "start_round": 8, "finish_hand": 16, "state_stack": 4,
    "pause": 2, "resume": 4, "hold_for_review": 2, "release_review": 4, "next_level": 3, "previous_level": 1,
    "rebase_clock": 1, "raise_dispute": 3, "settle_dispute": 2, "count_chips": 12,
}  # fmt: skip
STEPS = [kind for kind, weight in WEIGHTS.items() for _ in range(weight)]
BEFORE_THE_DRAW = frozenset({"register", "check_in", "pause", "resume", "void_entry", "next_level"})


def body_of(kind: str, state: Tournament, chance: Random, players: list[str]) -> Body:
    """Return the fields of a command that mostly fits the tables as they are."""
    body: Body = BODIES[kind](state, chance) if kind in BODIES else {}
    if kind in OF_A_PLAYER:
        body["player"] = somebody(state, chance, players, OF_A_PLAYER[kind])
    if kind in {"move_player", "correct_seat"}:
        entry = state.current(body["player"])
        chair = (entry.chair if entry else None) or (1, 1)
        if kind == "move_player":
            body |= {"leaving": ref(chair), "to": chair_at(state, chance), "arrived": chance.random() < 0.1}
        else:
            sat_at = chance.choice([None, chair_at(state, chance)])
            body |= {"sits_at": sat_at, "stack": chance.choice([0, 7_000]), "other_stack": chance.choice([None, 6_000])}
    if kind == "swap_seats":
        body["other"] = somebody(state, chance, players, "alive")
    if kind in {"register", "re_enter", "check_in"} and chance.random() < 0.2:
        body["seat"] = chair_at(state, chance)
    return body


OF_A_PLAYER = {
    "register": "", "check_in": "registered", "re_enter": "out", "rebuy": "pending", "decline_rebuy": "pending",
    "void_entry": "alive", "count_stack": "alive", "process_no_show": "registered", "move_player": "alive",
    "confirm_arrival": "moving", "swap_seats": "alive", "correct_seat": "alive", "lock_seat": "alive",
    "exempt_player": "alive", "raise_dispute": "alive",
}  # fmt: skip
"""Commands about one player, and the status that he mostly has then; empty: he has none yet."""


def somebody(state: Tournament, chance: Random, players: list[str], status: str) -> str:
    """Return a player in this status, or now and then, or when there is none, any."""
    if status == "moving":
        fitting = [state.entries[number].player for number in sorted(state.promises)]
    elif status:
        fitting = [p for p in players if (entry := state.current(p)) is not None and entry.status == status]
    else:
        fitting = [p for p in players if state.current(p) is None]
    return chance.choice(fitting if fitting and chance.random() < 0.95 else players)


def ref(chair: tuple[int, int]) -> Body:
    """Return a chair as a command names it."""
    return {"table": chair[0], "seat": chair[1]}


def a_table(state: Tournament, chance: Random) -> int:
    """Return a table, mostly one with players."""
    used = [number for number in sorted(state.tables) if state.tables[number].seats]
    return chance.choice(used) if used and chance.random() < 0.95 else chance.randint(1, state.settings.tables)


def chair_at(state: Tournament, chance: Random) -> Body:
    """Return a chair, mostly a free one."""
    table = a_table(state, chance) if chance.random() < 0.9 else chance.randint(1, state.settings.tables)
    seats = range(1, state.settings.seats_per_table + 1)
    taken = state.tables[table].seats if table in state.tables else {}
    free = [seat for seat in seats if seat not in taken]
    return ref((table, chance.choice(free if free and chance.random() < 0.95 else list(seats))))


def a_bust(state: Tournament, chance: Random, table: int, out: set[str]) -> Body | None:
    """Return the bust of somebody at a table by somebody else there; None when too few sit there."""
    there = [state.entries[number] for _, number in sorted(state.tables[table].seats.items())]
    alive = [entry.player for entry in there if entry.status == "alive" and entry.player not in out]
    if len(alive) < 2:
        return None
    player, killer = chance.sample(alive, 2)
    return {"player": player, "killers": [killer], "stack": chance.choice([None, 1_000, 5_000])}


def knockout(state: Tournament, chance: Random) -> Body:
    bust = a_bust(state, chance, playing(state, chance), set())
    return bust or {"player": P[1], "cause": "left", "stack": 100}


def playing(state: Tournament, chance: Random) -> int:
    """Return a table in use, rather one with a hand in progress."""
    used = [number for number in sorted(state.tables) if state.tables[number].seats]
    dealing = [number for number in used if state.dealing >> number & 1]
    return chance.choice(dealing if dealing and chance.random() < 0.7 else used or [1])


def group(state: Tournament, chance: Random) -> Body:
    """Return busts of one hand, at one table or at several."""
    table = playing(state, chance)
    busts: list[Body] = []
    for _ in range(2):
        bust = a_bust(state, chance, table, {bust["player"] for bust in busts})
        if bust is not None:
            busts.append(bust | {"stack": chance.choice([1_000, 5_000])})
        if chance.random() < 0.5:
            table = playing(state, chance)
    return {"busts": busts if len(busts) == 2 else [{"player": P[1]}, {"player": P[2]}]}


def hand(state: Tournament, chance: Random) -> Body:
    body: Body = {"table": a_table(state, chance)}
    if chance.random() < 0.1:
        body["button"] = chance.randint(1, state.settings.seats_per_table)
    if chance.random() < 0.1:
        table = state.tables.get(body["table"])
        body["hand"] = (table.dealt if table else 0) + chance.randint(1, 2)
    return body


def at_a_table(state: Tournament, chance: Random) -> Body:
    return {"table": a_table(state, chance)}


def in_play(state: Tournament, chance: Random) -> Body:
    return {"table": playing(state, chance)}


def answer(state: Tournament, chance: Random) -> Body:
    """Return the answer to the proposal that stands, naming whom and where it leaves to the floor."""
    proposal = state.proposal
    if proposal is None:
        return {"proposal": 1}
    body: Body = {"proposal": proposal.number}
    if proposal.moves and proposal.unnamed is not None:
        move = proposal.moves[0]
        there = [state.entries[number].player for _, number in sorted(state.tables[move.leaving].seats.items())]
        if move.entry is None:
            body["player"] = chance.choice(there)
        if move.seat is None:
            taken = {*state.tables[move.to].seats, *state.tables[move.to].reserved}
            free = [seat for seat in range(1, state.settings.seats_per_table + 1) if seat not in taken]
            body["seat"] = chance.choice(free or [1])
    return body


def declined(state: Tournament, _: Random) -> Body:
    return {"proposal": 1 if state.proposal is None else state.proposal.number}


def step(state: Tournament, _: Random) -> Body:
    return {"step": "level 1" if state.clock is None else label(state.settings.structure, state.clock.position)}


def tables(state: Tournament, chance: Random) -> Body:
    every = range(1, state.settings.tables + 1)
    return {"tables": chance.sample(every, chance.randint(1, len(every)))}


def redrawn(state: Tournament, chance: Random) -> Body:
    used = [number for number in sorted(state.tables) if state.tables[number].seats]
    some = chance.sample(used, chance.randint(1, len(used))) if used and chance.random() < 0.5 else []
    return {"tables": some, "withdraw": chance.random() < 0.3}


def a_knockout(state: Tournament, chance: Random) -> Body:
    last = len(state.knockouts)
    return {"knockout": chance.randint(max(1, last - 2), last + 1)}


def counts(state: Tournament, chance: Random) -> Body:
    """Return a count of one table together, or of some of its players."""
    table = a_table(state, chance)
    if chance.random() < 0.5:
        return {"tables": [{"table": table, "chips": chance.choice([0, 40_000])}]}
    seats = state.tables[table].seats if table in state.tables else {}
    there = [state.entries[number].player for _, number in sorted(seats.items()) if chance.random() < 0.6]
    return {"stacks": [{"player": player, "chips": chance.choice([1, 9_000])} for player in there]}


BODIES: dict[str, Callable[[Tournament, Random], Body]] = {
    "count_chips": counts,
    "start_hand": hand,
    "end_hand": in_play,
    "finish_hand": in_play,
    "report_hands": lambda state, chance: at_a_table(state, chance) | {"hands": chance.randint(1, 7)},
    "set_button": lambda state, chance: (
        at_a_table(state, chance) | {"button": chance.randint(1, state.settings.seats_per_table)}
    ),
    "record_knockout": knockout,
    "record_knockout_group": group,
    "void_knockout": a_knockout,
    "state_stack": lambda state, chance: a_knockout(state, chance) | {"stack": chance.choice([1_000, 5_000])},
    "void_entry": lambda *_: {"reason": "mistake"},
    "count_stack": lambda *_: {"stack": 5_000},
    "rebuy": lambda *_: {"stack": 0},
    "undo_move": lambda *_: {},
    "confirm_proposal": answer,
    "decline_proposal": declined,
    "lock_seat": lambda _, chance: {"locked": chance.random() < 0.6},
    "exempt_player": lambda _, chance: {"exempt": chance.random() < 0.6},
    "waive_halt": at_a_table,
    "break_table": at_a_table,
    "reopen_table": lambda state, chance: {"table": chance.randint(1, state.settings.tables)},
    "set_break_order": tables,
    "form_final_table": lambda _, chance: {"confirm": chance.random() < 0.7},
    "redraw": redrawn,
    "next_level": step,
    "previous_level": step,
    "rebase_clock": lambda state, chance: {
        "stopped_at": (state.last_at - timedelta(seconds=chance.choice([0, 5, 60]))).isoformat().replace("+00:00", "Z")
    },
    "start_hand_for_hand": lambda _, chance: {"until": chance.choice([None, None, "money_bubble"])},
    "raise_dispute": lambda state, chance: in_play(state, chance) | {"subject": "other"},
    "settle_dispute": lambda _, chance: {"dispute": chance.randint(1, 3), "upheld": chance.random() < 0.5},
}

BOUNDED = settings(max_examples=40, stateful_step_count=12)


def test_seat_8_no_final_table_is_formed_of_nobody() -> None:
    """Found by the machine."""
    night = evening(3, sizes=[2, 1])
    for player in P[1:4]:
        night.must("19:01", "void_entry", player=player, reason="mistake")
    assert night.ask("19:02", "form_final_table", confirm=True).refused in {"nobody_plays", "wrong_status"}


def test_seat_12_a_redraw_whose_tables_all_have_left_is_dropped() -> None:
    """Found by the machine."""
    night = evening(4, sizes=[2, 2], windows={"late_registration": None})
    night.must("19:01", "start_hand", table=1)
    night.must("19:01", "redraw", tables=[2])
    for player in P[3:5]:
        night.must("19:02", "record_knockout", player=player, cause="left", stack=10_000)
    assert "redraw_dropped" in night.must("19:03", "end_hand", table=1).kinds
    assert night.state.reseating is None


def test_seat_whatever_happens_at_the_tables_the_laws_hold() -> None:
    run_state_machine_as_test(AnyTables, settings=BOUNDED)
