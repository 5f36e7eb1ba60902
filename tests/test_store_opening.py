from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from crawler.errors import NewerDatabase, NotADatabase, Unwritable, UsageError
from crawler.model import Blog
from crawler.store import Store, opening, schema
from tests.store_fixture import SLUG, claim, column, harvest, new_store, post

EXTRA_STEP = {**schema.STEPS, "a later step": ("CREATE TABLE later (id INTEGER PRIMARY KEY)",)}


def put_step(monkeypatch: pytest.MonkeyPatch, steps: dict[str, tuple[str, ...]]) -> None:
    monkeypatch.setattr(schema, "STEPS", steps)
    monkeypatch.setattr(opening, "STEPS", steps)


def run_sql(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)


def test_a_new_file_and_its_folder_are_made(tmp_path):
    with Store.open(tmp_path / "new" / "backfile.db") as store:
        assert store.blogs() == []


def test_an_empty_file_becomes_a_database(tmp_path):
    path = tmp_path / "backfile.db"
    path.touch()
    with Store.open(path) as store:
        assert store.blogs() == []


def test_what_was_stored_is_there_when_the_file_is_opened_again(tmp_path):
    new_store(tmp_path).close()
    with Store.open(tmp_path / "backfile.db") as store:
        assert [blog.slug for blog in store.blogs()] == [SLUG]


def test_reading_a_file_that_is_not_there_says_what_to_do_and_makes_nothing(tmp_path):
    path = tmp_path / "backfile.db"
    with pytest.raises(UsageError, match="run `backfile crawl URL` first"):
        Store.open(path, write=False)
    assert not path.exists()


def test_a_store_opened_for_reading_cannot_write(tmp_path):
    new_store(tmp_path).close()
    with Store.open(tmp_path / "backfile.db", write=False) as store, pytest.raises(Unwritable):
        store.add_blog(Blog("other", "https://other.example/"))


@pytest.mark.parametrize("write", [True, False])
def test_a_text_file_is_not_a_database(tmp_path, write):
    path = tmp_path / "notes.txt"
    path.write_text("just some notes, long enough to be no header of a database")
    with pytest.raises(NotADatabase, match="not an SQLite database"):
        Store.open(path, write=write)


@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_another_program_is_refused_and_left_as_it_was(tmp_path, write):
    path = tmp_path / "other.db"
    run_sql(path, "CREATE TABLE posts (id INTEGER)")
    before = path.read_bytes()
    with pytest.raises(NotADatabase, match="another program"):
        Store.open(path, write=write)
    assert path.read_bytes() == before


def test_a_folder_is_not_a_database(tmp_path):
    with pytest.raises(NotADatabase, match="folder"):
        Store.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_unwritable(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritable, match="name another file"):
        Store.open(tmp_path / "file" / "backfile.db")


def test_a_file_with_a_higher_version_is_newer(tmp_path):
    new_store(tmp_path).close()
    run_sql(tmp_path / "backfile.db", "PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase, match="upgrade Backfile"):
        Store.open(tmp_path / "backfile.db")


def test_a_file_with_an_unknown_step_is_newer(tmp_path, monkeypatch):
    with monkeypatch.context() as later:
        put_step(later, EXTRA_STEP)
        new_store(tmp_path).close()
    with pytest.raises(NewerDatabase):
        Store.open(tmp_path / "backfile.db", write=False)


@pytest.mark.parametrize("write", [True, False])
def test_an_older_file_is_brought_up_to_date_in_place(tmp_path, monkeypatch, write):
    new_store(tmp_path).close()
    put_step(monkeypatch, EXTRA_STEP)
    with Store.open(tmp_path / "backfile.db", write=write) as store:
        assert [blog.slug for blog in store.blogs()] == [SLUG]
        assert column(store, "PRAGMA user_version") == [len(EXTRA_STEP)]
        assert column(store, "SELECT count(*) FROM later") == [0]


def test_a_step_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    new_store(tmp_path).close()
    with monkeypatch.context() as later:
        put_step(
            later, {**schema.STEPS, "broken": ("CREATE TABLE half (id INTEGER)", "CREATE TABLE posts (id INTEGER)")}
        )
        with pytest.raises(Exception, match="already exists"):
            Store.open(tmp_path / "backfile.db")
    with Store.open(tmp_path / "backfile.db") as store:
        assert column(store, "SELECT name FROM sqlite_master WHERE name = 'half'") == []


def test_a_new_file_may_be_opened_by_several_at_once(tmp_path):
    def add(number: int) -> None:
        with Store.open(tmp_path / "backfile.db") as store:
            store.add_blog(Blog(f"blog-{number}", f"https://{number}.example/"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(6)))
    with Store.open(tmp_path / "backfile.db", write=False) as store:
        assert len(store.blogs()) == 6


def test_two_crawls_write_at_once_without_a_lock_error(tmp_path):
    new_store(tmp_path).close()

    def crawl(number: int) -> None:
        with Store.open(tmp_path / "backfile.db") as store:
            run = store.begin_run("crawl")
            for page in range(20):
                store.save(run, 1, harvest(claim(f"{number}/{page}", f"Title {page} of {number}")))

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(crawl, range(3)))
    with Store.open(tmp_path / "backfile.db", write=False) as store:
        assert len(store.harvests(SLUG)[0].findings.claims) == 60


def test_a_reader_in_the_middle_of_a_listing_does_not_lock_out_a_crawl(tmp_path):
    with new_store(tmp_path) as store, Store.open(store.path, write=False) as reader:
        run = store.begin_run("crawl")
        store.write_posts(run, SLUG, [post("a", title="A"), post("b", title="B")])
        rows = reader.listing()
        assert next(rows).title == "A"
        assert store.save(run, 1, harvest(claim("c"))).new_claims == 1
        assert next(rows).title == "B"


@pytest.mark.parametrize("table", ["blogs", "posts", "addresses", "claims", "sources", "runs", "problems"])
def test_the_schema_explains_itself_to_who_opens_the_file_without_this_program(tmp_path, table):
    with new_store(tmp_path) as store:
        (sql,) = column(store, f"SELECT sql FROM sqlite_master WHERE name = '{table}'")
    assert "\n    -- " in str(sql)


def test_a_database_is_stored_with_the_journal_that_lets_readers_in(tmp_path):
    with new_store(tmp_path) as store:
        assert column(store, "PRAGMA journal_mode") == ["wal"]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can reach and only its owner can write."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def unprivileged() -> Iterator[None]:
    """Nothing is read-only for root: who runs the tests as root is nobody meanwhile."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_read_only_file_can_be_read_and_is_unwritable(open_folder):
    new_store(open_folder).close()
    path = open_folder / "backfile.db"
    path.chmod(0o444)
    with unprivileged():
        with pytest.raises(Unwritable, match="make the file and its folder writable"):
            Store.open(path)
        with Store.open(path, write=False) as store:
            assert len(store.blogs()) == 1


def test_a_file_in_a_read_only_folder_can_be_read_and_is_unwritable(open_folder):
    new_store(open_folder).close()
    path = open_folder / "backfile.db"
    path.chmod(0o666)
    open_folder.chmod(0o555)
    with unprivileged():
        with pytest.raises(Unwritable, match="make the file and its folder writable"):
            Store.open(path)
        with Store.open(path, write=False) as store:
            assert len(store.blogs()) == 1


@pytest.mark.parametrize("place", ["backfile.db", "deeper/backfile.db"])
def test_no_file_is_made_in_a_read_only_folder(open_folder, place):
    open_folder.chmod(0o555)
    with unprivileged(), pytest.raises(Unwritable, match="name another file"):
        Store.open(open_folder / place)
    assert list(open_folder.iterdir()) == []


def test_an_older_file_that_is_read_only_says_that_it_is_older(open_folder, monkeypatch):
    new_store(open_folder).close()
    (open_folder / "backfile.db").chmod(0o444)
    put_step(monkeypatch, EXTRA_STEP)
    with unprivileged(), pytest.raises(Unwritable, match="of an older Backfile"):
        Store.open(open_folder / "backfile.db", write=False)


def test_a_damaged_file_is_refused(tmp_path):
    new_store(tmp_path).close()
    path = tmp_path / "backfile.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(NotADatabase, match="damaged"):
        Store.open(path)
