"""robots.txt obeyed (RFC 9309): one fetch a server a run, kept for a day, with its Crawl-delay.

The one place that fetches robots.txt: a request that asks for it as a source is answered from here as well.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import NamedTuple, Self
from urllib.parse import urljoin, urlsplit

from protego import Protego
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured, StopDownload
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from crawler.engine.addresses import server_of
from crawler.engine.downloader import PoliteDownloader
from crawler.engine.faults import (
    BadLocation,
    Disallowed,
    Fault,
    Interrupted,
    RedirectCircle,
    RobotsUnreachable,
    ToldToWait,
    Unreachable,
)
from crawler.engine.pages import KEPT
from crawler.engine.run import Run, run_of

_PRIORITY = 1000
_FETCH = "robots_fetch"
_LOADED = "robots_loaded"
_UNPACKED = {"Accept-Encoding": "identity"}  # what is cut off must be read as it is
_READ_AT_MOST = 512 * 1024  # bytes; RFC 9309, 2.5: at least 500 KiB


@dataclass(frozen=True, slots=True)
class Rules:
    """What a server's robots.txt says, and the response that said it."""

    parser: Protego
    response: Response


class _Asked(NamedTuple):
    """A server's rules, on their way or here: http and https share them, but not a failure to connect."""

    scheme: str
    rules: asyncio.Future[Rules]


class RobotsMiddleware:
    """Lets through what robots.txt allows and answers requests for robots.txt itself (`meta["robots"]`).

    Raises Disallowed; RobotsUnreachable when it answered 5xx or not at all (2.3.1.4); a 4xx allows all (2.3.1.3).
    """

    def __init__(self, crawler: Crawler, run: Run, agent: str, longest: float):
        self._crawler = crawler
        self._run = run
        self._agent = agent
        self._longest = longest
        self._servers: dict[str, _Asked] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        longest = settings.getfloat("CRAWL_DELAY_LONGEST")
        middleware = cls(crawler, run_of(crawler), settings["ROBOTSTXT_USER_AGENT"], longest)
        crawler.signals.connect(middleware.received, signal=signals.bytes_received)
        return middleware

    def received(self, data: bytes, request: Request, spider: Spider) -> None:
        """No more of a robots.txt is loaded than is read, however long it is."""
        if not request.meta.get(_FETCH):
            return
        request.meta[_LOADED] = request.meta.get(_LOADED, 0) + len(data)
        if request.meta[_LOADED] > _READ_AT_MOST:
            raise StopDownload(fail=False)

    async def process_request(self, request: Request) -> Response | None:
        if request.meta.get(_FETCH):
            return None
        rules = await self._rules_for(request)
        if request.meta.get("robots"):
            return _answer(rules.response, request)
        if not rules.parser.can_fetch(request.url, self._agent):
            raise Disallowed("robots.txt forbids it")
        return None

    async def _rules_for(self, request: Request) -> Rules:
        server, scheme = server_of(request.url), urlsplit(request.url).scheme
        known = self._servers.get(server)
        if known is None or (known.scheme != scheme and _failed(known.rules)):
            known = self._servers[server] = _Asked(scheme, asyncio.ensure_future(self._learn(server, request)))
        return await asyncio.shield(known.rules)

    async def _learn(self, server: str, request: Request) -> Rules:
        address = urljoin(request.url, "/robots.txt")
        response = self._kept(server, address) or await self._fetched(server, address, request)
        rules = Rules(Protego.parse(_text_of(response)), response)
        delay = float(rules.parser.crawl_delay(self._agent) or 0)
        if delay > self._longest:
            raise Disallowed(f"robots.txt wants {delay:.0f} seconds between requests")
        downloader = self._crawler.engine.downloader
        if delay and isinstance(downloader, PoliteDownloader):
            downloader.set_crawl_delay(server, delay)
        return rules

    def _kept(self, server: str, address: str) -> Response | None:
        text = self._run.kept_robots(server)
        return None if text is None else TextResponse(address, body=text, encoding="utf-8", flags=[KEPT])

    async def _fetched(self, server: str, address: str, request: Request) -> Response:
        """The answer, after redirects; also what stands for it where its redirects lead nowhere (2.3.1.2)."""
        meta = {_FETCH: True, "owner": request.meta.get("island"), "download_maxsize": 0}
        inner = Request(
            address, headers=_UNPACKED, priority=_PRIORITY, meta=meta, callback=NO_CALLBACK, dont_filter=True
        )
        try:
            response = await self._crawler.engine.download_async(inner)
        except (Interrupted, ToldToWait):
            raise
        except (RedirectCircle, BadLocation):
            return TextResponse(address, status=404, encoding="utf-8")
        except Exception as error:
            if isinstance(error, IgnoreRequest) and "max redirections" in str(error):
                return TextResponse(address, status=404, encoding="utf-8")
            raise RobotsUnreachable("robots.txt cannot be read") from error
        if response.status >= 500:
            raise _refusal(response, server)
        self._run.store.keep_robots(server, response.status, _text_of(response))
        return response


def _failed(rules: asyncio.Future[Rules]) -> bool:
    return rules.done() and (rules.cancelled() or rules.exception() is not None)


def _text_of(response: Response) -> str:
    """The rules; an answer that is not there, or a redirect that is none, has none."""
    if not 200 <= response.status < 300:
        return ""
    text = response.body[:_READ_AT_MOST]
    if len(response.body) > _READ_AT_MOST:  # half a line may say something else than the whole
        text = text[: max(text.rfind(b"\n"), text.rfind(b"\r")) + 1]
    return text.decode("utf-8-sig", "ignore")


def _refusal(response: Response, server: str) -> Fault:
    """What a server error means: behind a proxy 502 and 504 are the proxy's own words (RFC 9110, 15.6)."""
    proxy = response.meta.get("proxy") if response.request else None
    if proxy and response.status in (502, 504):
        return Unreachable(f"the proxy cannot reach {server} ({response.status})")
    return RobotsUnreachable(f"robots.txt answered {response.status}, so nothing may be asked")


def _answer(response: Response, request: Request) -> Response:
    """The kept response as the answer to another request for the same page."""
    if response.request is not None:
        request.meta["redirect_urls"] = response.request.meta.get("redirect_urls", [])
    return response.replace(request=request)
