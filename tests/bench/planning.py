"""What pages made to be large cost, and a blog whose sitemap names very many addresses: `make bench`.

Processor time of one run each. Prints; asserts nothing: that the work is bounded is tested in `test_html`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time

from crawler.blogstate import BlogState
from crawler.model import Blog, Harvest, Outcome, Page, Source, SourceKind, State
from crawler.planner import Limits, next_plan
from crawler.sources import read
from crawler.urls import slug_of

HOME = "http://large.example/"
SITEMAP = f"{HOME}sitemap.xml"
BLOG = Blog(slug_of(HOME), HOME)
FEW = Limits(max_requests=40)
"""After these the plans are all alike."""

LARGE: dict[str, Callable[[], str]] = {
    "200,000 links": lambda: "".join(f'<li><a href="/p/{n}-a-post">A post number {n}</a></li>' for n in range(200_000)),
    "50,000 page numbers": lambda: " ".join(f'<a href="/page/{n}/">{n}</a>' for n in range(50_000)),
    "60 MB of <p>": lambda: "<p>" * 20_000_000,
    "60 MB of <br>": lambda: "<br>" * 15_000_000,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--addresses", type=int, default=300_000, help="in the sitemap (300,000)")
    addresses = parser.parse_args().addresses
    for name, body in LARGE.items():
        page = _page(HOME, f"<html><title>Large</title><body>{body()}")
        started = process_time()
        read(page, Source(HOME, SourceKind.HOMEPAGE))
        print(f"{name:30}{process_time() - started:8.1f} s to read", flush=True)
    _crawl(addresses)


def _crawl(addresses: int) -> None:
    """Crawl a blog whose sitemap says nothing but addresses, and tell how long reading and each plan took."""
    pages = {HOME: _page(HOME, _front()), SITEMAP: _page(SITEMAP, _sitemap(addresses), "application/xml")}
    state = BlogState(BLOG)
    plans: list[float] = []
    started = process_time()
    while True:
        before = process_time()
        asks = next_plan(state, FEW).asks
        plans.append(process_time() - before)
        if not asks:
            break
        for source in (ask.source for ask in asks if not state.asked(ask.source.address)):
            state.fold(_harvest(source, pages.get(source.address) or _post(source.address)))
    mean = sum(plans) / len(plans)
    print(
        f"{f'{addresses:,} in a sitemap':30}{process_time() - started:8.1f} s in all, {state.requests} requests, "
        f"{len(plans)} plans of {mean:.1f} s (longest {max(plans):.1f})"
    )


def _harvest(source: Source, page: Page) -> Harvest:
    if page.status != 200:
        return Harvest(BLOG.slug, source, Outcome(State.FAILED, page.status, page.address))
    return Harvest(BLOG.slug, source, Outcome(State.DONE, 200, page.address), read(page, source))


def _front() -> str:
    posts = "".join(f'<li><a href="/p/a-post-{n}/">A post {n}</a> 3 March 2020</li>' for n in range(20))
    return f"<html><title>Large</title><body><h1>Large</h1><ul>{posts}</ul>"


def _sitemap(addresses: int) -> str:
    rows = "".join(f"<url><loc>{HOME}p/a-post-{n}/</loc></url>" for n in range(addresses))
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'


def _post(address: str) -> Page:
    if "/p/" not in address:
        return Page(address, address, 404, {}, b"")
    return _page(address, "<html><title>A post</title><body><h1>A post</h1><p>3 March 2020</p><p>Its text.</p>")


def _page(address: str, body: str, kind: str = "text/html") -> Page:
    return Page(address, address, 200, {"content-type": kind}, body.encode())


if __name__ == "__main__":
    main()
