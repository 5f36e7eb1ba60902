"""Posts in the state that a page carries for its scripts, or that stands beside it as a file.

https://nextjs.org/docs/pages/building-your-application/data-fetching     `<script id="__NEXT_DATA__">`
https://www.gatsbyjs.com/docs/gatsby-internals-terminology/               `/page-data/PATH/page-data.json`
`window.__APOLLO_STATE__` (Apollo Client's cache), as Medium's pages have it

Only lists whose objects nearly all have a title, a date and an address on the page's own host, below one folder, are
taken for lists of posts. A slug alone is an address where links of the page show below which folder such slugs stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from crawler import urls
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Findings, Page, Place, Source
from crawler.sources import feed_dates
from crawler.sources.feed_evidence import simple
from crawler.sources.feed_links import http_address
from crawler.sources.platforms import records
from crawler.sources.platforms.records import Record

LEAST = 3
NEARLY_ALL = 0.8
MOST_NODES = 100_000
ADDRESSES = ("mediumUrl", "permalink", "url", "href", "path", "uri", "link")
DATES = (
    "date",
    "publishedAt",
    "published_at",
    "datePublished",
    "publishDate",
    "firstPublishedAt",
    "pubDate",
    "published",
)
NESTS = ("node", "fields", "frontmatter", "frontMatter", "attributes", "meta", "metadata", "data")
OTHER_THINGS = re.compile(r"event|talk|job|project|comment|author|tag|categor|product|release|team|press", re.I)
"""Lists that are named so are of other things, dated as they may be."""

_APOLLO = re.compile(r"\s*window\.__APOLLO_STATE__\s*=\s*(?=\{)")


@dataclass(frozen=True, slots=True)
class _Item:
    """What an object of a list tells of a post."""

    title: str
    date: str
    address: str
    slug: str


def read(markup: Markup) -> Iterator[Claim]:
    """Claims of the lists of posts in a page's state."""
    links: list[str] = []
    for script in markup.xpath("//script[not(@src)]"):
        written = script.text or ""
        start = _APOLLO.match(written)
        if start or script.get("id") == "__NEXT_DATA__":
            state = records.decoded(written[start.end() :] if start else written)
            links = links or _links(markup)
            yield from _claims(state, markup.base, links)


def _links(markup: Markup) -> list[str]:
    return [at for element in markup.xpath("//a[@href]") if (at := markup.link(element.get("href", "")))]


def recognises(data: Any) -> bool:
    """A page's data as Gatsby writes it."""
    return "componentChunkName" in data and "result" in data if isinstance(data, dict) else False


def read_file(data: Any, page: Page, source: Source) -> Findings:
    """The lists of posts in a file of a page's data."""
    return Findings(claims=tuple(_claims(data, urljoin(page.address, "/"), ())), traits=("embedded",))


def _claims(state: Any, base: str, links: Sequence[str]) -> Iterator[Claim]:
    seen = set()
    for listed in _lists(state):
        for item, address in _addressed([_item(one) for one in listed], base, links):
            if address not in seen:
                seen.add(address)
                yield Claim(address, Place.LISTING, tuple(_evidence(item)))


def _lists(state: Any) -> Iterator[Sequence[Record]]:
    """Every list of objects within, and the objects of one type in a cache; breadth first, and not without end."""
    todo: list[tuple[str, Any]] = [("", state)]
    for name, value in todo:
        children = list(value.items()) if isinstance(value, dict) else []
        if isinstance(value, list):
            children = [(name, one) for one in value]
        if not OTHER_THINGS.search(name):
            rows = [one for _, one in children if isinstance(one, dict)]
            posts = rows if isinstance(value, list) else [one for one in rows if one.get("__typename") == "Post"]
            if len(posts) >= LEAST:
                yield posts
        if len(todo) < MOST_NODES:
            todo.extend(child for child in children if isinstance(child[1], dict | list))


def _item(record: Record) -> _Item | None:
    """None for what has no title or no date, or is an answer to another's post."""
    parts = list(_parts(record))
    title = _first(parts, ("title",))
    date = _first(parts, DATES) or next((told for name in DATES if (told := records.milliseconds(record, name))), "")
    if not title or not date or records.value(record, "inResponseToPostResult"):
        return None
    slug = _first(parts, ("slug",))
    return _Item(title, date, _first(parts, ADDRESSES) or (slug if slug.startswith("/") else ""), slug.strip("/"))


def _parts(record: Record, depth: int = 0) -> Iterator[Record]:
    """The object, and those within it that hold more of it."""
    yield record
    for name in NESTS if depth < LEAST else ():
        inner = record.get(name)
        if isinstance(inner, Mapping):
            yield from _parts(inner, depth + 1)


def _first(parts: Sequence[Record], names: Sequence[str]) -> str:
    found = (told for name in names for part in parts if isinstance(told := part.get(name), str) and told.strip())
    return next(found, "").strip()


def _addressed(items: Sequence[_Item | None], base: str, links: Sequence[str]) -> Iterator[tuple[_Item, str]]:
    """The items with their addresses, where nearly all have one below one folder of the blog's host."""
    good = [item for item in items if item]
    folder = _folder_of_slugs({item.slug for item in good if item.slug}, links)
    pairs = [(item, _address(item, base, folder)) for item in good]
    pairs = [(item, at) for item, at in pairs if at and urls.host_of(at) == urls.host_of(base) and urls.path_parts(at)]
    shapes = Counter(urls.shape_of(at) for _, at in pairs)
    most = shapes.most_common(1)[0][1] if shapes else 0
    if len(pairs) >= LEAST and most >= NEARLY_ALL * len(items):
        yield from pairs


def _address(item: _Item, base: str, folder: str) -> str:
    if item.address:
        return http_address(base, item.address)
    return f"{folder}{item.slug}" if folder and item.slug else ""


def _folder_of_slugs(slugs: set[str], links: Sequence[str]) -> str:
    """The folder below which links of the page have at least two of the slugs."""
    folders = Counter(link[: -len(slug)] for link in set(links) for slug in slugs if link.endswith(f"/{slug}"))
    folder, count = folders.most_common(1)[0] if folders else ("", 0)
    return folder if count >= 2 else ""


def _evidence(item: _Item) -> Iterator[Evidence]:
    yield from simple("title", item.title, "embedded.title")
    yield from feed_dates.dated("date", item.date, "embedded.date", records.LANGUAGES, None)
