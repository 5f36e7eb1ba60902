"""Days of a list that cannot be their entries': nearly all others stand in one order, or below the year or the month
that is theirs, and these far outside.

    days by place in the list, headings by place -> Order -> between which days an entry must lie

Dates nothing: what stands in order stays, a reading or a whole date that cannot be is given up. A list of few dates, in
no order, or in that of names says nothing; so do its first and last entries (a post may be pinned), and several beside
each other that stand outside together (old posts brought in at once, a second list).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from crawler import dates
from crawler.dates import Span
from crawler.model import PartialDate

ENOUGH = 10
"""So many dated entries must stand in one order."""

ONE_IN = 20
"""Of so many, one may stand outside of it; one always may."""

SIDE = 3
"""So many that stand in order must be before an entry, and after it."""

NEAR = 2
"""Days that a right date may be off, by time zones."""


@dataclass(frozen=True, slots=True)
class Run:
    """The entries of a list that stand in one order by their days: places in the list, ascending, and days there."""

    places: Sequence[int]
    days: Sequence[int]

    def around(self, place: int, reach: int = 1) -> Span | None:
        """The days between which an entry stands, `reach` places away; None where too few stand before or after it."""
        after = bisect_right(self.places, place)
        before = bisect_left(self.places, place)
        if before < SIDE or len(self.places) - after < SIDE:
            return None
        low, high = sorted((self.days[before - reach], self.days[after + reach - 1]))
        return low, high


@dataclass(frozen=True, slots=True)
class Order:
    """What the entries of a list may be held against."""

    runs: Mapping[str, Run]
    """By section; under "" that of the whole list, where it has one."""
    sections: Mapping[int, str]
    """By place the year or month of the heading that an entry stands under; empty where the days tell otherwise."""
    wrong: Mapping[int, Span]
    """The places whose days are impossible, and between which days each of them should be."""

    def around(self, place: int) -> Span | None:
        """Between which days an entry must lie; None where nothing tells."""
        section = self.sections.get(place, "")
        run = self.runs.get("") or self.runs.get(section)
        return (run and run.around(place)) or period_of(section)


def order_of(days: Mapping[int, int], headings: Mapping[int, str]) -> Order:
    """How a list is ordered: as a whole, or each of its sections by itself.

    `days` are ordinals by place, in the order of the list; `headings` the year or month above a place.
    """
    periods = {place: span for place in days if (span := period_of(headings.get(place, "")))}
    outside = {place: span for place, span in periods.items() if dates.is_far(days[place], span)}
    sections = headings if len(periods) >= ENOUGH and len(outside) <= _few(len(periods)) else {}
    within = set(list(days)[SIDE:-SIDE])
    wrong = {place: span for place, span in outside.items() if place in within} if sections else {}
    whole = run_of(days)
    runs = {"": whole} if whole else _runs_of_sections(days, sections)
    for run in runs.values():
        wrong = misplaced(days, run) | wrong
    return Order(runs, sections, wrong)


def _runs_of_sections(days: Mapping[int, int], sections: Mapping[int, str]) -> dict[str, Run]:
    parts: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for place, day in days.items():
        parts[sections.get(place, "")][place] = day
    parts.pop("", None)
    return {section: run for section, part in parts.items() if (run := run_of(part))}


def run_of(days: Mapping[int, int]) -> Run | None:
    """The order in which (nearly) all days stand, the newest or the oldest first; None where there is none."""
    if len(days) < ENOUGH:
        return None
    places, told = list(days), list(days.values())
    rising = _longest(told)
    falling = _longest([-day for day in told])
    kept = max(rising, falling, key=len)
    if len(kept) < ENOUGH or len(told) - len(kept) > _few(len(told)):
        return None
    return Run([places[at] for at in kept], [told[at] for at in kept])


def _few(count: int) -> int:
    return max(1, count // ONE_IN)


def in_order(days: Sequence[int]) -> bool:
    """Whether nothing stands outside: all days fall, or all rise."""
    return all(a >= b for a, b in pairwise(days)) or all(a <= b for a, b in pairwise(days))


def misplaced(days: Mapping[int, int], run: Run) -> dict[int, Span]:
    """The places that stand alone and far outside of a run, and between which days each of them should be."""
    kept = set(run.places)
    places = list(days)
    found = {}
    for before, place, after in zip(places, places[1:], places[2:], strict=False):
        alone = place not in kept and before in kept and after in kept
        wide = run.around(place, SIDE) if alone else None  # beside one neighbour alone, either may be wrong
        if wide and dates.is_far(days[place], wide) and (span := run.around(place)):
            found[place] = span
    return found


def period_of(heading: str) -> Span | None:
    """The first and the last day of a year or a month."""
    day = dates.parse_partial(heading) if heading else None
    return _span_of(day) if day else None


def fits(value: str, span: Span) -> bool:
    """Whether a date can lie between two days, at its precision."""
    day = dates.parse_partial(value)
    if day is None:
        return False
    first, last = _span_of(day)
    return first <= span[1] + NEAR and last >= span[0] - NEAR


def reading_of(value: str, span: Span) -> str:
    """Of a numeric date's two readings the one that lies between two days; empty where both may, or neither."""
    can = [reading for reading in value.split("|") if fits(reading, span)]
    return can[0] if len(can) == 1 else ""


def _span_of(day: PartialDate) -> Span:
    first = date(day.year, day.month or 1, day.day or 1)
    if day.day:
        return first.toordinal(), first.toordinal()
    last = date(day.year, day.month or 12, 28) + timedelta(days=4)
    return first.toordinal(), last.replace(day=1).toordinal() - 1


def _longest(days: Sequence[int]) -> list[int]:
    """Indexes of the longest part that does not fall (by patience sorting)."""
    ends: list[int] = []
    tops: list[int] = []
    below: list[int] = []
    for index, day in enumerate(days):
        at = bisect_right(ends, day)
        ends[at : at + 1] = [day]
        tops[at : at + 1] = [index]
        below.append(tops[at - 1] if at else -1)
    found = []
    index = tops[-1] if tops else -1
    while index >= 0:
        found.append(index)
        index = below[index]
    return found[::-1]
