"""What the certain posts of a blog teach about the rest: its address templates, its lists, its folders, its menus."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from crawler import urls
from crawler.classify.cases import Case
from crawler.grouping import Group
from crawler.model import Place, Verdict

CERTAIN = 3.5
"""From this score on a post teaches."""

ENOUGH = 3
LISTER = 5
"""A page that lists so many certain posts is a listing."""

WEAK = frozenset(("nothing", "undated", "unlisted", "address.strange", "own.undated"))
"""Rules that tell only that something is missing."""

T = TypeVar("T")


@dataclass(slots=True)
class Learned:
    """What the certain posts of a blog teach: shares between 0 and 1, by template and by list."""

    templates: dict[str, float] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()
    """Templates of certain posts with any folder names."""
    lists: dict[tuple[str, str], float] = field(default_factory=dict)
    sampled: dict[str, float] = field(default_factory=dict)
    """Templates of which several pages were read that only a sitemap names: 1 where all were dated posts, else 0."""
    above: Counter[str] = field(default_factory=Counter)
    menus: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    whole: frozenset[str] = frozenset()


def first_lesson(groups: Sequence[Group]) -> Learned:
    """What needs no verdicts: which addresses stand in the menus of the pages that were read."""
    learned = Learned()
    pages = set()
    for group in groups:
        seen = set()
        for told in group.told:
            if told.claim.place is Place.SELF:
                pages.add(told.source.address)
            elif told.claim.place is Place.MENU:
                seen.add(told.source.address)
        learned.menus[group.keys[0]] = len(seen)
    learned.pages = len(pages)
    return learned


def learn(cases: Sequence[Case], judged: Sequence[Verdict], before: Learned) -> Learned:
    """Templates, lists and folders of the certain posts; what is undecided counts neither for nor against them."""
    posts = [case for case, verdict in zip(cases, judged, strict=True) if _is_sure(verdict)]
    others = [case for case, verdict in zip(cases, judged, strict=True) if _is_other(verdict)]
    learned = Learned(menus=before.menus, pages=before.pages)
    learned.templates = _shares(Counter(c.shape for c in posts), Counter(c.shape for c in others))
    learned.loose = frozenset(loose(shape) for shape in learned.templates)
    learned.sampled = _sampled(cases)
    learned.lists = _shares(Counter(x for c in posts for x in c.lists), Counter(x for c in others for x in c.lists))
    for case in posts:
        learned.above.update(stem(parent) for parent in urls.parents(case.group.url))
    listers = Counter(page for case in posts for page in case.pages)
    learned.whole = frozenset(address for address, count in listers.items() if count >= LISTER)
    return learned


def _sampled(cases: Sequence[Case]) -> dict[str, float]:
    """Whether the pages that were read to learn what a sitemap's addresses are have a date of their own."""
    read: dict[str, list[bool]] = defaultdict(list)
    for case in cases:
        if case.places <= {Place.SITEMAP, Place.SELF, Place.TEXT} and Place.SITEMAP in case.places and case.visited:
            read[case.shape].append(case.own_day)
    return {shape: float(all(dated)) for shape, dated in read.items() if len(dated) >= ENOUGH}


def _is_sure(verdict: Verdict) -> bool:
    return verdict.kind == "post" and verdict.score >= CERTAIN


def _is_other(verdict: Verdict) -> bool:
    """No post for a reason of its own, not for want of evidence."""
    return verdict.kind != "post" and verdict.rule not in WEAK


def loose(shape: str) -> str:
    """A template with its literal folders replaced, or left out where it has dates: posts of several topics share it."""
    *folders, last = shape.replace("{number}", "{slug}").split("/")
    if "{year}" in shape:
        return "/".join([*(part for part in folders if "{" in part), last])
    return "/".join([*("*" if part and "{" not in part else part for part in folders), last])


def _shares(sure: Counter[T], others: Counter[T]) -> dict[T, float]:
    """For each thing that at least three certain posts have: their share of all that is decided."""
    return {thing: count / (count + others[thing]) for thing, count in sure.items() if count >= ENOUGH}


def stem(address: str) -> str:
    return str(urls.canonical(address))
