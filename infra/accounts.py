"""Accounts in the emulator's Cognito pool: the ones that the seed, the demo and the tests sign in with.

No password is kept anywhere: each sign-in sets a fresh random one and uses it once.
"""

import base64
import contextlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from infra.deploy import Emulator

OPERATOR = "operator"
"""The one platform role, a group of the pool; roles in a club are rows of the club."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who is signed in.

    Attributes:
        name: what the account is called in the pool; no person's name.
        sub: the id that the rest of the system knows.
        token: the ID token, for the header Authorization.
    """

    name: str
    sub: str
    token: str = field(repr=False)


@dataclass(slots=True, kw_only=True)
class Accounts:
    """The accounts of one user pool."""

    emulator: Emulator
    pool: str
    client: str
    cognito: Any = None

    def sign_in(self, name: str, *, operator: bool = False) -> Account:
        """Return this account with a fresh token; an account that does not exist yet is made."""
        if self.cognito is None:
            self.cognito = self.emulator.client("cognito-idp")
        password = f"Aa1-{secrets.token_urlsafe(24)}"
        with contextlib.suppress(self.cognito.exceptions.UsernameExistsException):
            self.cognito.admin_create_user(UserPoolId=self.pool, Username=name, MessageAction="SUPPRESS")
        self.cognito.admin_set_user_password(UserPoolId=self.pool, Username=name, Password=password, Permanent=True)
        if operator:
            self.cognito.admin_add_user_to_group(UserPoolId=self.pool, Username=name, GroupName=OPERATOR)
        answer = self.cognito.admin_initiate_auth(
            UserPoolId=self.pool,
            ClientId=self.client,
            AuthFlow="ADMIN_USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": password},
        )
        token: str = answer["AuthenticationResult"]["IdToken"]
        return Account(name=name, sub=claims(token)["sub"], token=token)


def claims(token: str) -> dict[str, Any]:
    """Return what a token says, unchecked: for those who asked for it themselves."""
    body = token.split(".")[1]
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return found
