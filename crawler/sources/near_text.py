"""A day written beside a post's title or at its foot, read from the page's bytes: no tree is built.

Dates for machines are not looked at. Gives evidence only where one day alone stands there, in a short line of its
own, and nothing around it may be a menu's or a comment's; all else is for the readers of trees.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from crawler import dates
from crawler.model import Evidence
from crawler.sources.page_bytes import BELOW, BESIDE, DOUBTFUL, TAG, PageBytes, Span, spans, unseen
from crawler.sources.page_dates import UPDATED_WORDS
from crawler.sources.post import is_byline
from crawler.sources.surroundings import FAR

_NEAR = 3
_SHORT = 110
_BREAK = re.compile(
    rb"</?(?:address|article|blockquote|br|center|d[dlt]|div|figure|form|h[1-6r]|header|li|main|[ou]l|p|pre|section)\b[^>]*>"
)
_LINK = re.compile(rb"<a\b.*?</a\s*>", re.S | re.I)
_LANGUAGE = re.compile(rb"<html\b[^>]*\slang=[\"']?([a-z]{2})")
_YEAR = re.compile(rb"(?:199|20\d)\d")
_LONGEST_TAG = 5_000
_FULL = len("2009-03-12")

_YEARS = tuple(map(re.compile, (rb"20\d\d(?![\d%])", rb"199\d(?![\d%])")))
_STAMPS = tuple(map(re.compile, (rb"<time", rb"title=[\"']?\d{4}", rb"itemprop=[\"']?date")))
"""A year, or a date for machines."""

_SHORT_DAY = re.compile(rb"\d[./-]\d\d?[./-]\d\d\b|\xe5\xb9\xb4|['\x92\x99]\d\d\b")
"""Three numbers, the sign for a year in Chinese and Japanese, a year of two digits."""


_DAY_NUMBER = re.compile(rb"(?<!\d)[0-3]?\d(?!\d)|\xe6\x97\xa5")
_BESIDE_A_YEAR = 30


def read(known: PageBytes) -> tuple[Evidence, ...]:
    """The one day beside the title; empty where it takes a tree to tell."""
    if known.title is None or _YEAR.search(known.low, *known.title):
        return ()
    (first, last), title, low, body = known.around, known.title, known.low, known.page.body
    start, end = low.find(b"<", first), low.rfind(b"<", 0, last)
    doubt = spans(DOUBTFUL, low, title[1], end)[:1]
    menu = known.is_doubtful(start, title[0])
    try:
        above = list(_lines(body[start : title[0]]))[-_NEAR:]
        below = list(_lines(body[title[1] : low.rfind(b"<", 0, doubt[0][1]) if doubt else end]))[:FAR]
    except UnicodeDecodeError:
        return ()
    tongues = tongues_of(known)
    if menu and any(dates.find_dates(line, tongues) for line in above):
        return ()
    return _only(above + below, tongues, bool(doubt))


def foot(known: PageBytes, places: Sequence[Span]) -> tuple[Evidence, ...]:
    """The one day that stands below the text in a line of its own, or beside nothing but links, such as those of tags.

    `places` are where full days are written below the lines around the title.
    """
    last = places[-1][1] if places else 0
    if known.title is None or last > known.others or known.is_doubtful(known.title[1], last):
        return ()
    tongues = tongues_of(known)
    try:
        told = dict(found for place in places if (found := _byline(known, place, tongues)))
    except UnicodeDecodeError:
        return ()
    if len(told) != 1:
        return ()
    return tuple(Evidence("date", value, "page.foot", raw) for value, raw in told.items())


def may_be_beside(known: PageBytes) -> bool:
    """Whether a day may be told in the lines around the title."""
    return any(sign.search(known.low, *known.around) for sign in (*_YEARS, *_STAMPS, _SHORT_DAY))


def full_days(known: PageBytes) -> list[Span]:
    """Where below the lines around the title a full day is written, or a date for machines stands."""
    found = []
    for start, end in known.seen(known.around[1] - BESIDE, len(known.low)):
        found += [place for place in _places(known, start, end) if _is_full(known, place)]
    return found


def tongues_of(known: PageBytes) -> tuple[str, ...]:
    """The language that the page declares."""
    found = _LANGUAGE.search(known.low, 0, known.head)
    return (found[1].decode(),) if found else ()


def _places(known: PageBytes, start: int, end: int) -> Iterator[Span]:
    last = 0
    for at, after in spans((*_YEARS, *_STAMPS), known.low, start, end):
        is_year = known.low[at : at + 1].isdigit()
        before = max(0, at - _LONGEST_TAG)
        if at > last and not (is_year and known.low.rfind(b"<", before, at) > known.low.rfind(b">", before, at)):
            last = at + BESIDE
            yield at, after


def _is_full(known: PageBytes, place: Span) -> bool:
    """Whether a full date stands at a place, and not a year or a month alone."""
    if known.low[place[0] : place[0] + 1] in (b"<", b"t", b"i"):
        return True
    if not _DAY_NUMBER.search(known.low, max(0, place[0] - _BESIDE_A_YEAR), place[1] + _BESIDE_A_YEAR):
        return False
    around = known.page.body[max(0, place[0] - BESIDE) : place[1] + BESIDE]
    text = TAG.sub(b" ", around[around.find(b">") + 1 : around.rfind(b"<")]).decode("utf-8", "replace")
    return any(len(value) >= _FULL for _, _, value in dates.find_dates(text, ()))


def _byline(known: PageBytes, place: Span, tongues: tuple[str, ...]) -> tuple[str, str] | None:
    """The day of a line that says nothing else but links, and its words; None where a line says more."""
    start = max((found.end() for found in _BREAK.finditer(known.low, place[0] - BELOW, place[0])), default=-1)
    after = _BREAK.search(known.low, place[1], place[1] + BELOW)
    if start < 0 or after is None:
        return None
    line = known.page.body[start : after.start()]
    shown = _text(line)
    found = [one for one in dates.find_dates(shown, tongues) if len(one[2]) == _FULL]
    if len(found) != 1 or UPDATED_WORDS.search(shown[: found[0][0]]):
        return None
    raw = shown[found[0][0] : found[0][1]]
    beside = _text(_LINK.sub(b" ", line))
    alone = dates.text_value(shown, tongues) or (beside != shown and is_byline(shown, beside, raw))
    return (found[0][2], raw) if alone else None


def _lines(part: bytes) -> Iterator[str]:
    """The lines of a part of a page, as a reader sees them."""
    plain = b" ".join(part.split())
    low = plain.lower()
    for begin, stop in reversed(list(unseen(low, 0, len(low)))):
        plain = plain[:begin] + b" " + plain[stop:]
    for line in _BREAK.sub(b"\n", plain).split(b"\n"):
        if shown := _text(line):
            yield shown


def _text(line: bytes) -> str:
    return " ".join(html.unescape(TAG.sub(b" ", line).decode("utf-8")).split())


def _only(lines: list[str], tongues: tuple[str, ...], whole: bool) -> tuple[Evidence, ...]:
    """The one day of the lines; `whole`: in a line that says nothing else."""
    told: dict[str, str] = {}
    for line in lines:
        for start, end, value in dates.find_dates(line, tongues):
            if len(line) > _SHORT or len(value) != _FULL or UPDATED_WORDS.search(line[:start]):
                return ()
            if not whole or dates.text_value(line, tongues):
                told.setdefault(value, line[start:end])
    if len(told) != 1:
        return ()
    return tuple(Evidence("date", value, "page.text", raw) for value, raw in told.items())
