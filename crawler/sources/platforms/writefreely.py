"""WriteFreely, on hosts of its own and at write.as: a collection's posts, ten for a page, with their number.

https://developers.write.as/docs/api/                                     `/api/collections/ALIAS/posts?page=N`
https://github.com/writefreely/writefreely (collections.go)               `total_posts` counts what is not pinned

The alias of a blog stands in its address or in the script of its page. Pinned posts are a blog's standing pages and are
in neither the list nor the number. Moments are told in UTC; a post without a title has an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from crawler import urls
from crawler.model import Claim, Evidence, Findings, Page, Source, Total
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

HOSTED = "https://write.as/"
_IN_SCRIPT = re.compile(r"/api/collections/([\w-]+)/")


def addresses(front: Front) -> Iterator[str]:
    """The first page of the collection that the front page is of."""
    alias = _alias(front)
    if alias:
        root = HOSTED if _is_hosted(front) else front.root
        yield f"{root}api/collections/{alias}/posts?page=1"


def _is_hosted(front: Front) -> bool:
    return front.host == "write.as" or front.host.endswith(".write.as") or "write.as" in front.generator.lower()


def _alias(front: Front) -> str:
    if front.host.endswith(".write.as"):
        return front.host.removesuffix(".write.as")
    named = _IN_SCRIPT.search(front.text)
    parts = urls.path_parts(front.address)
    return named[1] if named else parts[0] if parts else ""


def recognises(data: Any) -> bool:
    """An answer that holds a collection with posts."""
    return isinstance(records.value(data, "data", "posts"), list) and bool(records.words(data, "data", "alias"))


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, all further pages, the declared total."""
    posts = records.records(data, "data", "posts")
    home = records.words(data, "data", "url")
    claims = tuple(one for post in posts for one in _claim(post, home)) if home else ()
    total = records.number(data, "data", "total_posts")
    totals = (Total(total, "api.total"),) if total is not None else ()
    return Findings(
        claims=claims, sources=tuple(_further(page, len(posts), total or 0)), totals=totals, traits=("api",)
    )


def _further(page: Page, count: int, total: int) -> Iterator[Source]:
    """All pages, from the first, which is full where there are more."""
    if not count or paging.counted(page.asked, "page") != 1:
        return
    for number in range(2, min(-(-total // count), paging.MOST_PAGES) + 1):
        yield paging.page(page.asked, number, {"page": number})


def _claim(post: Record, home: str) -> Iterator[Claim]:
    slug = records.words(post, "slug") or records.words(post, "id")
    if slug and urlsplit(home).scheme:
        yield from records.claim(home, urljoin(home.rstrip("/") + "/", slug), _evidence(post))


def _evidence(post: Record) -> Iterator[Evidence]:
    yield from records.worded(records.words(post, "title"))
    yield from records.dated(records.words(post, "created"))
    yield from records.dated(records.words(post, "updated"), "updated")
    yield from records.said("id", records.words(post, "id"))
    yield from records.said("language", records.words(post, "language"))
    yield from records.said("tag", *records.strings(post, "tags"))
