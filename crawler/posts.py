"""Claims to posts: group, classify, merge. Pure, and independent of the order of the claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from crawler import classify
from crawler.classify import Docket
from crawler.grouping import Gathered, Group
from crawler.merge import Merged, Notebook
from crawler.model import Blog, Harvest, Post, Role, SourceKind


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
    names, day = names_of(blog, told), today or date.today()
    if memory.groups is not groups or memory.basis != (scope, names, day):
        judged = classify.verdicts(scope, groups, docket=memory.docket)
        habits = memory.notes.habits(names, groups, day)
        memory.posts = tuple(memory.merged.posts(groups, judged, habits))
        memory.groups, memory.basis = groups, (scope, names, day)
    return memory.posts


def names_of(blog: Blog, harvests: Sequence[Harvest]) -> tuple[str, ...]:
    """Every name by which the blog's pages and feeds call it."""
    names = [blog.name]
    for harvest in harvests:
        if harvest.source.kind is SourceKind.HOMEPAGE or (
            harvest.source.kind is SourceKind.FEED and harvest.source.role is Role.WHOLE
        ):
            names.append(harvest.findings.facts.title)
    return tuple(dict.fromkeys(filter(None, names)))
