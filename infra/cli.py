"""`shuffleup`, the command line: look at a tournament, rehearse an evening, go through a record again.

Exit status: 0 when all is as it should be, 1 when something came out otherwise, 2 when it could not be done.
"""

import asyncio
import json
import os
import sys
import time
from collections import deque
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

import typer
from botocore.exceptions import BotoCoreError, ClientError
from pydantic import TypeAdapter
from rich.console import Console
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from temporalio.client import WorkflowHistory

from activities.credits import LedgerBehind, LedgerDiffers
from activities.items import TornLedger, TornLog
from domain import move_list
from domain.commands import COMMANDS, schema
from domain.generators import Speed, at_speed, generate
from domain.permissions import ROLES
from domain.presets import SIT_AND_GO, sit_and_go
from domain.profiles import PROFILES
from domain.settings import Settings
from domain.sheets import proposed
from domain.structure import AnteType, Level, Structure, label
from domain.times import from_text
from infra import credits as ledger
from infra import replaying, scenario, verify_draws
from infra.api import Api
from infra.client import connect
from infra.display import board, places, spoken
from infra.judge import Difference, differences
from infra.processes import DidNotHappen
from infra.rehearsal import as_json, as_text
from infra.rehearse import Played, play
from infra.rehearse_durable import coming, play_durably, stage
from infra.script import Script, script
from infra.settings import SettingMissing, settings
from infra.sheets import NoSuchSheet, load, names
from infra.tables import dynamodb
from infra.watching import FromApi, FromStore, NotShown, Source

app = typer.Typer(
    name="shuffleup",
    help="Live poker tournaments for clubs: look at one, rehearse an evening, go through a record again.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

AsJson = Annotated[bool, typer.Option("--json", help="JSON in place of text.")]
Tournament = Annotated[str, typer.Argument(envvar="TOURNAMENT", help="The tournament's id.")]
ApiUrl = Annotated[
    str | None, typer.Option("--api", envvar="API", help="Address of the API; without it the store is read.")
]
Token = Annotated[
    str, typer.Option("--token", envvar=["TOKEN", "FLOOR", "OWNER", "PLAYER"], help="ID token of who looks.")
]
FAILED = 1
IMPOSSIBLE = 2
LINES = 8
"""How many of the last events stay in sight."""
REFRESH = 4
"""Times a second that the clock in the terminal is drawn."""
OVER = {"finished", "cancelled"}


def _stop(message: str, status: int = IMPOSSIBLE) -> NoReturn:
    Console(stderr=True).print(message, style="red", highlight=False, soft_wrap=True, markup=False)
    raise typer.Exit(status)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


@app.command()
def commands(
    name: Annotated[str | None, typer.Argument(help="One command; all, unless given.")] = None,
    *,
    json_: AsJson = False,
) -> None:
    """List what the floor can ask for, with the JSON Schema of each command."""
    if name is not None and name not in COMMANDS:
        _stop(f"there is no command {name}; `shuffleup commands` lists them")
    chosen = [name] if name is not None else list(COMMANDS)
    described: dict[str, dict[str, Any]] = {
        kind: {"about": _about(kind), "roles": sorted(ROLES[kind]), "schema": schema(kind)} for kind in chosen
    }
    if json_:
        _print_json(described)
        return
    console = Console()
    if name is not None:
        console.print(described[name]["about"], markup=False)
        console.print(f"roles: {', '.join(described[name]['roles'])}", markup=False)
        console.print_json(data=described[name]["schema"])
        return
    for kind, command in described.items():
        console.print(f"[bold]{kind}[/]  {_fields(command['schema'])}", highlight=False, soft_wrap=True)
        about = f"{command['about']}  For {_listed(command['roles'])}."
        console.print(Padding(Text(about), (0, 0, 0, 4)))
    console.print("`shuffleup commands NAME` shows a command with its JSON Schema, `--json` all of them.", markup=False)


def _about(kind: str) -> str:
    return " ".join((COMMANDS[kind].__doc__ or "").split("\n\n")[0].split())


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _fields(of: dict[str, Any]) -> str:
    """Return the fields of a body; those that may be left out in brackets."""
    needed = set(of.get("required", ()))
    return " ".join(name if name in needed else f"({name})" for name in of["properties"] if name != "kind")


@app.command()
def structure(
    *,
    speed: Annotated[
        Speed, typer.Option(help="How fast: the length of a level, the growth, the depth of a stack.")
    ] = "regular",
    stack: Annotated[int, typer.Option(help="The starting stack.", min=1)] = 10_000,
    chips: Annotated[
        str, typer.Option(help="The denominations in play, smallest first; empty: to the whole chip.")
    ] = "25,100,500,1000,5000",
    levels: Annotated[int, typer.Option(help="How many levels.", min=1)] = 20,
    growth: Annotated[str, typer.Option(help="Percent a level, in place of the speed's.", metavar="PERCENT")] = "",
    ante: Annotated[int, typer.Option(help="A big blind ante at level 1, which grows like the blinds.", min=0)] = 0,
    json_: AsJson = False,
) -> None:
    """Make a sheet: blinds that grow by a percentage, rounded to what chips can pay; JSON as the settings take it."""
    try:
        denominations = [int(chip) for chip in chips.split(",") if chip]
        grows = at_speed(speed, stack=stack, chips=denominations or [1], levels=levels)
        percent = Fraction(growth) if growth else grows.percent
        ante_type: AnteType = "big_blind" if ante else "none"
        grows = replace(grows, percent=percent, chips=tuple(denominations), ante=ante, ante_type=ante_type)
        made = generate(f"{speed}, {stack} chips", grows)
    except (ValueError, ZeroDivisionError) as fault:
        _stop(str(fault))
    if json_:
        _print_json(TypeAdapter(Structure).dump_python(made, mode="json"))
        return
    _print_structure(made)


@app.command()
def sheet(
    name: Annotated[str, typer.Argument(help="A sheet that comes with the product; without one they are listed.")] = "",
    *,
    json_: AsJson = False,
) -> None:
    """Show a published sheet and what of it is not played by itself; JSON: the settings that it fixes."""
    if not name:
        for known in names():
            print(known)
        return
    try:
        read = load(name)
    except NoSuchSheet as fault:
        _stop(str(fault))
    if json_:
        _print_json(TypeAdapter(dict[str, Any]).dump_python(proposed(read), mode="json"))
        return
    _print_structure(read.structure)
    for warning in read.warnings:
        Console().print(f"  {warning}", style="yellow", highlight=False, soft_wrap=True, markup=False)


def _print_structure(made: Structure) -> None:
    table = Table("step", "blinds", "ante", "minutes", "leaves play", box=None, pad_edge=False)
    for position, step in enumerate(made.steps):
        minutes = "" if step.seconds is None else f"{Fraction(step.seconds, 60)}"
        if isinstance(step, Level):
            table.add_row(
                label(made, position), f"{step.small_blind}/{step.big_blind}", str(step.ante or ""), minutes, ""
            )
        else:
            leaves = " ".join(str(chip) for chip in step.color_up)
            table.add_row(label(made, position), "", "", minutes or step.until or "", leaves)
    Console().print(table)


@app.command()
def preset(
    players: Annotated[int, typer.Argument(help="For how many: 2, 6, 9 or 18.")],
    *,
    title: Annotated[str, typer.Option(help="What players read.")] = "Sit & Go",
    profile: Annotated[str, typer.Option(help="Whose rules.")] = "tda-wsop-v1",
    starts_at: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%dT%H:%M"], help="The announced time, UTC; now, unless given.")
    ] = None,
    buy_in: Annotated[int, typer.Option(help="In minor units.", min=0)] = 0,
    currency: Annotated[str, typer.Option(help="Three letters.")] = "EUR",
) -> None:
    """Print the settings of a Sit & Go that is ready to be opened, as JSON; change in them what you like."""
    if players not in SIT_AND_GO:
        _stop(f"there is no Sit & Go for {players}; there are those for {_listed([str(n) for n in SIT_AND_GO])}")
    if profile not in PROFILES:
        _stop(f"there is no profile {profile}; there are {_listed(list(PROFILES))}")
    at = (starts_at or datetime.now(UTC)).replace(tzinfo=UTC, second=0, microsecond=0)
    made = sit_and_go(players, title=title, profile=profile, starts_at=at, buy_in=buy_in, currency=currency)
    _print_json(TypeAdapter(Settings).dump_python(made, mode="json"))


@app.command(name="schema")
def scenario_schema() -> None:
    """Print the JSON Schema of scenario files."""
    _print_json(scenario.schema())


@app.command()
def rehearse(
    file: Annotated[Path, typer.Argument(help="A scenario file.", dir_okay=False)],
    *,
    durable: Annotated[
        bool, typer.Option("--durable", help="Through the real workflow, on a server that skips time.")
    ] = False,
    json_: AsJson = False,
) -> None:
    """Play a scenario and say what came of it; status 1 when that is not what the file expects."""
    try:
        told = scenario.read(file)
        planned, played = _played(told, durable=durable)
        found = differences(told, planned, played)
    except (scenario.ScenarioUnreadable, DidNotHappen) as fault:
        _stop(str(fault))
    if json_:
        _print_json(as_json(told, planned, played, found, durable=durable))
    else:
        Console().print(as_text(told, planned, played), markup=False, highlight=False, soft_wrap=True)
        _print_differences(found)
    if found:
        raise typer.Exit(FAILED)


def _played(told: scenario.Scenario, *, durable: bool) -> tuple[Script, Played]:
    if not durable:
        planned = script(told)
        return planned, play(planned)
    planned = coming(told)

    async def on_stage() -> Played:
        async with stage() as env:
            return await play_durably(env, planned, "1")

    return planned, asyncio.run(on_stage())


def _print_differences(found: tuple[Difference, ...]) -> None:
    console = Console(stderr=True)
    for difference in found:
        console.print(f"{difference.where}: {difference.what}", style="bold red", markup=False, highlight=False)
        console.print(_indented("expected", difference.expected), style="green", markup=False, highlight=False)
        console.print(_indented("found", difference.found), style="red", markup=False, highlight=False)
    if found:
        console.print(f"{len(found)} came out otherwise", style="bold red")


def _indented(word: str, value: Any) -> str:
    if isinstance(value, list):
        return f"    {word}:" + "".join(f"\n        {line}" for line in value) if value else f"    {word}: none"
    return f"    {word}: {value if isinstance(value, str) else json.dumps(value, default=repr)}"


def source_of(tournament: str, api: str | None, token: str) -> Source:
    """Return where to look: the API if its address is known, else the store that the environment names."""
    if api is not None:
        parts = urlsplit(api)
        url = urlunsplit(parts._replace(path=parts.path.rstrip("/").removesuffix("/v1")))
        return FromApi(api=Api(url=url), token=token, tournament=tournament)
    try:
        return FromStore(table=settings().club_table, client=dynamodb(), tournament=tournament)
    except SettingMissing as missing:
        _stop(f"{missing}: name an API with --api (or API), or a store with an operator's environment")


@app.command()
def show(tournament: Tournament, *, api: ApiUrl = None, token: Token = "", json_: AsJson = False) -> None:
    """Show how a tournament stands."""
    source = source_of(tournament, api, token)
    try:
        head, tables, entries = source.head(), source.tables(), source.entries()
    except (NotShown, OSError) as fault:
        _stop(str(fault))
    if json_:
        _print_json({"head": head, "tables": tables, "entries": entries})
        return
    Console().print(board(head, tables, datetime.now(UTC)))
    if (finished := places(entries)) is not None:
        Console().print(finished)


@app.command()
def moves(tournament: Tournament, *, api: ApiUrl = None, token: Token = "", json_: AsJson = False) -> None:
    """List who is on the way to another seat, or goes there when his hand is over; made to be printed."""
    source = source_of(tournament, api, token)
    try:
        head, tables = source.head(), source.tables()
    except (NotShown, OSError) as fault:
        _stop(str(fault))
    listed = move_list.of(tables)
    if json_:
        _print_json({"moves": listed})
        return
    sys.stdout.write(move_list.as_text(head["title"], head["at"], listed))


@app.command()
def follow(
    tournament: Tournament,
    *,
    api: ApiUrl = None,
    token: Token = "",
    every: Annotated[float, typer.Option(help="Seconds between two looks.", min=0.1)] = 1.0,
    after: Annotated[int, typer.Option(help="Begin after this event.", min=0)] = 0,
    json_: Annotated[bool, typer.Option("--json", help="Each event as a line of JSON, and nothing else.")] = False,
) -> None:
    """Follow a tournament until it is over: the clock and the tables as they stand, each event as it comes."""
    source = source_of(tournament, api, token)
    console = Console()
    try:
        if json_ or not console.is_terminal:
            follow_lines(source, after, every, json_=json_)
        else:
            follow_live(source, after, every, console)
    except NotShown as fault:
        _stop(str(fault))
    except KeyboardInterrupt:
        return


def follow_lines(source: Source, seq: int, every: float, *, json_: bool) -> None:
    """Print each event after number `seq` until the tournament is over."""
    while True:
        head, new = news(source, seq)
        for event in new:
            line = json.dumps(event, ensure_ascii=False, separators=(",", ":")) if json_ else spoken(event)
            sys.stdout.write(line + "\n")
            seq = event["seq"]
        sys.stdout.flush()
        if head is not None and head["status"] in OVER and seq >= head["seq"]:
            return
        time.sleep(every)


def follow_live(source: Source, seq: int, every: float, console: Console) -> None:
    """Draw the board and the last events until the tournament is over; the clock counts down between two looks."""
    lines: deque[str] = deque(maxlen=LINES)
    with Live(console=console, refresh_per_second=REFRESH) as live:
        while True:
            head, new = news(source, seq)
            for event in new:
                lines.append(spoken(event))
                seq = event["seq"]
            if head is not None:
                tables = source.tables()
                looked = time.monotonic()
                while True:
                    live.update(board(head, tables, datetime.now(UTC), lines))
                    if time.monotonic() - looked >= every:
                        break
                    time.sleep(1 / REFRESH)
                if head["status"] in OVER and (not new or seq >= head["seq"]):
                    return
            else:
                time.sleep(every)


def news(source: Source, seq: int) -> tuple[Any, list[Any]]:
    """Return the head and what is new; nothing while nobody answers."""
    try:
        head = source.head()
        return head, list(source.events(seq)) if head["seq"] > seq else []
    except OSError:
        return None, []


@app.command()
def replay(
    of: Annotated[str, typer.Argument(metavar="FILE_OR_TOURNAMENT", envvar="TOURNAMENT")], *, json_: AsJson = False
) -> None:
    """Go through a record again: an exported journal, a workflow's history, or a tournament on the server.

    A journal (JSON Lines) is folded by the rules, and its chain checked.  A history (JSON, as the Temporal CLI and its
    Web UI write it) goes through the workflow as it is now; of a tournament, the histories that the server has.
    """
    path = Path(of)
    try:
        if path.is_file() and replaying.is_journal(path):
            done = [replaying.journal(path)]
        elif path.is_file():
            done = list(asyncio.run(replaying.histories([replaying.history(path)])))
        else:
            done = list(asyncio.run(_replayed_from_server(of)))
    except replaying.CannotReplay as fault:
        _stop(str(fault), FAILED)
    except SettingMissing as missing:
        _stop(f"{of} is no file, and {missing}")
    if json_:
        _print_json([{"what": each.what, "events": each.events, "head": each.head} for each in done])
        return
    for each in done:
        Console().print(f"{each.what}: {each.events} events, all of them as recorded", markup=False)
        if each.head is not None:
            Console().print(board(each.head, (), from_text(each.head["at"])))


@app.command(name="verify-draws")
def verify_the_draws(
    file: Annotated[Path, typer.Argument(help="An exported journal, as JSON Lines.", dir_okay=False)],
    *,
    json_: AsJson = False,
) -> None:
    """Draw every lot of a tournament that is over again, and compare it with the record; status 1 if one is not so.

    The seed must be the one whose hash was published before registration opened, no number may be left out or used
    twice, and what was drawn of must be what the record before it says.
    """
    try:
        report = verify_draws.verify(file.read_bytes().splitlines(keepends=True))
    except (verify_draws.JournalUnreadable, OSError) as fault:
        _stop(str(fault))
    if json_:
        _print_json(verify_draws.as_json(report))
    else:
        for line in (*verify_draws.table(report), *report.all_faults()):
            Console().print(line, markup=False, highlight=False, soft_wrap=True)
        Console().print(verify_draws.last_line(report), markup=False, highlight=False, soft_wrap=True)
    if status := verify_draws.status(report):
        raise typer.Exit(status)


@app.command(name="credits")
def check_the_credits(
    tournament: Tournament,
    *,
    mend: Annotated[
        bool, typer.Option("--mend", help="First write again, from the record, what the ledger has lost.")
    ] = False,
    json_: AsJson = False,
) -> None:
    """Hold the ledger of what the club pays out against the record, version by version and player by player.

    Status 1 when they differ, or when something is still to be credited.  With `--mend` versions that a restored store
    has lost are written again; what is other than recorded is never overwritten.
    """
    try:
        table, client = settings().club_table, dynamodb()
        mended = ledger.mend(client, table, tournament) if mend else ()
        report = ledger.check(client, table, tournament)
    except (LedgerDiffers, LedgerBehind) as fault:
        _stop(str(fault), FAILED)
    except (SettingMissing, ledger.NothingStored, TornLedger, TornLog, BotoCoreError, ClientError) as fault:
        _stop(str(fault))
    if json_:
        _print_json(report.as_json() | {"mended": list(mended)})
    else:
        _print_credits(report, mended)
    if not report.sound:
        raise typer.Exit(FAILED)


def _print_credits(report: ledger.Report, mended: tuple[int, ...]) -> None:
    console = Console()
    for version in mended:
        console.print(f"version {version} was written again", highlight=False)
    table = Table("version", "of results", "players", "total", "in the ledger", box=None, pad_edge=False)
    for line in report.versions:
        row = (line.version, line.results, line.players, line.total, line.standing)
        table.add_row(*map(str, row), style="" if line.standing == "written" else "red")
    console.print(table)
    lines = Table("player", "owed", "on record", "in the ledger", box=None, pad_edge=False)
    for of in report.differences:
        lines.add_row(of.player, str(of.owed), str(of.recorded), str(of.held))
    if report.differences:
        console.print(lines)
    hold = f", payouts are held ({report.hold})" if report.hold else ""
    told = f"{report.status}{hold}: {report.owed} owed, {report.held} in the ledger, minor units of {report.currency}"
    console.print(told, highlight=False, soft_wrap=True)


async def _replayed_from_server(tournament: str) -> tuple[replaying.Replayed, ...]:
    client = await connect()
    recorded: list[WorkflowHistory] = [history async for history in replaying.runs_of(client, tournament)]
    return await replaying.histories(reversed(recorded))


def main() -> None:
    """Run the command line.

    Whoever replays or rehearses has threads of Temporal's core running, which abort the process now and then when they
    outlive the interpreter: so the process ends with its work, and not with theirs.
    """
    try:
        app()
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended.code if isinstance(ended.code, int) else ended.code is not None)


if __name__ == "__main__":
    main()
