"""WordPress: the REST API of a site, of wordpress.com, and what is left where it is closed."""

from __future__ import annotations

import pytest

from crawler.model import Page, Source, SourceKind
from crawler.sources import read
from tests.dryblogs import entries
from tests.dryweb import Web, crawl
from tests.platforms.fake import MANY, as_json, asked, crawled, front, many
from tests.platforms.wordpress import HOME, WordPress

FEW = 300
STATUSES = (200, 401, 403, 404, 429, 500)
"""200 is a login page."""


def few() -> list:
    return entries(FEW, HOME)


def test_twelve_hundred_posts_take_twelve_pages_of_the_api() -> None:
    press = WordPress()
    done = crawled(HOME, press.serve, press.posts, MANY // 100)
    assert done.word == "complete"
    assert done.completeness.expected == MANY


def test_the_authors_own_day_stands_though_it_is_the_next_one_in_utc() -> None:
    press = WordPress(few())
    days = {post.url: post.text("date") for post in crawl(Web(otherwise=press.serve), HOME).posts}
    assert days == {post.address: f"{post.day}T23:30:00-05:00" for post in press.posts}


def test_author_categories_and_tags_come_with_the_posts() -> None:
    newest = crawl(Web(otherwise=WordPress(few()).serve), HOME).posts[0]
    assert newest.text("author") == "Ann"
    assert newest.tags == ("Notes & News", "red")


def test_pages_that_the_host_caps_are_asked_for_with_fewer_posts() -> None:
    press = WordPress(few(), cap=20)
    crawled(HOME, press.serve, press.posts, FEW // 20 + 1)


def test_without_pretty_addresses_the_route_is_a_parameter() -> None:
    head = '<link rel="https://api.w.org/" href="https://press.example/?rest_route=/">'
    press = WordPress(few(), pretty=False, head=head)
    crawled(HOME, press.serve, press.posts, FEW // 100)


def test_where_no_link_names_the_api_its_usual_addresses_are_tried() -> None:
    press = WordPress(few(), pretty=False, head='<meta name="generator" content="WordPress 5.2">')
    crawled(HOME, press.serve, press.posts, FEW // 100 + 2)


def test_without_declared_totals_pages_are_walked_until_one_is_not_full() -> None:
    press = WordPress(few()[:250], totals=False)
    done = crawled(HOME, press.serve, press.posts, 3)
    assert not [address for address in done.web.asked if "page=4" in address]


@pytest.mark.parametrize("status", STATUSES)
def test_a_closed_api_leaves_the_blog_to_its_other_sources(status: int) -> None:
    press = WordPress(few(), fails={1: status}, listing=True)
    done = crawl(Web(otherwise=press.serve), HOME)
    assert done.found == {post.address for post in press.posts}
    assert done.word in ("complete", "likely")


@pytest.mark.parametrize("status", [401, 403])
def test_a_closed_api_is_asked_once(status: int) -> None:
    done = crawl(Web(otherwise=WordPress(few(), fails={1: status}).serve), HOME)
    assert len([address for address in done.web.asked if "wp/v2" in address]) == 1


@pytest.mark.parametrize("status", STATUSES)
def test_what_an_api_gave_before_it_closed_is_kept_and_another_source_goes_on(status: int) -> None:
    press = WordPress(few(), fails={2: status}, listing=True)
    done = crawl(Web(otherwise=press.serve), HOME)
    assert done.found == {post.address for post in press.posts}


@pytest.mark.parametrize("status", [403, 429])
def test_an_api_that_closes_in_the_middle_and_nothing_else_is_partial_with_the_declared_total(status: int) -> None:
    done = crawl(Web(otherwise=WordPress(few(), fails={2: status}).serve), HOME)
    assert len(done.posts) == 100
    assert done.word == "partial"
    assert f"a source declares {FEW} posts; only 100 were found" in done.completeness.reasons


def test_a_blog_at_wordpress_com_is_read_from_the_api_host() -> None:
    home = "https://notes.wordpress.com/"
    press = WordPress(many(home, count=FEW), home=home)

    def serve(address: str):
        path, query = asked(address)
        if address.startswith("https://public-api.wordpress.com/wp/v2/sites/notes.wordpress.com/posts"):
            return press.list_posts(query)
        return front(press.posts, "") if (address, path) == (home, "/") else None

    crawled(home, serve, press.posts, FEW // 100)


def test_pages_that_are_no_posts_are_no_claims() -> None:
    answer = as_json([{"link": "https://press.example/about/", "type": "page", "title": {"rendered": "About"}}])
    page = Page("https://press.example/a", "https://press.example/a", 200, {}, answer.body.encode())
    assert read(page, Source(page.asked, SourceKind.API)).claims == ()
