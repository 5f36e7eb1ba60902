"""What to ask next of a blog, and why to stop: the moves, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crawler.blogstate import BlogState
from crawler.model import Facts, Findings, Harvest, Outcome, Place, Plan, Role, Source, SourceKind, State
from crawler.planner import Limits, next_plan
from tests.dryblogs import HOME, Entry, entries
from tests.harvesting import ARCHIVE, BLOG, FEED, FRONT, SITEMAP, claim, failed, fed, harvest, listed, mapped, visit

ROBOTS = Source(f"{HOME}robots.txt", SourceKind.ROBOTS, Role.WHOLE)
SOME = entries(40)


def state_of(*harvests: Harvest) -> BlogState:
    """A blog of which robots.txt was asked, and these."""
    state = BlogState(BLOG)
    for one in (harvest(ROBOTS), *harvests):
        state.fold(one)
    return state


def plan(*harvests: Harvest, limits: Limits | None = None) -> Plan:
    return next_plan(state_of(*harvests), limits)


def asked(*harvests: Harvest, limits: Limits | None = None) -> list[str]:
    """Paths that the next plan asks for."""
    return [ask.source.address.removeprefix(HOME) for ask in plan(*harvests, limits=limits).asks]


def front(*named: Source, some: Sequence[Entry] = SOME[:10], **findings: object) -> Harvest:
    told = Findings(claims=tuple(map(listed, some)), sources=named)
    return Harvest(BLOG.slug, FRONT, Outcome(State.DONE, 200, HOME), replace(told, **findings))  # type: ignore[arg-type]


def feed_at(path: str, role: Role = Role.WHOLE) -> Source:
    return Source(HOME + path, SourceKind.FEED, role)


def archive_at(path: str, role: Role = Role.WHOLE, number: int | None = 3) -> Source:
    return Source(HOME + path, SourceKind.ARCHIVE, role, path, HOME, number)


class TestOpening:
    def test_robots_txt_and_the_home_page_come_first(self) -> None:
        asks = next_plan(BlogState(BLOG)).asks
        assert [ask.source.kind for ask in asks] == [SourceKind.ROBOTS, SourceKind.HOMEPAGE]

    def test_robots_txt_that_is_kept_is_not_asked(self) -> None:
        assert asked() == [""]

    def test_a_home_that_failed_ends_the_crawl(self) -> None:
        assert plan(failed(FRONT)).stop == "the home page could not be read: answered 500"

    def test_the_feed_the_sitemap_and_the_promised_archive_come_next(self) -> None:
        assert asked(front(feed_at("feed.xml"), archive_at("archive/"))) == ["feed.xml", "sitemap.xml", "archive/"]

    def test_sitemaps_that_are_named_are_asked_and_none_is_guessed(self) -> None:
        named = Source(f"{HOME}map.xml", SourceKind.SITEMAP, Role.WHOLE)
        assert asked(front(named)) == ["map.xml"]

    @pytest.mark.parametrize("role", [Role.TAG, Role.AUTHOR, Role.OTHER])
    def test_sitemaps_of_tags_authors_and_other_things_are_not_asked(self, role: Role) -> None:
        named = Source(f"{HOME}map.xml", SourceKind.SITEMAP, Role.WHOLE)
        assert asked(front(named, replace(named, address=f"{HOME}other.xml", role=role))) == ["map.xml"]

    def test_one_feed_is_asked_at_a_time(self) -> None:
        assert "atom.xml" not in asked(front(feed_at("feed.xml"), feed_at("atom.xml")))

    def test_another_feed_is_asked_where_the_first_is_empty(self) -> None:
        named = front(feed_at("feed.xml"), feed_at("atom.xml"))
        assert "atom.xml" in asked(named, harvest(feed_at("feed.xml")))

    def test_no_other_feed_is_asked_where_the_first_has_items(self) -> None:
        named = front(feed_at("feed.xml"), feed_at("atom.xml"))
        assert "atom.xml" not in asked(named, harvest(feed_at("feed.xml"), *map(fed, SOME[:10])))

    def test_feeds_of_comments_are_not_asked(self) -> None:
        assert "comments/" not in asked(front(feed_at("comments/", Role.OTHER)))

    def test_a_link_that_promises_little_is_not_asked_at_once(self) -> None:
        assert "blog/" not in asked(front(archive_at("blog/", number=1)))


class TestBudget:
    def test_no_plan_asks_for_more_than_is_left(self) -> None:
        named = front(feed_at("feed.xml"), archive_at("archive/"))
        assert len(plan(named, limits=Limits(max_requests=4)).asks) == 2

    def test_a_budget_that_is_used_up_ends_the_crawl(self) -> None:
        assert plan(front(), limits=Limits(max_requests=2)) == Plan((), "the budget of 2 requests is used up")


class TestListings:
    SITELESS = failed(SITEMAP, 404)

    def test_a_sample_of_months_is_asked_before_all(self) -> None:
        months = [archive_at(f"2023/{n:02d}/", Role.MONTH, 2023) for n in range(1, 10)]
        assert len(asked(front(*months), self.SITELESS)) in (1, 3)  # one guess that may save them, or the sample

    def test_all_months_are_asked_once_the_sample_has_told_something(self) -> None:
        months = [archive_at(f"2023/{n:02d}/", Role.MONTH, 2023) for n in range(1, 8)]
        read = [harvest(month, listed(one)) for month, one in zip(months[:3], SOME[10:], strict=False)]
        assert len(asked(front(*months), self.SITELESS, *read)) == 4

    def test_a_calendar_of_which_a_sample_told_nothing_is_left(self) -> None:
        months = [archive_at(f"2023/{n:02d}/", Role.MONTH, 2023) for n in range(1, 8)]
        read = [harvest(month) for month in months[:3]]
        assert not {path for path in asked(front(*months), self.SITELESS, *read) if path.startswith("2023/")}

    def test_the_next_page_of_a_series_is_asked_while_pages_tell_something_new(self) -> None:
        second, third = archive_at("page/2/", Role.PAGE, 2), archive_at("page/3/", Role.PAGE, 3)
        read = harvest(second, *map(listed, SOME[10:20]))
        read = replace(read, findings=replace(read.findings, sources=(third,)))
        assert asked(front(second), self.SITELESS, read) == ["page/3/"]

    def test_tags_are_not_asked_where_an_archive_lists_everything(self) -> None:
        read = harvest(ARCHIVE, *map(listed, SOME))
        assert asked(front(archive_at("tag/sea/", Role.TAG), ARCHIVE), self.SITELESS, read) == []

    def test_a_sample_of_months_audits_an_archive_that_nothing_confirms(self) -> None:
        months = [archive_at(f"2023/{n:02d}/", Role.MONTH, 2023) for n in range(1, 12)]
        read = harvest(ARCHIVE, *map(listed, SOME))
        known = [month for month in months if any(one.month == f"2023-{month.address[-3:-1]}" for one in SOME)]
        assert len(asked(front(*known, ARCHIVE), self.SITELESS, read)) == 3

    def test_no_sample_is_taken_where_a_sitemap_confirms(self) -> None:
        month = archive_at("2023/11/", Role.MONTH, 2023)
        read = harvest(ARCHIVE, *map(listed, SOME))
        assert asked(front(month, ARCHIVE), harvest(SITEMAP, *map(mapped, SOME)), read) == []


class TestOwnPages:
    def settled(self, *more: Harvest, some: Sequence[Entry]) -> list[Harvest]:
        return [
            front(ARCHIVE, some=()),
            harvest(SITEMAP, *map(mapped, some)),
            harvest(ARCHIVE, *map(listed, some)),
            *more,
        ]

    def test_no_post_is_visited_where_titles_and_days_are_known(self) -> None:
        assert asked(*self.settled(some=SOME)) == []

    def test_a_few_posts_without_a_day_are_visited_first(self) -> None:
        undated = [replace(one, day=one.day[:7]) for one in SOME]
        paths = asked(*self.settled(some=undated))
        assert len(paths) == 3
        assert set(paths) <= {one.address.removeprefix(HOME) for one in undated}

    def test_the_others_are_visited_where_the_first_told_their_day(self) -> None:
        undated = [replace(one, day=one.day[:7]) for one in SOME]
        first = [visit(one.address, date=f"page.time: {one.day}") for one in SOME[:3]]
        assert len(asked(*self.settled(*first, some=undated))) == len(SOME) - 3

    def test_the_others_are_not_visited_where_the_first_told_nothing(self) -> None:
        undated = [replace(one, day=one.day[:7]) for one in SOME]
        first = [visit(one.address) for one in SOME[:3]]
        assert asked(*self.settled(*first, some=undated)) == []

    def test_a_title_that_all_of_the_first_have_is_the_sites_and_no_reason_to_visit_all(self) -> None:
        untitled = [replace(one, title="") for one in entries(60)]
        first = [visit(one.address, title="page.title: A site of pens") for one in untitled[:3]]
        assert len(asked(*self.settled(*first, some=untitled))) < len(untitled) - 3

    def test_with_depth_full_all_are_visited(self) -> None:
        assert len(asked(*self.settled(some=SOME), limits=Limits(depth="full"))) == len(SOME)

    def test_a_neighbour_that_a_post_names_is_visited(self) -> None:
        older = f"{HOME}2020/01/older/"
        first = visit(SOME[0].address, date=f"page.time: {SOME[0].day}")
        named = replace(
            first, findings=replace(first.findings, claims=(*first.findings.claims, claim(older, Place.BESIDE)))
        )
        state = state_of(front(), failed(SITEMAP, 404), named)
        while not (asks := next_plan(state).asks)[0].source.address.startswith(older):
            for ask in asks:
                state.fold(failed(ask.source, 404))
        assert asks[0].why == "a post names it as its neighbour"


class TestFeedPages:
    def test_a_feed_of_another_program_is_not_paged(self) -> None:
        told = harvest(FEED, *map(fed, SOME[:10]))
        hugo = replace(told, findings=replace(told.findings, facts=Facts(generator="Hugo 0.12")))
        state = state_of(front(FEED), hugo, failed(SITEMAP, 404))
        while asks := next_plan(state).asks:
            assert not any("paged" in ask.source.address for ask in asks)
            for ask in asks:
                state.fold(failed(ask.source, 404))


def test_why_to_stop_names_what_lists_everything() -> None:
    stop = plan(front(ARCHIVE), harvest(SITEMAP, *map(mapped, SOME)), harvest(ARCHIVE, *map(listed, SOME))).stop
    assert stop == f"series:{ARCHIVE.address} lists all 40 posts known"


def test_addresses_are_asked_in_the_form_that_the_server_moves_to() -> None:
    post = Source(f"{HOME}2021/03/a", SourceKind.POST, Role.ONE)
    moved = harvest(post, final=f"{HOME}2021/03/a/", redirects=(post.address,))
    slashless = [replace(one, address=one.address.rstrip("/")) for one in SOME]
    known = [front(ARCHIVE, some=()), failed(SITEMAP, 404), harvest(ARCHIVE, *map(listed, slashless)), moved]
    assert all(path.endswith("/") for path in asked(*known, limits=Limits(depth="full")))


def test_a_plan_does_not_depend_on_what_was_planned_before() -> None:
    state = state_of(front(feed_at("feed.xml"), archive_at("archive/")))
    assert next_plan(state) == next_plan(state)
