"""A post's own page: titles, dates and addresses that it tells of itself, and what around it is of others."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.model import Place, Role, Source, SourceKind
from crawler.sources import html
from tests.web_page import HOME, document, own, page, rules, values

TEXT = "<p>Some inks fade, and some do not fade in a hundred years.</p>" * 8
HERE = HOME + "log/ink.html"


def day(body: str, head: str = "", lang: str = "en") -> list[str]:
    return values(own(body, head=head, lang=lang), "date")


def called(body: str, head: str = "", at: str = HERE) -> str:
    return next((e.value for e in own(body, at, head).every("title") if e.rule == "page.heading"), "")


def linked(thing: object) -> str:
    written = thing if isinstance(thing, str) else json.dumps(thing)
    return f'<script type="application/ld+json">{written}</script>'


class TestTitle:
    @pytest.mark.parametrize(
        "body",
        [
            "<h1>Ink</h1><h2>Part one</h2>",
            '<h1><a href="/">Quill</a></h1><h2>Ink</h2>',
            "<header><h1>Quill</h1></header><article><h1>Ink</h1></article>",
            "<h1>Quill</h1><main><h1>Ink</h1></main>",
            '<h1>Quill</h1><h3 class="entry-title">Ink</h3>',
            '<h1>Quill</h1><h2 class="post-title">Ink</h2>',
            '<h1>Quill</h1><div class="p-name">Ink</div>',
            '<p class="h-card"><b class="p-name">Ann</b></p><div class="p-name">Ink</div>',
            '<h1>Quill</h1><span itemprop="headline">Ink</span>',
            "<h1></h1><h1>Ink</h1>",
            "<h2>March 12, 2009</h2><h3>Ink</h3>",
        ],
    )
    def test_the_heading_of_the_entry_is_found(self, body: str) -> None:
        assert called(body) == "Ink"

    def test_a_title_above_an_article_is_not_one_of_the_articles_sections(self) -> None:
        body = "<div><h1>Ink and water</h1></div><article><p>Text</p><h1>Why</h1><p>x</p><h1>How</h1></article>"
        assert called(body, "<title>Ink and water - Quill</title>") == "Ink and water"

    def test_one_title_for_all_pages_is_not_taken_from_the_articles_heading(self) -> None:
        body = "<h1>Quill</h1><article><h1>Ink</h1><p>Text</p></article>"
        assert called(body, "<title>Quill</title>") == "Ink"

    def test_a_day_is_a_title_where_the_page_is_called_so(self) -> None:
        assert (
            called("<h2>March 12, 2009</h2><h3>Morning</h3>", "<title>March 12, 2009 | Quill</title>")
            == "March 12, 2009"
        )

    def test_a_heading_that_links_to_the_entry_itself_is_its_title(self) -> None:
        assert called(f'<h2><a href="{HERE}">Ink</a></h2>') == "Ink"

    def test_every_title_is_told_with_its_rule(self) -> None:
        head = '<title>Ink – Quill</title><meta property="og:title" content="Ink!">'
        found = own("<h1>Ink</h1>", head=head + linked({"@type": "BlogPosting", "headline": "Ink?"})).every("title")
        assert {one.rule: one.value for one in found} == {
            "jsonld.headline": "Ink?",
            "meta.og:title": "Ink!",
            "page.heading": "Ink",
            "page.title": "Ink – Quill",
        }


class TestVisibleDay:
    @pytest.mark.parametrize(
        "body",
        [
            "<h1>Ink</h1><p>March 12, 2009</p>",
            "<p>March 12, 2009</p><h1>Ink</h1>",
            "<h1>Ink</h1><p>Posted by Ann on March 12, 2009 in Tools</p>",
            "<h1>Ink</h1><div>Mar</div><div>12</div><div>2009</div>",
            "<h1>Ink</h1><p><span>12</span><span>Mar</span><span>2009</span></p>",
            "<article><header><h1>Ink</h1></header></article><p>March 12, 2009</p>",
            f"<h1>Ink</h1>{TEXT}<p>Posted on March 12, 2009 by Ann</p>",
            f'<h1>Ink</h1>{TEXT}<p>12 March 2009, tagged with <a href="/tag/pens">pens</a></p>',
            f"<div><article><h1>Ink</h1>{TEXT}<p>March 12, 2009</p></article><p>April 2, 2010</p></div>",
            f"<h1>Ink</h1><p>March 12, 2009</p>{TEXT}<p>March 14, 2011</p>",
            f"<h1>Ink</h1>{TEXT}<p>In May 2001 I bought a pen; on June 3, 2002 I lost it, and never again did I have "
            f"one that was so well made as that.</p>{TEXT}<p>March 12, 2009</p>",
        ],
    )
    def test_the_day_of_the_entry_is_found(self, body: str) -> None:
        assert day(body + "<p>Text</p>") == ["2009-03-12"]

    @pytest.mark.parametrize(
        ("written", "lang"),
        [
            ("12. März 2009", "de"),
            ("le 12 mars 2009", "fr"),
            ("12 de marzo de 2009", "es"),
            ("12 de março de 2009", "pt"),
            ("12 marzo 2009", "it"),
            ("12 maart 2009", "nl"),
            ("12 marca 2009", "pl"),
            ("12 марта 2009 г.", "ru"),
            ("2009年3月12日", "zh"),
            ("2009年03月12日(木)", "ja"),
            ("2009년 3월 12일", "ko"),
            ("12 mars 2009", "sv"),
        ],
    )
    def test_days_are_read_in_the_language_of_the_page(self, written: str, lang: str) -> None:
        assert day(f"<h1>x</h1><p>{written}</p>", lang=lang) == ["2009-03-12"]

    @pytest.mark.parametrize(
        "body",
        [
            "<p>© 2009-2014 Ann</p>",
            "<p>Copyright 2014 by Ann</p>",
            "<p>On: May</p>",
            "<p>Page 3 of 2009</p>",
            "<nav>March 12, 2009</nav>",
            '<div id="sidebar"><h3>Recent</h3><p>March 12, 2009</p></div>',
            "<p>March 12, 2999</p>",
            "<p>January 1, 1970</p>",
        ],
    )
    def test_other_words_are_no_day(self, body: str) -> None:
        assert [found for found in day(f"<h1>Ink</h1>{body}") if len(found) > 7] == []

    def test_both_readings_of_a_numeric_day_are_told(self) -> None:
        assert day("<h1>Ink</h1><p>03/04/2009</p>") == ["2009-04-03|2009-03-04"]


class TestOthers:
    @pytest.mark.parametrize(
        "others",
        [
            '<div id="comments"><h3>Two</h3><p>Bob</p><p>April 2, 2010</p></div>',
            '<section class="comments"><article><time datetime="2010-04-02">x</time></article></section>',
            '<ol class="commentlist"><li>Bob <time datetime="2010-04-02">x</time></li></ol>',
            "<div><h3>2 responses</h3><p>Bob</p><p>April 2, 2010</p></div>",
            '<div><div><h3>Comments on "Ink"</h3></div><div><p>Bob</p><p>April 2, 2010</p></div></div>',
            "<div><h3>Kommentare</h3><p>Bob</p><p>2. April 2010</p></div>",
            "<div><h2>Related posts</h2><p>Paper</p><p>April 2, 2010</p></div>",
            "<div><p>You might also like</p><div>Paper</div><time datetime='2010-04-02'>x</time></div>",
            "<div><h2>Ähnliche Beiträge</h2><p>Papier</p><p>2. April 2010</p></div>",
            "<div><h2>Articles similaires</h2><p>Papier</p><p>2 avril 2010</p></div>",
            "<div><h2>Похожие записи</h2><p>Бумага</p><p>2 апреля 2010</p></div>",
            "<div><h2>相关文章</h2><p>纸</p><p>2010年4月2日</p></div>",
            "<div><h2>関連記事</h2><p>紙</p><p>2010年4月2日</p></div>",
            '<ul><li><a href="/log/paper.html">Paper</a><div>April 2, 2010</div></li></ul>',
        ],
    )
    def test_their_days_are_not_the_entrys(self, others: str) -> None:
        assert day(f"<div><h1>Ink</h1>{TEXT}</div>{others}") == []
        assert day(f"<div><h1>Ink</h1><p>March 12, 2009</p>{TEXT}</div>{others}") == ["2009-03-12"]

    def test_another_article_is_another_entry(self) -> None:
        other = '<article><h2>Paper</h2><time datetime="2010-04-02">x</time></article>'
        assert day(f"<article><h1>Ink</h1>{TEXT}</article>{other}") == []

    def test_what_stands_above_the_entry_may_be_of_others_and_the_entry_keeps_its_day(self) -> None:
        recent = "<div><h3>Recent posts</h3><p>April 2, 2010</p></div>"
        assert day(f"{recent}<h1>Ink</h1><p>March 12, 2009</p>{TEXT}") == ["2009-03-12"]

    def test_a_count_of_comments_in_the_by_line_begins_no_comments(self) -> None:
        line = "<ul><li>3 comments</li><li>March 12, 2009</li></ul>"
        assert day(f"<h1>Ink</h1>{line}{TEXT}") == ["2009-03-12"]


class TestMarkup:
    @pytest.mark.parametrize(
        ("head", "rule"),
        [
            ('<meta property="article:published_time" content="2009-03-12T08:00:00+01:00">', "meta.published_time"),
            ('<meta name="date" content="2009-03-12T08:00:00+01:00">', "meta.date"),
            ('<meta name="DC.date.issued" content="2009-03-12T08:00:00+01:00">', "meta.dc"),
            ('<meta itemprop="datePublished" content="2009-03-12T08:00:00+01:00">', "meta.datePublished"),
            ('<meta name="parsely-pub-date" content="2009-03-12T08:00:00+01:00">', "meta.date"),
        ],
    )
    def test_metadata_tells_the_day(self, head: str, rule: str) -> None:
        (found,) = own("<h1>Ink</h1>", head=head).every("date")
        assert (found.value, found.rule) == ("2009-03-12T08:00:00+01:00", rule)

    @pytest.mark.parametrize("name", ["article:modified_time", "og:updated_time", "last-modified"])
    def test_metadata_of_a_change_is_no_publication(self, name: str) -> None:
        claim = own("<h1>Ink</h1>", head=f'<meta property="{name}" content="2011-05-04">')
        assert (values(claim, "date"), values(claim, "updated")) == ([], ["2011-05-04"])

    def test_of_several_times_the_one_nearest_the_title_counts(self) -> None:
        body = f'<time datetime="2008-01-01">x</time>{TEXT}<h1>Ink</h1><time datetime="2009-03-12">y</time>'
        assert day(body) == ["2009-03-12"]

    def test_the_kind_of_page_is_told(self) -> None:
        for kind, told in (("article", "post"), ("website", "page")):
            head = f'<meta property="og:type" content="{kind}">'
            assert own("", head=head).first("type") == told


POST: dict[str, object] = {"@type": "BlogPosting", "headline": "Ink", "datePublished": "2009-03-12"}


class TestLinkedData:
    @pytest.mark.parametrize(
        "thing",
        [
            POST,
            [POST],
            {"@graph": [{"@type": "WebSite"}, POST]},
            {"@type": "WebPage", "mainEntity": POST},
            POST | {"@type": ["Thing", "NewsArticle"]},
            [POST, {"@type": "Article", "headline": "Paper", "datePublished": "2010-01-01", "url": "/paper.html"}],
            [{"@type": "Article", "datePublished": "2010-01-01", "url": "/paper.html"}, POST | {"@id": HERE}],
        ],
    )
    def test_the_post_is_found_wherever_it_stands(self, thing: object) -> None:
        claim = own("", head=linked(thing))
        assert values(claim, "date") == ["2009-03-12"] and "post" in values(claim, "type")

    @pytest.mark.parametrize(
        "written",
        [
            '{"@type":"BlogPosting","datePublished":"2009-03-12",}',
            '{"@type":"BlogPosting","headline":"Ink "that" lasts","datePublished":"2009-03-12"}',
            '{"@type":"BlogPosting","headline":"Ink\n","datePublished":"2009-03-12"};',
            '//<![CDATA[\n{"@type":"BlogPosting","datePublished":"2009-03-12"}\n//]]>',
            '<!-- {"@type":"BlogPosting","datePublished":"2009-03-12"} -->',
            '{"@type":"BlogPosting","datePublished":"2009-03-12"',
        ],
    )
    def test_broken_data_is_read_as_far_as_it_goes(self, written: str) -> None:
        claim = own("", head=linked(written))
        assert values(claim, "date") == ["2009-03-12"] and values(claim, "type") == ["post"]

    def test_escapes_in_broken_data_are_resolved(self) -> None:
        claim = own("", head=linked('{"@type":"Article","headline":"Ink \\u0026 \\"water\\"",}'))
        assert claim.first("title") == 'Ink & "water"'

    @pytest.mark.parametrize(
        "written",
        [
            '[{"@type":"Article","headline":"A","url":"/a"},{"@type":"Article","headline":"B","url":"/b"}]',
            '{"@type":"Blog","blogPost":[{"@type":"BlogPosting","headline":"A","datePublished":"2009-03-12"}]}',
            '{"@type":"Blog","blogPost":[{"headline":"A"},{"headline":"B"},]}',
            '{"@type":"Person","name":"Ann","datePublished":"2009-03-12"}',
            "null",
            '"text"',
            "[[[[[[[[1]]]]]]]]",
            "",
        ],
    )
    def test_data_of_others_says_nothing_of_the_page(self, written: str) -> None:
        claim = own("", head=linked(written))
        assert claim.first("title") == claim.first("date") == "" and "post" not in values(claim, "type")

    @pytest.mark.parametrize(
        "value", [None, 5, ["2009-03-12", "2010-01-01"], {"@id": "2009"}, "soon", "0001-01-01T00:00:00Z"]
    )
    def test_odd_values_are_no_dates(self, value: object) -> None:
        claim = own("", head=linked(POST | {"datePublished": value}))
        assert not any(values(claim, "date"))

    @given(
        st.recursive(
            st.none() | st.text(max_size=9),
            lambda x: (
                st.dictionaries(
                    st.sampled_from(["@type", "@graph", "mainEntity", "headline", "url", "@id"]),
                    x | st.just("Article"),
                    max_size=4,
                )
                | st.lists(x, max_size=3)
            ),
            max_leaves=12,
        )
    )
    def test_any_data_can_be_read(self, thing: object) -> None:
        assert own("<h1>Ink</h1>", head=linked(json.dumps(thing).replace("<", ""))).place is Place.SELF


class TestAddresses:
    @pytest.mark.parametrize(
        ("href", "canonical"),
        [
            ("/ink", [HOME + "ink"]),
            ("ink.html?a=1", [HOME + "log/ink.html?a=1"]),
            ("https://new.example/ink", ["https://new.example/ink"]),
            ("javascript:void(0)", []),
            ("", [HERE]),
        ],
    )
    def test_the_canonical_address_is_told_in_full(self, href: str, canonical: list[str]) -> None:
        assert values(own("", head=f'<link rel="canonical" href="{href}">'), "canonical") == canonical

    @pytest.mark.parametrize(
        "content",
        [
            "0; url=/ink/",
            "0;URL='/ink/'",
            "5; /ink/",
            "0,url=/ink/",
            "url=/ink/",
            ' 1.5 ; url = "/ink/"'.replace('"', "'"),
        ],
    )
    def test_a_page_that_moved_says_where_to(self, content: str) -> None:
        head = f'<meta http-equiv="Refresh" content="{content}">'
        assert values(own("", head=head), "redirect") == [HOME + "ink/"]

    @pytest.mark.parametrize(
        "content",
        ["300", "0", "600; url=/", "0; url=/log/ink.html", "0; url=javascript:x", "", ";", "9" * 5000 + "; url=/"],
    )
    def test_a_page_that_refreshes_itself_did_not_move(self, content: str) -> None:
        head = f'<meta http-equiv="refresh" content="{content}">'
        assert values(own("", head=head), "redirect") == []

    def test_the_final_address_speaks_without_its_fragment(self) -> None:
        assert own("<h1>Ink</h1>", at=HERE + "#more").address == HERE

    def test_neighbours_are_named(self) -> None:
        body = (
            '<a rel="prev" href="/log/paper.html#x">older</a><a rel="next nofollow" href="/log/pens.html">newer</a>'
            '<a rel="next" href="https://elsewhere.example/">out</a><a rel="nofollow" href="/log/x.html">x</a>'
        )
        found = html.read(page(document(body), HERE), Source(HERE, SourceKind.POST, Role.ONE))
        beside = [claim for claim in found.claims if claim.place is Place.BESIDE]
        assert [claim.address for claim in beside] == [HOME + "log/paper.html", HOME + "log/pens.html"]
        assert rules(beside[0].evidence) == ["rel.prev"]
