"""Third: harvests are kept, and a blog that has ended becomes posts and a report."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Self

from scrapy.crawler import Crawler

from crawler.engine.addresses import server_of
from crawler.engine.island import CUT, DONE, Finished, Island
from crawler.engine.run import Run, run_of
from crawler.engine.screen import say
from crawler.errors import StoreError
from crawler.model import Completeness, Harvest, Post, Problem, SourceKind, State, Word
from crawler.planner import watched
from crawler.planner.visits import GONE, listed_on
from crawler.posts import posts_of
from crawler.profile import completeness_of
from crawler.reports import BUSY, FAILED, Report
from crawler.resolve import resolve
from crawler.rhythm import next_time
from crawler.store import INTERRUPTED, LISTING, CrawlEnd, Occasion, PostChanges
from crawler.urls import canonical

_PATIENCE = 20.0
"""Seconds."""

logger = logging.getLogger(__name__)


class StorePipeline:
    """One harvest, one transaction. Saving never waits for anything, so a blog's harvests are kept before its end."""

    def __init__(self, run: Run, islands: Callable[[], Iterable[Island]] = tuple):
        self._run = run
        self._islands = islands
        self._store = run.store
        self._kept: Counter[str] = Counter()
        self._again: defaultdict[str, set[str]] = defaultdict(set)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        def islands() -> Iterable[Island]:
            return getattr(crawler.spider, "islands", {}).values()

        return cls(run_of(crawler), islands)

    async def close_spider(self) -> None:
        """What was found of blogs that Ctrl-C has cut short becomes posts as well, and their requests are counted; not
        for longer than a person waits: `resolve` does the same later."""
        cut = [island for island in self._islands() if not island.finished and not self._run.broken]
        if cut:
            say(f"computing the posts of {len(cut)} blogs that are not finished")
        until = time.monotonic() + _PATIENCE
        try:
            for island in cut:
                island.end("interrupted", CUT)
                end = island.finish()
                if time.monotonic() < until:
                    island.found = (await self._finish(end)).posts
                else:
                    self._end(end, CUT, end.stop, None)
        except StoreError as error:
            self._run.breaks(error)

    async def process_item(self, item: Any) -> Any:
        """A harvest is kept; a Finished becomes a Report. A database that fails ends the run."""
        try:
            return await self._keep(item)
        except StoreError as error:
            self._run.breaks(error)
            return item

    async def _keep(self, item: Any) -> Any:
        if isinstance(item, Harvest):
            saved = self._store.save(self._run.number, self._run.rounds[item.blog], item)
            self._again[item.blog] |= saved.again
            self._kept[item.blog] += 1
        return await self._finish(item) if isinstance(item, Finished) else item

    async def _finish(self, end: Finished) -> Report:
        slug = end.blog.slug
        if end.outcome == BUSY:
            return Report(slug, BUSY, end.stop)
        if not self._store.holds(self._run.number, slug):  # this process was stopped for long
            return Report(slug, BUSY, "another run has taken it over", requests=end.requests)
        if lost := end.harvests - self._kept[slug]:
            return self._broken(end, f"{lost} pages could not be kept (see the log)")
        try:
            if not end.news:
                return self._as_before(end)
            posts, changes = await self._write(end)
            judged = None if end.outcome == FAILED else judge(end, posts)
            if end.outcome != FAILED:
                self._store.watch(slug, watched(end.state))
        except StoreError:
            raise
        except Exception as error:  # one blog's data must not end the others' run
            logger.debug("%s: cannot compute the posts", slug, exc_info=True)
            return self._broken(end, f"cannot compute the posts: {type(error).__name__}: {error}")
        self._end(end, end.outcome, end.stop, judged)
        return report(end, changes, judged)

    async def _write(self, end: Finished) -> tuple[tuple[Post, ...], PostChanges]:
        """Compute the posts and write them; again, where the curator said something meanwhile."""
        slug, occasion = end.blog.slug, self._occasion(end)
        first: PostChanges | None = None
        while True:
            desk = self._store.desk(slug)
            posts = await asyncio.to_thread(posts_of, end.blog, self._store.harvests(slug))
            changes = self._store.write_posts(self._run.number, slug, posts, occasion)
            first = first or changes
            if self._store.desk(slug) == desk:
                return posts, replace(first, total=changes.total)
            occasion = Occasion(cause="set")

    def _occasion(self, end: Finished) -> Occasion:
        """Why the posts of a blog are written, and what was heard of them."""
        heard = self._store.heard(end.blog.slug, end.round) | self._again[end.blog.slug]
        gone, back = pages_missing(end), pages_there(end)
        return Occasion(heard=heard | gone | back, gone=gone, back=back, unfinished=end.unfinished)

    def _as_before(self, end: Finished) -> Report:
        """A blog without news is as it was, but for what the curator said while it was asked."""
        if self._store.desk(end.blog.slug) != end.state.desk:
            resolve(self._store, end.blog.slug, self._run.number, "set")
        standing = self._store.standing(end.blog.slug)
        self._end(end, end.outcome, end.stop, None)
        judged = standing.completeness
        if judged and end.outcome == CUT:
            judged = cut_short(judged, end.stop)
        word = FAILED if end.outcome == FAILED or judged is None else str(judged.word)
        return Report(end.blog.slug, word, end.stop, standing.posts, 0, end.requests, judged, dead=end.dead)

    def _broken(self, end: Finished, message: str) -> Report:
        self._store.note_problem(self._run.number, end.blog.slug, Problem("internal", message, end.blog.home))
        self._end(end, FAILED, message, None)
        return Report(end.blog.slug, FAILED, message, requests=end.requests)

    def _end(self, end: Finished, outcome: str, stop: str, judged: Completeness | None) -> None:
        word = INTERRUPTED if outcome == CUT else outcome
        told: CrawlEnd = {
            "requests": end.requests,
            "stop": stop,
            "outcome": word,
            "completeness": judged,
            "kind": end.kind,
            "next": self._next(end, outcome),
        }
        self._store.end_crawl(self._run.number, end.blog.slug, **told)
        self._store.release(self._run.number, end.blog.slug)

    def _next(self, end: Finished, outcome: str) -> datetime:
        """When the blog is due again; one that was cut short as soon as its server allows."""
        now, slug = datetime.now(UTC), end.blog.slug
        after = self._store.paused_until(server_of(end.blog.home))
        if outcome == CUT:
            return max(now, after or now)
        standing = self._store.standing(slug)
        failures = standing.failures + 1 if outcome == FAILED else 0
        return next_time(now, standing.days, failures, replace(end.wishes, after=after))


def pages_missing(end: Finished) -> frozenset[str]:
    """Keys of the posts whose own pages were asked for and are not there: 404, 410, or the home page instead."""
    homes = {canonical(end.blog.home), canonical(end.state.base)}
    return frozenset(
        canonical(harvest.source.address)
        for harvest in end.state.fresh
        if harvest.source.kind is SourceKind.POST
        and (
            harvest.outcome.status in GONE or (harvest.outcome.redirects and canonical(harvest.outcome.final) in homes)
        )
    )


def pages_there(end: Finished) -> frozenset[str]:
    """Keys of the posts whose own pages were asked for and are there."""
    asked = (harvest for harvest in end.state.fresh if harvest.source.kind is SourceKind.POST)
    there = {canonical(harvest.source.address) for harvest in asked if harvest.outcome.state is State.DONE}
    return frozenset(there - pages_missing(end))


def judge(end: Finished, posts: tuple[Post, ...]) -> Completeness:
    """How complete the blog is; one that was cut short is partial, whatever its sources say."""
    judged = completeness_of(end.state, posts, end.stop)
    return judged if end.outcome != CUT else cut_short(judged, end.stop)


def cut_short(judged: Completeness, stop: str) -> Completeness:
    """The word on a blog that could not be asked as it should."""
    return replace(judged, word=Word.PARTIAL, reasons=(stop, *judged.reasons))


def report(end: Finished, changes: PostChanges, judged: Completeness | None) -> Report:
    """What the person who waits is told."""
    word = str(judged.word) if judged else FAILED
    known, named = named_before_and_now(end)
    told = Report(end.blog.slug, word, end.stop, changes.total, changes.new, end.requests, judged)
    return replace(told, known=known, named=named, dead=end.dead)


def named_before_and_now(end: Finished) -> tuple[int, int]:
    """How many posts were named before, and how many of them now: by all sources, where everything was listed; else how
    many addresses the same lists name. Nothing (0, 0) where the crawl was not to name all."""
    state = end.state
    if not state.past:
        if end.outcome != DONE or end.kind != LISTING:
            return 0, 0
        named = {canonical(claim.address) for harvest in state.fresh for claim in harvest.findings.claims}
        still = {url for key, url in state.before.items() if key in named}
        return len({*state.before.values()}), len(still)
    again = [harvest for harvest in state.fresh if harvest.source.address in state.past]
    both = [(state.past[now.source.address], now) for now in again if now.outcome.state is State.DONE]
    before, now = ({key for pair in both for key in listed_on(pair[place])} for place in (0, 1))
    return len(before), len(now)
