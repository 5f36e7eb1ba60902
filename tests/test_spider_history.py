"""Whole crawls of small blogs on loopback, run as a person runs them."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.crawling import FAST, MISSING, PROBLEMS, ROOT, command, crawl, environment, rows, small_blog, waits_for
from tests.webserver import Answer, WebServer, redirect

HOME = "http://a.test/"
REDIRECTS = 10
"""As many hops of one request are followed."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


def one_blog(**pages: Answer | str) -> WebServer:
    """A web with the blog a.test, whose pages may be replaced by their path's last word."""
    changed = {f"http://a.test/{name.replace('_', '.')}": answer for name, answer in pages.items()}
    return WebServer(small_blog("a.test") | changed, hosts={"a.test": MISSING}, default=Answer("", status=502))


def posts_in(database: Path) -> int:
    return int(rows(database, "SELECT count(*) FROM listing")[0][0])


def test_a_blog_is_crawled_to_its_end(database: Path) -> None:
    with one_blog() as web:
        done = crawl(web, HOME, database=database)
    assert done.returncode == 0, done.stderr
    assert posts_in(database) == 3
    assert done.stdout == ""
    assert rows(database, "SELECT outcome FROM runs") == [("done",)]


def test_no_address_is_asked_twice_and_every_request_says_who_asks(database: Path) -> None:
    with one_blog() as web:
        crawl(web, HOME, database=database, settings=["CONTACT=me@example.org"])
    assert max(Counter(web.targets).values()) == 1
    assert {one.headers["user-agent"] for one in web.log} == {"Backfile/0.1 (blog history crawler) (+me@example.org)"}


def test_robots_txt_comes_first_and_is_kept_for_the_next_crawl(database: Path) -> None:
    with one_blog() as web:
        crawl(web, HOME, database=database)
        crawl(web, HOME, database=database)
    assert web.targets[0] == "http://a.test/robots.txt"
    assert web.targets.count("http://a.test/robots.txt") == 1


def test_what_robots_txt_forbids_is_not_asked_and_is_told(database: Path) -> None:
    rules = Answer("User-agent: *\nDisallow: /feed.xml\n", type="text/plain")
    with one_blog(robots_txt=rules) as web:
        crawl(web, HOME, database=database)
    assert "http://a.test/feed.xml" not in web.targets
    assert ("a-test", "robots") in rows(database, PROBLEMS)


def test_a_robots_txt_that_redirects_to_home_does_not_hide_home(database: Path) -> None:
    with one_blog(robots_txt=redirect("/")) as web:
        done = crawl(web, HOME, database=database)
    assert done.returncode == 0, done.stderr
    assert posts_in(database) == 3


def test_a_page_that_redirects_to_a_foreign_host_is_not_followed(database: Path) -> None:
    away = Answer(status=302, headers={"Location": "http://foreign.test/page"})
    post = "http://a.test/2021/03/entry-01/"
    with one_blog() as web:
        web.pages |= {post: away, "http://foreign.test/page": "<h1>Elsewhere</h1>"}
        crawl(web, HOME, "--depth", "full", database=database)
    assert post in web.targets
    assert not [target for target in web.targets if "foreign.test" in target]


def test_a_blog_that_forbids_its_home_has_failed(database: Path) -> None:
    with one_blog(robots_txt=Answer("User-agent: backfile\nDisallow: /\n", type="text/plain")) as web:
        done = crawl(web, HOME, database=database)
    assert done.returncode == 1
    assert "robots.txt forbids it" in done.stderr
    assert web.targets == ["http://a.test/robots.txt"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(status=500), "robots.txt answered 500"),
        (Answer(never=True), "did not answer in time"),
        (redirect("/again"), "redirects in a circle"),
    ],
)
def test_each_blog_is_an_island(database: Path, answer: Answer, words: str) -> None:
    names = [f"b{number}" for number in range(4)]
    pages = {path: page for name in names for path, page in small_blog(f"{name}.test").items()}
    hosts = {f"{name}.test": MISSING for name in names} | {"bad.test": answer}
    with WebServer(pages, hosts=hosts) as web:
        homes = [f"http://{name}.test/" for name in ("bad", *names)]
        done = crawl(web, *homes, database=database)
    assert done.returncode == 1
    assert f"bad-test: failed: {words}" in done.stderr or words in done.stderr
    assert [slug for slug, _ in rows(database, PROBLEMS)] == ["bad-test"]
    assert posts_in(database) == 3 * len(names)
    assert "Traceback" not in done.stderr


def test_hops_that_lead_nowhere_count_in_the_budget(database: Path) -> None:
    hops = {f"http://a.test/hop/{n}": redirect(f"/hop/{n + 1}") for n in range(30)}
    with one_blog(feed_xml=redirect("/hop/0")) as web:
        web.pages.update(hops)
        done = crawl(web, HOME, "--max-requests", "6", database=database)
    assert "the budget of 6 requests is used up" in done.stderr
    assert len(web.targets) <= 6 + REDIRECTS


def test_more_blogs_than_may_run_at_once_are_all_crawled(database: Path) -> None:
    names = [f"b{number}" for number in range(5)]
    pages = {path: page for name in names for path, page in small_blog(f"{name}.test").items()}
    with WebServer(pages, hosts={f"{name}.test": MISSING for name in names}) as web:
        homes = [f"http://{name}.test/" for name in names]
        done = crawl(web, *homes, database=database, settings=["BLOGS_AT_ONCE=2"])
    assert done.returncode == 0, done.stderr
    assert posts_in(database) == 15


def test_a_server_that_never_answers_is_asked_for_one_address_only(database: Path) -> None:
    with WebServer(hosts={"dead.test": Answer(never=True)}) as web:
        crawl(web, "http://dead.test/", database=database, settings=["DOWNLOAD_TIMEOUT=0.5", "RETRY_TIMES=2"])
    assert web.targets == ["http://dead.test/robots.txt"] * 3


def test_a_host_that_a_proxy_does_not_know_is_one_clear_problem(database: Path) -> None:
    with one_blog() as web:
        done = crawl(web, "http://nowhere.test/", database=database)
    assert done.stderr.strip() == "nowhere-test: failed: the proxy cannot reach nowhere.test (502)"
    assert rows(database, PROBLEMS) == [("nowhere-test", "connection")]


def test_a_bot_wall_is_named(database: Path) -> None:
    pages = {"http://wall.test/": Answer("<title>Just a moment...</title>", status=403)}
    with WebServer(pages, hosts={"wall.test": MISSING}) as web:
        done = crawl(web, "http://wall.test/", database=database)
    assert rows(database, PROBLEMS) == [("wall-test", "blocked")]
    assert done.returncode == 1


def test_a_body_without_an_end_is_cut_off_in_time(database: Path) -> None:
    with one_blog(feed_xml=Answer(trickle=0.05)) as web:
        crawl(web, HOME, database=database, settings=["DOWNLOAD_TIMEOUT=0.6", "RETRY_TIMES=0"])
    assert ("a-test", "timeout") in rows(database, PROBLEMS)


def test_a_decompression_bomb_is_refused(database: Path) -> None:
    bomb = Answer(gzip.compress(b" " * 2_000_000), headers={"Content-Encoding": "gzip"})
    with one_blog(feed_xml=bomb) as web:
        crawl(web, HOME, database=database, settings=["DOWNLOAD_MAXSIZE=1000000"])
    assert ("a-test", "size") in rows(database, PROBLEMS)


def test_an_answer_that_always_breaks_off_is_asked_again_and_then_taken(database: Path) -> None:
    feed = small_blog("a.test")["http://a.test/feed.xml"]
    assert isinstance(feed, Answer)
    with one_blog(feed_xml=Answer(feed.body, type=feed.type, cut=len(feed.body) - 30)) as web:
        crawl(web, HOME, database=database)
    assert web.targets.count("http://a.test/feed.xml") == 2
    assert rows(database, PROBLEMS) == [("a-test", "truncated")]
    assert rows(database, "SELECT state FROM sources WHERE kind = 'feed'") == [("done",)]


def test_validators_are_sent_and_an_unchanged_source_still_counts(database: Path) -> None:
    feed = small_blog("a.test")["http://a.test/feed.xml"]
    assert isinstance(feed, Answer)
    with one_blog(feed_xml=Answer(feed.body, type=feed.type, etag='"v1"')) as web:
        crawl(web, HOME, database=database)
        done = crawl(web, HOME, database=database)
    assert [one.status for one in web.asked("http://a.test/feed.xml")] == [200, 304]
    assert done.returncode == 0, done.stderr
    assert posts_in(database) == 3


def test_a_redirect_to_a_page_that_was_asked_already_is_not_followed(database: Path) -> None:
    with one_blog(sitemap_xml=redirect("/feed.xml")) as web:
        crawl(web, HOME, database=database)
    assert web.targets.count("http://a.test/feed.xml") == 1
    assert rows(database, "SELECT state, final FROM sources WHERE address LIKE '%sitemap.xml'") == [
        ("done", "http://a.test/feed.xml")
    ]


def test_a_short_retry_after_is_waited_for(database: Path) -> None:
    feed = small_blog("a.test")["http://a.test/feed.xml"]
    assert isinstance(feed, Answer)
    busy = Answer(status=429, headers={"Retry-After": "1"}, times=1, then=feed)
    with one_blog(feed_xml=busy) as web:
        done = crawl(web, HOME, database=database, settings=["RETRY_TIMES=0"])
    assert [one.status for one in web.asked("http://a.test/feed.xml")] == [429, 200]
    assert done.returncode == 0, done.stderr


def test_a_long_retry_after_ends_the_blog_and_is_remembered_by_the_next_crawl(database: Path) -> None:
    with one_blog(feed_xml=Answer(status=429, headers={"Retry-After": "86400"})) as web:
        done = crawl(web, HOME, database=database, settings=["CONCURRENT_REQUESTS_PER_DOMAIN=1"])
        asked = len(web.log)
        again = crawl(web, HOME, database=database)
    assert web.targets[-1] == "http://a.test/feed.xml"
    assert (done.returncode, again.returncode) == (1, 1)
    assert "partial" in done.stderr
    assert len(web.log) == asked
    assert ("a-test", "retry-after") in rows(database, PROBLEMS)


def test_a_crawl_delay_is_kept_between_any_two_requests(database: Path) -> None:
    rules = Answer("User-agent: *\nCrawl-delay: 0.3\n", type="text/plain")
    begun = time.monotonic()
    with one_blog(robots_txt=rules) as web:
        crawl(web, HOME, database=database, settings=["CONCURRENT_REQUESTS_PER_DOMAIN=16"])
    assert time.monotonic() - begun > 0.3 * (len(web.log) - 2)


def test_one_request_at_a_time_goes_to_a_host_that_several_blogs_share(database: Path) -> None:
    home = '<a href="/{0}/one/">One</a> <a href="/{0}/feed">feed</a>'
    pages: dict[str, Answer | str] = {f"http://s.test/{n}/": Answer(home.format(n), slow=0.05) for n in "abcdef"}
    with WebServer(pages, hosts={"s.test": Answer("no", status=404, slow=0.05)}) as web:
        homes = [f"http://s.test/{n}/" for n in "abcdef"]
        crawl(web, *homes, database=database, settings=["CONCURRENT_REQUESTS_PER_DOMAIN=1"])
    assert web.busiest == 1
    assert web.targets.count("http://s.test/robots.txt") == 1


def test_private_addresses_are_refused_without_a_request(database: Path) -> None:
    with WebServer({"/": "<h1>Inner</h1>"}) as web:
        done = crawl(None, web.url(), database=database)
    assert web.log == []
    assert rows(database, PROBLEMS)[0][1] == "refused-address"
    assert "ALLOW_PRIVATE_ADDRESSES" in done.stderr


def test_a_redirect_into_a_private_network_is_refused_behind_a_proxy_too(database: Path) -> None:
    with one_blog(feed_xml=redirect("http://2130706433/feed")) as web:
        crawl(web, HOME, database=database)
    assert ("a-test", "refused-address") in rows(database, PROBLEMS)
    assert not [target for target in web.targets if "2130706433" in target]


def test_a_private_address_is_crawled_where_that_is_allowed(database: Path) -> None:
    with WebServer() as web:
        web.pages |= {page.replace("http://a.test", ""): body for page, body in small_blog("a.test").items()}
        crawl(None, web.url(), database=database, settings=["ALLOW_PRIVATE_ADDRESSES=1"])
    assert web.targets[:2] == ["/robots.txt", "/"]


def slow_blog() -> WebServer:
    """A web whose feed takes a second: time to stop a crawl that waits for it."""
    feed = small_blog("a.test")["http://a.test/feed.xml"]
    assert isinstance(feed, Answer)
    return one_blog(feed_xml=Answer(feed.body, type=feed.type, slow=1.0))


def begun(web: WebServer, database: Path) -> subprocess.Popen[str]:
    """A crawl that is waiting for the slow feed."""
    words = command(HOME, database=database, settings=["CONCURRENT_REQUESTS_PER_DOMAIN=1"])
    process = subprocess.Popen(
        words, env=environment(web), cwd=database.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    waits_for(lambda: "http://a.test/feed.xml" in web.targets)
    return process


def test_ctrl_c_finishes_what_is_on_its_way_and_the_same_command_goes_on(database: Path) -> None:
    with slow_blog() as web:
        process = begun(web, database)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
        assert process.returncode == 130, told
        assert "run the same command again" in told
        assert "Traceback" not in told
        done = crawl(web, HOME, database=database)
    assert done.returncode == 0, done.stderr
    assert max(Counter(web.targets).values()) == 1
    assert posts_in(database) == 3


def test_after_kill_9_only_what_was_on_its_way_is_asked_again(database: Path) -> None:
    with slow_blog() as web:
        process = begun(web, database)
        process.kill()
        process.communicate(timeout=20)
        done = crawl(web, HOME, database=database)
    assert done.returncode == 0, done.stderr
    twice = [target for target, times in Counter(web.targets).items() if times > 1]
    assert twice == ["http://a.test/feed.xml"]
    assert posts_in(database) == 3


def test_the_scrapy_way_works_too(database: Path) -> None:
    settings = [part for setting in (*FAST, f"DATABASE={database}") for part in ("-s", setting)]
    with one_blog() as web:
        words = [sys.executable, "-m", "scrapy", "crawl", "history", "-a", f"blog={HOME}", *settings]
        done = subprocess.run(words, env=environment(web), cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert posts_in(database) == 3


PLANNED_IN_A_THREAD = """
import runpy, time
from crawler.engine import planning
planning.MANY = -1
planned = planning.next_plan
planning.next_plan = lambda *given: (time.sleep(0.3), planned(*given))[1]
runpy.run_module("crawler", run_name="__main__", alter_sys=True)
"""


def test_pages_that_come_together_while_a_plan_is_made_in_a_thread_are_planned_for_once(database: Path) -> None:
    with WebServer(small_blog("a.test", 20), hosts={"a.test": MISSING}, default=Answer("", status=502)) as web:
        many = ["CONCURRENT_REQUESTS_PER_DOMAIN=16"]
        words = command(HOME, "--depth", "full", database=database, settings=many)[4:]
        line = [sys.executable, "-P", "-c", PLANNED_IN_A_THREAD, *words]
        subprocess.run(line, env=environment(web), cwd=database.parent, timeout=60, check=False)
    assert rows(database, "SELECT count(*) FROM sources WHERE kind = 'post' AND state = 'done'") == [(20,)]
    assert rows(database, "SELECT address FROM sources WHERE state = 'done' AND status = 0") == []


def test_a_dry_run_asks_nothing_and_registers_nothing(database: Path) -> None:
    with one_blog() as web:
        done = crawl(web, HOME, "--dry-run", database=database)
    assert done.returncode == 0, done.stderr
    assert HOME in done.stdout
    assert web.log == []
    assert not database.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "no blog in the registry"),
        (("nothing-of-the-sort",), "no blog"),
        (("ftp://a.test/",), "address"),
        ((HOME, "--all"), "--all"),
        ((HOME, "-s", "NONSENSE"), "NAME=VALUE"),
    ],
)
def test_what_cannot_start_is_one_line_and_status_2(database: Path, words: tuple[str, ...], told: str) -> None:
    done = crawl(None, *words, database=database)
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_verbose_says_why_each_request_is_made_and_why_the_crawl_stopped(database: Path) -> None:
    with one_blog() as web:
        done = crawl(web, HOME, "-v", database=database)
    assert "asking http://a.test/ (the home page)" in done.stderr
    assert "a-test: stopped: " in done.stderr


def test_quiet_says_nothing_of_a_blog_that_is_well(database: Path) -> None:
    with one_blog() as web:
        done = crawl(web, HOME, "-q", database=database)
    assert done.stderr == ""


def test_without_a_name_the_blogs_of_the_registry_are_crawled(database: Path) -> None:
    with one_blog() as web:
        crawl(web, HOME, database=database)
        done = crawl(web, database=database)
    assert "a-test: 3 posts (0 new)" in done.stderr
