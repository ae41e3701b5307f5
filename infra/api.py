"""Speaks to the deployed API as any client does: HTTP, JSON, a token."""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 30.0
"""Seconds to wait for an answer; a command's own answer comes within three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the API said.

    Attributes:
        status: HTTP status.
        headers: names in lower case.
        body: the parsed JSON, or the text when it is not JSON, or None when there is none.
    """

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """The API at one address, `url` being what stands before `/v1`."""

    url: str

    def get(self, path: str, *, token: str | None = None) -> Answer:
        """Ask for something."""
        return self.call("GET", path, token=token)

    def post(self, path: str, body: Any, *, token: str | None = None) -> Answer:
        """Ask for something to be done."""
        return self.call("POST", path, token=token, body=body)

    def put(self, path: str, body: Any, *, token: str | None = None) -> Answer:
        """Ask for something to be as given."""
        return self.call("PUT", path, token=token, body=body)

    def call(self, method: str, path: str, *, token: str | None = None, body: Any = None) -> Answer:
        """Send one request, never twice, and return the answer, whatever its status.

        Raises:
            OSError: nobody is there, or no answer came in time.
        """
        headers = {} if token is None else {"Authorization": token}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.netloc, timeout=PATIENCE)
        try:
            connection.request(method, parts.path + path, body=data, headers=headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        return Answer(
            status=response.status,
            headers={name.lower(): value for name, value in response.getheaders()},
            body=_parsed(text),
        )


def _parsed(text: str) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text
