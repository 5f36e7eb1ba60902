"""Whole crawls of blogs of every usual kind, in memory: exactly their posts, for a number of requests told by hand."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

from tests.dryblogs import (
    HOME,
    Entry,
    addresses,
    articles,
    by_month,
    by_year,
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

ABOUT = f"{HOME}about/"


def at(path: str) -> str:
    return urljoin(HOME, path)


def home(body: str, *links: tuple[str, str], feed: str = "/feed.xml") -> str:
    return page("The Example Blog", menu(("/", "Home"), ("/about/", "About"), *links) + body, feed=feed)


def standing() -> dict[str, Answer | str]:
    """What a blog has beside its posts."""
    return {ABOUT: page("About", "<h1>About</h1><p>Nobody in particular.</p>"), at("/robots.txt"): "User-agent: *\n"}


def test_an_archive_page_a_feed_of_ten_and_a_sitemap_take_five_requests() -> None:
    all_posts = entries(60)
    web = Web(
        standing()
        | post_pages(all_posts)
        | {
            HOME: home(articles(all_posts[:5]), ("/archive/", "Archive")),
            at("/archive/"): home("<h1>Archive</h1>" + listing(all_posts)),
            at("/feed.xml"): rss(all_posts[:10]),
            at("/sitemap.xml"): sitemap([HOME, ABOUT, *addresses(all_posts)]),
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    assert crawled.requests == len(("robots.txt", "home", "feed", "sitemap", "archive"))
    assert crawled.word == "complete"


def test_year_pages_take_one_request_each() -> None:
    all_posts = entries(60, every=25)
    years = by_year(all_posts)
    links = [(f"/{year}/", year) for year in years]
    web = Web(
        standing()
        | post_pages(all_posts)
        | {HOME: home(articles(all_posts[:5]), *links), at("/feed.xml"): rss(all_posts[:10])}
        | {at(f"/{year}/"): home(f"<h1>{year}</h1>" + listing(some), *links) for year, some in years.items()}
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "feed", "no sitemap")) + len(years)
    assert crawled.word in ("complete", "likely")


def test_month_pages_take_one_request_each() -> None:
    all_posts = entries(80)
    months = by_month(all_posts)
    links = [(f"/{month.replace('-', '/')}/", month) for month in months]
    web = Web(
        standing()
        | post_pages(all_posts)
        | {HOME: home(articles(all_posts[:5]), *links), at("/feed.xml"): rss(all_posts[:10])}
        | {
            at(f"/{month.replace('-', '/')}/"): home(f"<h1>{month}</h1>" + articles(some), *links)
            for month, some in months.items()
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    guesses = 6
    assert crawled.requests <= len(("robots.txt", "home", "feed", "no sitemap")) + len(months) + guesses
    assert crawled.word in ("complete", "likely")


def paged_blog(all_posts: list[Entry], pattern: str, links: str) -> Web:
    pages = paged(all_posts, 10, HOME, pattern, links)
    pages[HOME] = pages[HOME].replace(
        "</title>", '</title><link rel="alternate" type="application/rss+xml" href="/f.xml">'
    )
    return Web(standing() | post_pages(all_posts) | pages | {at("/f.xml"): rss(all_posts[:10])})


def assert_paged(web: Web, all_posts: list[Entry]) -> None:
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    guesses = 6
    further = len(all_posts) // 10 - 1
    assert crawled.requests <= len(("robots.txt", "home", "feed", "no sitemap")) + further + guesses
    assert crawled.word in ("complete", "likely")


def test_a_home_with_numbered_pages_is_read_to_its_last_page() -> None:
    all_posts = entries(120)
    assert_paged(paged_blog(all_posts, at("/page/{n}/"), "all"), all_posts)


def test_a_home_that_only_names_the_next_page_is_read_to_its_last_page() -> None:
    all_posts = entries(120)
    assert_paged(paged_blog(all_posts, at("/page/{n}/"), "next"), all_posts)


def test_a_home_paged_by_a_parameter_is_read_to_its_last_page() -> None:
    all_posts = entries(120)
    assert_paged(paged_blog(all_posts, at("/?page={n}"), "next"), all_posts)


def test_the_children_of_a_sitemap_index_that_do_not_hold_posts_are_not_asked() -> None:
    all_posts = entries(90)
    tags = [at(f"/tag/{name}/") for name in ("sea", "winter", "glass", "paper")]
    web = Web(
        standing()
        | post_pages(all_posts)
        | {
            at("/robots.txt"): f"User-agent: *\nSitemap: {at('/sitemap.xml')}\n",
            HOME: home(articles(all_posts[:10])),
            at("/feed.xml"): rss(all_posts[:10]),
            at("/sitemap.xml"): sitemap_index(
                at(f"/{name}-sitemap.xml") for name in ("post", "page", "post_tag", "author")
            ),
            at("/post-sitemap.xml"): sitemap(addresses(all_posts)),
            at("/page-sitemap.xml"): sitemap([ABOUT]),
            at("/post_tag-sitemap.xml"): sitemap(tags),
            at("/author-sitemap.xml"): sitemap([at("/author/ann/")]),
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    assert at("/post_tag-sitemap.xml") not in web.asked
    assert at("/author-sitemap.xml") not in web.asked


def test_a_home_that_redirects_to_another_host_is_the_blog_of_that_host() -> None:
    new = "https://new.example/"
    all_posts = entries(40, root=new)
    web = Web(
        post_pages(all_posts)
        | {
            HOME: Answer(status=301, to=new),
            new: page("The New Blog", articles(all_posts[:5]) + menu(("/archive/", "Archive")), feed="/feed.xml"),
            f"{new}archive/": page("Archive", listing(all_posts)),
            f"{new}feed.xml": rss(all_posts[:10], new),
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "new home", "feed", "no sitemap", "archive"))
    assert crawled.word in ("complete", "likely")


def test_a_feed_that_names_an_alias_of_the_host_tells_of_the_same_posts() -> None:
    all_posts = entries(40)
    elsewhere = [replace(one, address=one.address.replace(HOME, "https://ann.host.example/")) for one in all_posts]
    web = Web(
        standing()
        | post_pages(all_posts)
        | {
            HOME: home(articles(all_posts[:5]), ("/archive/", "Archive")),
            at("/archive/"): home("<h1>Archive</h1>" + listing(all_posts)),
            at("/feed.xml"): rss(elsewhere),
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    assert crawled.requests == len(("robots.txt", "home", "feed", "no sitemap", "archive"))
    assert crawled.word == "complete"


def test_a_blog_below_a_companys_site_is_kept_apart_from_the_site() -> None:
    blog = at("/blog/")
    all_posts = entries(45, root=blog, pattern="{slug}/")
    company = [at(f"/{name}/") for name in ("products", "pricing", "careers", "customers", "contact", "docs", "legal")]
    top = menu(*((address, address.split("/")[-2].title()) for address in company), ("/blog/", "Blog"))
    pages = paged(all_posts, 9, blog, f"{blog}page/{{n}}/")
    web = Web(
        post_pages(all_posts)
        | {address: page("Company", f"{top}<h1>Company</h1><p>We are many.</p>") for address in [HOME, *company]}
        | {address: text.replace("<body>", f"<body>{top}") for address, text in pages.items()}
        | {at("/sitemap.xml"): sitemap([HOME, *company, blog, *addresses(all_posts)])}
    )
    crawled = crawl(web, blog)
    assert_exact(crawled, all_posts)
    assert crawled.requests <= len(("robots.txt", "home", "sitemap", *"2345")) + len(("guessed archives", "feeds"))
    assert crawled.word in ("complete", "likely")


def test_both_languages_of_a_blog_are_read() -> None:
    english = entries(30, root=at("/en/"))
    german = [replace(one, title=f"Über {one.title}") for one in entries(30, root=at("/de/"), every=8)]
    links = (("/en/", "English"), ("/de/", "Deutsch"))
    web = Web(
        post_pages(english + german)
        | {
            HOME: page("The Example Blog", menu(*links) + articles(english[:5]), feed="/en/feed.xml"),
            at("/en/"): page("Blog", menu(*links, ("/en/archive/", "Archive")) + articles(english[:10])),
            at("/de/"): page("Blog", menu(*links, ("/de/archiv/", "Archiv")) + articles(german[:10]), lang="de"),
            at("/en/archive/"): page("Archive", menu(*links) + "<h1>Archive</h1>" + listing(english)),
            at("/de/archiv/"): page("Archiv", menu(*links) + "<h1>Archiv</h1>" + listing(german), lang="de"),
            at("/en/feed.xml"): rss(english[:10]),
            at("/sitemap.xml"): sitemap([HOME, at("/en/"), at("/de/"), *addresses(english + german)]),
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, english + german)
    archives = ("/en/", "/en/archive/", "/de/", "/de/archiv/")
    assert crawled.requests == len(("robots.txt", "home", "feed", "sitemap", *archives))
    assert crawled.word == "likely"


def test_without_feed_or_sitemap_posts_are_followed_from_neighbour_to_neighbour() -> None:
    all_posts = entries(30)
    web = Web(standing() | post_pages(all_posts, joined=True) | {HOME: home(articles(all_posts[:3]), feed="")})
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    guesses = 6 + 5 + 3  # archives, feeds, month pages
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + guesses + len(all_posts)


def test_month_pages_that_no_link_names_are_found_by_their_pattern() -> None:
    all_posts = entries(80)
    web = Web(
        standing()
        | post_pages(all_posts)
        | {HOME: home(articles(all_posts[:10])), at("/feed.xml"): rss(all_posts[:10])}
        | {
            at(f"/{month.replace('-', '/')}/"): home(f"<h1>{month}</h1>" + articles(some))
            for month, some in by_month(all_posts).items()
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    archives, patterns, a_year_before_the_first = 6, 3, 12
    months = len(by_month(all_posts)) + a_year_before_the_first
    assert crawled.requests <= len(("robots.txt", "home", "feed", "no sitemap")) + archives + patterns + months
    assert crawled.word != "complete"


def test_entries_that_are_places_on_month_pages_are_posts_each() -> None:
    all_posts = entries(40, pattern="{day:%Y_%m}.html#e{number}")
    months = by_month(all_posts)
    links = [(f"/{month.replace('-', '_')}.html", month) for month in months]

    def entry(one: Entry) -> str:
        name = one.address.partition("#")[2]
        mark = f'<a href="{one.address}">permalink</a>'
        return f'<div class=entry id="{name}"><h2>{one.title}</h2><p>Some words.</p><p>{one.day} {mark}</p></div>'

    web = Web(
        standing()
        | {HOME: home("".join(map(entry, all_posts[:10])), *links, feed="")}
        | {
            at(f"/{month.replace('-', '_')}.html"): home("".join(map(entry, some)), *links, feed="")
            for month, some in months.items()
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    feeds = 5
    assert crawled.requests <= len(("robots.txt", "home", "no sitemap")) + len(months) + 6 + feeds
    assert crawled.word in ("complete", "likely")


def test_posts_without_any_date_are_found_and_stay_undated() -> None:
    all_posts = [replace(one, day="") for one in entries(30, pattern="{slug}.html")]
    web = Web(
        standing()
        | post_pages(all_posts, dated=False)
        | {
            HOME: home(
                "<h2>Latest</h2>" + listing(all_posts[:5], dated=False), ("/archive.html", "All posts"), feed=""
            ),
            at("/archive.html"): home("<h1>All posts</h1>" + listing(all_posts, dated=False), feed=""),
            at("/sitemap.xml"): sitemap([HOME, ABOUT, at("/archive.html"), *addresses(all_posts)]),
        }
    )
    crawled = crawl(web, HOME)
    assert_exact(crawled, all_posts)
    assert crawled.requests == len(("robots.txt", "home", "sitemap", "archive", "three", "posts", "sampled"))
    assert crawled.word == "complete"
