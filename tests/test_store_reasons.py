from __future__ import annotations

from dataclasses import replace

import pytest

from crawler.model import (
    Blog,
    Claim,
    Completeness,
    Evidence,
    Findings,
    Outcome,
    Place,
    Role,
    Source,
    SourceKind,
    State,
    Total,
    Word,
)
from crawler.posts import posts_of
from crawler.store import KindRow
from tests.store_fixture import FEED, HOME, SLUG, claim, failed, harvest, new_store, post

SITEMAP = Source(HOME + "sitemap.xml", SourceKind.SITEMAP, Role.WHOLE)


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        opened.begin_run("crawl")
        opened.save(1, 1, harvest(claim("a", "A"), claim("b", "B"), Claim(HOME + "c", Place.MENU)))
        listed = [Claim(HOME + path, Place.SITEMAP) for path in ("a", "c", "about")]
        opened.save(1, 1, harvest(*listed, source=SITEMAP))
        posts = [
            post("a", title="A", date="2009"),
            post("b", title="B"),
            replace(post("c"), conflicts=("date", "title")),
        ]
        opened.write_posts(1, SLUG, [*posts, post("about", kind="page")])
        yield opened


def test_coverage_counts_what_posts_lack(store):
    row = store.coverage_of(SLUG)
    assert (row.posts, row.without_title, row.without_date) == (3, 1, 2)


def test_coverage_tells_what_each_kind_of_source_alone_knows(store):
    assert store.coverage_of(SLUG).kinds == (KindRow("feed", 2, 1), KindRow("sitemap", 2, 1))


def test_coverage_tells_what_each_source_gave(store):
    rows = store.coverage_of(SLUG).sources
    assert [(row.source, row.addresses, row.posts) for row in rows] == [(FEED, 2, 2), (SITEMAP, 3, 2)]


def test_coverage_tells_declared_totals_and_failures(store):
    store.save(1, 1, replace(harvest(source=SITEMAP), findings=Findings(totals=(Total(9, "sitemap.total"),))))
    store.save(1, 1, failed(error="timeout"))
    feed, sitemap = store.coverage_of(SLUG).sources
    assert (feed.state, feed.error, sitemap.totals) == (State.FAILED, "timeout", (Total(9, "sitemap.total"),))


def test_coverage_names_posts_on_which_sources_disagree(store):
    (row,) = store.coverage_of(SLUG).conflicts
    assert (row.url, row.fields) == (HOME + "c", ("date", "title"))


def test_coverage_has_the_word_on_completeness(store):
    assert store.coverage_of(SLUG).completeness is None
    judged = Completeness(Word.PARTIAL, 9, ("the feed holds 2 of 9",))
    store.begin_crawl(1, SLUG)
    store.end_crawl(1, SLUG, requests=2, stop="", outcome="done", completeness=judged)
    assert store.coverage_of(SLUG).completeness == judged


def test_every_claim_behind_a_post_is_told_for_any_spelling_of_its_address(store):
    behind = store.claims_behind("http://www.blog.example.org/a/?utm_source=x")
    assert [(row.source, row.claim.place) for row in behind.claims] == [
        (FEED.address, "feed"),
        (SITEMAP.address, "sitemap"),
    ]
    assert (behind.blog, behind.post.title) == (SLUG, "A")


def test_the_rule_behind_each_field_is_told(store):
    assert store.claims_behind(HOME + "a").post.why == {
        "title": ("feed.title", FEED.address),
        "date": ("feed.date", FEED.address),
    }


def test_claims_of_all_addresses_of_a_post_are_told(store):
    store.write_posts(1, SLUG, [post("a", "b", title="A")])
    behind = store.claims_behind(HOME + "b")
    assert {row.claim.address for row in behind.claims} == {HOME + "a", HOME + "b"}


def test_a_claim_that_no_longer_counts_is_told_as_such(store):
    store.save(1, 2, harvest(claim("a", "A, revised")))
    told = [
        (row.claim.first("title"), row.counts) for row in store.claims_behind(HOME + "a").claims if row.kind == "feed"
    ]
    assert told == [("A, revised", True), ("A", False)]


def test_a_page_that_is_no_post_has_its_verdict_and_claims(store):
    behind = store.claims_behind(HOME + "about")
    assert (behind.verdict, behind.post, len(behind.claims)) == ("page", None, 1)


def test_an_address_that_was_named_but_not_judged_has_its_claims(store):
    store.save(1, 1, harvest(claim("fresh")))
    behind = store.claims_behind(HOME + "fresh/")
    assert (behind.verdict, behind.post, len(behind.claims)) == ("", None, 1)


def test_nothing_is_known_of_an_address_that_nobody_named(store):
    assert store.claims_behind(HOME + "nowhere") is None


def test_a_merged_post_is_told_for_each_of_its_addresses(store):
    store.write_posts(1, SLUG, [post("a", "b")])
    assert store.claims_behind(HOME + "b").post.id == store.claims_behind(HOME + "a").post.id


def test_a_failed_outcome_is_no_claim(store):
    gone = Source(HOME + "gone", SourceKind.POST, Role.ONE)
    store.save(1, 1, replace(failed(gone), outcome=Outcome(State.FAILED, 404)))
    assert store.claims_behind(gone.address) is None


def test_a_day_that_its_neighbours_made_impossible_stays_with_its_claim(tmp_path):
    given_up = Evidence("misplaced", "2019-05-03", "listing.text", "3 May 2019")
    told = Claim(HOME + "a", Place.LISTING, (Evidence("title", "A", "listing.title"), given_up))
    with new_store(tmp_path) as opened:
        opened.begin_run("crawl")
        opened.save(1, 1, harvest(told))
        behind = opened.claims_behind(HOME + "a")
        assert behind is not None
        assert [row.claim.every("misplaced") for row in behind.claims] == [(given_up,)]
        posts = posts_of(Blog(SLUG, HOME), opened.harvests(SLUG))
        assert [(one.text("date"), one.conflicts) for one in posts] == [("", ("date",))]
