"""Pages of blogs, written for tests: entries, and how a home page, an archive, a feed or a sitemap lists them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from html import escape
from urllib.parse import urljoin

HOME = "https://blog.example/"
_FIRST = (
    *("Amber", "Brisk", "Copper", "Dusty", "Early", "Frozen"),
    *("Golden", "Hollow", "Iron", "Jolly", "Kind", "Lonely"),
)
_SECOND = (
    *("anchors", "bridges", "candles", "doors", "engines", "ferries"),
    *("gardens", "harbours", "islands", "jackets", "kettles"),
)
_THIRD = ("at dawn", "by the sea", "in winter", "for beginners", "under glass", "without fear", "on paper")


@dataclass(frozen=True, slots=True)
class Entry:
    """A post that a blog has published. `day` is YYYY-MM-DD."""

    address: str
    title: str
    day: str

    @property
    def month(self) -> str:
        return self.day[:7]

    @property
    def year(self) -> str:
        return self.day[:4]


def title_of(number: int) -> str:
    """One of 924 titles that share no pattern of numbers."""
    return f"{_FIRST[number % 12]} {_SECOND[number % 11]} {_THIRD[number % 7]}"


def entries(
    count: int,
    root: str = HOME,
    pattern: str = "{day:%Y/%m}/{slug}/",
    every: float = 9,
    last: date = date(2023, 11, 20),
) -> list[Entry]:
    """So many posts, newest first, one every few days until `last`."""
    made = []
    for number in range(count):
        day, title = last - timedelta(days=every * number), title_of(number)
        slug = title.lower().replace(" ", "-")
        address = urljoin(root, pattern.format(day=day, slug=slug, number=1000 - number))
        made.append(Entry(address, title, day.isoformat()))
    return made


def page(title: str, body: str, *, feed: str = "", head: str = "", lang: str = "en") -> str:
    """A whole page; `feed` is the address that its head declares."""
    link = f'<link rel="alternate" type="application/rss+xml" title="Feed" href="{feed}">' if feed else ""
    return (
        f'<!doctype html><html lang="{lang}"><head><title>{escape(title)}</title>{link}{head}</head>'
        f"<body>{body}</body></html>"
    )


def listing(some: Iterable[Entry], *, dated: bool = True) -> str:
    """A list of links, each with its day unless `dated` is false."""
    rows = []
    for entry in some:
        stamp = f'<time datetime="{entry.day}">{entry.day}</time> ' if dated else ""
        rows.append(f'<li>{stamp}<a href="{escape(entry.address)}">{escape(entry.title)}</a></li>')
    return f"<ul class=posts>{''.join(rows)}</ul>"


def articles(some: Iterable[Entry]) -> str:
    """A list as home pages have it: heading, day, some words."""
    return "".join(
        f'<article><h2><a href="{escape(one.address)}">{escape(one.title)}</a></h2>'
        f'<time datetime="{one.day}">{one.day}</time><p>Some words of the entry, and a few more of them.</p></article>'
        for one in some
    )


def menu(*links: tuple[str, str]) -> str:
    """Navigation: (address, words) each."""
    return "<nav>" + " ".join(f'<a href="{escape(address)}">{words}</a>' for address, words in links) + "</nav>"


def post_pages(some: Sequence[Entry], *, dated: bool = True, joined: bool = False, blog: str = "") -> dict[str, str]:
    """The posts' own pages; with `joined` each names its neighbours."""
    made = {}
    for number, entry in enumerate(some):
        older = some[number + 1].address if joined and number + 1 < len(some) else ""
        newer = some[number - 1].address if joined and number else ""
        around = (f'<a rel="prev" href="{older}">Older</a>' if older else "") + (
            f'<a rel="next" href="{newer}">Newer</a>' if newer else ""
        )
        stamp = f'<time datetime="{entry.day}">{entry.day}</time>' if dated else ""
        body = f"<article><h1>{escape(entry.title)}</h1>{stamp}<p>The whole text of this entry.</p></article>{around}"
        made[entry.address] = page(f"{entry.title} | {blog}" if blog else entry.title, body)
    return made


def rss(some: Iterable[Entry], home: str = HOME, title: str = "The Example Blog") -> str:
    """A feed of these entries."""
    return _rss(((one.address, one.title, one.day) for one in some), home, title)


def _rss(items: Iterable[tuple[str, str, str]], home: str, title: str) -> str:
    rows = "".join(
        f"<item><title>{escape(name)}</title><link>{escape(address)}</link><guid>{escape(address)}</guid>"
        f"<pubDate>{_rfc822(day)}</pubDate></item>"
        for address, name, day in items
    )
    channel = f"<title>{escape(title)}</title><link>{home}</link><description>d</description>"
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{channel}{rows}</channel></rss>'


def _rfc822(day: str) -> str:
    return format_datetime(datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC))


_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemap(addresses: Iterable[str]) -> str:
    """A sitemap of these addresses."""
    rows = "".join(f"<url><loc>{escape(address)}</loc></url>" for address in addresses)
    return f'<?xml version="1.0"?><urlset {_SCHEMA}>{rows}</urlset>'


def sitemap_index(addresses: Iterable[str]) -> str:
    """An index of these sitemaps."""
    rows = "".join(f"<sitemap><loc>{escape(address)}</loc></sitemap>" for address in addresses)
    return f'<?xml version="1.0"?><sitemapindex {_SCHEMA}>{rows}</sitemapindex>'


def addresses(some: Iterable[Entry]) -> list[str]:
    return [one.address for one in some]


def by_month(some: Iterable[Entry]) -> dict[str, list[Entry]]:
    """YYYY-MM to its entries, in their order."""
    return _by((one.month, one) for one in some)


def by_year(some: Iterable[Entry]) -> dict[str, list[Entry]]:
    return _by((one.year, one) for one in some)


def _by(pairs: Iterable[tuple[str, Entry]]) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = defaultdict(list)
    for key, entry in pairs:
        groups[key].append(entry)
    return dict(groups)


def cut(some: Sequence[Entry], each: int) -> Iterator[Sequence[Entry]]:
    """Pages of so many entries."""
    for start in range(0, len(some), each):
        yield some[start : start + each]


def paged(some: Sequence[Entry], each: int, first: str, pattern: str, links: str = "all") -> dict[str, str]:
    """Pages of a home: `first`, then `pattern` with {n}. `links` is "all" numbers of pages, or "next" alone."""
    pages = list(cut(some, each))
    made = {}
    for number, part in enumerate(pages, 1):
        here = first if number == 1 else pattern.format(n=number)
        made[here] = page("The Example Blog", articles(part) + _pager(number, len(pages), first, pattern, links))
    return made


def _pager(number: int, count: int, first: str, pattern: str, links: str) -> str:
    def at(n: int) -> str:
        return first if n == 1 else pattern.format(n=n)

    if links == "next":
        return f'<div><a href="{at(number + 1)}">Older posts</a></div>' if number < count else ""
    shown = sorted({1, number - 1, number + 1, count} & set(range(1, count + 1)) - {number})
    return "<nav class=pagination>" + " ".join(f'<a href="{at(n)}">{n}</a>' for n in shown) + "</nav>"
