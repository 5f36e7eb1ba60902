"""How shapes become text columns and come back: compact JSON, digests, sizes. Touches no database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, Final

from crawler.model import Claim, Evidence, Facts, Place, Total

DEFAULT_LIMIT: Final = 20_000
LIMITS: Final = {"text": 1_000_000, "title": 2_000}
"""Most characters kept of a field; pages that lie about themselves must not fill the disk."""


def storable(text: str) -> str:
    """Text that UTF-8 can hold: surrogate pairs joined, lone surrogates replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def cut(name: str, text: str) -> str:
    """The text of a field, at most as long as is kept."""
    return text[: LIMITS.get(name, DEFAULT_LIMIT)]


def to_json(value: object) -> str:
    """Compact JSON that UTF-8 can hold."""
    return storable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def words_of(text: str) -> tuple[str, ...]:
    """A JSON list of strings."""
    return tuple(json.loads(text))


def evidence_to_json(claim: Claim) -> str:
    """A claim's evidence as a list of [field, value, rule, raw]."""
    return to_json([[e.field, cut(e.field, e.value), e.rule, cut(e.field, e.raw)] for e in claim.evidence])


def evidence_from_json(text: str) -> tuple[Evidence, ...]:
    """The way back from `evidence_to_json`."""
    return tuple(Evidence(*parts) for parts in json.loads(text))


def digest(*parts: str) -> str:
    """32 hex digits that tell contents apart."""
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def claim_from(address: str, place: str, evidence: str) -> Claim:
    """A claim from its columns."""
    return Claim(address, Place(place), evidence_from_json(evidence))


def totals_to_json(totals: Iterable[Total]) -> str:
    """Declared totals as a list of [count, rule, scope]."""
    return to_json([[total.count, total.rule, total.scope] for total in totals])


def totals_from_json(text: str) -> tuple[Total, ...]:
    """The way back from `totals_to_json`."""
    return tuple(Total(*parts) for parts in json.loads(text))


def facts_to_json(facts: Facts) -> str:
    """Facts as an object without its empty members."""
    return to_json({name: cut(name, value) for name, value in asdict(facts).items() if value})


def facts_from_json(text: str) -> Facts:
    """The way back from `facts_to_json`."""
    members: dict[str, Any] = json.loads(text)
    return Facts(**members)
