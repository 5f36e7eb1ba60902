"""A web page as lines: what a reader would see from top to bottom, with the links and machine dates in each line.

A line is the text of one block, cut at `<br>`. Listings of any markup become a sequence of lines, so that their
readers need not know tables from lists. Knows nothing about posts; which line is a date or a title is not told here.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from crawler.markup import Element, Markup, classes, matches, name_of, text_of
from crawler.sources.landmarks import MENU_TAGS, holds_remarks, is_menu, names_of

_BLOCK_NAMES = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup p pre section select summary
table tbody td tfoot th thead tr ul
"""
BLOCKS = frozenset(_BLOCK_NAMES.split())
"""Elements that begin and end a line; all others, unknown ones too, flow in it (HTML 15.3.3)."""

SPACED = frozenset(["span", "time", "abbr", "small", "label", "img", "sup", "font"])
"""Inline elements that are often set apart by style alone: a blank stands between them and their neighbours."""

UNSEEN = frozenset(
    ["script", "style", "template", "noscript", "head", "svg", "iframe", "object", "canvas", "math", "textarea"]
)
MOST_LINES = 60_000
MOST_ELEMENTS = 200_000
MOST_LINKS = 25_000
"""Beyond these a page is read no further: it lists more than an archive of twenty thousand posts."""

_DEEPEST = 240
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTED = 3
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
"""What programs write behind an age ("3 years ago")."""

_LONGEST_DAY = 60
_DAY_PROPERTIES = frozenset(("datePublished", "dateCreated", "dateModified"))
_COLUMNS = 20
_BLANKS = re.compile(r"\s+")
_VARYING = re.compile(
    r"\d|^(?:odd|even|first|last|active|current|sticky|alt|selected|featured)$|^(?:tag|category|cat|author|term|topic|format|status|type|is|has|no|with)-"
)


@dataclass(slots=True)
class Link:
    """A link as it stands in its line. `start` and `end` are offsets in the line's text."""

    address: str
    text: str
    element: Element
    line: int
    start: int
    end: int
    heading: int
    menu: bool
    signature: str
    rel: str = ""
    title: str = ""


@dataclass(slots=True)
class Stamp:
    """A date that markup states for machines: `<time datetime>`, `<abbr title>`, `<meta itemprop>`, `title=`."""

    value: str
    rule: str
    line: int
    signature: str
    updated: bool = False


@dataclass(slots=True)
class Line:
    """One line of a page. `heading` is 1 to 6 or 0; `remark` tells that it stands among comments."""

    text: str
    links: list[Link]
    element: Element
    heading: int
    menu: bool
    remark: bool
    path: tuple[str, ...]

    @property
    def signature(self) -> str:
        return "/".join(self.path)


@dataclass(slots=True)
class Sheet:
    """The lines of a page, with every link and machine date in order, and where the element ids stand."""

    lines: list[Line] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    stamps: list[Stamp] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    cut: bool = False
    """There is more on the page than is read of one."""
    dates: dict[tuple[str, ...], object] = field(default_factory=dict)
    """Where `page_dates` keeps what it has found, by the languages that it looked for."""


class _Where(NamedTuple):
    """What holds for the content of an element: made for nearly every element, so a plain tuple."""

    heading: int = 0
    menu: bool = False
    remark: bool = False
    path: tuple[str, ...] = ()


def sheet_of(markup: Markup) -> Sheet:
    """Read a page's body from top to bottom."""
    body = next(iter(markup.root.iterchildren("body", "frameset")), markup.root)
    reader = _Reader(markup)
    reader.block(body, _Where())
    reader.flush(body, _Where())
    return reader.sheet


class _Reader:
    """Walks the tree once, filling the current line until a block begins or ends."""

    def __init__(self, markup: Markup):
        self.markup = markup
        self.sheet = Sheet()
        self._text = ""
        self._links: list[Link] = []
        self._met = 0
        self._elements = 0
        self._line_ends: tuple[Element, _Where] | None = None
        """The preformatted list that is being read: its line ends are those of the page."""

    def flush(self, element: Element, where: _Where) -> None:
        """End the current line."""
        if (self._text.strip() or self._links) and len(self.sheet.lines) < MOST_LINES:
            line = Line(self._text.strip(), self._links, element, where.heading, where.menu, where.remark, where.path)
            self.sheet.lines.append(line)
            self.sheet.links.extend(self._links)
        self._text, self._links = "", []

    def block(self, element: Element, where: _Where) -> None:
        """Read a block: its own lines and those of the blocks in it."""
        self._say(element.text)
        for child in element:
            self._child(child, element, where)
            self._say(child.tail)

    def _child(self, child: Element, parent: Element, where: _Where) -> None:
        self._elements += 1
        tag = name_of(child)
        if not tag or tag in UNSEEN or len(where.path) > _DEEPEST or self._is_full():
            return
        if child.keys():
            self._anchor(child)
            self._stamp(child, where)
        if tag == "br":
            self._break(parent, where)
            return
        inside = _inside(child, tag, where)
        if tag == "option":
            self._option(child, where)
        elif tag == "a":
            self._link(child, inside)
        elif tag not in BLOCKS:
            self._inline(child, inside)
        else:
            self.flush(parent, where)
            self._line_ends = (child, inside) if tag == "pre" and _lists_links(child) else self._line_ends
            self.block(child, inside)
            self.flush(child, inside)
            self._line_ends = None if tag == "pre" else self._line_ends

    def _is_full(self) -> bool:
        full = len(self.sheet.lines) >= MOST_LINES or self._met >= MOST_LINKS or self._elements > MOST_ELEMENTS
        self.sheet.cut = self.sheet.cut or full
        return full

    def _break(self, parent: Element, where: _Where) -> None:
        """A break ends the line, but within a link it is a blank of its text."""
        if any(name_of(above) == "a" for above in (parent, *parent.iterancestors())):
            self._gap(True)
        else:
            self.flush(parent, where)

    def _inline(self, element: Element, where: _Where) -> None:
        apart = name_of(element) in SPACED
        self._gap(apart)
        if name_of(element) == "img":
            return
        self.block(element, where)
        self._gap(apart)

    def _link(self, element: Element, where: _Where) -> None:
        self._gap(self._text != "" and not self._text.endswith(("(", "[", "/", "“", '"')) and _apart(element))
        if len(element) and any(name_of(inner) in BLOCKS for inner in element.iterdescendants()):
            self.flush(element, where)
        start = len(self._text)
        mark = len(self.sheet.lines)
        self.block(element, where)
        if len(self.sheet.lines) > mark:  # a link around blocks: its lines are already told
            self.flush(element, where)
        address = self.markup.link(element.get("href", "")) if element.get("href") is not None else None
        if address is None:
            return
        self._met += 1
        text = _link_text(element)
        link = Link(
            address, text, element, max(mark, len(self.sheet.lines)), start, len(self._text), where.heading, where.menu,
            _signature(element, where), " ".join(element.get("rel", "").lower().split()), element.get("title", ""),
        )  # fmt: skip
        if len(self.sheet.lines) > mark:
            self._settle(link, mark)
        else:
            self._links.append(link)

    def _settle(self, link: Link, mark: int) -> None:
        """A link around whole blocks belongs to the first of its lines, preferably a heading."""
        inner = range(mark, len(self.sheet.lines))
        best = next((i for i in inner if self.sheet.lines[i].heading), mark)
        line = self.sheet.lines[best]
        link.line, link.start, link.end = best, 0, len(line.text)
        if line.heading:
            link.heading, link.text = line.heading, line.text
        line.links.append(link)
        insort(self.sheet.links, link, key=lambda one: one.line)

    def _option(self, element: Element, where: _Where) -> None:
        """An entry of a drop-down archive: its value is an address."""
        value = element.get("value", "")
        if not value.startswith(("http://", "https://", "/")):
            return
        if address := self.markup.link(value):
            self._met += 1
            link = Link(address, text_of(element), element, len(self.sheet.lines), 0, 0, 0, True, "option", "", "")
            self._links.append(link)
            self.flush(element, where)

    def _anchor(self, element: Element) -> None:
        for name in (element.get("id"), element.get("name") if name_of(element) == "a" else None):
            if name:
                self.sheet.anchors.setdefault(name, len(self.sheet.lines))

    def _stamp(self, element: Element, where: _Where) -> None:
        found = _machine_date(element)
        if found:
            value, rule = found
            signature = "/".join((*where.path[-3:], name_of(element), *sorted(_steady(element))))
            words = {word.lower() for word in classes(element)}
            changed = bool(words & {"updated", "modified", "lastmod"}) or element.get("itemprop", "").split() == [
                "dateModified"
            ]
            updated = changed and "published" not in words
            self.sheet.stamps.append(Stamp(value, rule, len(self.sheet.lines), signature, updated))

    def _say(self, text: str | None) -> None:
        first, *others = (text or "").split("\n") if self._line_ends else (text or "",)
        self._add(first)
        for part in others:
            if self._line_ends:
                self.flush(*self._line_ends)
            self._add(part)

    def _add(self, text: str) -> None:
        if text:
            folded = _BLANKS.sub(" ", text)
            if folded.startswith(" ") and (not self._text or self._text.endswith(" ")):
                folded = folded[1:]
            self._text += folded

    def _gap(self, wanted: bool) -> None:
        if wanted and self._text and not self._text.endswith(" "):
            self._text += " "


def _machine_date(element: Element) -> tuple[str, str] | None:
    """A date that an element states in an attribute, with the rule's name."""
    if element.get("datetime") and name_of(element) not in ("del", "ins"):
        return element.get("datetime", ""), "time"  # <time>, or an element that a script makes of it (<relative-time>)
    if not _DAY_PROPERTIES.isdisjoint(element.get("itemprop", "").split()):
        written = element.get("content") or element.get("datetime") or text_of(element)
        return (written, "itemprop") if 0 < len(written) <= _LONGEST_DAY else None
    title = element.get("title", "")
    if title[:4].isdigit() and (name_of(element) in ("abbr", "span", "time") or _MOMENT.match(title)):
        return title, "title"
    return None


def _inside(element: Element, tag: str, where: _Where) -> _Where:
    """What changes for the content of an element."""
    block = tag in BLOCKS
    menu, remark = where.menu, where.remark
    if element.keys():
        names = names_of(element)
        menu = menu or is_menu(element, names)
        remark = remark or holds_remarks(element, names)
    elif tag in MENU_TAGS:
        menu = menu or is_menu(element, [])
    elif not block:
        return where
    return _Where(_HEADINGS.get(tag, where.heading), menu, remark, (*where.path, tag) if block else where.path)


def _lists_links(element: Element) -> bool:
    """A list set in a `<pre>`, not code whose lines are anchors."""
    return sum(not str(href).startswith("#") for href in matches(element, ".//a/@href")) >= _LISTED


def _apart(element: Element) -> bool:
    parent = element.getparent()
    return bool(element.getchildren()) or (parent is not None and name_of(parent) in SPACED)


def _link_text(element: Element) -> str:
    text = text_of(element)
    if not text:
        text = " ".join(alt for image in element.iter("img") if (alt := image.get("alt", "").strip()))
    return text


def _steady(element: Element) -> Iterator[str]:
    """Classes of an element that do not vary from item to item."""
    for word in element.get("class", "").split():
        if not _VARYING.search(word):
            yield word


def _signature(element: Element, where: _Where) -> str:
    """What links of one list have in common: the tags above, the table's column, the own and the parent's steady
    classes."""
    parent = element.getparent()
    above = sorted(_steady(parent)) if parent is not None else []
    own = sorted(_steady(element))
    tag = name_of(parent) if parent is not None else ""
    menu = "menu" if where.menu else ""
    return "/".join((*where.path, _column(element, where), tag, ".".join(above), "a", ".".join(own), menu))


def _column(element: Element, where: _Where) -> str:
    """The number of the cell in its row that holds an element; empty outside of tables."""
    if "td" not in where.path:
        return ""
    cell = next((above for above in element.iterancestors("td")), None)
    return "" if cell is None else str(sum(1 for _ in islice(cell.itersiblings("td", "th", preceding=True), _COLUMNS)))
