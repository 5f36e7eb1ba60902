"""What holds for a blog as a whole: its names, the order of its numeric dates, titles that many pages share."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache

from crawler import dates, urls
from crawler.grouping import Group, Kept
from crawler.merge.repeats import Repeats, repeats_of, telling_of
from crawler.model import Chosen, Place

PAGE_TITLES = frozenset(("meta.og:title", "page.title", "page.heading", "page.h-entry", "page.hatom"))
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
    repeats: Repeats = field(default_factory=Repeats)
    language: Chosen | None = None
    """The language that the blog says it is in."""


Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Self:
    """What a blog says of itself: its names, its descriptions, its language and who said that."""

    names: tuple[str, ...] = ()
    descriptions: tuple[str, ...] = ()
    language: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """What one group tells of the blog's habits."""

    orders: tuple[str, ...]
    titles: tuple[Pair, ...]
    """Rule and value of what its pages call themselves."""
    pages: int
    words: tuple[str, ...]
    """Of its host's first name."""
    ends: tuple[str, ...]
    month: bool
    """Whether its address tells a month beside a slug, and (`day`) a day with it."""
    day: bool
    days: tuple[tuple[Pair, str], ...]
    """Each full date, by source and rule."""
    agreed: tuple[tuple[Pair, bool], ...]
    """Whether what else tells its day agrees with that of a source and rule."""


class Notebook:
    """What each of a blog's groups tells of its habits, kept from one time to the next."""

    def __init__(self) -> None:
        self._kept = Kept(_note_of)
        self._tellings = Kept(telling_of)

    def habits(self, blog: Self, groups: Sequence[Group], today: date, posts: Collection[str] | None = None) -> Habits:
        """The blog's habits, learned from all its groups; `posts` are the addresses of those that are posts (None:
        all)."""
        notes = self._kept.of(groups)
        orders = Counter(order for note in notes for order in note.orders)
        titles = Counter(title for note in notes for title in note.titles)
        order = orders.most_common(1)[0][0] if orders else ""
        names = list(blog.names)
        glued = tuple(_glued(notes, names))
        pages = sum(note.pages for note in notes)
        shared = frozenset(pair for pair, count in titles.items() if count >= max(3, pages // 5))
        known = tuple(dict.fromkeys(filter(None, [*names, *glued])))
        dated = sum(note.day for note in notes) * 2 >= sum(note.month for note in notes)
        entries = {group.url for group in groups} if posts is None else posts
        repeats = repeats_of(self._tellings.of(groups), blog.descriptions, entries)
        return Habits(known, order, shared, _distrusted(notes), today, glued, dated, repeats, blog.language)


def habits_of(blog: Self, groups: Sequence[Group], today: date, posts: Collection[str] | None = None) -> Habits:
    """Learn a blog's habits from all its groups."""
    return Notebook().habits(blog, groups, today, posts)


def _note_of(group: Group) -> Note:
    orders, titles = [], []
    for told in group.told:
        for evidence in told.claim.evidence:
            if evidence.field == "date" and (order := dates.order_of(evidence.raw)):
                orders.append(order)
            elif evidence.rule in PAGE_TITLES and told.claim.place is Place.SELF:
                titles.append((evidence.rule, evidence.value))
    pages = sum(told.claim.place is Place.SELF for told in group.told)
    shape = urls.shape_of(group.url)
    month = "{month}" in shape and "{slug}" in shape
    days, agreed = _days_of(group)
    return Note(
        tuple(orders), tuple(titles), pages, _words(urls.host_of(group.url).partition(".")[0]), _ends(group),
        month, month and "{day}" in shape, days, agreed,
    )  # fmt: skip


@lru_cache(maxsize=256)
def _words(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w{3,}", name))


def _ends(group: Group) -> tuple[str, ...]:
    """What stands behind the last sign that glues a title to the blog's name, for each title of a listing or a feed."""
    titles = {
        e.value
        for told in group.told
        for e in told.claim.evidence
        if e.field == "title" and e.rule.startswith(("listing.", "feed."))
    }
    found = ((title, list(_GLUE.finditer(title))) for title in titles)
    return tuple(title[glue[-1].end() :] for title, glue in found if glue)


def _glued(notes: Sequence[Note], names: Iterable[str]) -> list[str]:
    """Endings that many titles of listings share and that speak of the blog: "Title » The Blog of Blog"."""
    known = {word for name in names for word in re.findall(r"\w{3,}", name.lower())}
    known.update(word for note in notes for word in note.words)
    ends = Counter(end for note in notes for end in note.ends)
    often = sorted(end for end, count in ends.items() if count >= 5)
    return [end for end in often if known & set(re.findall(r"\w{3,}", end.lower()))]


def _days_of(group: Group) -> tuple[tuple[tuple[Pair, str], ...], tuple[tuple[Pair, bool], ...]]:
    """The full dates of a group, and which of them others confirm or deny."""
    said = [
        (t.source.address, e)
        for t in group.told
        if t.claim.place is not Place.CURATOR
        for e in t.claim.evidence
        if e.field == "date" and len(e.value) >= 10 and "|" not in e.value
    ]
    inside = urls.date_in(group.url) if said else None
    own = {inside.shown} if inside and inside.day else set()
    witnesses: dict[str, set[Pair]] = defaultdict(set)
    for source, evidence in said:
        witnesses[evidence.value[:10]].add((source, evidence.rule))
    days, agreed = [], []
    for source, evidence in said:
        pair = (source, evidence.rule) if not evidence.rule.startswith("page.") else ("", evidence.rule)
        day = evidence.value[:10]
        days.append((pair, day))
        others = own | {other for other, told in witnesses.items() if told != {(source, evidence.rule)}}
        if others:
            agreed.append((pair, any(close(day, one) for one in others)))
        elif inside is not None:
            agreed.append((pair, evidence.value.startswith(inside.shown)))
    return tuple(days), tuple(agreed)


def _distrusted(notes: Sequence[Note]) -> frozenset[Pair]:
    """(source, rule) pairs whose dates contradict the days in the blog's addresses and other sources as a habit."""
    seen: dict[Pair, list[bool]] = defaultdict(list)
    days: dict[Pair, Counter[str]] = defaultdict(Counter)
    for note in notes:
        for pair, day in note.days:
            days[pair][day] += 1
        for pair, agrees in note.agreed:
            seen[pair].append(agrees)
    return frozenset(
        pair
        for pair, agreed in seen.items()
        if len(agreed) >= 5 and sum(agreed) * 2 < len(agreed) and _stuck(days[pair])
    )


def _stuck(days: Counter[str]) -> bool:
    """Most of the dates are one and the same day: a day of building, not of writing."""
    return days.most_common(1)[0][1] * 2 >= sum(days.values())


@lru_cache(maxsize=4096)
def close(one: str, other: str) -> bool:
    """Equal, or a day apart."""
    try:
        return abs(date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])) <= timedelta(days=1)
    except ValueError:
        return False
