"""Small web pages for the tests of their readers."""

from __future__ import annotations

from crawler.markup import Markup, markup_of
from crawler.model import Claim, Evidence, Findings, Page, Place, Role, Source, SourceKind
from crawler.sources import html
from crawler.sources.lines import Sheet, sheet_of

HOME = "https://quill.example/"


def page(body: str | bytes, at: str = HOME, **headers: str) -> Page:
    content = body if isinstance(body, bytes) else body.encode()
    return Page(at, at, 200, {name.replace("_", "-"): value for name, value in headers.items()}, content)


def document(body: str, head: str = "", lang: str = "en") -> str:
    return f'<!DOCTYPE html><html lang="{lang}"><head>{head}</head><body>{body}</body></html>'


def markup(body: str, at: str = HOME, head: str = "", lang: str = "en") -> Markup:
    return markup_of(page(document(body, head, lang), at))


def sheet(body: str, at: str = HOME) -> Sheet:
    return sheet_of(markup(body, at))


def listing(body: str, at: str = HOME, head: str = "", lang: str = "en") -> Findings:
    """What a page tells that was asked for as an archive."""
    return html.read(page(document(body, head, lang), at), Source(at, SourceKind.ARCHIVE, Role.WHOLE))


def own(body: str, at: str = HOME + "log/ink.html", head: str = "", lang: str = "en") -> Claim:
    """What a page that was asked for as a post says of itself."""
    found = html.read(page(document(body, head, lang), at), Source(at, SourceKind.POST, Role.ONE))
    return next(claim for claim in found.claims if claim.place is Place.SELF)


def said(claims: tuple[Claim, ...] | list[Claim]) -> dict[str, tuple[str, str]]:
    """Title and date by path, of the claims in listings."""
    inside = [claim for claim in claims if claim.place is Place.LISTING]
    return {path(claim.address): (claim.first("title"), claim.first("date")) for claim in inside}


def dated(claims: tuple[Claim, ...] | list[Claim]) -> dict[str, str]:
    return {path: date for path, (_, date) in said(claims).items()}


def every(claims: tuple[Claim, ...] | list[Claim]) -> dict[str, Claim]:
    """Claims by path, whatever their place."""
    return {path(claim.address): claim for claim in claims}


def path(address: str) -> str:
    return address.removeprefix(HOME.rstrip("/"))


def values(claim: Claim, name: str) -> list[str]:
    return [one.value for one in claim.every(name)]


def rules(evidence: tuple[Evidence, ...]) -> list[str]:
    return [one.rule for one in evidence]
