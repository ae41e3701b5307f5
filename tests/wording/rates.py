"""How often the check of prize texts is wrong, on texts that it was not developed with: make wording

A third of each corpus is kept apart (`*_kept_apart.json`): nobody looks at it while the check is being written, and its
rates are the ones that count.
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
    """Return the rates on the corpora whose names end so: "" those developed with, "_kept_apart" the others."""
    refused, passed = (
        json.loads((HERE / f"{name}{which}.json").read_text(encoding="utf-8")) for name in ("refused", "passed")
    )
    return Rates(
        refused=len(refused),
        missed=tuple(text for text in refused if monetary(text) is None),
        passed=len(passed),
        wrong=tuple(text for text in passed if monetary(text) is not None),
    )


def told() -> str:
    """Return the rates of both thirds, the ones that count last."""
    return f"developed with: {rates('')}\nkept apart:     {rates('_kept_apart')}"


if __name__ == "__main__":
    print(told())  # noqa: T201 - what the command is for
