"""The body of a post on its own page, as the page's lines tell it: what stands below the title and speaks of the post.

Costs hardly anything where the lines are read already. The whole text, where it is wanted, is found by `main_text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from crawler.markup import Element, Markup, name_of
from crawler.sources.lines import Line, Sheet
from crawler.sources.post import title_element
from crawler.sources.surroundings import begins_others, line_of

HOLDS = 0.7
"""The smallest element around the title with this share of the page's prose is the post's."""

_NO_PROSE = frozenset(("pre", "th", "figcaption", "caption", "dt", "address"))
_MOSTLY = 0.5


def paragraphs_of(markup: Markup, sheet: Sheet, prose: bool = False) -> list[str]:
    """The lines of the post's body in order; empty where the page has none. `prose`: without headings, code, tables,
    captions, and lines that are mostly links."""
    heading = title_element(markup)
    at = line_of(heading, sheet)
    below = sheet.lines[at + (heading is not None) :]
    own = [line for line in below if line.text and not line.menu and not line.remark]
    inside = _inside(_container(heading, own), own)
    return [line.text for line in _before_others(inside) if not prose or _is_prose(line)]


def _before_others(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines up to a heading of what speaks of others, "Related posts"."""
    for number, line in enumerate(lines):
        if number and begins_others(line):
            return
        yield line


def _inside(around: Element | None, lines: Sequence[Line]) -> Sequence[Line]:
    if around is None:
        return lines
    return [line for line in lines if around in (line.element, *line.element.iterancestors())]


def _is_prose(line: Line) -> bool:
    tags = {name_of(line.element), *(name_of(above) for above in line.element.iterancestors())}
    return not line.heading and not tags & _NO_PROSE and _unlinked(line) >= _MOSTLY * len(line.text)


def _container(heading: Element | None, lines: Sequence[Line]) -> Element | None:
    """The smallest element around the title that holds most of the prose; of a page without a title, around any."""
    held: Counter[Element] = Counter()
    for line in lines:
        weight = _unlinked(line)
        for above in (line.element, *line.element.iterancestors()) if weight else ():
            held[above] += weight
    least = HOLDS * max(held.values(), default=0)
    if not least:
        return None
    if heading is None:
        return min((one for one, weight in held.items() if weight >= least), key=lambda one: held[one])
    return next((above for above in heading.iterancestors() if held[above] >= least), None)


def _unlinked(line: Line) -> int:
    """How many signs of a line stand outside links."""
    return max(0, len(line.text) - sum(link.end - link.start for link in line.links))
