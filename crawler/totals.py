"""How many posts a blog's sources declare."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from crawler.blogstate import BlogState
from crawler.model import Total


def expected_of(state: BlogState) -> int:
    """The number of posts that the blog's sources declare: one of the whole blog, or those of all years together."""
    totals = [total for harvest in state.harvests.values() for total in harvest.findings.totals]
    whole = max((total.count for total in totals if not total.scope), default=0)
    years = counts_by_year(totals)
    return whole or (sum(years.values()) if len(years) > 1 else 0)


def counts_by_year(totals: Sequence[Total]) -> dict[str, int]:
    """Declared counts by year; a year of which only months are told is their sum."""
    years = {total.scope: total.count for total in totals if len(total.scope) == 4}
    months: dict[str, dict[str, int]] = defaultdict(dict)
    for total in totals:
        if len(total.scope) == 7:
            months[total.scope[:4]][total.scope] = total.count
    for year, counts in months.items():
        years[year] = max(years.get(year, 0), sum(counts.values()))
    return years
