from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.errors import UnknownBlog
from crawler.model import (
    Claim,
    Evidence,
    Facts,
    Findings,
    Harvest,
    Outcome,
    Place,
    Problem,
    Role,
    Source,
    SourceKind,
    State,
    Total,
)
from crawler.store import Saved
from crawler.urls import canonical
from tests.store_fixture import FEED, HOME, SLUG, claim, column, dump, failed, harvest, new_store, unchanged

ARCHIVE = Source(HOME + "archive/", SourceKind.ARCHIVE, Role.WHOLE, "Archive", HOME)


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def run(store):
    return store.begin_run("crawl")


def claims_of(store, source=FEED):
    return store.harvest(SLUG, source.address).findings.claims


texts = st.text(max_size=12)
paths = st.sampled_from([f"{HOME}{number}" for number in range(12)])
pool = [
    Source(f"{HOME}s{n}", kind, role, label, HOME, n)
    for n, (kind, role, label) in enumerate(
        [(SourceKind.FEED, Role.WHOLE, "Feed"), (SourceKind.SITEMAP, Role.USUAL, ""), (SourceKind.POST, Role.ONE, "é")]
        * 3
    )
]
evidence = st.builds(Evidence, st.sampled_from(["title", "date", "text"]), texts, texts, texts)
claims = st.builds(Claim, paths, st.sampled_from(Place), st.lists(evidence, max_size=3).map(tuple))
findings = st.builds(
    Findings,
    claims=st.lists(claims, max_size=8, unique=True).map(tuple),
    sources=st.lists(st.sampled_from(pool), max_size=4, unique=True).map(tuple),
    totals=st.lists(st.builds(Total, st.integers(0, 9), texts, texts), max_size=2).map(tuple),
    facts=st.builds(Facts, texts, texts),
    problems=st.lists(st.builds(Problem, texts, texts, texts), max_size=2).map(tuple),
    traits=st.lists(texts, max_size=2).map(tuple),
)
outcomes = st.builds(
    Outcome,
    state=st.sampled_from([State.DONE, State.FAILED]),
    status=st.sampled_from([0, 200, 404]),
    final=texts,
    redirects=st.lists(texts, max_size=2).map(tuple),
    etag=texts,
    last_modified=texts,
    size=st.integers(0, 10),
    error=texts,
)
harvests = st.lists(
    st.builds(Harvest, st.just(SLUG), st.sampled_from(pool), outcomes, findings),
    max_size=4,
    unique_by=lambda one: one.source.address,
)


def with_first_finders(saved: list[Harvest]) -> dict[str, Harvest]:
    """The harvests as they should come back: a source is told by the first page that named it, if it was not asked."""
    known: set[str] = set()
    expected = {}
    for one in saved:
        known.add(one.source.address)
        fresh = tuple(source for source in one.findings.sources if source.address not in known)
        known.update(source.address for source in fresh)
        expected[one.source.address] = replace(one, findings=replace(one.findings, sources=fresh))
    return expected


@settings(max_examples=40)
@given(harvests)
def test_harvests_come_back_as_they_were_saved_however_often(saved):
    with tempfile.TemporaryDirectory() as folder, new_store(Path(folder)) as store:
        run = store.begin_run("crawl")
        for _ in range(2):
            for one in saved:
                store.save(run, 1, one)
            assert {one.source.address: one for one in store.harvests(SLUG)} == with_first_finders(saved)


def test_saving_tells_what_was_new(store, run):
    assert store.save(run, 1, harvest(claim("a"), claim("b"), sources=[ARCHIVE])) == Saved(2, 1)
    assert store.save(run, 1, harvest(claim("b"), claim("c"), sources=[ARCHIVE])) == Saved(1, 0)


def test_saying_the_same_again_writes_no_claim(store, run):
    store.save(run, 1, harvest(claim("a"), claim("b")))
    before = column(store, "SELECT id || digest || turn || ord || run FROM claims")
    assert store.save(store.begin_run("crawl"), 2, harvest(claim("b"), claim("a"))) == Saved(0, 0)
    assert column(store, "SELECT id || digest || turn || ord || run FROM claims") == before


def test_of_an_address_the_latest_of_a_source_counts(store, run):
    store.save(run, 1, harvest(claim("a", "Old"), claim("b", "Other")))
    store.save(run, 2, harvest(claim("a", "New")))
    assert [(c.address, c.first("title")) for c in claims_of(store)] == [(HOME + "a", "New"), (HOME + "b", "Other")]


def test_an_older_content_that_comes_back_counts_again_without_a_new_row(store, run):
    store.save(run, 1, harvest(claim("a", "A")))
    store.save(run, 2, harvest(claim("a", "B")))
    assert store.save(run, 3, harvest(claim("a", "A"))) == Saved(0, 0, frozenset({canonical(HOME + "a")}))
    assert claims_of(store) == (claim("a", "A"),)


def test_a_source_may_name_an_address_at_several_places(store, run):
    both = (claim("a", "In the list", Place.LISTING), claim("a", "In the menu", Place.MENU))
    store.save(run, 1, harvest(*both))
    assert claims_of(store) == both


def test_a_place_where_an_address_no_longer_stands_no_longer_counts(store, run):
    store.save(run, 1, harvest(claim("a", place=Place.LISTING), claim("a", place=Place.MENU)))
    store.save(run, 2, harvest(claim("a", place=Place.LISTING)))
    assert claims_of(store) == (claim("a", place=Place.LISTING),)


def test_an_address_that_scrolled_out_of_a_feed_keeps_its_claim(store, run):
    store.save(run, 1, harvest(claim("a")))
    store.save(run, 2, harvest(claim("b")))
    assert {c.address for c in claims_of(store)} == {HOME + "a", HOME + "b"}


def test_a_page_found_unchanged_keeps_its_findings_and_is_finished_in_this_round(store, run):
    said = replace(
        harvest(claim("a")),
        findings=Findings((claim("a"),), totals=(Total(3, "feed.total"),), traits=("feed.complete",)),
    )
    store.save(run, 1, said)
    assert store.save(run, 2, unchanged(etag='"new"')) == Saved(0, 0)
    (back,) = store.harvests(SLUG, round=2)
    assert (back.findings, back.outcome.etag) == (said.findings, '"new"')


def test_a_page_that_fails_keeps_earlier_claims(store, run):
    store.save(run, 1, harvest(claim("a")))
    store.save(run, 2, failed(error="timeout"))
    back = store.harvest(SLUG, FEED.address)
    assert (back.outcome.state, back.outcome.error, back.findings.claims) == (State.FAILED, "timeout", (claim("a"),))


def test_a_round_has_only_what_was_finished_in_it(store, run):
    store.save(run, 1, harvest(claim("a")))
    store.save(run, 2, harvest(claim("b"), source=ARCHIVE))
    assert [one.source for one in store.harvests(SLUG, round=2)] == [ARCHIVE]


def test_a_source_that_was_only_found_is_no_harvest_but_stands_in_the_frontier(store, run):
    store.save(run, 1, harvest(sources=[ARCHIVE]))
    assert store.harvest(SLUG, ARCHIVE.address) is None
    assert store.frontier(SLUG) == [ARCHIVE]


def test_a_guessed_source_takes_the_role_and_label_of_the_link_that_names_it(store, run):
    store.save(run, 1, harvest(sources=[Source(ARCHIVE.address, SourceKind.ARCHIVE, Role.USUAL)]))
    store.save(run, 1, harvest(source=Source(HOME, SourceKind.HOMEPAGE), sources=[ARCHIVE]))
    (known,) = store.frontier(SLUG)
    assert (known.role, known.label) == (Role.WHOLE, "Archive")


def test_a_guess_does_not_make_a_known_source_vague(store, run):
    store.save(run, 1, harvest(sources=[ARCHIVE]))
    store.save(run, 1, harvest(source=Source(ARCHIVE.address, SourceKind.ARCHIVE, Role.USUAL)))
    assert store.harvest(SLUG, ARCHIVE.address).source == ARCHIVE


def test_validators_are_kept_by_address(store, run):
    store.save(run, 1, replace(harvest(), outcome=Outcome(State.DONE, 200, etag='"x"', last_modified="yesterday")))
    store.save(run, 1, harvest(source=ARCHIVE))
    assert store.validators(SLUG) == {FEED.address: ('"x"', "yesterday")}


def test_what_another_version_has_read_is_asked_for_without_validators(store, run, monkeypatch):
    store.save(run, 1, replace(harvest(), outcome=Outcome(State.DONE, 200, etag='"x"')))
    monkeypatch.setattr("crawler.store.harvest_reading.__version__", "99.0")
    assert store.validators(SLUG) == {}


def test_problems_of_a_page_read_again_in_a_run_are_not_doubled(store, run):
    broken = replace(harvest(), findings=Findings(problems=(Problem("feed", "cut off", FEED.address),)))
    store.save(run, 1, broken)
    store.save(run, 1, broken)
    assert [problem.message for problem in store.problems(run)] == ["cut off"]


def test_problems_of_an_earlier_run_are_no_finding_of_the_latest_reading(store, run):
    store.save(run, 1, replace(harvest(), findings=Findings(problems=(Problem("feed", "cut off"),))))
    store.save(store.begin_run("crawl"), 2, harvest(claim("a")))
    assert store.harvest(SLUG, FEED.address).findings == Findings((claim("a"),))
    assert [problem.message for problem in store.problems(slug=SLUG)] == ["cut off"]


def test_enormous_values_are_cut(store, run):
    huge = claim("a", "t" * 5_000, excerpt="e" * 50_000, text="x" * 2_000_000)
    store.save(run, 1, harvest(huge))
    (kept,) = claims_of(store)
    assert [len(kept.first(name)) for name in ("title", "excerpt", "text")] == [2_000, 20_000, 1_000_000]


def test_half_a_surrogate_pair_is_stored_as_a_replacement(store, run):
    store.save(run, 1, harvest(claim("a", "broken \ud83d and whole \ud83d\ude00")))
    assert claims_of(store)[0].first("title") == "broken \ufffd and whole \U0001f600"


def test_a_harvest_that_cannot_be_kept_whole_leaves_nothing(store, run):
    before = dump(store)
    broken = replace(
        harvest(claim("a"), sources=[ARCHIVE]), findings=Findings((claim("a"),), problems=(Problem(*"x" * 2),))
    )
    with pytest.raises(Exception, match="FOREIGN KEY"):
        store.save(run + 99, 1, broken)
    assert dump(store) == before


def test_a_harvest_of_an_unknown_blog_is_an_error(store, run):
    with pytest.raises(UnknownBlog):
        store.save(run, 1, replace(harvest(), blog="nobody"))
