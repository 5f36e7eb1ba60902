"""Servers that send what they should not: a robots.txt without an end, a redirect to what is no address."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import Response

from crawler.engine.faults import BadLocation
from crawler.engine.visits import LocationMiddleware
from tests.crawling import crawl, rows, small_blog
from tests.webserver import Answer, WebServer, redirect

HOME = "http://a.test/"
ROBOTS = "http://a.test/robots.txt"
FEED = "http://a.test/feed.xml"
RULES = b"User-agent: *\nDisallow: /feed.xml\n"
HALF_MB = 512 * 1024
MORE = b"# nothing\n" * 6_000_000


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


def web() -> WebServer:
    return WebServer(small_blog("a.test"), hosts={"a.test": Answer("no", 404)}, default=Answer("", status=502))


def test_a_robots_txt_without_an_end_is_read_to_its_first_half_megabyte(database: Path) -> None:
    with web() as server:
        server.pages[ROBOTS] = Answer(RULES + MORE, type="text/plain", headers={"Content-Length": str(10**12)})
        done = crawl(server, HOME, database=database, settings=["RETRY_TIMES=0"])
    assert "3 posts" in done.stderr
    assert FEED not in server.targets
    ((kept,),) = rows(database, "SELECT length(text) FROM robots")
    assert HALF_MB - 20 <= kept <= HALF_MB


def test_half_a_line_of_a_long_robots_txt_is_no_rule(database: Path) -> None:
    line = b"\nDisallow: /feed.xml-of-old\n"
    cut = line.index(b"-")
    filled = b"User-agent: *\n".ljust(HALF_MB - cut, b"#") + line
    with web() as server:
        server.pages[ROBOTS] = Answer(filled + b"#" * HALF_MB, type="text/plain")
        crawl(server, HOME, database=database)
    assert FEED in server.targets


def test_a_redirect_to_what_is_no_address_is_a_clear_problem_and_forbids_nothing(database: Path) -> None:
    with web() as server:
        server.pages[ROBOTS] = server.pages[FEED] = redirect("http://[::1/")
        done = crawl(server, HOME, database=database)
    assert "3 posts" in done.stderr and "Traceback" not in done.stderr
    told = rows(database, "SELECT address, kind, message FROM problems")
    assert told == [(FEED, "redirects", "redirects to what is no address: http://[::1/")]


@pytest.mark.parametrize("location", ["http://[::1/", "http://a.test:port/", "//["])
def test_what_cannot_be_read_as_an_address_is_none(location: str) -> None:
    with pytest.raises(BadLocation):
        LocationMiddleware().process_response(Request(HOME), Response(HOME, 302, {"Location": location}))


@pytest.mark.parametrize("location", ["/a b/", "//b.test/ü", "?page=2", "http://a.test:80/#x"])
def test_any_other_location_is_left_to_scrapy(location: str) -> None:
    response = Response(HOME, 302, {"Location": location})
    assert LocationMiddleware().process_response(Request(HOME), response) is response
