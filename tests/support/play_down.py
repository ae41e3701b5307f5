"""A full field that plays down to a winner at the desk of the pure rules: the room around one tournament.

Chance busts players, deals hands, lets them walk to their new seats and has a floor answer what it is asked; all of
it from one seed, with the lots from another.  After each event everything that it touched is compared with a seat map
kept beside the state; all laws are counted from scratch every so many events and at the end.
"""

import heapq
import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from random import Random
from typing import Any

from domain import desk, draws
from domain import events as e
from domain.balancing import largest_difference, mover, policy
from domain.commands import Asked, parse
from domain.evolve import evolve, fold
from domain.journal import LotRequest, LotResult
from domain.settings import Prices, Settings, Windows
from domain.state import Tournament
from domain.structure import Break, Level, Structure
from tests.domain import laws
from tests.support.seat_map import SeatMap

START = datetime(2026, 1, 2, 12, tzinfo=UTC)
SEED = bytes(range(32))
STACK = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is played: so many full tables under a profile, with or without their hands being reported."""

    tables: int
    profile: str
    hands: bool = False
    seats: int = 9
    seed: int = 1
    busts_a_minute: float = 15
    seconds_a_hand: tuple[float, float] = (90, 120)
    seconds_between_hands: tuple[float, float] = (10, 20)
    laws_every: int = 500
    results_laws_every: int = 5_000
    settings: tuple[tuple[str, Any], ...] = (("paid_percent", Decimal(15)),)


@dataclass(slots=True, kw_only=True)
class Figures:
    """What a rehearsal came to."""

    seconds: float = 0
    law_seconds: float = 0
    hours: float = 0
    events: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    largest_difference: int = 0
    uneven: timedelta = timedelta(0)
    moved: tuple[int, ...] = ()

    @property
    def moves_a_player(self) -> float:
        """How often a player changed tables, on average."""
        return sum(self.moved) / len(self.moved) if self.moved else 0.0


def settings(plan: Plan) -> Settings:
    """Return the evening's terms: levels of 20 minutes with a break after every sixth, and nobody comes in late."""
    items: list[Level | Break] = []
    for n in range(1, 61):
        items.append(Level(small_blind=100 * n, big_blind=200 * n, seconds=1_200))
        if n % 6 == 0 and n < 60:
            items.append(Break(seconds=600))
    return Settings(
        title="Play down",
        profile=plan.profile,
        structure=Structure(name="play down", items=tuple(items)),
        starts_at=START,
        starting_stack=STACK,
        seats_per_table=plan.seats,
        tables=plan.tables,
        prices=Prices(buy_in=1_000),
        windows=Windows(),
        **dict(plan.settings),
    )


def drawn(request: LotRequest) -> LotResult:
    """Return what the vault would answer."""
    if request.purpose == "commit":
        return LotResult(number=0, commitment=draws.commitment(SEED))
    if request.purpose == "reveal":
        return LotResult(number=0, seed=SEED.hex())
    orders = draws.draw(SEED, request.tournament, request.number, request.pools)
    return LotResult(number=request.number, orders=orders)


class PlayDown:
    """One rehearsal; `run` plays it and returns its figures."""

    def __init__(self, plan: Plan) -> None:
        """Create the tournament, as a draft."""
        self.plan = plan
        self.chance = Random(plan.seed)  # noqa: S311 - the room's luck, no lot
        self.figures = Figures()
        self.map = SeatMap()
        self.now = START - timedelta(hours=2)
        self.agenda: list[tuple[datetime, int, Callable[[], None]]] = []
        self.order = itertools.count()
        self.asked = 0
        self.living: list[int] = []
        self.place_of: dict[int, int] = {}
        self.answering = 0
        self.walking = False
        self.counted = 0
        self.uneven_since: datetime | None = None
        made = desk.create(
            "play-down", "club", settings(plan), command_id="c0", actor="floor", role="floor", at=self.now
        )
        if not isinstance(made, desk.Stepped):
            raise TypeError(made)
        self.record = list(made.recorded)
        self.state = made.state
        self.map.by_position = mover(made.state) == "next_big_blind"

    # --------------------------------------------------------------------------------------------------- the evening

    def run(self) -> Figures:
        """Play from the first registration to the winner."""
        began = time.perf_counter()
        self.send("open_registration")
        for n in range(self.plan.tables * self.plan.seats):
            self.send("register", player=f"player-{n:05}")
            self.send("check_in", player=f"player-{n:05}")
        self.now = START
        self.pass_time()
        self.later(self._to_next_bust(), self.bust)
        while self.state.ended_at is None:
            self.now, _, do = heapq.heappop(self.agenda)
            do()
        self.figures.hours = (self.now - START) / timedelta(hours=1)
        self.now += timedelta(minutes=10)
        self.pass_time()
        self.check_laws(results=True)
        assert self.state.status == "finished", self.state.status
        assert fold(self.record) == self.state
        field_size = self.plan.tables * self.plan.seats
        self.figures.moved = tuple(self.map.moved[entry] for entry in range(1, field_size + 1))
        self.figures.seconds = time.perf_counter() - began
        return self.figures

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Have something done in so many seconds."""
        heapq.heappush(self.agenda, (self.now + timedelta(seconds=seconds), next(self.order), do))

    def _to_next_bust(self) -> float:
        return self.chance.expovariate(self.plan.busts_a_minute / 60)

    # ---------------------------------------------------------------------------------------------------- at the desk

    def send(self, kind: str, **body: Any) -> bool:
        """Give a command now, with its lot if it waits for one; return whether it was accepted."""
        self.asked += 1
        asked = Asked(
            command_id=f"c{self.asked}", actor="floor", role="floor", accepted_at=self.now, command=parse(kind, body)
        )
        answer = desk.apply(self.state, asked, self.now)
        if isinstance(answer, desk.Waiting):
            self._keep(answer.state, answer.recorded)
            assert answer.request is not None, "a command waits for a draw that nobody asked for"
            answer = desk.apply(self.state, asked, self.now, desk.lot_of(answer.request, drawn(answer.request)))
            assert isinstance(answer, desk.Applied)
        self.figures.commands[kind] += 1
        rejection = answer.outcome.rejection
        if rejection is not None:
            self.figures.refused[f"{kind}: {rejection.code}"] += 1
        self._keep(answer.state, answer.recorded)
        self._errands()
        return rejection is None

    def pass_time(self) -> None:
        """Let what is due by now happen."""
        stepped = desk.elapse(self.state, self.now)
        self._keep(stepped.state, stepped.recorded)
        self._errands()

    def _errands(self) -> None:
        """Bring the lots that the state waits for, and look whether the tables are even then."""
        while (request := desk.errand(self.state)) is not None:
            stepped = desk.run_errand(self.state, request, drawn(request), self.now)
            self._keep(stepped.state, stepped.recorded)
        while (work := desk.work(self.state)) is not None:
            stepped = desk.run_work(self.state, work, desk.worked(work), self.now)
            self._keep(stepped.state, stepped.recorded)
            self._errands()
        self._look_at_sizes()
        self._be_asked()

    def _keep(self, state: Tournament, recorded: tuple[e.Recorded, ...]) -> None:
        """Take what was recorded, event by event, each with the checks of what it touched."""
        for line in recorded:
            # A step of one event leaves the state that the desk returned; within a longer one each has its own.
            self.state = state if line is recorded[-1] else evolve(self.state, line)
            self.record.append(line)
            self.figures.events[line.event.kind] += 1
            self.map.check(self.state, self.map.take(line.event))
            self._see(line.event)
        before, events = self.counted, len(self.record)
        if events // self.plan.laws_every > before // self.plan.laws_every:
            # What an event took with it may still be told by those that follow at once: all laws hold after these.
            self.counted = events
            self.check_laws(results=events // self.plan.results_laws_every > before // self.plan.results_laws_every)

    def check_laws(self, *, results: bool) -> None:
        """Count everything from scratch; the ranking and the books, which take longest, where `results` says so."""
        began = time.perf_counter()
        laws.play_holds(self.state)
        if results:
            laws.results_hold(self.state)
        self.map.check(self.state, self.map.tables)
        self.figures.law_seconds += time.perf_counter() - began

    def _look_at_sizes(self) -> None:
        """Assert that tables that nothing is to be done about are as even as the house has them."""
        state = self.state
        if not state.drawn or state.ended_at is not None or state.tables_in_play < 2:
            return
        apart = self.map.difference()
        self.figures.largest_difference = max(self.figures.largest_difference, apart)
        bound = largest_difference(state) or 1
        if apart <= bound:
            if self.uneven_since is not None:
                self.figures.uneven += self.now - self.uneven_since
            self.uneven_since = None
            return
        self.uneven_since = self.uneven_since or self.now
        in_round = state.hand_for_hand is not None and state.hand_for_hand.on
        waits = state.proposal is not None or state.reseating is not None or state.breaking or state.queued or in_round
        assert waits or policy(state) == "floor", f"tables are {apart} apart and nothing is said of it"

    # --------------------------------------------------------------------------------------------------- in the room

    def _see(self, event: e.Event) -> None:
        """Have the room act on what it sees."""
        match event:
            case e.FieldSeated():
                for entry, *_ in event.seats:
                    self.place_of[entry] = len(self.living)
                    self.living.append(entry)
                if self.plan.hands:
                    for table in event.tables:
                        self._deal_later(table, 1, 60)
            case e.Busted():
                at, last = self.place_of.pop(event.entry), self.living.pop()
                if last != event.entry:
                    self.living[at] = last
                    self.place_of[last] = at
            case e.PlayerMoved():
                self._walk(event.entry)
            case e.TableBroken():
                for entry, *_ in event.moves:
                    self._walk(entry)
            case e.FieldRedrawn() | e.FinalTableFormed():
                for entry, *_ in event.seats:
                    self._walk(entry)
            case e.HandForHandStarted() | e.HandForHandRoundStarted() if not self.plan.hands:
                for table in event.tables:
                    self.later(self.chance.uniform(20, 120), partial(self.finish_hand, table))
            case e.HandForHandRoundEnded() if not self.plan.hands:
                self.later(5, self.next_round)
            case _:
                pass

    def _walk(self, entry: int) -> None:
        """Have a player come to his new table: most within two minutes, some only after the floor has missed them."""
        seconds = self.chance.uniform(15, 120) if self.chance.random() < 0.95 else self.chance.uniform(180, 400)
        chair = self.map.chairs[entry]
        self.later(seconds, lambda: self.arrive(entry, chair))

    def arrive(self, entry: int, chair: tuple[int, int]) -> None:
        """Have a table confirm that somebody has come, if nothing else has said so."""
        if self.map.sent.get(entry) == chair:
            self.send("confirm_arrival", player=self.player(entry))

    def bust(self) -> None:
        """Have somebody knocked out by somebody in his hand; nobody is in a break."""
        self.later(self._to_next_bust(), self.bust)
        if self._in_break():
            self.pass_time()
            return
        for _ in range(20):
            entry = self.chance.choice(self.living)
            table = self.map.chairs[entry][0]
            others = [other for other in self._in_hand(table) if other != entry]
            if not others or entry not in self._in_hand(table):
                continue
            killer = self.player(self.chance.choice(others))
            stack = self.chance.randint(1, 99) * 1_000
            self.send("record_knockout", player=self.player(entry), killers=[killer], stack=stack)
            break
        if policy(self.state) == "floor" and not self.walking:
            self.walking = True
            self.later(self.chance.uniform(3, 10), self.walk_round)

    def _in_hand(self, table: int) -> list[int]:
        """Return who may bust at a table: in a hand, where hands are reported, and in hand-for-hand once a round."""
        current = self.state.hand_for_hand
        if not self.plan.hands:
            plays = current is None or (current.on and current.waiting >> table & 1)
            return list(self.map.tables[table].values()) if plays else []
        if table not in self.map.dealing:
            return []
        newcomers = self.state.tables[table].newcomers
        return [entry for seat, entry in self.map.tables[table].items() if seat not in newcomers]

    def _in_break(self) -> bool:
        clock = self.state.clock
        return clock is not None and isinstance(self.state.settings.structure.steps[clock.position], Break)

    def player(self, entry: int) -> str:
        """Return the player of an entry."""
        return self.state.entries[entry].player

    def _deal_later(self, table: int, least: float, most: float) -> None:
        self.later(self.chance.uniform(least, most), lambda: self.start_hand(table))

    def start_hand(self, table: int) -> None:
        """Deal at a table, or look again later."""
        if table in self.map.broken or self.state.ended_at is not None:
            return
        if self._in_break():
            self.pass_time()
        clock = self.state.clock
        if clock is not None and clock.ends_at is not None and self._in_break():
            wait = (clock.ends_at - self.now).total_seconds()
            self._deal_later(table, wait + 1, wait + 30)
        elif len(self.map.tables[table]) < 2 or not self.send("start_hand", table=table):
            self._deal_later(table, 10, 20)
        else:
            self.later(self.chance.uniform(*self.plan.seconds_a_hand), lambda: self.end_hand(table))

    def end_hand(self, table: int) -> None:
        """End a table's hand, and deal the next one a little later."""
        if table in self.map.dealing:
            self.send("end_hand", table=table)
        self._deal_later(table, *self.plan.seconds_between_hands)

    # ------------------------------------------------------------------------------------------------------ the floor

    def finish_hand(self, table: int) -> None:
        """Report that a table has finished its hand of the round, where hands are not reported otherwise."""
        current = self.state.hand_for_hand
        if current is not None and current.on and table not in self.map.broken and self.map.tables[table]:
            self.send("finish_hand", table=table)

    def next_round(self) -> None:
        """Let the next hand of hand-for-hand be dealt."""
        current = self.state.hand_for_hand
        if current is not None and not current.on:
            self.send("start_round", round=current.round + 1)

    def _be_asked(self) -> None:
        """Have the floor answer what is proposed, a little later."""
        proposal = self.state.proposal
        if proposal is not None and proposal.number != self.answering:
            self.answering = proposal.number
            self.later(self.chance.uniform(2, 15), lambda: self.answer(proposal.number))

    def answer(self, number: int) -> None:
        """Confirm a proposal, naming the player and the seat where these are left to the floor."""
        proposal = self.state.proposal
        if proposal is None or proposal.number != number or proposal.confirmed:
            return
        body: dict[str, Any] = {"proposal": number}
        if proposal.about in {"balance", "lone_table"}:
            move = proposal.moves[0]
            if move.entry is None:
                body["player"] = self.player(self._somebody(move.leaving))
            if move.seat is None:
                body["seat"] = self._free(move.to)
        if not self.send("confirm_proposal", **body):
            self.later(10, lambda: self.answer(number))

    def _somebody(self, table: int) -> int:
        """Return one of a table whom nobody has sent anywhere."""
        there = [entry for _, entry in sorted(self.map.tables[table].items())]
        return self.chance.choice([entry for entry in there if entry not in self.state.promises] or there)

    def _free(self, table: int) -> int:
        taken = self.map.tables.get(table, {}).keys() | {to[1] for _, to in self.map.queued.values() if to[0] == table}
        return self.chance.choice([seat for seat in range(1, self.plan.seats + 1) if seat not in taken])

    def walk_round(self) -> None:
        """Break and balance as a good director does, by the floor's own commands."""
        self.walking = False
        if self.state.ended_at is not None or self.state.proposal is not None or self.state.reseating is not None:
            return
        while self._break_one() or self._balance_one():
            pass

    def _sizes(self) -> list[tuple[int, int]]:
        """Return how many are to sit at each table, and the table, the emptiest first."""
        return sorted((size, table) for table, size in self.map.expected.items() if self.map.tables[table])

    def _break_one(self) -> bool:
        """Break the emptiest table if the others can seat its players; the last two are the final table's."""
        sizes = [row for row in self._sizes() if row[1] not in self.map.breaking]
        if len(sizes) <= 2:
            return False
        table = sizes[0][1]
        # A chair kept for somebody who still plays his hand elsewhere is as little free as the one that he leaves.
        kept = sum(to[0] != table and to[0] not in self.map.breaking for _, to in self.map.queued.values())
        room = sum(self.plan.seats - len(self.map.tables[number]) for _, number in sizes[1:]) - kept
        need = sum(len(self.map.tables[number]) for number in (table, *self.map.breaking))
        return room >= need and self.send("break_table", table=table)

    def _balance_one(self) -> bool:
        """Send somebody from the fullest table to the emptiest if they are more than one apart."""
        sizes = [row for row in self._sizes() if row[1] not in self.map.breaking]
        if len(sizes) < 2 or sizes[-1][0] - sizes[0][0] <= 1:
            return False
        (_, to), (_, table) = sizes[0], sizes[-1]
        entry = self._somebody(table)
        chair = self.map.chairs[entry]
        leaving = {"table": chair[0], "seat": chair[1]}
        return self.send(
            "move_player", player=self.player(entry), leaving=leaving, to={"table": to, "seat": self._free(to)}
        )
