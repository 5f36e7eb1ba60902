"""Claims to posts: group, classify, merge. Pure, and independent of the order of the claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from crawler import classify, grouping, merge
from crawler.model import Blog, Harvest, Post, Role, SourceKind


def posts_of(blog: Blog, harvests: Iterable[Harvest], today: date | None = None) -> tuple[Post, ...]:
    """Every group of addresses of a blog, judged: posts, and what else there is (`Post.is_post`).

    `today` bounds what dates are plausible; the day of the call where it is not given.
    """
    told = list(harvests)
    scope = grouping.scope_of(blog.home, told)
    groups = grouping.groups_of(scope, told)
    judged = classify.verdicts(scope, groups)
    habits = merge.habits_of(names_of(blog, told), groups, today or date.today())
    return tuple(merge.post_of(group, verdict, habits) for group, verdict in zip(groups, judged, strict=True))


def names_of(blog: Blog, harvests: Sequence[Harvest]) -> tuple[str, ...]:
    """Every name by which the blog's pages and feeds call it."""
    names = [blog.name]
    for harvest in harvests:
        if harvest.source.kind is SourceKind.HOMEPAGE or (
            harvest.source.kind is SourceKind.FEED and harvest.source.role is Role.WHOLE
        ):
            names.append(harvest.findings.facts.title)
    return tuple(dict.fromkeys(filter(None, names)))
