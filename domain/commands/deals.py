"""What the players left talk about, vote on and agree (DEAL-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.commands.lifecycle import Stack
from domain.ids import Cents, PlayerId
from domain.structure import STRICT

MOST_IN_A_DEAL = 200
"""Most players who can share in a deal."""
Proposal = Annotated[int, Field(strict=True, ge=1)]
Vote = Annotated[int, Field(strict=True, ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDealTalk:
    """Stop the clock for a talk about a deal (CLK-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["open_deal_talk"] = "open_deal_talk"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealAmount:
    """What a player gets by a deal that the players have named themselves, in minor units."""

    __pydantic_config__ = STRICT
    player: PlayerId
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeDeal:
    """Divide what is left to win: by the stacks counted, or as named in `amounts`; `left_to_play_for` is kept back.

    Every player left needs a counted stack (RUL-7).
    """

    __pydantic_config__ = STRICT
    kind: Literal["propose_deal"] = "propose_deal"
    method: Literal["icm", "chip_chop", "even", "custom"]
    stacks: Annotated[tuple[Stack, ...], Field(max_length=MOST_IN_A_DEAL)] = ()
    amounts: Annotated[tuple[DealAmount, ...], Field(max_length=MOST_IN_A_DEAL)] = ()
    left_to_play_for: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptDeal:
    """Record that everybody agrees to a proposal, where the profile asks for no secret vote."""

    __pydantic_config__ = STRICT
    kind: Literal["accept_deal"] = "accept_deal"
    proposal: Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenVote:
    """Have every player left vote on a proposal in secret, for so many seconds at most."""

    __pydantic_config__ = STRICT
    kind: Literal["open_vote"] = "open_vote"
    proposal: Proposal
    seconds: Annotated[int, Field(strict=True, ge=10, le=3_600)] = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class CastBallot:
    """Say that this player's ballot is in the vault; what it says stands nowhere else (OPS-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["cast_ballot"] = "cast_ballot"
    player: PlayerId
    vote: Vote


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeVote:
    """Record that a ballot was shown, and whose if it is known: there is no deal."""

    __pydantic_config__ = STRICT
    kind: Literal["expose_vote"] = "expose_vote"
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDealTalk:
    """End the talk without a deal."""

    __pydantic_config__ = STRICT
    kind: Literal["end_deal_talk"] = "end_deal_talk"


DealCommand = OpenDealTalk | ProposeDeal | AcceptDeal | OpenVote | CastBallot | ExposeVote | EndDealTalk
