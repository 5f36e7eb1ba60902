"""The commands that read: show, search, coverage, why, runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from crawler.cli import cli
from tests.listing_fixture import make_database

PAGE = """\
Ferns                    ferns.example                Science · Botany · Fungi
fronds, spores and rain                               ▄▄  █   2020–2024
Posts    4 from 31 Dec 2020 to 29 Feb 2024
Posting  yearly (2 in the last year)
Kind     personal blog
Feed     https://ferns.example/atom.xml

2024   2
  1. A leap day walk
  2. =SUM(A1) in a fern's life

2021   1
  1. Ring[31m the bell

2020   1
  1. (untitled-walk)
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> Path:
    return make_database(tmp_path_factory.mktemp("reading") / "a.db")


def said(database: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, [*words, "--db", str(database)], prog_name="backfile")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_show_prints_the_reference_page(database):
    assert said(database, "show", "ferns-example", "--as-of", "2024-03-10") == PAGE


@pytest.mark.parametrize("name", ["https://ferns.example/", "ferns.example", "http://www.ferns.example"])
def test_show_takes_an_address_for_a_slug(database, name):
    assert said(database, "show", name, "--as-of", "2024-03-10") == PAGE


def test_show_lists_posts_without_a_date_last_and_counts_them(database):
    page = said(database, "show", "ferns-example")
    assert "Posts    5 from 31 Dec 2020 to 29 Feb 2024, 1 without a date\n" in page
    assert page.endswith("\nno date   1\n  1. Some day\n")


def test_show_as_of_a_day_knows_no_later_posts(database):
    page = said(database, "show", "ferns-example", "--as-of", "2022-12-31")
    assert "Posts    2 from 31 Dec 2020 to Jun 2021" in page
    assert "2024" not in page


def test_show_of_a_year_lists_only_that_year(database):
    page = said(database, "show", "ferns-example", "--year", "2021")
    assert page.partition("\n\n")[2] == "2021   1\n  1. Ring[31m the bell\n"


def test_show_of_a_blog_without_posts_says_so(database):
    assert said(database, "show", "notes-example") == "notes-example            notes.example\nPosts    none\n"


def test_search_finds_posts_by_words(database):
    lines = said(database, "search", "leap", "walk").splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("2024-02-29  ferns-example  A leap day walk")


def test_search_without_a_hit_prints_the_headings_alone_and_says_so(database):
    done = CliRunner().invoke(cli, ["search", "zebra", "--db", str(database)], prog_name="backfile")
    assert (done.exit_code, len(done.stdout.splitlines()), done.stderr) == (0, 1, "no post has zebra\n")


def test_show_of_a_year_without_posts_says_so(database):
    done = CliRunner().invoke(cli, ["show", "ferns-example", "--year", "1999", "--db", str(database)])
    assert (done.exit_code, done.stderr) == (0, "no post of ferns-example is dated 1999\n")


def test_coverage_json_has_what_the_contract_names(database):
    ferns = json.loads(said(database, "coverage", "--format", "json"))[0]
    assert {name: ferns[name] for name in ("blog", "home", "posts", "expected", "completeness", "reasons")} == {
        "blog": "ferns-example",
        "home": "https://ferns.example/",
        "posts": 5,
        "expected": 6,
        "completeness": "partial",
        "reasons": ["the feed declares 6 posts", "5 were found"],
    }


def test_coverage_calls_a_blog_partial_that_was_never_crawled_to_its_end(database):
    notes = json.loads(said(database, "coverage", "notes-example", "--format", "json"))
    assert [(row["completeness"], row["expected"], row["posts"]) for row in notes] == [("partial", None, 0)]


def test_coverage_tells_what_each_source_gave_and_declares(database):
    source = json.loads(said(database, "coverage", "ferns-example", "--format", "json"))[0]["sources"][0]
    assert (source["address"], source["posts"]) == ("https://ferns.example/atom.xml", 5)
    assert source["totals"] == [{"count": 6, "rule": "feed.totalResults", "scope": ""}]


def test_coverage_of_one_blog_shows_its_sources(database):
    assert "https://ferns.example/atom.xml" in said(database, "coverage", "ferns-example")
    assert "https://ferns.example/atom.xml" not in said(database, "coverage")


def test_why_tells_the_rule_and_the_source_of_every_field(database):
    lines = [line.split() for line in said(database, "why", "http://ferns.example/2024/02/29/leap").splitlines()]
    assert ["verdict", "post,", "by", "the", "rule", "feed.item"] in lines
    assert ["date", "2024-02-29", "feed.published", "https://ferns.example/atom.xml"] in lines
    assert ["author", "Ada", "Fern", "feed.author", "https://ferns.example/atom.xml"] in lines


def test_why_tells_every_claim_with_its_evidence(database):
    claims = said(database, "why", "https://ferns.example/2024/02/29/leap/").split("\n\n")[2]
    assert claims.splitlines() == [
        "https://ferns.example/atom.xml  feed/other, place feed",
        "  address   https://ferns.example/2024/02/29/leap/",
        "  title     A leap day walk  feed.title",
        "  date      2024-02-29T09:30:00+01:00  feed.published",
    ]


def test_why_tells_what_an_address_is_that_is_no_post(database):
    assert "verdict   page, by the rule feed.item" in said(database, "why", "https://ferns.example/about/")


def test_why_of_an_unknown_address_is_an_error(database):
    done = CliRunner().invoke(cli, ["why", "https://ferns.example/nope", "--db", str(database)])
    assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.parametrize(
    "words", [("show", "ferns-example"), ("search", "bell"), ("why", "https://ferns.example/2021/06/bell")]
)
def test_no_control_character_reaches_the_terminal(database, words):
    assert "\x1b" not in said(database, *words)


def test_runs_lists_what_was_run(database):
    assert said(database, "runs").splitlines()[1].split()[3:] == [
        *("1", "1", "0", "0", "0", "3", "5", "0", "0"),
        *("done", "crawl", "ferns-example"),
    ]


def test_runs_tells_a_program_how_the_crawls_of_each_run_ended(database):
    (run,) = json.loads(said(database, "runs", "--format", "json"))
    assert [run[name] for name in ("blogs", "done", "failed", "interrupted", "open")] == [1, 1, 0, 0, 0]
    assert (run["command"], run["outcome"], run["problems"]) == ("crawl ferns-example", "done", 0)
