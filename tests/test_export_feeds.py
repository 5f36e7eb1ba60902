"""Whole histories as feeds, blogs as OPML, posts as a page and as Parquet: read back by those that will read them."""

from __future__ import annotations

import io
import json
from html.parser import HTMLParser

import feedparser
import listparser
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from crawler import sources
from crawler.export import FORMATS
from crawler.export.frame import Frame
from crawler.model import Blog, Page, Source, SourceKind
from crawler.registry_files import parse_registry
from crawler.store import ListingRow
from tests.listing_fixture import row

FERNS = Blog(
    "a-example", "https://a.example/", "A & Co", "Science", "", ("Ferns", "Rain"), "https://a.example/feed.xml"
)
BLOGS = {"a-example": FERNS, "b-example": Blog("b-example", "https://b.example/")}
NOW = "2024-03-10T12:00:00+00:00"
ROWS = (
    row("https://a.example/4?x=1&y=2", 'Tom & "Jerry" <3', "2021-03-04", published="2021-03-04T23:30:00-05:00"),
    row("https://a.example/3", "A plain day", "2021-01-02", author="Ann", tags=("x", "y z"), excerpt="Dear reader …"),
    row("https://a.example/2", "A month", "2020-05", updated="2021-06-07T01:02:03Z"),
    row("https://a.example/1", "A year", "2019"),
    row("https://a.example/0", "Some day", ""),
)
TITLES = [one.title for one in ROWS]


def written(form: str, *rows: ListingRow, whole: bool = True) -> str:
    out = io.StringIO(newline="")
    FORMATS[form].write(iter(rows), out, Frame(BLOGS.__getitem__, NOW, whole=whole))
    return out.getvalue()


def own_reading(form: str, *rows: ListingRow) -> dict[str, tuple[str, str]]:
    """What Backfile reads in a feed that it wrote: title and date by address."""
    page = Page("https://x.example/f", "https://x.example/f", 200, {}, written(form, *rows).encode())
    claims = sources.read(page, Source(page.asked, SourceKind.FEED)).claims
    return {claim.address: (claim.first("title"), claim.first("date")) for claim in claims}


def test_feedparser_reads_every_post_of_an_atom_feed():
    feed = feedparser.parse(written("atom", *ROWS))
    assert not feed.bozo
    assert [(one.title, one.link) for one in feed.entries] == [(one.title, one.url) for one in ROWS]


def test_an_atom_feed_has_the_authors_own_moment_and_noon_for_a_plain_day():
    published = [one.get("published", "") for one in feedparser.parse(written("atom", *ROWS)).entries]
    assert published[:2] == ["2021-03-04T23:30:00-05:00", "2021-01-02T12:00:00Z"]


@pytest.mark.parametrize("form", ["atom", "jsonfeed"])
def test_backfile_reads_the_same_posts_in_the_feed_that_it_wrote(form):
    read = own_reading(form, *ROWS)
    assert {url: title for url, (title, _) in read.items()} == {one.url: one.title for one in ROWS}
    assert [read[one.url][1][:10] for one in ROWS[:2]] == ["2021-03-04", "2021-01-02"]


def test_a_feed_makes_up_no_day_for_a_post_of_which_less_is_known():
    entries = feedparser.parse(written("atom", *ROWS)).entries
    assert ["published" in one for one in entries] == [True, True, False, False, False]
    items = json.loads(written("jsonfeed", *ROWS))["items"]
    assert ["date_published" in one for one in items] == [True, True, False, False, False]


def test_backfile_reads_a_month_and_a_year_in_its_own_atom_feed_as_they_were():
    read = own_reading("atom", *ROWS)
    assert [read[one.url][1] for one in ROWS[2:]] == ["2020-05", "2019", ""]


def test_a_whole_history_is_marked_complete_and_a_part_is_not():
    complete = "{http://purl.org/syndication/history/1.0}complete"
    whole, part = (etree.fromstring(written("atom", *ROWS, whole=w).encode()) for w in (True, False))
    assert (whole.find(complete) is not None, part.find(complete) is not None) == (True, False)


def test_posts_of_several_blogs_name_their_blog():
    feed = feedparser.parse(written("atom", ROWS[0], row("https://b.example/1", blog="b-example")))
    assert [one.get("source", {}).get("id") for one in feed.entries] == [None, "https://b.example/"]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_title_makes_well_formed_xml(title):
    for form in ("atom", "opml"):
        etree.fromstring(written(form, row(title=title, excerpt=title, author=title, tags=(title,))).encode())


def test_feeds_without_posts_are_feeds():
    assert feedparser.parse(written("atom")).feed.title == "Backfile"
    assert json.loads(written("jsonfeed"))["items"] == []


def test_a_feed_readers_parser_finds_the_feeds_in_opml_by_category():
    found = listparser.parse(written("opml", *ROWS, row("https://b.example/1", blog="b-example")))
    assert [(one.title, one.url, one.categories) for one in found.feeds] == [
        ("A & Co", "https://a.example/feed.xml", [["Ferns"], ["Rain"], ["Science"]])
    ]


def test_import_reads_the_opml_that_export_wrote():
    registry = parse_registry(written("opml", *ROWS, row("https://b.example/1", blog="b-example")).encode())
    assert [(b.home, b.name, b.category, b.topics, b.feed) for b in registry.blogs] == [
        ("https://b.example/", "b-example", "", (), ""),
        ("https://a.example/", "A & Co", "Science", ("Ferns", "Rain"), "https://a.example/feed.xml"),
    ]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


@pytest.mark.parametrize("title", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;b&gt;"])
def test_a_title_stays_text_in_a_page(title):
    page = _Tags()
    page.feed(written("html", row(title=title)))
    assert {tag for tag, _ in page.seen}.isdisjoint({"script", "img", "b"})


def test_an_address_that_is_none_of_the_web_is_not_linked():
    assert "javascript" not in written("html", row("javascript:alert(1)", "One"))


def test_parquet_has_the_columns_of_the_csv_and_null_where_nothing_is_known():
    out = io.BytesIO()
    FORMATS["parquet"].write(iter(ROWS), out, Frame(BLOGS.__getitem__, NOW))
    table = pyarrow.parquet.read_table(io.BytesIO(out.getvalue())).to_pylist()
    assert tuple(table[0]) == (
        "blog",
        "year",
        "date",
        "title",
        "url",
        "author",
        "tags",
        "excerpt",
        "published",
        "updated",
    )
    assert [(one["title"], one["date"], one["tags"]) for one in table] == [
        (one.title, one.date or None, list(one.tags)) for one in ROWS
    ]
