"""JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/): items as claims, `next_url` as a further page."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from crawler import text
from crawler.model import Claim, Evidence, Facts, Findings, Page, Place, Problem, Role, Source, SourceKind
from crawler.sources import feed_dates, feed_links
from crawler.sources.feed_evidence import MOST_ITEMS, simple, words_in
from crawler.sources.feed_links import ItemLinks, http_address, is_http

_HEAD = 4096
_VERSION = re.compile(rb'"version"\s*:\s*"https?:(?:\\?/){2}(?:www\.)?jsonfeed\.org(?:\\?/)version')


def recognises(page: Page) -> bool:
    """Whether the bytes are a JSON object that names a version of JSON Feed near its beginning or end."""
    body = page.body
    if body[:64].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{":
        return False
    return bool(_VERSION.search(body[:_HEAD]) or _VERSION.search(body[-_HEAD:]))


def read(page: Page, source: Source, today: date | None = None) -> Findings:
    """One claim for each item that has an address. `today` as in `feed.read`. Never raises."""
    try:
        feed = json.loads(page.body.decode("utf-8-sig", errors="replace"), strict=False)
    except (ValueError, RecursionError) as error:
        problem = Problem("feed.unreadable", f"the feed is no JSON: {error}", page.address)
        return Findings(problems=(problem,), traits=("feed",))
    return _findings(feed if isinstance(feed, dict) else {}, page, source, today)


def _findings(feed: Mapping[str, Any], page: Page, source: Source, today: date | None) -> Findings:
    facts = Facts(
        title=text.plain_text(_text(feed, "title")),
        description=text.plain_text(_text(feed, "description")),
        language=_text(feed, "language"),
        feed=http_address(page.address, _text(feed, "feed_url")),
        canonical_home=http_address(page.address, _text(feed, "home_page_url")),
    )
    everything = _objects(feed, "items")
    items = everything[:MOST_ITEMS]
    links = [_links(item, page.address) for item in items]
    hosts = feed_links.own_hosts((page.address, source.parent, facts.canonical_home), links)
    addresses = [feed_links.own_address(item, hosts) for item in links]
    languages = tuple(dict.fromkeys(filter(None, (facts.language[:2].lower(), "en"))))
    claims = tuple(
        Claim(address, Place.FEED, tuple(_evidence(item, languages, today)))
        for item, address in zip(items, addresses, strict=True)
        if address
    )
    following = http_address(page.address, _text(feed, "next_url"))
    foreign = feed_links.mostly_foreign([address for address in addresses if address], hosts)
    return Findings(
        claims=claims,
        sources=_next(following, page),
        facts=facts,
        problems=tuple(_problems(addresses, len(everything) - len(items), page)),
        traits=tuple(sorted(_traits(len(items), bool(following), foreign))),
    )


def _next(address: str, page: Page) -> tuple[Source, ...]:
    if not address or address in (page.address, page.asked):
        return ()
    return (Source(address, SourceKind.FEED, Role.PAGE, "next", page.address),)


def _traits(items: int, paged: bool, foreign: bool) -> Iterator[str]:
    remarks = {"feed": True, f"feed.items={items}": True, "feed.empty": not items}
    remarks |= {"feed.paged": paged, "feed.foreign": foreign}
    yield from (trait for trait, holds in remarks.items() if holds)


def _problems(addresses: list[str], dropped: int, page: Page) -> Iterator[Problem]:
    homeless = sum(not address for address in addresses)
    if homeless:
        message = f"{homeless} of {len(addresses)} items of the feed name no address"
        yield Problem("feed.no-address", message, page.address)
    if dropped:
        message = f"{dropped} items beyond the first {MOST_ITEMS} were left out"
        yield Problem("feed.too-long", message, page.address)


def _links(item: Mapping[str, Any], base: str) -> ItemLinks:
    """`url` is the permalink, `external_url` the page an item talks of, `id` often the permalink again."""
    name = _text(item, "id")
    ids = [name] if is_http(name) else []
    found = [http_address(base, href) for href in (_text(item, "url"), *ids, _text(item, "external_url"))]
    addresses = [address for address in found if address]
    return ItemLinks(addresses[0] if addresses else "", tuple(addresses[1:]))


def _evidence(item: Mapping[str, Any], languages: tuple[str, ...], today: date | None) -> Iterator[Evidence]:
    title = _text(item, "title")
    content, plain = _text(item, "content_html"), _text(item, "content_text")
    markup = content or html.escape(plain, quote=False)
    summary = html.escape(_text(item, "summary"), quote=False)
    yield from simple("title", text.plain_text(title), "feed.title", title)
    yield from feed_dates.dated("date", _text(item, "date_published"), "feed.published", languages, today)
    yield from feed_dates.dated("updated", _text(item, "date_modified"), "feed.updated", languages, today)
    yield from simple("id", _text(item, "id"), "feed.id")
    for name in _authors(item):
        yield from simple("author", name, "feed.author")
    for tag in dict.fromkeys(text.plain_text(tag) for tag in _list(item, "tags") if isinstance(tag, str)):
        yield from simple("tag", tag, "feed.tag")
    yield from simple("excerpt", text.excerpt(summary or markup), "feed.excerpt")
    if markup:
        yield Evidence("words", words_in(markup), "feed.words")
    yield from simple("language", _text(item, "language"), "feed.language")


def _authors(item: Mapping[str, Any]) -> list[str]:
    """`authors` of version 1.1, or `author` of version 1.0."""
    people = _objects(item, "authors") or _objects({"author": [item.get("author")]}, "author")
    return list(dict.fromkeys(text.plain_text(_text(person, "name")) for person in people))


def _text(record: Mapping[str, Any], key: str) -> str:
    """A string of a record; a number as its digits, since ids are often written so; else an empty string."""
    found = record.get(key)
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    return found.strip() if isinstance(found, str) else ""


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    found = record.get(key)
    return found if isinstance(found, list) else []


def _objects(record: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    return [entry for entry in _list(record, key) if isinstance(entry, dict)]
