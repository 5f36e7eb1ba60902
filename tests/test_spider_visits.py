"""Crawls of blogs whose history is known: what they ask, what they write, and what they say has changed."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.crawling import ROOT, crawl, rows, small_blog
from tests.webserver import Answer, WebServer, redirect

HOME = "http://a.test/"
FEED = "http://a.test/feed.xml"
MISSING = Answer("not here", status=404)
TABLES = ("posts", "claims", "addresses", "sources", "changes", "blogs", "problems")
CHANGES = "SELECT field, cause FROM changes ORDER BY id"
WATCHED = {HOME, FEED}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


@pytest.fixture
def web() -> Iterator[WebServer]:
    """The blog a.test with five posts, whose server gives no validators."""
    with WebServer(small_blog("a.test", 5), hosts={"a.test": MISSING}, default=Answer("", status=502)) as server:
        yield server


def entry(number: int) -> str:
    return f"http://a.test/2021/03/entry-{number:02d}/"


def without(number: int, posts: int = 5) -> dict[str, Answer | str]:
    """The home page and the feed of the blog, with one post less."""
    pages = {path: page for path, page in small_blog("a.test", posts).items() if path in WATCHED}
    return {path: leave_out(page, number) for path, page in pages.items()}


def leave_out(page: Answer | str, number: int) -> Answer | str:
    if isinstance(page, Answer):
        return replace(page, body=str(leave_out(str(page.body), number)))
    parts = page.replace("<li>", "\n<li>").replace("<item>", "\n<item>").replace("</ul>", "\n</ul>")
    lines = parts.replace("</channel>", "\n</channel>").splitlines()
    return "".join(line for line in lines if f"entry-{number:02d}" not in line)


def dump(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    return {table: rows(database, f"SELECT * FROM {table}") for table in TABLES}


def asked(web: WebServer) -> list[str]:
    """What was asked since the last look."""
    targets = list(web.targets)
    web.log.clear()
    return targets


def changes(database: Path, *words: str) -> list[dict[str, Any]]:
    line = [sys.executable, "-P", "-m", "crawler", "changes", "--format", "json", "--db", str(database), *words]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def set_back(database: Path, days: int) -> None:
    """Let everything that runs did have happened so many days ago."""
    with closing(sqlite3.connect(database)) as connection:
        for table, column in (("crawls", "started"), ("crawls", "ended"), ("crawls", "next"), ("runs", "started")):
            at = f"strftime('%Y-%m-%dT%H:%M:%SZ', {column}, '-{days} days')"
            connection.execute(f"UPDATE {table} SET {column} = {at} WHERE {column} <> ''")
        connection.commit()


def test_an_unchanged_blog_is_asked_for_its_feed_and_its_home_and_no_row_is_written(
    web: WebServer, database: Path
) -> None:
    crawl(web, HOME, database=database)
    before = dump(database)
    web.log.clear()
    crawl(web, HOME, database=database)
    assert set(asked(web)) == WATCHED
    assert dump(database) == before
    assert rows(database, "SELECT kind, outcome FROM crawls") == [("listing", "done"), ("visit", "done")]


def test_what_was_kept_of_the_sources_is_sent_and_304_writes_nothing(web: WebServer, database: Path) -> None:
    for path in WATCHED:
        page = web.pages[path]
        web.pages[path] = replace(page, etag='"1"') if isinstance(page, Answer) else Answer(page, etag='"1"')
    crawl(web, HOME, database=database)
    before = dump(database)
    web.log.clear()
    crawl(web, HOME, database=database)
    assert {(one.target, one.status) for one in web.log} == {(path, 304) for path in WATCHED}
    assert dump(database) == before


def test_new_validators_of_an_old_content_are_kept(web: WebServer, database: Path) -> None:
    page = web.pages[FEED]
    assert isinstance(page, Answer)
    web.pages[FEED] = replace(page, etag='"1"')
    crawl(web, HOME, database=database)
    web.pages[FEED] = replace(page, etag='"2"')
    crawl(web, HOME, database=database)
    assert rows(database, f"SELECT etag FROM sources WHERE address = '{FEED}'") == [('"2"',)]


def test_a_new_post_costs_no_more_than_a_look(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    web.pages |= small_blog("a.test", 6)
    web.log.clear()
    done = crawl(web, HOME, database=database)
    assert set(asked(web)) == WATCHED
    assert "6 posts (1 new)" in done.stderr
    assert [(row["change"], row["url"]) for row in changes(database)] == [("new", entry(6))]


def test_the_first_crawl_changes_nothing(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    assert changes(database, "--all") == []


def test_where_nothing_known_is_met_everything_is_listed_anew(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    pages = small_blog("a.test", 25)
    for number in range(1, 15):
        for path in WATCHED:
            pages[path] = leave_out(pages[path], number)
    archive = '<a href="/archive/">Archive</a></body>'
    listing = "".join(
        f'<li><time datetime="2021-03-{n:02d}">{n}</time> <a href="{entry(n)}">Entry {n:02d} of a.test</a></li>'
        for n in range(25, 0, -1)
    )
    pages[HOME] = str(pages[HOME]).replace("</body>", archive)
    web.pages |= pages | {"http://a.test/archive/": f"<h1>Archive</h1><ul>{listing}</ul>"}
    web.log.clear()
    crawl(web, HOME, database=database)
    assert "http://a.test/archive/" in asked(web)
    assert len(rows(database, "SELECT * FROM listing")) == 25
    assert rows(database, "SELECT kind FROM crawls ORDER BY id DESC LIMIT 1") == [("listing",)]


def test_again_lists_everything(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    crawl(web, HOME, "--again", database=database)
    assert rows(database, "SELECT kind FROM crawls") == [("listing",), ("listing",)]


def test_after_long_everything_is_listed_again(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    set_back(database, 29)
    crawl(web, HOME, database=database)
    set_back(database, 200)
    crawl(web, HOME, database=database)
    assert rows(database, "SELECT kind FROM crawls") == [("listing",), ("visit",), ("listing",)]


def test_with_depth_full_only_posts_that_were_not_visited_are(web: WebServer, database: Path) -> None:
    crawl(web, HOME, "--depth", "full", database=database)
    web.pages |= small_blog("a.test", 6)
    web.log.clear()
    crawl(web, HOME, "--depth", "full", database=database)
    assert set(asked(web)) == {*WATCHED, entry(6)}


def test_a_crawl_whose_budget_was_used_up_is_gone_on_with(web: WebServer, database: Path) -> None:
    for _ in range(4):
        crawl(web, HOME, "--depth", "full", "--max-requests", "9", database=database)
    times = Counter(asked(web))
    assert {entry(n) for n in range(1, 6)} <= times.keys()
    assert {path for path, count in times.items() if count > 1} <= WATCHED


def test_a_source_that_fails_for_a_while_leaves_what_is_known(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    before = dump(database)
    web.pages[FEED] = Answer(status=500)
    crawl(web, HOME, database=database)
    after = dump(database)
    assert [kind for *_, kind, _, _ in after.pop("problems")] == ["http"]
    before.pop("problems")
    assert after == before


def attic_of(web: WebServer) -> str:
    """An older page of the blog, to which no other leads."""
    attic = "http://a.test/attic/"
    items = "".join(f'<li>{n} May 2011 <a href="/2011/05/old-{n}/">Old words {n}</a></li>' for n in range(1, 7))
    web.pages |= {attic: f"<h1>Attic</h1><ul>{items}</ul>"}
    return attic


def test_where_everything_is_listed_anew_what_failed_is_asked_again_and_what_said_the_same_is_of_that_round(
    web: WebServer, database: Path
) -> None:
    crawl(web, HOME, database=database)
    attic = attic_of(web)
    correct(database, "a-test", "--source", attic)
    crawl(web, HOME, database=database)
    known = "SELECT facts, traits, said FROM sources WHERE address = 'http://a.test/feed.xml'"
    before = rows(database, known)
    other = small_blog("a.test", 25)[HOME]
    for number in range(1, 15):
        other = leave_out(other, number)
    web.pages |= {HOME: other, FEED: Answer(status=500)}
    web.log.clear()
    crawl(web, HOME, database=database)
    times = Counter(asked(web))
    assert (times[HOME], times[attic], times[FEED]) == (1, 1, 4)  # each time with one retry
    assert rows(database, known) == before
    state = "SELECT address, state, round FROM sources WHERE round = 3 AND role <> 'usual'"
    found = {address: word for address, word, _ in rows(database, state)}
    assert (found[FEED], found[attic], found[HOME]) == ("failed", "done", "done")


def test_a_feed_that_is_gone_makes_everything_be_listed(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    web.pages[FEED] = MISSING
    crawl(web, HOME, database=database)
    assert rows(database, "SELECT kind FROM crawls") == [("listing",), ("listing",)]
    assert len(rows(database, "SELECT * FROM listing")) == 5


def test_a_post_that_is_missing_and_newer_than_the_oldest_in_the_feed_is_marked_gone_and_kept(
    web: WebServer, database: Path
) -> None:
    crawl(web, HOME, database=database)
    web.pages |= without(3)
    web.pages[entry(3)] = MISSING
    web.log.clear()
    crawl(web, HOME, database=database)
    assert set(asked(web)) == {*WATCHED, entry(3)}
    assert [(row["change"], row["url"]) for row in changes(database)] == [("vanished", entry(3))]
    assert rows(database, "SELECT url, length(gone) FROM posts WHERE gone <> ''") == [(entry(3), 20)]
    assert len(rows(database, "SELECT * FROM listing")) == 5
    crawl(web, HOME, database=database)
    assert entry(3) not in asked(web)[3:]


def test_a_post_that_is_named_again_has_returned(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    everything = dict(web.pages)
    web.pages |= without(3) | {entry(3): MISSING}
    crawl(web, HOME, database=database)
    web.pages |= everything
    crawl(web, HOME, database=database)
    assert sorted(row["change"] for row in changes(database)) == ["returned", "vanished"]
    assert rows(database, "SELECT count(*) FROM posts WHERE gone <> ''") == [(0,)]


def test_a_post_that_a_feed_leaves_out_and_whose_page_is_there_is_not_gone(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    web.pages |= without(3)
    crawl(web, HOME, database=database)
    web.log.clear()
    crawl(web, HOME, database=database)
    assert set(asked(web)) == WATCHED
    assert changes(database) == []


def test_a_post_that_a_feed_leaves_out_and_whose_page_fails_for_a_while_is_not_gone(
    web: WebServer, database: Path
) -> None:
    crawl(web, HOME, database=database)
    web.pages |= without(3) | {entry(3): Answer("later", status=503)}
    crawl(web, HOME, database=database)
    assert entry(3) in asked(web)
    assert changes(database) == []
    assert rows(database, "SELECT count(*) FROM posts WHERE gone <> ''") == [(0,)]


def test_a_post_that_a_new_listing_lacks_is_looked_for(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    web.pages |= without(3) | {entry(3): Answer("gone", status=410)}
    crawl(web, HOME, "--again", database=database)
    assert [row["change"] for row in changes(database)] == ["vanished"]


def test_an_edited_title_and_day_are_told_with_what_they_were(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    for path in WATCHED:
        page = web.pages[path]
        body = str(page.body if isinstance(page, Answer) else page).replace("Entry 05 of", "Better 05 of")
        web.pages[path] = replace(page, body=body) if isinstance(page, Answer) else body
    crawl(web, HOME, database=database)
    [change] = changes(database, "--blog", "a-test")
    assert (change["change"], change["old"], change["new"]) == (
        "retitled", "Entry 05 of a.test", "Better 05 of a.test",
    )  # fmt: skip
    assert changes(database, "--since", "2999-01-01") == []


def test_a_post_whose_address_redirects_has_moved_and_is_the_same(web: WebServer, database: Path) -> None:
    crawl(web, HOME, "--depth", "full", database=database)
    number = rows(database, f"SELECT id FROM posts WHERE url = '{entry(5)}'")
    moved = "http://a.test/2021/03/renamed/"
    for path in WATCHED:
        page = web.pages[path]
        body = str(page.body if isinstance(page, Answer) else page).replace("/entry-05/", "/renamed/")
        web.pages[path] = replace(page, body=body) if isinstance(page, Answer) else body
    web.pages |= {moved: web.pages[entry(5)], entry(5): redirect(moved)}
    crawl(web, HOME, "--depth", "full", "--again", database=database)
    assert rows(database, f"SELECT id FROM posts WHERE url = '{moved}'") == number
    assert [(row["change"], row["new"]) for row in changes(database)] == [("moved", moved)]


def test_a_difference_that_a_newer_backfile_makes_is_no_change_of_the_blog(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE runs SET version = '0.0.1'")
        connection.execute("UPDATE blogs SET judged = '0.0.1'")
        connection.execute(f"UPDATE posts SET title = 'As read then', digest = '' WHERE url = '{entry(1)}'")
        connection.commit()
    crawl(web, HOME, database=database)
    assert rows(database, "SELECT kind FROM crawls") == [("listing",), ("listing",)]
    assert changes(database) == []
    assert rows(database, CHANGES) == [("title", "update")]


def test_a_crawl_that_was_cut_off_weeks_ago_is_begun_anew(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE crawls SET ended = NULL, outcome = ''")
        connection.commit()
    set_back(database, 8)
    web.log.clear()
    crawl(web, HOME, database=database)
    assert HOME in asked(web)
    assert rows(database, "SELECT round FROM crawls") == [(1,), (2,)]
    assert len(rows(database, "SELECT * FROM listing")) == 5


def correct(database: Path, *words: str) -> None:
    line = [sys.executable, "-P", "-m", "crawler", "set", *words, "--db", str(database)]
    subprocess.run(line, cwd=ROOT, capture_output=True, check=True)


def test_a_difference_that_a_correction_makes_is_no_change_of_the_blog(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    correct(database, entry(1), "--title", "Mine")
    web.pages |= small_blog("a.test", 6)
    crawl(web, HOME, database=database)
    assert [(row["change"], row["url"]) for row in changes(database)] == [("new", entry(6))]
    assert rows(database, CHANGES) == [("title", "set"), ("new", "")]
    assert rows(database, f"SELECT title FROM listing WHERE url = '{entry(1)}'") == [("Mine",)]


def test_what_the_curator_names_is_asked_in_every_visit(web: WebServer, database: Path) -> None:
    attic = "http://a.test/attic/"
    items = "".join(f'<li>{n} May 2011 <a href="/2011/05/old-{n}/">Old words {n}</a></li>' for n in range(1, 7))
    web.pages |= {attic: f"<h1>Attic</h1><ul>{items}</ul>"}
    crawl(web, HOME, database=database)
    correct(database, "a-test", "--source", attic)
    web.log.clear()
    crawl(web, HOME, database=database)
    assert set(asked(web)) == {*WATCHED, attic}
    assert len(rows(database, "SELECT * FROM listing")) == 11
    crawl(web, HOME, database=database)
    assert sorted(asked(web)) == sorted({*WATCHED, attic})
    assert rows(database, "SELECT kind FROM crawls") == [("listing",), ("visit",), ("visit",)]


def test_a_page_that_the_curator_names_and_that_is_not_there_ends_no_visit(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    correct(database, "a-test", "--source", "http://a.test/attic/", "--source", "http://a.test/cellar/")
    web.pages |= {"http://a.test/attic/": MISSING}  # the cellar answers 502
    crawl(web, HOME, database=database)
    crawl(web, HOME, database=database)
    assert rows(database, "SELECT kind, outcome FROM crawls") == [
        ("listing", "done"), ("visit", "done"), ("visit", "done"),
    ]  # fmt: skip
    assert rows(database, "SELECT stop LIKE 'nothing new since%' FROM crawls ORDER BY id DESC LIMIT 1") == [(1,)]


def test_resolve_after_a_visit_finds_the_word_that_stands(web: WebServer, database: Path) -> None:
    crawl(web, HOME, database=database)
    web.pages |= small_blog("a.test", 6)
    crawl(web, HOME, database=database)
    word = "SELECT completeness, expected, reasons FROM blogs"
    before = rows(database, word)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE blogs SET completeness = '', expected = 99, reasons = '[]'")
    done = [sys.executable, "-P", "-m", "crawler", "resolve", "--db", str(database)]
    subprocess.run(done, cwd=ROOT, capture_output=True, check=True)
    assert rows(database, word) == before
