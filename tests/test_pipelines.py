"""The three pipelines, each by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider

from crawler.blogstate import BlogState
from crawler.corrections import Kind, correction
from crawler.engine.island import CUT, DONE, Finished
from crawler.engine.pages import LONGEST_ADDRESS
from crawler.engine.run import Run
from crawler.errors import Unwritable
from crawler.model import Blog, Claim, Evidence, Findings, Harvest, Outcome, Place, Post, Source, SourceKind, State
from crawler.posts import posts_of
from crawler.reports import BUSY, FAILED, Report
from crawler.store import LISTING, Holder, Store
from pipelines.dedupe import DedupePipeline
from pipelines.normalise import NormalisePipeline
from pipelines.store import StorePipeline

BLOG = Blog("a-test", "http://a.test/")
HOME = Source(BLOG.home, SourceKind.HOMEPAGE)
FEED = Source("http://a.test/feed", SourceKind.FEED)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with Store.open(tmp_path / "crawl.db") as store:
        store.add_blog(BLOG)
        run = Run(store, "test")
        run.begin_crawl(BLOG.slug, LISTING)
        yield run


def claim(path: str, title: str = "Entry") -> Claim:
    return Claim(f"http://a.test{path}", Place.FEED, (Evidence("title", title, "feed.title"),))


def harvest(*claims: Claim, sources: tuple[Source, ...] = (), **outcome: Any) -> Harvest:
    return Harvest(BLOG.slug, FEED, Outcome(State.DONE, **outcome), Findings(claims=claims, sources=sources))


def processed(run: Run, item: Any) -> Any:
    return asyncio.run(StorePipeline(run).process_item(item))


def finished(run: Run, outcome: str = DONE, harvests: int = 0, stop: str = "all asked") -> Finished:
    return Finished(BLOG, run.rounds[BLOG.slug], outcome, stop, 7, harvests, BlogState(BLOG))


def test_normalise_leaves_out_addresses_that_cannot_be_asked_for() -> None:
    bad = [replace(claim("/"), address=address) for address in ("mailto:me@a.test", "javascript:;", "http://")]
    long = claim("/" + "x" * LONGEST_ADDRESS)
    clean = NormalisePipeline().process_item(harvest(*bad, long, claim("/1")))
    assert clean.findings.claims == (claim("/1"),)


def test_normalise_keeps_what_is_said_twice_once_and_in_order() -> None:
    said = harvest(claim("/2"), claim("/1"), claim("/2"), sources=(HOME, FEED, HOME))
    clean = NormalisePipeline().process_item(said)
    assert clean.findings.claims == (claim("/2"), claim("/1"))
    assert clean.findings.sources == (HOME, FEED)


def test_dedupe_lets_everything_of_a_new_source_through(run: Run) -> None:
    said = harvest(claim("/1"), claim("/2"))
    assert DedupePipeline(run.store).process_item(said) == said


def test_dedupe_drops_what_is_stored_and_keeps_what_is_said_anew(run: Run) -> None:
    processed(run, harvest(claim("/1"), claim("/2")))
    said = harvest(claim("/1"), claim("/2", "Other title"), claim("/3"))
    kept = DedupePipeline(run.store).process_item(said)
    assert kept.findings.claims == (claim("/2", "Other title"), claim("/3"))


def test_dedupe_keeps_all_claims_on_an_address_of_which_something_new_is_said(run: Run) -> None:
    listed = Claim("http://a.test/1", Place.LISTING)
    processed(run, harvest(claim("/1")))
    kept = DedupePipeline(run.store).process_item(harvest(claim("/1"), listed))
    assert kept.findings.claims == (claim("/1"), listed)


def test_a_source_that_returns_to_its_older_word_is_heard_through_dedupe(run: Run) -> None:
    for title in ("First", "Second", "First"):
        processed(run, DedupePipeline(run.store).process_item(harvest(claim("/1", title))))
    stored = run.store.harvest(BLOG.slug, FEED.address)
    assert stored is not None
    assert [one.first("title") for one in stored.findings.claims] == ["First"]


def test_a_harvest_is_kept_and_goes_on(run: Run) -> None:
    said = harvest(claim("/1"))
    assert processed(run, said) == said
    stored = run.store.harvest(BLOG.slug, FEED.address)
    assert stored is not None
    assert stored.findings.claims == said.findings.claims


def test_a_finished_blog_becomes_a_report_and_its_crawl_is_ended(run: Run) -> None:
    report = processed(run, finished(run))
    assert isinstance(report, Report)
    assert (report.slug, report.requests, report.stop) == (BLOG.slug, 7, "all asked")
    crawl = run.store.crawls()[0]
    assert (crawl.requests, crawl.stop, crawl.outcome) == (7, "all asked", DONE)


def test_a_failed_blog_is_reported_as_failed_without_a_word_on_completeness(run: Run) -> None:
    report = processed(run, finished(run, FAILED, stop="answered 500"))
    assert (report.word, report.good, report.completeness) == (FAILED, False, None)


def test_a_blog_cut_short_is_partial_and_the_next_crawl_goes_on_with_its_round(run: Run) -> None:
    report = processed(run, finished(run, CUT, stop="a.test wants no request"))
    assert report.word == "partial"
    assert report.completeness.reasons[0] == "a.test wants no request"
    assert run.store.begin_crawl(run.store.begin_run("again"), BLOG.slug).resumed


def test_what_was_corrected_meanwhile_counts_though_the_blog_has_no_news(run: Run) -> None:
    processed(run, harvest(claim("/1"), claim("/2")))
    end = replace(finished(run), news=False)
    run.store.correct(run.number, BLOG.slug, lambda held: (correction(Kind.POST, "http://a.test/1"),))
    assert processed(run, end).posts == 1
    assert [row.url for row in run.store.listing([BLOG.slug])] == ["http://a.test/1"]


def test_what_is_corrected_while_the_posts_are_computed_counts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(blog: Blog, harvests: list[Harvest]) -> tuple[Post, ...]:
        posts = posts_of(blog, harvests)
        with Store.open(run.store.path) as other:
            other.correct(run.number, BLOG.slug, lambda held: (correction(Kind.POST, "http://a.test/1"),))
        return posts

    processed(run, harvest(claim("/1"), claim("/2")))
    monkeypatch.setattr("pipelines.store.posts_of", computed)
    assert processed(run, finished(run)).posts == 1
    assert [row.url for row in run.store.listing([BLOG.slug])] == ["http://a.test/1"]


def test_a_blog_that_another_run_has_is_reported_as_left_alone(run: Run) -> None:
    end = replace(finished(run, BUSY), blog=Blog("other-test", "http://other.test/"))
    assert processed(run, end) == Report("other-test", BUSY, "all asked")


def test_a_blog_that_another_run_has_taken_over_meanwhile_gets_no_posts(run: Run) -> None:
    run.store.release(run.number)
    run.store.lease(BLOG.slug, Holder(run.store.begin_run("other"), "another-machine", 4711))
    processed(run, harvest(claim("/1")))
    report = processed(run, finished(run, harvests=1))
    assert (report.word, report.posts) == (BUSY, 0)
    assert [crawl.ended for crawl in run.store.crawls()] == [""]


def test_a_run_renews_its_leases_while_it_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def going_on() -> None:
        renewed = asyncio.Event()
        monkeypatch.setattr(run.store, "renew_leases", lambda number: renewed.set())
        run.opened(Spider("any"))
        await asyncio.wait_for(renewed.wait(), 10)
        run.close(Spider("any"), "finished")

    monkeypatch.setattr("crawler.engine.run.RENEW_EVERY", 0.001)
    asyncio.run(going_on())


def test_a_run_that_ends_gives_up_its_leases(run: Run) -> None:
    run.close(Spider("any"), "finished")
    with Store.open(run.store.path, write=False) as store:
        assert store.holder(BLOG.slug) is None


def test_pages_that_could_not_be_kept_fail_the_blog(run: Run) -> None:
    report = processed(run, finished(run, harvests=1))
    assert report.word == FAILED
    assert [problem.kind for problem in run.store.problems()] == ["internal"]


def test_posts_that_cannot_be_computed_fail_the_blog_and_not_the_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("pipelines.store.posts_of", broken)
    assert processed(run, finished(run)).word == FAILED
    assert "ZeroDivisionError" in run.store.problems()[0].message


def test_a_database_that_fails_ends_the_run_with_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise Unwritable("the disk is full")

    stopped: list[str] = []
    monkeypatch.setattr(run, "_stop", lambda: stopped.append("now"))
    monkeypatch.setattr(run.store, "save", full)
    keeper = StorePipeline(run)
    for number in (1, 2):
        asyncio.run(keeper.process_item(harvest(claim(f"/{number}"))))
    assert stopped == ["now"]
    assert caplog.messages == ["the disk is full"]
