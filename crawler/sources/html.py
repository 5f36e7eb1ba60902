"""A web page, read once for all that it may be: a listing, a post, the blog's front door.

Parses the bytes once and hands the tree to the readers of each aspect.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crawler import dates, hints, text, urls
from crawler.markup import Markup, is_html, markup_of
from crawler.model import Claim, Evidence, Findings, Page, Place, Problem, Role, Source, SourceKind
from crawler.sources import (
    archive,
    homepage,
    main_text,
    neighbours,
    paging,
    platforms,
    post,
    post_fields,
    scripted,
)
from crawler.sources.lines import Sheet, sheet_of


def recognises(page: Page) -> bool:
    """Whether the bytes are a web page."""
    return is_html(page)


def read(page: Page, source: Source) -> Findings:
    """Everything a web page tells."""
    markup = markup_of(page)
    sheet = sheet_of(markup)
    own = _own(markup, sheet, source)
    period = _period(markup, source)
    listed: list[Claim] = []
    if source.kind is not SourceKind.POST:
        listed = archive.read(markup, sheet, period, post.own_title(markup, sheet), _is_post(own))
        listed += _unshown(listed, markup)
    further, totals = homepage.sources(markup, sheet)
    pages, traits = paging.read(markup, sheet)
    known = {one.address for one in pages}
    further = pages + [one for one in further if one.address not in known]
    facts = homepage.facts_of(markup, sheet)
    if source.kind is SourceKind.HOMEPAGE:
        offered, remarks = platforms.known(page, markup, facts.generator)
        further, traits = [*offered, *further], [*traits, *remarks]
    return Findings(
        claims=tuple(own + listed),
        sources=tuple(further),
        totals=tuple(totals),
        facts=facts,
        problems=tuple(_problems(page, markup, sheet, source)),
        traits=tuple(sorted({"html", *traits, *_traits(listed, period, sheet)})),
    )


def _problems(page: Page, markup: Markup, sheet: Sheet, source: Source) -> Iterator[Problem]:
    """A page that tells nothing, since it has no text or since a browser would have to make it; one that is cut."""
    if source.role is not Role.USUAL and scripted.is_scripted(markup):
        yield scripted.problem(page)
    elif not sheet.lines:
        yield Problem("empty", "the page has no text", page.address)
    if markup.cut or sheet.cut:
        yield Problem("page.too-long", "the page is longer than a page is read: its end was left out", page.address)


def _own(markup: Markup, sheet: Sheet, source: Source) -> list[Claim]:
    """What the page says of itself: of a post with all its fields, of one that is read in full with its text."""
    said = post.read(markup, sheet)
    around = neighbours.read(markup, sheet, as_post=source.kind is SourceKind.POST)
    more: list[Evidence] = []
    if source.kind is SourceKind.POST or _is_post([said]):
        more += post_fields.read(markup, sheet)
    if source.role is Role.FULL:
        more += _text(markup, sheet)
    return [replace(said, evidence=(*said.evidence, *more)), *around]


def _text(markup: Markup, sheet: Sheet) -> Iterator[Evidence]:
    if whole := main_text.main_text(markup, sheet):
        yield Evidence("text", whole, "page.body")
        yield Evidence("words", str(text.word_count(whole)), "page.words")


def _unshown(listed: list[Claim], markup: Markup) -> list[Claim]:
    """Posts in the page's state that its lists do not show with a date."""
    shown = {urls.canonical(claim.address) for claim in listed if claim.first("date")}
    return [claim for claim in platforms.embedded.read(markup) if urls.canonical(claim.address) not in shown]


def _is_post(own: list[Claim]) -> bool:
    """Whether the page says in its markup that it is a post."""
    return any(e.value == "post" for claim in own for e in claim.every("type"))


def _period(markup: Markup, source: Source) -> str:
    """The year or month that a listing page stands for, by its address, its heading or the link that led to it."""
    hint = hints.role_of_address(markup.address)
    if hint and hint.role in (Role.YEAR, Role.MONTH, Role.DAY):
        return str(urls.date_in(markup.address) or "")
    if hint and hint.role is Role.PAGE:
        return _paged_period(markup.address)
    if source.role in (Role.YEAR, Role.MONTH):
        return dates.heading_date(source.label) or _titled(markup)
    return _titled(markup) if source.kind is not SourceKind.POST else ""


def _paged_period(address: str) -> str:
    """/2008/07/page/2/ stands for July 2008."""
    parents = urls.parents(address)
    for parent in parents[:2]:
        hint = hints.role_of_address(parent)
        if hint and hint.role in (Role.YEAR, Role.MONTH):
            return str(urls.date_in(parent) or "")
    return ""


def _titled(markup: Markup) -> str:
    element = post.title_element(markup)
    if element is None:
        return ""
    value = dates.heading_date(" ".join("".join(element.itertext()).split()))
    return value if value[:1].isdigit() else ""


def _traits(listed: list[Claim], period: str, sheet: Sheet) -> list[str]:
    inside = [claim for claim in listed if claim.place is Place.LISTING]
    dated = sorted(value for claim in inside if len(value := claim.first("date")) >= 10)
    traits = [
        f"listing.items={len(inside)}",
        f"listing.dated={len(dated)}",
        f"page.lines={min(len(sheet.lines), 9999)}",
    ]
    if period:
        traits.append(f"listing.period={period}")
    return traits


__all__ = ["Markup", "read", "recognises"]
