"""Medium's streams of a writer's or a publication's posts, as its own pages ask for them.

They are not documented; known from those who use them, such as
https://github.com/alvimuh/medium-json      `/latest?format=json` and its guard

The answer begins with `])}while(1);</x>`. `payload.paging` names the next page (`path`, and `next` with `to` and
`page`); where it names none, that was the last. No total is declared. Moments are milliseconds, in UTC. Answers to
others' posts (`inResponseToPostId`) stand among the posts and are comments. The streams are often closed (403): then a
feed of ten posts is left, and the blog is partial.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from crawler import urls
from crawler.model import Claim, Evidence, Findings, Page, Place, Source
from crawler.sources.feed_links import http_address
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

MOST = 100


def addresses(front: Front) -> Iterator[str]:
    """The latest posts below the blog's own address."""
    yield f"{front.address.partition('?')[0].rstrip('/')}/latest?format=json&limit={MOST}"


def recognises(data: Any) -> bool:
    """An answer with the posts that it refers to."""
    return isinstance(records.value(data, "payload", "references", "Post"), dict) or bool(
        records.records(data, "payload", "posts")
    )


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, and the page that it names; `label` of which is the blog's address."""
    payload = records.value(data, "payload")
    base = source.label if source.label.startswith("http") else urljoin(page.asked, ".")
    posts = list(_posts(payload))
    return Findings(
        claims=tuple(claim for post in posts for claim in _claim(post, payload, base)),
        sources=tuple(_next(payload, page, base)) if posts else (),
        traits=("api",),
    )


def _posts(payload: Record) -> Iterator[Record]:
    referred = records.value(payload, "references", "Post")
    yield from records.records(list(referred.values()) if isinstance(referred, dict) else None)
    yield from records.records(payload, "posts")


def _next(payload: Record, page: Page, base: str) -> Iterator[Source]:
    path, to = records.words(payload, "paging", "path"), records.words(payload, "paging", "next", "to")
    number = records.number(payload, "paging", "next", "page")
    if not to or not number or number > paging.MOST_PAGES:
        return
    if address := http_address(page.address, path):
        source = records.words(payload, "paging", "next", "source") or None
        yield paging.page(address, number, {"limit": MOST, "to": to, "source": source, "page": number}, base)


def _claim(post: Record, payload: Record, base: str) -> Iterator[Claim]:
    address = http_address(base, _address(post, payload, base))
    if not address or not records.value(post, "firstPublishedAt"):
        return
    if records.words(post, "inResponseToPostId"):
        yield Claim(address, Place.API, (Evidence("type", "comment", "api.comment"),))
    else:
        yield from records.claim(base, address, _evidence(post, payload))


def _address(post: Record, payload: Record, base: str) -> str:
    """The post's own where it is told; else below its publication, where that stands on the blog's host; else below the
    blog."""
    slug = records.words(post, "uniqueSlug")
    home = records.words(post, "homeCollectionId")
    publication = records.words(payload, "references", "Collection", home, "slug") if home else ""
    on_domain = records.words(payload, "references", "Collection", home, "domain") if home else ""
    if own := records.words(post, "mediumUrl"):
        return own
    if publication and not on_domain and urls.host_of(base) == "medium.com":
        return f"https://medium.com/{publication}/{slug}"
    return slug


def _evidence(post: Record, payload: Record) -> Iterator[Evidence]:
    yield from records.worded(records.words(post, "title"))
    yield from records.dated(records.milliseconds(post, "firstPublishedAt"))
    yield from records.dated(records.milliseconds(post, "latestPublishedAt"), "updated")
    yield from records.excerpted(
        records.words(post, "virtuals", "subtitle") or records.words(post, "content", "subtitle")
    )
    writer = records.words(post, "creatorId")
    yield from records.said("author", records.words(payload, "references", "User", writer, "name") if writer else "")
    yield from records.said("tag", *(records.words(one, "name") for one in records.records(post, "virtuals", "tags")))
