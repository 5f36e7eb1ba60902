"""A platform's API that is closed, at once or in the middle: what was got is kept, and another source goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.dryweb import Web, crawl
from tests.platforms.blogger import blogger
from tests.platforms.fake import Platform
from tests.platforms.ghost import ghost
from tests.platforms.medium import medium
from tests.platforms.substack import substack
from tests.platforms.tumblr import tumblr

FEW = 160
STATUSES = (200, 401, 403, 404, 429, 500)
"""200 is a login page."""
each_platform = pytest.mark.parametrize(
    "make",
    [partial(blogger, FEW, caps=(50,)), partial(ghost, FEW), partial(medium, FEW), partial(substack, FEW),
     partial(tumblr, FEW)],
    ids=["blogger", "ghost", "medium", "substack", "tumblr"],
)  # fmt: skip


@each_platform
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("first", [1, 2])
def test_a_closed_api_leaves_the_blog_to_its_listing(make: Callable[..., Platform], status: int, first: int) -> None:
    blog = make(closes=(first, status), listing=True)
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert done.found == {post.address for post in blog.posts}


@each_platform
def test_an_api_that_closes_in_the_middle_and_nothing_else_is_partial_with_what_it_gave(
    make: Callable[..., Platform],
) -> None:
    blog = make(closes=(2, 429))
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert 50 <= len(done.posts) < FEW
    assert done.word == "partial"
