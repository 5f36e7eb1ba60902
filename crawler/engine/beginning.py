"""How a blog's crawl begins: with what is known of it, and its first questions. Asks nothing of the web."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from crawler.blogstate import BlogState, fetch_key
from crawler.engine.island import Island, with_known
from crawler.engine.run import Run
from crawler.engine.visit import Way, taken_up, way_of
from crawler.model import Blog
from crawler.planner import Limits
from crawler.planner.opening import robots_ask
from crawler.planner.visits import first_asks
from crawler.reports import BUSY
from crawler.store import LISTING, CrawlMark, Holder


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Begins blogs in one run. `window`: so many requests of one blog at once; `beware` is told of a blog whose last
    run was killed."""

    run: Run
    limits: Limits
    again: bool
    window: int
    beware: Callable[[Island], None]

    def of(self, blog: Blog) -> Island:
        """A blog that begins; one that has ended, where another run crawls it or a killed one had finished it."""
        store = self.run.store
        history = store.history(blog.slug)
        way = way_of(history, datetime.now(UTC), again=self.again, full=self.limits.depth == "full")
        mark = self.run.begin_crawl(blog.slug, way.kind)
        if isinstance(mark, Holder):
            return left_alone(blog, mark)
        texts = {fetch_key(address): day for address, day in store.texts_read(blog.slug).items()}
        state = BlogState(blog, store.desk(blog.slug), texts=texts)
        island = Island(blog, mark.round, state, self.window, store.validators(blog.slug))
        island.history, island.limits = history, self.limits
        if store.finished_before(self.run.number, blog.slug):
            island.way = Way.LOOK
            island.end("the run that was cut off had crawled it to its end")
        else:
            self._prepare(island, way, mark)
        return island

    def _prepare(self, island: Island, way: Way, mark: CrawlMark) -> None:
        """Give a blog what is known of it, and its first questions."""
        store, slug = self.run.store, island.blog.slug
        if mark.kind == LISTING:
            island.state = with_known(island.state, store.known_posts(slug))
        if mark.killed:
            self.beware(island)
        known = island.recall(store.harvests(slug, mark.round)) if mark.resumed else False
        island.way = taken_up(way, mark, known)
        if island.way is Way.GO_ON:
            wake(self.run, island)
        if island.way is not Way.LIST:
            watched = first_asks(island.history.watch, island.state.curated)
            island.waiting.extend(ask for ask in watched if not island.is_read(ask.source.address))
        elif not known:
            island.waiting.append(robots_ask(island.blog.home))


def wake(run: Run, island: Island) -> None:
    """Remember everything that is known of a blog."""
    island.wake(run.store.harvests(island.blog.slug), run.store.known_posts(island.blog.slug))


def left_alone(blog: Blog, holder: Holder) -> Island:
    """A blog that another run crawls at this moment: it ends here before it began."""
    island = Island(blog, 0, BlogState(blog), 0)
    island.end(f"{holder} is crawling it", BUSY)
    return island
