"""Sitemaps (sitemaps.org 0.9; XML, gzip, plain text) and sitemap indexes: addresses as claims, children as sources.

A day of change is never a day of publication: `lastmod` goes into `updated`. Feeds that serve as sitemaps are read by
`feed`. What a child's name says is told by `sitemap_names`, how broken XML is read by `sitemap_rows`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from crawler import dates, text, urls
from crawler.model import Claim, Evidence, Findings, Page, Place, Problem, Source, SourceKind
from crawler.sources import compressed
from crawler.sources.sitemap_names import label_of, named
from crawler.sources.sitemap_rows import Form, Row, form_of, rows_of

MOST_ADDRESSES = 200_000

_HEAD = 8192
# Addresses that `urls.absolute` gives back unchanged, which costs a second for 50,000 of them.
_CLEAN = re.compile(r"https?://(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]+/[A-Za-z0-9/._~-]*(?:\?[A-Za-z0-9._~=&-]+)?")
_SITEMAP_FILE = re.compile(r"sitemap[^/]*\.xml(?:\.gz)?\Z", re.IGNORECASE)
_NAMED_TYPES = frozenset({"post", "page", "tag", "category", "author"})


@dataclass(slots=True)
class _Gathered:
    """What is gathered from the rows, each address once."""

    claims: dict[str, Claim] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    truncated: bool = False


def recognises(page: Page) -> bool:
    """Whether the bytes, behind gzip or not, begin as a sitemap. An HTML page at a sitemap's address does not."""
    return _form(page.body) is not None


def read(page: Page, source: Source, today: date | None = None) -> Findings:
    """A claim for each address, a source for each child of an index; at most 200,000 of both.

    `today` bounds the dates (the present day by default). Never raises: what is cut or empty is a problem.
    """
    document, cut = compressed.opened(page.body)
    form = form_of(document[:_HEAD])
    gathered = _gather(rows_of(document, form), page, source, today) if form else _Gathered()
    remarks = {
        "sitemap": True,
        "sitemap.index": bool(gathered.sources),
        "sitemap.truncated": gathered.truncated or cut,
    }
    return Findings(
        claims=tuple(gathered.claims.values()),
        sources=tuple(gathered.sources.values()),
        problems=tuple(_problems(gathered, cut, page.address)),
        traits=tuple(trait for trait, holds in remarks.items() if holds),
    )


def _form(body: bytes) -> Form | None:
    head, _ = compressed.opened(body[: 4 * _HEAD], _HEAD)
    return form_of(head)


def _gather(rows: Iterator[Row], page: Page, source: Source, today: date | None) -> _Gathered:
    gathered = _Gathered()
    kind = named(source.address).type
    said = (Evidence("type", kind, "sitemap.name"),) if kind in _NAMED_TYPES else ()
    for row in rows:
        address = _address(page.address, row.loc)
        if not address or address in gathered.claims:
            continue
        if len(gathered.claims) + len(gathered.sources) >= MOST_ADDRESSES:
            gathered.truncated = True
            break
        if row.is_sitemap or _SITEMAP_FILE.search(address):
            _add_child(gathered, address, page)
        else:
            gathered.claims[address] = Claim(address, Place.SITEMAP, (*_evidence(row, today), *said))
    return gathered


def _add_child(gathered: _Gathered, address: str, page: Page) -> None:
    if address not in (page.address, page.asked):
        child = Source(address, SourceKind.SITEMAP, named(address).role, label_of(address), page.address)
        gathered.sources.setdefault(address, child)


def _address(base: str, loc: str) -> str:
    if _CLEAN.fullmatch(loc) and "/." not in loc:
        return loc
    return (urls.absolute(base, "".join(loc.split())) or "") if loc else ""


def _evidence(row: Row, today: date | None) -> Iterator[Evidence]:
    if row.title:
        yield Evidence("title", text.plain_text(row.title), "sitemap.news")
    for field_name, raw, rule in (("date", row.published, "sitemap.news"), ("updated", row.lastmod, "sitemap.lastmod")):
        if raw:
            found = dates.parse_machine(raw, today)
            value = str(found) if found else ""
            yield Evidence(field_name, value, rule, raw if raw != value else "")


def _problems(gathered: _Gathered, cut: bool, address: str) -> Iterator[Problem]:
    if gathered.truncated:
        yield Problem("sitemap.too-long", f"addresses beyond the first {MOST_ADDRESSES} were left out", address)
    if cut:
        yield Problem("sitemap.cut", "the compressed sitemap breaks off or is larger than 50 MB", address)
    if not gathered.claims and not gathered.sources:
        yield Problem("sitemap.empty", "the sitemap names no address", address)
