"""The texts of posts, as far as they are known: of blogs that were crawled in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from crawler.store.rows import TextRow
from crawler.store.session import Session


class Texts(Session):
    """The part of the store that gives texts."""

    def texts(self) -> Iterator[TextRow]:
        """Posts of all blogs whose text is known, oldest first (those without a date last), as they come from the
        file."""
        for number, blog, url, title, date, text in self._connection.execute(_TEXTS):
            yield TextRow(number, blog, url, title, date, text)

    def text_of(self, number: int) -> str:
        """The text of a post by its row's id; empty where there is none."""
        row = self._connection.execute("SELECT text FROM posts WHERE id = ?", (number,)).fetchone()
        return str(row["text"]) if row else ""


_TEXTS: Final = """
SELECT p.id, b.slug, p.url, p.title, p.date, p.text FROM posts AS p JOIN blogs AS b ON b.id = p.blog
WHERE p.verdict = 'post' AND p.text <> '' ORDER BY p.date = '', p.date, p.published, p.id"""
