"""From pages to the post: a date is what somebody told, never finer, and what cannot be is told by nobody."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import dates, sources
from crawler.model import (
    Blog,
    Claim,
    Evidence,
    Findings,
    Harvest,
    Outcome,
    Page,
    Place,
    Post,
    Role,
    Source,
    SourceKind,
    State,
)
from crawler.posts import date_of, posts_of

HOME = "https://blog.example/"
POST = HOME + "log/ink"
TODAY = date(2024, 6, 1)
FEED = Source(HOME + "feed", SourceKind.FEED, Role.WHOLE)
LIST = Source(HOME, SourceKind.HOMEPAGE, Role.WHOLE)
OWN = Source(POST, SourceKind.POST, Role.ONE)
TEXT = "<p>Some inks fade, and some do not fade in a hundred years.</p>" * 8
PLACES = {FEED: Place.FEED, LIST: Place.LISTING, OWN: Place.SELF}


def harvest(source: Source, body: str) -> Harvest:
    page = Page(source.address, source.address, 200, {}, body.encode())
    return Harvest("blog-example", source, Outcome(State.DONE, 200, source.address), sources.read(page, source))


def feed(*days: str) -> Harvest:
    items = "".join(
        f"<item><title>Entry number {n}</title><link>{HOME}log/{n}</link><pubDate>{day}</pubDate></item>"
        for n, day in enumerate(days)
    )
    return harvest(FEED, f'<rss version="2.0"><channel><title>Blog</title><link>{HOME}</link>{items}</channel></rss>')


def listing(*days: str) -> Harvest:
    rows = "".join(f'<li><a href="/log/{n}">Entry number {n}</a> <i>{day}</i></li>' for n, day in enumerate(days))
    return harvest(LIST, f'<html lang="en"><body><h1>All posts</h1><ul>{rows}</ul></body></html>')


def own(body: str, head: str = "") -> Harvest:
    return harvest(OWN, f'<html lang="en"><head>{head}</head><body><article><h1>Ink</h1>{body}</article></body></html>')


def posts(*harvests: Harvest) -> dict[str, Post]:
    return {post.url: post for post in posts_of(Blog("blog-example", HOME), harvests, TODAY)}


def days(*harvests: Harvest) -> list[str]:
    found = posts(*harvests)
    return [found[url].text("date") for url in sorted(found) if "/log/" in url]


def test_a_numeric_day_of_a_feed_is_settled_by_the_blogs_listing() -> None:
    assert days(feed("03/04/2009", "02/04/2009"), listing("", "", "13/04/2009")) == [
        "2009-04-03",
        "2009-04-02",
        "2009-04-13",
    ]


def test_a_numeric_day_of_metadata_is_settled_by_the_blogs_feed() -> None:
    page = own(TEXT, '<meta name="date" content="03/04/2009">')
    assert posts(page, feed("04/13/2009"))[POST].text("date") == "2009-03-04"


def test_a_numeric_day_that_nothing_settles_keeps_its_year() -> None:
    assert posts(own(TEXT, '<meta name="date" content="03/04/2009">'))[POST].text("date") == "2009"


def test_a_feed_that_tells_everything_in_utc_yields_to_the_days_of_the_listing() -> None:
    told = feed("Fri, 13 Mar 2009 03:30:00 +0000", "Wed, 11 Mar 2009 02:00:00 +0000")
    assert days(told, listing("March 12, 2009", "March 10, 2009")) == ["2009-03-12", "2009-03-10"]


def test_a_feed_with_the_authors_offset_does_not_yield_to_the_listing() -> None:
    told = feed("Thu, 12 Mar 2009 23:30:00 -0500", "Tue, 10 Mar 2009 22:00:00 -0500")
    found = days(told, listing("March 13, 2009", "March 11, 2009"))
    assert [day[:10] for day in found] == ["2009-03-12", "2009-03-10"]


def test_an_entry_of_a_month_page_has_the_day_of_its_heading_and_not_one_of_its_words() -> None:
    entries = "".join(
        f'<h3 id="e{n}">Thursday, March {n}, 2009</h3><h4><a href="#e{n}">Entry number {n}</a></h4>'
        f"<p>On June 3, 2002 I lost a pen. {'Some inks fade, and some do not. ' * 6}</p>"
        f"<p>December 24, 2001</p><p>was the day on which I had bought it.</p>"
        for n in (26, 19, 12, 5)
    )
    page = Source(HOME + "2009/03.html", SourceKind.ARCHIVE, Role.MONTH)
    body = f'<html lang="en"><head><title>March 2009</title></head><body><h1>March 2009</h1>{entries}</body></html>'
    found = [claim.first("date") for claim in harvest(page, body).findings.claims if claim.place is Place.LISTING]
    assert found == ["2009-03-26", "2009-03-19", "2009-03-12", "2009-03-05"]


@pytest.mark.parametrize(
    "line", ["© 2009-2014 Ann", "Copyright 2014 by Ann", "© 2014", "(c) 2011, all rights reserved", "&copy; Ann 2009"]
)
def test_a_page_whose_only_date_is_a_copyright_line_gives_no_date(line: str) -> None:
    body = f"{TEXT}<footer>{line}</footer><p>{line}</p>"
    assert posts(own(body))[POST].text("date") == ""
    page = f'<html lang="en"><head><title>Ink</title></head><body><h1>Ink</h1>{body}</body></html>'
    assert date_of(Page(POST, POST, 200, {}, page.encode()), TODAY) is None


@pytest.mark.parametrize("written", ["0001-01-01", "2009-02-31", "yesterday", "1057-03-12", "2099-03-12"])
def test_a_day_that_cannot_be_is_told_by_nobody_and_keeps_its_words(written: str) -> None:
    pages = (
        feed(written),
        own(TEXT, f'<meta name="date" content="{written}">'),
        own(f'<time datetime="{written}">{written}</time>{TEXT}'),
    )
    for page in pages:
        assert not any(post.text("date") for post in posts(page).values())
        told = [one for claim in page.findings.claims for one in claim.every("date")]
        assert written in [one.raw for one in told]


def test_a_day_with_slashes_and_the_year_first_has_one_reading() -> None:
    assert days(feed("2016/6/29")) == ["2016-06-29"]


@pytest.mark.parametrize(
    "title", ["x" * 100_000, "\x1b[31m\x07\x9b\u202e", "Ink\x1b]0;x\x07\u200b", "<" * 50_000, "&" * 50_000]
)
def test_an_endless_title_or_one_of_control_characters_does_no_harm(title: str) -> None:
    page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>March 12, 2009</p>{TEXT}</body></html>"
    found = posts(harvest(OWN, page), feed("Thu, 12 Mar 2009 23:30:00 -0500"))
    assert found[POST].text("date") == "2009-03-12"
    assert all(post.text("title").isprintable() for post in found.values())


_RULES = {
    FEED: ("feed.published", "feed.updated", "feed.dc"),
    LIST: ("listing.text", "listing.time", "listing.heading"),
    OWN: ("jsonld.datePublished", "page.text", "page.h-entry", "page.hatom", "page.time", "meta.dc", "meta.date"),
}
_DAYS = st.dates(date(1995, 1, 1), date(2024, 5, 1))
_VALUES = st.one_of(
    st.builds(lambda day, cut: day.isoformat()[:cut], _DAYS, st.sampled_from([4, 7, 10])),
    st.builds(lambda day, zone: f"{day}T23:30:00{zone}", _DAYS, st.sampled_from(["", "Z", "-05:00"])),
    st.builds(lambda year, a, b: f"{year}-{a:02d}-{b:02d}|{year}-{b:02d}-{a:02d}", st.integers(1995, 2023),
              st.integers(1, 12), st.integers(1, 12)),
    st.just(""),
)  # fmt: skip


@st.composite
def told(draw: st.DrawFn) -> list[Harvest]:
    harvests = []
    for source in draw(st.lists(st.sampled_from((FEED, LIST, OWN)), min_size=1, unique=True)):
        rules = st.sampled_from(_RULES[source])
        evidence = draw(
            st.lists(st.builds(lambda rule, value: Evidence("date", value, rule), rules, _VALUES), max_size=3)
        )
        claim = Claim(POST, PLACES[source], (Evidence("title", "Ink", "feed.title"), *evidence))
        outcome = Outcome(State.DONE, 200, source.address)
        harvests.append(Harvest("blog-example", source, outcome, Findings(claims=(claim,))))
    return harvests


@given(told(), st.sampled_from(["", "13/04/2009", "04/13/2009"]))
def test_a_posts_date_is_a_reading_of_what_its_source_told_and_never_finer(harvests: list[Harvest], proof: str) -> None:
    post = posts(*harvests, listing("", "", proof))[POST]
    chosen = post.fields.get("date")
    if chosen is None:
        return
    values = [
        one.value
        for one_harvest in harvests
        if one_harvest.source.address == chosen.source
        for claim in one_harvest.findings.claims
        for one in claim.every("date")
        if one.rule == chosen.rule
    ]
    readings = {reading for value in values for reading in (*value.split("|"), dates.settle(value, ""))}
    assert chosen.value in readings


@pytest.mark.parametrize(
    "written", ["31 February 2009", "31. Februar 2009", "February 31, 2009", "31 June 2009", "31/02/2009"]
)
def test_a_day_that_no_calendar_has_is_no_month_either(written: str) -> None:
    assert dates.find_dates(f"Posted on {written} by Ann", ("en",)) == []
    assert dates.machine_value(written) == ""
