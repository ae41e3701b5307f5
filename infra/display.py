"""A tournament in the terminal: clock, counts, windows and tables, as the rows have them."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from domain.times import from_text

Row = Mapping[str, Any]
_PAID = 9
"""How many of the places paid are shown with their amounts."""
_UNSPOKEN = {"kind", "settings", "profile", "seats", "places", "credits", "rank", "position"}


def board(head: Row, tables: Iterable[Row], now: datetime, lines: Iterable[str] = ()) -> RenderableType:
    """Return the whole picture at an instant; `lines` are what happened last."""
    parts: list[RenderableType] = [
        _clock(head, now),
        _counts(head),
        _windows(head),
        *_towards_the_prizes(head),
        *_tables(head),
    ]
    seats = [_table(row) for row in tables if row["players"]]
    parts += [Columns(seats)] if seats else []
    said = "\n".join(lines)
    parts += [Text(said, style="cyan")] if said else []
    return Panel(
        Group(*parts), title=head["title"], subtitle=f"{head['tournament']}, {head['status'].replace('_', ' ')}"
    )


def places(entries: Iterable[Row]) -> RenderableType | None:
    """Return the places on record with what they win, amounts in minor units; None: there are none."""
    placed = sorted((row for row in entries if row["place"] is not None), key=lambda row: (row["place"], row["entry"]))
    grid = Table.grid(padding=(0, 1))
    for row in placed:
        amount = [] if row["prize"] is None else [f"{row['prize']:,}"]
        won = amount + [line["text"] for line in row["won"]]
        grid.add_row(str(row["place"]), Text(str(row.get("name") or row["player"]), no_wrap=True), ", ".join(won))
    return Panel(grid, title="places") if placed else None


def _clock(head: Row, now: datetime) -> Text:
    clock = head["clock"]
    if clock is None:
        starts_at = head["countdown_ends_at"] or head["starts_at"]
        return Text(f"starts at {starts_at}", style="bold")
    why = ", ".join(stop["reason"].replace("_", " ") for stop in clock["stops"])
    stands = f" (stands: {why})" if why else " (stands)" if clock["stopped"] else ""
    behind = f"   tables still in a hand of before: {clock['pending_tables']}" if clock["pending_tables"] else ""
    blinds = ""
    if clock["small_blind"] is not None:
        ante = f", ante {clock['ante']:,}" if clock["ante"] else ""
        blinds = f"   {clock['small_blind']:,}/{clock['big_blind']:,}{ante}"
    return Text(f"{clock['step'].capitalize()}   {_left(clock, now)}{stands}{blinds}{behind}", style="bold")


def _left(clock: Row, now: datetime) -> str:
    """Return what a display counts down to; it needs nothing but the row and the time (CLK-5)."""
    if clock["level_ends_at"] is not None:
        left = max(from_text(clock["level_ends_at"]) - now, timedelta(0))
    elif clock["remaining_ms"] is not None:
        left = timedelta(milliseconds=clock["remaining_ms"])
    else:
        return "no end"
    return str(timedelta(seconds=-(-left // timedelta(seconds=1))))


def _counts(head: Row) -> Text:
    average = head["average_stack"]
    chips = f"{head['chips_in_play']:,} chips in play" + (f", {average:,} on average" if average is not None else "")
    others = {"registered": head["registered"], "wait": head["waiting"], "to decide": head["pending_eliminations"]}
    others |= {"under way": head["open_moves"], "overdue": head["overdue_moves"]}
    counted = "".join(f", {number} {words}" for words, number in others.items() if number or words == "registered")
    return Text(f"{head['left']} of {head['entries']} left{counted}, {head['tables']} tables; {chips}")


def _towards_the_prizes(head: Row) -> list[Text]:
    """Return how far it is to the places paid, and hand-for-hand if it is on."""
    shown = []
    if (prizes := head["prizes"]) is not None and prizes["busts_to_go"] is not None:
        to_go = prizes["busts_to_go"]
        far = f"{to_go} busts to go" if to_go > 1 else "on the bubble" if to_go else "in the prizes"
        still = " as it stands" if prizes["provisional"] else ""
        shown.append(Text(f"{prizes['places_paid']} places paid{still}, {far}{_next(prizes['next'])}"))
    if (pool := head["pool"]) is not None:
        shown.append(_pool(pool, head["currency"]))
    shown += _bounties(head)
    if (current := head["hand_for_hand"]) is not None:
        still = f", tables still to finish: {current['unfinished']}" if current["in_round"] else ""
        shown.append(Text(f"hand-for-hand, round {current['round']}{still}", style="bold"))
    return shown


def _next(coming: Row | None) -> str:
    """Return what whoever goes out next wins."""
    if coming is None:
        return ""
    won = [f"{coming['amount']:,}", *coming["lines"]] if coming["amount"] else coming["lines"]
    return f"; next out is place {coming['place']} and wins {', '.join(won) or 'nothing'}"


def _pool(pool: Row, currency: str) -> Text:
    """Return the pool, what of it the club adds, and what the first places are paid, all in minor units."""
    added = f", {pool['overlay']:,} of it added by the club" if pool["overlay"] else ""
    first = ", ".join(f"{amount:,}" for amount in pool["amounts"][:_PAID])
    rest = f" down to {pool['least']:,}" if len(pool["amounts"]) > _PAID else ""
    return Text(f"pool {pool['amount']:,} in minor units of {currency}{added}: {first}{rest}")


def _bounties(head: Row) -> list[Text]:
    """Return what is on heads and what was won of them; in a mystery event, the envelopes and whose draw is next."""
    if (heads := head["bounties"]) is not None:
        nobodys = f", {heads['unclaimed']:,} nobody's" if heads["unclaimed"] else ""
        return [Text(f"heads: {heads['on_heads']:,} to be won, {heads['won']:,} won{nobodys}")]
    if (mystery := head["mystery"]) is None:
        return []
    due = mystery["due"]
    to_draw = f"; {len(due)} to draw, {due[0]['player']} next" if due else ""
    paid = f", {mystery['paid']:,} of {mystery['worth']:,} won" if mystery["worth"] else ""
    return [Text(f"mystery: {mystery['draws']} drawn, {mystery['envelopes_left']} envelopes left{paid}{to_draw}")]


def _tables(head: Row) -> list[Text]:
    """Return what is to be done about the tables: what is proposed, what can break, what waits for a hand's end."""
    said = []
    if (proposal := head["proposal"]) is not None:
        said.append(f"proposed: {proposal['reason']}")
    elif head["can_break"] is not None:
        said.append(f"table {head['can_break']} can break")
    said += [f"table {table} breaks when its hand is over" for table in head["breaking"]]
    if head["redraw"] is not None:
        said.append(f"seats are drawn when no hand is in progress: {_words(head['redraw'])}")
    said += [f"table {table} should stop, it is short" for table in head["halts"]]
    if head["final_table"] is not None:
        said.append(f"final table: table {head['final_table']}{', heads-up' if head['heads_up'] else ''}")
    return [Text("; ".join(said), style="bold")] if said else []


def _windows(head: Row) -> Text:
    shown = [
        f"{_words(name)} {'open' if window['open'] else 'closed'}"
        + (f" to {window['closes_at'][11:19]}" if window["closes_at"] else "")
        for name, window in head["windows"].items()
        if window["offered"]
    ]
    return Text("; ".join(shown), style="dim")


def _words(name: str) -> str:
    return name.replace("_", " ").replace("re ent", "re-ent").replace("add on", "add-on")


def _table(row: Row) -> Panel:
    grid = Table.grid(padding=(0, 1))
    for seat in row["seats"]:
        grid.add_row(
            str(seat["seat"]),
            Text(str(seat.get("name") or seat["player"]), no_wrap=True),
            "absent" if seat["absent"] else "bust" if seat["pending"] else "",
            Text(f"{seat['head']:,}" if seat.get("head") else "", style="dim"),
        )
    return Panel(grid, title=f"table {row['table']}")


def spoken(recorded: Row) -> str:
    """Return one line for an event: when, what, who asked, and the figures that are short enough to read."""
    event = recorded["event"]
    figures = [
        f"{name} {_figure(value)}"
        for name, value in event.items()
        if name not in _UNSPOKEN and value not in (None, "", [], 0)
    ]
    by = f"  ({recorded['actor']})" if recorded.get("actor") else ""
    return f"{recorded['at'][11:23]}  {_words(event['kind'])}  {', '.join(figures)}{by}"


def _figure(value: Any) -> str:
    """Return a figure of an event as it is said; players on the way as who and where to."""
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, list) and all(isinstance(each, dict) and {"player", "to"} <= set(each) for each in value):
        return "; ".join(f"{each['player']} to {json.dumps(each['to'])}" for each in value)
    return json.dumps(value)
