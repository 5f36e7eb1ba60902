"""Runs, the crawl of each blog in them, rounds, problems, and what hosts asked for (robots.txt, pauses).

A blog's crawls are counted in rounds. A crawl that was cut off (killed, or ended as "interrupted") and the one that
goes on with it share a round: what was finished in it need not be asked again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Final, NotRequired, TypedDict, Unpack

from crawler import __version__
from crawler.model import Completeness, Facts, Problem, SourceKind
from crawler.store.encoding import facts_from_json, storable, to_json
from crawler.store.rows import CrawlMark, CrawlRow, KeptRobots, ProblemRow, RunRow
from crawler.store.session import Session, moment, read_moment
from crawler.urls import host_of

INTERRUPTED: Final = "interrupted"
"""The outcome of a crawl that the next one goes on with."""

LISTING: Final = "listing"
PART: Final = "part"
VISIT: Final = "visit"
"""Kinds of crawls: everything was asked for; everything as far as it was wanted; only what shows the newest posts."""

RESUMED_WITHIN: Final = timedelta(days=7)
ROUND_WITHIN: Final = timedelta(days=60)
"""A crawl that was cut off longer ago, or whose round began longer ago, is begun anew: what it read is old."""


class CrawlEnd(TypedDict):
    """How a blog's crawl ended: requests made, why the planner stopped, a word for the outcome, how complete the blog
    is now (None: not judged, what was known stays), what kind of crawl it was after all, and when the blog is due
    again (None: nobody reckoned it)."""

    requests: int
    stop: str
    outcome: str
    completeness: Completeness | None
    kind: NotRequired[str]
    next: NotRequired[datetime | None]


class Runs(Session):
    """The part of the store that keeps runs, crawls and problems."""

    def begin_run(self, command: str) -> int:
        """Note that a command begins to work on the database; the run's number."""
        with self._transaction() as connection:
            row = connection.execute(
                "INSERT INTO runs (command, started, version) VALUES (?, ?, ?) RETURNING id",
                (storable(command), self._now(), __version__),
            ).fetchone()
        return int(row["id"])

    def end_run(self, run: int, outcome: str) -> None:
        """Note that a run ended."""
        with self._transaction() as connection:
            connection.execute("UPDATE runs SET ended = ?, outcome = ? WHERE id = ?", (self._now(), outcome, run))

    def begin_crawl(self, run: int, slug: str, kind: str = LISTING) -> CrawlMark:
        """Note that a blog's crawl of a kind begins: in a new round, unless the last one was cut off not long ago and
        did at least as much; what one that wanted a part has read serves any. Raises UnknownBlog."""
        with self._transaction() as connection:
            blog = self._blog_id(slug)
            last = connection.execute(_LAST_CRAWL, (blog,)).fetchone()
            cut = last is not None and (last["ended"] is None or last["outcome"] == INTERRUPTED)
            if cut:
                connection.execute(_CUT_OFF, (INTERRUPTED, last["id"]))
            resumed = cut and last["kind"] in (LISTING, PART, kind) and self._is_recent(last)
            number = 1 if last is None else last["round"] + (not resumed)
            killed = last is not None and last["ended"] is None
            mark = CrawlMark(number, resumed, LISTING if resumed and last["kind"] == LISTING else kind, killed)
            connection.execute(_BEGIN_CRAWL, (run, blog, number, self._now(), mark.kind))
        return mark

    def _is_recent(self, last: sqlite3.Row) -> bool:
        """Whether what a crawl that was cut off has read is still as good as new."""
        now = self._clock()
        return now - read_moment(last["started"]) <= RESUMED_WITHIN and now - read_moment(last["begun"]) <= ROUND_WITHIN

    def end_crawl(self, run: int, slug: str, **end: Unpack[CrawlEnd]) -> None:
        """Note that a blog's crawl ended, how complete it is, and what its pages say of it. Raises UnknownBlog."""
        with self._transaction() as connection:
            blog = self._blog_id(slug)
            due = end.get("next")
            told = (end["requests"], end["stop"], end["outcome"], end.get("kind"), moment(due) if due else "")
            connection.execute(_END_CRAWL, (self._now(), *told, run, blog))
            if judged := end["completeness"]:
                _judge(connection, blog, judged)
            if judged or end.get("kind") != VISIT:
                self._describe(blog)

    def judge(self, slug: str, judged: Completeness) -> None:
        """Note how complete a blog is, between crawls. Raises UnknownBlog."""
        with self._transaction() as connection:
            _judge(connection, self._blog_id(slug), judged)

    def note_problem(self, run: int, slug: str, problem: Problem) -> None:
        """Keep a problem that belongs to no harvest; an empty slug: to no blog. Raises UnknownBlog."""
        with self._transaction() as connection:
            blog = self._blog_id(slug) if slug else None
            row = (run, blog, None, storable(problem.address), problem.kind, storable(problem.message), self._now())
            connection.execute(ADD_PROBLEM, row)

    def runs(self, limit: int | None = None) -> list[RunRow]:
        """The last runs, newest first."""
        rows = self._connection.execute(_RUNS, (-1 if limit is None else limit,))
        return [RunRow(**dict(row)) for row in rows]

    def crawls(self, run: int | None = None, slug: str | None = None) -> list[CrawlRow]:
        """The crawls of a run, of a blog, or all, newest first."""
        return [CrawlRow(**dict(row)) for row in self._connection.execute(_CRAWLS, {"run": run, "slug": slug})]

    def problems(self, run: int | None = None, slug: str | None = None) -> list[ProblemRow]:
        """The problems of a run, of a blog, or all, oldest first."""
        return [ProblemRow(**dict(row)) for row in self._connection.execute(_PROBLEMS, {"run": run, "slug": slug})]

    def kept_robots(self, host: str) -> KeptRobots | None:
        """A host's robots.txt as last fetched, however long ago."""
        row = self._connection.execute("SELECT text, fetched FROM robots WHERE host = ?", (host,)).fetchone()
        return KeptRobots(row["text"], read_moment(row["fetched"])) if row else None

    def keep_robots(self, host: str, status: int, text: str) -> None:
        """Keep a host's robots.txt as fetched now (`status` 0: no answer)."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO robots (host, fetched, status, text) VALUES (?, ?, ?, ?) ON CONFLICT (host) DO UPDATE"
                " SET fetched = excluded.fetched, status = excluded.status, text = excluded.text",
                (host, self._now(), status, storable(text)),
            )

    def pause(self, host: str, until: datetime, reason: str) -> None:
        """Remember that a host is to be left alone until a moment (with a zone)."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO pauses (host, until, reason) VALUES (?, ?, ?)"
                " ON CONFLICT (host) DO UPDATE SET until = excluded.until, reason = excluded.reason",
                (host, moment(until), storable(reason)),
            )

    def paused_until(self, host: str) -> datetime | None:
        """The moment (UTC) until which a host is to be left alone, or None when there is none or it is over."""
        row = self._connection.execute("SELECT until FROM pauses WHERE host = ?", (host,)).fetchone()
        until = read_moment(row["until"]) if row else None
        return until if until and until > self._clock() else None

    def _describe(self, blog: int) -> None:
        """Write into the blog's row what its pages say of it."""
        rows = self._connection.execute(
            "SELECT kind, address, final, facts FROM sources WHERE blog = ? AND (facts <> '{}' OR kind = 'homepage')"
            " ORDER BY id",
            (blog,),
        ).fetchall()
        told = [(row["kind"], facts_from_json(row["facts"])) for row in rows]
        found = {name: _first_told(name, order, told) for name, order in _TELLERS.items()}
        homes = [row["final"] or row["address"] for row in rows if row["kind"] == SourceKind.HOMEPAGE]
        (home,) = self._connection.execute("SELECT home FROM blogs WHERE id = ?", (blog,)).fetchone()
        hosts = to_json(list(dict.fromkeys(host_of(address) for address in (home, *homes))))
        self._connection.execute(_DESCRIBE, {**found, "hosts": hosts, "blog": blog})


def _judge(connection: sqlite3.Connection, blog: int, judged: Completeness) -> None:
    connection.execute(
        "UPDATE blogs SET completeness = ?, expected = ?, reasons = ? WHERE id = ?",
        (str(judged.word), judged.expected, to_json(judged.reasons), blog),
    )


def _first_told(name: str, order: Sequence[str], told: Iterable[tuple[str, Facts]]) -> str:
    """What the first kind of source that says anything of a fact says; `told` is (kind, facts)."""
    values = [(order.index(kind), value) for kind, facts in told if kind in order and (value := getattr(facts, name))]
    return min(values, key=itemgetter(0), default=(0, ""))[1]


_TELLERS: Final = {
    "title": ("feed", "homepage", "api"),
    "description": ("homepage", "feed", "api"),
    "language": ("homepage", "feed", "api"),
    "generator": ("homepage", "feed", "api"),
    "feed": ("homepage", "feed"),
}
"""Whom to ask first for what a blog says of itself: a feed's title is the blog's, a page's may be the page's."""

ADD_PROBLEM: Final = "INSERT INTO problems (run, blog, source, address, kind, message, at) VALUES (?, ?, ?, ?, ?, ?, ?)"

_LAST_CRAWL: Final = """
SELECT c.id, c.round, c.kind, c.started, c.ended, c.outcome,
    (SELECT min(started) FROM crawls AS first WHERE first.blog = c.blog AND first.round = c.round) AS begun
FROM crawls AS c WHERE c.blog = ? ORDER BY c.id DESC LIMIT 1"""

_BEGIN_CRAWL: Final = """
INSERT INTO crawls (run, blog, round, started, kind) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (run, blog) DO UPDATE SET ended = NULL, outcome = '', stop = '', round = excluded.round,
    kind = excluded.kind"""

_AT_LEAST: Final = "(SELECT count(*) FROM sources WHERE sources.run = crawls.run AND sources.blog = crawls.blog)"
"""The requests of a crawl that nobody could count to its end: what it has read."""

_CUT_OFF: Final = f"UPDATE crawls SET outcome = ?, requests = max(requests, {_AT_LEAST}) WHERE id = ?"

_END_CRAWL: Final = """
UPDATE crawls SET ended = ?, requests = ?, stop = ?, outcome = ?, kind = coalesce(?, kind), next = ?
WHERE run = ? AND blog = ?"""

_DESCRIBE: Final = """
UPDATE blogs SET
    title = coalesce(nullif(:title, ''), title), description = coalesce(nullif(:description, ''), description),
    language = coalesce(nullif(:language, ''), language), generator = coalesce(nullif(:generator, ''), generator),
    feed = coalesce(nullif(feed, ''), :feed), hosts = :hosts
WHERE id = :blog"""

_RUNS: Final = f"""
SELECT runs.id, runs.command, runs.started, coalesce(runs.ended, '') AS ended, runs.outcome,
    count(crawls.id) AS blogs,
    count(*) FILTER (WHERE crawls.outcome = 'done') AS done,
    count(*) FILTER (WHERE crawls.outcome = 'failed') AS failed,
    count(*) FILTER (WHERE crawls.outcome = 'interrupted') AS interrupted,
    count(*) FILTER (WHERE crawls.outcome = '') AS open,
    coalesce(sum(iif(crawls.ended IS NULL, max(crawls.requests, {_AT_LEAST}), crawls.requests)), 0) AS requests,
    coalesce(sum(crawls.new), 0) AS new, coalesce(sum(crawls.changed), 0) AS changed,
    (SELECT count(*) FROM problems WHERE problems.run = runs.id) AS problems
FROM runs LEFT JOIN crawls ON crawls.run = runs.id
GROUP BY runs.id ORDER BY runs.id DESC LIMIT ?"""

_CRAWLS: Final = """
SELECT crawls.run, blogs.slug AS blog, crawls.round, crawls.started, coalesce(crawls.ended, '') AS ended,
    crawls.requests, crawls.stop, crawls.outcome, crawls.new, crawls.changed
FROM crawls JOIN blogs ON blogs.id = crawls.blog
WHERE (:run IS NULL OR crawls.run = :run) AND (:slug IS NULL OR blogs.slug = :slug)
ORDER BY crawls.id DESC"""

_PROBLEMS: Final = """
SELECT problems.run, coalesce(blogs.slug, '') AS blog, problems.address, problems.kind, problems.message, problems.at
FROM problems LEFT JOIN blogs ON blogs.id = problems.blog
WHERE (:run IS NULL OR problems.run = :run) AND (:slug IS NULL OR blogs.slug = :slug)
ORDER BY problems.id"""
