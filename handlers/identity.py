"""Who asks: the claims that the gateway has checked, and nothing else (SEC-1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from handlers.problems import unauthorized

OPERATOR = "operator"
"""The one role of the platform; roles in a club are rows of the club."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Somebody with a valid token: his opaque id and his groups of the user pool."""

    sub: str
    groups: frozenset[str]

    @property
    def is_operator(self) -> bool:
        """Whether he runs the platform."""
        return OPERATOR in self.groups


def caller(event: Mapping[str, Any]) -> Caller:
    """Return who sent this request.

    Raises:
        Refused: there are no claims, or they are not those of an ID token.
    """
    authorizer = (event.get("requestContext") or {}).get("authorizer") or {}
    claims = authorizer.get("claims") or {}
    # A gateway that is set up carelessly passes access tokens too; those are meant for the user pool, not for us.
    if claims.get("token_use") != "id":
        raise unauthorized("an ID token is needed in the header Authorization")
    sub = claims.get("sub")
    if not isinstance(sub, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", sub):
        raise unauthorized("the token names no subject")
    return Caller(sub=sub, groups=groups(claims.get("cognito:groups")))


def groups(claim: object) -> frozenset[str]:
    """Return the groups of a claim, which a gateway writes as `a,b`, as `[a b]` or as a list."""
    if isinstance(claim, str):
        return frozenset(name for name in re.split(r"[\s,]+", claim.strip("[]")) if name)
    if isinstance(claim, list):
        return frozenset(name for name in claim if isinstance(name, str))
    return frozenset()
