"""Permanent links: "Permalink", "#", a clock time or a day that leads to the entry it stands below.

On pages of the first years of blogs they are all that leads to an entry: its title above is no link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from crawler import dates, text, urls
from crawler.markup import name_of, text_of
from crawler.sources.lines import Line, Link, Sheet

PERMALINK = re.compile(
    r"^\W*(?:(?:the\s+)?(?:permalink|permanent\s+link|perma)(?:\s+(?:to|for)\s+this\s+(?:entry|post|item|article))?|"
    r"link(?:\s+to\s+this\s+(?:entry|post|item|article))?|永久链接|固定链接|パーマリンク|固定リンク|"
    r"permalien|lien\s+permanent|enlace\s+permanente|link\s+permanente|permanenter\s+link|dauerlink|ссылка|#|¶|∞|§|★)\W*$",
    re.I,
)

CLOCK = re.compile(r"^\W*(?:at\s+)?[0-2]?\d[:.][0-5]\d(?::[0-5]\d)?\s*(?:[ap]\.?m\.?|uhr|h)?\W*$", re.I)
"""A clock time: old programs make it the permanent link."""

MOST_OF_A_DATE = 40
"""A link that reads as a date, no longer than this, says when an entry was written, not what it is called."""

LONGEST_TITLE = 160
MANY = 3
KIND = "/permanent"
"""What the signature of a permanent link ends with, where other links of its line have the same."""

BESIDE = "/beside"
"""What the signature of those others ends with."""

_TITLE_NAME = re.compile(r"(?:^|[-_a-z])(?:title|headline|subject)(?:$|[-_])", re.I)
_STRONG = ("b", "strong", "big")
_PLAIN = re.compile(r"^\W*(?:link|ссылка)\W*$", re.I)
_SIGNS = re.compile(r"^[\W_]+$")


def is_permanent(link: Link) -> bool:
    """Whether a link's words say that it is the address of what it stands with, or when that was written."""
    words = link.text or link.title
    return bool(PERMALINK.match(words) or CLOCK.match(words)) or is_day(words)


def is_day(words: str) -> bool:
    """Whether the words of a link are a day."""
    if not 0 < len(words) <= MOST_OF_A_DATE:
        return False
    day = dates.parse_text(words, ())
    return day is not None and day.precision == 3


def apart(links: list[Link]) -> list[list[Link]]:
    """A list without the permanent links in it, and those: "Permalink | Comments (2)" is the end of every entry, not
    two entries."""
    permanent = [link for link in links if is_permanent(link)]
    if len(permanent) == len(links) or len({link.address for link in permanent}) < MANY:
        return [links]
    held = set(map(id, permanent))
    for link in links:
        link.signature += KIND if id(link) in held else BESIDE
    return [permanent, [link for link in links if id(link) not in held]]


def are_permanent(links: Sequence[Link]) -> bool:
    """Whether all links of a list are permanent links; the word "link" alone may be any link of a text."""
    return all(map(is_permanent, links)) and (len(links) > 1 or not _PLAIN.match(links[0].text))


def title_above(index: int, links: Sequence[Link], sheet: Sheet) -> str:
    """The title that a link of a list stands below: a heading, else a line that is set like one; empty where there is
    none. What stands above the first of many must be set like what stands above one of the others."""
    if beside := _beside(links[index], sheet):
        return text.plain_text(beside)
    line = _above(index, links, sheet)
    if line is None or (not index and len(links) > MANY and not _is_usual(line, links, sheet)):
        return ""
    return text.plain_text(_without_sign(line, links[index]))


def title_within(numbers: Iterable[int], sheet: Sheet) -> str:
    """The first heading among some lines, else the first line that is set like one; empty where neither is."""
    lines = [sheet.lines[number] for number in numbers if number < len(sheet.lines)]
    titles = [line for is_set in (_is_heading, _is_set_as_title) for line in lines if is_set(line) and _is_title(line)]
    return text.plain_text(titles[0].text) if titles else ""


def _without_sign(line: Line, link: Link) -> str:
    """A title without the sign in it that is the link: "■ Title"."""
    sign = line.text[link.start : link.end]
    if link not in line.links or any(mark.isalnum() for mark in sign):
        return line.text
    return f"{line.text[: link.start]} {line.text[link.end :]}".strip() or line.text


def _beside(link: Link, sheet: Sheet) -> str:
    """The words of a link to another host that are all that stands before a permanent link: "Title #"."""
    line = sheet.lines[min(link.line, len(sheet.lines) - 1)]
    if link not in line.links or not PERMALINK.match(link.text or link.title):
        return ""
    host, before = urls.host_of(link.address), [one for one in line.links if one.end <= link.start]
    if len(before) != 1 or urls.host_of(before[0].address) == host or not before[0].text:
        return ""
    rest = line.text[: before[0].start] + line.text[before[0].end : link.start]
    return "" if any(sign.isalnum() for sign in rest) else before[0].text


def _above(index: int, links: Sequence[Link], sheet: Sheet) -> Line | None:
    """What stands above a link, down from the link before it in the list."""
    link, floor = links[index], links[index - 1].line if index else -1
    lines = [sheet.lines[number] for number in range(min(link.line, len(sheet.lines) - 1), floor, -1)]
    for is_set in (_is_heading, _is_set_as_title):
        if found := next((line for line in lines if is_set(line) and _is_title(line)), None):
            return found if _may_name(found, link) else None
    return None


def _may_name(line: Line, link: Link) -> bool:
    """Whether a title may be that of a link below: not if it leads to another page of the same host itself."""
    host, address = urls.host_of(link.address), urls.without_fragment(link.address)
    at_home = [urls.without_fragment(one.address) for one in line.links if urls.host_of(one.address) == host]
    return not at_home or address in at_home


def _is_usual(line: Line, links: Sequence[Link], sheet: Sheet) -> bool:
    others = (_above(index, links, sheet) for index in range(1, len(links)))
    return any(other is not None and other.signature == line.signature for other in others)


def _is_heading(line: Line) -> bool:
    return line.heading > 0


def _is_set_as_title(line: Line) -> bool:
    """A line that a class calls a title, or that is all in bold."""
    if not 0 < len(line.text) <= LONGEST_TITLE or line.menu:
        return False
    if any(_TITLE_NAME.search(name) for name in line.element.get("class", "").split()):
        return True
    return any(name_of(part) in _STRONG and text_of(part) == line.text for part in line.element.iter(*_STRONG))


def _is_title(line: Line) -> bool:
    if not line.text or _SIGNS.match(line.text) or dates.parse_text(line.text) or dates.heading_date(line.text):
        return False
    if dates.month_day(line.text, ()) or CLOCK.match(line.text):
        return False
    return not any(PERMALINK.match(link.text) for link in line.links) and not (line.links and _is_date_line(line))


def _is_date_line(line: Line) -> bool:
    spans = dates.find_dates(line.text, ())
    return bool(spans) and sum(end - start for start, end, _ in spans) > len(line.text) * 0.5
