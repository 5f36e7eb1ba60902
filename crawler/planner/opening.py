"""The first questions: the rules of the host and the home page, then the few sources that may tell everything."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

from crawler import urls
from crawler.blogstate import BlogState
from crawler.model import Ask, Place, Role, Source, SourceKind
from crawler.planner.view import View

MOST_FEEDS = 4
MOST_SITEMAPS = 20
MOST_ARCHIVES = 2
PROMISING = 3
"""The weight of a link whose words promise the whole archive."""


def opening(state: BlogState) -> list[Ask]:
    """robots.txt and the home page."""
    asks = []
    if not state.asked(robots_of(state.blog.home)):
        asks.append(robots_ask(state.blog.home))
    if not state.asked(state.blog.home):
        asks.append(Ask(Source(state.blog.home, SourceKind.HOMEPAGE, Role.WHOLE), "the home page"))
    return asks


def robots_of(home: str) -> str:
    """The address of the robots.txt that rules over an address (RFC 9309, 2.3)."""
    return urljoin(home, "/robots.txt")


def robots_ask(home: str) -> Ask:
    """What is asked before anything else of a host."""
    return Ask(Source(robots_of(home), SourceKind.ROBOTS, Role.WHOLE), "the rules of the host, the sitemaps it names")


def whole_sources(view: View) -> list[Ask]:
    """The main feed, the sitemaps, the pages that promise the whole archive: few requests, much to hope for."""
    if view.ledger.told_by_api():
        return []
    asks = [*_feeds(view), *_sitemaps(view)]
    for source in archives(view, PROMISING)[:MOST_ARCHIVES]:
        asks.append(Ask(source, f"its link promises the whole archive ({source.label or source.address})"))
    return asks


def _feeds(view: View) -> Iterator[Ask]:
    """One feed at a time: the first declared; another when that fails or is empty."""
    for source in view.fresh(view.named(SourceKind.FEED, Role.PAGE, Role.PART)):
        yield Ask(source, "a further part of the feed")
    answered = view.state.done(SourceKind.FEED)
    if any(claim.place is Place.FEED for harvest in answered for claim in harvest.findings.claims):
        return
    wanted = view.named(SourceKind.FEED, Role.WHOLE)
    at_home = [source for source in wanted if source.parent == view.state.blog.home]
    asked = sum(h.source.kind is SourceKind.FEED for h in view.state.harvests.values())
    if asked < MOST_FEEDS:
        below = [source for source in wanted if source.address.startswith(view.folder)]
        ordered = [*sorted(below, key=_nearest_root), *sorted(at_home or wanted, key=_nearest_root)]
        for source in list(view.fresh(sorted(ordered, key=lambda source: -(source.number or 0))))[:1]:
            yield Ask(source, "the blog's feed")


def _nearest_root(source: Source) -> int:
    return len(urls.path_parts(source.address))


def _sitemaps(view: View) -> Iterator[Ask]:
    named = view.named(SourceKind.SITEMAP, Role.WHOLE, Role.PART)
    ordered = sorted(named, key=lambda source: (source.role is not Role.WHOLE, source.address))
    if not _exhausting(view):
        for source in list(view.fresh(ordered))[:MOST_SITEMAPS]:
            yield Ask(source, "a sitemap")
    if not named and not view.of_member:
        for source in list(view.fresh(_usual_sitemaps(view)))[:1]:
            yield Ask(source, "sitemaps usually stand there")


def _usual_sitemaps(view: View) -> list[Source]:
    """Where the platform has its sitemap, or else the root; nothing once one of them answered."""
    own = view.named(SourceKind.SITEMAP, Role.USUAL)
    if any(h.source.role is Role.USUAL for h in view.state.done(SourceKind.SITEMAP)):
        return []
    return own or [Source(urljoin(view.state.base, "/sitemap.xml"), SourceKind.SITEMAP, Role.USUAL)]


def _exhausting(view: View) -> bool:
    """Many sitemaps were read, and nothing is missing that more of them may tell, or the last told of no post."""
    asked = [h for h in view.state.harvests.values() if h.source.kind is SourceKind.SITEMAP]
    if len(asked) <= MOST_SITEMAPS:
        return False
    return view.ledger.settled() or not any(view.ledger.listed_by(h) for h in asked[-MOST_SITEMAPS:])


def archives(view: View, weight: int) -> list[Source]:
    """Pages whose links promise everything, at least so strongly, the most promising first."""
    wanted = [s for s in view.named(SourceKind.ARCHIVE, Role.WHOLE) if (s.number or 1) >= weight]
    wanted.sort(key=lambda s: (-(s.number or 1), len(urls.path_parts(s.address)), s.address))
    return list(view.fresh(wanted))
