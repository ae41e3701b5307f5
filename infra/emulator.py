"""The AWS emulator as a store that keeps its word: `python -m infra.emulator`.

The emulator holds everything in memory and saves it at a clean stop only, so killing it would lose
rows that a door has already answered for. This program runs the same emulator and adds what a
database does: every write is appended to a journal before it is answered, snapshots of the whole
state are taken now and then, and a start is the newest whole snapshot plus the journal since.

In the folder `STATE_DIR`:

- `snapshot-000007/`: the whole state, complete as soon as it bears this name;
- `journal-000007`: the writes since that snapshot, one JSON document a line.
"""

import asyncio
import base64
import contextlib
import json
import logging
import os
import shutil
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Answer = tuple[int, dict[str, str], Any]
Handler = Callable[[str, str, dict[str, str], bytes, dict[str, Any]], Awaitable[Answer]]

SAVE_PATH = "/_local/save"
"""A POST here takes a snapshot and answers when it is complete."""

PART = "snapshot.part"
"""Name of a snapshot that is being written."""

JOURNAL_LIMIT = 8 * 1024 * 1024
"""Bytes of journal after which a snapshot is taken; replaying as much takes about two seconds."""

SOON = 1.0
"""Seconds to a snapshot that may wait: the journal has grown long, or the state did not hold still."""

ROW_WRITES = frozenset(
    {
        "PutItem",
        "UpdateItem",
        "DeleteItem",
        "BatchWriteItem",
        "TransactWriteItems",
    }
)
"""Calls that the journal holds."""

NEW_ACCOUNTS = frozenset({"AdminCreateUser", "SignUp", "AdminAddUserToGroup"})
"""Calls with a snapshot of their own: rows refer to the ids that they make, and they are rare."""

log = logging.getLogger("infra.emulator")


class StateIncomplete(RuntimeError):
    """A part of the emulator's state changed while it was copied; the next attempt will do."""


def generations(folder: Path) -> list[int]:
    """Return the numbers of the complete snapshots in `folder`, ascending."""
    found = (entry.name.removeprefix("snapshot-") for entry in folder.glob("snapshot-*"))
    return sorted(int(number) for number in found if number.isdecimal())


def entries(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the writes of one journal in order."""
    if path.exists():
        with path.open("rb") as lines:
            yield from map(json.loads, lines)


@dataclass(slots=True, kw_only=True)
class Store:
    """The folder with the snapshots and the journal that is being written."""

    folder: Path
    generation: int = 0
    written: int = 0
    journal: BinaryIO | None = None
    saving: asyncio.TimerHandle | None = field(default=None, repr=False)

    @classmethod
    def opened(cls, folder: Path) -> "Store":
        """Return the store of this folder, cleared of what was interrupted: half a snapshot, half a line."""
        folder.mkdir(parents=True, exist_ok=True)
        known = generations(folder)
        store = cls(folder=folder, generation=known[-1] if known else 0)
        shutil.rmtree(folder / PART, ignore_errors=True)
        store.forget_others()
        store.mend_journal()
        return store

    def mend_journal(self) -> None:
        """Cut off a last line that is not whole, or the next one would be written behind it."""
        path = self.journal_file(self.generation)
        if path.exists():
            whole = path.read_bytes().rpartition(b"\n")
            os.truncate(path, len(whole[0]) + len(whole[1]))

    def forget_others(self) -> None:
        """Remove the snapshots and journals of all other generations."""
        for entry in self.folder.iterdir():
            kind, _, number = entry.name.partition("-")
            if kind in {"snapshot", "journal"} and number.isdecimal() and int(number) != self.generation:
                if entry.is_dir():
                    shutil.rmtree(entry)
                else:
                    entry.unlink()

    def snapshot(self, generation: int) -> Path:
        """Return the folder of one snapshot."""
        return self.folder / f"snapshot-{generation:06}"

    def journal_file(self, generation: int) -> Path:
        """Return the file with the writes since one snapshot."""
        return self.folder / f"journal-{generation:06}"

    def append(self, entry: dict[str, Any]) -> None:
        """Write one entry; when this returns the operating system has it, whatever happens to this process."""
        if self.journal is None:
            path = self.journal_file(self.generation)
            self.journal = path.open("ab", buffering=0)
            self.written = path.stat().st_size
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        self.journal.write(line)
        self.written += len(line)

    def close(self) -> None:
        """Close the journal; the next entry opens it again."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def next_generation(self) -> None:
        """Start the journal after a new snapshot and drop what the snapshot makes superfluous."""
        self.close()
        self.generation += 1
        self.written = 0
        self.forget_others()


@dataclass(slots=True, kw_only=True)
class DurableEmulator:
    """The emulator's application with the journal around its calls and the snapshots between them.

    Everything here runs on the emulator's one event loop, between two requests, which is why a
    snapshot and the journal that follows it fit together.
    """

    store: Store
    inner: Callable[[Scope, Receive, Send], Awaitable[None]]
    ministack: Any
    persistence: Any
    functions: Any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the start and the stop of the server (ASGI)."""
        if scope["type"] == "lifespan":
            await self.live(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == SAVE_PATH and scope["method"] == "POST":
            await self.save_asked(send)
        else:
            await self.inner(scope, receive, send)

    async def live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the emulator load its snapshot, then replay; at the stop take the last snapshot."""

        async def passed_on(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "lifespan.startup.complete":
                # From here on only whole snapshots are written, never the emulator's own piecemeal ones.
                self.persistence.PERSIST_STATE = False
                await self.replay()
                self.wrap_services()
            elif message["type"] == "lifespan.shutdown.complete":
                self.save()
            await send(message)

        await self.inner(scope, receive, passed_on)

    async def save_asked(self, send: Send) -> None:
        """Take a snapshot and answer 204, or 503 when the state would not hold still."""
        status = 204
        try:
            self.save()
        except StateIncomplete:
            log.exception("no snapshot")
            status = 503
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def replay(self) -> None:
        """Do again, in order, the writes made since the snapshot."""
        from ministack.core import responses  # noqa: PLC0415 - reads the environment when imported

        handle = self.ministack.SERVICE_HANDLERS["dynamodb"]
        count = 0
        for entry in entries(self.store.journal_file(self.store.generation)):
            responses.set_request_account_id(entry["account"])
            responses.set_request_region(entry["region"])
            body = base64.b64decode(entry["body"])
            status, _, answer = await handle("POST", "/", {"x-amz-target": entry["target"]}, body, {})
            count += 1
            if status != 200:  # noqa: PLR2004 - it was 200 when it was written down
                log.error("write %s of generation %s was refused: %s", count, self.store.generation, answer)
        log.warning("generation %s with %s writes since", self.store.generation, count)

    def wrap_services(self) -> None:
        """Put the journal around DynamoDB and a snapshot behind each new account.

        Whoever deploys asks for a snapshot when the deployment stands; half of one is not worth keeping.
        """
        services = self.ministack.SERVICE_HANDLERS
        services["dynamodb"] = self.journalled(services["dynamodb"])
        services["cognito-idp"] = self.kept(services["cognito-idp"])

    def journalled(self, handler: Handler) -> Handler:
        """Return `handler` with each successful write of rows in the journal before it is answered."""
        from ministack.core import responses  # noqa: PLC0415 - reads the environment when imported

        async def handle(method: str, path: str, headers: dict[str, str], body: bytes, query: dict[str, Any]) -> Answer:
            answer = await handler(method, path, headers, body, query)
            target = headers.get("x-amz-target", "")
            if answer[0] == 200 and target.rpartition(".")[2] in ROW_WRITES:  # noqa: PLR2004
                self.store.append(
                    {
                        "account": responses.get_account_id(),
                        "region": responses.get_region(),
                        "target": target,
                        "body": base64.b64encode(body).decode(),
                    }
                )
                if self.store.written > JOURNAL_LIMIT:
                    self.save_soon()
            return answer

        return handle

    def kept(self, handler: Handler) -> Handler:
        """Return `handler` with a snapshot of each new account before it is answered."""

        async def handle(method: str, path: str, headers: dict[str, str], body: bytes, query: dict[str, Any]) -> Answer:
            answer = await handler(method, path, headers, body, query)
            if answer[0] == 200 and headers.get("x-amz-target", "").rpartition(".")[2] in NEW_ACCOUNTS:  # noqa: PLR2004
                self.save_or_wait()
            return answer

        return handle

    def save_soon(self) -> None:
        """Have a snapshot taken after `SOON`."""
        if self.store.saving is None:
            self.store.saving = asyncio.get_running_loop().call_later(SOON, self.save_or_wait)

    def save_or_wait(self) -> None:
        """Take a snapshot now; if the state does not hold still, later."""
        if self.store.saving is not None:
            self.store.saving.cancel()
            self.store.saving = None
        try:
            self.save()
        except StateIncomplete:
            self.save_soon()

    def save(self) -> None:
        """Write the whole state as the next generation.

        Raises:
            StateIncomplete: a background thread changed a part while it was copied; nothing has happened.
        """
        part = self.store.folder / PART
        shutil.rmtree(part, ignore_errors=True)
        silent: set[str] = set()

        def getter(name: str, get_state: Callable[[], Any]) -> Callable[[], Any]:
            def state() -> Any:
                value = get_state()
                if value is None:
                    silent.add(name)
                return value

            return state

        parts = self.ministack._build_persistence_save_dict()  # noqa: SLF001 - what its own stop saves
        with self.writing_to(part):
            self.persistence.save_all({name: getter(name, get_state) for name, get_state in parts.items()})
        missing = [name for name in parts if name not in silent and not (part / f"{name}.json").exists()]
        if missing:
            raise StateIncomplete(", ".join(missing))
        part.rename(self.store.snapshot(self.store.generation + 1))
        self.store.next_generation()

    @contextlib.contextmanager
    def writing_to(self, folder: Path) -> Iterator[None]:
        """Have the emulator's own saving write to `folder`, for this moment."""
        folder.mkdir(parents=True)
        self.keep_in(folder)
        self.persistence.PERSIST_STATE = True
        try:
            yield
        finally:
            self.persistence.PERSIST_STATE = False

    def keep_in(self, folder: Path) -> None:
        """Point the emulator at the folder that holds its state, the code of functions included."""
        self.persistence.STATE_DIR = str(folder)
        self.functions.CODE_BLOB_DIR = str(folder / "lambda-blobs")


def main() -> None:
    """Run the emulator on `GATEWAY_PORT` with its state in `STATE_DIR`, until SIGTERM."""
    store = Store.opened(Path(os.environ["STATE_DIR"]))
    # These read the environment when they are imported. The keys that sign tokens stay in STATE_DIR itself.
    os.environ["PERSIST_STATE"] = "1"
    from ministack import app as ministack  # noqa: PLC0415
    from ministack.core import persistence  # noqa: PLC0415
    from ministack.services import lambda_svc  # noqa: PLC0415

    durable = DurableEmulator(
        store=store, inner=ministack.app, ministack=ministack, persistence=persistence, functions=lambda_svc
    )
    durable.keep_in(store.snapshot(store.generation))
    ministack.app = durable
    ministack.main()


if __name__ == "__main__":
    main()
