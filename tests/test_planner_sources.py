"""Blogs on which one source alone tells a part: what people meet, crawled in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from urllib.parse import urljoin

from crawler.planner import Limits
from tests.dryblogs import (
    HOME,
    Entry,
    addresses,
    articles,
    cut,
    entries,
    listing,
    menu,
    page,
    paged,
    post_pages,
    rss,
    sitemap,
)
from tests.dryweb import Answer, Web, assert_exact, crawl

FEW = Limits(max_requests=400)


def at(path: str) -> str:
    return urljoin(HOME, path)


def atom(some: Sequence[Entry], links: str = "", extra: str = "") -> str:
    rows = "".join(
        f'<entry><title>{escape(one.title)}</title><link href="{one.address}"/><id>{one.address}</id>'
        f"<published>{one.day}T12:00:00+02:00</published><updated>{one.day}T12:00:00+02:00</updated></entry>"
        for one in some
    )
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>The Example Blog</title>{links}{extra}{rows}</feed>'


def test_all_thirty_two_pages_of_a_blog_are_walked() -> None:
    all_posts = entries(320, every=4)
    pages = paged(all_posts, 10, HOME, at("/page/{n}/"), "all")
    crawled = crawl(Web(post_pages(all_posts) | pages), HOME, FEW)
    assert_exact(crawled, all_posts)
    guesses = 6
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + 31 + guesses
    assert crawled.completeness.expected == 320


def test_a_feed_of_ten_alone_is_partial_and_says_why() -> None:
    all_posts = entries(100)
    front = page("The Example Letter", "<p>Subscribe!</p>", feed="/feed.xml")
    crawled = crawl(Web(post_pages(all_posts) | {HOME: front, at("/feed.xml"): rss(all_posts[:10])}), HOME, FEW)
    assert crawled.found == set(addresses(all_posts[:10]))
    assert crawled.word == "partial"
    assert crawled.completeness.reasons == ("no single source lists everything that is known",)


def feed_with_comments(some: Sequence[Entry], comments: int) -> str:
    """A feed of a hosted platform that mixes the newest comments with the newest posts."""
    items = "".join(
        f"<item><title>Re: {escape(some[0].title)}</title><link>{some[0].address}#comment-{number}</link>"
        "<pubDate>Tue, 21 Nov 2023 08:00:00 +0000</pubDate></item>"
        for number in range(comments)
    )
    return rss(some).replace("</channel>", items + "</channel>")


def test_a_hosted_feed_of_posts_and_comments_alone_is_partial_and_its_comments_are_no_posts() -> None:
    all_posts = entries(100)
    front = page("The Example Letter", "<p>Subscribe!</p>", feed="/feed.xml")
    feed = feed_with_comments(all_posts[:6], 4)
    crawled = crawl(Web(post_pages(all_posts) | {HOME: front, at("/feed.xml"): feed}), HOME, FEW)
    assert crawled.found == set(addresses(all_posts[:6]))
    assert crawled.word == "partial"
    assert crawled.completeness.reasons


def test_what_a_hosted_feed_of_posts_and_comments_lacks_is_found_in_the_sitemap() -> None:
    all_posts = entries(60)
    front = page("The Example Letter", "<p>Subscribe!</p>", feed="/feed.xml")
    own = {HOME: front, at("/feed.xml"): feed_with_comments(all_posts[:6], 4)}
    crawled = crawl(Web(post_pages(all_posts) | own | {at("/sitemap.xml"): sitemap(addresses(all_posts))}), HOME)
    assert crawled.found == set(addresses(all_posts))


def wordpress_feed(some: Sequence[Entry]) -> str:
    made = rss(some)
    return made.replace("<description>", "<generator>https://wordpress.org/?v=6.4</generator><description>", 1)


def test_the_feed_of_a_wordpress_blog_is_paged_until_it_ends() -> None:
    all_posts = entries(55)
    parts = list(cut(all_posts, 10))
    feeds = {at(f"/feed/?paged={number}"): wordpress_feed(part) for number, part in enumerate(parts, 1) if number > 1}
    front = page("The Example Blog", "<p>A theme without a list.</p>", feed="/feed/")
    crawled = crawl(
        Web(post_pages(all_posts) | feeds | {HOME: front, at("/feed/"): wordpress_feed(parts[0])}), HOME, FEW
    )
    assert_exact(crawled, all_posts)
    assert at("/feed/?paged=7") not in crawled.web.asked
    assert crawled.word == "likely"


def test_a_paged_feed_that_ends_with_a_full_page_is_asked_for_one_more() -> None:
    all_posts = entries(160)
    parts = list(cut(all_posts, 10))
    feeds = {at(f"/feed/?paged={number}"): wordpress_feed(part) for number, part in enumerate(parts, 1) if number > 1}
    front = page("The Example Blog", "<p>A theme without a list.</p>", feed="/feed/")
    crawled = crawl(
        Web(post_pages(all_posts) | feeds | {HOME: front, at("/feed/"): wordpress_feed(parts[0])}), HOME, FEW
    )
    assert_exact(crawled, all_posts)
    assert at("/feed/?paged=17") in crawled.web.asked
    assert at("/feed/?paged=18") not in crawled.web.asked
    assert crawled.word == "likely"


def test_a_feed_that_ignores_its_page_number_is_paged_once() -> None:
    all_posts = entries(55)
    same = wordpress_feed(all_posts[:10])
    front = page("The Example Blog", "<p>A theme without a list.</p>", feed="/feed/")
    web = Web(
        post_pages(all_posts) | {HOME: front},
        otherwise=lambda address: same if address.startswith(at("/feed/")) else None,
    )
    crawled = crawl(web, HOME, FEW)
    assert crawled.found == set(addresses(all_posts[:10]))
    assert sum("paged=" in address for address in web.asked) <= 2


def test_an_archived_feed_is_read_to_its_first_volume() -> None:
    all_posts = entries(40)
    parts = list(cut(all_posts, 10))
    names = ["/feed.xml", "/feed-3.xml", "/feed-2.xml", "/feed-1.xml"]
    feeds = {}
    for number, part in enumerate(parts):
        older = f'<link rel="prev-archive" href="{names[number + 1]}"/>' if number < 3 else ""
        feeds[at(names[number])] = atom(part, older)
    front = page("The Example Blog", "<p>A theme without a list.</p>", feed="/feed.xml")
    crawled = crawl(Web(post_pages(all_posts) | feeds | {HOME: front}), HOME, FEW)
    assert crawled.found == set(addresses(all_posts))
    assert {at(name) for name in names} <= set(crawled.web.asked)


def test_a_feed_that_names_its_next_page_is_followed() -> None:
    all_posts = entries(40)
    parts = list(cut(all_posts, 10))
    feeds = {}
    for number, part in enumerate(parts, 1):
        after = f'<link rel="next" href="/feed.xml?page={number + 1}"/>' if number < 4 else ""
        feeds[at("/feed.xml" if number == 1 else f"/feed.xml?page={number}")] = atom(part, after)
    front = page("The Example Blog", "<p>A theme without a list.</p>", feed="/feed.xml")
    crawled = crawl(Web(post_pages(all_posts) | feeds | {HOME: front}), HOME, FEW)
    assert crawled.found == set(addresses(all_posts))


def test_posts_that_no_sitemap_names_are_found_in_the_archive() -> None:
    all_posts = entries(60)
    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive"))),
            at("/archive/"): page("Archive", listing(all_posts)),
            at("/sitemap.xml"): sitemap(addresses(all_posts[::3] + all_posts[1::3])),
        }
    )
    assert_exact(crawl(web, HOME, FEW), all_posts)


def test_posts_that_no_archive_names_are_found_in_the_sitemap() -> None:
    all_posts = entries(60)
    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive"))),
            at("/archive/"): page("Archive", listing(all_posts[::3] + all_posts[1::3])),
            at("/sitemap.xml"): sitemap([HOME, *addresses(all_posts)]),
        }
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    archives, feeds, months, neighbour, unlisted = 6, 5, 3, 1, len(all_posts[2::3])
    assert crawled.requests <= 4 + archives + feeds + months + neighbour + unlisted


def test_a_plain_sitemap_and_a_feed_of_ten_are_enough_for_dated_addresses() -> None:
    all_posts = entries(60)
    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]), feed="/feed.xml"),
            at("/feed.xml"): rss(all_posts[:10]),
        }
        | {at("/about/"): page("About", "<h1>About</h1>")}
        | {at("/sitemap.xml"): sitemap([HOME, at("/about/"), *addresses(all_posts)])}
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    own_pages = 50
    assert crawled.requests <= len(("robots.txt", "home", "feed", "sitemap")) + 6 + 3 + 1 + own_pages


def test_a_plain_sitemap_and_a_feed_of_ten_are_enough_for_undated_addresses_of_dated_posts() -> None:
    all_posts = entries(60, pattern="posts/{slug}/")
    standing = [at(f"/{name}/") for name in ("about", "projects", "contact")]
    web = Web(
        post_pages(all_posts)
        | {
            HOME: page("The Example Blog", articles(all_posts[:5]), feed="/feed.xml"),
            at("/feed.xml"): rss(all_posts[:10]),
        }
        | {address: page("Standing", "<h1>Standing</h1><p>Words.</p>") for address in standing}
        | {at("/sitemap.xml"): sitemap([HOME, *standing, *addresses(all_posts)])}
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)


def test_a_list_that_grows_by_an_offset_is_read_to_its_end() -> None:
    all_posts = entries(60)
    pages = {}
    for number, part in enumerate(cut(all_posts, 10)):
        more = f'<a class="load-more" href="/?offset={10 * number + 10}">Load more posts</a>' if number < 5 else ""
        pages[HOME if not number else at(f"/?offset={10 * number}")] = page("The Example Blog", articles(part) + more)
    crawled = crawl(Web(post_pages(all_posts) | pages), HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + 5 + 6


def test_a_post_whose_slug_is_a_number_opens_no_series() -> None:
    some = entries(40, root=at("/blog/"), pattern="{slug}/")
    some[3] = replace(some[3], address=at("/blog/404/"), title="404")
    pages = paged(some, 10, at("/blog/"), at("/blog/?page={n}"), "all")
    crawled = crawl(Web(post_pages(some) | pages), at("/blog/"), FEW)
    assert_exact(crawled, some)
    guesses = 6
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + 3 + guesses


def test_a_post_that_was_moved_is_asked_and_told_once() -> None:
    all_posts = entries(30)
    old = {one.address.replace("/20", "/archive/20"): one for one in all_posts[:10]}
    feed = [replace(one, address=address) for address, one in old.items()]
    web = Web(
        post_pages(all_posts)
        | {address: Answer(status=301, to=one.address) for address, one in old.items()}
        | {HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/all/", "All posts")), feed="/feed.xml")}
        | {at("/all/"): page("All posts", listing(all_posts)), at("/feed.xml"): rss(feed)}
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "feed", "no sitemap", "archive")) + 2 * len(old)


def test_two_posts_of_one_title_and_day_stay_two_where_neither_redirects() -> None:
    all_posts = entries(30)
    second = [replace(one, address=one.address.replace("/20", "/notes/20")) for one in all_posts[:10]]
    web = Web(
        post_pages(all_posts + second)
        | {HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/all/", "All posts")), feed="/feed.xml")}
        | {at("/all/"): page("All posts", listing(all_posts)), at("/feed.xml"): rss(second)}
    )
    crawled = crawl(web, HOME, FEW)
    assert_exact(crawled, all_posts + second)


def test_with_depth_full_every_post_is_visited_once() -> None:
    all_posts = entries(30)
    web = Web(
        post_pages(all_posts)
        | {HOME: page("The Example Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive")))}
        | {at("/archive/"): page("Archive", listing(all_posts))}
    )
    crawled = crawl(web, HOME, Limits(depth="full"))
    assert_exact(crawled, all_posts)
    assert set(addresses(all_posts)) <= set(web.asked)
