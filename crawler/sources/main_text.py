"""A post's main text from its own page. The only module that knows trafilatura, which is imported only when a page is
read for its text: a crawl of listings never pays for it.

trafilatura tells where the text begins and ends, the page's lines what stands between: it leaves out code and tables
that belong to the text, the lines take in what stands below it. `tests/bench/extractors.py` compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from crawler.markup import Markup
from crawler.sources.lines import Sheet
from crawler.sources.post_body import paragraphs_of

MOST_ELEMENTS = 50_000
"""Of a page with more, trafilatura is not asked: it would take minutes; its lines are read all the same."""

MOST = 1_000_000
"""Characters of a text that are kept."""

KNOWN_BY = 40
"""A line is found again by its first so many signs; a shorter one that is no sentence proves nothing."""

NEARLY = 0.9
"""Lines with less than this share of what trafilatura gives have lost a part of the text."""

_TROUBLE = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)


def main_text(markup: Markup, sheet: Sheet) -> str:
    """The post's text, a paragraph a line, at most `MOST` characters; empty where the page has none. Never raises."""
    lines, whole = paragraphs_of(markup, sheet), extracted(markup)
    between = "\n".join(_between(lines, whole) if whole else lines)
    return (between if len(between) >= NEARLY * len(whole) else whole)[:MOST].strip()


def extracted(markup: Markup) -> str:
    """What trafilatura takes for the text; empty where it finds none, or cannot cope with the page."""
    if sum(1 for _ in markup.root.iter()) > MOST_ELEMENTS:
        return ""
    from trafilatura import extract

    try:
        return extract(deepcopy(markup.root), include_comments=False) or ""
    except _TROUBLE:
        return ""


def _between(lines: Sequence[str], whole: str) -> Sequence[str]:
    """The lines from the first to the last that stand in the whole; none where none does."""
    known = _squeezed(whole)
    found = [number for number, line in enumerate(lines) if _proves(line) and _squeezed(line)[:KNOWN_BY] in known]
    return lines[found[0] : found[-1] + 1] if found else ()


def _proves(line: str) -> bool:
    return len(line) >= KNOWN_BY // 2


def _squeezed(text: str) -> str:
    return "".join(text.split())
