"""The date of a post's page at a glance: only as much of the page is read as its date needs.

    address alone → head → a day beside the title → head with the parts around the title and around written days

Gives the evidence that decides, at last that of the whole page; None of what is no web page. A part is read as a small
page by the readers of whole ones, so that both find the same. Reads no titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from crawler import dates, urls
from crawler.markup import Markup, is_html, markup_of
from crawler.model import Evidence, Page
from crawler.sources import date_metas, linked_data, microformats, near_text, post
from crawler.sources.lines import sheet_of
from crawler.sources.surroundings import FAR

_HEADED = (b"ld+json", b"published_time")
_HEAD_PART = re.compile(
    rb"<!--.*?-->|<(script|style|noscript)\b([^>]*)>.*?</\1\s*>|<(?P<kept>meta|link|base|html)\b[^>]*>", re.I | re.S
)
_ITEMPROPS = (b"datepublished", b"datecreated")
_STAMPS = (b"<time", b"dt-published", b"itemprop=date", b'itemprop="date', b"itemprop='date")
_TITLED = re.compile(rb"<(?:abbr|span|time)\b[^>]*\stitle=[\"']?\d{4}")
_UTC = ("Z", "+00:00")
_TOP = ("jsonld.datePublished", "meta.published_time")
"""Rules of a page's head that outrank what a reader sees."""

_STAMP_RULES = ("page.itemprop", "page.h-entry", "page.hatom", "page.time", "page.title")

_STAMP = re.compile(rb"""(<(?:time|abbr|span)\b[^>]*?\s(?:datetime|title)=)["']?(\d{4}[^"'>]*)""", re.I)
_TIME = re.compile(rb"<time\b[^>]*>", re.I)
_CHANGED = re.compile(rb"updat|modif", re.I)
_NEAR_YEAR = 30
_ABOVE, _BELOW = 500, 1_600
"""Bytes above and below a title that hold the lines in which its day stands."""

_BESIDE = 160
_MOST_PLACES = 12
_GAP = b"<p>.</p>" * (FAR + 2)
"""Parts that were far from each other stay so."""

_TITLE = re.compile(rb"<title[^>]*>([^<]{1,500})(?=</title)")
_HEADING = re.compile(rb"<(h[1-4])\b[^>]*>(.{1,600}?)</\1\b", re.S)
_TAGS = re.compile(rb"<[^>]*>")
_DAY_SIGN = re.compile(rb"(?:199|20\d)\d(?![\d%])|<time|title=[\"']?\d{4}|itemprop=[\"']?date")
_REMARK = re.compile(rb"comment|respon|disqus|trackback|related")


@dataclass(frozen=True, slots=True)
class _Bytes:
    """A page's bytes, and the same in lower case, in which signs are looked for."""

    page: Page
    low: bytes
    head: int
    """Where the head ends."""

    def has(self, *signs: bytes) -> bool:
        return any(sign in self.low for sign in signs)

    @property
    def stamped(self) -> bool:
        return self.has(*_STAMPS) or _TITLED.search(self.low) is not None


def read(page: Page) -> tuple[Evidence, ...] | None:
    """The evidence of the page's date, as `sources.read` would give it of the page; None of what is no web page."""
    if not is_html(page) or b"\0" in page.body[:4096]:
        return None
    low = page.body.lower()
    known = _Bytes(page, low, low.find(b"</head"))
    if _tells_day(page.address) and not (known.has(b"ld+json", b"published_time") or known.stamped):
        return ()
    title = _title_at(known) if known.head >= 0 else None
    if title is None:
        return _whole(page)
    if told := _of_bytes(known, title):
        return told
    plain = () if known.stamped or known.has(*_HEADED) else _written(known, title)
    return plain or _of_parts(known, title)


def _written(known: _Bytes, title: tuple[int, int]) -> tuple[Evidence, ...]:
    return near_text.read(known.page, known.low, title, known.head)


def _tells_day(address: str) -> bool:
    inside = urls.date_in(address)
    return inside is not None and inside.day is not None and dates.plausible(inside) and "#" not in address


def _whole(page: Page) -> tuple[Evidence, ...]:
    """What the whole page says of its date, and nothing else that it says."""
    return _seen(markup_of(page))


def _seen(markup: Markup) -> tuple[Evidence, ...]:
    heading = post.title_element(markup)
    marked = microformats.read(markup, heading)
    seen = (*marked, *post.visible_dates(markup, sheet_of(markup), heading))
    return (*_told(markup), *(e for e in seen if e.field == "date" and e.value))


def _of_bytes(known: _Bytes, title: tuple[int, int]) -> tuple[Evidence, ...] | None:
    """What the head says, or a date for machines beside the title, where nothing can outrank it or is next to it."""
    evidence = _told(markup_of(replace(known.page, body=_head_of(known)))) if known.has(*_HEADED) else ()
    best = _best(evidence)
    around = known.page.body[max(known.head, title[0] - _ABOVE) : title[1] + _BELOW]
    if (best is None or best.rule != _TOP[0]) and not _all_in_times(known, around):
        return None
    if best is None and (best := _stamp(around)):
        evidence = (*evidence, best)
    if best is None or _is_the_authors(best.value, known.page, around):
        return evidence if best else None
    if any(len(value) <= len("2009-03-12") for _, value in _STAMP.findall(around)):
        return None
    plain = _written(known, title)
    return (*evidence, *plain) if plain else None


def _all_in_times(known: _Bytes, around: bytes) -> bool:
    """Whether microdata tells the day of publication nowhere but in `<time>` elements around the title."""
    times = b"".join(_TIME.findall(around)).lower()
    return all(known.low.count(name) == times.count(name) for name in _ITEMPROPS)


def _stamp(around: bytes) -> Evidence | None:
    """The one day that all dates for machines around a title tell."""
    told: dict[str, Evidence] = {}
    for tag, value in _STAMP.findall(around):
        day = dates.parse_machine(value.decode("utf-8", "replace"))
        if day is None or day.day is None or _CHANGED.search(tag):
            return None
        rule = "page.time" if b"datetime" in tag else "page.title"
        told.setdefault(day.shown, Evidence("date", str(day), rule, value.decode("utf-8", "replace")[:200]))
    return next(iter(told.values())) if len(told) == 1 else None


def _told(markup: Markup) -> tuple[Evidence, ...]:
    return tuple(e for e in (*linked_data.read(markup), *date_metas.read(markup)) if e.field == "date" and e.value)


def _best(evidence: Sequence[Evidence], rules: Sequence[str] = _TOP) -> Evidence | None:
    """The best full date of some rules; None also where that is none that a post can have."""
    found = sorted((e for e in evidence if e.rule in rules), key=lambda e: rules.index(e.rule))
    day = dates.parse_partial(found[0].value) if found else None
    return found[0] if day and day.day and dates.plausible(day) else None


def _is_the_authors(value: str, page: Page, around: bytes) -> bool:
    """Whether a moment's day is the author's for sure: a plain day is written beside it that does not differ by one."""
    moment = dates.parse_partial(value)
    if moment is None or not moment.time or (moment.offset not in _UTC and not moment.time.endswith("0:00")):
        return True
    inside = urls.date_in(page.address)
    if inside is not None and inside.shown == moment.shown:
        return True
    day = date.fromisoformat(moment.shown)
    text = _TAGS.sub(b" ", around)
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


def _of_parts(known: _Bytes, title: tuple[int, int]) -> tuple[Evidence, ...] | None:
    """What the head, the lines around the title and those with other days say."""
    near = _DAY_SIGN.search(known.low, max(known.head, title[0] - _ABOVE), title[1] + _BELOW)
    if near and _settled(known, evidence := _of_small(known, [title])):
        return evidence
    places = [place for place in _places(known, title[1] + _BELOW - _BESIDE) if _tells(known, place)]
    if near and not places:
        return evidence
    end = _first_remark(known.low, title[1]) if places else 0
    if len(places) > _MOST_PLACES or any(start >= end for start, _ in places):
        return _whole(known.page)
    return _of_small(known, [title, *places])


def _first_remark(low: bytes, start: int) -> int:
    """Where an element begins whose name is that of comments or related posts; the end where there is none."""
    for word in _REMARK.finditer(low, start):
        at = low.rfind(b"<", start, word.start())
        tag = low[at : word.start()] if at >= 0 else b">"
        if b">" not in tag and (b"id=" in tag or b"class=" in tag):
            return at
    return len(low)


def _title_at(known: _Bytes) -> tuple[int, int] | None:
    """Where the heading by which the page is called begins and ends: the blog's name stands above it."""
    title = _TITLE.search(known.low)
    name = b" ".join(title[1].split()) if title else b""
    headings = list(_HEADING.finditer(known.low, known.head))
    found: dict[bytes, tuple[int, int]] = {}
    for heading in headings:
        called = b" ".join(_TAGS.sub(b" ", heading[2]).split())
        if called and (name.startswith(called) or name.endswith(called)):
            found.setdefault(called, heading.span())
    if not found:
        highest = [heading for heading in headings if heading[1] == b"h1"]
        return highest[0].span() if len(highest) == 1 else None
    return list(found.values())[:2][-1]


def _places(known: _Bytes, start: int) -> Iterator[tuple[int, int]]:
    """Where below the title a year stands in the text, or a date for machines."""
    last = 0
    for sign in _DAY_SIGN.finditer(known.low, start):
        at = sign.start()
        in_text = known.low.rfind(b"<", 0, at) < known.low.rfind(b">", 0, at)
        if at > last and (in_text or not sign[0][:1].isdigit()):
            last = at + _BESIDE
            yield sign.span()


def _tells(known: _Bytes, place: tuple[int, int]) -> bool:
    """Whether a full date stands at a place, and not a year or a month alone."""
    if not known.low[place[0] : place[0] + 1].isdigit():
        return True
    around = known.page.body[max(0, place[0] - _BESIDE) : place[1] + _BESIDE]
    text = _TAGS.sub(b" ", around[around.find(b">") + 1 : around.rfind(b"<")]).decode("utf-8", "replace")
    return any(len(value) >= len("2009-03-12") for _, _, value in dates.find_dates(text, ()))


def _of_small(known: _Bytes, places: Sequence[tuple[int, int]]) -> tuple[Evidence, ...]:
    """What a page of some parts says."""
    parts = [_cut(known, place, number) for number, place in enumerate(places)]
    body = parts[0] + _GAP + b"<hr>".join(parts[1:])
    return _seen(markup_of(replace(known.page, body=_head_of(known) + body)))


def _head_of(known: _Bytes) -> bytes:
    """The head of a smaller page, with the linked data that stands below it."""
    parts = (part for part in _HEAD_PART.finditer(known.page.body, 0, known.head))
    kept = (part[0] for part in parts if part["kept"] or b"ld+json" in (part[2] or b"").lower())
    return b"".join((*kept, _named(known), *_linked_below(known), b"</head><body>"))


def _named(known: _Bytes) -> bytes:
    title = _TITLE.search(known.low, 0, known.head)
    return known.page.body[slice(*title.span())] + b"</title>" if title else b""


def _linked_below(known: _Bytes) -> Iterator[bytes]:
    """The linked data that stands below the head."""
    at = known.low.find(b"ld+json", known.head)
    while at >= 0:
        start, end = known.low.rfind(b"<", 0, at), known.low.find(b"</script", at)
        yield known.page.body[start : end + len(b"</script>")] if end >= 0 else b""
        at = known.low.find(b"ld+json", end) if end >= 0 else -1


def _settled(known: _Bytes, evidence: Sequence[Evidence]) -> bool:
    """Whether no other line of the page can change the day."""
    seen = {e.rule for e in evidence}
    best = _best(evidence, (*_TOP, *_STAMP_RULES))
    if best is None:
        return "page.text" in seen and not known.stamped
    return "page.text" in seen or _is_the_authors(best.value, known.page, b"")


def _cut(known: _Bytes, place: tuple[int, int], number: int) -> bytes:
    above, below = (_BESIDE, _BESIDE) if number else (_ABOVE, _BELOW)
    low = known.low
    start = low.find(b"<", max(known.head, place[0] - above))
    end = low.rfind(b"<", start, min(len(low), place[1] + below))
    inside = low.find(b"</script", start, place[0])
    return known.page.body[inside if inside >= 0 else start : end]
