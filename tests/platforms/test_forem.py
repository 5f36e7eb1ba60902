"""Forem: what is peculiar to a member's articles."""

from __future__ import annotations

import pytest

from tests.dryweb import Web, crawl
from tests.platforms.fake import crawled
from tests.platforms.forem import Forem

FEW = 170


@pytest.mark.parametrize("cap", [30, 80])
def test_a_host_that_caps_its_pages_lower_is_walked_to_the_end(cap: int) -> None:
    blog = Forem(Forem().posts[:FEW])
    blog.most = cap
    crawled(blog.home, blog.serve, blog.posts, -(-FEW // cap) + 1)


def test_author_tags_and_excerpt_come_with_the_articles() -> None:
    one = crawl(Web(otherwise=(blog := Forem(Forem().posts[:7])).serve), blog.home).posts[0]
    words = f"Some words of {one.text('date')[:10]}."
    assert (one.text("author"), one.tags, one.text("excerpt")) == ("Ann", ("red", "blue"), words)


def test_the_sitemaps_of_the_whole_host_are_not_asked() -> None:
    blog = Forem(Forem().posts[:FEW])

    def serve(address: str):
        if address.endswith("/robots.txt"):
            return "User-agent: *\nSitemap: https://forem.example/sitemap-index.xml\n"
        return blog.serve(address)

    done = crawl(Web(otherwise=serve), blog.home)
    assert not [address for address in done.web.asked if "sitemap" in address]


def test_the_front_page_of_a_community_is_not_asked_for_as_a_member() -> None:
    blog = Forem(Forem().posts[:FEW])
    blog.home = "https://forem.example/"
    crawl(Web(otherwise=blog.serve), blog.home)
    assert blog.answers == 0
