"""What a person who presses Ctrl-C is told, and that the wait is short."""

from __future__ import annotations

from typing import Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import AsyncioLoopingCall

from crawler.engine.downloader import PoliteDownloader
from crawler.engine.screen import say

_LOOK_EVERY = 0.2
_MESSAGE = "interrupted: finishing what is on its way; run the same command again to go on (Ctrl-C again ends at once)"


class Interrupt:
    """Scrapy lets requests on the wire come in and starts no other; this gives up those that only wait their turn."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._call = AsyncioLoopingCall(self._look)
        self._told = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler)
        crawler.signals.connect(extension.watch, signal=signals.request_reached_downloader)
        crawler.signals.connect(extension.closed, signal=signals.spider_closed)
        return extension

    def watch(self) -> None:
        """Begin with the first request: only then the engine is sure to have begun."""
        if not self._call.running and not self._told:
            self._call.start(_LOOK_EVERY, now=False)

    def closed(self, spider: Spider, reason: str) -> None:
        """Who was too quick to be told is told now."""
        if self._call.running:
            self._call.stop()
        if reason == "shutdown" and not self._told:
            say(_MESSAGE)

    def _look(self) -> None:
        engine = self._crawler.engine
        if engine.running:
            return
        self._call.stop()
        self._told = True
        say(_MESSAGE)
        if isinstance(engine.downloader, PoliteDownloader):
            engine.downloader.drop_queued()
