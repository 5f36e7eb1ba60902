"""Posts that a blog has taken away: kept, and no reason to call what is left incomplete."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.crawling import crawl, environment, rows, small_blog
from tests.webserver import Answer, WebServer

HOME = "http://a.test/"
POSTS = 28
GONE, OTHER = (f"http://a.test/2021/03/entry-{day}/" for day in ("20", "21"))
WORDS = "SELECT completeness FROM blogs"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


def backfile(database: Path, *words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-P", "-m", "crawler", *words, "--db", str(database)]
    return subprocess.run(line, env=environment(None), capture_output=True, text=True, timeout=60, check=False)


def taken_away(web: WebServer, database: Path) -> None:
    """A crawl; one post is taken away; another crawl of everything."""
    assert crawl(web, HOME, database=database).returncode == 0
    less = small_blog("a.test", POSTS)
    day = GONE[-3:-1]
    lines = {HOME: f'<li><time datetime="2021-03-{day}">', f"{HOME}feed.xml": f"<item><title>Entry {day} "}
    for address, begins in lines.items():
        page = less[address]
        body = page if isinstance(page, str) else page.body
        assert isinstance(body, str)
        start = body.index(begins)
        end = body.index("</li>" if address == HOME else "</item>", start)
        cut = body[:start] + body[end:].partition(">")[2]
        web.pages[address] = cut if isinstance(page, str) else Answer(cut, type=page.type)
    web.pages[GONE] = Answer("not here", status=404)


def test_a_post_that_is_gone_makes_no_blog_partial(database: Path) -> None:
    missing = {"a.test": Answer("not here", status=404)}
    with WebServer(small_blog("a.test", POSTS), hosts=missing, default=Answer("", status=502)) as web:
        taken_away(web, database)
        before = rows(database, WORDS)
        again = crawl(web, HOME, "--again", database=database)
    assert (again.returncode, rows(database, WORDS)) == (0, before)
    assert rows(database, f"SELECT gone <> '', verdict FROM posts WHERE url = '{GONE}'") == [(1, "post")]


def test_what_the_keeper_says_of_another_post_drops_no_post_that_is_gone(database: Path) -> None:
    missing = {"a.test": Answer("not here", status=404)}
    with WebServer(small_blog("a.test", POSTS), hosts=missing, default=Answer("", status=502)) as web:
        taken_away(web, database)
        crawl(web, HOME, "--again", database=database)
    backfile(database, "set", OTHER, "--not-post")
    assert rows(database, "SELECT count(*) FROM listing") == [(POSTS - 1,)]
    assert rows(database, f"SELECT count(*) FROM listing WHERE url = '{GONE}'") == [(1,)]
