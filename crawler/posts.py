"""Claims to posts: group, classify, merge; then those that are one by their texts are made one.

Pure, and independent of the order of the claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from crawler import classify, grouping, merge, sources
from crawler.classify import Docket
from crawler.grouping import Gathered, Group
from crawler.merge import Merged, Notebook
from crawler.merge.days import choose_date
from crawler.merge.evidence import Said
from crawler.model import Blog, Chosen, Evidence, Harvest, Page, Place, Post, Role, Source, SourceKind
from crawler.sources import glance


@dataclass(slots=True)
class Memory:
    """What was made of a blog's claims, so that the next time only what was told since is looked at."""

    gathered: Gathered = field(default_factory=Gathered)
    docket: Docket = field(default_factory=Docket)
    notes: Notebook = field(default_factory=Notebook)
    merged: Merged = field(default_factory=Merged)
    groups: list[Group] = field(default_factory=list)
    basis: tuple[object, ...] = ()
    posts: tuple[Post, ...] = ()
    """Those of the last time, made from `groups` and `basis`."""


def posts_of(
    blog: Blog, harvests: Iterable[Harvest], today: date | None = None, memory: Memory | None = None
) -> tuple[Post, ...]:
    """Every group of addresses of a blog, judged: posts, and what else there is (`Post.is_post`).

    `today` bounds what dates are plausible; the day of the call where it is not given. `memory` is of the same blog,
    and changes nothing but how long it takes.
    """
    memory = memory or Memory()
    told = list(harvests)
    memory.gathered = memory.gathered.take(told)
    scope = memory.gathered.scope(blog.home)
    groups = memory.gathered.groups(scope)
    says, day = self_of(blog, told), today or date.today()
    if memory.groups is not groups or memory.basis != (scope, says, day):
        judged = classify.verdicts(scope, groups, docket=memory.docket)
        entries = {group.url for group, verdict in zip(groups, judged, strict=True) if verdict.kind == "post"}
        habits = memory.notes.habits(says, groups, day, entries)
        memory.posts = tuple(_united(memory.merged.posts(groups, judged, habits), groups, habits))
        memory.groups, memory.basis = groups, (scope, says, day)
    return memory.posts


def _united(posts: Sequence[Post], groups: Sequence[grouping.Group], habits: merge.Habits) -> Iterator[Post]:
    """The posts, those that are one by their texts made one of all their claims."""
    doubles = {places[0]: places for places in merge.doubles_of(posts)}
    gone = {place for places in doubles.values() for place in places[1:]}
    for place, post in enumerate(posts):
        if places := doubles.get(place):
            verdict = max((posts[one].verdict for one in places), key=lambda judged: judged.score)
            yield merge.post_of(grouping.united([groups[one] for one in places]), verdict, habits)
        elif place not in gone:
            yield post


def self_of(blog: Blog, harvests: Sequence[Harvest]) -> merge.Self:
    """What the blog's home page and its own feeds say of it: every name and description, and its language."""
    speaking = [harvest for harvest in harvests if _speaks_of_blog(harvest.source)]
    facts = [harvest.findings.facts for harvest in speaking]
    names = dict.fromkeys(filter(None, [blog.name, *(one.title for one in facts)]))
    descriptions = dict.fromkeys(filter(None, (one.description for one in facts)))
    return merge.Self(tuple(names), tuple(descriptions), _language(speaking))


def _speaks_of_blog(source: Source) -> bool:
    return source.kind is SourceKind.HOMEPAGE or (source.kind is SourceKind.FEED and source.role is Role.WHOLE)


def _language(speaking: Sequence[Harvest]) -> Chosen | None:
    """The language that all who tell one agree on; of several tags of it the shortest."""
    told = sorted(
        (len(tag), tag.replace("_", "-"), harvest.source.address)
        for harvest in speaking
        if (tag := harvest.findings.facts.language)
    )
    if len({tag[:2].lower() for _, tag, _ in told}) != 1:
        return None
    _, tag, address = told[0]
    return Chosen(tag, "blog.language", address)


def date_of(page: Page, today: date | None = None) -> Chosen | None:
    """The date that a post's page alone tells of itself, at the precision found; None where it tells none.

    Reads no more of the page than that takes (`sources.glance`), and knows nothing of the blog.
    """
    evidence = glance.read(page)
    if evidence is None:
        evidence = _said_of_itself(page)
    said = [Said(one, page.address) for one in evidence if one.field == "date"]
    return choose_date(said, page.address, merge.Habits(today=today or date.today()))[0]


def _said_of_itself(page: Page) -> tuple[Evidence, ...]:
    findings = sources.read(page, Source(page.address, SourceKind.POST, Role.ONE))
    return tuple(e for claim in findings.claims if claim.place is Place.SELF for e in claim.evidence)
