"""Feeds: what the golden cases of `cases/feed` and `cases/jsonfeed` do not show."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.model import Findings, Page, Role, Source, SourceKind
from crawler.sources import feed, feed_bytes, feed_links, jsonfeed
from crawler.sources.feed_links import ItemLinks

ADDRESS = "https://garden.example/feed"


def page(body: bytes | str, **headers: str) -> Page:
    content = body if isinstance(body, bytes) else body.encode()
    return Page(asked=ADDRESS, address=ADDRESS, status=200, headers=headers, body=content)


def source(role: Role = Role.WHOLE, parent: str = "") -> Source:
    return Source(ADDRESS, SourceKind.FEED, role, parent=parent)


def rss(*items: str, channel: str = "<link>https://garden.example/</link>") -> str:
    inner = "".join(f"<item>{item}</item>" for item in items)
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>{channel}{inner}</channel></rss>'


def read(body: bytes | str, **options: object) -> Findings:
    return feed.read(page(body), source(**options), today=date(2024, 6, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "head",
    [
        b"<rss>",
        b"\xef\xbb\xbf\n <?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>",
        b"<a:feed xmlns:a='http://www.w3.org/2005/Atom'>",
        b"<?xml version='1.0'?><?xml-stylesheet href='rss.xsl'?><!-- <html> --><rss version='2.0'>",
        "<?xml version='1.0'?><rss version='2.0'>".encode("utf-16"),
        b"<rdf:RDF xmlns:rdf='x' xmlns='http://purl.org/rss/1.0/'>",
    ],
)
def test_a_feed_is_told_by_its_first_bytes(head: bytes) -> None:
    assert feed.recognises(page(head))


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"rss",
        b"<rssfeed>",
        b"<html><body><rss>",
        b"<!DOCTYPE html><rss>",
        b"<!-- <rss> --><article>",
        b"<urlset><rss>",
        b'{"html": "<rss version=2>"}',
        b"<rdf:RDF xmlns:rdf='x' xmlns:foaf='http://xmlns.com/foaf/0.1/'>",
        b"<xsl:stylesheet version='1.0'><rss>",
    ],
)
def test_what_only_holds_a_feed_is_none(head: bytes) -> None:
    assert not feed.recognises(page(head))


@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_error(body: bytes) -> None:
    for parser in (feed, jsonfeed):
        assert parser.recognises(page(body)) in (True, False)
        assert parser.read(page(body), source()) == parser.read(page(body), source())


def test_items_beyond_the_bound_are_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MOST_ITEMS", 2)
    found = read(rss(*(f"<link>https://garden.example/{number}</link>" for number in range(5))))
    assert [claim.address[-1] for claim in found.claims] == ["0", "1"]
    assert [problem.kind for problem in found.problems] == ["feed.too-long"]
    assert "3 items" in found.problems[0].message


def test_items_of_a_json_feed_beyond_the_bound_are_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonfeed, "MOST_ITEMS", 2)
    items = [{"id": str(number), "url": f"https://garden.example/{number}"} for number in range(5)]
    body = json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Garden", "items": items})
    found = jsonfeed.read(page(body.encode()), source())
    assert [claim.address[-1] for claim in found.claims] == ["0", "1"]
    assert [(problem.kind, problem.message[:7]) for problem in found.problems] == [("feed.too-long", "3 items")]


def test_a_declared_total_of_one_tag_is_not_the_blogs() -> None:
    channel = '<a:totalResults xmlns:a="http://a9.com/-/spec/opensearch/1.1/">7</a:totalResults>'
    assert [total.count for total in read(rss(channel=channel)).totals] == [7]
    assert read(rss(channel=channel), role=Role.TAG).totals == ()


def test_a_total_inside_an_item_is_text() -> None:
    item = "<link>https://garden.example/1</link><description>&lt;o:totalResults>9&lt;/o:totalResults></description>"
    assert read(rss(item)).totals == ()


def test_a_feed_found_on_the_blogs_own_home_is_not_foreign_to_it() -> None:
    item = "<link>https://blog.example/1</link>"
    channel = "<link>https://someone.host.example/</link>"
    assert "feed.foreign" in read(rss(item, channel=channel)).traits
    assert "feed.foreign" not in read(rss(item, channel=channel), parent="https://blog.example/").traits


def test_a_feed_that_names_itself_as_the_next_page_leads_nowhere() -> None:
    channel = f'<l:link xmlns:l="http://www.w3.org/2005/Atom" rel="next" href="{ADDRESS}"/>'
    assert read(rss(channel=channel)).sources == ()


def test_a_mail_address_is_no_author() -> None:
    item = "<link>https://garden.example/1</link><author>ida@garden.example</author>"
    named = "<link>https://garden.example/1</link><author>ida@garden.example (Ida Moss)</author>"
    assert read(rss(item)).claims[0].first("author") == ""
    assert read(rss(named)).claims[0].first("author") == "Ida Moss"


def test_a_date_of_tomorrow_is_taken_and_one_of_next_week_is_not() -> None:
    item = "<link>https://garden.example/1</link><pubDate>{} Jun 2024 10:00:00 +0200</pubDate>"
    assert read(rss(item.format(2))).claims[0].first("date") == "2024-06-02T10:00:00+02:00"
    assert read(rss(item.format(9))).claims[0].first("date") == ""


def test_a_date_in_the_feeds_own_language_is_read() -> None:
    item = "<link>https://garden.example/1</link><pubDate>12. März 2016</pubDate>"
    found = read(rss(item, channel="<link>https://garden.example/</link><language>de-AT</language>"))
    assert found.claims[0].first("date") == "2016-03-12"


def test_a_comment_is_told_by_the_form_of_its_address() -> None:
    item = "<title>Rose on rain</title><link>https://garden.example/rain#{}</link>"
    assert read(rss(item.format("comment-7"))).claims[0].first("type") == "comment"
    assert read(rss(item.format("chapter-7"))).claims[0].first("type") == ""


def test_control_characters_do_not_hide_a_feed() -> None:
    found = read(rss("<title>Bell \x07 rings</title><link>https://garden.example/1</link>"))
    assert found.claims[0].first("title") == "Bell rings"


def test_the_headers_charset_counts_only_for_bytes_that_need_it() -> None:
    latin = "<rss>ä</rss>".encode("latin-1")
    headers = {"content-type": "text/xml; charset=ISO-8859-1"}
    assert feed_bytes.charset_for(latin, headers) == "ISO-8859-1"
    assert feed_bytes.charset_for("<rss>ä</rss>".encode(), headers) == ""
    assert feed_bytes.charset_for(b'<?xml version="1.0" encoding="koi8-r"?>' + latin, headers) == ""


def test_what_stands_before_the_declaration_is_cut_but_not_its_byte_order_mark() -> None:
    document = b"<?xml version='1.0'?><rss/>"
    assert feed_bytes.prepared(b"\n" + document) == document
    assert feed_bytes.prepared(b"Warning: <b>no</b>\n" + document) == document
    assert feed_bytes.prepared(b"\n\xef\xbb\xbf" + document) == b"\xef\xbb\xbf" + document


def test_a_link_on_a_host_above_or_below_is_the_blogs_own() -> None:
    hosts = frozenset({"garden.example"})
    assert feed_links.is_of("https://www.garden.example/1", hosts)
    assert feed_links.is_of("https://blog.garden.example/1", hosts)
    assert not feed_links.is_of("https://othergarden.example/1", hosts)


def test_an_item_without_a_link_has_no_address() -> None:
    item = ItemLinks(main="", others=("https://garden.example/elsewhere",))
    assert feed_links.own_address(item, frozenset({"garden.example"})) == ""


def test_a_json_feed_nested_without_end_is_a_problem() -> None:
    body = '{"version": "https://jsonfeed.org/version/1", "items": ' + "[" * 100_000
    assert [problem.kind for problem in jsonfeed.read(page(body), source()).problems] == ["feed.unreadable"]


def test_blogger_names_further_pages_on_a_host_of_its_own_and_they_are_asked_of_the_blog() -> None:
    here = "https://notes.example/feeds/posts/default?alt=atom"
    further = "https://www.blogger.com/feeds/123/posts/default?start-index=26&amp;max-results=25"
    body = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><link rel="next" href="{further}"/></feed>'
    found = feed.read(Page(here, here, 200, {}, body.encode()), Source(here, SourceKind.FEED))
    assert [one.address for one in found.sources] == [
        "https://notes.example/feeds/posts/default?start-index=26&max-results=25"
    ]
