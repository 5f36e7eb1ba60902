"""The title in a link that holds more than a title: a card with picture, day, heading and excerpt.

Takes the heading; else what its class calls a title; else the first line that is no day. Days that are elements of
their own are no part of a title.
"""

from __future__ import annotations

import re

from crawler import dates
from crawler.markup import Element, name_of, text_of
from crawler.sources.lines import BLOCKS, SPACED, UNSEEN, Link

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_DAY_TAGS = BLOCKS | {"time", "span", "small", "abbr", "i"}
_TITLE_NAME = re.compile(r"(?:^|[-_])(?:title|headline)(?:$|[-_])", re.I)


def title_of(link: Link) -> str:
    """A link's text as a title."""
    if not len(link.element):
        return link.text
    whole = next(link.element.iter(*_HEADINGS), link.element)
    lines = _lines(whole)
    if whole is link.element and len(lines) > 1:
        named = [
            part for part in whole.iterdescendants() if _TITLE_NAME.search(part.get("class", "")) and text_of(part)
        ]
        return next((" ".join(_lines(part)) for part in named if not _is_day(part)), lines[0])
    return " ".join(lines) or link.text


def _lines(element: Element) -> list[str]:
    """The lines of an element without the days that are elements of their own."""
    parts = [""]
    _read(element, parts)
    return [line for part in parts if (line := " ".join(part.split()))]


def _read(element: Element, parts: list[str]) -> None:
    parts[-1] += element.text or ""
    for child in element:
        name = name_of(child)
        if name in UNSEEN or name in ("br", "img", "") or _is_day(child):
            parts[-1] += " "
        elif name in BLOCKS:
            parts.append("")
            _read(child, parts)
            parts.append("")
        else:
            _read(child, parts)
        parts[-1] += child.tail or ""
        following = child.getnext()
        if not child.tail and name in SPACED and following is not None and name_of(following) in SPACED:
            parts[-1] += " "


def _is_day(element: Element) -> bool:
    if name_of(element) not in _DAY_TAGS:
        return False
    written = text_of(element)
    if len(written) > 40:
        return False
    day = dates.parse_text(written, ())
    return bool(day and day.precision == 3) or dates.month_day(written, ()) is not None
