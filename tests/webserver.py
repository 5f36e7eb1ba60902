"""A small web on loopback for tests: pages by path, and every fault a crawl must live with. Keeps a log of requests.

    with WebServer({"/": "<h1>Blog</h1>", "/feed": Answer(slow=0.2)}) as web:
        ... web.url("/") ... web.asked("/feed") ...

Runs asyncio in a thread of its own. A request in proxy form (`GET http://name/path`) is looked up by its whole address,
then by its host in `hosts`: one server stands for many.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Answer:
    """What a path answers. With validators a conditional request gets 304.

    Faults: `never` reads the request and says nothing; `slow` waits that many seconds; `cut` closes after so many bytes
    of the body that was promised; `trickle` sends a byte each so many seconds, without an end. `times` is how often
    this is answered before `then` is.
    """

    body: str | bytes = ""
    status: int = 200
    type: str = HTML
    headers: Mapping[str, str] = field(default_factory=dict)
    etag: str = ""
    modified: str = ""
    never: bool = False
    slow: float = 0.0
    cut: int | None = None
    trickle: float = 0.0
    times: int | None = None
    then: Answer | None = None


def redirect(location: str, status: int = 301) -> Answer:
    """An answer that sends elsewhere."""
    return Answer(status=status, headers={"Location": location})


@dataclass(frozen=True)
class Asked:
    """A request as it came. Header names are lower case."""

    method: str
    target: str
    headers: Mapping[str, str]
    status: int


class WebServer:
    """Serves while it is used as a context manager. `pages` may be changed meanwhile; `hosts`, then `default`, answer
    the rest."""

    def __init__(
        self,
        pages: Mapping[str, Answer | str] | None = None,
        default: Answer | None = None,
        hosts: Mapping[str, Answer] | None = None,
    ):
        self.pages: dict[str, Answer | str] = dict(pages or {})
        self.hosts: dict[str, Answer] = dict(hosts or {})
        self.default = default or Answer("not here", status=404)
        self.log: list[Asked] = []
        self.busy = 0
        self.busiest = 0
        self.port = 0
        self._served: dict[str, int] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def url(self, path: str = "/") -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"

    def asked(self, path: str) -> list[Asked]:
        """The requests for a path."""
        return [one for one in self.log if one.target == path]

    @property
    def targets(self) -> list[str]:
        """What was asked for, in order."""
        return [one.target for one in self.log]

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in (tasks := asyncio.all_tasks(self._loop)):
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its answer; whether the connection may be used again."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        answer = self._answer(target)
        status = 304 if _has(answer, headers) else answer.status
        self.log.append(Asked(method, target, headers, status))
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        try:
            return await _send(writer, answer, status)
        finally:
            self.busy -= 1

    def _answer(self, target: str) -> Answer:
        found = self.pages.get(target) or self.hosts.get(urlsplit(target).netloc, self.default)
        answer = Answer(found) if isinstance(found, str) else found
        self._served[target] = self._served.get(target, 0) + 1
        if answer.times is not None and self._served[target] > answer.times and answer.then is not None:
            return answer.then
        return answer


def _has(answer: Answer, headers: Mapping[str, str]) -> bool:
    """Whether the client has this version already (RFC 9110, 13.1)."""
    if "if-none-match" in headers:
        return bool(answer.etag) and answer.etag in headers["if-none-match"]
    return bool(answer.modified) and headers.get("if-modified-since") == answer.modified


async def _send(writer: asyncio.StreamWriter, answer: Answer, status: int) -> bool:
    if answer.never:
        await asyncio.sleep(3600)
    await asyncio.sleep(answer.slow)
    body = answer.body.encode() if isinstance(answer.body, str) else answer.body
    body = b"" if status == 304 else body
    headers = {"Content-Type": answer.type, "Content-Length": str(len(body)), **answer.headers}
    headers |= {"ETag": answer.etag} if answer.etag else {}
    headers |= {"Last-Modified": answer.modified} if answer.modified else {}
    if answer.trickle:
        headers["Content-Length"] = "1000000"
    lines = [f"HTTP/1.1 {status} Status", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    while answer.trickle:
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(answer.trickle)
    writer.write(body if answer.cut is None else body[: answer.cut])
    await writer.drain()
    return answer.cut is None


def path_of(url: str) -> str:
    """The path and query of an address, as `pages` name it."""
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
