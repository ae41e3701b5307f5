"""A bust that was another player's is put right, in play and after the finish (AUD-5)."""

import pytest

from domain import events as e
from domain import ledger
from tests.domain import floor, laws
from tests.domain.floor import Body, P, evening, knock_out
from tests.domain.put_right import finished, money, pairs, preview


def test_aud_5_the_right_player_is_out_by_that_knockout_and_the_other_in_again() -> None:
    night = money(5)
    chair = night.seat(P[1])
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[4], P[5])
    told = preview(night, "19:12", "correct_bust", knockout=1, player=P[3], reason="wrong_player")
    assert pairs(told["places"]) == [(P[1], 5, None), (P[3], None, 5)]
    night.must("19:12", "correct_bust", knockout=1, player=P[3], reason="wrong_player")
    assert (night.current(P[1]).status, night.seat(P[1])) == ("alive", chair)
    assert (night.row(P[3])["status"], night.row(P[3])["bust"], night.row(P[3])["killers"]) == ("out", 1, [P[2]])
    assert (night.row(P[3])["busted_at"], night.row(P[4])["bust"]) == ("2026-11-29T19:10:00.000000Z", 2)
    assert night.state.chips_in_play == 50_000
    laws.hold(night.state)
    for n, (out, by) in enumerate([(5, 1), (2, 1)]):
        knock_out(night, f"19:2{n}", P[out], P[by])
    night.must("19:25", "finish")
    assert night.places() == {P[1]: 1, P[2]: 2, P[5]: 3, P[4]: 4, P[3]: 5}


def test_aud_5_who_was_said_to_be_out_may_have_been_the_killer() -> None:
    """`P1 by P2` was heard, and it was P2 by P1: the head that P2 had won goes back, and his own is won."""
    night = money(4)
    knock_out(night, "19:10", P[1], P[2])
    refused = night.ask("19:11", "correct_bust", knockout=1, player=P[2], reason="misheard")
    assert (refused.refused, refused.rejection.mend) == ("self_knockout", "name the killers")
    night.must("19:12", "correct_bust", knockout=1, player=P[2], killers=[P[1]], reason="misheard")
    assert [(night.row(P[n])["credits"], night.row(P[n])["bounty_won"], night.row(P[n])["head"]) for n in (1, 2)] == [
        (1, 500, 1_500),
        (0, 0, 0),
    ]
    laws.hold(night.state)


def test_aud_5_heads_that_were_won_with_the_wrong_one_are_divided_anew_to_the_last() -> None:
    """The head of P3 had 600 on it: half of it grows on the killer's, which P5 has taken since, and P6 after him."""
    night, right = money(8), money(8)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(right, "19:10", P[3], P[2])
    for one in (night, right):
        knock_out(one, "19:11", P[2], P[5])
        knock_out(one, "19:12", P[5], P[6], P[7])
    night.must("19:13", "correct_bust", knockout=1, player=P[3], reason="wrong_player")
    for n in range(1, 9):
        shown = ("status", "bust", "credits_exact", "bounty_won", "head", "killers", "place")
        assert [night.row(P[n])[name] for name in shown] == [right.row(P[n])[name] for name in shown], n
    laws.hold(night.state)


def test_aud_5_a_bust_that_takes_chips_out_of_play_needs_the_right_stack() -> None:
    night = money(5)
    night.must("19:10", "record_knockout", player=P[1], cause="disqualified", stack=7_000)
    body: Body = {"knockout": 1, "player": P[2], "reason": "ruling"}
    refused = night.ask("19:11", "correct_bust", **body)
    assert (refused.rejection.rule, refused.refused) == ("RUL-7", "count_needed")
    night.must("19:12", "correct_bust", stack=9_000, **body)
    assert night.state.chips_in_play == 41_000
    assert night.row(P[2])["cause"] == "disqualified"
    laws.hold(night.state)


def test_aud_5_a_hand_of_several_is_ranked_anew_by_the_right_stack() -> None:
    night = money(6)
    busts = [{"player": P[1], "killers": [P[6]], "stack": 500}, {"player": P[2], "killers": [P[6]], "stack": 900}]
    night.must("19:10", "record_knockout_group", busts=busts)
    assert (night.row(P[1])["bust_rank"], night.row(P[2])["bust_rank"]) == (1, 0)
    night.must("19:11", "correct_bust", knockout=1, player=P[3], stack=2_000, reason="wrong_player")
    assert (night.row(P[3])["bust_rank"], night.row(P[2])["bust_rank"]) == (0, 1)
    laws.hold(night.state)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"knockout": 9, "player": P[4]}, "no_such_knockout"),
        ({"knockout": 1, "player": P[1]}, "same_player"),
        ({"knockout": 1, "player": P[3]}, "played_since"),  # he has knocked P2 out since
        ({"knockout": 2, "player": P[1]}, "not_in_play"),  # both are out: their order is wrong, if anything
        ({"knockout": 2, "player": P[6]}, "came_later"),
        ({"knockout": 2, "player": P[4], "killers": [P[5], P[5]]}, "killer_named_twice"),
        ({"knockout": 2, "player": P[4], "killers": [P[9]]}, "unknown_killer"),
        ({"knockout": 2, "player": P[4], "killers": [P[1]]}, "killer_out"),
    ],
)
def test_aud_5_a_bust_that_cannot_have_been_so_is_refused(body: Body, code: str) -> None:
    night = money(5, windows={"late_registration": floor.until("20:00"), "re_entry": floor.until("20:00")})
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    night.must("19:12", "register", player=P[6])
    before = night.state
    refused = night.ask("19:13", "correct_bust", reason="mistake", **body)
    assert refused.refused == code
    assert refused.rejection.rule in {"AUD-5", "KO-1", "KO-3"}
    assert night.state == before


def test_ko_4_what_bars_a_void_bars_that_the_bust_was_another_players() -> None:
    night = money(5, windows={"late_registration": floor.until("20:00"), "re_entry": floor.until("20:00")})
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    refused = night.ask("19:12", "correct_bust", knockout=1, player=P[3], reason="mistake")
    assert (refused.rejection.rule, refused.refused) == ("KO-4", "re_entered")
    assert refused.rejection.mend == "void the later entry first if it was a mistake"


def test_aud_5_a_pending_bust_is_voided_and_recorded_anew() -> None:
    night = evening(5, profile="sport-poker-v2")
    knock_out(night, "19:10:00", P[1], P[2])
    refused = night.ask("19:10:10", "correct_bust", knockout=1, player=P[3], reason="mistake")
    assert refused.refused == "pending"
    order = night.ask("19:10:10", "correct_order", hands=[[{"knockout": 1}]], reason="mistake")
    assert order.refused == "pending"


def test_aud_5_after_the_finish_a_bust_is_moved_to_who_was_in_to_the_end() -> None:
    night = finished(money(4), [(1, 2), (3, 2), (2, 4)])
    assert ledger.owed(night.state) == {P[4]: 4_000 + 1_000 + 2_000, P[2]: 2_400 + 1_000, P[3]: 1_600}
    credited = dict(night.state.ledger.credited)
    told = preview(night, "20:00", "correct_bust", knockout=3, player=P[4], killers=[P[2]], reason="misheard")
    assert pairs(told["places"]) == [(P[2], 2, 1), (P[4], 1, 2)]
    assert pairs(told["prizes"]) == [(P[2], 2_400, 4_000), (P[4], 4_000, 2_400)]
    assert pairs(told["credits"]) == [(P[2], "2", "3"), (P[4], "1", None)]
    assert sum(row["amount"] for row in told["ledger"]) == 0
    assert told["counts"] == {"results_version": {"before": 1, "after": 2}}
    done = night.must("20:01", "correct_bust", knockout=3, player=P[4], killers=[P[2]], reason="misheard")
    assert done.kinds == ["bust_corrected", "results_recorded", "prizes_recorded"]
    assert night.places() == {P[2]: 1, P[4]: 2, P[3]: 3, P[1]: 4}
    assert (night.status(), night.state.ended_at) == ("finished", floor.at("19:12"))
    assert ledger.owed(night.state) == {P[2]: 4_000 + 1_000 + 500 + 2_500, P[4]: 2_400, P[3]: 1_600}
    assert dict(night.state.ledger.credited) == ledger.owed(night.state)
    versions = [line.event for line in night.record if isinstance(line.event, e.CreditsRecorded)]
    assert [version.version for version in versions] == [1, 2]
    moved = {player: amount for player, amount, reason in versions[1].credits if reason == "correction"}
    assert moved == {
        player: ledger.owed(night.state).get(player, 0) - credited.get(player, 0) for player in (P[2], P[4])
    }
    assert moved == {row["player"]: row["amount"] for row in told["ledger"]}
    laws.hold(night.state)
    laws.nothing_is_overdue(night.state)


def test_aud_5_nobody_is_in_again_after_the_finish_but_in_anothers_place() -> None:
    night = finished(money(4), [(1, 2), (3, 2), (2, 4)])
    voided = night.ask("20:00", "void_knockout", knockout=1)
    assert (voided.rejection.rule, voided.refused) == ("LIFE-1", "not_running")
    assert voided.rejection.mend.startswith("nobody plays on: say who went out with correct_bust")
    refused = night.ask("20:00", "correct_bust", knockout=1, player=P[3], reason="mistake")
    assert (refused.refused, refused.rejection.mend) == (
        "not_in_play",
        "void his bust first, or correct the order if the two were mixed up",
    )
    since = night.ask("20:00", "correct_bust", knockout=1, player=P[4], reason="mistake")
    assert since.refused == "played_since"


def test_aud_5_of_several_survivors_who_is_in_after_all_has_the_others_place() -> None:
    night = money(5, end={"kind": "level", "level": 1}, windows={"late_registration": floor.until("19:05")})
    knock_out(night, "19:10", P[1], P[2])
    night.wait("19:21")
    stacks = [{"player": P[n], "chips": chips} for n, chips in ((2, 5_000), (3, 20_000), (4, 15_000), (5, 10_000))]
    night.must("19:22", "finish", stacks=stacks)
    assert night.places() == {P[3]: 1, P[4]: 2, P[5]: 3, P[2]: 4, P[1]: 5}
    done = night.must("19:30", "correct_bust", knockout=1, player=P[4], reason="wrong_player")
    assert done.kinds == ["bust_corrected", "results_recorded", "prizes_recorded"]
    assert night.places() == {P[3]: 1, P[1]: 2, P[5]: 3, P[2]: 4, P[4]: 5}
    laws.hold(night.state)


def test_deal_1_who_agreed_to_a_deal_was_not_out_before_it() -> None:
    night = money(5, prices={"buy_in": 1_000, "rebuy": None, "add_on": None}, bounty="none")
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[2])
    night.must("19:12", "open_deal_talk")
    stacks = [{"player": P[n], "chips": chips} for n, chips in ((2, 30_000), (4, 10_000), (5, 10_000))]
    night.must("19:13", "propose_deal", method="even", stacks=stacks)
    talk = night.ask("19:13", "correct_bust", knockout=1, player=P[4], reason="mistake")
    assert talk.refused == "deal_talk"
    night.must("19:14", "open_vote", proposal=1)
    for n in (2, 4, 5):
        night.must("19:15", "cast_ballot", player=P[n], vote=1, role="player", actor=P[n])
    night.wait("19:20")
    refused = night.ask("19:30", "correct_bust", knockout=1, player=P[4], reason="mistake")
    assert (refused.rejection.rule, refused.refused) == ("AUD-5", "dealt_since")


def test_life_9_it_closes_five_minutes_after_the_last_bust_and_not_after_its_correction() -> None:
    night = money(3)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:12", P[2], P[3])
    night.must("19:15", "correct_bust", knockout=2, player=P[3], killers=[P[2]], reason="misheard")
    night.wait("19:16:59")
    assert night.status() == "running"
    night.wait("19:17")
    assert (night.status(), night.places()) == ("finished", {P[2]: 1, P[3]: 2, P[1]: 3})


def test_ko_6_who_was_out_in_the_same_hand_after_all_is_paid_all_of_what_he_took_in_it() -> None:
    """P1 lost to P3 and P2 to P4 in one hand; it was P3 who lost to P4: his half of P1's cannot be on his head."""
    hand = [{"player": P[1], "killers": [P[3]], "stack": 100}, {"player": P[2], "killers": [P[4]], "stack": 900}]
    right_hand = [hand[0], {"player": P[3], "killers": [P[4]], "stack": 900}]
    night, right = money(6), money(6)
    night.must("19:10", "record_knockout_group", busts=hand)
    right.must("19:10", "record_knockout_group", busts=right_hand)
    assert (night.row(P[3])["bounty_won"], night.row(P[3])["head"]) == (500, 1_500)
    night.must("19:11", "correct_bust", knockout=2, player=P[3], reason="wrong_player", seen=night.state.seq)
    for n in range(1, 7):
        shown = ("status", "bounty_won", "head", "credits_exact", "bust_rank")
        assert [night.row(P[n])[name] for name in shown] == [right.row(P[n])[name] for name in shown], n
    assert (night.row(P[3])["bounty_won"], night.row(P[4])["bounty_won"]) == (1_000, 500)
    laws.hold(night.state)


def test_seat_13_a_table_that_is_short_by_a_bust_put_right_is_advised_to_stop() -> None:
    night = evening(14, sizes=(8, 6), profile="tda-2024-v1", balancing="floor", windows={"late_registration": None})
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["halts"] == []
    night.must("19:11", "correct_bust", knockout=1, player=P[9], killers=[P[10]], reason="wrong_player")
    assert (night.sizes(), night.head["halts"]) == ({1: 8, 2: 5}, [2])


def test_ko_5_who_was_out_since_and_bought_back_cannot_have_been_out_before() -> None:
    night = evening(5, profile="sport-poker-v2", windows={"late_registration": floor.until("20:00")})
    knock_out(night, "19:10:00", P[1], P[2])
    night.wait("19:11:01")
    knock_out(night, "19:12:00", P[3], P[2])
    night.must("19:12:30", "rebuy", player=P[3])
    refused = night.ask("19:14", "correct_bust", knockout=1, player=P[3], reason="mistake")
    assert (refused.refused, refused.rejection.data["knockout"]) == ("played_since", 2)


def test_aud_5_in_play_a_preview_says_what_who_is_out_would_win() -> None:
    night = money(5)
    for n, out in enumerate((1, 2, 3), start=10):
        knock_out(night, f"19:{n}", P[out], P[5])
    told = preview(night, "19:15", "correct_bust", knockout=3, player=P[4], reason="wrong_player")
    assert pairs(told["places"]) == [(P[3], 3, None), (P[4], None, 3)]
    assert pairs(told["prizes"]) == [(P[3], 2_000, None), (P[4], None, 2_000)]
    assert "ledger" not in told


def test_prz_1_in_play_a_preview_says_which_lines_who_is_out_would_win() -> None:
    lines = [{"place": 1, "text": "Cup"}, {"place": 2, "text": "Medal"}, {"place": 3, "text": "Pen"}]
    night = evening(4, bounty="none", prizes={"lines": lines}, windows={"late_registration": None})
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[3], P[2])
    told = preview(night, "19:12", "correct_bust", knockout=2, player=P[4], killers=[], reason="wrong_player")
    assert pairs(told["lines"]) == [(P[3], ["Pen"], None), (P[4], None, ["Pen"])]
    assert "credits" not in told
