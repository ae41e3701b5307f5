"""Settings of the deployed parts, read from the environment on first use.

Nothing is read at import, and a part asks only for what it needs: the environment of a reading
function names no Temporal server, and that is no fault until somebody asks for one. Secrets never
stand in the environment; it carries the name of the secret, and `infra.secrets.secret` reads it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache


class SettingMissing(RuntimeError):
    """The environment lacks a variable that this part of the system needs."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the environment variable {name} is not set")
        self.name = name


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the environment says, with the type each value has.

    Every property raises `SettingMissing` when its variable is not set or empty, unless it is
    described as optional.
    """

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    @property
    def club_table(self) -> str:
        """Table of clubs, tournaments, logs and read models; holds no personal data."""
        return self._text("CLUB_TABLE")

    @property
    def people_table(self) -> str:
        """Table of names and contacts, the only place that has them."""
        return self._text("PEOPLE_TABLE")

    @property
    def vault_table(self) -> str:
        """Table of what must stay secret for a while: seeds before their reveal, ballots."""
        return self._text("VAULT_TABLE")

    @property
    def vault_key(self) -> str:
        """ARN of the key that ballots are sealed with."""
        return self._text("VAULT_KEY")

    @property
    def user_pool(self) -> str:
        """Id of the Cognito user pool that signs the tokens."""
        return self._text("USER_POOL")

    @property
    def user_pool_client(self) -> str:
        """Id of the one application client, the audience of an ID token."""
        return self._text("USER_POOL_CLIENT")

    @property
    def temporal_address(self) -> str:
        """Host and port of the Temporal server, `host:port`."""
        return self._text("TEMPORAL_ADDRESS")

    @property
    def temporal_namespace(self) -> str:
        """Temporal namespace; `default` unless named."""
        return self._optional("TEMPORAL_NAMESPACE") or "default"

    @property
    def temporal_api_key_secret(self) -> str | None:
        """ARN of the secret that holds the Temporal API key; optional, and its presence turns TLS on."""
        return self._optional("TEMPORAL_API_KEY_SECRET")

    @property
    def task_queue(self) -> str:
        """Task queue of the tournament workflows; `tournaments` unless named."""
        return self._optional("TASK_QUEUE") or "tournaments"

    @property
    def build(self) -> str | None:
        """Name of the worker's build; optional, and without it the build is named by its code."""
        return self._optional("BUILD")

    @property
    def aws_endpoint(self) -> str | None:
        """Address of the AWS emulator; optional, absent in AWS."""
        return self._optional("AWS_ENDPOINT_URL")

    @property
    def aws_region(self) -> str:
        """AWS region, as Lambda and the SDK name it."""
        return self._optional("AWS_REGION") or self._text("AWS_DEFAULT_REGION")

    def _optional(self, name: str) -> str | None:
        return self.environment.get(name) or None

    def _text(self, name: str) -> str:
        value = self._optional(name)
        if value is None:
            raise SettingMissing(name)
        return value


@cache
def settings() -> Settings:
    """Return the settings of this process."""
    return Settings()
