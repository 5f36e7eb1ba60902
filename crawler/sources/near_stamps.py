"""The day that the dates for machines of a post's page agree on, read from the page's bytes: no tree is built.

Those beside the title, else those that are marked as the day of publication above the comments. Gives evidence only
where all of them tell one day, and microdata tells no other; all else is for the readers of trees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crawler import dates
from crawler.model import Evidence
from crawler.sources.page_bytes import PageBytes

_TITLED = re.compile(rb"<(?:abbr|span|time)\b[^<>]*\stitle=[\"']?\d{4}")
_STAMPS = (b"<time", b"dt-published", b"itemprop=date", b'itemprop="date', b"itemprop='date")
_STAMP = re.compile(
    rb"""<(time|abbr|span|data|meta)\b[^<>]*?\s(datetime|title|content|value)=["']?(\d{4}[^"'<>]*)[^<>]*>"""
)
_MARKED = re.compile(rb"""(?:class|itemprop)=["']?[^"'>]{0,200}?(?:\bpublished\b|datepublished|datecreated)""")
_CHANGED = re.compile(rb"""(?:class|itemprop)=["']?[^"'>]{0,200}?(?:updat|modif)""")
_ITEMPROP = re.compile(rb"""itemprop=["']?[^"'<>]{0,80}?date(?:published|created)""")
_PLAIN = len("2009-03-12")
_LONGEST_RAW = 200


@dataclass(frozen=True, slots=True)
class Stamp:
    """One date for machines: the day that it tells (empty where it cannot be read), and where in the body it stands."""

    day: str
    evidence: Evidence
    start: int
    end: int
    marked: bool
    """Its element says that it is the day of publication."""


def has_stamps(known: PageBytes) -> bool:
    """Whether there may be any date for machines in the page's body."""
    return known.has(*_STAMPS) or _TITLED.search(known.low) is not None


def read(known: PageBytes) -> tuple[Stamp, ...]:
    """The stamps that tell the one day of publication; empty where there is none or it takes a tree to tell."""
    start, end = known.around[0], min(known.around[1], known.others)
    near, far = tuple(_stamps(known, start, end)), tuple(_stamps(known, end, known.others))
    told = (*near, *(stamp for stamp in far if stamp.marked or not near))
    if not any(stamp.marked for stamp in told) and not near:
        return ()
    agreed = told[0].day != "" and len({stamp.day for stamp in told}) == 1
    sure = agreed and not any(_may_be_of_others(stamp, known) for stamp in told)
    return told if sure and _are_all_of_microdata(known, told) else ()


def _may_be_of_others(stamp: Stamp, known: PageBytes) -> bool:
    """Whether a stamp may stand in a menu or among comments; one below the title that is marked is the post's."""
    start, title = known.around[0], known.title or (0, 0)
    if stamp.start < title[0]:
        return known.is_doubtful(start, stamp.start)
    return not stamp.marked and known.is_doubtful(title[1], stamp.start)


def has_microdata(known: PageBytes) -> bool:
    """Whether microdata tells a day of publication anywhere."""
    return _ITEMPROP.search(known.low) is not None


def has_plain_days(known: PageBytes) -> bool:
    """Whether beside the title a date for machines tells a day without a time."""
    return any(len(stamp.evidence.raw) <= _PLAIN for stamp in _stamps(known, *known.around))


def _stamps(known: PageBytes, start: int, end: int) -> Iterator[Stamp]:
    """The stamps between two places, those of changes aside."""
    for found in _STAMP.finditer(known.low, start, end):
        tag = found[0]
        marked = _MARKED.search(tag) is not None
        if (_CHANGED.search(tag) and not marked) or (not marked and found[1] in (b"meta", b"data")):
            continue
        raw = known.page.body[slice(*found.span(3))].decode("utf-8", "replace")[:_LONGEST_RAW]
        day = dates.parse_machine(raw)
        told = day.shown if day is not None and day.day is not None else ""
        yield Stamp(told, Evidence("date", str(day or ""), _rule(tag, found[2]), raw), *found.span(), marked)


def _rule(tag: bytes, attribute: bytes) -> str:
    if _ITEMPROP.search(tag):
        return "page.itemprop"
    return "page.time" if attribute == b"datetime" else "page.title"


def _are_all_of_microdata(known: PageBytes, stamps: tuple[Stamp, ...]) -> bool:
    """Whether microdata tells a day of publication nowhere but in these stamps."""
    inside = sum(_ITEMPROP.search(known.low, stamp.start, stamp.end) is not None for stamp in stamps)
    return sum(1 for _ in _ITEMPROP.finditer(known.low)) == inside
