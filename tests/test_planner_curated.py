"""The curator's corrections and what is asked: further sources are, excluded pages are not, they prove nothing."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest

from crawler.corrections import claims_of, harvest_of, read_line, with_said
from crawler.model import Harvest
from crawler.planner import Limits
from tests.dryblogs import HOME, Entry, entries, listing, menu, page, paged, post_pages, rss, sitemap
from tests.dryweb import Answer, Web, crawl

SOME = entries(60)
HIDDEN = entries(6, pattern="attic/{day:%Y/%m}/{slug}/", every=40)
FULL = Limits(depth="full")


def at(path: str) -> str:
    return urljoin(HOME, path)


def desk(*lines: str) -> Harvest:
    return harvest_of("blog-example", claims_of(HOME, with_said((), map(read_line, lines))))


def blog(extra: list[Entry] | None = None) -> dict[str, Answer | str]:
    """A blog whose archive and sitemap agree: nothing else need be asked."""
    shown = [*SOME, *(extra or [])]
    front = page("The Example Blog", menu((at("/archive/"), "Archive")) + listing(shown[:5]), feed=at("/feed.xml"))
    return {
        **post_pages(shown),
        HOME: front,
        at("/archive/"): page("Archive", listing(shown)),
        at("/feed.xml"): rss(shown[:10]),
        at("/sitemap.xml"): sitemap([one.address for one in shown]),
    }


ATTIC: dict[str, Answer | str] = {
    "page": page("Attic", listing(HIDDEN)),
    "feed": Answer(rss(HIDDEN), type="application/rss+xml"),
    "sitemap": Answer(sitemap(one.address for one in HIDDEN), type="application/xml"),
}


@pytest.mark.parametrize("form", ATTIC)
def test_a_page_that_the_curator_names_is_read_whatever_it_is(form: str) -> None:
    web = Web(blog() | post_pages(HIDDEN) | {at("/attic/all"): ATTIC[form]})
    assert crawl(web, HOME).word == "complete"
    found = crawl(Web(web.answers), HOME, desk=desk(f"source {at('/attic/all')}"))
    assert {one.address for one in HIDDEN} <= found.found
    assert found.web.asked.count(at("/attic/all")) == 1
    assert at("/feed.xml") in found.web.asked


def test_the_further_pages_of_a_page_that_the_curator_names_are_read() -> None:
    old = entries(40, pattern="attic/{day:%Y/%m}/{slug}/", every=40)
    pages = paged(old, 10, at("/attic/"), at("/attic/page/{n}/"), "next")
    found = crawl(Web(blog() | pages), HOME, desk=desk(f"source {at('/attic/')}"))
    assert {one.address for one in old} <= found.found


def test_a_page_that_the_curator_names_and_that_is_gone_ends_nothing() -> None:
    found = crawl(Web(blog()), HOME, desk=desk(f"source {at('/gone/')}"))
    assert len(found.found) == 60 and found.word == "complete"


def test_pages_of_excluded_addresses_are_not_visited() -> None:
    web = Web(blog(HIDDEN))
    found = crawl(web, HOME, FULL, desk=desk("exclude /attic/*"))
    assert {one.address for one in SOME} == found.found
    assert not [address for address in web.asked if "/attic/" in address]


def test_excluded_neighbours_are_not_visited() -> None:
    chain = entries(30)
    out = chain[10].address
    pages = post_pages(chain, joined=True)
    web = Web(pages | {HOME: page("The Example Blog", listing(chain[:12]))})
    crawl(web, HOME, desk=desk(f"exclude {out}"))
    assert out not in web.asked


def test_a_post_that_the_curator_added_proves_nothing_and_disproves_nothing() -> None:
    plain = crawl(Web(blog()), HOME)
    added = crawl(Web(blog() | post_pages(HIDDEN)), HOME, desk=desk(f"post {HIDDEN[0].address}"))
    assert HIDDEN[0].address in added.found
    assert (added.word, len(added.completeness.reasons)) == (plain.word, len(plain.completeness.reasons))
    assert added.requests <= plain.requests + 1  # its own page, for title and date
    assert {(one.url, one.text("title")) for one in added.posts} >= {(HIDDEN[0].address, HIDDEN[0].title)}


def test_corrections_alone_make_no_blog_complete() -> None:
    lines = [f"post {one.address}" for one in SOME]
    web = Web(post_pages(SOME) | {HOME: page("The Example Blog", "<p>Nothing here.</p>")})
    assert crawl(web, HOME, desk=desk(*lines)).word == "partial"


def test_a_post_that_has_no_title_by_the_curators_word_is_not_asked_for_one() -> None:
    front = page("The Example Blog", listing(SOME[:9]))
    feed = Answer(rss(SOME[:9]).replace(f"<title>{SOME[0].title}</title>", ""), type="application/rss+xml")
    web = Web(post_pages(SOME[:9]) | {HOME: front, at("/feed.xml"): feed})
    crawl(web, HOME, desk=desk(f"title {SOME[0].address} ", f"date {SOME[0].address} 2009"))
    assert SOME[0].address not in web.asked
