"""The power goes: store, server and worker are away for levels and a break, and the room has its time back (CLK-9)."""

import asyncio
from datetime import UTC, datetime, timedelta

from domain.events import BreakStarted, ClockRebased, LevelStarted, RegistrationsDropped, WindowClosed
from domain.times import to_text
from tests.support.evenings import level, player
from tests.support.nights import Night

LEVEL, BREAK = timedelta(seconds=6), timedelta(seconds=4)


def sheet() -> dict[str, object]:
    """Return two short levels, a break, and levels for as long as it may take to start everything again."""
    rest = {"kind": "break", "seconds": BREAK.seconds}
    levels = [level(100 * n, LEVEL.seconds) for n in range(1, 41)]
    return {"name": "short", "items": [*levels[:2], rest, *levels[2:]]}


async def test_clk_9_after_an_outage_of_two_levels_and_a_break_time_has_gone_on_and_the_floor_takes_it_back(
    night: Night,
) -> None:
    evening = await night.evening()
    rebuys_end = datetime.now(UTC) + timedelta(seconds=25)
    await evening.open(
        structure=sheet(),
        no_show="drop",
        windows={
            "late_registration": {"kind": "level", "level": 2},
            "rebuy": {"kind": "time", "at": to_text(rebuys_end)},
        },
    )
    await evening.ok("open_registration")
    await evening.seat(9)
    await evening.ok("register", player=player(10))
    await evening.ok("start")
    await evening.until(lambda: evening.head()["drawn"])
    start = evening.events("tournament_started")[0].at

    stopped_at = datetime.now(UTC)
    assert start < stopped_at < start + LEVEL
    for name in ("worker", "temporal", "emulator"):
        night.stack.kill(name)
    # level 1 ends, level 2 and the break are never played, the rebuys end by the time of day
    back = max(start + 3 * LEVEL + BREAK, rebuys_end) + timedelta(seconds=1)
    await asyncio.sleep((back - datetime.now(UTC)).total_seconds())
    for name in ("emulator", "temporal", "worker"):
        night.stack.restart(name)
    await evening.until(lambda: evening.head()["clock"]["level"] >= 4, patience=40)

    # time has gone on: each step from the scheduled end of the one before, each close at its own instant
    steps = [each.at for each in evening.events() if isinstance(each.event, LevelStarted | BreakStarted)]
    ends = [LEVEL, 2 * LEVEL, 2 * LEVEL + BREAK, *(n * LEVEL + BREAK for n in range(3, 60))]
    assert steps == [start, *(start + end for end in ends)][: len(steps)]
    closed = {each.event.window: each.at for each in evening.events() if isinstance(each.event, WindowClosed)}
    assert closed == {
        "late_registration": start + 2 * LEVEL,
        "re_entry": start + 2 * LEVEL,
        "rebuy": rebuys_end,
    }
    (dropped,) = [each for each in evening.events() if isinstance(each.event, RegistrationsDropped)]
    assert (dropped.at, dropped.cause) == (start + 2 * LEVEL, "clock")
    assert await evening.refused("register", player=player(11), patience=30) == "late_registration_closed"

    # the floor says when the room stopped: level 1 has what it had then, late registration is open, nobody was dropped
    await evening.ok("rebase_clock", patience=30, stopped_at=to_text(stopped_at))
    (rebased,) = [each for each in evening.events() if isinstance(each.event, ClockRebased)]
    event = rebased.event
    assert isinstance(event, ClockRebased)
    left = start + LEVEL - stopped_at
    assert (event.position, event.ends_at) == (0, rebased.at + left)
    assert event.registrations == (10,)
    assert [each.window for each in event.windows] == ["late_registration", "re_entry"]
    head = evening.head()
    assert (head["windows"]["late_registration"]["open"], head["windows"]["rebuy"]["open"]) == (True, False)
    await evening.ok("check_in", player=player(10))
    await evening.ok("register", player=player(11))

    # and it goes on from there as if nothing had been
    await evening.until(lambda: evening.head()["clock"]["level"] == 2)
    again = [each.at for each in evening.events("level_started") if each.seq > rebased.seq]
    assert again == [rebased.at + left]
    await evening.until(lambda: not evening.head()["windows"]["late_registration"]["open"])
    (closed_again,) = [
        each.at
        for each in evening.events("window_closed")
        if each.seq > rebased.seq and isinstance(each.event, WindowClosed) and each.event.window == "late_registration"
    ]
    assert closed_again == rebased.at + left + LEVEL
    await evening.ok("pause")
    evening.assert_shown_as_recorded()
