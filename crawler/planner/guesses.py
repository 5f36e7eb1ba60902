"""Addresses that no link names: the folders of the posts, where archives and feeds usually stand, months by pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import urljoin

from crawler import dates, urls
from crawler.model import Ask, Harvest, Place, Post, Role, Source, SourceKind, State
from crawler.planner.view import SAMPLE, View

MOST_GUESSES = 6
MOST_MONTHS = 400
ARCHIVES = ("archive/", "archives/", "archives.html", "archive.html", "posts/", "blog/")
FEEDS = ("feed/", "atom.xml", "rss.xml", "index.xml", "feed.xml")
ONLY = "platform.only"
"""The trait of a front page whose platform has no archive but those that it offers."""

MONTHS = ("{folder}{year}/{month:02d}/", "{folder}{year}_{month:02d}.html", "{folder}{year}-{month:02d}.html")
"""Where programs write month pages, below the posts' folder: WordPress, Movable Type, generators of static sites."""


def guesses(view: View) -> list[Ask]:
    """One usual address at a time, while no chain lists everything."""
    return [] if view.ledger.settled() else next_guess(view, MOST_GUESSES)


def next_guess(view: View, most: int) -> list[Ask]:
    """The next usual address, if not so many were tried yet, and none has led to the blog's calendar."""
    if view.tried(SourceKind.ARCHIVE) >= min(most, MOST_GUESSES) or _has_calendar(view):
        return []
    return [Ask(source, "archives usually stand there") for source in list(view.fresh(_archives(view)))[:1]]


def _has_calendar(view: View) -> bool:
    """Whether an archive page was read that names the blog's years or months: there is no other beside it."""
    named = Counter(source.parent for source in view.named(SourceKind.ARCHIVE, Role.YEAR, Role.MONTH))
    read = (h.source for h in view.state.done(SourceKind.ARCHIVE) if h.source.role in (Role.WHOLE, Role.USUAL))
    return any(named[source.address] >= SAMPLE for source in read)


def usual_feeds(view: View) -> list[Ask]:
    """The usual addresses of feeds, where no feed is known and no chain lists everything."""
    known = any(claim.place is Place.FEED for h in view.state.done(SourceKind.FEED) for claim in h.findings.claims)
    if known or view.ledger.settled() or view.tried(SourceKind.FEED) >= len(FEEDS):
        return []
    own = view.named(SourceKind.FEED, Role.USUAL)
    sources = own + [Source(urljoin(view.folder, tail), SourceKind.FEED, Role.USUAL) for tail in FEEDS]
    return [Ask(source, "feeds usually stand there") for source in list(view.fresh(sources))[:1]]


def _archives(view: View) -> Iterator[Source]:
    for parent in folders_of(view.ledger.posts, 3):
        yield Source(parent, SourceKind.ARCHIVE, Role.USUAL)
    yield from view.named(SourceKind.ARCHIVE, Role.USUAL)  # the platform's own
    for tail in () if ONLY in view.home_traits else ARCHIVES:
        yield Source(urljoin(view.folder, tail), SourceKind.ARCHIVE, Role.USUAL)


def folders_of(posts: Sequence[Post], parts: int = 2) -> list[str]:
    """Folders without dates that hold more than a half (a third, …) of the posts, the fullest first: an index may stand
    there, or one of each language."""
    counts: Counter[str] = Counter()
    for parents, count in Counter(urls.parents(post.url) for post in posts).items():
        for parent in parents:
            if urls.date_in(parent) is None and urls.path_parts(parent):
                counts[parent] += count
    return [parent for parent, count in counts.most_common() if count * parts > len(posts)][:parts]


def months_by_pattern(view: View) -> list[Ask]:
    """Month pages that no link names: one tried for a month that has posts; where it lists some, all other months."""
    guessed = [h for h in view.state.harvests.values() if h.source.role is Role.MONTH and h.source.label == _GUESSED]
    good = next((h for h in guessed if _is_month(view, h)), None)
    if good is not None:
        return _other_months(view, good.source.address)
    if view.ledger.settled() or not view.ledger.posts or "months" in _read(view):
        return []
    if guessed:
        return []
    year, month = _fullest_month(view.ledger.posts)
    if not year:
        return []
    folder = _posts_folder(view)
    tries = [
        Source(pattern.format(folder=folder, year=year, month=month), SourceKind.ARCHIVE, Role.MONTH, _GUESSED)
        for pattern in MONTHS
    ]
    return [Ask(source, "month pages may stand there") for source in view.fresh(tries)]


_GUESSED = "guessed"


def _is_month(view: View, harvest: Harvest) -> bool:
    """Whether a page lists posts of its own month, for the most part."""
    month = str(urls.date_in(harvest.source.address))
    days = [view.ledger.posts[number].text("date") for number in view.ledger.listed_by(harvest)]
    return sum(day.startswith(month) for day in days) * 2 > len(days)


def _read(view: View) -> set[str]:
    """Names of the calendar chains that links led to."""
    return {
        name
        for name, chain in view.ledger.chains.items()
        if name in ("years", "months") and any(_linked(h) for h in chain.asked)
    }


def _linked(harvest: Harvest) -> bool:
    """A year's or month's page that a link led to."""
    calendar = harvest.source.role in (Role.YEAR, Role.MONTH)
    return calendar and harvest.source.label != _GUESSED and harvest.outcome.state is State.DONE


def _other_months(view: View, address: str) -> list[Ask]:
    """All months between the first and the last known post, by the pattern of one that answered."""
    known = dates.parse_partial(str(urls.date_in(address)))
    if known is None or known.month is None:
        return []
    days = sorted(day[:7] for post in view.ledger.posts if len(day := post.text("date")) >= 7)
    asks = []
    for year, month in _span(_earlier(days[0]), days[-1]):
        stem = address.replace(f"{known.year}", "{y}", 1)
        other = stem.replace(f"{known.month:02d}", f"{month:02d}", 1).replace("{y}", str(year))
        asks.append(Source(other, SourceKind.ARCHIVE, Role.MONTH, _GUESSED, number=year))
    return [Ask(source, "the month pages follow a pattern") for source in list(view.fresh(asks))[:MOST_MONTHS]]


def _earlier(month: str) -> str:
    """A year before a month: a blog may have begun before its oldest post that is known."""
    return f"{int(month[:4]) - 1:04d}{month[4:]}"


def _span(first: str, last: str) -> Iterator[tuple[int, int]]:
    """Every (year, month) from one YYYY-MM to another."""
    at, end = int(first[:4]) * 12 + int(first[5:7]) - 1, int(last[:4]) * 12 + int(last[5:7]) - 1
    for number in range(at, end + 1):
        yield number // 12, number % 12 + 1


def _fullest_month(posts: Sequence[Post]) -> tuple[int, int]:
    counts = Counter(day[:7] for post in posts if len(day := post.text("date")) >= 7)
    if not counts:
        return 0, 0
    best = min(counts, key=lambda month: (-counts[month], month))
    return int(best[:4]), int(best[5:7])


def _posts_folder(view: View) -> str:
    """The folder that most posts stand in, without dates."""
    folders = folders_of(view.ledger.posts)
    return max(folders, key=len) if folders else view.folder
