"""The registry: which blogs there are. What is known of a blog's posts is elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, count

from crawler.errors import NotAnAddress, PasswordInAddress
from crawler.model import Blog
from crawler.store.encoding import to_json, words_of
from crawler.store.session import Session, unknown_blog
from crawler.urls import canonical, home_of, host_of, slug_of


class Registry(Session):
    """The part of the store that keeps the registry."""

    def add_blog(self, blog: Blog) -> bool:
        """Register a blog under its slug (see `slug_for`); True when it is new. Of a known one, words that are given
        replace the old; empty ones never do, and its home stays."""
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

    def slug_for(self, home: str) -> str:
        """The slug of the blog at a home page: of a known one its own; of a new one `slug_of`, with "-2", "-3" … where
        another blog has that (two ports of one host, say)."""
        known = self.blogs()
        if same := _at(home, known):
            return same.slug
        taken = {blog.slug for blog in known}
        return next(slug for slug in _slugs(slug_of(home)) if slug not in taken)

    def move_home(self, slug: str, home: str) -> None:
        """A blog's home page has another address now. Raises UnknownBlog."""
        with self._transaction() as connection:
            connection.execute("UPDATE blogs SET home = ? WHERE id = ?", (home, self._blog_id(slug)))

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
            found = _at(home_of(text), known.values())
        except PasswordInAddress:
            raise
        except NotAnAddress:
            raise unknown_blog(text) from None
        if found is None:
            raise unknown_blog(text)
        return found


def _at(home: str, blogs: Iterable[Blog]) -> Blog | None:
    """The blog whose home page is at an address, however that is spelled."""
    key = canonical(home)
    return next((blog for blog in blogs if canonical(blog.home) == key), None)


def _slugs(slug: str) -> Iterator[str]:
    return chain([slug], (f"{slug}-{number}" for number in count(2)))


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
