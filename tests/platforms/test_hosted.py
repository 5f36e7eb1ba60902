"""Hosted platforms: every post in the fewest requests, and what is left where their API is closed."""

from __future__ import annotations

import pytest

from tests.dryweb import Web, crawl
from tests.platforms.discourse import Discourse
from tests.platforms.drupal import Drupal
from tests.platforms.fake import MANY, crawled
from tests.platforms.forem import Forem
from tests.platforms.hosted import Hosted
from tests.platforms.squarespace import Squarespace
from tests.platforms.writefreely import WriteAs, WriteFreely

each = pytest.mark.parametrize("kind", [Squarespace, WriteFreely, WriteAs, Forem, Drupal, Discourse])
FEW = 130
STATUSES = (200, 401, 403, 404, 429, 500)
"""200 is a login page."""


def small(kind: type[Hosted], closes: tuple[int, int] | None = None, listing: bool = False) -> Hosted:
    return kind(kind().posts[:FEW], closes, listing)


@each
def test_twelve_hundred_posts_take_the_fewest_requests_that_the_cap_allows(kind: type[Hosted]) -> None:
    blog = kind()
    assert len(blog.posts) == MANY
    done = crawled(blog.home, blog.serve, blog.posts, blog.fewest)
    assert done.word in ("complete", "likely")


@each
@pytest.mark.parametrize("status", STATUSES)
def test_a_closed_api_leaves_the_blog_to_its_listing(kind: type[Hosted], status: int) -> None:
    blog = small(kind, (1, status), listing=True)
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert done.found == {post.address for post in blog.posts}


@each
@pytest.mark.parametrize("status", STATUSES)
def test_what_an_api_gave_before_it_closed_is_kept_and_the_listing_goes_on(kind: type[Hosted], status: int) -> None:
    blog = small(kind, (2, status), listing=True)
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert done.found == {post.address for post in blog.posts}


@each
@pytest.mark.parametrize("status", [403, 429])
def test_an_api_that_closes_in_the_middle_and_nothing_else_is_not_complete(kind: type[Hosted], status: int) -> None:
    if kind is Forem:
        pytest.skip("all of so few come in one answer")
    blog = small(kind, (3, status))
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert len(done.posts) == 2 * blog.cap
    assert done.word == "partial"
