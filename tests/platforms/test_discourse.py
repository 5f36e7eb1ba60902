"""Discourse: what is peculiar to a category."""

from __future__ import annotations

import pytest

from tests.dryweb import Answer, Web, crawl
from tests.platforms.discourse import Discourse
from tests.platforms.fake import crawled, front

FEW = 70


@pytest.mark.parametrize("home", ["/c/blog/5/l/latest", "/c/blog/5/none", "/c/blog/5?order=created"])
def test_any_list_of_the_category_leads_to_its_topics(home: str) -> None:
    blog = Discourse(Discourse().posts[:FEW])
    blog.home = f"https://forum.example{home}"

    def serve(address: str) -> Answer | str | None:
        return front(blog.posts, blog.head) if address == blog.home else blog.serve(address)

    crawled(blog.home, serve, blog.posts, blog.fewest)


def test_author_and_tags_come_with_the_topics() -> None:
    newest = crawl(Web(otherwise=(blog := Discourse(Discourse().posts[:7])).serve), blog.home).posts[0]
    assert (newest.text("author"), newest.tags) == ("Ann", ("red",))


def test_the_categorys_own_topic_is_no_post() -> None:
    blog = Discourse(Discourse().posts[:FEW])
    assert not [address for address in crawl(Web(otherwise=blog.serve), blog.home).found if "about-the" in address]


def test_a_whole_forum_is_no_blog() -> None:
    blog = Discourse(Discourse().posts[:FEW])
    blog.home = "https://forum.example/"
    crawl(Web(otherwise=blog.serve), blog.home)
    assert blog.answers == 0
