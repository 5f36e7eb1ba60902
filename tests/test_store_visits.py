"""What the store knows of earlier crawls, and what it tells of changes and their causes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.model import Claim, Evidence, Place
from crawler.store import INTERRUPTED, LISTING, PART, VISIT, CrawlMark, Occasion, Store
from crawler.store.runs import RESUMED_WITHIN, ROUND_WITHIN
from tests.store_fixture import FEED, HOME, SLUG, START, Clock, claim, harvest, new_store, post

LATER = START + timedelta(days=3)
KEY = "blog.example.org/a"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    new_store(tmp_path).close()
    [path] = tmp_path.glob("*.db")
    with Store.open(path, clock=clock) as opened:
        opened.begin_run("import")
        yield opened


def crawl(store: Store, kind: str = LISTING, outcome: str = "done", command: str = "crawl x") -> CrawlMark:
    """A crawl of the blog and its run, begun and ended."""
    run = store.begin_run(command)
    mark = store.begin_crawl(run, SLUG, kind)
    store.end_crawl(
        run, SLUG, requests=2, stop="", outcome=outcome, completeness=None, kind=mark.kind, next=LATER
    )  # fmt: skip
    store.end_run(run, "done")
    return mark


def steps(store: Store) -> list[tuple[str, str]]:
    return [(row.field, row.cause) for row in store.changes(SLUG)]


def test_a_blog_that_was_never_crawled_has_no_history_and_is_due(store: Store) -> None:
    history = store.history(SLUG)
    assert (history.listed, history.seen, history.watch) == (None, None, ())
    assert store.due(START) == [SLUG]


def test_a_blog_is_due_when_its_time_has_come(store: Store) -> None:
    crawl(store)
    assert store.due_times() == {SLUG: LATER}
    assert store.due(LATER - timedelta(seconds=1)) == []
    assert store.due(LATER) == [SLUG]


@pytest.mark.parametrize(("kind", "whole"), [(LISTING, True), (PART, False), (VISIT, False)])
def test_only_a_crawl_that_listed_everything_counts_as_that(store: Store, kind: str, whole: bool) -> None:
    crawl(store, kind)
    history = store.history(SLUG)
    assert (history.listed is not None, history.seen is not None) == (whole, True)


def test_a_crawl_that_failed_counts_as_none(store: Store) -> None:
    crawl(store, outcome="failed")
    assert store.history(SLUG).seen is None
    assert store.standing(SLUG).failures == 1


def test_what_another_version_listed_is_to_be_listed_again(store: Store) -> None:
    crawl(store)
    store._connection.execute("UPDATE runs SET version = '0.0.1'")
    assert store.history(SLUG).seen is None


def test_sources_that_are_watched_come_back_in_their_order(store: Store) -> None:
    run = store.begin_run("crawl")
    store.save(run, 1, harvest(claim("a")))
    store.watch(SLUG, (FEED.address, "https://nobody.example/"))
    assert [source.address for source in store.history(SLUG).watch] == [FEED.address]


def test_a_visit_that_was_cut_off_is_gone_on_with_by_a_visit(store: Store) -> None:
    crawl(store, VISIT, INTERRUPTED)
    assert crawl(store, VISIT) == CrawlMark(1, resumed=True, kind=VISIT)


def test_a_listing_is_not_what_a_visit_that_was_cut_off_began(store: Store) -> None:
    crawl(store, VISIT, INTERRUPTED)
    assert crawl(store, LISTING) == CrawlMark(2, resumed=False)


def test_a_listing_that_was_cut_off_is_gone_on_with_whatever_is_wanted(store: Store) -> None:
    crawl(store, LISTING, INTERRUPTED)
    assert crawl(store, VISIT) == CrawlMark(1, resumed=True, kind=LISTING)


@pytest.mark.parametrize("kind", [LISTING, PART, VISIT])
def test_a_part_that_was_cut_off_is_gone_on_with_as_it_is_wanted_now(store: Store, kind: str) -> None:
    crawl(store, PART, INTERRUPTED)
    assert crawl(store, kind) == CrawlMark(1, resumed=True, kind=kind)


@pytest.mark.parametrize(("after", "resumed"), [(RESUMED_WITHIN - timedelta(hours=1), True), (RESUMED_WITHIN, False)])
def test_what_was_cut_off_long_ago_is_begun_anew(store: Store, clock: Clock, after: timedelta, resumed: bool) -> None:
    crawl(store, outcome=INTERRUPTED)
    clock.at += after
    assert crawl(store).resumed is resumed


def test_a_round_does_not_go_on_for_ever(store: Store, clock: Clock) -> None:
    marks = []
    for _ in range(ROUND_WITHIN // timedelta(days=5) + 2):
        marks.append(crawl(store, outcome=INTERRUPTED))
        clock.at += timedelta(days=5)
    assert {mark.round for mark in marks} == {1, 2}


def test_a_blog_that_a_killed_run_had_finished_needs_no_more_from_the_next(store: Store) -> None:
    killed = store.begin_run("crawl x")
    store.begin_crawl(killed, SLUG)
    store.end_crawl(killed, SLUG, requests=2, stop="", outcome="done", completeness=None)
    assert store.finished_before(store.begin_run("crawl x"), SLUG)
    assert not store.finished_before(store.begin_run("crawl x --again"), SLUG)


def test_a_run_that_ended_well_finishes_nothing_for_the_next(store: Store) -> None:
    crawl(store)
    assert not store.finished_before(store.begin_run("crawl x"), SLUG)


def test_the_posts_of_the_first_crawl_are_no_changes_and_those_after_are(store: Store) -> None:
    store.write_posts(1, SLUG, [post("a")])
    store.write_posts(1, SLUG, [post("a"), post("b")])
    assert steps(store) == [("new", "")]


def test_posts_that_an_unfinished_listing_had_not_reached_are_not_the_blogs_news(store: Store) -> None:
    store.write_posts(1, SLUG, [post("a")])
    store.write_posts(1, SLUG, [post("a"), post("b")], Occasion(unfinished=True))
    assert steps(store) == [("new", "unfinished")]


@pytest.mark.parametrize(("heard", "cause"), [({KEY}, ""), ({"blog.example.org/b"}, "rules")])
def test_what_differs_though_nothing_was_heard_of_it_comes_from_a_rule(
    store: Store, heard: set[str], cause: str
) -> None:
    store.write_posts(1, SLUG, [post("a", title="Old")])
    store.write_posts(1, SLUG, [post("a", title="New")], Occasion(heard=frozenset(heard)))
    assert steps(store) == [("title", cause)]


def test_what_another_version_judges_differently_is_its_doing(store: Store) -> None:
    store.write_posts(1, SLUG, [post("a", title="Old")])
    store._connection.execute("UPDATE blogs SET judged = '0.0.1'")
    store.write_posts(1, SLUG, [post("a", title="New")])
    store.write_posts(1, SLUG, [post("a", title="Newer")])
    assert steps(store) == [("title", ""), ("title", "update")]


def test_a_post_goes_and_returns_once_each(store: Store) -> None:
    gone, back = Occasion(gone=frozenset({KEY})), Occasion(back=frozenset({KEY}))
    for occasion in (back, gone, gone, back, back):
        store.write_posts(1, SLUG, [post("a")], occasion)
    assert [bool(row.new) for row in store.changes(SLUG)] == [False, True]
    assert store.known_posts(SLUG).there.keys() == {KEY}


def test_a_post_that_is_gone_is_known_as_that(store: Store) -> None:
    store.write_posts(1, SLUG, [post("a"), post("b")])
    store.write_posts(1, SLUG, [post("a"), post("b")], Occasion(gone=frozenset({KEY})))
    known = store.known_posts(SLUG)
    assert (known.gone, known.there) == ({KEY: HOME + "a"}, {"blog.example.org/b": HOME + "b"})


def test_what_a_round_brought_that_was_not_known_has_been_heard(store: Store) -> None:
    run = store.begin_run("crawl")
    mark = store.begin_crawl(run, SLUG)
    store.save(run, mark.round, harvest(Claim(HOME + "a", Place.FEED, (Evidence("title", "A", "feed.title"),))))
    assert store.heard(SLUG, mark.round) == {KEY}
    assert store.heard(SLUG, mark.round + 1) == frozenset()


def test_changes_are_told_from_a_day_on(store: Store, clock: Clock) -> None:
    store.write_posts(1, SLUG, [post("a", title="One")])
    for title in ("Two", "Three"):
        clock.at += timedelta(days=1)
        store.write_posts(1, SLUG, [post("a", title=title)])
    assert [row.new for row in store.changes(SLUG, since="2026-04-19")] == ["Three"]
