"""The read models as plain JSON values: functions of the state alone, so that a rebuild gives equal rows (AUD-3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from pydantic import TypeAdapter

from domain import (
    bounties,
    breaking,
    deal_views,
    halts,
    in_the_money,
    ledger,
    move_list,
    mystery,
    pay_first,
    payouts,
    pool,
    prize_lines,
    promises,
    rounds,
    settlement,
    waiting,
    windows,
)
from domain import events as e
from domain.clock import current_blinds, stops_of
from domain.hands import in_hand
from domain.old_level import hand_level
from domain.profiles import Profile
from domain.settings import Settings
from domain.state import Clock, Dispute, Drawn, Entry, Promise, Proposal, Table, Tournament, average_stack
from domain.structure import Break, Level, Stakes, label, level_after_the_last, level_number, stakes_of
from domain.table_sizes import numbers, seats_at
from domain.times import to_text
from domain.touched import touched

Row = dict[str, Any]
_SHOWN = 50
"""How much of a list that may be long a row shows."""
_SETTINGS: TypeAdapter[Settings] = TypeAdapter(Settings)
_PROFILE: TypeAdapter[Profile] = TypeAdapter(Profile)
_STAKES: TypeAdapter[Stakes] = TypeAdapter(Stakes)
_TERMS = e.TournamentCreated | e.SettingsEdited | e.LevelsAppended | e.GuaranteeWithdrawn | e.MysteryPrizesSet
"""Events after which the published terms are others."""


def head(state: Tournament) -> Row:
    """Return what lobby and clock show: status, clock, counts and windows; nothing in it grows with the evening."""
    settings = state.settings
    average = average_stack(state)
    return {
        "tournament": state.id,
        "club": state.club,
        "seq": state.seq,
        "at": to_text(state.last_at),
        "title": settings.title,
        "profile": state.profile.id,
        "status": state.status,
        "starts_at": to_text(settings.starts_at),
        "zone": settings.zone,
        "settings_version": state.settings_version,
        "commitment": state.commitment,
        "started_at": to_text(state.started_at) if state.started_at else None,
        "play_ended_at": to_text(state.ended_at) if state.ended_at else None,
        "drawn": state.drawn,
        "clock": clock(state),
        "windows": {name: _window(state, name) for name in windows.NAMES},
        "countdown_ends_at": to_text(state.countdown) if state.countdown else None,
        "registered": state.registered,
        "unpaid": len(state.unpaid),
        "waiting": len(state.waiting) + len(state.waiting_again),
        "held": len(state.held),
        "entries": state.field,
        "players": state.unique,
        "left": state.alive,
        "pending_eliminations": len(state.pending),
        "absent": len(state.absent),
        "busts": state.busts,
        "rebuys": state.rebuys,
        "add_ons": state.add_ons,
        "chips_in_play": state.chips_in_play,
        "average_stack": average,
        "chip_count": _chip_count(state),
        "tables": state.tables_in_play,
        "can_break": breaking.can_break(state),
        "breaking": list(islice(numbers(state.breaking), _SHOWN)) if state.running else [],
        "redraw": state.reseating.why if state.reseating is not None and state.running else None,
        "final_table": state.final_table if state.tables_in_play == 1 else None,
        "heads_up": state.drawn and state.alive == 2,  # noqa: PLR2004
        "hands_in_progress": state.dealing.bit_count() if state.running else 0,
        "seats_per_table": settings.seats_per_table,
        "player_cap": settings.most_players,
        "starting_stack": settings.starting_stack,
        "currency": settings.prices.currency,
        "buy_in": settings.prices.buy_in,
        "bounty": settings.bounty,
        "prizes": _prizes(state),
        "pool": _pool(state),
        "payouts": _payouts(state),
        "bounties": _bounties(state),
        "mystery": _mystery(state),
        "deal_talk": deal_views.talk(state),
        "deal_talk_from": _instant(state.deals.next_from) if state.running else None,
        "deal": deal_views.agreed(state),
        "hand_for_hand": _hand_for_hand(state),
        "last_move": state.last_move.number if state.last_move else None,
        "open_moves": len(state.promises),
        "overdue_moves": state.overdue,
        "proposal": _proposal(state.proposal),
        "halts": list(numbers(state.halts & ~state.halts_waived)),
        "results_version": state.results_version,
        "results_at": list(state.results_at[-_SHOWN:]),
        "books": _books(state),
    }


def _chip_count(state: Tournament) -> Row | None:
    """Return how the last count of chips came out, and the last one of everybody's; None: none was made (RUL-7)."""
    last, whole = state.counting.last, state.counting.whole
    if last is None:
        return None
    return {
        "at": to_text(last.at),
        "counted": last.counted,
        "players": last.players,
        "left": last.left,
        "chips_in_play": last.chips_in_play,
        "whole_at": None if whole is None else to_text(whole.at),
        "off_by": None if whole is None else whole.off,
    }


def _books(state: Tournament) -> Row | None:
    """Return when the books were closed, and how often by now; None: they never were (AUD-6)."""
    books = state.books
    if not books.closings:
        return None
    return {"closed_at": _instant(books.closed_at), "closings": books.closings}


def _prizes(state: Tournament) -> Row | None:
    """Return how far the field is from the places paid, as of the last round's end; None: nothing is said (PRZ-3)."""
    paid = in_the_money.places_paid(state)
    if paid is None:
        return None
    return {
        "places_paid": paid,
        "provisional": in_the_money.provisional(state),
        "busts_to_go": in_the_money.busts_to_go(state),
        "on_the_bubble": in_the_money.on_the_bubble(state),
        "in_the_prizes": in_the_money.in_the_prizes(state),
        "next": _next(state),
    }


def _next(state: Tournament) -> Row | None:
    """Return what the next place out wins, as the field is now; None: nobody goes out, or a deal says it (PRZ-3)."""
    coming = payouts.next_out(state)
    if coming is None:
        return None
    place, amount = coming
    return {"place": place, "amount": amount, "lines": list(prize_lines.lines(state).get(place, ())[:_SHOWN])}


def _pool(state: Tournament) -> Row | None:
    """Return the pool in minor units and what the first places are paid, as the field is now; None: there is none."""
    amount = pool.pool(state)
    if not amount:
        return None
    amounts = payouts.by_place(state)
    return {
        "amount": amount,
        "contributions": pool.contributions(state),
        "guarantee": pool.guarantee(state),
        "guarantee_withdrawn": state.guarantee_withdrawn,
        "overlay": pool.overlay(state),
        "unit": state.settings.pool.unit,
        "amounts": list(amounts[:_SHOWN]),
        "least": amounts[-1] if amounts else 0,
    }


def _bounties(state: Tournament) -> Row | None:
    """Return what was put on heads, and where it is: minor units, or points; None: nothing was (KO-6)."""
    heads = state.heads
    if not heads.issued:
        return None
    return {
        "issued": heads.issued,
        "won": heads.won,
        "on_heads": heads.issued - heads.won - heads.unclaimed,
        "unclaimed": heads.unclaimed,
    }


def _payouts(state: Tournament) -> Row | None:
    """Return how far the prizes are credited, in minor units; None: there are none, or none yet (PRZ-7, PRZ-8)."""
    held = state.ledger.held or None
    if state.profile.prizes != "pool" or (not held and not state.results_version):
        return None
    return {
        "held": held,
        "owed": sum(ledger.owed(state).values()),
        "credited": state.ledger.total,
        "version": state.ledger.version,
    }


def _mystery(state: Tournament) -> Row | None:
    """Return who has draws to take, the first ones in order, and what is left in which envelopes (KO-7).

    `left` is how many of each row of the prize table are shut, `worth` and `contributed` are what the table holds and
    what was paid for it, in minor units.  `suggested` is a table that fits, while one is to be announced.
    """
    if state.settings.bounty != "mystery":
        return None
    first = islice(mystery.owed(state), _SHOWN)
    left = mystery.left_of(state)
    return {
        "draws": state.mystery.draws,
        "paid": state.mystery.paid,
        "worth": mystery.worth(mystery.prizes(state)),
        "contributed": mystery.contributed(state),
        "envelopes_left": sum(left),
        "left": list(left[:_SHOWN]),
        "suggested": [{"amount": prize.amount, "count": prize.count} for prize in mystery.to_announce(state)],
        "due": [
            {"knockout": knockout, "entry": entry, "player": state.entries[entry].player} for knockout, entry in first
        ],
    }


def _hand_for_hand(state: Tournament) -> Row | None:
    """Return hand-for-hand as the floor sees it; of long lists the head, with how many there are in all (RUL-1)."""
    current = state.hand_for_hand
    if current is None:
        return None
    tables, wanted = rounds.unfinished(state), rounds.stacks_wanted(state)
    return {
        "trigger": current.trigger,
        "announced_at": to_text(current.announced_at),
        "left_when_announced": current.left,
        "places_paid_when_announced": current.places_paid,
        "round": current.round,
        "in_round": current.on,
        "bust": current.bust if current.on else None,
        "unfinished": tables.bit_count(),
        "unfinished_tables": list(islice(numbers(tables), _SHOWN)),
        "busts": [bust.number for bust in rounds.standing(state)[:_SHOWN]],
        "stacks_wanted": list(wanted[:_SHOWN]),
    }


def _proposal(proposal: Proposal | None) -> Row | None:
    """Return what the floor has to answer; a move without a player, or without a seat, leaves that to it (SEAT-5)."""
    if proposal is None:
        return None
    return {
        "proposal": proposal.number,
        "about": proposal.about,
        "reason": proposal.reason,
        "unnamed": proposal.unnamed,
        "moves": [
            {
                "entry": move.entry,
                "player": move.player,
                "leaving_table": move.leaving,
                "to_table": move.to,
                "to_seat": move.seat,
            }
            for move in proposal.moves
        ],
        "after": [{"table": table, "players": players} for table, players in proposal.after],
        "lot": proposal.lot,
        "since": to_text(proposal.since),
        "escalated": proposal.escalated,
    }


def terms(state: Tournament) -> Row:
    """Return what players may read of the rules of this evening: settings and profile, with their version.

    A guarantee that the floor has withdrawn is no longer among them.  Prize lines stand once, in the settings or as
    those of the preset: twice, the longest that may be would fit into no row (PRZ-1).
    """
    return {
        "tournament": state.id,
        "version": state.settings_version,
        "settings": _SETTINGS.dump_python(state.settings, mode="json"),
        "preset_lines": [{"place": line.place, "text": line.text} for line in state.settings.prizes.of_preset],
        "each_paid_place_wins": state.settings.prizes.each_paid_place,
        "guarantee": pool.guarantee(state),
        "guarantee_withdrawn": state.guarantee_withdrawn,
        "mystery_prizes": [
            {"amount": prize.amount, "text": prize.text, "count": prize.count} for prize in mystery.prizes(state)
        ],
        "profile": _PROFILE.dump_python(state.profile, mode="json"),
    }


def clock(state: Tournament) -> Row | None:
    """Return the clock as a display needs it: it counts down by itself from `level_ends_at` (CLK-5).

    `remaining_ms` is what is left while the clock stands; both None: the step has no end, or its time is up.  `pending`
    are the first of the `pending_tables` that are still in a hand of an earlier step (CLK-6).
    """
    if state.clock is None:
        return None
    structure = state.settings.structure
    ticking = state.clock
    step = structure.steps[ticking.position]
    blinds = current_blinds(state)
    coming = structure.steps[ticking.position + 1 :]
    next_level = next((s for s in coming if isinstance(s, Level)), level_after_the_last(structure))
    next_break = next((n for n, s in enumerate(coming) if isinstance(s, Break)), None)
    return {
        "step": label(structure, ticking.position),
        "level": level_number(structure, ticking.position),
        "in_break": isinstance(step, Break),
        "paused": state.status == "paused",
        "stops": [{"reason": reason, "since": to_text(since)} for reason, since in stops_of(ticking)],
        "pending_tables": state.old_level.bit_count(),
        "pending": list(islice(numbers(state.old_level), _SHOWN)),
        "stopped": not state.running,
        "level_ends_at": to_text(ticking.ends_at) if ticking.ends_at else None,
        "remaining_ms": _milliseconds(ticking),
        "overtime": ticking.expired,
        "small_blind": blinds.small_blind if blinds else None,
        "big_blind": blinds.big_blind if blinds else None,
        "ante": blinds.ante if blinds else None,
        "ante_type": blinds.ante_type if blinds else None,
        "overridden": ticking.blinds is not None,
        "game": step.game if isinstance(step, Level) else None,
        "rotation": list(step.rotation) if isinstance(step, Level) else [],
        "stakes": [_STAKES.dump_python(one) for one in stakes_of(step)] if isinstance(step, Level) else [],
        "next_level": None
        if next_level is None
        else {
            "small_blind": next_level.small_blind,
            "big_blind": next_level.big_blind,
            "ante": next_level.ante,
            "ante_type": next_level.ante_type,
        },
        "steps_to_break": next_break,
    }


def _milliseconds(ticking: Clock) -> int | None:
    if ticking.expired:
        return 0
    if ticking.remaining is None:
        return None
    return ticking.remaining // timedelta(milliseconds=1)


def _window(state: Tournament, name: e.WindowName) -> Row:
    closes = windows.planned_close(state, name)
    return {
        "offered": windows.offered(state, name),
        "open": state.running and windows.window(state, name).open,
        "closes_at": to_text(closes) if closes and state.running else None,
    }


def entry(state: Tournament, number: int) -> Row:
    """Return one entry's row; a bounty type of none shows no credits (KO-3)."""
    of = state.entries[number]
    knockout = state.knockouts[of.knockout] if of.knockout else None
    return {
        "entry": of.number,
        "player": of.player,
        "status": of.status,
        "checked_in": of.checked_in,
        "absent": of.absent,
        "absent_stack": of.absent_stack if of.absent else None,
        "re_entry": of.re_entry,
        "table": of.chair[0] if of.chair else None,
        "seat": of.chair[1] if of.chair else None,
        "chips_issued": of.chips,
        "owed": of.price,
        "paid": of.paid,
        "open": settlement.open_of(of),
        "due": pay_first.due(state, of),
        "refund_due": settlement.refund_of(state, of),
        "booked": of.booked,
        "announced": [
            {"obligation": one.number, "operation": one.operation, "price": one.price}
            for _, one in sorted(state.obligations.items())
            if one.entry == number
        ],
        "rebuys": of.rebuys,
        "add_ons": of.add_ons,
        "bonuses": list(of.bonuses),
        "chips_counted": _last_count(of),
        "locked": of.locked,
        "exempt": of.exempt,
        "knockout": of.knockout,
        "bust": knockout.bust if knockout else None,
        "bust_table": knockout.chair[0] if knockout else None,
        "bust_rank": knockout.rank if knockout else None,
        "bust_level": knockout.level if knockout else None,
        "busted_at": to_text(knockout.at) if knockout else None,
        "cause": knockout.cause if knockout else None,
        "killers": list(knockout.killers) if knockout else [],
        "pending_until": _instant(knockout.pending_until) if knockout and of.status == "pending" else None,
        "waiting_position": waiting.position(state, of),
        "held_until": _instant(of.held_until) if number in state.calls else None,
        "place": state.places.get(number),
        "prize": state.prizes.get(number),
        "deal_share": deal_views.share(state, number),
        "won": [{"place": place, "text": text} for place, text in state.prize_lines.get(number, ())],
        "moved": of.moved,
        "move": _move(state, state.promises[number]) if number in state.promises else None,
        **_credits(state, of),
    }


def _last_count(of: Entry | Table) -> Row | None:
    """Return the last count of these chips, whatever has been played since (RUL-7)."""
    return None if of.last_count is None else {"at": to_text(of.last_count[0]), "chips": of.last_count[1]}


def _instant(at: datetime | None) -> str | None:
    return None if at is None else to_text(at)


def _credits(state: Tournament, of: Entry) -> Row:
    # A place given back, dropped or struck is in nobody's name any more and shows nothing of what he won since.
    if state.settings.bounty == "none" or of.status not in {"registered", "alive", "pending", "out"}:
        return {}
    line = state.players[of.player]
    over, under = line.credits
    exact = str(over) if under == 1 else f"{over}/{under}"
    shown: Row = {"credits": over // under if under == 1 else over / under, "credits_exact": exact}
    if bounties.with_heads(state):
        shown |= {"head": of.head, "bounty_won": line.bounty_won}
    elif state.settings.bounty == "mystery":
        drawn = state.mystery.won.get(of.number, ())
        shown |= {"bounty_won": line.bounty_won, "draws": [_drawn(each) for each in drawn]}
    return shown


def _drawn(each: Drawn) -> Row:
    return {"draw": each.draw, "knockout": each.knockout, "amount": each.amount, "text": each.text}


def table(state: Tournament, number: int) -> Row:
    """Return one table with its seats; a player alone at it is flagged (SEAT-6).

    Button and blinds are those of the hand in progress or the last one, as the table reported or the floor told them,
    or a first button as drawn; who is a newcomer may have to wait for his first hand (SEAT-9).
    """
    with_heads = bounties.with_heads(state)
    of = state.tables[number]
    seats = of.seats
    return {
        "table": number,
        "players": len(seats),
        "alone": len(seats) == 1,
        "chairs": seats_at(state, number),
        "broken": of.broken,
        "breaking": of.breaking is not None,
        "halt": _halt(state, number),
        "blinds_touched": halts.blinds_touched(state, number),
        "hand": of.hand,
        "hands_dealt": of.dealt,
        "hand_level": hand_level(state, number),
        "disputable_until": _instant(of.disputes_until),
        "disputes": [_dispute(state.disputes[each]) for each in of.disputes],
        "chips_counted": _last_count(of),
        **_button(of),
        "seats": [
            {
                "seat": seat,
                "entry": seats[seat],
                "player": state.entries[seats[seat]].player,
                "absent": state.entries[seats[seat]].absent,
                "pending": state.entries[seats[seat]].status == "pending",
                "locked": state.entries[seats[seat]].locked,
                "newcomer": of.newcomers.get(seat),
                "dealt_in": None if of.hand is None else in_hand(state, state.entries[seats[seat]]),
                **({"head": state.entries[seats[seat]].head} if with_heads else {}),
            }
            for seat in sorted(seats)
        ],
        "coming": [_move(state, promise) for _, promise in promises.awaited_at(state, number)],
        "leaving": [_move(state, state.promises[entry]) for entry in sorted(of.leaving)],
    }


def _move(state: Tournament, promise: Promise) -> Row:
    return move_list.row(promise, carried=state.entries[promise.entry].absent)


def _halt(state: Tournament, number: int) -> str | None:
    """Return whether a table should stop because it is short, or plays on at the floor's word (SEAT-13)."""
    if not state.halts >> number & 1:
        return None
    return "waived" if state.halts_waived >> number & 1 else "advised"


def _dispute(of: Dispute) -> Row:
    return {
        "dispute": of.number,
        "hand": of.hand,
        "player": of.player,
        "subject": of.subject,
        "since": to_text(of.since),
    }


def _button(of: Table) -> Row:
    if of.deal is None:
        source = None if of.button_drawn is None else "drawn"
        return {"button": of.button_drawn, "small_blind": None, "big_blind": None, "button_source": source}
    return {
        "button": of.deal.button,
        "small_blind": of.deal.small_blind,
        "big_blind": of.deal.big_blind,
        "button_source": of.deal.source,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows that some events changed, as they stand now, by their numbers; `terms` when the settings changed."""

    head: Row
    terms: Row | None
    entries: Mapping[int, Row]
    tables: Mapping[int, Row]


def rows(state: Tournament, recordeds: Iterable[e.Recorded]) -> Rows:
    """Return the head and every row that these events changed, as the state has them now."""
    numbers: set[int] = set()
    tables: set[int] = set()
    edited = False
    for recorded in recordeds:
        edited |= isinstance(recorded.event, _TERMS)
        changed = touched(state, recorded)
        numbers |= changed.entries
        tables |= changed.tables
    if bounties.with_heads(state):  # a seat shows what is on its player's head
        tables |= {entry.chair[0] for entry in map(state.entries.__getitem__, numbers) if entry.chair is not None}
    return Rows(
        head=head(state),
        terms=terms(state) if edited else None,
        entries={number: entry(state, number) for number in sorted(numbers)},
        tables={n: table(state, n) for n in sorted(tables) if n in state.tables},
    )


def all_rows(state: Tournament) -> Rows:
    """Return every row of the tournament, as a rebuild writes them (AUD-3)."""
    return Rows(
        head=head(state),
        terms=terms(state),
        entries={number: entry(state, number) for number in sorted(state.entries)},
        tables={number: table(state, number) for number in sorted(state.tables)},
    )
