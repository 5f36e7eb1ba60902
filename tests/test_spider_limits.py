"""Runs that end before their time: by their own, by Ctrl-C, by a full disk; and runs that must wait for each other."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.crawling import command, crawl, environment, rows, waits_for, web_of
from tests.test_spider_visits import set_back
from tests.webserver import Answer

HOME = "http://a.test/"
FEED = "http://a.test/feed.xml"
ROBOTS = "http://a.test/robots.txt"
LISTING = "SELECT date, title, url FROM listing"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


def test_a_long_crawl_delay_is_obeyed_within_the_time_of_the_run_and_the_next_goes_on(database: Path) -> None:
    with web_of("a") as web:
        web.pages[ROBOTS] = Answer("User-agent: *\nCrawl-delay: 60\n", type="text/plain")
        runs = [crawl(web, HOME, "--max-time", "0.03", database=database) for _ in range(3)]
    assert [done.returncode for done in runs] == [1, 1, 1]
    assert "partial" in runs[2].stderr and "the time of 0.03 minutes is used up" in runs[2].stderr
    assert web.targets == [ROBOTS, HOME, FEED]
    assert rows(database, "SELECT round, outcome FROM crawls") == [(1, "interrupted")] * 3
    assert len(rows(database, LISTING)) == 3


def test_a_crawl_since_a_day_that_ran_out_of_time_is_gone_on_with(database: Path) -> None:
    with web_of("a") as web:
        web.pages[ROBOTS] = Answer("User-agent: *\nCrawl-delay: 60\n", type="text/plain")
        for _ in range(2):
            crawl(web, HOME, "--since", "2021-03-01", "--max-time", "0.03", database=database)
    assert web.targets == [ROBOTS, HOME]
    assert rows(database, "SELECT round, kind, outcome FROM crawls") == [(1, "part", "interrupted")] * 2


def test_what_was_on_its_way_at_ctrl_c_is_not_asked_again_in_that_run(database: Path) -> None:
    with web_of("a") as web:
        web.pages[FEED] = Answer(slow=1.5, status=503)
        line = command(HOME, database=database, settings=["DOWNLOAD_TIMEOUT=20", "RETRY_TIMES=5"])
        process = subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.PIPE, text=True)
        waits_for(lambda: HOME in web.targets)
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=30)[1]
    assert process.returncode == 130
    assert "run the same command again to go on" in told
    assert web.targets.count(FEED) <= 1


def test_only_blogs_whose_time_has_come_are_crawled(database: Path) -> None:
    with web_of("a", "b") as web:
        crawl(web, HOME, "http://b.test/", database=database)
        web.log.clear()
        early = crawl(web, "--due", database=database)
        assert (early.returncode, web.targets) == (0, [])
        assert "no blog is due" in early.stderr
        set_back(database, 40)
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("UPDATE crawls SET next = '2999-01-01T00:00:00Z' WHERE blog = 2")
            connection.commit()
        crawl(web, "--due", database=database)
    assert {target.split("/")[2] for target in web.targets} == {"a.test"}


def test_a_server_that_wants_to_be_left_alone_is_so_in_the_next_run_and_its_blog_not_due(database: Path) -> None:
    with web_of("a") as web:
        web.pages[FEED] = Answer(status=503, headers={"Retry-After": "86400"})
        crawl(web, HOME, database=database)
        asked = len(web.log)
        again = crawl(web, HOME, database=database)
        due = crawl(web, "--due", database=database)
    assert len(web.log) == asked
    assert "wants no request" in again.stderr
    assert "no blog is due" in due.stderr


def test_a_disk_that_is_full_ends_the_run_with_one_line_and_spoils_nothing(database: Path) -> None:
    with web_of("a", posts=28) as web:
        crawl(web, HOME, database=database)
        before = len(rows(database, LISTING))
        full = database.stat().st_size + 40_000
        done = subprocess.run(
            command(HOME, "--depth", "full", database=database),
            env=environment(web),
            cwd=database.parent,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (full, full)),
        )
        assert done.returncode == 2
        assert "make room on the disk" in done.stderr and "Traceback" not in done.stderr
        assert rows(database, "PRAGMA integrity_check") == [("ok",)]
        crawl(web, HOME, "--depth", "full", database=database)
    assert len(rows(database, LISTING)) == before == 28


def test_a_reader_that_holds_a_transaction_and_a_second_crawl_lock_nothing(database: Path) -> None:
    with web_of("a", "b") as web:
        crawl(web, HOME, database=database)
        with closing(sqlite3.connect(database, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM posts").fetchall()
            lines = [command(home, "--again", database=database) for home in (HOME, "http://b.test/")]
            both = [
                subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.PIPE, text=True)
                for line in lines
            ]
            told = "".join(process.communicate(timeout=60)[1] for process in both)
    assert [process.returncode for process in both] == [0, 0], told
    assert "locked" not in told and "holds" not in told
    assert rows(database, "SELECT blog, count(*) FROM listing GROUP BY blog") == [("a-test", 3), ("b-test", 3)]


def test_a_blog_that_a_killed_run_had_finished_is_not_asked_again_by_the_same_command(database: Path) -> None:
    def one_is_done() -> bool:
        with suppress(sqlite3.Error):
            return bool(rows(database, "SELECT 1 FROM crawls WHERE outcome = 'done'"))
        return False

    homes = (HOME, "http://b.test/")
    with web_of("a", "b") as web:
        feed = web.pages["http://b.test/feed.xml"]
        web.pages["http://b.test/feed.xml"] = Answer(never=True)
        line = command(*homes, database=database, settings=["DOWNLOAD_TIMEOUT=90"])
        process = subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.DEVNULL)
        waits_for(one_is_done)
        process.kill()
        process.wait(20)
        web.pages["http://b.test/feed.xml"] = feed
        web.log.clear()
        done = crawl(web, *homes, database=database)
    assert "a-test: 3 posts (0 new), 0 requests" in done.stderr
    assert web.targets[0] == "http://b.test/feed.xml"
    assert not [target for target in web.targets if "a.test" in target]
    assert len(rows(database, LISTING)) == 6
