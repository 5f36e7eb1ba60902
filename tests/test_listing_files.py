"""Listings that `export` wrote, read back: the same posts in another database."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from crawler.cli import cli
from crawler.export import FORMATS
from crawler.export.frame import Frame
from crawler.listing_files import read_listing
from crawler.model import Blog
from tests.listing_fixture import ENTRIES, make_database, row

BLOGS = {
    "a-example": Blog("a-example", "https://a.example/"),
    "a-example-x": Blog("a-example-x", "https://a.example/x/"),
}
KEPT = ("blog", "date", "title", "url", "author", "tags")


def backfile(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words], prog_name="backfile")


def listing(database: Path) -> list[dict[str, str]]:
    out = backfile("export", "--db", str(database)).stdout_bytes.decode()
    return [{name: row[name] for name in KEPT} for row in csv.DictReader(io.StringIO(out, newline=""))]


@pytest.mark.parametrize("form", ["csv", "json", "ndjson"])
def test_what_export_wrote_gives_the_same_posts_in_another_database(tmp_path, form):
    database, copy, file = make_database(tmp_path / "a.db"), tmp_path / "b.db", tmp_path / f"posts.{form}"
    backfile("export", "--db", str(database), "-o", str(file))
    done = backfile("import", str(file), "--db", str(copy))
    assert (done.exit_code, done.stdout.split(" in ")[0]) == (
        0,
        f"{len(ENTRIES)} new of {len(ENTRIES)} posts of 1 blogs",
    )
    assert listing(copy) == listing(database)


def test_a_listing_that_is_imported_again_brings_nothing_new(tmp_path):
    database, copy, file = make_database(tmp_path / "a.db"), tmp_path / "b.db", tmp_path / "posts.csv"
    backfile("export", "--db", str(database), "-o", str(file))
    backfile("import", str(file), "--db", str(copy))
    assert backfile("import", str(file), "--db", str(copy)).stdout.startswith("0 new of")


def test_posts_of_a_listing_are_posts_whatever_their_addresses_look_like(tmp_path):
    tails = ["p/1990/", "p/2009/", "2019/03/", "tag/rain/", "page/2/", "about/", "p/2/"]
    lines = [f"a-example,2020,2020-01-0{n},Post {n},https://a.example/{tail}" for n, tail in enumerate(tails, 1)]
    file = tmp_path / "posts.csv"
    file.write_text("\n".join(["blog,year,date,title,url", *lines]))
    assert backfile("import", str(file), "--db", str(tmp_path / "a.db")).exit_code == 0
    found = {post["title"] for post in listing(tmp_path / "a.db")}
    assert found == {f"Post {n}" for n in range(1, len(tails) + 1)}


def test_a_listing_is_not_taken_for_a_registry(tmp_path):
    (tmp_path / "posts.csv").write_text("blog,date,title,url\nx-example,2020,A,https://x.example/a/\n")
    backfile("import", str(tmp_path / "posts.csv"), "--db", str(tmp_path / "a.db"))
    assert '"slug": "x-example"' in backfile("blogs", "--format", "json", "--db", str(tmp_path / "a.db")).stdout


@pytest.mark.parametrize(
    "content", [b"url,name\nhttps://a.example/,A\n", b"<opml/>", b"", b"{", b"[]", b'{"blogs": 3}', b"{}\n"]
)
def test_what_is_no_listing_is_none(content):
    assert read_listing(content) is None


def test_the_home_of_a_blog_is_the_folder_that_gives_its_slug():
    body = b"blog,date,title,url\na-example-x,2020,A,https://a.example/x/2020/05/p/\n"
    listing = read_listing(body)
    assert listing is not None
    assert [listed.blog.home for listed in listing.blogs] == ["https://a.example/x/"]


words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf"]), max_size=12).map(
    lambda told: " ".join(told.split())
)


@given(
    st.sampled_from(["csv", "ndjson", "json"]), words.filter(lambda told: not told.startswith("'")), st.dates().map(str)
)
def test_any_title_and_day_come_back(form, title, day):
    out = io.StringIO(newline="")
    FORMATS[form].write(iter([row(title=title, date=day)]), out, Frame(BLOGS.__getitem__, ""))
    listing = read_listing(out.getvalue().encode())
    assert listing is not None
    (listed,) = listing.blogs
    assert (listed.claims[0].first("title"), listed.claims[0].first("date")) == (title, day)


@pytest.mark.parametrize("url", ["https://user:pw@x.example/a/", "javascript:alert(1)", "file:///etc/passwd", ""])
def test_rows_that_are_no_posts_of_the_web_are_left_out_and_told(tmp_path, url):
    (tmp_path / "posts.csv").write_text(
        f"blog,date,title,url\nx-example,2020,A,https://x.example/a/\nx-example,2020,B,{url}\n"
    )
    done = backfile("import", str(tmp_path / "posts.csv"), "--db", str(tmp_path / "a.db"))
    assert (done.exit_code, "1 rows are no posts" in done.stderr) == (1, True)
    assert [row["title"] for row in listing(tmp_path / "a.db")] == ["A"]


@pytest.mark.parametrize("body", [b'{"blog":' + b"[" * 100_000, b"blog,date,title,url\n" + b"x" * 300_000 + b",,,\n"])
def test_a_file_that_no_export_wrote_is_no_listing(body):
    assert read_listing(body) is None
