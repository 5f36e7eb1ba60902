"""A fake of Squarespace: any page as JSON, twenty items and the moment that the next page begins after.

https://developers.squarespace.com/url-queries
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import as_json
from tests.platforms.hosted import Hosted

ZONE = "America/New_York"


class Squarespace(Hosted):
    """A blog below `/blog`, its moments at half past eleven in the evening in New York."""

    home = "https://studio.example/blog"
    head = '<script>Static.SQUARESPACE_CONTEXT = {"website": {"id": "5c1"}};</script>'
    pattern = "{slug}"
    cap = 20
    kind = "blog-basic-grid"

    def api(self, path: str, query: dict[str, str]) -> Answer | None:
        if query.get("format") not in ("json", "json-pretty"):
            return None
        website = {"id": "5c1", "timeZone": ZONE}
        if path != "/blog":
            return as_json({"website": website, "collection": {"typeName": "page", "fullUrl": path}})
        before = int(query.get("offset", "9999999999999"))
        left = [post for post in self.posts if _moment(post) < before]
        items = [_item(post) for post in left[: self.cap]]
        data: dict[str, Any] = {"website": website, "collection": {"typeName": self.kind, "itemCount": 1300}}
        data |= {"items": items, "pagination": {"pageSize": self.cap}}
        if len(left) > self.cap:
            offset = _moment(left[self.cap - 1])
            data["pagination"] |= {"nextPage": True, "nextPageOffset": offset, "nextPageUrl": f"/blog?offset={offset}"}
        return as_json(data)


def _moment(post: Entry) -> int:
    return int(datetime.fromisoformat(f"{post.day}T23:30:00").replace(tzinfo=ZoneInfo(ZONE)).timestamp() * 1000)


def _item(post: Entry) -> dict[str, Any]:
    return {
        "id": f"id-{_moment(post)}",
        "title": post.title,
        "fullUrl": urlsplit(post.address).path,
        "publishOn": _moment(post),
        "workflowState": 1,
        "tags": ["red"],
        "categories": ["Notes"],
        "author": {"displayName": "Ann"},
        "excerpt": f"<p>Some words of {post.day}.</p>",
    }
