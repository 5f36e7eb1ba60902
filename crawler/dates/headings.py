"""Headings that are nothing but a year, a month or a day, and days without a year: what dated listings are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from crawler.dates.names import month_of
from crawler.dates.partial import made, settle
from crawler.dates.patterns import ANY_MONTH, DAY, NAME, OF, ORDINAL, month_starts, numbered_month, plain_digits
from crawler.dates.words import is_trimming
from crawler.dates.written import all_dates, is_day_first, without

_LONGEST = 80
_COUNT = re.compile(r"[(\[（【]\s*\d+\s*[^()\[\]\d（）】]{0,24}[)\]）】]")
_COUNTED = re.compile(
    r"[-–—:·|,]?\s*\b\d+\s*(?:(?:posts?|entries|entry|articles?|items?|stories|beiträge|einträge|billets?|entradas|"
    r"artigos|articoli|berichten|wpisy|wpisów|записей|записи|запись)\b|篇(?:文章)?|件|개)",
    re.I,
)
_YEAR = re.compile(r"(?<![\d.,/:-])(?:199|20\d)\d(?![\d]|[.,/:-]\d)")

_STARTS = r"(?<![\w.,/:+-])"
_DAYS = (
    re.compile(rf"{_STARTS}{DAY}{ORDINAL}\s*+(?:[./-]\s*+)?{OF}{NAME}\.?(?![^\W_])", re.I),
    re.compile(rf"(?<![^\W_]){NAME}\.?\s*+(?:[./-]\s*+)?{DAY}{ORDINAL}(?!\w|[.,:/-]\w)", re.I),
    re.compile(r"(?<!\d)(?P<month>1[0-2]|0?[1-9])\s?[月월]\s?(?P<day>[0-3]?[0-9])\s?[日일号號]"),
    re.compile(rf"{_STARTS}(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?!\w|[.,:/-]\w)"),
    re.compile(rf"{_STARTS}(?P<first>[0-3]\d)(?P<mark>[./])(?P<second>[0-3]\d)\.?(?!\w|[.,:/-]\w)"),
    re.compile(rf"{_STARTS}(?P<first>[0-3]?\d)(?P<mark>/)(?P<second>[0-3]?\d)(?!\w|[.,:/-]\w)"),
    re.compile(rf"{_STARTS}(?P<first>[0-3]?\d)(?P<mark>\.)\s?(?P<second>[0-3]?\d)\.(?!\w|[.,:/-]\w)"),
)
_MONTH_FIRST = frozenset(("zh", "ja", "ko"))


def heading_date(text: str, languages: Sequence[str] = ("en",)) -> str:
    """What a heading that is only a date dates: "2009", "2009-03", "2009-03-12", "--03" for a month alone; else empty.

    Counts ("(12)", "12 posts") and words such as "Archives for" or "Jahr" do not matter. Of a numeric day that can
    be read in two ways the year is told.
    """
    return _heading(text.strip(), tuple(languages)) if len(text) <= _LONGEST * 3 else ""


@lru_cache(maxsize=32768)
def _heading(text: str, languages: tuple[str, ...]) -> str:
    text = _COUNTED.sub(" ", _COUNT.sub(" ", plain_digits(" ".join(text.split())))).strip()
    if not text or len(text) > _LONGEST or "©" in text:
        return ""
    found = list(all_dates(text, languages, alone=True))
    if found:
        values = {value for _, _, value in found}
        same = len(values) == 1 and is_trimming(without(text, found), heading=True)
        return settle(values.pop(), "") if same else ""
    years = set(_YEAR.findall(text))
    if years:
        return years.pop() if len(years) == 1 and is_trimming(_YEAR.sub(" ", text), heading=True) else ""
    return _month_alone(text, languages)


def _month_alone(text: str, languages: tuple[str, ...]) -> str:
    for start in month_starts(text, languages):
        name = ANY_MONTH.match(text, start)
        month = (numbered_month(name[0]) or month_of(name[0], languages, alone=False, day=False)) if name else None
        if name and month:
            rest = text[:start] + " " + text[name.end() :]
            return f"--{month:02d}" if is_trimming(rest, heading=True) else ""
    return ""


def month_day(text: str, languages: Sequence[str] = ("en",), order: str = "") -> tuple[int, int] | None:
    """Month and day of a text that is a day without its year: "03-12", "12 March", "Mar 12", "3月12日"; else None.

    "03/12" and "03.12" are read by `order` ("dmy" or "mdy", as `order_of` proves it of the listing's other days),
    else by the language, and in English only where a number above 12 settles it.
    """
    return _month_day(text.strip(), tuple(languages), order) if len(text) <= _LONGEST * 3 else None


@lru_cache(maxsize=8192)
def _month_day(text: str, languages: tuple[str, ...], order: str) -> tuple[int, int] | None:
    text = plain_digits(" ".join(text.split()))
    if len(text) > _LONGEST:
        return None
    for pattern in _DAYS:
        match = pattern.search(text)
        if match and is_trimming(text[: match.start()] + " " + text[match.end() :]):
            return _day_of(match.groupdict(), languages, order)
    return None


def _day_of(told: dict[str, str], languages: tuple[str, ...], order: str) -> tuple[int, int] | None:
    if told.get("first"):
        return _either(int(told["first"]), int(told["second"]), languages, order)
    name = told.get("name") or told["month"]
    month = numbered_month(name) or month_of(name, languages)
    return _sound(month, int(told["day"]))


def _either(first: int, second: int, languages: tuple[str, ...], order: str) -> tuple[int, int] | None:
    day_first, month_first = _sound(second, first), _sound(first, second)
    if not order and is_day_first(languages):
        order = "dmy"
    elif not order and languages and languages[0].lower()[:2] in _MONTH_FIRST:
        order = "mdy"
    if day_first and month_first and day_first != month_first:
        return {"dmy": day_first, "mdy": month_first}.get(order)
    return day_first or month_first


def _sound(month: int | None, day: int) -> tuple[int, int] | None:
    return (month, day) if month and made(2000, month, day) else None
