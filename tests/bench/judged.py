"""A recorded blog crawled without network: its groups of addresses, which of these are posts, and its figures.

    folder → replay (planner, parsers) → Judged → examples (strengths, is a post) or figures (recall, precision)

Kept on disk between runs where a folder is given: the crawl takes most of the time.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from crawler import classify, grouping
from crawler.classify import Docket
from crawler.classify.lessons import first_lesson, learn
from crawler.scope import Scope
from tests.bench.fitting import Example
from tests.bench.recorded import Truth, recording_of, truth_of
from tests.dryweb import crawl

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Judged:
    """One crawled blog: everything that its sources told, not yet judged."""

    name: str
    scope: Scope
    groups: list[grouping.Group]
    truth: Truth

    def figures(self, weights: Weights) -> tuple[float, float]:
        """Recall and precision when the groups are judged with these weights."""
        verdicts = classify.verdicts(self.scope, self.groups, weights)
        posts = (g.url for g, verdict in zip(self.groups, verdicts, strict=True) if verdict.kind == "post")
        return self.truth.figures(list(posts))

    def examples(self, weights: Weights) -> dict[Example, int]:
        """The strengths that the last pass sees under these weights, and how many groups have them.

        Optional addresses teach nothing, nor do second addresses of a post.
        """
        cases = Docket().cases(self.scope, self.groups)
        verdicts = classify.verdicts(self.scope, self.groups, weights)
        learned = learn(cases, verdicts, first_lesson(self.groups))
        posts = self._posts()
        counted: Counter[Example] = Counter()
        for case in cases:
            is_post = posts.get(id(case.group), False)
            if is_post is not None:
                counted[Example(tuple(sorted(classify.strengths(case, learned).items())), is_post)] += 1
        return counted

    def _posts(self) -> dict[int, bool | None]:
        """Which groups are posts; None where the truth does not say."""
        told: dict[int, bool | None] = {}
        taken: set[str] = set()
        for addresses in (_best, _all):
            for group in self.groups:
                post = next(filter(None, map(self.truth.post, addresses(group))), None)
                if post is not None and id(group) not in told:
                    told[id(group)] = None if post in taken or post in self.truth.optional else True
                    taken.add(post)
        return told


def _best(group: grouping.Group) -> Iterable[str]:
    return (group.url,)


def _all(group: grouping.Group) -> Iterable[str]:
    return (f"http://{key}" for key in group.keys)


def judged_of(folder: Path, kept: Path | None = None) -> Judged:
    """Crawl a recorded blog, or take its crawl from the folder `kept` (made by an earlier run: trusted)."""
    file = kept / f"{folder.parent.name}-{folder.name}.pickle" if kept else None
    if file and file.exists():
        held: Judged = pickle.loads(file.read_bytes())
        return held
    recording = recording_of(folder)
    state = crawl(recording, recording.meta["home"]).state
    harvests = list(state.harvests.values())
    scope = grouping.scope_of(state.blog.home, harvests)
    judged = Judged(folder.name, scope, grouping.groups_of(scope, harvests), truth_of(folder))
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(judged, pickle.HIGHEST_PROTOCOL))
    return judged
