"""First: what no later step has to think of again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from crawler.model import Harvest
from crawler.urls import absolute

LONGEST_ADDRESS = 2_000
"""Characters; a longer address is a trap or a mistake, and no server need take more than about that."""


class NormalisePipeline:
    """Leaves out claims and sources whose address cannot be asked for, and what a page says twice."""

    def process_item(self, item: Any) -> Any:
        """A harvest comes out clean; every other item as it came in."""
        if not isinstance(item, Harvest) or item.outcome.unchanged:
            return item
        found = item.findings
        claims = dict.fromkeys(claim for claim in found.claims if is_usable(claim.address))
        sources = dict.fromkeys(source for source in found.sources if is_usable(source.address))
        return replace(item, findings=replace(found, claims=tuple(claims), sources=tuple(sources)))


def is_usable(address: str) -> bool:
    """Whether a request could be made of an address."""
    return len(address) <= LONGEST_ADDRESS and absolute("", address) is not None
