"""Webs that never end, lie or fail, in memory: the crawl ends by itself, says what was wrong, keeps what is right."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest

from crawler.planner import Limits
from tests.dryblogs import (
    HOME,
    addresses,
    articles,
    by_month,
    by_year,
    cut,
    entries,
    listing,
    menu,
    page,
    paged,
    post_pages,
    rss,
    sitemap,
    sitemap_index,
)
from tests.dryweb import Answer, Web, assert_exact, crawl

FEW = Limits(max_requests=300)
"""A budget that no crawl of a small blog may use up."""

GUESSES = 6 + 5 + 3 + 1
"""Usual addresses of archives and feeds, month pages, and one post that may name its neighbours."""


def at(path: str) -> str:
    return urljoin(HOME, path)


def test_a_calendar_that_never_ends_is_left_when_its_months_are_empty() -> None:
    all_posts = entries(30)
    months = by_month(all_posts)

    def month(address: str) -> str | None:
        found = re.fullmatch(rf"{HOME}(\d{{4}})/(\d\d)/", address)
        if found is None:
            return None
        number = int(found[1]) * 12 + int(found[2]) - 2
        before = f"{number // 12}/{number % 12 + 1:02d}"
        some = months.get(f"{found[1]}-{found[2]}", [])
        calendar = menu((f"/{before}/", before.replace("/", "-")))
        return page(f"{found[1]}-{found[2]}", f"<h1>{found[1]}-{found[2]}</h1>{articles(some)}{calendar}")

    first = articles(all_posts[:5]) + menu(("/2023/11/", "November 2023"))
    web = Web(post_pages(all_posts) | {HOME: page("The Example Blog", first)}, otherwise=month)
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + len(months) + 40
    assert crawled.word != "complete"


def test_pages_that_repeat_the_last_one_for_ever_are_left() -> None:
    all_posts = entries(50)
    parts = list(cut(all_posts, 10))

    def later(address: str) -> str | None:
        found = re.fullmatch(rf"{HOME}page/(\d+)/", address)
        number = int(found[1]) if found else 0
        part = parts[min(number, len(parts)) - 1]
        older = f'<a href="/page/{number + 1}/">Older posts</a>'
        return page("The Example Blog", articles(part) + older) if number > 1 else None

    home = page("The Example Blog", articles(parts[0]) + '<a href="/page/2/">Older posts</a>')
    crawled = crawl(Web(post_pages(all_posts) | {HOME: home}, otherwise=later), HOME, FEW)
    assert_exact(crawled, all_posts)
    repeats = 3
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap", *"2345")) + repeats + GUESSES


def test_pages_that_are_empty_for_ever_are_left() -> None:
    all_posts = entries(30)
    pages = paged(all_posts, 10, HOME, at("/page/{n}/"), "next")
    pages[at("/page/3/")] = page("The Example Blog", articles(all_posts[20:]) + '<a href="/page/4/">Older posts</a>')

    def empty(address: str) -> str | None:
        found = re.fullmatch(rf"{HOME}page/(\d+)/", address)
        older = f'<a href="/page/{int(found[1]) + 1}/">Older posts</a>' if found else ""
        return page("The Example Blog", f"<p>Nothing here.</p>{older}") if found else None

    crawled = crawl(Web(post_pages(all_posts) | pages, otherwise=empty), HOME, FEW)
    assert_exact(crawled, all_posts)
    empties = 3
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap", *"23")) + empties + GUESSES


def test_pages_whose_next_goes_in_a_circle_are_asked_once_each() -> None:
    all_posts = entries(30)
    pages = paged(all_posts, 10, HOME, at("/page/{n}/"), "next")
    pages[at("/page/3/")] = page(
        "The Example Blog", articles(all_posts[20:]) + '<a rel="next" href="/page/2/">Older posts</a>'
    )
    crawled = crawl(Web(post_pages(all_posts) | pages), HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap", *"23")) + GUESSES


def test_an_address_that_grows_with_every_page_is_left() -> None:
    all_posts = entries(10)

    def growing(address: str) -> str | None:
        if "page/2/" not in address:
            return None
        return page("The Example Blog", articles(all_posts) + '<a rel="next" href="page/2/">Older posts</a>')

    home = page("The Example Blog", articles(all_posts) + '<a rel="next" href="page/2/">Older posts</a>')
    crawled = crawl(Web(post_pages(all_posts) | {HOME: home}, otherwise=growing), HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + 4 + GUESSES


def test_a_sitemap_index_of_hundreds_of_children_is_not_read_for_its_own_sake() -> None:
    all_posts = entries(60)

    def child(address: str) -> str | None:
        found = re.fullmatch(rf"{HOME}sitemap-(\d+)\.xml", address)
        return sitemap(at(f"/item/{found[1]}-{number}") for number in range(50)) if found else None

    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive"))),
            at("/archive/"): page("Archive", listing(all_posts)),
            at("/sitemap.xml"): sitemap_index(at(f"/sitemap-{number}.xml") for number in range(600)),
        },
        otherwise=child,
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "index", "archive")) + 60


def test_a_budget_that_is_used_up_is_named_and_leaves_the_blog_partial() -> None:
    all_posts = entries(300)
    pages = paged(all_posts, 10, HOME, at("/page/{n}/"), "next")
    crawled = crawl(Web(post_pages(all_posts) | pages), HOME, Limits(max_requests=12))
    assert crawled.requests == 12
    assert "budget of 12 requests" in crawled.plan.stop
    assert crawled.word == "partial"
    assert any("budget" in reason for reason in crawled.completeness.reasons)
    assert crawled.found <= set(addresses(all_posts))


@pytest.mark.parametrize("host", ["https://ann.example/", "https://planet.example/people/"])
def test_other_peoples_posts_in_the_blogs_feed_are_not_the_blogs(host: str) -> None:
    all_posts, others = entries(40), entries(10, root=host, every=3, pattern="a/{slug}")
    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive")), feed="/feed.xml"),
            at("/archive/"): page("Archive", listing(all_posts)),
            at("/feed.xml"): rss([*all_posts[:5], *others]),
        }
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests == len(("robots.txt", "home", "feed", "no sitemap", "archive"))


def test_a_feed_of_comments_makes_no_posts() -> None:
    all_posts = entries(40)
    remarks = "".join(
        f"<item><title>By: Ann</title><link>{one.address}#comment-{number}</link>"
        "<pubDate>Tue, 21 Nov 2023 10:00:00 +0000</pubDate></item>"
        for number, one in enumerate(all_posts[:10])
    )
    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive")), feed="/feed/"),
            at("/archive/"): page("Archive", listing(all_posts)),
            at(
                "/feed/"
            ): f'<rss version="2.0"><channel><title>Comments for The Example Blog</title>{remarks}</channel></rss>',
        }
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)


def test_a_server_that_answers_everything_with_its_home_page_adds_nothing() -> None:
    all_posts = entries(10)
    home = page("The Example Blog", articles(all_posts), feed="/feed.xml")
    web = Web(post_pages(all_posts) | {HOME: home, at("/feed.xml"): rss(all_posts)}, otherwise=lambda _: home)
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "feed", "sitemap")) + GUESSES
    assert crawled.word != "complete"


def test_a_server_that_answers_everything_with_one_apology_adds_nothing() -> None:
    all_posts = entries(30)
    sorry = page("Oops", "<h1>Oops</h1><p>We could not find what you looked for.</p>" + menu(("/", "Home")))
    home = page("The Example Blog", articles(all_posts[:8]) + menu(("/archive/", "Archive")))
    known = {HOME: home, at("/archive/"): page("Archive", listing(all_posts))}
    crawled = crawl(Web(post_pages(all_posts) | known, otherwise=lambda _: sorry), HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "sitemap", "archive"))


def test_archive_pages_that_fail_are_told_and_leave_the_blog_partial() -> None:
    all_posts = entries(60, every=25)
    years = by_year(all_posts)
    links = [(f"/{year}/", year) for year in years]
    web = Web(
        post_pages(all_posts)
        | {HOME: page("The Example Blog", menu(*links) + articles(all_posts[:5]), feed="/feed.xml")}
        | {at("/feed.xml"): rss(all_posts[:10])}
        | {at(f"/{year}/"): Answer("broken", 500) for year in years}
    )
    crawled = crawl(web, HOME, FEW)
    assert crawled.found == set(addresses(all_posts[:10]))
    assert crawled.requests <= len(("robots.txt", "home", "feed", "no sitemap")) + len(years) + GUESSES
    assert crawled.word == "partial"
    assert "http" in crawled.problems
    assert any("answered 500" in reason for reason in crawled.completeness.reasons)


def test_a_site_without_a_blog_has_no_posts_and_says_so() -> None:
    names = ("about", "products", "pricing", "team", "contact", "imprint")
    top = menu(("/", "Home"), *((f"/{name}/", name.title()) for name in names))
    web = Web(
        {at(f"/{name}/"): page(name.title(), f"{top}<h1>{name.title()}</h1><p>Some words.</p>") for name in names}
        | {HOME: page("Example Ltd", f"{top}<h1>Example Ltd</h1><p>We make things.</p>")}
        | {at("/sitemap.xml"): sitemap([HOME, *(at(f"/{name}/") for name in names)])}
    )
    crawled = crawl(web, HOME, FEW)
    assert crawled.posts == []
    assert crawled.requests <= len(("robots.txt", "home", "sitemap")) + GUESSES
    assert crawled.word == "partial"
    assert crawled.completeness.reasons == ("no post was found",)


def test_a_home_that_fails_ends_the_crawl_with_its_reason() -> None:
    crawled = crawl(Web({HOME: Answer("down", 503)}), HOME, FEW)
    assert crawled.requests == len(("robots.txt", "home"))
    assert (crawled.word, crawled.completeness.reasons) == ("partial", ("the home page could not be read",))
    assert "answered 503" in crawled.plan.stop


def test_redirects_without_end_are_a_failure_and_no_more() -> None:
    all_posts = entries(30)
    home = page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive"), ("/all/", "All posts")))
    loop: dict[str, Answer | str] = {
        at("/archive/"): Answer(status=302, to="/loop/"),
        at("/loop/"): Answer(status=302, to="/archive/"),
    }
    pages = {HOME: home, at("/all/"): page("All posts", listing(all_posts))}
    crawled = crawl(Web(post_pages(all_posts) | pages | loop), HOME, FEW)
    assert crawled.listing() == {(one.address, one.title, one.day) for one in all_posts}
