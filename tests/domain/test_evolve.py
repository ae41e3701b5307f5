"""Any state answers any command, and whatever happens the laws hold (AUD-2, CMD-4, REG-2, WIN-4, KO-3, PLC-1)."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from pydantic import TypeAdapter

from domain import desk, snapshot, views
from domain import events as e
from domain.commands import Role
from domain.evolve import evolve, fold
from domain.settings import Settings, settings_faults
from tests.domain import laws
from tests.domain.floor import FLOOR, Body, Evening, P, at, evening
from tests.domain.strategies import COMERS, KINDS, PLAYERS, bodies, command, full_houses

_SETTINGS = TypeAdapter(Settings)
ROLES: list[Role] = ["floor", "floor", "floor", "cashier", "dealer", "player", "owner"]
DELAYS = [0.0, 0.0, 0.0, 0.0, 2.0, 70.0, -5.0]
WAITS = [0.0, 0.0, 0.0, 0.001, 1.0, 1.0, 2.0, 5.0, 5.0, 20.0, 30.0, 120.0]


class AnyEvening(RuleBasedStateMachine):
    """Commands of every kind, in any order, late and early, with lots that come when they come."""

    night: Evening
    kinds: Sequence[str] = KINDS

    @initialize(body=bodies(), early=st.sampled_from([6, 5, 7, 4, 8, 9, 3, 0]))
    def opens(self, body: Body, early: int) -> None:
        self.begin(body, early)

    def begin(self, body: Body, early: int) -> None:
        house = _SETTINGS.validate_python(body)
        if settings_faults(house):
            house = _SETTINGS.validate_python(body | {"windows": {}, "player_cap": None})
        assert settings_faults(house) == ()
        made = desk.create(
            "sunday-1", "club-1", house, command_id="command-0", actor=FLOOR, role="floor", at=at("18:00")
        )
        assert isinstance(made, desk.Stepped)
        self.night = Evening(state=made.state, record=list(made.recorded))
        self.now = at("18:30")
        self.entries: dict[int, Body] = {}
        self.tables: dict[int, Body] = {}
        self.kept = 0
        self.night.send(self.now, "open_registration")
        for player in PLAYERS[:early]:
            self.night.send(self.now, "register", player=player)
            if player != PLAYERS[early // 2]:
                self.night.send(self.now, "check_in", player=player)
        if early:
            self.now = at("19:00")
            self.night.send(self.now, "start")
        self.night.prompt = False

    @rule(seed=st.integers(0, 2**32))
    def the_floor_is_busy(self, seed: int) -> None:
        """Let a few things happen: one rule for them all, as hypothesis leaves whole rules out of an evening.

        It also likes to draw the same numbers again, so that the evening's own course goes into the seed.
        """
        chance = Random(f"{seed}/{self.night.asked}/{self.night.state.seq}")  # noqa: S311 - no secret hangs on it
        for _ in range(6):
            self.now += timedelta(seconds=chance.choice(WAITS))
            chance.choice([self.ask, self.ask, self.ask, self.ask, self.lot, self.time, self.roll_over])(chance)
            self.the_laws_hold()
            self.the_rows_kept_are_the_rows_rebuilt()

    def ask(self, chance: Random) -> None:
        before = self.night.state
        kind, body = command(before, chance, self.kinds)
        role = chance.choice(ROLES)
        accepted = self.now - timedelta(seconds=chance.choice(DELAYS))
        actor = body.get("player", FLOOR) if role == "player" else FLOOR
        asked = self.night.send(accepted, kind, role=role, actor=actor, delivered=self.now, **body)
        answer = self.night.answers.get(asked)
        if answer is not None and (answer.refused or not answer.events):
            waited = desk.elapse(before, max(min(accepted, self.now), before.last_at)).state
            assert self.night.state == waited, "a command that changed nothing changed the state"

    def lot(self, chance: Random) -> None:
        if chance.random() < 0.3:
            self.night.lots_come(self.now)
        elif self.night.drawing is not None:
            self.night.lot_comes(self.now)
        else:
            self.night.fetch()

    def time(self, _: Random) -> None:
        self.night.wait(self.now)

    def roll_over(self, _: Random) -> None:
        self.night.state = snapshot.load(snapshot.dump(self.night.state))

    @invariant()
    def the_laws_hold(self) -> None:
        state = self.night.state
        laws.hold(state)
        laws.nothing_is_overdue(state)
        assert state.chips_in_play == laws.chips(self.night.record)

    @invariant()
    def the_rows_kept_are_the_rows_rebuilt(self) -> None:
        state = self.night.state
        fresh = self.night.record[self.kept :]
        self.kept = len(self.night.record)
        changed = views.rows(state, fresh)
        self.entries.update(changed.entries)
        self.tables.update(changed.tables)
        rebuilt = views.all_rows(state)
        assert self.entries == rebuilt.entries
        assert self.tables == rebuilt.tables
        assert changed.head == rebuilt.head
        edits = e.TournamentCreated | e.SettingsEdited | e.LevelsAppended | e.GuaranteeWithdrawn | e.MysteryPrizesSet
        edited = any(isinstance(line.event, edits) for line in fresh)
        assert changed.terms == (rebuilt.terms if edited else None)

    def teardown(self) -> None:
        if hasattr(self, "night"):
            laws.the_record_is_the_state(self.night.state, self.night.record)


class FullHouse(AnyEvening):
    """A room that is soon full: a list that moves, places kept and lost, busts that are still to be decided."""

    kinds = COMERS

    @initialize(body=full_houses, early=st.sampled_from([4, 3, 5, 2, 6]))
    def opens(self, body: Body, early: int) -> None:
        self.begin(body, early)


LONG = settings(max_examples=100, stateful_step_count=12)


def test_cmd_4_any_state_answers_any_command_and_the_laws_hold() -> None:
    run_state_machine_as_test(AnyEvening, settings=LONG)


def test_reg_1_a_full_room_keeps_its_list_and_the_laws_hold() -> None:
    run_state_machine_as_test(FullHouse, settings=LONG)


def test_aud_2_events_are_folded_in_order_and_without_a_gap() -> None:
    night = evening()
    assert fold(night.record) == night.state
    with pytest.raises(ValueError, match="does not follow"):
        fold([*night.record[:3], *night.record[4:]])
    with pytest.raises(ValueError, match="does not follow"):
        fold([*night.record[:3], night.record[4], night.record[3]])
    with pytest.raises(ValueError, match="begins with its creation"):
        fold(night.record[1:])
    with pytest.raises(ValueError, match="no events"):
        fold([])


def test_aud_2_a_tournament_is_created_once() -> None:
    night = evening()
    again = e.Recorded(seq=night.state.seq + 1, at=at("19:01"), cause="x", event=night.record[0].event)
    with pytest.raises(ValueError, match="created once"):
        evolve(night.state, again)


def test_aud_2_a_snapshot_and_the_rest_give_the_same_as_all() -> None:
    night = evening()
    half = snapshot.load(snapshot.dump(fold(night.record[:20])))
    for line in night.record[20:]:
        half = evolve(half, line)
    assert half == night.state
    assert P[1] in half.players
