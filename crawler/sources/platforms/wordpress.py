"""WordPress REST API, of a site's own and of wordpress.com (the same shape there).

https://developer.wordpress.org/rest-api/reference/posts/#list-posts          fields, `per_page` at most 100
https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/       `X-WP-Total`, `X-WP-TotalPages`
https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/        link relation `https://api.w.org/`
https://developer.wordpress.com/docs/api/                             `public-api.wordpress.com/wp/v2/sites/HOST`

Ends at the last of `X-WP-TotalPages`, or at the first page that is not full. `date` is the author's own time without
an offset; `date_gmt` beside it tells which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from crawler.model import Claim, Evidence, Findings, Page, Source, Total
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

RELATION = "https://api.w.org/"
FIELDS = "id,date,date_gmt,modified,modified_gmt,link,guid,title,excerpt,type,_links,_embedded"
SIZES = (100, 20, 10)
"""Posts for a page: the most that is allowed, then fewer, for a server that caps it or cannot make so many."""

_FOLDER = re.compile(r"""["'(](https?://[^"'()\s<>]*?/|/[^"'()\s<>]*?/|/)wp-(?:content|includes)/""")


def addresses(front: Front) -> Iterator[str]:
    """The first pages to try. The API's own address where the page names it, else where it usually stands."""
    named = front.link(RELATION)
    for size in SIZES:
        if named:
            yield _posts(named, size)
        else:
            yield _posts(_site(front) + "wp-json/", size)
    if not named:
        yield _posts(_site(front) + "?rest_route=/", SIZES[0])


def hosted(front: Front) -> Iterator[str]:
    """The first pages of a blog at wordpress.com, whose API stands on a host of its own."""
    for size in SIZES[:2]:
        yield f"https://public-api.wordpress.com/wp/v2/sites/{front.host}/posts?{_query(size)}"


def _site(front: Front) -> str:
    """The folder that WordPress is installed in."""
    return front.find(_FOLDER) or front.root


def _posts(api: str, size: int) -> str:
    """The list of posts below an API's root, which is a folder or, without pretty addresses, `?rest_route=/`."""
    parts = urlsplit(api)
    route = dict(parse_qsl(parts.query)).get("rest_route")
    if route is not None:
        query = f"rest_route={route.rstrip('/')}/wp/v2/posts&{_query(size)}"
        return urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/") + "/wp/v2/posts", _query(size), ""))


def _query(size: int) -> str:
    return f"per_page={size}&_fields={FIELDS}&_embed=author,wp:term"


def recognises(data: Any) -> bool:
    """A list in which objects have a link and a title as it is rendered; of what is empty, nothing is known."""
    return any(
        bool(records.words(one, "link")) and isinstance(records.value(one, "title"), dict)
        for one in records.records(data)
    )


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, the further pages, the declared total."""
    posts = records.records(data)
    claims = tuple(one for post in posts for one in _claim(post, page))
    total = _header(page, "x-wp-total")
    totals = (Total(total, "api.total"),) if total is not None else ()
    return Findings(claims=claims, sources=tuple(_further(page, len(data))), totals=totals, traits=("api",))


def _header(page: Page, name: str) -> int | None:
    told = page.headers.get(name, "").strip()
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else None


def _further(page: Page, count: int) -> Iterator[Source]:
    """All pages that are told of, from any of them; else the next, as long as pages are full."""
    here = paging.number(page.asked, "page", 1)
    told = _header(page, "x-wp-totalpages")
    full = count >= paging.number(page.asked, "per_page", SIZES[-1])
    last = told if told is not None else here + full
    for number in range(here + 1, min(last, paging.MOST_PAGES) + 1):
        yield paging.page(page.asked, number, {"page": number})


def _claim(post: Record, page: Page) -> Iterator[Claim]:
    if records.words(post, "type") in ("", "post"):
        yield from records.claim(page.address, records.words(post, "link"), _evidence(post))


def _evidence(post: Record) -> Iterator[Evidence]:
    yield from records.titled(records.words(post, "title", "rendered"))
    yield from records.dated(_moment(post, "date"))
    yield from records.dated(_moment(post, "modified"), "updated")
    yield from records.excerpted(records.words(post, "excerpt", "rendered"))
    yield from records.said("id", records.words(post, "guid", "rendered"))
    yield from records.said("author", *(records.words(one, "name") for one in _embedded(post, "author")))
    for terms in records.lists(post, "_embedded", "wp:term"):
        yield from records.said("tag", *(records.words(one, "name") for one in records.records(terms)))


def _embedded(post: Record, name: str) -> list[Record]:
    return records.records(post, "_embedded", name)


def _moment(post: Record, name: str) -> str:
    return records.moment(records.words(post, name), records.words(post, f"{name}_gmt"))
