"""The word on a blog's completeness: complete, likely or partial, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crawler.blogstate import BlogState
from crawler.model import Completeness, Findings, Harvest, Outcome, Role, Source, SourceKind, State, Total
from crawler.profile import completeness_of
from tests.dryblogs import HOME, Entry, entries
from tests.harvesting import ARCHIVE, BLOG, FEED, FRONT, SITEMAP, failed, fed, harvest, listed, mapped

SOME = entries(40)


def told(*harvests: Harvest, stop: str = "") -> Completeness:
    state = BlogState(BLOG)
    for one in (front(), *harvests):
        state.fold(one)
    return completeness_of(state, state.posts(), stop)


def word(*harvests: Harvest, stop: str = "") -> str:
    return told(*harvests, stop=stop).word.value


def front(*named: Source) -> Harvest:
    findings = Findings(claims=tuple(map(listed, SOME[:5])), sources=named)
    return Harvest(BLOG.slug, FRONT, Outcome(State.DONE, 200, HOME), findings)


def archive(some: Sequence[Entry] = SOME) -> Harvest:
    return harvest(ARCHIVE, *map(listed, some))


def feed(some: Sequence[Entry] = SOME[:10]) -> Harvest:
    return harvest(FEED, *map(fed, some))


def sitemap(some: Sequence[Entry] = SOME) -> Harvest:
    return harvest(SITEMAP, *map(mapped, some))


def declares(one: Harvest, *totals: Total) -> Harvest:
    return replace(one, findings=replace(one.findings, totals=totals))


def test_an_archive_and_a_sitemap_that_agree_are_complete() -> None:
    assert word(archive(), sitemap()) == "complete"


def test_an_archive_alone_is_likely() -> None:
    assert word(archive(), feed()) == "likely"


def test_a_feed_that_is_cut_is_partial() -> None:
    assert word(feed()) == "partial"


def test_what_lists_everything_is_named_as_the_reason() -> None:
    assert told(archive(), feed()).reasons == (f"the listing {ARCHIVE.address} lists 40 of the 40 posts",)


def test_a_declared_total_that_is_met_is_complete() -> None:
    assert word(declares(feed(), Total(10, "x-wp-total"))) == "complete"


def test_a_declared_total_that_is_not_met_is_partial_and_says_both_numbers() -> None:
    said = told(declares(archive(), Total(57, "x-wp-total")), sitemap())
    assert (said.word.value, said.expected) == ("partial", 57)
    assert "a source declares 57 posts; only 40 were found" in said.reasons


def test_a_declared_total_that_is_far_exceeded_counts_a_part_and_proves_nothing() -> None:
    assert word(declares(feed(), Total(5, "archive.count", "2023"), Total(1, "archive.count", "2022"))) == "partial"


def test_a_budget_that_was_used_up_is_partial() -> None:
    said = told(archive(), sitemap(), stop="the budget of 9 requests is used up")
    assert said.word.value == "partial"
    assert "the budget of 9 requests is used up" in said.reasons


@pytest.mark.parametrize("role", [Role.YEAR, Role.MONTH, Role.PAGE, Role.WHOLE])
def test_a_listing_that_failed_is_partial_and_told(role: Role) -> None:
    said = told(archive(), sitemap(), failed(Source(f"{HOME}2020/", SourceKind.ARCHIVE, role)))
    assert said.word.value == "partial"
    assert "1 sources could not be read (answered 500)" in said.reasons


@pytest.mark.parametrize("role", [Role.USUAL, Role.TAG, Role.ONE])
def test_a_guess_a_tag_or_a_post_that_failed_changes_nothing(role: Role) -> None:
    assert word(archive(), sitemap(), failed(Source(f"{HOME}x/", SourceKind.ARCHIVE, role))) == "complete"


@pytest.mark.parametrize("status", [404, 410])
def test_a_year_that_is_not_there_changes_nothing(status: int) -> None:
    gone = failed(Source(f"{HOME}2020/", SourceKind.ARCHIVE, Role.YEAR, "", HOME, 2020), status)
    assert word(archive(), sitemap(), gone) == "complete"


def test_a_home_that_failed_is_partial_whatever_else_is_known() -> None:
    assert told(archive(), sitemap(), failed(FRONT)).reasons == ("the home page could not be read",)


def test_a_blog_without_posts_is_partial() -> None:
    state = BlogState(BLOG)
    state.fold(harvest(FRONT))
    assert completeness_of(state, state.posts()) == Completeness(told(failed(FRONT)).word, None, ("no post was found",))


def test_two_sources_that_overlap_little_suggest_that_more_are_missing() -> None:
    year = Source(f"{HOME}2023/", SourceKind.ARCHIVE, Role.YEAR, "", HOME, 2023)
    big = entries(100)
    said = told(harvest(year, *map(listed, big[:60])), sitemap(big[40:]), feed(big[:50]))
    assert said.word.value == "partial"
    assert any(reason.startswith("two independent sources suggest about 180 posts") for reason in said.reasons)


def test_a_sample_of_months_that_names_nothing_else_supports_an_archive() -> None:
    months = [Source(f"{HOME}2023/{n}/", SourceKind.ARCHIVE, Role.MONTH, "", HOME, 2023) for n in ("10", "11")]
    said = told(front(*months), archive(), harvest(months[1], *map(listed, SOME[:3])))
    assert said.word.value == "complete"
    assert "a sample of the month pages names 3 posts, and no other" in said.reasons


def test_archives_of_two_languages_that_a_sitemap_confirms_are_likely() -> None:
    other = replace(ARCHIVE, address=f"{HOME}de/archiv/")
    assert word(archive(SOME[:20]), harvest(other, *map(listed, SOME[20:])), sitemap()) == "likely"


def test_every_word_has_a_reason() -> None:
    assert all(told(*some).reasons for some in [(), (feed(),), (archive(),), (archive(), sitemap())])


@pytest.mark.parametrize(("harvests", "expected"), [((archive(), sitemap()), 40), ((feed(),), None)])
def test_the_number_expected_is_told_where_it_is_known(harvests: tuple[Harvest, ...], expected: int | None) -> None:
    assert told(*harvests).expected == expected
