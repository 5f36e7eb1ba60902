"""Every date that stands on a page: for machines and for readers, with its place; and the headings that are dates.

Knows nothing of the links of a listing; which date is whose is told by `dating`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from crawler import dates, hints, urls
from crawler.markup import text_of
from crawler.model import Role
from crawler.sources.calendars import Calendar, Candidate
from crawler.sources.date_headings import Heading, headings_of
from crawler.sources.lines import Line, Link, Sheet

UPDATED_WORDS = re.compile(
    r"(?:updat|modif|edited|revis|geändert|aktualisiert|bearbeitet|mis à jour|actualiz|atualiz|aggiorn|bijgewerkt|"
    r"zmodyf|aktualiz|"
    r"обновл|измен|更新|修改|最終更新|수정)\w*\W*(?:on|at|am|le|el|em|il|op|dnia|于|於)?\W*$",
    re.I,
)
_EDGE = 40
_MANY_DAYS = 3
_LITTLE = 12
_BESIDE_A_DATE = 12
"""A link is a date where it has no more letters than this beside one."""

_SHORT = 110
_FEW_LINKS = 40
_SEPARATORS = " \t-–—:·|,•/()[]»«>~.、"
_NUMERIC_DAY = re.compile(r"^\d{1,2}[/.]\d{1,2}\.?$")
_DIGIT = re.compile(r"\d")
_DOTTED = re.compile(r"(?<!\d)\d\d\.\d\d\.\d\d(?!\d)")
_UNENDED = re.compile(r"^\d{1,2}\.\d{1,2}$")
_BARE_DAY = re.compile(r"^(\d{1,2})(?:st|nd|rd|th|\.|日|일)?$")


def calendar_of(sheet: Sheet, page: str, languages: Sequence[str]) -> Calendar:
    """Every date of a page that could be an item's. `page` is the date that the page itself stands for, or empty."""
    tongues = tuple(languages)
    if tongues not in sheet.dates:
        sheet.dates[tongues] = _dates_of(sheet, tongues)
    found, headings = cast(_Found, sheet.dates[tongues])
    return Calendar(found, headings, page)


_Found = tuple[list[Candidate], list[Heading]]


def _dates_of(sheet: Sheet, tongues: tuple[str, ...]) -> _Found:
    tongues = tongues or _tongue(sheet)
    found = list(_stamps(sheet, tongues))
    changed = {(one.line, one.value[:10]) for one in found if one.updated} - {
        (one.line, one.value[:10]) for one in found if not one.updated
    }
    split = dict(_split(sheet, tongues))
    order = _order(sheet)
    for number, line in enumerate(sheet.lines):
        if line.remark or number in split or not _worth(line):
            continue
        for one in _of_line(line, number, tongues, order):
            if not (_BARE_DAY.match(one.raw) and _in_month_table(number, sheet)):
                found.append(replace(one, updated=True) if (number, one.value) in changed else one)
    found.extend(one for one in split.values() if one is not None)
    found.sort(key=lambda one: (one.line, one.offset))
    return found, headings_of(sheet, tongues, split)


def _worth(line: Line) -> bool:
    return len(line.text) > _SHORT or _DIGIT.search(line.text) is not None


def _tongue(sheet: Sheet) -> tuple[str, ...]:
    """A language by which the last of three numbers of two digits is the year, where a page has no language and its
    days with dots begin with more different numbers than they end with."""
    found = [one for line in sheet.lines if len(line.text) <= _SHORT for one in _DOTTED.findall(line.text)]
    firsts, lasts = {one[:2] for one in found}, {one[-2:] for one in found}
    return ("en",) if len(found) >= _MANY_DAYS and len(firsts) > len(lasts) else ()


_PARTS = re.compile(r"^(?:(?P<year>(?:19|20)\d\d)|(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.)?|(?P<month>[^\W\d]{3,12}\.?)),?$")


def _split(sheet: Sheet, tongues: tuple[str, ...]) -> Iterator[tuple[int, Candidate | None]]:
    """Days that stand over several lines ("Jul", "2", "2008"): the first of the lines has it, the others nothing."""
    lines = sheet.lines
    kinds = [_part(line) for line in lines]
    number = 0
    while number < len(lines):
        count = next(
            (
                n
                for n in (3, 2)
                if {"month", "day"} <= set(kinds[number : number + n]) and _are_parts(kinds[number : number + n], n)
            ),
            0,
        )
        written = " ".join(line.text.strip(",.") for line in lines[number : number + count])
        value = _joined_value(written, tongues) if count else ""
        if value:
            line = lines[number]
            yield (
                number,
                Candidate(
                    value,
                    written,
                    "listing.text",
                    number,
                    0,
                    f"{_slot_of(value)}:{line.signature}:split",
                    line.element,
                    True,
                ),
            )
            yield from ((number + n, None) for n in range(1, count))
        number += count if value else 1


def _are_parts(kinds: list[str], count: int) -> bool:
    return len(kinds) == count == len(set(kinds)) and "" not in kinds


def _part(line: Line) -> str:
    """What part of a day a line is that says nothing else: "year", "month" (perhaps), "day", or nothing."""
    found = _PARTS.match(line.text) if len(line.text) <= 14 and not line.links and not line.remark else None
    return found.lastgroup or "" if found else ""


def _joined_value(written: str, tongues: tuple[str, ...]) -> str:
    if value := dates.text_value(written, tongues):
        return value
    found = dates.month_day(written, tongues)
    return f"--{found[0]:02d}-{found[1]:02d}" if found else ""


def _slot_of(value: str) -> str:
    return "day" if value.startswith("--") else "line"


def _in_month_table(number: int, sheet: Sheet) -> bool:
    """Whether a bare number has another in the line before or after it: the days of a month, not those of entries."""
    around = sheet.lines[max(0, number - 1) : number] + sheet.lines[number + 1 : number + 2]
    return any(_BARE_DAY.match(line.text) for line in around)


def _stamps(sheet: Sheet, tongues: tuple[str, ...]) -> Iterator[Candidate]:
    last = len(sheet.lines) - 1
    for stamp in sheet.stamps:
        day = dates.machine_value(stamp.value, tongues)
        number = min(stamp.line, last)
        if not day or number < 0 or sheet.lines[number].remark:
            continue
        line = sheet.lines[number]
        yield Candidate(
            day, stamp.value, f"listing.{stamp.rule}", number, 0, f"stamp:{stamp.signature}", line.element,
            updated=stamp.updated,
        )  # fmt: skip


def _order(sheet: Sheet) -> str:
    """Which of day and month comes first in the days without year ("13/05") of a page: most of those that prove it."""
    short = (line for line in sheet.lines if len(line.text) <= _SHORT and _DIGIT.search(line.text))
    rests = (_beside_links(line)[0].strip(_SEPARATORS) for line in short)
    orders = Counter(filter(None, (dates.order_of(rest) for rest in rests if _NUMERIC_DAY.match(rest))))
    return orders.most_common(1)[0][0] if orders else ""


def _of_line(line: Line, number: int, tongues: tuple[str, ...], order: str) -> Iterator[Candidate]:
    shown = _without_titles(line, tongues)
    spans = dates.find_dates(shown, tongues) if _DIGIT.search(shown) else []
    if not spans and line.links and _DOTTED.search(shown):  # "03.12.08: Title": read as if it stood alone
        spans = dates.find_dates(_blanked(line), tongues)
    for start, end, value in spans:
        if not _stands_out(line, start, end) or _in_link(line, start, end, len(value) < len("2009-03-12")):
            continue
        raw = line.text[start:end]
        whole = not line.links and len(line.text) <= _SHORT and bool(dates.text_value(line.text, tongues))
        updated = bool(UPDATED_WORDS.search(line.text[max(0, start - 30, _title_end(line, start)) : start]))
        yield Candidate(
            value,
            raw,
            "listing.text",
            number,
            start,
            f"line:{line.signature}:{_side(line, start)}",
            line.element,
            whole,
            updated,
        )
    if not spans:
        yield from _yearless(line, number, tongues, order)


def _without_titles(line: Line, tongues: tuple[str, ...]) -> str:
    """The line with the words of its links blanked, save where they are a date: "1984 revisited" is none."""
    shown = list(line.text)
    for link in line.links:
        words = line.text[link.start : link.end]
        if not _DIGIT.search(words):
            continue
        spans = dates.find_dates(words, tongues)
        close = len(words) - _BESIDE_A_DATE
        if not any(end - start >= close or _is_set_apart(link, words[start:end]) for start, end, _ in spans):
            shown[link.start : link.start + len(words)] = " " * len(words)
    return "".join(shown)


def _blanked(line: Line) -> str:
    """The line with the words of all its links blanked."""
    shown = list(line.text)
    for link in line.links:
        shown[link.start : link.end] = " " * (link.end - link.start)
    return "".join(shown)


def _links_near(line: Line, start: int) -> Sequence[Link]:
    """The links around a place in a line: where there are thousands, each date has only a few beside it."""
    if len(line.links) <= _FEW_LINKS:
        return line.links
    at = bisect_right(line.links, start, key=lambda link: link.start)
    return line.links[max(0, at - _FEW_LINKS // 2) : at + _FEW_LINKS // 2]


def _title_end(line: Line, start: int) -> int:
    """Where the last link before a date ends: of a post "Status update" the date beside it is no date of change."""
    ends = [link.end for link in _links_near(line, start) if link.end <= start and not UPDATED_WORDS.match(link.text)]
    return max(ends, default=0)


def _yearless(line: Line, number: int, tongues: tuple[str, ...], order: str) -> Iterator[Candidate]:
    """A day whose year stands elsewhere: "03-12", "March 12", "12"."""
    rest, offset = _beside_links(line)
    rest = rest.strip(_SEPARATORS)
    if not 0 < len(rest) <= 40:
        yield from _of_day_link(line, number)
        return
    if _UNENDED.match(rest) and f"{rest}." in line.text:
        rest += "."
    value = ""
    if found := dates.month_day(rest, tongues, order):
        value = f"--{found[0]:02d}-{found[1]:02d}"
    elif (day := _BARE_DAY.match(rest)) and 1 <= int(day[1]) <= 31:
        value = f"---{int(day[1]):02d}"
    if value:
        slot = f"day:{line.signature}:{_side(line, offset)}"
        yield Candidate(value, rest, "listing.text", number, offset, slot, line.element, not line.links)


def _of_day_link(line: Line, number: int) -> Iterator[Candidate]:
    """A line that is a link to a day's own page and shows no more of the day than its number: it heads what follows."""
    shown = _BARE_DAY.match(line.text) if len(line.links) == 1 else None
    hint = hints.role_of_address(line.links[0].address) if shown else None
    if shown is None or hint is None or hint.role is not Role.DAY:
        return
    day = urls.date_in(line.links[0].address)
    if day is not None and day.day == int(shown[1]):
        yield Candidate(
            day.shown, line.text, "listing.text", number, 0, f"line:{line.signature}:alone", line.element, True
        )


def _beside_links(line: Line) -> tuple[str, int]:
    """What a line says beside its links, and where that begins."""
    rest, at, first = [], 0, -1
    for link in sorted(line.links, key=lambda one: one.start):
        rest.append(line.text[at : link.start])
        if first < 0 and rest[-1].strip(_SEPARATORS):
            first = at
        at = max(at, link.end)
    rest.append(line.text[at:])
    return " ".join(rest), first if first >= 0 else at


def _side(line: Line, offset: int) -> str:
    """Before or after the first link of its line, or alone in it."""
    if not line.links:
        return "alone"
    return "left" if offset < line.links[0].start else "right"


def _stands_out(line: Line, start: int, end: int) -> bool:
    """A date that is no part of running text: near an edge of its line or beside a link."""
    if len(line.text) <= _SHORT:
        return True
    if start <= _EDGE or len(line.text) - end <= 3:
        return True
    return any(-2 <= start - link.end <= _EDGE or -2 <= link.start - end <= _EDGE for link in _links_near(line, start))


def _in_link(line: Line, start: int, end: int, period: bool) -> bool:
    """Whether a date is a word among others of a link's text; a link that is a day alone is as good as a stamp, but
    one that is a month (`period`) leads to that month."""
    for link in _links_near(line, start):
        if link.start <= start and end <= link.end:
            if period:
                return True
            around = (line.text[link.start : start] + line.text[end : link.end]).strip(_SEPARATORS)
            return len(around) > _LITTLE and not _is_set_apart(link, line.text[start:end])
    return False


def _is_set_apart(link: Link, written: str) -> bool:
    """Whether a part of a link's text is an element of its own: the link is around a whole entry."""
    return any(
        written in (inner := text_of(part)) and len(inner) <= len(written) + _LITTLE
        for part in link.element.iterdescendants()
    )
