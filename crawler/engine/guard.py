"""Keeps the crawl out of private networks."""

from __future__ import annotations

import asyncio
import socket
from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, NotConfigured
from scrapy.resolver import dnscache

from crawler.engine.addresses import IP, is_local_name, is_private, literal
from crawler.engine.faults import RefusedAddress


class AddressGuard:
    """Refuses addresses that lead into private networks, redirects included; off with ALLOW_PRIVATE_ADDRESSES.

    A name is looked up once a run, and the address that was checked is the one that is used. Behind a proxy (which is
    chosen before this, and exempt) names are the proxy's to look up: only literal addresses and localhost are checked.
    """

    def __init__(self, timeout: float):
        self._timeout = timeout
        self._checked: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if crawler.settings.getbool("ALLOW_PRIVATE_ADDRESSES"):
            raise NotConfigured
        return cls(crawler.settings.getfloat("DOWNLOAD_TIMEOUT"))

    async def process_request(self, request: Request) -> None:
        """Raises RefusedAddress, or CannotResolveHostError for a name that no one knows."""
        parts = urlsplit(request.url)
        host = parts.hostname or ""
        if parts.scheme not in ("http", "https") or not host:
            raise RefusedAddress("neither http nor https")
        if host in self._checked:
            return
        address = literal(host)
        if is_local_name(host) or (address is not None and is_private(address)):
            raise RefusedAddress(f"{host} is in a private network (-s ALLOW_PRIVATE_ADDRESSES=1 lets it through)")
        if address is None and not request.meta.get("proxy"):
            await self._look_up(host)
        self._checked.add(host)

    async def _look_up(self, host: str) -> None:
        try:
            found = await asyncio.wait_for(_addresses_of(host), self._timeout)
        except (OSError, UnicodeError, TimeoutError) as error:
            raise CannotResolveHostError(host) from error
        if private := next((address for address in found if is_private(address)), None):
            raise RefusedAddress(
                f"{host} is {private}, in a private network (-s ALLOW_PRIVATE_ADDRESSES=1 lets it through)"
            )
        if usable := next((address for address in found if address.version == 4), None):
            dnscache[host] = str(usable)


async def _addresses_of(host: str) -> list[IP]:
    """Every address of a name, by the system's resolver in a thread."""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return [address for entry in found if (address := literal(str(entry[4][0]))) is not None]
