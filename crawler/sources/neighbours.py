"""The older and the newer entry that a post's page links to: by rel, else by arrows, words or names.

Which of the two is the older one is not told here: blogs differ in where their arrows point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler import hints, urls
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Place
from crawler.sources.landmarks import names_of
from crawler.sources.lines import Line, Link, Sheet

ARROW = "arrow."
"""What the rules of links begin with that an arrow alone tells."""

UNMARKED = (ARROW, "beside.")
"""What the rules of links begin with that nothing tells to machines."""

MOST = 2
"""Where more links look as if they led to a neighbour, words and names tell nothing."""

_LEFT = tuple("<«‹←◄⟵")
_RIGHT = tuple(">»›→►⟶")
_RELS = {"prev", "next", "previous"}
_WORDS = re.compile(
    r"""^\W*(?:(?:prev(?:ious)?|older|newer|next|earlier|later)(?:\s+(?:post|entry|article|story|note))?|
    (?:vorherige[rs]?|nächste[rs]?|ältere[rs]?|neuere[rs]?)(?:\s+(?:beitrag|artikel|eintrag))?|
    (?:(?:article|billet)\s+)?(?:précédent|suivant)|(?:(?:entrada|artículo|post|artigo)\s+)?(?:anterior|siguiente|próxim[oa]|seguinte)|
    (?:articolo\s+)?(?:precedente|successivo)|(?:vorig|volgend)e?(?:\s+bericht)?|(?:poprzedni|następny)(?:\s+wpis)?|
    (?:предыдущ|следующ)\w+(?:\s+(?:запись|статья|пост))?|上一篇|下一篇|前の記事|次の記事|前へ|次へ|이전\s?글|다음\s?글)
    (?:\W|$)""",
    re.I | re.X,
)
_ARROW = re.compile(r"^\s*(?:[«‹←⟵⇐◀❮]|<{1,2}|&lt;)\s*\S|\S\s*(?:[»›→⟶⇒▶❯]|>{1,2})\s*$")
_NAME = re.compile(r"(?:^|[-_])(?:prev(?:ious)?|next|older|newer)(?:$|[-_])", re.I)
_ELSEWHERE = re.compile(
    r"^\W*(?:(?:go\s+)?back|return|home|all|more|zurück|retour|alle|tous|todos|volver|voltar)\b.{0,25}$", re.I
)
"""Words of a link to the list that a post comes from."""


def read(markup: Markup, sheet: Sheet, as_post: bool) -> Iterator[Claim]:
    """A claim for each page that this one names as its neighbour. Marks for machines are believed alone, of a page that
    is none of a series; without any, arrows, words and names of a page that is read `as_post`."""
    in_series = hints.page_number(markup.address) is not None
    told = [] if in_series else list(_related(markup))
    if not told and as_post:
        told = [*(() if in_series else _pointed(markup, sheet)), *_worded(markup, sheet)]
    seen = set()
    for address, rule in told:
        if address not in seen:
            seen.add(address)
            yield Claim(urls.without_fragment(address), Place.BESIDE, (Evidence("index", "", rule),))


def _related(markup: Markup) -> Iterator[tuple[str, str]]:
    """Links marked rel=prev and rel=next."""
    for element in markup.xpath("//*[(self::a or self::link) and @href and @rel]"):
        words = element.get("rel", "").lower().split()
        address = markup.link(element.get("href", "")) if _RELS & set(words) else None
        if address and urls.host_of(address) == urls.host_of(markup.address):
            yield address, f"rel.{words[0]}"


def _pointed(markup: Markup, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Links with an arrow to pages of this page's template, where there is one of each side: "« Title", "Title »"."""
    here = urls.without_fragment(markup.address)
    shape, host = urls.shape_of(here), urls.host_of(here)
    sides: dict[str, set[str]] = {"left": set(), "right": set()}
    for link in sheet.links:
        bare = urls.without_fragment(link.address)
        if bare != here and urls.host_of(bare) == host and urls.shape_of(bare) == shape:
            side = _side(link, sheet.lines[min(link.line, len(sheet.lines) - 1)])
            sides.get(side, set()).add(bare)
    for side, found in sides.items():
        if len(found) == 1:
            yield found.pop(), f"{ARROW}{side}"


def _side(link: Link, line: Line) -> str:
    """Where an arrow stands: in the link's words, or at the edge of its line with nothing between."""
    words = link.text.strip()
    if words.startswith(_LEFT) or (line.text[: link.start].strip() in _LEFT):
        return "left"
    if words.endswith(_RIGHT) or (line.text[link.end :].strip() in _RIGHT):
        return "right"
    return ""


def _worded(markup: Markup, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Links whose words or names say so; none where the links that look so, by arrows too, are many."""
    own = urls.without_fragment(markup.address)
    above = {urls.canonical(parent) for parent in urls.parents(own)} | {urls.canonical(own)}
    found: dict[str, str] = {}
    for link in sheet.links:
        bare = urls.without_fragment(link.address)
        if urls.host_of(bare) != urls.host_of(own) or urls.canonical(bare) in above or urls.is_asset(bare):
            continue
        if rule := _said(link, sheet):
            found.setdefault(bare, rule)
    if len(found) <= MOST:
        yield from ((bare, rule) for bare, rule in found.items() if rule != ARROW)


def _said(link: Link, sheet: Sheet) -> str:
    """How a link says that it leads to a neighbour; empty where it does not."""
    line = sheet.lines[min(link.line, len(sheet.lines) - 1)]
    before = line.text[: link.start].rpartition("|")[2].strip()
    if _ELSEWHERE.match(link.text):
        return ""
    if _WORDS.match(link.text) or (before and _WORDS.match(before)):
        return "beside.words"
    if _ARROW.search(link.text):
        return ARROW  # counted here; whether it leads to a neighbour is told by `_pointed`
    above = link.element.getparent()
    named = [*names_of(link.element), *(names_of(above) if above is not None else ())]
    return "beside.name" if any(_NAME.search(name) for name in named) else ""
