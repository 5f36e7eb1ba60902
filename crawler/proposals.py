"""What a blog might be called in a directory, proposed from its own tags, titles and authors: topics, and its kind.

For blogs of which the registry says nothing; whoever shows a proposal says that it is one. Most kinds need half of
the posts, a topic a twentieth of them: a word is better left unsaid than wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from crawler import dates
from crawler.model import Blog

MOST_TOPICS = 5
LEAST_POSTS = 3
ONE_IN = 20
"""A topic is that of one post in so many."""

FEWEST = 8
"""Of fewer posts nothing is said of the kind, and of fewer that are signed nothing of who writes."""

_HALF = 0.5
_WORD = re.compile(r"[^\W_][\w+#.'’-]*[\w+#]|[^\W_]")
_INNER = re.compile(r"[^\W_]*(?:[a-z][A-Z]|[A-Z]{2}|[A-Z]\d|[A-Za-z][+#]{1,2}$)")
"""What is a name wherever it stands: "iOS", "GHC", "C++"."""

_ROMAN = re.compile(r"[IVXLC]+")
_UNFILED = frozenset(
    [
        "uncategorized",
        "uncategorised",
        "allgemein",
        "allgemeines",
        "blog",
        "posts",
        "general",
        "misc",
        "default",
        "unsorted",
        "未分类",
        "未分類",
    ]
) | {"non classé", "non classe", "sin categoría", "sin categoria", "senza categoria", "sem categoria", "без рубрики"}
_GERMAN = frozenset(
    ["und", "der", "die", "das", "ein", "eine", "mit", "für", "von", "zu", "im", "auf", "über", "nicht"]
)
"""Every noun has a capital there."""

_SENTENCES = 0.4
"""Where fewer of the words within titles begin with a capital, those that do are names."""


class Entry(Protocol):
    """What of a post is looked at."""

    @property
    def title(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def tags(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Proposal:
    """Topics, the most used first, and a kind; empty where nothing is sure enough."""

    topics: tuple[str, ...] = ()
    kind: str = ""


def proposal_for(blog: Blog, posts: Sequence[Entry]) -> Proposal:
    """What a blog's posts propose; nothing where the registry says it all."""
    if blog.topics and blog.kind:
        return Proposal()
    topics = topics_of_tags([post.tags for post in posts]) or topics_of_titles([post.title for post in posts])
    return Proposal(tuple(topics), kind_of(posts))


def topics_of_tags(tags: Sequence[tuple[str, ...]]) -> list[str]:
    """The tags of at least three posts and a twentieth of all, the most used first; not what a program files a post
    under where its author named nothing."""
    return _most_used((tag for tag in chain.from_iterable(tags) if tag.lower() not in _UNFILED), len(tags))


def topics_of_titles(titles: Sequence[str]) -> list[str]:
    """Names within titles, as "Haskell" in "Why Haskell is lazy": each counts once for a title.

    Where titles are written With Capitals, in German, and at their beginning, only what has capitals inside is known
    for a name.
    """
    words = [_WORD.findall(title) for title in titles]
    inner = [word for some in words for word in some[1:] if word[0].isalpha()]
    sentences = bool(inner) and sum(word[0].isupper() for word in inner) < _SENTENCES * len(inner)
    sentences = sentences and sum(word in _GERMAN for word in inner) < len(titles) / ONE_IN
    named = (dict.fromkeys(_names(some, sentences)) for some in words)
    return _most_used(chain.from_iterable(named), len(titles))


def _names(words: Sequence[str], sentences: bool) -> Iterator[str]:
    for at, word in enumerate(words):
        name = bool(_INNER.match(word)) or (sentences and at > 0 and word[0].isupper() and len(word) > 1)
        if name and not _ROMAN.fullmatch(word) and not dates.is_calendar_word(word):
            yield word


def _most_used(names: Iterable[str], posts: int) -> list[str]:
    counts = Counter(names)
    least = max(LEAST_POSTS, posts / ONE_IN)
    used = [name for name, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])) if count >= least]
    return used[:MOST_TOPICS]


def kind_of(posts: Sequence[Entry]) -> str:
    """The first kind of `KINDS` that speaks of the posts; empty where none does, or for too few posts."""
    if len(posts) < FEWEST:
        return ""
    return next((kind for kind, speaks in KINDS if speaks(posts)), "")


def _titled(pattern: str) -> Callable[[Sequence[Entry]], bool]:
    sign = re.compile(pattern, re.I)
    return lambda posts: sum(bool(sign.search(post.title)) for post in posts) >= _HALF * len(posts)


def _tagged(*names: str) -> Callable[[Sequence[Entry]], bool]:
    wanted = frozenset(names)
    return lambda posts: sum(not wanted.isdisjoint(map(str.lower, post.tags)) for post in posts) >= _HALF * len(posts)


_EPISODE = "episodes?|ep|folge|épisode|episodio|episódio|odcinek|выпуск"
_ISSUE = "issue|week|no|nr|edition|ausgabe|numéro"
_NO_PERSON = re.compile(
    r"\b(?:admin\w*|editors?|editorial|redaktion|team|staff|webmaster|root|user|inc|ltd|llc|corp\w*|gmbh|ag|company|labs?|group|foundation|project|blog)\b",
    re.I,
)
_TENTH = 10
_SEVERAL = 3


def _by_one(posts: Sequence[Entry]) -> bool:
    """One person, by first and last name, wrote all that is signed."""
    signed = Counter(post.author for post in posts if post.author)
    name = next(iter(signed), "")
    alone = len(signed) == 1 and signed[name] >= FEWEST
    return alone and len(name.split()) > 1 and not _NO_PERSON.search(name)


def _by_several(posts: Sequence[Entry]) -> bool:
    """Three or more wrote a tenth each of what is signed."""
    signed = Counter(post.author for post in posts if post.author)
    several = sum(count >= signed.total() / _TENTH for count in signed.values()) >= _SEVERAL
    return several and signed.total() >= FEWEST


KINDS: tuple[tuple[str, Callable[[Sequence[Entry]], bool]], ...] = (
    ("release notes", _titled(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w%])|\brelease notes\b|\bchangelog\b")),
    ("podcast", _titled(rf"\b(?:{_EPISODE})\.?\s*#?\d|^#\d+\b|第\d+[回集話]")),
    ("newsletter", _titled(rf"\bnewsletter\b|\b(?:{_ISSUE})\.?\s*#?\d|\bthis week in\b|\bweekly\b")),
    ("link blog", _tagged("links", "link", "linkblog", "bookmarks", "elsewhere", "linklog")),
    ("photo blog", _tagged("photo", "photos", "photography", "photoblog", "fotos", "fotografie")),
    ("group blog", _by_several),
    ("personal blog", _by_one),
)
"""Kinds by name, each with what speaks for it; the first that speaks is proposed."""
