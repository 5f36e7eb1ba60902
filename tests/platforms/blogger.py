"""A fake of Blogger: its feed as JSON, as documented, with the cap that the server puts on a page.

https://developers.google.com/blogger/docs/2.0/reference, https://developers.google.com/gdata/docs/json
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import Platform, as_json, many

HOME = "https://notes.blogspot.com/"


@dataclass
class Blogger(Platform):
    """`caps` are the most posts of one page after another, the last of all the rest; posts from `deepest` on are given
    by their time alone."""

    caps: Sequence[int] = (150,)
    deepest: int = 10**9
    drafts: int = 0

    def api(self, address: str, path: str, query: dict[str, str]) -> Answer | None:
        if path != "/feeds/posts/summary" or query.get("alt") != "json":
            return None
        start, size = int(query.get("start-index", "1")), int(query.get("max-results", "25"))
        cap = self.caps[min(self.requests, len(self.caps) - 1)]
        before = query.get("published-max", "9")
        posts = [post for post in self.posts if _moment(post) < before]
        last = min(start - 1 + min(size, cap), self.deepest)
        entries = [_entry(post) for post in posts[start - 1 : last]]
        entries[:0] = [
            {**_entry(self.posts[0]), "app$control": {"app$draft": {"$t": "yes"}}} for _ in range(self.drafts)
        ]
        feed = {
            "id": {"$t": "tag:blogger.com,1999:blog-1"},
            "openSearch$totalResults": {"$t": str(len(posts))},
            "link": [{"rel": "next", "href": "https://www.blogger.com/feeds/1/posts/summary?start-index=151"}],
        }
        return as_json({"version": "1.0", "feed": {**feed, "entry": entries} if entries else feed})


def blogger(count: int = 1_200, **more: Any) -> Blogger:
    posts = many(HOME, "{day:%Y/%m}/{slug}.html", count)
    return Blogger(HOME, posts, '<meta content="blogger" name="generator"/>', **more)


def _moment(post: Entry) -> str:
    return f"{post.day}T23:30:00.000-07:00"


def _entry(post: Entry) -> dict[str, Any]:
    return {
        "id": {"$t": f"tag:blogger.com,1999:blog-1.post-{post.day}"},
        "published": {"$t": _moment(post)},
        "updated": {"$t": "2024-01-02T00:00:00.000-07:00"},
        "title": {"type": "text", "$t": post.title},
        "summary": {"type": "text", "$t": "Some words."},
        "category": [{"scheme": "http://www.blogger.com/atom/ns#", "term": "red"}],
        "author": [{"name": {"$t": "Ann"}}],
        "link": [
            {"rel": "edit", "href": "https://www.blogger.com/feeds/1/posts/default/2"},
            {"rel": "alternate", "type": "text/html", "href": post.address},
        ],
    }
