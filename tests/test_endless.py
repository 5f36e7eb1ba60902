"""Endless scroll is an offset API: what the page names is asked, batch after batch, without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from crawler.markup import markup_of
from crawler.model import Page, Source, SourceKind
from crawler.sources import read
from crawler.sources.endless import next_batch
from tests.dryblogs import HOME, Entry, articles, entries, page
from tests.dryweb import Answer, Crawled, Web, assert_exact, crawl
from tests.platforms.fake import asked

FEW = 130
EACH = 20
POSTS = entries(FEW)
Batch = Callable[[list[Entry], int], Any]


def records(some: list[Entry], start: int) -> Any:
    return {"posts": [{"url": one.address, "title": one.title, "date": f"{one.day}T10:00:00+02:00"} for one in some]}


def linked(some: list[Entry], start: int) -> Any:
    following = f"/more?offset={start + EACH}" if start + EACH < FEW else None
    return {"items": records(some, start)["posts"], "next": following}


def counted(some: list[Entry], start: int) -> Any:
    return records(some, start) | {"meta": {"next_offset": start + EACH if start + EACH < FEW else None}}


def flagged(some: list[Entry], start: int) -> Any:
    return records(some, start) | {"has_more": start + EACH < FEW}


def markup(some: list[Entry], start: int) -> Any:
    return {"success": True, "data": {"html": articles(some)}}


def scrolled(attribute: str, batch: Callable[[list[Entry], int], str]) -> Crawled:
    """A blog whose page shows the newest and names where the next batch is."""

    def serve(address: str) -> Answer | str | None:
        path, query = asked(address)
        if path == "/":
            return page("The Example Blog", f"<h1>Blog</h1>{articles(POSTS[:EACH])}{attribute}")
        if path != "/more":
            return None
        start = int(query["offset"])
        return Answer(batch(POSTS[start : start + EACH], start), type="application/json")

    return crawl(Web(otherwise=serve), HOME)


@pytest.mark.parametrize("batch", [records, linked, counted, flagged, markup])
def test_offsets_are_replayed_until_a_batch_is_empty_or_says_that_it_is_the_last(batch: Batch) -> None:
    done = scrolled('<div data-next-url="/more?offset=20"></div>', lambda some, start: json.dumps(batch(some, start)))
    assert_exact(done, POSTS)
    assert len([address for address in done.web.asked if "/more" in address]) <= FEW // EACH + 1


def test_fragments_of_a_page_that_name_the_next_are_followed() -> None:
    def fragment(some: list[Entry], start: int) -> str:
        more = f'<div hx-get="/more?offset={start + EACH}" hx-trigger="revealed"></div>' if len(some) == EACH else ""
        return articles(some) + more

    assert_exact(scrolled('<p hx-get="/more?offset=20" hx-trigger="revealed" hx-swap="afterend"></p>', fragment), POSTS)


@pytest.mark.parametrize(
    ("shown", "named"),
    [
        ('<div data-next-page-url="/api/posts?page=2">', "https://blog.example/api/posts?page=2"),
        ('<a data-load-more="?offset=10">More</a>', "https://blog.example/?offset=10"),
        ('<tr hx-get="/posts/?page=2" hx-trigger="intersect once">', "https://blog.example/posts/?page=2"),
        ('<button hx-get="/posts?page=2">Load more</button>', "https://blog.example/posts?page=2"),
        ('<script>var s = {"loadMoreUrl": "\\/api\\/posts?page=2"};</script>', "https://blog.example/api/posts?page=2"),
        ('<div data-next-url="/2020/01/the-next-post/">', None),
        ('<div data-next-url="https://other.example/posts?page=2">', None),
        ('<div data-next-url="/posts?page={page}">', None),
        ('<div data-next="#slide-2">', None),
        ('<button hx-get="/search?q=x">Search</button>', None),
        ("<script>let nextUrl = '/account/login';</script>", None),
    ],
)
def test_an_address_is_taken_where_it_is_written_out_and_counts(shown: str, named: str | None) -> None:
    body = f"<html><body><p>x</p>{shown}</body></html>".encode()
    assert next_batch(markup_of(Page(HOME, HOME, 200, {}, body))) == named


def test_json_that_holds_no_entries_is_no_batch() -> None:
    body = json.dumps({"user": {"name": "Ann"}, "links": ["a", "b"]}).encode()
    found = read(Page(HOME, HOME, 200, {}, body), Source(HOME, SourceKind.ARCHIVE))
    assert (found.claims, found.sources) == ((), ())
