"""Harvests, claims and groups in one line each, for tests of what is made of them."""

from __future__ import annotations

from crawler.grouping import Group, Told, groups_of, scope_of
from crawler.model import (
    Blog,
    Claim,
    Evidence,
    Findings,
    Harvest,
    Outcome,
    Place,
    Post,
    Role,
    Source,
    SourceKind,
    State,
    Total,
)
from crawler.posts import posts_of
from tests.dryblogs import HOME, Entry

BLOG = Blog("blog-example", HOME)

FEED = Source(f"{HOME}feed.xml", SourceKind.FEED, Role.WHOLE)
SITEMAP = Source(f"{HOME}sitemap.xml", SourceKind.SITEMAP, Role.WHOLE)
ARCHIVE = Source(f"{HOME}archive/", SourceKind.ARCHIVE, Role.WHOLE, "Archive", HOME, 3)
FRONT = Source(HOME, SourceKind.HOMEPAGE, Role.WHOLE)


def said(**fields: str) -> tuple[Evidence, ...]:
    """Evidence by field: `date="feed.published: 2009-03-12"` has a rule before the value, else the rule is "test"."""
    made = []
    for name, text in fields.items():
        rule, colon, value = text.partition(": ")
        made.append(Evidence(name, value, rule) if colon else Evidence(name, text, "test"))
    return tuple(made)


def claim(address: str, place: Place = Place.LISTING, **fields: str) -> Claim:
    return Claim(address, place, said(**fields))


def harvest(source: Source, *claims: Claim, totals: tuple[Total, ...] = (), **outcome: object) -> Harvest:
    """What a source told; words for the outcome (`status`, `final`, `redirects`, `state`) where they matter."""
    ended = Outcome(**({"state": State.DONE, "status": 200, "final": source.address} | outcome))  # type: ignore[arg-type]
    return Harvest(BLOG.slug, source, ended, Findings(claims=claims, totals=totals))


def visit(address: str, **fields: str) -> Harvest:
    """A post's own page that says these things of itself."""
    source = Source(address, SourceKind.POST, Role.ONE)
    return harvest(source, claim(address, Place.SELF, **fields))


def failed(source: Source, status: int = 500) -> Harvest:
    return harvest(source, state=State.FAILED, status=status, error=f"answered {status}")


def moved(address: str, final: str) -> Harvest:
    """A page that was asked under one address and answered under another."""
    source = Source(address, SourceKind.POST, Role.ONE)
    return harvest(source, claim(final, Place.SELF), final=final, redirects=(address,))


def listed(entry: Entry) -> Claim:
    """How an archive tells of an entry."""
    date = f"listing.time: {entry.day}"
    return claim(entry.address, title=f"listing.link: {entry.title}", date=date, list="listing.group: a1")


def fed(entry: Entry) -> Claim:
    """How a feed tells of an entry."""
    return claim(entry.address, Place.FEED, title=f"feed.title: {entry.title}", date=f"feed.published: {entry.day}")


def mapped(entry: Entry) -> Claim:
    """How a sitemap tells of an entry."""
    return claim(entry.address, Place.SITEMAP)


def groups(*harvests: Harvest, home: str = HOME) -> list[Group]:
    return groups_of(scope_of(home, harvests), harvests)


def addresses_of(*harvests: Harvest, home: str = HOME) -> list[set[str]]:
    """The addresses that were told, group by group."""
    return [{told.claim.address for told in group.told} for group in groups(*harvests, home=home)]


def group(url: str, *told: tuple[Source, Claim]) -> Group:
    """One group of claims, for what looks at a single one."""
    from crawler import urls

    return Group(url, (urls.canonical(url),), [Told(source, one) for source, one in told])


def posts(*harvests: Harvest) -> dict[str, Post]:
    """The posts of the example blog by address."""
    return {post.url: post for post in posts_of(BLOG, harvests) if post.is_post}
