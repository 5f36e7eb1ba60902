"""XML and HTML written as it comes: elements in order, every word escaped, nothing that XML 1.0 does not allow.

A thin cover of the standard library's writer; knows no format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO, cast
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What is no character of XML 1.0 (https://www.w3.org/TR/xml/#charsets), and the controls that it only discourages."""


class Writer:
    """Writes elements to a text stream; attributes that are empty are left out."""

    def __init__(self, out: TextIO):
        self._out = out
        self._xml = XMLGenerator(cast(Any, out), "utf-8", short_empty_elements=True)

    def begin(self) -> None:
        """The declaration."""
        self._xml.startDocument()

    @contextmanager
    def element(self, name: str, attributes: Mapping[str, str] | None = None, *, line: bool = True) -> Iterator[None]:
        """An element around what is written inside; on a line of its own unless told otherwise."""
        self._xml.startElement(name, _allowed(attributes))
        if line:
            self._out.write("\n")
        yield
        self._xml.endElement(name)
        self._out.write("\n")

    def leaf(self, name: str, words: str = "", attributes: Mapping[str, str] | None = None) -> None:
        """An element with nothing but words; none at all where there are neither words nor attributes."""
        told = _allowed(attributes)
        if not words and not len(told):
            return
        self._xml.startElement(name, told)
        if words:
            self._xml.characters(legal(words))
        self._xml.endElement(name)
        self._out.write("\n")

    def text(self, words: str) -> None:
        """Words between elements."""
        self._xml.characters(legal(words))


def legal(words: str) -> str:
    """The words without what no XML document may hold."""
    return _FORBIDDEN.sub("", words)


def _allowed(attributes: Mapping[str, str] | None) -> AttributesImpl[str]:
    return AttributesImpl({name: legal(value) for name, value in (attributes or {}).items() if value})
