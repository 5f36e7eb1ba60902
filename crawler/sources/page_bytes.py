"""A post's page as bytes: where its head ends, where its title stands and where others begin, found without a tree.

For the readers that look at no more of a page than its date needs (`glance`). Says nothing of dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from crawler.model import Page
from crawler.sources.surroundings import FAR

Span = tuple[int, int]

ABOVE, BELOW = 500, 1_600
"""Bytes above and below a title that hold the lines in which its day stands."""

BESIDE = 160
"""Bytes around a written day that hold the line in which it stands."""

TAG = re.compile(rb"<[^>]*>")
_KEPT = re.compile(rb"<(?:meta|link|base|html)\b[^<>]*>")
_OPENING = re.compile(rb"<!--|<(script|style|noscript|template|textarea)\b")
_TITLE = re.compile(rb"<title[^<>]*>([^<]{1,500})(?=</title)")
_HEADING = re.compile(rb"<(h[1-4])\b[^<>]*>(.{1,600}?)</\1\b", re.S)
_LONGEST_TAG = 2_000
_REMARKS = tuple(map(re.compile, (rb"comment", rb"respon(?!siv)", rb"disqus", rb"trackback", rb"related")))
"""One by one: what begins with letters of its own is found ten times faster than one of several that do not."""
_NAMES = rb"""[\"']?[^\"'>]{0,200}(?:nav|menu|side|comment|respon|related|recent|foot|share|social)"""
DOUBTFUL = (
    re.compile(rb"<(?:nav|aside|footer|menu|select|textarea|svg|iframe|table)\b"),
    *(re.compile(name + _NAMES) for name in (rb"id=", rb"class=", rb"role=")),
)
"""What may begin a menu, comments or a table: what is written in it may not be the post's."""

_GAP = b"<p>.</p>" * (FAR + 2)
"""Parts that were far from each other stay so."""


@dataclass(frozen=True, slots=True)
class PageBytes:
    """A page's bytes, and the same in lower case, in which signs are looked for. `head` is where the head ends, -1
    where that is not told."""

    page: Page
    low: bytes
    head: int
    title: Span | None = None
    """Where the heading by which the page is called begins and ends: the blog's name stands above it."""
    found: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def has(self, *signs: bytes) -> bool:
        return any(sign in self.low for sign in signs)

    @property
    def around(self) -> Span:
        """The part of the page around its title; the whole of it where there is none."""
        if self.title is None:
            return max(self.head, 0), len(self.low)
        return max(self.head, self.title[0] - ABOVE), min(len(self.low), self.title[1] + BELOW)

    @property
    def others(self) -> int:
        """Where, below the title, an element begins whose name is that of comments or related posts; else the end."""
        if "others" not in self.found:
            self.found["others"] = self._others(self.title[1] if self.title else 0)
        return self.found["others"]

    def _others(self, start: int) -> int:
        return min(self._element(word, start) for word in _REMARKS)

    def _element(self, word: re.Pattern[bytes], start: int) -> int:
        """Where the first element begins that has a word in its id or class; the end where none has."""
        for found in word.finditer(self.low, start):
            at = self.low.rfind(b"<", max(start, found.start() - _LONGEST_TAG), found.start())
            tag = self.low[at : found.start()] if at >= 0 else b">"
            if b">" not in tag and (b"id=" in tag or b"class=" in tag):
                return at
        return len(self.low)

    def is_doubtful(self, start: int, end: int) -> bool:
        """Whether between two places a menu, comments or a table may begin."""
        return any(sign.search(self.low, start, end) for sign in DOUBTFUL)

    def seen(self, start: int, end: int) -> Iterator[Span]:
        """The parts between two places that a reader sees: no scripts, no comments of the markup."""
        for begin, stop in unseen(self.low, start, end):
            yield start, begin
            start = stop
        yield start, end

    def head_alone(self) -> Page:
        """A page of the head alone, with the linked data that stands below it."""
        return replace(self.page, body=self._head())

    def parts(self, places: Sequence[Span]) -> Page:
        """A smaller page: the head, what stands around the first place, and the lines in which the others stand."""
        cut = [self._cut(place, number) for number, place in enumerate(places)]
        return replace(self.page, body=self._head() + cut[0] + _GAP + b"<hr>".join(cut[1:]))

    def _head(self) -> bytes:
        kept = (self.page.body[slice(*span)] for span in sorted((*self._metas(), *self._linked())))
        return b"".join((*kept, self._named(), *self._linked_below(), b"</head><body>"))

    def _metas(self) -> Iterator[Span]:
        for part in self.seen(0, self.head):
            yield from (found.span() for found in _KEPT.finditer(self.low, *part))

    def _linked(self) -> Iterator[Span]:
        for begin, stop in unseen(self.low, 0, self.head):
            tag = self.low[begin : min(stop, begin + _LONGEST_TAG)].partition(b">")[0]
            if tag.startswith(b"<script") and b"ld+json" in tag:
                yield begin, stop

    def _named(self) -> bytes:
        title = _TITLE.search(self.low, 0, self.head)
        return self.page.body[slice(*title.span())] + b"</title>" if title else b""

    def _linked_below(self) -> Iterator[bytes]:
        """The linked data that stands below the head."""
        at = self.low.find(b"ld+json", self.head)
        while at >= 0:
            start, end = self.low.rfind(b"<", 0, at), self.low.find(b"</script", at)
            yield self.page.body[start : end + len(b"</script>")] if end >= 0 else b""
            at = self.low.find(b"ld+json", end) if end >= 0 else -1

    def _cut(self, place: Span, number: int) -> bytes:
        above, below = (BESIDE, BESIDE) if number else (ABOVE, BELOW)
        start = self.low.find(b"<", max(self.head, place[0] - above))
        end = self.low.rfind(b"<", start, min(len(self.low), place[1] + below))
        inside = self.low.find(b"</script", start, place[0])
        return self.page.body[inside if inside >= 0 else start : end]


def unseen(low: bytes, start: int, end: int) -> Iterator[Span]:
    """The comments of the markup, scripts and the like between two places; what is never closed is none. Each kind of
    end is looked for in vain only once, so that a page of openings takes no longer than another."""
    endless: set[bytes] = set()
    while found := _OPENING.search(low, start, end):
        close = b"</" + found[1] if found[1] else b"-->"
        stop = -1 if close in endless else low.find(close, found.end(), end)
        start = found.end()
        if stop < 0:
            endless.add(close)
            continue
        start = low.find(b">", stop, end) + 1 or end
        yield found.start(), start


def spans(patterns: Iterable[re.Pattern[bytes]], low: bytes, start: int, end: int) -> list[Span]:
    """Where any of the patterns matches between two places, in order."""
    return sorted(found.span() for pattern in patterns for found in pattern.finditer(low, start, end))


def bytes_of(page: Page) -> PageBytes:
    """A page prepared for looking at its bytes."""
    low = page.body.lower()
    head = low.find(b"</head")
    return PageBytes(page, low, head, _title_at(low, head) if head >= 0 else None)


def _title_at(low: bytes, head: int) -> Span | None:
    title = _TITLE.search(low)
    name = b" ".join(title[1].split()) if title else b""
    headings = list(_HEADING.finditer(low, head))
    found: dict[bytes, Span] = {}
    for heading in headings:
        called = b" ".join(TAG.sub(b" ", heading[2]).split())
        if called and (name.startswith(called) or name.endswith(called)):
            found.setdefault(called, heading.span())
    if not found:
        highest = [heading for heading in headings if heading[1] == b"h1"]
        return highest[0].span() if len(highest) == 1 else None
    return list(found.values())[:2][-1]
