"""Posts whose texts are near-identical, within a blog and across blogs, found among any number of texts.

Candidates by MinHash and locality-sensitive hashing (rensa), then the exact similarity. Reports only: what makes two
posts one is told in `merge.doubles`. The only module that knows rensa.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from crawler import likeness
from crawler.store import TextRow

PERMUTATIONS = 128
BANDS = 32
"""Of 4 rows each: two texts with similarity 0.8 become candidates with probability 1 - (1 - 0.8**4)**32 > 0.9999."""

_SEED = 42
_HELD = 256


@dataclass(frozen=True, slots=True)
class Double:
    """Two posts with near-identical texts, the one that came first and the other, and how alike they are, 0 to 1."""

    first: TextRow
    other: TextRow
    similarity: float


def near_duplicates(rows: Iterable[TextRow], text_of: Callable[[int], str]) -> Iterator[Double]:
    """Each post that is near-identical to an earlier one, with the one that it is most like: of several rather one of
    its own blog, then the earliest.

    `rows` come oldest first; `text_of` gives the text of an earlier row again, so that none has to be held.
    """
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=likeness.NEAR, num_perm=PERMUTATIONS, num_bands=BANDS)
    seen: list[TextRow] = []
    shingles_of = lru_cache(_HELD)(lambda number: likeness.shingles(text_of(number)))
    for row in rows:
        own = likeness.shingles(row.text)
        if not own:
            continue
        hashed = RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
        hashed.update(sorted(own))
        before = sorted(index.query(hashed))
        alike = [
            Double(seen[at], row.without_text(), likeness.similarity(own, shingles_of(seen[at].id))) for at in before
        ]
        best = max(alike, key=lambda double: (double.similarity, double.first.blog == row.blog), default=None)
        if best is not None and best.similarity >= likeness.NEAR:
            yield best
        index.insert(len(seen), hashed)
        seen.append(row.without_text())
