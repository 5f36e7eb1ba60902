"""Pages across all blogs by time: years, months, and every day of the year ("on this day")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from crawler.export.site.templates import Pages
from crawler.export.site.views import BlogView
from crawler.export.years import day
from crawler.store import ListingRow, ProfileRow

Link = tuple[str, str, str]
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def month_name(month: str) -> str:
    """The name of a month, "03" or "2019-03"."""
    return MONTHS[int(month[-2:]) - 1]


def write_years(
    pages: Pages, profiles: Sequence[ProfileRow], views: Mapping[str, BlogView], months: Iterable[str]
) -> list[str]:
    """The list of years, and for each its months and its blogs; the names of the files."""
    counts: dict[int, dict[str, int]] = {}
    for profile in profiles:
        for year, count in profile.years.items():
            counts.setdefault(year, {})[profile.blog.slug] = count
    years = sorted(counts, reverse=True)
    links = [(f"{year}/index.html", str(year), f"{sum(counts[year].values()):,}") for year in years]
    pages.write("years/index.html", "links.html", heading="Years", lead="", groups=[("", links)] if links else [])
    held = {year: sorted(month for month in months if month.startswith(f"{year}-")) for year in years}
    for year in years:
        blogs = sorted(counts[year].items(), key=lambda one: (-one[1], one[0]))
        groups = [
            ("Months", [(f"{month[5:]}.html", month_name(month), "") for month in held[year]]),
            ("Blogs", [(f"../../blogs/{slug}/index.html#y{year}", views[slug].name, f"{n:,}") for slug, n in blogs]),
        ]
        lead = f"{sum(counts[year].values()):,} posts of {len(blogs):,} blogs."
        told = {"heading": str(year), "lead": lead, "groups": [group for group in groups if group[1]]}
        pages.write(f"years/{year}/index.html", "links.html", **told)
    return ["years/index.html", *(f"years/{year}/index.html" for year in years)]


def write_month(
    pages: Pages, month: str, months: Sequence[str], rows: Iterable[ListingRow], views: Mapping[str, BlogView]
) -> None:
    """All posts of a month by day, newest first; `months` are all that have a page, in order."""
    at = months.index(month)
    steps = [("up", "index.html", month[:4])]
    if at:
        steps.append(("prev", f"../{_path(months[at - 1])}", _called(months[at - 1])))
    if at + 1 < len(months):
        steps.append(("next", f"../{_path(months[at + 1])}", _called(months[at + 1])))
    groups = [(day(date), list(posts)) for date, posts in groupby(rows, key=lambda row: row.date)]
    pages.write(month_file(month), "posts.html", heading=_called(month), steps=steps, groups=groups, names=views)


def month_file(month: str) -> str:
    """The place of a month's page."""
    return f"years/{_path(month)}"


def _path(month: str) -> str:
    return f"{month[:4]}/{month[5:]}.html"


def _called(month: str) -> str:
    return f"{month_name(month)} {month[:4]}"


def write_days(pages: Pages, days: Sequence[str]) -> None:
    """The calendar of "on this day"; `days` as MM-DD, in order."""
    groups = [
        (MONTHS[int(month) - 1], [(f"{one}.html", str(int(one[3:])), "") for one in some])
        for month, some in groupby(days, key=lambda one: one[:2])
    ]
    lead = "Every day of the year, with what was published on it in all years."
    pages.write("days/index.html", "links.html", heading="On this day", lead=lead, groups=groups)


def write_day(pages: Pages, one: str, rows: Iterable[ListingRow], views: Mapping[str, BlogView]) -> None:
    """What was published on a day of the year (MM-DD), newest year first."""
    groups = [(str(year), list(posts)) for year, posts in groupby(rows, key=lambda row: row.year)]
    heading = f"{int(one[3:])} {month_name(one[:2])}"
    steps = [("up", "index.html", "All days")]
    pages.write(day_file(one), "posts.html", heading=heading, steps=steps, groups=groups, names=views)


def day_file(one: str) -> str:
    """The place of a day's page."""
    return f"days/{one}.html"


def dates_of(day_of_year: str, years: Iterable[int]) -> Iterator[str]:
    """The dates of a day of the year in some years."""
    return (f"{year:04d}-{day_of_year}" for year in years)
