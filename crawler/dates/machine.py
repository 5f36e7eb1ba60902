"""Dates as machines write them: ISO 8601, RFC 822, asctime, seconds. What people write is read in `written`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from crawler.dates.names import month_of
from crawler.dates.partial import made, parse_partial, plausible, settle
from crawler.dates.written import text_value
from crawler.model import PartialDate

_LONGEST = 80
_TIME = r"(?P<hour>\d{1,2})(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,]\d+)?)?)?(?:\s?(?P<half>[AaPp])\.?[Mm]\.?)?"
_ZONE = r"(?P<zone>[A-Za-z]{0,5}[+-]\d{1,2}:?\d{0,2}|[A-Za-z]{1,5})"
_TAIL = rf"(?:{_TIME}(?:\s?{_ZONE})?)?"
_WEEKDAY = r"(?:[^\W\d_]++(?:\.?,\s*|\.?\s+))?"
_NAMED = r"(?P<name>[^\W\d_]{3,})\.?"
_FORMS = (
    # ISO 8601, W3CDTF; also with a blank for the T, with slashes, without leading zeros; compact
    re.compile(
        r"(?P<year>\d{4})(?:(?P<mark>[-/.])(?P<month>\d{1,2})(?:(?P=mark)(?P<day>\d{1,2}))?)?"
        rf"(?:Z|[+-]\d\d:\d\d|(?:T|\s|,\s|\sat\s)\s*{_TAIL})?",
        re.I,
    ),
    re.compile(rf"(?P<year>\d{{4}})(?P<month>\d\d)(?P<day>\d\d)(?:T?(?=\d{{4}}){_TAIL})?"),
    # RFC 822 and 2822 with what is met in feeds: no weekday, no zone, full names, names of other languages
    re.compile(rf"{_WEEKDAY}(?P<day>\d{{1,2}})[\s-]+{_NAMED}[\s-]+(?P<year>\d{{2,4}})(?:,?\s+{_TAIL})?"),
    # asctime and `date`: Sun Jan 20 10:00:00 EST 2008
    re.compile(rf"{_WEEKDAY}{_NAMED}\s+(?P<day>\d{{1,2}})\s+{_TAIL}\s+(?P<year>\d{{4}})"),
    # JavaScript's Date: Sun Jan 20 2008 10:00:00 GMT+0100
    re.compile(rf"{_WEEKDAY}{_NAMED}\s+(?P<day>\d{{1,2}}),?\s+(?P<year>\d{{4}})(?:,?\s+(?:at\s+)?{_TAIL})?"),
)
_WEEK = re.compile(r"(\d{4})-?W(\d\d)(?:-?([1-7]))?")
_ORDINAL = re.compile(r"(\d{4})-(\d{3})")
_SECONDS = re.compile(r"(\d{9,10})(\d{3})?(?:\.\d+)?")
_COMMENT = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])$")
_CLOCK = re.compile(rf"(?<!\d)(?=\d{{1,2}}:|\d{{1,2}}\s?[AaPp]\.?[Mm]){_TIME}(?:\s?{_ZONE})?(?!\w)")

_UTC = frozenset(("Z", "UTC", "GMT", "UT"))
_HOURS = {
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8,
    "HST": -10, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "MSD": 4,
    "HKT": 8, "SGT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip


def parse_machine(text: str, today: date | None = None) -> PartialDate | None:
    """The moment or day that a feed, a meta element or an API states; None for none, and for an impossible one.

    Reads ISO 8601 (weeks and ordinal days too), W3CDTF, RFC 822/2822 with two-digit years (RFC 5322 4.3), zone
    names, a missing zone or weekday, asctime, JavaScript's form, "2016/6/29 10:00", seconds and milliseconds since
    1970, and what people write where it is clear. The offset is "Z" where the moment is told in UTC, empty where no
    zone is told or its name means several. Impossible: before 1990 (year 1, 1970-01-01), after tomorrow, 31 February.
    """
    found = _read(text.strip()) if len(text) < _LONGEST * 2 else None
    return found if found and plausible(found, today) else None


def machine_value(text: str, languages: Sequence[str] = (), today: date | None = None) -> str:
    """As `parse_machine`, as the value of an Evidence: of a numeric day that the languages leave open both readings.

    A reading that is impossible is none; empty for no date.
    """
    found = parse_machine(text, today)
    if found and found.day:
        return str(found)
    readings = (parse_partial(one) for one in text_value(text, languages).split("|"))
    possible = [str(one) for one in readings if one and plausible(one, today)]
    return "|".join(possible) or (str(found) if found else "")


@lru_cache(maxsize=8192)
def _read(text: str) -> PartialDate | None:
    text = _COMMENT.sub("", text)
    if not text or len(text) > _LONGEST:
        return None
    for form in _FORMS:
        match = form.fullmatch(text)
        found = _made(match) if match else None
        if found:
            return found
    return _counted(text) or _loose(text)


def _made(match: re.Match[str]) -> PartialDate | None:
    told = match.groupdict()
    month: int | None = None
    if told.get("name"):
        month = month_of(told["name"], ("en",))
        if month is None:
            return None
    elif told.get("month"):
        month = int(told["month"])
    day = int(told["day"]) if told.get("day") else None
    time, offset = _moment(match) if day else ("", "")
    return made(_year(told["year"]), month, day, time, offset)


def _year(digits: str) -> int:
    """RFC 5322 4.3: two digits from 50 on are of the last century, three count from 1900."""
    year = int(digits)
    if len(digits) == 2:
        return year + (2000 if year < 50 else 1900)
    return year + 1900 if len(digits) == 3 else year


def _moment(match: re.Match[str]) -> tuple[str, str]:
    """Time and offset; both empty where no full time is told."""
    told = match.groupdict()
    if not told["hour"] or not (told["minute"] or told["half"]):
        return "", ""
    hour, minute, second = int(told["hour"]), int(told["minute"] or 0), min(59, int(told["second"] or 0))
    if told["half"] and 1 <= hour <= 12:
        hour = hour % 12 + (12 if told["half"] in "Pp" else 0)
    if hour > 23 or minute > 59:
        return "", ""
    return f"{hour:02d}:{minute:02d}:{second:02d}", _offset(told["zone"] or "")


def _offset(zone: str) -> str:
    name, sign, digits = re.fullmatch(r"([A-Z]*)([+-]?)([\d:]*)", zone.upper()).groups()  # type: ignore[union-attr]
    if not sign:
        hours = _HOURS.get(name)
        return "Z" if name in _UTC else "" if hours is None else f"{'-' if hours < 0 else '+'}{abs(hours):02d}:00"
    if name not in _UTC | {""}:
        return ""
    plain = digits.replace(":", "")
    hours, minutes = (int(plain), 0) if len(plain) < 3 else (int(plain[:-2]), int(plain[-2:]))
    if hours > 14 or minutes > 59:
        return ""
    return f"{sign}{hours:02d}:{minutes:02d}" if hours or minutes else "Z"


def _counted(text: str) -> PartialDate | None:
    """A week, a day of the year, or seconds or milliseconds since 1970."""
    try:
        if match := _WEEK.fullmatch(text):
            year, week, day = (int(part) if part else 0 for part in match.groups())
            return _week(year, week, day)
        if match := _ORDINAL.fullmatch(text):
            return _of(date(int(match[1]), 1, 1) + timedelta(days=int(match[2]) - 1), int(match[1]))
        if match := _SECONDS.fullmatch(text):
            moment = datetime.fromtimestamp(int(match[1]), UTC)
            return made(moment.year, moment.month, moment.day, f"{moment:%H:%M:%S}", "Z")
    except (ValueError, OverflowError):
        pass
    return None


def _week(year: int, week: int, day: int) -> PartialDate | None:
    """A week tells its month only where all its days lie in one."""
    if day:
        return _of(date.fromisocalendar(year, week, day))
    first, last = (date.fromisocalendar(year, week, end) for end in (1, 7))
    return PartialDate(first.year, first.month) if first.month == last.month else PartialDate(year)


def _of(day: date, year: int | None = None) -> PartialDate | None:
    """The day as a PartialDate; None where it has left the year in which it was told."""
    return PartialDate(day.year, day.month, day.day) if year in (None, day.year) else None


def _loose(text: str) -> PartialDate | None:
    """A date as people write it, with its time where one stands beside it."""
    found = parse_partial(settle(text_value(text, ()), ""))
    clock = _CLOCK.search(text) if found and found.day else None
    if not found or not clock:
        return found
    return made(found.year, found.month, found.day, *_moment(clock))
