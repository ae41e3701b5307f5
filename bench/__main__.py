"""All benches, one after the other: `python -m bench [NAME ...]`.

Each bench is a program of its own that prints one JSON object a line.  A figure with `at_most` or `at_least` has a
bar; the table says whether it holds.  Figures are ratios within one run: this is no test and never fails one.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

NAMES = tuple(
    sorted(
        path.stem
        for path in Path(__file__).parent.glob("*.py")
        if "def main()" in path.read_text() and path.stem != "__main__"
    )
)
BARS = ("at_most", "at_least")


def results(name: str, console: Console) -> list[dict[str, Any]]:
    """Run one bench and return what it printed; its other output goes to the terminal as it comes."""
    found = []
    with subprocess.Popen([sys.executable, "-m", f"bench.{name}"], stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            if line.startswith("{"):
                found.append(json.loads(line))
            console.print(line.rstrip(), style="dim", markup=False, highlight=False)
    if running.returncode:
        raise SystemExit(f"bench.{name} ended with {running.returncode}")
    return found


def verdict(row: dict[str, Any]) -> str:
    """Say whether the bar of a result holds; empty for one without."""
    if "at_most" in row:
        return f"{'holds' if row['ratio'] <= row['at_most'] else 'MISSED'}: at most {row['at_most']}"
    if "at_least" in row:
        return f"{'holds' if row['ratio'] >= row['at_least'] else 'MISSED'}: at least {row['at_least']}"
    return ""


def main() -> None:
    """Run the benches that were named, or all, and print what they found as one table."""
    console = Console()
    table = Table("bench", "of", "ratio", "bar", "figures")
    for name in sys.argv[1:] or NAMES:
        for row in results(name, console):
            plain = {key: value for key, value in row.items() if key not in {"bench", "of", "ratio", *BARS}}
            figures = ", ".join(f"{key} {value}" for key, value in plain.items())
            ratio = str(row["ratio"]) if "ratio" in row else ""
            table.add_row(row["bench"], str(row.get("of", "")), ratio, verdict(row), figures)
    console.print(table)


if __name__ == "__main__":
    main()
