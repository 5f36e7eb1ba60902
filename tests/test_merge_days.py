"""Which date of all that sources give is the day of publication."""

from __future__ import annotations

from datetime import date
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import dates
from crawler.merge.days import DATE_RANK, choose_date
from crawler.merge.evidence import Said
from crawler.merge.habits import Habits
from crawler.model import Evidence

TODAY = date(2024, 6, 1)
PLAIN = "https://blog.example/a-walk/"


def says(rule: str, value: str, source: str = "https://blog.example/s") -> Said:
    return Said(Evidence("date", value, rule), source)


def day(*said: Said, address: str = PLAIN, **habits: object) -> str:
    chosen, _ = choose_date(said, address, Habits(today=TODAY, **habits))  # type: ignore[arg-type]
    return chosen.value if chosen else ""


def conflicts(*said: Said, address: str = PLAIN) -> bool:
    return choose_date(said, address, Habits(today=TODAY))[1]


def test_nobody_says_a_date() -> None:
    assert choose_date((), PLAIN, Habits(today=TODAY)) == (None, False)


@pytest.mark.parametrize(("better", "worse"), list(pairwise(DATE_RANK)))
def test_the_better_rule_wins_in_whatever_order(better: str, worse: str) -> None:
    pair = (says(better, "2021-03-05"), says(worse, "2019-07-01"))
    assert {day(*order) for order in permutations(pair)} == {"2021-03-05"}


def test_the_chosen_date_names_its_rule_and_source() -> None:
    chosen, _ = choose_date([says("page.time", "2021-03-05")], PLAIN, Habits(today=TODAY))
    assert chosen is not None
    assert (chosen.rule, chosen.source) == ("page.time", "https://blog.example/s")


def test_a_rough_date_yields_to_a_finer_one_that_it_holds() -> None:
    assert day(says("feed.published", "2021-03"), says("page.text", "2021-03-05")) == "2021-03-05"


def test_a_rough_date_yields_to_a_full_one_even_beside_it() -> None:
    assert day(says("feed.published", "2021"), says("page.text", "2020-12-31")) == "2020-12-31"


def test_a_full_date_does_not_yield_to_a_rough_one() -> None:
    assert day(says("page.text", "2021-03-05"), says("feed.published", "2019")) == "2021-03-05"


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("2021-03-06T00:20:00+01:00", "2021-03-06T00:20:00+01:00"),
        ("2021-03-06T00:20:41+01:00", "2021-03-06T00:20:41+01:00"),
        ("2021-03-06T00:21:00+01:00", "2021-03-05T23:20:00Z"),
        ("2021-03-05T23:20:00+00:00", "2021-03-05T23:20:00Z"),
    ],
)
def test_a_moment_in_utc_yields_to_the_same_moment_with_an_offset(other: str, told: str) -> None:
    assert day(says("feed.published", "2021-03-05T23:20:00Z"), says("listing.time", other)) == told


def test_a_plain_day_speaks_for_the_moment_in_utc() -> None:
    said = says("feed.published", "2021-03-05T23:20:00Z"), says("listing.time", "2021-03-06T00:20:00+01:00")
    assert day(*said, says("page.text", "2021-03-05")) == "2021-03-05T23:20:00Z"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://blog.example/2021/03/05/a-walk/", "2021-03-05"),
        ("https://blog.example/2021/03/a-walk/", "2021-03"),
        ("https://blog.example/2021/a-walk/", "2021"),
        (PLAIN, ""),
    ],
)
def test_an_address_tells_a_date_at_its_own_precision(address: str, told: str) -> None:
    assert day(address=address) == told


def test_a_number_after_the_month_is_no_day_where_the_blogs_addresses_have_none() -> None:
    address = "https://blog.example/2021/03/05/a-walk/"
    assert day(address=address, days_in_addresses=False) == "2021-03"


@pytest.mark.parametrize("future", ["2024-06-09", "2031-01-01"])
def test_a_date_in_the_future_loses_to_any_other(future: str) -> None:
    assert day(says("jsonld.datePublished", future), says("page.foot", "2021-03-05")) == "2021-03-05"


def test_a_date_in_the_future_alone_is_no_date() -> None:
    assert day(says("jsonld.datePublished", "2031-01-01")) == ""


def test_an_empty_reading_of_a_date_is_none() -> None:
    assert day(says("feed.published", ""), says("page.text", "2021-03-05")) == "2021-03-05"


def test_a_day_of_change_is_never_chosen_where_a_day_of_publication_is_told() -> None:
    assert day(says("feed.updated", "2023-01-01T10:00:00Z"), says("listing.heading", "2021-03-05")) == "2021-03-05"


class TestTwoReadings:
    BOTH = "2009-04-03|2009-03-04"

    @pytest.mark.parametrize(("order", "read"), [("dmy", "2009-04-03"), ("mdy", "2009-03-04"), ("", "2009")])
    def test_the_blogs_own_order_settles_them(self, order: str, read: str) -> None:
        assert day(says("listing.text", self.BOTH), order=order) == read

    def test_another_source_settles_them_where_the_blog_has_no_order(self) -> None:
        assert day(says("listing.text", self.BOTH), says("feed.updated", "2009-03-04")) == "2009-03-04"


class TestMomentsInUtc:
    @pytest.mark.parametrize(
        ("moment", "plain"),
        [
            ("2021-03-06T02:30:00Z", "2021-03-05"),
            ("2021-03-06T02:30:00+00:00", "2021-03-05"),
            ("2021-03-05T20:00:00-04:00", "2021-03-06"),  # midnight in UTC, turned into a moment by a program
        ],
    )
    def test_they_yield_to_a_plain_day_beside_them(self, moment: str, plain: str) -> None:
        assert day(says("feed.published", moment), says("listing.text", plain)) == plain

    def test_they_stay_where_some_plain_day_agrees(self) -> None:
        said = (says("feed.published", "2021-03-06T02:30:00Z"), says("listing.text", "2021-03-05"))
        assert day(*said, says("page.text", "2021-03-06")).startswith("2021-03-06")

    def test_they_stay_where_the_plain_day_is_another(self) -> None:
        said = (says("feed.published", "2021-03-06T02:30:00Z"), says("listing.text", "2021-03-01"))
        assert day(*said).startswith("2021-03-06")

    @pytest.mark.parametrize(
        ("moment", "month", "own"),
        [
            ("2021-04-01T04:30:00Z", "2021-03", "2021-03-31"),
            ("2021-03-31T15:30:00Z", "2021-04", "2021-04-01"),
            ("2021-04-01T12:30:00Z", "2021-03", "2021-04-01T12:30:00Z"),  # no clock is so far behind
            ("2021-04-02T04:30:00Z", "2021-03", "2021-04-02T04:30:00Z"),
            ("2021-04-01T04:30:00Z", "2021-04", "2021-04-01T04:30:00Z"),
            ("2021-04-01T04:30:00+02:00", "2021-03", "2021-04-01T04:30:00+02:00"),
        ],
    )
    def test_they_yield_to_the_plain_month_that_they_lie_just_beyond(self, moment: str, month: str, own: str) -> None:
        assert day(says("feed.published", moment), says("listing.text", month)) == own

    def test_they_stay_where_two_months_are_told(self) -> None:
        said = (says("listing.text", "2021-03"), says("listing.heading", "2021-04"))
        assert day(says("feed.published", "2021-04-01T04:30:00Z"), *said).startswith("2021-04-01")

    def test_they_yield_to_the_month_of_the_address(self) -> None:
        address = "https://blog.example/2021/03/a-walk/"
        assert day(says("feed.published", "2021-04-01T04:30:00Z"), address=address) == "2021-03-31"

    def test_a_moment_with_the_authors_offset_does_not_yield(self) -> None:
        said = (says("feed.published", "2021-03-05T23:30:00-05:00"), says("listing.text", "2021-03-06"))
        assert day(*said) == "2021-03-05T23:30:00-05:00"


class TestConflicts:
    def test_sources_that_agree_are_none(self) -> None:
        assert not conflicts(says("feed.published", "2021-03-05"), says("page.time", "2021-03-05"))

    def test_a_day_of_difference_is_none(self) -> None:
        assert not conflicts(says("feed.published", "2021-03-05"), says("page.time", "2021-03-06"))

    def test_a_week_of_difference_is_one(self) -> None:
        assert conflicts(says("feed.published", "2021-03-05"), says("page.time", "2021-03-12"))

    def test_a_rough_date_is_none(self) -> None:
        assert not conflicts(says("feed.published", "2021-03-05"), says("address", "2019"))

    def test_a_day_of_change_is_none(self) -> None:
        assert not conflicts(says("feed.published", "2021-03-05"), says("feed.updated", "2023-01-01"))


def test_dates_of_a_distrusted_source_and_rule_are_not_used() -> None:
    said = (says("feed.published", "2024-01-01", "https://blog.example/feed"), says("page.text", "2021-03-05"))
    distrusted = frozenset({("https://blog.example/feed", "feed.published")})
    assert day(*said, distrusted=distrusted) == "2021-03-05"


def test_dates_of_a_rule_that_is_distrusted_everywhere_are_not_used() -> None:
    said = (says("page.time", "2024-01-01", PLAIN), says("listing.text", "2021-03-05"))
    assert day(*said, distrusted=frozenset({("", "page.time")})) == "2021-03-05"


values = st.builds(
    lambda day, cut: day.isoformat()[:cut], st.dates(date(1995, 1, 1), date(2024, 5, 1)), st.sampled_from([4, 7, 10])
)
told = st.lists(st.builds(says, st.sampled_from(DATE_RANK), values, st.sampled_from(["a", "b", "c"])), max_size=6)
addresses = st.sampled_from([PLAIN, "https://blog.example/2021/03/a/", "https://blog.example/2020/a/"])


@given(told, addresses)
def test_precision_is_never_invented(said: list[Said], address: str) -> None:
    """What is chosen was told, or is what the address tells."""
    chosen = day(*said, address=address)
    assert not chosen or chosen in {one.evidence.value for one in said} | {day(address=address)}


@given(told, addresses, st.randoms(use_true_random=False))
def test_the_order_of_what_is_told_does_not_matter(said: list[Said], address: str, random) -> None:
    shuffled = random.sample(said, len(said))
    habits = Habits(today=TODAY)
    assert choose_date(said, address, habits) == choose_date(shuffled, address, habits)


@given(told, addresses)
def test_a_chosen_date_can_be_read_back_and_has_a_rule_and_a_source(said: list[Said], address: str) -> None:
    chosen, _ = choose_date(said, address, Habits(today=TODAY))
    if chosen is not None:
        assert str(dates.parse_partial(chosen.value)) == chosen.value
        assert chosen.rule
        assert chosen.source


def test_a_clock_without_an_offset_tells_the_authors_day_of_a_moment_in_utc() -> None:
    moment = says("feed.published", "2014-04-15T02:52:59Z")
    assert day(moment, says("listing.time", "2014-04-14T22:52:00")) == "2014-04-14T22:52:00"
    assert day(moment, says("listing.time", "2014-04-14T21:40:00")) == "2014-04-15T02:52:59Z"
