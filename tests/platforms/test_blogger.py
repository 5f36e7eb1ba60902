"""Blogger: its feed as JSON, page after page by the posts that were received."""

from __future__ import annotations

from tests.dryweb import Web, crawl
from tests.platforms.blogger import HOME, blogger
from tests.platforms.fake import MANY, crawled


def test_twelve_hundred_posts_take_eight_pages_of_the_feed() -> None:
    blog = blogger()
    done = crawled(HOME, blog.serve, blog.posts, MANY // 150)
    assert (done.word, done.completeness.expected) == ("complete", MANY)


def test_the_next_page_begins_after_the_posts_that_were_received() -> None:
    blog = blogger(300, caps=(100, 37, 90))
    crawled(HOME, blog.serve, blog.posts, 5)


def test_all_pages_are_asked_of_the_blogs_own_host() -> None:
    done = crawl(Web(otherwise=blogger(300).serve), HOME)
    assert not [address for address in done.web.asked if not address.startswith(HOME)]


def test_the_authors_own_offset_is_kept() -> None:
    blog = blogger(60)
    days = {post.url: post.text("date") for post in crawl(Web(otherwise=blog.serve), HOME).posts}
    assert days == {post.address: f"{post.day}T23:30:00-07:00" for post in blog.posts}


def test_posts_that_no_index_reaches_are_asked_by_their_time() -> None:
    blog = blogger(250, deepest=150)
    crawled(HOME, blog.serve, blog.posts, 4)


def test_a_total_that_is_never_reached_ends_the_pages_and_is_partial() -> None:
    blog = blogger(250, deepest=0)
    done = crawl(Web(otherwise=blog.serve), HOME)
    assert done.word == "partial"
    assert blog.requests == 1


def test_drafts_are_no_posts() -> None:
    blog = blogger(60, drafts=1)
    assert len(crawl(Web(otherwise=blog.serve), HOME).posts) == 60


def test_author_labels_and_id_come_with_the_posts() -> None:
    newest = crawl(Web(otherwise=blogger(60).serve), HOME).posts[0]
    assert (newest.text("author"), newest.tags) == ("Ann", ("red",))
    assert newest.ids[0].startswith("tag:blogger.com")
