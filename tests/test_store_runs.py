from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from crawler.model import Blog, Completeness, Facts, Findings, Outcome, Problem, Role, Source, SourceKind, State, Word
from crawler.store import INTERRUPTED, CrawlMark, Store
from tests.store_fixture import FEED, HOME, SLUG, START, Clock, claim, column, failed, harvest, new_store, post


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


def end(store, run, outcome="done", completeness=None):
    store.end_crawl(run, SLUG, requests=7, stop="sources agree", outcome=outcome, completeness=completeness)


def crawl(store):
    run = store.begin_run("crawl")
    return run, store.begin_crawl(run, SLUG)


def test_the_first_crawl_is_a_new_round(store):
    assert crawl(store)[1] == CrawlMark(1, resumed=False)


def test_a_crawl_after_one_that_ended_is_a_new_round(store):
    end(store, crawl(store)[0])
    assert crawl(store)[1] == CrawlMark(2, resumed=False)


def test_a_crawl_after_one_that_was_killed_goes_on_with_its_round(store):
    crawl(store)
    with Store.open(store.path, clock=Clock()) as next_program:
        assert crawl(next_program)[1] == CrawlMark(1, resumed=True, killed=True)


def test_a_crawl_after_one_that_was_interrupted_goes_on_with_its_round(store):
    end(store, crawl(store)[0], outcome=INTERRUPTED)
    assert crawl(store)[1] == CrawlMark(1, resumed=True)


def test_a_round_that_was_gone_on_with_ends_with_the_crawl_that_ends(store):
    crawl(store)
    end(store, crawl(store)[0])
    assert crawl(store)[1] == CrawlMark(2, resumed=False)


def test_blogs_count_their_rounds_each_for_itself(store):
    end(store, crawl(store)[0])
    store.add_blog(Blog("other", "https://other.example/"))
    assert store.begin_crawl(store.begin_run("crawl"), "other") == CrawlMark(1, resumed=False)


def test_a_run_sums_its_blogs(store):
    run, _ = crawl(store)
    store.write_posts(run, SLUG, [post("a"), post("b")])
    store.note_problem(run, SLUG, Problem("http", "503"))
    end(store, run)
    store.end_run(run, "done")
    (row,) = store.runs()
    assert (row.blogs, row.requests, row.new, row.changed, row.problems, row.outcome) == (1, 7, 2, 0, 1, "done")
    assert row.ended > row.started


def test_a_run_that_was_killed_has_no_end(store):
    crawl(store)
    assert store.runs()[0].ended == store.crawls()[0].ended == ""


def test_of_a_run_that_was_killed_the_pages_that_it_has_read_count_as_its_requests(store):
    run, mark = crawl(store)
    store.save(run, mark.round, harvest(claim("a")))
    store.save(run, mark.round, failed(Source(f"{HOME}sitemap.xml", SourceKind.SITEMAP)))
    assert store.runs()[0].requests == 2
    crawl(store)
    assert [row.requests for row in store.crawls()] == [0, 2]


def test_runs_are_given_newest_first_up_to_a_limit(store):
    runs = [store.begin_run(f"command {number}") for number in range(3)]
    assert [row.id for row in store.runs(limit=2)] == runs[:0:-1]


def test_completeness_is_kept_until_it_is_judged_again(store):
    judged = Completeness(Word.LIKELY, 12, ("feed and sitemap agree",))
    end(store, crawl(store)[0], completeness=judged)
    end(store, crawl(store)[0], completeness=None)
    assert store.profile(SLUG).completeness == judged


def test_what_a_blog_says_of_itself_is_in_its_row_when_the_crawl_ends(store):
    run, _ = crawl(store)
    home = Source(HOME, SourceKind.HOMEPAGE)
    page = Facts(title="Example - Home", language="de", feed=FEED.address)
    store.save(run, 1, replace(harvest(source=home), findings=Findings(facts=page)))
    store.save(run, 1, replace(harvest(), findings=Findings(facts=Facts(title="Example", description="Of examples"))))
    end(store, run)
    row = store.profile(SLUG)
    assert (row.title, row.description, row.language) == ("Example", "Of examples", "de")
    assert row.blog.feed == FEED.address


def test_a_curated_feed_stays(store):
    store.add_blog(Blog(SLUG, HOME, feed=HOME + "curated.xml"))
    run, _ = crawl(store)
    store.save(run, 1, replace(harvest(), findings=Findings(facts=Facts(feed=FEED.address))))
    end(store, run)
    assert store.blog(SLUG).feed == HOME + "curated.xml"


def test_the_host_that_the_home_page_redirects_to_is_the_blogs(store):
    run, _ = crawl(store)
    moved = Outcome(State.DONE, 200, final="https://new.example.net/")
    store.save(run, 1, replace(harvest(source=Source(HOME, SourceKind.HOMEPAGE, Role.WHOLE)), outcome=moved))
    end(store, run)
    assert store.profile(SLUG).hosts == ("blog.example.org", "new.example.net")


def test_problems_are_found_by_run_and_by_blog(store):
    first, second = store.begin_run("crawl"), store.begin_run("crawl")
    store.note_problem(first, SLUG, Problem("http", "one", HOME))
    store.note_problem(second, "", Problem("disk", "two"))
    assert [problem.message for problem in store.problems(run=second)] == ["two"]
    assert [problem.address for problem in store.problems(slug=SLUG)] == [HOME]


def test_robots_are_kept_with_the_moment_they_were_fetched(tmp_path):
    clock = Clock()
    with new_store(tmp_path, clock) as store:
        assert store.kept_robots("example.org") is None
        store.keep_robots("example.org", 200, "User-agent: *\nDisallow:")
        store.keep_robots("example.org", 404, "")
        assert store.kept_robots("example.org") == ("", clock.at)


def test_a_pause_ends_by_itself(tmp_path):
    clock = Clock()
    with new_store(tmp_path, clock) as store:
        until = START + timedelta(hours=1)
        store.pause("example.org", until, "Retry-After")
        assert store.paused_until("example.org") == until
        clock.at = until
        assert store.paused_until("example.org") is None


def test_a_second_crawl_of_an_unchanged_blog_writes_no_post_claim_or_address(store):
    watched = "SELECT 'claims' || max(id) || max(turn) || count(*) FROM claims"
    posts = [post("a", title="A"), post("about", kind="page")]
    snapshots = []
    for _ in range(2):
        run, mark = crawl(store)
        store.save(run, mark.round, harvest(claim("a"), claim("about")))
        store.write_posts(run, SLUG, posts)
        end(store, run)
        snapshots.append([column(store, sql) for sql in (watched, "SELECT last_changed || run FROM posts")])
    assert snapshots[0] == snapshots[1]
