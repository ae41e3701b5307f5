"""Each purchase and each payment as a record of its own, read off the events (FEE-1, FEE-3).

A record is never changed: what is struck or taken back later stands with it as such, by the number of the event.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain import events as e
from domain.changes import replace
from domain.commands.fees import Method, VoidReason
from domain.fees import OperationKind, Split, split
from domain.ids import PlayerId
from domain.profiles import Prizes

_Kind = OperationKind | Literal["bonus"]
_Priced = e.FieldSeated | e.PlayerSeated | e.ReEntered | e.Rebought | e.AddOnTaken | e.BonusGiven | e.ObligationDue


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Something that cost something: what, for whom, for how much, where that goes, by whom and when.

    `number` counts the tournament's operations, `seq` is the event; `actor` is who did it or gave the command that it
    followed from, empty for what time or a lot did.  An announced purchase that could be made no more has no chips.
    `struck_by` is the event by which it counts no longer, None: it does.
    """

    number: int
    seq: int
    at: datetime
    actor: str
    entry: int
    player: PlayerId
    kind: _Kind
    price: int
    chips: int
    split: Split
    struck_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What the counter took at once, or gave back: settlement or refund `number`, in minor units by entry.

    `voided_by` is the event by which it was taken back, None: it stands; `reason` is why.
    """

    seq: int
    at: datetime
    actor: str
    kind: Literal["settlement", "refund"]
    number: int
    player: PlayerId
    amount: int
    method: Method
    shares: e.Shares
    receipt: str | None
    voided_by: int | None = None
    reason: VoidReason | None = None


class _Bought:
    """Operations being read off a record."""

    def __init__(self) -> None:
        self.made: list[Operation] = []
        self.of: defaultdict[int, list[int]] = defaultdict(list)
        self.bonuses: dict[tuple[int, str], int] = {}
        self.players: dict[int, PlayerId] = {}
        self.prizes: Prizes = "non_monetary"

    def add(self, recorded: e.Recorded, event: _Priced, kind: _Kind, entry: int, chips: int) -> None:
        """Take note of a purchase."""
        self.of[entry].append(len(self.made))
        self.made.append(
            Operation(
                number=len(self.made) + 1,
                seq=recorded.seq,
                at=recorded.at,
                actor=recorded.actor,
                entry=entry,
                player=self.players[entry],
                kind=kind,
                price=event.price,
                chips=chips,
                split=split(event.price, event.parts, self.prizes),
            )
        )

    def strike_bonus(self, event: e.BonusVoided, by: int) -> None:
        """Take note that a bonus counts no longer; one that cost nothing is no operation."""
        place = self.bonuses.pop((event.entry, event.bonus), None)
        if place is not None:
            self.made[place] = replace(self.made[place], struck_by=by)

    def strike(self, entry: int, by: int) -> None:
        """Take note that what an entry bought counts no longer."""
        for place in self.of[entry]:
            if self.made[place].struck_by is None:
                self.made[place] = replace(self.made[place], struck_by=by)

    def unstrike(self, entry: int) -> None:
        """Take note that what was last struck of an entry counts again."""
        last = max((self.made[place].struck_by or 0 for place in self.of[entry]), default=0)
        for place in self.of[entry]:
            if self.made[place].struck_by == last:
                self.made[place] = replace(self.made[place], struck_by=None)


def operations(recordeds: Iterable[e.Recorded]) -> tuple[Operation, ...]:
    """Return every buy-in, rebuy, re-entry, add-on and bonus that cost something, in order, with its parts (FEE-1)."""
    bought = _Bought()
    for recorded in recordeds:
        match recorded.event:
            case e.TournamentCreated(profile=profile) | e.SettingsEdited(profile=profile):
                bought.prizes = profile.prizes
            case e.PlayerRegistered() | e.PlayerWaitlisted() as event:
                bought.players[event.entry] = event.player
            case e.FieldSeated() as event:
                for entry, _, _, chips in event.seats:
                    bought.add(recorded, event, "buy_in", entry, chips)
            case e.PlayerSeated() as event:
                bought.add(recorded, event, "buy_in", event.entry, event.chips)
            case e.ReEntered() as event:
                bought.players[event.entry] = event.player
                bought.add(recorded, event, "re_entry", event.entry, event.chips)
            case e.Rebought() as event:
                bought.add(recorded, event, "rebuy", event.entry, event.chips)
            case e.AddOnTaken() as event:
                bought.add(recorded, event, "add_on", event.entry, event.chips)
            case e.ObligationDue() as event:
                bought.add(recorded, event, event.operation, event.entry, 0)
            case e.BonusGiven() as event if event.price:
                bought.bonuses[event.entry, event.bonus] = len(bought.made)
                bought.add(recorded, event, "bonus", event.entry, event.chips)
            case e.BonusVoided() as event:
                bought.strike_bonus(event, recorded.seq)
            case e.EntryVoided() as event:
                bought.strike(event.entry, recorded.seq)
            case e.RegistrationsDropped() as event:
                for gone in event.withdrawn:
                    bought.strike(gone.entry, recorded.seq)
            case e.ClockRebased() as event:
                for back in event.withdrawn:
                    bought.unstrike(back.entry)
            case _:
                pass
    return tuple(bought.made)


def payments(recordeds: Iterable[e.Recorded]) -> tuple[Payment, ...]:
    """Return every settlement and refund, in order, those taken back among them (FEE-3, LIFE-8)."""
    made: list[Payment] = []
    places: dict[tuple[str, int], int] = {}
    for recorded in recordeds:
        match recorded.event:
            case e.DebtSettled() as event:
                places["settlement", event.settlement] = len(made)
                made.append(_payment(recorded, "settlement", event.settlement, event))
            case e.RefundMarked() as event:
                places["refund", event.refund] = len(made)
                made.append(_payment(recorded, "refund", event.refund, event))
            case e.SettlementVoided() as event:
                place = places["settlement", event.settlement]
                made[place] = replace(made[place], voided_by=recorded.seq, reason=event.reason)
            case e.RefundVoided() as event:
                place = places["refund", event.refund]
                made[place] = replace(made[place], voided_by=recorded.seq, reason=event.reason)
            case _:
                pass
    return tuple(made)


def _payment(
    recorded: e.Recorded, kind: Literal["settlement", "refund"], number: int, event: e.DebtSettled | e.RefundMarked
) -> Payment:
    return Payment(
        seq=recorded.seq,
        at=recorded.at,
        actor=recorded.actor,
        kind=kind,
        number=number,
        player=event.player,
        amount=event.amount,
        method=event.method,
        shares=event.shares,
        receipt=event.receipt,
    )
