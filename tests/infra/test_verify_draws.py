"""Every lot of an exported journal is drawn again, and whatever was tampered with is found (SEAT-10)."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test
from typer.testing import CliRunner

from domain import events as e
from domain.events import Recorded, to_text
from infra import verify_draws
from infra.cli import app
from infra.draw_checks import CHECKS
from infra.seat_map import SeatMap
from infra.verify_draws import last_line, status, verify
from tests.domain.floor import Body, Evening, P, chair, knock_out, opened, until
from tests.domain.strategies import COMERS, full_houses
from tests.domain.test_evolve import AnyEvening
from tests.support.exports import changed, exported

OTHER_SEED = b"another seed of thirty-two bytes"


@cache
def every_kind() -> tuple[Recorded, ...]:
    """Return an evening with a lot of every kind in it, to its end: two named chairs, one of them locked."""
    night = opened(
        14,
        profile="east-durham-v1",
        tables=6,
        seats_per_table=5,
        prices={"re_entry": 900},
        windows={"late_registration": until("19:20"), "re_entry": until("19:20")},
        bounty="mystery",
        bounties={"mystery": {"prizes": [{"text": "Pen", "count": 3}, {"text": "Pin", "count": 4}]}},
        prizes={"lines": [{"place": 1, "text": "Cup"}, {"place": 2, "text": "Medal"}, {"place": 3, "text": "Cap"}]},
    )
    night.must("18:30", "check_in", player=P[1], seat=chair("4-2"), locked=True)
    night.must("18:30", "check_in", player=P[2], seat=chair("1-5"))
    for number in range(3, 15):
        night.must("18:31", "check_in", player=P[number])
    night.wait("19:00")
    for number in range(20, 28):
        night.must("19:05", "register", player=P[number])
    gone = _others(night)[0]
    knock_out(night, "19:06", gone, P[1])
    night.must("19:07", "re_enter", player=gone)
    _comes_back_to_another_chair(night)
    _was_not_the_one_who_bust(night)
    _a_lot_is_wasted(night)
    night.wait("19:21")
    for _ in range(9):
        knock_out(night, "19:23", _others(night)[0], P[1])
    for _ in range(2):
        night.must("19:23", "draw_mystery", player=P[1])
    smallest = min((size, number) for number, size in night.sizes().items() if size and number != 4)[1]
    night.must("19:24", "break_table", table=smallest)
    night.must("19:25", "redraw")
    while night.state.tables_in_play > 1:
        knock_out(night, "19:30", _others(night)[0], P[1])
        if night.state.proposal is not None and night.state.proposal.about in {"break", "final_table"}:
            night.must("19:31", "confirm_proposal", proposal=night.state.proposal.number)
    while len(left := [player for _, player in sorted(night.seats().items())]) > 3:
        knock_out(night, "19:40", left[-1], left[0])
    night.must("19:41", "record_knockout_group", busts=[{"player": player, "stack": 500} for player in left[1:]])
    night.must("19:42", "finish")
    return tuple(night.record)


def _others(night: Evening) -> list[str]:
    """Return who sits and was not given a chair by name, by table and seat."""
    return [player for _, player in sorted(night.seats().items()) if player not in {P[1], P[2]}]


def _comes_back_to_another_chair(night: Evening) -> None:
    victim = _others(night)[0]
    seat = night.seat(victim)
    assert seat is not None
    bust = knock_out(night, "19:08", victim, P[1])
    night.must("19:08", "register", player=P[30], seat={"table": seat[0], "seat": seat[1]})
    knockout = next(event.knockout for event in bust.events if isinstance(event, e.Busted))
    night.must("19:09", "void_knockout", knockout=knockout)


def _was_not_the_one_who_bust(night: Evening) -> None:
    taken_for, *_, bust = _others(night)
    seat = night.seat(taken_for)
    assert seat is not None
    answer = knock_out(night, "19:09", taken_for)
    night.must("19:09", "register", player=P[32], seat={"table": seat[0], "seat": seat[1]})
    knockout = next(event.knockout for event in answer.events if isinstance(event, e.Busted))
    night.must("19:09", "correct_bust", knockout=knockout, player=bust, reason="wrong_player")


def _a_lot_is_wasted(night: Evening) -> None:
    night.prompt = False
    night.send("19:10", "register", player=P[31])
    assert night.fetch()
    night.must("19:10:01", "void_entry", player=_others(night)[-1], reason="mistake")
    night.lots_come(night.state.last_at)
    night.prompt = True


@cache
def rebought_elsewhere() -> tuple[Recorded, ...]:
    """Return an evening in which a rebuy asked for in time came after its chair was given away."""
    night = opened(
        4,
        profile="sport-poker-v2",
        tables=2,
        seats_per_table=2,
        windows={"late_registration": until("19:30"), "rebuy": until("19:30")},
    )
    for number in range(1, 5):
        night.must("18:31", "check_in", player=P[number])
    night.wait("19:00")
    loser, winner = night.seats()[1, 1], night.seats()[1, 2]
    knock_out(night, "19:10", loser, winner)
    night.wait("19:11:01")
    knock_out(night, "19:11:02", night.seats()[2, 1], night.seats()[2, 2])
    night.wait("19:12:03")
    night.must("19:12:04", "register", player=P[20], seat=chair("1-1"))
    night.must("19:10:59", "rebuy", delivered="19:12:05", player=loser)
    night.must("19:40", "cancel")
    return tuple(night.record)


def test_seat_10_a_whole_evening_is_drawn_again() -> None:
    report = verify(exported(every_kind()))
    assert report.all_faults() == []
    assert [drawn.number for drawn in report.lots] == list(range(1, len(report.lots) + 1))
    assert {drawn.kind for drawn in report.lots} == {*CHECKS, "lot_voided"} - {"rebought"}
    assert (status(report), last_line(report)) == (
        0,
        f"{len(report.lots)} lots, each drawn again with the seed that was promised",
    )


def test_seat_10_a_rebuy_whose_chair_was_drawn_is_drawn_again() -> None:
    report = verify(exported(rebought_elsewhere()))
    assert report.all_faults() == []
    assert "rebought" in [drawn.kind for drawn in report.lots]


def found(record: list[Recorded]) -> list[str]:
    report = verify(exported(record))
    faults = report.all_faults()
    assert bool(faults) == (status(report) == 1)
    return faults


def of(kind: str, place: int = 0) -> Recorded:
    """Return an event of this kind that used a lot, of the evening with every kind."""
    return [r for r in every_kind() if r.event.kind == kind and (getattr(r.event, "lot", None) or kind in NO_LOT)][
        place
    ]


NO_LOT = {"prizes_recorded", "seed_committed", "seed_revealed", "lot_voided", "tournament_created", "player_moved"}


def first_two_exchange(seats: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return seats of a draw with two entries in each other's place."""
    (one, *at_one), (other, *at_other), *rest = seats
    return ((other, *at_one), (one, *at_other), *rest)


def drawn_exchange(event: Any) -> Any:
    """Return a draw of a field in which the first two that were drawn sit on each other's chairs."""
    drawn = [seat for seat in event.seats if seat[0] not in {*getattr(event, "named", ()), 1}]
    kept = [seat for seat in event.seats if seat not in drawn]
    return replace(event, seats=tuple(sorted([*kept, *first_two_exchange(tuple(drawn))])))


def other_seat(event: Any) -> Any:
    table, seat = event.chair
    return replace(event, chair=(table, seat % len(event.pools[1]) + 1))


def next_seat(button: tuple[int, int], seats: Any) -> tuple[int, int]:
    return next((table, seat) for _, table, seat, *_ in seats if table == button[0] and seat != button[1])


def wider(event: Any) -> Any:
    return replace(event, pools=((*event.pools[0], 9_999), *event.pools[1:]))


def moved_elsewhere(event: Any) -> Any:
    (one, a, *to_one), (other, b, *to_other), *rest = event.moves
    return replace(event, moves=((one, a, *to_other), (other, b, *to_one), *rest))


def another_goes(event: Any) -> Any:
    first, *rest = event.moves
    other = next(entry for entry in event.pools[0] if entry != first.entry)
    return replace(event, moves=(replace(first, entry=other), *rest))


TAMPERED: dict[str, tuple[Recorded, Callable[[Any], Any], str]] = {
    "the seed": (
        of("seed_revealed"),
        lambda event: replace(event, seed=OTHER_SEED.hex()),
        "the seed does not have the hash that was published",
    ),
    "a seed that is none": (
        of("seed_revealed"),
        lambda event: replace(event, seed="00"),
        "the seed is not 32 bytes in hex",
    ),
    "the commitment": (
        of("seed_committed"),
        lambda event: replace(event, commitment=hashlib.sha256(OTHER_SEED).hexdigest()),
        "the seed does not have the hash that was published",
    ),
    "the tournament's id": (
        of("tournament_created"),
        lambda event: replace(event, tournament="sunday-2"),
        "seats",
    ),
    "a seat of the first draw": (of("field_seated"), drawn_exchange, "seats"),
    "a button of the first draw": (
        of("field_seated"),
        lambda event: replace(event, buttons=(next_seat(event.buttons[0], event.seats), *event.buttons[1:])),
        "buttons",
    ),
    "a chair that nobody had named": (
        of("field_seated"),
        lambda event: replace(event, named=(*event.named, 7)),
        "entries whose chairs were named",
    ),
    "a first draw without its lot": (
        of("field_seated"),
        lambda event: replace(event, lot=None),
        "seats that nobody named were not drawn",
    ),
    "a button of a new table": (
        of("buttons_drawn"),
        lambda event: replace(event, buttons=tuple((table, seat % 5 + 1) for table, seat in event.buttons)),
        "buttons: the record says",
    ),
    "who sits at a new table": (
        of("buttons_drawn"),
        lambda event: replace(event, pools=((1, *event.pools[0]),)),
        "seats at which somebody sits",
    ),
    "a late seat": (of("player_seated"), other_seat, "chair"),
    "the tables of a late seat": (of("player_seated"), wider, "tables that it could be"),
    "the seats that were free": (
        of("player_seated"),
        lambda event: replace(event, taken=event.taken[1:]),
        "seats that were not free",
    ),
    "the seats of a table": (
        of("player_seated"),
        lambda event: replace(event, pools=(event.pools[0], event.pools[1][:-1])),
        "seats of a table",
    ),
    "a re-entry's seat": (of("re_entered"), other_seat, "chair: the record says"),
    "the seat of a player who came back": (of("knockout_voided"), other_seat, "chair: the record says"),
    "the seat of a player who had not bust": (
        of("bust_corrected"),
        lambda event: replace(event, lives_in=(event.lives_in[0], event.lives_in[1] % 5 + 1)),
        "chair: the record says",
    ),
    "where a player who had not bust could sit": (of("bust_corrected"), wider, "tables that it could be"),
    "where a broken table's players went": (of("table_broken", -1), moved_elsewhere, "moves: the record says"),
    "who was at a broken table": (of("table_broken", -1), wider, "players of the table"),
    "how many sat at the other tables": (
        of("table_broken", -1),
        lambda event: replace(event, sitting=tuple((table, players + 1) for table, players in event.sitting)),
        "players at these tables",
    ),
    "the free chairs at the other tables": (
        of("table_broken", -1),
        lambda event: replace(event, pools=(event.pools[0], event.pools[1][1:])),
        "free chairs at these tables",
    ),
    "a seat of a redraw": (of("field_redrawn"), drawn_exchange, "seats: the record says"),
    "who was drawn anew": (
        of("field_redrawn"),
        lambda event: replace(event, pools=(event.pools[0][1:], *event.pools[1:])),
        "was not drawn and",
    ),
    "a button of a redraw": (
        of("field_redrawn"),
        lambda event: replace(event, buttons=(next_seat(event.buttons[0], event.seats), *event.buttons[1:])),
        "buttons: the record says",
    ),
    "the final table's button": (
        of("final_table_formed"),
        lambda event: replace(event, button=next_seat((event.table, event.button), event.seats)[1]),
        "buttons: the record says",
    ),
    "a seat of the final table": (of("final_table_formed"), drawn_exchange, "seats: the record says"),
    "who moves": (of("move_proposed"), another_goes, "move: the record says"),
    "the orders of those who could move": (
        of("move_proposed"),
        lambda event: replace(event, orders=tuple(tuple(reversed(order)) for order in event.orders)),
        "orders: the record says",
    ),
    "who won a line of a tie": (
        of("tied_lines_drawn"),
        lambda event: replace(event, lines=tuple((place, 1, text) for place, _, text in event.lines)),
        "lines: the record says",
    ),
    "who tied": (
        of("tied_lines_drawn"),
        lambda event: replace(event, pools=((1, *event.pools[0]),)),
        "players of these places",
    ),
    "lines of a tie that nobody drew": (
        of("prizes_recorded"),
        lambda event: replace(event, lines=(*event.lines, (2, event.amounts[1][1], "Medal"))),
        "have won unlike lines without a lot",
    ),
    "a lot's number, to one not drawn yet": (
        of("player_seated", 1),
        lambda event: replace(event, lot=50),
        "lot 50 comes after lot 2: lots 3 to 49 are missing",
    ),
    "a lot's number, to one drawn before": (
        of("player_seated", 1),
        lambda event: replace(event, lot=2),
        "lot 2 after lot 2: its number is used twice, or out of turn",
    ),
    "a lot's number left out": (
        of("player_seated", 1),
        lambda event: replace(event, lot=None, pools=(), taken=()),
        "lot 4 comes after lot 2: lot 3 is missing",
    ),
    "a wasted lot's number": (
        of("lot_voided"),
        lambda event: replace(event, number=event.number + 1),
        "is used twice, or out of turn",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_seat_10_whatever_is_tampered_with_is_found(what: str) -> None:
    """The chain is written anew after it, as by somebody who knows how: nothing but the draws can tell."""
    recorded, change, said = TAMPERED[what]
    tampered = changed(every_kind(), recorded.seq, change)
    assert tampered != list(every_kind())
    faults = found(tampered)
    assert any(said in fault for fault in faults), faults


def test_seat_10_a_seed_and_a_hash_that_fit_each_other_and_not_the_lots_are_found() -> None:
    forged = changed(every_kind(), of("seed_revealed").seq, lambda event: replace(event, seed=OTHER_SEED.hex()))
    commitment = hashlib.sha256(OTHER_SEED).hexdigest()
    forged = changed(forged, of("seed_committed").seq, lambda event: replace(event, commitment=commitment))
    report = verify(exported(forged))
    assert report.faults == []
    lots = [drawn for drawn in report.lots if drawn.kind != "lot_voided"]
    assert sum(bool(drawn.faults) for drawn in lots) > len(lots) * 2 // 3


def test_seat_10_a_rebuys_chair_that_was_not_drawn_is_found() -> None:
    recorded = next(r for r in rebought_elsewhere() if isinstance(r.event, e.Rebought) and r.event.lot)
    tampered = changed(rebought_elsewhere(), recorded.seq, lambda event: replace(event, chair=(9, 9)))
    assert any("chair: the record says [9, 9]" in fault for fault in found(tampered))


def exchanged(first: str, second: str) -> list[Recorded]:
    """Return the evening with two events in each other's place, numbered as they stand."""
    record = list(every_kind())
    one, other = (next(n for n, r in enumerate(record) if r.event.kind == kind) for kind in (first, second))
    record[one], record[other] = (
        replace(record[one], event=record[other].event),
        replace(record[other], event=record[one].event),
    )
    return record


def test_seat_10_a_hash_that_went_out_after_registration_opened_is_found() -> None:
    faults = found(exchanged("seed_committed", "registration_opened"))
    assert any("registration opened before the seed's hash was published" in fault for fault in faults)


def test_seat_10_a_seed_that_was_known_before_the_end_is_found() -> None:
    faults = found(exchanged("tournament_finished", "seed_revealed"))
    assert any("the seed was revealed before the end" in fault for fault in faults)


@pytest.mark.parametrize("kind", ["seed_committed", "seed_revealed"])
def test_seat_10_a_second_hash_or_seed_is_found(kind: str) -> None:
    twice = of(kind)
    record = [*every_kind(), replace(every_kind()[-1], seq=len(every_kind()) + 1, event=twice.event)]
    word = "hash was published" if kind == "seed_committed" else "seed was revealed"
    assert any(f"a second {word}" in fault for fault in found(record))


def test_seat_10_a_lot_of_a_kind_that_nobody_knows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(CHECKS, "re_entered")
    assert any("nothing is known of lots in re_entered" in fault for fault in found(list(every_kind())))


def test_seat_10_a_move_that_names_another_lot_than_its_proposals_is_found() -> None:
    record = list(every_kind())
    proposed = of("move_proposed")
    assert isinstance(proposed.event, e.MoveProposed)
    number = proposed.event.number
    move = e.PlayerMoved(move=1, entry=5, player=P[5], leaving=(9, 1), to=(9, 2), proposal=number, lot=77)
    at = proposed.seq
    record = [*record[:at], replace(record[at], event=move), *record[at + 1 :]]
    assert any("lot of its proposal: the record says 77" in fault for fault in found(record))


def test_seat_10_a_proposal_made_anew_stands_by_its_lot_and_any_other_use_of_the_number_is_found() -> None:
    record, proposed = list(every_kind()), of("move_proposed")
    again = [*record[: proposed.seq], proposed, *record[proposed.seq :]]
    assert not [fault for fault in found(again) if "used twice" in fault]
    (other,) = changed(
        [proposed], proposed.seq, lambda event: replace(event, pools=(event.pools[0][1:], *event.pools[1:]))
    )
    twice = [*record[: proposed.seq], other, *record[proposed.seq :]]
    assert [fault for fault in found(twice) if "used twice" in fault]


def test_seat_10_a_record_that_is_not_whole_is_said_to_be_so() -> None:
    lines = exported(every_kind())
    report = verify([*lines[:50], lines[50].replace(b"2026", b"2027"), *lines[51:]])
    assert any("the record is not whole: line 51" in fault for fault in report.faults)


def test_seat_10_an_event_that_makes_no_sense_is_a_fault_and_stops_nothing() -> None:
    nonsense = changed(every_kind(), of("table_broken").seq, lambda event: replace(event, table=777))
    faults = found(nonsense)
    assert any("does not fit what came before it" in fault for fault in faults)


def test_seat_10_before_the_reveal_nothing_can_be_drawn_again() -> None:
    report = verify(exported(every_kind()[:-2]))
    assert (report.all_faults(), report.revealed, status(report)) == ([], False, 2)
    assert last_line(report).endswith("the seed has not been revealed yet, so nothing can be drawn again")


def test_seat_10_a_draft_has_no_lots() -> None:
    report = verify(exported(every_kind()[:1]))
    assert (report.all_faults(), report.lots, status(report)) == ([], [], 2)


@pytest.mark.parametrize("line", [b"", b"{}\n", b"[1]\n", b'{"text":"{}"}\n', b"\xff\n"])
def test_seat_10_what_is_no_journal_is_refused(line: bytes) -> None:
    with pytest.raises(verify_draws.JournalUnreadable):
        verify([line] if line else [])


def test_seat_10_the_second_book_knows_who_sits_where() -> None:
    """The verifier's own seat map against the entries that the events name last."""
    room = SeatMap()
    for recorded in every_kind():
        room.apply(json.loads(to_text(recorded))["event"])
    assert sum(len(seats) for seats in room.seats.values()) == len(room.chairs)
    assert room.locked == {1}


# --- the command


def written(tmp_path: Path, record: list[Recorded]) -> str:
    file = tmp_path / "journal.jsonl"
    file.write_bytes(b"".join(exported(record)))
    return str(file)


def test_ops_2_the_command_shows_a_table_of_the_lots_and_succeeds(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["verify-draws", written(tmp_path, list(every_kind()))])
    lines = done.output.splitlines()
    assert done.exit_code == 0
    assert lines[0].split() == ["lot", "event", "at", "kind", "outcome"]
    assert lines[1].endswith("as drawn")
    assert "2026-11-29T19:00:00  field_seated" in lines[1]
    assert lines[-1] == f"{len(lines) - 2} lots, each drawn again with the seed that was promised"


def test_ops_2_the_command_fails_on_a_lot_that_is_not_as_drawn_and_names_it(tmp_path: Path) -> None:
    tampered = changed(every_kind(), of("player_seated").seq, other_seat)
    done = CliRunner().invoke(app, ["verify-draws", written(tmp_path, tampered)])
    assert done.exit_code == 1
    (marked,) = [line for line in done.output.splitlines() if line.startswith("2 ")]
    assert marked.endswith("NOT SO")
    assert f"lot 2 (event {of('player_seated').seq}): chair: the record says" in done.output


def test_ops_2_the_command_speaks_json_too(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["verify-draws", "--json", written(tmp_path, list(every_kind()))])
    told = json.loads(done.output)
    assert (done.exit_code, told["revealed"], told["faults"]) == (0, True, [])
    assert told["lots"][0]["kind"] == "field_seated"


def test_ops_2_the_command_says_what_it_cannot_look_at(tmp_path: Path) -> None:
    missing = CliRunner().invoke(app, ["verify-draws", str(tmp_path / "nowhere")])
    early = CliRunner().invoke(app, ["verify-draws", written(tmp_path, list(every_kind()[:-2]))])
    assert (missing.exit_code, early.exit_code) == (2, 2)


def test_ops_2_it_is_a_program_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_draws.main([written(tmp_path, list(every_kind()))]) == 0
    assert "each drawn again" in capsys.readouterr().out
    assert verify_draws.main([str(tmp_path / "nowhere")]) == 2


def test_seat_10_the_program_shares_no_code_with_what_drew() -> None:
    """It imports the standard library and its own few files."""
    home = Path(verify_draws.__file__).parent
    for name in ("verify_draws", "draw_checks", "lots", "seat_map", "verify"):
        for line in (home / f"{name}.py").read_text(encoding="utf-8").splitlines():
            if line.startswith(("import ", "from ")):
                assert not line.startswith(("from domain", "import domain", "from activities")), line


class Drawn(AnyEvening):
    """Any evening, whose lots are drawn again when it is over, and whose seats the verifier's own map must know."""

    def the_laws_hold(self) -> None:
        """Leave them to the evening's own test."""

    def the_rows_kept_are_the_rows_rebuilt(self) -> None:
        """Leave them to the evening's own test."""

    def teardown(self) -> None:
        if not hasattr(self, "night"):
            return
        self.night.lots_come(self.now)
        if self.night.state.status not in {"finished", "cancelled"}:
            self.night.send(self.now, "cancel")
        self.night.lots_come(self.now)
        report = verify(exported(self.night.record))
        assert report.all_faults() == []
        assert report.revealed == (self.night.state.commitment is not None)
        self.the_maps_agree()

    def the_maps_agree(self) -> None:
        room, state = SeatMap(), self.night.state
        for recorded in self.night.record:
            room.apply(json.loads(to_text(recorded))["event"])
        assert room.seats == {number: dict(table.seats) for number, table in state.tables.items()}
        kept = {
            entry: (number, seat) for number, table in state.tables.items() for seat, entry in table.reserved.items()
        }
        assert room.kept == kept
        assert room.broken == {number for number, table in state.tables.items() if table.broken}


class DrawnFullHouse(Drawn):
    """The same in a room that is soon full, so that chairs are drawn for all night."""

    kinds = COMERS

    @initialize(body=full_houses, early=st.sampled_from([4, 3, 5, 2, 6]))
    def opens(self, body: Body, early: int) -> None:
        self.begin(body, early)


@pytest.mark.parametrize("evenings", [Drawn, DrawnFullHouse])
def test_seat_10_whatever_the_floor_does_every_lot_is_drawn_again(evenings: type[Drawn]) -> None:
    run_state_machine_as_test(evenings, settings=settings(max_examples=20, stateful_step_count=10))
