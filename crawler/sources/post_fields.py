"""What a post's page says of the post beside its title and dates: author, tags, language, description, first words.

By metadata of the head (`METAS`) and by marked-up elements around the entry (`MARKED`: microformats, microdata, link
relations). Linked data is read in `linked_data`. A description or keywords that stand on every page are told here all
the same: `merge` sees that they are no post's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crawler import text
from crawler.markup import Element, Markup, matches, name_of, text_of
from crawler.model import Evidence
from crawler.sources.lines import Sheet
from crawler.sources.post import title_element
from crawler.sources.post_body import paragraphs_of

METAS = {
    "article:tag": ("tag", "meta.article:tag"),
    "article:section": ("tag", "meta.article:section"),
    "article:author": ("author", "meta.article:author"),
    "author": ("author", "meta.author"),
    "dc.creator": ("author", "meta.dc"),
    "dcterms.creator": ("author", "meta.dc"),
    "parsely-author": ("author", "meta.author"),
    "keywords": ("tag", "meta.keywords"),
    "news_keywords": ("tag", "meta.keywords"),
    "description": ("excerpt", "meta.description"),
    "og:description": ("excerpt", "meta.og:description"),
    "dc.description": ("excerpt", "meta.description"),
}
"""Name of a meta element: the field that it fills, and the rule."""

_CLASS = "*[contains(concat(' ', @class, ' '), ' {} ')]"
_REL = "a[contains(concat(' ', @rel, ' '), ' {} ')]"
MARKED = (
    ("tag", "page.tag", f".//{_REL.format('tag')} | .//{_CLASS.format('p-category')}"),
    ("author", "page.author", f".//{_CLASS.format('p-author')}"),
    ("author", "page.author", ".//*[@itemprop='author']"),
    ("author", "page.author", f".//{_CLASS.format('author')}//{_CLASS.format('fn')}"),
    ("author", "page.author", f".//{_REL.format('author')}"),
    ("excerpt", "page.summary", f".//{_CLASS.format('p-summary')}"),
)
"""Field, rule, and what marks it within the entry; of several lines of one field the first that finds something."""

_ENTRY = re.compile(r"(?:^|\s)(?:h-entry|hentry|h-as-article)(?:\s|$)")
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?|commentlist|respond|replies|h-cite|u-comment|webmentions?|related|recent|sidebar|widget|tagcloud|"
    r"tag-cloud|pingback|trackbacks?)(?:$|[\s_-])",
    re.I,
)
_SEVERAL = re.compile(r"[,;，、]")
_MOST = 50
_LONGEST_NAME = 100
_BY = re.compile(r"^(?:(?:written|posted|published)\s+)?(?:by|von|par|por|di|door|autor|author)\b[:\s]+", re.I)


def read(markup: Markup, sheet: Sheet) -> list[Evidence]:
    """All of it; nothing twice."""
    found = [*_metas(markup), *_marked(markup), *_language(markup), *_first_words(markup, sheet)]
    return list(dict.fromkeys(found))


def _metas(markup: Markup) -> Iterator[Evidence]:
    for element in markup.xpath("//meta[@content]"):
        name = (element.get("property") or element.get("name") or "").lower()
        if name in METAS:
            field, rule = METAS[name]
            for value in _values(field, rule, element.get("content", "")):
                yield Evidence(field, value, rule)


def _values(field: str, rule: str, content: str) -> Iterator[str]:
    if field == "excerpt":
        yield from filter(None, [text.excerpt(content)])
        return
    parts = _SEVERAL.split(content)[:_MOST] if rule == "meta.keywords" else [content]
    yield from filter(None, map(_name, parts))


def _name(written: str) -> str:
    """A tag's or a person's name; empty for what is an address, or too long to be one."""
    name = _BY.sub("", text.plain_text(written[: _LONGEST_NAME * 10])).strip(" ,;#")
    return "" if "://" in name or "@" in name[1:] or len(name) > _LONGEST_NAME else name


def _marked(markup: Markup) -> Iterator[Evidence]:
    around = _entry(markup)
    if around is None:
        return
    told: set[str] = set()
    for field, rule, query in MARKED:
        values = _found(field, query, around) if field not in told else []
        told |= {field} if values else set()
        yield from (Evidence(field, value, rule) for value in values)


def _found(field: str, query: str, around: Element) -> list[str]:
    own = (one for one in matches(around, query)[:_MOST] if not _is_of_others(one, around))
    return list(filter(None, (_of_element(field, element) for element in own)))


def _of_element(field: str, element: Element) -> str:
    if field == "excerpt":
        return text.excerpt_of([text_of(element)])
    named = matches(element, ".//*[@itemprop='name'] | .//*[contains(concat(' ', @class, ' '), ' p-name ')]")
    inner = named[0] if named else element
    return _name(inner.get("content") or text_of(inner))


def _entry(markup: Markup) -> Element | None:
    """The element of the entry that the page's title belongs to: as marked, else the article, else the body."""
    heading = title_element(markup)
    if heading is not None:
        above = list(heading.iterancestors())
        marked = [one for one in above if _ENTRY.search(one.get("class", "")) and name_of(one) != "body"]
        if entries := [*marked, *(one for one in above if name_of(one) == "article")]:
            return entries[0]
    return next(iter(markup.root.iterchildren("body")), None)


def _is_of_others(element: Element, around: Element) -> bool:
    """Whether an element stands among comments, in a side bar or with related posts."""
    for above in (element, *element.iterancestors()):
        if above is around:
            return False
        if name_of(above) in ("nav", "aside") or _OTHERS.search(f"{above.get('class', '')} {above.get('id', '')}"):
            return True
    return False


def _language(markup: Markup) -> Iterator[Evidence]:
    if markup.language:
        yield Evidence("language", markup.language, "page.language")


def _first_words(markup: Markup, sheet: Sheet) -> Iterator[Evidence]:
    if excerpt := text.excerpt_of(paragraphs_of(markup, sheet, prose=True)):
        yield Evidence("excerpt", excerpt, "page.excerpt")
