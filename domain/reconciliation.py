"""What of a tournament does not come out even, and by how much (AUD-6).

Money that is owed and was not taken, money that is due back and was not given, chips in play that were not counted or
counted otherwise, prizes and heads that do not come to what was paid for them, credits that the ledger lacks, and
counters that do not come to what the entries add up to: each is a difference with an id, an amount and, once it was
given, a reason.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from domain import bounties, fees, ledger, mystery, pool
from domain import commands as c
from domain.changes import replace
from domain.ids import PlayerId
from domain.settlement import open_of, refund_of
from domain.state import ChipCount, Tournament

UnderWay = Literal["not_over", "payouts_held", "credits_pending", "announced"]
"""What is under way, so that the books cannot be closed yet."""

_COUNTED = frozenset({"alive", "pending", "out"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that does not come out even, by `amount` minor units, chips or entries.

    `kind` says what; `player` whose it is, where it is one player's.  `reason` is why, None: nobody has said, or it was
    said of another amount.
    """

    kind: str
    amount: int
    player: PlayerId | None = None
    reason: c.ExplainReason | None = None

    @property
    def id(self) -> str:
        """What it is called: its kind, and whose it is."""
        return self.kind if self.player is None else f"{self.kind}:{self.player}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a player came to owe, has paid, still owes and gets back, in minor units, over all his entries."""

    player: PlayerId
    expected: int
    net: int
    open: int
    refund_due: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """How the books stand (AUD-6).

    Money is in minor units of `currency`: `expected` for all that counts, `net` what was taken for it and not given
    back, `open` and `refunds_due` what is not; `pool` is what is paid by places, `overlay` what of it the club adds,
    `prizes` what the places get; `heads` is what was put on heads, `heads_paid` what was won of them or kept, `mystery`
    what was paid for mystery prizes, `mystery_paid` what they held.  `owed` is what all players have won, `credited`
    what the ledger holds.

    `entries` that count, of which `paid` owe nothing, `rebuys` and `add_ons` among them.  `chips_in_play` were issued
    and not taken out; `count` is the last count of everybody's.
    """

    currency: str
    accounts: tuple[Account, ...]
    expected: int
    net: int
    open: int
    refunds_due: int
    entries: int
    paid: int
    voided: int
    rebuys: int
    add_ons: int
    chips_in_play: int
    count: ChipCount | None
    pool: int
    overlay: int
    prizes: int
    heads: int
    heads_paid: int
    heads_unclaimed: int
    mystery: int
    mystery_paid: int
    owed: int
    credited: int
    under_way: tuple[UnderWay, ...]
    differences: tuple[Difference, ...]

    @property
    def unexplained(self) -> tuple[Difference, ...]:
        """The differences of which nobody has said why."""
        return tuple(each for each in self.differences if each.reason is None)


def reconciliation(state: Tournament) -> Reconciliation:
    """Return how the books stand, with every difference; looks at every entry once."""
    accounts = tuple(_accounts(state))
    counting = [entry for entry in state.entries.values() if entry.seated and entry.status in _COUNTED]
    heads = bounties.with_heads(state)
    return Reconciliation(
        currency=state.settings.prices.currency,
        accounts=accounts,
        expected=sum(account.expected for account in accounts),
        net=sum(account.net for account in accounts),
        open=sum(account.open for account in accounts),
        refunds_due=sum(account.refund_due for account in accounts),
        entries=state.field,
        paid=sum(not open_of(entry) for entry in counting),
        voided=state.voided,
        rebuys=state.rebuys,
        add_ons=state.add_ons,
        chips_in_play=state.chips_in_play,
        count=state.counting.whole,
        pool=pool.pool(state),
        overlay=pool.overlay(state),
        prizes=sum(state.prizes.values()),
        heads=state.heads.issued if heads else 0,
        heads_paid=state.heads.won + sum(state.kept_heads.values()) if heads else 0,
        heads_unclaimed=state.heads.unclaimed if heads else 0,
        mystery=_mystery_money(state),
        mystery_paid=state.mystery.paid,
        owed=sum(ledger.owed(state).values()),
        credited=state.ledger.total,
        under_way=_under_way(state),
        differences=tuple(_with_reason(state, each) for each in _differences(state, accounts)),
    )


def _accounts(state: Tournament) -> Iterator[Account]:
    expected, net, owing, back = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for entry in state.entries.values():
        expected[entry.player] += entry.price
        net[entry.player] += entry.paid
        owing[entry.player] += open_of(entry)
        back[entry.player] += refund_of(state, entry)
    for player in sorted(expected):
        account = Account(
            player=player,
            expected=expected[player],
            net=net[player],
            open=owing[player],
            refund_due=back[player],
        )
        if account.expected or account.net:
            yield account


def _differences(state: Tournament, accounts: Iterable[Account]) -> Iterator[Difference]:
    for account in accounts:
        yield from _off("debt", account.open, account.player)
        yield from _off("refund", account.refund_due, account.player)
    yield from _of_the_record(state)
    yield from _of_chips(state)
    yield from _of_prizes(state)
    if state.status == "finished":
        yield from _off("draws", sum(1 for _ in mystery.owed(state)))
    for player, missing in _missing_credits(state):
        yield from _off("credit", missing, player)


def _off(kind: str, amount: int, player: PlayerId | None = None) -> Iterator[Difference]:
    if amount:
        yield Difference(kind=kind, amount=amount, player=player)


def _of_the_record(state: Tournament) -> Iterator[Difference]:
    """Yield by how much the counters are more than what the entries add up to: entries, purchases, money."""
    counting = [entry for entry in state.entries.values() if entry.seated and entry.status in _COUNTED]
    yield from _off("entries", state.field - len(counting))
    yield from _off("rebuys", state.rebuys - sum(entry.rebuys for entry in counting))
    yield from _off("add_ons", state.add_ons - sum(entry.add_ons for entry in counting))
    splits = [fees.split(entry.price, entry.parts, state.profile.prizes) for entry in state.entries.values()]
    yield from _off("contributions", state.pool_contributions - sum(split.pool for split in splits))
    yield from _off("bounty_money", state.bounty_contributions - sum(split.bounty for split in splits))
    yield from _off("rake", state.rake - sum(split.rake for split in splits))
    in_funds = sum(amount for split in splits for _, amount in split.funds)
    yield from _off("funds", sum(amount for _, amount in state.funds) - in_funds)


def _of_chips(state: Tournament) -> Iterator[Difference]:
    """Yield by how much the last count of everybody's chips was more than those in play, or that there was none."""
    if not state.drawn:
        return
    whole = state.counting.whole
    if whole is None:
        yield from _off("uncounted", state.chips_in_play)
    else:
        yield from _off("chips", whole.off or 0)


def _of_prizes(state: Tournament) -> Iterator[Difference]:
    """Yield what of the pool, the heads and the mystery money is more than what was won of it."""
    if state.profile.prizes != "pool" or state.status not in {"prizes_pending", "finished"}:
        return
    yield from _off("prizes", pool.pool(state) - sum(state.prizes.values()))
    if bounties.with_heads(state):
        heads = state.heads
        yield from _off("heads", heads.issued - heads.won - heads.unclaimed - sum(state.kept_heads.values()))
    yield from _off("mystery", _mystery_money(state) - state.mystery.paid)


def _mystery_money(state: Tournament) -> int:
    return state.bounty_contributions if state.settings.bounty == "mystery" else 0


def _missing_credits(state: Tournament) -> Iterator[tuple[PlayerId, int]]:
    owed, credited = ledger.owed(state), state.ledger.credited
    for player in sorted({*owed, *credited}):
        yield player, owed.get(player, 0) - credited.get(player, 0)


def _with_reason(state: Tournament, difference: Difference) -> Difference:
    amount, reason = state.books.explained.get(difference.id, (0, None))
    return replace(difference, reason=reason) if amount == difference.amount else difference


def _under_way(state: Tournament) -> tuple[UnderWay, ...]:
    found: list[UnderWay] = []
    if state.status not in {"finished", "cancelled"}:
        found.append("not_over")
    if state.ledger.held and state.status != "cancelled":
        found.append("payouts_held")
    if ledger.request(state) is not None:
        found.append("credits_pending")
    if state.obligations:
        found.append("announced")
    return tuple(found)
