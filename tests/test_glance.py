"""The date of a single page, read at a glance: the same that the whole page gives, and never more than was told."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.markup import Markup, markup_of
from crawler.merge import Habits
from crawler.merge.days import choose_date
from crawler.merge.evidence import Said
from crawler.model import Page
from crawler.posts import date_of
from crawler.sources import glance
from crawler.sources.page_bytes import unseen
from tests.web_page import HOME, document, own, page

TODAY = date(2026, 4, 17)
TEXT = "<p>Some inks fade, and some do not fade in a hundred years.</p>" * 40
HEAD = "<title>Ink | Quill</title>"
HERE = HOME + "log/ink.html"


def meta(name: str, value: str) -> str:
    return f'<meta property="{name}" content="{value}">'


def day_of(body: str, head: str = HEAD, at: str = HERE) -> str:
    found = date_of(page(document(body, head), at), TODAY)
    return found.value if found else ""


def whole_day_of(body: str, head: str = HEAD, at: str = HERE) -> str:
    said = [Said(one, at) for one in own(body, at, head).every("date")]
    found, _ = choose_date(said, at, Habits(today=TODAY))
    return found.value if found else ""


PAGES = [
    ("<h1>Ink</h1>", HEAD + meta("article:published_time", "2009-03-12T23:30:00-05:00"), "2009-03-12"),
    ("<h1>Ink</h1><p>March 11, 2009</p>", HEAD + meta("article:published_time", "2009-03-12T03:30:00Z"), "2009-03-11"),
    ("<h1>Ink</h1><p>March 12, 2009</p>", HEAD + meta("article:published_time", "2009-03-12T03:30:00Z"), "2009-03-12"),
    (f'<h1>Ink</h1><time datetime="2009-03-12">x</time>{TEXT}', HEAD, "2009-03-12"),
    (f"<h1>Ink</h1><p>March 12, 2009</p>{TEXT}", HEAD, "2009-03-12"),
    (f"<article><h1>Ink</h1>{TEXT}<p>March 12, 2009</p></article>", HEAD, "2009-03-12"),
    (f"<h1>Ink</h1>{TEXT}<p>© 2014 Ann</p>", HEAD, ""),
    (f"<h1>Ink</h1>{TEXT}<p>Copyright 2009-2014</p>", HEAD, ""),
    (f"<h1>Ink</h1>{TEXT}<p>yesterday</p>", HEAD, ""),
    (f"<p>Quill</p><h1>Ink</h1><p>by Ann</p><p>12 March 2009</p>{TEXT}<p>May 1, 2001</p>", HEAD, "2009-03-12"),
    (f"<nav>May 1, 2001</nav><h1>Ink</h1><p>March 12, 2009</p>{TEXT}", HEAD, "2009-03-12"),
    (f"<h1>Ink</h1><p>Updated March 12, 2010</p>{TEXT}", HEAD, ""),
    (f"<h1>Ink</h1><p>03/04/2009</p>{TEXT}", HEAD, "2009"),
    (f"<h1>Ink</h1><ul class=related><li>March 12, 2009</li></ul>{TEXT}", HEAD, ""),
    (
        f'<h1>Ink</h1><time itemprop="dateCreated datePublished" datetime="2009-03-12">x</time>{TEXT}',
        HEAD,
        "2009-03-12",
    ),
    (
        f'<h1>Ink</h1><div class="h-entry"><data class="dt-published" value="2009-03-12">x</data></div>{TEXT}',
        HEAD,
        "2009-03-12",
    ),
    ("<h1>Ink</h1>", HEAD + meta("article:published_time", "0001-01-01T00:00:00Z"), ""),
    ("<h1>Ink</h1>", HEAD + meta("article:published_time", "2009-02-31"), ""),
    ("<h1>Ink</h1>", HEAD + meta("article:published_time", "1057-03-12"), ""),
    ("<h1>Ink</h1>", HEAD + meta("article:published_time", "2099-03-12"), ""),
    ("<h1>Ink</h1>", HEAD + meta("article:published_time", "2016/6/29"), "2016-06-29"),
    (f"<article><h1>Ink</h1>{TEXT}<p>12 March 2009, in <a href=/tag/pens/>pens</a></p></article>", HEAD, "2009-03-12"),
    (
        f"<h1>Ink</h1>{TEXT}<p>12 March 2009 is when the ink <a href=/x/>ran dry</a> in all of our pens at home</p>",
        HEAD,
        "",
    ),
    (f"<h1>Ink</h1>{TEXT}<p>12 March 2009</p><div id=comments><p>Bo, 14 March 2009</p></div>", HEAD, "2009-03-12"),
    (f"<h1>Ink</h1>{TEXT}<nav><p>12 March 2009</p></nav>", HEAD, ""),
    (f"<h1>Ink</h1>{TEXT}<p>Updated 12 March 2009</p>", HEAD, ""),
    (f"<h1>Ink</h1>{TEXT}<abbr class=published title='2009-03-12T08:00:00-05:00'>8:00</abbr>", HEAD, "2009-03-12"),
    (
        f"<h1>Ink</h1>{TEXT}<abbr class=published title='2009-03-12T08:00:00-05:00'>8:00</abbr>"
        "<div class=comments><time datetime=2011-05-01>May</time></div>",
        HEAD,
        "2009-03-12",
    ),
    (
        '<h1>Ink</h1><time class="published updated" datetime="2009-03-12T10:00:00Z">12 March 2009</time>' + TEXT,
        HEAD,
        "2009-03-12",
    ),
    (
        '<h1>Ink</h1><time datetime="2009-03-12T09:00:00+10:00">x</time>'
        f'<time class="updated" datetime="2010-01-01T09:00:00+10:00">y</time>{TEXT}',
        HEAD,
        "2009-03-12",
    ),
    ("<p>no heading</p>", HEAD, ""),
    ("", "", ""),
]


@pytest.mark.parametrize(("body", "head", "told"), PAGES)
def test_a_page_alone_tells_its_day(body: str, head: str, told: str) -> None:
    assert day_of(body, head)[:10] == told


@pytest.mark.parametrize(("body", "head"), [(body, head) for body, head, _ in PAGES])
def test_a_glance_finds_what_the_whole_page_gives(body: str, head: str) -> None:
    assert day_of(body, head)[:10] == whole_day_of(body, head)[:10]


TELLING = [
    "<p>May 1, 2001</p>",
    "<p>Posted on 2 May 2001 in <a href=/tag/pens/>pens</a></p>",
    '<time datetime="2001-05-04T23:30:00Z">4 May 2001</time>',
    "<abbr class=published title='2001-05-06T08:00:00-05:00'>8:00</abbr>",
    '<span itemprop="datePublished" content="2001-05-07">x</span>',
    '<p><meta itemprop="datePublished" content="2001-05-08T10:00:00+02:00">On the eighth</p>',
]
NOISE = [
    TEXT,
    "<p>Ink dries.</p>",
    "<p>In 2001 we went to the fair, where many other things happened that are told in this log.</p>",
    '<time class="updated" datetime="2001-05-05">x</time>',
    "<div class=comments><p>Bo, 9 May 2001</p><time datetime=2001-05-09>x</time></div>",
    "<nav><p>10 May 2001</p></nav>",
    "<footer><p>&copy; 1999-2011 Ann</p></footer>",
    "<script>var day = '2001-05-11';</script>",
    "<!-- 12 May 2001 -->",
]
HEADS = ["", meta("article:published_time", "2001-04-01T22:00:00Z"), '<meta name="date" content="2001-04-02">']


@settings(max_examples=300)
@given(
    st.sampled_from(HEADS),
    st.sampled_from(["", *TELLING]),
    st.lists(st.sampled_from(NOISE), max_size=3),
    st.sampled_from([HERE, HOME + "2001/05/06/ink.html"]),
)
def test_of_a_page_that_tells_one_day_a_glance_finds_what_the_whole_page_gives(
    head: str, telling: str, noise: list[str], at: str
) -> None:
    body = f"<h1>Ink</h1>{''.join(noise[:1])}{telling}{''.join(noise[1:])}"
    assert day_of(body, HEAD + head, at)[:10] == whole_day_of(body, HEAD + head, at)[:10]


BYTES_DO = [
    (f"<h1>Ink</h1><p>March 12, 2009</p>{TEXT}", ""),
    (f"<h1>Ink</h1>{TEXT}<p>March 12, 2009</p>", ""),
    (f"<article><h1>Ink</h1>{TEXT}<p>12 March 2009, in <a href=/tag/pens/>pens</a></p></article>", ""),
    (f'<h1>Ink</h1><time datetime="2009-03-12">x</time>{TEXT}', ""),
    (f"<h1>Ink</h1>{TEXT}<abbr class=published title='2009-03-12T08:15:30-05:00'>8:15</abbr>", ""),
    (f'<h1>Ink</h1>{TEXT}<p><span itemprop="datePublished" content="2009-03-12">x</span></p>', ""),
]


@pytest.mark.parametrize(("body", "head"), BYTES_DO)
def test_where_one_day_is_told_plainly_no_tree_is_made(body: str, head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glance, "markup_of", lambda page: pytest.fail("a tree was made"))
    assert day_of(body, HEAD + head)[:10] == "2009-03-12"


HEAD_DOES = [
    ("<h1>Ink</h1>" + TEXT, meta("article:published_time", "2009-03-12T23:30:00-05:00")),
    (f"<h1>Ink</h1>{TEXT}<p>{'<b>May 1, 2001</b> ' * 50}</p>", meta("article:published_time", "2009-03-12")),
    (
        "<h1>Ink</h1>" + TEXT,
        '<script type="application/ld+json">{"@type":"Article","datePublished":"2009-03-12"}</script>',
    ),
    (f"<h1>Ink</h1><p>Bo, 9 years ago</p>{TEXT}", '<meta name="date" content="2009-03-12">'),
]


@pytest.mark.parametrize(("body", "head"), HEAD_DOES)
def test_where_the_head_tells_the_day_the_body_becomes_no_tree(
    body: str, head: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bytes] = []
    read = markup_of

    def noted(page: Page) -> Markup:
        made.append(page.body)
        return read(page)

    monkeypatch.setattr(glance, "markup_of", noted)
    assert day_of(body, HEAD + head)[:10] == "2009-03-12"
    assert all(b"Some inks fade" not in one for one in made)


class Counted(bytes):
    """Bytes that count how often something is looked for in them."""

    looked = 0

    def find(self, *args: Any) -> int:
        Counted.looked += 1
        return super().find(*args)


def test_the_end_of_what_is_never_closed_is_looked_for_once() -> None:
    Counted.looked = 0
    low = Counted(b"<!-- 2009 <script> <style> " * 1000)
    assert list(unseen(low, 0, len(low))) == []
    assert Counted.looked == 3


@pytest.mark.parametrize(
    "unit", ["<!-- 2009 ", "<script> ", "<meta ", "<h1>", "<span title=2009 ", "itemprop=", "2009 "]
)
def test_a_page_of_openings_without_ends_tells_no_day(unit: str) -> None:
    assert day_of(f"<h1>Ink</h1>{unit * 4000}") in ("", "2009")


def test_an_address_that_tells_a_day_needs_no_page_where_nothing_outranks_it() -> None:
    at = HOME + "2009/03/12/ink.html"
    assert glance.read(page(document(f"<h1>Ink</h1>{TEXT}", HEAD), at)) == ()
    assert day_of(f"<h1>Ink</h1>{TEXT}", at=at) == "2009-03-12"


@given(
    st.sampled_from(["2009", "2009-03", "March 2009", "2009-03-12", "March 12, 2009", "03/04/2009", "© 2009", "May"])
)
def test_a_pages_date_is_never_more_precise_than_its_words(written: str) -> None:
    told = {"2009-03-12": 10, "March 12, 2009": 10, "03/04/2009": 4, "2009-03": 7, "March 2009": 7, "2009": 4}
    assert len(day_of(f"<h1>Ink</h1><p>{written}</p>{TEXT}")) <= told.get(written, 0)
