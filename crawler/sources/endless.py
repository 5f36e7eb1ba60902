"""Pages that load more entries as one scrolls: where their markup names the address of the next batch.

Looks at attributes whose names say so, at htmx (https://htmx.org/examples/infinite-scroll/) and at inline scripts that
name such an address. Nothing is guessed: an address must be written out, on the page's own host. What the answer holds,
is read by whatever recognises it: a page, a fragment of one, JSON (`batches`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from crawler import hints, urls
from crawler.markup import Markup

_NAMES = """
data-next-url data-next-page-url data-next-href data-next-link data-next-page data-next data-more-url data-load-more
data-load-more-url data-load-url data-infinite-url data-infinite-scroll-url data-scroll-url data-more-href
"""
ATTRIBUTES = frozenset(_NAMES.split())
_SCROLLED = re.compile(r"\b(?:revealed|intersect)\b")
_SCRIPTED = re.compile(
    r"""["']?(?:next|more|load_?more|infinite|scroll)[\w-]*?(?:url|href|path|link|endpoint)["']?\s*[:=]\s*["']([^"'\s<>]+)["']""",
    re.I,
)
MOST_SCRIPT = 50_000
_NAMED = f"//*[{' or '.join(f'@{name}' for name in (*sorted(ATTRIBUTES), 'hx-get', 'data-hx-get'))}]"


def next_batch(markup: Markup) -> str | None:
    """The address of the next batch of entries, where the page names one."""
    here = urls.without_fragment(markup.address)
    for href in (*_in_attributes(markup), *_in_scripts(markup)):
        address = _usable(markup, href)
        if address and address != here:
            return address
    return None


def _usable(markup: Markup, href: str) -> str | None:
    """An address on the page's host that is written out and has a query or counts: a bare one may be a post's."""
    if not ("/" in href or href.startswith("?")) or any(sign in href for sign in "{}<>"):
        return None
    address = markup.link(href.replace("\\/", "/"))
    if address is None or urls.host_of(address) != urls.host_of(markup.address):
        return None
    address = urls.without_fragment(address)
    return address if urlsplit(address).query or hints.perhaps_page_number(address) is not None else None


def _in_attributes(markup: Markup) -> Iterator[str]:
    for element in markup.xpath(_NAMED):
        yield from (value for name, value in element.attrib.items() if name in ATTRIBUTES)
        href = element.get("hx-get") or element.get("data-hx-get")
        trigger = element.get("hx-trigger") or element.get("data-hx-trigger") or ""
        if href and (_SCROLLED.search(trigger) or hints.is_next(" ".join("".join(element.itertext()).split()), "")):
            yield href


def _in_scripts(markup: Markup) -> Iterator[str]:
    """An address in a script must count pages or entries: a bare path may lead anywhere."""
    for script in markup.xpath("//script[not(@src)]"):
        for found in _SCRIPTED.findall((script.text or "")[:MOST_SCRIPT]):
            if hints.perhaps_page_number(found.replace("\\/", "/")) is not None:
                yield found
