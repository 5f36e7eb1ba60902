"""Tumblr's first API, which needs no key: `/api/read/json` on the blog's own host.

https://www.tumblr.com/docs/en/api/v1                             `start`, `num` (at most 50), the kinds of posts
https://github.com/jekyll/jekyll-import/blob/master/lib/jekyll-import/importers/tumblr.rb    their fields

The answer is a script (`var tumblr_api_read = {…};`). `posts-total` tells how many posts there are, and so all pages.
`date` is the author's own time without an offset; `date-gmt` beside it tells which. Only posts of text have a title.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from crawler.model import Claim, Evidence, Findings, Page, Source, Total
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

MOST = 50
BODIES = (
    "regular-body",
    "photo-caption",
    "quote-text",
    "link-description",
    "conversation-text",
    "video-caption",
    "audio-caption",
    "answer",
)
_LOCAL, _GMT = "%a, %d %b %Y %H:%M:%S", "%Y-%m-%d %H:%M:%S GMT"


def addresses(front: Front) -> Iterator[str]:
    """The first page."""
    yield f"{front.root}api/read/json?num={MOST}&start=0"


def recognises(data: Any) -> bool:
    """A blog's description beside its posts."""
    return isinstance(records.value(data, "posts"), list) and records.value(data, "tumblelog") is not None


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, all further pages, the declared total."""
    total = records.number(data, "posts-total")
    here = paging.number(page.asked, "start", 0)
    last = min(total or 0, MOST * paging.MOST_PAGES)
    return Findings(
        claims=tuple(claim for post in records.records(data, "posts") for claim in _claim(post, page)),
        sources=tuple(paging.page(page.asked, start, {"start": start}) for start in range(here + MOST, last, MOST)),
        totals=(Total(total, "api.total"),) if total is not None else (),
        traits=("api",),
    )


def _claim(post: Record, page: Page) -> Iterator[Claim]:
    address = records.words(post, "url-with-slug") or records.words(post, "url")
    yield from records.claim(page.address, address, _evidence(post))


def _evidence(post: Record) -> Iterator[Evidence]:
    yield from records.titled(records.words(post, "regular-title"))
    yield from records.dated(_moment(records.words(post, "date"), records.words(post, "date-gmt")))
    yield from records.excerpted(next(filter(None, (records.words(post, name) for name in BODIES)), ""))
    yield from records.said("id", records.words(post, "url"))
    yield from records.said("tag", *records.strings(post, "tags"))


def _moment(local: str, utc: str) -> str:
    return records.moment(_iso(local, _LOCAL), _iso(utc, _GMT)) or utc


def _iso(written: str, form: str) -> str:
    try:
        return datetime.strptime(written, form).isoformat()
    except ValueError:
        return ""
