"""Listings as files: the table `FORMATS`, one module a format.

A writer takes rows one by one (newest first within a blog, the rows of a blog together), writes them as they come and
keeps at most one year of one blog. Knows no database and no command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crawler.errors import UsageError
from crawler.export import (
    as_atom,
    as_csv,
    as_html,
    as_json,
    as_jsonfeed,
    as_markdown,
    as_ndjson,
    as_opml,
    as_parquet,
    as_text,
)
from crawler.export.frame import Frame
from crawler.store import ListingRow

Write = Callable[[Iterable[ListingRow], Any, Frame], None]
"""Rows to a stream: of text, or of bytes where the format is binary."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a format is written; the suffixes of file names that mean it; the encoding of its files.

    A spreadsheet takes a CSV file for UTF-8 only when it begins with a byte order mark; on stdout there is none.
    """

    write: Write
    suffixes: tuple[str, ...]
    encoding: str = "utf-8"
    binary: bool = False


FORMATS: Mapping[str, Format] = {
    "csv": Format(as_csv.write, (".csv",), encoding="utf-8-sig"),
    "json": Format(as_json.write, (".json",)),
    "ndjson": Format(as_ndjson.write, (".ndjson", ".jsonl")),
    "md": Format(as_markdown.write, (".md", ".markdown")),
    "txt": Format(as_text.write, (".txt",)),
    "html": Format(as_html.write, (".html", ".htm")),
    "opml": Format(as_opml.write, (".opml",)),
    "atom": Format(as_atom.write, (".atom", ".xml")),
    "jsonfeed": Format(as_jsonfeed.write, (".jsonfeed",)),
    "parquet": Format(as_parquet.write, (".parquet",), binary=True),
}
DEFAULT = "csv"


def format_for(name: str | None, path: Path | None) -> Format:
    """The format of that name, else the one the path's suffix means, else CSV where there is no path.

    Raises UsageError for a suffix that means none.
    """
    if name is not None:
        return FORMATS[name]
    if path is None:
        return FORMATS[DEFAULT]
    for known in FORMATS.values():
        if path.suffix.lower() in known.suffixes:
            return known
    raise UsageError(f"the name {path.name} tells no format: say --format {'|'.join(FORMATS)}")
