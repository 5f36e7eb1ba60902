"""Drupal's JSON:API, in its core since 8.7: nodes of one content type, fifty for a request.

https://www.drupal.org/docs/core-modules-and-themes/core-modules/jsonapi-module/pagination     `links.next`
https://www.drupal.org/project/jsonapi_page_limit                                              at most 50 for a page

Which type holds the blog is told by the classes that themes give to nodes (`node--type-blog-post`), else it is one that
Drupal or its recipes bring. `meta.count` is there only where an extension adds it. A node without an alias stands at
`/node/ID`. Moments are told in UTC.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from crawler.model import Claim, Evidence, Findings, Page, Source, Total
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

SIZE = 50
USUAL_TYPES = ("article", "blog")
MOST_TYPES = 3
FIELDS = "title,created,changed,path,drupal_internal__nid,langcode,status"
_TYPE = re.compile(r"\bnode--type-([a-z0-9-]+)")
_NO_API = re.compile(r"^drupal [1-7]\b", re.I)
_NO_POSTS = frozenset(("page", "landing-page", "basic-page", "webform"))


def addresses(front: Front) -> Iterator[str]:
    """The first page of the content types that the front page shows, then of the usual ones."""
    if _NO_API.match(front.generator):
        return
    shown = Counter(name for name in _TYPE.findall(front.text) if name not in _NO_POSTS)
    kinds = [name.replace("-", "_") for name, _ in shown.most_common()]
    for kind in list(dict.fromkeys((*kinds, *USUAL_TYPES)))[:MOST_TYPES]:
        query = {"page[limit]": SIZE, "sort": "-created", "filter[status]": 1, f"fields[node--{kind}]": FIELDS}
        yield f"{front.root}jsonapi/node/{kind}?{urlencode(query)}"


def recognises(data: Any) -> bool:
    """A collection of nodes; an empty one says of itself that it is JSON:API."""
    nodes = records.records(data, "data")
    if not nodes:
        return isinstance(records.value(data, "jsonapi"), dict)
    return any(records.words(one, "type").startswith("node--") for one in nodes)


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page, the next page, the total where it is told."""
    nodes = records.records(data, "data")
    claims = tuple(one for node in nodes for one in _claim(node, page))
    total = records.number(data, "meta", "count")
    totals = (Total(total, "api.total"),) if total is not None else ()
    href = records.words(data, "links", "next", "href") or records.words(data, "links", "next")
    more = tuple(paging.following(page.address, href, source)) if href else ()
    return Findings(claims=claims, sources=more, totals=totals, traits=("api",))


def _claim(node: Record, page: Page) -> Iterator[Claim]:
    if records.value(node, "attributes", "status") is False:
        return
    site = page.address.partition("/jsonapi/")[0]
    number = records.words(node, "attributes", "drupal_internal__nid")
    path = records.words(node, "attributes", "path", "alias") or (f"/node/{number}" if number else "")
    if path.startswith("/"):
        yield from records.claim(page.address, site + path, _evidence(node))


def _evidence(node: Record) -> Iterator[Evidence]:
    yield from records.worded(records.words(node, "attributes", "title"))
    yield from records.dated(records.words(node, "attributes", "created"))
    yield from records.dated(records.words(node, "attributes", "changed"), "updated")
    yield from records.said("id", records.words(node, "id"))
    yield from records.said("language", records.words(node, "attributes", "langcode"))
