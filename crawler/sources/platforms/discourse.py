"""Discourse: a category that is used as a blog, thirty topics for a request.

https://docs.discourse.org/                                                    lists of topics, `topic_list`
https://github.com/discourse/discourse (list_controller.rb, topic_query.rb)    `order=created`, `more_topics_url`

`more_topics_url` names the next page without its `.json` and is absent on the last one. The category's own topic
("About the … category") is pinned in it and is no post. No total is told; what else the host keeps is of all
categories.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from crawler.model import Claim, Evidence, Findings, Page, Source
from crawler.sources.platforms import paging, records
from crawler.sources.platforms.front import Front
from crawler.sources.platforms.records import Record

_CATEGORY = re.compile(r"^(https?://[^?#]*?/c/[^?#]*?)(?:/(?:none|all))?(?:/l/\w+)?/?(?:[?#].*)?$")
_DEFINITION = re.compile(r"^about-the-.*category", re.I)


def addresses(front: Front) -> Iterator[str]:
    """The first page of the category that the front page is; a whole forum is no blog."""
    if found := _CATEGORY.match(front.address):
        yield f"{found[1]}/l/latest.json?order=created"


def recognises(data: Any) -> bool:
    """A list of topics."""
    return isinstance(records.value(data, "topic_list", "topics"), list)


def read(data: Any, page: Page, source: Source) -> Findings:
    """Claims of one page of topics, and the next page."""
    names = {records.words(user, "id"): _name(user) for user in records.records(data, "users")}
    topics = records.records(data, "topic_list", "topics")
    claims = tuple(one for topic in topics for one in _claim(topic, page, names))
    more = _next(records.words(data, "topic_list", "more_topics_url"), page, source) if topics else ()
    return Findings(claims=claims, sources=tuple(more), traits=("api", "api.alone"))


def _next(href: str, page: Page, source: Source) -> Iterator[Source]:
    if href:
        parts = urlsplit(href)
        path = parts.path if parts.path.endswith(".json") else f"{parts.path}.json"
        yield from paging.following(page.address, urlunsplit(parts._replace(path=path)), source)


def _claim(topic: Record, page: Page, names: dict[str, str]) -> Iterator[Claim]:
    slug, number = records.words(topic, "slug"), records.words(topic, "id")
    if number and not (records.value(topic, "pinned") and _DEFINITION.match(slug)):
        forum = page.address.partition("/c/")[0]
        yield from records.claim(page.address, f"{forum}/t/{slug or '-'}/{number}", _evidence(topic, names))


def _evidence(topic: Record, names: dict[str, str]) -> Iterator[Evidence]:
    yield from records.worded(records.words(topic, "title"))
    yield from records.dated(records.words(topic, "created_at"))
    yield from records.excerpted(records.words(topic, "excerpt"))
    yield from records.said("id", records.words(topic, "id"))
    first = next(iter(records.records(topic, "posters")), {})
    yield from records.said("author", names.get(records.words(first, "user_id"), ""))
    tags = (*records.strings(topic, "tags"), *(records.words(tag, "name") for tag in records.records(topic, "tags")))
    yield from records.said("tag", *tags)


def _name(user: Record) -> str:
    return records.words(user, "name") or records.words(user, "username")
