"""The state that follows an event.  It copies what was decided and never judges."""

from collections.abc import Iterable
from typing import assert_never

from immutables import Map

from domain import (
    absent,
    ballots,
    bonuses,
    books,
    breaking,
    chips,
    clock,
    deals,
    disputes,
    entries,
    fees,
    first_buttons,
    first_draw,
    halts,
    hand_for_hand,
    hands,
    knockouts,
    known_stacks,
    ledger,
    lifecycle,
    locks,
    moved,
    mystery,
    obligations,
    old_level,
    pay_first,
    pending,
    pool,
    previews,
    prize_lines,
    prizes,
    proposals,
    rebase,
    redraws,
    settlement,
    sit_and_go,
    windows,
    wrong_bust,
    wrong_killer,
    wrong_order,
    wrong_seats,
)
from domain import events as e
from domain.changes import replace
from domain.state import Tournament


def evolve(state: Tournament | None, recorded: e.Recorded) -> Tournament:
    """Return the state after an event; only the first, `tournament_created`, follows on None.

    Raises:
        ValueError: the event does not follow on the state's last one.
    """
    if state is None:
        return _created(recorded)
    if recorded.seq != state.seq + 1:
        message = f"event {recorded.seq} does not follow on {state.seq}"
        raise ValueError(message)
    applied = pay_first.evolve_unpaid(_applied(state, recorded), recorded.event)
    applied = ledger.evolve_unwanted(state, applied)
    booked = known_stacks.follow(state, _booked(_kept(applied, recorded), recorded), recorded)
    return replace(
        rebase.remember(state, booked, recorded),
        seq=recorded.seq,
        last_at=recorded.at,
        weighed=recorded.seq if previews.weighs(recorded.event) else state.weighed,
        lots=max(state.lots, _lot_used(recorded.event)),
    )


def _lot_used(event: e.Event) -> int:
    """Return the number of the lot that the event used up; 0: none."""
    match event:
        case e.LotVoided():
            return event.number
        case (
            e.MoveProposed()
            | e.TableBroken()
            | e.FieldRedrawn()
            | e.FinalTableFormed()
            | e.FieldSeated()
            | e.ButtonsDrawn()
            | e.PlayerSeated()
            | e.ReEntered()
            | e.Rebought()
            | e.KnockoutVoided()
            | e.TiedLinesDrawn()
            | e.MysteryDrawn()
            | e.BustCorrected()
        ):
            return event.lot or 0
        case _:
            return 0


def fold(recordeds: Iterable[e.Recorded]) -> Tournament:
    """Return the state that these events give, from the first on.

    Raises:
        ValueError: there is no event, or one is missing.
    """
    state: Tournament | None = None
    for recorded in recordeds:
        state = evolve(state, recorded)
    if state is None:
        message = "no events to fold"
        raise ValueError(message)
    return state


def _created(recorded: e.Recorded) -> Tournament:
    event = recorded.event
    if not isinstance(event, e.TournamentCreated) or recorded.seq != 1:
        message = f"a tournament begins with its creation, not with {event.kind}"
        raise ValueError(message)
    return Tournament(
        id=event.tournament,
        club=event.club,
        settings=event.settings,
        profile=event.profile,
        seq=1,
        last_at=recorded.at,
    )


def _applied(state: Tournament, recorded: e.Recorded) -> Tournament:
    """Return what the event's own subject makes of it."""
    event = recorded.event
    if isinstance(event, e.LifecycleEvent):
        return _lifecycle(state, event, recorded)
    if isinstance(event, e.SeatEvent):
        return _seats(state, event, recorded)
    if isinstance(event, e.ClockEvent):
        return _clock(state, event, recorded)
    if isinstance(event, e.DealEvent):
        return _deals(state, event, recorded)
    if isinstance(event, e.EntryEvent):
        return _entries(state, event, recorded)
    if isinstance(event, e.FeeEvent):
        return _fees(state, event)
    if isinstance(event, e.HandEvent):
        return _hands(state, event, recorded)
    if isinstance(event, e.TableEvent):
        return _tables(state, event, recorded)
    if isinstance(event, e.CorrectionEvent):
        return _corrections(state, event, recorded)
    if isinstance(event, e.KnockoutEvent):
        return _knockouts(state, event, recorded)
    if isinstance(event, e.ChipEvent):
        return _chips(state, event, recorded)
    if isinstance(event, e.BookEvent):
        return _books(state, event, recorded)
    return _prizes(state, event, recorded)


def _kept(state: Tournament, recorded: e.Recorded) -> Tournament:
    """Return the state without the announcements that the event fulfils, or with whose entries it does away (FEE-6)."""
    match recorded.event:
        case e.Rebought() as event:
            done = fees.announced(state, event.entry, "rebuy")
        case e.AddOnTaken() as event:
            done = fees.announced(state, event.entry, "add_on")
        case e.ReEntered() as event:
            done = fees.announced(state, event.previous, "re_entry")
        case e.EntryVoided() | e.RegistrationsDropped():
            return obligations.kept(state)
        case e.TournamentCancelled():
            return replace(state, obligations=Map())
        case _:
            return state
    return state if done is None else obligations.evolve_over(state, done.number)


def _booked(state: Tournament, recorded: e.Recorded) -> Tournament:
    """Return the state with the event's number on the entries that came to owe something by it (FEE-3)."""
    match recorded.event:
        case e.FieldSeated() as event:
            return settlement.evolve_booked(state, (number for number, *_ in event.seats), recorded.seq)
        case (
            e.PlayerSeated() | e.ReEntered() | e.Rebought() | e.AddOnTaken() | e.BonusGiven() | e.ObligationDue()
        ) as event if event.price:
            return settlement.evolve_booked(state, (event.entry,), recorded.seq)
        case e.PlayerRegistered() | e.RegistrationRestored() as event if event.entry in state.unpaid:
            return settlement.evolve_booked(state, (event.entry,), recorded.seq)
        case _:
            return state


def _lifecycle(state: Tournament, event: e.LifecycleEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about beginning and end, settings and seed."""
    at = recorded.at
    match event:
        case e.TournamentCreated():
            message = "a tournament is created once"
            raise ValueError(message)
        case e.SettingsEdited():
            return replace(
                state,
                settings=event.settings,
                profile=event.profile,
                settings_version=event.version,
            )
        case e.SeedCommitted():
            return replace(state, commitment=event.commitment)
        case e.SeedRevealed():
            return replace(state, seed_revealed=True)
        case e.LotVoided():
            return state
        case e.RegistrationOpened():
            return replace(state, status="registration_open")
        case e.CountdownStarted():
            return sit_and_go.evolve_countdown(state, event.starts_at)
        case e.CountdownStopped():
            return sit_and_go.evolve_countdown(state, None)
        case e.TournamentStarted():
            return lifecycle.evolve_started(state, at)
        case e.PlayEnded():
            return lifecycle.evolve_ended(state, event, at)
        case e.ResultsRecorded():
            return lifecycle.evolve_results(state, event, recorded.at)
        case e.TournamentFinished():
            return lifecycle.evolve_over(state, event, at)
        case e.TournamentCancelled():
            return settlement.evolve_cancelled(lifecycle.evolve_over(state, event, at), event)
        case _ as missing:
            assert_never(missing)


def _seats(state: Tournament, event: e.SeatEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about seats and moves."""
    at = recorded.at
    match event:
        case e.FieldSeated():
            return first_draw.evolve_field(state, event, at)
        case e.ButtonsDrawn():
            return first_buttons.evolve_drawn(state, event, at)
        case e.PlayerMoved():
            return proposals.evolve_called(moved.evolve_moved(state, event, at), event)
        case e.MoveUndone():
            return proposals.evolve_taken_back(moved.evolve_undone(state, event, at), event)
        case e.SeatsSwapped():
            return moved.evolve_swapped(state, event, at)
        case e.SeatsCorrected():
            return wrong_seats.evolve_corrected(state, event, at)
        case e.MoveQueued():
            return proposals.evolve_called(moved.evolve_queued(state, event, at), event)
        case e.SwapQueued():
            return moved.evolve_swap_queued(state, event, at)
        case e.MoveArrived():
            return moved.evolve_arrived(state, event)
        case e.MoveOverdue():
            return moved.evolve_overdue(state, event)
        case e.MoveDropped():
            return moved.evolve_dropped(state, event)
        case e.SeatLocked():
            return locks.evolve_locked(state, event)
        case e.PlayerExempted():
            return locks.evolve_exempted(state, event)
        case _ as missing:
            assert_never(missing)


def _clock(state: Tournament, event: e.ClockEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about the clock and the windows."""
    at = recorded.at
    match event:
        case e.LevelStarted() | e.BreakStarted():
            return disputes.evolve_step(old_level.evolve_moved_on(clock.evolve_step(state, event, at)), at)
        case e.BreakEnded():
            return replace(state, break_ended_at=at)
        case e.LevelExpired():
            return clock.evolve_expired(state)
        case e.ClockPaused():
            return clock.evolve_paused(state, event, at)
        case e.ClockResumed():
            return clock.evolve_resumed(state, event, at)
        case e.TimeChanged():
            return clock.evolve_time_changed(state, event, at)
        case e.BlindsOverridden():
            return clock.evolve_overridden(state, event)
        case e.LevelsAppended():
            return clock.evolve_appended(state, event)
        case e.ClockRebased():
            return rebase.evolve_rebased(state, event, recorded)
        case e.WindowOpened():
            return windows.evolve_opened(state, event, at)
        case e.WindowClosed():
            return windows.evolve_closed(state, event, at)
        case _ as missing:
            assert_never(missing)


def _entries(state: Tournament, event: e.EntryEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about coming in, waiting, being absent and buying."""
    at = recorded.at
    match event:
        case e.PlayerRegistered():
            return entries.evolve_registered(state, event, recorded.seq)
        case e.PlayerWaitlisted():
            return entries.evolve_waitlisted(state, event, recorded.seq)
        case e.SeatHeld():
            return entries.evolve_seat_held(state, event, recorded.seq)
        case e.SeatReleased():
            return entries.evolve_seat_released(state, event)
        case e.WaitingListClosed():
            return entries.evolve_list_closed(state, event)
        case e.PlayerUnregistered():
            return entries.evolve_unregistered(state, event)
        case e.PlayerCheckedIn():
            return entries.evolve_checked_in(state, event)
        case e.CheckInsLapsed():
            return pay_first.evolve_lapsed(state, event)
        case e.PlayerSeated():
            return entries.evolve_seated(state, event)
        case e.PlayerArrived():
            return entries.evolve_arrived(state, event)
        case e.RegistrationsDropped():
            return entries.evolve_dropped(state, event, at)
        case e.OrbitCharged():
            return absent.evolve_charged(state, event, at)
        case e.StackCounted():
            return absent.evolve_counted(state, event)
        case e.AbsenceOver():
            return replace(state, absence_over=True)
        case e.RegistrationRestored():
            return entries.evolve_restored(state, event)
        case e.ReEntered():
            return entries.evolve_re_entered(state, event)
        case e.Rebought():
            return knockouts.evolve_rebought(entries.evolve_rebought(state, event), event, at)
        case e.AddOnTaken():
            return entries.evolve_add_on(state, event)
        case e.EntryVoided():
            return entries.evolve_voided(state, event)
        case _ as missing:
            assert_never(missing)


def _hands(state: Tournament, event: e.HandEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about hands, buttons and disputes."""
    at = recorded.at
    match event:
        case e.HandsReported():
            return disputes.evolve_reported(hands.evolve_reported(state, event, at), event.table)
        case e.HandStarted():
            begun = old_level.evolve_started(hands.evolve_started(state, event, at), event)
            return disputes.evolve_started(begun, event, at)
        case e.HandEnded():
            over = disputes.evolve_ended(hands.evolve_ended(state, event, at), event.table, at)
            return hand_for_hand.evolve_finished(over, event.table)
        case e.DisputeRaised():
            return disputes.evolve_raised(state, event, at)
        case e.DisputeSettled():
            return disputes.evolve_settled(state, event)
        case e.DisputeWindowClosed():
            return disputes.evolve_closed(state, event)
        case e.ButtonSet():
            return hands.evolve_button(state, event, at)
        case _ as missing:
            assert_never(missing)


def _tables(state: Tournament, event: e.TableEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about tables, proposals and halts."""
    at = recorded.at
    match event:
        case e.TableOpened():
            return breaking.evolve_opened(state, event)
        case e.BreakQueued():
            return breaking.evolve_queued(state, event)
        case e.BreakDropped():
            return breaking.evolve_dropped(state, event)
        case e.TableBroken():
            return breaking.evolve_broken(state, event, at)
        case e.TableReopened():
            return breaking.evolve_reopened(state, event)
        case e.BreakOrderSet():
            return breaking.evolve_order(state, event)
        case e.RedrawQueued():
            return redraws.evolve_queued(state, event)
        case e.RedrawDropped():
            return redraws.evolve_dropped(state)
        case e.FieldRedrawn():
            return redraws.evolve_redrawn(state, event, at)
        case e.FinalTableFormed():
            return redraws.evolve_formed(state, event, at)
        case e.MoveProposed():
            return proposals.evolve_proposed(state, event, at)
        case e.ProposalWithdrawn():
            return proposals.evolve_withdrawn(state)
        case e.ProposalConfirmed():
            return proposals.evolve_confirmed(state)
        case e.ProposalDeclined():
            return proposals.evolve_declined(state, event)
        case e.ProposalEscalated():
            return proposals.evolve_escalated(state)
        case e.HaltAdvised():
            return halts.evolve_advised(state, event)
        case e.HaltWaived():
            return halts.evolve_waived(state, event)
        case e.HaltEnded():
            return halts.evolve_ended(state, event)
        case _ as missing:
            assert_never(missing)


def _knockouts(state: Tournament, event: e.KnockoutEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about busts and hand-for-hand."""
    at = recorded.at
    match event:
        case e.Busted():
            busted = halts.evolve_busted(knockouts.evolve_busted(state, event, recorded), event)
            return hand_for_hand.evolve_busted(busted, event)
        case e.EliminationCompleted():
            return halts.evolve_completed(pending.evolve_completed(state, event, at), event)
        case e.KnockoutVoided():
            return knockouts.evolve_voided(state, event, recorded)
        case e.MysteryDrawn():
            return mystery.evolve_drawn(state, event)
        case e.MysteryPrizesSet():
            return mystery.evolve_prizes_set(state, event)
        case e.HandForHandStarted():
            return hand_for_hand.evolve_started(state, event, at)
        case e.HandForHandRoundStarted():
            return hand_for_hand.evolve_round_started(state, event)
        case e.TableFinished():
            return hand_for_hand.evolve_finished(hands.evolve_unreported(state, event.table), event.table)
        case e.StackStated():
            return hand_for_hand.evolve_stated(state, event)
        case e.HandForHandRoundEnded():
            return hand_for_hand.evolve_round_ended(state, event)
        case e.HandForHandEnded():
            return hand_for_hand.evolve_ended(state, event)
        case _ as missing:
            assert_never(missing)


def _corrections(state: Tournament, event: e.CorrectionEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after a record was put right."""
    match event:
        case e.BustCorrected():
            return wrong_bust.evolve_bust(state, event, recorded)
        case e.KillersCorrected():
            return wrong_killer.evolve_killers(state, event)
        case e.OrderCorrected():
            return wrong_order.evolve_order(state, event)
        case _ as missing:
            assert_never(missing)


def _fees(state: Tournament, event: e.FeeEvent) -> Tournament:
    """Return the state after an event about what is paid."""
    match event:
        case e.DebtSettled():
            return settlement.evolve_settled(state, event)
        case e.SettlementVoided():
            return settlement.evolve_voided(state, event)
        case e.RefundMarked():
            return settlement.evolve_refunded(state, event)
        case e.RefundVoided():
            return settlement.evolve_refund_voided(state, event)
        case e.PurchaseAnnounced():
            return obligations.evolve_announced(state, event)
        case e.AnnouncementWithdrawn():
            return obligations.evolve_over(state, event.obligation)
        case e.ObligationDue():
            return obligations.evolve_due(state, event)
        case _ as missing:
            assert_never(missing)


def _chips(state: Tournament, event: e.ChipEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about chips that were counted or given."""
    match event:
        case e.ChipsCounted():
            return chips.evolve_counted(state, event, recorded.at)
        case e.BonusGiven():
            return bonuses.evolve_given(state, event)
        case e.BonusVoided():
            return bonuses.evolve_voided(state, event)
        case _ as missing:
            assert_never(missing)


def _books(state: Tournament, event: e.BookEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about the books."""
    match event:
        case e.DifferenceExplained():
            return books.evolve_explained(state, event)
        case e.BooksClosed():
            return books.evolve_closed(state, event, recorded.at)
        case e.BooksReopened():
            return books.evolve_reopened(state)
        case _ as missing:
            assert_never(missing)


def _deals(state: Tournament, event: e.DealEvent, recorded: e.Recorded) -> Tournament:
    """Return the state after an event about a deal."""
    match event:
        case e.DealTalkOpened():
            return deals.evolve_opened(state, recorded.at)
        case e.DealProposed():
            return chips.evolve_deal(deals.evolve_proposed(state, event), event, recorded.at)
        case e.DealVoteOpened():
            return ballots.evolve_opened(state, event, recorded.at)
        case e.BallotCast():
            return ballots.evolve_cast(state, event)
        case e.DealVoteClosed():
            return ballots.evolve_closed(state)
        case e.DealVoteCounted() | e.BallotsDiscarded():
            return ballots.evolve_gone(state)
        case e.DealAgreed():
            return deals.evolve_agreed(state)
        case e.DealTalkEnded():
            return deals.evolve_ended(state, event)
        case e.DealCoolDownOver():
            return deals.evolve_cooled_down(state)
        case _ as missing:
            assert_never(missing)


def _prizes(state: Tournament, event: e.PrizeEvent, _recorded: e.Recorded) -> Tournament:
    """Return the state after an event about the guarantee and the prizes."""
    match event:
        case e.GuaranteeWithdrawn():
            return pool.evolve_withdrawn(state)
        case e.PrizesRecorded():
            return prizes.evolve_recorded(state, event)
        case e.CreditsRecorded():
            return ledger.evolve_recorded(state, event)
        case e.PayoutsHeld():
            return ledger.evolve_held(state, event)
        case e.PayoutsReleased():
            return ledger.evolve_released(state)
        case e.TiedLinesDrawn():
            return prize_lines.evolve_drawn(state, event)
        case _ as missing:
            assert_never(missing)
