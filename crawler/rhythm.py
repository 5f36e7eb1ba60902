"""When a blog is to be asked again: its own rhythm, its errors, and what its server and its feed wish. Pure.

Also when everything is to be listed anew. Times are in UTC.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SHORTEST = HOUR
LONGEST = 30 * DAY
UNKNOWN = DAY
"""For a blog of whose posts no day is known."""

OFTENER = 4
"""A blog is asked so many times between two of its posts."""

SLOWING = 10
"""A blog that has been silent for ten days is asked once a day, for ten months once a month."""

MOST_WISHED = 7 * DAY
"""A server's word on how long its answer stays fresh binds for so long: a mistaken one must not end the visits."""

RELIST_VISITS = 8
RELIST_EARLIEST = 30 * DAY
RELIST_LATEST = 180 * DAY

_UNITS = {"hourly": HOUR, "daily": DAY, "weekly": 7 * DAY, "monthly": 30 * DAY, "yearly": 365 * DAY}
_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a server and its feed ask for: no visit within `wait`, nor before `after` (`Retry-After`), nor in these
    hours (0 to 23, UTC) and on these days of the week (0 is Monday)."""

    wait: timedelta = timedelta()
    after: datetime | None = None
    hours: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()


def next_time(now: datetime, days: Sequence[str], failures: int = 0, wishes: Wishes | None = None) -> datetime:
    """When a blog is due again. `days` are those of its newest posts (YYYY-MM-DD, newest first), `failures` how often
    in a row its crawl has failed."""
    wished = wishes or Wishes()
    wait = pace(days, now.date()) * 2 ** min(failures, 10)
    wait = min(LONGEST, max(wait, SHORTEST * 2 ** min(failures, 10), min(wished.wait, MOST_WISHED)))
    at = max(now + wait, wished.after or now)
    return _outside(at, wished)


def pace(days: Sequence[str], today: date) -> timedelta:
    """The time between two visits, from the days of a blog's newest posts."""
    known = sorted(date.fromisoformat(day) for day in days)
    if not known:
        return UNKNOWN
    between = (known[-1] - known[0]) / max(1, len(known) - 1) / OFTENER
    silent = max(timedelta(), today - known[-1]) / SLOWING
    return min(LONGEST, max(SHORTEST, between, silent))


def relist_after(wait: timedelta) -> timedelta:
    """How long a whole listing serves a blog that is visited so often: old posts appear, move and vanish."""
    return min(RELIST_LATEST, max(RELIST_EARLIEST, wait * RELIST_VISITS))


def wishes_of(traits: Iterable[str], max_age: int = 0, after: datetime | None = None) -> Wishes:
    """The wishes that stand in a feed's traits (`feed.ttl`, `feed.every`, `feed.skip-hour`, `feed.skip-day`) and in the
    headers of its answer: `max_age` in seconds, `after` from `Retry-After`."""
    told = [trait.partition("=") for trait in traits]
    minutes = [timedelta(minutes=int(value)) for name, _, value in told if name == "feed.ttl"]
    every = [_period(value) for name, _, value in told if name == "feed.every"]
    return Wishes(
        wait=max([timedelta(seconds=max_age), *minutes, *every]),
        after=after,
        hours=frozenset(int(value) % 24 for name, _, value in told if name == "feed.skip-hour"),
        days=frozenset(_WEEK.index(value) for name, _, value in told if name == "feed.skip-day"),
    )


def _period(value: str) -> timedelta:
    """`daily/2` is twice a day."""
    unit, _, times = value.partition("/")
    return _UNITS[unit] / max(1, int(times))


def _outside(at: datetime, wishes: Wishes) -> datetime:
    """The first full hour from then on that is not to be skipped; where all are, the time as it was."""
    later = at
    for _ in range(8 * 24):
        if later.hour not in wishes.hours and later.weekday() not in wishes.days:
            return later
        later = (later + HOUR).replace(minute=0, second=0, microsecond=0)
    return at
