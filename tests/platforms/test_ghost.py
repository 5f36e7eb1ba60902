"""Ghost: the Content API with the key that the page shows."""

from __future__ import annotations

import pytest

from tests.dryweb import Web, crawl
from tests.platforms.fake import MANY, crawled
from tests.platforms.ghost import HOME, PORTAL, SEARCH, ghost


def test_twelve_hundred_posts_take_twelve_pages_of_the_api() -> None:
    blog = ghost()
    done = crawled(HOME, blog.serve, blog.posts, MANY // 100)
    assert (done.word, done.completeness.expected) == ("complete", MANY)


@pytest.mark.parametrize("head", [PORTAL, SEARCH, PORTAL + SEARCH])
def test_the_key_stands_with_the_members_area_or_with_the_search(head: str) -> None:
    blog = ghost(130, head)
    crawled(HOME, blog.serve, blog.posts, 2)


def test_pages_that_are_shorter_than_asked_for_are_all_read() -> None:
    blog = ghost(130, cap=50)
    crawled(HOME, blog.serve, blog.posts, 3)


def test_the_sites_own_offset_is_kept() -> None:
    blog = ghost(60)
    days = {post.url: post.text("date") for post in crawl(Web(otherwise=blog.serve), HOME).posts}
    assert days == {post.address: f"{post.day}T23:30:00-05:00" for post in blog.posts}


def test_authors_and_public_tags_come_with_the_posts() -> None:
    newest = crawl(Web(otherwise=ghost(60).serve), HOME).posts[0]
    assert (newest.text("author"), newest.tags) == ("Ann", ("Red",))


def test_a_page_without_a_key_leaves_the_api_alone() -> None:
    blog = ghost(60, "", listing=True)
    done = crawl(Web(otherwise=blog.serve), HOME)
    assert blog.requests == 0
    assert done.found == {post.address for post in blog.posts}
