"""What the fakes of platforms share: 1,200 posts of fifteen years, an answer in JSON, a front page without an archive.

A fake is written from its platform's documentation: caps, cursors, errors. It answers in memory (`tests.dryweb`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.dryblogs import Entry, articles, entries, page, post_pages, rss
from tests.dryweb import Answer, Crawled, Web, assert_exact, crawl

MANY = 1_200
SPARE = 6
"""Requests beside those that the platform's cap asks for: robots.txt, the front page, and four more."""

_END = re.compile(r"(/|\.html|)$")
"""What stands behind the last word of an address."""

Serve = Callable[[str], Answer | str | None]


def many(root: str, pattern: str = "{day:%Y/%m}/{slug}/", count: int = MANY) -> list[Entry]:
    """Posts of fifteen years, newest first: one every four or five days."""
    made = entries(count, root, pattern, every=4.5)
    taken: set[str] = set()
    for number, one in enumerate(made):
        if one.address in taken:
            made[number] = Entry(_END.sub(f"-{number}\\1", one.address, count=1), one.title, one.day)
        taken.add(made[number].address)
    return made


def front(posts: list[Entry], head: str, shown: int = 5) -> str:
    """A front page with the newest posts and no way to the older ones."""
    return page("The Example Blog", f"<h1>The Example Blog</h1>{articles(posts[:shown])}", head=head)


def as_json(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    """An answer of an API."""
    return Answer(json.dumps(data), status, "application/json; charset=utf-8", headers=headers or {})


LOGIN = Answer("<html><body><h1>Sign in</h1><form action=/login></form></body></html>")


def closed(status: int) -> Answer:
    """What a closed API says: an error as JSON, or for status 200 a login page."""
    return LOGIN if status == 200 else as_json({"errors": [{"message": "closed"}]}, status)


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


EACH = 50
"""Posts on a page of the listing that stands beside a closed API."""


@dataclass
class Platform:
    """A blog on a platform. `api` answers for the API or gives None for what is none of it; from the request
    `closes[0]` on it answers the status `closes[1]`, or for 200 with a login page. With `listing` the front page leads
    to all posts by pages, else to none; with `pages` each post has its own page."""

    home: str
    posts: list[Entry]
    head: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    closes: tuple[int, int] | None = None
    listing: bool = False
    pages: bool = True
    requests: int = 0

    def api(self, address: str, path: str, query: dict[str, str]) -> Answer | None:
        raise NotImplementedError

    def other(self, path: str) -> Answer | str | None:
        """What else the platform has."""
        return None

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        answer = self.api(address, path, query)
        if answer is not None:
            self.requests += 1
            return closed(self.closes[1]) if self.closes and self.requests >= self.closes[0] else answer
        if address == self.home:
            return Answer(self._page(1), headers=self.headers)
        if self.listing and path.startswith("/page/"):
            return self._page(int(path.split("/")[2]))
        if page_of_post := post_pages([post for post in self.posts if self.pages and post.address == address]):
            return page_of_post[address]
        return self.other(path) if urlsplit(address).netloc == urlsplit(self.home).netloc else None

    def feed(self, count: int = 10) -> Answer:
        """The newest posts as RSS."""
        return Answer(rss(self.posts[:count], self.home), type="application/rss+xml")

    def _page(self, number: int) -> str:
        if not self.listing:
            return front(self.posts, self.head)
        older = f'<a href="/page/{number + 1}/">Older posts</a>' if number * EACH < len(self.posts) else ""
        shown = front(self.posts[(number - 1) * EACH : number * EACH], self.head, EACH)
        return shown.replace("</body>", older + "</body>")
