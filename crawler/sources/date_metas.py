"""Meta elements of a page that tell its dates, its title and its type: `METAS` is the table of their names.

Names are those of the Open Graph protocol, Dublin Core (DCMI terms, with a dot or a colon), schema.org, Highwire Press
(`citation_…`), Parsely, Sailthru and of publishing programs. Which of several wins is told by `merge`.
"""

from __future__ import annotations

from collections.abc import Iterator

from crawler import dates, text
from crawler.markup import Element, Markup
from crawler.model import Evidence
from crawler.sources.landmarks import is_remark

_DUBLIN_CORE = {
    f"{space}{mark}{term}": (field, rule)
    for space in ("dc", "dcterms", "dct", "dcterm")
    for mark in (".", ":")
    for term, field, rule in (
        ("date", "date", "meta.dc"),
        ("date.issued", "date", "meta.dc"),
        ("date.created", "date", "meta.dc"),
        ("date.published", "date", "meta.dc"),
        ("date.available", "date", "meta.dc"),
        ("issued", "date", "meta.dc"),
        ("created", "date", "meta.dc"),
        ("available", "date", "meta.dc"),
        ("date.modified", "updated", "meta.modified"),
        ("modified", "updated", "meta.modified"),
    )
}
_PUBLISHED = """
date pubdate pub-date pub_date publish-date publish_date publishdate published publication-date publication_date
date_published date-published published_date published-date publisheddate post-date post_date created
originalpublicationdate article.published article.created article_date_original article:published
article:published_date article:publish_date parsely-pub-date parsely-pub_date sailthru.date citation_publication_date
citation_online_date citation_date cxenseparse:recs:publishtime rnews:datepublished bt:pubdate blog:published
"""
_CHANGED = """
og:updated_time article:modified_time datemodified date_modified date-modified article:modified article.updated
article:updated_time modified modified_date lastmod last-modified last_modified revised
"""

METAS: dict[str, tuple[str, str]] = {
    "article:published_time": ("date", "meta.published_time"),
    "og:article:published_time": ("date", "meta.published_time"),
    "og:published_time": ("date", "meta.published_time"),
    "datepublished": ("date", "meta.datePublished"),
    **_DUBLIN_CORE,
    **{name: ("date", "meta.date") for name in _PUBLISHED.split()},
    **{name: ("updated", "meta.modified") for name in _CHANGED.split()},
    "og:title": ("title", "meta.og:title"),
    "og:type": ("type", "meta.og:type"),
}
"""Name of a meta element in lower case: the field that it fills, and the rule."""

_POST_TYPES = ("article", "blog")
_LONGEST_RAW = 200
_LONGEST_TYPE = 60


def read(markup: Markup) -> Iterator[Evidence]:
    """What the page's meta elements tell. Of a date that cannot be read or cannot be, the words alone are kept."""
    tongues = tuple(filter(None, [markup.language[:2].lower()]))
    for element in markup.xpath("//meta[@content]"):
        content = element.get("content", "").strip()
        field, rule = METAS.get(_name(element), ("", ""))
        if not content or not field or _is_of_a_remark(element):
            continue
        if field == "date":
            yield Evidence(field, dates.machine_value(content, tongues), rule, content[:_LONGEST_RAW])
        elif field == "updated" and (day := dates.parse_machine(content)):
            yield Evidence(field, str(day), rule, content[:_LONGEST_RAW])
        elif field == "title":
            yield Evidence(field, text.plain_text(content), rule)
        elif field == "type":
            yield Evidence(field, "post" if content.lower() in _POST_TYPES else "page", rule, content[:_LONGEST_TYPE])


def _name(element: Element) -> str:
    return (element.get("property") or element.get("name") or element.get("itemprop") or "").strip().lower()


def _is_of_a_remark(element: Element) -> bool:
    """Whether microdata is of a comment and not of the page (https://schema.org/Comment)."""
    if not element.get("itemprop"):
        return False
    return any(is_remark(above) for above in element.iterancestors())
