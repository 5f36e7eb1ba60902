"""The directory as a static site: what stands on its pages, and what a second build writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import feedparser
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from crawler.cli import cli
from crawler.export.site import Wish, build
from crawler.export.site.charts import chart, line
from crawler.export.site.search_index import shard_of, words_of
from crawler.export.site.sitemap import MOST, sitemaps_of
from crawler.export.site.views import file_of
from crawler.model import Chosen, Post, Verdict
from crawler.store import Store
from crawler.urls import canonical
from tests.listing_fixture import ENTRIES, FEED, FERNS, NOTES, NOW, make_database, post

EVIL = '<script>alert("1")</script>'
FERNS_PAGE = "blogs/ferns-example/index.html"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return make_database(tmp_path / "a.db")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "site"


def built(database: Path, out: Path, **wish: str):
    with Store.open(database, write=False) as store:
        return build(store, out, Wish(**wish))


def rewrite(database: Path, *entries: tuple[str, str, str], later: int = 1) -> None:
    """The posts of Ferns as a later crawl finds them."""
    with Store.open(database, clock=lambda: NOW.replace(hour=12 + later)) as store:
        run = store.begin_run("crawl ferns-example")
        store.write_posts(run, FERNS.slug, [post(*entry) for entry in entries])
        store.end_run(run, "done")


def page(out: Path, name: str) -> html.HtmlElement:
    return html.fromstring((out / name).read_bytes())


def files(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def texts(tree: html.HtmlElement, query: str) -> list[str]:
    return [" ".join(found.text_content().split()) for found in tree.cssselect(query)]


def test_the_index_lists_blogs_by_category_with_their_counts(database, out):
    built(database, out)
    index = page(out, "index.html")
    assert texts(index, "h2") == ["Science 1", "Other blogs 1"]
    assert texts(index, "tbody th a") == ["Ferns", "notes-example"]
    assert texts(index, "tbody td.number") == ["5", "0"]


def test_a_blogs_page_has_every_title_under_its_year_with_a_link_to_the_original(database, out):
    built(database, out)
    tree = page(out, FERNS_PAGE)
    assert texts(tree, "section h2") == ["2024 2", "2021 1", "2020 1", "no date 1"]
    assert {a.get("href") for a in tree.cssselect("ol.titles a")} == {url for url, _, _ in ENTRIES}


def test_a_blogs_page_tells_how_complete_it_is_and_why(database, out):
    built(database, out)
    facts = page(out, FERNS_PAGE)
    assert texts(facts, "dl.facts li") == ["the feed declares 6 posts", "5 were found"]
    assert any(words.startswith("partial (6 expected)") for words in texts(facts, "dl.facts dd"))


def test_a_title_stays_text_on_every_page(database, out):
    rewrite(database, ("https://ferns.example/evil/", EVIL, "2024-03-01"))
    built(database, out, title=EVIL)
    for name, body in files(out).items():
        if name.endswith(".html"):
            scripts = [one.get("src") for one in html.fromstring(body).iter("script")]
            assert all(scripts), name
        if name.endswith(".js") and name.startswith("search/"):
            assert b"<script" not in body


def test_pages_allow_no_script_but_their_own(database, out):
    built(database, out)
    for name, body in files(out).items():
        if name.endswith(".html"):
            policy = html.fromstring(body).cssselect("meta[http-equiv=Content-Security-Policy]")[0].get("content")
            assert "default-src 'none'; script-src 'self'" in (policy or "")
            assert " style=" not in body.decode() and " onclick=" not in body.decode()


def test_every_relative_link_leads_to_a_file(database, out):
    built(database, out)
    for name, body in files(out).items():
        if not name.endswith(".html"):
            continue
        for address in re.findall(r'(?:href|src)="([^"#]+)', body.decode()):
            if "://" not in address:
                assert (out / name).parent.joinpath(address).resolve().is_file(), (name, address)


def test_a_month_shows_the_posts_of_all_blogs_and_leads_to_its_neighbours(database, out):
    built(database, out)
    month = page(out, "years/2024/01.html")
    assert texts(month, "ul.titles li") == ["=SUM(A1) in a fern's life 2 Jan 2024 Ferns"]
    assert [(a.get("rel"), a.get("href")) for a in month.cssselect("p.steps a")] == [
        ("up", "index.html"), ("prev", "../2021/06.html"), ("next", "../2024/02.html"),
    ]  # fmt: skip


def test_a_day_of_the_year_shows_what_was_published_on_it(database, out):
    built(database, out)
    assert texts(page(out, "days/02-29.html"), "ul.titles a")[:1] == ["A leap day walk"]


def test_the_whole_history_is_an_archived_feed_that_leads_from_year_to_year(database, out):
    built(database, out)
    found, name = [], "feed.atom"
    while name:
        feed = feedparser.parse((out / "blogs/ferns-example" / name).read_bytes())
        found += [entry.link for entry in feed.entries]
        name = next((link.href for link in feed.feed.links if link.rel == "prev-archive"), "")
    assert found == [url for url, _, _ in ENTRIES]


def test_a_second_build_of_the_same_writes_nothing(database, out):
    built(database, out)
    before = files(out)
    again = built(database, out)
    assert (again.changed, again.written) == (0, 0)
    assert files(out) == before


def test_a_build_after_a_change_is_as_one_from_scratch(database, out, tmp_path):
    built(database, out)
    rewrite(database, ("https://ferns.example/new/", "New", "2024-02-01"), *ENTRIES[1:])
    again = built(database, out)
    fresh = tmp_path / "fresh"
    built(database, fresh)
    assert again.changed == 1
    assert files(out) == files(fresh)


def test_only_the_pages_that_a_change_touches_are_written(database, out):
    built(database, out)
    before = files(out)
    rewrite(database, (ENTRIES[0][0], "Another title", ENTRIES[0][2]), *ENTRIES[1:])
    built(database, out)
    changed = {name for name, body in files(out).items() if before.get(name) != body and name.endswith(".html")}
    assert changed == {FERNS_PAGE, "years/2024/02.html", "days/02-29.html"}


def test_a_blog_that_was_removed_leaves_no_page(database, out):
    built(database, out)
    with Store.open(database) as store:
        store.remove_blog(FERNS.slug)
    built(database, out)
    assert not [name for name, body in files(out).items() if b"ferns.example" in body]


def test_a_file_that_the_site_did_not_make_stays(database, out):
    out.mkdir()
    (out / "CNAME").write_text("blogs.example.org")
    built(database, out)
    with Store.open(database) as store:
        store.remove_blog(FERNS.slug)
    built(database, out)
    assert (out / "CNAME").read_text() == "blogs.example.org"


def test_a_page_that_the_site_did_not_make_is_not_overwritten(database, out):
    out.mkdir()
    (out / "index.html").write_text("mine")
    done = CliRunner().invoke(cli, ["site", str(out), "--db", str(database)], prog_name="backfile")
    assert (done.exit_code, (out / "index.html").read_text()) == (2, "mine")


def test_the_current_folder_has_to_be_named(database):
    assert CliRunner().invoke(cli, ["site", "", "--db", str(database)], prog_name="backfile").exit_code == 2


def test_topics_have_a_page_each(database, out):
    built(database, out)
    assert texts(page(out, "topics/botany.html"), "main li a") == ["Ferns"]


def test_topics_come_from_a_blogs_own_tags_where_the_registry_names_none(database, out):
    with Store.open(database) as store:
        run = store.begin_run("crawl")
        told = {"title": Chosen("A", "feed.title", FEED)}
        urls = [f"https://notes.example/{number}/" for number in range(4)]
        posts = [Post(url, (canonical(url),), Verdict("post", "feed", 3.0), told, tags=("rain",)) for url in urls]
        store.write_posts(run, NOTES.slug, posts)
        store.end_run(run, "done")
    built(database, out)
    chips = page(out, "blogs/notes-example/index.html").cssselect("ul.chips")[0]
    assert texts(chips, "li") == ["rain", "proposed"]
    assert "proposed" in (chips.get("aria-label") or "")


def test_the_command_says_what_it_did(database, out):
    done = CliRunner().invoke(cli, ["site", str(out), "--db", str(database), "--base-url", "https://x.example/b"])
    assert done.exit_code == 0
    assert "2 blogs, 2 new or changed" in done.stdout
    assert "<loc>https://x.example/b/blogs/ferns-example/</loc>" in (out / "sitemap.xml").read_text()


def test_a_folder_that_cannot_be_written_is_one_line(database, tmp_path):
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "file" / "x"), "--db", str(database)], prog_name="backfile")
    assert done.exit_code == 2


def test_a_site_of_more_pages_than_a_sitemap_may_name_has_an_index():
    made = sitemaps_of("https://x.example/", [f"{number}.html" for number in range(MOST + 1)])
    assert sorted(made) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Über Ferns, again!", ["uber", "ferns", "again"]),
        ("中文 x", ["中", "文", "x"]),
        ("C# & snake_case", ["c", "snake", "case"]),
    ],
)
def test_words_of_titles(title, words):
    assert words_of(title) == words


@given(st.text(max_size=20))
def test_every_word_has_a_shard_that_is_a_file_name(title):
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_]|u\d{1,2}", shard_of(word)) for word in words_of(title))


def script(path: Path) -> dict:
    """What a script of the search hands over."""
    return json.loads(path.read_text().partition(",")[2].rstrip().removesuffix(")"))


def test_a_word_of_the_search_leads_to_the_title(database, out):
    built(database, out)
    number, words = next(iter(script(out / "search/le.js").items()))
    titles = script(out / f"search/titles/{number}-0.js")
    assert [titles["posts"][at][1] for at in words["leap"]] == ["A leap day walk"]


@given(st.dictionaries(st.integers(1990, 2030), st.integers(0, 500), min_size=1))
def test_a_chart_has_its_numbers_in_a_table(counts):
    if not any(counts.values()):
        return
    cells = html.fromstring(str(chart(counts))).cssselect("td")
    assert sum(int(cell.text_content()) for cell in cells) == sum(counts.values())
    assert str(line(counts)).count("<rect") == sum(map(bool, counts.values()))


@given(st.text(max_size=12))
def test_a_topic_gives_a_file_name_inside_its_folder(topic):
    assert re.fullmatch(r"\w[\w-]*", file_of(topic))
