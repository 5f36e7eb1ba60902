"""Settings that a person gives by `-s NAME=VALUE`: whether they are what they have to be, before anything begins."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Final

import click

from crawler.errors import UsageError


def settings_of(texts: Iterable[str], known: Mapping[str, object]) -> dict[str, str]:
    """The settings by name. `known` has every setting's value as it stands, which tells what kind of value it takes.

    A name that is not known is passed on, with a warning on stderr. Raises UsageError for a number that is none.
    """
    given = dict(map(parse_setting, texts))
    for name, value in given.items():
        if name in known:
            _check(name, value, known[name])
        else:
            near = get_close_matches(name, known, n=1)
            meant = f": {near[0]} is meant?" if near else ""
            click.echo(f"backfile: -s {name}: no setting is called so, and nothing may heed it{meant}", err=True)
    return given


def parse_setting(text: str) -> tuple[str, str]:
    """NAME=VALUE. Raises UsageError."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"-s {text}: say NAME=VALUE")
    return name.strip(), value


def _check(name: str, value: str, now: object) -> None:
    wanted = _kind(name, now)
    if wanted is None:
        return
    words, read = wanted
    try:
        good = read(value)
    except ValueError:
        good = False
    if not good:
        raise UsageError(f"-s {name}={value}: {name} is {words}")


def _kind(name: str, now: object) -> tuple[str, Callable[[str], bool]] | None:
    """What a setting takes, in words and as a test; None where it may be anything."""
    if isinstance(now, bool):
        return "1 or 0", lambda value: value.strip().lower() in _YES_OR_NO
    if isinstance(now, float) or (isinstance(now, int) and name.endswith(_FRACTIONS)):
        return "a number", lambda value: math.isfinite(float(value))
    return ("a whole number", lambda value: int(value) is not None) if isinstance(now, int) else None


_YES_OR_NO: Final = frozenset(("0", "1", "true", "false"))
"""What Scrapy takes for a switch (`BaseSettings.getbool`)."""

_FRACTIONS: Final = ("_DELAY", "_TIMEOUT", "_INTERVAL")
"""Seconds, of which parts count, whatever the value that stands."""
