"""The floor's place at the API asks again, under the same command id, until an answer stays (CMD-1, CMD-3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from infra.accounts import Account
from infra.api import Answer
from infra.house import HttpHouse
from infra.play import Refused


@dataclass
class Scripted:
    """An API that gives the answers it was told to, in order, the last one for ever."""

    answers: list[tuple[int, Any]]
    calls: list[tuple[str, str, Any]] = field(default_factory=list)

    def call(self, method: str, path: str, *, token: str | None = None, body: Any = None) -> Answer:
        assert token == "t"
        self.calls.append((method, path, body))
        status, told = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(told, OSError):
            raise told
        return Answer(status=status, headers={}, body=told)


class Impatient(HttpHouse):
    """A floor person for whom time goes by at once."""

    now: float = 0.0

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def elapsed(self) -> float:
        return self.now


def house(*answers: tuple[int, Any]) -> tuple[Impatient, Scripted]:
    api = Scripted(list(answers))
    who = Account(name="floor", sub="floor", token="t")
    return Impatient(api=api, operator=who, owner=who, floor=who, tournament="t"), api  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "late", [(202, {"look": "/x"}), (503, {}), (429, {}), (504, None), (0, ConnectionResetError())]
)
def test_cmd_1_a_command_is_sent_again_under_its_id_until_its_outcome_is_there(late: tuple[int, Any]) -> None:
    floor, api = house(late, late, (200, {"outcome": {}}))
    floor.send({"kind": "start"})
    sent = {"command_id": "demo-0001", "command": {"kind": "start"}}
    assert api.calls == [("POST", "/v1/clubs/demo/tournaments/t/commands", sent)] * 3


def test_cmd_3_a_refusal_is_final_and_is_told_in_its_own_words() -> None:
    problem: Mapping[str, Any] = {"rule": "SEAT-4", "detail": "table 1, seat 3 is taken"}
    floor, api = house((409, problem))
    with pytest.raises(Refused, match="409 SEAT-4 table 1, seat 3 is taken"):
        floor.send({"kind": "start"})
    assert len(api.calls) == 1


def test_a_product_that_never_answers_is_given_up() -> None:
    floor, _ = house((0, ConnectionRefusedError("nobody there")))
    with pytest.raises(Refused, match=r"502 .*nobody there"):
        floor.send({"kind": "start"})
    assert floor.now > 30


def test_a_fault_of_the_product_is_not_asked_away() -> None:
    floor, api = house((500, {"detail": "this did not work"}), (200, {}))
    with pytest.raises(Refused, match="500"):
        floor.send({"kind": "start"})
    assert len(api.calls) == 1
