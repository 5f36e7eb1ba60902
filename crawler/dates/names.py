"""Names of months and days of the week, from Unicode's CLDR data; nothing by hand but what CLDR lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType

from babel import Locale, UnknownLocaleError

_TAGS = "en de fr es pt it nl pl ru cs hu sv da nb fi tr uk ro el zh ja ko"
LANGUAGES = tuple(_TAGS.split())
# Read as well where the language is not told, but a name of one of the languages above has precedence.
_FURTHER_TAGS = "ar fa he hi bn th vi id bg mk be sr hr sk sl ca gl lt lv et is"
FURTHER = tuple(_FURTHER_TAGS.split())
_VARIANTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"no": ("nb",), "sr": ("sr", "sr_Latn"), "sh": ("sr_Latn", "hr"), "bs": ("bs", "hr"),
     "ar": ("ar", "ar_LB", "ar_DZ", "ar_MA"), "iw": ("he",), "in": ("id",)}
)  # fmt: skip
_LACKING: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "en": {"sept": 9},
        "de": {"mrz": 3, "maerz": 3, "jänner": 1, "jaenner": 1, "feber": 2},
        "fr": {"janv": 1, "fevr": 2, "sept": 9},
        "es": {"setiembre": 9, "sept": 9},
        "ru": {"нояб": 11},
        "hr": {"studenog": 11},
    }
)
_LACKING_DAYS = "pn wt śr cz pt sb nd ndz"  # Polish
_WIDTHS = (("format", "wide"), ("stand-alone", "wide"), ("format", "abbreviated"), ("stand-alone", "abbreviated"))
# Months of one language that are words of others: "MacBook Pro 13 2020", "Gen 2 2021".
_COMMON_WITH_DAY = frozenset(("ago", "gen", "hei", "led", "list", "mag", "out", "pro", "set", "sub", "tam"))
# The same without a day: "Mars 2020", "lip 2009".
_COMMON = "ara dub eki elo giu kas kes lip lis lok lug marc mars mart nis otto paz sie srp uno"
_COMMON_ALONE = _COMMON_WITH_DAY.union(_COMMON.split())
_NO_NAME = re.compile(r"\d")
_OF = re.compile(r"^d(?:e |['’])")  # Catalan: "de maig", "d’abril"
_SHORT_NAME = 3


def normal(word: str) -> str:
    """A word as it stands in the tables: folded case, composed letters, no dots at its ends."""
    word = word.casefold().strip(".")
    return word if word.isascii() else unicodedata.normalize("NFC", word)


def month_of(word: str, languages: tuple[str, ...], alone: bool = True, day: bool = True) -> int | None:
    """The month 1 to 12 that a word names, in the given languages first, then in any; None for no month.

    In running text (`alone` false), the more so without a `day`, a name that is a common word elsewhere counts only
    in the given languages.
    """
    word = normal(word)
    number = months_in(languages).get(word)
    if number is None and (alone or word not in (_COMMON_WITH_DAY if day else _COMMON_ALONE)):
        number = all_months().get(word)
    return number


@lru_cache(maxsize=256)
def months_in(languages: tuple[str, ...]) -> Mapping[str, int]:
    """Name to month for some languages (BCP 47 tags; unknown ones are skipped), the first having precedence."""
    names: dict[str, int] = {}
    for tag in languages:
        for name, number in _months(tag).items():
            names.setdefault(name, number)
    return MappingProxyType(names)


@lru_cache(maxsize=256)
def known_months(languages: tuple[str, ...]) -> frozenset[str]:
    """Every name that `month_of` may know for these languages."""
    return frozenset(months_in(languages)).union(all_months())


@lru_cache(maxsize=1)
def all_months() -> Mapping[str, int]:
    """Name to month over all languages, without names that mean different months in two of them.

    Of names merely cut to their first letters, Latin ones count only where two languages agree.
    """
    told: dict[str, set[int]] = {}
    cut: dict[str, list[int]] = {}
    for language in LANGUAGES:
        names = _told(language)
        for name, number in names.items():
            told.setdefault(name, set()).add(number)
        for name, number in _months(language).items():
            if name not in names:
                cut.setdefault(name, []).append(number)
    known = {name: min(numbers) for name, numbers in told.items() if len(numbers) == 1}
    for name, numbers in cut.items():
        if name not in told and len(set(numbers)) == 1 and (len(numbers) > 1 or not name.isascii()):
            known[name] = numbers[0]
    return MappingProxyType(_further(told.keys()) | known)


def _further(taken: Collection[str]) -> dict[str, int]:
    """Names of further languages that mean one month; of short Latin ones ("tra", "pro") the language must be told."""
    told: dict[str, set[int]] = {}
    for language in FURTHER:
        for name, number in _told(language).items():
            if name not in taken and (len(name) > _SHORT_NAME or not name.isascii()):
                told.setdefault(name, set()).add(number)
    return {name: min(numbers) for name, numbers in told.items() if len(numbers) == 1}


@lru_cache(maxsize=1)
def weekdays() -> frozenset[str]:
    """The names of the days of the week in all languages, long and short."""
    names = set(_LACKING_DAYS.split())
    for language in LANGUAGES:
        names.update(_days(language))
    for name in tuple(names):  # "terça-feira" is read as two words
        names.update((name[:3], *re.split(r"\W", name)))
    for language in FURTHER:
        for name in _days(language):
            names.update((name, *re.split(r"[\s,.\u200c-]", name)))
    return frozenset(names)


def _days(language: str) -> set[str]:
    return {
        normal(name)
        for locale in _locales(language)
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated", "short")
        for name in locale.days[context].get(width, {}).values()
    }


@lru_cache(maxsize=256)
def _months(tag: str) -> Mapping[str, int]:
    names = dict(_told(tag))
    wide = [_names(locale, context, width) for locale in _locales(tag) for context, width in _WIDTHS[:2]]
    for length in (4, 3):
        for name, number in _cut(wide, length).items():
            names.setdefault(name, number)
    return MappingProxyType(names)


def is_calendar_word(word: str) -> bool:
    """Whether a word is the name of a month or of a day of the week, in any language."""
    return normal(word) in all_months() or normal(word) in weekdays()


@lru_cache(maxsize=256)
def _told(tag: str) -> Mapping[str, int]:
    """The names that CLDR (or our supplement) has, and how they look without accents."""
    locales = _locales(tag)
    names: dict[str, int] = dict(_LACKING.get(locales[0].language, {})) if locales else {}
    tables = [_names(locale, context, width) for locale in locales for context, width in _WIDTHS]
    for table in (*tables, *map(_unaccented, tables)):
        for name, number in table.items():
            names.setdefault(name, number)
    if locales and locales[0].language == "he":  # "of May" is one word
        names |= {"ב" + name: number for name, number in names.items()}
    return MappingProxyType(names)


@lru_cache(maxsize=256)
def _locales(tag: str) -> tuple[Locale, ...]:
    """The locale of a tag's language, and those in which it has other months; empty for an unknown one."""
    language = re.split(r"[-_]", tag.strip().lower())[0]
    try:
        return tuple(Locale.parse(name) for name in _VARIANTS.get(language, (language,)))
    except (UnknownLocaleError, ValueError, TypeError):
        return ()


def _names(locale: Locale, context: str, width: str) -> dict[str, int]:
    table = locale.months[context][width]
    return {_OF.sub("", normal(name)): number for number, name in table.items() if not _NO_NAME.search(name)}


def _unaccented(table: dict[str, int]) -> dict[str, int]:
    """As people without the right keyboard write: "fevrier", "marco"."""
    return {
        "".join(mark for mark in unicodedata.normalize("NFD", name) if not unicodedata.combining(mark)): number
        for name, number in table.items()
        if not name.isascii()
    }


def _cut(tables: list[dict[str, int]], length: int) -> dict[str, int]:
    """The first letters of full names, as blog software shortens them, where they name one month alone."""
    seen: dict[str, set[int]] = {}
    for table in tables:
        for name, number in table.items():
            if len(name) > length:
                seen.setdefault(name[:length], set()).add(number)
    return {name: min(numbers) for name, numbers in seen.items() if len(numbers) == 1}
