"""Which entries and tables an event changes: what of the read models is written anew, and whose counts are looked at.

Each event names here whom it changes, so that nobody has to compare a state with the one before it.
"""

from dataclasses import dataclass

from domain import events as e
from domain import waiting
from domain.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """The rows that an event changed, beside the head: of entries and of tables, by number."""

    entries: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()


def touched(state: Tournament, recorded: e.Recorded) -> Touched:
    """Return which rows an event changed; `state` is the state after it, or any later one."""
    match recorded.event:
        case e.SettingsEdited():
            return Touched(entries=frozenset(state.entries), tables=frozenset(state.tables))
        case e.ResultsRecorded() | e.PrizesRecorded() | e.TournamentCancelled():
            return Touched(entries=frozenset(state.entries))
        case e.DealProposed() | e.DealAgreed() as event:
            return Touched(entries=frozenset(number for number, *_ in event.shares))
        case e.DealTalkOpened() | e.DealTalkEnded():
            of = state.deals.proposal
            return Touched(entries=frozenset(number for number, *_ in of.shares) if of is not None else frozenset())
        case e.TiedLinesDrawn() as event:
            return Touched(entries=frozenset(entry for order in event.orders for entry in order))
        case e.FieldSeated() as event:
            return Touched(entries=frozenset(seat[0] for seat in event.seats), tables=frozenset(event.tables))
        case e.PlayerArrived() as event:
            left = state.promises[event.entry].leaving[:1] if event.entry in state.promises else ()
            return Touched(entries=frozenset({event.entry}), tables=_table_of(state, event.entry) | {*left})
        case (
            e.PlayerRegistered() | e.PlayerWaitlisted() | e.SeatHeld() | e.SeatReleased() | e.PlayerUnregistered()
        ) as event:
            return Touched(entries=_on_the_list(state) | {event.entry}, tables=_table_of(state, event.entry))
        case e.WaitingListClosed() as event:
            return Touched(entries=_on_the_list(state) | frozenset(event.entries))
        case e.Rebought(knockout=int(knockout)) as event:
            bought = frozenset({event.entry})
            killers = frozenset(of for each in state.knockouts[knockout].killers for of in _of_player(state, each))
            killers |= _resplit(state, event.resplits)
            return Touched(entries=_on_the_list(state) | killers | bought, tables=_table_of(state, event.entry))
        case e.RegistrationRestored() | e.Rebought() | e.AddOnTaken() | e.BonusGiven() | e.BonusVoided() as event:
            return Touched(entries=frozenset({event.entry}))
        case e.RegistrationsDropped() as event:
            tables = frozenset(gone.chair[0] for gone in event.withdrawn)
            return Touched(entries=_on_the_list(state) | frozenset(event.entries), tables=tables)
        case e.PurchaseAnnounced() | e.AnnouncementWithdrawn() | e.ObligationDue() as event:
            return Touched(entries=frozenset({event.entry}))
        case e.DebtSettled() | e.SettlementVoided() | e.RefundMarked() | e.RefundVoided() as event:
            return Touched(entries=frozenset(number for number, _ in event.shares))
        case e.ChipsCounted() as event:
            return Touched(
                entries=frozenset(number for number, *_ in event.stacks),
                tables=frozenset(table for table, *_ in event.tables),
            )
        case e.StackCounted() as event:
            return Touched(entries=frozenset({event.entry}))
        case e.OrbitCharged() as event:
            return Touched(entries=frozenset(number for number, *_ in event.charges))
        case e.ClockRebased() as event:
            return _rebased(state, event)
        case e.PlayerCheckedIn() as event:
            tables = frozenset({event.chair[0]}) if event.chair else frozenset()
            return Touched(entries=frozenset({event.entry}), tables=tables)
        case e.CheckInsLapsed() as event:
            return Touched(entries=frozenset(event.entries), tables=frozenset(event.tables))
        case e.PlayerSeated() as event:
            return Touched(entries=frozenset({event.entry}), tables=frozenset({event.chair[0]}))
        case e.ReEntered() as event:
            return Touched(entries=frozenset({event.entry, event.previous}), tables=frozenset({event.chair[0]}))
        case e.EntryVoided() as event:
            others = _of_player(state, event.player) | _resplit(state, event.resplits)
            return Touched(
                entries=_on_the_list(state) | others | {event.entry},
                tables=frozenset({event.chair[0]}) if event.chair else frozenset(),
            )
        case e.ButtonsDrawn() as event:
            return Touched(tables=frozenset(table for table, _ in event.buttons))
        case e.TableBroken() as event:
            return Touched(
                entries=frozenset(number for number, *_ in event.moves),
                tables=frozenset({event.table, *(table for _, _, table, _ in event.moves)}),
            )
        case e.FieldRedrawn() as event:
            return Touched(
                entries=frozenset(number for number, *_ in event.seats),
                tables=frozenset((*event.tables, *event.closing)),
            )
        case e.FinalTableFormed() as event:
            return Touched(
                entries=frozenset(number for number, *_ in event.seats),
                tables=frozenset((event.table, *event.closing)),
            )
        case e.BreakStarted():
            return Touched(tables=frozenset(table for _, table in state.closing))
        case e.DisputeWindowClosed() as event:
            return Touched(tables=frozenset(event.tables))
        case e.BreakQueued() | e.BreakDropped() | e.TableReopened() | e.DisputeRaised() | e.DisputeSettled() as event:
            return Touched(tables=frozenset({event.table}))
        case (
            e.TableOpened() | e.HandStarted() | e.HandEnded() | e.HandsReported() | e.TableFinished() | e.ButtonSet()
        ) as event:
            return Touched(tables=frozenset({event.table}))
        case e.PlayerMoved() | e.MoveUndone() | e.MoveQueued() as event:
            return Touched(
                entries=frozenset({event.entry}),
                tables=frozenset({event.leaving[0], event.to[0]}),
            )
        case e.SeatsCorrected() as event:
            chairs = [chair for found in event.found for chair in (found.sat_at, found.to) if chair is not None]
            return Touched(
                entries=frozenset(found.entry for found in event.found),
                tables=frozenset(chair[0] for chair in chairs),
            )
        case e.SwapQueued() as event:
            return Touched(
                entries=frozenset(event.entries),
                tables=frozenset(chair[0] for chair in event.chairs),
            )
        case e.MoveArrived() | e.MoveOverdue() | e.MoveDropped() as event:
            return Touched(
                entries=frozenset(move.entry for move in event.moves),
                tables=frozenset(chair[0] for move in event.moves for chair in (move.leaving, move.to)),
            )
        case e.SeatsSwapped() as event:
            return Touched(
                entries=frozenset(event.entries),
                tables=frozenset(chair[0] for chair in event.chairs),
            )
        case e.MysteryDrawn() as event:
            shared = frozenset(number for player, _ in event.shares for number in _of_player(state, player))
            return Touched(entries=shared | {event.entry})
        case e.Busted() as event:
            return Touched(
                entries=_credited(state, event.credits) | {event.entry},
                tables=frozenset({event.chair[0]}),
            )
        case e.HandForHandRoundEnded() | e.HandForHandEnded() as event:
            return Touched(entries=frozenset(state.knockouts[number].entry for number, _ in event.ranks))
        case e.EliminationCompleted() as event:
            return Touched(entries=frozenset({event.entry}), tables=frozenset({event.chair[0]}))
        case e.SeatLocked() as event:
            return Touched(entries=frozenset({event.entry}), tables=_table_of(state, event.entry))
        case e.PlayerExempted() as event:
            return Touched(entries=frozenset({event.entry}))
        case e.HaltAdvised() | e.HaltWaived() | e.HaltEnded() as event:
            return Touched(tables=frozenset({event.table}))
        case e.BustCorrected() | e.KillersCorrected() | e.OrderCorrected() as event:
            return _corrected(state, event)
        case e.KnockoutVoided() as event:
            given = state.knockouts[event.knockout].credits
            others = _credited(state, given) | _resplit(state, event.resplits)
            return Touched(
                entries=_on_the_list(state) | others | {event.entry},
                tables=frozenset({event.chair[0]}),
            )
        case _:
            return Touched()


def _rebased(state: Tournament, event: e.ClockRebased) -> Touched:
    back = [(gone.entry, gone.chair[0]) for gone in event.withdrawn]
    knockouts = (state.knockouts[n] for n in (*event.knockouts, *(n for n, _ in event.pending)))
    back += [(knockout.entry, knockout.chair[0]) for knockout in knockouts]
    back += [(move.entry, chair[0]) for move in event.moves for chair in (move.leaving, move.to)]
    others = {*event.registrations, *event.waiting, *(n for n, *_ in (*event.charges, *event.kept))}
    return Touched(
        entries=_on_the_list(state) | others | {number for number, _ in back},
        tables=frozenset((*(table for _, table in back), *(table for table, _ in event.disputes))),
    )


def _corrected(state: Tournament, event: e.CorrectionEvent) -> Touched:
    others = _resplit(state, event.resplits)
    if isinstance(event, e.OrderCorrected):
        moved = (of.entry for of in state.knockouts.values() if event.shifted and of.bust > event.shifted_after)
        return Touched(entries=others | {*moved, *(state.knockouts[of.knockout].entry for of in event.ranks)})
    players = {*event.killers, *event.killers_before}
    others |= {event.entry, *(number for player in players for number in _of_player(state, player))}
    if isinstance(event, e.KillersCorrected):
        return Touched(entries=others)
    group = {state.knockouts[of.knockout].entry for of in event.ranks}
    return Touched(
        entries=_on_the_list(state) | others | group | {event.instead_of},
        tables=frozenset({event.chair[0], event.lives_in[0]}),
    )


def _on_the_list(state: Tournament) -> frozenset[int]:
    """Return the entries whose number in the waiting list is shown: it may have changed."""
    return frozenset(waiting.near(state))


def _table_of(state: Tournament, number: int) -> frozenset[int]:
    chair = state.entries[number].chair
    return frozenset({chair[0]}) if chair else frozenset()


def _of_player(state: Tournament, player: str) -> frozenset[int]:
    line = state.players.get(player)
    return frozenset(line.entries) if line else frozenset()


def _credited(state: Tournament, credits_given: tuple[tuple[str, int, int], ...]) -> frozenset[int]:
    return frozenset(number for player, *_ in credits_given for number in _of_player(state, player))


def _resplit(state: Tournament, resplits: tuple[e.Resplit, ...]) -> frozenset[int]:
    """Return the entries whose heads, or what they won, are others since knockouts were divided anew (KO-6)."""
    killers = {killer for again in resplits for killer in state.knockouts[again.knockout].killers}
    return frozenset(number for killer in killers for number in _of_player(state, killer))
