"""What a feed says of how often it wants to be asked, as traits: `feed.ttl=60`, `feed.every=daily/2`,
`feed.skip-hour=3`, `feed.skip-day=sunday`. How that counts is told in `rhythm`.

RSS 2.0: ttl (minutes), skipHours and skipDays (GMT); the syndication module of RSS 1.0: updatePeriod, updateFrequency.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TTL = re.compile(rb"<ttl>\s*(\d{1,7})\s*</ttl>", re.IGNORECASE)
_PERIOD = re.compile(rb"<[\w.-]+:updatePeriod[^>]*>\s*(hourly|daily|weekly|monthly|yearly)\s*<")
_FREQUENCY = re.compile(rb"<[\w.-]+:updateFrequency[^>]*>\s*(\d{1,4})\s*<")
_SKIPPED = re.compile(rb"<skip(?:Hours|Days)>(.*?)</skip(?:Hours|Days)>", re.DOTALL)
_HOUR = re.compile(rb"<hour>\s*(\d|1\d|2[0-4])\s*</hour>")
_DAY = re.compile(rb"<day>\s*((?:mon|tues|wednes|thurs|fri|satur|sun)day)\s*</day>", re.IGNORECASE)


def wishes(head: bytes) -> Iterator[str]:
    """The traits that stand before a feed's first item."""
    if ttl := _TTL.search(head):
        yield f"feed.ttl={int(ttl[1])}"
    if period := _PERIOD.search(head):
        times = _FREQUENCY.search(head)
        yield f"feed.every={period[1].decode()}/{int(times[1]) if times else 1}"
    for skipped in _SKIPPED.findall(head):
        yield from (f"feed.skip-hour={int(hour)}" for hour in _HOUR.findall(skipped))
        yield from (f"feed.skip-day={day.decode().lower()}" for day in _DAY.findall(skipped))
