"""Forem (dev.to and others): the published articles of a user or an organisation, up to a thousand for a request.

https://developers.forem.com/api/v1#tag/articles/operation/getArticles    `username`, `state=all`, `per_page` to 1000

`per_page` is capped at `API_PER_PAGE_MAX` of the host, which no answer tells: a page of a round number of articles may
be a full one, so the next is asked until one is empty or of an odd length. Articles come newest first, with the moment
in UTC. No total is told. What else the host keeps (its feed, its sitemap) is of everyone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crawler import urls
from crawler.model import Claim, Evidence, Findings, Page, Source
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

SIZE = 1_000
_ROUND = 10


def addresses(front: Front) -> Iterator[str]:
    """The first page of a member whose profile the front page is; a whole community is no blog."""
    parts = urls.path_parts(front.address)
    if len(parts) == 1:
        yield f"{front.root}api/articles?username={parts[0]}&state=all&per_page={SIZE}&page=1"


def recognises(data: Any) -> bool:
    """A list of articles."""
    return any(records.words(one, "type_of") == "article" for one in records.records(data))


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, and the next page where this one may be full."""
    articles = records.records(data)
    claims = tuple(one for article in articles for one in _claim(article, page))
    number = paging.counted(page.asked, "page") or 1
    more = (
        ()
        if len(data) % _ROUND
        else paging.following(page.asked, paging.changed(page.asked, {"page": number + 1}), source)
    )
    return Findings(claims=claims, sources=tuple(more), traits=("api", "api.alone"))


def _claim(article: Record, page: Page) -> Iterator[Claim]:
    href = records.words(article, "url") or records.words(article, "path")
    if records.words(article, "published_at"):
        yield from records.claim(page.address, href, _evidence(article))


def _evidence(article: Record) -> Iterator[Evidence]:
    yield from records.worded(records.words(article, "title"))
    yield from records.dated(records.words(article, "published_at"))
    yield from records.dated(records.words(article, "edited_at"), "updated")
    yield from records.excerpted(records.words(article, "description"))
    yield from records.said("id", records.words(article, "id"))
    yield from records.said("author", records.words(article, "user", "name"))
    tags = records.strings(article, "tag_list") or records.words(article, "tag_list").split(",")
    yield from records.said("tag", *(tag.strip() for tag in tags if tag.strip()))
