"""Days that cannot be a post's, since what stands around it was published at quite another time.

The pages of a listing cut a blog's history into stretches; so do the links from a post to its older and its newer
neighbour. A list is taken for a stretch where it holds (nearly) all posts between its oldest and its newest: a
category, the most read, an alphabet do not. What the newest and the oldest stretch say counts for nothing (a post may
be pinned there), nor does a stretch outside of which several posts lie (old ones that were brought in together).

Gives no day to anything, and doubts none that markup or a platform vouches for. The order within a page is held against
the days that the page itself shows where it is read (`sources.sequence`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crawler import dates
from crawler.dates import Span
from crawler.grouping import Group
from crawler.model import Place, Post

DOUBTED = frozenset(
    (
        "page.time",
        "page.title",
        "page.text",
        "page.foot",
        "meta.datePublished",
        "meta.dc",
        "meta.date",
        "feed.updated",
    )
)
"""Rules by which the day of something else on a post's page may be taken for its own."""

ENOUGH = 6
"""So many other posts of a list must be dated; of neighbours both."""

SIDE = 3
"""So many posts of the blog must be older than a stretch, and newer; and so far beyond it a post of it may lie."""

NEARLY_ALL = 0.9
List = tuple[str, str]
"""A source and the name of a list in it; no name for the neighbours that a post's page names."""


@dataclass(frozen=True, slots=True)
class Around:
    """The lists that hold a group, and the one that its own page makes of its neighbours."""

    within: frozenset[List]
    beside: frozenset[List]


def around(group: Group) -> Around:
    """Where a group stands."""
    within: set[List] = set()
    beside: set[List] = set()
    for told in group.told:
        place, source = told.claim.place, told.source.address
        if place is Place.LISTING and (name := told.claim.first("list")):
            within.add((source, name))
        elif place is Place.BESIDE:
            within.add((source, ""))
        elif place is Place.SELF:
            beside.add((source, ""))
    return Around(frozenset(within), frozenset(beside))


def is_doubted(post: Post) -> bool:
    """Whether a post has its day by a rule that may err."""
    chosen = post.fields.get("date")
    return post.is_post and chosen is not None and chosen.rule in DOUBTED and len(chosen.value) >= len("2009-03-12")


def misplaced(posts: Sequence[Post], places: Sequence[Around]) -> dict[int, Span]:
    """The posts, by place, that have an impossible day, and between which days each of them must lie.

    `places` tell of each post where it stands. Empty where many posts have no day.
    """
    doubted = [at for at, post in enumerate(posts) if is_doubted(post)]
    if not doubted:
        return {}
    days = {at: day for at, post in enumerate(posts) if post.is_post and (day := dates.ordinal(post.text("date")))}
    if len(days) < NEARLY_ALL * sum(post.is_post for post in posts):
        return {}
    wanted = frozenset().union(*(places[at].within | places[at].beside for at in doubted))
    lists: defaultdict[List, list[int]] = defaultdict(list)
    for at in sorted(days, key=days.__getitem__):
        for name in places[at].within & wanted:
            lists[name].append(days[at])
    ordered = sorted(days.values())
    found = {}
    for at in doubted:
        others = [_without(days[at], lists[name]) for name in places[at].within if name[1]]
        others += [lists[name] for name in places[at].beside if len(lists[name]) == len(("older", "newer"))]
        if span := _misfit(days[at], others, ordered):
            found[at] = span
    return found


def _without(day: int, days: Sequence[int]) -> list[int]:
    """The days of a list but one; empty where those are too few to tell anything."""
    at = bisect_left(days, day)
    return [*days[:at], *days[at + 1 :]] if len(days) > ENOUGH else []


def _misfit(day: int, lists: Iterable[Sequence[int]], ordered: Sequence[int]) -> Span | None:
    """Between which days a post must lie; None where its day fits into a stretch, or no list is one."""
    spans = [span for others in lists if others and (span := _stretch(day, others, ordered))]
    if not spans or not all(dates.is_far(day, span) for span in spans):
        return None
    low, high = max(low for low, _ in spans), min(high for _, high in spans)
    return (low, high) if low <= high else None


def _stretch(day: int, others: Sequence[int], ordered: Sequence[int]) -> Span | None:
    """The part of a blog's days that a list holds, with some beyond it; `ordered` has the day in question, too."""
    first, last = bisect_left(ordered, others[0]), bisect_right(ordered, others[-1])
    older, newer = day < others[0], day > others[-1]
    low, high = first - SIDE - older, last + SIDE - 1 + newer
    inside = last - first - (not older and not newer)
    if low < 0 or high >= len(ordered) or len(others) < NEARLY_ALL * inside:
        return None
    return ordered[low], ordered[high]


def fits(post: Post, span: Span) -> bool:
    """Whether a post may have the day that it has; one without a day may."""
    day = dates.ordinal(post.text("date"))
    return not is_doubted(post) or day is None or not dates.is_far(day, span)
