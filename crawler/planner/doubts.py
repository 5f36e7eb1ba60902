"""Addresses that a sitemap or a list without dates names: a few of each template are read, to learn what they are.

Where all that were read are dated posts, so is the rest (`classify` learns it); where one is not, none of them counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from crawler import urls
from crawler.classify.lessons import WEAK
from crawler.model import Ask, Post, Role, Source, SourceKind
from crawler.planner.view import SAMPLE, View, spread

MOST_TEMPLATES = 3
DOUBT = "doubt"


def doubts(view: View) -> list[Ask]:
    """Samples of the templates that certain posts have and that a sitemap has more of."""
    asked = [h.source.address for h in view.state.harvests.values() if h.source.label == DOUBT]
    sampled = Counter(urls.shape_of(address) for address in asked)
    asks = []
    for posts in _doubtful(view):
        if sampled[urls.shape_of(posts[0].url)] or len(sampled) >= MOST_TEMPLATES:
            continue
        sampled[urls.shape_of(posts[0].url)] += 1
        fresh = sorted((post for post in posts if not view.state.asked(post.url)), key=lambda post: post.url)
        for post in spread(fresh):
            why = f"{len(posts)} addresses like it are named without a date"
            asks.append(Ask(Source(post.url, SourceKind.POST, Role.ONE, DOUBT), why))
    return asks


def _doubtful(view: View) -> list[list[Post]]:
    """Undecided addresses by template, the largest group first; templates that posts have, where there are several."""
    known = {urls.shape_of(post.url) for post in view.ledger.posts}
    nothing = len(view.ledger.posts) < SAMPLE
    groups: dict[str, list[Post]] = defaultdict(list)
    for post in view.state.posts():
        shape = urls.shape_of(post.url)
        if not post.is_post and (shape in known or (nothing and "{slug}" in shape)) and post.verdict.rule in WEAK:
            groups[shape].append(post)
    enough = [posts for posts in groups.values() if len(posts) >= SAMPLE]
    return sorted(enough, key=len, reverse=True)
