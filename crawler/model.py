"""The words of the project as frozen dataclasses: what flows from page to listing.

    Source -> Page -> Harvest (claims, further sources) -> posts_of -> Post

Holds shapes only. How addresses are compared is told in `urls`, how dates are read in `dates`, how claims
become posts in `classify` and `merge`. Nothing here reads, fetches or stores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

CanonicalUrl = NewType("CanonicalUrl", str)
"""The form of an address under which two spellings of one page are equal (made by `urls.canonical` alone)."""


class SourceKind(StrEnum):
    """What a source is expected to be. A hint: a page is offered to every parser that recognises it."""

    HOMEPAGE = "homepage"
    ROBOTS = "robots"
    FEED = "feed"
    SITEMAP = "sitemap"
    ARCHIVE = "archive"
    POST = "post"
    API = "api"
    CURATOR = "curator"  # what the person who keeps the registry says


class Role(StrEnum):
    """What a source covers, as far as its address and the link that led to it tell."""

    WHOLE = "whole"  # everything the blog has: "archives", "all posts", the blog's sitemap or feed
    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    PAGE = "page"  # one page of a series, reached by paging
    SECTION = "section"  # a category, a series, a language, a sub-blog
    TAG = "tag"
    AUTHOR = "author"
    PART = "part"  # a child of a sitemap index, a volume of an archived feed
    USUAL = "usual"  # an address no source named, tried since blogs often have it
    ONE = "one"  # a single post
    FULL = "full"  # a single post, read for its text, too
    OTHER = "other"


class State(StrEnum):
    """Where a source stands in the frontier."""

    FOUND = "found"
    DONE = "done"
    FAILED = "failed"


class Place(StrEnum):
    """How an address stands in the source that names it."""

    FEED = "feed"  # an item of a feed
    API = "api"  # an item of a platform's API
    SITEMAP = "sitemap"
    LISTING = "listing"  # one of a repeated structure of links: an archive, a home page's list
    TEXT = "text"  # a link in running text
    MENU = "menu"  # navigation, side bar, header, footer
    SELF = "self"  # the page speaks of itself
    BESIDE = "beside"  # named by a post as its older or newer neighbour
    CURATOR = "curator"  # said by the person who keeps the registry


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A day of publication at the precision that was found, in the author's own offset.

    `time` is "HH:MM:SS" or empty; `offset` is "+HH:MM", "Z" (the instant is told in UTC: it proves the instant,
    not the author's day) or empty (no zone told). `str()` gives "2009", "2009-03", "2009-03-12" or
    "2009-03-12T23:30:00-05:00"; `dates.parse_partial` reads it back.
    """

    year: int
    month: int | None = None
    day: int | None = None
    time: str = ""
    offset: str = ""

    def __str__(self) -> str:
        moment = f"T{self.time}{self.offset}" if self.time else ""
        return self.shown + moment

    @property
    def shown(self) -> str:
        """The date alone: YYYY, YYYY-MM or YYYY-MM-DD."""
        parts = [f"{self.year:04d}"]
        parts += [f"{part:02d}" for part in (self.month, self.day) if part is not None]
        return "-".join(parts)

    @property
    def precision(self) -> int:
        """1 for a year, 2 for a month, 3 for a day."""
        return 1 + (self.month is not None) + (self.day is not None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing a source says of an address.

    `field` is one of title, date, updated, excerpt, author, tag, language, id, type, canonical, redirect, index,
    list, text, words, misplaced (a date that stands there and cannot be the entry's, see `sequence`); of the curator
    also same, source, exclude (see `corrections`). `value` is normalised (a date as
    `str(PartialDate)`, two readings of a numeric date as "2009-04-03|2009-03-04": day first, then month first). `rule`
    names how it was found ("feed.published", "listing.heading", "jsonld.datePublished"). `raw` is what the source
    wrote, where that differs.
    """

    field: str
    value: str
    rule: str
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """What one source says of one address. `address` is absolute, as the source spelled it."""

    address: str
    place: Place
    evidence: tuple[Evidence, ...] = ()

    def first(self, name: str) -> str:
        """The first value of a field, or an empty string."""
        return next((e.value for e in self.evidence if e.field == name), "")

    def every(self, name: str) -> tuple[Evidence, ...]:
        """All evidence of a field, in the order in which the source gave it."""
        return tuple(e for e in self.evidence if e.field == name)


@dataclass(frozen=True, slots=True)
class Source:
    """An address on the web that tells of posts. Its key is its address.

    `label` is the text of the link that named it, `parent` the address of the source that did, `number` a page
    number, a year, or how strongly the link promises the whole archive (1 to 3), as the role has it.
    """

    address: str
    kind: SourceKind
    role: Role = Role.OTHER
    label: str = ""
    parent: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One fetched response, without the network. Header names are lower case; `redirects` are the hops before it."""

    asked: str
    address: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    redirects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Total:
    """A number of posts that a source states, of the whole blog (`scope` empty) or of a part ("2009", "2009-03")."""

    count: int
    rule: str
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that went wrong, as a row for the person who reads `problems`."""

    kind: str
    message: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page says of the blog itself; empty where it says nothing."""

    title: str = ""
    description: str = ""
    language: str = ""
    generator: str = ""
    feed: str = ""
    canonical_home: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """What the parsers read from one page.

    `traits` are plain remarks about the page that the planner needs ("feed.complete", "listing.dated"), sorted.
    """

    claims: tuple[Claim, ...] = ()
    sources: tuple[Source, ...] = ()
    totals: tuple[Total, ...] = ()
    facts: Facts = field(default_factory=Facts)
    problems: tuple[Problem, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How asking for a source ended. `status` 0 means no answer; `unchanged` means 304, or a page that says what it
    said. `max_age` is for how many seconds the server calls its answer fresh (RFC 9111, 5.2.2.1); it is not kept.
    `said` is a digest of what the page tells of posts."""

    state: State
    status: int = 0
    final: str = ""
    redirects: tuple[str, ...] = ()
    etag: str = ""
    last_modified: str = ""
    size: int = 0
    unchanged: bool = False
    error: str = ""
    max_age: int = 0
    said: str = ""


@dataclass(frozen=True, slots=True)
class Harvest:
    """One fetched page as an item. One harvest is one transaction."""

    blog: str
    source: Source
    outcome: Outcome
    findings: Findings = field(default_factory=Findings)


@dataclass(frozen=True, slots=True)
class Blog:
    """A row of the registry. `slug` names it everywhere; `topics` are free words."""

    slug: str
    home: str
    name: str = ""
    category: str = ""
    kind: str = ""
    topics: tuple[str, ...] = ()
    feed: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Post, or what else an address is, with the rule that weighed most and the weight of all evidence."""

    kind: str
    rule: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Chosen:
    """A field's value, with the rule and the source it came from."""

    value: str
    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class Post:
    """A group of addresses that are one entry, judged and merged.

    `keys` are the canonical forms of all its addresses, `ids` its platform ids (a guid). `fields` maps title, date,
    updated, excerpt, author, language, text, words to what was chosen; absent where nobody said. `tags` in order of
    first mention. `conflicts` names fields on which sources disagree.
    """

    url: str
    keys: tuple[CanonicalUrl, ...]
    verdict: Verdict
    fields: Mapping[str, Chosen]
    tags: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """A field's value, or an empty string."""
        chosen = self.fields.get(name)
        return chosen.value if chosen else ""

    @property
    def is_post(self) -> bool:
        return self.verdict.kind == "post"


class Word(StrEnum):
    """How complete a blog's history is."""

    COMPLETE = "complete"
    LIKELY = "likely"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True)
class Completeness:
    """The word on a blog's completeness, the number of posts expected where one is known, and why."""

    word: Word
    expected: int | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """One request the planner wants, and why."""

    source: Source
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ask next, or (`asks` empty) why to stop; or, of a visit, why everything is to be listed `anew`."""

    asks: tuple[Ask, ...]
    stop: str = ""
    anew: str = ""
