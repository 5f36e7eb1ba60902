"""What any page says of the blog around it: its name and language, its feeds and sitemap, the ways into its archive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from crawler import dates, hints, text, urls
from crawler.markup import Markup
from crawler.model import Facts, Role, Source, SourceKind, Total
from crawler.sources.lines import Link, Sheet

FEED_TYPES = ("rss+xml", "atom+xml", "feed+json", "rdf+xml")
TOP = 12
"""The site's name and motto stand within so many lines from the top."""

LONGEST = 160
MOST_OF_A_HOME = 2
MOST_OF_A_ROLE = 400
_COUNT = re.compile(
    r"[(\[（]\s*(\d{1,5})\s*(?:posts?|entries|articles)?\s*[)\]）]|[—–\-:·]\s*(\d{1,5})\s+(?:posts?|entries|articles|items)\b",
    re.I,
)
_TONGUE = re.compile(
    r"^(?:en|de|fr|es|pt|it|nl|pl|ru|uk|cs|sv|da|no|nb|fi|hu|tr|el|ro|ja|ko|zh|ca|eu)(?:[-_][a-z]{2,4})?$", re.I
)
_LISTING_FRAME = re.compile(r"menu|nav|toc|index|left|contents|list|archiv", re.I)
_COMMENTS = re.compile(r"comment|kommentar|comentari|commentaire|reactie", re.I)


def facts_of(markup: Markup, sheet: Sheet) -> Facts:
    """The blog's name, description, language, generator and first feed: from the page's head, else its top."""
    feed = next((source.address for source in _head_feeds(markup)), "")
    return Facts(
        title=text.plain_text(_meta(markup, "og:site_name") or _one(markup, "//title")),
        description=text.plain_text(_described(markup) or _tagline(markup, sheet))[:1000],
        language=markup.language,
        generator=text.plain_text(_meta(markup, "generator") or _meta(markup, "Generator"))[:200],
        feed=feed,
    )


def _described(markup: Markup) -> str:
    return _meta(markup, "description") or _meta(markup, "og:description")


def _tagline(markup: Markup, sheet: Sheet) -> str:
    """The words right below the site's name: a line without links, under a heading that links to the site's top."""
    for name, below in pairwise(sheet.lines[:TOP]):
        leads_home = any(len(urls.path_parts(link.address)) < MOST_OF_A_HOME for link in name.links)
        if name.heading and leads_home and not below.links and not below.heading and 3 <= len(below.text) <= LONGEST:
            return below.text
    return ""


def sources(markup: Markup, sheet: Sheet) -> tuple[list[Source], list[Total]]:
    """Feeds, sitemaps and archives that a page links to, and the counts that stand beside years and months."""
    found: dict[str, Source] = {}
    totals: list[Total] = []
    for source in (*_head_feeds(markup), *_head_sitemaps(markup), *_frames(markup), *_languages(markup, sheet)):
        found.setdefault(source.address, source)
    here = urls.without_fragment(markup.address)
    for link in sheet.links:
        promised = _source_of(link, here)
        if promised is None:
            continue
        held = found.get(promised.address)
        if held is None or (held.role is promised.role is Role.WHOLE and (held.number or 0) < (promised.number or 0)):
            found[promised.address] = promised
        if total := _total(link, promised, sheet):
            totals.append(total)
    return list(_bounded(found.values())), totals


def _bounded(found: Iterable[Source]) -> Iterator[Source]:
    """No more than some hundred of each role: a page of ten thousand tags is no frontier."""
    counts: dict[Role, int] = {}
    for source in found:
        counts[source.role] = counts.get(source.role, 0) + 1
        if counts[source.role] <= MOST_OF_A_ROLE:
            yield source


def _head_feeds(markup: Markup) -> Iterator[Source]:
    for element in markup.xpath(
        "//link[@href and contains(concat(' ', translate(@rel, 'ALTERN', 'altern'), ' '), ' alternate ')]"
    ):
        kind = element.get("type", "").lower()
        address = markup.link(element.get("href", ""))
        if address and (any(one in kind for one in FEED_TYPES) or ("xml" in kind and hints.is_feed("", address))):
            label = element.get("title", "")
            role = Role.OTHER if _COMMENTS.search(label) or _COMMENTS.search(address) else Role.WHOLE
            yield Source(urls.without_fragment(address), SourceKind.FEED, role, text.plain_text(label)[:200])


def _head_sitemaps(markup: Markup) -> Iterator[Source]:
    for href in markup.xpath("//link[@rel='sitemap']/@href"):
        if address := markup.link(str(href)):
            yield Source(address, SourceKind.SITEMAP, Role.WHOLE)


def _frames(markup: Markup) -> Iterator[Source]:
    """The pages that a page of frames shows: one of them may list all others."""
    for element in markup.xpath("//frameset//frame[@src]"):
        address = markup.link(element.get("src", ""))
        if address and urls.host_of(address) == urls.host_of(markup.address):
            weight = 3 if _LISTING_FRAME.search(f"{element.get('name', '')} {element.get('src', '')}") else 1
            yield Source(urls.without_fragment(address), SourceKind.ARCHIVE, Role.WHOLE, "a frame", number=weight)


def _languages(markup: Markup, sheet: Sheet) -> Iterator[Source]:
    """From the front page of one language those of the others: "/de/" beside "/en/"."""
    here = urls.without_fragment(markup.address)
    if not _is_tongue(urls.path_parts(here)):
        return
    told = [(markup.link(str(href)) or "", "") for href in markup.xpath("//link[@hreflang and @rel='alternate']/@href")]
    for address, words in told + [(link.address, link.text) for link in sheet.links]:
        bare = urls.without_fragment(address)
        other = urls.path_parts(bare)
        if _is_tongue(other) and other != urls.path_parts(here) and urls.host_of(bare) == urls.host_of(here):
            yield Source(bare, SourceKind.ARCHIVE, Role.WHOLE, words or "a language", number=3)


def _is_tongue(parts: Sequence[str]) -> bool:
    return len(parts) == 1 and bool(_TONGUE.match(parts[0]))


def _source_of(link: Link, here: str) -> Source | None:
    """The source that a link in the page promises, on the page's own host."""
    address = urls.without_fragment(link.address)
    if address == here or urls.host_of(address) != urls.host_of(here):
        return None
    words = link.text or link.title
    if hints.is_feed(words, address) and not urls.is_asset(address.removesuffix(".xml")):
        role = Role.OTHER if _COMMENTS.search(address) else Role.WHOLE
        return Source(address, SourceKind.FEED, role, words[:200])
    if urls.is_asset(address):
        return None
    hint = hints.role_of_link(words, address)
    if hint is None or hint.role is Role.PAGE:
        return None
    number = hint.weight if hint.role is Role.WHOLE else hint.number
    return Source(address, SourceKind.ARCHIVE, hint.role, words[:200], number=number)


def _total(link: Link, source: Source, sheet: Sheet) -> Total | None:
    """A count that stands in or right after a year's or month's link."""
    if source.role not in (Role.YEAR, Role.MONTH) or link.line >= len(sheet.lines):
        return None
    line = sheet.lines[link.line].text
    found = _COUNT.search(line[link.start : link.end + 24]) or _COUNT.search(link.text)
    if not found:
        return None
    scope = str(urls.date_in(source.address) or dates.heading_date(link.text))
    return Total(int(found[1] or found[2]), "archive.count", scope[:7]) if scope and scope != "None" else None


def _meta(markup: Markup, name: str) -> str:
    found = markup.xpath(f"//meta[@property='{name}' or @name='{name}']/@content")
    return str(found[0]).strip() if found else ""


def _one(markup: Markup, query: str) -> str:
    found = markup.xpath(query)
    return " ".join("".join(found[0].itertext()).split()) if found else ""
