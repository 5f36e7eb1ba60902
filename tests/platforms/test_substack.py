"""Substack: the archive, page after page, and no total."""

from __future__ import annotations

import pytest

from tests.dryweb import Web, crawl
from tests.platforms.fake import MANY, crawled
from tests.platforms.substack import HOME, substack


def test_twelve_hundred_posts_take_twenty_four_pages_of_the_archive_and_one_that_is_empty() -> None:
    blog = substack()
    done = crawled(HOME, blog.serve, blog.posts, MANY // 50)
    assert done.word == "likely"


def test_a_server_that_refuses_long_pages_is_asked_for_shorter_ones() -> None:
    blog = substack(100, cap=20)
    crawled(HOME, blog.serve, blog.posts, 9)


def test_a_server_that_gives_fewer_than_asked_for_is_read_to_its_end() -> None:
    blog = substack(100, silent=12)
    crawled(HOME, blog.serve, blog.posts, 9)


@pytest.mark.parametrize("headers", [{"x-served-by": "Substack"}, {"server": "x", "x-sub": "letters"}])
def test_a_domain_of_its_own_is_known_by_its_headers(headers: dict[str, str]) -> None:
    home = "https://letters.example/"
    blog = substack(60, headers=headers)
    blog.posts = [type(post)(post.address.replace(HOME, home), post.title, post.day) for post in blog.posts]
    blog.home = home
    crawled(home, blog.serve, blog.posts, 2)


def test_posts_for_those_who_pay_are_posts_with_author_and_tags() -> None:
    newest = crawl(Web(otherwise=substack(60).serve), HOME).posts[0]
    assert (newest.text("author"), newest.tags) == ("Ann", ("Red",))
