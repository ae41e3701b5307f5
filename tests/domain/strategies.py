"""Settings for hypothesis, and commands that may or may not fit a state."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from domain import mystery
from domain.commands import COMMANDS, BustCause
from domain.fees import price_of
from domain.profiles import PROFILES
from domain.reconciliation import reconciliation
from domain.settlement import open_shares, refund_shares
from domain.state import Tournament
from domain.structure import label
from domain.times import to_text
from tests.domain.floor import Body, P, at, level, rest, settings_body, until, with_break, with_level

PLAYERS = P[1:12]
TABLES, SEATS = 3, 3
BONUSES: list[Body] = [
    {"name": "staff", "chips": 2_500, "price": 500, "parts": {"rake": 100, "funds": [["trophies", 400]]}},
    {"name": "early", "chips": 1_000, "per": "entry", "until": with_level(2)},
]
ROOM = {"tables": TABLES, "seats_per_table": SEATS, "bonuses": BONUSES}
SHEET = (level(100, 200, 10), level(200, 400, 10), rest(5), level(300, 600, 10, ante=50, ante_type="classic"), rest(5))
ENDS = [until("19:12"), until("19:25"), with_level(1), with_level(2), with_break(1), with_level(3)]
ends = st.sampled_from([None, *ENDS])
late_ends = st.sampled_from([*ENDS, *ENDS, None])
conditions = st.sampled_from(
    [
        {"kind": "last_player"},
        {"kind": "last_player"},
        {"kind": "players_left", "players": 2},
        {"kind": "one_per_table"},
        {"kind": "level", "level": 2},
        {"kind": "time", "at": "2026-11-29T19:31:00Z"},
    ]
)
prices = st.fixed_dictionaries(
    {
        "buy_in": st.just(1_000),
        "rebuy": st.sampled_from([900, 900, None]),
        "re_entry": st.sampled_from([None, 800]),
        "add_on": st.sampled_from([700, 700, None]),
        "parts": st.sampled_from([{}, {"buy_in": {"rake": 150, "funds": [["trophies", 30], ["league_pool", 50]]}}]),
        "pay_first": st.sampled_from([False, False, False, True]),
    }
)
houses = st.fixed_dictionaries(
    {
        "profile": st.sampled_from(sorted(PROFILES)),
        "bounty": st.sampled_from(["none", "classic", "pko", "pko", "mystery"]),
        "no_show": st.sampled_from([None, "drop", "absent"]),
        "rebuy_stack": st.sampled_from(["any", "below_start"]),
        "late_stack": st.sampled_from(["full", "less_missed_orbits"]),
        "orbit_minutes": st.sampled_from([None, 3]),
        "orbit_by_hands": st.sampled_from([False, False, True]),
        "absent_minutes": st.sampled_from([None, None, 7]),
        "waiting_hold_minutes": st.sampled_from([1, 10]),
        "rebuy_has_bounty": st.booleans(),
        "auto_start": st.sampled_from([True, True, True, False]),
        "auto_advance": st.sampled_from([True, True, False]),
        "minimum_players": st.sampled_from([None, 2, 3]),
        "paid_percent": st.sampled_from([None, None, 20]),
        "pool": st.sampled_from([{}, {"unit": 300}]),
        "player_cap": st.sampled_from([None, None, 5, 9]),
        "re_entries": st.sampled_from([None, 0, 1]),
        "add_on_closes_with_break": st.booleans(),
        "end": conditions,
        "prices": prices,
        "windows": st.fixed_dictionaries(
            {
                "late_registration": late_ends,
                "rebuy": ends,
                "re_entry": ends,
                "add_on_deadline": ends,
                "add_on_break": st.sampled_from([None, 1, 2]),
            }
        ),
    }
)


SIT_AND_GO: Body = {
    "windows": {"late_registration": None, "add_on_break": None},
    "prices": {"rebuy": None, "add_on": None},
    "no_show": None,
    "auto_start": True,
    "minimum_players": None,
    "player_cap": None,
}
"""What a Sit & Go leaves off."""


STOP: Body = {"kind": "day_end"}
SHEETS: list[Body] = [
    {"items": SHEET},
    {"items": SHEET},
    {"items": [SHEET[0], STOP, *SHEET[1:]]},
    {"items": SHEET, "short_lengths": [{"players_left": 3, "seconds": 300}]},
    {"items": SHEET, "open_end": {"small_blind": 100, "big_blind": 200, "seconds": 600}},
]
"""The sheet as it is, with the end of a day in it, with other lengths for few players, and going on without end."""


def heads(profile: str, asked: Body) -> st.SearchStrategy[Body]:
    """Draw what a head is worth: points, or a part of the prices that there are."""
    units = st.sampled_from([{}, {"odd_unit": "head"}])
    if PROFILES[profile].prizes == "non_monetary":
        points = st.sampled_from([{}, {"points": 5}, {"points": 50, "unit": 25}])
        return st.builds(lambda worth, unit: {"bounties": worth | unit}, points, units)
    parts = {"buy_in": {"rake": 150, "bounty": 333}}
    if asked["rebuy"] is not None:
        parts["rebuy"] = {"bounty": 101}
    if asked["re_entry"] is not None:
        parts["re_entry"] = {"bounty": 333}
    prices = st.sampled_from([asked, asked | {"parts": parts}, asked | {"parts": {"buy_in": {"bounty": 7}}}])
    return st.builds(lambda bounties, prices: {"bounties": bounties, "prices": prices}, units, prices)


STARTS: list[Body] = [
    {},
    {"starts": "level", "level": 2},
    {"starts": "time", "at": to_text(at("19:15"))},
    {"starts": "in_the_money"},
    {"starts": "in_the_money", "times": 2},
]
"""From when on knockouts bring draws."""


def _envelopes(profile: str) -> list[Body]:
    """Return the prize tables of which a lot may draw; nothing: none is announced before draws begin."""
    if PROFILES[profile].mystery == "one_per_killer_entry":
        return [{}]
    if PROFILES[profile].prizes == "non_monetary":
        return [{}, {"prizes": [{"text": "Cup"}, {"text": "Cap", "count": 3}]}]
    return [{}, {"prizes": [{"amount": 1_001}, {"amount": 100, "count": 3}]}]


@st.composite
def bodies(draw: st.DrawFn) -> Body:
    """Draw settings for a small room; some of them cannot be played."""
    house: Body = draw(houses)
    if house["bounty"] == "mystery":
        starts: Body = draw(st.sampled_from(STARTS))
        house["bounties"] = {"mystery": starts | draw(st.sampled_from(_envelopes(house["profile"])))}
    elif house["bounty"] != "none":
        house |= draw(heads(house["profile"], house["prices"]))
    if players := draw(st.sampled_from([0, 0, 0, 0, 0, 0, 0, 0, 6, 4])):
        house |= SIT_AND_GO | {"sit_and_go": {"players": players}}
    return settings_body(structure={"name": "sheet", **draw(st.sampled_from(SHEETS))}, **ROOM, **house)


full_houses = st.builds(
    lambda **house: settings_body(items=SHEET, **house),
    profile=st.sampled_from(sorted(PROFILES)),
    tables=st.just(2),
    seats_per_table=st.sampled_from([2, 3]),
    no_show=st.sampled_from([None, "drop"]),
    minimum_players=st.just(2),
    player_cap=st.sampled_from([None, None, 2]),
    waiting_hold_minutes=st.sampled_from([1, 2, 10]),
    rebuy_has_bounty=st.booleans(),
    bounty=st.sampled_from(["classic", "pko"]),
    end=conditions,
    prices=st.just({"rebuy": 900, "add_on": None}),
    windows=st.fixed_dictionaries(
        {"late_registration": st.sampled_from([until("19:12"), with_level(2)]), "re_entry": st.just(until("19:50"))}
    ),
)
"""Settings for a room that is soon full, with many who come late, bust and come back."""


WEIGHTS = {
    "register": 10, "check_in": 8, "re_enter": 12, "rebuy": 4, "add_on": 4, "surrender_stack": 5,
    "record_knockout": 14, "record_knockout_group": 6, "void_knockout": 10, "void_entry": 5,
    "move_player": 8, "confirm_arrival": 5, "undo_move": 5, "swap_seats": 4, "start": 4, "next_level": 5,
    "previous_level": 4, "finish": 2, "cancel": 1, "open_registration": 1, "edit_settings": 1, "decline_rebuy": 4,
    "unregister": 4, "settle": 10, "mark_refunded": 4, "announce_purchase": 6,
    "start_hand": 8, "end_hand": 6, "confirm_proposal": 4,
    "count_chips": 6, "give_bonus": 6,
    "correct_bust": 8, "correct_killers": 6, "correct_order": 8,
    "draw_mystery": 6, "set_mystery_prizes": 4, "start_hand_for_hand": 4, "finish_hand": 6, "start_round": 4,
}  # fmt: skip
KINDS = [kind for kind in COMMANDS for _ in range(WEIGHTS.get(kind, 2))]
COMING_AND_GOING = {
    "register": 14, "unregister": 6, "check_in": 8, "process_no_show": 2, "re_enter": 12, "rebuy": 6, "void_entry": 3,
    "decline_rebuy": 4, "record_knockout": 14, "record_knockout_group": 3, "void_knockout": 4, "move_player": 2,
    "restore_registration": 2, "surrender_stack": 1, "edit_settings": 1,
}  # fmt: skip
COMERS = [kind for kind, weight in COMING_AND_GOING.items() for _ in range(weight)]
"""Commands by which a full room fills and empties."""
CAUSES: list[BustCause] = ["knockout", "knockout", "knockout", "blinded_out", "disqualified", "left", "removed"]
COUNTER = {
    "settle", "void_settlement", "mark_refunded", "void_refund", "announce_purchase", "withdraw_announcement",
}  # fmt: skip
LAST = {"cancel", "finish"}
"""After these little happens any more: they come seldom."""
FITTING = {
    "re_enter": "out",
    "check_in": "registered",
    "unregister": "",
    "decline_rebuy": "pending",
    "process_no_show": "registered",
    "restore_registration": "dropped",
    "register": "",
    "void_entry": "",
}
"""The status of the players whom a command is for; alive, where none is named; any, where it is empty."""


def command(state: Tournament, chance: Random, kinds: Sequence[str] = KINDS) -> tuple[str, Body]:
    """Return a command that somebody might give in this state, or give too late, or by mistake.

    Made from one chance and not from a draw a field: an evening then costs hypothesis few choices and gets long.
    """
    kind = chance.choice(kinds)
    if kind in LAST and chance.random() < 0.7:
        kind = "register"
    body: Body = {}
    if kind == "edit_settings":
        return kind, {"version": state.settings_version, "settings": settings_body(items=SHEET, **ROOM)}
    fields = COMMANDS[kind].__annotations__
    body |= _to_the_clock(state, chance, kind) | _at_a_table(state, chance, kind)
    if kind in COUNTER:
        return kind, _at_the_counter(state, chance, kind)
    if kind in {"correct_bust", "correct_killers", "correct_order"}:
        return kind, put_right(state, chance, kind)
    body |= _about_a_deal(state, chance, kind) | _about_chips(state, chance, kind)
    body |= _about_the_books(state, chance, kind)
    if kind == "finish":
        body["confirm"] = chance.random() < 0.7
        survivors = [entry.player for entry in state.entries.values() if entry.status == "alive"]
        counted = chance.choice([survivors, survivors, survivors[:1], PLAYERS])
        body["stacks"] = [{"player": player, "chips": chance.choice([0, 1, 9_000])} for player in counted]
    if "player" in fields and not (kind == "confirm_proposal" and chance.random() < 0.5):
        body["player"] = _player(state, chance, FITTING.get(kind, "alive"))
    if kind in {"register", "check_in", "re_enter", "surrender_stack"} and chance.random() < 0.25:
        body["seat"] = _chair(chance)
    if kind in {"re_enter", "surrender_stack"} and (state.settings.prices.pay_first or chance.random() < 0.1):
        body |= _paid_with_it(state, chance, body["player"])
    if kind in {"count_stack", "state_stack"}:
        body["stack"] = chance.choice([1, 5_000, 99_000])
    if kind in {"check_in", "rebuy"}:
        body["stack"] = chance.choice([None, None, 5_000])
    if kind in {"hold_payouts", "release_payouts"}:
        body["reason"] = "other"
    if kind == "surrender_stack":
        body["stack"] = chance.choice([0, 1, 5_000, 10_000, 25_000])
    if kind == "set_mystery_prizes":
        draws = max(1, mystery.still_to_come(state)) + (chance.random() < 0.1)
        monetary = state.profile.prizes == "pool"
        each = {"amount": 1 + mystery.contributed(state) // draws} if monetary else {"text": "Pin"}
        body["prizes"] = [{**each, "count": draws}]
    if kind == "void_entry":
        body |= {"reason": "mistake", "entry": chance.choice([None, None, None, 1, len(state.entries) + 1])}
    if kind == "move_player":
        body |= {"leaving": _leaving(state, chance, body["player"]), "to": _chair(chance)}
    if kind == "record_knockout":
        body = _bust(state, chance)
        body |= {"killer_out_confirmed": chance.random() < 0.5, "level": chance.choice([None, None, 1, 3])}
        body.pop("order", None)
    if kind == "record_knockout_group":
        busts = [_bust(state, chance) for _ in range(chance.randint(2, 3))]
        body = {"busts": busts, "killer_out_confirmed": chance.random() < 0.5}
    if kind in {"void_knockout", "state_stack"}:
        last = len(state.knockouts)
        body["knockout"] = chance.randint(max(1, last - 2), last + 1)
    return kind, body


def _to_the_clock(state: Tournament, chance: Random, kind: str) -> Body:
    """Return the fields of a command for the clock."""
    body: Body = {}
    if kind in {"next_level", "previous_level", "reset_level", "set_remaining", "add_time", "override_blinds"}:
        body["step"] = _step(state, chance)
    if kind == "set_remaining":
        body["seconds"] = chance.randint(1, 1200)
    if kind == "add_time":
        body["seconds"] = chance.randint(-700, 700)
    if kind == "override_blinds":
        body |= {"small_blind": chance.randint(0, 3), "big_blind": chance.randint(0, 3)}
    if kind == "append_levels":
        body["items"] = [level(400, 800, 10)]
    if kind == "rebase_clock":
        body["stopped_at"] = to_text(state.last_at - timedelta(seconds=chance.choice([0, 1, 30, 400])))
    return body


def _at_a_table(state: Tournament, chance: Random, kind: str) -> Body:
    """Return the fields of a command for a table, its hands and its seats."""
    body: Body = {}
    fields = COMMANDS[kind].__annotations__
    if "table" in fields:
        body["table"] = chance.randint(1, TABLES)
    if kind == "report_hands":
        body["hands"] = chance.randint(1, 4)
    if kind == "set_button":
        body["button"] = chance.randint(1, SEATS)
    if kind == "set_break_order":
        body["tables"] = chance.sample(range(1, TABLES + 1), chance.randint(1, TABLES))
    if kind == "raise_dispute":
        body |= {"subject": "other", "hand": chance.choice([None, 1, 2])}
    if kind == "settle_dispute":
        body |= {"dispute": chance.randint(1, 3), "upheld": chance.random() < 0.5}
    if "proposal" in fields:
        body["proposal"] = 1 if state.proposal is None else state.proposal.number
    if kind == "move_player":
        body["arrived"] = chance.random() < 0.2
    if kind == "correct_seat":
        body |= {"stack": chance.choice([1, 9_000, 10**9]), "other_stack": chance.choice([None, None, 5_000])}
        body["sits_at"] = chance.choice([None, _chair(chance), _chair(chance)])
    if kind == "undo_move":
        body["move"] = chance.choice([None, None, state.moves + 1])
    if kind == "swap_seats":
        body["other"] = _player(state, chance, "alive")
    return body


def _about_a_deal(state: Tournament, chance: Random, kind: str) -> Body:
    """Return the fields of a command in a deal talk: mostly of the proposal and the vote at hand."""
    if kind in {"accept_deal", "open_vote"}:
        return {"proposal": max(1, state.deals.proposals)}
    if kind == "cast_ballot":
        return {"vote": max(1, state.deals.votes)}
    if kind != "propose_deal":
        return {}
    left = [entry.player for entry in state.entries.values() if entry.status == "alive"]
    stacks = [{"player": player, "chips": chance.choice([1, 9_000])} for player in left]
    return {"method": chance.choice(["icm", "chip_chop", "even"]), "stacks": stacks}


def put_right(state: Tournament, chance: Random, kind: str) -> Body:
    """Return a correction, mostly of what is on record and of people who were there."""
    records = [number for number, of in state.knockouts.items() if of.voided_at is None] or [1]
    body: Body = {"reason": "misheard", "preview": chance.random() < 0.1}
    if kind == "correct_order":
        count = chance.randint(1, min(4, len(records)))
        last = chance.randint(count, len(records))
        named = sorted(records)[last - count : last] if chance.random() < 0.6 else chance.sample(records, count)
        chance.shuffle(named)
        cuts = sorted({0, len(named), *(chance.randint(1, len(named)) for _ in range(chance.randint(0, 3)))})
        hands = [named[start:end] for start, end in pairwise(cuts)]
        told = [
            {"knockout": number, "stack": chance.choice([None, 1, 9_000]), "order": place}
            for hand in hands
            for place, number in enumerate(hand, start=1)
        ]
        return body | {"hands": [[told.pop(0) for _ in hand] for hand in hands]}
    killers = sorted({_player(state, chance, "alive") for _ in range(chance.choice([0, 1, 1, 1, 2]))})
    body |= {"knockout": chance.choice(records), "killer_out_confirmed": chance.random() < 0.5}
    if kind == "correct_killers":
        return body | {"killers": killers}
    body |= {"player": _player(state, chance, "alive"), "stack": chance.choice([None, 1, 9_000])}
    return body | ({} if chance.random() < 0.6 else {"killers": killers})


def _about_chips(state: Tournament, chance: Random, kind: str) -> Body:
    """Return the fields of a count, mostly of players and tables that are there, or of a bonus."""
    if kind in {"give_bonus", "void_bonus"}:
        named: Body = {"bonus": chance.choice(["staff", "early", "early"])}
        return named | ({"reason": "mistake"} if kind == "void_bonus" else {})
    if kind != "count_chips":
        return {}
    tables = [number for number in sorted(state.tables) if state.tables[number].seats]
    together = [number for number in tables if chance.random() < 0.4]
    alone = [
        entry.player
        for entry in state.entries.values()
        if entry.status == "alive" and (entry.chair is None or entry.chair[0] not in together) and chance.random() < 0.6
    ]
    return {
        "stacks": [{"player": player, "chips": chance.choice([1, 5_000, 9_000])} for player in sorted(alone)],
        "tables": [{"table": number, "chips": chance.choice([0, 20_000])} for number in together],
    }


def _about_the_books(state: Tournament, chance: Random, kind: str) -> Body:
    """Return the fields of a command about the books, mostly of a difference that there is."""
    if kind == "reopen_books":
        return {"reason": "correction"}
    if kind != "explain_difference":
        return {}
    found = reconciliation(state).differences
    if not found or chance.random() < 0.1:
        return {"difference": "chips", "amount": 1, "reason": "other"}
    one = chance.choice(found)
    return {"difference": one.id, "amount": one.amount, "reason": "other"}


def _at_the_counter(state: Tournament, chance: Random, kind: str) -> Body:
    """Return a command about what is owed, mostly one with the right figures."""
    if kind == "void_settlement":
        return {"settlement": chance.randint(1, len(state.settlements) + 1), "reason": "mistake"}
    if kind == "void_refund":
        return {"refund": chance.randint(1, state.refunds + 1), "reason": "mistake"}
    if kind == "withdraw_announcement":
        return {"obligation": chance.randint(1, state.announced + 1), "reason": "mistake"}
    player = chance.choice(PLAYERS)
    if kind == "announce_purchase":
        return {"player": player, "operation": chance.choice(["rebuy", "add_on", "re_entry"]), "stack": 1}
    shares = (open_shares if kind == "settle" else refund_shares)(state, player)
    amount = sum(share for _, share in shares) or 1
    body: Body = {
        "player": player,
        "amount": amount + (chance.random() < 0.1),
        "method": chance.choice(["cash", "card"]),
    }
    if kind == "settle":
        body["seen"] = max(1, state.seq - chance.choice([0, 0, 0, 3]))
    return body


def _paid_with_it(state: Tournament, chance: Random, player: str) -> Body:
    """Return the payment that comes with a re-entry, mostly the right one."""
    amount = sum(share for _, share in open_shares(state, player)) + (price_of(state, "re_entry") or 0)
    if chance.random() < 0.1:
        return {}
    return {"payment": {"amount": max(1, amount), "method": "cash", "seen": max(1, state.seq)}}


def _player(state: Tournament, chance: Random, status: str) -> str:
    """Return a player, in nine of ten cases one in this status; who has still to decide may re-enter or rebuy too."""
    wanted = {status, "pending"} if status in {"out", "alive"} and chance.random() < 0.3 else {status}
    fitting = [player for player in PLAYERS if (entry := state.current(player)) and entry.status in wanted]
    return chance.choice(fitting if fitting and chance.random() < 0.9 else PLAYERS)


def _bust(state: Tournament, chance: Random) -> Body:
    cause = chance.choice(CAUSES)
    player = _player(state, chance, "alive")
    bust: Body = {"player": player, "cause": cause, "stack": chance.choice([None, 1, 9_000])}
    if cause == "knockout":
        killers = {_player(state, chance, "alive") for _ in range(chance.randint(0, 3))}
        bust["killers"] = sorted(killers - {player} if chance.random() < 0.9 else killers)
        bust["order"] = chance.choice([None, 1, 2])
    return bust


def _chair(chance: Random) -> Body:
    return {"table": chance.randint(1, TABLES + (chance.random() < 0.1)), "seat": chance.randint(1, SEATS)}


def _leaving(state: Tournament, chance: Random, player: str) -> Body:
    """Return a seat to leave, mostly the player's own."""
    entry = state.current(player)
    if entry is None or entry.chair is None or chance.random() < 0.1:
        return _chair(chance)
    return {"table": entry.chair[0], "seat": entry.chair[1]}


def _step(state: Tournament, chance: Random) -> str:
    """Return a step to name, mostly the one that the clock is at."""
    if state.clock is None or chance.random() < 0.2:
        return chance.choice(["level 1", "level 2", "break 1"])
    return label(state.settings.structure, state.clock.position)
