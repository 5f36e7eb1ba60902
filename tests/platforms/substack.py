"""A fake of Substack: the archive as its own page asks for it, which refuses more than 50 posts a page.

https://github.com/mvanhorn/printing-press-library/issues/1524
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import Platform, as_json, many

HOME = "https://letters.substack.com/"


@dataclass
class Substack(Platform):
    """A page has at most `silent` posts whatever was asked; asking for more than `cap` is refused."""

    cap: int = 50
    silent: int = 50

    def api(self, address: str, path: str, query: dict[str, str]) -> Answer | None:
        if path != "/api/v1/archive":
            return None
        offset, size = int(query.get("offset", "0")), int(query.get("limit", "12"))
        if size > self.cap:
            return as_json({"errors": [{"location": "query", "param": "limit", "msg": "Invalid value"}]}, 400)
        return as_json([_post(post) for post in self.posts[offset : offset + min(size, self.silent)]])

    def other(self, path: str) -> Answer | str | None:
        return self.feed(20) if path == "/feed" else None


def substack(count: int = 1_200, **more: Any) -> Substack:
    link = '<link rel="alternate" type="application/rss+xml" href="/feed">'
    return Substack(HOME, many(HOME, "p/{slug}", count), link, **more)


def _post(post: Entry) -> dict[str, Any]:
    return {
        "id": 1,
        "title": post.title,
        "type": "newsletter",
        "slug": post.address.rpartition("/")[2],
        "post_date": f"{post.day}T12:00:00.000Z",
        "audience": "only_paid",
        "canonical_url": post.address,
        "subtitle": "Some words.",
        "publishedBylines": [{"name": "Ann"}],
        "postTags": [{"name": "Red"}],
    }
