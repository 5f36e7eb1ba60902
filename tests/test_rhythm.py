"""When a blog is due again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.rhythm import (
    DAY,
    HOUR,
    LONGEST,
    RELIST_EARLIEST,
    RELIST_LATEST,
    SHORTEST,
    Wishes,
    next_time,
    pace,
    relist_after,
    wishes_of,
)

NOW = datetime(2026, 4, 17, 10, 30, tzinfo=UTC)  # a Friday
TODAY = NOW.date()

moments = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
days = st.lists(st.dates(date(1995, 1, 1), date(2101, 1, 1)).map(date.isoformat), max_size=20)
wishes = st.builds(
    Wishes,
    wait=st.timedeltas(timedelta(), timedelta(days=4000)),
    hours=st.frozensets(st.integers(0, 23)),
    days=st.frozensets(st.integers(0, 6)),
)


def every(gap: timedelta, count: int = 10, last: date = TODAY) -> list[str]:
    """The days of posts that came at equal times, newest first."""
    return [(last - gap * number).isoformat() for number in range(count)]


@given(moments, days, st.integers(0, 40), wishes)
def test_a_blog_is_asked_hourly_at_the_most_and_monthly_at_the_least(
    now: datetime, posts: list[str], failures: int, wished: Wishes
) -> None:
    wait = next_time(now, posts, failures, wished) - now
    assert SHORTEST <= wait <= LONGEST + 8 * DAY  # skipped hours and days may put it off by a week


@given(moments, days, st.integers(0, 12), wishes)
def test_more_errors_never_make_it_earlier(now: datetime, posts: list[str], failures: int, wished: Wishes) -> None:
    assert next_time(now, posts, failures, wished) <= next_time(now, posts, failures + 1, wished)


@given(moments, days, wishes, st.timedeltas(timedelta(), timedelta(days=400)))
def test_nothing_is_asked_before_a_server_allows(
    now: datetime, posts: list[str], wished: Wishes, pause: timedelta
) -> None:
    after = now + pause
    asked = Wishes(wished.wait, after, wished.hours, wished.days)
    assert next_time(now, posts, 0, asked) >= after


@given(moments, days, st.frozensets(st.integers(0, 23), max_size=23), st.frozensets(st.integers(0, 6), max_size=6))
def test_hours_and_days_that_a_feed_skips_are_skipped(
    now: datetime, posts: list[str], hours: frozenset[int], weekdays: frozenset[int]
) -> None:
    due = next_time(now, posts, 0, Wishes(hours=hours, days=weekdays))
    assert due.hour not in hours
    assert due.weekday() not in weekdays


@given(moments, days)
def test_a_feed_that_skips_everything_is_not_obeyed_in_that(now: datetime, posts: list[str]) -> None:
    assert next_time(now, posts, 0, Wishes(hours=frozenset(range(24)))) == next_time(now, posts)


@pytest.mark.parametrize(
    ("posts", "wait"),
    [
        (every(DAY), 6 * HOUR),
        (every(7 * DAY), 42 * HOUR),
        (every(DAY, last=TODAY - 60 * DAY), 6 * DAY),
        (every(DAY, last=TODAY - 3000 * DAY), LONGEST),
        (every(timedelta()), HOUR),
        ([], DAY),
    ],
)
def test_a_blog_is_asked_some_times_between_two_posts_and_more_seldom_the_longer_it_is_silent(
    posts: list[str], wait: timedelta
) -> None:
    assert pace(posts, TODAY) == wait


@given(st.timedeltas(timedelta(), LONGEST))
def test_a_listing_serves_between_one_and_six_months(wait: timedelta) -> None:
    assert RELIST_EARLIEST <= relist_after(wait) <= RELIST_LATEST


def test_what_a_feed_and_its_server_wish_is_read_from_traits_and_headers() -> None:
    traits = ("feed", "feed.ttl=120", "feed.every=daily/2", "feed.skip-hour=24", "feed.skip-day=sunday", "feed.items=3")
    assert wishes_of(traits, max_age=600) == Wishes(12 * HOUR, None, frozenset({0}), frozenset({6}))


def test_a_word_that_is_too_long_binds_for_a_week_alone() -> None:
    assert next_time(NOW, every(DAY), 0, Wishes(wait=365 * DAY)) == NOW + 7 * DAY
