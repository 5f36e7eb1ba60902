"""The older and the newer post that a post's page links to without saying so to machines (`rel`): by words or arrows.

Told of pages only that are read as posts, and not where more than two links look so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler import urls
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Place
from crawler.sources.landmarks import names_of
from crawler.sources.lines import Link, Sheet

MOST = 2
ARROW = "beside.arrow"
"""An arrow alone: of pages of one template, and one a side, `neighbours` tells more surely."""
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


def read(markup: Markup, sheet: Sheet) -> Iterator[Claim]:
    """A claim for each neighbour; none where the links that look so are many."""
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
        yield from (Claim(bare, Place.BESIDE, (Evidence("index", "", rule),)) for bare, rule in found.items())


def _said(link: Link, sheet: Sheet) -> str:
    """How a link says that it leads to a neighbour; empty where it does not."""
    line = sheet.lines[min(link.line, len(sheet.lines) - 1)]
    before = line.text[: link.start].rpartition("|")[2].strip()
    if _ELSEWHERE.match(link.text):
        return ""
    if _WORDS.match(link.text) or (before and _WORDS.match(before)):
        return "beside.words"
    if _ARROW.search(link.text):
        return ARROW
    above = link.element.getparent()
    named = [*names_of(link.element), *(names_of(above) if above is not None else ())]
    return "beside.name" if any(_NAME.search(name) for name in named) else ""
