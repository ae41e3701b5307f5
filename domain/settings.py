"""What a club sets for one tournament, and what of it cannot be (LIFE-3)."""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, StringConstraints, TypeAdapter

from domain.bounty_settings import BountyTerms, BountyType, MysteryTerms, mystery_reasons
from domain.ids import Cents, Flag, TableNumber
from domain.prize_settings import PrizeTerms, prize_reasons
from domain.profiles import PROFILES, Balancing, LargestDifference, Mover, MoverSeat, NoShow, ProfileId, RedrawAt
from domain.structure import (
    STRICT,
    Name,
    Structure,
    position_of_break,
    position_of_level,
    sheet_faults,
)
from domain.times import Instant

Number = Annotated[int, Field(strict=True, ge=1, le=400)]
WHOLE = 10_000
"""All of the prizes in hundredths of a per cent: what the payouts of all places must come to."""
Percent = Annotated[Decimal, Field(gt=0, le=100, decimal_places=2)]
"""A part of a hundred with at most two decimals, exact: never a binary fraction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTime:
    """A window's end at an instant: it does not move with a pause."""

    __pydantic_config__ = STRICT
    kind: Literal["time"] = "time"
    at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterLevel:
    """A window's end with the end of level `level`: it moves with the clock."""

    __pydantic_config__ = STRICT
    kind: Literal["level"] = "level"
    level: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterBreak:
    """A window's end with the end of break `number`: it moves with the clock."""

    __pydantic_config__ = STRICT
    kind: Literal["break"] = "break"
    number: Number


WindowEnd = Annotated[AtTime | AfterLevel | AfterBreak, Field(discriminator="kind")]


FundName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9_]{1,32}$")]
"""A side fund's name, as the books have it: `league_pool`, `trophies`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What of a price is not for the prizes, in minor units (FEE-1).

    `rake` is the house's, `bounty` goes on the head, `funds` are (name, amount) of side funds: named and reported, and
    never paid here (FEE-7).
    """

    __pydantic_config__ = STRICT
    rake: Cents = 0
    bounty: Cents = 0
    funds: Annotated[tuple[tuple[FundName, Cents], ...], Field(max_length=20)] = ()

    @property
    def total(self) -> int:
        """All of it together."""
        return self.rake + self.bounty + sum(amount for _, amount in self.funds)


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceParts:
    """The parts of each price; where a re-entry costs what a rebuy does, it has the rebuy's parts too."""

    __pydantic_config__ = STRICT
    buy_in: Parts = Parts()
    rebuy: Parts = Parts()
    re_entry: Parts = Parts()
    add_on: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices in minor units; what has no price is not offered.  A re-entry falls back to the rebuy's (WIN-3).

    `parts`: what of each is not for the prizes (FEE-1).  `pay_first`: nobody is seated before he has paid (FEE-2).
    """

    __pydantic_config__ = STRICT
    currency: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z]{3}$")] = "EUR"
    buy_in: Cents = 0
    rebuy: Cents | None = None
    re_entry: Cents | None = None
    add_on: Cents | None = None
    parts: PriceParts = PriceParts()
    pay_first: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolTerms:
    """The pool and how it is paid, in minor units (PRZ-5, PRZ-6).

    `guarantee`: the pool is at least this, whatever is paid for it.  `unit`: amounts are multiples of it.
    """

    __pydantic_config__ = STRICT
    guarantee: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None
    unit: Annotated[int, Field(strict=True, ge=1, le=10**6)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTerms:
    """Whether the players left may make a deal, where the profile knows deals, and what they must play on for (DEAL-1).

    `left_percent`: so much of what is left to win stays to be played for, at most first prize; None: nothing has to.
    """

    __pydantic_config__ = STRICT
    allowed: Flag = True
    left_percent: Percent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """The ends of the windows (WIN-1, WIN-3, WIN-5).

    `late_registration` None: none after the start.  `re_entry` None: as late registration.  `rebuy` None: as the
    profile says.  The add-on is open before its deadline or from its break on; with neither it is always open.
    """

    __pydantic_config__ = STRICT
    late_registration: WindowEnd | None = None
    rebuy: WindowEnd | None = None
    re_entry: WindowEnd | None = None
    add_on_deadline: WindowEnd | None = None
    add_on_break: Number | None = None


BonusName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9_]{1,32}$")]
"""What the club calls extra chips: `early_bird`, `staff`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Extra chips that the counter may give to who is there, beside his stack (RUL-9).

    `until`: given before that only; None: as long as play is on.  `per`: once a player, or once with each of his
    entries.  `price` in minor units and its `parts`, as of anything that is bought; 0: they cost nothing.
    """

    __pydantic_config__ = STRICT
    name: BonusName
    chips: Annotated[int, Field(strict=True, ge=1, le=10**9)]
    until: WindowEnd | None = None
    per: Literal["player", "entry"] = "player"
    price: Cents = 0
    parts: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlayer:
    """Play ends when one player is left and nobody can come in any more."""

    __pydantic_config__ = STRICT
    kind: Literal["last_player"] = "last_player"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersLeft:
    """Play ends when at most `players` are left and nobody can come in any more (a satellite)."""

    __pydantic_config__ = STRICT
    kind: Literal["players_left"] = "players_left"
    players: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class OnePerTable:
    """Play ends when every table has one player left (a shootout)."""

    __pydantic_config__ = STRICT
    kind: Literal["one_per_table"] = "one_per_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOfLevel:
    """Play ends with the end of level `level` (a day 1)."""

    __pydantic_config__ = STRICT
    kind: Literal["level"] = "level"
    level: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAtTime:
    """Play ends at an instant (a timed event)."""

    __pydantic_config__ = STRICT
    kind: Literal["time"] = "time"
    at: Instant


EndCondition = Annotated[LastPlayer | PlayersLeft | OnePerTable | EndOfLevel | EndAtTime, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SitAndGo:
    """A tournament that starts as soon as it is full: `players` are its minimum and its maximum (LIFE-5).

    The start comes `countdown_seconds` after the last of them registered.
    """

    __pydantic_config__ = STRICT
    players: Annotated[int, Field(strict=True, ge=2, le=10_000)]
    countdown_seconds: Annotated[int, Field(strict=True, ge=1, le=3_600)] = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a club decides about one tournament before it starts; frozen from the start on (LIFE-2).

    The club's tables are 1 to `tables`, or those of `table_numbers` where it names any.  `player_cap`: players who may
    hold a place.  `minimum_players`, `no_show`, `rebuy_stack`, `late_stack` and `add_on_closes_with_break` replace the
    profile's value where set.
    `on_time_bonus`: chips beside the starting stack for who has checked in by the first draw (REG-4); `bonuses`: extra
    chips that the counter gives (RUL-9).
    `orbit_minutes`: the running clock's minutes that one orbit takes.  `orbit_by_hands`: the absent are charged by the
    hands that a table reports instead.  `absent_minutes`: after so many minutes of the running clock who has not come
    is taken out (NOSH-2).  `void_minutes`: how long a dealer may void a knockout (KO-4).  `re_entries`: most re-entries
    a player; None: no limit.  `add_ons`: most add-ons a player.  `balancing`, `largest_difference`, `mover`,
    `mover_seat` and `halts_when_short` (0: never) replace the profile's value where set (SEAT-5, SEAT-13).
    `donor_order`: in which order full tables give players; without it by number.  `answer_seconds`: after so long the
    floor is asked a second time about a proposal; None: it is not (SEAT-11).  `arrival_seconds`: how long who is sent
    to another seat has to be there before the floor is told; None: nobody is waited for (SEAT-11).

    `break_order`: the order in which tables break; `overflow_tables` were brought in for the overflow and break before
    the others where the profile says so, beside those opened after the start (SEAT-7).  `final_table_players`: with how
    many left the final table forms, `redraw_at`: at how many tables every seat is drawn anew, 1 being the final table,
    or `by_entries`; both replace the profile's value where set (SEAT-8, SEAT-12).

    `places_paid`: how many places are paid; else `paid_percent` of the entries, `paid_minimum` at least (PRZ-3).
    `payouts`: what each place gets, the best first, in hundredths of a per cent, together all of it within one of them.
    `pool`: what is guaranteed, and in which units it is paid (PRZ-5, PRZ-6).
    `deals`: whether the players left may make one, and what they must play on for (DEAL-1).
    `prizes`: what is won that is no money (PRZ-1, PRZ-4).
    `bounty`: which knockouts are credited; `bounties`: what a head is worth and how it is divided (KO-3, KO-6).
    `hand_for_hand_from`: how many busts before the money hand-for-hand begins where the profile has it begin by itself;
    `hand_minutes`: what each of its hands takes off the level clock, in place of the profile's minutes (RUL-1).
    """

    __pydantic_config__ = STRICT
    title: Name
    profile: ProfileId
    structure: Structure
    starts_at: Instant
    zone: Annotated[str, StringConstraints(strict=True, max_length=64)] = "UTC"
    starting_stack: Annotated[int, Field(strict=True, ge=1, le=10**9)]
    on_time_bonus: Annotated[int, Field(strict=True, ge=0, le=10**9)] = 0
    bonuses: Annotated[tuple[Bonus, ...], Field(max_length=20)] = ()
    seats_per_table: Annotated[int, Field(strict=True, ge=2, le=10)] = 9
    tables: Annotated[int, Field(strict=True, ge=1, le=9_999)] = 99
    table_numbers: Annotated[tuple[TableNumber, ...], Field(max_length=9_999)] = ()
    player_cap: Annotated[int, Field(strict=True, ge=2, le=100_000)] | None = None
    minimum_players: Annotated[int, Field(strict=True, ge=2, le=10_000)] | None = None
    auto_start: Flag = True
    auto_advance: Flag = True
    prices: Prices = Prices()
    windows: Windows = Windows()
    bounty: BountyType = "none"
    bounties: BountyTerms = BountyTerms()
    no_show: NoShow | None = None
    rebuy_stack: Literal["any", "at_or_below_start", "below_start"] = "any"
    late_stack: Literal["full", "less_missed_orbits"] = "full"
    add_on_closes_with_break: Flag = False
    add_on_chips: Annotated[int, Field(strict=True, ge=1, le=10**9)] | None = None
    add_ons: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    re_entries: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    orbit_minutes: Annotated[int, Field(strict=True, ge=1, le=240)] | None = None
    orbit_by_hands: Flag = False
    absent_minutes: Annotated[int, Field(strict=True, ge=1, le=1_440)] | None = None
    void_minutes: Annotated[int, Field(strict=True, ge=1, le=60)] = 5
    sit_and_go: SitAndGo | None = None
    waiting_hold_minutes: Annotated[int, Field(strict=True, ge=1, le=240)] = 10
    rebuy_has_bounty: Flag = False
    arrival_seconds: Annotated[int, Field(strict=True, ge=10, le=3_600)] | None = 180
    balancing: Balancing | None = None
    largest_difference: LargestDifference | None = None
    mover: Mover | None = None
    mover_seat: MoverSeat | None = None
    halts_when_short: Annotated[int, Field(strict=True, ge=0, le=9)] | None = None
    donor_order: Annotated[tuple[Annotated[int, Field(strict=True, ge=1, le=9_999)], ...], Field(max_length=9_999)] = ()
    answer_seconds: Annotated[int, Field(strict=True, ge=1, le=86_400)] | None = 300
    break_order: Annotated[tuple[TableNumber, ...], Field(max_length=9_999)] = ()
    overflow_tables: Annotated[tuple[TableNumber, ...], Field(max_length=9_999)] = ()
    final_table_players: Annotated[int, Field(strict=True, ge=2, le=10)] | None = None
    redraw_at: RedrawAt | Literal["by_entries"] | None = None
    end: EndCondition = LastPlayer()
    places_paid: Annotated[int, Field(strict=True, ge=1, le=10_000)] | None = None
    paid_percent: Percent | None = None
    paid_minimum: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 1
    payouts: Annotated[tuple[Annotated[int, Field(strict=True, ge=1, le=10_000)], ...], Field(max_length=10_000)] = ()
    pool: PoolTerms = PoolTerms()
    deals: DealTerms = DealTerms()
    prizes: PrizeTerms = PrizeTerms()
    hand_for_hand_from: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    hand_minutes: Annotated[int, Field(strict=True, ge=0, le=10)] | None = None

    @property
    def most_players(self) -> int | None:
        """How many players may hold a place, a Sit & Go's number included; None: no limit."""
        return self.player_cap if self.sit_and_go is None else self.sit_and_go.players

    @property
    def table_count(self) -> int:
        """How many tables the club has."""
        return len(self.table_numbers) or self.tables

    @property
    def club_tables(self) -> Sequence[int]:
        """The numbers of the club's tables, lowest first."""
        return sorted(self.table_numbers) or range(1, self.tables + 1)

    def has_table(self, number: int) -> bool:
        """Return whether the club has a table of this number."""
        return number in (self.table_numbers or range(1, self.tables + 1))


@cache
def _settings() -> TypeAdapter[Settings]:
    return TypeAdapter(Settings)


MOST_BYTES = 330_000
"""Most bytes of settings as JSON: what shows them stands in one row.

A sheet of 400 levels and 200 prize lines of 500 Cyrillic letters together are under it (CLK-1, PRZ-1).
"""


def length_fault(settings: Settings) -> str:
    """Return why settings are too long to be kept, and which part of them is the longest; empty: they are not."""
    length = len(_settings().dump_json(settings))
    if length <= MOST_BYTES:
        return ""
    parts = _settings().dump_python(settings, mode="json")
    longest = max(parts, key=lambda name: len(json.dumps(parts[name], ensure_ascii=False).encode()))
    return f"settings are at most {MOST_BYTES} bytes long, and these are {length}: most of it is in {longest}"


def read_settings(values: Mapping[str, Any]) -> Settings:
    """Return the settings that JSON values hold; whether they can be played is another question.

    Raises:
        pydantic.ValidationError: a field is unknown, missing or of a wrong type.
    """
    return _settings().validate_python(values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing in the settings that cannot be: where, which rule, in plain words."""

    field: str
    rule: str
    reason: str


def settings_faults(settings: Settings) -> tuple[Fault, ...]:
    """Return everything that keeps these settings from being played, with the field and the rule id."""
    faults = [Fault(field="structure", rule="CLK-1", reason=reason) for reason in sheet_faults(settings.structure)]
    if settings.profile not in PROFILES:
        faults.append(Fault(field="profile", rule="LIFE-2", reason=f"no profile {settings.profile}"))
    try:
        ZoneInfo(settings.zone)
    except (ZoneInfoNotFoundError, ValueError):
        faults.append(Fault(field="zone", rule="CLK-1", reason=f"no time zone {settings.zone}"))
        return tuple(faults)
    faults += _window_faults(settings) if not faults else []
    if settings.sit_and_go is not None:
        faults += _sit_and_go_faults(settings, settings.sit_and_go)
    return (
        *faults,
        *([Fault(field="", rule="API-6", reason=reason)] if (reason := length_fault(settings)) else []),
        *_field_faults(settings),
        *_parts_faults(settings),
        *_bonus_faults(settings),
        *_prize_faults(settings),
        *_bounty_faults(settings),
        *_balance_faults(settings),
    )


def _parts_faults(settings: Settings) -> list[Fault]:
    """Return what is said of the parts of a price that cannot be (FEE-1, FEE-4)."""
    prices, faults = settings.prices, []
    house = PROFILES.get(settings.profile)
    for kind in ("buy_in", "rebuy", "re_entry", "add_on"):
        price, parts = getattr(prices, kind), getattr(prices.parts, kind)
        reasons = []
        if parts.total > (price or 0):
            cost = "it has no price" if price is None else f"it costs {price}"
            reasons.append(f"its parts come to {parts.total}, and {cost}")
        if len({name for name, _ in parts.funds}) < len(parts.funds):
            reasons.append("a fund is named twice")
        if parts.bounty and house is not None and house.prizes == "non_monetary":
            reasons.append("these rules pay nothing for a head")
        elif parts.bounty and settings.bounty == "none":
            reasons.append("a part goes on the head, and no knockout is worth anything")
        faults += [Fault(field=f"prices.parts.{kind}", rule="FEE-1", reason=reason) for reason in reasons]
    return faults


def _bonus_faults(settings: Settings) -> list[Fault]:
    """Return what is said of extra chips that cannot be (RUL-9)."""
    reasons = []
    names = [bonus.name for bonus in settings.bonuses]
    if len(set(names)) < len(names):
        reasons.append("a bonus is named twice")
    for bonus in settings.bonuses:
        if bonus.until is not None and planned_end(settings, bonus.until) is None:
            reasons.append(f"{bonus.name} ends with a level or break that the structure does not have")
        if bonus.parts.total > bonus.price:
            reasons.append(f"the parts of {bonus.name} come to {bonus.parts.total}, and it costs {bonus.price}")
        if len({name for name, _ in bonus.parts.funds}) < len(bonus.parts.funds):
            reasons.append(f"{bonus.name} names a fund twice")
        if bonus.parts.bounty:
            reasons.append(f"nothing of {bonus.name} goes on a head")
    return [Fault(field="bonuses", rule="RUL-9", reason=reason) for reason in reasons]


_NO_MYSTERY = "nothing is drawn for here"


def _bounty_faults(settings: Settings) -> list[Fault]:
    """Return what is said of heads that cannot be (KO-6)."""
    house, terms, reasons = PROFILES.get(settings.profile), settings.bounties, {}
    if terms.points and settings.bounty in {"none", "mystery"}:
        reasons["points"] = "a head is worth nothing here"
    elif terms.points and house is not None and house.prizes == "pool":
        reasons["points"] = "a head is worth the bounty part of the price here"
    elif terms.points % terms.unit:
        reasons["points"] = f"a head is worth no multiple of {terms.unit}, the unit in which it is divided"
    parts = settings.prices.parts
    if any(each.bounty % terms.unit for each in (parts.buy_in, parts.rebuy, parts.re_entry, parts.add_on)):
        reasons["unit"] = f"the bounty part of a price is no multiple of {terms.unit}"
    faults = [Fault(field=f"bounties.{field}", rule="KO-6", reason=reason) for field, reason in reasons.items()]
    if settings.bounty != "mystery":
        wanted = terms.mystery == MysteryTerms()
        return faults if wanted else [*faults, Fault(field="bounties.mystery", rule="KO-7", reason=_NO_MYSTERY)]
    by_lot = house is None or house.mystery == "one_per_head"
    monetary = house is None or house.prizes == "pool"
    return [
        *faults,
        *(
            Fault(field=f"bounties.mystery.{field}", rule=rule, reason=reason)
            for field, rule, reason in mystery_reasons(terms.mystery, monetary=monetary, by_lot=by_lot)
        ),
    ]


def _prize_faults(settings: Settings) -> list[Fault]:
    """Return what is said of the places paid that cannot be (PRZ-3)."""
    faults = [
        *_distribution_faults(settings),
        *_line_faults(settings),
        *(Fault(field="pool.guarantee", rule="PRZ-5", reason=reason) for reason in _guarantee_reasons(settings)),
        *(Fault(field="deals.left_percent", rule="DEAL-1", reason=reason) for reason in _deal_reasons(settings)),
    ]
    if settings.places_paid is not None and settings.paid_percent is not None:
        faults.append(Fault(field="paid_percent", rule="PRZ-3", reason="the number of places paid is set already"))
    most = house.most_payouts if (house := PROFILES.get(settings.profile)) is not None else None
    if most is not None and (settings.places_paid or 0) > most:
        reason = f"{settings.places_paid} places are paid, and these rules know at most {most}"
        faults.append(Fault(field="places_paid", rule="PRZ-5", reason=reason))
    return faults


def _deal_reasons(settings: Settings) -> Iterator[str]:
    """Yield why nothing can be said of what a deal must leave to play for: there is none."""
    house = PROFILES.get(settings.profile)
    if settings.deals.left_percent is None:
        return
    if not settings.deals.allowed:
        yield "no deal is made here"
    elif house is not None and house.deals == "no":
        yield "these rules know no deals"


def _line_faults(settings: Settings) -> list[Fault]:
    """Return what is wrong with the prizes that are no money; where money is paid, they may speak of it (PRZ-2)."""
    house = PROFILES.get(settings.profile)
    monetary = house is None or house.prizes == "pool"
    return [
        Fault(field=f"prizes.{field}", rule=rule, reason=reason)
        for field, rule, reason in prize_reasons(settings.prizes, monetary=monetary)
    ]


def _distribution_faults(settings: Settings) -> list[Fault]:
    """Return what is wrong with the payouts by place: positions are their order, so none is missing or named twice."""
    payouts, reasons = settings.payouts, []
    if not payouts:
        return []
    house = PROFILES.get(settings.profile)
    off = sum(payouts) - WHOLE
    if abs(off) > 1:
        word = "too much" if off > 0 else "missing"
        reasons.append(
            f"they come to {_percent(sum(payouts))} %, and must come to 100 % within a hundredth of one: "
            f"{_percent(abs(off))} % is {word}"
        )
    if any(lower > better for better, lower in itertools.pairwise(payouts)):
        reasons.append("a lower place is paid more than a better one")
    if settings.places_paid not in {None, len(payouts)}:
        reasons.append(f"{settings.places_paid} places are paid, and {len(payouts)} have a payout")
    if house is not None and house.most_payouts is not None and len(payouts) > house.most_payouts:
        reasons.append(f"{len(payouts)} places have a payout, and these rules know at most {house.most_payouts}")
    return [Fault(field="payouts", rule="PRZ-5", reason=reason) for reason in reasons]


def _percent(hundredths: int) -> str:
    """Return hundredths of a per cent as per cent, without zeros at the end."""
    return format(Decimal(hundredths).scaleb(-2).normalize(), "f")


def _guarantee_reasons(settings: Settings) -> list[str]:
    """Return why nothing can be guaranteed so."""
    house = PROFILES.get(settings.profile)
    if settings.pool.guarantee is None or house is None:
        return []
    if house.prizes != "pool":
        return ["these rules form no pool that could be guaranteed"]
    if settings.pool.guarantee % settings.pool.unit:
        return [f"it is no multiple of {settings.pool.unit}, the unit in which the pool is paid"]
    return []


def _balance_faults(settings: Settings) -> list[Fault]:
    """Return what is said of balancing that does not go together (SEAT-5)."""
    house = PROFILES.get(settings.profile)
    if house is None:
        return []
    reasons = {}
    policy = settings.balancing or house.balancing
    steps = house.largest_difference if settings.largest_difference is None else settings.largest_difference
    most = [tables for tables, _ in steps]
    bounds = [tables for tables in most if tables is not None]
    if steps and (most[:-1] != bounds or most[-1] is not None or bounds != sorted(set(bounds))):
        reasons["largest_difference"] = "the steps go up by number of tables, and the last is for any number"
    if not steps and policy != "floor":
        reasons["largest_difference"] = "who is to say that tables are uneven must know how far apart they may be"
    if policy == "auto" and "floor" in {settings.mover or house.mover, settings.mover_seat or house.mover_seat}:
        reasons["balancing"] = "nothing is moved by itself where the floor picks the player or the seat"
    order = settings.donor_order
    if len(set(order)) < len(order) or not all(settings.has_table(table) for table in order):
        reasons["donor_order"] = "each table of the order stands there once and is one of the club's"
    return [Fault(field=field, rule="SEAT-5", reason=reason) for field, reason in reasons.items()]


def _field_faults(settings: Settings) -> list[Fault]:
    """Return why the field that these settings speak of can never sit down."""
    faults = []
    if len(set(settings.table_numbers)) < len(settings.table_numbers):
        faults.append(Fault(field="table_numbers", rule="SEAT-6", reason="a table is named twice"))
    for name in ("break_order", "overflow_tables"):
        tables = getattr(settings, name)
        if len(set(tables)) < len(tables):
            faults.append(Fault(field=name, rule="SEAT-7", reason="a table is named twice"))
        if gone := [table for table in tables if not settings.has_table(table)]:
            faults.append(Fault(field=name, rule="SEAT-7", reason=f"there is no table {gone[0]}"))
    room = settings.table_count * settings.seats_per_table
    cap = settings.most_players or room
    if cap > room:
        reason = f"{cap} players do not fit on {settings.table_count} tables"
        field = "player_cap" if settings.sit_and_go is None else "sit_and_go.players"
        faults.append(Fault(field=field, rule="SEAT-1", reason=reason))
    house = PROFILES.get(settings.profile)
    least = settings.minimum_players or (house.minimum_players if house else 2)
    if settings.sit_and_go is None and least > min(cap, room):
        reason = f"it takes {least} players to start, and there are places for {min(cap, room)}"
        faults.append(Fault(field="minimum_players", rule="LIFE-4", reason=reason))
    return faults


def _sit_and_go_faults(settings: Settings, sit_and_go: SitAndGo) -> list[Fault]:
    """Return what does not go with a Sit & Go: nobody comes in or tops up after its start, and all are seated."""
    windows, prices, players = settings.windows, settings.prices, sit_and_go.players
    off = {
        "windows.late_registration": windows.late_registration,
        "windows.rebuy": windows.rebuy,
        "windows.re_entry": windows.re_entry,
        "windows.add_on_deadline": windows.add_on_deadline,
        "windows.add_on_break": windows.add_on_break,
        "prices.rebuy": prices.rebuy,
        "prices.re_entry": prices.re_entry,
        "prices.add_on": prices.add_on,
    }
    reasons = {field: "there is none in a Sit & Go" for field, value in off.items() if value is not None}
    for field, number in (("player_cap", settings.player_cap), ("minimum_players", settings.minimum_players)):
        if number not in {None, players}:
            reasons[field] = f"a Sit & Go of {players} players starts with {players}"
    if not settings.auto_start:
        reasons["auto_start"] = "a Sit & Go starts when it is full"
    if settings.no_show == "drop":
        reasons["no_show"] = "a Sit & Go seats all who are registered"
    return [Fault(field=field, rule="LIFE-5", reason=reason) for field, reason in reasons.items()]


def _window_faults(settings: Settings) -> list[Fault]:
    faults = []
    windows = settings.windows
    ends = {name: getattr(windows, name) for name in ("late_registration", "rebuy", "re_entry", "add_on_deadline")}
    for name, end in ends.items():
        if end is not None and planned_end(settings, end) is None:
            reason = "the structure has no such level or break"
            faults.append(Fault(field=f"windows.{name}", rule="WIN-1", reason=reason))
    if windows.add_on_break is not None and (position_of_break(settings.structure, windows.add_on_break) is None):
        reason = f"the structure has no break {windows.add_on_break}"
        faults.append(Fault(field="windows.add_on_break", rule="WIN-5", reason=reason))
    if isinstance(settings.end, EndOfLevel) and (position_of_level(settings.structure, settings.end.level) is None):
        reason = f"the structure has no level {settings.end.level}"
        faults.append(Fault(field="end.level", rule="LIFE-9", reason=reason))
    if isinstance(settings.end, EndAtTime) and settings.end.at <= settings.starts_at:
        faults.append(Fault(field="end.at", rule="LIFE-9", reason="play must end after the start"))
    if faults:
        return faults
    late = windows.late_registration
    if late is None:
        return faults
    if isinstance(late, AtTime) and late.at <= settings.starts_at:
        reason = "late registration must end after the start"
        faults.append(Fault(field="windows.late_registration", rule="LIFE-3", reason=reason))
    if windows.re_entry is not None and _ends_before(settings, windows.re_entry, late):
        reason = "re-entry must not end before late registration"
        faults.append(Fault(field="windows.re_entry", rule="LIFE-3", reason=reason))
    return faults


def _ends_before(settings: Settings, one: WindowEnd, other: WindowEnd) -> bool:
    """Return whether an end comes before another: two steps by their order in the sheet, else by planned instants."""
    steps = _step_of(settings, one), _step_of(settings, other)
    if steps[0] is not None and steps[1] is not None:
        return steps[0] < steps[1]
    instants = planned_end(settings, one), planned_end(settings, other)
    return instants[0] is not None and instants[1] is not None and instants[0] < instants[1]


def _step_of(settings: Settings, end: WindowEnd) -> int | None:
    if isinstance(end, AtTime):
        return None
    if isinstance(end, AfterLevel):
        return position_of_level(settings.structure, end.level)
    return position_of_break(settings.structure, end.number)


def planned_end(settings: Settings, end: WindowEnd) -> datetime | None:
    """Return when the window would end if play started on time and never stopped; None: the sheet has no such step.

    A step without a length counts as none, so that what follows it is still ordered.
    """
    if isinstance(end, AtTime):
        return end.at
    position = _step_of(settings, end)
    if position is None:
        return None
    steps = settings.structure.steps[: position + 1]
    return settings.starts_at + timedelta(seconds=sum(step.seconds or 0 for step in steps))
