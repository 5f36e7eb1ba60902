"""The front page of a blog as the table of platforms sees it: addresses, headers, generator, and its text to search in.

Decides nothing; which platform it is, is told by `table`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urljoin

from crawler import urls
from crawler.markup import Markup, decode
from crawler.model import Page

MOST_SIGNS = 400_000
"""In so many characters of a page its signs are looked for."""


@dataclass(frozen=True)
class Front:
    """A page that may be a blog's front."""

    page: Page
    markup: Markup
    generator: str

    @property
    def address(self) -> str:
        return self.page.address

    @property
    def host(self) -> str:
        return urls.host_of(self.address)

    @property
    def root(self) -> str:
        """The host's root, with its slash."""
        return urljoin(self.address, "/")

    @property
    def folder(self) -> str:
        """The folder that the page stands in, with its slash."""
        return urljoin(self.address, ".")

    @property
    def path(self) -> str:
        """The page's path without slashes around it; "index" for the root."""
        return "/".join(urls.path_parts(self.address)) or "index"

    @cached_property
    def text(self) -> str:
        """The source of the page, its beginning."""
        return decode(self.page)[:MOST_SIGNS]

    @cached_property
    def headers(self) -> str:
        """All headers, "name: value" a line, names in lower case."""
        return "\n".join(f"{name}: {value}" for name, value in self.page.headers.items())

    def find(self, pattern: re.Pattern[str]) -> str:
        """The first group of a pattern in the page's source, as an absolute address; empty where it does not stand."""
        found = pattern.search(self.text)
        return (urls.absolute(self.markup.base, found[1]) or "") if found else ""

    def link(self, rel: str) -> str:
        """The address of the first `<link>` of a relation, or of a Link header (RFC 8288), or nothing."""
        for element in self.markup.xpath("//link[@rel and @href]"):
            if element.get("rel") == rel:
                return self.markup.link(element.get("href", "")) or ""
        in_header = rf'<([^<>]+)>\s*;[^,]*rel="?{re.escape(rel)}"?'
        found = re.search(in_header, self.page.headers.get("link", ""))
        return (urls.absolute(self.address, found[1]) or "") if found else ""
