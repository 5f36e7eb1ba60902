"""A fake of Ghost: its Content API as documented, its sitemaps, its feed.

https://docs.ghost.org/content-api/pagination, https://docs.ghost.org/changes
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import Platform, as_json, many

HOME = "https://ghost.example/"
KEY = "22444f78447824223cefc48062"
PORTAL = (
    f'<script defer src="https://cdn.example/portal.min.js" data-ghost="{HOME}" data-key="{KEY}" '
    f'data-api="https://ghost-admin.example/ghost/api/content/"></script>'
)
SEARCH = (
    f'<script defer src="https://cdn.example/search.min.js" data-key="{KEY}" '
    'data-sodo-search="https://ghost-admin.example/"></script>'
)
GENERATOR = '<meta name="generator" content="Ghost 6.10">'


@dataclass
class Ghost(Platform):
    """`cap` is the most posts of a page: more are not refused, but not given."""

    cap: int = 100

    def api(self, address: str, path: str, query: dict[str, str]) -> Answer | None:
        if not address.startswith("https://ghost-admin.example/ghost/api/content/posts/"):
            return None
        if query.get("key") != KEY:
            return as_json({"errors": [{"message": "Authorization failed"}]}, 403)
        size, number = min(int(query.get("limit", "15")), self.cap), int(query.get("page", "1"))
        pages = -(-len(self.posts) // size)
        paging = {"page": number, "limit": size, "pages": pages, "total": len(self.posts)}
        some = self.posts[(number - 1) * size : number * size]
        return as_json({"posts": [_post(one) for one in some], "meta": {"pagination": paging}})

    def other(self, path: str) -> Answer | str | None:
        return self.feed(15) if path == "/rss/" else None


def ghost(count: int = 1_200, head: str = PORTAL, **more: Any) -> Ghost:
    return Ghost(HOME, many(HOME, "{slug}/", count), GENERATOR + head, **more)


def _post(post: Entry) -> dict[str, Any]:
    return {
        "id": f"id-{post.day}",
        "title": post.title,
        "url": post.address,
        "published_at": f"{post.day}T23:30:00.000-05:00",
        "updated_at": "2024-01-02T00:00:00.000-05:00",
        "custom_excerpt": None,
        "authors": [{"name": "Ann"}],
        "tags": [{"name": "Red", "visibility": "public"}, {"name": "#hidden", "visibility": "internal"}],
    }
