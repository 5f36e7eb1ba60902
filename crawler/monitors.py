"""What a keeper of many blogs wants to be told: a blog that lost its posts, a source that died, no news where there
always are some, many problems at once. Pure; the figures come from the store and from the blog's crawl.

A first crawl has nothing to be held against, and a crawl that failed is told of as it is: both alarm nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

FEWEST = 10
"""So many posts must have been named before, and so many problems be of one kind, to say anything."""

SEVERAL = 4
"""So many posts are missed, by the time between two of them, before silence is strange."""

LONGER = 2
"""Nor has it ever been silent half as long."""

REGULAR = 6
"""Posts whose days tell that there always are some."""

QUIET = 4
"""After so many times the silence that is strange a blog has ended, and is not told of any more."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a blog's crawl went, beside what was before.

    Of the posts that were `known`, sources name `named` now; `dead` are addresses of sources that told of posts when
    they were last read and do not now; `problems` counts those of this run by kind, `usual` is the most that any
    earlier run had of each; `days` are those of the newest posts (YYYY-MM-DD, newest first); `since` is when the
    blog's first crawl ended (UTC; None: this is the first).
    """

    now: datetime
    since: datetime | None
    known: int = 0
    named: int = 0
    new: int = 0
    dead: tuple[str, ...] = ()
    problems: Mapping[str, int] = field(default_factory=dict)
    usual: Mapping[str, int] = field(default_factory=dict)
    days: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alarm:
    """What a monitor has to say, in a line."""

    monitor: str
    message: str


def alarms_of(course: Course) -> tuple[Alarm, ...]:
    """What all monitors say of a crawl, in the order of their table."""
    if course.since is None:
        return ()
    return tuple(Alarm(name, message) for name, monitor in MONITORS.items() if (message := monitor(course)))


def lost_posts(course: Course) -> str:
    """More than half of what was named is named no more: the blog lost it, or its lists are read no longer."""
    if course.known < FEWEST or course.named * 2 >= course.known:
        return ""
    return f"its lists name {course.named} posts where they named {course.known}"


def dead_source(course: Course) -> str:
    """A feed, sitemap or API that told of posts and fails, or tells of none."""
    return f"told of posts before, and of none now: {', '.join(course.dead)}" if course.dead else ""


def no_news(course: Course) -> str:
    """No new post, though by the blog's rhythm several should have come since the last one. Only where that silence
    became strange after the blog was first crawled."""
    strange = strange_silence(course.days)
    if course.new or not strange or course.since is None:
        return ""
    last = date.fromisoformat(course.days[0])
    silent = course.now.astimezone(UTC).date() - last
    watched = last + strange >= course.since.astimezone(UTC).date()
    if not watched or not strange <= silent < strange * QUIET:
        return ""
    return f"no new post for {silent.days} days, since {last}; by its rhythm several should have come"


def many_problems(course: Course) -> str:
    """Many problems of one kind, and more than twice as many as any run had before."""
    many = {
        kind: count
        for kind, count in sorted(course.problems.items())
        if count >= FEWEST and count > 2 * course.usual.get(kind, 0)
    }
    return ", ".join(f"{count} problems of the kind {kind}" for kind, count in many.items())


def strange_silence(days: tuple[str, ...]) -> timedelta | None:
    """How long a blog with these newest days must be silent to be strange; None where they are too few to tell."""
    known = sorted({date.fromisoformat(day) for day in days})
    if len(known) < REGULAR:
        return None
    gaps = [later - earlier for earlier, later in pairwise(known)]
    mean = sum(gaps, timedelta()) / len(gaps)
    return max(SEVERAL * mean, LONGER * max(gaps))


MONITORS: Mapping[str, Callable[[Course], str]] = {
    "lost-posts": lost_posts,
    "dead-source": dead_source,
    "no-news": no_news,
    "many-problems": many_problems,
}
"""Each monitor by the name that reports and metrics give it."""
