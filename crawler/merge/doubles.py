"""Posts that are one by their texts: near-identical, with one title, on one day. Either alone makes nothing one.

Costs nothing where no texts are known, and compares no texts but those of one title and day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from crawler import corrections, likeness
from crawler.model import Post

_DAY = len("2009-03-12")


def doubles_of(posts: Sequence[Post]) -> list[list[int]]:
    """The places in `posts` of those that are one, two or more together; of posts alone, in order."""
    alike: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for place, post in enumerate(posts):
        day = post.text("date")[:_DAY]
        ruled = post.verdict.rule == corrections.RULE  # the curator says that it is a post of its own
        if post.is_post and not ruled and len(day) == _DAY and post.text("text"):
            alike[post.text("title"), day].append(place)
    found = (together for places in alike.values() if len(places) > 1 for together in _near(places, posts))
    return sorted(together for together in found if len(together) > 1)


def _near(places: Sequence[int], posts: Sequence[Post]) -> list[list[int]]:
    """The places by text: each joins the first it is near-identical to one of."""
    sets: list[list[int]] = []
    known = {place: likeness.shingles(posts[place].text("text")) for place in places}
    for place in places:
        near = [
            held
            for held in sets
            if any(likeness.similarity(known[place], known[other]) >= likeness.NEAR for other in held)
        ]
        sets = [held for held in sets if held not in near] + [sorted([place, *(one for held in near for one in held)])]
    return sets
