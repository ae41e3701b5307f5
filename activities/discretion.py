"""Keeps secrets out of logs: the store's own library writes down whole requests and answers at DEBUG (OPS-5)."""

import logging

TALKATIVE = ("botocore.auth", "botocore.endpoint", "botocore.parsers")
"""Loggers that at DEBUG write down whole requests and answers, a seed or a ballot in them, or their hashes: of what
says only yes or no a hash is as good as the text."""


class _Discreet(logging.Filter):
    """Lets nothing through that is meant for debugging."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.DEBUG


_DISCREET = _Discreet()


def keep_quiet() -> None:
    """Have the store's library say nothing more of what it sends and gets; doing it again changes nothing."""
    for name in TALKATIVE:
        logging.getLogger(name).addFilter(_DISCREET)
