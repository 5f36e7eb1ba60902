"""Squarespace: any address of a site with `?format=json`, a collection's items twenty at a time.

https://developers.squarespace.com/url-queries                           `?format=json`: website and collection data
https://github.com/Automattic/data-liberation-agent/pull/66              `items`, `offset`, seen on versions 7.0 and 7.1

`nextPageUrl` holds an offset, the moment (in milliseconds) of the item that the next page begins after; it is absent on
the last page. Moments are instants; the site's own time zone stands beside them. No total is told: `itemCount` of a
collection is not said to count what is published alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from crawler.model import Claim, Evidence, Findings, Page, Source
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

_FEED = re.compile(r"""href=["']?([^"'?\s<>]+)\?format=rss\b""", re.I)
_DATED = re.compile(r"""href=["']?(/(?:[\w-]+/)*?[\w-]+)/\d{4}/\d{1,2}/\d{1,2}/[^"'/\s<>]+""", re.I)
_PUBLISHED = (None, 1)
"""`workflowState`, where it is told: 1 is published."""


def addresses(front: Front) -> Iterator[str]:
    """The collection that the page names by its feed, that which its dated links lie in, the page itself."""
    for place in (front.find(_FEED), front.find(_DATED), front.address):
        if place:
            yield paging.changed(place, {"format": "json"})


def recognises(data: Any) -> bool:
    """A website and one of its collections."""
    return isinstance(records.value(data, "collection"), dict) and isinstance(records.value(data, "website"), dict)


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page of a blog, and the next page; nothing of a shop, a gallery or a calendar."""
    if not _is_blog(data):
        return Findings(traits=("api",))
    zone = records.words(data, "website", "timeZone")
    items = records.records(data, "items")
    claims = tuple(one for item in items for one in _claim(item, page, zone))
    return Findings(claims=claims, sources=tuple(_next(data, page, source)) if items else (), traits=("api",))


def _is_blog(data: Any) -> bool:
    """By the name of the collection's type, which templates vary ("blog", "blog-basic-grid"), or its order."""
    kind = records.words(data, "collection", "typeName")
    return not kind or "blog" in kind or records.words(data, "collection", "ordering") == "chronological"


def _next(data: Any, page: Page, source: Source) -> Iterator[Source]:
    href = records.words(data, "pagination", "nextPageUrl")
    offset = records.words(data, "pagination", "nextPageOffset")
    if not records.value(data, "pagination", "nextPage") or not (href or offset):
        return
    further = urljoin(page.address, href) if href else paging.changed(page.address, {"offset": offset})
    yield from paging.following(page.address, paging.changed(further, {"format": "json"}), source)


def _claim(item: Record, page: Page, zone: str) -> Iterator[Claim]:
    if records.value(item, "workflowState") in _PUBLISHED and records.value(item, "publishOn"):
        yield from records.claim(page.address, records.words(item, "fullUrl"), _evidence(item, zone))


def _evidence(item: Record, zone: str) -> Iterator[Evidence]:
    yield from records.titled(records.words(item, "title"))
    yield from records.dated(records.milliseconds(item, "publishOn", zone=zone))
    yield from records.dated(records.milliseconds(item, "updatedOn", zone=zone), "updated")
    yield from records.excerpted(records.words(item, "excerpt"))
    yield from records.said("id", records.words(item, "id"))
    yield from records.said("author", records.words(item, "author", "displayName"))
    yield from records.said("tag", *records.strings(item, "categories"), *records.strings(item, "tags"))
