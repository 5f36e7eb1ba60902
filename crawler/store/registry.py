"""The registry: which blogs there are. What is known of a blog's posts is elsewhere."""

from __future__ import annotations

import sqlite3

from crawler.errors import NotAnAddress
from crawler.model import Blog
from crawler.store.encoding import to_json, words_of
from crawler.store.session import Session, unknown_blog
from crawler.urls import canonical, home_of, host_of, slug_of


class Registry(Session):
    """The part of the store that keeps the registry."""

    def add_blog(self, blog: Blog) -> bool:
        """Register a blog; True when it is new. Of a known one, words that are given replace the old; empty ones never
        do, and its home stays."""
        words = {
            "slug": blog.slug,
            "home": blog.home,
            "name": blog.name,
            "category": blog.category,
            "kind": blog.kind,
            "topics": to_json(blog.topics),
            "feed": blog.feed,
            "hosts": to_json([host_of(blog.home)]),
            "added": self._now(),
        }
        with self._transaction() as connection:
            known = connection.execute("SELECT 1 FROM blogs WHERE slug = ?", (blog.slug,)).fetchone()
            connection.execute(_ADD, words)
        return known is None

    def remove_blog(self, slug: str) -> None:
        """Take a blog and everything known of it out of the database. Raises UnknownBlog."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM blogs WHERE id = ?", (self._blog_id(slug),))

    def blogs(self) -> list[Blog]:
        """The registry, by slug."""
        return [blog_from(row) for row in self._connection.execute("SELECT * FROM blogs ORDER BY slug")]

    def blog(self, text: str) -> Blog:
        """A blog by its slug or by its home's address, as a person types it. Raises UnknownBlog."""
        known = {blog.slug: blog for blog in self.blogs()}
        if text in known:
            return known[text]
        try:
            home = home_of(text)
        except NotAnAddress:
            raise unknown_blog(text) from None
        if found := known.get(slug_of(home)):
            return found
        key = canonical(home)
        same = [blog for blog in known.values() if canonical(blog.home) == key]
        if not same:
            raise unknown_blog(text)
        return same[0]


_ADD = """
INSERT INTO blogs (slug, home, name, category, kind, topics, feed, hosts, added)
VALUES (:slug, :home, :name, :category, :kind, :topics, :feed, :hosts, :added)
ON CONFLICT (slug) DO UPDATE SET
    name = coalesce(nullif(excluded.name, ''), name),
    category = coalesce(nullif(excluded.category, ''), category),
    kind = coalesce(nullif(excluded.kind, ''), kind),
    topics = coalesce(nullif(excluded.topics, '[]'), topics),
    feed = coalesce(nullif(excluded.feed, ''), feed)"""


def blog_from(row: sqlite3.Row) -> Blog:
    """The registry's words from a row of blogs."""
    return Blog(
        slug=row["slug"],
        home=row["home"],
        name=row["name"],
        category=row["category"],
        kind=row["kind"],
        topics=words_of(row["topics"]),
        feed=row["feed"],
    )
