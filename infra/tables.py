"""The DynamoDB client, built once per process, with limits on every wait.

A door that waits longer than its caller is of no use, and the shell repeats what failed by its own
rules; so the client gives up after seconds and hands the failure up.
"""

from functools import cache
from typing import TYPE_CHECKING

import boto3
from botocore.config import Config

from infra.settings import settings

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CONNECT_TIMEOUT = 1.0
"""Seconds to wait for a connection."""

READ_TIMEOUT = 2.0
"""Seconds to wait for an answer."""

ATTEMPTS = 2
"""Requests made at most for one call, the first included."""

IMPATIENT = Config(
    connect_timeout=CONNECT_TIMEOUT,
    read_timeout=READ_TIMEOUT,
    retries={"mode": "standard", "total_max_attempts": ATTEMPTS},
    tcp_keepalive=True,
)


@cache
def dynamodb() -> "DynamoDBClient":
    """Return the DynamoDB client of this process; boto3 clients may be shared between threads."""
    return boto3.client(
        "dynamodb",
        config=IMPATIENT,
        endpoint_url=settings().aws_endpoint,
        region_name=settings().aws_region,
    )
