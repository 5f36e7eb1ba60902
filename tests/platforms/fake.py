"""What the fakes of platforms share: 1,200 posts of fifteen years, an answer in JSON, a front page without an archive.

A fake is written from its platform's documentation: caps, cursors, errors. It answers in memory (`tests.dryweb`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.dryblogs import Entry, articles, entries, page
from tests.dryweb import Answer, Crawled, Web, assert_exact, crawl

MANY = 1_200
SPARE = 6
"""Requests beside those that the platform's cap asks for: robots.txt, the front page, and four more."""

Serve = Callable[[str], Answer | str | None]


def many(root: str, pattern: str = "{day:%Y/%m}/{slug}/", count: int = MANY) -> list[Entry]:
    """Posts of some fifteen years, newest first."""
    made = entries(count, root, pattern, every=4)
    taken: set[str] = set()
    for number, one in enumerate(made):
        if one.address in taken:
            made[number] = Entry(f"{one.address.rstrip('/')}-{number}", one.title, one.day)
        taken.add(made[number].address)
    return made


def front(posts: list[Entry], head: str, shown: int = 5) -> str:
    """A front page with the newest posts and no way to the older ones."""
    return page("The Example Blog", f"<h1>The Example Blog</h1>{articles(posts[:shown])}", head=head)


def as_json(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    """An answer of an API."""
    return Answer(json.dumps(data), status, "application/json; charset=utf-8", headers=headers or {})


def asked(address: str) -> tuple[str, dict[str, str]]:
    """The path and the parameters of an address."""
    parts = urlsplit(address)
    return parts.path, dict(parse_qsl(parts.query, keep_blank_values=True))


def crawled(home: str, serve: Serve, posts: list[Entry], most: int) -> Crawled:
    """The blog crawled: every post exact, and no more requests than so many beside `SPARE`."""
    done = crawl(Web(otherwise=serve), home)
    assert_exact(done, posts)
    assert done.requests <= most + SPARE
    return done
