"""Ways in that no words tell, and blogs that were misjudged for want of dates or of links."""

from __future__ import annotations

from tests.dryblogs import HOME, Entry, articles, entries, listing, menu, page, post_pages
from tests.dryweb import Crawled, Web, assert_exact, crawl

SOME = entries(36)
TOPICS = ("ink", "paper", "glue")


def crawled(answers: dict[str, str], some: list[Entry]) -> Crawled:
    done = crawl(Web({**post_pages(some), **answers}), HOME)
    assert_exact(done, some)
    return done


class TestEntrances:
    def test_a_home_without_a_list_is_left_by_the_few_pages_that_it_links_to(self) -> None:
        home = page("Site", menu((f"{HOME}texte/", "Texte"), (f"{HOME}about/", "About")) + "<p>Welcome.</p>")
        assert crawled({HOME: home, f"{HOME}texte/": page("Texte", listing(SOME))}, SOME).requests == 4

    def test_linked_folders_above_the_posts_are_read_where_nothing_lists_all(self) -> None:
        some = [
            Entry(f"{HOME}{TOPICS[n % 3]}/{one.address.rstrip('/').rpartition('/')[2]}.html", one.title, one.day)
            for n, one in enumerate(SOME)
        ]
        links = menu(*((f"{HOME}{topic}/", topic) for topic in TOPICS))
        answers = {HOME: page("Site", links + listing(some[:9]))}
        answers |= {f"{HOME}{t}/": page(t, links + listing([x for x in some if f"/{t}/" in x.address])) for t in TOPICS}
        crawled(answers, some)

    def test_the_frame_that_lists_is_read(self) -> None:
        home = (
            '<html><frameset><frame name="menu" src="menu.html"><frame name="main" src="hello.html"></frameset></html>'
        )
        done = crawled({HOME: home, f"{HOME}menu.html": page("Menu", listing(SOME))}, SOME)
        assert f"{HOME}hello.html" not in done.web.asked

    def test_the_front_pages_of_other_languages_are_read(self) -> None:
        some = entries(24, HOME + "en/", "{slug}/")
        others = [Entry(one.address.replace("/en/", "/de/"), f"{one.title} auf Deutsch", one.day) for one in some]
        links = menu((f"{HOME}en/", "English"), (f"{HOME}de/", "Deutsch"))
        answers = {
            f"{HOME}en/": page("Site", links + listing(some)),
            f"{HOME}de/": page("Site", links + listing(others)),
        }
        done = crawl(Web({**post_pages(some + others), **answers}), f"{HOME}en/")
        assert_exact(done, some + others)


class TestArrows:
    def test_without_any_list_posts_are_followed_by_the_arrows_between_them(self) -> None:
        some = entries(24, pattern="view?id={number}")
        pages = {HOME: page("Site", articles(some[:4]))}
        for number, one in enumerate(some):
            older = some[min(number + 1, len(some) - 1)]
            link = f'<p>&laquo; <a href="{older.address}">{older.title}</a></p>'
            body = f"<h1>{one.title}</h1><time datetime={one.day}>{one.day}</time>"
            pages[one.address] = page(one.title, link + body)
        assert_exact(crawl(Web(pages), HOME), some)


class TestHalfATotal:
    def test_the_counts_of_the_last_months_are_no_total_while_a_series_has_more_pages_than_they_fill(self) -> None:
        some = entries(120, pattern="{day:%Y/%m/%d}/{slug}", every=6)
        months = list(dict.fromkeys(one.month for one in some))[:10]
        counts = "".join(
            f'<li><a href="{HOME}{m.replace("-", "/")}">{m}</a> ({sum(x.month == m for x in some)})</li>'
            for m in months
        )
        numbers = "".join(f'<a href="{HOME}log/page/{n}">{n}</a> ' for n in range(2, 13))
        answers = {}
        for n in range(1, 13):
            body = articles(some[(n - 1) * 10 : n * 10]) + f"<p>{numbers}</p><ul>{counts}</ul>"
            answers[HOME if n == 1 else f"{HOME}log/page/{n}"] = page("Site", body)
        for month in months:
            inside = [one for one in some if one.month == month]
            answers[HOME + month.replace("-", "/")] = page("Site", articles(inside) + f"<ul>{counts}</ul>")
        assert len(crawl(Web({**post_pages(some), **answers}), HOME).posts) == 120
