"""Titles that begin with a date: "January 20 - Title", "2004-05-09 — Title"."""

from __future__ import annotations

import re

from crawler import dates

_PREFIX = re.compile(r"^\s*\W{0,2}(.{2,30}?)\s*\W?\s*(?:[-–—:|·»]|\)|\])\s+(?=\S)")


def date_prefix(title: str) -> tuple[str, str] | None:
    """(date value, or --MM-DD; rest of the title) where a title begins with a date."""
    found = _PREFIX.match(title)
    if not found or not any(sign.isdigit() for sign in found[1]):
        return None
    head, rest = found[1], title[found.end() :]
    if day := dates.month_day(head, ()):
        return f"--{day[0]:02d}-{day[1]:02d}", rest
    spans = dates.find_dates(head, ())
    if spans and spans[0][1] - spans[0][0] >= len(head.strip()) - 4:
        return spans[0][2], rest
    return None
