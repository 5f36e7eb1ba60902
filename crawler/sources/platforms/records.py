"""Records of JSON, read without trust: any field may be missing, of another type, or hold markup.

Shared by the readers of APIs; knows no platform. How dates are read is told in `crawler.dates`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from crawler import text
from crawler.model import Claim, Evidence, Page, Place
from crawler.sources import feed_dates
from crawler.sources.feed_evidence import MOST_ITEMS, simple
from crawler.sources.feed_links import http_address

Record = Mapping[str, Any]

LANGUAGES = ("en",)
"""Dates of APIs are written for machines; the words of another language are not looked for."""

_WIDEST_OFFSET = timedelta(hours=15)
_QUARTER = timedelta(minutes=15)
"""Offsets from UTC are whole quarters of an hour."""

_GUARD = re.compile(
    rb"^\s*(?:\xef\xbb\xbf)?\s*(?:[\])}]{3}'?,?[^\n{\[]*|while\s*\(1\);|for\s*\(;;\);|var\s+\w+\s*=)?\s*(?=[\[{])"
)
"""What some servers write before the JSON, so that no page can run it, or so that one can."""


def is_json(page: Page) -> bool:
    """Whether the bytes begin as a JSON object or list, a guard before it aside."""
    return _GUARD.match(page.body[:512]) is not None


def parsed(page: Page) -> Any:
    """The JSON of a page; None where it is none. What stands before and after the value does not matter."""
    guard = _GUARD.match(page.body[:512])
    return decoded(page.body[guard.end() :].decode("utf-8", errors="replace")) if guard else None


def decoded(written: str) -> Any:
    """The JSON that a text begins with; None where it does not."""
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(written.replace("\x00", "").lstrip())
    except (ValueError, RecursionError):
        return None
    return value


def bounded(data: Any, most: int = MOST_ITEMS, depth: int = 4) -> tuple[Any, int]:
    """The same without what stands beyond the first items of its lists, and how many were left out; lists deep inside
    are of one item and short."""
    if depth == 0 or not isinstance(data, dict | list):
        return data, 0
    left_out = max(0, len(data) - most)
    if isinstance(data, list):
        return (data[:most] if left_out else data), left_out
    kept = dict(islice(data.items(), most)) if left_out else data
    parts = {name: bounded(inner, most, depth - 1) for name, inner in kept.items()}
    return {name: part for name, (part, _) in parts.items()}, left_out + sum(count for _, count in parts.values())


def words(record: Record, *keys: str) -> str:
    """The string behind a path of keys; a number as its digits; else an empty string."""
    found = value(record, *keys)
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    return found.strip() if isinstance(found, str) else ""


def number(record: Record, *keys: str) -> int | None:
    """The whole number behind a path of keys, or None."""
    found = words(record, *keys)
    return int(found) if found.isascii() and found.isdigit() and len(found) < 10 else None


def value(record: Any, *keys: str) -> Any:
    """What stands behind a path of keys, or None."""
    for key in keys:
        if not isinstance(record, Mapping):
            return None
        record = record.get(key)
    return record


def moment(local: str, utc: str) -> str:
    """The author's time with the offset that the same moment in UTC proves, both as ISO 8601 without a zone."""
    try:
        apart = datetime.fromisoformat(local) - datetime.fromisoformat(utc)
    except (ValueError, TypeError):
        return local
    apart = timedelta(minutes=round(apart / timedelta(minutes=1)))
    if abs(apart) > _WIDEST_OFFSET or apart % _QUARTER:
        return local
    hours, rest = divmod(abs(apart) // timedelta(minutes=1), 60)
    return f"{local}{'-' if apart < timedelta(0) else '+'}{hours:02d}:{rest:02d}"


def milliseconds(record: Record, *keys: str, zone: str = "") -> str:
    """A moment that is written as milliseconds since 1970, as ISO 8601 in a time zone by its name where that is known,
    else in UTC; empty where it is none."""
    found = value(record, *keys)
    if isinstance(found, bool) or not isinstance(found, int | float) or found <= 0:
        return ""
    try:
        return datetime.fromtimestamp(found // 1000, _zone(zone)).isoformat()
    except (OverflowError, OSError, ValueError):
        return ""


def records(record: Any, *keys: str) -> list[Record]:
    """The objects of the list behind a path of keys; of a list itself without keys."""
    found = value(record, *keys) if keys else record
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def lists(record: Any, *keys: str) -> list[list[Any]]:
    """The lists within the list behind a path of keys."""
    found = value(record, *keys)
    return [one for one in found if isinstance(one, list)] if isinstance(found, list) else []


def strings(record: Any, *keys: str) -> list[str]:
    """The strings of the list behind a path of keys."""
    found = value(record, *keys)
    return [one.strip() for one in found if isinstance(one, str) and one.strip()] if isinstance(found, list) else []


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def claim(base: str, href: str, evidence: Iterable[Evidence]) -> Iterator[Claim]:
    """The claim that a post has this address, where it is one. `evidence` beside `type`, which is added."""
    if address := http_address(base, href):
        yield Claim(address, Place.API, (Evidence("type", "post", "api.type"), *evidence))


def titled(markup: str) -> Iterator[Evidence]:
    """A title that is written as HTML."""
    yield from simple("title", text.plain(markup), "api.title", markup)


def worded(plain: str) -> Iterator[Evidence]:
    """A title that is written as plain text."""
    yield from simple("title", text.plain_text(plain), "api.title", plain)


def dated(raw: str, field: str = "date") -> Iterator[Evidence]:
    """The day of publication, or with `field` of the last change, as an API writes moments."""
    yield from feed_dates.dated(field, raw, f"api.{field}", LANGUAGES, None)


def excerpted(markup: str) -> Iterator[Evidence]:
    """The first words, from HTML."""
    yield from simple("excerpt", text.excerpt(markup), "api.excerpt")


def said(field: str, *values: str) -> Iterator[Evidence]:
    """Any other field in plain words: author, tag, id, language."""
    for one in dict.fromkeys(values):
        yield from simple(field, text.plain_text(one) if field != "id" else one, f"api.{field}")
