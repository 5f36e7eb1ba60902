"""What a kill and Ctrl-C leave, and how the next run goes on with it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crawling import command, crawl, environment, rows, waits_for, web_of
from tests.webserver import Answer, WebServer

HOME = "http://a.test/"
FEED = "http://a.test/feed.xml"
SLOW = ["DOWNLOAD_TIMEOUT=60"]
KILLED_AS_IT_PLANS = """
import os, runpy, sys
from crawler.engine import planning
planned = planning.next_plan
planning.next_plan = lambda state, limits: os._exit(9) if state.home else planned(state, limits)
runpy.run_module("crawler", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


def stopped_at_the_feed(web: WebServer, database: Path, how: signal.Signals) -> str:
    """A crawl of a.test that is ended while it waits for the feed; what it said."""
    feed = web.pages[FEED]
    web.pages[FEED] = Answer(slow=2.0, status=503)
    line = command(HOME, database=database, settings=SLOW)
    process = subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.PIPE, text=True)
    waits_for(lambda: FEED in web.targets)
    process.send_signal(how)
    told = process.communicate(timeout=60)[1]
    web.pages[FEED] = feed
    return told


def said(database: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of the program."""
    line = [sys.executable, "-P", "-m", "crawler", *words, "--db", str(database)]
    return subprocess.run(
        line, env=environment(None), cwd=database.parent, capture_output=True, text=True, timeout=60, check=False
    )


def test_what_was_read_is_stored_before_the_next_plan_is_made(database: Path) -> None:
    with web_of("a") as web:
        words = command(HOME, database=database)[4:]
        line = [sys.executable, "-P", "-c", KILLED_AS_IT_PLANS, *words]
        done = subprocess.run(line, env=environment(web), cwd=database.parent, timeout=60, check=False)
    assert (done.returncode, web.targets[-1]) == (9, HOME)
    assert rows(database, "SELECT state FROM sources WHERE kind = 'homepage'") == [("done",)]


def test_a_run_that_goes_on_with_a_killed_one_has_few_requests_on_the_wire_at_first(database: Path) -> None:
    names = ("a", "b", "c", "d", "e", "f")
    homes = [f"http://{name}.test/" for name in names]
    with web_of(*names, posts=1) as web:
        waiting = {home: Answer(slow=3.0) for home in homes}
        pages = {home: Answer(str(web.pages[home]), slow=0.2) for home in homes}
        web.pages |= waiting
        line = command(*homes, database=database, settings=SLOW)
        process = subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.DEVNULL)
        waits_for(lambda: set(homes) <= set(web.targets))
        all_at_once = web.busiest
        process.kill()
        process.wait(20)
        waits_for(lambda: not web.busy)
        web.pages |= pages
        web.busiest = 0
        crawl(web, *homes, "--max-requests", "2", database=database)
    assert web.busiest <= 2 < all_at_once == len(names)


def test_after_a_kill_show_says_how_to_go_on_and_resolve_computes_what_was_read(database: Path) -> None:
    with web_of("a") as web:
        stopped_at_the_feed(web, database, signal.SIGKILL)
        killed = said(database, "show", "a-test")
        said(database, "resolve", "a-test")
        resolved = said(database, "show", "a-test")
        crawl(web, HOME, database=database)
        whole = said(database, "show", "a-test")
    assert "`backfile crawl a-test` goes on with it, `backfile resolve a-test` computes" in killed.stderr
    assert "Posts    none" in killed.stdout
    assert "Posts    3 from" in resolved.stdout
    assert "Posts    3 from" in whole.stdout and whole.stderr == ""


def test_by_ctrl_c_posts_are_computed_of_what_was_read_and_requests_counted(database: Path) -> None:
    with web_of("a") as web:
        told = stopped_at_the_feed(web, database, signal.SIGINT)
        asked = len(web.log)
        shown = said(database, "show", "a-test")
        crawl(web, HOME, database=database)
    assert "run the same command again to go on" in told
    assert "Posts    3 from" in shown.stdout
    assert "`backfile crawl a-test` goes on with it" in shown.stderr
    assert rows(database, "SELECT outcome, requests FROM crawls")[0] == ("interrupted", asked)
    assert rows(database, "SELECT round, outcome FROM crawls")[1] == (1, "done")
