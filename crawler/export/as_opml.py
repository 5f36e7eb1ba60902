"""OPML 2.0 (http://opml.org/spec2.opml): the blogs of the listing by category, to subscribe to.

One outline a blog: `rss` with its feed where one is known, else a `link` to its home. No post is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from email.utils import format_datetime
from itertools import groupby
from operator import attrgetter
from typing import TextIO

from crawler.export.frame import Frame
from crawler.export.xml import Writer
from crawler.model import Blog
from crawler.store import ListingRow

TITLE = "Blogs recovered by Backfile"


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """Every blog that has a row, categories and blogs by name."""
    folders: dict[str, list[Blog]] = defaultdict(list)
    for slug, _ in groupby(rows, key=attrgetter("blog")):
        blog = frame.blog(slug)
        folders[blog.category].append(blog)
    xml = Writer(out)
    xml.begin()
    with xml.element("opml", {"version": "2.0"}):
        with xml.element("head"):
            xml.leaf("title", TITLE)
            xml.leaf("dateCreated", _rfc822(frame.generated))
        with xml.element("body"):
            for category in sorted(folders, key=str.casefold):
                _folder(xml, category, sorted(folders[category], key=lambda blog: (blog.name or blog.slug).casefold()))


def _rfc822(moment: str) -> str:

    return format_datetime(datetime.fromisoformat(moment)) if moment else ""


def _folder(xml: Writer, category: str, blogs: Iterable[Blog]) -> None:
    if not category:
        _blogs(xml, blogs)
        return
    with xml.element("outline", {"text": category, "title": category}):
        _blogs(xml, blogs)


def _blogs(xml: Writer, blogs: Iterable[Blog]) -> None:
    for blog in blogs:
        name = blog.name or blog.slug
        kind = {"type": "rss", "xmlUrl": blog.feed} if blog.feed else {"type": "link", "url": blog.home}
        topics = ",".join(f"/{topic}" for topic in blog.topics)
        xml.leaf("outline", attributes={"text": name, "title": name, "htmlUrl": blog.home, "category": topics, **kind})
