"""Which programs live on this machine, by what was typed to start them."""

import subprocess
from pathlib import Path

PROC = Path("/proc")


def command_lines() -> list[str]:
    """Return the command line of every living process; one that has ended and waits for its parent is none."""
    if not PROC.exists():
        listed = subprocess.run(["ps", "-ww", "-eo", "stat,args"], capture_output=True, text=True, check=True)
        return [line for line in listed.stdout.splitlines() if not line.startswith("Z")]
    found = []
    for entry in PROC.glob("[0-9]*/cmdline"):
        try:
            found.append(entry.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:  # it ended meanwhile
            continue
    return [line for line in found if line]


def naming(folder: Path) -> list[str]:
    """Return the command lines in which this folder occurs."""
    return [line for line in command_lines() if str(folder) in line]
