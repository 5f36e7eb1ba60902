"""Blogs that print ages: their days stand in the feeds of their sections alone."""

from __future__ import annotations

from tests.dryweb import Web, assert_exact, crawl
from tests.platforms.ages import EACH, Ages
from tests.platforms.fake import SPARE


def test_the_feeds_of_sections_tell_the_days_that_no_page_tells() -> None:
    blog = Ages()
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert_exact(done, blog.posts)


def test_feeds_of_sections_are_asked_one_a_section_and_without_their_pages_once_it_is_seen_where_they_stand() -> None:
    blog = Ages()
    asked = crawl(Web(otherwise=blog.serve), blog.home).web.asked
    feeds = [one for one in asked if "/tag/" in one and "/feeds/" in one]
    pages = [one for one in asked if "/tag/" in one and "/feeds/" not in one]
    assert (len(feeds), len(pages)) == (blog.tags, 3)
    guesses = 12  # sitemaps, archives, feeds that such a blog may have; three posts' own pages
    assert len(asked) <= len(blog.posts) // EACH + len(feeds) + len(pages) + guesses + SPARE
