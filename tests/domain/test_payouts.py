"""The pool, what it is divided by, and who gets what of it to the last unit (PRZ-5, PRZ-6, PRZ-3)."""

from typing import Any

import pytest

from domain import payouts, pool, views
from domain.payout_tables import whole
from domain.settings import settings_faults
from domain.state import Tournament
from tests.domain.floor import Evening, P, evening, knock_out, settings
from tests.domain.laws import hold
from tests.domain.published_payouts import PUBLISHED

NO_LATE = {"late_registration": None}
OFFERED = {"rebuy": None, "add_on": None}
ROOM_OF_99_1 = [3000, 2000, 1190, 890, 700, 580, 460, 360, 170, 140, 140, 140, 140]
"""An online room's column for 66 to 100 entries as it was published (vegaspoker247.com): it comes to 99.1 %."""


def faults(**changes: Any) -> list[tuple[str, str]]:
    return [(fault.field, fault.rule) for fault in settings_faults(settings(**changes))]


def pooled(players: int = 9, **terms: Any) -> Evening:
    """Return an evening of which every entry brings 10.00 to the pool, and nobody comes late."""
    more: dict[str, Any] = {"profile": "tda-2024-v1", "no_show": "drop", "windows": NO_LATE, "prices": OFFERED, **terms}
    return evening(players, **more)


def played(night: Evening, *ties: int) -> dict[str, int]:
    """Have the first player win, players going out from the last number on, and return who is paid what.

    Args:
        night: an evening of one table.
        ties: sizes of the groups that go out in one hand, the first ones first; the rest one by one.
    """
    left = [P[number] for number in range(night.state.alive, 1, -1)]
    for size in (*ties, *[1] * (len(left) - sum(ties))):
        out, left = left[:size], left[size:]
        if size == 1:
            knock_out(night, "19:10", out[0], P[1])
        else:
            busts = [{"player": player, "stack": 500, "killers": [P[1]]} for player in out]
            night.must("19:10", "record_knockout_group", busts=busts)
    night.must("19:11", "finish")
    hold(night.state)
    return paid(night.state)


def paid(state: Tournament) -> dict[str, int]:
    return {state.entries[entry].player: amount for entry, amount in sorted(state.prizes.items())}


# ---------------------------------------------------------------------------------------------------------- the pool


def test_prz_5_the_pool_is_what_is_paid_for_it_without_rake_and_heads() -> None:
    parts = {"buy_in": {"rake": 100, "bounty": 200}, "rebuy": {"rake": 50}, "add_on": {"funds": [["trophies", 25]]}}
    night = evening(profile="east-durham-v1", prices={"parts": parts})
    assert night.head["pool"]["amount"] == 9 * 700
    night.must("19:05", "rebuy", player=P[1], stack=0)
    knock_out(night, "19:06", P[2], P[1])
    night.must("19:07", "re_enter", player=P[2])
    night.must("19:41", "add_on", player=P[3])
    assert night.head["pool"]["amount"] == pool.pool(night.state) == 9 * 700 + 2 * 950 + 1_475


def test_prz_5_a_struck_entry_and_who_never_came_are_not_in_the_pool() -> None:
    night = evening(9, present=8, profile="tda-2024-v1")
    night.must("19:05", "void_entry", player=P[1], reason="mistake")
    night.must("19:06", "process_no_show", player=P[9])
    assert pool.pool(night.state) == 7_000


@pytest.mark.parametrize(("guarantee", "amount", "overlay"), [(8_999, 9_000, 0), (9_000, 9_000, 0), (9_001, 9_001, 1)])
def test_prz_5_a_guarantee_is_the_least_that_the_pool_is(guarantee: int, amount: int, overlay: int) -> None:
    night = pooled(pool={"guarantee": guarantee})
    assert (pool.pool(night.state), pool.overlay(night.state)) == (amount, overlay)
    shown = night.head["pool"]
    assert (shown["contributions"], shown["guarantee"], shown["overlay"]) == (9_000, guarantee, overlay)


def test_prz_5_a_small_fields_guarantee_is_withdrawn_where_the_profile_lets_the_floor() -> None:
    terms: dict[str, Any] = {"profile": "east-durham-v1", "pool": {"guarantee": 20_000}}
    night = evening(10, **terms)
    refusal = night.ask("19:10", "withdraw_guarantee").rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("PRZ-5", "too_many_entries", {"entries": 10, "most": 9})
    night.must("19:11", "void_entry", player=P[10], reason="mistake")
    answer = night.must("19:12", "withdraw_guarantee")
    assert [(event.kind, getattr(event, "guarantee", 0)) for event in answer.events] == [
        ("guarantee_withdrawn", 20_000)
    ]
    assert night.must("19:13", "withdraw_guarantee").note == "the guarantee has been withdrawn already"
    assert night.head["pool"]["guarantee_withdrawn"]
    terms_now = views.rows(night.state, night.record[-1:]).terms
    assert terms_now is not None
    assert (terms_now["guarantee"], terms_now["guarantee_withdrawn"]) == (0, True)
    assert (pool.pool(night.state), pool.overlay(night.state)) == (9_000, 0)
    hold(night.state)


def test_prz_5_a_withdrawn_guarantee_stays_so_whoever_comes_and_none_is_withdrawn_after_the_finish() -> None:
    terms: dict[str, Any] = {"profile": "east-durham-v1", "pool": {"guarantee": 20_000}}
    night = evening(9, **terms)
    night.must("19:05", "withdraw_guarantee")
    night.must("19:06", "register", player=P[10])
    night.must("19:07", "check_in", player=P[10])
    assert (night.head["entries"], night.head["pool"]["amount"], night.head["pool"]["guarantee"]) == (10, 10_000, 0)
    over = evening(5, windows=NO_LATE, **terms)
    played(over)
    assert over.ask("19:20", "withdraw_guarantee").refused == "not_running"
    assert sum(paid(over.state).values()) == 20_000


def test_prz_5_nothing_is_withdrawn_that_is_not_there_or_stands() -> None:
    assert evening(profile="east-durham-v1").ask("19:10", "withdraw_guarantee").refused == "no_guarantee"
    night = pooled(pool={"guarantee": 20_000})
    assert night.ask("19:10", "withdraw_guarantee").refused == "guarantee_stands"


def test_prz_5_where_prizes_are_not_money_there_is_no_pool() -> None:
    night = evening()
    assert (night.head["pool"], pool.pool(night.state), payouts.by_place(night.state)) == (None, 0, ())
    assert faults(pool={"guarantee": 100}) == [("pool.guarantee", "PRZ-5")]


def test_prz_5_a_guarantee_is_whole_units() -> None:
    assert faults(profile="tda-2024-v1", pool={"guarantee": 10_050, "unit": 100}) == [("pool.guarantee", "PRZ-5")]


# -------------------------------------------------------------------------------------------------- the distribution


@pytest.mark.parametrize(("off", "wrong"), [(-2, True), (-1, False), (0, False), (1, False), (2, True)])
def test_prz_5_payouts_come_to_all_of_it_within_a_hundredth(off: int, *, wrong: bool) -> None:
    assert faults(payouts=[5_000 + off, 3_000, 2_000]) == ([("payouts", "PRZ-5")] if wrong else [])


def test_prz_5_a_published_column_of_99_1_per_cent_is_refused_with_what_is_missing() -> None:
    (fault,) = settings_faults(settings(payouts=ROOM_OF_99_1))
    assert (fault.field, fault.rule) == ("payouts", "PRZ-5")
    assert fault.reason == "they come to 99.1 %, and must come to 100 % within a hundredth of one: 0.9 % is missing"


@pytest.mark.parametrize(("room", "least", "most", "blocks"), PUBLISHED)
def test_prz_5_a_published_table_that_comes_to_100_per_cent_can_be_set(
    room: str, least: int | None, most: int | None, blocks: tuple[tuple[int, int], ...]
) -> None:
    """All of them but the one of 99.1 per cent; what is paid by them comes to the pool."""
    shares = [share for share, places in blocks for _ in range(places)]
    wrong = shares == ROOM_OF_99_1
    assert faults(payouts=shares) == ([("payouts", "PRZ-5")] if wrong else []), (room, least, most)
    assert sum(whole(1_000_003, shares)) == 1_000_003


@pytest.mark.parametrize(
    "prizes",
    [
        [25_000, 15_000, 10_000, 7_500, 5_500, 4_500, 3_500, 2_500, 1_500],
        [20_000, 15_000, 10_000, 8_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000, 1_000],
    ],
)
def test_prz_6_a_list_of_whole_amounts_divides_its_pool_into_itself(prizes: list[int]) -> None:
    """GUKPT Champion of Champions 2008, whose players voted between two tables of 75,000."""
    assert sum(prizes) == 75_000
    assert whole(75_000, prizes, 500) == tuple(prizes)


@pytest.mark.parametrize("payout", [0, -1, 10_001, 50.5, "50"])
def test_prz_5_a_payout_is_a_positive_number_of_hundredths(payout: Any) -> None:
    with pytest.raises(ValueError, match="payouts"):
        settings(payouts=[payout])


def test_prz_5_no_lower_place_is_paid_more_and_each_place_paid_has_a_payout() -> None:
    assert faults(payouts=[4_000, 6_000]) == [("payouts", "PRZ-5")]
    assert faults(payouts=[6_000, 4_000], places_paid=3) == [("payouts", "PRZ-5")]
    assert faults(payouts=[6_000, 4_000], places_paid=2) == []


@pytest.mark.parametrize(("places", "wrong"), [(50, False), (51, True)])
def test_prz_5_a_profile_may_know_so_many_places_only(places: int, *, wrong: bool) -> None:
    shares = [10_000 // places] * (places - 1)
    found = faults(profile="tda-wsop-v1", payouts=[10_000 - sum(shares), *shares])
    assert found == ([("payouts", "PRZ-5")] if wrong else [])
    assert faults(profile="tda-2024-v1", payouts=[10_000 - sum(shares), *shares]) == []


# --------------------------------------------------------------------------------------------- at the finish


def test_prz_6_the_pool_is_paid_by_places_at_the_finish() -> None:
    night = pooled(payouts=[5_000, 3_000, 2_000])
    assert played(night) == {P[1]: 4_500, P[2]: 2_700, P[3]: 1_800}
    kinds = [line.event.kind for line in night.record]
    at = kinds.index("prizes_recorded")
    told = ["results_recorded", "prizes_recorded", "credits_recorded", "tournament_finished"]
    assert kinds[at - 1 : at + 3] == told
    assert [night.row(P[number])["prize"] for number in (1, 2, 3, 4)] == [4_500, 2_700, 1_800, None]
    assert night.head["pool"]["amounts"] == [4_500, 2_700, 1_800]


def test_prz_6_third_and_fourth_in_one_hand_split_what_third_place_pays() -> None:
    night = pooled(payouts=[5_000, 3_000, 2_000])
    assert played(night, 1, 1, 1, 1, 1, 2) == {P[1]: 4_500, P[2]: 2_700, P[3]: 900, P[4]: 900}


def test_prz_6_an_odd_unit_of_a_split_goes_to_the_lower_entry() -> None:
    night = pooled(9, payouts=[5_000, 3_000, 2_000], prices=OFFERED | {"buy_in": 5})
    assert pool.pool(night.state) == 45
    assert payouts.by_place(night.state) == (23, 13, 9)
    assert played(night, 1, 1, 1, 1, 1, 2) == {P[1]: 23, P[2]: 13, P[3]: 5, P[4]: 4}


def test_prz_6_the_pool_is_paid_in_units_where_they_are_set() -> None:
    night = pooled(payouts=[5_000, 3_000, 2_000], prices=OFFERED | {"buy_in": 1_037}, pool={"unit": 500})
    amounts = played(night)
    assert sum(amounts.values()) == 9 * 1_037
    assert amounts == {P[1]: 5_333, P[2]: 2_500, P[3]: 1_500}


def test_prz_6_payouts_of_more_places_than_players_are_paid_all_the_same() -> None:
    night = pooled(2, payouts=[5_000, 3_000, 2_000], prices=OFFERED | {"buy_in": 800})
    assert played(night) == {P[1]: 1_000, P[2]: 600}


def test_prz_5_without_payouts_the_suggested_structure_is_paid() -> None:
    assert played(pooled(6)) == {P[1]: 4_200, P[2]: 1_800}


def test_prz_5_with_a_number_of_places_their_curve_is_paid() -> None:
    amounts = played(pooled(9, places_paid=4))
    assert list(amounts) == [P[1], P[2], P[3], P[4]]
    assert sum(amounts.values()) == 9_000
    assert list(amounts.values()) == sorted(amounts.values(), reverse=True)


def test_prz_6_a_corrected_result_pays_anew_and_the_first_version_stays_on_record() -> None:
    night = pooled(payouts=[5_000, 3_000, 2_000])
    played(night)
    night.must("19:20", "void_entry", player=P[2], reason="wrong_player", seen=night.state.seq)
    assert paid(night.state) == {P[1]: 4_000, P[3]: 2_400, P[4]: 1_600}
    versions = [line.event.version for line in night.record if line.event.kind == "prizes_recorded"]
    assert versions == [1, 2]


def test_prz_6_where_nobody_pays_nothing_is_recorded() -> None:
    night = pooled(3, prices=OFFERED | {"buy_in": 0})
    assert played(night) == {}
    assert "prizes_recorded" not in [line.event.kind for line in night.record]
