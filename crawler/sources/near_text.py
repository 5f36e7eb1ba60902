"""A day written beside a page's title, read from the page's bytes: the way of `glance` that takes no tree.

Dates for machines are not looked at. Gives evidence only where one day alone stands there, in a short line of its
own, and nothing around it may be a menu's or a comment's; all else is for the readers of trees.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from crawler import dates
from crawler.model import Evidence, Page
from crawler.sources.page_dates import UPDATED_WORDS
from crawler.sources.surroundings import FAR

_ABOVE, _BELOW = 500, 1_600
_NEAR = 3
_SHORT = 110
_DOUBTFUL = re.compile(
    rb"<(?:nav|aside|footer|menu|select|textarea|svg|iframe|table)\b"
    rb"|(?:id|class|role)=[\"']?[^\"'>]*(?:nav|menu|side|comment|respon|related|recent|foot|share|social)"
)
_UNSEEN = re.compile(rb"<!--.*?-->|<(script|style|noscript|template)\b.*?</\1\s*>", re.S)
_BREAK = re.compile(
    rb"</?(?:address|article|blockquote|br|center|d[dlt]|div|figure|form|h[1-6r]|header|li|main|[ou]l|p|pre|section)\b[^>]*>"
)
_TAG = re.compile(rb"<[^>]*>")
_LANGUAGE = re.compile(rb"<html\b[^>]*\slang=[\"']?([a-z]{2})")
_YEAR = re.compile(rb"(?:199|20\d)\d")


def read(page: Page, low: bytes, title: tuple[int, int], head: int) -> tuple[Evidence, ...]:
    """The one day beside the title, which stands at `title` in the body; empty where it takes a tree to tell.

    `low` is the page's body in lower case, `head` where its head ends.
    """
    if _YEAR.search(low, *title):
        return ()
    start, end = low.find(b"<", max(head, title[0] - _ABOVE)), low.rfind(b"<", 0, title[1] + _BELOW)
    doubt = _DOUBTFUL.search(low, title[1], end)
    menu = _DOUBTFUL.search(low, start, title[0])
    try:
        above = list(_lines(page.body[start : title[0]]))[-_NEAR:]
        below = list(_lines(page.body[title[1] : low.rfind(b"<", 0, doubt.end()) if doubt else end]))[:FAR]
    except UnicodeDecodeError:
        return ()
    found = _LANGUAGE.search(low, 0, head)
    tongues = (found[1].decode(),) if found else ()
    if menu and any(dates.find_dates(line, tongues) for line in above):
        return ()
    return _only(above + below, tongues, doubt is not None)


def _lines(part: bytes) -> Iterator[str]:
    """The lines of a part of a page, as a reader sees them."""
    broken = _BREAK.sub(b"\n", _UNSEEN.sub(b" ", b" ".join(part.split())))
    for line in _TAG.sub(b" ", broken).decode("utf-8").split("\n"):
        if shown := " ".join(html.unescape(line).split()):
            yield shown


def _only(lines: list[str], tongues: tuple[str, ...], whole: bool) -> tuple[Evidence, ...]:
    """The one day of the lines; `whole`: in a line that says nothing else."""
    told: dict[str, str] = {}
    for line in lines:
        for start, end, value in dates.find_dates(line, tongues):
            if len(line) > _SHORT or len(value) != len("2009-03-12") or UPDATED_WORDS.search(line[:start]):
                return ()
            if not whole or dates.text_value(line, tongues):
                told.setdefault(value, line[start:end])
    if len(told) != 1:
        return ()
    return tuple(Evidence("date", value, "page.text", raw) for value, raw in told.items())
