"""What the spider holds of one blog."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from crawler.blogstate import BlogState
from crawler.engine.island import CUT, Island, read_elsewhere, unread
from crawler.engine.visit import Way
from crawler.model import Ask, Blog, Harvest, Outcome, Plan, Problem, Role, Source, SourceKind, State
from crawler.planner.opening import robots_ask, robots_of
from crawler.reports import FAILED
from crawler.store import History

BLOG = Blog("example-org", "https://example.org/blog/")


def island(window: int = 2) -> Island:
    return Island(BLOG, 1, BlogState(BLOG), window)


def ask(path: str, role: Role = Role.ONE) -> Ask:
    return Ask(Source(f"https://example.org{path}", SourceKind.POST, role), "why")


def test_robots_txt_stands_at_the_root_of_the_host() -> None:
    assert robots_of(BLOG.home) == "https://example.org/robots.txt"
    assert robots_ask(BLOG.home).source.kind is SourceKind.ROBOTS


def test_no_more_than_the_window_is_given_at_once() -> None:
    one = island(window=2)
    one.follow(Plan(tuple(ask(f"/{number}") for number in range(3))))
    given = []
    while (wanted := one.next_ask()) is not None:
        given.append(wanted)
        one.flying += 1
    assert [wanted.source.address[-1] for wanted in given] == ["0", "1"]


def test_the_first_plan_after_a_kill_begins_elsewhere_and_leaves_nothing_out() -> None:
    one = island(window=9)
    one.turn = 0.5
    one.follow(Plan(tuple(ask(f"/{number}") for number in range(4))))
    assert [wanted.source.address[-1] for wanted in one.waiting] == ["2", "3", "0", "1"]


def test_a_later_plan_is_asked_in_its_order() -> None:
    one = island(window=9)
    one.turn, one.harvests = 0.5, 1
    one.follow(Plan(tuple(ask(f"/{number}") for number in range(4))))
    assert [wanted.source.address[-1] for wanted in one.waiting] == ["0", "1", "2", "3"]


def test_a_plan_without_asks_ends_the_blog_with_its_reason() -> None:
    one = island()
    one.follow(Plan((), "the feed lists everything"))
    assert (one.finish().stop, one.finished) == ("the feed lists everything", True)


def test_the_failure_of_home_ends_the_blog_and_drops_what_waits() -> None:
    one = island()
    one.waiting.append(ask("/a"))
    home = Source(BLOG.home, SourceKind.HOMEPAGE)
    one.fold(Harvest(BLOG.slug, home, Outcome(State.FAILED, error="answered 500")))
    assert (one.outcome, one.stop, one.next_ask()) == (FAILED, "answered 500", None)


def test_the_failure_of_a_post_does_not_end_the_blog() -> None:
    one = island()
    one.fold(unread(BLOG, ask("/a"), Problem("timeout", "late")))
    assert one.stop == ""


def test_a_failure_outweighs_a_cut_but_not_the_other_way_round() -> None:
    one, other = island(), island()
    for end in ((CUT, "wait"), (FAILED, "broken")):
        one.end(end[1], end[0])
    for end in ((FAILED, "broken"), (CUT, "wait")):
        other.end(end[1], end[0])
    assert (one.outcome, one.stop) == (other.outcome, other.stop) == (FAILED, "broken")


def test_what_a_killed_run_finished_counts_as_visited_with_its_redirects() -> None:
    one = island()
    outcome = Outcome(State.DONE, final="https://example.org/c", redirects=("https://example.org/b",))
    assert one.recall([Harvest(BLOG.slug, ask("/a").source, outcome)])
    assert [one.visit(f"https://example.org/{name}") for name in "abcd"] == [False, False, False, True]


@pytest.mark.parametrize("kind", [SourceKind.HOMEPAGE, SourceKind.ROBOTS, SourceKind.FEED, SourceKind.API])
def test_home_and_whole_sources_may_redirect_to_another_host(kind: SourceKind) -> None:
    assert island().allows("https://elsewhere.example/", Source(BLOG.home, kind))


@pytest.mark.parametrize("kind", [SourceKind.POST, SourceKind.ARCHIVE])
def test_a_page_may_redirect_within_the_blogs_hosts_alone(kind: SourceKind) -> None:
    source = Source("https://example.org/blog/a", kind)
    assert island().allows("https://www.example.org/other", source)
    assert not island().allows("https://elsewhere.example/", source)


def test_a_page_may_redirect_to_the_host_that_home_moved_to() -> None:
    one = island()
    home = Source(BLOG.home, SourceKind.HOMEPAGE)
    one.fold(Harvest(BLOG.slug, home, Outcome(State.DONE, 200, final="https://new.example/")))
    assert one.allows("https://new.example/a", Source("https://example.org/blog/a", SourceKind.POST))


def test_a_guess_that_redirects_away_is_no_problem() -> None:
    away = Problem("redirects", "redirects away from the blog")
    assert unread(BLOG, ask("/feed", Role.USUAL), away).findings.problems == ()
    assert unread(BLOG, ask("/feed", Role.WHOLE), away).findings.problems == (away,)


def test_a_post_that_redirects_to_a_page_already_read_says_so() -> None:
    harvest = read_elsewhere(BLOG, ask("/old").source, "https://example.org/new", ("https://example.org/old",))
    assert harvest.findings.claims[0].first("redirect") == "https://example.org/new"
    assert harvest.outcome.state is State.DONE


def test_posts_are_counted_more_seldom_the_more_was_read() -> None:
    one = island()
    counted = []
    for number in range(20):
        source = ask(f"/{number}").source
        one.fold(Harvest(BLOG.slug, source, Outcome(State.DONE, 200)))
        if one.due_to_count():
            counted.append(number + 1)
    assert counted == [1, 2, 3, 5, 8, 12, 18]


def test_a_visit_that_lists_everything_after_all_owes_what_said_the_same_and_asks_again_what_failed() -> None:
    one, same, other = island(), ask("/same").source, ask("/late").source
    one.way, one.history = Way.LOOK, History(None, None, (same, other), timedelta())
    said = Harvest(BLOG.slug, replace(same, kind=SourceKind.ARCHIVE), Outcome(State.DONE, 200, said="x"))
    one.stored = {same.address: said}
    assert [one.visit(source.address) for source in (same, other)] == [True, True]
    assert one.look(said) is None
    assert one.look(unread(BLOG, ask("/late"), Problem("timeout", "late"))) is None
    one.begin_anew()
    assert [(owed.source.address, owed.outcome.unchanged) for owed in one.owed] == [(same.address, True)]
    assert [one.visit(source.address) for source in (same, other)] == [False, True]


def test_an_address_that_was_asked_and_gave_nothing_is_not_settled() -> None:
    one = island()
    one.visit("https://example.org/a")
    assert not one.is_settled("https://example.org/a")
    one.fold(Harvest(BLOG.slug, ask("/a").source, Outcome(State.DONE, 200)))
    assert one.is_settled("https://example.org/a")


def test_a_page_that_another_redirects_to_is_not_settled_by_that_alone() -> None:
    one = island()
    one.fold(read_elsewhere(BLOG, ask("/b").source, "https://example.org/a", ("https://example.org/b",)))
    assert not one.is_settled("https://example.org/a")


def test_what_was_put_off_waits_until_it_is_taken_up() -> None:
    one = island()
    one.put_off(ask("/a"))
    assert one.next_ask() is None
    assert one.take_up()
    assert one.next_ask() == ask("/a")
    assert not one.take_up()
