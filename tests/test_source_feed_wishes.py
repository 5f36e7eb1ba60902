"""What feeds say of how often they want to be asked."""

from __future__ import annotations

import pytest

from crawler.sources.feed_wishes import wishes


@pytest.mark.parametrize(
    ("head", "traits"),
    [
        (b"<channel><ttl> 60 </ttl>", ["feed.ttl=60"]),
        (b"<skipHours><hour>0</hour><hour>23</hour></skipHours>", ["feed.skip-hour=0", "feed.skip-hour=23"]),
        (b"<skipDays>\n<day>Sunday</day></skipDays>", ["feed.skip-day=sunday"]),
        (b"<sy:updatePeriod>\n\tdaily\t</sy:updatePeriod>", ["feed.every=daily/1"]),
        (
            b"<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>",
            ["feed.every=hourly/2"],
        ),
    ],
)
def test_a_wish_is_read(head: bytes, traits: list[str]) -> None:
    assert list(wishes(head)) == traits


@pytest.mark.parametrize(
    "head", [b"", b"<ttl>soon</ttl>", b"<skipHours><hour>25</hour></skipHours>", b"<day>Sunday</day>"]
)
def test_what_is_no_wish_is_left(head: bytes) -> None:
    assert list(wishes(head)) == []
