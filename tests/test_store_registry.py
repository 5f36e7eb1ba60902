from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from crawler.errors import UnknownBlog
from crawler.model import Blog, Problem
from tests.store_fixture import HOME, SLUG, claim, column, harvest, new_store, post

CURATED = Blog(SLUG, HOME, "Example", "Science", "personal blog", ("botany", "fungi"), HOME + "feed.xml")
OTHER = Blog("other-example-notes", "https://other.example/notes/", name="Other")


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


def test_a_blog_is_new_once(store):
    assert store.add_blog(OTHER)
    assert not store.add_blog(OTHER)


def test_a_blog_comes_back_as_it_was_given(store):
    store.add_blog(CURATED)
    assert store.blogs() == [CURATED]


def test_empty_words_never_replace_curated_ones(store):
    store.add_blog(CURATED)
    store.add_blog(Blog(SLUG, "http://blog.example.org"))
    assert store.blog(SLUG) == CURATED


def test_words_that_are_given_replace_older_ones(store):
    store.add_blog(CURATED)
    store.add_blog(replace(CURATED, category="Arts", topics=("music",)))
    assert (store.blog(SLUG).category, store.blog(SLUG).topics) == ("Arts", ("music",))


@pytest.mark.parametrize(
    "typed",
    ["other-example-notes", "https://other.example/notes/", "http://www.other.example/notes", "other.example/notes"],
)
def test_a_blog_is_found_by_slug_and_by_any_spelling_of_its_home(store, typed):
    store.add_blog(OTHER)
    assert store.blog(typed) == OTHER


@pytest.mark.parametrize("typed", ["nobody", "https://nobody.example/", "", "not an address"])
def test_an_unknown_blog_is_an_error_that_says_what_to_do(store, typed):
    with pytest.raises(UnknownBlog, match="backfile add URL"):
        store.blog(typed)


def test_removing_a_blog_removes_everything_of_it_and_nothing_else(store):
    store.add_blog(OTHER)
    run = store.begin_run("crawl")
    for slug in (SLUG, OTHER.slug):
        store.begin_crawl(run, slug)
        store.save(run, 1, replace(harvest(claim("a")), blog=slug))
        store.note_problem(run, slug, Problem("http", "404"))
        store.write_posts(run, slug, [post("a", "b", title="A title")])
        store.write_posts(run, slug, [post("a", "b", title="Another title")])
    store.remove_blog(SLUG)
    for table in ("blogs", "sources", "claims", "posts", "problems", "crawls", "changes"):
        assert column(store, f"SELECT count(*) FROM {table}") == [1], table
    assert column(store, "SELECT count(*) FROM addresses") == [2]
    assert [hit.blog for hit in store.search("another")] == [OTHER.slug]
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("INSERT INTO posts_fts (posts_fts, rank) VALUES ('integrity-check', 1)")


def test_removing_an_unknown_blog_is_an_error(store):
    with pytest.raises(UnknownBlog):
        store.remove_blog("nobody")


def test_a_new_blog_gets_the_slug_of_its_address_and_a_known_one_keeps_its_own(store):
    store.add_blog(Blog("a-name-of-old", "https://kept.example/"))
    assert store.slug_for("https://new.example/notes/") == "new-example-notes"
    assert store.slug_for("http://www.kept.example") == "a-name-of-old"


def test_two_homes_never_share_a_slug(store):
    homes = [f"http://127.0.0.1:{port}/" for port in (8001, 8002, 8003)]
    for home in homes:
        store.add_blog(Blog(store.slug_for(home), home))
    assert [store.blog(home).slug for home in homes] == ["127-0-0-1", "127-0-0-1-2", "127-0-0-1-3"]
    assert store.blog("127.0.0.1:8002").home == homes[1]


def test_a_home_that_moved_is_found_under_its_new_address(store):
    store.add_blog(OTHER)
    store.move_home(OTHER.slug, "http://other.example:8080/")
    assert store.blog("http://other.example:8080").slug == OTHER.slug
