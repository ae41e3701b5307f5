"""What is paid for heads and draws is won by somebody, or shown as nobody's, whatever the floor does (KO-6, KO-7)."""

from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from domain import bounties, ledger, mystery
from domain import events as e
from domain.pool import pool
from domain.profiles import PROFILES
from tests.domain import floor, laws
from tests.domain.floor import Evening, P, evening

PLAYERS = 7
OPEN = {"late_registration": floor.until("19:40"), "re_entry": floor.until("19:40"), "rebuy": floor.until("19:40")}
ACTS = (
    *("bust", "bust", "bust", "bust", "hand", "hand", "nobody", "void", "void", "back", "rebuy", "rebuy", "add_on"),
    *("strike", "killers", "draw", "draw", "late", "word"),
)
Act = tuple[str, int, list[int], int]
acts = st.lists(
    st.tuples(
        st.sampled_from(ACTS),
        st.integers(1, PLAYERS),
        st.lists(st.integers(1, PLAYERS), min_size=1, max_size=3, unique=True),
        st.integers(1, 9),
    ),
    max_size=30,
)


def night_of(house: str, kind: str, head: int, odd: str) -> Evening:
    """Return an evening on which everything that is sold puts something on a head, or into the envelopes."""
    terms: dict[str, Any] = {"odd_unit": odd}
    prices: dict[str, Any] = {"buy_in": 5_000, "rebuy": 4_000, "re_entry": 5_000, "add_on": 3_000}
    paid = PROFILES[house].prizes == "pool"
    if paid:
        parts = {"buy_in": head, "rebuy": head // 2, "re_entry": head, "add_on": 7}
        prices["parts"] = {name: {"bounty": part, "rake": 100} for name, part in parts.items()}
    elif kind != "mystery":
        terms["points"] = head
    if kind == "mystery" and PROFILES[house].mystery == "one_per_head":
        terms["mystery"] = {"prizes": [{"amount": 901}, {"amount": 333, "count": 4}] if paid else [{"text": "Cup"}]}
    return evening(
        PLAYERS,
        profile=house,
        bounty=kind,
        bounties=terms,
        prices=prices,
        windows=OPEN | {"add_on_break": None},
        rebuy_has_bounty=not paid and head % 2 == 1,
        no_show="drop",
        minimum_players=2,
        final_table_players=2,
    )


def act(night: Evening, when: str, doing: Act) -> bool:
    """Do one thing, if it can be done, and return whether it was."""
    what, who, others, number = doing
    player, killers = P[who], [P[other] for other in others]
    match what:
        case "bust":
            answer = night.ask(when, "record_knockout", player=player, killers=killers, killer_out_confirmed=True)
        case "hand":
            # A takes B and C takes A in one hand, as side pots can have it.
            busts = [{"player": P[other], "killers": [player], "stack": 100 * other} for other in others]
            busts.append({"player": player, "killers": [P[number % PLAYERS + 1]], "stack": 9_000})
            answer = night.ask(when, "record_knockout_group", busts=busts, killer_out_confirmed=True)
        case "nobody":
            answer = night.ask(when, "record_knockout", player=player, cause="left", stack=100)
        case "void":
            answer = night.ask(when, "void_knockout", knockout=number)
        case "back":
            answer = night.ask(when, "re_enter", player=player)
        case "rebuy":
            answer = night.ask(when, "rebuy", player=player, stack=None if number % 2 else 100)
        case "add_on":
            answer = night.ask(when, "add_on", player=player)
        case "strike":
            answer = night.ask(when, "void_entry", player=player, reason="mistake")
        case "killers":
            answer = night.ask(when, "correct_killers", knockout=number, killers=killers, reason="misheard")
        case "draw":
            answer = night.ask(when, "draw_mystery", player=player)
        case "late":
            answer = night.ask(when, "register", player=P[PLAYERS + number])
        case _:
            answer = night.ask(when, "decline_rebuy", player=player)
    return answer.refused is None


def goes_on_to_the_end(night: Evening, last: str) -> None:
    """Have everybody but one bust after the last window has closed, and the night closed; or a deal end it."""
    night.wait("19:40")
    minute = 41
    while night.state.alive > 1 and night.state.ended_at is None and minute < 58:
        seats = sorted(entry.player for entry in night.state.entries.values() if entry.status == "alive")
        if last == "deal" and night.state.alive <= 3 and night.state.profile.deals == "yes":
            night.must(f"19:{minute}", "open_deal_talk")
            stacks = [{"player": player, "chips": 1_000} for player in seats]
            night.must(f"19:{minute}", "propose_deal", method="even", stacks=stacks)
            night.must(f"19:{minute}", "accept_deal", proposal=1)
            break
        night.must(f"19:{minute}", "record_knockout", player=seats[-1], killers=[seats[0]])
        laws.heads_are_conserved(night.state)
        minute += 1
    night.wait("21:00")


@pytest.mark.parametrize("kind", ["classic", "pko", "mystery"])
@settings(max_examples=40)
@given(
    doings=acts,
    house=st.sampled_from(sorted(PROFILES)),
    worth=st.tuples(st.sampled_from([333, 1_000, 1_001]), st.sampled_from(["paid", "head"])),
    last=st.sampled_from(["bust", "deal"]),
)
def test_ko_6_what_is_paid_for_heads_is_paid_out_to_the_unit(
    kind: str, doings: list[Act], house: str, worth: tuple[int, str], last: str
) -> None:
    night = night_of(house, kind, *worth)
    for n, doing in enumerate(doings):
        act(night, f"19:{10 + n // 2:02}:{n % 2 * 30:02}", doing)
        laws.heads_are_conserved(night.state)
    goes_on_to_the_end(night, last)
    event(f"{house} {kind}: {night.status()}, {'deal' if night.state.deals.agreed else 'played'}")
    all_is_paid_out(night)
    for n, (_, who, others, number) in enumerate(doings[:4]):
        killers = [P[other] for other in others]
        night.ask(f"21:{10 + n}:00", "correct_killers", knockout=number, killers=killers, reason="misheard")
        night.ask(f"21:{10 + n}:30", "void_entry", player=P[who], reason="mistake")
        all_is_paid_out(night)


def all_is_paid_out(night: Evening) -> None:
    """Check that once it is over the prizes, the heads and the envelopes come to what was paid for them (AUD-5)."""
    state = night.state
    laws.hold(state)
    laws.the_record_is_the_state(state, night.record)
    if state.status != "finished":
        return
    if state.profile.prizes == "non_monetary":
        assert ledger.owed(state) == {}
        assert state.heads.issued == state.heads.won + state.heads.unclaimed + sum(state.kept_heads.values())
        return
    paid_for = state.pool_contributions + state.bounty_contributions
    still_shut = mystery.contributed(state) - state.mystery.paid if state.settings.bounty == "mystery" else 0
    assert sum(ledger.owed(state).values()) == (paid_for - still_shut if state.places else 0)
    assert dict(state.ledger.credited) == ledger.owed(state)
    assert pool(state) == state.pool_contributions + state.heads.unclaimed
    to_heads = state.bounty_contributions - still_shut - state.heads.unclaimed
    assert sum(amount for _, amount in bounties.owed(state)) == to_heads


@settings(max_examples=60)
@given(doings=acts, head=st.sampled_from([333, 1_000]), odd=st.sampled_from(["paid", "head"]))
def test_ko_4_without_a_knockout_all_is_as_if_it_had_not_been(doings: list[Act], head: int, odd: str) -> None:
    """Voided last, whatever came in between; the heads are those of a night in which it was never recorded."""
    night, without = (night_of("tda-2024-v1", "pko", head, odd) for _ in range(2))
    night.must("19:05", "record_knockout", player=P[1], killers=[P[2], P[3]])
    for n, doing in enumerate(doings):
        what, who, others, number = doing
        if who == 1 or 1 in others or what not in {"bust", "hand", "nobody"} or number % PLAYERS + 1 == 1:
            continue
        # With one player fewer in, the last ones of a hand may be too many to go.
        when = f"19:{10 + n // 2:02}:{n % 2 * 30:02}"
        assert not act(night, when, doing) or act(without, when, doing)
    night.must("19:35", "void_knockout", knockout=1)
    for number in range(1, PLAYERS + 1):
        rows = [one.row(P[number]) for one in (night, without)]
        assert [(row["head"], row["bounty_won"], row["credits_exact"]) for row in rows[:1]] == [
            (row["head"], row["bounty_won"], row["credits_exact"]) for row in rows[1:]
        ]
    assert night.state.heads == without.state.heads


def test_ko_7_every_draw_of_a_night_opens_another_envelope() -> None:
    night = night_of("tda-2024-v1", "mystery", 1_000, "paid")
    for number in (2, 3, 4, 5):
        night.must("19:10", "record_knockout", player=P[number], killers=[P[1], P[6]])
    for _ in range(4):
        night.must("19:11", "draw_mystery", player=P[1])
    drawn = [line.event for line in night.record if isinstance(line.event, e.MysteryDrawn)]
    assert len({draw.envelope for draw in drawn}) == 4
    assert all(sum(amount for _, amount in draw.shares) == draw.amount for draw in drawn)
    amounts = sorted(draw.amount for draw in drawn)
    assert amounts in ([333, 333, 333, 333], [333, 333, 333, 901])
