"""Commands that have nothing to show say so, on stderr; nothing that is only looked at is made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from crawler.cli import cli
from crawler.errors import UnreadableRegistry
from crawler.registry_files import parse_registry, read_registry
from crawler.store import Store
from tests.listing_fixture import make_database


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    Store.open(path).close()
    return path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("changes", "no blog changed"),
        ("changes --since 2026-01-02", "no blog changed since 2026-01-02"),
        ("duplicates", "no two posts"),
        ("runs", "nothing was run"),
        ("search ferns", "no post has ferns"),
        ("export", "no post is listed"),
        ("export --category Nowhere", "no post is listed"),
    ],
)
def test_nothing_to_show_is_told_on_stderr(empty: Path, words: str, said: str) -> None:
    done = CliRunner().invoke(cli, [*words.split(), "--db", str(empty)])
    assert done.exit_code == 0
    assert said in done.stderr
    assert said not in done.stdout


def test_what_is_hidden_for_its_cause_is_counted(tmp_path: Path) -> None:
    path = make_database(tmp_path / "a.db")
    with Store.open(path) as store:
        run = store.begin_run("resolve")
        store._connection.execute(
            "INSERT INTO changes (run, post, at, field, old, new, cause)"
            " SELECT ?, id, '2026-01-01T00:00:00Z', 'title', 'a', 'b', 'rules' FROM posts LIMIT 1",
            (run,),
        )
        store._connection.commit()
        store.end_run(run, "done")
    assert "--all shows 1 more" in CliRunner().invoke(cli, ["changes", "--db", str(path)]).stderr


def test_a_dry_run_makes_no_database(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    done = CliRunner().invoke(cli, ["crawl", "https://a.example/", "--dry-run", "--db", str(path)])
    assert done.exit_code == 0
    assert "https://a.example/robots.txt" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_registers_nothing(empty: Path) -> None:
    CliRunner().invoke(cli, ["crawl", "https://a.example/", "--dry-run", "--db", str(empty)])
    with Store.open(empty, write=False) as store:
        assert store.blogs() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_no_registry_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "blogs.csv")
    with pytest.raises(UnreadableRegistry, match="no regular file"):
        read_registry(tmp_path / "blogs.csv")


def test_entities_of_an_opml_are_told() -> None:
    body = b"<!DOCTYPE opml [\n<!ENTITY all \"<outline htmlUrl='https://a.example/'/>\">]>\n<opml><body>&all;</body></opml>"
    (fault,) = parse_registry(body).faults
    assert (fault.line, "entities" in fault.message) == (2, True)


def test_a_feed_is_no_registry_and_the_message_says_what_to_do() -> None:
    with pytest.raises(UnreadableRegistry, match="backfile crawl"):
        parse_registry(b'<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title></feed>')


def test_a_text_is_no_registry_and_the_message_says_what_would_be() -> None:
    with pytest.raises(UnreadableRegistry, match="CSV, JSON or NDJSON"):
        parse_registry(b"# A listing\n\n- a post\n")
