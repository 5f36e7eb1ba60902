"""`backfile set`: said once, seen at once, kept by every crawl and resolve, and taken back again."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from crawler.cli import cli
from crawler.store import Holder, Store
from tests.crawling import command, crawl, environment, rows, small_blog
from tests.dryblogs import entries, listing, page
from tests.webserver import Answer, WebServer

HOME = "http://a.test/"
ENTRY = "http://a.test/2021/03/entry-{:02d}/"
ONE, TWO, THREE = (ENTRY.format(number) for number in (1, 2, 3))
LISTING = "SELECT url, title, date FROM listing"
MISSING = Answer("not here", status=404)


def run(database: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--db", str(database)], prog_name="backfile")


def listed(database: Path) -> dict[str, tuple[str, str]]:
    return {url: (title, date) for url, title, date in rows(database, LISTING)}


def web_of(**more: Answer | str) -> WebServer:
    """A web with the small blog; keys of `more` are paths, "_" for a slash."""
    pages = small_blog("a.test", posts=3) | {HOME + path.replace("_", "/"): page for path, page in more.items()}
    return WebServer(pages, hosts={"a.test": MISSING}, default=Answer("", status=502))


@pytest.fixture(scope="module")
def crawled(tmp_path_factory) -> bytes:
    """The bytes of a database in which the small blog was crawled."""
    database = tmp_path_factory.mktemp("set") / "crawl.db"
    with web_of() as web:
        crawl(web, HOME, database=database)
    rows(database, "PRAGMA wal_checkpoint(TRUNCATE)")
    return database.read_bytes()


@pytest.fixture
def database(tmp_path: Path, crawled: bytes) -> Path:
    path = tmp_path / "a.db"
    path.write_bytes(crawled)
    return path


def test_what_is_no_post_leaves_the_listing_at_once(database):
    done = run(database, "set", ONE, "--not-post")
    assert (done.exit_code, done.stdout) == (0, f"not-post {ONE}\n")
    assert set(listed(database)) == {TWO, THREE}


def test_title_and_date_are_set_together(database):
    assert (
        run(database, "set", "www.a.test/2021/03/entry-01", "--title", "On ferns", "--date", "2009-03").exit_code == 0
    )
    assert listed(database)[ONE] == ("On ferns", "2009-03")


def test_an_empty_title_says_that_there_is_none(database):
    run(database, "set", ONE, "--title", "")
    assert listed(database)[ONE] == ("", "2021-03-01")


def test_an_address_that_nothing_names_becomes_a_post(database):
    run(database, "set", "http://a.test/hidden", "--post", "--title", "Hidden")
    assert listed(database)["http://a.test/hidden"] == ("Hidden", "")


def test_two_addresses_become_one_post_of_the_second(database):
    run(database, "set", ONE, "--same-as", TWO)
    assert set(listed(database)) == {TWO, THREE}
    assert listed(database)[TWO] == ("Entry 02 of a.test", "2021-03-02")
    assert run(database, "why", ONE).stdout.splitlines()[0] == TWO
    run(database, "set", ONE, "--clear")
    assert set(listed(database)) == {ONE, TWO, THREE}


def test_what_matches_a_pattern_is_no_post(database):
    done = run(database, "set", "a-test", "--exclude", "*/entry-0[12]/")
    assert (done.stdout, set(listed(database))) == ("exclude */entry-0[12]/\n", {THREE})


def test_everything_is_taken_back_by_clear(database):
    before = rows(database, "SELECT url, title, date, verdict, rule, digest FROM posts ORDER BY id")
    run(database, "set", ONE, "--title", "x", "--date", "2001", "--not-post")
    run(database, "set", HOME, "--exclude", "*", "--source", "http://a.test/attic/")
    assert listed(database) == {}
    done = [run(database, "set", subject, "--clear") for subject in (ONE, "a-test")]
    assert [(one.exit_code, one.stdout) for one in done] == [(0, ""), (0, "")]
    assert all("nothing is said of" in one.stderr for one in done)
    assert rows(database, "SELECT url, title, date, verdict, rule, digest FROM posts ORDER BY id") == before


def test_clear_with_something_said_takes_back_all_but_that(database):
    run(database, "set", ONE, "--title", "x", "--date", "2001")
    assert run(database, "set", ONE, "--clear", "--title", "y").stdout == f"title {ONE} y\n"
    assert listed(database)[ONE] == ("y", "2021-03-01")


def test_why_names_the_curator_and_what_was_taken_back(database):
    run(database, "set", ONE, "--title", "Mine")
    told = run(database, "why", ONE).stdout
    assert "curator:  curator/other, place curator" in told and "Mine" in told
    run(database, "set", ONE, "--clear")
    assert "what was said before is taken back" in run(database, "why", ONE).stdout


def test_resolve_and_crawls_keep_what_was_said_and_look_where_they_are_told(database):
    found_there = entries(5, HOME, last=date(2020, 5, 1))
    extra = page("Attic", listing(found_there))
    run(database, "set", ONE, "--title", "Mine", "--date", "2009")
    run(database, "set", TWO, "--not-post")
    run(database, "set", "a-test", "--source", "http://a.test/attic/all")
    with web_of(attic_all=extra) as web:
        crawl(web, HOME, database=database)
        crawl(web, HOME, database=database)
        assert web.targets.count("http://a.test/attic/all") == 2
    run(database, "resolve")
    found = listed(database)
    assert found[ONE] == ("Mine", "2009")
    assert TWO not in found
    assert {one.address: (one.title, one.day) for one in found_there}.items() <= found.items()
    kinds = {
        row["kind"] for row in json.loads(run(database, "coverage", "a-test", "--format", "json").stdout)[0]["kinds"]
    }
    assert "curator" not in kinds


def test_a_crawl_that_was_killed_goes_on_with_what_was_said(tmp_path):
    database = tmp_path / "k.db"
    run(database, "add", HOME)
    run(database, "set", ONE, "--not-post")
    run(database, "set", "a-test", "--exclude", "*/entry-02/")
    with web_of() as web:
        feed = web.pages[HOME + "feed.xml"]
        web.pages[HOME + "feed.xml"] = Answer(never=True)
        line = command(HOME, database=database)
        process = subprocess.Popen(line, env=environment(web), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        while HOME + "feed.xml" not in web.targets and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)
        web.pages[HOME + "feed.xml"] = feed
        crawl(web, HOME, "--depth", "full", database=database)
        assert TWO not in web.targets
    assert set(listed(database)) == {THREE}


def test_what_another_version_was_told_is_kept(database):
    run(database, "set", ONE, "--title", "Mine")
    with Store.open(database) as store:
        store._connection.execute("UPDATE runs SET version = '0.0.1'")
    with web_of() as web:
        crawl(web, HOME, database=database)
    assert listed(database)[ONE][0] == "Mine"


def test_while_a_crawl_runs_it_says_when_it_takes_effect(database):
    with Store.open(database, clock=lambda: datetime.now(UTC)) as store:
        store.lease("a-test", Holder(1, "another-machine", 4711))
    done = run(database, "set", ONE, "--not-post")
    assert done.exit_code == 0
    assert "the corrections take effect when that ends" in done.stderr
    assert ONE in listed(database)
    with Store.open(database) as store:
        assert [str(one) for one in store.corrections("a-test")] == [f"not-post {ONE}"]


def test_the_registry_takes_the_corrections_to_another_database(database, tmp_path, crawled):
    run(database, "set", ONE, "--title", 'A "b", c')
    run(database, "set", "a-test", "--exclude", "*/entry-03/", "--source", "http://a.test/attic/")
    (tmp_path / "blogs.csv").write_bytes(run(database, "blogs", "--format", "csv").stdout_bytes)
    other = tmp_path / "b.db"
    other.write_bytes(crawled)
    assert run(other, "import", str(tmp_path / "blogs.csv")).exit_code == 0
    assert listed(other) == listed(database)
    assert run(other, "blogs", "--format", "csv").stdout == run(database, "blogs", "--format", "csv").stdout
    (row,) = csv.DictReader(io.StringIO((tmp_path / "blogs.csv").read_text()))
    held = json.loads(run(other, "blogs", "--format", "json").stdout)[0]["corrections"]
    assert (
        held
        == row["corrections"].split("\n")
        == [
            "source http://a.test/attic/",
            "exclude */entry-03/",
            f'title {ONE} A "b", c',
        ]
    )


def test_import_tells_a_correction_that_is_none(database, tmp_path):
    (tmp_path / "x.csv").write_text("url,corrections\nhttp://a.test/,date http://a.test/x soon\n")
    done = run(database, "import", str(tmp_path / "x.csv"))
    assert done.exit_code == 1
    assert "line 2: 'soon' is no date" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["https://stranger.example/x", "--not-post"], "of no known blog"),
        ([ONE], "say what is to be corrected"),
        ([ONE, "--date", "12 March"], "'12 March' is no date"),
        ([ONE, "--same-as", "https://stranger.example/x"], "of no known blog"),
        ([ONE, "--same-as", ONE], "one address already"),
        ([ONE, "--same-as", TWO, "--not-post"], "none of its own"),
        (["a-test", "--source", "nonsense"], "is no web address"),
        (["a-test", "--exclude", " "], "the pattern is empty"),
        (["a-test", "--exclude", "x", "--not-post"], "say them by themselves"),
        ([ONE, "--exclude", "x"], "no blog"),
        (["http://me:secret@a.test/x", "--not-post"], "before the host a.test"),
    ],
)
def test_what_cannot_be_set_is_one_line_and_leaves_no_run(database, words, said):
    before = rows(database, "SELECT count(*) FROM runs")
    done = run(database, "set", *words)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr and "secret" not in done.stderr
    assert rows(database, "SELECT count(*) FROM runs") == before
    assert len(listed(database)) == 3


def test_of_several_blogs_on_a_host_the_nearest_home_has_the_address(tmp_path):
    database = tmp_path / "several.db"
    run(database, "add", "https://b.test/", "https://b.test/ann/", "https://b.test/ann/cooking/")
    for address, slug in {
        "https://b.test/x": "b-test",
        "https://b.test/ann/x": "b-test-ann",
        "https://b.test/ann/cooking/x": "b-test-ann-cooking",
        "https://b.test/annex/": "b-test",
    }.items():
        run(database, "set", address, "--post")
        with Store.open(database, write=False) as store:
            assert f"post {address}" in map(str, store.corrections(slug)), address


def test_a_title_for_what_is_no_post_says_that_it_is_in_no_listing(database):
    done = run(database, "set", "http://a.test/about/", "--title", "About")
    assert "is in no listing" in done.stderr
