"""Feeds of categories, tags and authors: for days that neither listings nor posts' own pages tell.

Some blogs print ages ("three years ago") instead of dates; only their feeds know the day, a few posts each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from crawler.model import Ask, Harvest, Place, Role, Source, SourceKind, State
from crawler.planner.view import SAMPLE, View

MOST = 120
"""No more pages and feeds than this."""

SECTIONS = (Role.SECTION, Role.TAG, Role.AUTHOR)
WHY = "the feed of a section may tell days that nothing else does"


def section_feeds(view: View) -> list[Ask]:
    """A few sections first, to see whether they have feeds; all of them once a feed has told something: where those
    stand alike below their sections, without the pages of the others."""
    undated = view.ledger.undated()
    if len(undated) * 10 <= len(view.ledger.posts):
        return []
    feeds = [h for h in view.state.harvests.values() if _is_feed(h.source) and _of_section(view, h.source)]
    pages = [h for h in view.state.harvests.values() if h.source.role in SECTIONS]
    return _wanted(view, feeds, pages)[: max(0, MOST - len(feeds) - len(pages))]


def _wanted(view: View, feeds: Sequence[Harvest], pages: Sequence[Harvest]) -> list[Ask]:
    told = any(_told_days(feed) for feed in feeds)
    if len(feeds) >= SAMPLE and not told:
        return []
    answered = {feed.source.parent for feed in feeds if _told_days(feed)}
    named = (s for s in view.named(SourceKind.FEED) if _of_section(view, s) and s.parent not in answered)
    if fresh := list(view.fresh(named)):
        return [Ask(source, WHY) for source in _one_each(fresh)]
    if len(pages) >= SAMPLE and not feeds:
        return []
    sections = list(view.fresh(view.named(SourceKind.ARCHIVE, *SECTIONS)))
    if told and (tail := _tail(feeds)):
        asked = {feed.source.parent for feed in feeds}
        return [Ask(one, WHY) for one in view.fresh(_below(sections, tail)) if one.parent not in asked] or [
            Ask(one, "a section may have a feed that tells days") for one in sections if one.address not in answered
        ]
    return [Ask(source, "a section may have a feed that tells days") for source in sections[: None if told else SAMPLE]]


def _is_feed(source: Source) -> bool:
    return source.kind is SourceKind.FEED


def _tail(feeds: Sequence[Harvest]) -> str:
    """What the addresses of the feeds that told days have behind those of their sections, where that is one thing."""
    told = [feed.source for feed in feeds if _told_days(feed) and feed.source.role is not Role.USUAL]
    tails = Counter(one.address.removeprefix(one.parent) for one in told if one.address.startswith(one.parent))
    tail, count = tails.most_common(1)[0] if tails else ("", 0)
    return tail if count == len(told) >= 2 else ""


def _below(sections: Sequence[Source], tail: str) -> Iterator[Source]:
    for section in sections:
        yield Source(section.address + tail, SourceKind.FEED, Role.USUAL, section.label, section.address)


def _of_section(view: View, source: Source) -> bool:
    """Whether a feed was named by the page of a section."""
    above = view.state.sources.get(source.parent)
    return above is not None and above.role in SECTIONS


def _one_each(feeds: list[Source]) -> list[Source]:
    """One feed of each section: the others are the same in another format."""
    return list({feed.parent: feed for feed in reversed(feeds)}.values())


def _told_days(feed: Harvest) -> bool:
    done = feed.outcome.state is State.DONE
    return done and any(claim.place is Place.FEED and claim.first("date") for claim in feed.findings.claims)
