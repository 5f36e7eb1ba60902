"""The older and the newer entry that a post's page links to: by rel, or by an arrow beside a link to a page like it.

Which of the two is the older one is not told here: blogs differ in where their arrows point.
"""

from __future__ import annotations

from collections.abc import Iterator

from crawler import hints, urls
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Place
from crawler.sources.lines import Line, Link, Sheet

ARROW = "arrow."
"""What the rules of links begin with that an arrow alone tells: on a post's own page."""

_LEFT = tuple("<«‹←◄⟵")
_RIGHT = tuple(">»›→►⟶")
_RELS = {"prev", "next", "previous"}


def read(markup: Markup, sheet: Sheet) -> Iterator[Claim]:
    """A claim for each page that this one names as its neighbour, the page being none of a series. Marks for machines
    are believed alone."""
    if hints.page_number(markup.address) is not None:
        return
    seen = set()
    for address, rule in list(_related(markup)) or _pointed(markup, sheet):
        if address not in seen:
            seen.add(address)
            yield Claim(urls.without_fragment(address), Place.BESIDE, (Evidence("index", "", rule),))


def _related(markup: Markup) -> Iterator[tuple[str, str]]:
    """Links marked rel=prev and rel=next."""
    for element in markup.xpath("//*[(self::a or self::link) and @href and @rel]"):
        words = element.get("rel", "").lower().split()
        address = markup.link(element.get("href", "")) if _RELS & set(words) else None
        if address and urls.host_of(address) == urls.host_of(markup.address):
            yield address, f"rel.{words[0]}"


def _pointed(markup: Markup, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Links with an arrow to pages of this page's template, where there is one of each side: "« Title", "Title »"."""
    here = urls.without_fragment(markup.address)
    shape, host = urls.shape_of(here), urls.host_of(here)
    sides: dict[str, set[str]] = {"left": set(), "right": set()}
    for link in sheet.links:
        bare = urls.without_fragment(link.address)
        if bare != here and urls.host_of(bare) == host and urls.shape_of(bare) == shape:
            side = _side(link, sheet.lines[min(link.line, len(sheet.lines) - 1)])
            sides.get(side, set()).add(bare)
    for side, found in sides.items():
        if len(found) == 1:
            yield found.pop(), f"{ARROW}{side}"


def _side(link: Link, line: Line) -> str:
    """Where an arrow stands: in the link's words, or at the edge of its line with nothing between."""
    words = link.text.strip()
    if words.startswith(_LEFT) or (line.text[: link.start].strip() in _LEFT):
        return "left"
    if words.endswith(_RIGHT) or (line.text[link.end :].strip() in _RIGHT):
        return "right"
    return ""
