"""Texts that stand in Secrets Manager, read once per process."""

from functools import cache

import boto3

from infra.settings import settings
from infra.tables import IMPATIENT


@cache
def secret(arn: str) -> str:
    """Return the text of the secret with this ARN."""
    client = boto3.client(
        "secretsmanager",
        config=IMPATIENT,
        endpoint_url=settings().aws_endpoint,
        region_name=settings().aws_region,
    )
    text: str = client.get_secret_value(SecretId=arn)["SecretString"]
    return text
