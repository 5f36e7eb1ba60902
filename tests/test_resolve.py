"""Resolving: the word on completeness comes with the posts, where what is stored suffices for it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from crawler.cli import cli
from tests.crawling import crawl, rows, small_blog
from tests.webserver import Answer, WebServer

HOME = "http://a.test/"
WORD = "SELECT completeness, expected, reasons FROM blogs"
FORGET = "UPDATE blogs SET completeness = 'partial', expected = 99, reasons = '[]'"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database in which a blog of 30 posts was crawled twice."""
    path = tmp_path / "a.db"
    with WebServer(small_blog("a.test", posts=30), hosts={"a.test": Answer(status=404)}) as web:
        crawl(web, HOME, database=path)
        crawl(web, HOME, database=path)
    return path


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def resolve(database: Path) -> None:
    assert CliRunner().invoke(cli, ["resolve", "--db", str(database)]).exit_code == 0


def test_resolve_finds_the_word_that_the_crawl_found(database: Path) -> None:
    before = rows(database, WORD)
    change(database, FORGET)
    resolve(database)
    assert rows(database, WORD) == before != [("partial", 99, "[]")]


@pytest.mark.parametrize(
    "cut", ["UPDATE crawls SET outcome = 'interrupted'", "UPDATE crawls SET outcome = 'failed'", "DELETE FROM crawls"]
)
def test_where_the_last_crawl_did_not_end_by_itself_the_word_stays(database: Path, cut: str) -> None:
    change(database, FORGET)
    change(database, cut)
    resolve(database)
    assert rows(database, WORD) == [("partial", 99, "[]")]


def test_a_source_that_was_found_and_never_asked_counts_as_open(database: Path) -> None:
    """A list of years of which one is unread proves nothing, though no page of the last crawl names that year."""
    year = "(blog, address, kind, role, number) VALUES (1, 'http://a.test/2020/', 'archive', 'year', 2020)"
    change(database, f"INSERT INTO sources {year}")
    change(database, FORGET.replace("partial", "complete"))
    resolve(database)
    assert rows(database, "SELECT completeness FROM blogs") != [("complete",)]
