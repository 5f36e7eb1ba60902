"""How fast pages become claims and claims become posts, on the demo blog: `make bench`. Prints; asserts nothing.

Processor time, the best of several rounds, so that what else the machine does matters little.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from crawler.demo.blog import make_blog
from crawler.demo.pages import files_of
from crawler.model import Blog, Harvest, Outcome, Page, Source, SourceKind, State
from crawler.posts import posts_of
from crawler.sources import read
from crawler.urls import slug_of

HOME = "http://demo.example/"
ROUNDS = 5


def main() -> None:
    pages = [
        Page(address, address, 200, {"content-type": file.type}, file.body)
        for address, file in ((HOME.rstrip("/") + path, file) for path, file in files_of(make_blog(), HOME).items())
    ]
    harvests = [_harvest(page) for page in pages]
    blog = Blog(slug_of(HOME), HOME)
    size = sum(len(page.body) for page in pages) / 1e6
    print(f"{len(pages)} pages, {size:.1f} MB; the best of {ROUNDS} rounds")
    _row("pages to claims", len(pages), lambda: [_harvest(page) for page in pages])
    _row("claims to posts", len(harvests), lambda: posts_of(blog, harvests))


def _harvest(page: Page) -> Harvest:
    source = Source(page.address, _kind(page.address))
    return Harvest(slug_of(HOME), source, Outcome(State.DONE, 200), read(page, source))


def _kind(address: str) -> SourceKind:
    kinds = {"robots.txt": SourceKind.ROBOTS, "sitemap.xml": SourceKind.SITEMAP, "feed.xml": SourceKind.FEED}
    return kinds.get(address.rpartition("/")[2], SourceKind.POST if address.count("/") > 5 else SourceKind.ARCHIVE)


def _row(what: str, count: int, work: Callable[[], object]) -> None:
    best = min(_seconds(work) for _ in range(ROUNDS))
    print(f"{what:18}{best * 1000 / count:8.2f} ms a page{count / best:10.0f} pages/s")


def _seconds(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    main()
