"""How alike two texts are: Jaccard similarity of their shingles (Broder 1997, "On the resemblance of documents").

Exact, and for texts at hand. Which of many texts are worth comparing is found in `duplicates`.
"""

from __future__ import annotations

import re
from itertools import islice

LEAST_WORDS = 50
"""Shorter texts are never near-identical: two short notes may well read alike."""

NEAR = 0.8
"""From this similarity on two texts are near-identical."""

SHINGLE = 3
"""Words of a shingle."""

_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def shingles(text: str) -> frozenset[str]:
    """Every run of three words, without case and punctuation; none of a text below fifty words. A sign of a script that
    is written without spaces is a word."""
    words = _WORDS.findall(text.casefold())
    if len(words) < LEAST_WORDS:
        return frozenset()
    return frozenset(map(" ".join, zip(*(islice(words, start, None) for start in range(SHINGLE)), strict=False)))


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of all shingles that both have, 0 to 1; 0 where one has none."""
    return len(one & other) / len(one | other) if one and other else 0.0


def is_near(one: str, other: str) -> bool:
    """Whether two texts are near-identical."""
    return similarity(shingles(one), shingles(other)) >= NEAR
