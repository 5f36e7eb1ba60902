"""Who asks."""

from __future__ import annotations

from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler


class UserAgentMiddleware:
    """Says who asks and, with the setting CONTACT (an address or a page), whom to write to."""

    def __init__(self, agent: str):
        self._agent = agent

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        agent, contact = crawler.settings["USER_AGENT"], crawler.settings["CONTACT"]
        return cls(f"{agent} (+{contact})" if contact and contact not in agent else agent)

    def process_request(self, request: Request) -> None:
        request.headers.setdefault("User-Agent", self._agent)
