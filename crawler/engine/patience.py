"""`Retry-After` obeyed (RFC 9110, 10.2.3), and a broken answer taken only when no other comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler.engine.addresses import server_of
from crawler.engine.deadline import Deadline
from crawler.engine.faults import Interrupted, ToldToWait
from crawler.engine.run import Run, run_of

_WAITING_STATUSES = (429, 503)
_LOOK_UP_EVERY = 0.25
_WAITS = 5


class RetryAfterMiddleware:
    """Pauses a server for as long as it says, when that is not longer than RETRY_AFTER_LONGEST seconds, and asks again;
    else ends the request, and every later one to that server, with ToldToWait, in later runs too."""

    def __init__(self, longest: float, run: Run, running: Callable[[], bool]):
        self._longest = longest
        self._run = run
        self._running = running
        self._until: dict[str, float] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        def running() -> bool:
            deadline = crawler.get_extension(Deadline)
            return crawler.engine.running and not (deadline and deadline.over)

        return cls(crawler.settings.getfloat("RETRY_AFTER_LONGEST"), run_of(crawler), running)

    async def process_request(self, request: Request) -> None:
        """Waits until the server may be asked again."""
        server = server_of(request.url)
        if self._left(server) > self._longest:
            raise ToldToWait(f"{server} wants no request for another {self._left(server):.0f} seconds")
        while (left := self._left(server)) > 0:
            if not self._running():
                raise Interrupted("the run is ending")
            await asyncio.sleep(min(left, _LOOK_UP_EVERY))

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """Notes the pause; gives the request back where it is short."""
        seconds = seconds_to_wait(response, datetime.now(UTC))
        if seconds is None:
            return response
        server = server_of(request.url)
        self._until[server] = max(self._until.get(server, 0.0), time.monotonic() + seconds)
        if seconds > self._longest:
            reason = f"answered {response.status} and wants no request for {seconds:.0f} seconds"
            self._run.pause(server, seconds, reason)
            raise ToldToWait(reason)
        waits = request.meta.get("waits", 0)
        if waits >= _WAITS:
            return response
        again = request.replace(dont_filter=True)
        again.meta["waits"] = waits + 1
        return again

    def _left(self, server: str) -> float:
        if server not in self._until:
            self._until[server] = time.monotonic() + self._run.seconds_paused(server)
        return self._until[server] - time.monotonic()


def seconds_to_wait(response: Response, now: datetime) -> float | None:
    """What `Retry-After` of a 429 or 503 says, in seconds from now; None where it says nothing that can be read."""
    said = (response.headers.get("Retry-After") or b"").decode("latin-1").strip()
    if response.status not in _WAITING_STATUSES or not said:
        return None
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        moment = parsedate_to_datetime(said)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


class LastAttemptMiddleware:
    """An answer that breaks off is asked for again; at the last attempt what came is taken, flagged `dataloss`."""

    def __init__(self, retries: int):
        self._retries = retries

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.settings.getint("RETRY_TIMES") if crawler.settings.getbool("RETRY_ENABLED") else 0)

    def process_request(self, request: Request) -> None:
        if request.meta.get("retry_times", 0) >= self._retries:
            request.meta["download_fail_on_dataloss"] = False
