"""Posts as exports and pages show them: listings, profiles, counts by year.

`since` and `as_of` are calendar days and both included. A date known only by its year or month is let through where
it may fall into the span; a post without a date is not, once a day is asked for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, timedelta
from typing import Final

from crawler.model import Completeness, Word
from crawler.store.encoding import words_of
from crawler.store.registry import blog_from
from crawler.store.rows import Day, ListingRow, ProfileRow, RuleRow
from crawler.store.session import Session

CADENCES: Final = ((250, "daily"), (40, "weekly"), (9, "monthly"), (3, "quarterly"), (1, "yearly"))
"""Least number of posts in 365 days, and the word for it; the view blog_profile says the same."""


class Listing(Session):
    """The part of the store that lists posts."""

    def listing(
        self,
        slugs: Iterable[str] | None = None,
        year: int | None = None,
        since: Day | None = None,
        as_of: Day | None = None,
        category: str | None = None,
    ) -> Iterator[ListingRow]:
        """The posts of blogs (None: of all), blogs by slug, newest post first, as they come from the file."""
        asked = {
            "year": year,
            "since": str(since) if since else None,
            "as_of": str(as_of) if as_of else None,
            "category": category,
        }
        known = [blog["slug"] for blog in self._connection.execute("SELECT slug FROM blogs ORDER BY slug")]
        wanted = set(known if slugs is None else slugs)
        for slug in known:
            if slug in wanted:
                yield from self._rows(_LISTING, {**asked, "slug": slug})

    def of_month(self, month: str) -> Iterator[ListingRow]:
        """The posts of all blogs in a month (YYYY-MM), newest first; those of which no day is known last."""
        return self._rows(_SPAN, {"first": month, "last": f"{month}-99"})

    def of_dates(self, dates: Iterable[Day]) -> Iterator[ListingRow]:
        """The posts of all blogs on some days, in the order of the days."""
        for one in dates:
            yield from self._rows(_SPAN, {"first": str(one), "last": str(one)})

    def _rows(self, query: str, asked: Mapping[str, str | int | None]) -> Iterator[ListingRow]:
        cursor = self._connection.cursor()
        cursor.row_factory = None  # plain tuples, in the order of the columns
        return map(ListingRow._make, cursor.execute(query, asked))

    def rules(self, slug: str) -> dict[str, RuleRow]:
        """What stands behind the title and the date of each post, by its address. Raises UnknownBlog."""
        rows = self._connection.execute(_RULES, {"blog": self._blog_id(slug)})
        return {row["url"]: RuleRow(*(row[name] for name in _RULE_COLUMNS)) for row in rows}

    def months(self) -> list[str]:
        """The months (YYYY-MM) in which any blog has a post, the first first."""
        return [row[0] for row in self._connection.execute(_MONTHS)]

    def days_of_year(self) -> list[str]:
        """The days of the year (MM-DD) on which any blog has a post."""
        return [row[0] for row in self._connection.execute(_DAYS)]

    def last_changed(self, slug: str) -> str:
        """The moment of a blog's newest change to a post, or empty. Raises UnknownBlog."""
        row = self._connection.execute(_CHANGED, {"blog": self._blog_id(slug)}).fetchone()
        return row[0] or ""

    def years(self, slug: str, as_of: Day | None = None) -> dict[int, int]:
        """Posts a year, newest year first; posts without a date are not in it. Raises UnknownBlog."""
        rows = self._connection.execute(_YEARS, {"blog": self._blog_id(slug), "as_of": str(as_of) if as_of else None})
        return {row["year"]: row["posts"] for row in rows}

    def profile(self, slug: str, as_of: Day | None = None) -> ProfileRow:
        """A blog at a glance, as of a day (None: as of today, UTC, with posts without a date). Raises UnknownBlog."""
        blog = self._blog_id(slug)
        day = date.fromisoformat(str(as_of)) if as_of else self._clock().astimezone(UTC).date()
        asked = {
            "blog": blog,
            "as_of": str(as_of) if as_of else None,
            "year_ago": str(day - timedelta(days=365)),
        }
        counts = self._connection.execute(_COUNTS, asked).fetchone()
        row = self._connection.execute(_BLOG, {"blog": blog}).fetchone()
        return ProfileRow(
            blog=blog_from(row),
            title=row["title"],
            description=row["description"],
            language=row["language"],
            generator=row["generator"],
            hosts=words_of(row["hosts"]),
            added=row["added"],
            crawled=row["crawled"],
            **dict(counts),
            cadence=cadence(counts["posts_last_year"], counts["last"]),
            years=self.years(slug, as_of),
            completeness=completeness_from(row),
        )


def cadence(posts_last_year: int, last: str) -> str:
    """The word for how often a blog publishes; `last` is the date of its last post, or empty."""
    word = next((word for least, word in CADENCES if posts_last_year >= least), "")
    return word or (f"quiet (since {last[:4]})" if last else "")


def completeness_from(row: sqlite3.Row) -> Completeness | None:
    """The word on a blog from its row, or None where it was never judged."""
    if not row["completeness"]:
        return None
    return Completeness(Word(row["completeness"]), row["expected"], words_of(row["reasons"]))


_LISTING: Final = """
SELECT b.slug AS blog, p.year, p.date, p.title, p.url, p.author, p.tags, p.excerpt, p.published, p.updated
FROM blogs AS b JOIN posts AS p ON p.blog = b.id
WHERE b.slug = :slug AND p.verdict = 'post'
    AND (:category IS NULL OR b.category = :category COLLATE NOCASE)
    AND (:year IS NULL OR p.year = :year)
    AND (:since IS NULL OR (p.date <> '' AND p.date || substr('-99-99', length(p.date) - 3) >= :since))
    AND (:as_of IS NULL OR (p.date <> '' AND p.date <= :as_of))
ORDER BY p.date DESC, p.published DESC, p.id"""

_SPAN: Final = """
SELECT b.slug AS blog, p.year, p.date, p.title, p.url, p.author, p.tags, p.excerpt, p.published, p.updated
FROM posts AS p JOIN blogs AS b ON b.id = p.blog
WHERE p.date BETWEEN :first AND :last AND p.verdict = 'post'
ORDER BY p.date DESC, p.published DESC, p.id"""

_RULE_COLUMNS: Final = ("title_rule", "title_source", "date_rule", "date_source")
_RULES: Final = f"SELECT url, {', '.join(_RULE_COLUMNS)} FROM posts WHERE blog = :blog AND verdict = 'post'"

_MONTHS: Final = """
SELECT DISTINCT substr(date, 1, 7) FROM posts WHERE length(date) >= 7 AND verdict = 'post' ORDER BY 1"""

_DAYS: Final = """
SELECT DISTINCT substr(date, 6) FROM posts WHERE length(date) = 10 AND verdict = 'post' ORDER BY 1"""

_CHANGED: Final = "SELECT max(last_changed) FROM posts WHERE blog = :blog"

_YEARS: Final = """
SELECT year, count(*) AS posts FROM posts
WHERE blog = :blog AND verdict = 'post' AND date <> '' AND (:as_of IS NULL OR date <= :as_of)
GROUP BY year ORDER BY year DESC"""

_COUNTS: Final = """
SELECT count(*) AS posts, coalesce(min(nullif(date, '')), '') AS first, coalesce(max(date), '') AS last,
    count(CASE WHEN date > :year_ago THEN 1 END) AS posts_last_year
FROM posts
WHERE blog = :blog AND verdict = 'post' AND (:as_of IS NULL OR (date <> '' AND date <= :as_of))"""

_BLOG: Final = """
SELECT blogs.*, coalesce((SELECT max(ended) FROM crawls WHERE crawls.blog = blogs.id), '') AS crawled
FROM blogs WHERE id = :blog"""
