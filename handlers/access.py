"""Who may do what: roles in the club of the path, read on each request (SEC-1, CLUB-2)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from domain.permissions import ROLES
from handlers.problems import forbidden

if TYPE_CHECKING:
    from domain.commands import Role

RANK = ("owner", "floor", "cashier", "dealer")
"""Club roles, the one that counts for most first: a command is given in the first that permits it."""

_FLOOR = frozenset({"owner", "floor"})
DUTIES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "open_tournament": _FLOOR,
        "put_staff": frozenset({"owner"}),
        "put_day": frozenset({"owner"}),
        "name_player": frozenset({"owner", "floor", "cashier"}),
        "look": frozenset(RANK),
    }
)
"""What is done in a club beside commanding a tournament, by the roles that may."""


def roles_of(row: Mapping[str, Any] | None) -> frozenset[str]:
    """Return the roles that a staff row grants; no row, none."""
    return frozenset(row["roles"]) & frozenset(RANK) if row else frozenset()


def acting_role(what: str, held: Iterable[str]) -> "Role":
    """Return the role in which somebody with these roles does `what`: a command's kind, or one of `DUTIES`.

    Raises:
        Refused: none of them permits it.
    """
    allowed = (ROLES[what] if what in ROLES else DUTIES[what]) & frozenset(RANK)
    permitting = allowed & frozenset(held)
    if not permitting:
        raise forbidden(what, allowed)
    return cast("Role", min(permitting, key=RANK.index))
