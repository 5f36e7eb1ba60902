"""Fakes of builders of sites that have no API for readers: what their sitemaps, feeds and pages hold.

Wix        https://support.wix.com/en/article/understanding-your-sites-sitemap-file: an index, a sitemap of its own
           for the posts; no list tells titles and days of all, so each post is asked. Its page has a BlogPosting:
           https://www.runoctopus.com/glossary/blogposting-schema/blogposting-schema-for-wix.html
Webflow    https://developers.webflow.com/designer/reference/element-settings/collection-list-settings: at most 100
           items for a page; https://www.sygnal.com/lessons/collection-list-pagination: `?ID_page=N`
Hashnode   https://github.com/Hashnode/starter-kit: packages/utils/feed.ts (20 items, `?after=CURSOR` named as next),
           packages/utils/seo/sitemap.ts, and sitemap.xml.tsx (MAX_POSTS 1000); the front page's state has ten posts
Notion     https://github.com/transitive-bullshit/nextjs-notion-starter-kit: pages/feed.tsx (every post),
           pages/sitemap.xml.tsx
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.dryblogs import Entry, addresses, articles, page, rss, sitemap, sitemap_index
from tests.dryweb import Answer
from tests.platforms.fake import asked, front, many


@dataclass
class Built:
    """A site with its posts. `fewest` are the requests that its caps ask for."""

    home = "https://built.example/"
    pattern = "{slug}"
    head = ""
    posts: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.posts = self.posts or many(self.home.rstrip("/") + "/", self.pattern)

    def at(self, path: str) -> str:
        """An address of the site."""
        return self.home + path


class Wix(Built):
    """The newest twenty have their day in the feed, all others on their pages alone."""

    home = "https://ann.wixsite.com/"
    pattern = "post/{slug}"
    head = '<meta name="generator" content="Wix.com Website Builder">'
    in_feed = 20

    @property
    def fewest(self) -> int:
        return 2 + len(self.posts) - self.in_feed

    def serve(self, address: str) -> Answer | str | None:
        path, _ = asked(address)
        answers: dict[str, str] = {
            "/": front(self.posts, self.head),
            "/sitemap.xml": sitemap_index([self.at("blog-posts-sitemap.xml"), self.at("pages-sitemap.xml")]),
            "/blog-posts-sitemap.xml": sitemap(addresses(self.posts)),
            "/pages-sitemap.xml": sitemap([self.home, self.at("about"), self.at("blog")]),
            "/blog-feed.xml": rss(self.posts[: self.in_feed], self.home),
        }
        return answers.get(path) or next((self._own(one) for one in self.posts if one.address == address), None)

    def _own(self, one: Entry) -> str:
        told = {"@context": "https://schema.org", "@type": "BlogPosting", "headline": one.title,
                "datePublished": f"{one.day}T12:00:00.000Z", "dateModified": "2024-01-02T00:00:00.000Z"}  # fmt: skip
        data = f'<script type="application/ld+json">{json.dumps(told)}</script>'
        return page(one.title, f"<article><h1>{one.title}</h1><p>The whole text.</p></article>", head=self.head + data)


class Webflow(Built):
    """A list of a hundred for a page, by its own number."""

    home = "https://flow.example/blog"
    head = '<meta content="Webflow" name="generator">'
    each = 100

    @property
    def fewest(self) -> int:
        return -(-len(self.posts) // self.each)

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if path == "/sitemap.xml":
            return sitemap(["https://flow.example/", self.home, *addresses(self.posts)])
        if path != "/blog":
            return None
        number = int(query.get("6f1a2b3c_page", "1"))
        last = number * self.each >= len(self.posts)
        more = "" if last else f'<a href="?6f1a2b3c_page={number + 1}" aria-label="Next Page">Next</a>'
        return page(
            "Flow", articles(self.posts[(number - 1) * self.each :][: self.each]) + f"<div>{more}</div>", head=self.head
        )


class Hashnode(Built):
    """Feed pages of twenty, each naming the next; a sitemap of a thousand."""

    home = "https://ann.hashnode.dev/"
    each = 20
    in_sitemap = 1_000

    @property
    def fewest(self) -> int:
        return -(-len(self.posts) // self.each)

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        if path == "/":
            return self._front()
        if path == "/sitemap.xml":
            return sitemap([self.home, *addresses(self.posts[: self.in_sitemap]), self.at("tag/red")])
        if path != "/rss.xml":
            return None
        start = int(query.get("after", "0"))
        after = start + self.each
        feed = rss(self.posts[start:after], self.home)
        named = f'<atom:link rel="first" href="{self.at("rss.xml")}"/>' + (
            f'<atom:link rel="next" href="{self.at("rss.xml")}?after={after}"/>' if after < len(self.posts) else ""
        )
        spaced = feed.replace('<rss version="2.0">', '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">')
        return Answer(spaced.replace("<item>", f"{named}<item>", 1), type="text/xml")

    def _front(self) -> str:
        some = [{"id": one.day, "title": one.title, "slug": one.address.rpartition("/")[2], "brief": "Words.",
                 "publishedAt": f"{one.day}T12:00:00.000Z"} for one in self.posts[:10]]  # fmt: skip
        state = {"props": {"pageProps": {"initialAllPosts": some}}, "page": "/"}
        script = f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(state)}</script>'
        body = f'<div id="__next"><h1>Ann</h1>{articles(self.posts[:10])}<button>Load more posts</button></div>{script}'
        return page("Ann", body, feed="/rss.xml")


class Notion(Built):
    """A site that the starter kit makes of a Notion database: its feed has every post."""

    home = "https://note.example/"
    fewest = 1

    def serve(self, address: str) -> Answer | str | None:
        path, _ = asked(address)
        feed = Answer(rss(self.posts, self.home), type="text/xml; charset=utf-8")
        answers: dict[str, Answer | str] = {
            "/": self._front(),
            "/feed": feed,
            "/sitemap.xml": sitemap([self.home, *addresses(self.posts), self.at("about")]),
        }
        return answers.get(path)

    def _front(self) -> str:
        cards = "".join(
            f'<a class="notion-page-link notion-collection-card" href="{one.address}"><div>{one.title}</div>'
            f"<div>{date.fromisoformat(one.day):%b %-d, %Y}</div></a>"
            for one in self.posts[:10]
        )
        body = f'<div id="__next"><main class="notion"><h1>Note</h1>{cards}</main></div>'
        return page(
            "Note", body + '<script id="__NEXT_DATA__" type="application/json">{"props": {}}</script>', feed="/feed"
        )


def rows_of(posts: list[Entry], home: str) -> list[dict[str, Any]]:
    """Posts as lists in the state of a page have them: path, title, day."""
    return [{"path": one.address.removeprefix(home[:-1]), "title": one.title, "date": one.day} for one in posts]
