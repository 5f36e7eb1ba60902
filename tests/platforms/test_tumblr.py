"""Tumblr: its first API, which tells how many posts there are."""

from __future__ import annotations

from tests.dryweb import Web, crawl
from tests.platforms.fake import MANY, crawled
from tests.platforms.tumblr import HOME, tumblr


def test_twelve_hundred_posts_take_twenty_four_pages_of_the_api() -> None:
    blog = tumblr()
    done = crawled(HOME, blog.serve, blog.posts, MANY // 50)
    assert (done.word, done.completeness.expected) == ("complete", MANY)


def test_the_authors_own_time_has_the_offset_that_the_time_in_utc_proves() -> None:
    blog = tumblr(60)
    days = {post.url: post.text("date") for post in crawl(Web(otherwise=blog.serve), HOME).posts}
    assert days == {post.address: f"{post.day}T23:30:00-04:00" for post in blog.posts}


def test_a_picture_has_no_title_but_words() -> None:
    blog = tumblr(60, kind="photo", pages=False)
    oldest = crawl(Web(otherwise=blog.serve), HOME).posts
    shown = [post for post in oldest if post.url == blog.posts[-1].address]
    assert [(post.text("title"), post.text("excerpt")) for post in shown] == [
        ("", f"Words below a picture of {blog.posts[-1].day}.")
    ]


def test_a_domain_of_its_own_is_known_by_its_header() -> None:
    home = "https://pictures.example/"
    blog = tumblr(60, headers={"server": "openresty", "x-tumblr-user": "pictures"})
    blog.posts = [type(post)(post.address.replace(HOME, home), post.title, post.day) for post in blog.posts]
    blog.home = home
    crawled(home, blog.serve, blog.posts, 2)
