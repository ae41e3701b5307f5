"""How often the check of prize texts is wrong, on texts that it was not developed with: make wording

A third of each corpus is kept apart (`*_kept_apart.json`): nobody tries the check on it while it is being written, and
its rates are the ones that count.  The first corpora are what clubs write and what is plainly money; the harder ones
(`*_hard*.json`) came later, were committed before the check had seen them, and are made to deceive it.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from domain.wording import monetary

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """`missed` of `refused` texts that must be refused were not; `wrong` of `passed` that must pass were refused."""

    refused: int
    missed: tuple[str, ...]
    passed: int
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        """Return the two rates in words."""
        return (
            f"false negatives {len(self.missed)} of {self.refused} ({len(self.missed) / self.refused:.1%}), "
            f"false positives {len(self.wrong)} of {self.passed} ({len(self.wrong) / self.passed:.1%})"
        )


def rates(which: str) -> Rates:
    """Return the rates on the corpora whose names end so.

    Args:
        which: "" and "_hard" those developed with, "_kept_apart" and "_hard_kept_apart" the others.
    """
    refused, passed = (
        json.loads((HERE / f"{name}{which}.json").read_text(encoding="utf-8")) for name in ("refused", "passed")
    )
    return Rates(
        refused=len(refused),
        missed=tuple(text for text in refused if monetary(text) is None),
        passed=len(passed),
        wrong=tuple(text for text in passed if monetary(text) is not None),
    )


KINDS = {
    "developed with": "",
    "developed with, harder": "_hard",
    "kept apart": "_kept_apart",
    "kept apart, harder": "_hard_kept_apart",
}


def told() -> str:
    """Return the rates of all corpora, the ones that count last."""
    return "\n".join(f"{name + ':':24}{rates(which)}" for name, which in KINDS.items())


if __name__ == "__main__":
    print(told())  # noqa: T201 - what the command is for
