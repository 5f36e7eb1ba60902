"""How fast pages become claims, claims become posts, and a crawl is planned, on the demo blog: `make bench`.

Processor time, the best of several rounds, so that what else the machine does matters little. Prints; asserts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import process_time

from crawler.blogstate import BlogState
from crawler.demo.blog import make_blog
from crawler.demo.pages import files_of
from crawler.model import Blog, Harvest, Outcome, Page, Source, SourceKind, State
from crawler.planner import next_plan
from crawler.posts import posts_of
from crawler.sources import read
from crawler.urls import slug_of

HOME = "http://demo.example/"
BLOG = Blog(slug_of(HOME), HOME)
ROUNDS = 5


def main() -> None:
    pages = [
        Page(address, address, 200, {"content-type": file.type}, file.body)
        for address, file in ((HOME.rstrip("/") + path, file) for path, file in files_of(make_blog(), HOME).items())
    ]
    harvests = {page.address: _harvest(page, Source(page.address, _kind(page.address))) for page in pages}
    size = sum(len(page.body) for page in pages) / 1e6
    print(f"{len(pages)} pages, {size:.1f} MB; the best of {ROUNDS} rounds")
    _row("pages to claims", len(pages), lambda: [_harvest(page, harvests[page.address].source) for page in pages])
    _row("claims to posts", len(harvests), lambda: posts_of(BLOG, harvests.values()))
    by_address = {page.address: page for page in pages}
    _row("a planned crawl", len(_crawl(by_address).harvests), lambda: _crawl(by_address))


def _harvest(page: Page, source: Source) -> Harvest:
    return Harvest(BLOG.slug, source, Outcome(State.DONE, 200, page.address), read(page, source))


def _kind(address: str) -> SourceKind:
    kinds = {"robots.txt": SourceKind.ROBOTS, "sitemap.xml": SourceKind.SITEMAP, "feed.xml": SourceKind.FEED}
    return kinds.get(address.rpartition("/")[2], SourceKind.POST if address.count("/") > 5 else SourceKind.ARCHIVE)


def _crawl(pages: Mapping[str, Page]) -> BlogState:
    """The whole crawl without a network: reading, judging and planning."""
    state = BlogState(BLOG)
    while asks := next_plan(state).asks:
        for source in (ask.source for ask in asks if not state.asked(ask.source.address)):
            page = pages.get(source.address)
            lost = Harvest(BLOG.slug, source, Outcome(State.FAILED, 404, source.address))
            state.fold(_harvest(page, source) if page else lost)
    return state


def _row(what: str, count: int, work: Callable[[], object]) -> None:
    best = min(_seconds(work) for _ in range(ROUNDS))
    print(f"{what:18}{best * 1000 / count:8.2f} ms a page{count / best:10.0f} pages/s")


def _seconds(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    main()
