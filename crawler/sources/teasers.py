"""The first words of the entries of a list: what stands below each title (a teaser, an article), or beside its link.

Only what reads as a paragraph counts; by-lines, dates, links and headings are passed over. Whose description it is not,
since it stands for several entries, is seen by `merge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from crawler import dates, text
from crawler.sources.lines import Line, Link, Sheet

FARTHEST = 40
"""Lines below a title that are looked at."""

USUAL = 1 / 3
"""A list shows first words where at least this share of its titles has some; a lone paragraph is no title's."""

_UNLINKED = 0.5
_BY_LINE = 120
"""A line no longer than this with a date in it tells when and by whom."""


def teasers_of(titles: Iterable[Link], sheet: Sheet) -> Mapping[int, str]:
    """The first words by the line of the title; `titles` are the links that lead to the entries, one an entry."""
    by_line = {link.line: link for link in titles if link.line < len(sheet.lines)}
    ends = pairwise([*sorted(by_line), len(sheet.lines)])
    found = {start: _teaser(by_line[start], sheet.lines[start : min(end, start + FARTHEST)]) for start, end in ends}
    told = {start: words for start, words in found.items() if words}
    return told if len(told) >= USUAL * len(found) else {}


def _teaser(title: Link, lines: Sequence[Line]) -> str:
    """The paragraphs of an entry's lines, from its title's line on."""
    first, *below = lines
    beside = first.text[title.end :].strip(" -–—:·|") if not title.heading and len(first.links) == 1 else ""
    paragraphs = [beside] if beside and _reads(beside) else []
    for line in below:
        if line.menu or line.remark or line.heading:
            break
        if _is_paragraph(line):
            paragraphs.append(line.text)
    return text.excerpt_of(paragraphs)


def _is_paragraph(line: Line) -> bool:
    unlinked = len(line.text) - sum(link.end - link.start for link in line.links)
    return unlinked >= _UNLINKED * len(line.text) and _reads(line.text)


def _reads(words: str) -> bool:
    return text.is_prose(words) and not (len(words) <= _BY_LINE and dates.find_dates(words, ()))
