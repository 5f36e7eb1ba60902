"""Builders of sites: every post of 1,200, in the requests that what they publish asks for."""

from __future__ import annotations

import pytest

from tests.platforms.builders import Built, Hashnode, Notion, Webflow, Wix
from tests.platforms.fake import MANY, crawled


@pytest.mark.parametrize(
    ("kind", "fewest"),
    [
        (Wix, 2 + MANY - 20),  # sitemap and feed, and the page of each post that the feed does not have
        (Webflow, MANY // 100),
        (Hashnode, MANY // 20),
        (Notion, 1),
    ],
)
def test_twelve_hundred_posts_take_the_fewest_requests_that_the_site_allows(kind: type[Built], fewest: int) -> None:
    site = kind()
    assert (len(site.posts), site.fewest) == (MANY, fewest)  # type: ignore[attr-defined]
    crawled(site.home, site.serve, site.posts, fewest)  # type: ignore[attr-defined]
