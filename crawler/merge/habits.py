"""What holds for a blog as a whole: its names, the order of its numeric dates, titles that many pages share."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from crawler import dates, urls
from crawler.grouping import Group
from crawler.model import Place

PAGE_TITLES = frozenset(("meta.og:title", "page.title", "page.heading"))
"""Rules by which a page names itself; its blog's name may be glued to what they say."""

_GLUE = re.compile(r"\s(?:»|«|\||–|—|·|-|::|<|>)\s")


@dataclass(frozen=True, slots=True)
class Habits:
    """What holds for the whole blog: its names, the order of its numeric dates, titles that many pages share."""

    names: tuple[str, ...] = ()
    order: str = ""
    shared: frozenset[tuple[str, str]] = frozenset()
    distrusted: frozenset[tuple[str, str]] = frozenset()
    today: date = field(default_factory=date.today)
    glued: tuple[str, ...] = ()
    days_in_addresses: bool = True
    """Whether most addresses that tell a month tell the day, too."""


def habits_of(names: Iterable[str], groups: Sequence[Group], today: date) -> Habits:
    """Learn a blog's habits from all its groups."""
    orders: Counter[str] = Counter()
    titles: Counter[tuple[str, str]] = Counter()
    for group in groups:
        for told in group.told:
            for evidence in told.claim.evidence:
                if evidence.field == "date" and (order := dates.order_of(evidence.raw)):
                    orders[order] += 1
                elif evidence.rule in PAGE_TITLES and told.claim.place is Place.SELF:
                    titles[evidence.rule, evidence.value] += 1
    order = orders.most_common(1)[0][0] if orders else ""
    names = list(names)
    glued = tuple(_glued(groups, names))
    pages = sum(t.claim.place is Place.SELF for group in groups for t in group.told)
    shared = frozenset(pair for pair, count in titles.items() if count >= max(3, pages // 5))
    known = tuple(dict.fromkeys(filter(None, [*names, *glued])))
    return Habits(known, order, shared, _distrusted(groups), today, glued, _days_in_addresses(groups))


def _glued(groups: Sequence[Group], names: Iterable[str]) -> list[str]:
    """Endings that many titles of listings share and that speak of the blog: "Title » The Blog of Blog"."""
    known = {word for name in names for word in re.findall(r"\w{3,}", name.lower())}
    ends: Counter[str] = Counter()
    for group in groups:
        known.update(re.findall(r"\w{3,}", urls.host_of(group.url).partition(".")[0]))
        for title in {
            e.value
            for told in group.told
            for e in told.claim.every("title")
            if e.rule.startswith(("listing.", "feed."))
        }:
            if found := list(_GLUE.finditer(title)):
                ends[title[found[-1].end() :]] += 1
    often = sorted(end for end, count in ends.items() if count >= 5)
    return [end for end in often if known & set(re.findall(r"\w{3,}", end.lower()))]


def _days_in_addresses(groups: Sequence[Group]) -> bool:
    shapes = [shape for group in groups if "{month}" in (shape := urls.shape_of(group.url)) and "{slug}" in shape]
    return sum("{day}" in shape for shape in shapes) * 2 >= len(shapes)


def _distrusted(groups: Sequence[Group]) -> frozenset[tuple[str, str]]:
    """(source, rule) pairs whose dates contradict the days in the blog's addresses and other sources as a habit."""
    seen: dict[tuple[str, str], list[bool]] = defaultdict(list)
    days: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for group in groups:
        said = [
            (t.source.address, e)
            for t in group.told
            if t.claim.place is not Place.CURATOR
            for e in t.claim.every("date")
            if len(e.value) >= 10 and "|" not in e.value
        ]
        inside = urls.date_in(group.url)
        for source, evidence in said:
            pair = (source, evidence.rule) if not evidence.rule.startswith("page.") else ("", evidence.rule)
            days[pair][evidence.value[:10]] += 1
            others = {e.value[:10] for other, e in said if (other, e.rule) != (source, evidence.rule)}
            others |= {inside.shown} if inside and inside.day else set()
            if others:
                seen[pair].append(any(close(evidence.value[:10], one) for one in others))
            elif inside is not None:
                seen[pair].append(evidence.value.startswith(inside.shown))
    return frozenset(
        pair
        for pair, agreed in seen.items()
        if len(agreed) >= 5 and sum(agreed) * 2 < len(agreed) and _stuck(days[pair])
    )


def _stuck(days: Counter[str]) -> bool:
    """Most of the dates are one and the same day: a day of building, not of writing."""
    return days.most_common(1)[0][1] * 2 >= sum(days.values())


def close(one: str, other: str) -> bool:
    """Equal, or a day apart."""
    try:
        return abs(date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])) <= timedelta(days=1)
    except ValueError:
        return False
