"""robots.txt: the sitemaps it names, as sources. Whether an address may be asked (RFC 9309) is the engine's to tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from crawler import urls
from crawler.model import Findings, Page, Role, Source, SourceKind
from crawler.sources.sitemap_names import label_of, named

_LARGEST = 512_000
"""Bytes of a robots.txt that are looked at (RFC 9309 asks for at least 500 KiB)."""

_SITEMAP = re.compile(r"^[ \t]*sitemap[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)
_HTML = re.compile(rb"<(?:!doctype|html|head|body|\?xml)\b", re.IGNORECASE)


def recognises(page: Page) -> bool:
    """Whether the page was asked for, or ended, at /robots.txt and is not an HTML page in its place."""
    if not any(_is_robots_address(address) for address in (page.asked, page.address)):
        return False
    return not _HTML.search(page.body[:1024])


def read(page: Page, source: Source) -> Findings:
    """A source for each `Sitemap:` line, once. Never raises."""
    return Findings(sources=tuple(_sitemaps(page)), traits=("robots",))


def _sitemaps(page: Page) -> Iterator[Source]:
    text = page.body[:_LARGEST].decode("utf-8-sig", errors="replace").replace("\r", "\n")
    for reference in dict.fromkeys(_SITEMAP.findall(text)):
        address = urls.absolute(page.address, reference)
        if address:
            role = named(address).role
            yield Source(
                address, SourceKind.SITEMAP, Role.WHOLE if role is Role.PART else role, label_of(address), page.address
            )


def _is_robots_address(address: str) -> bool:
    try:
        return urlsplit(address).path.lower() == "/robots.txt"
    except ValueError:
        return False
