from __future__ import annotations

import pytest
from sqlite_utils import Database
from sqlite_utils.db import Table

from crawler.model import Blog
from crawler.store import Store, opening, schema
from tests.store_fixture import HOME, SLUG, new_store, post


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        opened.begin_run("crawl")
        posts = [
            post("haskell", title="Lazy Haskell", excerpt="On thunks", text="The café of types", date="2010-01-01"),
            post("types", title="Types", text="A long text that mentions Haskell once", date="2012-01-01"),
            post("kyoto", title="京都の春", excerpt="桜が咲いた"),
            post("about", title="About Haskell and me", kind="page"),
        ]
        opened.write_posts(1, SLUG, posts)
        yield opened


def found(store, words, limit=20):
    return [row.url.removeprefix(HOME) for row in store.search(words, limit)]


def test_titles_weigh_more_than_texts_and_pages_are_no_posts(store):
    assert found(store, "haskell") == ["haskell", "types"]


def test_all_words_must_be_there(store):
    assert found(store, "haskell thunks") == ["haskell"]


def test_accents_and_case_do_not_matter(store):
    assert found(store, "CAFE") == ["haskell"]


def test_words_of_a_script_without_spaces_are_found_inside_a_sentence(store):
    assert found(store, "の春") == found(store, "咲い") == ["kyoto"]


def test_words_of_both_kinds_may_be_mixed(store):
    store.write_posts(1, SLUG, [post("mixed", title="Kyoto 京都の夏")])
    assert found(store, "kyoto 京都") == ["mixed"]


@pytest.mark.parametrize(
    "words", ['"', "haskell AND", "title:haskell*", "(haskell", "NEAR(", "-x", "%_\\京", 'a"b', "^", "'"]
)
def test_nothing_that_is_typed_is_a_syntax_error(store, words):
    assert isinstance(found(store, words), list)


@pytest.mark.parametrize("words", ["", "  ", "++ --", "%"])
def test_nothing_to_look_for_finds_nothing(store, words):
    assert found(store, words) == []


def test_search_is_in_step_with_updates(store):
    store.write_posts(1, SLUG, [post("types", title="Kinds")])
    assert found(store, "kinds") == ["types"]
    assert found(store, "mentions") == []


def test_a_limit_holds(store):
    assert len(found(store, "haskell", limit=1)) == 1


def test_the_hit_is_shown_in_its_words(store):
    assert store.search("thunks")[0].snippet == "On [thunks]"


def test_sqlite_utils_knows_the_full_text_table(store):
    found = Database(store.path)["posts"]
    assert isinstance(found, Table)
    assert found.detect_fts() == "posts_fts"
    assert [row["title"] for row in found.search("thunks")] == ["Lazy Haskell"]


def test_an_older_file_can_be_searched_after_it_was_brought_up_to_date(tmp_path, monkeypatch):
    path = tmp_path / "older.db"
    with monkeypatch.context() as before:
        first = {name: step for name, step in schema.STEPS.items() if not name.startswith("full text")}
        before.setattr(schema, "STEPS", first)
        before.setattr(opening, "STEPS", first)
        with Store.open(path) as older:
            older.add_blog(Blog(SLUG, HOME))
            older._connection.execute("INSERT INTO runs (command, started) VALUES ('crawl', '2026-04-17T10:00:00Z')")
            older.write_posts(1, SLUG, [post("a", title="Ferns in winter")])
    with Store.open(path) as upgraded:
        upgraded.write_posts(1, SLUG, [post("b", title="Ferns in spring")])
        assert sorted(found(upgraded, "ferns")) == ["a", "b"]
