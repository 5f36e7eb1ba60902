"""What the store hands out: frozen rows. The shapes that flow in and out of a crawl are in `crawler.model`.

Moments are RFC 3339 in UTC ("2026-11-30T10:00:00Z") unless a field says otherwise, or empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from crawler.model import Blog, CanonicalUrl, Claim, Completeness, Source, State, Total
from crawler.store.encoding import words_of

Day: TypeAlias = date | str
"""A calendar day, as a date or as "YYYY-MM-DD"."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a harvest brought that was not known: claims, sources. `again` are the keys of addresses of which the source
    says what it had said before its last word."""

    new_claims: int
    new_sources: int
    again: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PostChanges:
    """What writing posts did: rows that are new, rows that changed, and how many posts the blog has now."""

    new: int
    changed: int
    total: int


@dataclass(frozen=True, slots=True)
class CrawlMark:
    """The round a crawl belongs to; `resumed` when it goes on with one that was cut off, `killed` when the last one has
    no end. `kind` is "listing" where everything is asked for, "visit" where only the newest is."""

    round: int
    resumed: bool
    kind: str = "listing"
    killed: bool = False


@dataclass(frozen=True, slots=True)
class History:
    """What decides how a blog is crawled next. `listed` is when this version of Backfile last listed everything to the
    end, `seen` when it last crawled the blog at all without failing; `watch` are the sources that show the newest
    posts; `wait` is the time from the last crawl to the one that is due."""

    listed: datetime | None
    seen: datetime | None
    watch: tuple[Source, ...]
    wait: timedelta


@dataclass(frozen=True, slots=True)
class KnownPosts:
    """What was judged when the blog's last crawl ended: every key; of posts that are there the address by each key; of
    posts that are gone the same."""

    keys: frozenset[CanonicalUrl] = frozenset()
    there: Mapping[CanonicalUrl, str] = field(default_factory=dict)
    gone: Mapping[CanonicalUrl, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a blog stands without anything new: its posts, the word on them, how often in a row its crawls have failed,
    and the days of its newest posts (YYYY-MM-DD, newest first)."""

    posts: int
    completeness: Completeness | None
    failures: int
    days: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why posts are written. `cause` is empty where the blog itself was asked; `heard` are the keys of which a source
    said something new (None: of all); `gone` and `back` the keys of pages that were found missing, or there.
    `unfinished` when the history had not been listed to its end before."""

    cause: str = ""
    heard: frozenset[str] | None = None
    gone: frozenset[str] = frozenset()
    back: frozenset[str] = frozenset()
    unfinished: bool = False


class Validators(NamedTuple):
    """What to send with a conditional request; empty where the server gave none."""

    etag: str
    last_modified: str


class KeptRobots(NamedTuple):
    """A robots.txt as last fetched (moment in UTC)."""

    text: str
    fetched_at: datetime


tags_of = lru_cache(4_096)(words_of)
"""Tags from their column; posts of a blog share them."""


class ListingRow(NamedTuple):
    """A post as exports show it. `date` is YYYY-MM-DD or shorter or empty, `year` None without a date, `published`
    RFC 3339 in the author's offset or empty, `updated` the same or a day. Tags stay as they are stored until they are
    asked for: of a million rows most go by unread."""

    blog: str
    year: int | None
    date: str
    title: str
    url: str
    author: str
    tags_json: str
    excerpt: str
    published: str
    updated: str

    @property
    def tags(self) -> tuple[str, ...]:
        return tags_of(self.tags_json)


@dataclass(frozen=True, slots=True)
class RuleRow:
    """The rules behind a post's title and date, and the addresses of the sources that told them; empty where none."""

    title_rule: str
    title_source: str
    date_rule: str
    date_source: str


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A blog at a glance. `blog` holds the registry's words; title, description, language and generator are the
    blog's own. `first` and `last` are dates at the precision known or empty; `years` counts dated posts, newest
    year first; `crawled` is the moment the last crawl ended."""

    blog: Blog
    title: str
    description: str
    language: str
    generator: str
    hosts: tuple[str, ...]
    added: str
    crawled: str
    posts: int
    first: str
    last: str
    posts_last_year: int
    cadence: str
    years: Mapping[int, int]
    completeness: Completeness | None


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source and what it gave: addresses it names as entries, and how many of those are posts."""

    source: Source
    state: State
    status: int
    error: str
    fetched: str
    addresses: int
    posts: int
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class KindRow:
    """How many posts all sources of a kind tell of, and how many of those no other kind does."""

    kind: str
    posts: int
    alone: int


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """A post on whose fields sources disagree."""

    url: str
    title: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """How complete a blog is, and what that rests on. `completeness` is None before its first crawl ended."""

    blog: Blog
    posts: int
    without_title: int
    without_date: int
    completeness: Completeness | None
    kinds: tuple[KindRow, ...]
    sources: tuple[SourceRow, ...]
    conflicts: tuple[ConflictRow, ...]


@dataclass(frozen=True, slots=True)
class PostRow:
    """A row of posts, whatever its verdict. `why` maps a field to the rule and the source's address behind it."""

    id: int
    blog: str
    url: str
    title: str
    date: str
    published: str
    updated: str
    author: str
    tags: tuple[str, ...]
    excerpt: str
    language: str
    words: int | None
    verdict: str
    rule: str
    why: Mapping[str, tuple[str, str]]
    conflicts: tuple[str, ...]
    same_as: str
    first_seen: str
    last_changed: str


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim and who made it. `counts` is False where the same source has said something else since."""

    claim: Claim
    source: str
    kind: str
    role: str
    run: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Behind:
    """All that is known of an address: the verdict on its group, the post where there is or was one, every claim."""

    blog: str
    url: str
    verdict: str
    rule: str
    post: PostRow | None
    keys: tuple[str, ...]
    claims: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A post that was found, with the words around the hit (marked by "[" and "]")."""

    blog: str
    date: str
    title: str
    url: str
    snippet: str


@dataclass(frozen=True, slots=True)
class TextRow:
    """A post with its text. `date` is at the precision known, or empty."""

    id: int
    blog: str
    url: str
    title: str
    date: str
    text: str

    def without_text(self) -> TextRow:
        """The same to be remembered: texts are long."""
        return replace(self, text="")


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run and the sums over its blogs. `ended` is empty while it runs, or when it was killed. Of its `blogs` so many
    are `done`, have `failed`, were `interrupted`, or are `open`: they are being crawled, or the run was killed."""

    id: int
    command: str
    started: str
    ended: str
    outcome: str
    blogs: int
    done: int
    failed: int
    interrupted: int
    open: int
    requests: int
    new: int
    changed: int
    problems: int


@dataclass(frozen=True, slots=True)
class CrawlRow:
    """How one blog's crawl in one run went."""

    run: int
    blog: str
    round: int
    started: str
    ended: str
    requests: int
    stop: str
    outcome: str
    new: int
    changed: int


@dataclass(frozen=True, slots=True)
class CourseRow:
    """How a blog's crawl in one run went: seconds, posts that are new, changed, gone, when it is due again (or empty),
    problems by kind. Of the runs before: the most `usual` problems by kind, and when the first crawl ended."""

    seconds: float
    new: int
    changed: int
    gone: int
    next: str
    problems: Mapping[str, int]
    usual: Mapping[str, int]
    since: datetime | None


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """Something that went wrong."""

    run: int
    blog: str
    address: str
    kind: str
    message: str
    at: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A step in a post's history: `field` is "new" where it appeared after the first crawl, "gone" (`new` is the
    moment, or empty where it returned), else url, title, date or verdict. `cause` is empty where the blog changed."""

    at: str
    run: int | None
    blog: str
    url: str
    title: str
    field: str
    old: str
    new: str
    cause: str
