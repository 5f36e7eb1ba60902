"""Feeds of categories, tags and authors: for days that neither listings nor posts' own pages tell.

Some blogs print ages ("three years ago") instead of dates; only their feeds know the day, a few posts each.
"""

from __future__ import annotations

from crawler.model import Ask, Harvest, Place, Role, Source, SourceKind
from crawler.planner.view import SAMPLE, View

MOST = 120
"""No more pages and feeds than this."""

SECTIONS = (Role.SECTION, Role.TAG, Role.AUTHOR)


def section_feeds(view: View) -> list[Ask]:
    """A few sections first, to see whether they have feeds; all of them once a feed has told something."""
    undated = view.ledger.undated()
    if len(undated) * 10 <= len(view.ledger.posts):
        return []
    feeds = [
        h for h in view.state.harvests.values() if h.source.kind is SourceKind.FEED and _of_section(view, h.source)
    ]
    pages = [h for h in view.state.harvests.values() if h.source.role in SECTIONS]
    told = any(_told_days(feed) for feed in feeds)
    if (len(feeds) >= SAMPLE and not told) or len(feeds) + len(pages) >= MOST:
        return []
    if fresh := list(view.fresh(s for s in view.named(SourceKind.FEED) if _of_section(view, s))):
        return [
            Ask(source, "the feed of a section may tell days that nothing else does") for source in _one_each(fresh)
        ]
    if len(pages) >= SAMPLE and not feeds:
        return []
    sections = list(view.fresh(view.named(SourceKind.ARCHIVE, *SECTIONS)))
    return [Ask(source, "a section may have a feed that tells days") for source in sections[: None if told else SAMPLE]]


def _of_section(view: View, source: Source) -> bool:
    """Whether a feed was named by the page of a section."""
    above = view.state.sources.get(source.parent)
    return above is not None and above.role in SECTIONS


def _one_each(feeds: list[Source]) -> list[Source]:
    """One feed of each section: the others are the same in another format."""
    return list({feed.parent: feed for feed in reversed(feeds)}.values())


def _told_days(feed: Harvest) -> bool:
    return any(claim.place is Place.FEED and claim.first("date") for claim in feed.findings.claims)
