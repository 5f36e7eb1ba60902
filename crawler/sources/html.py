"""A web page, read once for all that it may be: a listing, a post, the blog's front door.

Parses the bytes once and hands the tree to the readers of each aspect.
"""

from __future__ import annotations

from crawler import dates, hints, urls
from crawler.markup import Markup, is_html, markup_of
from crawler.model import Claim, Findings, Page, Place, Problem, Role, Source, SourceKind
from crawler.sources import archive, homepage, paging, platforms, post, scripted
from crawler.sources.lines import Sheet, sheet_of


def recognises(page: Page) -> bool:
    """Whether the bytes are a web page."""
    return is_html(page)


def read(page: Page, source: Source) -> Findings:
    """Everything a web page tells."""
    markup = markup_of(page)
    sheet = sheet_of(markup)
    own = post.read(markup, sheet)
    period = _period(markup, source)
    listed: list[Claim] = []
    if source.kind is not SourceKind.POST:
        listed = archive.read(markup, sheet, period, post.own_lines(markup, sheet) if _is_post(own) else frozenset())
    further, totals = homepage.sources(markup, sheet)
    pages, traits = paging.read(markup, sheet)
    known = {one.address for one in pages}
    further = pages + [one for one in further if one.address not in known]
    facts = homepage.facts_of(markup, sheet)
    if source.kind is SourceKind.HOMEPAGE:
        offered, remarks = platforms.known(page, markup, facts.generator)
        further, traits = [*offered, *further], [*traits, *remarks]
    problems = _problems(page, markup, sheet, source)
    return Findings(
        claims=tuple(own + listed),
        sources=tuple(further),
        totals=tuple(totals),
        facts=facts,
        problems=problems,
        traits=tuple(sorted({"html", *traits, *_traits(listed, period, sheet)})),
    )


def _problems(page: Page, markup: Markup, sheet: Sheet, source: Source) -> tuple[Problem, ...]:
    """A page that tells nothing, since it has no text or since a browser would have to make it."""
    if source.role is not Role.USUAL and scripted.is_scripted(markup):
        return (scripted.problem(page),)
    return () if sheet.lines else (Problem("empty", "the page has no text", page.address),)


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
