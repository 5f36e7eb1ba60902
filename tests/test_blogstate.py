"""What is known of one blog in a run: what was asked, what was named, what the server's habits are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crawler.blogstate import BlogState
from crawler.model import Findings, Harvest, Outcome, Role, Source, SourceKind, State
from tests.dryblogs import HOME, entries
from tests.harvesting import ARCHIVE, BLOG, FEED, FRONT, failed, fed, harvest, listed


def state_of(*harvests: Harvest) -> BlogState:
    state = BlogState(BLOG)
    for one in harvests:
        state.fold(one)
    return state


def naming(*sources: Source, by: Source = FRONT) -> Harvest:
    return Harvest(BLOG.slug, by, Outcome(State.DONE, 200, by.address), Findings(sources=sources))


def year(number: int, **fields: object) -> Source:
    return replace(Source(f"{HOME}{number}/", SourceKind.ARCHIVE, Role.YEAR, str(number), number=number), **fields)  # type: ignore[arg-type]


def test_a_request_and_its_hops_are_counted() -> None:
    assert state_of(harvest(FRONT), harvest(FEED, redirects=("https://a.example/", "https://b.example/"))).requests == 4


@pytest.mark.parametrize("spelling", [HOME, "http://blog.example", "https://www.blog.example/", f"{HOME}#top"])
def test_what_was_asked_is_known_in_every_spelling(spelling: str) -> None:
    assert state_of(harvest(FRONT)).asked(spelling)


def test_hops_and_final_addresses_count_as_asked() -> None:
    state = state_of(harvest(FRONT, final="https://new.example/", redirects=("https://hop.example/",)))
    assert [state.asked(at) for at in ("https://new.example/", "https://hop.example/", "https://other.example/")] == [
        True,
        True,
        False,
    ]


def test_addresses_that_differ_in_a_parameter_are_two_questions() -> None:
    assert not state_of(harvest(ARCHIVE)).asked(f"{ARCHIVE.address}?page=2")


def test_what_was_named_and_not_asked_is_open() -> None:
    state = state_of(naming(year(2020), year(2021)), harvest(year(2020)))
    assert [source.address for source in state.open()] == [f"{HOME}2021/"]


def test_a_source_remembers_who_named_it() -> None:
    assert state_of(naming(year(2020))).sources[f"{HOME}2020/"].parent == HOME


def test_a_second_mention_that_says_more_replaces_the_first() -> None:
    vague = Source(f"{HOME}2020/", SourceKind.ARCHIVE, Role.OTHER)
    assert state_of(naming(vague), naming(year(2020), by=ARCHIVE)).sources[vague.address].role is Role.YEAR


def test_a_second_mention_that_says_less_changes_nothing() -> None:
    vague = Source(f"{HOME}2020/", SourceKind.ARCHIVE, Role.TAG)
    assert state_of(naming(year(2020)), naming(vague, by=ARCHIVE)).sources[vague.address].role is Role.YEAR


def test_the_same_harvest_again_adds_nothing_but_its_request() -> None:
    one = naming(year(2020))
    once, twice = state_of(one), state_of(one, one)
    assert (once.sources, once.harvests, once.posts()) == (twice.sources, twice.harvests, twice.posts())


def test_posts_are_judged_anew_after_each_harvest() -> None:
    some = entries(6)
    state = state_of(harvest(FEED, *map(fed, some[:3])))
    assert sum(post.is_post for post in state.posts()) == 3
    state.fold(harvest(ARCHIVE, *map(listed, some)))
    assert sum(post.is_post for post in state.posts()) == 6


def test_posts_are_judged_once_between_two_harvests() -> None:
    state = state_of(harvest(FEED, *map(fed, entries(3))))
    assert state.posts() is state.posts()


def test_what_failed_is_not_done() -> None:
    state = state_of(failed(FEED), harvest(FRONT))
    assert [h.source for h in state.done()] == [FRONT]


def test_what_was_answered_is_told_by_kind() -> None:
    assert [h.source for h in state_of(harvest(FEED), harvest(FRONT)).done(SourceKind.FEED)] == [FEED]


def test_the_base_of_a_blog_is_where_its_home_redirects_to() -> None:
    assert state_of().base == HOME
    assert state_of(harvest(FRONT, final="https://new.example/")).base == "https://new.example/"


class TestServed:
    SLASHLESS = Source(f"{HOME}2021/03/a-walk", SourceKind.POST, Role.ONE)

    def moved(self, name: str, final: str) -> Harvest:
        return harvest(Source(f"{HOME}{name}", SourceKind.POST, Role.ONE), final=f"{HOME}{final}")

    def test_a_server_that_adds_slashes_is_asked_with_a_slash(self) -> None:
        state = state_of(self.moved("one", "one/"))
        assert state.served(self.SLASHLESS).address == f"{HOME}2021/03/a-walk/"

    def test_a_server_that_shows_no_habit_is_asked_as_it_was_named(self) -> None:
        assert state_of().served(self.SLASHLESS) is self.SLASHLESS

    def test_a_server_that_mostly_leaves_slashes_away_is_asked_without(self) -> None:
        state = state_of(self.moved("one", "one/"), self.moved("two", "two"))
        assert state.served(self.SLASHLESS) is self.SLASHLESS

    @pytest.mark.parametrize("address", [f"{HOME}a.html", f"{HOME}?p=3", f"{HOME}a?x=1"])
    def test_no_slash_is_added_to_files_and_questions(self, address: str) -> None:
        source = Source(address, SourceKind.POST, Role.ONE)
        assert state_of(self.moved("one", "one/")).served(source) is source

    def test_a_server_that_moves_to_https_is_asked_there(self) -> None:
        plain = Source("http://blog.example/", SourceKind.HOMEPAGE, Role.WHOLE)
        state = state_of(harvest(plain, final=HOME))
        named = Source("http://blog.example/2021/a.html", SourceKind.POST, Role.ONE)
        assert state.served(named).address == "https://blog.example/2021/a.html"

    def test_other_hosts_are_asked_as_they_were_named(self) -> None:
        plain = Source("http://blog.example/", SourceKind.HOMEPAGE, Role.WHOLE)
        feed = Source("http://feeds.example/ann.xml", SourceKind.FEED, Role.WHOLE)
        assert state_of(harvest(plain, final=HOME)).served(feed) is feed
