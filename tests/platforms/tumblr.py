"""A fake of Tumblr: its first API as documented, a script with at most 50 posts.

https://www.tumblr.com/docs/en/api/v1
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import Platform, many

HOME = "https://pictures.tumblr.com/"


@dataclass
class Tumblr(Platform):
    """`kind` is the type of all posts."""

    kind: str = "regular"

    def api(self, address: str, path: str, query: dict[str, str]) -> Answer | None:
        if path != "/api/read/json":
            return None
        start, size = int(query.get("start", "0")), min(int(query.get("num", "20")), 50)
        posts = [self._post(post) for post in self.posts[start : start + size]]
        data = {
            "tumblelog": {"name": "pictures"},
            "posts-start": start,
            "posts-total": str(len(self.posts)),
            "posts": posts,
        }
        return Answer(f"var tumblr_api_read = {json.dumps(data)};", type="text/javascript; charset=utf-8")

    def other(self, path: str) -> Answer | str | None:
        return self.feed(20) if path == "/rss" else None

    def _post(self, post: Entry) -> dict[str, Any]:
        day = date.fromisoformat(post.day)
        told = {"regular-title": post.title, "regular-body": "<p>Some words of it.</p>"}
        return {
            "id": "1",
            "url": post.address.rpartition("/")[0],
            "url-with-slug": post.address,
            "type": self.kind,
            "date-gmt": f"{day + timedelta(days=1)} 03:30:00 GMT",
            "date": f"{day:%a, %d %b %Y} 23:30:00",
            "tags": ["red"],
            **(told if self.kind == "regular" else {"photo-caption": f"<p>Words below a picture of {post.day}.</p>"}),
        }


def tumblr(count: int = 1_200, **more: Any) -> Tumblr:
    return Tumblr(HOME, many(HOME, "post/{number}{day:%Y%m%d}/{slug}", count), **more)
