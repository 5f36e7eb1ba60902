"""What the demo blog published, from its first post in 2009 to its last in 2026. Deterministic; knows no HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from random import Random

from crawler.demo.prose import SUBJECTS, article

NAME = "The Slow Ferry"
TAGLINE = "notes on small computers beside a cold sea"
SEED = 2009

# Posts a year: a lively start, a long tail and a year of silence, as real blogs have them.
POSTS_OF_YEAR = {
    2009: 3, 2010: 38, 2011: 27, 2012: 22, 2013: 19, 2014: 16, 2015: 15, 2016: 13, 2017: 12,
    2018: 9, 2019: 11, 2020: 14, 2021: 9, 2022: 6, 2023: 0, 2024: 5, 2025: 9, 2026: 4,
}  # fmt: skip
_FIRST_DAY = {2009: 305}  # the blog began in November
_LAST_DAY = {2026: 107}  # and was made in April

_TITLES = (
    "{Subject}, revisited", "{Subject}: a field guide", "A short history of {subject}", "Against {subject}",
    "Debugging {subject}", "How to test {subject}", "In praise of {subject}", "Living with {subject}",
    "Measuring {subject}", "Questions about {subject}", "Rewriting {subject}", "The day {subject} stopped",
    "Three mistakes with {subject}", "What {subject} taught me", "Who is afraid of {subject}?",
)  # fmt: skip
_TAGS = ("databases", "harbour", "hardware", "testing", "tools", "writing")


@dataclass(frozen=True, slots=True)
class Entry:
    """One post. `path` is its place on the blog, `published` carries the author's offset."""

    path: str
    title: str
    published: datetime
    tags: tuple[str, ...]
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DemoBlog:
    """The blog; `entries` newest first."""

    name: str
    tagline: str
    entries: tuple[Entry, ...]

    @property
    def years(self) -> tuple[int, ...]:
        """The years that have posts, newest first."""
        return tuple(sorted({entry.published.year for entry in self.entries}, reverse=True))

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(sorted({tag for entry in self.entries for tag in entry.tags}))


def make_blog(seed: int = SEED) -> DemoBlog:
    """The blog that a seed gives: always the same one."""
    random = Random(seed)
    moments = [moment for year, count in POSTS_OF_YEAR.items() for moment in _moments(random, year, count)]
    subjects = _titled(random, len(moments))
    entries = [_entry(random, *drawn) for drawn in zip(moments, subjects, strict=True)]
    return DemoBlog(NAME, TAGLINE, tuple(reversed(entries)))


def _moments(random: Random, year: int, count: int) -> list[datetime]:
    """So many moments of a year, each on a day of its own, oldest first, an hour east of Greenwich."""
    days = list(range(_FIRST_DAY.get(year, 1), _LAST_DAY.get(year, 365) + 1))
    chosen = sorted(sorted(days, key=lambda _: random.random())[:count])
    zone = timezone(timedelta(hours=1))
    midnight = datetime(year, 1, 1, tzinfo=zone)
    return [midnight + timedelta(days=day - 1, minutes=random.randrange(24 * 60)) for day in chosen]


def _titled(random: Random, count: int) -> list[tuple[str, str]]:
    """So many pairs of title and subject. Only the last repeats an earlier title, as long-lived blogs do."""
    pairs = [(_title(pattern, subject), subject) for pattern in _TITLES for subject in SUBJECTS]
    pairs.sort(key=lambda _: random.random())
    return [*pairs[: count - 1], pairs[0]]


def _title(pattern: str, subject: str) -> str:
    return pattern.format(subject=subject, Subject=subject[0].upper() + subject[1:])


def _entry(random: Random, published: datetime, titled: tuple[str, str]) -> Entry:
    title, subject = titled
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    tags = tuple(sorted(_TAGS, key=lambda _: random.random())[: random.randint(1, 2)])
    return Entry(f"/{published:%Y/%m}/{slug}/", title, published, tags, article(random, subject))
