"""Pages that JavaScript alone makes: told of without a browser, rendered with one, and no way around the manners."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.http import HtmlResponse

from crawler.engine.browser import browser_path
from crawler.engine.pages import answer_of
from crawler.model import Page, Source, SourceKind
from crawler.sources import read
from crawler.sources.scripted import needs_browser
from tests.crawling import PROBLEMS, crawl, rows
from tests.webserver import Answer, WebServer

HOME = "http://app.test/"
SHELL = (
    "<!doctype html><html><head><title>App</title></head><body><noscript>You need to enable JavaScript to run this app."
    '</noscript><div id="root"></div><script src="/app.js"></script></body></html>'
)
EACH, POSTS = 10, 40
SCRIPT = """
const number = new URLSearchParams(location.search).get('page') || '1';
fetch('/data/' + number + '.json').then(answer => answer.json()).then(posts => {
  const row = p => `<li><time datetime="${p.day}">${p.day}</time> <a href="/p/${p.slug}/">${p.title}</a></li>`;
  const rows = posts.map(row);
  const older = Number(number) < 4 ? `<a href="/?page=${Number(number) + 1}">Older posts</a>` : '';
  document.getElementById('root').innerHTML = `<h1>App</h1><ul>${rows.join('')}</ul>${older}`;
});
fetch('http://127.0.0.1:9/secret').catch(() => {}); fetch('/private/x.json').catch(() => {});
"""
needs_chromium = pytest.mark.skipif(not browser_path(""), reason="needs the extra backfile[js] and a Chromium")


def day(number: int) -> str:
    return f"2021-{1 + number // 28:02d}-{1 + number % 28:02d}"


def app() -> WebServer:
    """A blog that answers any address with one shell; its listing is made from JSON that no parser knows."""
    pages: dict[str, Answer | str] = {
        f"{HOME}robots.txt": Answer("User-agent: *\nDisallow: /private/\n", type="text/plain"),
        f"{HOME}app.js": Answer(SCRIPT, type="text/javascript"),
        HOME: SHELL,
    }
    for number in range(POSTS // EACH):
        newest = range(POSTS - 1 - number * EACH, POSTS - 1 - (number + 1) * EACH, -1)
        rows = ",".join(f'{{"day":"{day(n)}","slug":"entry-{n}","title":"Entry number {n}"}}' for n in newest)
        pages[f"{HOME}data/{number + 1}.json"] = Answer(f"[{rows}]", type="application/json")
        pages[f"{HOME}?page={number + 1}"] = SHELL
    return WebServer(pages, hosts={"app.test": Answer(SHELL)}, default=Answer("", status=502))


def test_without_a_browser_a_problem_says_that_javascript_makes_the_page(tmp_path: Path) -> None:
    database = tmp_path / "crawl.db"
    with app() as web:
        done = crawl(web, HOME, database=database, settings=["BROWSER_PATH=no"])
    assert done.returncode == 1
    assert ("app-test", "javascript") in rows(database, PROBLEMS)
    assert not [one for one in web.targets if one.endswith((".js", ".json"))]


@needs_chromium
def test_with_a_browser_every_post_of_a_listing_made_by_scripts_is_found(tmp_path: Path) -> None:
    database = tmp_path / "crawl.db"
    with app() as web:
        done = crawl(web, HOME, database=database, settings=["DOWNLOAD_TIMEOUT=10"])
    listed = {(found, title) for found, title in rows(database, "SELECT date, title FROM listing")}
    assert listed == {(day(number), f"Entry number {number}") for number in range(POSTS)}, done.stderr
    assert ("app-test", "javascript") not in rows(database, PROBLEMS)
    assert web.targets.count(f"{HOME}app.js") == 1
    assert web.targets.count(f"{HOME}data/1.json") == 1


def test_a_page_that_waits_for_a_browser_keeps_no_validators() -> None:
    response = HtmlResponse(HOME, body=SHELL.encode(), headers={"ETag": '"1"', "Content-Type": "text/html"})
    assert answer_of(response, Source(HOME, SourceKind.HOMEPAGE)).outcome.etag == ""


@needs_chromium
def test_a_browser_that_does_not_start_leaves_the_page_as_it_was_sent_and_is_told_of_once(tmp_path: Path) -> None:
    database = tmp_path / "crawl.db"
    with app() as web:
        crawl(web, HOME, database=database, settings=["BROWSER_PATH=/bin/false"])
    assert ("app-test", "javascript") in rows(database, PROBLEMS)
    ((told,),) = rows(database, "SELECT message FROM problems WHERE kind = 'browser'")
    assert told.startswith("/bin/false does not start: ")


@needs_chromium
def test_what_scripts_ask_for_obeys_robots_and_the_guard_and_counts(tmp_path: Path) -> None:
    database = tmp_path / "crawl.db"
    with app() as web:
        crawl(web, HOME, database=database, settings=["DOWNLOAD_TIMEOUT=10"])
    assert not [one for one in web.targets if "private" in one or "secret" in one]
    ((requests,),) = rows(database, "SELECT requests FROM crawls ORDER BY id DESC LIMIT 1")
    assert requests == len(web.log)


@pytest.mark.parametrize(
    ("body", "scripted"),
    [
        ("<div id=app>Loading…</div><script src=/a.js></script>", True),
        ("<div id=root></div><script>var a</script><noscript><a href=/x>Plain</a></noscript>", True),
        ("<h1>Blog</h1><a href=/a/>Post</a><script src=/a.js></script>", False),
        ("<div id=root></div>", False),
        (f"<script src=/a.js></script><p>{'word ' * 60}</p>", False),
    ],
)
def test_a_page_needs_a_browser_when_it_has_scripts_and_nothing_to_read_or_to_follow(body: str, scripted: bool) -> None:
    page = Page(HOME, HOME, 200, {}, f"<!doctype html><html><body>{body}</body></html>".encode())
    assert needs_browser(page) is scripted
    problems = [problem.kind for problem in read(page, Source(HOME, SourceKind.HOMEPAGE)).problems]
    assert ("javascript" in problems) is scripted
