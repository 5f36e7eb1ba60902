"""The date of a post's page at a glance: only as much of the page is read as its date needs.

    address alone → head → dates for machines → a day beside the title or at the foot → head with parts of the page

Gives the evidence that decides, at last that of the whole page; None of what is no web page. A part is read as a small
page by the readers of whole ones, so that both find the same. Reads no titles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from crawler import dates, urls
from crawler.markup import Markup, is_html, markup_of
from crawler.model import Evidence, Page
from crawler.sources import date_metas, linked_data, microformats, near_stamps, near_text, post
from crawler.sources.lines import sheet_of
from crawler.sources.near_stamps import Stamp
from crawler.sources.page_bytes import TAG, PageBytes, bytes_of

_HEADED = (b"ld+json", b"published_time")
_META = re.compile(rb"<meta\b[^<>]*(?:date|publi|issued|created|available|dc\.|dct)")
MOST = 1_000_000
"""Bytes of a page beyond which the readers of trees, which know bounds, read it at once."""

_LINKED = "jsonld.datePublished"
_TOP = (_LINKED, "meta.published_time")
"""Rules of a page's head that outrank what a reader sees."""

_STAMP_RULES = ("page.itemprop", "page.h-entry", "page.hatom", "page.time", "page.title")
_NEAR_YEAR = 30
_BESIDE_A_STAMP = 100
_MOST_PLACES = 12


def read(page: Page) -> tuple[Evidence, ...] | None:
    """The evidence of the page's date, as `sources.read` would give it of the page; None of what is no web page."""
    if not is_html(page) or b"\0" in page.body[:4096]:
        return None
    if len(page.body) > MOST:
        return _seen(markup_of(page))
    known = bytes_of(page)
    stamped = near_stamps.has_stamps(known)
    marked = stamped or known.has(*_HEADED)
    if _tells_day(page.address) and not marked:
        return ()
    if known.title is None:
        return _seen(markup_of(page))
    told = _of_marks(known) if marked else near_text.read(known)
    return told or _of_parts(known, stamped, marked)


def _tells_day(address: str) -> bool:
    inside = urls.date_in(address)
    return inside is not None and inside.day is not None and dates.plausible(inside) and "#" not in address


def _seen(markup: Markup) -> tuple[Evidence, ...]:
    """What a page says of its date, and nothing else that it says."""
    heading = post.title_element(markup)
    marked = microformats.read(markup, heading)
    seen = (*marked, *post.visible_dates(markup, sheet_of(markup), heading))
    return (*_of_head(markup), *(e for e in seen if e.field == "date" and e.value))


def _of_head(markup: Markup) -> tuple[Evidence, ...]:
    return tuple(e for e in (*linked_data.read(markup), *date_metas.read(markup)) if e.field == "date" and e.value)


def _head_alone(known: PageBytes) -> tuple[Evidence, ...]:
    if not known.has(*_HEADED) and not _META.search(known.low, 0, known.head):
        return ()
    return _of_head(markup_of(known.head_alone()))


def _of_marks(known: PageBytes) -> tuple[Evidence, ...]:
    """What the head says, or the dates for machines that agree, where nothing can outrank it."""
    evidence = _head_alone(known) if known.has(*_HEADED) else ()
    best = _best(evidence)
    stamps = near_stamps.read(known) if best is None or best.rule != _LINKED else ()
    if best is not None and best.rule != _LINKED and not stamps and near_stamps.has_microdata(known):
        return ()
    evidence = (*evidence, *(stamp.evidence for stamp in stamps))
    best = _best(evidence, (_LINKED, "page.itemprop", _TOP[1], *_STAMP_RULES))
    if best is None or _is_the_authors(best.value, known.page, _around(known, stamps)):
        return evidence if best else ()
    plain = () if near_stamps.has_plain_days(known) else near_text.read(known)
    return (*evidence, *plain) if plain else ()


def _around(known: PageBytes, stamps: Sequence[Stamp]) -> bytes:
    """What stands around the title, and beside the stamps."""
    start, end = known.around
    beside = [known.page.body[one.start : one.end + _BESIDE_A_STAMP] for one in stamps if one.start >= end]
    return b" ".join((known.page.body[start:end], *beside))


def _best(evidence: Sequence[Evidence], rules: Sequence[str] = _TOP) -> Evidence | None:
    """The best full date of some rules; None also where that is none that a post can have."""
    found = sorted((e for e in evidence if e.rule in rules), key=lambda e: rules.index(e.rule))
    day = dates.parse_partial(found[0].value) if found else None
    return found[0] if day and day.day and dates.plausible(day) else None


def _is_the_authors(value: str, page: Page, around: bytes) -> bool:
    """Whether a moment's day is the author's for sure: a plain day is written beside it that does not differ by one."""
    moment = dates.parse_partial(value)
    if (
        moment is None
        or not moment.time
        or (moment.offset not in dates.UTC_OFFSETS and not moment.time.endswith("0:00"))
    ):
        return True
    inside = urls.date_in(page.address)
    if inside is not None and inside.shown == moment.shown:
        return True
    day = date.fromisoformat(moment.shown)
    text = TAG.sub(b" ", around)
    return _is_written(day, text) and not any(_is_written(day + timedelta(step), text) for step in (-1, 1))


def _is_written(day: date, text: bytes) -> bool:
    """Whether a day may stand in a text: its number within some signs of its year."""
    year, number = str(day.year).encode(), re.compile(rb"(?<![\d:])0?%d(?![\d:])" % day.day)
    at = text.find(year)
    while at >= 0:
        if number.search(text, max(0, at - _NEAR_YEAR), at + _NEAR_YEAR):
            return True
        at = text.find(year, at + _NEAR_YEAR)
    return False


def _of_parts(known: PageBytes, stamped: bool, marked: bool) -> tuple[Evidence, ...]:
    """What the head, the lines around the title and those with other days say."""
    assert known.title is not None
    near = near_text.may_be_beside(known)
    beside = _seen(markup_of(known.parts([known.title]))) if near else ()
    if near and _settled(known, beside, stamped):
        return beside
    places = near_text.full_days(known)
    if not places:
        return beside or _head_alone(known)
    if not near and not marked and (told := near_text.foot(known, places)):
        return (*told, *_head_alone(known))
    if len(places) > _MOST_PLACES or places[-1][0] >= known.others:
        return _seen(markup_of(known.page))
    return _seen(markup_of(known.parts([known.title, *places])))


def _settled(known: PageBytes, evidence: Sequence[Evidence], stamped: bool) -> bool:
    """Whether no other line of the page can change the day."""
    seen = {e.rule for e in evidence}
    best = _best(evidence, (*_TOP, *_STAMP_RULES))
    if best is None:
        return "page.text" in seen and not stamped
    if best.rule not in (_LINKED, "page.itemprop") and near_stamps.has_microdata(known):
        return False
    return "page.text" in seen or _is_the_authors(best.value, known.page, b"")
