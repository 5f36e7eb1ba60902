"""Dates as people write them, in many languages; a bare word, a bare number and a bare year are none.

Every pattern is anchored on a year of four digits, or on a month's name and a marked year of two. Ages
("14 years ago"), times, telephone numbers, versions and copyright spans give no date.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from crawler.dates.names import month_of
from crawler.dates.partial import made, parse_partial, settle
from crawler.dates.words import is_trimming
from crawler.model import PartialDate

Found = tuple[int, int, str]

_LONGEST = 160
_FOLDED = 400
_WIDE_DIGITS = {0xFF10 + digit: str(digit) for digit in range(10)}
_HINT = re.compile(r"(?:199|20\d)\d|['’/.-]\d\d(?!\d)|\d\d\s?年")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_KANJI = {mark: number for number, mark in enumerate("一二三四五六七八九十", 1)} | {"十一": 11, "十二": 12}

NAME = rf"(?P<name>[^\W\d_{_CJK}]{{3,14}}+|(?:1[0-2]|0?[1-9])\s?[月월]|(?:十[一二]?|[一二三四五六七八九])月)"
_WORD_STARTS = rf"(?<![^\W\d_{_CJK}])(?<![0-9])"
_DIGIT_STARTS = r"(?<![A-Za-z0-9_])(?<![0-9A-Za-z][.,/:+-])"
_YEAR = r"(?P<year>(?:199|20\d)\d)(?![0-9A-Za-z_])(?![.,:][0-9])"
_SHORT_YEAR = r"['’](?P<short>\d\d)(?![0-9])"
_ANY_YEAR = rf"(?:{_YEAR}|{_SHORT_YEAR})"
DAY = r"(?P<day>[0-3]?[0-9])(?![0-9])"
ORDINAL = r"(?:st|nd|rd|th|er|re|ère|ème|e|a|º|ª|°|η|ης|-?(?:го|ое|е|й)|:[ae]|\.)?"
OF = r"(?:(?:of\s++the|of|del|de|di|do|da|du|von|van|the)\s++|d['’])?"
_S = r"\s*+"

_NAMED = (
    # 8 февраля 2008, 23rd of March 2008, 1 de enero de 2008, 12/Mar/2009, 12 Mar '09
    re.compile(
        rf"{_DIGIT_STARTS}{DAY}{ORDINAL}{_S}(?:[./-]{_S})?{OF}{NAME}\.?{_S}(?:[,/-]{_S})?{OF}{_ANY_YEAR}",
        re.I,
    ),
    # Tuesday, May 09, 2006, lip 2 2008, Sept. 5, 2012, Mar-23-2008
    re.compile(
        rf"{_WORD_STARTS}{NAME}\.?{_S}(?:[./-]{_S})?(?:the\s++)?{DAY}{ORDINAL}{_S}(?:[,./-]{_S})?{OF}{_ANY_YEAR}",
        re.I,
    ),
    # 2008. január 20., 2008 Jan 20; not "2008 March 3, 2009", where the year belongs to something else
    re.compile(
        rf"{_DIGIT_STARTS}(?P<year>(?:199|20\d)\d)\.?{_S}(?:[,/-]{_S})?{NAME}\.?{_S}(?:[/-]{_S})?{DAY}{ORDINAL}"
        rf"(?![A-Za-z_])(?!:\d)(?!{_S}[,.]?{_S}(?:{OF})(?:199|20\d)\d)",
        re.I,
    ),
    # 12-Mar-09
    re.compile(rf"{_DIGIT_STARTS}{DAY}(?P<mark>[-/.]){NAME}(?P=mark)(?P<short>\d\d)(?![0-9A-Za-z_:.-])"),
    # March 2009, März '09, enero de 2008
    re.compile(rf"{_WORD_STARTS}{NAME}\.?{_S}(?:[,/-]{_S})?{OF}{_ANY_YEAR}", re.I),
)
_NUMBERED = (
    # 2008年1月20日, 2008년 1월
    re.compile(
        r"(?<![0-9])(?P<year>(?:199|20\d)\d)\s?[年년]\s?(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s?[月월]"
        r"(?:\s?(?P<day>[0-3]?[0-9])\s?[日일号號])?"
    ),
    # 08年1月20日, but no year of an era (平成20年)
    re.compile(
        r"(?<![0-9一-鿿])(?P<short>\d\d)\s?年\s?(?P<month>1[0-2]|0?[1-9])\s?月\s?(?P<day>[0-3]?[0-9])\s?[日号號]"
    ),
    # 2008-01-20, 2008/1/20, 2008. 1. 20.
    re.compile(
        rf"{_DIGIT_STARTS}(?<![/.-])(?P<year>(?:199|20\d)\d)(?P<mark>\s?[-/.]\s?)(?P<month>1[0-2]|0?[1-9])(?P=mark){DAY}"
        r"(?:T(?P<clock>[0-2]\d:[0-5]\d(?::[0-5]\d)?)(?:\.\d+)?(?P<zone>Z|[+-]\d\d:\d\d)?(?!\w))?"
        r"(?![A-SU-Za-z_%])(?![-/.:+]\w)"
    ),
    # 20.01.2008, 1/20/2008
    re.compile(
        rf"{_DIGIT_STARTS}(?<![/.+-])(?P<first>[0-3]?[0-9])(?P<mark>\s?[-/.]\s?)(?P<second>[0-3]?[0-9])(?P=mark){_YEAR}"
        r"(?![-/.]\w)"
    ),
)
# What is a date only where nothing else stands around it.
_ALONE = (
    re.compile(rf"{_DIGIT_STARTS}(?P<year>(?:199|20\d)\d)\.?{_S}(?:[,/-]{_S})?{NAME}\.?(?![^\W_])"),
    re.compile(
        rf"{_DIGIT_STARTS}(?P<year>(?:199|20\d)\d)\s?[-/.]\s?(?P<month>1[0-2]|0?[1-9])(?![0-9]|\s?[-/.:]\s?[0-9])"
    ),
    re.compile(rf"{_DIGIT_STARTS}(?P<month>1[0-2]|0?[1-9])\s?[-/.]\s?{_YEAR}(?!\s?[-/.]\s?[0-9])"),
    re.compile(r"(?<!\w)(?P<year>(?:199|20\d)\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d)(?!\w)"),
)
_VERSION = re.compile(r"(?:\bv|version|release|rev|build)\.?\s*$", re.I)
_EITHER_ORDER = frozenset(("en", "zh", "ja", "ko"))
_DAY_FIRST_ENGLISH = frozenset(("en-gb", "en-au", "en-nz", "en-ie", "en-in", "en-za"))


def find_dates(text: str, languages: Sequence[str] = ("en",)) -> list[Found]:
    """Every date inside a text, in order: start, end, and the date as the value of an Evidence.

    The value has the precision found: "2009-03-12", "2009-03", or two readings "2009-04-03|2009-03-04" (day first,
    then month first). `languages` are BCP 47 tags, the likeliest first; names of other languages are read too,
    save those that are common words elsewhere. Empty where the language is unknown.
    """
    plain = plain_digits(text)
    if not _HINT.search(plain):
        return []
    spoken = tuple(languages)
    found: list[Found] = []
    for start, end in _windows(plain):
        found += [(start + a, start + b, value) for a, b, value in all_dates(plain[start:end], spoken, alone=False)]
    if not found and text_value(text, spoken):  # "2 lip 2008" as the whole text is no longer doubtful
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


def plain_digits(text: str) -> str:
    """The text, of the same length, with full-width digits as plain ones."""
    return text if text.isascii() else text.translate(_WIDE_DIGITS)


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
    found: list[Found] = []
    for pattern in (*_NAMED, *_NUMBERED, *(_ALONE if alone else ())):
        found += _matches(pattern, text, languages, alone)
    found.sort(key=lambda one: (one[0], -one[1]))
    at = 0
    for one in found:
        if one[0] >= at:
            yield one
            at = one[1]


def _matches(pattern: re.Pattern[str], text: str, languages: tuple[str, ...], alone: bool) -> Iterator[Found]:
    match = pattern.search(text)
    while match:
        value = _value(match, languages, alone)
        if value:
            yield match.start(), match.end(), value
        # A match that is no date ("chapter 12 2008") must not hide one that begins inside it.
        match = pattern.search(text, match.end() if value else match.start() + 1)


def _value(match: re.Match[str], languages: tuple[str, ...], alone: bool) -> str:
    told = match.groupdict()
    if told.get("mark", "") in (".", ". ") and _VERSION.search(match.string, 0, match.start()):
        return ""
    year = int(told["year"]) if told.get("year") else _full_year(told["short"])
    if not year:
        return ""
    if told.get("first"):
        return _either(year, int(told["first"]), int(told["second"]), languages)
    month = _month(told, languages, alone)
    if month is None:
        return ""
    found = made(year, month, int(told["day"]) if told.get("day") else None, *_moment(told))
    return str(found) if found else ""


def _moment(told: dict[str, str]) -> tuple[str, str]:
    """Time and offset of an ISO 8601 moment with a zone; of other times the day is enough."""
    clock, zone = told.get("clock"), told.get("zone") or ""
    if not clock or not zone or clock >= "24":
        return "", ""
    return clock if len(clock) == 8 else clock + ":00", "Z" if zone in ("+00:00", "-00:00") else zone


def _month(told: dict[str, str], languages: tuple[str, ...], alone: bool) -> int | None:
    return numbered_month(told.get("month") or told["name"]) or month_of(
        told["name"], languages, alone, day=bool(told.get("day"))
    )


def numbered_month(name: str) -> int | None:
    """The month that "03", "3月" or "三月" tells; None for a name."""
    digits = name.rstrip("月월 ")
    return int(digits) if digits.isdecimal() else _KANJI.get(digits)


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
