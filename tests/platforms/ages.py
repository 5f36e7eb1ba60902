"""A blog that prints ages ("3 years, 2 months ago") instead of dates, as Mezzanine's default templates do.

https://github.com/stephenmcd/mezzanine: templates/blog/blog_post_list.html (`timesince`), blog/feeds.py: the newest
twenty of the blog, of a category, a tag or an author, each as RSS and Atom; urls.py: where those and the months stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.dryblogs import Entry, by_month, entries, menu, page, rss
from tests.dryweb import Answer
from tests.platforms.fake import asked

NOW = date(2023, 12, 1)
EACH = 5
IN_FEED = 20
FEEDS = ("feeds/rss/", "feeds/atom/")


@dataclass
class Ages:
    """Entry number n has the tag n modulo `tags`. With `months` every page names them, and an entry of the last of a
    month was written at 23:30 in New York, which its feed tells in UTC."""

    home: str = "https://ages.example/blog/"
    posts: list[Entry] = field(default_factory=lambda: entries(140, "https://ages.example/blog/", "{slug}/", every=31))
    tags: int = 8
    months: bool = False

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        place = path.removeprefix("/blog/")
        tag, _, rest = place.removeprefix("tag/").partition("/")
        some = self.posts[int(tag) :: self.tags] if place.startswith("tag/") else self.posts
        rest = rest if place.startswith("tag/") else place
        if rest in FEEDS:
            feed = rss(some[:IN_FEED], self.home)
            return _in_utc(some[:IN_FEED], feed) if self.months else feed
        if place.startswith("archive/") and self.months:
            return self._month(path, place.removeprefix("archive/").strip("/"))
        if not rest:
            return self._list(path, some, int(query.get("page", "1")))
        return next((self._own(one) for one in self.posts if one.address == address), None)

    def _month(self, path: str, month: str) -> str | None:
        some = by_month(self.posts).get(month.replace("/", "-"), [])
        shown = f"{date.fromisoformat(month.replace('/', '-') + '-01'):%B, %Y}" if some else ""
        return self._page(path, f"<h2>{shown}</h2>{self._rows(some)}") if some else None

    def _list(self, path: str, some: list[Entry], number: int) -> str:
        shown = some[(number - 1) * EACH : number * EACH] if path == "/blog/" else some
        rows = self._rows(shown)
        older = (
            f'<a href="?page={number + 1}">Older posts</a>' if path == "/blog/" and number * EACH < len(some) else ""
        )
        return self._page(path, rows + older)

    def _rows(self, some: list[Entry]) -> str:
        return "".join(
            f'<h2><a href="{one.address}">{one.title}</a></h2><h6>Posted by Ann {_age(one)} ago</h6><p>Words of it.</p>'
            for one in some
        )

    def _own(self, one: Entry) -> str:
        return self._page("/blog/", f"<h1>{one.title}</h1><h6>{_age(one)} ago</h6><p>The whole text of it.</p>")

    def _page(self, path: str, body: str) -> str:
        feeds = "".join(f'<link rel="alternate" type="application/{kind}+xml" href="{path}{at}">'
                        for kind, at in zip(("rss", "atom"), FEEDS, strict=True))  # fmt: skip
        tags = menu(*((f"/blog/tag/{number}/", f"Topic {number}") for number in range(self.tags)))
        months = "".join(
            f'<li><a href="/blog/archive/{month.replace("-", "/")}/">{date.fromisoformat(month + "-01"):%B %Y}</a> '
            f"({len(some)})</li>"
            for month, some in by_month(self.posts if self.months else ()).items()
        )
        return page("Ages", f"<h1>Ages</h1>{body}<h3>Tags</h3>{tags}<h3>Archive</h3><ul>{months}</ul>", head=feeds)


def _in_utc(some: list[Entry], feed: str) -> str:
    """The feed with half past four of the next day where an entry was written on the last day of a month."""
    for one in some:
        day = date.fromisoformat(one.day)
        after = day + timedelta(days=1)
        if after.month != day.month:
            feed = feed.replace(f"{day:%a, %d %b %Y} 12:00:00", f"{after:%a, %d %b %Y} 04:30:00")
    return feed


def _age(one: Entry) -> str:
    days = (NOW - date.fromisoformat(one.day)).days
    return f"{days // 365} years, {days % 365 // 30} months"
