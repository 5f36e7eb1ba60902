"""Evidence as every kind of feed gives it, whatever it is written in."""

from __future__ import annotations

import re

from crawler import text
from crawler.model import Evidence

MOST_ITEMS = 20_000
"""Of a longer feed only the first items are read."""

_TAG = re.compile(r"<[^>]*>")


def simple(field: str, value: str, rule: str, raw: str = "") -> tuple[Evidence, ...]:
    """One piece of evidence, or none where there is no value; `raw` is kept where it differs from the value."""
    return (Evidence(field, value, rule, raw if raw != value else ""),) if value else ()


def words_in(markup: str) -> str:
    """How many words a content has, tags left out, as the value of evidence."""
    return str(text.word_count(_TAG.sub(" ", markup)))
