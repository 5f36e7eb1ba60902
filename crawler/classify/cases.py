"""One group of addresses with what the rules look at, computed once."""

from __future__ import annotations

from dataclasses import dataclass

from crawler import dates, hints, urls
from crawler.grouping import Group, Scope
from crawler.model import Claim, Place, Role, SourceKind


@dataclass(slots=True)
class Case:
    """One group with what the rules look at, computed once."""

    group: Group
    scope: Scope
    places: frozenset[Place]
    shape: str
    role: Role | None
    title: str
    pages: tuple[str, ...]
    """Addresses of the pages that list it."""
    lists: tuple[tuple[str, str], ...]
    """The lists it stands in: the series of the page, and the list's name. Pages of one series have the same lists."""
    day: int
    """Best precision of a date that a listing gives: 0 to 3."""
    own_day: bool
    visited: bool
    """Its own page was read as a post's."""


def case_of(group: Group, scope: Scope) -> Case:
    """What the rules look at of a group."""
    claims = [one.claim for one in group.told]
    places = frozenset(claim.place for claim in claims if _testifies(claim))
    listing = [one for one in group.told if one.claim.place is Place.LISTING]
    pages = tuple(dict.fromkeys(one.source.address for one in listing))
    lists = tuple(dict.fromkeys((hints.series_root(one.source.address), one.claim.first("list")) for one in listing))
    role = hints.role_of_address(group.url)
    precision = [_precision(e.value) for one in listing for e in one.claim.every("date") if e.rule != "listing.page"]
    own = any(_precision(e.value) == 3 for claim in claims if claim.place is Place.SELF for e in claim.every("date"))
    visited = any(t.claim.place is Place.SELF and t.source.kind is SourceKind.POST for t in group.told)
    title = next((claim.first("title") for claim in claims if claim.first("title")), "")
    return Case(
        group, scope, places, urls.shape_of(group.url), role.role if role else None,
        title, pages, lists, max(precision, default=0), own, visited,
    )  # fmt: skip


def _testifies(claim: Claim) -> bool:
    """Whether a claim says what an address is: the curator may speak of a title alone, or of nothing any more."""
    return claim.place is not Place.CURATOR or bool(claim.every("type"))


def _precision(value: str) -> int:
    day = dates.parse_partial(value.partition("|")[0])
    return day.precision if day else 0
