"""A blog's whole history as archived Atom feeds (RFC 5005, 4): the newest year is subscribed to, each older one linked.

An archive of a year that is over keeps its address and its content.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from crawler.export.as_atom import GENERATOR, NAMESPACES, entry
from crawler.export.moments import NEVER, published_of, updated_of
from crawler.export.xml import Writer
from crawler.model import Blog
from crawler.store import ListingRow

SUBSCRIBED = "feed.atom"


def feeds_of(blog: Blog, years: Sequence[tuple[str, Sequence[ListingRow]]]) -> Mapping[str, str]:
    """File name to feed. `years` newest first, as (year, its posts newest first)."""
    made = {}
    for at, (_, posts) in enumerate(years):
        older = _name(years, at + 1) if at + 1 < len(years) else ""
        made[_name(years, at)] = _feed(blog, posts, older, archive=at > 0)
    return made or {SUBSCRIBED: _feed(blog, (), "", archive=False)}


def _name(years: Sequence[tuple[str, Sequence[ListingRow]]], at: int) -> str:
    return f"feed-{years[at][0].replace(' ', '-')}.atom" if at else SUBSCRIBED


def _feed(blog: Blog, posts: Sequence[ListingRow], older: str, *, archive: bool) -> str:
    out = io.StringIO()
    xml = Writer(out)
    xml.begin()
    name = blog.name or blog.slug
    with xml.element("feed", NAMESPACES):
        xml.leaf("title", name)
        xml.leaf("id", blog.home)
        xml.leaf("updated", max((updated_of(post) or published_of(post) for post in posts), default="") or NEVER)
        xml.leaf("link", attributes={"rel": "alternate", "type": "text/html", "href": blog.home})
        xml.leaf("link", attributes={"rel": "current" if archive else "self", "href": SUBSCRIBED})
        xml.leaf("link", attributes={"rel": "prev-archive", "href": older} if older else {})
        xml.leaf("generator", GENERATOR)
        with xml.element("author", line=False):
            xml.leaf("name", name)
        if archive:
            with xml.element("fh:archive", line=False):
                pass
        for post in posts:
            entry(xml, post)
    return out.getvalue()
