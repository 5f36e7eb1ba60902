"""What a run tells of itself, for the person who waits and for programs: as JSON, and as metrics for Prometheus.

The JSON is documented in docs/running.md; keys may be added, and are not renamed. Writes no file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from crawler import __version__
from crawler.model import Completeness
from crawler.monitors import Alarm

FAILED = "failed"
BUSY = "left alone"
UNFINISHED = "not finished"


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a blog: the word is FAILED, BUSY, UNFINISHED, or that of its completeness.

    `posts` counts all that are known, `new`, `changed` and `gone` what this run found; `seconds` is from the blog's
    beginning to its end; `next` when it is due again (RFC 3339, UTC, or empty). `known` and `named`: how many posts
    were named before, and of these now; `dead` are sources that no longer tell of posts.
    """

    slug: str
    word: str
    stop: str
    posts: int = 0
    new: int = 0
    requests: int = 0
    completeness: Completeness | None = None
    changed: int = 0
    gone: int = 0
    seconds: float = 0.0
    next: str = ""
    problems: Mapping[str, int] = field(default_factory=dict)
    alarms: tuple[Alarm, ...] = ()
    known: int = 0
    named: int = 0
    dead: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Neither failed, nor partial, nor left alone, nor unfinished."""
        return self.word in ("complete", "likely")


@dataclass(frozen=True, slots=True)
class RunReport:
    """A run and its blogs. `run` is its number in the database (None: nothing was to be done), `outcome` "done",
    "interrupted" or "stopped"."""

    run: int | None
    command: str
    started: datetime
    ended: datetime
    outcome: str
    blogs: tuple[Report, ...] = ()


def as_json(report: RunReport) -> str:
    """The report as a JSON object, indented, with a line end."""
    blogs = report.blogs
    counted = ("posts", "new", "changed", "gone", "requests")
    told = {
        "backfile": __version__,
        "run": report.run,
        "command": report.command,
        "started": _moment(report.started),
        "ended": _moment(report.ended),
        "seconds": (report.ended - report.started).total_seconds(),
        "outcome": report.outcome,
        "words": dict(sorted(Counter(blog.word for blog in blogs).items())),
        "totals": {
            "blogs": len(blogs),
            **{name: sum(getattr(blog, name) for blog in blogs) for name in counted},
            "problems": sum(sum(blog.problems.values()) for blog in blogs),
            "alarms": sum(len(blog.alarms) for blog in blogs),
        },
        "blogs": [_object(blog) for blog in blogs],
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _object(blog: Report) -> dict[str, Any]:
    return {
        "blog": blog.slug,
        "word": blog.word,
        "stop": blog.stop,
        "reasons": list(blog.completeness.reasons) if blog.completeness else [],
        "posts": blog.posts,
        "new": blog.new,
        "changed": blog.changed,
        "gone": blog.gone,
        "requests": blog.requests,
        "seconds": blog.seconds,
        "problems": dict(sorted(blog.problems.items())),
        "alarms": [{"monitor": alarm.monitor, "message": alarm.message} for alarm in blog.alarms],
        "next": blog.next or None,
    }


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")


_OF_BLOGS: Mapping[str, str] = {
    "good": "1 where the blog is complete or likely to be.",
    "posts": "Posts that are known of the blog.",
    "new": "Posts that the last run found new.",
    "changed": "Rows of posts that the last run changed.",
    "gone": "Posts that the last run found gone.",
    "requests": "Requests that the last run made for the blog.",
    "seconds": "Seconds from the beginning of the blog's crawl to its end.",
}


Rows = Iterable[tuple[tuple[str, ...], float]]
"""The values of a metric, each with the values of its labels."""


def as_metrics(report: RunReport) -> str:
    """The report in Prometheus' text format, for the textfile collector of node_exporter. All are gauges."""
    from prometheus_client import CollectorRegistry, Gauge, generate_latest  # it looks around the machine when imported

    registry = CollectorRegistry()
    for name, told, labels, rows in (*_of_run(report), *_of_blogs(report.blogs)):
        gauge = Gauge(f"backfile_{name}", told, labels, registry=registry)
        for values, value in rows:
            (gauge.labels(*values) if values else gauge).set(value)
    return generate_latest(registry).decode()


def _of_run(report: RunReport) -> Iterator[tuple[str, str, tuple[str, ...], Rows]]:
    """Name, help, labels and values of what is told of the whole run."""
    length = (report.ended - report.started).total_seconds()
    words = Counter(blog.word for blog in report.blogs)
    counted = [((word,), count) for word, count in sorted(words.items())]
    yield "run_end_timestamp_seconds", "When the last run ended.", (), [((), report.ended.timestamp())]
    yield "run_seconds", "How long the last run took.", (), [((), length)]
    yield "run_outcome", "1 for how the last run ended.", ("outcome",), [((report.outcome,), 1)]
    yield "run_blogs", "Blogs of the last run by their word.", ("word",), counted


def _of_blogs(blogs: Sequence[Report]) -> Iterator[tuple[str, str, tuple[str, ...], Rows]]:
    """The same of each blog."""
    for name, told in _OF_BLOGS.items():
        yield f"blog_{name}", told, ("blog",), [((blog.slug,), getattr(blog, name)) for blog in blogs]
    due = [((blog.slug,), datetime.fromisoformat(blog.next).timestamp()) for blog in blogs if blog.next]
    yield "blog_next_timestamp_seconds", "When the blog is due again.", ("blog",), due
    faults = [((blog.slug, kind), count) for blog in blogs for kind, count in sorted(blog.problems.items())]
    yield "blog_problems", "Problems of the last run by kind.", ("blog", "kind"), faults
    alarms = [((blog.slug, alarm.monitor), 1) for blog in blogs for alarm in blog.alarms]
    yield "blog_alarm", "1 where a monitor has something to say.", ("blog", "monitor"), alarms
