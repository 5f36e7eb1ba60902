"""A fake of WordPress: its REST API as documented, with switches for what hosts do to it.

https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/ and .../reference/posts/#list-posts
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tests.dryblogs import Entry, rss
from tests.dryweb import Answer
from tests.platforms.fake import as_json, asked, closed, front, many

HOME = "https://press.example/"
HEAD = '<meta name="generator" content="WordPress 6.4.2"><link rel="https://api.w.org/" href="https://press.example/wp-json/">'


@dataclass
class WordPress:
    """`cap` is the most posts that one page may have; `fails` the status of a page from its number on."""

    posts: list[Entry] = field(default_factory=lambda: many(HOME))
    cap: int = 100
    fails: dict[int, int] = field(default_factory=dict)
    pretty: bool = True
    totals: bool = True
    listing: bool = False
    head: str = HEAD
    home: str = HOME

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if "rest_route" in query or path.startswith("/wp-json/"):
            route = query.get("rest_route", path.removeprefix("/wp-json") if self.pretty else "")
            return self.list_posts(query) if route == "/wp/v2/posts" else None
        if path == "/":
            shown = front(self.posts, self.head, 50 if self.listing else 5)
            return shown.replace("</body>", '<a href="/page/2/">Older posts</a></body>') if self.listing else shown
        if self.listing and path.startswith("/page/"):
            number = int(path.split("/")[2])
            some = self.posts[(number - 1) * 50 : number * 50]
            older = f'<a href="/page/{number + 1}/">Older posts</a>' if number * 50 < len(self.posts) else ""
            return front(some, self.head, 50).replace("</body>", older + "</body>") if some else None
        return rss(self.posts[:10], self.home) if path == "/feed/" else None

    def list_posts(self, query: dict[str, str]) -> Answer:
        size, number = int(query.get("per_page", "10")), int(query.get("page", "1"))
        if size > self.cap:
            return as_json({"code": "rest_invalid_param", "data": {"status": 400}}, 400)
        for first, status in self.fails.items():
            if number >= first:
                return closed(status)
        pages = -(-len(self.posts) // size)
        if number > pages:
            return as_json({"code": "rest_post_invalid_page_number", "data": {"status": 400}}, 400)
        some = self.posts[(number - 1) * size : number * size]
        headers = {"x-wp-total": str(len(self.posts)), "x-wp-totalpages": str(pages)} if self.totals else {}
        return as_json([_record(one) for one in some], headers=headers)


def _record(post: Entry) -> dict[str, Any]:
    """Written at 23:30 in New York: the next day in UTC."""
    return {
        "date": f"{post.day}T23:30:00",
        "date_gmt": f"{_next_day(post.day)}T04:30:00",
        "link": post.address,
        "type": "post",
        "title": {"rendered": post.title.replace("'", "&#8217;")},
        "guid": {"rendered": f"https://press.example/?p={post.day}"},
        "_embedded": {"author": [{"name": "Ann"}], "wp:term": [[{"name": "Notes &amp; News"}], [{"name": "red"}]]},
    }


def _next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
