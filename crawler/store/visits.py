"""What decides how and when a blog is crawled next, and what its last crawl left: read in a few small questions, so
that a blog without news costs next to nothing.

Holds no rule: how long to wait is told in `rhythm`, what to ask in `planner`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from crawler import __version__
from crawler.model import CanonicalUrl
from crawler.store.encoding import storable, to_json
from crawler.store.harvest_reading import source_from
from crawler.store.listing import completeness_from
from crawler.store.rows import History, KnownPosts, Standing
from crawler.store.runs import LISTING
from crawler.store.session import Session, moment, read_moment

RECENT: Final = 20
"""So many of the newest posts tell a blog's rhythm."""


class Visits(Session):
    """The part of the store that knows what was before."""

    def history(self, slug: str) -> History:
        """What decides how a blog is crawled next. Raises UnknownBlog."""
        blog = self._blog_id(slug)
        row = self._connection.execute(_HISTORY, {"blog": blog, "version": __version__, "kind": LISTING}).fetchone()
        rows = self._connection.execute(_WATCHED, {"blog": blog}).fetchall()
        wait = read_moment(row["next"]) - read_moment(row["ended"]) if row["next"] else timedelta()
        listed, seen = (read_moment(row[name]) if row[name] else None for name in ("listed", "seen"))
        return History(listed, seen, tuple(map(source_from, rows)), max(wait, timedelta()))

    def finished_before(self, run: int, slug: str) -> bool:
        """Whether the run before this one, of the same command, carried the blog's crawl to its end, and was then cut
        off itself: whoever says the same again wants the rest. Not when that is a day ago. Raises UnknownBlog."""
        limit = moment(self._clock() - timedelta(days=1))
        about = {"blog": self._blog_id(slug), "run": run, "limit": limit}
        return self._connection.execute(_FINISHED_BEFORE, about).fetchone() is not None

    def known_posts(self, slug: str) -> KnownPosts:
        """What was judged when the last crawl ended. Raises UnknownBlog."""
        rows = self._connection.execute(_KNOWN, (self._blog_id(slug),)).fetchall()
        there, gone = (
            {CanonicalUrl(row["key"]): row["url"] for row in rows if row["is_post"] and bool(row["gone"]) is missing}
            for missing in (False, True)
        )
        return KnownPosts(frozenset(CanonicalUrl(row["key"]) for row in rows), there, gone)

    def standing(self, slug: str) -> Standing:
        """How a blog stands. Raises UnknownBlog."""
        blog = self._blog_id(slug)
        row = self._connection.execute("SELECT * FROM blogs WHERE id = ?", (blog,)).fetchone()
        (posts,) = self._connection.execute(_POSTS, (blog,)).fetchone()
        days = tuple(day for (day,) in self._connection.execute(_DAYS, (blog, RECENT)))
        outcomes = [outcome for (outcome,) in self._connection.execute(_OUTCOMES, (blog, RECENT))]
        failures = next((number for number, word in enumerate(outcomes) if word != "failed"), len(outcomes))
        return Standing(posts, completeness_from(row), failures, days)

    def watch(self, slug: str, addresses: tuple[str, ...]) -> None:
        """Remember which sources show the newest posts; nothing is written where they are as before."""
        told = to_json([storable(address) for address in addresses])
        with self._transaction() as connection:
            connection.execute(
                "UPDATE blogs SET watch = ? WHERE id = ? AND watch <> ?", (told, self._blog_id(slug), told)
            )

    def heard(self, slug: str, round: int) -> frozenset[str]:
        """The keys of which any source said something in a round that it had never said before. Raises UnknownBlog."""
        rows = self._connection.execute(_HEARD, {"blog": self._blog_id(slug), "round": round})
        return frozenset(key for (key,) in rows)

    def due_times(self) -> dict[str, datetime | None]:
        """When each blog is due again, by slug; None: at once."""
        rows = self._connection.execute(_DUE).fetchall()
        return {row["slug"]: read_moment(row["next"]) if row["next"] else None for row in rows}

    def due(self, at: datetime) -> list[str]:
        """The blogs that are due at a moment (with a zone), longest due first."""
        times = {slug: moment(time) if time else "" for slug, time in self.due_times().items()}
        return [slug for slug in sorted(times, key=lambda slug: (times[slug], slug)) if times[slug] <= moment(at)]


_HISTORY: Final = """
SELECT
    (SELECT max(c.ended) FROM crawls AS c JOIN runs AS r ON r.id = c.run
        WHERE c.blog = :blog AND c.kind = :kind AND c.outcome = 'done' AND r.version = :version) AS listed,
    (SELECT max(c.ended) FROM crawls AS c JOIN runs AS r ON r.id = c.run
        WHERE c.blog = :blog AND c.outcome = 'done' AND r.version = :version) AS seen,
    last.next, last.ended
FROM (SELECT 1) LEFT JOIN (
    SELECT next, ended FROM crawls WHERE blog = :blog AND next <> '' AND ended IS NOT NULL ORDER BY id DESC LIMIT 1
) AS last"""

_FINISHED_BEFORE: Final = """
SELECT 1 FROM runs AS mine JOIN runs AS before ON before.command = mine.command
JOIN crawls AS c ON c.run = before.id AND c.blog = :blog
WHERE mine.id = :run AND mine.command LIKE 'crawl %' AND c.outcome = 'done' AND c.ended >= :limit
    AND (before.ended IS NULL OR before.outcome = 'interrupted')
    AND before.id = (SELECT max(id) FROM runs WHERE id < mine.id AND command = mine.command)"""

_WATCHED: Final = """
SELECT s.* FROM blogs AS b, json_each(b.watch) AS w
JOIN sources AS s ON s.blog = b.id AND s.address = w.value
WHERE b.id = :blog ORDER BY w.key"""

_KNOWN: Final = """
SELECT a.key, p.url, coalesce(p.verdict = 'post', 0) AS is_post, coalesce(p.gone, '') AS gone
FROM addresses AS a LEFT JOIN posts AS p ON p.id = a.post WHERE a.blog = ?"""

_POSTS: Final = "SELECT count(*) FROM posts WHERE blog = ? AND verdict = 'post'"

_DAYS: Final = """
SELECT date FROM posts WHERE blog = ? AND verdict = 'post' AND length(date) = 10 ORDER BY date DESC LIMIT ?"""

_OUTCOMES: Final = "SELECT outcome FROM crawls WHERE blog = ? AND ended IS NOT NULL ORDER BY id DESC LIMIT ?"

_HEARD: Final = """
SELECT DISTINCT claims.key FROM claims JOIN crawls ON crawls.run = claims.run AND crawls.blog = claims.blog
WHERE claims.blog = :blog AND crawls.round = :round"""

_DUE: Final = """
SELECT b.slug, (SELECT next FROM crawls AS c WHERE c.blog = b.id ORDER BY c.id DESC LIMIT 1) AS next
FROM blogs AS b ORDER BY b.slug"""
