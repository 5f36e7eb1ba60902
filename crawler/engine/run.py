"""The database of a run: opened once, shared by the spider, the pipelines and the robots middleware."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Self, TypeVar

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import AsyncioLoopingCall

from crawler.errors import StoreError
from crawler.store import LEASE, CrawlMark, Holder, Store

ENDINGS = {"finished": "done", "shutdown": "interrupted"}
"""What a reason of Scrapy's for closing a spider is called in the table of runs; any other is STOPPED."""

STOPPED = "stopped"

UNWRITABLE = "unwritable"
"""The reason for closing the spider when the database fails in the middle of a run."""

Output = TypeVar("Output")
logger = logging.getLogger(__name__)

RENEW_EVERY = LEASE.total_seconds() / 5
ROBOTS_KEPT = timedelta(days=1)
LONGEST_PAUSE = 366 * 86_400.0


class Run:
    """Holds the store and the number of this run; begins the run with the spider and ends it after the last item."""

    def __init__(self, store: Store, command: str, stop: Callable[[], None] = lambda: None):
        self.store = store
        self.number = store.begin_run(command)
        self.broken = False
        """The database failed in mid-run: nothing more is asked, or kept."""
        self._stop = stop
        self.rounds: dict[str, int] = {}
        self._heartbeat = AsyncioLoopingCall(self._renew)
        self._last: list[Callable[[str], None]] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        def stop() -> None:
            closing.append(asyncio.ensure_future(crawler.engine.close_spider_async(reason=UNWRITABLE)))

        closing: list[asyncio.Future[None]] = []  # a task that nothing holds may vanish
        run = cls(Store.open(crawler.settings["DATABASE"]), crawler.settings["COMMAND"], stop)
        crawler.signals.connect(run.opened, signal=signals.spider_opened)
        crawler.signals.connect(run.close, signal=signals.spider_closed)
        return run

    def before_it_ends(self, call: Callable[[str], None]) -> None:
        """Have something called with the reason why the spider closes, while the database is still open."""
        self._last.append(call)

    def opened(self, spider: Spider) -> None:
        """Keep the leases from now on."""
        self._heartbeat.start(RENEW_EVERY, now=False)

    def close(self, spider: Spider, reason: str) -> None:
        """End the run. Pipelines have closed by now; a database that cannot be written has been told of."""
        if self._heartbeat.running:
            self._heartbeat.stop()
        try:
            for call in self._last:
                call(reason)
        finally:
            with suppress(StoreError):
                self.store.release(self.number)
                self.store.end_run(self.number, ENDINGS.get(reason, STOPPED))
            self.store.close()

    def breaks(self, error: StoreError) -> None:
        """The database fails in mid-run. Told once: what was on its way fails as well; the run ends."""
        if not self.broken:
            self.broken = True
            logger.error("%s", error)
            self._stop()

    async def guarded(self, outputs: AsyncIterator[Output]) -> AsyncIterator[Output]:
        """What the spider gives, until the database fails."""
        try:
            async for output in outputs:
                yield output
        except StoreError as error:
            self.breaks(error)

    def begin_crawl(self, slug: str, kind: str) -> CrawlMark | Holder:
        """Begin a blog's crawl in this run, and remember its round; where another run has the blog, who that is."""
        if holder := self.store.lease(slug, Holder.of(self.number)):
            return holder
        mark = self.store.begin_crawl(self.number, slug, kind)
        self.rounds[slug] = mark.round
        return mark

    def _renew(self) -> None:
        with suppress(StoreError):  # the next harvest tells
            self.store.renew_leases(self.number)

    def kept_robots(self, server: str) -> str | None:
        """The robots.txt of a server as kept, where it is younger than a day (RFC 9309, 2.4)."""
        kept = self.store.kept_robots(server)
        return kept.text if kept and datetime.now(UTC) - kept.fetched_at < ROBOTS_KEPT else None

    def seconds_paused(self, server: str) -> float:
        """For how much longer a server wants no request, as it said in this run or an earlier one."""
        until = self.store.paused_until(server)
        return (until - datetime.now(UTC)).total_seconds() if until else 0.0

    def pause(self, server: str, seconds: float, reason: str) -> None:
        """Remember, across runs, that a server wants no request for that long."""
        self.store.pause(server, datetime.now(UTC) + timedelta(seconds=min(seconds, LONGEST_PAUSE)), reason)


def run_of(crawler: Crawler) -> Run:
    """The run of a crawler whose extensions are built: for what is built after them."""
    run = crawler.get_extension(Run)
    if run is None:
        raise RuntimeError("the setting EXTENSIONS must name crawler.engine.run.Run")
    return run
