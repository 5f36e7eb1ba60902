"""What the certain posts of a blog teach about the rest: its address templates, its lists, its folders, its menus."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from crawler import hints, urls
from crawler.classify.cases import Case
from crawler.grouping import Group, Told
from crawler.model import Claim, Place, Role, Verdict

CERTAIN = 3.5
"""From this score on a post teaches."""

ENOUGH = 3
DAY = 3
"""The precision of a day."""

PROMISED = 2
"""From this weight on a link's words or address promise an archive (`hints`)."""

AMONG = 0.8
"""A list of which so many are posts is a list of posts."""
MOST = 0.9
"""A list of which so many entries have a period is one in the order of publication."""

LISTER = 5
"""A page that lists so many certain posts is a listing."""

MANY_PAGES = 10
"""From so many pages of lists on, what most of them list stands beside every text."""

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
    """Templates of which several pages were read that only a sitemap names: 1 where (nearly) all were dated posts."""
    above: frozenset[str] = frozenset()
    """Folders with several certain posts below them, canonical."""
    menus: frozenset[str] = frozenset()
    """What stands in the menus of at least two pages, and of half of all that were read (`Case.key`)."""
    archived: frozenset[tuple[str, str]] = frozenset()
    """Where nothing tells a day: the lists that are the blog's archive all the same (`_archived`)."""
    whole: frozenset[str] = frozenset()
    diary: bool = False
    """Whether the entries of the blog are its days."""


def first_lesson(groups: Sequence[Group]) -> Learned:
    """What needs no verdicts: which addresses stand in the menus of the pages that were read."""
    pages: set[str] = set()
    menus: dict[str, int] = {}
    for group in groups:
        seen = set()
        for told in group.told:
            if told.claim.place is Place.SELF:
                pages.add(told.source.address)
            elif told.claim.place is Place.MENU:
                seen.add(told.source.address)
        if len(seen) > 1:
            menus[group.keys[0]] = len(seen)
    everywhere = frozenset(key for key, count in menus.items() if count * 2 >= len(pages))
    return Learned(menus=everywhere, archived=_archived(groups), diary=_is_diary(groups))


def _is_diary(groups: Sequence[Group]) -> bool:
    """Whether nearly all that lists or feeds date to the day are pages of days: nothing else stands below those."""
    dated = [group for group in groups if any(_tells_day(one.claim) for one in group.told)]
    roles = Counter(hint.role for group in dated if (hint := hints.role_of_address(group.url)))
    return roles[Role.DAY] >= max(LISTER, MOST * len(dated))


def _tells_day(claim: Claim) -> bool:
    return _precision(claim) == DAY or (claim.place in (Place.FEED, Place.API) and bool(claim.first("date")))


def _archived(groups: Sequence[Group]) -> frozenset[tuple[str, str]]:
    """The lists that are a blog's archive though nothing tells a day: by the words of the link that led to the page, by
    a month or a year for nearly every entry, or by headings on page after page of a series."""
    told = [one for group in groups for one in group.told]
    days = {one.claim.first("date")[:10] for one in told if _precision(one.claim) == DAY}
    if len(days) >= ENOUGH or any(one.claim.place in (Place.FEED, Place.API) for one in told):
        return frozenset()
    lists: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for one in told:
        if one.claim.place is Place.LISTING:
            lists[hints.series_root(one.source.address), one.claim.first("list")].append(one)
    longest: dict[str, tuple[str, str]] = {}
    for name, mentions in sorted(lists.items(), key=lambda item: len(item[1])):
        if len(mentions) >= LISTER and _is_promised(mentions):
            longest[name[0]] = name
    return frozenset(longest.values()) | {name for name, mentions in lists.items() if _is_ordered(mentions)}


def _is_promised(mentions: Sequence[Told]) -> bool:
    return any(one.source.role is Role.WHOLE and (one.source.number or 1) >= PROMISED for one in mentions)


def _is_ordered(mentions: Sequence[Told]) -> bool:
    """Whether nearly every entry has its month or year, of several, or is a heading of one of several pages."""
    periods = [one.claim.first("date") for one in mentions if _precision(one.claim)]
    if len(set(periods)) >= ENOUGH and len(periods) >= MOST * len(mentions) >= MOST * LISTER:
        return True
    pages = {one.source.address for one in mentions}
    headed = sum(any(e.rule == "listing.title" for e in one.claim.every("title")) for one in mentions)
    return len(pages) >= ENOUGH and headed == len(mentions) >= LISTER


def _precision(claim: Claim) -> int:
    """How much of a date a listing tells of its own entries: 0 to 3."""
    if claim.place is not Place.LISTING:
        return 0
    values = [e.value for e in claim.every("date") if e.rule != "listing.page"]
    return max((min(3, len(value[:10]) // 3) for value in values), default=0)


def learn(cases: Sequence[Case], judged: Sequence[Verdict], before: Learned) -> Learned:
    """Templates, lists and folders of the certain posts; what is undecided counts neither for nor against them."""
    posts = [case for case, verdict in zip(cases, judged, strict=True) if _is_sure(verdict)]
    if len(posts) < ENOUGH:  # lists of links with days beside them are all there is
        posts = [case for case, verdict in zip(cases, judged, strict=True) if verdict.rule == "listing.day"]
    others = [case for case, verdict in zip(cases, judged, strict=True) if _is_other(verdict)]
    learned = Learned(menus=before.menus, archived=before.archived, diary=before.diary)
    learned.templates = _shares(Counter(c.shape for c in posts), Counter(c.shape for c in others))
    learned.loose = frozenset(loose(shape) for shape in learned.templates)
    learned.sampled = _sampled(cases)
    learned.lists = _shares(Counter(x for c in posts for x in c.lists), Counter(x for c in others for x in c.lists))
    learned.above = _above(posts)
    listers = _listers(posts)
    learned.whole = frozenset(address for address, count in listers.items() if count >= LISTER)
    return learned


def _listers(posts: Sequence[Case]) -> Counter[str]:
    """How many certain posts each page lists; those that most pages list (the newest, beside every text) count for
    none."""
    pages = {page for case in posts for page in case.pages}
    common = len(pages) // 2 if len(pages) >= MANY_PAGES else len(pages)
    return Counter(page for case in posts if len(case.pages) <= common for page in case.pages)


def _above(posts: Sequence[Case]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for folders, count in Counter(case.folders for case in posts).items():
        for folder in folders:
            counts[stem(folder)] += count
    return frozenset(folder for folder, count in counts.items() if count >= ENOUGH)


def _sampled(cases: Sequence[Case]) -> dict[str, float]:
    """Whether the pages that were read to learn what a sitemap's addresses are have a date of their own."""
    read: dict[str, list[bool]] = defaultdict(list)
    for case in cases:
        if case.visited and is_undecided(case):
            read[case.shape].append(case.own_day)
    return {shape: float(sum(dated) >= MOST * len(dated)) for shape, dated in read.items() if len(dated) >= ENOUGH}


def is_undecided(case: Case) -> bool:
    """A sitemap or a list without dates names it, and nothing says that it is a post."""
    told = case.places & {Place.SITEMAP, Place.LISTING}
    return bool(told) and case.day == 0 and not case.places & {Place.FEED, Place.API, Place.CURATOR}


def _is_sure(verdict: Verdict) -> bool:
    return verdict.kind == "post" and verdict.score >= CERTAIN


def _is_other(verdict: Verdict) -> bool:
    """No post for a reason of its own, not for want of evidence."""
    return verdict.kind != "post" and verdict.rule not in WEAK


def loose(shape: str) -> str:
    """A template with its literal folders replaced, or left out where it has dates: as posts of several topics have."""
    *folders, last = shape.replace("{number}", "{slug}").split("/")
    if "{year}" in shape:
        return "/".join([*(part for part in folders if "{" in part), last])
    return "/".join([*("*" if part and "{" not in part else part for part in folders), last])


def _shares(sure: Counter[T], others: Counter[T]) -> dict[T, float]:
    """For each thing that at least three certain posts have: their share of all that is decided."""
    return {thing: count / (count + others[thing]) for thing, count in sure.items() if count >= ENOUGH}


def stem(address: str) -> str:
    return str(urls.canonical(address))
