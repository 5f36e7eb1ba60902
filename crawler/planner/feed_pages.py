"""Further pages of a feed that does not name them: WordPress answers `?paged=2` on any of its feeds until it ends."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit, urlunsplit

from crawler.model import Ask, Harvest, Place, Role, Source, SourceKind, State
from crawler.planner.view import View


def feed_pages(view: View) -> list[Ask]:
    """The next page of the blog's feed, while pages tell of posts that those before did not."""
    if view.ledger.settled() or view.ledger.main_is_closed():
        return []
    feed = next((h for h in view.state.done(SourceKind.FEED) if h.source.role is Role.WHOLE and _is_wordpress(h)), None)
    if feed is None:
        return []
    pages = [h for h in view.state.harvests.values() if h.source.label == PAGED]
    last = pages[-1] if pages else feed
    before = {claim.address for h in [feed, *pages[:-1]] for claim in h.findings.claims} if pages else set()
    if last.outcome.state is State.FAILED or not {claim.address for claim in last.findings.claims} - before:
        return []
    return [Ask(_page(feed, len(pages) + 2), "WordPress pages its feeds")]


PAGED = "paged"


def _is_wordpress(harvest: Harvest) -> bool:
    told = any(claim.place is Place.FEED for claim in harvest.findings.claims)
    return told and "wordpress" in harvest.findings.facts.generator.lower()


def _page(feed: Harvest, number: int) -> Source:
    parts = urlsplit(feed.outcome.final or feed.source.address)
    query = "&".join(filter(None, [parts.query, urlencode({"paged": number})]))
    address = urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))
    return Source(address, SourceKind.FEED, Role.PAGE, PAGED, feed.source.address, number)
