"""What holds in every state of every tournament, counted from scratch (REG-2, NOSH-2, WIN-4, KO-3, PLC-1, AUD)."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction

from domain import bounties, deadlines, in_the_money, pay_first, payouts, pool, rounds, snapshot, views
from domain import events as e
from domain.chips import stands
from domain.evolve import evolve, fold
from domain.lines import in_order
from domain.reconciliation import reconciliation
from domain.standings import standings
from domain.state import Knockout, Tournament
from domain.table_sizes import numbers, seats_at
from domain.waiting import near
from tests.domain import table_laws

OPEN = frozenset({"waiting", "registered", "alive", "pending"})


def hold(state: Tournament) -> None:
    """Assert everything that a state must be by itself."""
    play_holds(state)
    results_hold(state)


def results_hold(state: Tournament) -> None:
    """Assert what must be true of the ranking and the books, for which every entry's row is made."""
    the_record_comes_out_even(state)
    places_have_no_gap(state)
    the_live_ranking_is_a_recount(state)


def play_holds(state: Tournament) -> None:
    """Assert what must be true of the clock, the tables, the chips and the money."""
    counters_equal_a_recount(state)
    what_is_owed_is_split_without_rest(state)
    what_was_paid_is_what_stands_less_what_was_given_back(state)
    the_pool_is_paid_to_the_last_unit(state)
    seats_and_entries_agree(state)
    the_absent_are_kept_apart(state)
    nobody_plays_twice(state)
    credits_are_conserved(state)
    heads_are_conserved(state)
    counted_stacks_are_of_those_in_play(state)
    open_moves_are_promises_of_the_living(state)
    the_waiting_list_is_in_order(state)
    who_is_called_has_his_time(state)
    decisions_are_awaited_in_order(state)
    a_countdown_is_for_a_full_sit_and_go(state)
    the_clock_is_one_thing(state)
    hands_are_at_the_step_of_their_beginning(state)
    buttons_fit_their_tables(state)
    windows_are_intervals(state)
    hand_for_hand_is_of_the_tables_in_play(state)
    table_laws.hold(state)


def counters_equal_a_recount(state: Tournament) -> None:
    entries = list(state.entries.values())
    status = Counter(entry.status for entry in entries)
    sat = [entry for entry in entries if entry.seated and entry.status != "voided"]
    assert state.alive == status["alive"] + status["pending"]
    assert state.field == len(sat)
    assert state.unique == len({entry.player for entry in sat})
    assert state.registered == status["registered"]
    assert state.voided == status["voided"]
    assert state.rebuys == sum(entry.rebuys for entry in entries if entry.status != "voided")
    assert state.add_ons == sum(entry.add_ons for entry in entries if entry.status != "voided")
    waiting = [entry for entry in entries if entry.status == "registered"]
    assert set(state.awaited) == {entry.number for entry in waiting if not entry.checked_in} - set(state.calls)
    assert set(state.present) == {entry.number for entry in waiting if entry.checked_in}
    assert not (state.drawn and state.present)
    assert set(state.unpaid) == {entry.number for entry in entries if pay_first.due(state, entry)}
    assert state.tables_in_play == sum(bool(table.seats) for table in state.tables.values())
    assert set(state.knockouts) == set(range(1, len(state.knockouts) + 1))
    assert state.busts == max((knockout.bust for knockout in state.knockouts.values()), default=0)
    assert state.chips_in_play >= 0
    if state.drawn:
        sizes: dict[int, set[int]] = {}
        for table in state.tables.values():
            if not table.broken and table.breaking is None:
                sizes.setdefault(len(table.seats), set()).add(table.number)
        assert {size: set(numbers(tables)) for size, tables in enumerate(state.sizes) if tables} == sizes


def what_is_owed_is_split_without_rest(state: Tournament) -> None:
    """Pool, heads, rake and funds come to the prices of the entries that count, and each to its own parts (FEE-1)."""
    owing = [entry for entry in state.entries.values() if entry.price]
    assert all(entry.seated and entry.status != "voided" for entry in owing)
    parts = [state.pool_contributions, state.bounty_contributions, state.rake, *(amount for _, amount in state.funds)]
    assert sum(parts) == sum(entry.price for entry in owing)
    assert min(parts) >= 0
    funds = Counter[str]()
    for entry in owing:
        funds.update(dict(entry.parts.funds))
    assert dict(state.funds) == dict(+funds)
    monetary = state.profile.prizes == "pool"
    assert state.bounty_contributions == sum(entry.parts.bounty for entry in owing) * monetary
    assert state.pool_contributions == sum(entry.price - entry.parts.total for entry in owing) * monetary


def what_was_paid_is_what_stands_less_what_was_given_back(state: Tournament) -> None:
    """Nobody has paid less than nothing, every payment belongs to a settlement, and a cancellation leaves no debt."""
    taken = Counter[int]()
    for settlement in state.settlements.values():
        assert {state.entries[number].player for number, _ in settlement.shares} == {settlement.player}
        taken.update({number: share for number, share in settlement.shares if not settlement.voided})
    for entry in state.entries.values():
        assert 0 <= entry.paid <= taken[entry.number]
        assert state.refunds or entry.paid == taken[entry.number]
        assert not entry.paid or entry.number in state.players[entry.player].paid_for
        assert entry.booked <= state.seq
        assert bool(entry.booked) or not entry.price
        assert state.status != "cancelled" or entry.price <= entry.paid


def the_pool_is_paid_to_the_last_unit(state: Tournament) -> None:
    """What the places are paid comes to the pool, a better place never gets less, and nobody else gets any (PRZ-6)."""
    by_place = payouts.by_place(state)
    assert sum(by_place) == (pool.pool(state) if by_place else 0)
    assert list(by_place) == sorted(by_place, reverse=True)
    if not state.results_version:
        assert not state.prizes
        return
    assert sum(state.prizes.values()) == (sum(by_place) if state.places else 0)
    paid = sorted((state.places[entry], -amount) for entry, amount in state.prizes.items())
    assert all(amount < 0 for _, amount in paid)
    best_of = dict(reversed(paid))
    assert state.deals.agreed or list(best_of.values()) == sorted(best_of.values(), reverse=True)


def heads_are_conserved(state: Tournament) -> None:
    """What was put on heads was won, is on heads still, or is nobody's; each head is what came to it (KO-6)."""
    entries, knockouts = state.entries.values(), state.knockouts
    won = sum(line.bounty_won for line in state.players.values())
    assert state.heads.won + state.mystery.paid == won
    assert state.heads.won == sum(each.paid for ko in knockouts.values() for each in ko.bounties)
    assert state.heads.issued == state.heads.won + sum(entry.head for entry in entries) + state.heads.unclaimed
    assert min(won, state.heads.unclaimed, *(entry.own_head for entry in entries), 0) == 0
    paid = state.profile.prizes == "pool" and state.settings.bounty in {"classic", "pko"}
    if paid and state.status != "cancelled":
        assert state.heads.issued == state.bounty_contributions
    came: Counter[tuple[int, int]] = Counter()
    nobodys = sum(ko.unclaimed for ko in knockouts.values())
    for ko in knockouts.values():
        for each in ko.bounties:
            if each.entry is None:
                assert not each.added
                continue
            to = state.entries[each.entry]
            taker = next((number for number in to.taken if number > ko.number), 0)
            if not taker and to.status in {"voided", "dropped"}:
                nobodys += each.added
            else:
                came[each.entry, taker] += each.added
    assert state.heads.unclaimed == nobodys
    drawn = [each for draws in state.mystery.won.values() for each in draws]
    assert sorted(each.draw for each in drawn) == list(range(1, state.mystery.draws + 1))
    assert {each.knockout: each.draw for each in drawn} == dict(state.mystery.drawn_on)
    assert sum(each.amount for each in drawn) == state.mystery.paid
    for number in (*state.mystery.drawn_on, *state.mystery.due.held):
        assert knockouts[number].voided_at is None
    assert not set(state.mystery.drawn_on) & set(state.mystery.due.held)
    for entry in entries:
        assert list(entry.taken) == sorted(entry.taken)
        assert entry.head == entry.own_head + came[entry.number, 0]
        assert entry.status in {"alive", "voided", "dropped"} or not entry.head
        for number in entry.taken:
            ko = knockouts[number]
            assert ko.entry == entry.number
            assert bounties.worth(ko) == ko.own + came[entry.number, number]
            heads = {each.killer: each.entry for each in ko.bounties}
            killers = tuple((killer, heads.get(killer)) for killer in ko.killers)
            assert (ko.bounties, ko.unclaimed) == bounties.divided(state, bounties.worth(ko), killers)


def counted_stacks_are_of_those_in_play(state: Tournament) -> None:
    """What was counted is of entries that live, each once, at its table, and only while nobody plays (RUL-7)."""
    counting = state.counting
    together = [number for total in counting.tables.values() for number in total.entries]
    covered = [*counting.stacks, *together]
    assert len(set(covered)) == len(covered) == counting.players <= state.alive - len(state.pending)
    assert {state.entries[number].status for number in covered} <= {"alive"}
    assert counting.counted == sum(counting.stacks.values()) + sum(each.chips for each in counting.tables.values())
    for table, total in counting.tables.items():
        assert {(state.entries[number].chair or (0, 0))[0] for number in total.entries} <= {table}
    assert stands(state) or not covered


def the_record_comes_out_even(state: Tournament) -> None:
    """No counter is off what the entries add up to, and no bonus is given twice (AUD-6, RUL-9)."""
    kinds = {"entries", "rebuys", "add_ons", "contributions", "bounty_money", "rake", "funds", "heads", "prizes"}
    assert not kinds & {each.kind for each in reconciliation(state).differences}
    for entry in state.entries.values():
        assert len(set(entry.bonuses)) == len(entry.bonuses)
        assert entry.extra >= 0
        assert not entry.extra or not entry.seated
    for line in state.players.values():
        assert sum("staff" in state.entries[number].bonuses for number in line.entries) <= 1


def seats_and_entries_agree(state: Tournament) -> None:
    """Every living entry has one chair, every chair one entry, and nobody else has any."""
    chairs = {(table.number, seat): number for table in state.tables.values() for seat, number in table.seats.items()}
    held = {entry.chair: entry.number for entry in state.entries.values() if entry.chair is not None}
    assert chairs == held
    assert len(set(chairs.values())) == len(chairs)
    for number, table in state.tables.items():
        assert number == table.number <= max(state.settings.tables, number * (not table.seats))
        assert max(table.seats, default=1) <= seats_at(state, number)
    for entry in state.entries.values():
        assert (entry.chair is not None) == (entry.status in {"alive", "pending"}) or (
            entry.status == "registered" and entry.checked_in and not state.drawn
        )
        assert not entry.absent or (entry.status == "alive" and not entry.checked_in)


def the_absent_are_kept_apart(state: Tournament) -> None:
    """Who sits without having come is on the map of the absent with a stack that is known, and nobody else (NOSH-2)."""
    absent = {entry.number: entry.absent_stack for entry in state.entries.values() if entry.absent}
    assert set(state.absent) == set(absent)
    assert all(stack is not None and stack > 0 for stack in absent.values())
    assert all(mark.at <= state.last_at for mark in state.trail)
    assert [mark.at for mark in state.trail] == sorted(mark.at for mark in state.trail)


def nobody_plays_twice(state: Tournament) -> None:
    by_player = defaultdict(list)
    for entry in state.entries.values():
        by_player[entry.player].append(entry)
    for player, line in state.players.items():
        mine = by_player[player]
        if len(mine) == 1 and line.entries == (mine[0].number,):
            continue
        open_ones = [entry.number for entry in mine if entry.status in OPEN]
        assert open_ones in ([], list(line.entries[-1:]))
        assert list(line.entries) == sorted(line.entries)
        assert all(entry.number in line.entries for entry in mine if entry.seated and entry.status != "voided")
    for entry in state.entries.values():
        knockout = state.knockouts[entry.knockout] if entry.knockout else None
        assert (entry.status in {"pending", "out"}) <= (knockout is not None and knockout.voided_at is None)
        assert entry.status != "alive" or knockout is None
        assert knockout is None or knockout.rebought_at is None


def credits_are_conserved(state: Tournament) -> None:
    given: dict[str, Fraction] = {}
    whole: Counter[str] = Counter()
    for knockout in state.knockouts.values():
        stands = knockout.voided_at is None
        if len(knockout.killers) == 1 and knockout.credits == ((knockout.killers[0], 1, 1),):
            whole[knockout.killers[0]] += stands
            continue
        shares = [Fraction(over, under) for _, over, under in knockout.credits]
        assert sum(shares) in {Fraction(0), Fraction(1), Fraction(1, 2)}
        assert bool(shares) == bool(knockout.killers) or (knockout.rebought_at is not None and not shares)
        if stands:
            for player, over, under in knockout.credits:
                given[player] = given.get(player, Fraction(0)) + Fraction(over, under)
    for player in given:
        given[player] += whole.pop(player, 0)
    counted = {player: (count, 1) for player, count in whole.items() if count}
    counted |= {player: (total.numerator, total.denominator) for player, total in given.items() if total}
    assert {player: line.credits for player, line in state.players.items() if line.credits[0]} == counted


def open_moves_are_promises_of_the_living(state: Tournament) -> None:
    """Who is under way lives and sits where he was sent, or keeps a chair for when his hand is over (SEAT-4, SEAT-11).

    No two are sent to one chair, and what is kept about the tables is what a recount gives.
    """
    assert state.lapsed == ()
    assert not state.promises or state.running
    leaving: dict[int, set[int]] = defaultdict(set)
    reserved: dict[int, dict[int, int]] = defaultdict(dict)
    for number, promise in state.promises.items():
        entry = state.entries[number]
        assert (promise.entry, promise.player, entry.status) == (number, entry.player, "alive")
        leaving[promise.leaving[0]].add(number)
        if promise.status != "queued":
            assert entry.chair == promise.to
            assert (promise.ticket is not None) == (promise.due_at is not None)
            assert (promise.status == "overdue") == (promise.escalations > 0)
            continue
        assert entry.chair == promise.leaving
        assert promise.due_at is None
        if promise.swap_with is None:
            reserved[promise.to[0]][promise.to[1]] = number
        else:
            assert (state.promises[promise.swap_with].swap_with, state.entries[promise.swap_with].chair) == (
                number,
                promise.to,
            )
    for number, table in state.tables.items():
        assert set(table.leaving) == leaving[number]
        assert dict(table.reserved) == reserved[number]
        assert not set(table.reserved) & set(table.seats)
        assert max(table.reserved, default=1) <= seats_at(state, number)
        assert not (table.broken and table.reserved)
    called = [promise for promise in state.promises.values() if promise.status != "queued"]
    waiting = [promise for promise in state.promises.values() if promise.status == "queued"]
    assert set(numbers(state.expecting)) == {promise.to[0] for promise in called}
    assert set(numbers(state.queued)) == {promise.leaving[0] for promise in waiting}
    assert set(numbers(state.reserving)) == {number for number, table in state.tables.items() if table.reserved}
    assert state.reservations == sum(len(table.reserved) for table in state.tables.values())
    assert state.overdue == sum(promise.status == "overdue" for promise in called)
    assert dict(state.expected.held) == {each.ticket: each.entry for each in called if each.ticket is not None}
    dues = [state.promises[state.expected.held[ticket]].due_at for ticket in in_order(state.expected)]
    known = [due for due in dues if due is not None]
    assert known == sorted(known)
    assert len(known) == len(dues)


def the_waiting_list_is_in_order(state: Tournament) -> None:
    """Who waits is on the list once, by his sign-up; nobody waits while something is free for him (REG-1)."""
    waiting = {entry.signed_up: entry.number for entry in state.entries.values() if entry.status == "waiting"}
    assert dict(state.waiting.held) == waiting
    again = {number: state.entries[number] for number in state.waiting_again.held.values()}
    assert all(entry.status == "out" and state.current(entry.player) == entry for entry in again.values())
    assert {entry.signed_up: number for number, entry in again.items()} == dict(state.waiting_again.held)
    settings = state.settings
    closed = {number for number, table in state.tables.items() if table.broken}
    usable = [number for number in settings.club_tables if number not in closed]
    room = sum(seats_at(state, number) for number in usable) - len(state.held) - state.reservations
    free = room - sum(len(table.seats) for table in state.tables.values()) if state.drawn else room
    most = settings.most_players
    place = most is None or state.registered + state.unique < most
    if state.status == "registration_open":
        assert not (state.waiting and place)
    if state.running and state.drawn:
        assert not (state.waiting and place and free > 0)
        assert not (state.waiting_again and free > 0)
    if state.ended_at is not None:
        assert (len(state.waiting), len(state.waiting_again), len(state.held)) == (0, 0, 0)
    head = [views.entry(state, number)["waiting_position"] for number in near(state)]
    assert head == list(range(1, len(head) + 1))


def who_is_called_has_his_time(state: Tournament) -> None:
    """Places and seats are kept in the order of the calls, each until an instant of its own (REG-1)."""
    assert {number: call for call, number in state.held.held.items()} == dict(state.calls)
    called = [state.entries[state.held.held[call]] for call in in_order(state.held)]
    assert all(entry.status in {"registered", "out"} for entry in called)
    untils = [entry.held_until for entry in called if entry.held_until is not None]
    assert len(untils) == len(called)
    assert untils == sorted(untils)


def decisions_are_awaited_in_order(state: Tournament) -> None:
    """Every pending bust is on the line of its knockout record, with its own instant (KO-5)."""
    pending = {entry.knockout: entry.number for entry in state.entries.values() if entry.status == "pending"}
    assert dict(state.pending.held) == pending
    untils = [state.knockouts[number].pending_until for number in in_order(state.pending)]
    known = [until for until in untils if until is not None]
    assert len(known) == len(untils)
    assert known == sorted(known)


def a_countdown_is_for_a_full_sit_and_go(state: Tournament) -> None:
    terms = state.settings.sit_and_go
    full = terms is not None and state.status == "registration_open" and state.registered == terms.players
    assert (state.countdown is not None) == full


def the_clock_is_one_thing(state: Tournament) -> None:
    clock = state.clock
    assert (clock is None) == (state.started_at is None)
    if clock is None:
        return
    assert (state.status == "paused") == ("pause" in clock.stops and state.running)
    assert clock.ends_at is None or clock.remaining is None
    assert not (clock.stops and clock.ends_at)
    assert not (clock.expired and (clock.ends_at or clock.remaining))
    assert (clock.running_since is not None) == (state.running and not clock.stops)
    assert 0 <= clock.position < len(state.settings.structure.steps)


def hands_are_at_the_step_of_their_beginning(state: Tournament) -> None:
    """Behind the clock are just the tables in a hand that began at another step; windows about to shut are in order."""
    if state.clock is None:
        return
    dealing = [table for table in state.tables.values() if table.hand is not None]
    behind = {table.number for table in dealing if table.hand_step != state.clock.position}
    assert set(numbers(state.old_level)) == behind
    assert list(state.closing) == sorted(state.closing)
    assert all(state.tables[table].disputes_until == until for until, table in state.closing)
    assert not {table for _, table in state.closing} & {table.number for table in dealing}
    held = {number: dispute.table for number, dispute in state.disputes.items()}
    assert held == {number: table.number for table in state.tables.values() for number in table.disputes}


def buttons_fit_their_tables(state: Tournament) -> None:
    """A hand in progress is the table's last, and button, blinds and newcomers are on its seats (SEAT-9)."""
    assert set(numbers(state.dealing)) == {n for n, table in state.tables.items() if table.hand is not None}
    for table in state.tables.values():
        chairs = range(1, seats_at(state, table.number) + 1)
        assert table.hand in {None, table.dealt}
        assert set(table.newcomers) <= set(table.seats)
        assert table.button_drawn is None or (table.deal is None and table.button_drawn in chairs)
        if table.deal is None:
            assert table.hand is not None or not (table.newcomers or table.left)
            continue
        assert table.deal.hand == table.dealt
        assert {table.deal.button, table.deal.small_blind, table.deal.big_blind} <= set(chairs)
        assert table.deal.small_blind != table.deal.big_blind
        assert not (table.left and table.hand)


def windows_are_intervals(state: Tournament) -> None:
    for window in state.windows.values():
        instants = [instant for interval in window.intervals for instant in interval if instant is not None]
        assert instants == sorted(instants)
        assert all(end is not None for _, end in window.intervals[:-1])
    if state.ended_at is not None and state.running:
        assert not any(window.open for window in state.windows.values())


def hand_for_hand_is_of_the_tables_in_play(state: Tournament) -> None:
    """A round is on only while a table plays or a stack is wanted; its busts alone have its number (RUL-1)."""
    last = state.last_round
    assert last is None or (last.round > 0 and not last.on)
    assert last is None or all(state.knockouts[number].bust == last.bust for number in last.busts)
    current = state.hand_for_hand
    if current is None:
        return
    assert state.running
    assert not (current.waiting and not current.on)
    assert (current.round > 0) or not (current.on or current.busts)
    assert (current.bust is None) == (not current.busts)
    busts = [state.knockouts[number] for number in current.busts]
    assert all(bust.bust == current.bust for bust in busts)
    others = [bust for bust in state.knockouts.values() if bust.number not in current.busts]
    assert current.bust is None or all(bust.bust != current.bust for bust in others)


def the_live_ranking_is_a_recount(state: Tournament) -> None:
    """Before the finish who is out has one place more than there are players placed better (PLC-1)."""
    rows = [views.entry(state, number) for number in state.entries]
    shown = standings(state.profile.same_hand_busts, views.head(state), rows)
    if state.results_version or state.status == "cancelled":
        assert not shown.provisional
        assert {row["entry"]: place for place, row in shown.lines} == dict(state.places)
        return
    current = [state.entries[line.entries[-1]] for line in state.players.values() if line.entries]
    standing_busts = {bust.entry for bust in rounds.standing(state)}
    out = {entry.number for entry in current if entry.status == "out"} - standing_busts
    of = {number: state.knockouts[state.entries[number].knockout or 0] for number in out}
    assert shown.left == in_the_money.players_left(state)
    together: dict[int, list[Knockout]] = defaultdict(list)
    for bust in of.values():
        together[bust.bust].append(bust)
    split = state.profile.same_hand_busts == "stack_at_one_table"
    wanted: dict[int, int] = {}
    before = shown.left
    for _, busts in sorted(together.items(), reverse=True):
        pots: dict[int, set[int]] = defaultdict(set)
        for bust in busts:
            pots[bust.chair[0] * split].add(bust.rank)
        ranks = [sum(better < bust.rank for better in pots[bust.chair[0] * split]) for bust in busts]
        wanted |= {
            bust.entry: before + 1 + sum(r < rank for r in ranks) for bust, rank in zip(busts, ranks, strict=True)
        }
        before += len(busts)
    assert {row["entry"]: place for place, row in shown.lines} == wanted


def places_have_no_gap(state: Tournament) -> None:
    """Places run from 1 without a gap but for ties, and one player holds one."""
    given = sorted(state.places.values())
    assert given == [1 + bisect_left(given, place) for place in given]
    if state.status in {"prizes_pending", "finished"}:
        current = {line.entries[-1] for line in state.players.values() if line.entries}
        assert set(state.places) == {number for number in current if state.entries[number].seated}
    elif state.status != "cancelled":  # a tournament may be called off while its prizes are still pending
        assert not given


def nothing_is_overdue(state: Tournament) -> None:
    """What was due by the last event has happened; once it is over, nothing is due any more."""
    due = deadlines.next_deadline(state)
    assert due is None or due.at > state.last_at
    if state.status in {"finished", "cancelled"}:
        assert due is None
    assert deadlines.consequences(state, state.last_at) == ()


def chips(recorded: Iterable[e.Recorded]) -> int:
    """Return the chips in play by a model that knows events only."""
    total = 0
    sat: set[int] = set()
    removed: dict[int, int] = {}
    for line in recorded:
        match line.event:
            case e.FieldSeated() as event:
                total += sum(seat[3] for seat in event.seats)
                sat |= {seat[0] for seat in event.seats}
            case e.PlayerSeated() | e.ReEntered() | e.Rebought() | e.AddOnTaken() as event:
                total += event.chips
                sat.add(event.entry)
            case e.Busted() as event:
                removed[event.knockout] = event.chips_removed
                total -= event.chips_removed
            case e.KnockoutVoided() as event:
                total += removed[event.knockout]
            case e.BustCorrected() as event:
                total += removed[event.knockout] - event.chips_removed
                removed[event.knockout] = event.chips_removed
            case e.EntryVoided() as event:
                total -= event.chips
            case e.BonusGiven() as event:
                total += event.chips * (event.entry in sat)
            case e.BonusVoided() as event:
                total -= event.chips * (event.entry in sat)
            case e.RegistrationsDropped() as event:
                total -= sum(gone.stack for gone in event.withdrawn)
            case e.ClockRebased() as event:
                total += sum(gone.stack for gone in event.withdrawn)
                total += sum(removed[knockout] for knockout in event.knockouts)
            case _:
                pass
    return total


def the_record_is_the_state(state: Tournament, recorded: list[e.Recorded]) -> None:
    """Folding the stored texts gives the state; the snapshot gives it too; the order of events is the order of time."""
    texts = [e.to_text(line) for line in recorded]
    again = [e.from_text(text) for text in texts]
    assert again == recorded
    assert [e.to_text(line) for line in again] == texts
    assert fold(again) == state
    text = snapshot.dump(state)
    assert snapshot.load(text) == state
    assert snapshot.dump(snapshot.load(text)) == text
    assert [line.seq for line in recorded] == list(range(1, len(recorded) + 1))
    assert [line.at for line in recorded] == sorted(line.at for line in recorded)
    assert views.all_rows(fold(again)) == views.all_rows(state)


def the_rows_follow_the_record(recorded: list[e.Recorded]) -> None:
    """Writing after each event the rows that it touched gives the rows that the whole record gives (AUD-3)."""
    state = None
    entries: dict[int, views.Row] = {}
    tables: dict[int, views.Row] = {}
    for line in recorded:
        state = evolve(state, line)
        changed = views.rows(state, (line,))
        entries |= changed.entries
        tables |= changed.tables
    assert state is not None
    whole = views.all_rows(state)
    assert entries == dict(whole.entries)
    assert tables == dict(whole.tables)
