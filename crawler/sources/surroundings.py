"""What stands around an entry on its own page and speaks of others: menus, comments, related and recent posts.

Their dates are not the entry's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from crawler import hints, urls
from crawler.markup import Element, Markup, name_of
from crawler.sources.lines import Line, Sheet

_OTHERS = re.compile(
    r"""^\W*(?:(?:related|similar|recommended|more|other|recent|latest|previous|further|popular|older|newer)\s+
    (?:blog\s+)?(?:posts?|articles?|entries|stories|reading|notes|writing|content|from\b.*)|
    you\s+(?:may|might|could)\s+(?:also\s+)?(?:like|enjoy|be\s+interested).*|see\s+also|(?:read|up)\s+next|keep\s+reading|
    (?:[äa]hnliche|weitere|verwandte|neueste|letzte)\s+(?:beitr[äa]ge|artikel|eintr[äa]ge)|das\s+k[öo]nnte\s+.*|
    (?:articles?|billets)\s+(?:similaires|li[ée]s|connexes|r[ée]cents)|[àa]\s+lire\s+aussi|
    (?:entradas?|art[íi]culos?|posts?)\s+(?:relacionad[oa]s|recientes|similares)|(?:artigos|posts)\s+(?:relacionados|recentes)|
    articoli\s+(?:correlati|recenti)|potrebbe.*interessar.*|(?:gerelateerde|recente)\s+(?:berichten|artikelen)|
    (?:podobne|powi[ąa]zane|ostatnie|najnowsze)\s+(?:wpisy|artyku[łl]y|posty)|(?:похожие|последние|другие)\s+(?:записи|статьи|посты)|
    читайте\s+также|相关(?:文章|阅读|推荐)|相關文章|推荐阅读|猜你喜欢|最新文章|近期文章|
    関連(?:記事|エントリー?)|おすすめ(?:の記事)?|最近の(?:記事|投稿)|관련\s?(?:글|기사|포스트)|최근\s?글)\W*$""",
    re.I | re.X,
)
_REMARKS = re.compile(
    r"""^\W*(?:\d+|no|one|leave\s+an?|add\s+an?|post\s+an?)?\s*(?:comments?|responses?|replies|reply|thoughts|trackbacks?|
    pingbacks?|webmentions?|kommentare?|commentaires?|comentarios?|coment[áa]rios?|commenti|reacties|komentarze|комментари[ийев]+|
    评论|留言|コメント|댓글)\b.*$""",
    re.I | re.X,
)
_LONGEST = 60
_ITEMS = frozenset(("li", "tr", "figure", "article"))
FAR = 6
"""Beyond so many lines below the title a date in a list of links belongs to what is linked there."""


def foreign_lines(markup: Markup, sheet: Sheet, heading: Element | None, lines: Iterable[int]) -> frozenset[int]:
    """Those of the given lines of a post's page that speak of others. `heading` is the entry's title."""
    own = _own(markup, heading)
    at = line_of(heading, sheet)
    below: set[int] = set()
    for number, line in enumerate(sheet.lines):
        if number != at and begins_others(line) and line.element not in own:
            below.update(_below(number, at, own, sheet))
    return frozenset(
        number
        for number in lines
        if number in below
        or (line := sheet.lines[number]).menu
        or line.remark
        or _in_other_article(line, own)
        or (number > at + FAR and _in_list(line, own, markup))
    )


def _own(markup: Markup, heading: Element | None) -> set[Element]:
    """What the entry's title stands in; the only `<article>` of a page is the entry, also where its title is above."""
    own = {heading, *heading.iterancestors()} if heading is not None else set()
    articles = markup.xpath("//article[not(ancestor::article)]")
    return own | {articles[0], *articles[0].iterancestors()} if len(articles) == 1 else own


def line_of(element: Element | None, sheet: Sheet) -> int:
    """The number of the line that an element (a title) begins; 0 for none."""
    if element is None:
        return 0
    wanted = {element, *element.iterancestors()} if element.tag not in ("h1", "h2", "h3") else {element}
    wanted.update(element.iter())
    return next((number for number, line in enumerate(sheet.lines) if line.element in wanted), 0)


def begins_others(line: Line) -> bool:
    if not 0 < len(line.text) <= _LONGEST:
        return False
    return bool(_OTHERS.match(line.text)) or (line.heading > 0 and bool(_REMARKS.match(line.text)))


def _below(number: int, at: int, own: set[Element], sheet: Sheet) -> range:
    """The lines after such a heading in the element that it stands in, or where it stands alone in that, in the next
    above; where that holds the entry's title, too, only below the title."""
    around = sheet.lines[number].element.getparent()
    after = sheet.lines[number + 1].element if number + 1 < len(sheet.lines) else None
    while after is not None and around is not None and around not in own and not _is_in(after, around):
        above = around.getparent()
        if above is None or above in own:
            break
        around = above
    if around is None or (around in own and number < at):
        return range(0)
    end = number
    while end < len(sheet.lines) and _is_in(sheet.lines[end].element, around):
        end += 1
    return range(number, end)


def _is_in(element: Element, around: Element) -> bool:
    return element is around or any(above is around for above in element.iterancestors())


def _in_other_article(line: Line, own: set[Element]) -> bool:
    """Whether a line stands in another `<article>` than the title."""
    if not any(name_of(element) == "article" for element in own):
        return False
    article = next(
        (above for above in (line.element, *line.element.iterancestors()) if name_of(above) == "article"), None
    )
    return article is not None and article not in own


def _in_list(line: Line, own: set[Element], markup: Markup) -> bool:
    """Whether a line is part of a list's item that links to another entry."""
    item = next((above for above in (line.element, *line.element.iterancestors()) if name_of(above) in _ITEMS), None)
    if item is None or item in own:
        return False
    return any(_leads_to_entry(link.get("href", ""), markup) for link in item.iter("a"))


def _leads_to_entry(href: str, markup: Markup) -> bool:
    address = markup.link(href) if href else None
    if address is None or urls.host_of(address) != urls.host_of(markup.address) or urls.is_asset(address):
        return False
    elsewhere = urls.canonical(urls.without_fragment(address)) != urls.canonical(urls.without_fragment(markup.address))
    return elsewhere and hints.role_of_address(address) is None and len(urls.path_parts(address)) > 0
