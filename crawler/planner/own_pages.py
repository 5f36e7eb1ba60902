"""Posts' own pages: for what no listing told, for neighbours where no listing is left, or all of them on demand."""

from __future__ import annotations

from dataclasses import replace

from crawler import urls
from crawler.blogstate import BlogState, fetch_key
from crawler.model import Ask, Place, Post, Role, Source, SourceKind
from crawler.planner.listings import NEIGHBOUR, beside, listed, neighbour, unlisted
from crawler.planner.view import FULL, SAMPLE, View

FEW = 4
"""Own pages are worth asking while at least so large a part of them tells what is missing."""

STEP = 8
"""So many times as many as were read are asked next, where most told nothing."""

IDLE = 6
"""After so many neighbours that were all known the rest is not visited."""

_RULES = ("page.", "jsonld.", "meta.")


def own_pages(view: View) -> list[Ask]:
    """Posts' own pages for a missing title or date: a few first, the rest when those told it."""
    missing = {"title": view.wanted(view.ledger.untitled()), "date": view.wanted(view.ledger.undated())}
    for field, lacking in missing.items():
        asked = [post for post in view.ledger.posts if view.state.asked(post.url)]
        answers = [post.text(field) for post in asked if _told_by_itself(post, field)]
        told = len(set(answers))  # a title that several have is the site's
        vain = len(answers) - told + sum(post in lacking for post in asked)
        helped = told * FEW > vain
        wanted = [post for post in lacking if not view.state.asked(post.url)]
        if not wanted or (len(asked) >= SAMPLE and not helped):
            continue
        most = len(wanted) if told > vain else STEP * len(asked)
        portion = wanted[:most] if len(asked) >= SAMPLE else wanted[:SAMPLE]
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
    if view.ledger.settled() or view.ledger.main_is_closed() or _astray(view) or _idle(view):
        return []
    told = [claim for harvest in view.state.done() for claim in beside(view.state, harvest)]
    named = set(unlisted(view.state, told))
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


def _idle(view: View) -> bool:
    """Whether the last neighbours that were visited named none that lists do not name as well."""
    last = [h for h in view.state.harvests.values() if h.source.label == NEIGHBOUR][-IDLE:]
    if len(last) < IDLE:
        return False
    named = {urls.canonical(claim.address) for h in last for claim in h.findings.claims if claim.place is Place.BESIDE}
    return named <= listed(view.state)


def every_page(view: View) -> list[Ask]:
    """With depth `full`, the page of every post whose text is not known, or that has changed since it was read."""
    if view.limits.depth != FULL:
        return []
    asked = view.state.asked_now()  # what an earlier run has read may be wanted anew
    fresh = [post for post in view.wanted(view.ledger.posts) if fetch_key(post.url) not in asked]
    whys = ((post, _why_read(post, view.state.texts.get(fetch_key(post.url), ""))) for post in fresh)
    return [_visit(post.url, why) for post, why in whys if why]


def _why_read(post: Post, read: str) -> str:
    """Why a post's page is wanted that was last read on a day, or never; empty where it is not."""
    if not read:
        return "every post is visited"
    changed = post.text("updated")[: len(read)]
    return f"it was changed on {changed}" if len(changed) == len(read) and changed >= read else ""


def in_full(source: Source, state: BlogState, full: bool) -> Source:
    """A post's page as it is to be read: with its text where that is wanted, or known, so that none is lost again."""
    if source.kind is not SourceKind.POST or source.role is not Role.ONE:
        return source
    wanted = full or fetch_key(source.address) in state.texts
    return replace(source, role=Role.FULL) if wanted else source


def _visit(address: str, why: str) -> Ask:
    return Ask(Source(address, SourceKind.POST, Role.ONE), why)
