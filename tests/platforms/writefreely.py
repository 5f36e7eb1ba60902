"""A fake of WriteFreely: ten posts for a page, their number beside them.

https://developers.write.as/docs/api/
"""

from __future__ import annotations

from tests.dryweb import Answer
from tests.platforms.fake import as_json
from tests.platforms.hosted import Hosted


class WriteFreely(Hosted):
    """A blog of many on one host, known by its folder."""

    home = "https://writers.example/ann/"
    head = '<meta name="generator" content="WriteFreely">'
    pattern = "{slug}"
    cap = 10
    route = "/api/collections/ann/posts"

    def api(self, path: str, query: dict[str, str]) -> Answer | None:
        if path != self.route:
            return None
        start = (int(query.get("page", "1")) - 1) * self.cap
        posts = [
            {
                "id": f"p{start + number}",
                "slug": post.address.rpartition("/")[2],
                "created": f"{post.day}T12:00:00Z",
                "title": post.title,
                "body": "Words.",
                "tags": ["red"],
                "language": "en",
            }
            for number, post in enumerate(self.posts[start : start + self.cap])
        ]
        about = {"alias": "ann", "title": "Ann", "url": self.home, "total_posts": len(self.posts)}
        return as_json({"code": 200, "data": {**about, "posts": posts}})


class WriteAs(WriteFreely):
    """A blog at write.as under a name of its own."""

    home = "https://ann.write.as/"
    head = '<meta name="generator" content="Write.as">'
