"""A fake of Discourse: a category's topics, thirty for a page, the category's own topic pinned.

https://docs.discourse.org/, https://github.com/discourse/discourse (list_controller.rb)
"""

from __future__ import annotations

from typing import Any

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import as_json, many
from tests.platforms.hosted import Hosted


class Discourse(Hosted):
    """A category with a number; topics stand beside it, below `/t/`."""

    home = "https://forum.example/c/blog/5"
    head = '<meta name="generator" content="Discourse 3.2.1">'
    cap = 30

    def __post_init__(self) -> None:
        made = many(self.home, "/t/{slug}")
        self.posts = self.posts or [
            Entry(f"{one.address}/{9000 - n}", one.title, one.day) for n, one in enumerate(made)
        ]

    def api(self, path: str, query: dict[str, str]) -> Answer | None:
        if path != "/c/blog/5/l/latest.json":
            return None
        number = int(query.get("page", "0"))
        start = number * self.cap
        topics = [_topic(post) for post in self.posts[start : start + self.cap]]
        if not number:
            about = {"id": 3, "slug": "about-the-blog-category", "title": "About the Blog category", "pinned": True}
            topics.insert(0, {**about, "created_at": "2004-01-01T10:00:00.000Z"})
        listed: dict[str, Any] = {"per_page": self.cap, "topics": topics}
        if start + self.cap < len(self.posts):
            listed["more_topics_url"] = f"/c/blog/5/l/latest?order=created&page={number + 1}"
        return as_json({"users": [{"id": 1, "username": "ann", "name": "Ann"}], "topic_list": listed})


def _topic(post: Entry) -> dict[str, Any]:
    slug, _, number = post.address.partition("/t/")[2].partition("/")
    return {
        "id": int(number),
        "slug": slug,
        "title": post.title,
        "created_at": f"{post.day}T12:00:00.000Z",
        "pinned": False,
        "tags": ["red"],
        "posters": [{"user_id": 1, "description": "Original Poster"}],
    }
