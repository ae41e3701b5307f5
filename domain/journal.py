"""What crosses between the workflow and the journal: outcomes, one flush, and what the store said."""

from dataclasses import dataclass
from typing import Any, Literal

from domain.decisions import Rejection
from domain.ids import ClubId, CommandId, PlayerId, TournamentId
from domain.times import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a command (CMD-3): accepted with events `first` to `last`, or rejected.

    An accepted command that changed nothing (a second pause) has neither `first` nor `last`, and says so in `note`.
    `consequences` is what a correction changed, or would change: `domain.consequences.of` says what is in it (AUD-5).
    """

    command_id: CommandId
    name: str
    actor: str
    role: str
    accepted_at: Instant
    at: Instant
    status: Literal["accepted", "rejected"]
    first: int | None = None
    last: int | None = None
    rejection: Rejection | None = None
    note: str = ""
    consequences: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flush:
    """One write: the events after `prev`, as stored texts, the rows that they changed and the outcomes.

    `head`, `entries` and `tables` are read-model rows as JSON values.  `prev_hash` is the chain's hash after event
    `prev`.  A flush without events has only outcomes.  `terms` is the row of settings and profile, when they changed.
    An `exact` flush was decided on what is stored up to `prev` and nothing after it: a store that is ahead of it holds
    what its writer does not know, and refuses it.
    """

    tournament: TournamentId
    club: ClubId
    prev: int
    prev_hash: str
    events: list[str]
    head: dict[str, Any] | None
    entries: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    outcomes: list[Outcome]
    terms: dict[str, Any] | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FlushResult:
    """`written`: the store holds everything up to `stored`; `behind`: it ends at `stored`, before the flush's `prev`.

    `hash` is the chain's hash after event `stored` as the store has it.
    """

    status: Literal["written", "behind"]
    stored: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LotRequest:
    """A lot to be fetched from outside: `commit` makes the seed, `draw` orders each pool, `reveal` returns the seed."""

    tournament: TournamentId
    number: int
    purpose: Literal["commit", "draw", "reveal"]
    pools: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LotResult:
    """The answer to a `LotRequest`: the seed's hash, the seed in hex, or each pool in the order drawn."""

    number: int
    commitment: str | None = None
    seed: str | None = None
    orders: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotRequest:
    """What is to be done with the ballots of a vote (DEAL-1).

    `count`: look whether each of `voters` is among those who `cast` one and said deal, then delete them all; `discard`:
    only delete them.
    """

    kind: Literal["ballots"] = "ballots"
    tournament: TournamentId
    vote: int
    purpose: Literal["count", "discard"]
    voters: tuple[PlayerId, ...] = ()
    cast: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotResult:
    """The ballots are gone; `deal`: everybody said deal.  More than that leaves the vault of no ballot (OPS-5)."""

    vote: int
    deal: bool = False


CreditReason = Literal["prize", "correction", "cancellation"]
"""Why a player is credited: his place's prize, what a correction changes, or all taken back after a cancellation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """What a player is credited with, in minor units; below zero it is taken back (PRZ-7)."""

    player: PlayerId
    amount: int
    reason: CreditReason


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditRequest:
    """A version of the credits to be written into the ledger, under the key (`tournament`, `version`) (PRZ-7).

    `results` is the version of the places that they come from.  Without credits it closes the version: whoever has not
    written it by then never will.
    """

    kind: Literal["credits"] = "credits"
    tournament: TournamentId
    version: int
    results: int
    credits: tuple[Credit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditResult:
    """The version as the ledger holds it: the first that was written under this key, whatever was asked for."""

    version: int
    results: int
    credits: tuple[Credit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSnapshot:
    """The last state of a tournament that is over, as one text (LIFE-11)."""

    tournament: TournamentId
    seq: int
    text: str


Work = BallotRequest | CreditRequest
"""What the state wants done outside, beside lots; `kind` tells one sort from another."""

Done = BallotResult | CreditResult
"""The answer to a `Work`."""
