"""Everything behind one address, and the history of posts."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from crawler.store.encoding import claim_from, words_of
from crawler.store.rows import Behind, ChangeRow, ClaimRow, Day, PostRow
from crawler.store.session import Session
from crawler.urls import canonical


class Why(Session):
    """The part of the store that gives reasons."""

    def claims_behind(self, url: str) -> Behind | None:
        """All that is known of an address in any spelling, or None where nobody named it.

        Claims of every address of its group are given, those of its own source order. An address that was named
        but belongs to no group yet has an empty verdict.
        """
        key = canonical(url)
        group = self._connection.execute(_GROUP, {"key": key}).fetchone()
        if group is None:
            return self._unjudged(url, key)
        post = self._connection.execute(_POST, {"post": group["post"]}).fetchone()
        keys = self._keys(group, key)
        return Behind(
            blog=group["slug"],
            url=group["url"],
            verdict=group["verdict"],
            rule=group["rule"],
            post=_post_row(post) if post else None,
            keys=keys,
            claims=self._claims(group["blog"], keys),
        )

    def changes(self, slug: str | None = None, since: Day | None = None) -> list[ChangeRow]:
        """The history of posts after each blog's first crawl, of one blog or all, from a day (UTC) on; newest first."""
        rows = self._connection.execute(_CHANGES, {"slug": slug, "since": str(since) if since else ""})
        return [ChangeRow(**dict(row)) for row in rows]

    def _unjudged(self, url: str, key: str) -> Behind | None:
        row = self._connection.execute(_NAMED, {"key": key}).fetchone()
        if row is None:
            return None
        return Behind(row["slug"], url, "", "", None, (key,), self._claims(row["blog"], (key,)))

    def _keys(self, group: sqlite3.Row, key: str) -> tuple[str, ...]:
        """The keys of a post, or of the group of the same address where it is no post."""
        rows = self._connection.execute(_KEYS, dict(group)).fetchall()
        return tuple(row["key"] for row in rows) or (key,)

    def _claims(self, blog: int, keys: tuple[str, ...]) -> tuple[ClaimRow, ...]:
        asked = {"blog": blog, "keys": json.dumps(keys)}
        return tuple(
            ClaimRow(
                claim=claim_from(row["address"], row["place"], row["evidence"]),
                source=row["source"],
                kind=row["kind"],
                role=row["role"],
                run=row["run"],
                counts=bool(row["counts"]),
            )
            for row in self._connection.execute(_CLAIMS, asked)
        )


def _post_row(row: sqlite3.Row) -> PostRow:
    chosen = {name: (rule, source) for name, (rule, source) in json.loads(row["chosen"]).items()}
    for name in ("title", "date"):
        if row[f"{name}_rule"]:
            chosen[name] = (row[f"{name}_rule"], row[f"{name}_source"])
    plain = ("id", "url", "title", "date", "published", "updated", "author", "excerpt", "language", "words")
    more = ("verdict", "rule", "first_seen", "last_changed")
    return PostRow(
        **{name: row[name] for name in (*plain, *more)},
        blog=row["slug"],
        tags=words_of(row["tags"]),
        why=chosen,
        conflicts=words_of(row["conflicts"]),
        same_as=row["same_url"] or "",
    )


_GROUP: Final = """
SELECT a.blog, a.key, a.url, a.post, a.verdict, a.rule, b.slug
FROM addresses AS a JOIN blogs AS b ON b.id = a.blog
WHERE a.key = :key ORDER BY a.verdict <> 'post', a.post IS NULL, a.blog LIMIT 1"""

_NAMED: Final = """
SELECT c.blog, b.slug FROM blogs AS b JOIN claims AS c ON c.blog = b.id AND c.key = :key LIMIT 1"""

_KEYS: Final = """
SELECT key FROM addresses
WHERE blog = :blog AND CASE WHEN :post IS NULL THEN post IS NULL AND url = :url ELSE post = :post END
ORDER BY key"""

_POST: Final = """
SELECT p.*, b.slug, kept.url AS same_url
FROM posts AS p JOIN blogs AS b ON b.id = p.blog LEFT JOIN posts AS kept ON kept.id = p.same_as
WHERE p.id = :post"""

_CLAIMS: Final = """
SELECT c.address, c.place, c.evidence, c.run, s.address AS source, s.kind, s.role,
    c.turn = (SELECT max(turn) FROM claims AS o WHERE o.source = c.source AND o.address = c.address) AS counts
FROM claims AS c JOIN sources AS s ON s.id = c.source
WHERE c.blog = :blog AND c.key IN (SELECT value FROM json_each(:keys))
ORDER BY s.id, c.turn DESC, c.ord"""

_CHANGES: Final = """
SELECT c.at, c.run, b.slug AS blog, p.url, p.title, c.field, c.old, c.new, c.cause
FROM changes AS c JOIN posts AS p ON p.id = c.post JOIN blogs AS b ON b.id = p.blog
WHERE (:slug IS NULL OR b.slug = :slug) AND c.at >= :since ORDER BY c.at DESC, b.slug, c.id DESC"""
