"""JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) with whole histories, written as rows come.

An item needs a content: the excerpt, else the title. A date of less than a day stands as `_backfile.date` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from crawler.export.as_ndjson import to_json
from crawler.export.frame import Frame
from crawler.export.moments import published_of, updated_of
from crawler.export.years import label
from crawler.store import ListingRow

VERSION = "https://jsonfeed.org/version/1.1"
PROGRAM = "Backfile"


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """One document; its name and home are those of the first blog."""
    begun = False
    for row in rows:
        if not begun:
            _head(out, row.blog, frame)
        out.write((",\n" if begun else "\n") + to_json(item(row)))
        begun = True
    if not begun:
        _head(out, "", frame)
    out.write("\n]}\n")


def _head(out: TextIO, slug: str, frame: Frame) -> None:
    blog = frame.blog(slug) if slug else None
    told: dict[str, str] = {"version": VERSION, "title": (blog.name or blog.slug) if blog else PROGRAM}
    if blog:
        told["home_page_url"] = blog.home
    out.write(to_json(told)[:-1] + ', "items": [')


def item(row: ListingRow) -> Mapping[str, Any]:
    """A post as an item; what is not known is left out."""
    told = {
        "id": row.url,
        "url": row.url,
        "title": row.title,
        "content_text": row.excerpt or label(row),
        "date_published": published_of(row),
        "date_modified": updated_of(row),
        "authors": [{"name": row.author}] if row.author else [],
        "tags": list(row.tags),
        "_backfile": {"blog": row.blog, "date": row.date},
    }
    return {name: value for name, value in told.items() if value}
