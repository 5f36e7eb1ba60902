"""Retry-After, read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from scrapy.http import Response

from crawler.engine.patience import seconds_to_wait

NOW = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)


def said(value: str, status: int = 429) -> float | None:
    return seconds_to_wait(Response("http://example.org/", status=status, headers={"Retry-After": value}), NOW)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7.0), ("0", 0.0), ("Mon, 30 Nov 2026 10:01:00 GMT", 60.0), ("Mon, 30 Nov 2026 09:00:00 GMT", 0.0)],
)
def test_seconds_and_dates_are_read(value: str, seconds: float) -> None:
    assert said(value) == seconds


@pytest.mark.parametrize("value", ["", "soon", "-1", "1.5", "²", "Mon, 99 Nov 2026"])
def test_nonsense_says_nothing(value: str) -> None:
    assert said(value) is None


def test_the_header_means_nothing_with_another_status() -> None:
    assert said("7", status=200) is None
