"""Posts in the state that a page carries for its scripts: Next, Gatsby, Apollo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crawler.markup import markup_of
from crawler.model import Page
from crawler.sources.platforms import embedded
from tests.dryblogs import entries, page, post_pages
from tests.dryweb import Answer, Web, assert_exact, crawl
from tests.platforms.builders import rows_of
from tests.platforms.fake import as_json, crawled, many

HOME = "https://app.example/"
SOME = entries(20, HOME, "blog/{slug}/")
ROWS = [
    {
        "slug": one.address.split("/")[-2],
        "path": one.address.removeprefix(HOME[:-1]),
        "title": one.title,
        "date": one.day,
    }
    for one in SOME
]


def next_page(props: Any, body: str = "") -> str:
    state = json.dumps({"props": {"pageProps": props}, "page": "/"})
    return page(
        "The App", f'<div id="__next">{body}</div><script id="__NEXT_DATA__" type="application/json">{state}</script>'
    )


def told(body: str) -> list[tuple[str, str, str]]:
    read = embedded.read(markup_of(Page(HOME, HOME, 200, {"content-type": "text/html"}, body.encode())))
    return [(claim.address, claim.first("title"), claim.first("date")) for claim in read]


def expected() -> list[tuple[str, str, str]]:
    return [(one.address, one.title, one.day) for one in SOME]


def without(name: str) -> list[dict[str, str]]:
    return [{key: value for key, value in row.items() if key != name} for row in ROWS]


def test_a_list_with_paths_is_a_list_of_posts() -> None:
    assert told(next_page({"posts": ROWS})) == expected()


def test_fields_may_stand_in_front_matter_and_nodes() -> None:
    rows = [
        {"node": {"fields": {"slug": row["path"]}, "frontmatter": {"title": row["title"], "date": row["date"]}}}
        for row in ROWS
    ]
    assert told(next_page({"all": {"edges": rows}})) == expected()


def test_slugs_stand_below_the_folder_that_links_of_the_page_show() -> None:
    links = "".join(f'<a href="/blog/{row["slug"]}">{row["title"]}</a>' for row in ROWS[:2])
    assert [at for at, _, _ in told(next_page({"posts": without("path")}, links))] == [
        at.rstrip("/") for at, _, _ in expected()
    ]


def test_slugs_without_a_folder_are_no_addresses() -> None:
    assert told(next_page({"posts": without("path")})) == []


@pytest.mark.parametrize("name", ["events", "talks", "products", "relatedProjects"])
def test_dated_lists_of_other_things_are_none(name: str) -> None:
    assert told(next_page({name: ROWS})) == []


@pytest.mark.parametrize("missing", ["title", "date"])
def test_lists_without_titles_or_dates_are_none(missing: str) -> None:
    assert told(next_page({"posts": without(missing)})) == []


def test_posts_of_other_hosts_are_none() -> None:
    rows = [{**row, "path": f"https://else.example{row['path']}"} for row in ROWS]
    assert told(next_page({"posts": rows})) == []


@pytest.mark.parametrize("state", ["", "{", "[1, 2", "null", '{"a": [[[]]]}', "[{}, {}, {}]"])
def test_broken_state_tells_nothing(state: str) -> None:
    assert told(f'<script id="__NEXT_DATA__">{state}</script>') == []


def test_posts_of_a_cache_are_told_without_answers_to_others() -> None:
    cache: dict[str, Any] = {
        f"Post:{number}": {
            "__typename": "Post",
            "title": one.title,
            "mediumUrl": one.address,
            "firstPublishedAt": 1_585_301_352_104,
            "inResponseToPostResult": {"__ref": "Post:0"} if number == 3 else None,
        }
        for number, one in enumerate(SOME)
    }
    body = f"<script>window.__APOLLO_STATE__ = {json.dumps(cache)}</script>"
    assert told(body) == [(one.address, one.title, "2020-03-27T09:29:12Z") for one in SOME if one != SOME[3]]


def test_a_page_that_next_made_is_read_without_its_scripts() -> None:
    answers = {HOME: next_page({"posts": ROWS}), **post_pages(SOME)}
    assert_exact(crawl(Web(answers), HOME), SOME)


def test_an_empty_page_of_gatsby_is_read_by_its_data() -> None:
    head = '<meta name="generator" content="Gatsby 5.1">'
    data = {"componentChunkName": "index", "path": "/", "result": {"data": {"all": {"nodes": ROWS}}}}
    answers: dict[str, Answer | str] = {
        HOME: page("The App", '<div id="___gatsby"></div>', head=head),
        f"{HOME}page-data/index/page-data.json": as_json(data),
    }
    assert_exact(crawl(Web(answers), HOME), SOME)


def test_twelve_hundred_posts_in_the_state_of_a_page_take_that_page() -> None:
    posts = many(HOME, "blog/{slug}/")
    answers = {HOME: next_page({"posts": rows_of(posts, HOME)})}
    crawled(HOME, answers.get, posts, 1)


def test_twelve_hundred_posts_in_the_data_of_a_page_take_that_file() -> None:
    posts = many(HOME, "blog/{slug}/")
    data = {"componentChunkName": "index", "path": "/", "result": {"data": {"all": {"nodes": rows_of(posts, HOME)}}}}
    answers: dict[str, Answer | str] = {
        HOME: page("The App", '<div id="___gatsby"></div>', head='<meta name="generator" content="Gatsby 5.1">'),
        f"{HOME}page-data/index/page-data.json": as_json(data),
    }
    crawled(HOME, answers.get, posts, 1)
