"""The dates of a page as its lists see them: where each stands, and how near to a link.

Which dates there are is told by `page_dates`, which link each belongs to by `dating`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from crawler.markup import Element, name_of
from crawler.sources.date_headings import Heading
from crawler.sources.lines import Link

_FRAME = 3
"""A table with no more cells than this may be drawn around a heading alone."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A date somewhere on the page.

    `value` is a date value as `model.Evidence` tells it, or "--MM-DD" / "---DD" where year or month must come from a
    heading. `whole` means that the line holds nothing else.
    """

    value: str
    raw: str
    rule: str
    line: int
    offset: int
    slot: str
    element: Element
    whole: bool = False
    updated: bool = False


@dataclass(frozen=True, slots=True)
class OwnTitle:
    """What the page itself is called, and the lines beside it."""

    element: Element
    lines: frozenset[int]


@dataclass(slots=True)
class Calendar:
    """All dates of a page: candidates and headings by line, and what the page as a whole says (its own month)."""

    candidates: list[Candidate]
    headings: list[Heading]
    page: str = ""
    chains: dict[Element, list[Element]] = field(default_factory=dict)
    boxes: dict[Element, Element | None] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    """Lines whose dates a list has used."""
    title: OwnTitle | None = None

    def between(self, first: int, last: int) -> Sequence[Candidate]:
        """The candidates of the lines from first to last, both included."""
        start = bisect_left(self.candidates, first, key=lambda one: one.line)
        return self.candidates[start : bisect_right(self.candidates, last, key=lambda one: one.line)]

    def is_taken(self, candidate: Candidate, links: Sequence[Link]) -> bool:
        """Whether it is the page's, or another list's, and no link of this one stands in its line."""
        if self._is_own(candidate, links):
            return True
        return candidate.line in self.taken and all(link.line != candidate.line for link in links)

    def _is_own(self, candidate: Candidate, links: Sequence[Link]) -> bool:
        """Whether a date stands beside the page's title, nearer to that than to all links, which are far below, and no
        other date stands on the page as it does."""
        if self.title is None or candidate.line not in self.title.lines:
            return False
        if any(one.slot == candidate.slot and one.value != candidate.value for one in self.candidates):
            return False
        depth = self.shared(candidate.element, self.title.element)
        return all(
            link.line not in self.title.lines and self.shared(candidate.element, link.element) <= depth
            for link in links
        )

    def shared(self, one: Element, other: Element) -> int:
        """Depth of the deepest element that holds both."""
        first, second = self.chain(one), self.chain(other)
        depth = 0
        for a, b in zip(first, second, strict=False):
            if a is not b:
                break
            depth += 1
        return depth

    def holds(self, period: Element, element: Element) -> bool:
        """Whether a year or month may date what stands in an element: in a list or a table it does so only within."""
        if period not in self.boxes:
            self.boxes[period] = next(
                (above for above in reversed(self.chain(period)) if _is_box(above, name_of(period) == "caption")), None
            )
        box = self.boxes[period]
        return box is None or box in self.chain(element)

    def chain(self, element: Element) -> list[Element]:
        """The element and those above it, from the root down."""
        found = self.chains.get(element)
        if found is None:
            above = element.getparent()
            found = [*self.chain(above), element] if above is not None else [element]
            self.chains[element] = found
        return found


def _is_box(element: Element, caption: bool) -> bool:
    """A list, or a table that is no mere frame around a heading, or has a caption."""
    name = name_of(element)
    if caption:
        return name == "table"
    return name in ("ul", "ol", "dl") or (
        name == "table" and len(list(islice(element.iter("td", "th"), _FRAME + 1))) > _FRAME
    )
