"""WriteFreely: what is peculiar to its collections."""

from __future__ import annotations

from tests.dryweb import Web, crawl
from tests.platforms.fake import MANY, crawled
from tests.platforms.writefreely import WriteAs, WriteFreely

FEW = 70


def test_the_declared_total_makes_it_complete() -> None:
    blog = WriteFreely(WriteFreely().posts[:FEW])
    done = crawled(blog.home, blog.serve, blog.posts, blog.fewest)
    assert (done.word, done.completeness.expected) == ("complete", FEW)


def test_a_blog_at_write_as_is_read_from_the_hosts_api() -> None:
    blog = WriteAs(WriteAs().posts[:FEW])
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert "https://write.as/api/collections/ann/posts?page=1" in done.web.asked
    assert len(done.posts) == FEW < MANY


def test_the_alias_of_a_blog_on_its_own_host_stands_in_its_script() -> None:
    blog = WriteFreely(WriteFreely().posts[:FEW])
    blog.route, blog.home = "/api/collections/notes/posts", "https://writers.example/"
    blog.head += '<script>var url = "/api/collections/notes/pin";</script>'
    crawl(Web(otherwise=blog.serve), blog.home)
    assert blog.answers == blog.fewest


def test_language_and_tags_come_with_the_posts() -> None:
    blog = WriteFreely(WriteFreely().posts[:12])
    newest = crawl(Web(otherwise=blog.serve), blog.home).posts[0]
    assert (newest.text("language"), newest.tags) == ("en", ("red",))
