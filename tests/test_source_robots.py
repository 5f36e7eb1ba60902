"""robots.txt: what the golden cases of `cases/robots` do not show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.model import Page, Source, SourceKind
from crawler.sources import robots

ADDRESS = "https://garden.example/robots.txt"


def page(body: bytes, asked: str = ADDRESS) -> Page:
    return Page(asked=asked, address=asked, status=200, headers={}, body=body)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(body: bytes) -> None:
    assert robots.recognises(page(body)) in (True, False)
    assert robots.read(page(body), Source(ADDRESS, SourceKind.ROBOTS)).claims == ()


@pytest.mark.parametrize(
    "asked",
    ["https://garden.example/robots.txt", "https://garden.example/ROBOTS.TXT", "https://garden.example/robots.txt?x=1"],
)
def test_a_robots_file_is_told_by_its_place(asked: str) -> None:
    assert robots.recognises(page(b"User-agent: *", asked))


@pytest.mark.parametrize(
    "asked",
    ["https://garden.example/", "https://garden.example/blog/robots.txt", "https://garden.example/?/robots.txt"],
)
def test_the_same_text_elsewhere_is_none(asked: str) -> None:
    assert not robots.recognises(page(b"Sitemap: https://garden.example/sitemap.xml", asked))


def test_a_rule_that_speaks_of_a_sitemap_names_none() -> None:
    body = b"Disallow: /sitemap: /x\nUser-agent: sitemap: bot\n"
    assert robots.read(page(body), Source(ADDRESS, SourceKind.ROBOTS)).sources == ()
