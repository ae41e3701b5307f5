"""Lines go out in order, are sent again to a store that lacks them, and give way to one that knows better."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain import desk
from domain.commands import Asked, Register
from domain.events import GENESIS, from_text, to_text
from domain.evolve import fold
from domain.run import Line, Position, Recalled, Told
from domain.settings import Settings
from domain.state import Tournament
from tests.support.evenings import player, settings
from workflows.outbox import EVENTS, ROWS, Outbox, StoreDiffers, after

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def draft() -> desk.Stepped:
    """Return a tournament that is open for registration; nothing has been written of it."""
    stepped = desk.create(
        "friday",
        "north",
        TypeAdapter(Settings).validate_python(settings(NOON + timedelta(hours=8))),
        command_id="c-open",
        actor="owner-1",
        role="owner",
        at=NOON,
    )
    assert isinstance(stepped, desk.Stepped)
    return replace(stepped, state=replace(stepped.state, status="registration_open"))


def told(number: int) -> Told:
    """Return the signal of a registration."""
    return Told(name="register", text=player(number))


def registered(state: Tournament, number: int, at: datetime) -> desk.Applied:
    """Return what a registration comes to; player 0 is refused: he is registered already."""
    asked = Asked(
        command_id=f"c-{number}",
        actor="floor-1",
        role="floor",
        accepted_at=at,
        command=Register(player=player(number or 1)),
    )
    applied = desk.apply(state, asked, at)
    assert isinstance(applied, desk.Applied)
    return applied


def outbox_with(numbers: list[int], every: timedelta = timedelta(seconds=1)) -> tuple[Outbox, Tournament]:
    """Return an outbox in which these registrations are pending, and the state after them."""
    box = Outbox(tournament="friday", club="north")
    opened = draft()
    state = opened.state
    box.enter(state, opened.recorded, None, at=NOON)
    for index, number in enumerate(numbers, 1):
        at = NOON + index * every
        applied = registered(state, number, at)
        state = applied.state
        box.enter(state, applied.recorded, applied.outcome, at=at, told=told(number))
    return box, state


def all_written(box: Outbox, now: datetime = NOON) -> list[str]:
    """Write everything; return the texts as a store would hold them."""
    texts: list[str] = []
    while box.pending:
        lines = box.batch()
        flush = box.flush(lines)
        assert (flush.prev, flush.prev_hash) == (len(texts), after(Position(), texts).hash)
        texts += flush.events
        box.note_written(len(lines), now)
    return texts


MANY = [*range(1, 41), 0, 0, *range(41, 150), 0]


def test_flushes_follow_each_other_and_none_is_larger_than_a_transaction() -> None:
    box, state = outbox_with(MANY)
    sizes = []
    texts: list[str] = []
    while box.pending:
        lines = box.batch()
        flush = box.flush(lines)
        sizes.append((len(flush.events), len(flush.entries) + len(flush.tables) + len(flush.outcomes)))
        texts += flush.events
        box.note_written(len(lines), NOON)
    assert all(events <= EVENTS and rows <= ROWS for events, rows in sizes)
    assert box.written == after(Position(), texts)
    assert box.written.seq == state.seq
    assert box.base is state


def test_a_flush_shows_the_rows_as_they_were_after_its_last_line() -> None:
    box, _ = outbox_with(list(range(1, 100)))
    lines = box.batch()
    flush = box.flush(lines)
    assert flush.head is not None
    assert flush.head["registered"] == len(flush.entries) == len(lines) - 1


def test_lines_are_kept_for_ten_minutes() -> None:
    box, _ = outbox_with(list(range(1, 21)), every=timedelta(minutes=1))
    texts = all_written(box, now=NOON + timedelta(minutes=20))
    assert [line.first for line in box.kept] == list(range(11, 22))
    assert box.kept_from == after(Position(), texts[:10])
    assert set(box.outcomes) == {f"c-{n}" for n in range(10, 21)}


@given(stands=st.integers(0, 150))
def test_a_store_that_came_back_older_gets_exactly_what_it_lacks(stands: int) -> None:
    box, state = outbox_with(MANY)
    texts = all_written(box)
    box.send_again(after(Position(), texts[:stands]), state)
    again: list[str] = []
    outcomes = set()
    at = box.written
    assert at.seq == stands
    while box.pending:
        lines = box.batch()
        flush = box.flush(lines)
        assert flush.prev == stands + len(again)
        again += flush.events
        outcomes |= {outcome.command_id for outcome in flush.outcomes}
        box.note_written(len(lines), NOON)
    assert texts[:stands] + again == texts
    lost = {from_text(text).cause for text in texts[stands:]} - {"c-open"}
    assert outcomes >= lost
    assert box.written == after(Position(), texts)


def test_what_was_never_written_comes_after_what_is_sent_again() -> None:
    box, state = outbox_with([1, 2, 3])
    texts = all_written(box)
    applied = registered(state, 4, NOON + timedelta(seconds=9))
    box.enter(applied.state, applied.recorded, applied.outcome, at=NOON, told=told(4))
    box.send_again(after(Position(), texts[:2]), applied.state)
    assert [line.line.first for line in box.pending] == [3, 4, 5]


@pytest.mark.parametrize("stands", [Position(seq=3, hash="f" * 64), Position(seq=0, hash="f" * 64)])
def test_a_store_with_other_events_is_not_written_over(stands: Position) -> None:
    box, state = outbox_with([1, 2, 3, 4])
    all_written(box)
    with pytest.raises(StoreDiffers):
        box.send_again(stands, state)


def test_a_store_older_than_what_is_kept_is_not_written_with_a_gap() -> None:
    box, state = outbox_with(list(range(1, 21)), every=timedelta(minutes=1))
    texts = all_written(box, now=NOON + timedelta(minutes=20))
    with pytest.raises(StoreDiffers):
        box.send_again(after(Position(), texts[:5]), state)


def behind(numbers: list[int], store: list[int]) -> tuple[Outbox, Recalled, list[str]]:
    """Return an outbox with pending registrations, and a store whose writer knew others after the same beginning."""
    box, state = outbox_with([1, 2, 3])
    texts = all_written(box)
    other = state
    beyond: list[str] = []
    outcomes = []
    for number in store:
        applied = registered(other, number, NOON + timedelta(minutes=1))
        other = applied.state
        beyond += map(to_text, applied.recorded)
        outcomes.append(applied.outcome)
    for number in numbers:
        applied = registered(state, number, NOON + timedelta(minutes=1))
        state = applied.state
        box.enter(state, applied.recorded, applied.outcome, at=NOON, told=told(number))
    asked = {entered.line.outcome.command_id for entered in box.pending if entered.line.outcome}
    found = Recalled(
        hash=after(Position(), texts).hash,
        events=tuple(beyond),
        outcomes=tuple(outcome for outcome in outcomes if outcome.command_id in asked),
    )
    return box, found, texts + beyond


def test_what_the_store_knows_better_takes_the_place_of_what_is_pending() -> None:
    box, found, texts = behind(numbers=[5, 4, 6], store=[4, 5])
    adopted = box.adopt(found, box.known_from)
    assert adopted.state == replace(fold(map(from_text, texts)), status="registration_open")
    assert [outcome.command_id for outcome in adopted.answered] == ["c-4", "c-5"]
    assert adopted.again == (told(6),)
    assert box.written == after(Position(), texts)
    assert not box.pending
    assert [line.outcome.command_id for line in box.kept if line.outcome][-2:] == ["c-4", "c-5"]


def test_a_refusal_that_the_store_has_is_not_decided_again() -> None:
    box, found, _ = behind(numbers=[4, 0], store=[4, 0])
    assert box.adopt(found, box.known_from).again == ()


def test_a_store_that_is_asked_for_everything_is_believed_as_well() -> None:
    box, found, texts = behind(numbers=[5], store=[4])
    box.base = None
    whole = Recalled(hash=GENESIS, events=tuple(texts), outcomes=found.outcomes)
    adopted = box.adopt(whole, box.known_from)
    assert adopted.state.seq == 5
    assert adopted.again == (told(5),)
    assert [line.first for line in box.kept] == [1, 2, 3, 4, 5]


def test_a_store_with_another_past_is_not_believed() -> None:
    box, found, _ = behind(numbers=[5], store=[4])
    with pytest.raises(StoreDiffers):
        box.adopt(replace(found, hash="f" * 64), box.known_from)


def test_a_store_that_refuses_and_holds_nothing_is_not_believed() -> None:
    box, found, _ = behind(numbers=[5], store=[])
    with pytest.raises(StoreDiffers):
        box.adopt(found, box.known_from)


def test_lines_of_a_run_before_this_one_go_out_with_rows_as_they_read_today() -> None:
    box, state = outbox_with([1, 2, 3])
    lines: list[Line] = [entered.line for entered in box.pending]
    taken = Outbox(tournament="friday", club="north")
    taken.take_over(lines, state)
    flush = taken.flush(taken.batch())
    assert flush.events == box.flush(box.batch()).events
    assert flush.head is not None
    assert flush.head["registered"] == 3
