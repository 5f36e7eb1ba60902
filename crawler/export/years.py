"""The reference listing: a blog's posts by year, newest first, each with something to be called by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from crawler import text, urls
from crawler.store import ListingRow

UNDATED = "no date"
_BARS = "▁▂▃▄▅▆▇█"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def by_year(rows: Iterable[ListingRow]) -> Iterator[tuple[str, list[ListingRow]]]:
    """The rows of one blog as (year, its rows) in their order; rows without a date stand under `UNDATED`."""
    for year, group in groupby(rows, key=lambda row: row.year):
        yield str(year) if year else UNDATED, list(group)


def heading(year: str, posts: int) -> str:
    """A year and the number of its posts, with the numbers under each other: "2026  15"."""
    return f"{year} {posts:>3}"


def label(row: ListingRow) -> str:
    """What a list calls a post: its title, else its first words or the end of its address in parentheses.

    Safe for a terminal.
    """
    if row.title:
        return text.printable(row.title)
    return f"({text.printable(text.label(row.excerpt) or _end_of(row.url))})"


def day(date: str) -> str:
    """A date at the precision it has, for a reader: "28 Dec 2009", "Dec 2009", "2009", or nothing."""
    year, *rest = date.split("-")
    month = [_MONTHS[int(part) - 1] for part in rest[:1]]
    return " ".join([*[str(int(part)) for part in rest[1:2]], *month, year])


def sparkline(counts: Mapping[int, int]) -> str:
    """A bar for each year from the first to the last, in eighths of the fullest; a blank for a year without posts."""
    if not counts:
        return ""
    fullest = max(counts.values())
    years = (counts.get(year, 0) for year in range(min(counts), max(counts) + 1))
    return "".join(_BARS[(count * len(_BARS) - 1) // fullest] if count else " " for count in years)


def span(counts: Mapping[int, int]) -> str:
    """The first and the last year: "2009–2026", or one year."""
    return "–".join(str(year) for year in sorted({min(counts), max(counts)})) if counts else ""


def _end_of(url: str) -> str:
    parts = urls.path_parts(url)
    return parts[-1] if parts else url
