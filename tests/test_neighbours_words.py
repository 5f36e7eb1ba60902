"""The older and the newer post that a page links to by words, arrows or names alone."""

from __future__ import annotations

import pytest

from crawler.model import Place, Role, Source, SourceKind
from crawler.sources import html
from tests.dryblogs import HOME, Entry, articles, entries, page
from tests.dryweb import Answer, Web, assert_exact, crawl
from tests.web_page import HOME as QUILL
from tests.web_page import document, path
from tests.web_page import page as fetched

TEXT = "<h1>Ink</h1><p>12 May 2012</p><p>It lasts.</p>"
STANDING: dict[str, Answer | str] = {f"{HOME}robots.txt": "User-agent: *\n"}


def neighbours(body: str, kind: SourceKind = SourceKind.POST) -> list[str]:
    at = f"{QUILL}log/ink.html"
    found = html.read(fetched(document(TEXT + body), at), Source(at, kind, Role.ONE))
    return [path(claim.address) for claim in found.claims if claim.place is Place.BESIDE]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/log/pen.html">« Pen</a>',
        '<a href="/log/pen.html">Pen →</a>',
        '<a href="/log/pen.html">Previous post</a>',
        '<a href="/log/pen.html">Older: Pen</a>',
        '<p>Vorheriger Beitrag: <a href="/log/pen.html">Pen</a></p>',
        '<a href="/log/pen.html">上一篇</a>',
        '<div class="nav-previous"><a href="/log/pen.html">Pen</a></div>',
    ],
)
def test_a_link_leads_to_a_neighbour(link: str) -> None:
    assert neighbours(link) == ["/log/pen.html"]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/log/pen.html">Pen</a>',
        '<a href="/log/">← Log</a>',
        '<a href="/everything.html">← Back to all posts</a>',
        '<a href="https://elsewhere.example/pen.html">« Pen</a>',
        '<a href="/a.html">A →</a><a href="/b.html">B →</a><a href="/c.html">C →</a>',
    ],
)
def test_a_link_leads_to_no_neighbour(link: str) -> None:
    assert neighbours(link) == []


def test_a_page_that_is_read_as_a_list_names_no_neighbour() -> None:
    assert neighbours('<a href="/log/pen.html">« Pen</a>', SourceKind.ARCHIVE) == []


def test_marks_for_machines_are_believed_alone() -> None:
    marked = '<a rel="prev" href="/log/nib.html">Nib</a><a href="/log/pen.html">« Pen</a>'
    assert neighbours(marked) == ["/log/nib.html"]


def _pages(some: list[Entry]) -> dict[str, Answer | str]:
    made: dict[str, Answer | str] = {}
    for number, one in enumerate(some):
        older = f'<a href="{some[number + 1].address}">« Older one</a>' if number + 1 < len(some) else ""
        body = f"<h1>{one.title}</h1><time datetime={one.day}>{one.day}</time><p>The text.</p>{older}"
        made[one.address] = page(one.title, body)
    return made


def test_a_blog_that_lists_its_newest_posts_alone_is_read_from_post_to_post() -> None:
    some = entries(30, pattern="{slug}/")
    crawled = crawl(Web(STANDING | _pages(some) | {HOME: page("The Example Blog", articles(some[:5]))}), HOME)
    assert_exact(crawled, some)


def test_neighbours_that_are_all_listed_are_soon_left_alone() -> None:
    some = entries(120, pattern="{slug}/")  # as many as lists of the newest are often cut to
    crawled = crawl(Web(STANDING | _pages(some) | {HOME: page("The Example Blog", articles(some))}), HOME)
    assert_exact(crawled, some)
    assert crawled.requests < 40
