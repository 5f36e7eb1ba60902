"""Registries as files."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import UnreadableRegistry
from crawler.model import Blog
from crawler.registry_files import parse_registry, read_registry, topics_of, write_csv

OPML = b"""<?xml version="1.0"?>
<opml version="2.0"><head><title>Subscriptions</title></head><body>
  <outline text="Science">
    <outline text="Botany">
      <outline type="rss" text="Ferns &amp; Mosses" htmlUrl="https://ferns.example/" xmlUrl="https://ferns.example/atom.xml"/>
    </outline>
  </outline>
  <outline type="rss" title="Only a feed" xmlUrl="https://notes.example/blog/feed.xml" category="/Tech,/Python"/>
  <outline text="Nothing behind it"/>
  <outline type="include" text="Another list" url="https://lists.example/other.opml"/>
  <outline text="An empty folder that holds a folder"><outline text="Inner"><outline text="In" HTMLURL="https://in.example/"/></outline></outline>
</body></opml>"""


def test_a_csv_gives_its_blogs_and_ignores_columns_it_does_not_know() -> None:
    registry = parse_registry(
        b"rank,url,name,category,kind,topics\n1,https://a.example/,A & B,AI / ML,personal blog,Python; Haskell\n"
    )
    assert registry.faults == ()
    assert registry.blogs == (
        Blog("a-example", "https://a.example/", "A & B", "AI / ML", "personal blog", ("Python", "Haskell")),
    )


def test_a_csv_may_call_the_address_home() -> None:
    assert [b.home for b in parse_registry(b"name,home\nA,https://a.example/\n").blogs] == ["https://a.example/"]


@pytest.mark.parametrize(
    "body",
    [
        "url;name\r\nhttps://a.example/;Größe\r\n".encode("utf-8-sig"),
        "url\tname\nhttps://a.example/\tGröße\n".encode("utf-16"),
        "url,name\nhttps://a.example/,Größe\n".encode("cp1252"),
    ],
    ids=["semicolons and a byte order mark", "tabs in UTF-16", "an old code page"],
)
def test_a_csv_as_spreadsheets_write_it_is_read(body: bytes) -> None:
    assert [(b.home, b.name) for b in parse_registry(body).blogs] == [("https://a.example/", "Größe")]


def test_a_row_that_is_no_blog_is_told_with_its_line_and_the_others_enter() -> None:
    registry = parse_registry(
        b'url,name\nhttps://a.example/,"two\nlines"\n,nameless\nmailto:x@y.example,M\nhttps://b.example/,B\n'
    )
    assert [b.slug for b in registry.blogs] == ["a-example", "b-example"]
    assert [fault.line for fault in registry.faults] == [4, 5]


def test_empty_lines_are_neither_blogs_nor_faults() -> None:
    registry = parse_registry(b"url,name\n\n  ,\nhttps://a.example/,A\n\n")
    assert (len(registry.blogs), registry.faults) == (1, ())


@pytest.mark.parametrize(
    "body",
    [b"", b"name,category\nA,B\n", b"<html><body>Not found</body></html>", b"<rss/>", b"<", b"\x00\x01\x02"],
)
def test_what_is_no_registry_is_an_error(body: bytes) -> None:
    with pytest.raises(UnreadableRegistry):
        parse_registry(body)


def test_a_file_that_cannot_be_read_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(UnreadableRegistry, match=r"cannot read .*absent\.csv"):
        read_registry(tmp_path / "absent.csv")


def test_the_folders_of_an_opml_are_the_category() -> None:
    ferns = parse_registry(OPML).blogs[0]
    assert (ferns.home, ferns.name, ferns.category, ferns.feed) == (
        "https://ferns.example/",
        "Ferns & Mosses",
        "Science / Botany",
        "https://ferns.example/atom.xml",
    )


def test_an_outline_with_a_feed_alone_is_at_home_where_the_feed_lies() -> None:
    notes = parse_registry(OPML).blogs[1]
    assert (notes.home, notes.name, notes.topics) == ("https://notes.example/blog/", "Only a feed", ("Tech", "Python"))


def test_an_outline_without_any_address_is_told_with_its_line() -> None:
    assert [(fault.line, "Nothing behind it" in fault.message) for fault in parse_registry(OPML).faults] == [(9, True)]


def test_attribute_names_of_an_opml_may_have_any_case() -> None:
    assert parse_registry(OPML).blogs[2].home == "https://in.example/"


def test_a_broken_opml_gives_what_can_be_read() -> None:
    body = b'<opml><body><outline text="A & B" htmlUrl="https://a.example/"/><outline text="B" htmlUrl="https://b.example/">'
    assert [b.slug for b in parse_registry(body).blogs] == ["a-example", "b-example"]


def test_an_opml_cannot_read_files_of_this_machine(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("https://secret.example/")
    body = f'<!DOCTYPE opml [<!ENTITY s SYSTEM "{secret.as_uri()}">]><opml><body><outline text="&s;" htmlUrl="https://a.example/"/></body></opml>'
    assert "secret" not in parse_registry(body.encode()).blogs[0].name


@pytest.mark.parametrize(
    ("cell", "topics"),
    [
        ("Python; Haskell", ("Python", "Haskell")),
        ("Python, Haskell", ("Python", "Haskell")),
        ("C, C++; Haskell", ("C, C++", "Haskell")),
        ("Python · Python", ("Python",)),
        ("", ()),
    ],
)
def test_topics_are_separated_as_people_do(cell: str, topics: tuple[str, ...]) -> None:
    assert topics_of(cell) == topics


WORDS = st.text("abcÄ漢,;\"' =-", min_size=1, max_size=8).map(lambda words: " ".join(words.split())).filter(bool)
TOPICS = st.lists(st.text("abc漢", min_size=1, max_size=4), max_size=3, unique=True).map(tuple)
BLOGS = st.builds(
    Blog,
    slug=st.just("a-example"),
    home=st.just("https://a.example/"),
    name=WORDS,
    category=WORDS,
    kind=WORDS,
    topics=TOPICS,
)


@given(st.lists(BLOGS, max_size=4))
def test_a_written_csv_reads_back_the_same(blogs: list[Blog]) -> None:
    out = io.StringIO(newline="")
    write_csv([(blog, ()) for blog in blogs], out)
    assert parse_registry(out.getvalue().encode()).blogs == tuple(blogs)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_registry_or_an_error(body: bytes) -> None:
    with suppress(UnreadableRegistry):
        parse_registry(body)
