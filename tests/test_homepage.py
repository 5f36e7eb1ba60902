"""What a page says of the blog around it: its name, its feeds, the ways into its archive, and counts."""

from __future__ import annotations

import pytest

from crawler.model import Facts, Role, Source, SourceKind, Total
from tests.web_page import HOME, listing


def sources(body: str = "", head: str = "", at: str = HOME) -> list[tuple[str, str, str]]:
    return [(s.kind.value, s.role.value, s.address.removeprefix(HOME)) for s in listing(body, at, head).sources]


def totals(body: str) -> list[tuple[int, str]]:
    return [(total.count, total.scope) for total in listing(body).totals]


class TestFacts:
    def test_the_head_tells_of_the_blog(self) -> None:
        head = (
            "<title>Quill &amp; ink | Home</title><meta name=description content='On &amp;quot;pens&amp;quot;'>"
            "<meta name=generator content='Pen 1.2'><link rel=alternate type=application/atom+xml href=/atom.xml>"
        )
        assert listing("<p>x</p>", head=head, lang="en-GB").facts == Facts(
            title="Quill & ink | Home",
            description='On "pens"',
            language="en-GB",
            generator="Pen 1.2",
            feed=HOME + "atom.xml",
        )

    def test_the_name_of_the_site_is_better_than_the_title_of_the_page(self) -> None:
        head = '<title>Home</title><meta property="og:site_name" content="Quill">'
        assert listing("", head=head).facts.title == "Quill"

    def test_a_page_without_a_head_tells_nothing(self) -> None:
        assert listing("<p>x</p>", lang="").facts == Facts()


class TestFeeds:
    @pytest.mark.parametrize(
        "kind", ["application/rss+xml", "application/atom+xml", "application/feed+json", "text/xml"]
    )
    def test_the_head_names_the_feed(self, kind: str) -> None:
        head = f'<link rel="ALTERNATE" type="{kind}" href="feed/">'
        assert sources(head=head) == [("feed", "whole", "feed/")]

    def test_a_feed_of_comments_is_another(self) -> None:
        head = '<link rel="alternate" type="application/rss+xml" title="Quill » Comments" href="/c/">'
        assert sources(head=head) == [("feed", "other", "c/")]

    def test_a_page_in_another_language_is_no_feed(self) -> None:
        assert sources(head='<link rel="alternate" hreflang="de" href="/de/">') == []

    def test_a_feed_is_found_by_its_link_in_the_page(self) -> None:
        assert sources('<a href="/index.xml">Subscribe</a>') == [("feed", "whole", "index.xml")]

    def test_a_feed_on_another_host_is_believed_in_the_head_alone(self) -> None:
        feed = "https://feeds.example/quill"
        assert sources(head=f'<link rel="alternate" type="application/rss+xml" href="{feed}">') == [
            ("feed", "whole", feed)
        ]
        assert sources(f'<a href="{feed}/feed/">RSS</a>') == []

    def test_the_head_names_the_sitemap(self) -> None:
        assert sources(head='<link rel="sitemap" href="/map.xml">') == [("sitemap", "whole", "map.xml")]


class TestWays:
    def test_archives_years_months_sections_and_tags_are_told_apart(self) -> None:
        body = (
            '<a href="/all.html">All posts</a><a href="/2009/">2009</a><a href="/2009/03/">March 2009</a>'
            '<a href="/category/tools/">Tools</a><a href="/tag/ink/">Ink</a><a href="/author/ann/">Ann</a>'
            '<a href="/log/ink.html">Ink that lasts</a><a href="/about/">About</a>'
        )
        assert [role for _, role, _ in sources(body)] == ["whole", "year", "month", "section", "tag", "author"]

    def test_the_stronger_promise_of_two_links_counts(self) -> None:
        (found,) = listing('<a href="/blog/">Blog</a> <a href="/blog/">All posts</a>').sources
        assert found == Source(HOME + "blog/", SourceKind.ARCHIVE, Role.WHOLE, "All posts", number=3)

    def test_the_page_itself_and_other_hosts_are_no_ways(self) -> None:
        body = '<a href="/archive/">Archive</a><a href="https://elsewhere.example/archive/">Archive</a>'
        assert sources(body, at=HOME + "archive/") == []

    def test_files_are_no_ways(self) -> None:
        assert sources('<a href="/archive.zip">Archive</a>') == []

    def test_a_drop_down_leads_to_months(self) -> None:
        options = '<option value="">Month</option><option value="/2009/03/">March 2009</option>'
        assert sources(f"<select>{options}</select>") == [("archive", "month", "2009/03/")]

    def test_there_are_not_more_of_a_role_than_can_be_asked(self) -> None:
        body = "".join(f'<a href="/tag/t{n}/">t{n}</a>' for n in range(1000))
        assert len(listing(body).sources) == 400


class TestTotals:
    @pytest.mark.parametrize(
        "entry",
        [
            '<li><a href="/2009/">2009</a> (23)</li>',
            '<li><a href="/2009/">2009 (23)</a></li>',
            '<li><a href="/2009/">2009</a> <span>[23]</span></li>',
            '<li><a href="/2009/">2009</a> – 23 posts</li>',
            '<li><a href="/2009/">2009 · 23 entries</a></li>',
            '<li><a href="/2009/">2009年</a>(23)</li>',
        ],
    )
    def test_a_count_beside_a_year_is_declared(self, entry: str) -> None:
        assert totals(f"<ul>{entry}</ul>") == [(23, "2009")]

    def test_a_count_beside_a_month_is_declared(self) -> None:
        assert totals('<p><a href="/2009/03/">March 2009</a> (4)</p>') == [(4, "2009-03")]

    def test_a_month_may_be_asked_for_in_a_query(self) -> None:
        assert totals('<p><a href="/archive.php?month=200903">March 2009</a> (4)</p>') == [(4, "2009-03")]

    def test_a_count_in_a_drop_down_is_declared(self) -> None:
        assert totals('<select><option value="/2009/03/">March 2009 (4)</option></select>') == [(4, "2009-03")]

    def test_counts_of_others_are_not(self) -> None:
        assert totals('<p><a href="/tag/ink/">Ink</a> (4) <a href="/2009/">2009</a></p><p>(7)</p>') == []

    def test_a_total_names_its_rule(self) -> None:
        assert listing('<p><a href="/2009/">2009</a> (23)</p>').totals == (Total(23, "archive.count", "2009"),)


class TestFramesAndTongues:
    def test_a_frame_that_is_called_as_a_menu_promises_more_than_another(self) -> None:
        found = listing("<frameset><frame name=menu src=menu.html><frame name=main src=hello.html></frameset>")
        assert {s.address.removeprefix(HOME): s.number for s in found.sources} == {"menu.html": 3, "hello.html": 1}

    def test_from_the_front_page_of_a_language_those_of_the_others_are_named(self) -> None:
        links = '<a href="/de/">Deutsch</a> <a href="/de/log/">Log</a>'
        assert ("archive", "whole", "de/") in sources(links, at=HOME + "en/")
        assert ("archive", "whole", "de/") not in sources(links, at=HOME + "en/log/ink/")
