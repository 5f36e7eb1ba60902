"""What a page says of itself as linked data (JSON-LD, https://schema.org/BlogPosting).

Reads what can be read of documents that are no JSON, as they are often met. Of several posts only that which the page
is speaks for it; a list of others says nothing of the page.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from crawler import dates, text, urls
from crawler.markup import Markup
from crawler.model import Evidence
from crawler.sources import linked_fields

_POST_TYPES = frozenset(
    [
        "BlogPosting",
        "Article",
        "NewsArticle",
        "TechArticle",
        "SocialMediaPosting",
        "ScholarlyArticle",
        "Report",
        "LiveBlogPosting",
        "OpinionNewsArticle",
        "AnalysisNewsArticle",
        "ReportageNewsArticle",
        "DiscussionForumPosting",
    ]
)
_PAGE_TYPES = frozenset(["WebSite", "Blog", "CollectionPage", "AboutPage", "ContactPage", "ProfilePage", "ItemList"])
_FIELDS = {"headline": "title", "datePublished": "date", "dateCreated": "date", "dateModified": "updated"}
_NESTS = ("@graph", "mainEntity")
_DEEPEST = 4
_MOST = 200
_MOST_SIGNS = 200_000
_OPENING = re.compile(r"^(?:\s|//|/\*|\*/|<!--|<!\[CDATA\[)+")
_CLOSING = re.compile(r"(?:\s|//|/\*|\*/|-->|\]\]>|;)+$")
_LONGEST_CLOSING = 200
_LONGEST_RAW = 200
_LOOSE = re.compile(
    r'"(datePublished|dateCreated|dateModified|headline)"\s*:\s*"(.{0,1000}?)"\s*(?=,\s*(?:"|[}\]\r\n])|[}\]\r\n]|$)'
)
_PREFIX = re.compile(r"^.*[/:#]")
_LOOSE_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w+)"')

Thing = dict[str, Any]


def read(markup: Markup) -> Iterator[Evidence]:
    """What the page's linked data tells of the page itself: types, titles, dates, and what else a post has."""
    things: list[Thing] = []
    for script in markup.xpath("//script[contains(@type, 'ld+json')]"):
        written = _unwrapped(script.text or "")
        found = _loaded(written)
        if found is None:
            yield from _loose(written[:_MOST_SIGNS])
        else:
            things.extend(_things(found))
    for thing in _own(things, markup):
        yield from _of_thing(thing)


def _loaded(written: str) -> Any:
    """What JSON holds, also where its quotes were escaped for HTML, which a script's text is not; else None."""
    try:
        return json.loads(written, strict=False)
    except (ValueError, RecursionError):
        pass
    if "&quot;" not in written and "&#34;" not in written:
        return None
    try:
        return json.loads(html.unescape(written), strict=False)
    except (ValueError, RecursionError):
        return None


def _unwrapped(script: str) -> str:
    """What a script holds, without the signs that hide it from old browsers."""
    written = _OPENING.sub("", script.strip())
    return written[:-_LONGEST_CLOSING] + _CLOSING.sub("", written[-_LONGEST_CLOSING:])


def _things(found: Any, depth: int = 0) -> Iterator[Thing]:
    """Every thing of a known type, those within others included."""
    if depth > _DEEPEST:
        return
    if isinstance(found, list):
        for one in found[:_MOST]:
            yield from _things(one, depth + 1)
    elif isinstance(found, dict):
        if _kinds(found) & (_POST_TYPES | _PAGE_TYPES):
            yield found
        for name in _NESTS:
            yield from _things(found.get(name), depth + 1)


def _kinds(thing: Thing) -> set[str]:
    """Its types, without the vocabulary's address or prefix ("https://schema.org/Article", "schema:Article")."""
    kinds = thing.get("@type")
    return {_PREFIX.sub("", one) for one in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(one, str)}


def _own(things: list[Thing], markup: Markup) -> Iterator[Thing]:
    """Without the posts that are others: of several, those that name another address."""
    posts = [thing for thing in things if _kinds(thing) & _POST_TYPES]
    if len(posts) > 1:
        here = {urls.canonical(markup.address)}
        for href in markup.xpath("//link[@rel='canonical']/@href")[:1]:
            here.add(urls.canonical(markup.link(str(href)) or markup.address))
        named = [thing for thing in posts if _addresses(thing, markup) & here]
        posts = named or [thing for thing in posts if not _addresses(thing, markup)][:1]
    for thing in things:
        if thing in posts or not _kinds(thing) & _POST_TYPES:
            yield thing


def _addresses(thing: Thing, markup: Markup) -> set[str]:
    found = set()
    for name in ("url", "@id", "mainEntityOfPage"):
        value = thing.get(name)
        value = value.get("@id") if isinstance(value, dict) else value
        if isinstance(value, str) and value and (address := markup.link(value)):
            found.add(str(urls.canonical(urls.without_fragment(address))))
    return found


def _of_thing(thing: Thing) -> Iterator[Evidence]:
    posts = sorted(_kinds(thing) & _POST_TYPES)
    yield Evidence("type", "post" if posts else "page", "jsonld.type", next(iter(posts or sorted(_kinds(thing)))))
    for name in _FIELDS if posts else ():
        if isinstance(value := _literal(thing.get(name)), str):
            yield from _field(name, value)
    if posts:
        yield from linked_fields.read(thing)


def _literal(value: Any) -> Any:
    """A value alone in a list, or with its type beside it (JSON-LD 1.1, 4.2.1)."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value.get("@value") if isinstance(value, dict) else value


def _field(name: str, value: str) -> Iterator[Evidence]:
    if _FIELDS[name] == "title":
        yield Evidence("title", text.plain(value), f"jsonld.{name}")
    else:
        day = dates.machine_value(value)
        yield Evidence(_FIELDS[name], day, f"jsonld.{name}", value[:_LONGEST_RAW])


def _loose(written: str) -> Iterator[Evidence]:
    """The fields of linked data that is no JSON; none where it tells of several posts."""
    told: dict[str, set[str]] = {}
    for name, value in _LOOSE.findall(written):
        told.setdefault(name, set()).add(value)
    if any(len(values) > 1 for values in told.values()):
        return
    if told and (kind := next((kind for kind in _LOOSE_TYPE.findall(written) if kind in _POST_TYPES), "")):
        yield Evidence("type", "post", "jsonld.type", kind)
    for name, (value,) in told.items():
        yield from _field(name, _unescaped(value))


def _unescaped(value: str) -> str:
    try:
        return str(json.loads(f'"{value}"', strict=False))
    except ValueError:
        return value.replace('\\"', '"').replace("\\/", "/")
