"""The shapes of dates as people write them, as regular expressions. What a match means is told in `written`.

Texts must have plain digits (`plain_digits`). A pattern with a month's name is tried only where a name stands
(`month_starts`): its `lead` finds the beginning of the date before the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from crawler.dates.names import known_months, normal

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
# Hebrew, Arabic, the scripts of India, Thai: their vowel signs are no letters to `re`, and their months may be short.
SIGNED = "\u05d0-\u05f4\u0620-\u065f\u0670-\u06d5\u0900-\u0963\u0970-\u0dff\u0e01-\u0e4e"
_WORD = rf"(?:كانون|تشرين)\sال(?:أول|ثاني)|[{SIGNED}](?:[{SIGNED}]|\.(?=[{SIGNED}])){{1,13}}+|[^\W\d_{_CJK}]{{3,14}}+"
_NUMBERED_MONTH = (
    r"(?:1[0-2]|0?[1-9])\s?[月월]|(?:十[一二]?|[一二三四五六七八九])月|"
    r"(?:tháng|thg)\s?(?:1[0-2]|0?[1-9]|mười\s(?:một|hai)|giêng|một|hai|ba|tư|năm|sáu|bảy|tám|chín|mười|chạp)(?![^\W_])"
)

NAME = rf"(?P<name>{_NUMBERED_MONTH}|{_WORD})"
DAY = r"(?P<day>[0-3]?[0-9])(?![0-9])"
ORDINAL = r"(?:st|nd|rd|th|er|re|ère|ème|e|a|º|ª|°|η|ης|-?(?:го|ое|е|й)|:[ae]|\.)?"
OF = r"(?:(?:of\s++the|of|del|de|di|do|da|du|von|van|the|năm|ค\.ศ\.)\s*+(?<=[\s.])|d['’])?"
_WORD_STARTS = rf"(?<![^\W\d_{_CJK}])(?<![0-9])"
_DIGIT_STARTS = r"(?<![A-Za-z0-9_])(?<![0-9A-Za-z][.,/:+-])"
_LONG_YEAR = r"(?P<year>(?:199|20\d)\d)"
_YEAR = rf"{_LONG_YEAR}(?![0-9A-Za-z_])(?![.,:][0-9])"
_SHORT_YEAR = r"['’](?P<short>\d\d)(?![0-9])"
_ANY_YEAR = rf"(?:{_YEAR}|{_SHORT_YEAR})"
_S = r"\s*+"
# What stands between day and year where the C library's ctime has it: Sat Aug  1 10:00:00 2020
_ZONE = r"(?:(?-i:[A-Z]{2,5})\b|(?:UTC|GMT)?[+-]\d\d:?\d\d)"
_CLOCK = rf"(?:\s++[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?(?:\s{_ZONE})?\s)?"
_TO_DAY = rf"{_DIGIT_STARTS}{DAY}{ORDINAL}{_S}(?:[./-]{_S})?{OF}"
_TO_YEAR = rf"{_DIGIT_STARTS}{_LONG_YEAR}(?:\.|\s?m\.)?{_S}(?:[,،/-]{_S})?"


class Named(NamedTuple):
    """A date with a month's name: where it begins before the name (None: at the name), and all of it."""

    lead: re.Pattern[str] | None
    whole: re.Pattern[str]


_DAY_LEAD = re.compile(rf"{_TO_DAY}\Z", re.I)
_YEAR_LEAD = re.compile(rf"{_TO_YEAR}\Z")
LEAD_LENGTH = 24

NAMED = (
    # 8 февраля 2008, 23rd of March 2008, 1 de enero de 2008, 12/Mar/2009, 12 Mar '09, ٩ مايو، ٢٠١٤
    Named(_DAY_LEAD, re.compile(rf"{_TO_DAY}{NAME}\.?{_S}(?:[,،/-]{_S})?{OF}{_ANY_YEAR}", re.I)),
    # Tuesday, May 09, 2006, lip 2 2008, Sept. 5, 2012, Mar-23-2008, Aug  1 10:00:00 2020
    Named(
        None,
        re.compile(
            rf"{_WORD_STARTS}{NAME}\.?{_S}(?:[./-]{_S})?(?:the\s++)?{DAY}{ORDINAL}{_CLOCK}{_S}(?:[,،./-]{_S})?{OF}{_ANY_YEAR}",
            re.I,
        ),
    ),
    # 2008. január 20., 2008 Jan 20; not "2008 March 3, 2009", where the year belongs to something else
    Named(
        _YEAR_LEAD,
        re.compile(
            rf"{_TO_YEAR}{NAME}\.?{_S}(?:[/-]{_S})?{DAY}{ORDINAL}"
            rf"(?![A-Za-z_])(?!:\d)(?!{_S}[,.]?{_S}(?:{OF})(?:199|20\d)\d)",
            re.I,
        ),
    ),
    # 2014. gada 9. maijs
    Named(
        re.compile(rf"{_DIGIT_STARTS}{_LONG_YEAR}\.\sgada\s{DAY}\.\s\Z"),
        re.compile(rf"{_DIGIT_STARTS}{_LONG_YEAR}\.\sgada\s{DAY}\.\s{NAME}", re.I),
    ),
    # 12-Mar-09
    Named(
        re.compile(rf"{_DIGIT_STARTS}{DAY}[-/.]\Z"),
        re.compile(rf"{_DIGIT_STARTS}{DAY}(?P<mark>[-/.]){NAME}(?P=mark)(?P<short>\d\d)(?![0-9A-Za-z_:.-])", re.I),
    ),
    # March 2009, März '09, enero de 2008
    Named(None, re.compile(rf"{_WORD_STARTS}{NAME}\.?{_S}(?:[,،/-]{_S})?{OF}{_ANY_YEAR}", re.I)),
)
# 2009 March: only where nothing else stands around it.
NAMED_ALONE = (Named(_YEAR_LEAD, re.compile(rf"{_TO_YEAR}{NAME}\.?(?![^\W_])", re.I)),)

# Dates with 年 or 년
NUMBERED_EAST = (
    # 2008年1月20日, 2008년 1월
    re.compile(
        rf"(?<![0-9]){_LONG_YEAR}\s?[年년]\s?(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s?[月월]"
        r"(?:\s?(?P<day>[0-3]?[0-9])\s?[日일号號])?"
    ),
    # 平成20年3月12日, 令和元年5月
    re.compile(
        r"(?P<era>平成|令和)\s?(?P<reign>元|[0-3]?[0-9])\s?年\s?(?P<month>1[0-2]|0?[1-9])\s?月(?:\s?(?P<day>[0-3]?[0-9])\s?日)?"
    ),
    # 08年1月20日, but no year of an era (平成20年)
    re.compile(
        r"(?<![0-9一-鿿])(?P<short>\d\d)\s?年\s?(?P<month>1[0-2]|0?[1-9])\s?月\s?(?P<day>[0-3]?[0-9])\s?[日号號]"
    ),
)
# Dates of numbers joined by marks
NUMBERED = (
    # 2008-01-20, 2008/1/20, 2008. 1. 20.
    re.compile(
        rf"{_LONG_YEAR}(?<![A-Za-z0-9_/.-]\d{{4}})(?<![0-9A-Za-z][,:+]\d{{4}})"
        rf"(?P<mark>\s?[-/.]\s?)(?P<month>1[0-2]|0?[1-9])(?P=mark){DAY}"
        r"(?:T(?P<clock>[0-2]\d:[0-5]\d(?::[0-5]\d)?)(?:\.\d+)?(?P<zone>Z|[+-]\d\d:\d\d)?(?!\w))?"
        r"(?![A-SU-Za-z_%])(?![-/.:+]\w)"
    ),
    # 20.01.2008, 1/20/2008
    re.compile(
        rf"{_DIGIT_STARTS}(?<![/.+-])(?P<first>[0-3]?[0-9])(?P<mark>\s?[-/.]\s?)(?P<second>[0-3]?[0-9])(?P=mark){_YEAR}"
        r"(?![-/.]\w)"
    ),
    # 06/13/17, 13.06.17
    re.compile(
        rf"{_DIGIT_STARTS}(?<![/.+-])(?P<first>[0-3]\d)(?P<mark>[/.])(?P<second>[0-3]\d)(?P=mark)(?P<short>\d\d)"
        r"(?![0-9A-Za-z_%])(?![-/.:,]\w)"
    ),
)
# What is a date only where nothing else stands around it.
NUMBERED_ALONE = (
    # 6/3/17
    re.compile(
        rf"{_DIGIT_STARTS}(?P<first>[0-3]?\d)(?P<mark>/)(?P<second>[0-3]?\d)(?P=mark)(?P<short>\d\d)(?!\w)(?![-/.:,]\w)"
    ),
    re.compile(rf"{_DIGIT_STARTS}{_LONG_YEAR}\s?[-/.]\s?(?P<month>1[0-2]|0?[1-9])(?![0-9]|\s?[-/.:]\s?[0-9])"),
    re.compile(rf"{_DIGIT_STARTS}(?P<month>1[0-2]|0?[1-9])\s?[-/.]\s?{_YEAR}(?!\s?[-/.]\s?[0-9])"),
    re.compile(rf"(?<!\w){_LONG_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d)(?!\w)"),
    # 9/3/07
    re.compile(
        rf"{_DIGIT_STARTS}(?<![/.+-])(?P<first>[0-3]?\d)(?P<mark>/)(?P<second>[0-3]?\d)/(?P<short>\d\d)(?![0-9A-Za-z_%/.])"
    ),
)

ANY_MONTH = re.compile(rf"{_NUMBERED_MONTH}|{_WORD}", re.I)
_ANY_WORD = re.compile(_WORD)
_PLAIN_WORD = re.compile(r"[a-z]{3,14}+")
_ANY_NUMBERED = re.compile(_NUMBERED_MONTH, re.I)
_NUMBERING = re.compile(r"[月월]|\b(?:tháng|thg)", re.I)
_NOT_PLAIN = re.compile(r"[^\D0-9]|[\u061c\u200e\u200f]")
_KANJI = {mark: number for number, mark in enumerate("一二三四五六七八九十", 1)} | {"十一": 11, "十二": 12}
_VIETNAMESE = {
    word: number
    for number, word in enumerate(
        ["một", "hai", "ba", "tư", "năm", "sáu", "bảy", "tám", "chín", "mười", "mười_một", "mười_hai", "giêng", "chạp"],
        1,
    )
} | {"giêng": 1, "chạp": 12}


def month_starts(text: str, languages: tuple[str, ...]) -> Iterator[int]:
    """Where in a text a word or a number with its sign stands that may be a month's name.

    Most lines have none, so that is what is found out quickly.
    """
    folded = text.casefold()
    plain = folded.isascii()
    if not plain:
        folded = unicodedata.normalize("NFC", folded)
    named = known_months(languages).intersection(_PLAIN_WORD.findall(folded) if plain else _words(folded))
    if named and len(folded) == len(text):
        for name in named:
            yield from _places(name, folded)
    elif named:
        yield from (word.start() for word in _ANY_WORD.finditer(text) if normal(word[0]) in named)
    if (not plain or "thg" in folded) and _NUMBERING.search(folded):
        yield from (sign.start() for sign in _ANY_NUMBERED.finditer(text))


def _words(folded: str) -> Iterator[str]:
    return (word.strip(".") for word in _ANY_WORD.findall(folded))


def _places(name: str, folded: str) -> Iterator[int]:
    at = folded.find(name)
    while at >= 0:
        if not at or not folded[at - 1].isalpha() or folded[at - 1] > "\u2fff":
            yield at
        at = folded.find(name, at + 1)


def numbered_month(name: str) -> int | None:
    """The month that "03", "3月", "三月" or "tháng 3" tells; None for a name."""
    digits = name.rstrip("月월 ")
    if digits.isdecimal():
        return int(digits)
    if digits in _KANJI:
        return _KANJI[digits]
    head, _, number = " ".join(name.casefold().split()).partition(" ")
    if head not in ("tháng", "thg"):
        return None
    return int(number) if number.isdecimal() else _VIETNAMESE.get(number.replace(" ", "_"))


def plain_digits(text: str) -> str:
    """The text, of the same length, with the digits of all scripts as plain ones, and blanks for marks of direction."""
    if text.isascii() or not _NOT_PLAIN.search(text):
        return text
    return _NOT_PLAIN.sub(lambda sign: str(int(sign[0])) if sign[0].isdecimal() else " ", text)
