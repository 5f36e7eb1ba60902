"""A fake of a Forem: a member's articles, at most a thousand for a page.

https://developers.forem.com/api/v1#tag/articles/operation/getArticles
"""

from __future__ import annotations

from urllib.parse import urlsplit

from tests.dryweb import Answer
from tests.platforms.fake import as_json
from tests.platforms.hosted import Hosted


class Forem(Hosted):
    """A member's profile; `most` is the host's `API_PER_PAGE_MAX`."""

    home = "https://forem.example/ann"
    head = ""
    pattern = "{slug}"
    cap = most = 1_000

    def api(self, path: str, query: dict[str, str]) -> Answer | None:
        if path != "/api/articles":
            return None
        if query.get("username") != "ann":
            return as_json([])
        size = min(int(query.get("per_page", "30")), self.most)
        start = (int(query.get("page", "1")) - 1) * size
        articles = [
            {
                "type_of": "article",
                "id": start + number,
                "title": post.title,
                "description": f"Some words of {post.day}.",
                "url": post.address,
                "path": urlsplit(post.address).path,
                "canonical_url": f"https://elsewhere.example{urlsplit(post.address).path}",
                "published_at": f"{post.day}T12:00:00Z",
                "edited_at": None,
                "tag_list": ["red", "blue"],
                "user": {"name": "Ann", "username": "ann"},
            }
            for number, post in enumerate(self.posts[start : start + size])
        ]
        return as_json(articles)

    def serve(self, address: str) -> Answer | str | None:
        shown = super().serve(address)
        body = '<body class="default-header" data-user-status="logged-out" data-community-name="Example">'
        return shown.replace("<body>", body) if isinstance(shown, str) else shown
