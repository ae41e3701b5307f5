"""Which function answers which command."""

from typing import assert_never

from domain import (
    absent,
    advice,
    arrivals,
    ballots,
    bonuses,
    books,
    breaking,
    chips,
    clock,
    deals,
    disputes,
    entries,
    final_table,
    halts,
    hand_for_hand,
    knockouts,
    ledger,
    lifecycle,
    locks,
    moves,
    mystery,
    obligations,
    pending,
    pool,
    proposals,
    rebase,
    redraws,
    settlement,
    table_reports,
    wrong_bust,
    wrong_killer,
    wrong_order,
    wrong_seats,
)
from domain import commands as c
from domain.decisions import Context, Decision
from domain.state import Tournament


def decide(state: Tournament, command: c.Command, context: Context) -> Decision:
    """Answer a command: the events, a rejection, nothing to change, or the lot that must be drawn first.

    While the books are closed nothing but their opening changes anything (AUD-6).
    """
    decision = _decided(state, command, context)
    looks = isinstance(command, c.PreviewedCommand) and command.preview
    if books.closed(state) and not looks and not isinstance(command, c.ReopenBooks):
        return books.refused(decision)
    return decision


def _decided(state: Tournament, command: c.Command, context: Context) -> Decision:
    """Answer a command, whatever the books say."""
    if isinstance(command, c.LifecycleCommand):
        return _lifecycle(state, command, context)
    if isinstance(command, c.ClockCommand):
        return _clock(state, command, context)
    if isinstance(command, c.FeeCommand):
        return _fees(state, command, context)
    if isinstance(command, c.DealCommand):
        return _deals(state, command, context)
    if isinstance(command, c.PrizeCommand):
        return _prizes(state, command, context)
    if isinstance(command, c.EntryCommand):
        return _entries(state, command, context)
    if isinstance(command, c.HandCommand):
        return _hands(state, command, context)
    if isinstance(command, c.TableCommand):
        return _tables(state, command, context)
    if isinstance(command, c.ChipCommand):
        return _chips(state, command, context)
    if isinstance(command, c.BookCommand):
        return _books(state, command)
    if isinstance(command, c.CorrectionCommand):
        return _corrections(state, command, context)
    return _knockouts(state, command, context)


def _lifecycle(state: Tournament, command: c.LifecycleCommand, context: Context) -> Decision:
    """Answer a command about beginning and end, settings and seed."""
    match command:
        case c.OpenRegistration():
            return lifecycle.open_registration(state, context)
        case c.EditSettings():
            return lifecycle.edit_settings(state, command)
        case c.Start():
            return lifecycle.start(state, context)
        case c.Finish():
            return lifecycle.finish(state, command)
        case c.Cancel():
            return lifecycle.cancel(state)
        case _ as missing:
            assert_never(missing)


def _clock(state: Tournament, command: c.ClockCommand, context: Context) -> Decision:
    """Answer a command about the clock and the windows."""
    at = context.at
    match command:
        case c.Pause():
            return clock.pause(state, at)
        case c.Resume():
            return clock.resume(state, at)
        case c.HoldForReview():
            return clock.hold_for_review(state, at)
        case c.ReleaseReview():
            return clock.release_review(state, at)
        case c.NextLevel():
            return clock.next_level(state, command, at)
        case c.PreviousLevel():
            return clock.previous_level(state, command, at)
        case c.ResetLevel():
            return clock.reset_level(state, command, at)
        case c.SetRemaining():
            return clock.set_remaining(state, command, at)
        case c.AddTime():
            return clock.add_time(state, command, at)
        case c.OverrideBlinds():
            return clock.override_blinds(state, command)
        case c.AppendLevels():
            return clock.append_levels(state, command)
        case c.RebaseClock():
            return rebase.rebase_clock(state, command, at)
        case _ as missing:
            assert_never(missing)


def _prizes(state: Tournament, command: c.PrizeCommand, _context: Context) -> Decision:
    """Answer a command about the guarantee and the prizes."""
    match command:
        case c.WithdrawGuarantee():
            return pool.withdraw_guarantee(state, command)
        case c.HoldPayouts():
            return ledger.hold_payouts(state, command)
        case c.ReleasePayouts():
            return ledger.release_payouts(state, command)
        case _ as missing:
            assert_never(missing)


def _fees(state: Tournament, command: c.FeeCommand, context: Context) -> Decision:
    """Answer a command about what is owed, paid and announced."""
    match command:
        case c.Settle():
            return settlement.settle(state, command)
        case c.VoidSettlement():
            return settlement.void_settlement(state, command)
        case c.MarkRefunded():
            return settlement.mark_refunded(state, command)
        case c.VoidRefund():
            return settlement.void_refund(state, command)
        case c.AnnouncePurchase():
            return obligations.announce(state, command, context)
        case c.WithdrawAnnouncement():
            return obligations.withdraw(state, command)
        case _ as missing:
            assert_never(missing)


def _chips(state: Tournament, command: c.ChipCommand, context: Context) -> Decision:
    """Answer a command about chips that are counted or given."""
    match command:
        case c.CountChips():
            return chips.count_chips(state, command)
        case c.GiveBonus():
            return bonuses.give_bonus(state, command, context)
        case c.VoidBonus():
            return bonuses.void_bonus(state, command)
        case _ as missing:
            assert_never(missing)


def _books(state: Tournament, command: c.BookCommand) -> Decision:
    """Answer a command about the books."""
    match command:
        case c.ExplainDifference():
            return books.explain_difference(state, command)
        case c.CloseBooks():
            return books.close_books(state)
        case c.ReopenBooks():
            return books.reopen_books(state, command)
        case _ as missing:
            assert_never(missing)


def _deals(state: Tournament, command: c.DealCommand, context: Context) -> Decision:
    """Answer a command about a deal."""
    at = context.at
    match command:
        case c.OpenDealTalk():
            return deals.open_talk(state, at)
        case c.ProposeDeal():
            return deals.propose(state, command)
        case c.AcceptDeal():
            return deals.accept(state, command, at)
        case c.OpenVote():
            return ballots.open_vote(state, command, at)
        case c.CastBallot():
            return ballots.cast(state, command, context)
        case c.ExposeVote():
            return deals.expose(state, command, at)
        case c.EndDealTalk():
            return deals.end_talk(state, at)
        case _ as missing:
            assert_never(missing)


def _entries(state: Tournament, command: c.EntryCommand, context: Context) -> Decision:
    """Answer a command about coming in, waiting, being absent and buying."""
    match command:
        case c.Register():
            return entries.register(state, command, context)
        case c.Unregister():
            return entries.unregister(state, command, context)
        case c.CheckIn():
            return absent.check_in(state, command, context)
        case c.ProcessNoShow():
            return absent.process_no_show(state, command)
        case c.CountStack():
            return absent.count_stack(state, command)
        case c.RestoreRegistration():
            return entries.restore_registration(state, command, context)
        case c.ReEnter():
            return entries.re_enter(state, command, context)
        case c.Rebuy():
            return entries.rebuy(state, command, context)
        case c.AddOn():
            return entries.add_on(state, command, context)
        case c.SurrenderStack():
            return entries.surrender_stack(state, command, context)
        case c.VoidEntry():
            return entries.void_entry(state, command)
        case _ as missing:
            assert_never(missing)


def _hands(state: Tournament, command: c.HandCommand, context: Context) -> Decision:
    """Answer a command about hands, buttons and disputes."""
    at = context.at
    match command:
        case c.ReportHands():
            return table_reports.report_hands(state, command, at)
        case c.StartHand():
            return table_reports.start_hand(state, command, context)
        case c.EndHand():
            return table_reports.end_hand(state, command, at)
        case c.SetButton():
            return table_reports.set_button(state, command)
        case c.RaiseDispute():
            return disputes.raise_dispute(state, command, context)
        case c.SettleDispute():
            return disputes.settle_dispute(state, command)
        case _ as missing:
            assert_never(missing)


def _tables(state: Tournament, command: c.TableCommand, context: Context) -> Decision:
    """Answer a command about tables, proposals and halts."""
    at = context.at
    match command:
        case c.MovePlayer():
            return moves.move_player(state, command, at)
        case c.ConfirmArrival():
            return arrivals.confirm_arrival(state, command)
        case c.CorrectSeat():
            return wrong_seats.correct_seat(state, command, context)
        case c.UndoMove():
            return moves.undo_move(state, command, at)
        case c.SwapSeats():
            return moves.swap_seats(state, command, at)
        case c.BreakTable():
            return breaking.break_table(state, command, context)
        case c.ReopenTable():
            return breaking.reopen_table(state, command)
        case c.SetBreakOrder():
            return breaking.set_break_order(state, command)
        case c.FormFinalTable():
            return final_table.form_final_table(state, command, context)
        case c.Redraw():
            return redraws.redraw(state, command, context)
        case c.LockSeat():
            return locks.lock_seat(state, command)
        case c.ExemptPlayer():
            return locks.exempt_player(state, command)
        case c.ConfirmProposal():
            return advice.confirm_proposal(state, command, context)
        case c.DeclineProposal():
            return proposals.decline(state, command)
        case c.WaiveHalt():
            return halts.waive(state, command)
        case _ as missing:
            assert_never(missing)


def _corrections(state: Tournament, command: c.CorrectionCommand, context: Context) -> Decision:
    """Answer a command that puts a record right."""
    match command:
        case c.CorrectBust():
            return wrong_bust.correct_bust(state, command, context)
        case c.CorrectKillers():
            return wrong_killer.correct_killers(state, command)
        case c.CorrectOrder():
            return wrong_order.correct_order(state, command)
        case _ as missing:
            assert_never(missing)


def _knockouts(state: Tournament, command: c.KnockoutCommand, context: Context) -> Decision:
    """Answer a command about busts and hand-for-hand."""
    at = context.at
    match command:
        case c.RecordKnockout():
            return knockouts.record_knockout(state, command, at)
        case c.RecordKnockoutGroup():
            return knockouts.record_knockout_group(state, command, at)
        case c.DeclineRebuy():
            return pending.decline_rebuy(state, command, context)
        case c.VoidKnockout():
            return knockouts.void_knockout(state, command, context)
        case c.DrawMystery():
            return mystery.draw_mystery(state, command, context)
        case c.SetMysteryPrizes():
            return mystery.set_mystery_prizes(state, command, at)
        case c.StartHandForHand():
            return hand_for_hand.start_hand_for_hand(state, command, at)
        case c.EndHandForHand():
            return hand_for_hand.end_hand_for_hand(state, at)
        case c.StartRound():
            return hand_for_hand.start_round(state, command)
        case c.FinishHand():
            return hand_for_hand.finish_hand(state, command, at)
        case c.StateStack():
            return hand_for_hand.state_stack(state, command)
        case _ as missing:
            assert_never(missing)
