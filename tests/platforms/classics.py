"""Fakes of classic systems, from their sources: what each lists where, and where its lists are cut.

Serendipity   rss.php: the newest 15, with `all=1` every entry, the oldest first
Textpattern   publish/rss.php: `limit` up to 100; publish/taghandlers.php: `?pg=N`, an empty list past the end
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.dryblogs import Entry, articles, page, rss
from tests.dryweb import Answer
from tests.platforms.fake import asked, many


@dataclass
class Serendipity:
    """Its front page names no archive."""

    home: str = "https://garden.example/"
    posts: list[Entry] = field(default_factory=lambda: many("https://garden.example/", "archives/{number}-{slug}.html"))

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if path in ("/rss.php", "/feeds/index.rss2"):
            some = self.posts[::-1] if query.get("all") else self.posts[:15]
            return rss(some, self.home)
        if path == "/":
            head = '<meta name="generator" content="Serendipity v.2.4.0">'
            return page("Garden", articles(self.posts[:15]), feed="/feeds/index.rss2", head=head)
        return None


@dataclass
class Textpattern:
    """`clean` false: addresses in the "messy" mode, where all is a parameter of the root."""

    home: str = "https://loom.example/"
    clean: bool = True
    each: int = 10
    posts: list[Entry] = field(default_factory=lambda: many("https://loom.example/", "articles/{number}/{slug}"))

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if (path == "/rss/" and self.clean) or "rss" in query:
            limit = min(int(query.get("limit", "10")), 100)
            return rss(self.posts[:limit], self.home)
        return self._front(int(query.get("pg", "1"))) if path == "/" else None

    def _front(self, number: int) -> str:
        some = self.posts[(number - 1) * self.each : number * self.each]
        older = f'<a rel="next" href="/?pg={number + 1}">Older</a>' if number * self.each < len(self.posts) else ""
        head = '<meta name="generator" content="Textpattern CMS">'
        return page("Loom", articles(some) + older, feed="/rss/" if self.clean else "/?rss=1", head=head)
