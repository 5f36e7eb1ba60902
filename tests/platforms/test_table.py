"""Platforms that the table alone leads through: what they keep everything in is asked, and nothing is guessed."""

from __future__ import annotations

import json

import pytest

from tests.dryblogs import Entry, listing, page, rss
from tests.dryweb import Answer, Crawled, Web, assert_exact, crawl
from tests.platforms.fake import SPARE, front, many


def micro(root: str, sign: str, posts: list[Entry]) -> Crawled:
    items = [
        {"id": one.address, "url": one.address, "title": one.title, "date_published": f"{one.day}T21:30:00-05:00"}
        for one in posts
    ]
    feed = json.dumps({"version": "https://jsonfeed.org/version/1", "title": "Blog", "items": items})
    newest = f'<link rel=alternate type="application/rss+xml" href="{root}feed.xml">'
    answers: dict[str, Answer | str] = {
        root: front(posts, sign + newest),
        f"{root}feed.xml": rss(posts[:25], root),
        f"{root}archive/index.json": Answer(feed, type="application/json"),
    }
    return crawl(Web(answers), root)


@pytest.mark.parametrize(
    ("root", "sign"),
    [
        ("https://ann.micro.blog/", ""),
        ("https://ann.example/", '<link rel="micropub" href="https://micro.blog/micropub">'),
    ],
)
def test_the_archive_of_micro_blog_is_one_feed_and_the_short_one_is_not_asked(root: str, sign: str) -> None:
    posts = many(root, "{day:%Y/%m/%d}/{slug}.html")
    done = micro(root, sign, posts)
    assert_exact(done, posts)
    assert f"{root}feed.xml" not in done.web.asked
    assert done.requests <= 1 + SPARE


def test_the_list_of_a_bear_blog_is_one_page() -> None:
    root = "https://ann.bearblog.dev/"
    posts = many(root, "{slug}/")
    answers = {root: page("Ann", "<h1>Ann</h1><p>Hello.</p>"), f"{root}blog/": page("Blog | Ann", listing(posts))}
    done = crawl(Web(answers), root)
    assert_exact(done, posts)
    assert done.requests <= 1 + SPARE
