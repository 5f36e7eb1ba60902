"""Everything else a post has, chosen from all that sources give: updated, excerpt, author, tags, language, words, text.

A table ranks the rules for each field; of one rule the first source by address counts. What is told of many posts alike
counts for none (`repeats`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from crawler import dates
from crawler.merge.evidence import Said
from crawler.merge.habits import Habits
from crawler.merge.repeats import is_repeated, stem
from crawler.model import Chosen

FIELD_RANK: Mapping[str, tuple[str, ...]] = {
    "updated": (
        "curator",
        "api.updated",
        "jsonld.dateModified",
        "page.itemprop",
        "page.h-entry",
        "page.hatom",
        "meta.modified",
        "feed.updated",
        "page.time",
        "page.title",
        "page.text",
        "listing.time",
        "listing.itemprop",
        "listing.title",
        "listing.text",
        "sitemap.lastmod",
    ),
    "excerpt": (
        "curator",
        "api.excerpt",
        "feed.excerpt",
        "page.excerpt",
        "page.summary",
        "listing.excerpt",
        "jsonld.description",
        "meta.description",
        "meta.og:description",
    ),
    "author": (
        "curator",
        "api.author",
        "jsonld.author",
        "feed.author",
        "page.author",
        "meta.article:author",
        "meta.author",
        "meta.dc",
    ),
    "tag": (
        "curator",
        "api.tag",
        "feed.tag",
        "page.tag",
        "meta.article:tag",
        "jsonld.keywords",
        "meta.article:section",
        "jsonld.articleSection",
        "meta.keywords",
    ),
    "language": ("curator", "api.language", "jsonld.inLanguage", "feed.language", "page.language"),
    "words": ("curator", "page.words", "feed.words", "jsonld.wordCount"),
    "text": ("curator", "api.text", "page.body"),
}
"""Field: the rules that give it, the best first. A rule that stands in no list comes last."""

MOST_TAGS = 50
_LAST = 50
_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_JOINT = ", "
_MOST_AUTHORS = 10


@dataclass(frozen=True, slots=True)
class Known:
    """What a field's value is held against: the blog's habits, the post's title and day (empty where not known)."""

    habits: Habits
    title: str = ""
    day: str = ""


def choose_fields(said: Mapping[str, Sequence[Said]], known: Known) -> dict[str, Chosen]:
    """Every field but title, date and tags for which a source gives a usable value."""
    chosen = {}
    for name, choose in _CHOICES.items():
        if found := choose(_ranked(name, said.get(name, ()), known)):
            chosen[name] = found
    if "language" not in chosen and known.habits.language is not None:
        chosen["language"] = known.habits.language
    return chosen


def choose_tags(said: Sequence[Said], known: Known) -> tuple[str, ...]:
    """All tags, those of the best rule first; spellings that differ in case alone are one."""
    tags: dict[str, str] = {}
    for one in _ranked("tag", said, known):
        tags.setdefault(one.evidence.value.casefold(), one.evidence.value)
    return tuple(tags.values())[:MOST_TAGS]


def _ranked(name: str, said: Sequence[Said], known: Known) -> list[Said]:
    """What is usable, the best first; what one claim says stays in its order."""
    usable = _USABLE.get(name, _any)
    kept = [one for one in said if usable(one, known) and not is_repeated(one.evidence, known.habits.repeats)]
    order = {rule: number for number, rule in enumerate(FIELD_RANK[name])}
    return sorted(kept, key=lambda one: (order.get(one.evidence.rule, _LAST), one.evidence.rule, one.source))


def _any(one: Said, known: Known) -> bool:
    return bool(one.evidence.value)


def _is_later(one: Said, known: Known) -> bool:
    """A plausible day that is not before the day of publication."""
    day = dates.parse_partial(one.evidence.value)
    if day is None or not dates.plausible(day, known.habits.today):
        return False
    return day.shown >= known.day[: len(day.shown)]


def _says_more(one: Said, known: Known) -> bool:
    """An excerpt that is not the title again, nor a name of the blog."""
    value = one.evidence.value
    return bool(value) and value != known.title and value not in known.habits.names


def _is_tag(one: Said, known: Known) -> bool:
    return bool(_TAG.fullmatch(one.evidence.value))


def _is_count(one: Said, known: Known) -> bool:
    value = one.evidence.value
    return value.isascii() and value.isdigit() and int(value) > 0


_USABLE: Mapping[str, Callable[[Said, Known], bool]] = {
    "updated": _is_later,
    "excerpt": _says_more,
    "language": _is_tag,
    "words": _is_count,
}


def _first(ranked: Sequence[Said]) -> Chosen | None:
    return _chosen(ranked[0]) if ranked else None


def _chosen(one: Said) -> Chosen:
    return Chosen(one.evidence.value, one.evidence.rule, one.source)


def _whole(ranked: Sequence[Said]) -> Chosen | None:
    """The best excerpt; where it breaks off early, another that goes on."""
    if not ranked:
        return None
    best = ranked[0]
    if best.evidence.value.endswith("…"):
        start = stem(best.evidence.value)
        longer = (one for one in ranked if stem(one.evidence.value).startswith(start))
        best = max(longer, key=lambda one: len(one.evidence.value))
    return _chosen(best)


def _together(ranked: Sequence[Said]) -> Chosen | None:
    """All authors that the best rule's source names."""
    if not ranked:
        return None
    best = ranked[0]
    same = [one for one in ranked if (one.source, one.evidence.rule) == (best.source, best.evidence.rule)]
    names = list(dict.fromkeys(one.evidence.value for one in same))[:_MOST_AUTHORS]
    return Chosen(_JOINT.join(names), best.evidence.rule, best.source)


_CHOICES: Mapping[str, Callable[[Sequence[Said]], Chosen | None]] = {
    "updated": _first,
    "excerpt": _whole,
    "author": _together,
    "language": _first,
    "words": _first,
    "text": _first,
}
