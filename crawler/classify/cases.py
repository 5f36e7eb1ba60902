"""One group of addresses with what the rules look at, computed once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from crawler import dates, hints, urls
from crawler.grouping import Group, Told
from crawler.model import Claim, Place, Role, SourceKind
from crawler.scope import Scope

_PAGER = re.compile(r"/page[-/]?\d+/?$|/(?:index|tag|category|author)-?\d+\.html?$|\?", re.I)
"""Addresses that are pages of a series whatever links to them."""

KIN = (
    "places", "shape", "role", "lists", "day", "own_day", "visited",
    "typed", "front", "pager", "plain", "named", "period_title", "asked_as_list", "said",
)  # fmt: skip
"""The fields by which cases are of one kin. All that a rule that learns may look at besides `url`, `key` and `stem`."""


@dataclass(slots=True)
class Case:
    """One group with what the rules look at, computed once."""

    group: Group
    scope: Scope
    url: str
    key: str
    """The first of its canonical addresses."""
    stem: str
    """The canonical form of its best address."""
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
    typed: bool
    """A sitemap or an API says that it is a post."""
    front: str
    """"root" for a host's front page, "home" for the blog's home below a path, else empty."""
    pager: float
    """How much it is a page of a series by its address and its words."""
    plain: bool
    """Its address has a form of a page of a series that no post has."""
    named: bool
    """A list gives it a day, and words of its own that are no date."""
    period_title: bool
    """Its title is a bare year, month or day, and its address has no slug."""
    asked_as_list: bool
    """Its page was read as a list, and nothing names it as an entry."""
    folders: tuple[str, ...]
    """The addresses of the folders above it."""
    said: tuple[float, ...] = ()
    """What each rule of the table says that does not look at what was learned; 0 at the others."""
    kin: int = 0
    """Equal for cases whose fields named in `KIN` are equal."""


def case_of(group: Group, scope: Scope) -> Case:
    """What the rules look at of a group."""
    claims = [one.claim for one in group.told]
    places = frozenset(claim.place for claim in claims if _testifies(claim))
    listing = [one for one in group.told if one.claim.place is Place.LISTING]
    pages = tuple(dict.fromkeys(one.source.address for one in listing))
    roots = {page: hints.series_root(page) for page in pages}
    lists = tuple(dict.fromkeys((roots[one.source.address], one.claim.first("list")) for one in listing))
    shape = urls.shape_of(group.url)
    role = _role(group.url, scope)
    precision = [_precision(e.value) for one in listing for e in one.claim.every("date") if e.rule != "listing.page"]
    day = max(precision, default=0)
    own = any(_precision(e.value) == 3 for claim in claims if claim.place is Place.SELF for e in claim.every("date"))
    visited = any(t.claim.place is Place.SELF and t.source.kind is SourceKind.POST for t in group.told)
    title = next((found for claim in claims if (found := claim.first("title"))), "")
    paged = role is Role.PAGE
    return Case(
        group, scope, group.url, group.keys[0], urls.canonical(group.url), places, shape, role, title, pages, lists,
        day, own, visited, _is_typed(group.told), _front(group.url, scope),
        _pager(group, listing, day) if paged else 0.0, paged and _is_plain(group.url),
        day == 3 and _is_worded(title) and _is_named_entry([one.claim for one in listing], day),
        _names_period(title, shape),
        _asked_as_list(group.told, own, day == 3 or Place.FEED in places), urls.parents(group.url),
    )  # fmt: skip


_TAXONOMY = frozenset((Role.TAG, Role.SECTION, Role.AUTHOR))


def _role(address: str, scope: Scope) -> Role | None:
    """What an address says that it is; below a home at "/users/name/" nothing is an author for that."""
    hint = hints.role_of_address(address)
    if hint is None or hint.role not in _TAXONOMY:
        return hint.role if hint else None
    above = hints.role_of_address(scope.home)
    within = above is not None and above.role is hint.role and address.startswith(scope.home.rstrip("/") + "/")
    return None if within else hint.role


def _testifies(claim: Claim) -> bool:
    """Whether a claim says what an address is: the curator may speak of a title alone, or of nothing any more."""
    return claim.place is not Place.CURATOR or bool(claim.every("type"))


def _precision(value: str) -> int:
    day = dates.parse_partial(value.partition("|")[0])
    return day.precision if day else 0


def _is_typed(told: Sequence[Told]) -> bool:
    return any(
        e.value == "post" for t in told if t.claim.place in (Place.SITEMAP, Place.API) for e in t.claim.every("type")
    )


def _front(address: str, scope: Scope) -> str:
    if "?" not in address and "#" not in address and not urls.path_parts(address):
        return "root"
    return "home" if urls.canonical(address) == urls.canonical(scope.home) else ""


def _is_plain(address: str) -> bool:
    return "?" in address or bool(hints.PLAIN_PAGE.search(address))


def _pager(group: Group, listing: Sequence[Told], day: int) -> float:
    return 1.0 if _PAGER.search(group.url) else float(not _is_named_entry([one.claim for one in listing], day))


def _is_named_entry(listed: Sequence[Claim], day: int) -> bool:
    """A list gives it words of its own (not "older posts") and at least the year it stands under."""
    return day > 0 and any(_names_an_entry(claim.first("title")) for claim in listed if claim.first("date"))


def _is_worded(title: str) -> bool:
    return bool(title) and not dates.heading_date(title)


def _names_an_entry(title: str) -> bool:
    pager = hints.is_next(title, "") or hints.NEWER_WORDS.match(title)
    return any(sign.isalpha() for sign in title) and not pager


def _names_period(title: str, shape: str) -> bool:
    return 0 < len(title) < 24 and "{slug}" not in shape and bool(dates.heading_date(title))


def _asked_as_list(told: Sequence[Told], own_day: bool, is_named: bool) -> bool:
    own = [t.source for t in told if t.claim.place is Place.SELF]
    if not any(source.kind in (SourceKind.ARCHIVE, SourceKind.HOMEPAGE) for source in own):
        return False
    return not (own_day and is_named and not any(source.role is Role.WHOLE for source in own))
