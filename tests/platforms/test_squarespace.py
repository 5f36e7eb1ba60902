"""Squarespace: what is peculiar to its JSON."""

from __future__ import annotations

from datetime import date

import pytest

from crawler.model import Page, Source, SourceKind
from crawler.planner import Limits
from crawler.sources import read
from tests.dryweb import Answer, Web, crawl
from tests.platforms.fake import as_json, asked
from tests.platforms.squarespace import Squarespace

FEW = 70


def few(**changes: str) -> Squarespace:
    blog = Squarespace(Squarespace().posts[:FEW])
    for name, value in changes.items():
        setattr(blog, name, value)
    return blog


def test_the_day_is_the_sites_own_though_it_is_the_next_one_in_utc() -> None:
    blog = few()
    newest = crawl(Web(otherwise=blog.serve), blog.home).posts[0]
    assert newest.text("date") == "2023-11-20T23:30:00-05:00"


def test_author_categories_tags_and_excerpt_come_with_the_posts() -> None:
    newest = crawl(Web(otherwise=(blog := few()).serve), blog.home).posts[0]
    words = f"Some words of {newest.text('date')[:10]}."
    assert (newest.text("author"), newest.tags, newest.text("excerpt")) == ("Ann", ("Notes", "red"), words)


@pytest.mark.parametrize(
    "link", ['<link rel=alternate href="/blog?format=rss">', '<a href="/blog/2023/11/20/amber-anchors-at-dawn">x</a>']
)
def test_the_collection_of_a_site_is_found_from_its_front_page(link: str) -> None:
    blog = few()

    def serve(address: str):
        shown = blog.serve(blog.home) if address == "https://studio.example/" else blog.serve(address)
        return shown.replace("</body>", f"{link}</body>") if isinstance(shown, str) else shown

    done = crawl(Web(otherwise=serve), "https://studio.example/")
    assert {post.address for post in blog.posts} <= done.found


def test_the_items_of_a_shop_are_no_posts() -> None:
    blog = few(kind="products")
    answer = blog.api("/blog", {"format": "json"})
    assert answer
    page = Page(blog.home, blog.home, 200, {}, answer.body.encode())
    assert read(page, Source(page.asked, SourceKind.API)).claims == ()


def test_an_offset_that_does_not_move_ends_the_series() -> None:
    page = f"{Squarespace.home}?format=json&offset=5"
    answer = as_json({
        "website": {}, "collection": {},
        "items": [{"fullUrl": "/blog/a", "publishOn": 5_000}],
        "pagination": {"nextPage": True, "nextPageUrl": "/blog?offset=5"},
    })  # fmt: skip
    same = Source("https://studio.example/blog?offset=5&format=json", SourceKind.API)
    assert read(Page(page, page, 200, {}, answer.body.encode()), same).sources == ()


def test_pages_older_than_what_is_wanted_are_not_asked() -> None:
    blog = Squarespace(Squarespace().posts[:400])
    done = crawl(Web(otherwise=blog.serve), blog.home, Limits(since=date(2023, 8, 1)))
    assert blog.answers < 5
    assert len(done.posts) >= 28


def test_a_series_that_repeats_itself_comes_to_an_end() -> None:
    blog = few()

    def serve(address: str) -> Answer | str | None:
        path, query = asked(address)
        if "offset" not in query or path != "/blog":
            return blog.serve(address)
        further = f"/blog?offset={int(query['offset']) - 1}"
        data = {
            "website": {},
            "collection": {},
            "items": [{"fullUrl": "/blog/a", "title": "A", "publishOn": 5_000_000}],
        }
        return as_json({**data, "pagination": {"nextPage": True, "nextPageUrl": further}})

    done = crawl(Web(otherwise=serve), blog.home)
    assert len([address for address in done.web.asked if "offset" in address]) <= 2
