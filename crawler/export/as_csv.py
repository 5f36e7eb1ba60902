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
_FIRST = frozenset(_FORMULA)


def guarded(cell: str) -> str:
    """The cell as a spreadsheet shows it and does not run it, and as a terminal may be given it."""
    shown = text.printable(cell) if _CONTROL.search(cell) else cell
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """A line for each row; `out` must not translate line ends."""
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_cells if frame.raw else _guarded_cells, rows))


def _cells(row: ListingRow) -> tuple[str, ...]:
    """The row in the order of `COLUMNS`, which is its own."""
    blog, year, date, title, url, author, tags, *rest = row
    return (blog, str(year or ""), date, title, url, author, TAG_JOINT.join(tags), *rest)


def _guarded_cells(row: ListingRow) -> tuple[str, ...]:
    """The cells, guarded where any needs it; few rows do, so that is found out for all of them at once."""
    cells = _cells(row)
    if "".join(cells).isprintable() and _FIRST.isdisjoint([cell[:1] for cell in cells]):
        return cells
    return tuple(map(guarded, cells))
