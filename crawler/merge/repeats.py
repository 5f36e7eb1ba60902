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


def repeats_of(groups: Sequence[Group], descriptions: Iterable[str], posts: Collection[str]) -> Repeats:
    """Learn from all groups of a blog; `descriptions` are what the blog says of itself, `posts` the addresses of the
    groups that are posts: a list that begins with a post's first words takes none from it."""
    excerpts: defaultdict[str, set[str]] = defaultdict(set)
    tags: Counter[tuple[str, str]] = Counter()
    days: Counter[tuple[str, str]] = Counter()
    telling: Counter[str] = Counter()
    for group in groups:
        told = [e for one in group.told for e in one.claim.evidence if e.value and e.field in _LEARNED]
        spoken = (e for e in told if e.field == "excerpt" and (group.url in posts or e.rule in DESCRIPTIONS))
        for words in {stem(e.value) for e in spoken}:
            excerpts[words].add(_name_of(group))
        tags.update({(e.rule, e.value) for e in told if e.rule in GENERAL_TAGS})
        days.update({(e.rule, e.value[:10]) for e in told if e.field == "updated"})
        telling.update({e.rule for e in told})
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
