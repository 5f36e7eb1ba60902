"""From a fetched page to what it tells: one table of parsers, each a pure function of the page and the source.

A page is offered to the parsers by its bytes, in the order of the table; the first that recognises it reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crawler.model import Findings, Page, Problem, Role, Source, SourceKind
from crawler.sources import batches, feed, html, jsonfeed, platforms, robots, sitemap


@dataclass(frozen=True, slots=True)
class Parser:
    """A reader of one kind of page. `recognises` looks at the bytes; `read` never fetches and never raises."""

    name: str
    recognises: Callable[[Page], bool]
    read: Callable[[Page, Source], Findings]


PARSERS: tuple[Parser, ...] = (
    Parser("robots", robots.recognises, robots.read),
    Parser("feed", feed.recognises, feed.read),
    Parser("jsonfeed", jsonfeed.recognises, jsonfeed.read),
    Parser("batch", batches.recognises, batches.read),
    Parser("platform", platforms.recognises, platforms.read),
    Parser("sitemap", sitemap.recognises, sitemap.read),
    Parser("html", html.recognises, html.read),
)


NO_PAGES = frozenset((SourceKind.ROBOTS, SourceKind.SITEMAP, SourceKind.FEED))
"""Kinds that a web page is not, whatever address it answers at: a catch-all server, an error page with status 200."""


def _no_page(findings: Findings, page: Page) -> Findings:
    """Of a web page that came instead of a feed or a sitemap, only the feeds and sitemaps that it names count."""
    named = tuple(source for source in findings.sources if source.kind in NO_PAGES)
    problem = Problem("no-feed", "a web page came instead of the file", page.address)
    return Findings(sources=named, problems=(problem,), traits=("html", "instead"))


def read(page: Page, source: Source) -> Findings:
    """What a page tells, by the first parser that recognises it; a problem where none does."""
    for parser in PARSERS:
        if parser.recognises(page):
            findings = parser.read(page, source)
            return _no_page(findings, page) if parser.name == "html" and source.kind in NO_PAGES else findings
    if not page.body.strip():
        return Findings(problems=(Problem("empty", "the answer has no content", page.address),), traits=("empty",))
    return Findings(
        problems=(Problem("unreadable", "the answer is of no kind that is understood", page.address),),
        traits=("unreadable",),
    )


def rehearse(*, full: bool) -> None:
    """Read a page of no one's, for its text too where that is wanted: what parsers load and learn when they are first
    used takes more time than a hundred pages."""
    page = Page(_NOWHERE, _NOWHERE, 200, {"content-type": "text/html"}, _PAGE)
    read(page, Source(_NOWHERE, SourceKind.POST, Role.FULL if full else Role.ONE))


_NOWHERE = "http://blog.invalid/2020/01/words/"
_PAGE = b"""<html><head><title>Words</title></head><body><article><h1>Words</h1>
<time datetime="2020-01-02">2 January 2020</time><p>Some words.</p></article></body></html>"""
