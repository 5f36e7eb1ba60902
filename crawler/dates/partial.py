"""Dates with precision: written out, read back, weighed, and settled where a numeric date can be read in two ways."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import lru_cache

from crawler.model import PartialDate

EARLIEST = 1990  # the year before the web: what claims to be older is a mistake
WEST, EAST = timedelta(hours=12), timedelta(hours=14)  # how far clocks are behind UTC, and before it, at most
UTC_OFFSETS = ("Z", "+00:00")
_EXACT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)?)?)?)?", re.ASCII)
_CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d", re.ASCII)
# 20/1/2008, 20.1.08, 20/1; not the end of 2008-01-20, of a time, or 01-20, which nobody reads in two ways
_NUMERIC = re.compile(
    r"(?<![\d:])(?<!\d[-/.])(?<!\d[-/.]\s)(?P<a>\d{1,2})\s?"
    r"(?:(?P<mark>[-/.])\s?(?P<b>\d{1,2})\s?(?P=mark)\s?(?:\d{4}|\d\d)|[/.]\s?(?P<short>\d{1,2})\.?)(?![\d/-]|[.:]\d)"
)


@lru_cache(maxsize=32768)
def parse_partial(text: str) -> PartialDate | None:
    """Reads `str(PartialDate)` back; None for any other text and for days that no calendar has."""
    match = _EXACT.fullmatch(text)
    if not match:
        return None
    year, month, day, time, offset = match.groups()
    if time and not _CLOCK.fullmatch(time):
        return None
    return made(int(year), int(month) if month else None, int(day) if day else None, time or "", offset or "")


def days_elsewhere(moment: datetime) -> frozenset[date]:
    """The days that clocks show somewhere in the world at a moment in UTC, where it is not the day that it is there."""
    return frozenset({(moment - WEST).date(), (moment + EAST).date()} - {moment.date()})


def made(
    year: int, month: int | None = None, day: int | None = None, time: str = "", offset: str = ""
) -> PartialDate | None:
    """A PartialDate, or None for what no calendar has."""
    try:
        date(year, 1 if month is None else month, 1 if day is None else day)
    except ValueError:
        return None
    return PartialDate(year, month, day, time, offset)


def plausible(found: PartialDate, today: date | None = None) -> bool:
    """Whether a post can have been published then: 1990 or later, and not after tomorrow.

    Tomorrow counts since an author may live ahead of this machine's time zone.
    """
    if found.year < EARLIEST:
        return False
    latest = (today or date.today()) + timedelta(days=1)
    told = (found.year, found.month or 1, found.day or 1)
    return told <= (latest.year, latest.month, latest.day)


def order_of(raw: str) -> str:
    """The order that a numeric date proves: "dmy" for 20/1/2008 (or 20/1), "mdy" for 1/20/2008, else empty."""
    match = _NUMERIC.search(raw)
    if not match:
        return ""
    first, second = int(match["a"]), int(match["b"] or match["short"])
    if 12 < first <= 31 and 0 < second <= 12:
        return "dmy"
    return "mdy" if 12 < second <= 31 and 0 < first <= 12 else ""


def settle(value: str, order: str) -> str:
    """One reading of a date value: of "2009-04-03|2009-03-04" the first for "dmy", the second for "mdy".

    Without an order what both readings share ("2009"). A value of one reading is returned as it is.
    """
    day_first, bar, month_first = value.partition("|")
    if not bar:
        return value
    if order in ("dmy", "mdy"):
        return day_first if order == "dmy" else month_first
    shared = []
    for one, other in zip(day_first.split("-"), month_first.split("-"), strict=False):
        if one != other:
            break
        shared.append(one)
    return "-".join(shared)
