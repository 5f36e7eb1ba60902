"""How well the sources asked so far cover a blog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crawler.blogstate import BlogState
from crawler.chains import chains_of, root_of
from crawler.ledger import Ledger, ledger_of
from crawler.model import Findings, Harvest, Outcome, Place, Role, Source, SourceKind, State, Total
from crawler.totals import counts_by_year
from tests.dryblogs import HOME, Entry, entries
from tests.harvesting import ARCHIVE, BLOG, FEED, FRONT, SITEMAP, claim, failed, fed, harvest, listed, mapped

TYPED = Source(f"{HOME}post-sitemap.xml", SourceKind.SITEMAP, Role.WHOLE)


def state_of(*harvests: Harvest) -> BlogState:
    state = BlogState(BLOG)
    for one in harvests:
        state.fold(one)
    return state


def ledger(*harvests: Harvest) -> Ledger:
    return ledger_of(state_of(*harvests))


def front(some: Sequence[Entry], *named: Source) -> Harvest:
    """The home page: entries, and the sources it names."""
    findings = Findings(claims=tuple(map(listed, some)), sources=named)
    return Harvest(BLOG.slug, FRONT, Outcome(State.DONE, 200, HOME), findings)


def archive(some: Sequence[Entry]) -> Harvest:
    return harvest(ARCHIVE, *map(listed, some))


def feed(some: Sequence[Entry]) -> Harvest:
    return harvest(FEED, *map(fed, some))


def sitemap(some: Sequence[Entry]) -> Harvest:
    return harvest(SITEMAP, *map(mapped, some))


def year(number: int) -> Source:
    return Source(f"{HOME}{number}/", SourceKind.ARCHIVE, Role.YEAR, str(number), HOME, number)


def later(number: int, parent: str = HOME) -> Source:
    return Source(f"{parent}page/{number}/", SourceKind.ARCHIVE, Role.PAGE, "", parent, number)


def whole(*harvests: Harvest) -> str:
    """The name of the chain that lists everything, or an empty string."""
    found = ledger(*harvests).whole()
    return found.name if found else ""


SOME = entries(40)


class TestChains:
    def test_a_page_belongs_to_the_series_that_it_continues(self) -> None:
        state = state_of(
            front(SOME[:10], later(2)), Harvest(BLOG.slug, later(2), Outcome(State.DONE), Findings(sources=(later(3),)))
        )
        assert chains_of(state, later(3)) == [f"series:{HOME}"]

    def test_a_page_of_a_year_belongs_to_the_years(self) -> None:
        second = later(2, f"{HOME}2020/")
        state = state_of(front([], year(2020)), harvest(year(2020)))
        assert chains_of(state, second) == ["years"]

    @pytest.mark.parametrize(
        ("role", "name"),
        [
            (Role.MONTH, "months"),
            (Role.DAY, "days"),
            (Role.SECTION, "sections"),
            (Role.TAG, "tags"),
            (Role.AUTHOR, "authors"),
        ],
    )
    def test_listings_of_one_role_are_a_chain(self, role: Role, name: str) -> None:
        assert chains_of(state_of(), Source(f"{HOME}x/", SourceKind.ARCHIVE, role)) == [name]

    def test_sitemaps_of_tags_and_of_other_things_are_no_chain(self) -> None:
        assert chains_of(state_of(), Source(f"{HOME}tag.xml", SourceKind.SITEMAP, Role.TAG)) == []

    def test_the_parts_of_a_feed_are_one_chain(self) -> None:
        part = Source(f"{FEED.address}?page=2", SourceKind.FEED, Role.PAGE, "", FEED.address)
        assert chains_of(state_of(feed(SOME)), part) == [f"feed:{FEED.address}"]

    def test_a_posts_own_page_is_no_chain(self) -> None:
        assert chains_of(state_of(), Source(f"{HOME}a/", SourceKind.POST, Role.ONE)) == []

    def test_pages_that_name_each_other_as_parents_have_a_root(self) -> None:
        one, two = later(1), later(2)
        circle = replace(one, parent=two.address), replace(two, parent=one.address)
        state = state_of(front([], *circle))
        assert root_of(state, circle[0]) in (one.address, two.address)


class TestWhole:
    def test_an_archive_that_was_promised_and_lists_all(self) -> None:
        assert whole(front(SOME[:5]), archive(SOME)) == f"series:{ARCHIVE.address}"

    def test_no_archive_that_misses_more_than_a_hundredth(self) -> None:
        assert whole(front(SOME[:5]), archive(SOME[:-1]), feed(SOME[-1:])) == ""

    def test_no_archive_beside_a_sitemap_that_has_more_dated_addresses(self) -> None:
        state = [front(SOME[:5]), archive(SOME[:20]), sitemap(SOME)]
        assert whole(*state) == ""

    def test_no_series_that_has_pages_left(self) -> None:
        assert whole(front(SOME, later(2))) == ""

    def test_a_series_that_was_read_to_its_end(self) -> None:
        assert whole(front(SOME[:20], later(2)), harvest(later(2), *map(listed, SOME[20:]))) == f"series:{HOME}"

    @pytest.mark.parametrize("status", [404, 500])
    def test_no_series_of_which_a_page_in_between_failed(self, status: int) -> None:
        pages = [failed(later(2), status), harvest(later(3), *map(listed, SOME[20:]))]
        assert whole(front(SOME[:20], later(2), later(3)), *pages) == ""

    def test_a_series_whose_last_page_names_one_that_is_not_there(self) -> None:
        pages = [harvest(later(2), *map(listed, SOME[20:])), failed(later(3), 404)]
        assert whole(front(SOME[:20], later(2), later(3)), *pages) == f"series:{HOME}"

    def test_no_home_page_whose_second_page_is_not_there(self) -> None:
        assert whole(front(SOME[:10], later(2)), feed(SOME[:10]), failed(later(2), 404)) == ""

    def test_all_years_that_were_read(self) -> None:
        parts = [harvest(year(2023), *map(listed, SOME[:20])), harvest(year(2022), *map(listed, SOME[20:]))]
        assert whole(front(SOME[:5], year(2022), year(2023)), *parts) == "years"

    def test_years_of_which_one_is_gone(self) -> None:
        gone = failed(year(2001), 404)
        named = [year(2001), year(2023)]
        assert whole(front(SOME[:5], *named), harvest(year(2023), *map(listed, SOME)), gone) == "years"

    def test_no_years_of_which_one_failed(self) -> None:
        named = [year(2001), year(2023)]
        assert whole(front(SOME[:5], *named), harvest(year(2023), *map(listed, SOME)), failed(year(2001), 500)) == ""

    @pytest.mark.parametrize("count", [5, 10, 15, 20, 25, 50, 100])
    def test_no_feed_of_a_usual_length(self, count: int) -> None:
        assert whole(feed(entries(count))) == ""

    @pytest.mark.parametrize("count", [27, 43, 101])
    def test_a_feed_of_an_unusual_length(self, count: int) -> None:
        assert whole(feed(entries(count))) == f"feed:{FEED.address}"

    def test_a_feed_that_says_it_is_complete(self) -> None:
        told = feed(entries(10))
        assert whole(replace(told, findings=replace(told.findings, traits=("feed.complete",)))) != ""

    def test_no_plain_sitemap(self) -> None:
        assert whole(feed(SOME[:10]), sitemap(SOME)) == ""

    def test_a_sitemap_of_posts(self) -> None:
        typed = [claim(one.address, Place.SITEMAP, type="sitemap.name: post") for one in SOME]
        assert whole(harvest(TYPED, *typed)) == "sitemap"

    def test_no_list_of_a_usual_length_on_a_home_page(self) -> None:
        assert whole(front(SOME[:10])) == ""

    def test_no_list_on_a_home_page_that_a_feed_of_the_same_usual_length_repeats(self) -> None:
        assert whole(front(SOME[:10]), feed(SOME[:10])) == ""

    def test_a_list_on_a_home_page_that_a_sitemap_confirms(self) -> None:
        assert whole(front(SOME[:10]), sitemap(SOME[:10])) == f"series:{HOME}"

    def test_a_list_on_a_home_page_that_a_feed_of_an_unusual_length_confirms(self) -> None:
        assert whole(front(SOME[:9]), feed(SOME[:9])) == f"series:{HOME}"

    def test_no_list_on_a_home_page_that_names_years(self) -> None:
        assert whole(front(SOME, year(2023))) == ""

    def test_no_page_that_was_guessed_and_repeats_the_home_page(self) -> None:
        guess = Source(f"{HOME}archive/", SourceKind.ARCHIVE, Role.USUAL)
        assert whole(front(SOME[:10]), harvest(guess, *map(listed, SOME[:10]))) == ""

    def test_no_web_page_in_the_place_of_a_sitemap(self) -> None:
        assert whole(front(SOME[:10]), harvest(SITEMAP, *map(listed, SOME[:10]))) == ""

    def test_no_archive_that_lists_fewer_than_are_declared(self) -> None:
        told = archive(SOME)
        declares = replace(told, findings=replace(told.findings, totals=(Total(60, "archive.count"),)))
        assert whole(front(SOME[:5]), declares) == ""

    def test_no_years_of_the_few_posts_that_the_first_of_many_pages_shows(self) -> None:
        pages = [later(number) for number in range(2, 16)]
        shown = harvest(year(2023), *map(listed, SOME[:11]))
        assert whole(front(SOME[:10]), shown) == "years"
        assert whole(front(SOME[:10], *pages), shown) == ""

    def test_no_archive_where_a_sample_of_months_names_more(self) -> None:
        month = Source(f"{HOME}2022/12/", SourceKind.ARCHIVE, Role.MONTH, "", HOME, 2022)
        other = replace(month, address=f"{HOME}2022/11/")
        big = entries(200)
        assert whole(front(big[:5], month, other), archive(big[:-1]), harvest(month, listed(big[-1]))) == ""


class TestSettled:
    def test_a_declared_total_that_is_met(self) -> None:
        told = feed(SOME[:10])
        assert ledger(
            replace(told, findings=replace(told.findings, totals=(Total(10, "feed.totalResults"),)))
        ).settled()

    def test_a_declared_total_that_is_not_met(self) -> None:
        told = feed(SOME[:10])
        declares = replace(told, findings=replace(told.findings, totals=(Total(11, "feed.totalResults"),)))
        assert not ledger(declares).settled()

    def test_two_archives_that_together_name_what_a_sitemap_names(self) -> None:
        other = replace(ARCHIVE, address=f"{HOME}de/archiv/")
        parts = [archive(SOME[:20]), harvest(other, *map(listed, SOME[20:]))]
        assert ledger(front(SOME[:5]), *parts, sitemap(SOME)).settled()

    def test_two_archives_that_together_name_less_than_a_sitemap(self) -> None:
        other = replace(ARCHIVE, address=f"{HOME}de/archiv/")
        parts = [archive(SOME[:20]), harvest(other, *map(listed, SOME[20:-1]))]
        assert not ledger(front(SOME[:5]), *parts, sitemap(SOME)).settled()


class TestAgreeing:
    def names(self, *harvests: Harvest) -> list[str]:
        told = ledger(*harvests)
        best = told.whole()
        assert best is not None
        return [chain.name for chain in told.agreeing(best)]

    def test_a_sitemap_that_names_the_same_posts(self) -> None:
        assert self.names(archive(SOME), sitemap(SOME)) == ["sitemap"]

    def test_no_source_that_names_fewer_than_half(self) -> None:
        assert self.names(archive(SOME), feed(SOME[:10])) == []


def test_declared_counts_of_months_make_up_their_year() -> None:
    totals = [Total(3, "r", "2020-01"), Total(4, "r", "2020-02"), Total(9, "r", "2021"), Total(2, "r", "2021-05")]
    assert counts_by_year(totals) == {"2020": 7, "2021": 9}


def test_a_month_that_two_pages_count_is_counted_once() -> None:
    assert counts_by_year([Total(3, "r", "2020-01"), Total(3, "r", "2020-01")]) == {"2020": 3}


def test_the_count_of_a_single_year_is_not_that_of_the_blog() -> None:
    told = feed(SOME[:10])
    one_year = replace(told, findings=replace(told.findings, totals=(Total(12, "archive.count", "2023"),)))
    assert ledger(one_year).expected == 0


def test_a_total_of_the_whole_blog_outweighs_the_sum_of_its_years() -> None:
    told = feed(SOME[:10])
    totals = (Total(30, "x-wp-total"), Total(12, "archive.count", "2023"), Total(9, "archive.count", "2022"))
    assert ledger(replace(told, findings=replace(told.findings, totals=totals))).expected == 30


def test_posts_without_title_or_day_are_told() -> None:
    some = [replace(SOME[0], title=""), replace(SOME[1], day="2023-11"), SOME[2]]
    told = ledger(feed(some))
    assert [post.url for post in told.untitled()] == [some[0].address]
    assert [post.url for post in told.undated()] == [some[1].address]


def test_an_entry_whose_address_is_that_of_a_month_is_no_month_to_ask() -> None:
    some = [Entry(f"{HOME}2018-05.html", "Early ferries", "2021-03-05"), *entries(8)]
    month = Source(some[0].address, SourceKind.ARCHIVE, Role.MONTH, "Early ferries", HOME, 2018)
    assert "months" not in ledger(front(some, month)).chains
    named = [replace(some[0], title="May 2018"), *some[1:]]
    assert ledger(front(named, month)).chains["months"].open == [month]


@pytest.mark.parametrize("traits", [("html",), ("unreadable",), ("empty",)])
def test_a_further_page_of_an_api_that_is_none_breaks_it(traits: tuple[str, ...]) -> None:
    """Status 0: the run has the page under another address."""
    first, some = Source(f"{HOME}api", SourceKind.API, Role.WHOLE), entries(8)
    read = Harvest(BLOG.slug, first, Outcome(State.DONE, 200), Findings(claims=tuple(map(fed, some)), traits=("api",)))
    further = Source(f"{HOME}api?page=2", SourceKind.API, Role.PAGE, "", first.address, 2)
    for broken, said, status in ((True, traits, 200), (False, ("api", "empty"), 200), (False, (), 0)):
        page = Harvest(BLOG.slug, further, Outcome(State.DONE, status), Findings(traits=said))
        assert ledger(front(some, further), read, page).chains[f"api:{first.address}"].broken is broken


def test_a_list_is_not_the_whole_while_a_series_has_more_pages_than_what_is_known_could_fill() -> None:
    some = entries(40)
    assert whole(front(some[:10], *map(later, range(2, 15))), archive(some)) == ""
    assert whole(front(some[:10], *map(later, range(2, 5))), archive(some)) != ""
