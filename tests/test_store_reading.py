from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from crawler.errors import UnknownBlog
from crawler.model import Blog, Chosen
from crawler.store.listing import cadence
from tests.store_fixture import HOME, SLUG, START, Clock, column, new_store, post

OTHER = Blog("another", "https://another.example/", category="Arts")
POSTS = [
    post("first", title="First", date="2009-12-28T10:00:00-05:00"),
    post("month", title="Month", date="2025-04"),
    post("second", title="Second", date="2025-04-17"),
    post("recent", title="Recent", date="2025-04-18"),
    post("last", title="Last", date="2026-04-17"),
    post("undated", title="Undated"),
    post("about", title="About", date="2010-01-01", kind="page"),
]


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path, Clock(START)) as opened:
        opened.write_posts(opened.begin_run("crawl"), SLUG, POSTS)
        opened.add_blog(OTHER)
        opened.write_posts(1, OTHER.slug, [post("a", title="Art", date="2011-05-05")])
        yield opened


def titles(rows):
    return [row.title for row in rows]


def test_a_listing_goes_by_blog_and_newest_first_and_holds_posts_alone(store):
    assert titles(store.listing()) == ["Art", "Last", "Recent", "Second", "Month", "First", "Undated"]


def test_posts_of_one_day_go_by_their_moment(store):
    late, early = (post(hour, title=hour, date=f"2009-01-01T{hour}:00:00+00:00") for hour in ("22", "03"))
    store.write_posts(1, OTHER.slug, [early, late])
    assert titles(store.listing([OTHER.slug], year=2009)) == ["22", "03"]


def test_a_row_has_every_column_of_an_export(store):
    full = replace(
        post(
            "full", title="Full", date="2024-02-01T10:00:00+09:00", author="Ann", excerpt="Once", updated="2024-03-01"
        ),
        tags=("one", "two"),
    )
    store.write_posts(1, OTHER.slug, [full])
    row = next(store.listing([OTHER.slug]))
    assert (row.blog, row.year, row.date, row.url) == ("another", 2024, "2024-02-01", HOME + "full")
    assert (row.author, row.tags, row.excerpt) == ("Ann", ("one", "two"), "Once")
    assert (row.published, row.updated) == ("2024-02-01T10:00:00+09:00", "2024-03-01")


def test_a_listing_is_narrowed_to_blogs(store):
    assert titles(store.listing(iter([OTHER.slug]))) == ["Art"]


def test_a_listing_of_no_blog_is_empty(store):
    assert titles(store.listing([])) == []


def test_a_listing_is_narrowed_to_a_year(store):
    assert titles(store.listing(year=2009)) == ["First"]


def test_a_listing_is_narrowed_to_a_category_in_any_case(store):
    assert titles(store.listing(category="arts")) == ["Art"]


def test_since_a_day_includes_it_and_a_month_that_may_reach_it(store):
    assert titles(store.listing([SLUG], since=date(2025, 4, 17))) == ["Last", "Recent", "Second", "Month"]


def test_as_of_a_day_includes_it_and_leaves_out_what_is_later_or_undated(store):
    assert titles(store.listing([SLUG], as_of="2025-04-17")) == ["Second", "Month", "First"]


def test_a_profile_counts_posts_by_year_newest_first(store):
    row = store.profile(SLUG)
    assert list(row.years.items()) == [(2026, 1), (2025, 3), (2009, 1)]
    assert (row.posts, row.first, row.last) == (6, "2009-12-28", "2026-04-17")


def test_the_last_year_is_the_365_days_up_to_the_day(store):
    assert store.profile(SLUG).posts_last_year == 2
    assert store.profile(SLUG, as_of="2026-04-16").posts_last_year == 2
    assert store.profile(SLUG, as_of="2025-04-17").posts_last_year == 2


def test_a_profile_as_of_a_day_knows_no_later_post(store):
    row = store.profile(SLUG, as_of=date(2012, 1, 1))
    assert (row.posts, row.last, row.years, row.cadence) == (1, "2009-12-28", {2009: 1}, "quiet (since 2009)")


def test_a_blog_without_posts_has_an_empty_profile(store):
    store.add_blog(Blog("empty", "https://empty.example/"))
    row = store.profile("empty")
    assert (row.posts, row.first, row.last, row.cadence, row.years, row.completeness) == (0, "", "", "", {}, None)


def test_a_profile_of_an_unknown_blog_is_an_error(store):
    with pytest.raises(UnknownBlog):
        store.profile("nobody")


@pytest.mark.parametrize(
    ("posts", "word"),
    [
        (250, "daily"),
        (249, "weekly"),
        (40, "weekly"),
        (39, "monthly"),
        (9, "monthly"),
        (8, "quarterly"),
        (3, "quarterly"),
        (2, "yearly"),
        (1, "yearly"),
        (0, "quiet (since 2019)"),
    ],
)
def test_cadence_is_told_by_the_posts_of_a_year(posts, word):
    assert cadence(posts, "2019-03") == word


def test_the_view_listing_is_the_listing(store):
    shown = column(store, "SELECT json_array(blog, year, date, title, url) FROM listing")
    assert [f'"{row.title}"' in str(line) for row, line in zip(store.listing(), shown, strict=True)] == [True] * 7


def test_the_view_of_yearly_counts_sums_to_all_posts(store):
    assert column(store, f"SELECT posts FROM yearly_counts WHERE blog = '{SLUG}'") == [1, 3, 1, 1]


@pytest.mark.parametrize("posts", [0, 1, 3, 9, 40, 250])
def test_the_view_of_profiles_says_the_same_as_a_profile(store, posts):
    today = column(store, "SELECT date('now')")[0]
    store.add_blog(Blog("counted", "https://counted.example/"))
    store.write_posts(1, "counted", [post("old", date="2001"), *(post(str(n), date=str(today)) for n in range(posts))])
    row = store.profile("counted", as_of=str(today))
    sql = "SELECT {} FROM blog_profile WHERE blog = 'counted'"
    assert [column(store, sql.format(name))[0] for name in ("posts", "first", "posts_last_year", "cadence")] == [
        row.posts,
        row.first,
        row.posts_last_year,
        row.cadence,
    ]


def test_an_undated_post_has_no_year(store):
    store.write_posts(1, OTHER.slug, [replace(post("x"), fields={"title": Chosen("Only", "r", HOME)})])
    assert [(row.title, row.year, row.date) for row in store.listing([OTHER.slug])][-1] == ("Only", None, "")
