"""The spider that recovers whole histories, of any number of blogs in one run.

    scrapy crawl history -a blog=https://example.org/,another-slug
    scrapy crawl history -a due=1

Source → Request, Response → Page → Harvest; what to ask next is the planner's, how a page is read the parsers'.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import date
from typing import Any, Self

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.settings import BaseSettings
from twisted.python.failure import Failure

from crawler import sources
from crawler.blogstate import fetch_key
from crawler.commands.crawl import due_of, find_blogs
from crawler.commands.database import database_path
from crawler.engine.beginning import Beginnings
from crawler.engine.care import Care, stored, turn_of
from crawler.engine.deadline import Deadline
from crawler.engine.downloader import PoliteDownloader
from crawler.engine.faults import AlreadyVisited, Interrupted, ToldToWait, problem_of
from crawler.engine.island import CUT, Finished, Island, read_elsewhere, unread
from crawler.engine.keeping import fold, kept
from crawler.engine.pages import answer_of
from crawler.engine.planning import plan
from crawler.engine.reading import findings_of
from crawler.engine.run import Run, run_of
from crawler.engine.visit import said_in
from crawler.errors import BackfileError
from crawler.model import Ask, Blog, Harvest, Problem, Role, Source, SourceKind, State
from crawler.planner import Limits
from crawler.urls import without_fragment

NO_TLS = ("connection", "tls")
"""Problems of a host that may answer by http alone; one that does not answer in time is not asked again."""
NO = ("", "0", "no", "false")
"""Words for no, in an argument of the spider."""

Output = Request | Harvest | Finished


class HistorySpider(Spider):
    """Every blog is an island: its own state, its own few requests on the wire, its own end."""

    name = "history"

    def __init__(self, blog: str = "", depth: str = "listing", since: str = "", max_requests: str = "", **kw: Any):
        self.again, self.due = (is_yes(kw.pop(name, "")) for name in ("again", "due"))
        super().__init__(**kw)
        self.wanted = tuple(word.strip() for word in blog.split(",") if word.strip())
        limit = {"max_requests": int(max_requests)} if max_requests else {}
        self.limits = Limits(depth=depth, since=date.fromisoformat(since) if since else None, **limit)
        self.islands: dict[str, Island] = {}
        self.to_begin: deque[Blog] = deque()
        self.all_begun = False
        self.care: Care | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.count_request, signal=signals.request_reached_downloader)
        return spider

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Name the database where nobody did."""
        super().update_settings(settings)
        if not settings["DATABASE"]:
            settings.set("DATABASE", str(database_path(None)), priority="spider")

    @property
    def run(self) -> Run:
        """The database of this run."""
        return run_of(self.crawler)

    async def start(self) -> AsyncIterator[Output]:
        """The first requests of the first blogs; each that ends makes room for another."""
        try:
            blogs = find_blogs(self.run.store, self.wanted, register=True)
            self.to_begin.extend(due_of(self.run.store, blogs) if self.due else blogs)
        except BackfileError as error:
            self.logger.error("%s", error)
            raise CloseSpider("start_error") from error
        async for output in self.run.guarded(self.first()):
            yield output
        self.all_begun = True
        if self.care:
            self.care.begin()

    async def first(self) -> AsyncIterator[Output]:
        """The first requests of as many blogs as go side by side."""
        for _ in range(self.settings.getint("BLOGS_AT_ONCE")):
            async for output in self.go_on(self.begin_next()):
                yield output

    def begin_next(self) -> Island | None:
        """Begin the next blog that waits, if any; what a killed run of it had finished is taken up."""
        if not self.to_begin or self.is_over():
            return None
        blog = self.to_begin[0]  # it is told of as not finished, should the database fail now
        window = max(1, self.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"))
        island = Beginnings(self.run, self.limits, self.again, window, self.take_care).of(blog)
        self.islands[blog.slug] = island
        self.to_begin.popleft()
        return island

    def take_care(self, island: Island) -> None:
        """Lose less than the run that was killed, should this one be killed as well."""
        island.turn = turn_of(self.run.number)
        downloader = self.crawler.engine.downloader
        if self.care is None and isinstance(downloader, PoliteDownloader):
            self.care = downloader.care = Care(ready=self.all_begun)
            sources.rehearse(full=self.limits.depth == "full")

    def is_over(self) -> bool:
        """Whether the run has had its time, or its database fails."""
        deadline = self.crawler.get_extension(Deadline)
        return self.run.broken or (deadline is not None and deadline.over)

    async def go_on(self, island: Island | None) -> AsyncIterator[Output]:
        """What comes next: of a blog, and of others that begin when it has ended."""
        while island is not None:
            async for output in self.steps(island):
                yield output
            island = self.begin_next() if island.finished else None

    async def steps(self, island: Island) -> AsyncIterator[Output]:
        """What comes next of a blog: requests, until they are on their way, or its end."""
        while not island.finished:
            if island.requests >= self.limits.max_requests:  # hops and retries of what failed count, too
                island.end(self.limits.used_up)
            for output in self.outputs(island):
                yield output
            if island.flying or island.planned:
                return
            if island.stop:
                self.logger.info("%s: stopped: %s", island.blog.slug, island.stop)
                yield island.finish()
            elif not island.take_up():
                await plan(self.run, island)

    def outputs(self, island: Island) -> Iterator[Output]:
        """What is owed to the database, and what there is to ask now."""
        while island.owed:
            island.harvests += 1
            yield island.owed.pop()
        for ask in iter(island.next_ask, None):
            if output := self.ask(island, ask):
                yield output

    def ask(self, island: Island, ask: Ask) -> Output | None:
        """The request for a source; where its page was asked for already, what that gave; None while it is on its way.
        A page that was asked for and gave nothing to go by is asked again."""
        if island.visit(ask.source.address):
            return self.request(island, ask)
        if island.is_settled(ask.source.address):
            return self.settle(island, ask)
        if island.flying:
            island.put_off(ask)
            return None
        return self.request(island, ask)

    def request(self, island: Island, ask: Ask) -> Request:
        """The request for a source, with the validators of the last answer it gave."""
        island.flying += 1
        self.logger.info("%s: asking %s (%s)", island.blog.slug, ask.source.address, ask.why)
        return Request(
            without_fragment(ask.source.address),
            callback=self.parse,
            errback=self.fail,
            headers=self.validators(island, ask.source),
            meta={"island": island, "robots": ask.source.kind is SourceKind.ROBOTS},
            cb_kwargs={"island": island, "ask": ask},
            dont_filter=True,
        )

    def validators(self, island: Island, source: Source) -> dict[str, str]:
        """What lets a server answer 304 (RFC 9110, 13.1)."""
        known = island.validators.get(source.address)
        if known is None or source.kind is SourceKind.ROBOTS:
            return {}
        if source.role is Role.FULL and fetch_key(source.address) not in island.state.texts:
            return {}  # read before, but not for its text: "unchanged" would tell nothing
        said = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
        return {name: value for name, value in said.items() if value}

    def settle(self, island: Island, ask: Ask) -> Harvest:
        """A source whose page this run has already: nothing is asked, and the planner learns it is done."""
        return fold(island, read_elsewhere(island.blog, ask.source, ask.source.address))

    async def parse(self, response: Response, island: Island, ask: Ask) -> AsyncIterator[Output]:
        """A response as a harvest, and what comes next."""
        async for output in self.run.guarded(self.answered(response, island, ask)):
            yield output

    async def fail(self, failure: Failure) -> AsyncIterator[Output]:
        """A request that got no response as a harvest, and what comes next."""
        async for output in self.run.guarded(self.unanswered(failure)):
            yield output

    async def answered(self, response: Response, island: Island, ask: Ask) -> AsyncIterator[Output]:
        """What a response gives."""
        answer = answer_of(response, ask.source)
        findings = await findings_of(self.run.store, island.blog.slug, ask.source, answer)
        for address in (answer.page.address, *answer.page.redirects):
            island.visit(address)
        island.flying -= 1
        if island.moved and ask.source.address == island.blog.home and answer.outcome.state is State.DONE:
            self.run.store.move_home(island.blog.slug, island.blog.home)
        outcome = replace(answer.outcome, said=said_in(findings, ask.source.kind))
        for harvest in kept(self.run, island, Harvest(island.blog.slug, ask.source, outcome, findings)):
            yield harvest
        await self.keep()
        async for output in self.go_on(island):
            yield output

    async def keep(self) -> None:
        """Have what was yielded stored."""
        await stored()
        if self.care:
            self.care.answered()

    async def unanswered(self, failure: Failure) -> AsyncIterator[Output]:
        """What a request without a response gives."""
        request: Request = failure.request  # type: ignore[attr-defined]
        island, ask = request.cb_kwargs["island"], request.cb_kwargs["ask"]
        island.flying -= 1
        if isinstance(failure.value, Interrupted) and not island.stop:  # Ctrl-C; at the end of the time it has a stop
            return
        error = failure.value or RuntimeError("no reason given")
        problem = problem_of(error, request.url)
        if isinstance(failure.value, Interrupted):
            pass  # nothing is known of the page
        elif isinstance(failure.value, ToldToWait):  # not the source's end: another run asks again
            self.run.store.note_problem(self.run.number, island.blog.slug, problem)
            island.end(problem.message, CUT)
        elif isinstance(failure.value, AlreadyVisited):
            hops = tuple(request.meta["redirect_urls"])
            yield fold(island, read_elsewhere(island.blog, ask.source, request.url, hops))
        elif not (self.needs_no_tls(island, ask, problem) and island.ask_without_tls()):
            for harvest in kept(self.run, island, unread(island.blog, ask, problem)):
                yield harvest
        await self.keep()
        async for output in self.go_on(island):
            yield output

    def needs_no_tls(self, island: Island, ask: Ask, problem: Problem) -> bool:
        """Whether a home may only be there without TLS: nothing listens for it, and nothing was ever read of it."""
        if problem.kind not in NO_TLS or not island.is_vital(ask.source) or island.flying:
            return False
        known = self.run.store.harvest(island.blog.slug, island.blog.home)
        return known is None or not known.outcome.final

    def count_request(self, request: Request) -> None:
        """Every question to the network, with retries and the hops of redirects."""
        island: Island | None = request.meta.get("island") or request.meta.get("owner")
        if island is not None:
            island.requests += 1


def is_yes(word: object) -> bool:
    """Whether an argument of the spider, which `-a` and Scrapyd give as text, means yes."""
    return str(word or "").strip().lower() not in NO
