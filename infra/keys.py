"""The client of the key service, built once per process: ballots are sealed and opened with it."""

from functools import cache
from typing import cast

import boto3

from activities.seals import Keys
from infra.settings import settings
from infra.tables import IMPATIENT


@cache
def keys() -> Keys:
    """Return the key service's client of this process."""
    client = boto3.client(
        "kms",
        config=IMPATIENT,
        endpoint_url=settings().aws_endpoint,
        region_name=settings().aws_region,
    )
    return cast("Keys", client)
