"""Substack's archive, as its own archive page asks for it.

It is not documented; known from those who use it:
https://github.com/mvanhorn/printing-press-library/issues/1524     `limit` at most 50, else 400
https://github.com/NHagar/substack_api                             `sort`, `offset`, `limit`, the fields of a post

Older servers gave 12 posts whatever was asked, so that the next page begins after those that were received and asks for
no more. Ends at a page that is not full. No total is declared. `post_date` is told in UTC.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from crawler.model import Claim, Evidence, Findings, Page, Source
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

SIZES = (50, 12)
LEAST_CAP = 10
"""A first page of fewer posts than asked for is all there is, where it has fewer than any server is known to give."""


def addresses(front: Front) -> Iterator[str]:
    """The first page of the archive, then a shorter one."""
    for size in SIZES:
        yield f"{front.root}api/v1/archive?sort=new&offset=0&limit={size}"


def recognises(data: Any) -> bool:
    """A list in which posts have their day and address, as no other platform names them."""
    return any(records.words(one, "post_date") and _address(one) for one in records.records(data))


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, and the page after it."""
    posts = records.records(data)
    return Findings(
        claims=tuple(claim for post in posts for claim in _claim(post, page)),
        sources=tuple(_next(len(data), page)),
        traits=("api",),
    )


def _next(count: int, page: Page) -> Iterator[Source]:
    offset, limit = paging.number(page.asked, "offset", 0), paging.number(page.asked, "limit", SIZES[-1])
    full = count >= (limit if offset else min(limit, LEAST_CAP))
    if full and offset < SIZES[0] * paging.MOST_PAGES:
        yield paging.page(page.asked, offset + count, {"offset": offset + count, "limit": min(limit, count)})


def _address(post: Record) -> str:
    slug = records.words(post, "slug")
    return records.words(post, "canonical_url") or (f"/p/{slug}" if slug else "")


def _claim(post: Record, page: Page) -> Iterator[Claim]:
    yield from records.claim(urljoin(page.address, "/"), _address(post), _evidence(post))


def _evidence(post: Record) -> Iterator[Evidence]:
    yield from records.worded(records.words(post, "title"))
    yield from records.dated(records.words(post, "post_date"))
    yield from records.excerpted(records.words(post, "subtitle") or records.words(post, "description"))
    yield from records.said(
        "author", *(records.words(one, "name") for one in records.records(post, "publishedBylines"))
    )
    yield from records.said("tag", *(records.words(one, "name") for one in records.records(post, "postTags")))
