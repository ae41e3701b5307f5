"""What the floor must have seen before a correction is applied: what it changes, and nothing new since (AUD-5)."""

from domain import commands as c
from domain import events as e
from domain.decisions import Rejection, refuse
from domain.state import Tournament

_BESIDE = e.ClockEvent | e.HandEvent | e.SeatEvent | e.TableEvent | e.LotVoided | e.SeedRevealed
"""Events of the clock, the tables and the lots, which change nothing of who gets what."""
_WEIGHS = e.FieldSeated | e.WindowOpened | e.WindowClosed | e.ClockRebased
"""Those among them that do: somebody comes in or lives again, or may do so no longer."""


def weighs(event: e.Event) -> bool:
    """Return whether an event can change what a correction comes to."""
    return isinstance(event, _WEIGHS) or not isinstance(event, _BESIDE)


def unseen(state: Tournament, command: c.PreviewedCommand, *, needed: bool = True) -> Rejection | None:
    """Return why a correction is not applied: nobody has seen what it changes, or that has changed since (AUD-5).

    Args:
        state: the tournament.
        command: the correction.
        needed: whether it is previewed in any case; else it is held to `seen` only where that is given.
    """
    seen = command.seen
    if command.preview or (seen is None and not needed):
        return None
    if seen is None:
        return refuse(
            "AUD-5",
            "preview_first",
            "this changes what others have: the preview comes first",
            "send it with preview, then once more with seen as the preview says",
            field="seen",
        )
    if seen > state.seq:
        return refuse(
            "AUD-5",
            "not_there_yet",
            f"event {seen} was seen, and the last one is {state.seq}",
            "preview it again",
            seq=state.seq,
        )
    if state.weighed > seen:
        return refuse(
            "AUD-5",
            "changed_since",
            f"event {state.weighed} has come since the preview, which saw event {seen}",
            "preview it again and send what it says then",
            seen=seen,
            changed=state.weighed,
        )
    return None
