"""The demo blog: what it published, how it is written and served, and the demo's own check."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener
from xml.etree import ElementTree

import pytest
from parsel import Selector

from crawler.demo.blog import POSTS_OF_YEAR, make_blog
from crawler.demo.check import differences
from crawler.demo.pages import files_of
from crawler.demo.server import HOST, served

HOME = "http://demo.example/"
BLOG = make_blog()
FILES = files_of(BLOG, HOME)
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def page(path):
    return Selector(FILES[path].body.decode())


def rows_of(blog):
    return [
        {"url": HOME.rstrip("/") + entry.path, "title": entry.title, "date": f"{entry.published:%Y-%m-%d}"}
        for entry in blog.entries
    ]


class TestBlog:
    def test_one_seed_gives_one_blog(self):
        assert make_blog(7) == make_blog(7)

    def test_another_seed_gives_another_blog(self):
        assert make_blog(7) != make_blog(8)

    def test_every_year_has_its_number_of_posts(self):
        counts = Counter(entry.published.year for entry in BLOG.entries)
        assert counts == Counter({year: count for year, count in POSTS_OF_YEAR.items() if count})

    def test_no_two_posts_share_an_address(self):
        assert len({entry.path for entry in BLOG.entries}) == len(BLOG.entries)

    def test_two_posts_share_a_title_as_long_lived_blogs_have_them(self):
        counts = Counter(entry.title for entry in BLOG.entries)
        assert sorted(counts.values())[-2:] == [1, 2]

    def test_entries_stand_newest_first(self):
        moments = [entry.published for entry in BLOG.entries]
        assert moments == sorted(moments, reverse=True)

    def test_every_moment_carries_an_offset_and_lies_in_the_past(self):
        assert all(entry.published < datetime(2026, 5, 1, tzinfo=UTC) for entry in BLOG.entries)

    def test_no_blank_of_a_sentence_is_left_open(self):
        texts = [text for entry in BLOG.entries for text in (entry.title, *entry.paragraphs)]
        assert not [text for text in texts if "{" in text or "}" in text]


class TestPages:
    def test_feed_has_the_ten_newest_posts(self):
        links = ElementTree.fromstring(FILES["/feed.xml"].body).iterfind(".//item/link")
        assert [link.text for link in links] == [HOME.rstrip("/") + entry.path for entry in BLOG.entries[:10]]

    def test_feed_tells_the_moment_in_the_authors_offset(self):
        told = ElementTree.fromstring(FILES["/feed.xml"].body).findtext(".//item/pubDate", "")
        assert parsedate_to_datetime(told).isoformat() == BLOG.entries[0].published.replace(second=0).isoformat()

    def test_year_pages_together_list_every_post_once(self):
        listed = [href for year in BLOG.years for href in page(f"/{year}/").css("main li a::attr(href)").getall()]
        assert listed == [entry.path for entry in BLOG.entries]

    def test_archive_names_every_year_with_its_count(self):
        told = page("/archive/").css("main li")
        assert ["".join(item.css("::text").getall()) for item in told] == [
            f"{year} ({POSTS_OF_YEAR[year]})" for year in BLOG.years
        ]

    def test_sitemap_has_every_page_posts_or_not(self):
        paths = {
            str(loc.text).removeprefix(HOME.rstrip("/"))
            for loc in ElementTree.fromstring(FILES["/sitemap.xml"].body).iter(f"{SITEMAP}loc")
        }
        assert paths == set(FILES) - {"/feed.xml", "/sitemap.xml", "/robots.txt"}

    def test_sitemap_has_no_day_of_a_single_post(self):
        days = {mod.text for mod in ElementTree.fromstring(FILES["/sitemap.xml"].body).iter(f"{SITEMAP}lastmod")}
        assert len(days) == 1

    def test_every_link_leads_to_a_page_of_the_blog(self):
        linked = {href for path in FILES for href in page(path).css("a::attr(href)").getall() if path.endswith("/")}
        assert linked <= set(FILES)

    def test_article_carries_title_day_and_whole_text(self):
        entry = BLOG.entries[5]
        article = page(entry.path).css("article")
        assert article.css("h1::text").get() == entry.title
        assert article.css("time::attr(datetime)").get() == entry.published.isoformat()
        assert article.css("p::text").getall()[: len(entry.paragraphs)] == list(entry.paragraphs)


class TestServer:
    @pytest.fixture
    def home(self):
        with served(partial(files_of, BLOG), port=0) as home:
            yield home

    @staticmethod
    def ask(address, **headers):
        return build_opener(ProxyHandler({})).open(Request(address, headers=headers), timeout=10)

    def test_serves_the_pages_with_their_own_home_in_them(self, home):
        with self.ask(f"{home}robots.txt") as answer:
            assert f"Sitemap: {home}sitemap.xml" in answer.read().decode()

    def test_missing_page_is_404(self, home):
        with pytest.raises(HTTPError) as raised:
            self.ask(f"{home}wp-json/")
        raised.value.close()
        assert raised.value.code == 404

    def test_known_validator_is_answered_with_304(self, home):
        with self.ask(home) as answer:
            tag = answer.headers["ETag"]
        with pytest.raises(HTTPError) as raised:
            self.ask(home, **{"If-None-Match": tag})
        raised.value.close()
        assert raised.value.code == 304

    def test_held_port_is_given_up_for_a_free_one(self, home):
        held = int(home.rstrip("/").rpartition(":")[2])
        with served(partial(files_of, BLOG), port=held) as other:
            assert other.startswith(f"http://{HOST}:") and other != home


class TestCheck:
    def test_what_the_blog_published_has_no_difference(self):
        assert differences(BLOG, HOME, rows_of(BLOG)) == ()

    def test_missing_post_is_named(self):
        assert differences(BLOG, HOME, rows_of(BLOG)[1:]) == (f"missing: {rows_of(BLOG)[0]['url']}",)

    def test_page_taken_for_a_post_is_named(self):
        about = {"url": f"{HOME}about/", "title": "About", "date": ""}
        assert differences(BLOG, HOME, [*rows_of(BLOG), about]) == (f"no post: {HOME}about/",)

    def test_wrong_day_is_named(self):
        rows = rows_of(BLOG)
        rows[3] |= {"date": "2001-01-01"}
        assert [fault.split()[0] for fault in differences(BLOG, HOME, rows)] == ["differs:"]

    def test_post_listed_twice_is_told(self):
        assert differences(BLOG, HOME, [*rows_of(BLOG), rows_of(BLOG)[0]]) == ("listed twice: 1 posts",)
