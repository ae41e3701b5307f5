"""The books of a tournament that is over: what does not come out even, why, and their close (AUD-6)."""

from domain.state import Tournament


def closed(state: Tournament) -> bool:
    """Return whether the books are closed: nothing of the record changes any more unless they are opened again."""
    return state.books.closed_at is not None
