"""One item of an XML feed (RSS, Atom; as feedparser gives it) as evidence.

Does not decide which link is the item's own (`feed_links`) nor whether the item is a post (`classify`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from crawler import text
from crawler.model import Evidence
from crawler.sources import feed_dates
from crawler.sources.feed_evidence import simple, words_in
from crawler.sources.feed_links import ItemLinks, http_address, is_http

Entry = Mapping[str, Any]

_PLAIN = "text/plain"
_RELS_OF_PERMALINKS = ("alternate", "related")
_KIND = re.compile(r"kind#(\w+)$")
_COMMENT_FRAGMENT = re.compile(r"#(?:(?:comment|respond|cmt)[-_]?\d+|c\d{4,})$|[?&]showComment=", re.IGNORECASE)
_COMMENT_TITLE = re.compile(r"^(?:By: |Comment on .+ by )")
_MAIL = re.compile(r"[\w.+-]+@[\w.-]+")
_ESCAPED_TAG = re.compile(r"&lt;(?:p|br|div|a|img|em|strong|ul|blockquote|h[1-6])\b")
_CUT_SHORT = re.compile(r"(?:\[\s*(?:…|\.{3}|&#8230;|&hellip;)\s*\]|appeared first on\b.*)\s*(?:</p>)?\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Channel:
    """What an item's evidence depends on beyond the item. `dc` tells that items carry Dublin Core dates."""

    base: str
    is_atom: bool
    dc: bool
    languages: tuple[str, ...]
    today: date | None


def value_of(entry: Entry, key: str) -> str:
    """A text of an entry, or an empty string. Never feedparser's own fallback from `updated` to `published`."""
    found = dict.get(entry, key) if isinstance(entry, dict) else entry.get(key)
    return found.strip() if isinstance(found, str) else ""


def links_of(entry: Entry, base: str) -> ItemLinks:
    """An item's addresses: the link a feed proxy replaced, the link, a guid that is one; then other permalinks."""
    guid = value_of(entry, "id")
    links = [link for link in entry.get("links") or () if link.get("rel") in _RELS_OF_PERMALINKS and link.get("href")]
    main = value_of(entry, "feedburner_origlink") or value_of(entry, "link")
    # feedparser copies a guid that may be a permalink into `link`, even one such as "4711".
    if main == guid and not is_http(guid) and not any(link["href"] == main for link in links):
        main = ""
    if not main and entry.get("guidislink") and is_http(guid):
        main = guid
    others = [str(link["href"]) for link in links] + ([guid] if is_http(guid) else [])
    resolved = (http_address(base, other) for other in others)
    return ItemLinks(http_address(base, main), tuple(other for other in resolved if other))


def is_comment(entry: Entry, address: str) -> bool:
    """Whether an item is a reader's comment: it answers something, or its address or title has a comment's form."""
    if "thr_in-reply-to" in entry or "comment" in _kinds(entry):
        return True
    return bool(_COMMENT_FRAGMENT.search(address) or _COMMENT_TITLE.match(value_of(entry, "title")))


def evidence_of(entry: Entry, channel: Channel) -> tuple[Evidence, ...]:
    """All that an item says of its post, in the order title, dates, id, authors, tags, excerpt, words, language."""
    return (
        *_title(entry),
        *_dates(entry, channel),
        *simple("id", value_of(entry, "id"), "feed.id"),
        *_authors(entry, channel.is_atom),
        *_tags(entry),
        *_texts(entry),
        *simple("language", str((entry.get("title_detail") or {}).get("language") or ""), "feed.language"),
    )


def plain_of(value: str, detail: Mapping[str, Any] | None) -> str:
    """A title in plain text; "<T>" stays in a title that the feed declares, or that reads as, plain text."""
    return text.plain_text(value) if (detail or {}).get("type") == _PLAIN else text.plain(value)


def _title(entry: Entry) -> tuple[Evidence, ...]:
    raw = value_of(entry, "title")
    return simple("title", plain_of(raw, entry.get("title_detail")), "feed.title", raw)


def _dates(entry: Entry, channel: Channel) -> Iterator[Evidence]:
    published = value_of(entry, "published") or value_of(entry, "created")
    updated = value_of(entry, "updated")
    # feedparser files dc:date under `updated`.
    is_dc = channel.dc and not channel.is_atom
    readings = [("date", published, "feed.published")]
    if is_dc:
        readings.append(("date", updated, "feed.dc"))
    else:
        readings.append(("updated", updated, "feed.updated"))
        if not published:
            readings.append(("date", updated, "feed.updated"))
    for field, raw, rule in readings:
        yield from feed_dates.dated(field, raw, rule, channel.languages, channel.today)


def _authors(entry: Entry, is_atom: bool) -> Iterator[Evidence]:
    written = value_of(entry, "author")
    people = [str(person.get("name") or "") for person in entry.get("authors") or ()]
    # feedparser takes "ida@garden.photography (Ida)" apart wrongly; RSS writes mail and name in one text.
    names = people or [written] if is_atom or "@" not in written else [_MAIL.sub("", written).strip(" ()<>,;")]
    for name in dict.fromkeys(names):
        # An address of mail alone is no name.
        if "@" not in name:
            yield from simple("author", text.plain(name), "feed.author")


def _kinds(entry: Entry) -> list[str]:
    schemes = (_KIND.search(str(tag.get("term") or "")) for tag in entry.get("tags") or ())
    return [found[1] for found in schemes if found]


def _tags(entry: Entry) -> Iterator[Evidence]:
    for kind in _kinds(entry):
        yield Evidence("type", kind, "feed.kind")
    terms = (str(tag.get("label") or tag.get("term") or "") for tag in entry.get("tags") or ())
    names = (text.plain(term) for term in terms if not _KIND.search(term))
    for name in dict.fromkeys(names):
        yield from simple("tag", name, "feed.tag")


def _texts(entry: Entry) -> Iterator[Evidence]:
    contents = [block for block in entry.get("content") or () if block.get("value")]
    summary = _html_of(value_of(entry, "summary"), entry.get("summary_detail"))
    content = _html_of(contents[0]["value"], contents[0]) if contents else ""
    best = content if content and (not summary or _CUT_SHORT.search(summary)) else summary
    yield from simple("excerpt", text.excerpt(_CUT_SHORT.sub("…", best)) if best else "", "feed.excerpt")
    if content:
        yield from simple("words", words_in(content), "feed.words")


def _html_of(value: str, detail: Mapping[str, Any] | None) -> str:
    if (detail or {}).get("type") == _PLAIN:
        return html.escape(value, quote=False)
    # Markup that was escaped once too often.
    return html.unescape(value) if "<" not in value and _ESCAPED_TAG.search(value) else value
