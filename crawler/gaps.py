"""What may still be missing of a blog, by what its sources name: addresses that look like posts, years without any."""

from __future__ import annotations

from collections.abc import Sequence

from crawler import urls
from crawler.blogstate import BlogState
from crawler.classify.lessons import WEAK, loose
from crawler.model import CanonicalUrl, Place, Post, Role


def unlisted(state: BlogState) -> int:
    """Addresses that only a sitemap names and that nothing else speaks against."""
    return sum(
        post.verdict.rule in ("unlisted", "undated", "nothing") and post.verdict.score > -3.0 for post in state.posts()
    )


def uncovered(state: BlogState, posts: Sequence[Post]) -> int:
    """How many years and months are linked, not yet asked, and hold no known post."""
    days = {post.text("date") for post in posts}
    held = {day[:4] for day in days} | {day[:7] for day in days}
    named = set()
    for source in state.open():
        if source.role in (Role.YEAR, Role.MONTH) and (inside := urls.date_in(source.address)):
            named.add(inside.shown[:7])
    return len(named - held)


def doubtful(state: BlogState, posts: Sequence[Post]) -> int:
    """Undecided addresses that look like posts: dated as posts are, or listed and of a template that posts have."""
    shapes = {urls.shape_of(post.url) for post in posts}
    kin = {loose(shape) for shape in shapes if "{year}" in shape}
    listed = _listed_somewhere(state)
    count = 0
    for post in state.posts():
        shape = urls.shape_of(post.url)
        undecided = post.verdict.rule in WEAK and post.verdict.score > -1.5
        count += undecided and (loose(shape) in kin or (shape in shapes and not listed.isdisjoint(post.keys)))
    return count


def _listed_somewhere(state: BlogState) -> set[CanonicalUrl]:
    return {
        urls.canonical(claim.address)
        for harvest in state.harvests.values()
        for claim in harvest.findings.claims
        if claim.place is Place.LISTING
    }
