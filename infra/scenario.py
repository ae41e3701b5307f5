"""A scenario: an evening as a file, and what is to come of it.

A file is YAML.  Times of day stand for instants of the scenario's `date`, in UTC; hours from 24 on are those of the
next day.  `scenarios/README.md` shows the format to those who write one, `scenarios/schema.json` to their editors.
"""

import re
from collections.abc import Hashable
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Discriminator, Field, StringConstraints, Tag, ValidationError

from domain.commands import Role
from domain.ids import ClubId, CommandId, PlayerId, TournamentId
from infra.shorthand import lay_over

Moment = Annotated[
    str,
    StringConstraints(
        strict=True,
        pattern=r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)|\d\d:\d\d(:\d\d(\.\d{1,6})?)?)$",
    ),
]
"""`19:05`, `19:05:00.400`, `25:10` (ten past one the next morning), or a whole instant with its zone."""
Span = Annotated[str, StringConstraints(strict=True, pattern=r"^\d+(\.\d+)?(ms|s|min|h)$")]
"""A length of time: `400ms`, `2s`, `10min`, `12h`."""
Chair = Annotated[str, StringConstraints(strict=True, pattern=r"^T[1-9]\d{0,3}-S([1-9]|10)$")]
"""Table 1, seat 3, as `T1-S3`."""
Row = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z_-]*\d{1,6}\.\.[A-Za-z_-]*\d{1,6}$")]
"""Names that differ in a number: `P1..P10` for ten players, `1..300` for three hundred numbers."""
Text = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=2_000)]
Whole = Annotated[int, Field(strict=True, ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class FieldOfPlayers(_Part):
    """Who is there before the start.

    `registered`: everybody who has a place.  `present`: those of them who are checked in; all, unless said.  `seats`:
    chairs that the floor names at check-in.  `stacks`: chips counted before, in place of the starting stack.
    """

    registered: Row | tuple[PlayerId, ...]
    present: Row | tuple[PlayerId, ...] | None = None
    seats: dict[PlayerId, Chair] = Field(default_factory=dict)
    stacks: dict[PlayerId, Whole] = Field(default_factory=dict)


class Answer(_Part):
    """What becomes of a command.

    `is`: `unchanged` is accepted without events.  `says`: a part of the reason or the note.  `data`: figures that the
    rejection names, among others.  `events`: the kinds of the events that it brings, in order.
    """

    is_: Literal["accepted", "unchanged", "rejected"] = Field(alias="is")
    rule: Text | None = None
    code: Text | None = None
    says: Text | None = None
    data: dict[str, Any] = Field(default_factory=dict)
    events: tuple[Text, ...] | None = None


AnyAnswer = Literal["accepted", "unchanged", "rejected", "any"] | Answer

See = Annotated[dict[Text, Any], Field(min_length=1)]
"""What is shown, by path: `left`, `clock.step`, `player.P1.place`, `entry.3.status`, `table.1.players`, `seat.T1-S3`.

A value is compared for equality; `{at_least: 3}`, `{at_most: 3}` and `{not: 3}` compare otherwise.
"""


class Ask(_Part):
    """A command.

    `at`: when the tournament takes it up; `accepted_at`: when the backend accepted it, the same unless said.
    `with`: its fields; a chair may be written `T1-S3`.  `each`: one command for each of these, `every` so long, with
    `{}` in `id` and `with` replaced.  `see`: what is shown right after it.  Unless `answer` says otherwise the command
    is to be accepted.
    """

    at: Moment
    ask: Text
    with_: dict[str, Any] = Field(alias="with", default_factory=dict)
    id: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9_{}-]{1,64}$")] | None = None
    role: Role = "floor"
    actor: Text = "floor-1"
    accepted_at: Moment | None = None
    each: Row | tuple[Text, ...] | None = None
    every: Span = "0s"
    answer: AnyAnswer = "accepted"
    see: See | None = None


class Repeat(_Part):
    """The same command once more: the first outcome is its answer and nothing else happens (CMD-1).

    `with` replaces fields of its body.  With `accepted_at` a client asks once more and the door stamps it anew; without
    it the platform delivers the first message twice.
    """

    at: Moment
    repeat_of: CommandId
    with_: dict[str, Any] = Field(alias="with", default_factory=dict)
    accepted_at: Moment | None = None
    see: See | None = None


class Look(_Part):
    """What is shown at an instant."""

    at: Moment
    see: See


class Happen(_Part):
    """Something befalls the machinery, and is to change nothing.

    `restart`: the worker is ended and another one begins, without memory.  `roll_over`: the run gives way to the next,
    with a new history (through the workflow that happens by itself, see `durable`).  `store_down`, `store_up`: from the
    one to the other the store refuses every write; only in an evening that is played through the workflow.
    """

    at: Moment
    happen: Literal["restart", "roll_over", "store_down", "store_up"]


def _kind(step: Any) -> str | None:
    """Return which kind of step this is, by the field that only this kind has."""
    has = step if isinstance(step, dict) else vars(step)
    return next((name for name in ("ask", "repeat_of", "happen", "see") if name in has), None)


Step = Annotated[
    Annotated[Ask, Tag("ask")]
    | Annotated[Repeat, Tag("repeat_of")]
    | Annotated[Happen, Tag("happen")]
    | Annotated[Look, Tag("see")],
    Discriminator(
        _kind,
        custom_error_type="no_step",
        custom_error_message="a step has one of `ask`, `repeat_of`, `see` and `happen`",
    ),
]


class Expected(_Part):
    """An event: its kind, and if given its instant, its cause (a command's id, `clock`, `lot`), some of its fields."""

    kind: Text
    at: Moment | None = None
    cause: Text | None = None
    with_: dict[str, Any] = Field(alias="with", default_factory=dict)


class Stretch(_Part):
    """The events from one instant until before another, in order: `are` names all of them.

    `of`: only these kinds are looked at.  An event is named `level_started`, `19:20 level_started`, or in full.
    """

    from_: Moment | None = Field(alias="from", default=None)
    to: Moment | None = None
    of: tuple[Text, ...] = ()
    are: tuple[Text | Expected, ...]


class Durable(_Part):
    """How the evening goes through the real workflow, beside the plain way.

    `roll_over_after`: the run makes room for the next after so many history events.  `cached`: false keeps nothing
    of the workflow between its tasks, so that every task replays the history.  `history_at_most`: history events of all
    runs together, at most.  `runs_at_least`: how many runs there are, at least.  `ends`: whether the workflow has ended
    by the end.
    """

    roll_over_after: Annotated[int, Field(strict=True, ge=20)] | None = None
    cached: bool = True
    history_at_most: Whole | None = None
    runs_at_least: Whole | None = None
    ends: bool | None = None


class Scenario(_Part):
    """An evening and what is to come of it.

    Attributes:
        title: one line on what the evening shows.
        case: the case that it settles, if it does.
        rules: ids of the rules that it is about.
        about: more words.
        base: a scenario file beside this one; what is set here lies over what is set there.
        date: the day on which the times of day are.
        tournament, club: their ids.
        seed: a text from which the secret seed of the lots is made.
        settings: the tournament's settings; `scenarios/README.md` has their short forms.
        field: who is there before the start; `10` for P1 to P10, all checked in.
        begin: with a draft or with registration open; a field needs the latter.
        timers_late: how long after its instant a timer rings.
        lots_take: how long a lot takes to come.
        durable: present when the evening is to be played through the real workflow as well.
        steps: what happens, and what is looked at.
        events: what is to be on record.
    """

    title: Text
    case: Annotated[str, StringConstraints(strict=True, pattern=r"^B-\d{3}$")] | None = None
    rules: tuple[Text, ...] = ()
    about: str = ""
    base: Annotated[str, StringConstraints(strict=True, pattern=r"^[\w.-]+\.yaml$")] | None = None
    date: Annotated[str, StringConstraints(strict=True, pattern=r"^\d{4}-\d\d-\d\d$")] = "2026-11-27"
    tournament: TournamentId = "rehearsal"
    club: ClubId = "club"
    seed: Text = "rehearsal"
    settings: dict[str, Any] = Field(default_factory=dict)
    field: Whole | FieldOfPlayers = 0
    begin: Literal["draft", "registration_open"] = "registration_open"
    timers_late: Span = "0s"
    lots_take: Span = "0s"
    durable: Durable | None = None
    steps: tuple[Step, ...] = ()
    events: tuple[Stretch, ...] = ()


class ScenarioUnreadable(ValueError):
    """A file is no scenario; the text says where and why, in plain words."""


def read(path: Path) -> Scenario:
    """Return the scenario that a file holds, laid over its base.

    Raises:
        ScenarioUnreadable: the file, or its base, is not there or no scenario.
    """
    return parse(merged(path), str(path))


def parse(given: Any, name: str) -> Scenario:
    """Return the scenario that parsed YAML holds; `name` is what its errors call it.

    Raises:
        ScenarioUnreadable: it is no scenario.
    """
    try:
        return Scenario.model_validate(given)
    except ValidationError as error:
        lines = [
            f"{name}: {'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
            for fault in error.errors(include_url=False, include_context=False)
        ]
        raise ScenarioUnreadable("\n".join(lines)) from error


def parsed(text: str) -> Any:
    """Return what a text in YAML holds.

    Raises:
        yaml.YAMLError: it is no YAML, or a map in it names a key twice.
    """
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader, see below


def merged(path: Path, seen: tuple[Path, ...] = ()) -> Any:
    """Return what a file holds, laid over what its base holds.

    Raises:
        ScenarioUnreadable: one of them is not there, no YAML, or its own base.
    """
    if path in seen:
        raise ScenarioUnreadable(f"{path}: it is its own base")
    try:
        given = parsed(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise ScenarioUnreadable(f"{path}: {error}") from error
    if not isinstance(given, dict) or not isinstance(given.get("base"), str):
        return given
    base = merged(path.parent / given["base"], (*seen, path))
    return lay_over(base, given) if isinstance(base, dict) else given


class _Loader(yaml.SafeLoader):
    """YAML as its version 1.2 reads it: `19:05:00` and `2026-11-27` are texts, `no` is a word, a key stands once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - as in the library
        """Return the map, unless it names a key twice."""
        names = [self.construct_object(key, deep=True) for key, _ in node.value if key.tag != _MERGE]
        if twice := [name for name in names if names.count(name) > 1]:
            raise yaml.constructor.ConstructorError(None, None, f"{twice[0]} stands twice", node.start_mark)
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {}
_MERGE = "tag:yaml.org,2002:merge"
for _tag, _pattern, _first in (
    ("tag:yaml.org,2002:null", r"^(~|null|)$", ["~", "n", ""]),
    ("tag:yaml.org,2002:bool", r"^(true|false)$", list("tf")),
    ("tag:yaml.org,2002:int", r"^-?(0|[1-9]\d*)$", list("-0123456789")),
    ("tag:yaml.org,2002:float", r"^-?(0|[1-9]\d*)\.\d+$", list("-0123456789")),
    (_MERGE, r"^<<$", ["<"]),
):
    _Loader.add_implicit_resolver(_tag, re.compile(_pattern), _first)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scenario file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Scenario.model_json_schema(),
        "title": "A Shuffle Up scenario",
    }
