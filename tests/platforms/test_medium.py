"""Medium: the stream where it is open; a feed of ten items where it is closed."""

from __future__ import annotations

from tests.dryweb import Web, crawl
from tests.platforms.fake import MANY, crawled
from tests.platforms.medium import HOME, medium


def test_twelve_hundred_posts_take_twelve_pages_of_the_stream() -> None:
    blog = medium()
    done = crawled(HOME, blog.serve, blog.posts, MANY // 100)
    assert done.word == "likely"


def test_answers_to_others_posts_are_no_posts_though_the_feed_has_them() -> None:
    blog = medium(120, answers=3)
    done = crawl(Web(otherwise=blog.serve), HOME)
    assert done.found == {post.address for post in blog.posts[3:]}
    assert {post.verdict.kind for post in done.everything if post.url in {p.address for p in blog.posts[:3]}} == {
        "comment"
    }


def test_where_the_stream_is_closed_the_ten_items_of_the_feed_are_partial_and_it_is_told_why() -> None:
    blog = medium(120, closes=(1, 403))
    done = crawl(Web(otherwise=blog.serve), HOME)
    assert done.found == {post.address for post in blog.posts[:10]}
    assert done.word == "partial"
    assert done.completeness.reasons
