"""The directory as a static site: an index of blogs, a page a blog, years, topics, "on this day", search, feeds.

    store → what changed since the last build → pages of those blogs, of the days they touched, of the whole → folder

Plain files that work from a folder and without scripts, with relative links and a strict policy. Titles come from
strangers and are escaped. A blog that is as it was is not read again; a page that is as it was is not written again.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from crawler.export import as_opml
from crawler.export.frame import Frame
from crawler.export.site import calendar, search_index
from crawler.export.site.feeds import feeds_of
from crawler.export.site.folder import Folder
from crawler.export.site.sitemap import sitemaps_of
from crawler.export.site.templates import Pages, edition, pages_in
from crawler.export.site.views import BlogView, blog_of, by_category, by_topic, view_of
from crawler.export.years import by_year
from crawler.proposals import Proposal, proposal_for
from crawler.store import ListingRow, ProfileRow, Store

LATEST = 5
LONG = 5_000
"""A blog with more posts has a page for each year."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants of the site: its name, and the address where it will stand (empty: no sitemap)."""

    title: str = "Blogs"
    base: str = ""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did."""

    blogs: int
    changed: int
    written: int
    same: int


@dataclass(slots=True)
class _Kept:
    """What the last build knew of a blog; `days` maps a date to a sum over its posts."""

    stamp: str = ""
    number: int = 0
    topics: list[str] = field(default_factory=list)
    shards: list[str] = field(default_factory=list)
    days: dict[str, int] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def build(store: Store, root: Path, wish: Wish, progress: Progress = lambda done, all_of_them: None) -> Built:
    """Write the site, or bring it up to date. Raises Unwritable, UsageError, StoreError."""
    folder = Folder(root)
    folder.refuse_strangers()
    return _Build(store, folder, wish).run(progress)


class _Build:
    """One build, step by step."""

    def __init__(self, store: Store, folder: Folder, wish: Wish):
        self.store, self.folder, self.wish = store, folder, wish
        self.pages: Pages = pages_in(folder, wish.title)
        self.shards = search_index.Shards(folder)
        self.touched: set[str] = set()
        made = edition(wish.title)
        held: dict[str, Any] = folder.kept("site") or {}
        self.again = held.get("edition") != made
        self.held = held
        self.state: dict[str, Any] = {"edition": made, "blogs": {}, "files": [], "months": []}

    def run(self, progress: Progress) -> Built:
        """Everything, in the order in which one needs the other."""
        profiles = [self.store.profile(blog.slug) for blog in self.store.blogs()]
        known: Mapping[str, Mapping[str, Any]] = self.held.get("blogs", {})
        numbers = _numbers([profile.blog.slug for profile in profiles], known)
        views: dict[str, BlogView] = {}
        changed = 0
        for at, profile in enumerate(profiles):
            slug = profile.blog.slug
            stamp = _stamp(profile, self.store.last_changed(slug))
            summary = known.get(slug, {})
            if self.again or summary.get("stamp") != stamp:
                changed += 1
                views[slug], proposal = self.blog(profile, _Kept(stamp, numbers[slug]))
                told = {"topics": list(proposal.topics), "kind": proposal.kind}
                summary = {"stamp": stamp, "number": numbers[slug], **told}
            else:
                proposal = Proposal(tuple(summary.get("topics", ())), summary.get("kind", ""))
                views[slug] = view_of(profile, proposal)
            self.state["blogs"][slug] = summary
            progress(at + 1, len(profiles))
        for slug in known.keys() - views.keys():
            self.forget(slug)
        self.shards.flush()
        self.whole(profiles, views)
        self.folder.keep("site", self.state)
        return Built(len(profiles), changed, self.folder.written, self.folder.same)

    def blog(self, profile: ProfileRow, kept: _Kept) -> tuple[BlogView, Proposal]:
        """A blog's pages, feeds and words; what changed of its days is noted."""
        slug = profile.blog.slug
        posts = list(self.store.listing([slug]))
        proposal = proposal_for(profile.blog, posts)
        view = view_of(profile, proposal)
        before = self.before(slug)
        years = [(year, rows) for year, rows in by_year(posts)]
        files = self.blog_pages(view, posts, years)
        for name, feed in feeds_of(blog_of(profile), years).items():
            self.folder.write(f"blogs/{slug}/{name}", feed)
            files.append(f"blogs/{slug}/{name}")
        words = search_index.shards_of(posts)
        self.shards.put(kept.number, words, before.shards)
        parts = search_index.write_titles(self.folder, kept.number, (slug, view.name), posts)
        files += [f"search/titles/{kept.number}-{part}.js" for part in range(parts)]
        days = _days(posts)
        self.touched |= {day for day in days.keys() | before.days.keys() if days.get(day) != before.days.get(day)}
        for name in set(before.files) - set(files):
            self.folder.remove(name)
        told = {"number": kept.number, "shards": sorted(words), "days": days, "files": files}
        self.folder.keep(f"blogs/{slug}", told)
        return view, proposal

    def before(self, slug: str) -> _Kept:
        """What the last build knew of a blog."""
        told = self.folder.kept(f"blogs/{slug}") or {}
        return _Kept(
            number=told.get("number", 0),
            shards=told.get("shards", []),
            days={} if self.again else told.get("days", {}),
            files=told.get("files", []),
        )

    def blog_pages(
        self, view: BlogView, posts: Sequence[ListingRow], years: list[tuple[str, list[ListingRow]]]
    ) -> list[str]:
        """The blog's page; of a long blog also a page for each year."""
        home = f"blogs/{view.slug}/index.html"
        latest = [post for post in posts[:LATEST] if post.excerpt]
        if len(posts) <= LONG:
            self.pages.write(home, "blog.html", blog=view, latest=latest, years=years, parts=[])
            return [home]
        parts = [(year.replace(" ", "-"), f"{len(rows):,}") for year, rows in years]
        self.pages.write(home, "blog.html", blog=view, latest=latest, years=[], parts=parts)
        files = [home]
        for year, rows in years:
            files.append(f"blogs/{view.slug}/{year.replace(' ', '-')}.html")
            self.pages.write(files[-1], "part.html", blog=view, year=year, posts=rows)
        return files

    def forget(self, slug: str) -> None:
        """A blog that is no longer in the registry."""
        before = self.before(slug)
        self.touched |= before.days.keys()
        self.shards.put(before.number, {}, before.shards)
        for name in [*before.files, f".backfile/blogs/{slug}.json"]:
            self.folder.remove(name)

    def whole(self, profiles: Sequence[ProfileRow], views: Mapping[str, BlogView]) -> None:
        """The pages of all blogs together, and those of days that were touched."""
        everyone = list(views.values())
        self.pages.write_assets()
        first, last = (pick((one for p in profiles for one in p.years), default="") for pick in (min, max))
        told = {"blogs": everyone, "posts": sum(view.posts for view in everyone), "first": first, "last": last}
        self.pages.write("index.html", "index.html", categories=by_category(everyone), **told)
        self.pages.write("search.html", "search.html")
        files = ["index.html", "search.html", *self.topics(everyone), *self.times(profiles, views)]
        self.folder.write("blogs.opml", _opml(profiles))
        public = [*files, *(f"blogs/{slug}/index.html" for slug in views)]
        for name, content in sitemaps_of(self.wish.base, public).items():
            self.folder.write(name, content)
            files.append(name)
        for name in set(self.held.get("files", [])) - set(files):
            self.folder.remove(name)
        self.state["files"] = files

    def topics(self, everyone: Sequence[BlogView]) -> list[str]:
        """The list of topics, and the blogs of each."""
        topics = by_topic(everyone)
        links = [(f"{topic.file}.html", topic.name, f"{len(blogs):,}") for topic, blogs in topics.items()]
        self.pages.write(
            "topics/index.html", "links.html", heading="Topics", lead="", groups=[("", links)] if links else []
        )
        for topic, blogs in topics.items():
            some = [(f"../blogs/{blog.slug}/index.html", blog.name, f"{blog.posts:,}") for blog in blogs]
            self.pages.write(
                f"topics/{topic.file}.html", "links.html", heading=topic.name, lead="", groups=[("", some)]
            )
        return ["topics/index.html", *(f"topics/{topic.file}.html" for topic in topics)]

    def times(self, profiles: Sequence[ProfileRow], views: Mapping[str, BlogView]) -> list[str]:
        """Years, months and days: all lists, and of months and days those that were touched."""
        months, days = self.store.months(), self.store.days_of_year()
        before = set(self.held.get("months", []))
        self.state["months"] = months
        files = calendar.write_years(self.pages, profiles, views, months)
        moved = {day[:7] for day in self.touched if len(day) >= 7} | _beside(before ^ set(months), months)
        for month in months:
            if self.again or month in moved:
                calendar.write_month(self.pages, month, months, self.store.of_month(month), views)
        calendar.write_days(self.pages, days)
        years = sorted({year for profile in profiles for year in profile.years}, reverse=True)
        dirty = {day[5:] for day in self.touched if len(day) == 10}
        for one in days:
            if self.again or one in dirty:
                calendar.write_day(self.pages, one, self.store.of_dates(calendar.dates_of(one, years)), views)
        return [*files, "days/index.html", *map(calendar.month_file, months), *map(calendar.day_file, days)]


def _numbers(slugs: Iterable[str], known: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """A number for each blog, which it keeps from build to build."""
    numbers = {slug: known[slug]["number"] for slug in slugs if slug in known}
    following = max((one["number"] for one in known.values()), default=0)
    for slug in slugs:
        if slug not in numbers:
            following += 1
            numbers[slug] = following
    return numbers


def _stamp(profile: ProfileRow, changed: str) -> str:
    """Tells a blog that is as it was at the last build: by its row, its counts, and when its posts last changed."""
    return hashlib.sha256(f"{profile}\n{changed}".encode("utf-8", "replace")).hexdigest()[:16]


def _days(posts: Iterable[ListingRow]) -> dict[str, int]:
    sums: dict[str, int] = defaultdict(int)
    for post in posts:
        sums[post.date] = zlib.crc32(f"{post.url}\n{post.title}".encode("utf-8", "replace"), sums[post.date])
    return dict(sums)


def _beside(changed: set[str], months: Sequence[str]) -> set[str]:
    """The neighbours of months that came or went: these link to them."""
    beside = set(changed)
    for one in changed:
        earlier = [month for month in months if month < one]
        later = [month for month in months if month > one]
        beside.update(earlier[-1:] + later[:1])
    return beside


def _opml(profiles: Sequence[ProfileRow]) -> str:
    out = StringIO()
    blogs = {profile.blog.slug: blog_of(profile) for profile in profiles}
    rows = (ListingRow(slug, None, "", "", "", "", "[]", "", "", "") for slug in blogs)
    as_opml.write(rows, out, Frame(blogs.__getitem__, ""))
    return out.getvalue()


__all__ = ["Built", "Wish", "build"]
