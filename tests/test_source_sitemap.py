"""Sitemaps: what the golden cases of `cases/sitemap` do not show."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import urls
from crawler.model import Findings, Page, Role, Source, SourceKind
from crawler.sources import compressed, sitemap
from crawler.sources.sitemap_names import label_of, named

ADDRESS = "https://garden.example/sitemap.xml"


def page(body: bytes) -> Page:
    return Page(asked=ADDRESS, address=ADDRESS, status=200, headers={}, body=body)


def read(body: bytes) -> Findings:
    return sitemap.read(page(body), Source(ADDRESS, SourceKind.SITEMAP, Role.WHOLE))


def urlset(*locs: str) -> bytes:
    inner = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{inner}</urlset>'.encode()


@given(st.binary(max_size=400) | st.binary(max_size=100).map(gzip.compress))
def test_any_bytes_are_read_without_an_error(body: bytes) -> None:
    assert sitemap.recognises(page(body)) in (True, False)
    assert read(body) == read(body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\n",
        b"hello",
        b"ftp://garden.example/a",
        b"https://garden.example/a\nand then some words",
        b"<html>",
        b"\x1f\x8b",
    ],
)
def test_what_is_no_sitemap_is_not_taken_for_one(body: bytes) -> None:
    assert not sitemap.recognises(page(body))


def test_a_sitemap_in_utf_16_is_read() -> None:
    body = ('<?xml version="1.0" encoding="UTF-16"?>' + urlset("https://garden.example/a").decode()).encode("utf-16")
    assert sitemap.recognises(page(body))
    assert [claim.address for claim in read(body).claims] == ["https://garden.example/a"]


def test_addresses_beyond_the_bound_are_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap, "MOST_ADDRESSES", 2)
    found = read(urlset(*(f"https://garden.example/{number}" for number in range(5))))
    assert len(found.claims) == 2
    assert found.traits == ("sitemap", "sitemap.truncated")
    assert [problem.kind for problem in found.problems] == ["sitemap.too-long"]


def test_a_sitemap_that_fits_the_bound_exactly_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap, "MOST_ADDRESSES", 2)
    found = read(urlset("https://garden.example/1", "https://garden.example/2"))
    assert found.traits == ("sitemap",)
    assert found.problems == ()


def test_a_bomb_is_opened_no_further_than_the_bound() -> None:
    bomb = gzip.compress(b"\0" * 1_000_000)
    assert compressed.opened(bomb, limit=1000) == (b"\0" * 1000, True)


def test_what_fits_the_bound_is_not_cut() -> None:
    assert compressed.opened(gzip.compress(b"x" * 1000), limit=1000) == (b"x" * 1000, False)


def test_gzip_files_glued_together_are_one_document() -> None:
    assert compressed.opened(gzip.compress(b"a") + gzip.compress(b"b")) == (b"ab", False)


def test_a_third_layer_of_gzip_is_not_opened() -> None:
    once = gzip.compress(b"a")
    assert compressed.opened(gzip.compress(gzip.compress(once))) == (once, False)


@pytest.mark.parametrize(
    ("name", "kind", "role"),
    [
        ("post-sitemap.xml", "post", Role.WHOLE),
        ("post-sitemap12.xml", "post", Role.WHOLE),
        ("wp-sitemap-posts-post-1.xml", "post", Role.WHOLE),
        ("wp-sitemap-posts-page-1.xml", "page", Role.OTHER),
        ("wp-sitemap-posts-product-1.xml", "other", Role.OTHER),
        ("wp-sitemap-posts-recipe-1.xml", "", Role.PART),
        ("wp-sitemap-taxonomies-post_tag-1.xml", "tag", Role.TAG),
        ("wp-sitemap-taxonomies-category-1.xml", "category", Role.TAG),
        ("wp-sitemap-users-1.xml", "author", Role.AUTHOR),
        ("sitemap-posts.xml", "post", Role.WHOLE),
        ("sitemapposts.xml.gz", "post", Role.WHOLE),
        ("sitemap-pt-post-2019-01.xml", "post", Role.WHOLE),
        ("sitemap-pt-page-2019-01.xml", "page", Role.OTHER),
        ("sitemap-tax-post_tag.xml", "tag", Role.TAG),
        ("blog-posts-sitemap.xml", "post", Role.WHOLE),
        ("blog-categories-sitemap.xml", "category", Role.TAG),
        ("image-sitemap-1.xml", "other", Role.OTHER),
        ("sitemap-2019-01.xml", "", Role.WHOLE),
        ("sitemap-2019.xml", "", Role.WHOLE),
        ("sitemap-1.xml", "", Role.PART),
        ("sitemap-20190.xml", "", Role.PART),
        ("sitemap-page-2.xml", "", Role.PART),
        ("sitemap.xml?page=2", "", Role.PART),
        ("sitemap.xml?type=posts&page=2", "post", Role.WHOLE),
        ("sitemap/posts/2019/2019-01-01.xml", "post", Role.WHOLE),
        ("tags/sitemap.xml", "", Role.PART),
        ("poster-sitemap.xml", "", Role.PART),
    ],
)
def test_the_name_of_a_sitemap_says_what_it_lists(name: str, kind: str, role: Role) -> None:
    found = named(f"https://garden.example/{name}")
    assert (found.type, found.role) == (kind, role)


@given(st.text(max_size=60))
def test_any_text_has_some_name(text: str) -> None:
    assert isinstance(named(text).role, Role)
    assert isinstance(label_of(text), str)


@given(st.from_regex(sitemap._CLEAN, fullmatch=True))
def test_an_address_taken_as_it_stands_is_one_that_joining_would_not_change(loc: str) -> None:
    taken = sitemap._address("https://base.example/sitemap.xml", loc)
    assert taken == (urls.absolute("https://base.example/sitemap.xml", loc) or taken)
