"""Days that what is listed around a post makes impossible, from the claims of all sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.blogstate import BlogState
from crawler.model import Claim, Evidence, Harvest, Place, Post, Role, Source, SourceKind
from crawler.posts import posts_of
from tests.dryblogs import HOME
from tests.harvesting import ARCHIVE, BLOG, FEED, claim, harvest, posts

PER_PAGE = 8
DAYS = tuple(date(2014, 6, 1) - timedelta(days=9 * n) for n in range(5 * PER_PAGE))
"""The newest first, on five pages."""
EVERY = range(len(DAYS))
AT = 20
"""A post on the third page."""
RIGHT = str(DAYS[AT])


def address(number: int) -> str:
    return f"{HOME}posts/note-{number}/"


def series(order: Sequence[int] = EVERY, per_page: int = PER_PAGE) -> list[Harvest]:
    """Pages that list posts without their days."""
    numbers = list(order)
    pages = [numbers[start : start + per_page] for start in range(0, len(numbers), per_page)]
    return [
        harvest(
            Source(f"{HOME}page/{at}/", SourceKind.ARCHIVE, Role.PAGE, number=at),
            *(claim(address(n), title=f"listing.title: Note {n}", list="listing.group: a1") for n in page),
        )
        for at, page in enumerate(pages, 1)
    ]


def own(number: int, *dates: str, beside: tuple[int, ...] = ()) -> Harvest:
    """A post's own page, with "rule: day" for each date it tells."""
    said = (Evidence("type", "post", "jsonld.type"), Evidence("title", f"Note {number}", "page.heading"))
    told = [Evidence("date", day, rule) for rule, _, day in (one.partition(": ") for one in dates)]
    neighbours = [claim(address(other), Place.BESIDE, index="rel.next: ") for other in beside]
    source = Source(address(number), SourceKind.POST, Role.ONE)
    return harvest(source, Claim(address(number), Place.SELF, (*said, *told)), *neighbours)


def pages(wrong: Mapping[int, tuple[str, ...]], rule: str = "page.text", beside: bool = False) -> list[Harvest]:
    """All posts' own pages, those in `wrong` with other dates than theirs."""
    around = {n: (n - 1, n + 1) if beside and 0 < n < len(DAYS) - 1 else () for n in range(len(DAYS))}
    return [own(n, *wrong.get(n, (f"{rule}: {day}",)), beside=around[n]) for n, day in enumerate(DAYS)]


def day_of(told: list[Harvest], number: int = AT) -> str:
    return found(told, number).text("date")


def found(told: list[Harvest], number: int = AT) -> Post:
    return posts(*told)[address(number)]


def test_all_days_in_order_stay() -> None:
    assert [day_of([*series(), *pages({})], n) for n in range(len(DAYS))] == [str(day) for day in DAYS]


@pytest.mark.parametrize("wrong", ["page.text: 2019-05-03", "page.foot: 2001-05-12", "page.time: 2013-06-30"])
def test_a_day_far_outside_of_the_posts_page_is_not_taken(wrong: str) -> None:
    post = found([*series(), *pages({AT: (wrong,)})])
    assert (post.text("date"), post.conflicts) == ("", ("date",))


def test_the_next_best_day_that_fits_is_taken() -> None:
    told = ("page.text: 2019-05-03", "page.foot: 2020-01-01", f"meta.date: {RIGHT}")
    post = found([*series(), *pages({AT: told})])
    assert (post.text("date"), post.fields["date"].rule) == (RIGHT, "meta.date")


@pytest.mark.parametrize(
    "rule", ["api.date", "jsonld.datePublished", "meta.published_time", "feed.published", "curator"]
)
def test_what_the_post_is_published_with_is_believed(rule: str) -> None:
    assert day_of([*series(), *pages({AT: (f"{rule}: 2019-05-03",)})]) == "2019-05-03"


def test_the_authors_day_beside_a_moment_that_a_feed_tells_stays() -> None:
    fed = harvest(FEED, claim(address(AT), Place.FEED, date="feed.published: 2019-05-04T02:00:00Z"))
    post = found([*series(), *pages({AT: ("page.text: 2019-05-03",)}), fed])
    assert (post.text("date"), post.conflicts) == ("2019-05-03", ())


def test_a_day_that_a_list_gave_up_and_another_source_tells_is_no_conflict() -> None:
    listed = harvest(ARCHIVE, claim(address(AT), misplaced="listing.text: 2019-05-03"))
    fed = harvest(FEED, claim(address(AT), Place.FEED, date="feed.published: 2019-05-04T02:00:00Z"))
    post = found([listed, fed])
    assert (post.text("date"), post.conflicts) == ("2019-05-03", ())


def test_a_day_that_a_list_gave_up_and_no_other_source_tells_is_one() -> None:
    listed = harvest(ARCHIVE, claim(address(AT), misplaced="listing.text: 2019-05-03"))
    fed = harvest(FEED, claim(address(AT), Place.FEED, date="feed.published: 2014-05-04"))
    post = found([listed, fed])
    assert (post.text("date"), post.conflicts) == ("2014-05-04", ("date",))


def test_without_listings_the_links_to_older_and_newer_tell() -> None:
    assert day_of(pages({AT: ("page.text: 2019-05-03",)}, beside=True)) == ""


@pytest.mark.parametrize("number", [0, 3, len(DAYS) - 1])
def test_on_the_first_and_the_last_page_a_post_may_be_pinned(number: int) -> None:
    assert day_of([*series(), *pages({number: ("page.text: 2004-05-03",)})], number) == "2004-05-03"


def test_a_post_that_is_pinned_to_several_pages_keeps_its_day() -> None:
    pinned = claim(address(AT), title="listing.title: Note", list="listing.group: a1")
    told = [replace(one, findings=replace(one.findings, claims=(pinned, *one.findings.claims))) for one in series()]
    assert day_of([*told, *pages({})]) == RIGHT


def test_old_posts_that_were_brought_in_together_keep_their_days() -> None:
    wrong = {AT: ("page.text: 2004-05-03",), AT + 1: ("page.text: 2004-04-09",)}
    assert day_of([*series(), *pages(wrong)]) == "2004-05-03"


def test_pages_by_title_tell_nothing() -> None:
    by_title = sorted(range(len(DAYS)), key=lambda n: n * 7 % len(DAYS))
    assert day_of([*series(by_title), *pages({AT: ("page.text: 2019-05-03",)})]) == "2019-05-03"


def test_a_category_of_few_posts_tells_nothing() -> None:
    assert day_of([*series(range(0, 36, 5)), *pages({AT: ("page.text: 2019-05-03",)})]) == "2019-05-03"


def test_where_many_posts_have_no_day_nothing_is_told() -> None:
    undated = dict.fromkeys(range(0, 12, 2), ())
    feed = harvest(FEED, *(claim(address(n), Place.FEED, title=f"feed.title: Note {n}") for n in undated))
    assert day_of([*series(), feed, *pages({**undated, AT: ("page.text: 2019-05-03",)})]) == "2019-05-03"


@settings(max_examples=15)
@given(st.lists(st.dates(date(2005, 1, 1), date(2023, 1, 1)), min_size=24, max_size=24))
def test_posts_in_true_order_with_their_days_never_lose_one(days: list[date]) -> None:
    days.sort(reverse=True)
    told = [*series(range(24), 8), *(own(n, f"page.text: {day}") for n, day in enumerate(days))]
    kept = posts(*told)
    assert [kept[address(n)].text("date") for n in range(24)] == [str(day) for day in days]


@settings(max_examples=5)
@given(st.randoms(use_true_random=False))
def test_neither_the_order_of_arrival_nor_what_was_known_before_matters(random) -> None:
    told = [*series(), *pages({AT: ("page.text: 2019-05-03", "page.foot: 2014-01-01")})]
    shuffled = random.sample(told, len(told))
    assert posts_of(BLOG, shuffled) == posts_of(BLOG, told)
    state = BlogState(BLOG)
    for number, one in enumerate(shuffled):
        state.fold(one)
        if number % 7 == 0 or one is shuffled[-1]:
            assert state.posts() == posts_of(BLOG, state.harvests.values())
