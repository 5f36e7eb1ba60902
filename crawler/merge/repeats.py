"""What is told of several posts alike and so is no post's own: the blog's description as an excerpt, keywords that
stand on every page, the day on which the site was built as the day of change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from crawler.grouping import Group
from crawler.model import Evidence

ENOUGH = 5
"""Of fewer posts nothing is learned from what most of them share."""

GENERAL_TAGS = frozenset(("meta.keywords", "jsonld.keywords"))
"""Rules that often tell what the blog is about, not the post."""

DESCRIPTIONS = frozenset(("meta.description", "meta.og:description", "jsonld.description"))
"""Rules by which pages of every kind describe themselves, often all in the same words."""

_MOST_TELL = 0.5
_STEM = 200


@dataclass(frozen=True, slots=True)
class Repeats:
    """`excerpts` by their beginnings (see `stem`), `tags` as (rule, value), `days` of change as (rule, day)."""

    excerpts: frozenset[str] = frozenset()
    tags: frozenset[tuple[str, str]] = frozenset()
    days: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Telling:
    """What one group tells: its name (see `_name_of`), the beginnings of its excerpts and of its descriptions."""

    url: str
    name: str
    excerpts: frozenset[str]
    descriptions: frozenset[str]
    tags: frozenset[tuple[str, str]]
    days: frozenset[tuple[str, str]]
    rules: frozenset[str]


def telling_of(group: Group) -> Telling:
    """What a group tells that other groups may tell, too."""
    told = [e for one in group.told for e in one.claim.evidence if e.value and e.field in _LEARNED]
    spoken = [e for e in told if e.field == "excerpt"]
    return Telling(
        group.url,
        _name_of(group) if spoken else "",
        frozenset(stem(e.value) for e in spoken),
        frozenset(stem(e.value) for e in spoken if e.rule in DESCRIPTIONS),
        frozenset((e.rule, e.value) for e in told if e.rule in GENERAL_TAGS),
        frozenset((e.rule, e.value[:10]) for e in told if e.field == "updated"),
        frozenset(e.rule for e in told),
    )


def repeats_of(tellings: Sequence[Telling], descriptions: Iterable[str], posts: Collection[str]) -> Repeats:
    """Learn from all groups of a blog; `descriptions` are what the blog says of itself, `posts` the addresses of the
    groups that are posts: a list that begins with a post's first words takes none from it."""
    excerpts: defaultdict[str, set[str]] = defaultdict(set)
    tags: Counter[tuple[str, str]] = Counter()
    days: Counter[tuple[str, str]] = Counter()
    telling: Counter[str] = Counter()
    for one in tellings:
        for words in one.excerpts if one.url in posts else one.descriptions:
            excerpts[words].add(one.name)
        tags.update(one.tags)
        days.update(one.days)
        telling.update(one.rules)
    shared = {words for words, names in excerpts.items() if len(names) > 1}
    shared |= {stem(words) for words in descriptions if words}
    return Repeats(frozenset(shared), _usual(tags, telling), _usual(days, telling))


_LEARNED = frozenset(("excerpt", "tag", "updated"))


def _name_of(group: Group) -> str:
    """What tells posts apart: two addresses of one post have one title."""
    titles = (e.value.casefold() for one in group.told for e in one.claim.every("title") if e.value)
    return min(titles, default=group.url)


def _usual(counted: Counter[tuple[str, str]], telling: Counter[str]) -> frozenset[tuple[str, str]]:
    """Values that a rule gives for most of the groups for which it gives any."""
    return frozenset(
        pair for pair, count in counted.items() if count >= ENOUGH and count >= _MOST_TELL * telling[pair[0]]
    )


def stem(words: str) -> str:
    """What two tellings of one excerpt share: its beginning, without case, blanks and ellipsis."""
    return "".join(words.casefold().split())[:_STEM].rstrip(".…")


def is_repeated(evidence: Evidence, repeats: Repeats) -> bool:
    """Whether a piece of evidence is told of many posts alike."""
    if evidence.field == "excerpt":
        return stem(evidence.value) in repeats.excerpts
    if evidence.field == "tag":
        return (evidence.rule, evidence.value) in repeats.tags
    return evidence.field == "updated" and (evidence.rule, evidence.value[:10]) in repeats.days
