"""Dates as people write them, in many languages; a bare word, a bare number and a bare year are none.

Every date has a year of four digits; a month's name and a marked year of two ("May '14"); or three numbers of two
digits where the language leaves no doubt that the year is the last. Ages ("14 years ago"), times, telephone numbers,
versions and copyright spans give no date.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from crawler.dates.names import month_of
from crawler.dates.partial import made, parse_partial, settle
from crawler.dates.patterns import (
    LEAD_LENGTH,
    NAMED,
    NAMED_ALONE,
    NUMBERED,
    NUMBERED_ALONE,
    NUMBERED_EAST,
    month_starts,
    numbered_month,
    plain_digits,
)
from crawler.dates.words import is_trimming
from crawler.model import PartialDate

Found = tuple[int, int, str]

_LONGEST = 160
_FOLDED = 400
_LONGEST_ALONE = 80
_SHORTEST_MONTH = 28
_TO_YEAR = 70  # from the beginning of a month's name; a time may stand between
_HINT = re.compile(r"(?:199|20\d)\d|['’/.-]\d\d(?!\d)|\d\s?年|元年")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W_]")
_JOINED = re.compile(r"\d\s?[-/.]\s?\d\d?\s?[-/.]\s?\d")
_VERSION = re.compile(r"(?:\bv|version|release|rev|build)\.?\s*$", re.I)
_VERSION_LENGTH = 16
_EITHER_ORDER = frozenset(("en", "zh", "ja", "ko"))
# Where 14.05.09 may be the ninth of May.
_YEAR_FIRST = frozenset(("zh", "ja", "ko", "hu", "sv", "lt", "mn", "eu", "fa"))
_DAY_FIRST_ENGLISH = frozenset(("en-gb", "en-au", "en-nz", "en-ie", "en-in", "en-za"))


def find_dates(text: str, languages: Sequence[str] = ("en",)) -> list[Found]:
    """Every date inside a text, in order: start, end, and the date as the value of an Evidence.

    The value has the precision found: "2009-03-12", "2009-03", or two readings "2009-04-03|2009-03-04" (day first,
    then month first). `languages` are BCP 47 tags, the likeliest first; names of other languages are read too,
    save those that are common words elsewhere. Empty where the language is unknown.
    """
    if not _DIGIT.search(text):
        return []
    plain = plain_digits(text)
    if not _HINT.search(plain):
        return []
    spoken = tuple(languages)
    found: list[Found] = []
    for start, end in _windows(plain):
        found += [(start + a, start + b, value) for a, b, value in all_dates(plain[start:end], spoken, alone=False)]
    # "2 lip 2008" as the whole text is no longer doubtful
    if not found and len(text) <= _LONGEST_ALONE and text_value(text, spoken):
        return list(all_dates(plain, spoken, alone=True))
    return found


def parse_text(text: str, languages: Sequence[str] = ("en",)) -> PartialDate | None:
    """The date that a whole text is, but for a label, a day of the week, a time, an author; None for other texts.

    Of a numeric date that can be read in two ways only what both share is kept (`text_value` tells both).
    """
    return parse_partial(settle(text_value(text, languages), ""))


def text_value(text: str, languages: Sequence[str] = ("en",)) -> str:
    """As `parse_text`, as the value of an Evidence: both readings of an ambiguous date, empty for none."""
    return _text_value(text.strip(), tuple(languages)) if len(text) <= _FOLDED else ""


@lru_cache(maxsize=8192)
def _text_value(text: str, languages: tuple[str, ...]) -> str:
    if len(text) > _LONGEST:
        text = " ".join(text.split())
    if len(text) > _LONGEST or "©" in text or not any(mark.isdigit() for mark in text):
        return ""
    plain = plain_digits(unicodedata.normalize("NFC", text))
    found = list(all_dates(plain, languages, alone=True))
    values = {value for _, _, value in found}
    return values.pop() if len(values) == 1 and is_trimming(without(plain, found)) else ""


def without(text: str, found: Iterable[Found]) -> str:
    """The text with the found dates cut out."""
    kept, at = [], 0
    for start, end, _ in found:
        kept.append(text[at:start])
        at = end
    return " ".join((*kept, text[at:]))


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a text in which a date can lie: long prose is not searched where it has no year."""
    if len(text) <= _FOLDED:
        yield 0, len(text)
        return
    begin = end = -1
    for match in _HINT.finditer(text):
        if begin >= 0 and match.start() - 60 > end:
            yield begin, end
            begin = -1
        begin = max(0, match.start() - 60) if begin < 0 else begin
        end = min(len(text), match.end() + 60)
    if begin >= 0:
        yield begin, end


def all_dates(text: str, languages: tuple[str, ...], alone: bool) -> Iterator[Found]:
    """The dates of a text, in order, none within another: the earliest start wins, then the longest."""
    found = list(_named(text, languages, alone))
    east = NUMBERED_EAST if not text.isascii() and ("年" in text or "년" in text) else ()
    joined = NUMBERED if _JOINED.search(text) else ()
    for pattern in (*east, *joined, *(NUMBERED_ALONE if alone else ())):
        found += _numbered(pattern, text, languages, alone)
    found.sort(key=lambda one: (one[0], -one[1]))
    at = 0
    for one in found:
        if one[0] >= at:
            yield one
            at = one[1]


def _named(text: str, languages: tuple[str, ...], alone: bool) -> Iterator[Found]:
    patterns = (*NAMED, *NAMED_ALONE) if alone else NAMED
    for start in month_starts(text, languages):
        if not _HINT.search(text, max(0, start - LEAD_LENGTH), start + _TO_YEAR):
            continue
        for lead, whole in patterns:
            before = lead.search(text, max(0, start - LEAD_LENGTH), start) if lead else None
            if lead and not before:
                continue
            match = whole.match(text, before.start() if before else start)
            if match and (value := _named_value(match, languages, alone)):
                yield match.start(), match.end(), value
            elif match and int(match.groupdict().get("day") or 0) > _SHORTEST_MONTH:
                break  # 31 February 2009 is no February 2009 either


def _named_value(match: re.Match[str], languages: tuple[str, ...], alone: bool) -> str:
    told = match.groupdict()
    day = told.get("day")
    month = numbered_month(told["name"]) or month_of(told["name"], languages, alone, day=bool(day))
    year = _year(told)
    found = made(year, month, int(day) if day else None) if month and year else None
    return str(found) if found else ""


def _numbered(pattern: re.Pattern[str], text: str, languages: tuple[str, ...], alone: bool) -> Iterator[Found]:
    match = pattern.search(text)
    while match:
        value = _numbered_value(match, languages, alone) if alone or _is_sure(match) else ""
        if value:
            yield match.start(), match.end(), value
        # A match that is no date must not hide one that begins inside it.
        match = pattern.search(text, match.end() if value else match.start() + 1)


def _is_sure(match: re.Match[str]) -> bool:
    """Three numbers of two digits ("10/10/10") in the midst of words may be anything."""
    told = match.groupdict()
    if not (told.get("first") and told.get("short")):
        return True
    text = match.string
    return not _LETTER.search(text, match.end()) or not _LETTER.search(text, 0, match.start())


def _numbered_value(match: re.Match[str], languages: tuple[str, ...], alone: bool) -> str:
    told = match.groupdict()
    year = _year(told)
    if not year or (told.get("mark", "") in (".", ". ") and _is_version(match)):
        return ""
    if told.get("first"):
        if told.get("short") and not _ends_in_year(told["mark"], languages, alone):
            return ""
        return _either(year, int(told["first"]), int(told["second"]), languages)
    found = made(year, numbered_month(told["month"]), int(told["day"]) if told.get("day") else None, *_moment(told))
    return str(found) if found else ""


def _is_version(match: re.Match[str]) -> bool:
    """Whether the word before three numbers says that they are a version's."""
    start = match.start()
    return bool(_VERSION.search(match.string, max(0, start - _VERSION_LENGTH), start))


def _ends_in_year(mark: str, languages: tuple[str, ...], alone: bool) -> bool:
    """Whether of three numbers of two digits the last is the year: with dots only where the language is known, in
    English where nothing else stands around them."""
    first = languages[0].lower().replace("_", "-").split("-")[0] if languages else ""
    sure = mark == "/" or (first == "en" and alone) or (bool(first) and is_day_first(languages))
    return first not in _YEAR_FIRST and sure


_ERAS = {"平成": 1988, "令和": 2018}
"""The year before the first of a Japanese era."""


def _year(told: dict[str, str]) -> int:
    if told.get("era"):
        return _ERAS[told["era"]] + (1 if told["reign"] == "元" else int(told["reign"]))
    return int(told["year"]) if told.get("year") else _full_year(told["short"])


def _moment(told: dict[str, str]) -> tuple[str, str]:
    """Time and offset of an ISO 8601 moment with a zone; of other times the day is enough."""
    clock, zone = told.get("clock"), told.get("zone") or ""
    if not clock or not zone or clock >= "24":
        return "", ""
    return clock if len(clock) == 8 else clock + ":00", "Z" if zone in ("+00:00", "-00:00") else zone


def _full_year(digits: str) -> int:
    """1990 to 2069 for two digits; 0 for others, of which no post can be."""
    year = int(digits)
    return year + 2000 if year < 70 else year + 1900 if year >= 90 else 0


def _either(year: int, first: int, second: int, languages: tuple[str, ...]) -> str:
    """Day first, month first, or both readings where the numbers and the language leave it open."""
    day_first, month_first = made(year, second, first), made(year, first, second)
    if day_first and month_first and not is_day_first(languages):
        return str(day_first) if day_first == month_first else f"{day_first}|{month_first}"
    return str(day_first or month_first or "")


def is_day_first(languages: Sequence[str]) -> bool:
    """Whether the first language is one in which nobody writes the month first."""
    tag = languages[0].lower().replace("_", "-") if languages else "en"
    return tag in _DAY_FIRST_ENGLISH or tag.split("-")[0] not in _EITHER_ORDER
