"""Months for posts that nothing else dates: where lists give a post's month and no day, only those that may hold one.

A list that was read to its end, newest first, tells between which dated posts an undated one stands. Feeds and own
pages, which tell days, are asked before; what they tell in UTC near the end of a month may be of another month.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from datetime import datetime
from itertools import pairwise

from crawler import dates, urls
from crawler.ledger import Chain
from crawler.model import Ask, Place, Role, Source
from crawler.planner.view import SAMPLE, View

FIRST, LAST = "0000-01", "9999-12"
ORDERLY = 0.9
"""A list is in order where so many of its neighbours are."""


def is_rough(months: Chain) -> bool:
    """Whether the pages of months that were asked tell of most posts their month and no day."""
    if months.name != "months" or len(months.asked) < SAMPLE:
        return False
    told = [
        claim.first("date") for page in months.asked for claim in page.findings.claims if claim.place is Place.LISTING
    ]
    dated = [day for day in told if day]
    return sum(len(day) < len("2009-03-12") for day in dated) * 2 > len(dated)


def month_gaps(view: View) -> list[Ask]:
    """The months in which a post without any date may have been written."""
    months = view.ledger.chains.get("months")
    if months is None or not is_rough(months):
        return []
    days = [post.text("date") for post in view.ledger.posts]
    undated = {number for number, day in enumerate(days) if not day}
    gaps = [*_gaps(view, days, undated), *((month, month) for day in days for month in _beside(day))]
    fresh = view.fresh(source for source in months.open if _may_hold(source, gaps))
    return [Ask(source, "a post that nothing dates may be of this month") for source in fresh]


def _may_hold(source: Source, gaps: Sequence[tuple[str, str]]) -> bool:
    inside = urls.date_in(source.address)
    if inside is None or inside.month is None:
        return source.role is not Role.MONTH
    return any(first <= inside.shown[:7] <= last for first, last in gaps)


def _gaps(view: View, days: Sequence[str], undated: Set[int]) -> Iterator[tuple[str, str]]:
    """(first, last) month of each undated post, by its neighbours in the longest list; any, where that has no order."""
    order = _order(view) if undated else []
    months = [days[number][:7] for number in order]
    known = [month for month in months if month]
    falling = sum(one >= other for one, other in pairwise(known))
    orderly = falling >= ORDERLY * (len(known) - 1)
    if undated and not (orderly and undated <= set(order)):
        yield FIRST, LAST
        return
    for at, number in enumerate(order):
        if number in undated:
            last = next((month for month in reversed(months[:at]) if month), LAST)
            yield next((month for month in months[at:] if month), FIRST), last


def _beside(written: str) -> Iterator[str]:
    """The month beside that of a moment in UTC that may be the author's."""
    if written.endswith(dates.UTC_OFFSETS):
        own = {f"{day:%Y-%m}" for day in dates.days_elsewhere(datetime.fromisoformat(written))}
        yield from own - {written[:7]}


def _order(view: View) -> list[int]:
    """The posts as the longest series lists them, page by page."""
    series = [chain for chain in view.ledger.chains.values() if chain.name.startswith("series:") and chain.closed]
    longest = max(series, key=lambda chain: (len(chain.lists), chain.name), default=None)
    if longest is None:
        return []
    where = {key: number for number, post in enumerate(view.ledger.posts) for key in post.keys}
    pages = sorted(longest.asked, key=lambda harvest: harvest.source.number or 1)
    listed = (
        where.get(urls.canonical(claim.address))
        for page in pages
        for claim in page.findings.claims
        if claim.place is Place.LISTING
    )
    return list(dict.fromkeys(number for number in listed if number is not None))
