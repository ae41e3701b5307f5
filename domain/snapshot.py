"""The state as one text, to carry over a roll-over or to keep when the tournament is over; versioned."""

from pydantic import TypeAdapter

from domain.state import Tournament

VERSION = 1
_STATE: TypeAdapter[Tournament] = TypeAdapter(Tournament)


def dump(state: Tournament) -> str:
    """Return the state as text: its version, a line feed, then its JSON."""
    return f"{VERSION}\n{_STATE.dump_json(state).decode()}"


def load(text: str) -> Tournament:
    """Return the state that a text holds.

    Raises:
        ValueError: the text is of a version that this code does not read, or is no state.
    """
    version, _, body = text.partition("\n")
    if version != str(VERSION):
        message = f"a snapshot of version {version} cannot be read; this code reads {VERSION}"
        raise ValueError(message)
    return _STATE.validate_json(body)
