"""The dates of a feed's item as evidence. Shared by XML feeds and JSON Feed; how dates are read is in `dates`."""

from __future__ import annotations

from datetime import date

from crawler import dates
from crawler.model import Evidence


def dated(field: str, raw: str, rule: str, languages: tuple[str, ...], today: date | None) -> tuple[Evidence, ...]:
    """Evidence of one date, or nothing when nothing was written.

    A date that cannot be read or cannot be (year 1, 1970-01-01, the future) gives evidence with an empty value and
    the words as `raw`, so that it loses without being lost. A date without a zone stays without an offset;
    a numeric day that can be read in two ways keeps both readings.
    """
    raw = " ".join(raw.split())
    if not raw:
        return ()
    value = dates.machine_value(raw, languages, today)
    return (Evidence(field, value, rule, raw if raw != value else ""),)
