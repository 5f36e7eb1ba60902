"""RSS 0.9x to 2.0, RDF and Atom 0.3 and 1.0: a feed's items as claims, and what the feed says of the blog.

The only module that knows feedparser. Items become evidence in `feed_items`, their addresses are chosen in
`feed_links`, JSON Feed is read in `jsonfeed`. Paging that a feed does not name itself (`?paged=2`) is not
followed here.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urljoin, urlsplit

import feedparser

from crawler import text, urls
from crawler.model import Claim, Evidence, Facts, Findings, Page, Place, Problem, Role, Source, SourceKind, Total
from crawler.sources import feed_bytes, feed_items, feed_links, feed_wishes
from crawler.sources.feed_evidence import MOST_ITEMS
from crawler.sources.feed_items import Channel, Entry, value_of

# RFC 5005: `next` pages a feed whose items move, the archive links lead to documents that stay as they are.
_ROLES = {"next": Role.PAGE, "prev-archive": Role.PART, "next-archive": Role.PART, "current": Role.PART}
_PAGING = frozenset({"next", "previous", "prev", "first", "last"})
_HISTORY = b"purl.org/syndication/history/1.0"
_HISTORY_MARK = re.compile(rb"<(?:[\w.-]+:)?(complete|archive)(?=[\s/>])")
_TOTAL = re.compile(rb"<(?:[\w.-]+:)?totalResults[^>]*>\s*(\d{1,9})\s*<")
_FIRST_ITEM = re.compile(rb"<(?:[\w.-]+:)?(?:item|entry)(?=[\s>])")
_DC_DATE = re.compile(rb"<[\w.-]+:date\b")
_OF_COMMENTS = re.compile(
    r"^(?:comments? (?:on|for|to)|kommentare (?:zu|für)|commentaires (?:sur|pour)|comentarios (?:en|de|para)"
    r"|comentários (?:em|sobre|para)|commenti (?:su|per|a)|reacties op|komentarze do|комментарии)\b",
    re.IGNORECASE,
)
_ROLES_WITHOUT_TOTAL = frozenset({Role.SECTION, Role.TAG, Role.AUTHOR})
# What feedparser and the parsers below it raise on hostile bytes.
_PARSER_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class _Feed:
    """A parsed document: `head` is the bytes before the first item."""

    head: bytes
    version: str
    channel: Mapping[str, Any]
    entries: tuple[Entry, ...]
    dropped: int
    dc: bool


def recognises(page: Page) -> bool:
    """Whether the bytes are an XML feed, whatever the address or the content type say."""
    return bool(feed_bytes.root_of(page.body))


def read(page: Page, source: Source, today: date | None = None) -> Findings:
    """One claim for each item that has an address; further volumes of the feed (RFC 5005); facts of the blog.

    `today` is the day beyond which (plus one) a date lies in the future; the present day by default. Never raises:
    what cannot be read is a problem.
    """
    try:
        feed = _parsed(page)
        return _findings(feed, page, source, today)
    except _PARSER_ERRORS as error:
        message = f"the feed cannot be read: {type(error).__name__}: {error}"
        return Findings(problems=(Problem("feed.unreadable", message, page.address),), traits=("feed",))


def _parsed(page: Page) -> _Feed:
    data = feed_bytes.prepared(page.body)
    charset = feed_bytes.charset_for(data, page.headers)
    headers = {"content-type": f"application/xml; charset={charset}"} if charset else {}
    # Without a base of its own feedparser applies xml:base alone, so that a guid such as "123" stays what it is.
    result = feedparser.parse(
        io.BytesIO(data), response_headers=headers, sanitize_html=False, resolve_relative_uris=False
    )
    first = _FIRST_ITEM.search(data)
    entries = tuple(result["entries"])
    return _Feed(
        head=data[: first.start()] if first else data,
        version=result.get("version") or "",
        channel=result["feed"],
        entries=entries[:MOST_ITEMS],
        dropped=max(0, len(entries) - MOST_ITEMS),
        dc=bool(_DC_DATE.search(data)),
    )


def _findings(feed: _Feed, page: Page, source: Source, today: date | None) -> Findings:
    facts = _facts(feed, page.address)
    base = _base(page.address, facts.canonical_home)
    links = [feed_items.links_of(entry, base) for entry in feed.entries]
    hosts = feed_links.own_hosts((page.address, source.parent, facts.canonical_home), links)
    addresses = [feed_links.own_address(item, hosts) for item in links]
    comments = [feed_items.is_comment(*pair) for pair in zip(feed.entries, addresses, strict=True)]
    of_comments = _is_of_comments(facts.title, comments)
    languages = tuple(dict.fromkeys(filter(None, (facts.language[:2].lower(), "en"))))
    channel = Channel(base, feed.version.startswith("atom"), feed.dc, languages, today)
    rows = zip(feed.entries, addresses, comments, strict=True)
    claims = tuple(_claim(entry, channel, at, of_comments or comment) for entry, at, comment in rows if at)
    foreign = feed_links.mostly_foreign([at for at in addresses if at], hosts)
    return Findings(
        claims=claims,
        sources=tuple(_sources(feed, page)),
        totals=() if of_comments or source.role in _ROLES_WITHOUT_TOTAL else _totals(feed),
        facts=Facts() if of_comments else facts,
        problems=tuple(_problems(feed, addresses, page)),
        traits=tuple(sorted(_traits(feed, of_comments, foreign))),
    )


def _claim(entry: Entry, channel: Channel, address: str, is_comment: bool) -> Claim:
    kind = (Evidence("type", "comment", "feed.comment"),) if is_comment else ()
    return Claim(address, Place.FEED, feed_items.evidence_of(entry, channel) + kind)


def _base(address: str, home: str) -> str:
    """Where relative links start: the feed's address, or the blog's home where the feed lies with a feed host."""
    if home and not feed_links.is_of(address, feed_links.own_hosts((home,), ())):
        return home
    return address


def _facts(feed: _Feed, address: str) -> Facts:
    channel = feed.channel
    generator = channel.get("generator_detail") or {}
    parts = (generator.get("name") or value_of(channel, "generator"), generator.get("version") or "")
    return Facts(
        title=feed_items.plain_of(value_of(channel, "title"), channel.get("title_detail")),
        description=feed_items.plain_of(value_of(channel, "subtitle"), channel.get("subtitle_detail")),
        language=value_of(channel, "language"),
        generator=text.plain(" ".join(part for part in parts if part)),
        feed=next((feed_links.http_address(address, href) for rel, href in _links(feed) if rel == "self"), ""),
        canonical_home=feed_links.http_address(address, value_of(channel, "link")),
    )


def _links(feed: _Feed) -> Iterator[tuple[str, str]]:
    for link in feed.channel.get("links") or ():
        if link.get("href"):
            yield str(link.get("rel") or "alternate").lower(), str(link["href"])


def _sources(feed: _Feed, page: Page) -> Iterator[Source]:
    seen = {page.address, page.asked}
    for rel, href in _links(feed):
        address = _on_own_host(page.address, feed_links.http_address(page.address, href)) if rel in _ROLES else ""
        if address and address not in seen:
            seen.add(address)
            yield Source(address, SourceKind.FEED, _ROLES[rel], rel, page.address)


def _on_own_host(here: str, further: str) -> str:
    """Blogger names further pages of a blog's feed on its own host, where they may not be asked: the same feed here."""
    if urls.host_of(further) != "blogger.com" or urls.host_of(here) == "blogger.com":
        return further
    return urljoin(here, f"?{urlsplit(further).query}")


def _totals(feed: _Feed) -> tuple[Total, ...]:
    found = _TOTAL.search(feed.head)
    return (Total(int(found[1]), "feed.totalResults"),) if found else ()


def _is_of_comments(title: str, comments: list[bool]) -> bool:
    """A blog may be titled "Comments on …", so the items must agree where there are any."""
    if _OF_COMMENTS.match(title):
        return any(comments) or not comments
    return sum(comments) * 2 > len(comments)


def _traits(feed: _Feed, of_comments: bool, foreign: bool) -> Iterator[str]:
    rels = {rel for rel, _ in _links(feed)}
    marks = set(_HISTORY_MARK.findall(feed.head)) if _HISTORY in feed.head else set()
    remarks = {
        "feed": True,
        f"feed.items={len(feed.entries)}": True,
        "feed.empty": not feed.entries,
        "feed.complete": b"complete" in marks,
        "feed.archive": b"archive" in marks,
        "feed.paged": bool(rels & _PAGING),
        "feed.comments": of_comments,
        "feed.foreign": foreign,
    }
    yield from (trait for trait, holds in remarks.items() if holds)
    yield from feed_wishes.wishes(feed.head)


def _problems(feed: _Feed, addresses: list[str], page: Page) -> Iterator[Problem]:
    homeless = sum(not address for address in addresses)
    if homeless:
        message = f"{homeless} of {len(addresses)} items of the feed name no address"
        yield Problem("feed.no-address", message, page.address)
    if feed.dropped:
        message = f"{feed.dropped} items beyond the first {MOST_ITEMS} were left out"
        yield Problem("feed.too-long", message, page.address)
