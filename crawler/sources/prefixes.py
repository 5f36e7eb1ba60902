"""Titles that begin with a date: "January 20 - Title", "2004-05-09 — Title"."""

from __future__ import annotations

import re

from crawler import dates

_PREFIX = re.compile(r"^\s*\W{0,2}(.{2,30}?)\s*\W?\s*(?:[-–—:|·»]|\)|\])\s+(?=\S)")

_NUMERIC = re.compile(
    r"^\s*\W?((?:199|20\d)\d([-/.])\d{1,2}\2\d{1,2}|\d{1,2}\.\d{1,2}\.(?:199|20\d)\d)\W?\s+(?=[\w\"'“‘«(\[])"
)
"""A day in numbers needs no mark behind it: "2004-05-09 Title"."""


def date_prefix(title: str) -> tuple[str, str] | None:
    """(date value, or --MM-DD; rest of the title) where a title begins with a date."""
    found = (pattern.match(title) for pattern in (_NUMERIC, _PREFIX))
    return next((told for one in found if one and (told := _told(one[1], title[one.end() :]))), None)


def _told(head: str, rest: str) -> tuple[str, str] | None:
    if not any(sign.isdigit() for sign in head):
        return None
    if day := dates.month_day(head, ()):
        return f"--{day[0]:02d}-{day[1]:02d}", rest
    spans = dates.find_dates(head, ())
    if spans and spans[0][1] - spans[0][0] >= len(head.strip()) - 4:
        return spans[0][2], rest
    return None
