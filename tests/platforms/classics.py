"""Fakes of classic systems, from their sources: what each lists where, and where its lists are cut.

Serendipity   rss.php: the newest 15, with `all=1` every entry, the oldest first
Textpattern   publish/rss.php: `limit` up to 100; publish/taghandlers.php: `?pg=N`, an empty list past the end
Dreamwidth    cgi-bin/LJ/S2/: RecentPage (`?skip=` up to MAX_SCROLLBACK_LASTN), YearPage, MonthPage, DayPage
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from tests.dryblogs import Entry, articles, by_month, by_year, entries, menu, page, post_pages, rss
from tests.dryweb import Answer
from tests.platforms.fake import asked, many

Pages = Callable[[str, dict[str, str]], Answer | str | None]


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


@dataclass
class Dreamwidth:
    """A journal. Its calendar lists no entry, but counts of days; a month's page lists the month's subjects."""

    home: str = "https://quill.dreamwidth.org/"
    each: int = 20
    scrollback: int = 100
    posts: list[Entry] = field(default_factory=lambda: entries(120, "https://quill.dreamwidth.org/", every=30))

    def __post_init__(self) -> None:
        self.posts = [
            Entry(f"{self.home}{256 * (len(self.posts) - n) + 77}.html", one.title, one.day)
            for n, one in enumerate(self.posts)
        ]
        self.months, self.years = by_month(self.posts), by_year(self.posts)
        self.own = post_pages(self.posts, blog="quill")

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if path == "/data/rss":
            return rss(self.posts[:25], self.home)
        if path == "/":
            return self._recent(min(int(query.get("skip", "0")), self.scrollback - self.each))
        if path in ("/archive", "/calendar"):
            return self._year(max(self.years))
        parts = path.strip("/").split("/")
        views: dict[int, Pages] = {1: lambda *_: self._year(parts[0]), 2: lambda *_: self._month("-".join(parts)),
                                   3: lambda *_: self._day("-".join(parts))}  # fmt: skip
        if parts[0] in self.years and len(parts) in views:
            return views[len(parts)](path, query)
        return self.own.get(address)

    def _page(self, title: str, body: str) -> str:
        links = menu(("/", "Recent Entries"), ("/archive", "Archive"), ("/tag/", "Tags"), ("/profile", "Profile"))
        return page(f"quill - {title}", f"<h1>quill</h1>{links}<h2>{title}</h2>{body}", feed="/data/rss")

    def _recent(self, skip: int) -> str:
        some = self.posts[skip : skip + self.each]
        capped = skip == self.scrollback - self.each
        older = f"/{some[-1].day.replace('-', '/')}" if capped else f"/?skip={skip + self.each}"
        return self._page("Recent Entries", articles(some) + f'<a href="{older}">Previous {self.each}</a>')

    def _year(self, year: str) -> str:
        years = "".join(f'<li><a href="/{one}/">{one}</a></li>' for one in sorted(self.years) if one != year)
        months = "".join(self._counts(month) for month in sorted(self.months) if month[:4] == year)
        return self._page("Archive", f"<ul>{years}</ul>{months}")

    def _counts(self, month: str) -> str:
        """A month as the year shows it: how many entries each day has."""
        days = "".join(
            f'<td><a href="/{day.replace("-", "/")}/">{len(list(some))}</a></td>'
            for day, some in groupby(one.day for one in self.months[month])
        )
        below = f'<a href="/{month.replace("-", "/")}/">View Subjects</a>'
        return f"<h3>{date.fromisoformat(month + '-01'):%B %Y}</h3><table><tr>{days}</tr></table>{below}"

    def _month(self, month: str) -> str | None:
        rows = "".join(
            f'<dt><a href="/{one.day.replace("-", "/")}/"><b>{int(one.day[8:])}</b></a></dt>'
            f'<dd>11:30 pm: <a href="{one.address}">{one.title}</a></dd>'
            for one in reversed(self.months.get(month, []))
        )
        shown = f"{date.fromisoformat(month + '-01'):%B %Y}"
        return self._page(shown, f"<dl>{rows}</dl>") if rows else None

    def _day(self, day: str) -> str | None:
        some = [one for one in self.posts if one.day == day]
        return self._page(day, articles(some)) if some else None
