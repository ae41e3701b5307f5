"""A field that plays down to a winner in the pure rules: by default 600 tables and 5,400 players, in under 60 s.

    python -m bench.play_down [--tables 600] [--profile tda-2024-v1] [--hands | --silent] [--seed 1]

Without a profile all five play, each with its tables reporting every hand (about 30 an hour) and with tables that
report none.  Players bust at random, 15 a minute; the rest is tests/support/play_down.py.  After each event all that
it touched is compared with a seat map kept beside the state, all laws of play are counted from scratch every 500
events, those of ranking and books every 5,000, all of them at the end, and the record is folded again.  All of that is
in the time.

Prints one JSON object a line.  `ratio` is the time in minutes: the bar is one.  `even` is the share of the evening in
which no two tables were further apart than the house has them.
"""

import argparse
import json
import time

from domain.profiles import PROFILES
from tests.support.play_down import Plan, PlayDown


def played(plan: Plan) -> dict[str, object]:
    """Play one field down and return its figures."""
    began = time.process_time()
    figures = PlayDown(plan).run()
    processor = time.process_time() - began
    events, commands = figures.events, figures.commands
    refused = dict(sorted(figures.refused.items()))
    return {
        "bench": "play_down",
        "of": f"{plan.profile}, {'every hand' if plan.hands else 'no hands'}",
        "ratio": round(figures.seconds / 60, 3),
        "at_most": 1.0,
        "tables": plan.tables,
        "players": plan.tables * plan.seats,
        "seconds": round(figures.seconds, 1),
        "processor_seconds": round(processor, 1),
        "seconds_for_all_laws": round(figures.law_seconds, 1),
        "evening_hours": round(figures.hours, 1),
        "commands": commands.total(),
        "events": events.total(),
        "hands": events["hand_started"],
        "breaks": events["table_broken"],
        "proposals": events["move_proposed"],
        "balancing_moves": events["player_moved"],
        "moves_a_player": round(figures.moves_a_player, 2),
        "most_moves": max(figures.moved),
        "largest_difference": figures.largest_difference,
        "even": round(1 - figures.uneven.total_seconds() / (figures.hours * 3600), 3),
        "refused": refused,
    }


def main() -> None:
    """Play the fields that were asked for."""
    parser = argparse.ArgumentParser(description="play a field down to a winner")
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--profile", choices=sorted(PROFILES), action="append")
    parser.add_argument("--hands", action="store_true", help="only with every hand reported")
    parser.add_argument("--silent", action="store_true", help="only with no hand reported")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ways = [way for way, other in ((False, asked.hands), (True, asked.silent)) if not other]
    for profile in asked.profile or sorted(PROFILES):
        for hands in ways:
            plan = Plan(tables=asked.tables, profile=profile, hands=hands, seed=asked.seed)
            print(json.dumps(played(plan)), flush=True)


if __name__ == "__main__":
    main()
