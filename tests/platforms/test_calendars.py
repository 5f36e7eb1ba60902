"""Classic systems that keep their history in months: every post of 1,200, in the requests that their pages ask for."""

from __future__ import annotations

import pytest

from tests.dryblogs import entries
from tests.dryweb import Web, assert_exact, crawl
from tests.platforms.calendars import (
    B2evolution,
    B2evolutionWithoutFeeds,
    Dotclear,
    Months,
    MovableType,
    MovableType3,
)
from tests.platforms.fake import MANY, crawled

FIFTEEN_YEARS = 178
"""Months from the first of 1,200 posts to the last."""


@pytest.mark.parametrize(
    ("kind", "fewest"),
    [
        (Dotclear, 120),  # home pages of ten; its months are more
        (MovableType, 1 + FIFTEEN_YEARS),
        (MovableType3, 1),
        (B2evolution, 1),
        (B2evolutionWithoutFeeds, 1 + FIFTEEN_YEARS),
    ],
)
def test_twelve_hundred_posts_take_the_fewest_requests_that_the_pages_allow(kind: type[Months], fewest: int) -> None:
    blog = kind()
    assert (len(blog.posts), len(blog.months), blog.fewest) == (MANY, FIFTEEN_YEARS, fewest)
    crawled(blog.home, blog.serve, blog.posts, fewest)  # type: ignore[attr-defined]


def test_dotclear_is_read_by_its_months_where_those_are_fewer_than_its_home_pages() -> None:
    blog = Dotclear(entries(300, Dotclear.home, Dotclear.pattern, every=1))
    assert blog.fewest == 1 + len(blog.months) == 12
    crawled(blog.home, blog.serve, blog.posts, blog.fewest)


def test_nothing_is_guessed_beside_an_archive_that_names_the_months() -> None:
    blog = MovableType()
    asked = crawl(Web(otherwise=blog.serve), blog.home).web.asked
    assert [one for one in asked if "archive" in one] == [f"{blog.home}archives.html"]


def test_where_as_many_posts_are_known_as_are_declared_no_other_chain_is_sampled() -> None:
    blog = Dotclear()
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert_exact(done, blog.posts)
    assert (done.word, done.completeness.expected) == ("complete", MANY)
    assert not [one for one in done.web.asked if "/archive/" in one]
