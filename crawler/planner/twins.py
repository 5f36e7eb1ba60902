"""Two posts of one title and one day that no source names together: one may be the other's old address.

A few of them are visited; where those redirect, so may the rest, and all are.
"""

from __future__ import annotations

from collections import defaultdict

from crawler.model import Ask, Post, Role, Source, SourceKind
from crawler.planner.view import SAMPLE, View


def twins(view: View) -> list[Ask]:
    """The twin that fewer listings name; a sample first, and no more where the sample's did not turn out to be one."""
    pairs = _pairs(view)
    visited = [pair for pair in pairs if any(view.state.asked(post.url) for post in pair)]
    if len(visited) >= SAMPLE:
        return []
    merged = any(h.source.label == TWIN and h.outcome.redirects for h in view.state.harvests.values())
    fresh = [pair[0] for pair in pairs if pair not in visited]
    return [
        Ask(Source(post.url, SourceKind.POST, Role.ONE, TWIN), "another post has its title and its day")
        for post in fresh[: None if merged else SAMPLE]
    ]


TWIN = "twin"


def _pairs(view: View) -> list[list[Post]]:
    """Posts of one title and day, the one that fewer listings name first; only where no source names both."""
    named: dict[int, set[str]] = defaultdict(set)
    for address, numbers in view.ledger.by_source.items():
        for number in numbers:
            named[number].add(address)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, post in enumerate(view.ledger.posts):
        title, day = post.text("title").casefold(), post.text("date")[:10]
        if title and len(day) == len("2009-03-12"):
            groups[title, day].append(number)
    pages = {h.source.address for h in view.state.done() if h.source.kind in (SourceKind.ARCHIVE, SourceKind.HOMEPAGE)}
    alike = [sorted(numbers, key=lambda n: len(named[n] & pages)) for numbers in groups.values() if len(numbers) == 2]
    return [[view.ledger.posts[n] for n in pair] for pair in alike if not named[pair[0]] & named[pair[1]]]
