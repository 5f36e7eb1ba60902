"""Markdown (CommonMark): for each blog its years, newest first, with linked titles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import TextIO

from crawler import text
from crawler.export.frame import Frame
from crawler.export.years import by_year, day, label
from crawler.store import ListingRow

_MARKS = re.compile(r"([\\`*_\[\]<>#&|~$])")
_UNSAFE = str.maketrans({"<": "%3C", ">": "%3E", " ": "%20", "\\": "%5C"})


def escaped(words: str) -> str:
    """Words that Markdown shows as they are."""
    return _MARKS.sub(r"\\\1", text.printable(words))


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """The listing: a heading for each blog and year, a numbered list of posts below."""
    for number, (slug, posts) in enumerate(groupby(rows, key=attrgetter("blog"))):
        blog = frame.blog(slug)
        out.write("\n" if number else "")
        out.write(f"# {escaped(blog.name or slug)}\n")
        out.write(f"\n<{blog.home.translate(_UNSAFE)}>\n" if blog.home else "")
        for year, listed in by_year(posts):
            out.write(f"\n## {year} ({len(listed)})\n\n")
            out.writelines(map(_entry, range(1, len(listed) + 1), listed))


def _entry(number: int, row: ListingRow) -> str:
    """A list item. The address stands in angle brackets, where parentheses in it do no harm."""
    when = f" – {day(row.date)}" if row.date else ""
    return f"{number}. [{escaped(label(row))}](<{row.url.translate(_UNSAFE)}>){when}\n"
