"""robots.txt: the sitemaps it names, and its rules (RFC 9309) as a small value.

The sitemaps are sources; whether an address may be asked is the business of the engine, which uses `rules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from protego import Protego

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


def read(page: Page, source: Source, today: date | None = None) -> Findings:
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


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of one robots.txt, as a value that only answers questions."""

    _parsed: Protego

    def allowed(self, address: str, agent: str) -> bool:
        """Whether the agent may ask for the address."""
        return bool(self._parsed.can_fetch(address, agent))

    def crawl_delay(self, agent: str) -> float | None:
        """Seconds the agent shall wait between two requests, where the file says so."""
        delay = self._parsed.crawl_delay(agent)
        return float(delay) if delay is not None else None


def rules(text: str) -> RobotsRules:
    """Reads the rules. A text that is no robots.txt allows everything, as RFC 9309 has it."""
    return RobotsRules(Protego.parse(text))
