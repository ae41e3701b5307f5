"""A wire between a client and a server on this machine, which can be cut and mended: the way a store goes away."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass(kw_only=True)
class Wire:
    """Passes on what comes to `port`, as long as it is not cut; a cut ends open connections and refuses new ones."""

    target: int
    port: int = 0
    server: asyncio.Server | None = None
    open: set[asyncio.StreamWriter] = field(default_factory=set)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def mend(self) -> None:
        """Pass everything on (again)."""
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """End every connection and take no new one."""
        if self.server is not None:
            self.server.close()
            self.server = None
        for writer in list(self.open):
            writer.transport.abort()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            self.open |= {writer, far_writer}
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        for each in (writer, *([far_writer] if "far_writer" in locals() else [])):
            each.transport.abort()
            self.open.discard(each)
        self.tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()


@contextlib.asynccontextmanager
async def wired(target: int) -> AsyncIterator[Wire]:
    """Lay a wire to a port."""
    wire = Wire(target=target)
    await wire.mend()
    try:
        yield wire
    finally:
        await wire.cut()
