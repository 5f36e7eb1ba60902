from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.model import Blog, CanonicalUrl, Post
from crawler.store import PostChanges
from crawler.store.post_writing import split_moment
from tests.store_fixture import HOME, SLUG, column, dump, new_store, post


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def run(store):
    return store.begin_run("crawl")


def ids(store):
    """address -> id of the rows that are posts."""
    rows: list[str] = column(store, "SELECT json_array(url, id) FROM posts WHERE verdict = 'post'")
    return {url.removeprefix(HOME): number for url, number in map(json.loads, rows)}


def owner(store, path):
    """The id of the post that owns an address."""
    found = store.claims_behind(HOME + path)
    return found.post.id if found and found.post else None


def test_a_second_write_of_the_same_posts_writes_nothing(store, run):
    posts = [post("a", "a2", ids=("guid",), title="A", date="2009-03-12"), post("tags", kind="tag page")]
    assert store.write_posts(run, SLUG, posts) == PostChanges(1, 0, 1)
    before = dump(store)
    assert store.write_posts(run, SLUG, posts) == PostChanges(0, 0, 1)
    assert dump(store) == before


def test_only_the_row_that_changed_is_written(store, run):
    store.write_posts(run, SLUG, [post("a", title="A"), post("b", title="B")])
    assert store.write_posts(run, SLUG, [post("a", title="A"), post("b", title="B!")]) == PostChanges(0, 1, 2)
    assert column(store, "SELECT title FROM posts WHERE last_changed > first_seen") == ["B!"]


def test_a_post_keeps_its_row_when_its_address_changes(store, run):
    store.write_posts(run, SLUG, [post("old")])
    store.write_posts(run, SLUG, [post("new", "old")])
    assert ids(store) == {"new": 1}


def test_a_post_keeps_its_row_by_its_platform_id_alone(store, run):
    store.write_posts(run, SLUG, [post("old", ids=("tag:1",))])
    assert store.write_posts(run, SLUG, [post("new", ids=("tag:1",))]) == PostChanges(0, 1, 1)


def test_a_post_keeps_its_row_by_its_address_when_keys_are_made_in_another_way(store, run):
    before = post("a")
    store.write_posts(run, SLUG, [before])
    store.write_posts(run, SLUG, [replace(before, keys=(CanonicalUrl("another/way"),))])
    assert ids(store) == {"a": 1}


def test_two_posts_that_become_one_keep_the_lower_id(store, run):
    store.write_posts(run, SLUG, [post("a"), post("b", "c")])
    assert store.write_posts(run, SLUG, [post("b", "c", "a")]) == PostChanges(0, 2, 1)
    assert (ids(store), owner(store, "a"), owner(store, "c")) == ({"b": 1}, 1, 1)
    assert column(store, "SELECT verdict || same_as FROM posts WHERE id = 2") == ["duplicate1"]


def test_addresses_that_no_group_names_any_more_follow_a_merged_post(store, run):
    store.write_posts(run, SLUG, [post("a"), post("b", "forgotten")])
    store.write_posts(run, SLUG, [post("a", "b")])
    assert owner(store, "forgotten") == 1


def test_a_post_that_becomes_two_stays_with_the_group_of_its_address(store, run):
    store.write_posts(run, SLUG, [post("a", "b", "c")])
    store.write_posts(run, SLUG, [post("b", "c"), post("a")])
    assert ids(store) == {"a": 1, "b": 2}
    assert owner(store, "c") == 2


def test_a_post_whose_address_is_gone_stays_with_the_group_that_has_most_of_its_keys(store, run):
    store.write_posts(run, SLUG, [post("gone", "a", "b", "c")])
    store.write_posts(run, SLUG, [post("a"), post("b", "c")])
    assert ids(store) == {"a": 2, "b": 1}


def test_a_merged_post_that_comes_apart_again_gets_its_old_row_back(store, run):
    apart = [post("a"), post("b")]
    store.write_posts(run, SLUG, apart)
    store.write_posts(run, SLUG, [post("a", "b")])
    store.write_posts(run, SLUG, apart)
    assert ids(store) == {"a": 1, "b": 2}
    assert column(store, "SELECT count(*) FROM posts WHERE same_as IS NOT NULL") == [0]


def test_what_was_a_post_once_keeps_its_row_with_the_new_verdict(store, run):
    store.write_posts(run, SLUG, [post("a", title="A")])
    assert store.write_posts(run, SLUG, [post("a", kind="page", title="A")]) == PostChanges(0, 1, 0)
    assert column(store, "SELECT verdict FROM posts") == ["page"]


def test_a_post_whose_page_is_not_there_any_more_stays_a_post_with_what_was_known(store, run):
    store.write_posts(run, SLUG, [post("a", title="A", date="2009-03-12")])
    told = "SELECT json_array(url, title, date, verdict) FROM posts"
    before = column(store, told)
    assert store.write_posts(run, SLUG, [post("a", kind="gone", title="")]) == PostChanges(0, 0, 1)
    assert column(store, told) == before


def test_what_was_no_post_and_is_not_there_becomes_none(store, run):
    assert store.write_posts(run, SLUG, [post("a", kind="gone")]) == PostChanges(0, 0, 0)
    assert ids(store) == {}


def test_what_never_was_a_post_has_only_its_addresses(store, run):
    store.write_posts(run, SLUG, [post("about", "about/me", kind="page")])
    assert column(store, "SELECT count(*) FROM posts") == [0]
    found = store.claims_behind(HOME + "about/me")
    assert (found.verdict, found.rule, found.post) == ("page", "feed.item", None)


def test_a_page_that_becomes_a_post_gets_a_row(store, run):
    store.write_posts(run, SLUG, [post("a", kind="page")])
    assert store.write_posts(run, SLUG, [post("a")]) == PostChanges(1, 0, 1)
    assert owner(store, "a") == 1


def test_a_post_that_is_not_given_stays(store, run):
    store.write_posts(run, SLUG, [post("a"), post("b")])
    assert store.write_posts(run, SLUG, [post("b")]) == PostChanges(0, 0, 2)


def test_posts_of_another_blog_are_not_matched(store, run):
    store.add_blog(Blog("other", "https://other.example/"))
    store.write_posts(run, SLUG, [post("a")])
    assert store.write_posts(run, "other", [post("a")]) == PostChanges(1, 0, 1)


def test_one_platform_id_on_every_item_makes_no_two_posts_one(store, run):
    posts = [post("a", ids=("same",)), post("b", ids=("same",))]
    store.write_posts(run, SLUG, posts)
    before = dump(store)
    assert store.write_posts(run, SLUG, posts[::-1]) == PostChanges(0, 0, 2)
    assert dump(store) == before


@pytest.mark.parametrize(
    ("value", "day", "published"),
    [
        ("2009", "2009", ""),
        ("2009-03", "2009-03", ""),
        ("2009-03-12", "2009-03-12", ""),
        ("2009-03-12T23:30:00", "2009-03-12", ""),
        ("2009-03-12T23:30:00-05:00", "2009-03-12", "2009-03-12T23:30:00-05:00"),
        ("2009-03-12T23:30:00Z", "2009-03-12", "2009-03-12T23:30:00Z"),
        ("", "", ""),
        ("someday", "", ""),
    ],
)
def test_a_date_is_split_into_the_authors_day_and_a_moment_where_its_offset_is_known(value, day, published):
    assert split_moment(value) == (day, published)


def test_the_history_tells_what_a_reader_would_notice(store, run):
    store.write_posts(run, SLUG, [post("a", title="Old", date="2009", excerpt="x")])
    store.write_posts(run, SLUG, [post("a", title="New", date="2009-03", excerpt="y")])
    steps = [(step.field, step.old, step.new) for step in store.changes(SLUG)]
    assert sorted(steps) == [("date", "2009", "2009-03"), ("title", "Old", "New")]


names = ("a", "b", "c", "d", "e", "f")


@st.composite
def partitions(draw: st.DrawFn) -> list[Post]:
    """All names, cut into groups, each a post or not."""
    order = draw(st.permutations(names))
    cuts = sorted(draw(st.sets(st.integers(1, len(names) - 1))))
    groups = [order[start:end] for start, end in zip([0, *cuts], [*cuts, len(names)], strict=True)]
    return [post(*group, kind=draw(st.sampled_from(["post", "post", "page"]))) for group in groups]


@settings(max_examples=40)
@given(st.lists(partitions(), min_size=1, max_size=4))
def test_however_addresses_are_grouped_rows_stay_and_say_what_was_judged_last(rounds):
    with tempfile.TemporaryDirectory() as folder, new_store(Path(folder)) as store:
        run = store.begin_run("resolve")
        rows: set[object] = set()
        for groups in rounds:
            store.write_posts(run, SLUG, groups)
            assert sorted(ids(store)) == sorted(group.url.removeprefix(HOME) for group in groups if group.is_post)
            for group in groups:
                owners = {owner(store, key.split("/")[-1]) for key in group.keys}
                assert len(owners) == 1
                assert not group.is_post or owners == {ids(store)[group.url.removeprefix(HOME)]}
            before = dump(store)
            assert store.write_posts(run, SLUG, groups[::-1]).new == 0
            assert dump(store) == before
            assert rows <= (rows := set(column(store, "SELECT id FROM posts")))
