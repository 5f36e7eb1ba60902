"""Chains: sources that together list everything, by name.

"api:ADDRESS", "feed:ADDRESS", "sitemap", "series:ADDRESS" (a page and those that follow it), "years", "months", "days",
"sections", "tags", "authors". A page of a series that begins at a year page belongs to the years.
"""

from __future__ import annotations

from crawler.blogstate import BlogState
from crawler.model import Role, Source, SourceKind

ROLE_CHAINS = {
    Role.YEAR: "years",
    Role.MONTH: "months",
    Role.DAY: "days",
    Role.SECTION: "sections",
    Role.TAG: "tags",
    Role.AUTHOR: "authors",
}


def chains_of(state: BlogState, source: Source) -> list[str]:
    """The chains that a source belongs to; the first page of a series belongs to the series, too."""
    if source.kind is SourceKind.FEED:
        return [f"feed:{root_of(state, source)}"] if source.role is not Role.OTHER else []
    if source.kind is SourceKind.API:
        return [f"api:{root_of(state, source)}"]
    if source.kind is SourceKind.SITEMAP:
        return ["sitemap"] if source.role in (Role.WHOLE, Role.PART, Role.USUAL) else []
    return [_listing_chain(state, source)] if source.kind in (SourceKind.ARCHIVE, SourceKind.HOMEPAGE) else []


def _listing_chain(state: BlogState, source: Source) -> str:
    root = root_of(state, source)
    above = state.sources.get(root, source)
    return ROLE_CHAINS.get(above.role, f"series:{root}")


def root_of(state: BlogState, source: Source) -> str:
    """The first page of the series that a page belongs to."""
    seen = {source.address}
    current = source
    while current.role in (Role.PAGE, Role.PART) and current.parent and current.parent not in seen:
        seen.add(current.parent)
        above = state.sources.get(current.parent)
        if above is None:
            break
        current = above
    return current.address
