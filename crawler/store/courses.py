"""How a blog's crawl in one run went, beside what the runs before it were like: what reports and monitors look at."""

from __future__ import annotations

from typing import Final

from crawler.store.rows import CourseRow
from crawler.store.session import Session, read_moment


class Courses(Session):
    """The part of the store that holds a run against those before it."""

    def course(self, run: int, slug: str) -> CourseRow:
        """How it went; of a blog that the run did not begin nothing but the past. Raises UnknownBlog."""
        about = {"blog": self._blog_id(slug), "run": run}
        crawl = self._connection.execute(_CRAWL, about).fetchone()
        problems, usual = (
            {row["kind"]: row["count"] for row in self._connection.execute(question, about)}
            for question in (_PROBLEMS, _USUAL)
        )
        (gone,) = self._connection.execute(_GONE, about).fetchone()
        (since,) = self._connection.execute(_SINCE, about).fetchone()
        took = read_moment(crawl["ended"]) - read_moment(crawl["started"]) if crawl and crawl["ended"] else None
        return CourseRow(
            seconds=took.total_seconds() if took else 0.0,
            new=crawl["new"] if crawl else 0,
            changed=crawl["changed"] if crawl else 0,
            gone=gone,
            next=crawl["next"] if crawl else "",
            problems=problems,
            usual=usual,
            since=read_moment(since) if since else None,
        )


_CRAWL: Final = "SELECT started, ended, new, changed, next FROM crawls WHERE run = :run AND blog = :blog"

_PROBLEMS: Final = "SELECT kind, count(*) AS count FROM problems WHERE blog = :blog AND run = :run GROUP BY kind"

_USUAL: Final = """
SELECT kind, max(count) AS count FROM (
    SELECT run, kind, count(*) AS count FROM problems WHERE blog = :blog AND run < :run GROUP BY run, kind
) GROUP BY kind"""

_GONE: Final = """
SELECT count(*) FROM changes JOIN posts ON posts.id = changes.post
WHERE changes.run = :run AND posts.blog = :blog AND changes.field = 'gone' AND changes.new <> ''"""

_SINCE: Final = "SELECT min(ended) FROM crawls WHERE blog = :blog AND run < :run AND outcome = 'done'"
