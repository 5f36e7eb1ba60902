"""What tests that crawl share: a small blog, the program run as a person would run it, and a look into the database."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.webserver import Answer, WebServer

ROOT = Path(__file__).parent.parent
FAST = ("DOWNLOAD_DELAY=0", "AUTOTHROTTLE_ENABLED=0", "RETRY_TIMES=1", "DOWNLOAD_TIMEOUT=2")

MISSING = Answer("not here", status=404)


def small_blog(host: str, posts: int = 3) -> dict[str, Answer | str]:
    """Pages of a blog: a home page that lists all posts with their days, a feed of all, the posts."""
    root = f"http://{host}"
    days = [f"2021-03-{number:02d}" for number in range(1, posts + 1)]
    links = "".join(
        f'<li><time datetime="{day}">{day}</time>'
        f' <a href="/2021/03/entry-{day[-2:]}/">Entry {day[-2:]} of {host}</a></li>'
        for day in reversed(days)
    )
    items = "".join(
        f"<item><title>Entry {day[-2:]} of {host}</title><link>{root}/2021/03/entry-{day[-2:]}/</link>"
        f"<pubDate>{day[-2:]} Mar 2021 09:00:00 +0000</pubDate></item>"
        for day in reversed(days)
    )
    head = f'<title>{host}</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    pages: dict[str, Answer | str] = {
        f"{root}/": f"<html><head>{head}</head><body><h1>{host}</h1><ul>{links}</ul></body></html>",
        f"{root}/robots.txt": Answer("User-agent: *\nDisallow: /private/\n", type="text/plain"),
        f"{root}/feed.xml": Answer(
            f'<rss version="2.0"><channel><title>{host}</title>{items}</channel></rss>', type="application/rss+xml"
        ),
    }
    for day in days:
        stamp = f'<time datetime="{day}">{day}</time>'
        body = f"<article><h1>Entry {day[-2:]} of {host}</h1>{stamp}<p>Some words.</p></article>"
        pages[f"{root}/2021/03/entry-{day[-2:]}/"] = f"<html><head>{head}</head><body>{body}</body></html>"
    return pages


def web_of(*names: str, posts: int = 3) -> WebServer:
    """A web with a small blog for each name, and nothing else."""
    pages = {path: page for name in names for path, page in small_blog(f"{name}.test", posts).items()}
    return WebServer(pages, hosts={f"{name}.test": MISSING for name in names}, default=Answer("", status=502))


def environment(web: WebServer | None) -> dict[str, str]:
    """The environment of a crawl: every name is looked up at the test's own web."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    kept["PYTHONPATH"] = str(ROOT)
    return kept | ({"http_proxy": web.url(), "https_proxy": web.url()} if web else {})


def command(*words: str, database: Path, settings: Iterable[str] = ()) -> list[str]:
    """`backfile crawl …` as a list of words."""
    given = [part for setting in (*FAST, *settings) for part in ("-s", setting)]
    return [sys.executable, "-P", "-m", "crawler", "crawl", *words, "--db", str(database), *given]


def crawl(
    web: WebServer | None, *words: str, database: Path, settings: Iterable[str] = (), longest: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run `backfile crawl` to its end, within so many seconds."""
    return subprocess.run(
        command(*words, database=database, settings=settings),
        env=environment(web),
        cwd=database.parent,
        capture_output=True,
        text=True,
        timeout=longest,
        check=False,
    )


def rows(database: Path, question: str) -> list[tuple[Any, ...]]:
    """The answer to a question in SQL."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()


PROBLEMS = "SELECT blogs.slug, problems.kind FROM problems JOIN blogs ON blogs.id = problems.blog ORDER BY problems.id"


def waits_for(condition: Callable[[], bool]) -> None:
    """Wait until something has happened; fails after a minute."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)
