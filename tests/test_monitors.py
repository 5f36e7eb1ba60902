"""What the monitors say of a crawl, and of what they keep silent."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.monitors import MONITORS, Alarm, Course, alarms_of, strange_silence

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
WELL = Course(NOW, LONG_AGO, known=40, named=40)


def weekly(last: datetime, count: int = 20) -> tuple[str, ...]:
    return tuple((last - timedelta(weeks=number)).date().isoformat() for number in range(count))


def names(course: Course) -> list[str]:
    return [alarm.monitor for alarm in alarms_of(course)]


def test_a_crawl_like_those_before_it_alarms_nobody() -> None:
    assert alarms_of(replace(WELL, days=weekly(NOW), new=1)) == ()


def test_a_first_crawl_never_alarms() -> None:
    course = replace(WELL, since=None, named=0, dead=("http://a.test/feed",), problems={"http": 99})
    assert alarms_of(course) == ()


@pytest.mark.parametrize(
    ("known", "named", "alarms"), [(40, 19, True), (40, 20, False), (9, 0, False), (10, 4, True), (0, 0, False)]
)
def test_a_blog_that_lost_more_than_half_of_its_posts_is_told_of(known: int, named: int, alarms: bool) -> None:
    assert ("lost-posts" in names(replace(WELL, known=known, named=named))) is alarms


def test_a_source_that_died_is_named() -> None:
    (alarm,) = alarms_of(replace(WELL, dead=("http://a.test/feed",)))
    assert alarm == Alarm("dead-source", "told of posts before, and of none now: http://a.test/feed")


@pytest.mark.parametrize(
    ("silent", "alarms"),
    [(7, False), (27, False), (28, True), (111, True), (112, False), (2000, False)],
    ids=["as ever", "a little late", "late", "very late", "it has ended", "long ago"],
)
def test_a_weekly_blog_is_told_of_when_several_posts_are_missing_and_not_for_ever(silent: int, alarms: bool) -> None:
    assert ("no-news" in names(replace(WELL, days=weekly(NOW - timedelta(days=silent))))) is alarms


def test_new_posts_are_news_however_old_they_are() -> None:
    assert names(replace(WELL, days=weekly(NOW - timedelta(days=40)), new=1)) == []


def test_a_blog_that_was_silent_when_it_was_first_crawled_is_not_told_of() -> None:
    late = replace(WELL, days=weekly(NOW - timedelta(days=60)), since=NOW - timedelta(days=10))
    assert names(late) == []


def test_a_blog_that_has_paused_before_may_pause_again() -> None:
    last = NOW - timedelta(days=35)
    paused = (*weekly(last, 6), *weekly(last - timedelta(days=75), 6))
    assert names(replace(WELL, days=paused)) == []


def test_too_few_posts_have_no_rhythm() -> None:
    assert strange_silence(weekly(NOW, 5)) is None


@pytest.mark.parametrize(("now", "before", "alarms"), [(9, 0, False), (10, 0, True), (20, 10, False), (21, 10, True)])
def test_many_problems_of_one_kind_are_told_of_where_there_never_were_so_many(
    now: int, before: int, alarms: bool
) -> None:
    course = replace(WELL, problems={"http": now, "tls": 1}, usual={"http": before})
    assert ("many-problems" in names(course)) is alarms


@given(st.builds(Course, st.just(NOW), st.none() | st.just(LONG_AGO), st.integers(0), st.integers(0), st.integers(0)))
def test_every_alarm_has_the_name_of_a_monitor_and_is_one_line(course: Course) -> None:
    for alarm in alarms_of(course):
        assert alarm.monitor in MONITORS and alarm.message and "\n" not in alarm.message
