"""The time that a run may take: when it is over every blog ends as cut short, and the next run goes on with it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import AsyncioLoopingCall

from crawler.engine.downloader import PoliteDownloader
from crawler.engine.island import CUT, Island

_LOOK_EVERY = 0.2


class Deadline:
    """Lets what is on the wire come in and starts nothing more once RUN_TIME_LONGEST seconds are over (0: never).

    A server that wants a long pause between requests (crawl-delay) is so never hurried, and never waited for in vain.
    """

    def __init__(self, crawler: Crawler, seconds: float):
        self._crawler = crawler
        self._seconds = seconds
        self._over = 0.0
        self._call = AsyncioLoopingCall(self._look)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        seconds = crawler.settings.getfloat("RUN_TIME_LONGEST")
        if seconds <= 0:
            raise NotConfigured
        extension = cls(crawler, seconds)
        crawler.signals.connect(extension.opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.closed, signal=signals.spider_closed)
        return extension

    def opened(self, spider: Spider) -> None:
        self._over = time.monotonic() + self._seconds
        self._call.start(_LOOK_EVERY, now=False)

    def closed(self, spider: Spider) -> None:
        if self._call.running:
            self._call.stop()

    def _look(self) -> None:
        if time.monotonic() < self._over:
            return
        islands: Mapping[str, Island] = getattr(self._crawler.spider, "islands", {})
        for island in islands.values():
            if not island.finished:
                island.end(f"the time of {self._seconds / 60:g} minutes is used up", CUT)
        downloader = self._crawler.engine.downloader
        if isinstance(downloader, PoliteDownloader):
            downloader.drop_queued()

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return bool(self._over) and time.monotonic() >= self._over
