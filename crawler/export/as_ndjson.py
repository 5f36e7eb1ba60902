"""JSON, one post a line (https://github.com/ndjson/ndjson-spec)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

import orjson

from crawler.export.frame import Frame
from crawler.store import ListingRow

_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
_DELETE = "\x7f"
Entry = dict[str, str | int | list[str] | None]


def entry(row: ListingRow) -> Entry:
    """A post as an object: what is not known is null, an empty title included."""
    return {
        "blog": row.blog,
        "year": row.year,
        "date": row.date or None,
        "title": row.title or None,
        "url": row.url,
        "author": row.author or None,
        "tags": list(row.tags),
        "excerpt": row.excerpt or None,
        "published": row.published or None,
        "updated": row.updated or None,
    }


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """An object for each row, with its blog's slug."""
    out.writelines(to_json(entry(row)) + "\n" for row in rows)


def to_json(value: object) -> str:
    """JSON in one line whose letters are readable; what a terminal or a line reader would act on is escaped."""
    text = orjson.dumps(value).decode()
    harmless = text.isascii() and _DELETE not in text  # what else is no letter in ASCII, JSON itself escapes
    return text if harmless or text.isprintable() else text.translate(_ESCAPES)
