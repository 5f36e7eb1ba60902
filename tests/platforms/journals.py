"""A fake of Dreamwidth, and of LiveJournal, from whose code it comes: what each view of a journal lists.

https://github.com/dreamwidth/dreamwidth: cgi-bin/LJ/S2/ (RecentPage: `?skip=` up to MAX_SCROLLBACK_LASTN, then the
day; YearPage, MonthPage, DayPage) and styles/core2.s2, the markup of these (`YearPage::print_month`,
`MonthPage::print_body`, `MonthDay::print_subjectlist`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from tests.dryblogs import Entry, articles, by_month, by_year, menu, page, post_pages, rss
from tests.dryweb import Answer
from tests.platforms.fake import asked, many

Pages = Callable[[str, dict[str, str]], Answer | str | None]
ENDS = {1: "st", 2: "nd", 3: "rd"}


@dataclass
class Dreamwidth:
    """A journal. Its calendar lists no entry, but counts of days; a month's page lists the month's subjects, each day
    headed by its number, as `ordinal` or bare."""

    home: str = "https://quill.dreamwidth.org/"
    calendar: str = "archive"
    each: int = 20
    scrollback: int = 100
    ordinal: bool = True
    posts: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        made = self.posts or many(self.home)
        self.posts = [
            Entry(f"{self.home}{256 * (len(made) - n) + 77}.html", one.title, one.day) for n, one in enumerate(made)
        ]
        self.months, self.years = by_month(self.posts), by_year(self.posts)
        self.own = post_pages(self.posts, blog="quill")

    @property
    def fewest(self) -> int:
        """A page for each month; the years, which name the months, one by one."""
        return len(self.months) + len(self.years)

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if path == "/data/rss":
            return rss(self.posts[:25], self.home)
        if path == "/":
            return self._recent(min(int(query.get("skip", "0")), self.scrollback - self.each))
        if path == f"/{self.calendar}":
            return self._year(max(self.years))
        parts = path.strip("/").split("/")
        views: dict[int, Pages] = {1: lambda *_: self._year(parts[0]), 2: lambda *_: self._month("-".join(parts)),
                                   3: lambda *_: self._day("-".join(parts))}  # fmt: skip
        if parts[0] in self.years and len(parts) in views:
            return views[len(parts)](path, query)
        return self.own.get(address)

    def _page(self, title: str, body: str) -> str:
        links = menu(
            ("/", "Recent Entries"), (f"/{self.calendar}", "Archive"), ("/tag/", "Tags"), ("/profile", "Profile")
        )
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
            f'<td class="day"><span class="label">{int(day[8:])}</span>'
            f'<p><a href="/{day.replace("-", "/")}/">{len(list(some))}</a></p></td>'
            for day, some in groupby(one.day for one in reversed(self.months[month]))
        )
        below = f'<a href="/{month.replace("-", "/")}/">View Subjects</a>'
        shown = f"{date.fromisoformat(month + '-01'):%B %Y}"
        table = f'<table class="month"><caption>{shown}</caption><tr>{days}</tr></table>'
        return f'<div class="month"><h3>{shown}</h3>{table}<div class="footer">{below}</div></div>'

    def _month(self, month: str) -> str | None:
        entries = list(reversed(self.months.get(month, [])))
        rows = "".join(self._subjects(day, list(some)) for day, some in groupby(entries, lambda one: one.day))
        shown = f"{date.fromisoformat(month + '-01'):%B %Y}"
        return self._page(shown, f'<div id="archive-month"><dl>{rows}</dl></div>') if rows else None

    def _subjects(self, day: str, some: list[Entry]) -> str:
        number = int(day[8:])
        shown = f"{number}{'th' if 3 < number < 21 else ENDS.get(number % 10, 'th')}" if self.ordinal else str(number)
        subjects = "".join(
            '<span class="datetime"><span class="time">11:30 pm</span></span>'
            f'<span class="poster entry-poster empty"></span><h3 class="entry-title"><a title="{one.title}" '
            f'href="{one.address}">{one.title}</a></h3> - 2 comments<br /><br />'
            for one in some
        )
        return f'<dt><a href="/{day.replace("-", "/")}/">{shown}</a></dt><dd>{subjects}</dd>'

    def _day(self, day: str) -> str | None:
        some = [one for one in self.posts if one.day == day]
        return self._page(day, articles(some)) if some else None


def livejournal() -> Dreamwidth:
    """LiveJournal calls its calendar so, and heads the days with bare numbers."""
    return Dreamwidth("https://quill.livejournal.com/", "calendar", ordinal=False)
