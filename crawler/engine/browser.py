"""A browser for pages that JavaScript alone makes: the optional extra `backfile[js]`, with a Chromium on the machine.

The browser has no network of its own. The page is given to it as it was fetched, and whatever its scripts ask for is
asked by Scrapy: so robots.txt, the pauses, the budget, the guard of private networks and the limits of size and time
hold for it as for any request, redirects included. One browser for a run, begun by the first page that needs it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.misc import load_object

from crawler.engine.addresses import visit_key
from crawler.engine.pages import page_of
from crawler.engine.run import Run, run_of
from crawler.model import Problem, Role, Source, SourceKind
from crawler.sources import scripted

NEVER = "no"
"""The value of BROWSER_PATH with which no page is rendered."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = ("--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND")
"""It may run in a small container; what went past Scrapy would find no host."""

ROOT_OPTIONS = ("--no-sandbox",)
"""Chromium does not start as root with its sandbox; for anybody else it has it."""

WANTED = frozenset(("document", "script", "fetch", "xhr"))
"""Kinds of requests of a page that are asked for: no pictures, fonts, styles."""

MOST_KEPT = 100
"""So many scripts are kept for the other pages of a run."""

PAGES = frozenset((SourceKind.HOMEPAGE, SourceKind.ARCHIVE, SourceKind.POST))

_log = logging.getLogger(__name__)


def options() -> list[str]:
    """What the browser is started with."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*OPTIONS, *(ROOT_OPTIONS if as_root else ())]


class Browser:
    """Renders pages. Knows nothing of blogs: a request's `owner` is who it is counted for."""

    def __init__(self, crawler: Crawler, path: str, seconds: float):
        self._crawler = crawler
        self._path = path
        self._seconds = seconds
        self._begun: asyncio.Future[tuple[Any, Any]] | None = None
        self._scripts: dict[str, Response] = {}
        self._turn = asyncio.Lock()
        self.broken = ""
        """Why it did not start, in a line; empty as long as it is not known to be so."""

    async def render(self, response: Response, owner: object) -> bytes | None:
        """The page as its scripts have made it, as UTF-8; None where they did not come to an end in time."""
        async with self._turn:
            if self._begun is None:
                self._begun = asyncio.ensure_future(self._begin())
            try:
                _, chromium = await self._begun
                return await asyncio.wait_for(self._rendered(chromium, response, owner), self._seconds)
            except Exception as error:  # of the page's scripts, or of the browser: the page stays as it was sent
                _log.debug("%s was not rendered: %s", response.url, error)
                return None

    async def close(self) -> None:
        """End the browser, if it was begun."""
        if self._begun is not None and self._begun.done() and not self._begun.exception():
            playwright, chromium = self._begun.result()
            await chromium.close()
            await playwright.stop()

    async def _begin(self) -> tuple[Any, Any]:
        start = load_object("playwright.async_api.async_playwright")
        playwright = await start().start()
        try:
            return playwright, await playwright.chromium.launch(executable_path=self._path, args=options())
        except Exception as error:
            self.broken = f"{self._path} does not start: {str(error).strip().partition(chr(10))[0]}"
            await playwright.stop()
            raise

    async def _rendered(self, chromium: Any, response: Response, owner: object) -> bytes:
        context = await chromium.new_context(service_workers="block")
        try:
            return await self._made(context, response, owner)
        finally:
            await context.close()

    async def _made(self, context: Any, response: Response, owner: object) -> bytes:
        page = await context.new_page()

        async def answer(route: Any) -> None:
            found = await self._answer(route.request, response, owner)
            if found is None:
                await route.abort()
            else:
                headers = {"content-type": (found.headers.get("Content-Type") or b"text/html").decode("latin-1")}
                headers["access-control-allow-origin"] = "*"  # what may be read was settled by asking without cookies
                await route.fulfill(status=found.status, headers=headers, body=found.body)

        await page.route("**/*", answer)
        await page.goto(response.url, wait_until="networkidle", timeout=self._seconds * 1000)
        content: str = await page.content()
        return content.encode()

    async def _answer(self, request: Any, page: Response, owner: object) -> Response | None:
        """What a request of the page gets; None where it is not asked."""
        if request.method != "GET" or request.resource_type not in WANTED:
            return None
        if request.resource_type == "document":
            return page if visit_key(request.url) == visit_key(page.url) else None
        if request.url not in self._scripts:
            meta = {"owner": owner}
            wanted = Request(request.url, meta=meta, callback=NO_CALLBACK, dont_filter=True)
            try:
                found = await self._crawler.engine.download_async(wanted)
            except Exception as error:
                _log.debug("%s of %s is not given: %s", request.url, page.url, error)
                return None
            if request.resource_type != "script" or len(self._scripts) >= MOST_KEPT:
                return found
            self._scripts[request.url] = found
        return self._scripts[request.url]


class RenderMiddleware:
    """Puts the rendered page in the place of one that JavaScript alone makes. Needs the extra and a browser."""

    def __init__(self, browser: Browser, most: int, run: Run):
        self._browser = browser
        self._most = most
        self._run = run
        self._told: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        path = browser_path(settings["BROWSER_PATH"])
        if not path:
            raise NotConfigured
        browser = Browser(crawler, path, settings.getfloat("BROWSER_TIMEOUT"))
        crawler.signals.connect(browser.close, signal=signals.spider_closed)
        return cls(browser, settings.getint("BROWSER_PAGES"), run_of(crawler))

    async def process_response(self, request: Request, response: Response) -> Response:
        """The response, rendered where it needs to be."""
        island = request.meta.get("island")
        if island is None or self._most <= 0 or not _is_page(request.cb_kwargs["ask"].source):
            return response
        if not scripted.needs_browser(page_of(response, request.url)):
            return response
        self._most -= 1
        made = await self._browser.render(response, island)
        if made is None:
            self._tell(island.blog.slug, response.url)
            return response
        headers = response.headers.copy()
        headers["Content-Type"] = b"text/html; charset=utf-8"
        for name in ("ETag", "Last-Modified"):  # they speak of what was sent, which stays as it is while posts come
            headers.pop(name, None)
        return response.replace(body=made, headers=headers)

    def _tell(self, slug: str, url: str) -> None:
        """A browser that does not start is a problem of each blog that needed it, once."""
        if self._browser.broken and slug not in self._told:
            self._told.add(slug)
            self._run.store.note_problem(self._run.number, slug, Problem("browser", self._browser.broken, url))


def _is_page(source: Source) -> bool:
    """Whether something named it as a web page: such servers answer any address with the same one."""
    return source.kind in PAGES and source.role is not Role.USUAL


def browser_path(given: str) -> str:
    """The program that renders: the one that is given, else the first that is found; empty without the extra."""
    if given == NEVER:
        return ""
    try:
        load_object("playwright.async_api.async_playwright")
    except (ImportError, NameError):
        return ""
    return given or next(filter(None, map(shutil.which, NAMES)), "")


__all__ = ["NEVER", "Browser", "RenderMiddleware", "browser_path"]
