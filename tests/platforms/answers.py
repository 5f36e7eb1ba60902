"""A fake of every platform that has an API, few posts each, and the first answer of its API as JSON.

`PLACES` tells where in an answer its posts stand.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from crawler.model import Findings, Harvest, Page, Place, Source, SourceKind
from crawler.sources import read
from tests.dryblogs import Entry
from tests.dryweb import Answer, Web, crawl
from tests.platforms.blogger import blogger
from tests.platforms.discourse import Discourse
from tests.platforms.drupal import Drupal
from tests.platforms.forem import Forem
from tests.platforms.ghost import ghost
from tests.platforms.hosted import Hosted
from tests.platforms.medium import medium
from tests.platforms.squarespace import Squarespace
from tests.platforms.substack import substack
from tests.platforms.tumblr import tumblr
from tests.platforms.wordpress import WordPress
from tests.platforms.writefreely import WriteFreely

FEW = 12
PLACES: dict[str, tuple[str, ...]] = {
    "wordpress": (),
    "blogger": ("feed", "entry"),
    "ghost": ("posts",),
    "substack": (),
    "tumblr": ("posts",),
    "medium": ("payload", "references", "Post"),
    "squarespace": ("items",),
    "writefreely": ("data", "posts"),
    "forem": (),
    "drupal": ("data",),
    "discourse": ("topic_list", "topics"),
}


class Blog(Protocol):
    """What all fakes have."""

    home: str
    posts: list[Entry]

    def serve(self, address: str) -> Answer | str | None: ...


def _hosted(kind: type[Hosted]) -> Hosted:
    return kind(kind().posts[:FEW])


FAKES: dict[str, Callable[[], Blog]] = {
    "wordpress": lambda: WordPress(WordPress().posts[:FEW]),
    "blogger": partial(blogger, FEW),
    "ghost": partial(ghost, FEW),
    "substack": partial(substack, FEW),
    "tumblr": partial(tumblr, FEW),
    "medium": partial(medium, FEW),
    "squarespace": partial(_hosted, Squarespace),
    "writefreely": partial(_hosted, WriteFreely),
    "forem": partial(_hosted, Forem),
    "drupal": partial(_hosted, Drupal),
    "discourse": partial(_hosted, Discourse),
}


@dataclass(frozen=True)
class Recorded:
    """An answer of an API: the source that was asked, and what was said."""

    source: Source
    answer: Answer
    place: tuple[str, ...]

    @property
    def data(self) -> Any:
        """The JSON of the answer, made anew."""
        start = min(at for sign in "[{" if (at := self.answer.body.find(sign)) >= 0)
        return json.JSONDecoder().raw_decode(self.answer.body[start:])[0]

    def posts(self, data: Any) -> Any:
        """The list of posts in it, or the objects by their names."""
        for key in self.place:
            data = data[key]
        return data

    def read(self, data: Any) -> Findings:
        """What such an answer would tell."""
        body = json.dumps(data).encode()
        page = Page(self.source.address, self.source.address, 200, {"content-type": self.answer.type}, body)
        return read(page, self.source)


def first_answer(name: str) -> Recorded:
    """The first answer of a platform's API that tells of posts."""
    blog = FAKES[name]()
    done = crawl(Web(otherwise=blog.serve), blog.home)
    source = next(h.source for h in done.state.harvests.values() if _tells(h))
    answer = FAKES[name]().serve(source.address)
    assert isinstance(answer, Answer)
    return Recorded(source, answer, PLACES[name])


def _tells(harvest: Harvest) -> bool:
    told = any(claim.place is Place.API for claim in harvest.findings.claims)
    return harvest.source.kind is SourceKind.API and told
