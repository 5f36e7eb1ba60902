"""Blogger's feed as JSON, which pages through all posts.

https://developers.google.com/blogger/docs/2.0/reference         query parameters, summary feeds, Atom's elements
https://developers.google.com/gdata/docs/json                    Atom as JSON: text under `$t`, `:` written as `$`
https://developers.google.com/gdata/docs/2.0/reference    `start-index`, `published-max`, `openSearch:totalResults`

A page holds as many posts as the server likes (500 once, 150 and 100 since); the next one begins after those that were
received. Ends when `openSearch:totalResults` is reached. Where a page is empty before that, the rest is asked
by the time of the oldest post (`published-max`) once. Dates have the author's own offset. The feed's own links to
further pages name another host and are not followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crawler.model import Claim, Evidence, Findings, Page, Source, Total
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

MOST = 500
"""Posts for a page: the most that was ever allowed."""


def addresses(front: Front) -> Iterator[str]:
    """The feed of short texts, not that of a feed service to which it may lead."""
    yield (
        f"{front.root}feeds/posts/summary?alt=json&orderby=published&redirect=false&start-index=1&max-results={MOST}"
    )


def recognises(data: Any) -> bool:
    """An Atom feed as Google writes it in JSON."""
    feed = records.value(data, "feed")
    return records.value(feed, "openSearch$totalResults") is not None and bool(records.words(feed, "id", "$t"))


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, the page after it, the declared total."""
    entries = records.records(data, "feed", "entry")
    total = records.number(data, "feed", "openSearch$totalResults", "$t")
    part = paging.parameter(page.asked, "published-max")  # its total is that of the part
    return Findings(
        claims=tuple(claim for entry in entries for claim in _claim(entry, page)),
        sources=tuple(_next(entries, total or 0, page, source)),
        totals=(Total(total, "api.total"),) if total is not None and not part else (),
        traits=("api",),
    )


def _next(entries: list[Record], total: int, page: Page, source: Source) -> Iterator[Source]:
    """The page after this one; `label` is the time of the oldest post so far."""
    start = paging.number(page.asked, "start-index", 1)
    after = start + len(entries)
    if entries and after <= total and after < MOST * paging.MOST_PAGES:
        oldest = min(filter(None, (records.words(entry, "published", "$t") for entry in entries)), default="")
        yield paging.page(page.asked, after, {"start-index": after}, oldest)
    elif not entries and start <= total and source.label[:1].isdigit():
        yield paging.page(page.asked, start, {"start-index": 1, "published-max": source.label})


def _claim(entry: Record, page: Page) -> Iterator[Claim]:
    links = {records.words(link, "rel"): records.words(link, "href") for link in records.records(entry, "link")}
    if records.value(entry, "app$control", "app$draft", "$t") != "yes" and links.get("alternate"):
        yield from records.claim(page.address, links["alternate"], _evidence(entry))


def _evidence(entry: Record) -> Iterator[Evidence]:
    written = records.titled if records.words(entry, "title", "type") == "html" else records.worded
    yield from written(records.words(entry, "title", "$t"))
    yield from records.dated(records.words(entry, "published", "$t"))
    yield from records.dated(records.words(entry, "updated", "$t"), "updated")
    yield from records.excerpted(records.words(entry, "summary", "$t"))
    yield from records.said("id", records.words(entry, "id", "$t"))
    yield from records.said("author", *(records.words(one, "name", "$t") for one in records.records(entry, "author")))
    yield from records.said("tag", *(records.words(one, "term") for one in records.records(entry, "category")))
