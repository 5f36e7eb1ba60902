"""Third: harvests are kept, and a blog that has ended becomes posts and a report."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler

from crawler.engine.island import BUSY, CUT, FAILED, Finished, Report
from crawler.engine.run import UNWRITABLE, Run, run_of
from crawler.errors import StoreError
from crawler.model import Completeness, Harvest, Post, Problem, Word
from crawler.posts import posts_of
from crawler.profile import completeness_of
from crawler.store import INTERRUPTED, PostChanges

logger = logging.getLogger(__name__)


class StorePipeline:
    """One harvest, one transaction. Saving never waits for anything, so a blog's harvests are kept before its end."""

    def __init__(self, run: Run, stop: Callable[[], None]):
        self._run = run
        self._stop = stop
        self._store = run.store
        self._kept: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        def stop() -> None:
            closing.append(asyncio.ensure_future(crawler.engine.close_spider_async(reason=UNWRITABLE)))

        closing: list[asyncio.Future[None]] = []  # a task that nothing holds may vanish
        return cls(run_of(crawler), stop)

    async def process_item(self, item: Any) -> Any:
        """A harvest is kept; a Finished becomes a Report. A database that fails ends the run."""
        try:
            return await self._keep(item)
        except StoreError as error:
            logger.error("%s", error)
            self._stop()
            return item

    async def _keep(self, item: Any) -> Any:
        if isinstance(item, Harvest):
            self._store.save(self._run.number, self._run.rounds[item.blog], item)
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
            posts = await asyncio.to_thread(posts_of, end.blog, self._store.harvests(slug))
            changes = self._store.write_posts(self._run.number, slug, posts)
            judged = None if end.outcome == FAILED else judge(end, posts)
        except StoreError:
            raise
        except Exception as error:  # one blog's data must not end the others' run
            logger.debug("%s: cannot compute the posts", slug, exc_info=True)
            return self._broken(end, f"cannot compute the posts: {type(error).__name__}: {error}")
        self._end(end, end.outcome, end.stop, judged)
        return report(end, changes, judged)

    def _broken(self, end: Finished, message: str) -> Report:
        self._store.note_problem(self._run.number, end.blog.slug, Problem("internal", message, end.blog.home))
        self._end(end, FAILED, message, None)
        return Report(end.blog.slug, FAILED, message, requests=end.requests)

    def _end(self, end: Finished, outcome: str, stop: str, judged: Completeness | None) -> None:
        word = INTERRUPTED if outcome == CUT else outcome
        self._store.end_crawl(
            self._run.number, end.blog.slug, requests=end.requests, stop=stop, outcome=word, completeness=judged
        )
        self._store.release(self._run.number, end.blog.slug)


def judge(end: Finished, posts: tuple[Post, ...]) -> Completeness:
    """How complete the blog is; one that was cut short is partial, whatever its sources say."""
    judged = completeness_of(end.state, posts, end.stop)
    return judged if end.outcome != CUT else replace(judged, word=Word.PARTIAL, reasons=(end.stop, *judged.reasons))


def report(end: Finished, changes: PostChanges, judged: Completeness | None) -> Report:
    """What the person who waits is told."""
    word = str(judged.word) if judged else FAILED
    return Report(end.blog.slug, word, end.stop, changes.total, changes.new, end.requests, judged)
