"""Ballots under seal: the door closes them, and only the worker's role may open one (OPS-5).

Whoever reads the vault, a copy or a backup of it finds which player has put something there, and not what.  All sealed
ballots are equally long and no two are alike, and a seal holds only for the player and the vote that it was made for.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from botocore.exceptions import ClientError

from domain.ids import PlayerId, TournamentId

_DEAL, _NO_DEAL = b"deal   ", b"no deal"
"""What is sealed: of one length."""
_BROKEN = "InvalidCiphertextException"


class Keys(Protocol):
    """What is asked of the key service, by the names that it has for it."""

    def encrypt(self, **asked: Any) -> Mapping[str, Any]:
        """Return a `CiphertextBlob` of a `Plaintext`."""
        ...

    def decrypt(self, **asked: Any) -> Mapping[str, Any]:
        """Return the `Plaintext` of a `CiphertextBlob`."""
        ...


def seal(keys: Keys, key: str, tournament: TournamentId, vote: int, player: PlayerId, *, deal: bool) -> bytes:
    """Return a player's ballot under seal.

    Args:
        keys: the key service.
        key: id or ARN of the key.
        tournament: whose vote it is.
        vote: its number.
        player: who says it.
        deal: what he says.
    """
    said = _DEAL if deal else _NO_DEAL
    made = keys.encrypt(KeyId=key, Plaintext=said, EncryptionContext=_about(tournament, vote, player))
    return bytes(made["CiphertextBlob"])


def says_deal(keys: Keys, sealed: bytes, tournament: TournamentId, vote: int, player: PlayerId) -> bool:
    """Return whether a sealed ballot says deal; one that was not made for this player and vote says nothing."""
    try:
        opened = keys.decrypt(CiphertextBlob=sealed, EncryptionContext=_about(tournament, vote, player))
    except ClientError as refused:
        if refused.response["Error"]["Code"] != _BROKEN:
            raise
        return False
    return bytes(opened["Plaintext"]) == _DEAL


def _about(tournament: TournamentId, vote: int, player: PlayerId) -> dict[str, str]:
    return {"tournament": tournament, "vote": str(vote), "player": player}
