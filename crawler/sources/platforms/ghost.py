"""Ghost's Content API, with the key that a page carries for its search and its members' area.

https://docs.ghost.org/content-api                the key is public, `/ghost/api/content/posts/`
https://docs.ghost.org/content-api/parameters     `fields`, `include`, `limit`, `page`
https://docs.ghost.org/content-api/pagination     `meta.pagination`: limit, pages, total
https://docs.ghost.org/changes                    since 6.0 at most 100 for a page

Ends at the last of `pages`. Dates have the offset of the site. A page without a key leaves no way into the API: such a
blog is read by its sitemap, feed and pages. So is one whose host keeps Ghost's own robots.txt, which forbids `/ghost/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from crawler.model import Claim, Evidence, Findings, Page, Source, Total
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

FIELDS = "id,title,url,published_at,updated_at,custom_excerpt"
MOST = 100


def addresses(front: Front) -> Iterator[str]:
    """The list of posts below the API that a script of the page names, with the key that stands there."""
    for script in front.markup.xpath("//script[@data-key]"):
        key, where = script.get("data-key", ""), _api(script.get("data-api", ""), script.get("data-sodo-search", ""))
        if key.isalnum() and where:
            yield (
                f"{urljoin(front.address, where)}posts/?key={key}&limit={MOST}&fields={FIELDS}"
                "&include=tags,authors&page=1"
            )


def _api(api: str, site: str) -> str:
    """The API's root: named itself, or below the site that the search looks in."""
    if "/ghost/api/" in api:
        return api.rstrip("/") + "/"
    return site.rstrip("/") + "/ghost/api/content/" if site.startswith(("http", "/")) else ""


def recognises(data: Any) -> bool:
    """Posts beside an account of the pages."""
    return isinstance(records.value(data, "posts"), list) and bool(records.value(data, "meta", "pagination"))


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, all further pages, the declared total."""
    claims = tuple(claim for post in records.records(data, "posts") for claim in _claim(post, page))
    total = records.number(data, "meta", "pagination", "total")
    pages = min(records.number(data, "meta", "pagination", "pages") or 1, paging.MOST_PAGES)
    here = paging.number(page.asked, "page", 1)
    return Findings(
        claims=claims,
        sources=tuple(paging.page(page.asked, number, {"page": number}) for number in range(here + 1, pages + 1)),
        totals=(Total(total, "api.total"),) if total is not None else (),
        traits=("api",),
    )


def _claim(post: Record, page: Page) -> Iterator[Claim]:
    yield from records.claim(page.address, records.words(post, "url"), _evidence(post))


def _evidence(post: Record) -> Iterator[Evidence]:
    yield from records.worded(records.words(post, "title"))
    yield from records.dated(records.words(post, "published_at"))
    yield from records.dated(records.words(post, "updated_at"), "updated")
    yield from records.excerpted(records.words(post, "custom_excerpt"))
    yield from records.said("id", records.words(post, "id"))
    yield from records.said("author", *(records.words(one, "name") for one in records.records(post, "authors")))
    shown = (one for one in records.records(post, "tags") if records.words(one, "visibility") != "internal")
    yield from records.said("tag", *(records.words(one, "name") for one in shown))
