"""Claims to posts: group, classify, merge. Pure, and independent of the order of the claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from crawler import classify, grouping, merge, sources
from crawler.merge.days import choose_date
from crawler.merge.evidence import Said
from crawler.model import Blog, Chosen, Evidence, Harvest, Page, Place, Post, Role, Source, SourceKind
from crawler.sources import glance


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
