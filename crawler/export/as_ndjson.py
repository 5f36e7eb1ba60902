"""JSON, one post a line (https://github.com/ndjson/ndjson-spec)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TextIO

from crawler.export.frame import Frame
from crawler.store import ListingRow

_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
_ODD = re.compile("[\x7f-\x9f\u2028\u2029]")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
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
    for row in rows:
        out.write(to_json(entry(row)) + "\n")


def to_json(value: object) -> str:
    """JSON in one line whose letters are readable; what a terminal or a line reader would act on is escaped."""
    text = _ENCODER.encode(value)
    return text.translate(_ESCAPES) if _ODD.search(text) else text
