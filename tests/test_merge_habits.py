"""What holds for a blog as a whole, learned from all its claims."""

from __future__ import annotations

from datetime import date

import pytest

from crawler.grouping import Group, Told
from crawler.merge.habits import Habits, Self, close, habits_of
from crawler.model import Claim, Evidence, Place, Role, Source, SourceKind
from tests.dryblogs import HOME, Entry, entries
from tests.harvesting import ARCHIVE, FEED, claim, group

TODAY = date(2024, 6, 1)


def habits(*groups: Group, names: tuple[str, ...] = ()) -> Habits:
    return habits_of(Self(names), groups, TODAY)


def own(one: Entry, **fields: str) -> Group:
    """A post's own page."""
    return group(
        one.address, (Source(one.address, SourceKind.POST, Role.ONE), claim(one.address, Place.SELF, **fields))
    )


def written(number: int, raw: str) -> Group:
    """An entry whose day is written in numbers."""
    address = f"{HOME}{number}/"
    return group(address, (ARCHIVE, Claim(address, Place.LISTING, (Evidence("date", "2009", "listing.text", raw),))))


@pytest.mark.parametrize(("raws", "order"), [(["25.12.2009"], "dmy"), (["12/25/2009"], "mdy"), (["03/04/2009"], "")])
def test_a_date_that_can_be_read_in_one_way_tells_the_order_of_all(raws: list[str], order: str) -> None:
    assert habits(*(written(number, raw) for number, raw in enumerate(raws))).order == order


def test_the_order_of_most_dates_is_the_blogs() -> None:
    raws = ["25.12.2009", "26.12.2009", "12.27.2009"]
    assert habits(*(written(number, raw) for number, raw in enumerate(raws))).order == "dmy"


def test_a_title_that_three_pages_share_belongs_to_none_of_them() -> None:
    pages = [own(one, title="page.heading: Notes") for one in entries(3)]
    assert habits(*pages).shared == {("page.heading", "Notes")}


def test_a_title_that_two_pages_share_may_be_their_own() -> None:
    assert habits(*(own(one, title="page.heading: Notes") for one in entries(2))).shared == frozenset()


def test_a_title_that_few_of_many_pages_share_may_be_their_own() -> None:
    some = entries(40)
    pages = [own(one, title=f"page.heading: {'Notes' if number < 4 else one.title}") for number, one in enumerate(some)]
    assert habits(*pages).shared == frozenset()


def listing(count: int, ending: str, names: tuple[str, ...]) -> Habits:
    some = entries(count)
    told = [group(one.address, (FEED, claim(one.address, title=f"feed.title: {one.title} » {ending}"))) for one in some]
    return habits(*told, names=names)


def test_an_ending_of_many_titles_that_speaks_of_the_blog_is_glued_on() -> None:
    assert listing(5, "The Blog of Ann", ("Ann",)).glued == ("The Blog of Ann",)


def test_an_ending_of_many_titles_that_does_not_speak_of_the_blog_is_their_own() -> None:
    assert listing(5, "Part two", ("Ann",)).glued == ()


def test_an_ending_of_few_titles_is_their_own() -> None:
    assert listing(4, "The Blog of Ann", ("Ann",)).glued == ()


def test_the_blogs_names_are_kept_with_the_endings() -> None:
    assert listing(5, "The Blog of Ann", ("Ann",)).names == ("Ann", "The Blog of Ann")


def dated(one: Entry, day: str, inside: bool = True) -> Group:
    """An entry whose feed tells a day; `inside` tells whether its address tells another."""
    address = one.address if inside else f"{HOME}{one.title.replace(' ', '-')}"
    return group(address, (FEED, claim(address, Place.FEED, date=f"feed.published: {day}")))


BUILT = "2023-12-24"
DISTRUSTED = frozenset({(FEED.address, "feed.published")})
WITH_DAYS = "{day:%Y/%m/%d}/{slug}/"


def test_a_feed_that_dates_everything_with_one_day_is_distrusted_where_addresses_contradict() -> None:
    assert habits(*(dated(one, BUILT) for one in entries(8, pattern=WITH_DAYS))).distrusted == DISTRUSTED


def test_a_feed_that_agrees_with_the_addresses_is_trusted() -> None:
    assert habits(*(dated(one, one.day) for one in entries(8, pattern=WITH_DAYS))).distrusted == frozenset()


def test_a_feed_that_differs_from_post_to_post_is_trusted() -> None:
    pairs = zip(entries(8, pattern=WITH_DAYS), entries(8, every=2), strict=True)
    assert habits(*(dated(one, other.day) for one, other in pairs)).distrusted == frozenset()


def test_a_feed_that_nothing_contradicts_is_trusted() -> None:
    assert habits(*(dated(one, BUILT, inside=False) for one in entries(8))).distrusted == frozenset()


def test_four_contradictions_are_too_few() -> None:
    assert habits(*(dated(one, BUILT) for one in entries(4, pattern=WITH_DAYS))).distrusted == frozenset()


@pytest.mark.parametrize(("pattern", "told"), [(WITH_DAYS, True), ("{day:%Y/%m}/{slug}/", False)])
def test_most_addresses_tell_whether_they_hold_days(pattern: str, told: bool) -> None:
    groups = [Group(one.address, (), [Told(ARCHIVE, claim(one.address))]) for one in entries(5, pattern=pattern)]
    assert habits(*groups).days_in_addresses is told


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("2021-03-01", "2021-02-28", True),
        ("2021-03-01", "2021-03-01T10:00:00Z", True),
        ("2021-03-01", "2021-03-03", False),
        ("2021-03", "2021-03-01", False),
    ],
)
def test_two_days_are_close_when_they_are_at_most_a_day_apart(one: str, other: str, near: bool) -> None:
    assert close(one, other) is near
