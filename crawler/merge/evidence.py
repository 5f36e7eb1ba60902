"""Evidence with the source it came from, as the choice of a field sees it."""

from __future__ import annotations

from dataclasses import dataclass

from crawler.model import Evidence


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of evidence with the source it came from."""

    evidence: Evidence
    source: str
    day: str = ""
    """The full date that the same claim gives: with one, it speaks of the entry, not in passing."""
