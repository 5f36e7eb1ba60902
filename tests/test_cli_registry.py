"""The commands of the registry: add, import, blogs, remove."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from crawler.cli import cli
from crawler.model import Blog
from crawler.store import Holder, Store
from tests.listing_fixture import ENTRIES, FEED, FERNS, make_database, post

KNOWN = replace(FERNS, feed=FEED)


@pytest.fixture
def database(tmp_path) -> Path:
    return tmp_path / "a.db"


def run(database: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--db", str(database)], prog_name="backfile")


def known(database: Path) -> list[Blog]:
    with Store.open(database, write=False) as store:
        return store.blogs()


def test_add_makes_the_database_and_registers_what_was_said(database):
    done = run(
        database,
        "add",
        "Ferns.example/blog",
        "--name",
        "Ferns",
        "--category",
        "Science",
        "--topic",
        "a",
        "--topic",
        "b",
    )
    assert done.exit_code == 0
    blog = known(database)[0]
    assert (blog.slug, blog.name, blog.category, blog.topics) == ("ferns-example-blog", "Ferns", "Science", ("a", "b"))


def test_add_says_which_blogs_are_new(database):
    run(database, "add", "a.example")
    words = [line.split()[0] for line in run(database, "add", "a.example", "b.example").stdout.splitlines()]
    assert words == ["known", "added"]


def test_add_adds_nothing_when_one_address_is_none(database):
    done = run(database, "add", "a.example", "mailto:x@b.example")
    assert done.exit_code == 2
    assert not database.exists()


def test_add_takes_a_name_for_one_blog_only(database):
    assert run(database, "add", "a.example", "b.example", "--name", "A").exit_code == 2


def test_import_enters_a_csv_and_says_how_many_are_new(database, tmp_path):
    run(database, "add", "a.example")
    (tmp_path / "blogs.csv").write_text("url,name\nhttps://a.example/,A\nhttps://b.example/,B\n")
    done = run(database, "import", str(tmp_path / "blogs.csv"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("1 new of 2 blogs")
    assert [blog.name for blog in known(database)] == ["A", "B"]


def test_import_tells_rows_that_are_no_blog_and_enters_the_others(database, tmp_path):
    (tmp_path / "blogs.csv").write_text("url,name\n,nameless\nhttps://b.example/,B\n")
    done = run(database, "import", str(tmp_path / "blogs.csv"))
    assert done.exit_code == 1
    assert ["line 2" in line for line in done.stderr.splitlines()] == [True]
    assert [blog.slug for blog in known(database)] == ["b-example"]


def test_import_of_a_file_that_is_no_registry_makes_no_database(database, tmp_path):
    (tmp_path / "x.opml").write_text("<html/>")
    assert run(database, "import", str(tmp_path / "x.opml")).exit_code == 2
    assert not database.exists()


def test_blogs_csv_enters_another_database_as_it_was(tmp_path):
    first, second = make_database(tmp_path / "a.db"), tmp_path / "b.db"
    (tmp_path / "blogs.csv").write_bytes(run(first, "blogs", "--format", "csv").stdout_bytes)
    run(second, "import", str(tmp_path / "blogs.csv"))
    assert known(second) == known(first)


def test_blogs_json_tells_the_registry_and_what_is_known(tmp_path):
    ferns, notes = json.loads(run(make_database(tmp_path / "a.db"), "blogs", "--format", "json").stdout)
    assert (ferns["slug"], ferns["topics"], ferns["posts"], ferns["title"]) == (
        "ferns-example",
        ["Botany", "Fungi"],
        5,
        "Ferns!",
    )
    assert (notes["posts"], notes["crawled"]) == (0, None)


def test_blogs_prints_a_row_a_blog_without_wrapping(tmp_path):
    lines = run(make_database(tmp_path / "a.db"), "blogs").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["blog", "ferns-example", "notes-example"]


def test_remove_takes_out_a_blog_and_leaves_the_others(tmp_path):
    database = make_database(tmp_path / "a.db")
    assert run(database, "remove", "ferns.example", "--yes").exit_code == 0
    assert [blog.slug for blog in known(database)] == ["notes-example"]


def test_remove_without_yes_asks_nobody_where_nobody_sits(tmp_path):
    database = make_database(tmp_path / "a.db")
    done = run(database, "remove", "ferns-example")
    assert done.exit_code == 2
    assert "--yes" in done.stderr
    assert len(known(database)) == 2


def answered(database: Path, answer: bytes, *words: str) -> tuple[int, str]:
    """The program on a terminal on which a person answers: its status, and what it showed."""
    screen, terminal = pty.openpty()
    line = [sys.executable, "-m", "crawler", *words, "--db", str(database)]
    process = subprocess.Popen(line, stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    os.write(screen, answer)
    shown = b""
    with suppress(OSError):  # how Linux says that the other end was closed
        while part := os.read(screen, 65536):
            shown += part
    os.close(screen)
    return process.wait(timeout=20), shown.decode()


def test_remove_that_is_answered_with_no_takes_out_nothing_and_says_so(tmp_path):
    database = make_database(tmp_path / "a.db")
    status, shown = answered(database, b"n\n", "remove", "ferns-example")
    assert (status, "kept ferns-example: nothing was taken out" in shown, "interrupted" in shown) == (1, True, False)
    assert len(known(database)) == 2


def test_remove_that_is_answered_with_yes_takes_the_blog_out(tmp_path):
    database = make_database(tmp_path / "a.db")
    assert answered(database, b"y\n", "remove", "ferns-example")[0] == 0
    assert len(known(database)) == 1


@pytest.mark.parametrize("words", [["resolve"], ["remove", "x", "--yes"], ["set", "https://a.example/", "--post"]])
def test_what_changes_a_database_makes_none(database, words):
    done = run(database, *words)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert f"no database at {database}" in done.stderr
    assert list(database.parent.iterdir()) == []


def test_import_of_a_file_that_breaks_off_enters_what_it_has_and_says_so(database, tmp_path):
    whole = (
        '<opml version="2.0"><body>\n<outline text="A" htmlUrl="https://a.example/"/>\n<outline text="B" htmlUrl="ht'
    )
    (tmp_path / "x.opml").write_text(whole)
    done = run(database, "import", str(tmp_path / "x.opml"))
    assert done.exit_code == 1
    assert "line 3: the file is damaged" in done.stderr
    assert [blog.slug for blog in known(database)] == ["a-example"]


LOGINS = [
    "https://me:secret@a.example/",
    "me:secret@a.example",
    "//me:secret@a.example/",
    "https://me:se/cret@a.example/",
]


@pytest.mark.parametrize("address", [*LOGINS, "https://me:se@cret@a.example/", "https:\\\\me:secret@a.example\\"])
@pytest.mark.parametrize("name", ["add", "crawl", "show", "resolve", "why"])
def test_a_password_in_an_address_is_neither_kept_nor_shown(tmp_path, name, address):
    database = make_database(tmp_path / "a.db")
    done = run(database, name, address, *(["--dry-run"] if name == "crawl" else []))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "cret" not in done.stderr + done.stdout
    assert b"cret@" not in database.read_bytes()


def test_import_tells_a_row_with_a_password_without_it(database, tmp_path):
    (tmp_path / "x.csv").write_text(
        "url,feed\nhttps://me:secret@a.example/,\nhttps://b.example/,https://me:secret@b.example/\n"
    )
    done = run(database, "import", str(tmp_path / "x.csv"))
    assert (done.exit_code, done.stderr.count("before the host"), "secret" in done.stderr) == (1, 2, False)


def test_resolve_computes_the_posts_of_every_blog_again(tmp_path, monkeypatch):
    database = make_database(tmp_path / "a.db")
    renamed = [post(url, f"{title}!", date) for url, title, date in ENTRIES]
    monkeypatch.setattr("crawler.resolve.posts_of", lambda blog, harvests: renamed if blog == KNOWN else [])
    done = run(database, "resolve")
    assert done.stdout.splitlines() == [
        "ferns-example  5 posts, 0 new, 5 changed",
        "notes-example  0 posts, 0 new, 0 changed",
    ]


def test_resolve_writes_nothing_where_nothing_changed(tmp_path, monkeypatch):
    database = make_database(tmp_path / "a.db")
    monkeypatch.setattr("crawler.resolve.posts_of", lambda blog, harvests: [post(*entry) for entry in ENTRIES])
    assert run(database, "resolve", "ferns.example").stdout == "ferns-example  5 posts, 0 new, 0 changed\n"


def test_a_resolve_that_breaks_is_kept_as_a_failed_run(tmp_path, monkeypatch):
    def broken(blog: Blog, harvests: object) -> NoReturn:
        raise ValueError

    database = make_database(tmp_path / "a.db")
    monkeypatch.setattr("crawler.resolve.posts_of", broken)
    done = run(database, "resolve")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "ferns-example: failed: cannot compute the posts: ValueError",
        "notes-example: failed: cannot compute the posts: ValueError",
    ]
    with Store.open(database, write=False) as store:
        assert [(run.command, run.outcome) for run in store.runs(1)] == [("resolve", "failed")]


def test_a_blog_that_is_being_crawled_is_neither_resolved_nor_removed(tmp_path):
    database = make_database(tmp_path / "a.db")
    with Store.open(database, clock=lambda: datetime.now(UTC)) as store:
        store.lease("ferns-example", Holder(1, "another-machine", 4711))
    resolved, removed = run(database, "resolve", "ferns.example"), run(database, "remove", "ferns-example", "--yes")
    assert (resolved.exit_code, removed.exit_code) == (1, 2)
    for done in (resolved, removed):
        assert "run 1 (process 4711 on another-machine) is crawling" in done.stderr
        assert done.stderr.count("\n") == 1
    assert len(known(database)) == 2


def test_two_homes_with_one_slug_are_added_as_two_blogs(database):
    done = run(database, "add", "http://127.0.0.1:8001/", "http://127.0.0.1:8002/")
    assert [line.split()[1] for line in done.stdout.splitlines()] == ["127-0-0-1", "127-0-0-1-2"]
    assert [blog.home for blog in known(database)] == ["http://127.0.0.1:8001/", "http://127.0.0.1:8002/"]


def test_import_enters_two_homes_with_one_slug_as_two_blogs(database, tmp_path):
    (tmp_path / "blogs.csv").write_text("url\nhttps://a.example/b/c\nhttps://a.example/b-c\n")
    run(database, "import", str(tmp_path / "blogs.csv"))
    assert [blog.slug for blog in known(database)] == ["a-example-b-c", "a-example-b-c-2"]
