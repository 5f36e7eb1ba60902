"""Second: what is stored already goes no further."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler

from crawler.engine.run import run_of
from crawler.model import Claim, Harvest
from crawler.store import Store


class DedupePipeline:
    """Drops the claims on an address where the source says of it exactly what counts as its word so far.

    All claims on an address stay together, since of one source the latest word on an address counts.
    """

    def __init__(self, store: Store):
        self._store = store

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(run_of(crawler).store)

    def process_item(self, item: Any) -> Any:
        """A harvest comes out with what is new; every other item as it came in."""
        if not isinstance(item, Harvest) or item.outcome.unchanged or not item.findings.claims:
            return item
        stored = self._store.harvest(item.blog, item.source.address)
        if stored is None:
            return item
        known = by_address(stored.findings.claims)
        said = by_address(item.findings.claims)
        new = tuple(claim for claim in item.findings.claims if said[claim.address] != known.get(claim.address))
        return replace(item, findings=replace(item.findings, claims=new))


def by_address(claims: Iterable[Claim]) -> dict[str, set[Claim]]:
    """The claims on each address."""
    grouped: defaultdict[str, set[Claim]] = defaultdict(set)
    for claim in claims:
        grouped[claim.address].add(claim)
    return dict(grouped)
