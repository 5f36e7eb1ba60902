"""What a post's linked data tells beside its title and dates: author, tags, language, length, description.

Of the properties of https://schema.org/Article those that `READERS` names; values of other shapes are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from crawler import text
from crawler.model import Evidence

_MOST = 50
_LONGEST_NAME = 200

Reader = Callable[[Any], Iterator[str]]


def read(thing: dict[str, Any]) -> Iterator[Evidence]:
    """The evidence of one thing, in the order of the table."""
    for name, (field, reader) in READERS.items():
        for value in reader(thing.get(name)):
            if value:
                yield Evidence(field, value, f"jsonld.{name}")


def _names(value: Any) -> Iterator[str]:
    """Names of people: an object with a name, a bare name, or several; an address of the web is no name."""
    for one in value[:_MOST] if isinstance(value, list) else [value]:
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str) and "://" not in name and len(name) <= _LONGEST_NAME:
            yield text.plain(name)


def _words(value: Any) -> Iterator[str]:
    """Keywords: a list, or one text with commas."""
    parts = value[:_MOST] if isinstance(value, list) else value.split(",")[:_MOST] if isinstance(value, str) else []
    yield from (text.plain(part) for part in parts if isinstance(part, str) and len(part) <= _LONGEST_NAME)


def _sections(value: Any) -> Iterator[str]:
    for one in value[:_MOST] if isinstance(value, list) else [value]:
        if isinstance(one, str) and len(one) <= _LONGEST_NAME:
            yield text.plain(one)


def _language(value: Any) -> Iterator[str]:
    """A tag (BCP 47), or an object Language whose alternateName is one."""
    tag = value.get("alternateName") if isinstance(value, dict) else value
    if isinstance(tag, str):
        yield tag.strip().replace("_", "-")


def _count(value: Any) -> Iterator[str]:
    found = str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    if found.isascii() and found.isdigit() and 0 < len(found) < len("10000000"):
        yield str(int(found))


def _description(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield text.excerpt(value)


READERS: dict[str, tuple[str, Reader]] = {
    "author": ("author", _names),
    "keywords": ("tag", _words),
    "articleSection": ("tag", _sections),
    "inLanguage": ("language", _language),
    "wordCount": ("words", _count),
    "description": ("excerpt", _description),
}
"""Property: the field it fills, and how it is read."""
