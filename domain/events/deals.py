"""What the players left talk about, vote on and agree (DEAL-1)."""

from dataclasses import dataclass
from typing import Literal

from domain.ids import PlayerId
from domain.times import Instant

DealMethod = Literal["icm", "chip_chop", "even", "custom"]
"""How a deal's amounts came about: computed by the stacks, or as the players named them."""
VoteClosing = Literal["all_in", "time"]
"""Why a vote takes no more ballots."""
TalkEnding = Literal["agreed", "no_deal", "floor", "exposed", "field_changed", "closed"]
"""How a deal talk ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTalkOpened:
    """The players left talk about a deal; `prizes` are what the places still open are paid, in minor units."""

    kind: Literal["deal_talk_opened"] = "deal_talk_opened"
    players: int
    prizes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealProposed:
    """A division of what is left to win: `shares` are (entry, player, counted chips, minor units) by entry.

    `left` stays to be played for.  `above_first` is by how much the largest share is more than first place pays,
    `below_last` by how much the least one is less than the last place still open pays, and `chips_off` by how much the
    stacks counted are more than the chips in play (RUL-7); 0: it is not.
    """

    kind: Literal["deal_proposed"] = "deal_proposed"
    proposal: int
    method: DealMethod
    shares: tuple[tuple[int, PlayerId, int, int], ...]
    left: int
    above_first: int = 0
    chips_off: int = 0
    below_last: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoteOpened:
    """Each of `voters` says deal or no deal to a proposal, in secret and until an instant."""

    kind: Literal["deal_vote_opened"] = "deal_vote_opened"
    vote: int
    proposal: int
    voters: tuple[PlayerId, ...]
    closes_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotCast:
    """A voter's ballot is in the vault; nobody knows what it says (OPS-5)."""

    kind: Literal["ballot_cast"] = "ballot_cast"
    vote: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoteClosed:
    """All ballots are in, or the time is up: `cast` of them are to be counted."""

    kind: Literal["deal_vote_closed"] = "deal_vote_closed"
    vote: int
    why: VoteClosing
    cast: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoteCounted:
    """Everybody said deal, or somebody did not; the ballots are deleted."""

    kind: Literal["deal_vote_counted"] = "deal_vote_counted"
    vote: int
    deal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotsDiscarded:
    """The ballots of a vote that came to nothing are deleted, uncounted."""

    kind: Literal["ballots_discarded"] = "ballots_discarded"
    vote: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealAgreed:
    """A proposal takes the place of the payouts of its players; `left` goes to who wins.

    `shares` are (entry, player, counted chips, minor units); `vote` is the vote that agreed, None: the floor recorded
    that all agree.
    """

    kind: Literal["deal_agreed"] = "deal_agreed"
    proposal: int
    shares: tuple[tuple[int, PlayerId, int, int], ...]
    left: int
    vote: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTalkEnded:
    """The talk is over; without a deal the prizes are as they were, and there is none before `next_from`.

    `exposed`: whose ballot was shown, where the floor named him.
    """

    kind: Literal["deal_talk_ended"] = "deal_talk_ended"
    why: TalkEnding
    next_from: Instant | None = None
    exposed: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCoolDownOver:
    """The players may talk about a deal again."""

    kind: Literal["deal_cool_down_over"] = "deal_cool_down_over"


DealEvent = (
    DealTalkOpened
    | DealProposed
    | DealVoteOpened
    | BallotCast
    | DealVoteClosed
    | DealVoteCounted
    | BallotsDiscarded
    | DealAgreed
    | DealTalkEnded
    | DealCoolDownOver
)
