"""The template of an address, and the date that an address tells.

Which templates belong to posts is judged elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from babel import Locale

from crawler.model import PartialDate
from crawler.urls.keys import is_form

_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "zh", "ja", "ko")

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_TWO_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_TWO_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_WHOLE = (
    re.compile(_YEAR),
    re.compile(rf"{_YEAR}(?P<mark>[-_.]?){_TWO_MONTH}"),
    re.compile(rf"{_YEAR}(?P<mark>[-_.]?){_TWO_MONTH}(?P=mark){_TWO_DAY}(?:(?P<joint>[-_.])(?P<slug>.+))?"),
    re.compile(rf"{_YEAR}(?P<mark>[-_.]){_MONTH}(?P=mark){_DAY}(?:(?P<joint>[-_.])(?P<slug>.+))?"),
)
_AFTER_YEAR = (re.compile(_MONTH), re.compile(rf"{_TWO_MONTH}(?P<mark>[-_.]?){_TWO_DAY}"))
_AFTER_MONTH = (re.compile(_DAY),)
_PAGING = ("page", "p")
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{1,4}$", re.I)
_INDEX = re.compile(r"(?:index|default)\.[a-z]{2,5}$", re.I)
_DIGITS = re.compile(r"[0-9]+")
_EARLIEST = 1990


def shape_of(url: str) -> str:
    """The template of an address: its dates, numbers and slug as names, its first folders as they are.

    "/{year}/{month}/{slug}/", "/blog/{slug}.html", "/archives/{number}.html", "/?p={number}". Host, tracking
    parameters play no part; extension and last slash do. "/" for a root, empty for what is no address.
    """
    return _read(url)[0]


def date_in(url: str, today: date | None = None) -> PartialDate | None:
    """The date that the address itself tells, at its precision; None outside 1990 to next year."""
    found = _read(url)[1]
    latest = (today or date.today()).year + 1
    return found if found and _EARLIEST <= found.year <= latest else None


@dataclass(slots=True)
class _Reading:
    """The state of reading segments from left to right."""

    parts: list[str] = field(default_factory=list)
    year: int | None = None
    month: int | None = None
    day: int | None = None
    open: bool = True  # month and day are read only right after the year: "/2009/page/2/" tells no month

    @property
    def date(self) -> PartialDate | None:
        if self.year is None:
            return None
        try:
            date(self.year, self.month or 1, self.day or 1)
        except ValueError:
            return PartialDate(self.year, self.month)
        return PartialDate(self.year, self.month, self.day)


@lru_cache(maxsize=262144)
def _read(url: str) -> tuple[str, PartialDate | None]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", None
    reading = _Reading()
    segments = [unquote(part) for part in parts.path.split("/") if part]
    ending = "/" if parts.path.endswith("/") else ""
    if segments and _INDEX.fullmatch(segments[-1]):
        ending = "/" + segments.pop()
    for segment in segments[:-1]:
        reading.parts.append(_folder(segment, reading))
    if segments:
        reading.parts.append(_last(segments[-1], ending, reading))
    path = "/" + "/".join(reading.parts) + (ending if segments else ending.lstrip("/"))
    return path + _query(parts.query, reading) + _fragment(parts.fragment), reading.date


def _folder(segment: str, reading: _Reading) -> str:
    found = _dated(segment, reading)
    if found:
        return found
    if _DIGITS.fullmatch(segment):
        return "{number}"
    return segment if reading.year is None or segment in _PAGING else "{slug}"


def _last(segment: str, ending: str, reading: _Reading) -> str:
    extension = "" if ending else "".join(_EXTENSION.findall(segment))
    stem = segment[: len(segment) - len(extension)]
    found = _dated(stem, reading)
    if found:
        return found + extension
    return ("{number}" if _DIGITS.fullmatch(stem) else "{slug}") + extension


def _dated(segment: str, reading: _Reading) -> str:
    """The template of a segment that tells (a part of) a date, which is noted; empty for any other."""
    found = _template(segment, reading) if reading.open else ""
    reading.open = reading.year is None or bool(found and reading.day is None)
    return found


def _template(segment: str, reading: _Reading) -> str:
    if reading.month is not None:
        return _match(_AFTER_MONTH, segment, reading)
    if reading.year is None:
        return _match(_WHOLE, segment, reading)
    month = _months().get(_plain(segment))
    if month:
        reading.month = month
        return "{month}"
    return _match(_AFTER_YEAR, segment, reading)


def _match(patterns: tuple[re.Pattern[str], ...], segment: str, reading: _Reading) -> str:
    for pattern in patterns:
        match = pattern.fullmatch(segment)
        if match:
            told = match.groupdict()
            names = [name for name in ("year", "month", "day") if told.get(name)]
            for name in names:
                setattr(reading, name, int(told[name]))
            mark, joint = told.get("mark") or "", told.get("joint")
            return mark.join(f"{{{name}}}" for name in names) + (f"{joint}{{slug}}" if joint else "")
    return ""


def _query(query: str, reading: _Reading) -> str:
    pieces = [piece for piece in query.split("&") if piece and not is_form(piece)]
    return "?" + "&".join(_parameter(piece, reading) for piece in pieces) if pieces else ""


_PERIODS = {
    **dict.fromkeys(("y", "year", "yr", "jahr", "annee", "ano"), "year"),
    **dict.fromkeys(("m", "month", "mon", "monat", "mois", "mes"), "month"),
    **dict.fromkeys(("d", "day", "tag"), "day"),
}
"""Parameters that tell a part of a date each: "?year=2008&month=3". A month counts after its year, a day after both."""


def _period(name: str, value: str, reading: _Reading) -> str:
    kind = _PERIODS.get(name.lower(), "")
    before = {"year": True, "month": reading.year and not reading.month, "day": reading.month and not reading.day}
    pattern = {"year": _YEAR, "month": _MONTH, "day": _DAY}.get(kind, "")
    if not kind or (kind == "year" and reading.year) or not before[kind] or not re.fullmatch(pattern, value):
        return ""
    setattr(reading, kind, int(value))
    return f"{name}={{{kind}}}"


def _parameter(piece: str, reading: _Reading) -> str:
    name, equals, value = piece.partition("=")
    if found := _period(name, value, reading):
        return found
    if not equals:
        return "{number}" if _DIGITS.fullmatch(name) else name if name.isalpha() else "{slug}"
    return name + equals + _value(unquote(value), reading)


def _value(value: str, reading: _Reading) -> str:
    found = _match(_WHOLE[1:], value, reading) if reading.year is None else ""
    if found or _DIGITS.fullmatch(value):
        return found or "{number}"
    # "view=article" is a part of the template, "title=my-first-post" is not.
    return value if re.fullmatch(r"\w{0,12}", value) and not _DIGITS.search(value) else "{slug}"


def _fragment(fragment: str) -> str:
    if not fragment:
        return ""
    return "#" + (_DIGITS.sub("{number}", fragment) if _DIGITS.search(fragment) else "{slug}")


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    """Month names as segments are written after a year: full, CLDR's short, and first three letters."""
    names: dict[str, int] = {}
    cuts: tuple[Callable[[str], str], ...] = (str, lambda name: name[:3])
    for language in _LANGUAGES:
        data = Locale(language).months
        for context, width in (("format", "wide"), ("stand-alone", "wide"), ("format", "abbreviated")):
            for number, name in data[context][width].items():
                for cut in cuts:
                    names.setdefault(cut(_plain(name)), number)
    return {name: number for name, number in names.items() if name and not _DIGITS.match(name)}


def _plain(name: str) -> str:
    return name.casefold().rstrip(".")
