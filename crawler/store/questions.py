"""Questions that people ask of the database, as SQL with a name: for Datasette, for `sqlite3`, for the README.

Read only. Parameters are named (`:words`) and asked for by whoever runs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words, and its SQL."""

    title: str
    sql: str


QUESTIONS: Final[Mapping[str, Question]] = {
    "posts_by_year": Question(
        "How many posts did each blog publish a year?", "SELECT blog, year, posts FROM yearly_counts"
    ),
    "busiest_months": Question(
        "In which months was most published?",
        """SELECT blogs.slug AS blog, substr(posts.date, 1, 7) AS month, count(*) AS posts
FROM posts JOIN blogs ON blogs.id = posts.blog
WHERE posts.verdict = 'post' AND length(posts.date) >= 7
GROUP BY blogs.slug, month ORDER BY posts DESC, month DESC LIMIT 100""",
    ),
    "most_active_blogs": Question(
        "Which blogs published most in the last year?",
        """SELECT blog, posts_last_year, posts, first, last, cadence FROM blog_profile
ORDER BY posts_last_year DESC, posts DESC""",
    ),
    "missing_dates": Question(
        "Which posts have no date, or not the day?",
        """SELECT blogs.slug AS blog, posts.date, posts.title, posts.url
FROM posts JOIN blogs ON blogs.id = posts.blog
WHERE posts.verdict = 'post' AND length(posts.date) < 10 ORDER BY blogs.slug, posts.date""",
    ),
    "conflicts": Question(
        "On which posts do sources disagree?",
        """SELECT blogs.slug AS blog, posts.title, posts.date, posts.conflicts, posts.date_rule, posts.url
FROM posts JOIN blogs ON blogs.id = posts.blog
WHERE posts.verdict = 'post' AND posts.conflicts <> '[]' ORDER BY blogs.slug, posts.date DESC""",
    ),
    "incomplete_blogs": Question(
        "Of which blogs may something be missing, and why?",
        """SELECT slug AS blog, completeness, expected, reasons FROM blogs
WHERE completeness <> 'complete' ORDER BY completeness, slug""",
    ),
    "full_text": Question(
        "Which posts have these words in title, excerpt or text?",
        """SELECT blogs.slug AS blog, posts.date, posts.title, posts.url
FROM posts_fts JOIN posts ON posts.id = posts_fts.rowid JOIN blogs ON blogs.id = posts.blog
WHERE posts_fts MATCH :words AND posts.verdict = 'post' ORDER BY rank LIMIT 200""",
    ),
}
