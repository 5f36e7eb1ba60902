"""Registries as files: CSV and OPML in, CSV out.

A CSV has a header with `url` or `home`, and any of `name category kind topics feed corrections`; other columns are
ignored, topics are joined by semicolons, corrections stand one a line in their cell (`corrections.read_line`). In OPML
(2.0, http://opml.org/spec2.opml) an outline with `htmlUrl` or `xmlUrl` is a blog, and the folders it lies in are its
category. A file that breaks off gives what it has. Reads bytes and gives blogs; knows no database.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO

from lxml import etree

from crawler import text, urls
from crawler.corrections import Correction, read_line, with_said
from crawler.errors import NotACorrection, NotAnAddress, UnreadableRegistry
from crawler.model import Blog

COLUMNS = ("url", "name", "category", "kind", "topics", "feed", "corrections")
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = ",;\t"  # a spreadsheet writes semicolons where the comma is the decimal point
_FEEDS = frozenset(("feed", "rss", "rdf"))
_FOLDER_JOINT = " / "


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file, mostly with a row that is no blog: the line, from 1, and what it is."""

    line: int
    message: str


class Entry(NamedTuple):
    """A blog of a file, with its corrections."""

    blog: Blog
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Registry:
    """The blogs of a file in its order, with what the curator says of each, and what is wrong with the file."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def blogs(self) -> tuple[Blog, ...]:
        """The blogs alone."""
        return tuple(entry.blog for entry in self.entries)


Row = tuple[int, Callable[[], Entry]]


def read_registry(path: Path) -> Registry:
    """The blogs of a file. Raises UnreadableRegistry when it cannot be read or is neither CSV nor OPML."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise UnreadableRegistry("no regular file: save it to one first")
        return parse_registry(path.read_bytes())
    except OSError as error:
        raise UnreadableRegistry(f"cannot read {path}: {error.strerror}") from error
    except UnreadableRegistry as error:
        raise UnreadableRegistry(f"{path}: {error}") from error


def parse_registry(body: bytes) -> Registry:
    """The blogs of a file's bytes; what it is, the bytes tell. Raises UnreadableRegistry."""
    rows = _opml_rows(body) if _is_markup(body) else _csv_rows(_decoded(body))
    entries: list[Entry] = []
    faults: list[Fault] = []
    for line, entry_of in rows:
        try:
            entries.append(entry_of())
        except (NotACorrection, NotAnAddress) as error:
            faults.append(Fault(line, str(error)))
    if _is_markup(body) and _is_cut(body):
        faults.append(Fault(body.count(b"\n") + 1, "the file is damaged: it breaks off here, and what follows is lost"))
    if _is_markup(body) and (entity := body.find(b"<!ENTITY")) >= 0:
        faults.append(
            Fault(body.count(b"\n", 0, entity) + 1, "entities of XML are not read: what they stand for is lost")
        )
    return Registry(tuple(entries), tuple(faults))


def write_csv(entries: Iterable[tuple[Blog, Sequence[Correction]]], out: TextIO) -> None:
    """Blogs with their corrections, in the columns that `parse_registry` reads."""
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for blog, said in entries:
        words = (blog.home, blog.name, blog.category, blog.kind, "; ".join(blog.topics), blog.feed)
        writer.writerow((*words, "\n".join(map(str, said))))


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
            raise UnreadableRegistry(
                "neither a registry (a CSV with a column url or home, an OPML) nor a listing that export wrote as CSV, "
                f"JSON or NDJSON: its first line is {text.printable(header)[:60]!r}"
            )
        for cells in reader:
            if any(cell.strip() for cell in cells):
                row = dict(zip(columns, cells, strict=False))
                yield reader.line_num, partial(_csv_blog, row)
    except csv.Error as error:
        raise UnreadableRegistry(f"line {reader.line_num}: {error}") from error


def _csv_blog(row: Mapping[str, str]) -> Entry:
    home = (row.get("url") or row.get("home") or "").strip()
    if not home:
        raise NotAnAddress("the row has no address")
    lines = filter(str.strip, row.get("corrections", "").split("\n"))
    return Entry(_blog(home, row, topics=topics_of(row.get("topics", ""))), with_said((), map(read_line, lines)))


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
    name = "" if root is None else etree.QName(root).localname.lower()
    if name in _FEEDS:
        raise UnreadableRegistry("a feed is no registry: `backfile crawl` reads it, given the blog's address")
    if root is None or name != "opml":
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


def _is_cut(body: bytes) -> bool:
    """Whether the end of an OPML is not there; the parser that forgives says nothing of it."""
    return not re.search(rb"</(?:[\w.-]+:)?opml\s*>|<opml[^<>]*/>", body.replace(b"\0", b""), re.I)


def _opml_blog(outline: etree._Element) -> Entry:
    told = _attributes(outline)
    feed = told.get("xmlurl", "").strip()
    home = told.get("htmlurl", "").strip() or _home_of_feed(feed)
    name = told.get("title") or told.get("text") or ""
    if not home:
        raise NotAnAddress(f"the outline {text.printable(name)!r} has neither htmlUrl nor xmlUrl")
    topics = tuple(part.strip().strip("/") for part in told.get("category", "").split(",") if part.strip().strip("/"))
    return Entry(_blog(home, {"name": name, "category": _folders(outline), "feed": feed}, topics))


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
