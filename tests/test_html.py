"""A web page read for all that it may be: the period it stands for, its traits, and that nothing makes it fail."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import markup
from crawler.model import Place, Role, Source, SourceKind
from crawler.sources import html, lines
from tests.web_page import HOME, dated, document, listing, page

LIST = '<ul><li><a href="/a.html">A note</a></li><li><a href="/b.html">B note</a></li></ul>'
PIECES = [
    "<p>",
    "</p>",
    "<ul><li>",
    "</li></ul>",
    "<h2>",
    "</h2>",
    '<a href="/log/ink.html">',
    '<a href="?page=3">',
    '<a href="http://[::1">',
    '<a href="//quill.example:99999/x">',
    '<a href="#p1" name="p1">',
    "</a>",
    "<table><tr><td>",
    "<br>",
    "<pre>\n",
    "<option value=/2009/03/>",
    '<time datetime="2009-03-12">',
    '<abbr title="2009-99-99">',
    "</time>",
    "March 12, 2009",
    "12",
    "Mar",
    "2009",
    "3 comments",
    "Page 2 of 9999999",
    "Related posts",
    '<div class="comments sidebar">',
    "</div>",
    '<base href="http://[bad">',
    '<link rel=canonical href="http://x:y/">',
    '<link rel=next href=" ">',
    '<meta http-equiv=refresh content="0;url=http://[">',
    '<script type="application/ld+json">{"@type":"Article","url":"http://[","@graph":[',
    "</script>",
    "&#x110000;",
    "\x00",
    "\ud7ff",
    "<![CDATA[",
    "<!--",
    "<svg><a href=/x>",
]


def source(kind: SourceKind = SourceKind.ARCHIVE, role: Role = Role.WHOLE, label: str = "") -> Source:
    return Source(HOME, kind, role, label=label)


class TestPeriod:
    @pytest.mark.parametrize(
        ("at", "head", "period"),
        [
            ("2009/03/", "", "2009-03"),
            ("archives/2009/", "", "2009"),
            ("2009/03/page/2/", "", "2009-03"),
            ("x.html", "<h1>March 2009</h1>", "2009-03"),
            ("x.html", "<h1>Archive for 2009</h1>", "2009"),
            ("x.html", "<h1>Monatsarchiv: März 2009</h1>", "2009-03"),
        ],
    )
    def test_entries_without_a_day_have_the_period_of_their_page(self, at: str, head: str, period: str) -> None:
        found = listing(head + LIST, at=HOME + at)
        assert f"listing.period={period}" in found.traits
        assert dated(found.claims) == {"/a.html": period, "/b.html": period}

    def test_the_link_that_led_to_a_page_tells_its_period(self) -> None:
        told = source(role=Role.MONTH, label="March 2009 (2)")
        assert dated(html.read(page(document(LIST)), told).claims)["/a.html"] == "2009-03"

    @pytest.mark.parametrize("head", ["<h1>Quill</h1>", "<h1>2010: A plan</h1>", "<h1>March</h1>", ""])
    def test_a_page_of_no_period_dates_nothing(self, head: str) -> None:
        assert dated(listing(head + LIST, at=HOME + "x.html").claims) == {"/a.html": "", "/b.html": ""}


class TestTraits:
    def test_entries_and_dated_entries_are_counted(self) -> None:
        body = '<p>2009-03-12 <a href="/a.html">A note</a></p><p>2009-03-10 <a href="/b.html">B note</a></p>'
        body += '<p><a href="/c.html">C</a></p>'
        traits = listing(body).traits
        assert "listing.items=3" in traits and "listing.dated=2" in traits and "html" in traits

    def test_traits_are_sorted(self) -> None:
        traits = listing(LIST).traits
        assert list(traits) == sorted(traits)

    def test_a_page_without_text_is_a_problem(self) -> None:
        assert [problem.kind for problem in listing("<script>x</script>").problems] == ["empty"]


class TestPost:
    def test_a_page_asked_for_as_a_post_is_no_listing(self) -> None:
        found = html.read(page(document(LIST)), source(SourceKind.POST, Role.ONE))
        assert [claim.place for claim in found.claims] == [Place.SELF]

    def test_the_days_of_a_post_are_not_those_of_what_it_links_to(self) -> None:
        head = '<meta property="og:type" content="article">'
        body = '<div><h1>Ink</h1><p>March 12, 2009</p><p><a href="/log/paper.html">Paper</a></p></div>'
        found = listing(f"<p>x</p>{body}", at=HOME + "log/ink.html", head=head)
        assert dated(found.claims).get("/log/paper.html", "") == ""


KINDS = st.sampled_from([source(kind) for kind in SourceKind])
ADDRESSES = st.sampled_from(
    [HOME, HOME + "2009/03/", HOME + "?page=2", HOME + "log/ink.html#x", HOME + "blog/page3.html"]
)


class TestNothingFails:
    @given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=40).map("".join), ADDRESSES, KINDS)
    def test_any_markup_is_read_and_all_addresses_are_of_the_web(self, body: str, at: str, told: Source) -> None:
        found = html.read(page(body.encode("utf-8", "replace"), at), told)
        addresses = [claim.address for claim in found.claims] + [one.address for one in found.sources]
        assert all(address.startswith(("http://", "https://")) for address in addresses)
        assert len(addresses) < 10_000

    @given(st.binary(max_size=400), KINDS)
    def test_any_bytes_are_read(self, body: bytes, told: Source) -> None:
        assert html.read(page(body), told) == html.read(page(body), told)
        assert html.recognises(page(body)) in (True, False)

    @pytest.mark.parametrize(
        "body",
        [
            "<div>" * 5000,
            "<a href=/x>" * 3000,
            "<ul><li>" * 2000 + '<a href="/x">x</a>',
            "<h2>2009</h2>" * 3000 + LIST,
            "<p>March 12, 2009</p>" * 3000 + LIST,
            '<p>1</p><a href="/2009/03/">March 2009</a>' * 1000,
            "<table>" * 300 + "<tr><td>" * 300 + LIST,
            "<span>" * 3000 + "x",
        ],
        ids=["deep", "links", "lists", "years", "days", "months", "tables", "spans"],
    )
    def test_a_page_that_goes_on_and_on_is_read(self, body: str) -> None:
        assert html.read(page(body), source()).claims


LINKS = "".join(f'<li><a href="/log/{n}.html">Note {n}</a></li>' for n in range(lines.MOST_LINKS + 500))
NUMBERS = " ".join(f'<a href="/page/{n}/">{n}</a>' for n in range(2, lines.MOST_LINKS + 500))


@pytest.mark.parametrize(
    "body",
    [
        f"<ul>{LINKS}</ul>",
        f"<p>{NUMBERS}</p>",
        "<br>" * (lines.MOST_ELEMENTS + 10),
        "<p></p>" * (markup.MOST_TAGS // 2 + 10),
    ],
    ids=["links", "page numbers", "breaks", "bare tags"],
)
def test_a_page_that_is_too_long_is_read_to_a_bound_and_says_so(body: str) -> None:
    found = html.read(page(document(body)), Source(HOME, SourceKind.HOMEPAGE, Role.OTHER))
    assert "page.too-long" in {problem.kind for problem in found.problems}
    assert len(found.claims) <= lines.MOST_LINKS
    assert len(found.sources) <= 3000


def test_an_archive_of_twenty_thousand_posts_is_read_whole() -> None:
    body = "".join(f"<li><a href='/log/{n}.html'>Note {n}</a> <time>2009-03-12</time></li>" for n in range(19_999))
    found = html.read(page(document(f"<ul>{body}</ul>")), Source(HOME, SourceKind.ARCHIVE, Role.WHOLE))
    assert sum(claim.place is Place.LISTING for claim in found.claims) == 19_999
    assert found.problems == ()
