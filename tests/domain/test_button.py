"""Where button and blinds go from hand to hand: dead button, dead small blind, heads-up, newcomers (SEAT-9)."""

import itertools
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.button import after, before, between, first_deal, following, waiting_seats
from domain.profiles import PROFILES, Came, NewcomerWaits
from domain.state import Deal

NINE = range(1, 10)
Seats = tuple[int | None, int | None, int | None]


def at(button: int, small_blind: int, big_blind: int) -> Deal:
    return Deal(button=button, small_blind=small_blind, big_blind=big_blind, hand=1)


def seats(deal: Deal | None) -> Seats:
    return (None, None, None) if deal is None else (deal.button, deal.small_blind, deal.big_blind)


def goes_on(deal: Deal, occupied: Iterable[int]) -> Seats:
    return seats(following(deal, tuple(occupied)))


def without(*gone: int) -> list[int]:
    return [seat for seat in NINE if seat not in gone]


# ------------------------------------------------------------ round the table


def test_the_next_seat_is_to_the_left_and_round_the_table() -> None:
    assert [after(seat, (2, 5, 9)) for seat in (1, 2, 5, 9)] == [2, 5, 9, 2]
    assert [before(seat, (2, 5, 9)) for seat in (1, 2, 5, 9)] == [9, 9, 2, 5]
    assert after(4, (4,)) == before(4, (4,)) == 4


def test_between_two_seats_is_what_one_passes_on_the_way_to_the_left() -> None:
    assert [seat for seat in NINE if between(seat, 3, 6)] == [4, 5]
    assert [seat for seat in NINE if between(seat, 8, 2)] == [1, 9]
    assert not any(between(seat, 4, 5) for seat in NINE)


# ------------------------------------------------------------ the first hand


@pytest.mark.parametrize(
    ("button", "occupied", "expected"),
    [
        (3, NINE, (3, 4, 5)),
        (9, NINE, (9, 1, 2)),
        (3, (1, 3, 8), (3, 8, 1)),
        (3, (1, 8, 9), (3, 8, 9)),  # whose seat was drawn has left before the first hand
        (3, (3, 8), (3, 3, 8)),
        (5, (3, 8), (8, 8, 3)),
        (3, (3,), (None, None, None)),
        (3, (), (None, None, None)),
    ],
)
def test_seat_3_from_the_drawn_button_the_blinds_are_the_next_two_players(
    button: int, occupied: Iterable[int], expected: Seats
) -> None:
    assert seats(first_deal(button, tuple(occupied))) == expected


# ------------------------------------------------------------ the dead button


def test_tda_32_the_big_blind_goes_to_the_next_player_and_the_others_follow_it() -> None:
    assert goes_on(at(3, 4, 5), NINE) == (4, 5, 6)
    assert goes_on(at(7, 8, 9), NINE) == (8, 9, 1)


def test_tda_32_the_small_blind_is_bust_and_the_button_is_dead() -> None:
    assert goes_on(at(3, 4, 5), without(4)) == (4, 5, 6)
    # the hand after that the button is with a player again
    assert goes_on(at(4, 5, 6), without(4)) == (5, 6, 7)


def test_tda_32_the_big_blind_is_bust_and_nobody_posts_the_small_blind() -> None:
    assert goes_on(at(3, 4, 5), without(5)) == (4, 5, 6)
    # and then the button is on that seat: dead
    assert goes_on(at(4, 5, 6), without(5)) == (5, 6, 7)


def test_tda_32_both_blinds_are_bust_button_and_small_blind_are_dead_in_one_hand() -> None:
    assert goes_on(at(3, 4, 5), without(4, 5)) == (4, 5, 6)
    assert goes_on(at(4, 5, 6), without(4, 5)) == (5, 6, 7)


def test_tda_32_the_next_big_blind_is_bust_and_the_one_behind_him_has_it() -> None:
    assert goes_on(at(3, 4, 5), without(6, 7)) == (4, 5, 8)


def test_tda_32_the_button_is_bust_and_nothing_changes() -> None:
    assert goes_on(at(3, 4, 5), without(3)) == (4, 5, 6)


def test_tda_32_who_sits_down_between_the_blinds_has_the_big_blind_where_it_comes_to_him() -> None:
    # The big blind was on 5, the next player on 8: who takes seat 6 or 7 has a lone big blind at once.
    assert goes_on(at(1, 3, 5), (1, 3, 5, 6, 8)) == (3, 5, 6)


# ------------------------------------------------------------ heads-up


def test_tda_34b_heads_up_the_button_is_the_small_blind_and_both_change_places() -> None:
    assert goes_on(at(2, 2, 7), (2, 7)) == (7, 7, 2)
    assert goes_on(at(7, 7, 2), (2, 7)) == (2, 2, 7)


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ({1}, (7, 7, 4)),  # the button is bust: the small blind has the big blind
        ({4}, (7, 7, 1)),  # the small blind is bust: the button has the big blind
        ({7}, (4, 4, 1)),  # the big blind is bust: he who has not had it for longest has it
    ],
)
def test_tda_34b_at_the_start_of_heads_up_nobody_is_big_blind_twice_running(gone: set[int], expected: Seats) -> None:
    """With one of three out the rule against paying the small blind twice running gives way (34B is the later word)."""
    assert goes_on(at(1, 4, 7), {1, 4, 7} - gone) == expected


def test_tda_34b_two_out_in_one_hand_into_heads_up() -> None:
    assert goes_on(at(2, 5, 6), (2, 8)) == (2, 2, 8)
    assert goes_on(at(8, 2, 5), (5, 6)) == (5, 5, 6)
    assert goes_on(at(5, 6, 8), (5, 8)) == (8, 8, 5)


def test_a_third_player_joins_two() -> None:
    # behind the big blind: he has it next
    assert goes_on(at(2, 2, 7), (2, 7, 9)) == (2, 7, 9)
    # before it: the other of the two has it, and the button is his who came
    assert goes_on(at(2, 2, 7), (2, 5, 7)) == (5, 7, 2)


def test_only_newcomers_between_the_blinds_are_left_beside_the_big_blind() -> None:
    assert goes_on(at(1, 2, 9), (4, 5, 9)) == (5, 9, 4)


def test_fewer_than_two_play_no_hand() -> None:
    assert following(at(1, 2, 3), (3,)) is None
    assert following(at(1, 2, 3), ()) is None


# ------------------------------------------------------------ laws


def course(chance: Random, hands: int, chairs: int) -> list[tuple[Deal, frozenset[int]]]:
    """Return so many hands of a table at which players bust and come in between, each with who sits there."""
    occupied = set(chance.sample(range(1, chairs + 1), chance.randint(2, chairs)))
    deal = first_deal(chance.choice(sorted(occupied)), occupied)
    played = []
    for _ in range(hands):
        assert deal is not None
        played.append((deal, frozenset(occupied)))
        busts = min(chance.choice([0, 0, 0, 1, 1, 2, 3]), len(occupied) - 2)
        occupied -= set(chance.sample(sorted(occupied), busts))
        free = sorted(set(range(1, chairs + 1)) - occupied)
        occupied |= set(chance.sample(free, min(len(free), chance.choice([0, 0, 0, 1, 2]))))
        deal = following(deal, occupied)
    return played


courses = st.builds(course, st.integers(0, 10**9).map(Random), hands=st.just(60), chairs=st.integers(2, 10))


@given(played=courses)
def test_tda_32_the_big_blind_goes_to_the_next_player_and_passes_nobody(
    played: list[tuple[Deal, frozenset[int]]],
) -> None:
    for (last, _), (deal, occupied) in itertools.pairwise(played):
        assert deal.big_blind in occupied
        assert not any(between(seat, last.big_blind, deal.big_blind) for seat in occupied)


@given(played=courses)
def test_tda_32_nobody_is_big_blind_twice_running(played: list[tuple[Deal, frozenset[int]]]) -> None:
    assert all(last.big_blind != deal.big_blind for (last, _), (deal, _) in itertools.pairwise(played))


@given(played=courses)
def test_tda_32_nobody_pays_the_small_blind_twice_running_unless_heads_up_begins(
    played: list[tuple[Deal, frozenset[int]]],
) -> None:
    for (last, _), (deal, occupied) in itertools.pairwise(played):
        if len(occupied) > 2:
            assert deal.small_blind == last.big_blind != last.small_blind


@given(played=courses)
def test_seat_9_button_small_blind_and_big_blind_follow_on_one_another_to_the_left(
    played: list[tuple[Deal, frozenset[int]]],
) -> None:
    for deal, occupied in played:
        if len(occupied) == 2:
            assert deal.button == deal.small_blind
            assert occupied == {deal.small_blind, deal.big_blind}
        else:
            assert between(deal.small_blind, deal.button, deal.big_blind)
            assert not any(between(seat, deal.small_blind, deal.big_blind) for seat in occupied)


@given(played=courses)
def test_tda_32_who_stays_is_big_blind_once_in_so_many_hands_as_seats_were_taken(
    played: list[tuple[Deal, frozenset[int]]],
) -> None:
    """Nobody skips a big blind: of two who sit all the while neither is it twice before the other."""
    staying = frozenset.intersection(*(occupied for _, occupied in played))
    blinds = [deal.big_blind for deal, _ in played if deal.big_blind in staying]
    for seat in staying:
        turns = [n for n, of in enumerate(blinds) if of == seat]
        assert all(set(blinds[one:two]) == staying for one, two in itertools.pairwise(turns))


# ------------------------------------------------------------ newcomers


def waiting(waits: NewcomerWaits, deal: Deal, occupied: Iterable[int], **newcomers: Came) -> tuple[int, ...]:
    came = {int(seat.removeprefix("seat_")): how for seat, how in newcomers.items()}
    return waiting_seats(waits, came, deal, tuple(occupied))


@pytest.mark.parametrize("came", ["late", "broken", "balanced", "floor"])
@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("sport-poker-v1", {"late": "s", "broken": "s", "balanced": "s", "floor": "s"}),
        ("sport-poker-v2", {"late": "s", "broken": "s", "balanced": "s", "floor": "s"}),
        ("tda-wsop-v1", {"late": "s", "broken": "s", "balanced": "s", "floor": "s"}),
        ("east-durham-v1", {"late": "s", "broken": "sd", "balanced": "", "floor": ""}),
        ("tda-2024-v1", {"late": "b", "broken": "b", "balanced": "b", "floor": "b"}),
    ],
)
def test_seat_9_where_a_newcomer_is_not_dealt_in(profile: str, expected: dict[str, str], came: Came) -> None:
    """Button on 2, small blind on 5, big blind on 6: newcomers on the button, between, and on the three seats after."""
    waits = PROFILES[profile].newcomer_waits
    names = {2: "d", 4: "b", 5: "s", 6: "", 7: ""}
    where = "".join(names[seat] for seat in names if waiting(waits, at(2, 5, 6), NINE, **{f"seat_{seat}": came}))
    assert sorted(where) == sorted(expected[came])


def test_seat_9_heads_up_everybody_is_dealt_in() -> None:
    assert waiting(NewcomerWaits(), at(2, 2, 5), (2, 5), seat_2="late") == ()


def test_seat_9_where_one_alone_would_be_dealt_in_everybody_is() -> None:
    waits = PROFILES["east-durham-v1"].newcomer_waits
    assert waiting(waits, at(2, 5, 6), (2, 5, 6), seat_2="broken", seat_5="broken") == ()
    assert waiting(waits, at(2, 5, 6), (2, 5, 6), seat_5="broken") == (5,)


def test_seat_9_a_newcomer_whose_seat_is_not_played_is_not_named() -> None:
    assert waiting(NewcomerWaits(), at(2, 5, 6), (1, 2, 6, 7), seat_5="late") == ()
