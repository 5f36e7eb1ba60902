"""Posts' own pages: for what no listing told, for neighbours where no listing is left, or all of them on demand."""

from __future__ import annotations

from crawler import urls
from crawler.model import Ask, Post, Role, Source, SourceKind
from crawler.planner.listings import NEIGHBOUR, beside, neighbour
from crawler.planner.view import SAMPLE, View

_RULES = ("page.", "jsonld.", "meta.")


def own_pages(view: View) -> list[Ask]:
    """Posts' own pages for a missing title or date: a few first, the rest when those told it."""
    missing = {"title": view.wanted(view.ledger.untitled()), "date": view.wanted(view.ledger.undated())}
    for field, lacking in missing.items():
        asked = [post for post in view.ledger.posts if view.state.asked(post.url)]
        helped = any(_told_by_itself(post, field) for post in asked)
        wanted = [post for post in lacking if not view.state.asked(post.url)]
        if not wanted or (len(asked) >= SAMPLE and not helped):
            continue
        portion = wanted if len(asked) >= SAMPLE else wanted[:SAMPLE]
        return [_visit(post.url, f"its {field} is not known") for post in portion]
    return []


def _told_by_itself(post: Post, field: str) -> bool:
    chosen = post.fields.get(field)
    if chosen is None or not chosen.rule.startswith(_RULES):
        return False
    return field != "date" or len(chosen.value) >= len("2009-03")


def neighbours(view: View) -> list[Ask]:
    """Where no chain lists everything: from post to post by the links to the older and the newer one. The oldest post
    that is known tells whether posts name their neighbours at all."""
    if view.ledger.settled() or view.ledger.main_is_closed() or _astray(view):
        return []
    named = {address for harvest in view.state.done() for address in beside(view.state, harvest)}
    visited = any(harvest.source.kind is SourceKind.POST for harvest in view.state.harvests.values())
    if not named and not visited and view.ledger.posts:
        oldest = min(view.ledger.posts, key=lambda post: (post.text("date") or "9999", post.url))
        named = {oldest.url}
    return [neighbour(address) for address in sorted(named)]


def _astray(view: View) -> bool:
    """Whether the last neighbours that were visited are no posts."""
    known = {key for post in view.ledger.posts for key in post.keys}
    last = [h for h in view.state.harvests.values() if h.source.label == NEIGHBOUR][-SAMPLE:]
    return len(last) == SAMPLE and not any(urls.canonical(h.source.address) in known for h in last)


def every_page(view: View) -> list[Ask]:
    """With depth `full`, every post's page."""
    if view.limits.depth != "full":
        return []
    fresh = [post for post in view.wanted(view.ledger.posts) if not view.state.asked(post.url)]
    return [_visit(post.url, "every post is visited") for post in fresh]


def _visit(address: str, why: str) -> Ask:
    return Ask(Source(address, SourceKind.POST, Role.ONE), why)
