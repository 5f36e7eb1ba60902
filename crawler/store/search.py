"""Full text over titles, excerpts and texts of posts (SQLite FTS5)."""

from __future__ import annotations

import re
from typing import Final

from crawler.store.rows import SearchRow
from crawler.store.session import Session

DEFAULT_LIMIT: Final = 20


class Search(Session):
    """The part of the store that finds posts by words."""

    def search(self, words: str, limit: int = DEFAULT_LIMIT) -> list[SearchRow]:
        """Posts that have all the words, best first; a hit in the title weighs most. Nothing in `words` is syntax.

        Scripts that write without spaces are not cut into words by the index: such a word is sought as it stands.
        """
        terms = [term for term in words.split() if any(letter.isalnum() for letter in term)]
        unspaced = [term for term in terms if _UNSPACED.search(term)]
        spaced = [f'"{escaped}"' for term in terms if term not in unspaced and (escaped := term.replace('"', '""'))]
        if not terms:
            return []
        query = (_WORDS if spaced else _PLAIN).format(more=_CONTAINS * len(unspaced))
        match = (" ".join(spaced),) if spaced else ()
        rows = self._connection.execute(query, (*match, *map(_pattern, unspaced), limit))
        return [SearchRow(**dict(row)) for row in rows]


def _pattern(term: str) -> str:
    return "%" + re.sub(r"([%_\\])", r"\\\1", term) + "%"


_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)

_CONTAINS: Final = r" AND p.title || ' ' || p.excerpt || ' ' || p.text LIKE ? ESCAPE '\'"

_WORDS: Final = """
SELECT b.slug AS blog, p.date, p.title, p.url, snippet(posts_fts, -1, '[', ']', '…', 16) AS snippet
FROM posts_fts JOIN posts AS p ON p.id = posts_fts.rowid JOIN blogs AS b ON b.id = p.blog
WHERE posts_fts MATCH ? AND p.verdict = 'post'{more}
ORDER BY bm25(posts_fts, 10.0, 3.0, 1.0), p.date DESC LIMIT ?"""

_PLAIN: Final = """
SELECT b.slug AS blog, p.date, p.title, p.url, substr(p.excerpt, 1, 200) AS snippet
FROM posts AS p JOIN blogs AS b ON b.id = p.blog
WHERE p.verdict = 'post'{more}
ORDER BY p.date DESC, p.id LIMIT ?"""
