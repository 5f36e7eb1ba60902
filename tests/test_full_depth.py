"""Crawls with `--depth full`: every post's page is read, once, and its text is kept, searched and compared."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.crawling import crawl, environment, rows, small_blog
from tests.webserver import Answer, WebServer

HOST = "full.test"
HOME = f"http://{HOST}/"
TEXTS = "SELECT url, text <> '', words FROM posts WHERE verdict = 'post' ORDER BY url"


def prose(word: str, sentences: int = 12) -> str:
    """Paragraphs that hold the word once, and are alike for words of one length."""
    lines = [
        f"The {number}th harbour light was seen from the boat when all the other boats had already gone home."
        for number in range(sentences)
    ]
    end = f"In the end somebody said {word} to all of us."
    return f"<p>{' '.join(lines[:4])}</p><p>{' '.join(lines[4:])}</p><p>{end}</p>"


def full_blog(host: str = HOST, posts: int = 3, etag: str = "") -> dict[str, Answer | str]:
    """A small blog whose posts have texts, each with a word of its own that no listing shows."""
    pages = small_blog(host, posts)
    for number in range(1, posts + 1):
        address = f"http://{host}/2021/03/entry-{number:02d}/"
        page = str(pages[address]).replace("<p>Some words.</p>", prose(f"zanzibar{number}", 5 + 6 * number))
        pages[address] = Answer(page, etag=etag)
    return pages


def asked_posts(web: WebServer) -> list[str]:
    return [target for target in web.targets if "/entry-" in target]


def backfile(*words: str, database: Path) -> str:
    run = [sys.executable, "-P", "-m", "crawler", *words, "--db", str(database)]
    done = subprocess.run(run, env=environment(None), capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "full.db"


def test_a_full_crawl_keeps_every_posts_text_and_its_length(database):
    with WebServer(full_blog()) as web:
        crawl(web, HOME, "--depth", "full", database=database)
    found = rows(database, TEXTS)
    assert [has for _, has, _ in found] == [1, 1, 1]
    assert all(words > 50 for _, _, words in found)


def test_search_finds_a_word_that_stands_in_a_text_alone(database):
    with WebServer(full_blog()) as web:
        crawl(web, HOME, "--depth", "full", database=database)
    assert f"{HOME}2021/03/entry-02/" in backfile("search", "zanzibar2", database=database)


def test_a_crawl_of_listings_keeps_no_text(database):
    with WebServer(full_blog()) as web:
        crawl(web, HOME, database=database)
    assert [has for _, has, _ in rows(database, TEXTS)] == [0, 0, 0]


def test_a_second_full_crawl_visits_no_post_again(database):
    with WebServer(full_blog()) as web:
        crawl(web, HOME, "--depth", "full", database=database)
        web.log.clear()
        crawl(web, HOME, "--depth", "full", database=database)
        assert asked_posts(web) == []
    assert [has for _, has, _ in rows(database, TEXTS)] == [1, 1, 1]


def atom(changed: str) -> Answer:
    """The feed of the blog, all whose posts were changed on a day."""
    items = "".join(
        f'<entry><title>Entry {n:02d} of {HOST}</title><link href="{HOME}2021/03/entry-{n:02d}/"/><id>{n}</id>'
        f"<published>2021-03-{n:02d}T09:00:00Z</published><updated>{changed}T09:00:00Z</updated></entry>"
        for n in (1, 2, 3)
    )
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{HOST}</title><id>x</id>{items}</feed>'
    return Answer(feed, type="application/atom+xml")


def test_a_post_that_its_feed_says_was_changed_is_visited_again(database):
    pages = full_blog()
    with WebServer(pages) as web:
        crawl(web, HOME, "--depth", "full", database=database)
        feed = web.pages[f"{HOME}feed.xml"]
        assert isinstance(feed, Answer)
        items = "".join(
            f'<entry><title>Entry {n:02d} of {HOST}</title><link href="{HOME}2021/03/entry-{n:02d}/"/><id>{n}</id>'
            f"<published>2021-03-{n:02d}T09:00:00Z</published><updated>{day}T09:00:00Z</updated></entry>"
            for n, day in ((1, "2021-03-01"), (2, tomorrow()), (3, "2021-03-03"))
        )
        atom = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{HOST}</title><id>x</id>{items}</feed>'
        web.pages[f"{HOME}feed.xml"] = replace(feed, body=atom)
        web.log.clear()
        crawl(web, HOME, "--depth", "full", database=database)
        assert asked_posts(web) == [f"{HOME}2021/03/entry-02/"]


def test_a_page_that_was_visited_again_and_says_the_same_counts_as_read_then(database):
    with WebServer(full_blog()) as web:
        crawl(web, HOME, "--depth", "full", database=database)
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE sources SET fetched = '2021-01-01T00:00:00Z' WHERE kind = 'post'")
        web.pages[f"{HOME}feed.xml"] = atom("2021-06-01")
        for _ in range(2):
            crawl(web, HOME, "--depth", "full", database=database)
        assert asked_posts(web)[3:] == [f"{HOME}2021/03/entry-{n:02d}/" for n in (1, 2, 3)]


def test_a_page_that_was_read_before_without_its_text_is_visited_once_for_it(database):
    pages = full_blog()
    pages[f"{HOME}2021/03/entry-02/"] = "<title>Entry 02</title><h1>Entry 02</h1><time>2021-03-02</time>"
    with WebServer(pages) as web:
        crawl(web, HOME, "--depth", "full", database=database)
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE sources SET role = 'one' WHERE kind = 'post'")
        web.log.clear()
        for _ in range(2):
            crawl(web, HOME, "--depth", "full", database=database)
        assert asked_posts(web).count(f"{HOME}2021/03/entry-02/") == 1


def tomorrow() -> str:
    """A day on which no page was read yet."""
    return (datetime.now(UTC) + timedelta(hours=20)).date().isoformat()


def test_from_listing_to_full_a_page_that_was_read_before_is_read_whole(database):
    pages = full_blog(etag='"one"')
    home = str(pages[HOME])
    pages[HOME] = home.replace('<time datetime="2021-03-02">2021-03-02</time>', "")
    feed = pages[f"{HOME}feed.xml"]
    assert isinstance(feed, Answer)
    pages[f"{HOME}feed.xml"] = replace(
        feed, body=str(feed.body).replace("<pubDate>02 Mar 2021 09:00:00 +0000</pubDate>", "")
    )
    with WebServer(pages) as web:
        crawl(web, HOME, database=database)
        assert asked_posts(web) == [f"{HOME}2021/03/entry-02/"]
        web.log.clear()
        crawl(web, HOME, "--depth", "full", database=database)
        assert {one.status for one in web.asked(f"{HOME}2021/03/entry-02/")} == {200}
    assert [has for _, has, _ in rows(database, TEXTS)] == [1, 1, 1]


def test_a_later_crawl_of_listings_loses_no_text(database):
    pages = full_blog()
    with WebServer(pages) as web:
        crawl(web, HOME, "--depth", "full", database=database)
        home = str(web.pages[HOME])
        web.pages[HOME] = home.replace('<time datetime="2021-03-02">2021-03-02</time>', "")
        del web.pages[f"{HOME}feed.xml"]
        web.log.clear()
        crawl(web, HOME, database=database)
        assert asked_posts(web)
    assert [has for _, has, _ in rows(database, TEXTS)] == [1, 1, 1]


def test_duplicates_are_told_within_a_blog_and_across_blogs(database):
    other = "other.test"
    pages = full_blog() | full_blog(other, posts=1)
    same = f"<article><h1>Entry 03 of {HOST}</h1>{prose('zanzibar1', 11)}</article>"
    pages[f"{HOME}2021/03/entry-03/"] = f"<html><head></head><body>{same}</body></html>"
    with WebServer(pages) as web:
        crawl(web, HOME, f"http://{other}/", "--depth", "full", database=database)
    found = json.loads(backfile("duplicates", "--format", "json", database=database))
    pairs = {tuple(sorted(post["url"] for post in double["posts"])) for double in found}
    addresses = {url for pair in pairs for url in pair}
    assert {f"{HOME}2021/03/entry-01/", f"{HOME}2021/03/entry-03/", f"http://{other}/2021/03/entry-01/"} <= addresses
    assert all(double["similarity"] >= 0.8 for double in found)
    alone = json.loads(backfile("duplicates", "--blog", "other-test", "--format", "json", database=database))
    assert alone
    assert all("other-test" in {post["blog"] for post in double["posts"]} for double in alone)
