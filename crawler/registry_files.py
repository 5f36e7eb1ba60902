"""Registries as files: CSV and OPML in, CSV out.

A CSV has a header with `url` or `home`, and any of `name category kind topics feed`; other columns are ignored, topics
are joined by semicolons. In OPML (2.0, http://opml.org/spec2.opml) an outline with `htmlUrl` or `xmlUrl` is a blog, and
the folders it lies in are its category. Reads bytes and gives blogs; knows no database.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TextIO

from lxml import etree

from crawler import text, urls
from crawler.errors import NotAnAddress, UnreadableRegistry
from crawler.model import Blog

COLUMNS = ("url", "name", "category", "kind", "topics", "feed")
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = ",;\t"  # a spreadsheet writes semicolons where the comma is the decimal point
_FOLDER_JOINT = " / "


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that is no blog: its line in the file, from 1, and what is wrong with it."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Registry:
    """The blogs of a file in its order, and the rows that are none."""

    blogs: tuple[Blog, ...]
    faults: tuple[Fault, ...] = ()


Row = tuple[int, Callable[[], Blog]]


def read_registry(path: Path) -> Registry:
    """The blogs of a file. Raises UnreadableRegistry when it cannot be read or is neither CSV nor OPML."""
    try:
        return parse_registry(path.read_bytes())
    except OSError as error:
        raise UnreadableRegistry(f"cannot read {path}: {error.strerror}") from error
    except UnreadableRegistry as error:
        raise UnreadableRegistry(f"{path}: {error}") from error


def parse_registry(body: bytes) -> Registry:
    """The blogs of a file's bytes; what it is, the bytes tell. Raises UnreadableRegistry."""
    rows = _opml_rows(body) if _is_markup(body) else _csv_rows(_decoded(body))
    blogs: list[Blog] = []
    faults: list[Fault] = []
    for line, blog_of in rows:
        try:
            blogs.append(blog_of())
        except NotAnAddress as error:
            faults.append(Fault(line, str(error)))
    return Registry(tuple(blogs), tuple(faults))


def write_csv(blogs: Iterable[Blog], out: TextIO) -> None:
    """The blogs in the columns that `parse_registry` reads."""
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows((b.home, b.name, b.category, b.kind, "; ".join(b.topics), b.feed) for b in blogs)


def topics_of(cell: str) -> tuple[str, ...]:
    """The topics of a cell: separated by semicolons, bars or middle dots, by commas where there are none."""
    separator = r"[;|·]" if re.search(r"[;|·]", cell) else ","
    topics = (text.plain_text(topic) for topic in re.split(separator, cell))
    return tuple(dict.fromkeys(topic for topic in topics if topic))


def _is_markup(body: bytes) -> bool:
    start = body[:100].removeprefix(codecs.BOM_UTF8).lstrip()
    return start.startswith((b"<", codecs.BOM_UTF16_LE + b"<\x00", codecs.BOM_UTF16_BE + b"\x00<"))


def _decoded(body: bytes) -> str:
    encoding = next((name for bom, name in _BOMS if body.startswith(bom)), "utf-8")
    try:
        return body.decode(encoding)
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")  # what an old spreadsheet writes


def _csv_rows(content: str) -> Iterator[Row]:
    header = content.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    try:
        columns = [name.strip().lower() for name in next(reader, [])]
        if not {"url", "home"} & set(columns):
            raise UnreadableRegistry(f"no column url or home in the first line: {text.printable(header)[:80]!r}")
        for cells in reader:
            if any(cell.strip() for cell in cells):
                row = dict(zip(columns, cells, strict=False))
                yield reader.line_num, partial(_csv_blog, row)
    except csv.Error as error:
        raise UnreadableRegistry(f"line {reader.line_num}: {error}") from error


def _csv_blog(row: Mapping[str, str]) -> Blog:
    home = (row.get("url") or row.get("home") or "").strip()
    if not home:
        raise NotAnAddress("the row has no address")
    return _blog(home, row, topics=topics_of(row.get("topics", "")))


def _blog(home: str, row: Mapping[str, str], topics: tuple[str, ...]) -> Blog:
    home = urls.home_of(home)
    feed = row.get("feed", "").strip()
    return Blog(
        slug=urls.slug_of(home),
        home=home,
        name=text.plain_text(row.get("name", "")),
        category=text.plain_text(row.get("category", "")),
        kind=text.plain_text(row.get("kind", "")),
        topics=topics,
        feed=urls.home_of(feed) if feed else "",
    )


def _opml_rows(body: bytes) -> Iterator[Row]:
    root = _root(body)
    if root is None or etree.QName(root).localname.lower() != "opml":
        raise UnreadableRegistry("neither CSV nor OPML: the outermost element is not opml")
    for outline in root.iter("outline"):
        if _is_blog(outline):
            yield outline.sourceline or 0, partial(_opml_blog, outline)


def _root(body: bytes) -> etree._Element | None:
    """The outermost element; None where a parser that forgives found none (its types do not tell so)."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(body.lstrip(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableRegistry(f"neither CSV nor OPML: {error}") from error


def _is_blog(outline: etree._Element) -> bool:
    """An outline that is neither a folder nor (OPML 2.0 `include`, `link`) a pointer to another outline."""
    told = _attributes(outline)
    return bool(told.get("htmlurl") or told.get("xmlurl")) or (len(outline) == 0 and "url" not in told)


def _opml_blog(outline: etree._Element) -> Blog:
    told = _attributes(outline)
    feed = told.get("xmlurl", "").strip()
    home = told.get("htmlurl", "").strip() or _home_of_feed(feed)
    name = told.get("title") or told.get("text") or ""
    if not home:
        raise NotAnAddress(f"the outline {text.printable(name)!r} has neither htmlUrl nor xmlUrl")
    topics = tuple(part.strip().strip("/") for part in told.get("category", "").split(",") if part.strip().strip("/"))
    return _blog(home, {"name": name, "category": _folders(outline), "feed": feed}, topics)


def _home_of_feed(feed: str) -> str:
    """The folder a feed lies in: all that can be said of the blog where the outline names the feed alone."""
    above = urls.parents(urls.home_of(feed)) if feed else ()
    return above[0] if above else feed


def _folders(outline: etree._Element) -> str:
    """The titles of the folders around an outline, outermost first."""
    told = [_attributes(folder) for folder in outline.iterancestors("outline")]
    titles = [(folder.get("title") or folder.get("text") or "").strip() for folder in told]
    return _FOLDER_JOINT.join(title for title in reversed(titles) if title)


def _attributes(element: etree._Element) -> dict[str, str]:
    """An element's attributes by lower-case name: files in the wild write `xmlURL` and `htmlurl` as well."""
    return {str(name).lower(): str(value) for name, value in element.attrib.items()}
