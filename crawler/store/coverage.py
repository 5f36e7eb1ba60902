"""How complete a blog is: what each source gave, how far kinds of sources agree, what is missing.

Only claims that name an address as an entry count here (an item of a feed or an API, a line of a sitemap or a
listing, a page speaking of itself): a link in a menu or in running text is no testimony, and what the curator says is
none, either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from crawler.model import State
from crawler.store.encoding import totals_from_json, words_of
from crawler.store.harvest_reading import source_from
from crawler.store.listing import completeness_from
from crawler.store.registry import blog_from
from crawler.store.rows import ConflictRow, CoverageRow, KindRow, SourceRow
from crawler.store.session import Session


class Coverage(Session):
    """The part of the store that tells how complete blogs are."""

    def coverage_of(self, slug: str) -> CoverageRow:
        """How complete a blog is, with its sources in the order they were found. Raises UnknownBlog."""
        about = {"blog": self._blog_id(slug)}
        row = self._connection.execute("SELECT * FROM blogs WHERE id = :blog", about).fetchone()
        counts = self._connection.execute(_COUNTS, about).fetchone()
        return CoverageRow(
            blog=blog_from(row),
            **dict(counts),
            completeness=completeness_from(row),
            kinds=self._kinds(about),
            sources=self._sources(about),
            conflicts=tuple(
                ConflictRow(post["url"], post["title"], words_of(post["conflicts"]))
                for post in self._connection.execute(_CONFLICTS, about)
            ),
        )

    def _kinds(self, about: dict[str, int]) -> tuple[KindRow, ...]:
        tellers: defaultdict[int, set[str]] = defaultdict(set)
        for row in self._connection.execute(_TOLD, about):
            tellers[row["post"]].add(row["kind"])
        seen = Counter(kind for kinds in tellers.values() for kind in kinds)
        alone = Counter(next(iter(kinds)) for kinds in tellers.values() if len(kinds) == 1)
        return tuple(KindRow(kind, posts, alone[kind]) for kind, posts in sorted(seen.items()))

    def _sources(self, about: dict[str, int]) -> tuple[SourceRow, ...]:
        return tuple(
            SourceRow(
                source=source_from(row),
                state=State(row["state"]),
                status=row["status"],
                error=row["error"],
                fetched=row["fetched"] or "",
                addresses=row["addresses"],
                posts=row["posts"],
                totals=totals_from_json(row["totals"]),
            )
            for row in self._connection.execute(_SOURCES, about)
        )


_ENTRY: Final = "c.place IN ('feed', 'api', 'sitemap', 'listing', 'self')"

_COUNTS: Final = """
SELECT count(*) AS posts, count(CASE WHEN title = '' THEN 1 END) AS without_title,
    count(CASE WHEN date = '' THEN 1 END) AS without_date
FROM posts WHERE blog = :blog AND verdict = 'post'"""

_CONFLICTS: Final = """
SELECT url, title, conflicts FROM posts
WHERE blog = :blog AND verdict = 'post' AND conflicts <> '[]' ORDER BY date DESC, id"""

_TOLD: Final = f"""
SELECT DISTINCT p.id AS post, s.kind
FROM claims AS c JOIN sources AS s ON s.id = c.source
    JOIN addresses AS a ON a.blog = c.blog AND a.key = c.key
    JOIN posts AS p ON p.id = a.post AND p.verdict = 'post'
WHERE c.blog = :blog AND {_ENTRY}"""

_SOURCES: Final = f"""
SELECT s.*, count(DISTINCT c.key) AS addresses, count(DISTINCT p.id) AS posts
FROM sources AS s LEFT JOIN claims AS c ON c.source = s.id AND {_ENTRY}
    LEFT JOIN addresses AS a ON a.blog = c.blog AND a.key = c.key
    LEFT JOIN posts AS p ON p.id = a.post AND p.verdict = 'post'
WHERE s.blog = :blog AND s.kind <> 'curator' GROUP BY s.id ORDER BY s.id"""
