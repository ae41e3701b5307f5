"""Whatever is bought, moved and counted in a break: what is known of the stacks is true (RUL-7)."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.domain import laws
from tests.domain.floor import Body, Evening, P, evening, knock_out, with_level

TERMS: Body = {
    "profile": "sport-poker-v2",
    "no_show": "drop",
    "seats_per_table": 6,
    "tables": 4,
    "balancing": "floor",
    "prices": {"re_entry": 1_000},
    "windows": {"late_registration": with_level(4), "rebuy": with_level(4)},
    "bonuses": [{"name": "staff", "chips": 700}],
}
WHAT = ["player", "player", "table", "table", "add_on", "rebuy", "give_bonus", "move", "left", "re_enter", "register"]


@dataclass(kw_only=True)
class Break:
    """A break of an evening, and what really lies before each entry."""

    night: Evening
    chance: Random
    lies: dict[int, int] = field(default_factory=dict)

    def living(self) -> list[int]:
        return sorted(entry.number for entry in self.night.state.entries.values() if entry.status == "alive")

    def seated_since(self, stack: int) -> None:
        """Give who has come in his stack."""
        for number in self.living():
            self.lies.setdefault(number, stack)

    def ask(self, kind: str, **body: Any) -> bool:
        return self.night.ask("19:45", kind, **body).refused is None

    def happens(self) -> None:
        """Let one thing happen; a count says what lies there."""
        what = self.chance.choice(WHAT)
        number = self.chance.choice(self.living())
        entry = self.night.state.entries[number]
        if what == "player":
            assert self.ask("count_chips", stacks=[{"player": entry.player, "chips": self.lies[number]}])
        elif what == "table" and entry.chair is not None:
            there = [of for of in self.night.state.tables[entry.chair[0]].seats.values() if of in self.lies]
            total = sum(self.lies[of] for of in there)
            assert self.ask("count_chips", tables=[{"table": entry.chair[0], "chips": total}])
        elif what == "add_on" and self.ask(what, player=entry.player):
            self.lies[number] += 15_000
        elif what == "rebuy" and self.ask(what, player=entry.player, stack=1):
            self.lies[number] += 10_000
        elif what == "give_bonus" and self.ask(what, player=entry.player, bonus="staff"):
            self.lies[number] += 700
        elif what == "move" and entry.chair is not None:
            to = {"table": self.chance.randint(1, 4), "seat": self.chance.randint(1, 6)}
            leaving = {"table": entry.chair[0], "seat": entry.chair[1]}
            self.ask("move_player", player=entry.player, leaving=leaving, to=to, arrived=True)
        elif what == "left" and len(self.lies) > 4:
            known = self.night.state.counting.stacks.get(number)
            stack = {} if known is not None else {"stack": self.lies[number]}
            before = self.night.state.chips_in_play
            assert self.ask("record_knockout", player=entry.player, cause="left", **stack)
            assert self.night.state.chips_in_play == before - self.lies.pop(number)
        elif what == "re_enter":
            out = [of.player for of in self.night.state.entries.values() if of.status == "out"]
            if out and self.ask(what, player=self.chance.choice(sorted(out))):
                self.seated_since(10_000)
        elif what == "register" and self.ask(what, player=P[50 + self.chance.randint(0, 5)]):
            self.seated_since(10_000)

    def holds(self) -> None:
        """Hold what is known against what lies there."""
        state = self.night.state
        laws.counted_stacks_are_of_those_in_play(state)
        assert sum(self.lies.values()) == state.chips_in_play
        for number, chips in state.counting.stacks.items():
            assert chips == self.lies[number]
        for total in state.counting.tables.values():
            assert total.chips == sum(self.lies[number] for number in total.entries)
        whole = state.counting.whole
        assert whole is None or whole.off == 0


@given(seed=st.integers(0, 2**32))
def test_rul_7_what_is_known_of_the_stacks_in_a_break_is_true(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - no secret hangs on it
    night = evening(14, sizes=(5, 5, 4), **TERMS)
    for number in (12, 13, 14):
        knock_out(night, "19:30", P[number], P[1])
    night.wait("19:44")
    at_break = Break(night=night, chance=chance)
    living = at_break.living()
    rest = night.state.chips_in_play - len(living)
    cuts = sorted(chance.randint(0, rest) for _ in living[1:])
    at_break.lies = {
        number: 1 + right - left for number, left, right in zip(living, [0, *cuts], [*cuts, rest], strict=True)
    }
    for _ in range(40):
        at_break.happens()
        at_break.holds()
    stacks = [{"player": night.state.entries[number].player, "chips": of} for number, of in at_break.lies.items()]
    assert at_break.ask("count_chips", stacks=stacks)
    assert night.head["chip_count"]["off_by"] == 0
    night.wait("19:50")
    assert (night.state.counting.players, dict(night.state.counting.stacks)) == (0, {})
