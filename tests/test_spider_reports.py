"""Runs that are watched: report and metrics of a real crawl, alarms and their exit status, blogs that are due."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.crawling import MISSING, command, crawl, environment, rows, small_blog, waits_for, web_of
from tests.test_spider_visits import set_back
from tests.webserver import Answer

HOME = "http://a.test/"
FEED = "http://a.test/feed.xml"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


def test_a_report_and_metrics_tell_what_became_of_each_blog(database: Path) -> None:
    report, metrics = database.with_name("report.json"), database.with_name("backfile.prom")
    files = ("--report", str(report), "--metrics", str(metrics))
    with web_of("a") as web:
        done = crawl(web, HOME, "http://b.test/", *files, database=database)
        told = json.loads(report.read_text())
        first, second = told["blogs"]
        assert done.returncode == 1
        assert (told["outcome"], told["totals"]["posts"], told["totals"]["alarms"]) == ("done", 3, 0)
        assert {first["word"], second["word"]} >= {"failed"}
        (good,) = (blog for blog in told["blogs"] if blog["blog"] == "a-test")
        assert (good["posts"], good["new"], good["requests"]) == (3, 3, len([t for t in web.targets if "a.test" in t]))
        assert good["next"] == rows(database, "SELECT next FROM crawls WHERE blog = 1")[0][0]
        families = {one.name: one for one in text_string_to_metric_families(metrics.read_text())}
        assert {s.labels["blog"]: s.value for s in families["backfile_blog_posts"].samples} == {
            "a-test": 3,
            "b-test": 0,
        }
        due = crawl(web, "--due", *files, database=database)
    assert (due.returncode, json.loads(report.read_text())["blogs"]) == (0, [])
    assert "backfile_run_end_timestamp_seconds" in metrics.read_text()
    assert sorted(path.name for path in database.parent.iterdir() if path.suffix in (".json", ".prom", ".part")) == [
        "backfile.prom",
        "report.json",
    ]


def test_a_report_is_written_when_the_run_is_interrupted(database: Path) -> None:
    report = database.with_name("report.json")
    with web_of("a", "b") as web:
        web.pages["http://b.test/feed.xml"] = Answer(slow=3)
        settings = ["DOWNLOAD_TIMEOUT=20", "BLOGS_AT_ONCE=2"]
        line = command(HOME, "http://b.test/", "--report", str(report), database=database, settings=settings)
        process = subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.DEVNULL)
        try:
            waits_for(lambda: "http://b.test/feed.xml" in web.targets)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
        finally:
            process.kill()
            process.wait()
    told = json.loads(report.read_text())
    assert told["outcome"] == "interrupted"
    assert {blog["blog"]: blog["word"] for blog in told["blogs"]}["b-test"] == "not finished"


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_asked(database: Path) -> None:
    with web_of("a") as web:
        done = crawl(web, HOME, "--report", "nowhere/report.json", database=database)
    assert (done.returncode, web.targets) == (2, [])
    assert "no folder that can be written" in done.stderr


def test_a_blog_that_fails_after_it_was_well_says_why(database: Path) -> None:
    with web_of("a") as web:
        assert crawl(web, HOME, database=database).returncode == 0
        web.pages |= {HOME: Answer("broken", status=500), FEED: Answer("broken", status=500)}
        done = crawl(web, HOME, database=database)
    assert done.returncode == 1
    assert "a-test: failed: answered 500" in done.stderr.splitlines()


def test_a_feed_that_died_is_told_of_with_status_1(database: Path) -> None:
    report = database.with_name("report.json")
    with web_of("a") as web:
        assert crawl(web, HOME, database=database).returncode == 0
        web.pages[FEED] = Answer("broken", status=500)
        done = crawl(web, HOME, "--report", str(report), database=database)
    assert done.returncode == 1
    line = f"dead-source: told of posts before, and of none now: {FEED}"
    assert f"a-test: {line}" in done.stderr
    (blog,) = json.loads(report.read_text())["blogs"]
    assert [f"{alarm['monitor']}: {alarm['message']}" for alarm in blog["alarms"]] == [line]
    assert blog["problems"] == {"http": 1}


@pytest.mark.parametrize("words", [(), ("--again",)], ids=["visited", "listed anew"])
def test_a_blog_that_lost_half_its_posts_is_told_of(words: tuple[str, ...], database: Path) -> None:
    with web_of("a", posts=12) as web:
        assert "lost-posts" not in crawl(web, HOME, database=database).stderr
        web.pages |= small_blog("a.test", 5)
        for number in range(6, 13):
            web.pages[f"{HOME}2021/03/entry-{number:02d}/"] = MISSING
        done = crawl(web, HOME, *words, database=database)
    assert "a-test: lost-posts: its lists name 5 posts where they named 12" in done.stderr


def test_the_spider_takes_the_blogs_that_are_due_alone(database: Path) -> None:
    with web_of("a", "b") as web:
        crawl(web, HOME, "http://b.test/", database=database)
        set_back(database, 40)
        crawl(web, "http://b.test/", database=database)
        web.log.clear()
        words = ["-m", "scrapy", "crawl", "history", "-a", "due=1", "-s", f"DATABASE={database}"]
        line = [command(database=database)[0], *words, "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0"]
        root = Path(__file__).parents[1]
        done = subprocess.run(line, env=environment(web), cwd=root, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert {target.split("/")[2] for target in web.targets} == {"a.test"}
