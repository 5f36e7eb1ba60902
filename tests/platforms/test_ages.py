"""Blogs that print ages: their days stand in the feeds of their sections alone."""

from __future__ import annotations

from functools import cache

from crawler.planner.section_feeds import MOST
from tests.dryblogs import Entry
from tests.dryweb import Crawled, Web, assert_exact, crawl
from tests.platforms.ages import EACH, IN_FEED, Ages
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


def test_no_more_feeds_of_sections_are_asked_than_the_bound_however_many_there_are() -> None:
    blog = Ages(tags=300)
    asked = crawl(Web(otherwise=blog.serve), blog.home).web.asked
    assert sum("/tag/" in one for one in asked) <= MOST


@cache
def beyond_the_feeds() -> tuple[Ages, Crawled]:
    """Feeds tell the days of the newest twenty of each of four tags; months list the others, too."""
    blog = Ages(tags=4, months=True)
    blog.posts[50] = Entry(blog.posts[50].address, blog.posts[50].title, "2019-08-31")
    return blog, crawl(Web(otherwise=blog.serve), blog.home)


def test_each_post_has_the_day_that_a_feed_tells_or_the_month_that_it_is_listed_in() -> None:
    blog, done = beyond_the_feeds()
    fed = 4 * IN_FEED
    wanted = {one.address: one.day if number < fed else one.month for number, one in enumerate(blog.posts)}
    assert {post.url: post.text("date")[:10] for post in done.posts} == wanted


def test_only_months_that_may_hold_a_post_without_a_day_are_asked() -> None:
    blog, done = beyond_the_feeds()
    asked = {one.partition("archive/")[2].strip("/").replace("/", "-") for one in done.web.asked if "archive/2" in one}
    undated = {one.month for one in blog.posts[4 * IN_FEED :]}
    assert undated <= asked
    sample, ends = 3, sum(one.day[8:] in ("01", "30", "31") for one in blog.posts[: 4 * IN_FEED])
    assert len(asked - undated) <= sample + ends < IN_FEED
