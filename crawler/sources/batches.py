"""A batch of entries that a page loads as one scrolls, as JSON: records of entries, or the markup that is to be shown.

No API of a platform: what is recognised is any list of objects that have an address and a title, else a piece of HTML
with links. The next batch is where the answer says; where it does not, and the address that was asked counts entries or
pages, the same address counted up, until a batch is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crawler import hints, text
from crawler.model import Claim, Evidence, Findings, Page, Place, Role, Source, SourceKind
from crawler.sources import feed_dates, html, platforms
from crawler.sources.feed_evidence import simple
from crawler.sources.feed_links import http_address
from crawler.sources.paging import OFFSETS
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.records import Record

ADDRESSES = ("url", "permalink", "link", "href", "full_url", "canonical_url", "path", "uri")
TITLES = ("title", "headline", "name")
DATES = ("published_at", "publishedAt", "date_published", "datePublished", "published", "pubDate", "date", "created_at")
NEXT = ("next_url", "nextUrl", "next_page_url", "nextPageUrl", "next_link", "nextLink", "more_url", "next")
INSIDE = ("", "pagination", "paging", "links", "meta", "data")
COUNTERS = {"next_offset": "offset", "nextOffset": "offset", "next_page": "page", "nextPage": "page"}
MORE = ("has_more", "hasMore", "more", "has_next", "hasNext")
DEPTH = 4
LANGUAGES = ("en",)


def recognises(page: Page) -> bool:
    """Whether the bytes are JSON with entries or markup, and no platform's."""
    if not records.is_json(page):
        return False
    data = records.parsed(page)
    return data is not None and platforms.api_of(data) is None and bool(_entries(data) or _markup(data))


def read(page: Page, source: Source) -> Findings:
    """What a batch lists, and the next one."""
    data = records.parsed(page)
    entries = _entries(data)
    if entries:
        claims = tuple(one for entry in entries for one in _claim(entry, page))
        found = Findings(claims=claims, traits=("batch",))
    else:
        shown = f"<html><body>{_markup(data)}</body></html>".encode()
        headers = {"content-type": "text/html; charset=utf-8"}
        found = html.read(Page(page.asked, page.address, page.status, headers, shown), source)
    listed = {claim.address for claim in found.claims if claim.place is Place.LISTING}
    named = tuple(one for one in found.sources if one.role is Role.PAGE)
    further = named or tuple(_next(data, page, len(entries) or len(listed)))
    return Findings(claims=found.claims, sources=further if listed else (), traits=found.traits)


def _within(data: Any, depth: int = DEPTH) -> Iterator[Any]:
    """A value and what it holds, the outer before the inner."""
    yield data
    inner = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    if depth:
        for one in inner:
            yield from _within(one, depth - 1)


def _entries(data: Any) -> list[Record]:
    """The longest list of which most have an address and a title."""
    lists = (records.records(one) for one in _within(data) if isinstance(one, list))
    good = (some for some in lists if sum(_is_entry(one) for one in some) * 2 > len(some))
    return max(good, key=len, default=[])


def _is_entry(record: Record) -> bool:
    return bool(_first(record, ADDRESSES)) and bool(_first(record, TITLES))


def _first(record: Record, names: tuple[str, ...]) -> str:
    return next((found for name in names if (found := records.words(record, name))), "")


def _markup(data: Any) -> str:
    """The longest piece of HTML that holds links."""
    pieces = (one for one in _within(data) if isinstance(one, str) and "<a " in one and "href" in one)
    return max(pieces, key=len, default="")


def _claim(entry: Record, page: Page) -> Iterator[Claim]:
    if address := http_address(page.address, _first(entry, ADDRESSES)):
        yield Claim(address, Place.LISTING, tuple(_evidence(entry)))


def _evidence(entry: Record) -> Iterator[Evidence]:
    yield Evidence("list", "batch", "listing.group")
    title = _first(entry, TITLES)
    yield from simple("title", text.plain(title) if "<" in title else text.plain_text(title), "listing.title", title)
    yield from feed_dates.dated("date", _first(entry, DATES), "listing.time", LANGUAGES, None)


def _next(data: Any, page: Page, count: int) -> Iterator[Source]:
    address = _named(data, page) or ("" if _is_last(data) else _counted(page.asked, count))
    if address and address not in (page.asked, page.address):
        number = hints.perhaps_page_number(address)
        yield Source(address, SourceKind.ARCHIVE, Role.PAGE, "next", number=number)


def _places(data: Any) -> Iterator[Any]:
    for name in INSIDE:
        yield records.value(data, name) if name else data


def _named(data: Any, page: Page) -> str:
    """The next batch by an address, or by the number that its parameter shall have."""
    for place in _places(data):
        hrefs = (records.words(place, name) or records.words(place, name, "href") for name in NEXT)
        for href in hrefs:
            if href and ("/" in href or href.startswith("?")):
                return http_address(page.address, href)
        for name, parameter in COUNTERS.items():
            if (number := records.number(place, name)) and paging.counted(page.asked, parameter) is not None:
                return paging.changed(page.asked, {parameter: number})
    return ""


def _is_last(data: Any) -> bool:
    """The answer says that no more follow, or has a place for the next address that is empty."""
    for place in _places(data):
        if any(records.value(place, name) is False for name in MORE):
            return True
        if isinstance(place, Mapping) and any(name in place and not place[name] for name in (*NEXT, *COUNTERS)):
            return True
    return False


def _counted(asked: str, count: int) -> str:
    """The asked address, its offset moved by what came, or its page number by one."""
    for name in OFFSETS:
        if (offset := paging.counted(asked, name)) is not None:
            return paging.changed(asked, {name: offset + count})
    for name in sorted(hints.PAGE_QUERIES):
        if (number := paging.counted(asked, name)) is not None:
            return paging.changed(asked, {name: number + 1})
    return ""
