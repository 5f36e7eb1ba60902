"""Fakes of classic systems that keep their history in months, from the templates that they bring.

Dotclear       https://github.com/dotclear/dotclear: inc/public/default-templates/dotty/ (archive, archive_month,
               _entry-short, _pagination), inc/public/class.dc.template.php: a month has no limit, other pages 10
Movable Type   https://github.com/movabletype/movabletype: default_templates/ archive_index.mtml (4: months),
               master_archive_index.tmpl (3: every entry), monthly_entry_listing.mtml (no limit),
               entry_summary.mtml, feed_recent.mtml (15 entries)
b2evolution    https://github.com/b2evolution/b2evolution: skins/_arcdir.disp.php, _postidx.disp.php (1,000 titles, by
               title), plugins/_archives.plugin.php, inc/items/model/_itemlistlight.class.php (`unit`, `posts`, `paged`;
               "a very high post count can be configured for a month, default is 100"), skins/_rss2/index.main.php
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from tests.dryblogs import Entry, by_month, page, rss
from tests.dryweb import Answer
from tests.platforms.fake import asked, many


def _shown(month: str) -> str:
    return f"{date.fromisoformat(month + '-01'):%B %Y}"


@dataclass
class Months:
    """What the three share: posts, and those of each month."""

    home = "https://months.example/"
    pattern = "{day:%Y/%m/%d}/{slug}"
    posts: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.posts = self.posts or many(self.home, self.pattern)
        self.months = by_month(self.posts)

    @property
    def fewest(self) -> int:
        """The page that names the months, and each month."""
        return 1 + len(self.months)


class Dotclear(Months):
    """Its archive has the months with their counts; its home pages of ten, which are fewer than the months here."""

    home = "https://carnet.example/"
    pattern = "post/{day:%Y/%m/%d}/{slug}"
    each = 10

    @property
    def fewest(self) -> int:
        return min(super().fewest, -(-len(self.posts) // self.each))

    def serve(self, address: str) -> Answer | str | None:
        path, _ = asked(address)
        if path == "/feed/atom":
            return rss(self.posts[:20], self.home)
        if path == "/archive":
            return self._archive()
        if path == "/" or path.startswith("/page/"):
            return self._front(int(path.removeprefix("/page/") if path != "/" else "1"))
        month = path.removeprefix("/archive/").replace("/", "-")
        return self._month(month) if path.startswith("/archive/") and month in self.months else None

    def _page(self, title: str, body: str) -> str:
        foot = '<footer><p>Powered by <a href="https://dotclear.org/">Dotclear</a></p></footer>'
        head = '<link rel="contents" title="Archives" href="/archive">'
        return page(title, f'<div id="main"><div id="content">{body}</div></div>{foot}', feed="/feed/atom", head=head)

    def _front(self, number: int) -> str:
        some = self.posts[(number - 1) * self.each : number * self.each]
        pages = -(-len(self.posts) // self.each)
        older = f'<a href="/page/{number + 1}" class="prev">&#171; previous entries</a> - ' if number < pages else ""
        newer = f' - <a href="/page/{number - 1}" class="next">next entries &#187;</a>' if number > 1 else ""
        rows = "".join(map(self._entry, some))
        nav = f'<nav class="pagination">{older}page {number} of {pages}{newer}</nav>'
        return self._page("Carnet", rows + nav)

    def _entry(self, one: Entry) -> str:
        shown = f"{date.fromisoformat(one.day):%A, %B %-d %Y}"
        stamp = f'<time datetime="{one.day}T23:30:00-05:00">{shown}</time>'
        return (
            f'<article class="post short"><header><p class="post-day-date">{stamp}</p><h2 class="post-title">'
            f'<a href="{one.address}">{one.title}</a></h2></header><div class="post-content"><p>Words of it.</p></div>'
            f'<footer class="post-meta"><p class="post-info"><span class="post-author">By Ann, </span>'
            f'<span class="post-date">{stamp}.</span></p></footer></article>'
        )

    def _archive(self) -> str:
        years = sorted({month[:4] for month in self.months})
        blocks = "".join(f"<h4>{year}</h4><ul>{self._of_year(year)}</ul>" for year in years)
        return self._page("Archives", f"<h2>Archives</h2><h3>By date</h3>{blocks}")

    def _of_year(self, year: str) -> str:
        return "".join(
            f'<li><a href="/archive/{month.replace("-", "/")}" title="{_shown(month)}">'
            f'<time datetime="{month}">{_shown(month)[:-5]}</time></a> <span>({len(self.months[month])})</span></li>'
            for month in sorted(self.months)
            if month[:4] == year
        )

    def _month(self, month: str) -> str:
        head = f'<h2><time datetime="{month}">{_shown(month)}</time> <span>({len(self.months[month])})</span></h2>'
        return self._page(f"Archives - {_shown(month)}", head + "".join(map(self._entry, self.months[month])))


class MovableType(Months):
    """Version 4: the archive index lists months alone."""

    home = "https://column.example/"
    pattern = "{day:%Y/%m}/{slug}.html"
    generator = "Movable Type 4.38"

    def serve(self, address: str) -> Answer | str | None:
        path, _ = asked(address)
        if path == "/atom.xml":
            return rss(self.posts[:15], self.home)
        if path == "/":
            return self._page(
                "Column", "".join(map(self._entry, self.posts[:10])) + '<a href="/archives.html">Archives</a>'
            )
        if path == "/archives.html":
            return self._page("Column: Archives", f"<h1>Archives</h1>{self._archive()}")
        month = path.strip("/").replace("/", "-")
        if month not in self.months:
            return None
        rows = "".join(map(self._entry, self.months[month]))
        return self._page(f"Column: {_shown(month)} Archives", f"<h1>{_shown(month)} Archives</h1>{rows}")

    def _archive(self) -> str:
        rows = "".join(
            f'<li class="archive-list-item"><a href="/{month.replace("-", "/")}/">{_shown(month)}</a></li>'
            for month in self.months
        )
        return f'<h2 class="archive-header">Monthly Archives</h2><ul class="archive-list">{rows}</ul>'

    def _page(self, title: str, body: str) -> str:
        head = f'<meta name="generator" content="{self.generator}">'
        return page(title, f'<div id="content"><div id="alpha">{body}</div></div>', feed="/atom.xml", head=head)

    def _entry(self, one: Entry) -> str:
        day = date.fromisoformat(one.day)
        stamp = f'<abbr class="published" title="{one.day}T23:30:00-05:00">{day:%B %-d, %Y} 11:30 PM</abbr>'
        return (
            '<div class="entry-asset asset hentry"><div class="asset-header"><h2 class="asset-name entry-title">'
            f'<a href="{one.address}">{one.title}</a></h2><div class="asset-meta"><span class="byline">By '
            f'<span class="vcard author">Ann</span> on {stamp}</span><span class="separator">|</span> '
            f'<a href="{one.address}#comments">2 Comments</a></div></div>'
            '<div class="asset-content entry-content"><div class="asset-body"><p>Words of it.</p></div></div></div>'
        )


class MovableType3(MovableType):
    """Version 3: the master archive index lists every entry with its day."""

    pattern = "archives/{number:06d}.html"
    generator = "http://www.movabletype.org/ Movable Type 3.33"
    fewest = 1

    def _archive(self) -> str:
        rows = "".join(
            f'<li class="archive-list-item">{one.day.replace("-", ".")}: <a href="{one.address}">{one.title}</a></li>'
            for one in self.posts
        )
        return f'<ul class="archive-list">{rows}</ul>'


class B2evolution(Months):
    """Its feed takes `unit=all` as every list does; without, and where feeds are off, the months are left."""

    home = "https://evo.example/"
    pattern = "notes/{slug}"
    feeds = True

    @property
    def fewest(self) -> int:
        return 1 if self.feeds else super().fewest

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if query.get("tempskin") == "_rss2":
            return rss(self.posts if query.get("unit") == "all" else self.posts[:8], self.home) if self.feeds else None
        month = path.strip("/").replace("/", "-")
        if month in self.months:
            return self._page(_shown(month), "".join(map(self._entry, self.months[month])))
        if path != "/" or "tempskin" in query:
            return None
        return self._front(query.get("disp", "posts"))

    def _front(self, shown: str) -> str | None:
        views = {"posts": self._posts, "postidx": self._titles, "arcdir": self._archive}
        return views[shown]() if shown in views else None

    def _posts(self) -> str:
        more = '<li><a href="/?disp=arcdir">More...</a></li>'
        rows = "".join(map(self._entry, self.posts[:5]))
        return self._page("Evo", f"{rows}<h3>Archives</h3><ul>{self._months(12)}{more}</ul>")

    def _titles(self) -> str:
        some = sorted(self.posts, key=lambda one: one.title)[:1000]
        return self._page(
            "Post index",
            "<ul>" + "".join(f'<li><a href="{one.address}">{one.title}</a></li>' for one in some) + "</ul>",
        )

    def _archive(self) -> str:
        return self._page("Archive directory", f"<h2>Archive directory</h2><ul>{self._months(len(self.months))}</ul>")

    def _months(self, count: int) -> str:
        return "".join(
            f'<li><a href="/{month.replace("-", "/")}/" title="View monthly archive">{_shown(month)}</a> '
            f'<span class="dimmed">({len(self.months[month])})</span></li>'
            for month in list(self.months)[:count]
        )

    def _page(self, title: str, body: str) -> str:
        head = '<meta name="generator" content="b2evolution 6.11.4">'
        return page(title, body, feed="/?tempskin=_rss2" if self.feeds else "", head=head)

    def _entry(self, one: Entry) -> str:
        day = date.fromisoformat(one.day)
        return (
            '<div class="evo_post"><header><div class="evo_post_title">'
            f'<h2><a href="{one.address}">{one.title}</a></h2></div><div class="small text-muted">Posted by Ann on '
            f'<time datetime="{one.day}T23:30:00-05:00">{day:%-d %b %Y}</time></div></header>'
            "<section><p>Words of it.</p></section></div>"
        )


class B2evolutionWithoutFeeds(B2evolution):
    """A collection whose feeds are switched off."""

    feeds = False
