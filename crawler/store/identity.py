"""Which group of addresses is which post of before. Pure; the rows are written by `post_writing`.

A group is matched to old posts by the keys and platform ids they share:

- an old post whose keys now lie in several groups goes with the group that holds its address, else with the one that
  has most of its keys, else with the first of those;
- a group that so gets several old posts keeps the lowest id; the others are merged into it;
- a group that gets none takes the old post of exactly its address, if no other group has it (the way of comparing
  addresses may have changed).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from crawler.model import Post
from crawler.store.encoding import storable
from crawler.urls import canonical


@dataclass(frozen=True, slots=True)
class Known:
    """What was stored: the post of each key, the address of each post."""

    posts: Mapping[str, int]
    urls: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Matching:
    """The old post of each group (None: new), and the old posts that were merged into another: old -> kept."""

    ids: tuple[int | None, ...]
    merged: Mapping[int, int]


def names_of(post: Post) -> tuple[str, ...]:
    """Every key of table addresses that a group owns."""
    return tuple(map(storable, (*post.keys, *(f"id:{name}" for name in post.ids))))


def match(groups: Sequence[Post], known: Known) -> Matching:
    """Match groups to old posts as the module's docstring says."""
    given: defaultdict[int, list[int]] = defaultdict(list)
    for old, shared in sorted(_shared(groups, known).items()):
        given[_holder(groups, shared, known.urls.get(old, ""))].append(old)
    ids: list[int | None] = [min(given[index]) if index in given else None for index in range(len(groups))]
    merged = {old: min(olds) for olds in given.values() for old in olds if old != min(olds)}
    taken = {old for olds in given.values() for old in olds}
    return Matching(tuple(_by_address(groups, ids, known, taken)), merged)


def _shared(groups: Sequence[Post], known: Known) -> Mapping[int, Counter[int]]:
    """old post -> group -> number of keys in common."""
    shared: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for index, group in enumerate(groups):
        for name in dict.fromkeys(names_of(group)):
            if (old := known.posts.get(name)) is not None:
                shared[old][index] += 1
    return shared


def _holder(groups: Sequence[Post], shared: Counter[int], url: str) -> int:
    if len(shared) == 1:
        return next(iter(shared))
    key = canonical(url)
    return min(shared, key=lambda index: (key not in groups[index].keys, -shared[index], index))


def _by_address(
    groups: Sequence[Post], ids: Iterable[int | None], known: Known, taken: set[int]
) -> Iterable[int | None]:
    free: dict[str, int] = {}
    for old, url in sorted(known.urls.items()):
        if old not in taken:
            free.setdefault(url, old)
    for group, old_id in zip(groups, ids, strict=True):
        yield free.pop(group.url, None) if old_id is None else old_id
