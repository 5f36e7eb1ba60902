"""A fake of Medium: the stream of a writer's posts as its pages ask for it, and a feed of ten items.

https://github.com/alvimuh/medium-json
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import Platform, many

HOME = "https://medium.com/@ann"
STREAM = "https://medium.com/_/api/users/7a/profile/stream"


@dataclass
class Medium(Platform):
    """`answers` are posts that answer others' posts, among the newest in stream and feed."""

    answers: int = 0

    def api(self, address: str, path: str, query: dict[str, str]) -> Answer | None:
        if path != "/@ann/latest" and not address.startswith(STREAM):
            return None
        size, before = int(query.get("limit", "10")), int(query.get("to", 10**14))
        older = [post for post in self.posts if _moment(post) < before]
        some, number = older[:size], int(query.get("page", "0"))
        paging: dict[str, Any] = {"path": STREAM}
        if len(older) > size:
            paging["next"] = {"limit": size, "to": str(_moment(some[-1])), "source": "latest", "page": number + 1}
        posts = {f"p{at}": self._post(post, at) for at, post in enumerate(some, number * size)}
        references = {"Post": posts, "User": {"7a": {"name": "Ann", "username": "ann"}}}
        data = {"success": True, "payload": {"references": references, "paging": paging}}
        return Answer("])}while(1);</x>" + json.dumps(data), type="application/json")

    def other(self, path: str) -> Answer | str | None:
        return self.feed(10) if path == "/feed/@ann" else None

    def _post(self, post: Entry, at: int) -> dict[str, Any]:
        return {
            "id": post.address.rpartition("-")[2],
            "title": post.title,
            "creatorId": "7a",
            "homeCollectionId": "",
            "uniqueSlug": post.address.rpartition("/")[2],
            "firstPublishedAt": _moment(post),
            "inResponseToPostId": "9f" if at < self.answers else "",
            "mediumUrl": "",
            "virtuals": {"subtitle": "Some words.", "tags": [{"name": "Red"}]},
        }


def medium(count: int = 1_200, **more: Any) -> Medium:
    link = '<link rel="alternate" type="application/rss+xml" href="/feed/@ann">'
    posts = many(f"{HOME}/", "{slug}-{number:05d}a9f", count)
    return Medium(HOME, posts, link, **more)


def _moment(post: Entry) -> int:
    return int(datetime.fromisoformat(f"{post.day}T12:00:00").replace(tzinfo=UTC).timestamp() * 1000)
