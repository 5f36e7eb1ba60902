"""Platforms' own ways in: which platform a blog is made with, and the readers of their APIs.

`known` gives, for a blog's front page, the API and the other places to look that its platform has (`table`); `read`
reads an answer of an API by the first module that recognises its JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from crawler.markup import Markup
from crawler.model import Findings, Page, Problem, Role, Source, SourceKind
from crawler.sources.feed_evidence import MOST_ITEMS
from crawler.sources.platforms import (
    blogger,
    discourse,
    drupal,
    embedded,
    forem,
    ghost,
    medium,
    records,
    squarespace,
    substack,
    tumblr,
    wordpress,
    writefreely,
)
from crawler.sources.platforms.classics import CLASSICS
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.generators import GENERATORS
from crawler.sources.platforms.table import PLATFORMS, Platform, platform_of


@dataclass(frozen=True, slots=True)
class Api:
    """A reader of one API. Both functions are given the JSON of an answer, of which nothing is sure."""

    name: str
    recognises: Callable[[Any], bool]
    read: Callable[[Any, Page, Source], Findings]


APIS: tuple[Api, ...] = (
    Api("wordpress", wordpress.recognises, wordpress.read),
    Api("blogger", blogger.recognises, blogger.read),
    Api("ghost", ghost.recognises, ghost.read),
    Api("substack", substack.recognises, substack.read),
    Api("tumblr", tumblr.recognises, tumblr.read),
    Api("medium", medium.recognises, medium.read),
    Api("gatsby", embedded.recognises, embedded.read_file),
    Api("squarespace", squarespace.recognises, squarespace.read),
    Api("writefreely", writefreely.recognises, writefreely.read),
    Api("forem", forem.recognises, forem.read),
    Api("drupal", drupal.recognises, drupal.read),
    Api("discourse", discourse.recognises, discourse.read),
)


EVERY = (*PLATFORMS, *CLASSICS, *GENERATORS)
"""All tables, the special ones first: a generator may have made the copy of a blog that bears another's signs."""


def recognises(page: Page) -> bool:
    """Whether the bytes are JSON."""
    return records.is_json(page)


def read(page: Page, source: Source) -> Findings:
    """What an answer of an API tells. Never raises; a problem where no module recognises it."""
    data = records.parsed(page)
    if data is None:
        return Findings(
            problems=(Problem("unreadable", "the answer is no JSON", page.address),), traits=("unreadable",)
        )
    data, left_out = records.bounded(data)
    if api := api_of(data):
        return _told_of(api.read(data, page, source), left_out, page)
    if not data:
        return Findings(traits=("api", "empty"))
    return Findings(
        problems=(Problem("unreadable", "JSON of no kind that is understood", page.address),), traits=("unreadable",)
    )


def _told_of(findings: Findings, left_out: int, page: Page) -> Findings:
    """The findings, with a problem where not everything was read."""
    if not left_out:
        return findings
    message = f"{left_out} items beyond the first {MOST_ITEMS} were left out"
    return replace(findings, problems=(*findings.problems, Problem("api.too-long", message, page.address)))


def api_of(data: Any) -> Api | None:
    """The API that JSON is an answer of, where it is known."""
    return next((api for api in APIS if api.recognises(data)), None)


def known(page: Page, markup: Markup, generator: str) -> tuple[list[Source], list[str]]:
    """What the platform of a front page offers; the traits `platform.only` where that is all its archives, and
    `platform.shallow` where what the front page leads to by paging ends early."""
    front = Front(page, markup, generator)
    platform = platform_of(front, EVERY)
    if platform is None:
        return [], []
    return list(_offered(front, platform)), ["platform.only"] * platform.only + ["platform.shallow"] * platform.shallow


def _offered(front: Front, platform: Platform) -> Iterator[Source]:
    """`number` is the order in which first pages of an API are tried."""
    for number, address in enumerate(dict.fromkeys(platform.api(front) if platform.api else ()), 1):
        yield Source(address, SourceKind.API, Role.WHOLE, platform.name, number=number)
    if platform.larger:
        yield from _larger(front, platform)
    for offer in platform.offers:
        where = offer.where.format(folder=front.folder, root=front.root, path=front.path)
        yield Source(where, offer.kind, offer.role, platform.name, number=offer.promise)


def _larger(front: Front, platform: Platform) -> Iterator[Source]:
    """The feeds that the page declares, with more items than they have of themselves."""
    for element in front.markup.xpath("//link[@rel='alternate' and @href and contains(@type, 'xml')]"):
        if address := front.markup.link(element.get("href", "")):
            longer = f"{address}{'&' if '?' in address else '?'}{platform.larger}"
            yield Source(longer, SourceKind.FEED, Role.WHOLE, platform.name)
