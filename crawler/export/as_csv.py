"""CSV as RFC 4180 has it: a header, CRLF at line ends, quotes where needed.

Unless the frame says `raw`, a cell that a spreadsheet would run as a formula gets a leading apostrophe
(https://owasp.org/www-community/attacks/CSV_Injection), and control characters are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TextIO

from crawler import text
from crawler.export.frame import Frame
from crawler.store import ListingRow

COLUMNS = ("blog", "year", "date", "title", "url", "author", "tags", "excerpt", "published", "updated")
TAG_JOINT = "; "
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_FIRST = frozenset(_FORMULA)
_UNPRINTABLE = bytes((*range(0x20), 0x7F))


def guarded(cell: str) -> str:
    """The cell as a spreadsheet shows it and does not run it, and as a terminal may be given it."""
    shown = text.printable(cell) if _CONTROL.search(cell) else cell
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """A line for each row; `out` must not translate line ends."""
    out.write(_line(COLUMNS))
    as_line = _raw_line if frame.raw else _guarded_line
    out.writelines(map(as_line, rows))


def _raw_line(row: ListingRow) -> str:
    return _line(_cells(row))


def _guarded_line(row: ListingRow) -> str:
    """The row, its cells guarded where any needs it; few rows do, so that is found out for all of them at once."""
    cells = _cells(row)
    line = ",".join(cells)
    if line.count(",") < len(cells) and '"' not in line and _is_harmless(line, cells):
        return line + "\r\n"
    return _line(tuple(map(guarded, cells)))


def _is_harmless(line: str, cells: Sequence[str]) -> bool:
    """Whether no cell needs a guard. Most lines are ASCII; of others each letter must be looked at."""
    if not _FIRST.isdisjoint([cell[:1] for cell in cells]):
        return False
    if not line.isascii():
        return line.isprintable()
    written = line.encode()
    return len(written.translate(None, _UNPRINTABLE)) == len(written)


def _cells(row: ListingRow) -> tuple[str, ...]:
    """The row in the order of `COLUMNS`, which is its own."""
    blog, year, date, title, url, author, tags, excerpt, published, updated = row
    joined = TAG_JOINT.join(row.tags) if tags != "[]" else ""
    return (blog, str(year or ""), date, title, url, author, joined, excerpt, published, updated)


def _line(cells: Sequence[str]) -> str:
    """One line of CSV, as `csv.writer` writes it, in a third of the time: a million rows are usual here."""
    line = ",".join(cells)
    if '"' in line or "\n" in line or "\r" in line or line.count(",") >= len(cells):
        line = ",".join([_quoted(cell) for cell in cells])
    return line + "\r\n"


def _quoted(cell: str) -> str:
    needed = "," in cell or '"' in cell or "\n" in cell or "\r" in cell
    return '"' + cell.replace('"', '""') + '"' if needed else cell
