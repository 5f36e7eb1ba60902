"""First: what no later step has to think of again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from crawler.engine.pages import is_usable
from crawler.model import Harvest


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
