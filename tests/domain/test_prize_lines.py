"""Prizes that are no money: lines by place, presets, and the lot where players tied (PRZ-1, PRZ-2, PRZ-4)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import desk, snapshot, views
from domain import events as e
from domain.changes import replace
from domain.evolve import fold
from domain.prize_lines import drawn_order
from domain.prize_settings import FIXED, FREEROLL, MOST_LINES, PrizeTerms, prize_reasons
from domain.settings import read_settings, settings_faults
from domain.wording import monetary
from tests.domain.floor import Body, Evening, P, at, drawn, evening, knock_out, opened, settings, settings_body

NO_LATE = {"late_registration": None}
CUPS = {"lines": [{"place": 1, "text": "Cup"}, {"place": 2, "text": "Medal"}, {"place": 3, "text": "Cap"}]}

FOUR = {"lines": [*CUPS["lines"], {"place": 4, "text": "Mug"}]}


def won(night: Evening) -> dict[str, list[str]]:
    """Return what each player has won, by the rows."""
    rows = (views.entry(night.state, number) for number in sorted(night.state.entries))
    return {row["player"]: [line["text"] for line in row["won"]] for row in rows if row["won"]}


def played(players: int, prizes: Body, **more: Any) -> Evening:
    """Return an evening closed after the busts of all but the first, the highest number first."""
    night = evening(players, sizes=[players], seats_per_table=10, prizes=prizes, windows=NO_LATE, **more)
    for number in range(players, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:12", "finish")
    return night


def tied(prizes: Body, *together: str, players: int = 6, profile: str = "sport-poker-v1") -> Evening:
    """Return an evening at 19:20 of which the first is left, and those named were out in one hand, equal in stack."""
    night = evening(players, sizes=[players], prizes=prizes, windows=NO_LATE, profile=profile)
    for number in range(players, 1, -1):
        if P[number] not in together:
            knock_out(night, "19:10", P[number], P[1])
    busts = [{"player": player, "stack": 5_000} for player in together]
    night.must("19:20", "record_knockout_group", busts=busts)
    return night


# --- PRZ-1


def test_prz_1_lines_go_to_the_places_at_the_finish() -> None:
    night = played(5, {"lines": [*CUPS["lines"], {"place": 1, "text": "Free entry"}]})
    assert won(night) == {P[1]: ["Cup", "Free entry"], P[2]: ["Medal"], P[3]: ["Cap"]}
    kinds = [kind for _, kind in night.told("19:12")]
    assert kinds[-4:] == ["results_recorded", "prizes_recorded", "tournament_finished", "seed_revealed"]


def test_prz_1_an_empty_list_is_a_tournament_without_prizes() -> None:
    night = played(5, {})
    assert won(night) == {}
    assert "prizes_recorded" not in [kind for _, kind in night.told("19:00")]
    assert night.head["prizes"] is None


@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        ([{"place": 1, "text": "x" * 500}] * MOST_LINES, True),
        ([{"place": 1, "text": "x" * 501}], False),
        ([{"place": 1, "text": ""}], False),
        ([{"place": 0, "text": "Cup"}], False),
        ([{"place": 1, "text": "Cup"}] * (MOST_LINES + 1), False),
    ],
)
def test_prz_1_at_most_200_lines_of_at_most_500_characters(lines: list[Body], fits: bool) -> None:
    if fits:
        assert settings_faults(read_settings(settings_body(prizes={"lines": lines}))) == ()
    else:
        with pytest.raises(ValueError, match=r"prizes\.lines"):
            read_settings(settings_body(prizes={"lines": lines}))


def test_prz_1_a_line_says_something() -> None:
    (fault,) = settings_faults(settings(prizes={"lines": [{"place": 1, "text": "  "}]}))
    assert (fault.field, fault.rule) == ("prizes.lines.0.text", "PRZ-1")


def test_prz_1_the_terms_show_the_lines_with_their_version() -> None:
    night = evening(3, prizes=CUPS)
    shown = views.terms(night.state)
    assert shown["settings"]["prizes"]["lines"] == CUPS["lines"]
    assert shown["preset_lines"] == []
    assert shown["version"] == night.state.settings_version


def test_prz_1_prize_line_3_goes_to_who_moves_up() -> None:
    """Whose entry was struck after the finish wins nothing; the first version stays on record (B-031)."""
    night = played(5, CUPS)
    night.must("20:30", "void_entry", player=P[2], reason="mistake")
    assert won(night) == {P[1]: ["Cup"], P[3]: ["Medal"], P[4]: ["Cap"]}
    versions = [recorded.event for recorded in night.record if isinstance(recorded.event, e.PrizesRecorded)]
    assert [(event.version, len(event.lines)) for event in versions] == [(1, 3), (2, 3)]


# --- PRZ-2


@pytest.mark.parametrize("text", ["5000 ₽", "$50", "50 руб.", "cash 100", "100 EUR", "1000 rubles"])
def test_prz_2_settings_that_speak_of_money_are_refused_with_the_part_and_how_to_mend_it(text: str) -> None:
    """The table of B-061, against a tournament's settings."""
    lines = [{"place": 1, "text": "Cup"}, {"place": 2, "text": text}]
    (fault,) = settings_faults(settings(prizes={"lines": lines}))
    assert (fault.field, fault.rule) == ("prizes.lines.1.text", "PRZ-2")
    found = monetary(text)
    assert found is not None
    assert found.part in fault.reason
    assert "such as a cup" in fault.reason


@pytest.mark.parametrize(
    "text",
    ["Cashmere scarf", "Рубашка клуба", "Cup + 2 free entries", "500 rating points", "Certificate: dinner for 2"],
)
def test_prz_2_ordinary_prizes_are_announced(text: str) -> None:
    assert settings_faults(settings(prizes={"lines": [{"place": 1, "text": text}]})) == ()


def test_prz_2_the_desk_refuses_them_at_the_creation_and_when_they_are_edited() -> None:
    dirty = settings(prizes={"lines": [{"place": 1, "text": "cash"}]})
    refused = desk.create("t", "c", dirty, command_id="1", actor="f", role="owner", at=at("12:00"))
    assert not isinstance(refused, desk.Stepped)
    assert refused.rule == "PRZ-2"
    night = opened(2, prizes=CUPS)
    body = settings_body(prizes={"lines": [{"place": 1, "text": "Cup and 100 EUR"}]})
    answer = night.ask("18:00", "edit_settings", version=night.state.settings_version, settings=body)
    assert (answer.rejection.rule, answer.rejection.data["field"]) == ("PRZ-2", "prizes.lines.0.text")
    assert night.state.settings.prizes.lines[0].text == "Cup"


@pytest.mark.parametrize(
    ("profile", "rules"),
    [
        ("sport-poker-v1", ["PRZ-2"]),
        ("sport-poker-v2", ["PRZ-2"]),
        ("tda-wsop-v1", []),
        ("east-durham-v1", []),
        ("tda-2024-v1", []),
    ],
)
def test_prz_2_where_money_is_paid_a_line_may_speak_of_it(profile: str, rules: list[str]) -> None:
    """The profile's `prizes`: the same lines under two kinds of house."""
    faults = settings_faults(settings(profile=profile, prizes={"lines": [{"place": 1, "text": "A seat worth $500"}]}))
    assert [fault.rule for fault in faults] == rules


# --- PRZ-4


@pytest.mark.parametrize(("preset", "language"), FIXED)
def test_prz_4_a_preset_is_lines_for_the_first_three(preset: str, language: str) -> None:
    night = played(5, {"preset": preset, "language": language})
    by_player = won(night)
    assert set(by_player) == {P[1], P[2], P[3]}
    assert [text for texts in by_player.values() for text in texts] == [
        line.text
        for line in FIXED[preset, language]  # type: ignore[index] # the parameters are its keys
    ]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_prz_4_freerolls_go_to_everyone_in_the_money_a_tenth_of_the_field(language: str) -> None:
    night = evening(25, seats_per_table=9, prizes={"preset": "freerolls", "language": language}, windows=NO_LATE)
    assert night.head["prizes"]["places_paid"] == 3
    assert views.terms(night.state)["each_paid_place_wins"] == FREEROLL[language]  # type: ignore[index]
    for number in range(25, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:12", "finish")
    assert won(night) == {P[n]: [FREEROLL[language]] for n in (1, 2, 3)}  # type: ignore[index]


def test_prz_4_a_preset_is_trimmed_to_the_field() -> None:
    night = played(2, {"preset": "club_merch"})
    assert won(night) == {P[1]: ["Club hoodie"], P[2]: ["Club T-shirt"]}


@pytest.mark.parametrize(("profile", "places"), [("sport-poker-v1", 1), ("sport-poker-v2", 3)])
def test_prz_4_announced_lines_are_trimmed_to_the_places_paid_unless_they_stand(profile: str, places: int) -> None:
    """The profile's `guarantee`: a tenth of 8 entries is one place, three lines were announced."""
    night = played(8, CUPS, profile=profile, paid_percent="10")
    assert night.head["prizes"]["places_paid"] == places
    assert set(won(night)) == {P[n] for n in range(1, places + 1)}


def test_prz_4_lines_or_a_preset_not_both() -> None:
    (fault,) = settings_faults(settings(prizes=CUPS | {"preset": "club_merch"}))
    assert (fault.field, fault.rule) == ("prizes.preset", "PRZ-4")


@pytest.mark.parametrize(("preset", "language"), FIXED)
def test_prz_4_no_preset_speaks_of_money(preset: str, language: str) -> None:
    terms = PrizeTerms(lines=FIXED[preset, language])  # type: ignore[index] # the parameters are its keys
    assert list(prize_reasons(terms, monetary=False)) == []
    assert all(monetary(text) is None for text in FREEROLL.values())


def test_prz_3_as_many_places_are_paid_as_have_a_line() -> None:
    night = evening(5, prizes=CUPS, windows=NO_LATE)
    knock_out(night, "19:10", P[5], P[1])
    assert night.head["prizes"] == {
        "places_paid": 3,
        "provisional": False,
        "busts_to_go": 1,
        "on_the_bubble": True,
        "in_the_prizes": False,
        "next": {"place": 4, "amount": 0, "lines": []},
    }


# --- tied lines


def test_prz_1_players_who_tied_win_the_lines_of_their_places_by_lot() -> None:
    night = tied(CUPS, P[2], P[3])
    night.prompt = False
    night.must("19:21", "finish")
    assert night.places()[P[2]] == night.places()[P[3]] == 2
    assert won(night) == {P[1]: ["Cup"]}
    assert night.status() == "prizes_pending"
    request = desk.errand(night.state)
    assert request is not None
    pool = tuple(sorted(night.current(player).number for player in (P[2], P[3])))
    assert (request.purpose, request.pools) == ("draw", (pool,))
    night.lots_come(at("19:21:01"))
    (event,) = (recorded.event for recorded in night.record if isinstance(recorded.event, e.TiedLinesDrawn))
    first, second = (night.state.entries[number].player for number in event.orders[0])
    assert event.orders == drawn(request).orders
    assert won(night) == {P[1]: ["Cup"], first: ["Medal"], second: ["Cap"]}
    assert [kind for _, kind in night.told("19:21")][-3:] == [
        "tied_lines_drawn", "tournament_finished", "seed_revealed",
    ]  # fmt: skip


def test_prz_1_who_ties_for_the_last_line_draws_for_it() -> None:
    night = tied({"lines": [{"place": 2, "text": "Medal"}]}, P[2], P[3], P[4])
    night.must("19:21", "finish")
    assert len(won(night)) == 1
    assert set(won(night)) <= {P[2], P[3], P[4]}


def test_prz_1_where_all_of_them_win_the_same_nothing_is_drawn() -> None:
    night = tied({"lines": [{"place": place, "text": "Mug"} for place in (1, 2, 3)]}, P[2], P[3])
    night.must("19:21", "finish")
    assert won(night) == {P[n]: ["Mug"] for n in (1, 2, 3)}
    assert "tied_lines_drawn" not in [kind for _, kind in night.told("19:00")]


@pytest.mark.parametrize(("profile", "lots"), [("sport-poker-v1", 1), ("sport-poker-v2", 0)])
def test_prz_1_whom_the_house_ranks_by_their_stacks_no_lot_is_drawn_for(profile: str, lots: int) -> None:
    night = evening(4, prizes=CUPS, windows=NO_LATE, profile=profile)
    knock_out(night, "19:10", P[4], P[1])
    busts = [{"player": P[2], "stack": 4_000}, {"player": P[3], "stack": 6_000}]
    night.must("19:20", "record_knockout_group", busts=busts)
    night.must("19:21", "finish")
    assert [kind for _, kind in night.told("19:00")].count("tied_lines_drawn") == lots
    assert len(won(night)) == 3


def test_prz_1_a_lot_stands_while_the_tie_does() -> None:
    """Who was struck stood above: the two move up and keep the order of their lot."""
    night = evening(6, prizes=FOUR, windows=NO_LATE)
    for number in (6, 5):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:20", "record_knockout_group", busts=[{"player": P[3]}, {"player": P[4]}])
    knock_out(night, "19:30", P[2], P[1])
    night.must("19:31", "finish")
    (event,) = (recorded.event for recorded in night.record if isinstance(recorded.event, e.TiedLinesDrawn))
    first, second = (night.state.entries[number].player for number in event.orders[0])
    assert won(night) == {P[1]: ["Cup"], P[2]: ["Medal"], first: ["Cap"], second: ["Mug"]}
    night.must("20:30", "void_entry", player=P[6], reason="mistake")
    assert won(night) == {P[1]: ["Cup"], P[2]: ["Medal"], first: ["Cap"], second: ["Mug"]}
    night.must("20:40", "void_entry", player=P[2], reason="mistake")
    assert won(night) == {P[1]: ["Cup"], first: ["Medal"], second: ["Cap"], P[5]: ["Mug"]}
    assert [kind for _, kind in night.told("19:00")].count("tied_lines_drawn") == 1


@pytest.mark.parametrize("struck", [0, 1, 2])
def test_prz_1_whoever_of_the_tied_is_struck_the_others_stay_in_the_order_of_their_lot(struck: int) -> None:
    """Nobody loses by another draw what he has won."""
    night = tied(FOUR, P[2], P[3], P[4])
    night.must("19:21", "finish")
    (lot,) = (recorded.event for recorded in night.record if isinstance(recorded.event, e.TiedLinesDrawn))
    order = [night.state.entries[number].player for number in lot.orders[0]]
    assert [won(night)[player] for player in order] == [["Medal"], ["Cap"], ["Mug"]]
    night.must("20:30", "void_entry", player=order[struck], reason="mistake")
    first, second = (player for player in order if player != order[struck])
    assert won(night) == {P[1]: ["Cup"], first: ["Medal"], second: ["Cap"], P[5]: ["Mug"]}
    assert [kind for _, kind in night.told("19:00")].count("tied_lines_drawn") == 1
    assert night.status() == "finished"
    assert fold(night.record) == night.state


@given(st.permutations(range(1, 7)), st.lists(st.sets(st.integers(1, 8), min_size=2), max_size=4))
def test_prz_1_a_lot_stands_for_all_and_for_some_of_its_candidates_and_for_nobody_else(
    order: list[int], others: list[set[int]]
) -> None:
    night = opened(2)
    state = replace(night.state, tied_orders=tuple(tuple(sorted(one)) for one in others))
    state = replace(state, tied_orders=(*state.tied_orders, tuple(order)))
    for some in ({1, 2}, {3, 5, 6}, set(order)):
        assert drawn_order(state, tuple(sorted(some))) == tuple(entry for entry in order if entry in some)
    assert drawn_order(state, (6, 9)) is None


def test_prz_1_lines_still_to_be_drawn_survive_a_snapshot() -> None:
    night = tied(CUPS, P[2], P[3])
    night.prompt = False
    night.must("19:21", "finish")
    night.state = snapshot.load(snapshot.dump(night.state))
    night.lots_come(at("19:22"))
    assert night.status() == "finished"
    assert len(won(night)) == 3
    assert fold(night.record) == night.state


def test_life_9_it_can_be_called_off_while_lines_are_to_be_drawn() -> None:
    night = tied(CUPS, P[2], P[3])
    night.prompt = False
    night.must("19:21", "finish")
    assert night.fetch()
    night.must("19:22", "cancel")
    night.lot_comes(at("19:22:01"))
    assert night.told("19:22:01")[-1:] == [("19:22:01", "lot_voided")]
    assert night.status() == "cancelled"


def held_to_the_places(night: Evening, lines: list[dict[str, Any]], players: int) -> None:
    """Every line of a place that somebody covers is won once, by one who covers it; nobody has two places' lines."""
    expected = sorted((line["place"], line["text"]) for line in lines if line["place"] <= players)
    assert sorted(line for entry in night.state.prize_lines.values() for line in entry) == expected
    tied = Counter(night.state.places.values())
    for entry, each in night.state.prize_lines.items():
        place = night.state.places[entry]
        assert len({covered for covered, _ in each}) == 1
        assert place <= each[0][0] < place + tied[place]


def above(night: Evening) -> set[tuple[int, int]]:
    """Return of all who tied and won by lot who won the better place's lines: (entry, another entry)."""
    covered = {entry: each[0][0] for entry, each in night.state.prize_lines.items()}
    places = night.state.places
    return {(a, b) for a in covered for b in covered if places[a] == places[b] and covered[a] < covered[b]}


@given(st.data())
def test_prz_1_every_line_of_a_place_that_somebody_covers_is_won_once_whoever_is_struck(data: st.DataObject) -> None:
    """Whoever ties with whom, and whoever is struck then: and no two who stay tied change places by it."""
    players = data.draw(st.integers(2, 8))
    lines: list[dict[str, Any]] = data.draw(
        st.lists(st.builds(dict, place=st.integers(1, 10), text=st.sampled_from(["Cup", "Mug", "Cap"])))
    )
    night = evening(players, prizes={"lines": lines}, windows=NO_LATE)
    left = data.draw(st.permutations(range(2, players + 1)))
    while left:
        size = data.draw(st.integers(1, len(left)))
        busts = [{"player": P[number]} for number in left[:size]]
        night.must(
            "19:10",
            "record_knockout_group" if size > 1 else "record_knockout",
            **({"busts": busts} if size > 1 else busts[0]),
        )
        left = left[size:]
    night.wait("19:15")
    assert night.status() == "finished"
    held_to_the_places(night, lines, players)
    struck = data.draw(st.lists(st.integers(2, players), unique=True, max_size=players - 2))
    for number in struck:
        before = above(night)
        night.must("20:30", "void_entry", player=P[number], reason="mistake")
        players -= 1
        held_to_the_places(night, lines, players)
        assert not {(b, a) for a, b in before} & above(night)
    assert fold(night.record) == night.state
