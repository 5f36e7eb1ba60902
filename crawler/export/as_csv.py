"""CSV as RFC 4180 has it: a header, CRLF at line ends, quotes where needed.

Unless the frame says `raw`, a cell that a spreadsheet would run as a formula gets a leading apostrophe
(https://owasp.org/www-community/attacks/CSV_Injection), and control characters are dropped.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import TextIO

from crawler import text
from crawler.export.frame import Frame
from crawler.store import ListingRow

COLUMNS = ("blog", "year", "date", "title", "url", "author", "tags", "excerpt", "published", "updated")
TAG_JOINT = "; "
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def guarded(cell: str) -> str:
    """The cell as a spreadsheet shows it and does not run it, and as a terminal may be given it."""
    shown = text.printable(cell) if _CONTROL.search(cell) else cell
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """A line for each row; `out` must not translate line ends."""
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    lines = map(_cells, rows)
    writer.writerows(lines if frame.raw else (tuple(map(guarded, cells)) for cells in lines))


def _cells(row: ListingRow) -> tuple[str, ...]:
    return (
        row.blog,
        str(row.year or ""),
        row.date,
        row.title,
        row.url,
        row.author,
        TAG_JOINT.join(row.tags),
        row.excerpt,
        row.published,
        row.updated,
    )
