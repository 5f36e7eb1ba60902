"""Atom (RFC 4287) with a blog's whole history, marked complete as RFC 5005 (2) has it.

Posts of several blogs make one feed, each post with its blog as `source`. `dc:date` has a date at the precision that is
known; `published` stands only where a day is.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import TextIO

from crawler.export.frame import Frame
from crawler.export.moments import NEVER, published_of, updated_of
from crawler.export.xml import Writer
from crawler.export.years import label
from crawler.model import Blog
from crawler.store import ListingRow

NAMESPACES = {
    "xmlns": "http://www.w3.org/2005/Atom",
    "xmlns:fh": "http://purl.org/syndication/history/1.0",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
}
GENERATOR = "Backfile"


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """One feed; its own name is that of the first blog, or of the program where there is none."""
    xml = Writer(out)
    xml.begin()
    with xml.element("feed", NAMESPACES):
        named = False
        for slug, posts in groupby(rows, key=attrgetter("blog")):
            blog = frame.blog(slug)
            if not named:
                _head(xml, blog, frame)
            for row in posts:
                entry(xml, row, blog if named else None)
            named = True
        if not named:
            _head(xml, None, frame)


def _head(xml: Writer, blog: Blog | None, frame: Frame) -> None:
    name = (blog.name or blog.slug) if blog else GENERATOR
    xml.leaf("title", name)
    xml.leaf("id", blog.home if blog else f"urn:x-backfile:{frame.generated}")
    xml.leaf("updated", frame.generated)
    if blog:
        xml.leaf("link", attributes={"rel": "alternate", "type": "text/html", "href": blog.home})
    xml.leaf("generator", GENERATOR)
    with xml.element("author", line=False):
        xml.leaf("name", name)
    if frame.whole:
        with xml.element("fh:complete", line=False):
            pass


def entry(xml: Writer, row: ListingRow, blog: Blog | None = None) -> None:
    """One post; with its blog where the feed is of several."""
    with xml.element("entry"):
        with xml.element("title", line=False):
            xml.text(row.title or label(row))
        xml.leaf("link", attributes={"rel": "alternate", "href": row.url})
        xml.leaf("id", row.url)
        published = published_of(row)
        xml.leaf("published", published)
        xml.leaf("updated", updated_of(row) or published or NEVER)
        xml.leaf("dc:date", row.date)
        if row.author:
            with xml.element("author", line=False):
                xml.leaf("name", row.author)
        for tag in row.tags:
            xml.leaf("category", attributes={"term": tag})
        xml.leaf("summary", row.excerpt)
        if blog:
            with xml.element("source"):
                xml.leaf("title", blog.name or blog.slug)
                xml.leaf("id", blog.home)
                xml.leaf("link", attributes={"rel": "alternate", "href": blog.home})
