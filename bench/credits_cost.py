"""What crediting costs in the store: a version of the credits beside bare transactions of its rows.

Up to 99 credits go in one transaction; more are drafts first, so that a thousand take eleven.  `ratio` is the time
beside that of the same rows put in as few transactions without a condition or a look whether they are there, taken in
turns.  `again` is what a retry costs whose answer was lost: it reads what is there.

Prints one JSON object a line.
"""

import json
import statistics
import time
from typing import Any

from activities import items
from activities.credits import ACTIONS, Credits
from bench.journal_cost import Meter, store
from domain.journal import Credit, CreditRequest

PLAYERS = (9, 99, 1_000)
ROUNDS = {9: 30, 99: 15, 1_000: 5}
AT_MOST = {9: 2.5, 99: 1.5, 1_000: 1.5}
"""Beside the rows there are two reads; nine rows are written in hardly more time than these take."""


def request(tournament: str, players: int) -> CreditRequest:
    """Return the credits of so many players."""
    given = tuple(
        Credit(player=f"{number:08}-0000-4000-8000-000000000000", amount=1_000 + number, reason="prize")
        for number in range(players)
    )
    return CreditRequest(tournament=tournament, version=1, results=1, credits=given)


def bare(client: Any, table: str, of: CreditRequest) -> None:
    """Put the rows in as few transactions as hold them."""
    rows = [*items.credit_items(of), items.version_item(of)]
    for first in range(0, len(rows), ACTIONS):
        puts: list[Any] = [{"Put": {"TableName": table, "Item": row}} for row in rows[first : first + ACTIONS]]
        client.transact_write_items(TransactItems=puts)


def main() -> None:
    """Measure."""
    with store() as aws:
        client = aws.dynamodb()
        ledger, meter = Credits(client, aws.club), Meter(client)
        for players in PLAYERS:
            written, beside, again = [], [], []
            for number in range(ROUNDS[players]):
                ours, theirs = request(f"w{players}-{number}", players), request(f"b{players}-{number}", players)
                began = time.perf_counter()
                bare(client, aws.club, theirs)
                between = time.perf_counter()
                ledger.write(ours)
                done = time.perf_counter()
                ledger.write(ours)
                beside.append(between - began)
                written.append(done - between)
                again.append(time.perf_counter() - done)
            cost = meter.of(lambda players=players: ledger.write(request(f"m{players}", players)))  # type: ignore[misc]
            usual = statistics.median(written), statistics.median(beside), statistics.median(again)
            figures = {
                "bench": "credits_cost",
                "of": f"{players} credits",
                "ratio": round(usual[0] / usual[1], 2),
                "at_most": AT_MOST[players],
                "ms": round(1000 * usual[0], 1),
                "again_ms": round(1000 * usual[2], 1),
                "units_a_credit": round(cost["units"] / players, 2),
                "transactions": cost["transactions"],
            }
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
