"""Plain text for reading: for each blog its years, newest first, with numbered titles, dates and addresses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import TextIO

from crawler import text
from crawler.export.frame import Frame
from crawler.export.years import by_year, heading, label
from crawler.store import ListingRow


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """The listing; no control character of a title reaches it."""
    for number, (slug, posts) in enumerate(groupby(rows, key=attrgetter("blog"))):
        blog = frame.blog(slug)
        out.write("\n\n" if number else "")
        out.write(f"{text.printable(blog.name or slug)}  {blog.home}".rstrip() + "\n")
        for year, listed in by_year(posts):
            out.write(f"\n{heading(year, len(listed))}\n")
            out.writelines(map(_entry, range(1, len(listed) + 1), listed))


def _entry(number: int, row: ListingRow) -> str:
    where = "  ".join(part for part in (row.date, row.url) if part)
    return f"{number:>3}. {label(row)}\n     {where}\n"
