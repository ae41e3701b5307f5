"""Whatever was recorded wrong and is put right is as if it had been recorded right at once (AUD-5)."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from domain import ledger, views
from tests.domain import floor, laws
from tests.domain.floor import Body, Evening, P, evening
from tests.domain.strategies import put_right

SHOWN = ("status", "place", "prize", "credits_exact", "bounty_won", "head", "bust_rank", "killers", "cause", "won")
HOUSES: list[Body] = [
    {"profile": "east-durham-v1", "no_show": "drop", "minimum_players": 2, "bounty": "pko"},
    {"profile": "tda-2024-v1", "bounty": "pko", "bounties": {"odd_unit": "head", "unit": 1}},
    {"profile": "tda-2024-v1", "bounty": "classic"},
    {"profile": "tda-wsop-v1", "bounty": "pko", "no_show": "drop"},
]
POINTS: list[Body] = [
    {"profile": "sport-poker-v1", "bounty": "pko", "bounties": {"points": 33}},
    {"profile": "sport-poker-v2", "bounty": "pko", "bounties": {"points": 33}},
]


@dataclass(frozen=True, kw_only=True)
class Out:
    """A player who goes out, by whom, with which stack at the hand's start; several of one `hand` go together."""

    player: int
    killers: tuple[int, ...]
    stack: int
    hand: int


def nights(players: int) -> st.SearchStrategy[list[Out]]:
    """Return the order of an evening: everybody but the last one goes out, alone or two at a time."""

    def play(order: list[int], draws: list[int]) -> list[Out]:
        chance = iter(draws)
        outs: list[Out] = []
        left, hand = list(order), 0
        while len(left) > 1:
            hand += 1
            together = 2 if len(left) > 3 and next(chance) % 4 == 0 else 1
            gone, left = left[:together], left[together:]
            for out in gone:
                rivals = [each for each in (*left, *gone) if each != out]
                killers = sorted({rivals[next(chance) % len(rivals)] for _ in range(1 + (next(chance) % 5 == 0))})
                outs.append(Out(player=out, killers=tuple(killers), stack=1 + next(chance), hand=hand))
        return outs

    return st.builds(
        play,
        st.permutations(range(1, players + 1)),
        st.lists(st.integers(0, 1_000), min_size=8 * players, max_size=8 * players, unique=True),
    )


def begun(house: Body, players: int) -> Evening:
    """Return an evening in which nobody comes in any more."""
    money: dict[str, Any] = {}
    if house not in POINTS:
        money = {
            "payouts": [5_000, 3_000, 2_000],
            "prices": {"buy_in": 3_001, "rebuy": None, "add_on": None, "parts": {"buy_in": {"bounty": 1_001}}},
        }
    closed = {"windows": {"late_registration": floor.until("19:00:01"), "add_on_break": None}}
    return evening(players, seats_per_table=10, balancing="floor", **(money | closed | house))


def record(night: Evening, when: str, outs: list[Out]) -> None:
    """Record those of one hand."""
    busts = [{"player": P[o.player], "killers": [P[k] for k in o.killers], "stack": o.stack} for o in outs]
    if len(busts) == 1:
        night.must(when, "record_knockout", killer_out_confirmed=True, **busts[0])
    else:
        night.must(when, "record_knockout_group", busts=busts, killer_out_confirmed=True)


def hands(outs: list[Out]) -> list[list[Out]]:
    """Return the hands of an evening, each with who went out in it."""
    return [[out for out in outs if out.hand == hand] for hand in sorted({out.hand for out in outs})]


def play(house: Body, players: int, order: list[list[Out]], last: int | None = None) -> Evening:
    """Play these hands, and if all of them the finish."""
    night = begun(house, players)
    for n, hand in enumerate(order[:last], start=10):
        record(night, f"19:{n}", hand)
    if last is None:
        night.wait("19:50")
    return night


def shown(night: Evening) -> dict[str, list[Any]]:
    """Return what everybody has, bust numbers as the order that they make."""
    numbers = sorted({row["bust"] for n in range(1, len(P)) if (row := _row(night, n)) and row["bust"]})
    return {
        P[n]: [*(row.get(name) for name in SHOWN), numbers.index(row["bust"]) if row["bust"] else None]
        for n in range(1, len(P))
        if (row := _row(night, n))
    }


def _row(night: Evening, n: int) -> Body | None:
    entry = night.state.current(P[n])
    return None if entry is None else views.entry(night.state, entry.number)


def alike(night: Evening, right: Evening) -> None:
    """Assert that nothing tells the one evening from the other but how often its results were recorded."""
    right.wait(night.state.last_at)
    laws.hold(night.state)
    assert shown(night) == shown(right)
    assert night.state.heads == right.state.heads
    assert dict(night.state.kept_heads) == dict(right.state.kept_heads)
    assert ledger.owed(night.state) == ledger.owed(right.state)
    assert dict(night.state.ledger.credited) == dict(right.state.ledger.credited)
    assert night.state.chips_in_play == right.state.chips_in_play
    assert views.head(night.state)["pool"] == views.head(right.state)["pool"]


@given(
    house=st.sampled_from([*HOUSES, *POINTS]),
    outs=nights(7),
    which=st.integers(0, 10),
    wrong=st.integers(0, 10),
    finished=st.booleans(),
)
@budget(max_examples=60)
def test_aud_5_a_killer_put_right_is_as_if_he_had_been_recorded(
    house: Body, outs: list[Out], which: int, wrong: int, finished: bool
) -> None:
    order = hands(outs)
    last = None if finished else 1 + which % (len(order) - 1) if len(order) > 1 else 1
    played = [out for hand in order[:last] for out in hand]
    at = which % len(played)
    after = [out.player for out in outs if out.hand >= played[at].hand and out.player != played[at].player]
    others = [*after, *(n for n in range(1, 8) if n not in {out.player for out in outs})]
    slip = Out(
        player=played[at].player,
        killers=(others[wrong % len(others)],),
        stack=played[at].stack,
        hand=played[at].hand,
    )
    slipped = [[slip if out == played[at] else out for out in hand] for hand in order]
    night, right = play(house, 7, slipped, last), play(house, 7, order, last)
    body: Body = {"knockout": at + 1, "killers": [P[k] for k in played[at].killers], "reason": "misheard"}
    night.must("20:00", "correct_killers", **body)
    alike(night, right)


@given(house=st.sampled_from([*HOUSES, *POINTS]), outs=nights(7), which=st.integers(0, 10), finished=st.booleans())
@budget(max_examples=60)
def test_aud_5_two_hands_put_in_order_are_as_if_they_had_been_recorded_so(
    house: Body, outs: list[Out], which: int, finished: bool
) -> None:
    """Two hands that have nobody in common were recorded the other way round."""
    order = hands(outs)
    if len(order) < 3:
        return
    at = which % (len(order) - 2)
    one, other = order[at], order[at + 1]
    concerned = [{each for out in hand for each in (out.player, *out.killers)} for hand in (one, other)]
    if concerned[0] & concerned[1]:
        return
    swapped = [*order[:at], other, one, *order[at + 2 :]]
    last = None if finished else at + 2
    night, right = play(house, 7, swapped, last), play(house, 7, order, last)
    before = sum(len(hand) for hand in order[:at])
    first = [{"knockout": before + len(other) + n} for n in range(1, len(one) + 1)]
    second = [{"knockout": before + n} for n in range(1, len(other) + 1)]
    night.must("20:00", "correct_order", hands=[first, second], reason="wrong_hand")
    alike(night, right)


@given(
    house=st.sampled_from([*HOUSES, *POINTS]),
    outs=nights(7),
    which=st.integers(0, 10),
    finished=st.booleans(),
    split=st.booleans(),
)
@budget(max_examples=60)
def test_aud_5_a_hand_made_one_or_two_is_as_if_it_had_been_recorded_so(
    house: Body, outs: list[Out], which: int, finished: bool, split: bool
) -> None:
    """Two who went out one after the other were recorded in one hand, or the other way round."""
    order = hands(outs)
    single = [n for n in range(len(order) - 1) if len(order[n]) == len(order[n + 1]) == 1]
    if not single:
        return
    at = single[which % len(single)]
    (one,), (other,) = order[at], order[at + 1]
    if one.player in other.killers:  # he was out by then
        return
    together = [*order[:at], [one, other], *order[at + 2 :]]
    wrong, truth = (together, order) if split else (order, together)
    night = play(house, 7, wrong, None if finished else at + 1 + (not split))
    right = play(house, 7, truth, None if finished else at + 1 + split)
    before = sum(len(hand) for hand in order[:at])
    told = [{"knockout": before + n, "stack": out.stack} for n, out in enumerate((one, other), start=1)]
    night.must("20:00", "correct_order", hands=[[each] for each in told] if split else [told], reason="wrong_hand")
    alike(night, right)


@given(
    house=st.sampled_from([*HOUSES, *POINTS]),
    outs=nights(7),
    which=st.integers(0, 10),
    later=st.integers(0, 5),
    swap=st.booleans(),
)
@budget(max_examples=60)
def test_aud_5_a_bust_put_right_is_as_if_the_right_one_had_been_recorded(
    house: Body, outs: list[Out], which: int, later: int, swap: bool
) -> None:
    """Another player was put out; nobody noticed while neither of the two was in a hand that busted somebody.

    `swap`: who was put out by mistake is the very one who had won the hand.
    """
    order = hands(outs)
    alone = [n for n, hand in enumerate(order) if len(hand) == 1]
    at = alone[which % len(alone)]
    (truth,) = order[at]
    gone = {out.player for hand in order[:at] for out in hand}
    candidates = [n for n in range(1, 8) if n not in {*gone, truth.player}]
    wrong = truth.killers[0] if swap else candidates[later % len(candidates)]
    killers = tuple(k for k in truth.killers if k != wrong) or (truth.player,)
    end = at + 1
    while end < len(order) and end - at <= later:
        if any({truth.player, wrong} & {out.player, *out.killers} for out in order[end]):
            break
        end += 1
    slip = Out(player=wrong, killers=killers, stack=truth.stack, hand=truth.hand)
    night = play(house, 7, [*order[:at], [slip], *order[at + 1 :]], end)
    right = play(house, 7, order, end)
    number = 1 + sum(len(hand) for hand in order[:at])
    named = [P[k] for k in truth.killers]
    night.must("20:00", "correct_bust", knockout=number, player=P[truth.player], killers=named, reason="wrong_player")
    alike(night, right)
    for one in (night, right):
        for n, hand in enumerate(order[end:], start=10):
            record(one, f"20:{n}", hand)
        one.wait("20:50")
    alike(night, right)


@given(house=st.sampled_from([*HOUSES, *POINTS]), outs=nights(6), later=st.integers(1, 4))
@budget(max_examples=60)
def test_aud_5_the_last_bust_put_right_after_the_finish_is_as_if_it_had_been_recorded_so(
    house: Body, outs: list[Out], later: int
) -> None:
    order = hands(outs)
    if len(order[-1]) > 1:
        return
    (truth,) = order[-1]
    (champion,) = set(range(1, 7)) - {out.player for out in outs}
    last = Out(player=truth.player, killers=(champion,), stack=truth.stack, hand=truth.hand)
    slip = Out(player=champion, killers=(truth.player,), stack=truth.stack, hand=truth.hand)
    right = play(house, 6, [*order[:-1], [last]])
    night = play(house, 6, [*order[:-1], [slip]])
    night.must(
        "20:00",
        "correct_bust",
        knockout=len(outs),
        player=P[truth.player],
        killers=[P[champion]],
        reason="misheard",
    )
    alike(night, right)
    for _ in range(later):
        night.must(
            "20:01", "correct_bust", knockout=len(outs), player=P[champion], killers=[P[truth.player]], reason="other"
        )
        night.must(
            "20:01", "correct_bust", knockout=len(outs), player=P[truth.player], killers=[P[champion]], reason="other"
        )
    alike(night, right)


@given(house=st.sampled_from([*HOUSES, *POINTS]), outs=nights(6), seed=st.integers(0, 10**6))
@budget(max_examples=60)
def test_aud_5_whatever_is_put_right_after_the_finish_all_of_the_money_is_somebodys(
    house: Body, outs: list[Out], seed: int
) -> None:
    """Any corrections one after the other: everybody has a place, and pool and heads are paid to the unit (KO-6)."""
    night, chance = play(house, 6, hands(outs)), Random(seed)  # noqa: S311 - no secret hangs on it
    everything = sum(ledger.owed(night.state).values())
    for minute in range(12):
        kind = chance.choice(["correct_bust", "correct_killers", "correct_order"])
        night.ask(f"20:{minute:02}", kind, **put_right(night.state, chance, kind))
        laws.hold(night.state)
        laws.nothing_is_overdue(night.state)
        assert (night.status(), night.state.alive, len(night.state.places)) == ("finished", 1, 6)
        assert min(night.state.places.values()) == 1
        assert sum(ledger.owed(night.state).values()) == everything
        assert dict(night.state.ledger.credited) == ledger.owed(night.state)
        credits_given = sum((Fraction(*line.credits) for line in night.state.players.values()), Fraction(0))
        counted = [each for each in night.state.knockouts.values() if each.killers]
        halves = night.state.profile.second_killer == "primary_half"
        lost = Fraction(sum(len(each.killers) > 1 for each in counted), 2) if halves else 0
        assert credits_given + lost == len(counted)
    laws.the_record_is_the_state(night.state, night.record)
    laws.the_rows_follow_the_record(night.record)
