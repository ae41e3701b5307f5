"""The counter's report: what was expected, taken and is open, by method and by cashier (FEE-5, FEE-7)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain import events as e
from domain.commands.fees import Method
from domain.evolve import evolve
from domain.pay_first import ahead, due
from domain.settlement import open_of, refund_of
from domain.state import Tournament

DAY_ENDS = time(6)
"""When a club's day ends on the clock of its zone, unless the club says otherwise: so the evening's last settlements
belong to the evening (FEE-5)."""

BOOKED = frozenset(
    {
        *("field_seated", "player_seated", "re_entered", "rebought", "add_on_taken", "obligation_due"),
        *(
            "bonus_given",
            "bonus_voided",
            "entry_voided",
            "registrations_dropped",
            "clock_rebased",
            "tournament_cancelled",
        ),
        *("debt_settled", "settlement_voided", "refund_marked", "refund_voided"),
    }
)
"""Kinds of events by which something comes to be owed, is owed no longer, or is paid."""

Desk = tuple[Method, str]
"""How the counter was paid, and who stood there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What one cashier took by one method, in minor units, and what of that was taken back or he gave back.

    `refunded` is less what of it was none after all, which may have been marked on another day.
    """

    method: Method
    cashier: str
    settlements: int
    taken: int
    voided: int
    refunded: int

    @property
    def net(self) -> int:
        """What is in the till of it."""
        return self.taken - self.voided - self.refunded


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a counter did, in minor units of `currency`; the fields are those of `Report`."""

    currency: str
    opening: int
    expected: int
    settled: int
    refunded: int
    open: int
    refunds_due: int
    ahead: int
    desks: tuple[Taken, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Figures):
    """What a tournament's counter did from one instant to another, in minor units of `currency`.

    `expected` is what came to be owed then, less what was struck; `settled` what was taken less what was taken back,
    `refunded` what was given back less what of it was none.  `open` and `refunds_due` are as they stood at the end,
    with the players' `debts` and `refunds`, (player, amount); `ahead` is what has been paid for seats that nobody has
    yet, and `due` who has still to pay before he is seated (FEE-2).  `rake` is the house's part of all that counts by
    then, `funds` what side funds get of it.  `opening` is what was open less what was due back or paid ahead at the
    beginning, so that opening + expected - settled + refunded = open - refunds due - ahead.  `busy`: something was
    bought or paid then.
    """

    debts: tuple[tuple[str, int], ...]
    refunds: tuple[tuple[str, int], ...]
    due: tuple[tuple[str, int], ...]
    rake: int
    funds: tuple[tuple[str, int], ...]
    busy: bool


def club_day(day: date, zone: ZoneInfo, ends: time = DAY_ENDS) -> tuple[datetime, datetime]:
    """Return when a club's day begins and ends, which is when the next begins.

    When clocks change it is an hour longer or shorter; a time of day that the clocks leave out then is the instant at
    which it would have been, and of one that they show twice it is the first.
    """
    begin, end = (datetime.combine(day + timedelta(days=n), ends, zone).astimezone(UTC) for n in (0, 1))
    return begin, end


def dates(begin: datetime, end: datetime) -> tuple[str, ...]:
    """Return the dates in UTC that a day from `begin` until before `end` has a part of."""
    first, last = begin.astimezone(UTC).date(), (end - timedelta(microseconds=1)).astimezone(UTC).date()
    return tuple((first + timedelta(days=n)).isoformat() for n in range((last - first).days + 1))


@dataclass(slots=True)
class _Desks:
    """The desks' figures while the record is read."""

    count: Counter[Desk] = field(default_factory=Counter)
    taken: Counter[Desk] = field(default_factory=Counter)
    voided: Counter[Desk] = field(default_factory=Counter)
    refunded: Counter[Desk] = field(default_factory=Counter)
    by: dict[int, Desk] = field(default_factory=dict)
    gave: dict[int, Desk] = field(default_factory=dict)

    def see(self, recorded: e.Recorded, *, counts: bool) -> None:
        """Take note of an event; one before the time of the report only says who made a settlement or a refund."""
        match recorded.event:
            case e.DebtSettled() as event:
                self.by[event.settlement] = (event.method, recorded.actor)
                self.count[self.by[event.settlement]] += counts
                self.taken[self.by[event.settlement]] += counts * event.amount
            case e.SettlementVoided() as event:
                self.voided[self.by[event.settlement]] += counts * event.amount
            case e.RefundMarked() as event:
                self.gave[event.refund] = (event.method, recorded.actor)
                self.refunded[self.gave[event.refund]] += counts * event.amount
            case e.RefundVoided() as event:
                self.refunded[self.gave[event.refund]] -= counts * event.amount
            case _:
                pass

    def rows(self) -> tuple[Taken, ...]:
        """Return each desk that had something to do."""
        figures = (self.taken, self.voided, self.refunded)
        busy = {desk for each in figures for desk, amount in each.items() if amount}
        return tuple(
            Taken(
                method=desk[0],
                cashier=desk[1],
                settlements=self.count[desk],
                taken=self.taken[desk],
                voided=self.voided[desk],
                refunded=self.refunded[desk],
            )
            for desk in sorted(busy)
        )


def report(
    recordeds: Iterable[e.Recorded], begin: datetime | None = None, end: datetime | None = None
) -> Report | None:
    """Return what the record says of the counter from `begin` until before `end`; None: it begins later.

    Without `begin` it is from the first event on, without `end` up to the last.
    """
    state: Tournament | None = None
    before = opening = settled = refunded = 0
    busy, desks = False, _Desks()
    for recorded in recordeds:
        if end is not None and recorded.at >= end:
            break
        counts = begin is None or recorded.at >= begin
        busy = busy or (counts and recorded.event.kind in BOOKED)
        desks.see(recorded, counts=counts)
        taken, given = _moved(recorded.event)
        state = evolve(state, recorded)
        if counts:
            settled, refunded = settled + taken, refunded + given
        else:
            before, opening = owed(state), opening + given - taken
    if state is None:
        return None
    debts, refunds, dues = Counter[str](), Counter[str](), Counter[str]()
    for entry in state.entries.values():
        debts[entry.player] += open_of(entry)
        refunds[entry.player] += refund_of(state, entry)
        dues[entry.player] += due(state, entry)
    return Report(
        currency=state.settings.prices.currency,
        opening=before + opening,
        expected=owed(state) - before,
        settled=settled,
        refunded=refunded,
        open=debts.total(),
        refunds_due=refunds.total(),
        ahead=sum(ahead(state, entry) for entry in state.entries.values()),
        debts=tuple(sorted((+debts).items())),
        refunds=tuple(sorted((+refunds).items())),
        due=tuple(sorted((+dues).items())),
        rake=state.rake,
        funds=state.funds,
        desks=desks.rows(),
        busy=busy,
    )


def together(reports: Iterable[Report]) -> tuple[Figures, ...]:
    """Return what several tournaments' counters did together, by currency: amounts of two are never added (FEE-5)."""
    by_currency: dict[str, list[Report]] = {}
    for made in reports:
        by_currency.setdefault(made.currency, []).append(made)
    return tuple(
        Figures(
            currency=currency,
            opening=sum(made.opening for made in of),
            expected=sum(made.expected for made in of),
            settled=sum(made.settled for made in of),
            refunded=sum(made.refunded for made in of),
            open=sum(made.open for made in of),
            refunds_due=sum(made.refunds_due for made in of),
            ahead=sum(made.ahead for made in of),
            desks=_together(desk for made in of for desk in made.desks),
        )
        for currency, of in sorted(by_currency.items())
    )


def _together(desks: Iterable[Taken]) -> tuple[Taken, ...]:
    by_desk: dict[Desk, list[Taken]] = {}
    for desk in desks:
        by_desk.setdefault((desk.method, desk.cashier), []).append(desk)
    return tuple(
        Taken(
            method=method,
            cashier=cashier,
            settlements=sum(desk.settlements for desk in of),
            taken=sum(desk.taken for desk in of),
            voided=sum(desk.voided for desk in of),
            refunded=sum(desk.refunded for desk in of),
        )
        for (method, cashier), of in sorted(by_desk.items())
    )


def owed(state: Tournament) -> int:
    """Return what all that was bought and counts comes to, in minor units (FEE-1)."""
    kept_apart = sum(amount for _, amount in state.funds)
    return state.pool_contributions + state.bounty_contributions + state.rake + kept_apart


def _moved(event: e.Event) -> tuple[int, int]:
    """Return what an event says was taken, less what was taken back, and what was given back."""
    match event:
        case e.DebtSettled():
            return event.amount, 0
        case e.SettlementVoided():
            return -event.amount, 0
        case e.RefundMarked():
            return 0, event.amount
        case e.RefundVoided():
            return 0, -event.amount
        case _:
            return 0, 0
