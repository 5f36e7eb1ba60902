"""Crawls that come again: after another, after a kill, beside another; and homes that are not where they were said."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.crawling import MISSING, PROBLEMS, command, crawl, environment, rows, small_blog, waits_for, web_of
from tests.dryblogs import Entry, entries, paged
from tests.webserver import Answer, WebServer, redirect

HOME = "http://a.test/"
FEED = "http://a.test/feed.xml"
HIDE_CURSOR, SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"
LISTING = "SELECT date, title, url FROM listing"
WHOLE = ("SELECT * FROM posts", "SELECT * FROM claims", "SELECT * FROM addresses", "SELECT * FROM changes")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


@contextmanager
def going_on(web: WebServer, database: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A crawl of a.test, one request at a time, that is killed at the end if it still runs."""
    line = [*command(HOME, database=database, settings=["CONCURRENT_REQUESTS_PER_DOMAIN=1"]), *words]
    process = subprocess.Popen(
        line, env=environment(web), cwd=database.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=20)


def test_a_second_crawl_of_an_unchanged_blog_changes_no_row(database: Path) -> None:
    with web_of("a") as web:
        crawl(web, HOME, database=database)
        before = [rows(database, question) for question in WHOLE]
        crawl(web, HOME, database=database)
    assert [rows(database, question) for question in WHOLE] == before
    assert len(before[0]) == 3


def test_a_new_post_leaves_the_others_as_they_were(database: Path) -> None:
    with web_of("a") as web:
        crawl(web, HOME, database=database)
        before = rows(database, "SELECT id, url, first_seen FROM posts")
        web.pages |= small_blog("a.test", posts=4)
        crawl(web, HOME, database=database)
    after = rows(database, "SELECT id, url, first_seen FROM posts")
    assert len(after) == 4
    assert set(before) <= set(after)


def test_a_crawl_that_is_killed_again_and_again_comes_to_the_same_end(database: Path, tmp_path: Path) -> None:
    with web_of("a", posts=6) as web:
        crawl(web, HOME, "--depth", "full", database=tmp_path / "undisturbed.db")
        web.log.clear()
        for requests in (2, 5, 9):
            with going_on(web, database, "--depth", "full") as process:
                waits_for(lambda so_far=requests: len(web.log) >= so_far)  # type: ignore[misc]
                process.kill()
        crawl(web, HOME, "--depth", "full", database=database)
    assert rows(database, LISTING) == rows(tmp_path / "undisturbed.db", LISTING)
    assert rows(database, "PRAGMA integrity_check") == [("ok",)]
    assert sum(times - 1 for times in Counter(web.targets).values()) <= 3  # what was on its way at each kill


def test_a_blog_that_another_run_crawls_is_left_alone_with_one_line(database: Path) -> None:
    with web_of("a", "b") as web:
        feed = web.pages[FEED]
        web.pages[FEED] = Answer(never=True)
        with going_on(web, database, "-s", "DOWNLOAD_TIMEOUT=60"):
            waits_for(lambda: FEED in web.targets)
            other = crawl(web, HOME, "http://b.test/", database=database)
        assert rows(database, "SELECT blog, count(*) FROM listing GROUP BY blog") == [("b-test", 3)]
        web.pages[FEED] = feed
        crawl(web, HOME, database=database)
    assert other.returncode == 1
    told = [line for line in other.stderr.splitlines() if line.startswith("a-test")]
    assert len(told) == 1 and told[0].startswith("a-test: left alone: run 1 (process ")
    assert [target for target, times in Counter(web.targets).items() if times > 1] == [FEED]
    assert rows(database, "SELECT blog, count(*) FROM listing GROUP BY blog") == [("a-test", 3), ("b-test", 3)]
    assert rows(database, "SELECT * FROM leases") == []


def test_a_second_ctrl_c_ends_at_once_and_the_next_crawl_goes_on(database: Path) -> None:
    with web_of("a") as web:
        feed = web.pages[FEED]
        web.pages[FEED] = Answer(never=True)
        with going_on(web, database) as process:
            waits_for(lambda: FEED in web.targets)
            process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            assert "Ctrl-C again ends at once" in process.stderr.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=20) == 130
            assert "Traceback" not in process.stderr.read()
        web.pages[FEED] = feed
        crawl(web, HOME, database=database)
    assert web.targets.count(HOME) == 1
    assert len(rows(database, LISTING)) == 3


def test_a_second_ctrl_c_gives_the_terminal_its_cursor_back(database: Path) -> None:
    screen, terminal = pty.openpty()
    with web_of("a") as web:
        web.pages[FEED] = Answer(never=True)
        line = command(HOME, database=database, settings=["DOWNLOAD_TIMEOUT=30"])
        seen = {**environment(web), "TERM": "xterm", "COLUMNS": "100"}
        process = subprocess.Popen(line, env=seen, cwd=database.parent, stdin=terminal, stderr=terminal)
        os.close(terminal)
        shown = until(screen, b"asking")
        waits_for(lambda: FEED in web.targets)
        process.send_signal(signal.SIGINT)
        shown += until(screen, b"ends at once")
        process.send_signal(signal.SIGINT)
        shown += until(screen, None)
        assert process.wait(timeout=20) == 130
    os.close(screen)
    assert shown.count(HIDE_CURSOR) == shown.count(SHOW_CURSOR) == 1


def until(screen: int, words: bytes | None) -> bytes:
    """What a terminal is given until the words come; without words, until the program is gone."""
    shown = b""
    with suppress(OSError):  # how Linux says that the other end was closed
        while words is None or words not in shown:
            shown += os.read(screen, 65536)
    return shown


def test_three_blogs_that_are_ill_cost_seven_others_nothing(database: Path) -> None:
    well = [f"b{number}" for number in range(7)]
    ill = {"down": Answer(status=500), "silent": Answer(never=True), "circle": redirect("/again")}
    with web_of(*well) as web:
        web.hosts |= {f"{name}.test": answer for name, answer in ill.items()}
        done = crawl(web, *(f"http://{name}.test/" for name in (*ill, *well)), database=database)
    assert done.returncode == 1
    counts = dict(rows(database, "SELECT blog, count(*) FROM listing GROUP BY blog"))
    assert counts == {f"{name}-test": 3 for name in well}
    assert {slug for slug, _ in rows(database, PROBLEMS)} == {f"{name}-test" for name in ill}
    silent = [target for target in web.targets if "silent" in target]
    assert len(silent) <= 2  # its one question and one retry: so long, and no longer, the run waits


def test_a_home_that_has_no_https_is_crawled_by_http(database: Path) -> None:
    with web_of("a") as web:
        done = crawl(web, "a.test", database=database)
        again = crawl(web, "https://a.test/", database=database)
    assert len(rows(database, LISTING)) == 3, done.stderr
    assert rows(database, "SELECT slug, home FROM blogs") == [("a-test", HOME)]
    assert rows(database, PROBLEMS) == []
    assert "a-test: 3 posts (0 new)" in again.stderr
    assert web.targets.count("a.test:443") == 2  # the first crawl alone tries, and tries again


def test_a_home_that_answers_by_neither_is_one_problem_and_keeps_its_address(database: Path) -> None:
    with web_of("b") as web:
        done = crawl(web, "a.test", database=database)
    assert done.returncode == 1
    assert done.stderr.strip() == "a-test: failed: the proxy cannot reach a.test (502)"
    assert [kind for _, kind in rows(database, PROBLEMS)] == ["connection"]
    assert rows(database, "SELECT home FROM blogs") == [("https://a.test/",)]


def test_two_ports_of_one_host_are_two_blogs(database: Path) -> None:
    page = '<title>Blog {0}</title><ul><li><time datetime="2021-03-04">4 March 2021</time> <a href="/{0}/">{0}</a></ul>'
    with WebServer({"/": page.format("one")}) as one, WebServer({"/": page.format("two")}) as two:
        crawl(None, one.url(), two.url(), database=database, settings=["ALLOW_PRIVATE_ADDRESSES=1"])
    homes = [("127-0-0-1", one.url()), ("127-0-0-1-2", two.url())]
    assert rows(database, "SELECT slug, home FROM blogs ORDER BY slug") == homes
    assert "/" in one.targets and "/" in two.targets


def archive_that_wants_a_pause(seconds: int) -> tuple[list[Entry], WebServer]:
    """Sixty posts on six pages, of which the fourth answers 429 at first."""
    posts = entries(60, HOME)
    pages: dict[str, Answer | str] = dict(paged(posts, 10, HOME, HOME + "page/{n}/", "next"))
    fourth = Answer(str(pages[HOME + "page/4/"]))
    pages[HOME + "page/4/"] = Answer(status=429, headers={"Retry-After": str(seconds)}, times=1, then=fourth)
    return posts, WebServer(pages, hosts={"a.test": MISSING}, default=Answer("", status=502))


def test_a_rate_limit_in_the_middle_of_an_archive_is_waited_for_and_the_archive_goes_on(database: Path) -> None:
    posts, web = archive_that_wants_a_pause(1)
    with web:
        crawl(web, HOME, database=database)
    assert [one.status for one in web.asked(HOME + "page/4/")] == [429, 200]
    assert {url for _, _, url in rows(database, LISTING)} == {post.address for post in posts}


def test_a_rate_limit_too_long_to_wait_for_leaves_the_rest_of_the_archive_to_the_next_run(database: Path) -> None:
    posts, web = archive_that_wants_a_pause(2)
    with web:
        crawl(web, HOME, database=database, settings=["RETRY_AFTER_LONGEST=1"])
        first, kept = Counter(web.targets), rows(database, LISTING)
        crawl(web, HOME, database=database)  # waits for what is left of the pause
        second = Counter(web.targets) - first
    assert {url for _, _, url in kept} == {post.address for post in posts[:30]}
    assert not set(second) & {HOME, HOME + "page/2/", HOME + "page/3/"}
    assert second[HOME + "page/4/"] == 1
    assert {url for _, _, url in rows(database, LISTING)} == {post.address for post in posts}
