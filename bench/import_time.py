"""What the command function costs to import, against the libraries it cannot do without.

Prints one JSON object a line.  All are started again and again in turn, each in a process of its own, and the CPU times
of one turn are compared with each other; the ratio is the median over the turns, so that whatever else the machine does
weighs on both sides.
"""

import json
import resource
import statistics
import subprocess
import sys

LIBRARIES = """
import temporalio.client, boto3
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
APIGatewayRestResolver(enable_validation=True)
"""
BARE = "import temporalio.client, boto3, aws_lambda_powertools.event_handler"
FUNCTION = "import handlers.commands"
VIEWS = "import handlers.views"
TURNS = 15


def cpu(code: str) -> float:
    """Return the seconds of CPU time that a fresh interpreter needs for this code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def say(of: str, ratio: float, **more: float) -> None:
    """Print one result."""
    print(json.dumps({"bench": "import", "of": of, "ratio": round(ratio, 3), **more}))


def main() -> None:
    """Measure in turn and print the ratios."""
    turns = [[cpu(code) for code in (LIBRARIES, BARE, FUNCTION, VIEWS)] for _ in range(TURNS)]
    milliseconds = [round(min(times) * 1e3) for times in zip(*turns, strict=True)]
    own = {"function_ms": milliseconds[2]}
    of = "command function / temporalio, boto3 and the event handler that validates"
    ratio = statistics.median(turn[2] / turn[0] for turn in turns)
    say(of, ratio, at_most=1.15, libraries_ms=milliseconds[0], **own)
    of = "command function / temporalio, boto3 and the event handler without validation"
    say(of, statistics.median(turn[2] / turn[1] for turn in turns), libraries_ms=milliseconds[1], **own)
    say(
        "views function / the libraries of the command function", statistics.median(turn[3] / turn[0] for turn in turns)
    )


if __name__ == "__main__":
    main()
