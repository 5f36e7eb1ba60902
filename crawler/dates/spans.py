"""Days between which a date must lie, as proleptic Gregorian ordinals (`date.toordinal`)."""

from __future__ import annotations

from datetime import date
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""The first and the last day."""

FAR = 60
"""Days outside of a span that no draft lies in a drawer, in lists that are sorted by anything like a day."""


def is_far(day: int, span: Span) -> bool:
    """Whether a day lies so far outside that it cannot belong there."""
    return day < span[0] - FAR or day > span[1] + FAR


def ordinal(value: str) -> int | None:
    """The day of a date value; None for one that tells no day, or that can be read in two ways."""
    if len(value) < len("2009-03-12") or "|" in value:
        return None
    return date.fromisoformat(value[:10]).toordinal()
