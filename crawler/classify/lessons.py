"""What the certain posts of a blog teach about the rest: its address templates, its lists, its folders, its menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crawler import urls
from crawler.classify.cases import Case
from crawler.grouping import Group
from crawler.model import Place, Verdict

CERTAIN = 3.5
"""From this score on a post teaches."""

ENOUGH = 3


@dataclass(slots=True)
class Learned:
    """What the certain posts of a blog teach: shares between 0 and 1, by template and by list."""

    templates: dict[str, float] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()
    """Templates of certain posts with any folder names."""
    lists: dict[tuple[str, str], float] = field(default_factory=dict)
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
    """Templates, lists and folders of the certain posts."""
    certain = [v.kind == "post" and v.score >= CERTAIN for v in judged]
    learned = Learned(menus=before.menus, pages=before.pages)
    learned.templates = _shares(
        (c.shape for c, sure in zip(cases, certain, strict=True) if sure or not _unheard(c)),
        (c.shape for c, sure in zip(cases, certain, strict=True) if sure),
    )
    learned.loose = frozenset(loose(shape) for shape in learned.templates)
    lists = [(one, sure) for c, sure in zip(cases, certain, strict=True) for one in c.lists]
    learned.lists = _shares((one for one, _ in lists), (one for one, sure in lists if sure))
    for case, sure in zip(cases, certain, strict=True):
        if sure:
            for parent in urls.parents(case.group.url):
                learned.above[stem(parent)] += 1
    learned.whole = _listers(cases, certain)
    return learned


def _unheard(case: Case) -> bool:
    """Only a sitemap of everything names it, or a neighbour: that is no evidence against its template."""
    if case.places <= {Place.SITEMAP, Place.BESIDE}:
        return not any(e.value != "post" for t in case.group.told for e in t.claim.every("type"))
    return Place.BESIDE in case.places and case.own_day


def _listers(cases: Sequence[Case], certain: Sequence[bool]) -> frozenset[str]:
    """Addresses of pages that list at least five certain posts."""
    counts: Counter[str] = Counter()
    for case, sure in zip(cases, certain, strict=True):
        if sure:
            counts.update(case.pages)
    return frozenset(address for address, count in counts.items() if count >= 5)


def loose(shape: str) -> str:
    """A template with its literal folders replaced, or left out where it has dates: posts of several topics share it."""
    *folders, last = shape.replace("{number}", "{slug}").split("/")
    if "{year}" in shape:
        return "/".join([*(part for part in folders if "{" in part), last])
    return "/".join([*("*" if part and "{" not in part else part for part in folders), last])


def _shares(everything: Iterable[object], sure: Iterable[object]) -> dict:  # type: ignore[type-arg]
    """For each thing of which at least three are certain: their share of all."""
    total, good = Counter(everything), Counter(sure)
    return {thing: good[thing] / total[thing] for thing in good if good[thing] >= ENOUGH}


def stem(address: str) -> str:
    return str(urls.canonical(address))
