"""Scrapy's downloader, held to the concurrency and the pauses that a server is promised."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from scrapy import Request
from scrapy.core.downloader import Downloader, Slot
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.asyncio import call_later
from twisted.internet.defer import Deferred

from crawler.engine.addresses import server_of
from crawler.engine.care import Care
from crawler.engine.faults import Interrupted

_LOOK_EVERY = 0.01
"""Seconds after which a request that may not go out yet is looked at again."""


class PoliteDownloader(Downloader):
    """One slot a server; its limit holds without a delay too; a crawl-delay is a floor under AutoThrottle."""

    def __init__(self, crawler: Crawler):
        super().__init__(crawler)
        self.care: Care | None = None
        self._crawl_delays: dict[str, float] = {}

    def set_crawl_delay(self, server: str, seconds: float) -> None:
        """No two requests to a server closer together than this, from now on."""
        self._crawl_delays[server] = seconds

    def drop_queued(self) -> None:
        """Give up the requests that wait for their turn; those on the wire go on."""
        for slot in self.slots.values():
            while slot.queue:
                slot.queue.popleft()[1].errback(Interrupted("the run is ending"))

    def get_slot_key(self, request: Request) -> str:
        """By the address alone: Scrapy keeps the slot of the first hop for a redirect to another host."""
        return server_of(request.url)

    def _process_queue(self, slot: Slot) -> None:
        if slot.queue:
            floor = self._crawl_delays.get(slot.queue[0][0].meta[self.DOWNLOAD_SLOT], 0.0)
            if floor:
                slot.jitter = 0.0
                slot.delay = max(slot.delay, floor)
            if self.care:
                self._process_with_care(slot, self.care.most - self._on_their_way())
                return
        super()._process_queue(slot)

    def _process_with_care(self, slot: Slot, left: int) -> None:
        """Let go so many requests of a server, and look again soon where there are none left."""
        if left <= 0:
            slot.latercall = slot.latercall or call_later(_LOOK_EVERY, self._latercall, slot)
            return
        limit, slot.concurrency = slot.concurrency, min(slot.concurrency, len(slot.transferring) + left)
        try:
            super()._process_queue(slot)
        finally:
            slot.concurrency = limit

    def _on_their_way(self) -> int:
        """Requests whose answers have not come, or are not stored yet."""
        scraped = self.crawler.engine.scraper.slot
        return sum(len(slot.transferring) for slot in self.slots.values()) + len(scraped.active if scraped else ())

    def _wait_for_download(
        self, slot: Slot, request: Request, queue_dfd: Deferred[Response]
    ) -> Coroutine[Any, Any, None]:
        # Without a delay Scrapy looks for the next free place before this request has taken its own.
        slot.transferring.add(request)
        return super()._wait_for_download(slot, request, queue_dfd)
