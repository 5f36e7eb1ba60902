"""The moments that feeds ask for, from the dates that posts have.

A feed wants a full moment (RFC 3339) where a post may have a day, a month or a year. A plain day is told as noon in
UTC, which is that day nearly everywhere; of less than a day no moment is made up.
"""

from __future__ import annotations

from crawler.store import ListingRow

NEVER = "1970-01-01T00:00:00Z"
"""What stands where a moment must and none is known: feed readers, and this program, take it for no date."""

_DAY = len("2009-03-12")


def published_of(row: ListingRow) -> str:
    """The moment of publication, or empty where not even a day is known."""
    return _zoned(row.published) or (f"{row.date}T12:00:00Z" if len(row.date) == _DAY else "")


def updated_of(row: ListingRow) -> str:
    """The moment of the last change, or empty."""
    return _zoned(row.updated) or (f"{row.updated}T12:00:00Z" if len(row.updated) == _DAY else "")


def _zoned(moment: str) -> str:
    """A moment with an offset; of one without, nothing: it could be anywhere."""
    if "T" not in moment:
        return ""
    clock = moment.partition("T")[2]
    return moment if clock.endswith("Z") or "+" in clock or "-" in clock else f"{moment}Z"
