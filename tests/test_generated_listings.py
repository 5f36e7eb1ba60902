"""Listings as site generators and their themes write them, where something beside the entries looks like one."""

from __future__ import annotations

from collections.abc import Sequence

from tests.dryblogs import HOME, Entry, articles, by_year, cut, entries, listing, menu, page, paged, post_pages, sitemap
from tests.dryweb import Answer, Web, assert_exact, crawl
from tests.web_page import HOME as QUILL
from tests.web_page import dated, every, said
from tests.web_page import listing as read

STANDING: dict[str, Answer | str] = {f"{HOME}robots.txt": "User-agent: *\n"}
CARD = (
    '<div class="card"><a class="badge" href="/{0}.html">Unread</a><a class="name" href="/{0}.html">{1}</a>'
    "<time>2012-05-0{2}</time></div>"
)


class TestNoEntries:
    def test_a_year_that_leads_to_itself_above_entries_with_pages_of_their_own(self) -> None:
        year = (
            '<h2 id="{0}"><a href="#{0}">{0}</a></h2>'
            '<h3><a href="/ink-{0}.html">Ink</a></h3><p>12 May {0}</p>'
            '<h3><a href="/pen-{0}.html">Pen</a></h3><p>11 May {0}</p>'
        )
        found = said(read(year.format(2012) + year.format(2011)).claims)
        assert sorted(found) == ["/ink-2011.html", "/ink-2012.html", "/pen-2011.html", "/pen-2012.html"]

    def test_the_text_that_a_link_for_keyboards_leads_to(self) -> None:
        body = '<a href="#skip">Skip to content</a><p>Quill</p><main id="skip"><h1>Ink</h1><p>12 May 2012</p></main>'
        assert "/2012/05/#skip" not in every(read(body, QUILL + "2012/05/").claims)

    def test_the_last_link_of_a_menu_with_the_first_date_below_it(self) -> None:
        links = '<nav><ul><li><a href="/log/">Log</a></li><li><a href="/about/">About</a></li></ul></nav>'
        post = (
            "<article class={0}><h2>{0}</h2><p>It lasts.</p><span>May 12, 2012</span>"
            "<a class={0} href='/{0}.html'></a></article>"
        )
        body = links + post.format("ink") + post.format("pen")
        assert every(read(body).claims)["/about/"].first("date") == ""


class TestDates:
    def test_a_posts_own_day_is_not_that_of_its_neighbours(self) -> None:
        body = (
            "<p>Quill</p><main><h1>Ink</h1><p><time>2012-05-12</time> in Tools</p>"
            "<p>It lasts.</p><p>It dries.</p><p>It runs.</p>"
            '<ul><li>Older: <a href="/pen.html">Pen</a></li><li>Newer: <a href="/nib.html">Nib</a></li></ul></main>'
        )
        claims = every(read(body, QUILL + "2012/").claims)
        assert [claims[path].first("date")[5:] for path in ("/pen.html", "/nib.html")] == ["", ""]

    def test_the_first_entrys_day_is_not_that_of_the_page(self) -> None:
        entry = "<article><time>2012-05-1{0}</time><p>Ann</p><p>Tools</p><h2><a href='/{1}.html'>{1}</a></h2></article>"
        body = f"<main><h1>Log</h1>{entry.format(3, 'ink')}{entry.format(2, 'pen')}{entry.format(1, 'nib')}</main>"
        days = {"/ink.html": "2012-05-13", "/pen.html": "2012-05-12", "/nib.html": "2012-05-11"}
        assert dated(read(body).claims) == days

    def test_a_day_that_the_text_of_one_entry_of_many_speaks_of_is_not_its_own(self) -> None:
        entry = '<article><h2><a href="/{0}.html">{0}</a></h2><p>It lasts.</p>{1}</article>'
        quote = '<ul><li><a href="https://elsewhere.example/">Ink</a> (January 5, 2003)</li></ul>'
        names = ("ink", "pen", "nib", "paper", "quill")
        body = "".join(entry.format(name, quote if name == "nib" else "") for name in names)
        assert set(dated(read(body).claims).values()) == {""}

    def test_a_moment_behind_an_age(self) -> None:
        card = "<li><a href='/{0}.html'>{0}</a> <small title='2012-05-1{1}T10:20:00+0200'>3 years ago</small></li>"
        found = dated(read(f"<ul>{card.format('ink', 2)}{card.format('pen', 1)}</ul>").claims)
        assert [day[:10] for day in found.values()] == ["2012-05-12", "2012-05-11"]

    def test_a_column_of_days_with_two_digits_of_the_year(self) -> None:
        row = "<tr><td>{1}</td><td><a href='/{0}.html'>{0}</a></td></tr>"
        rows = row.format("ink", "9/23/12") + row.format("pen", "9/3/12") + row.format("nib", "8/7/12")
        found = dated(read(f"<table>{rows}</table>").claims)
        assert found == {
            "/ink.html": "2012-09-23",
            "/pen.html": "2012-03-09|2012-09-03",  # the other days of the blog tell which
            "/nib.html": "2012-07-08|2012-08-07",
        }


class TestTitles:
    def test_words_that_all_entries_have_are_no_title(self) -> None:
        names = ("Ink", "Pen", "Nib", "Paper")
        cards = "".join(CARD.format(name.lower(), name, day) for day, name in enumerate(names, 1))
        found = said(read(cards).claims)
        assert found["/pen.html"] == ("Pen", "2012-05-02")

    def test_a_mark_beside_the_heading_of_a_place_is_no_part_of_its_title(self) -> None:
        place = '<h3 id="{0}">{0} C# <a href="#{0}">#</a></h3><p>2012-05-1{1}</p><p>It lasts.</p>'
        found = said(read(place.format("Ink", 2) + place.format("Pen", 1), QUILL + "2012-05.html").claims)
        assert [title for title, _ in found.values()] == ["Ink C#", "Pen C#"]


class TestCrawls:
    def test_a_front_page_that_tells_years_alone_is_the_archive(self) -> None:
        some = entries(40, every=40, pattern="writing/{slug}/")
        years = "".join(
            f"<h3>{year}</h3>" + "".join(f'<p><a href="{one.address}">{one.title}</a></p>' for one in inside)
            for year, inside in by_year(some).items()
        )
        crawled = crawl(Web(STANDING | post_pages(some) | {HOME: page("The Example Blog", years)}), HOME)
        assert_exact(crawled, some)

    def test_years_that_one_page_of_a_series_names_are_not_all(self) -> None:
        """An archive in pages, each with the years of its own entries as links."""
        some = entries(150, every=30, pattern="posts/{slug}/")
        answers = paged(some, 10, HOME, f"{HOME}page/{{n}}/") | {
            first: page("Archive", _years(part, more)) for first, part, more in _archive(list(cut(some, 10)))
        }
        answers |= {f"{HOME}archives/{year}/": page(year, listing(inside)) for year, inside in by_year(some).items()}
        crawled = crawl(Web(STANDING | post_pages(some) | answers), HOME)
        assert_exact(crawled, some)

    def test_pages_that_are_numbers_from_zero(self) -> None:
        """https://www.11ty.dev/docs/pagination/"""
        some = entries(60, pattern="posts/{slug}/")
        places = [HOME, *(f"{HOME}{number}/" for number in range(1, 5))]
        links = "".join(f'<li><a href="{place}">Page {number}</a></li>' for number, place in enumerate(places, 1))
        answers = {
            place: page("Log", f"{articles(part)}<nav><ol>{links}</ol></nav>")
            for place, part in zip(places, cut(some, 12), strict=True)
        }
        crawled = crawl(Web(STANDING | post_pages(some) | answers), HOME)
        assert_exact(crawled, some)

    def test_the_list_that_its_second_page_names_as_the_one_before_is_no_post(self) -> None:
        some = entries(30, pattern="posts/{slug}/")
        parts = list(cut(some, 10))
        answers = {
            f"{HOME}posts/" + (f"page/{n}/" if n > 1 else ""): page(
                "Posts",
                "<h1>Posts</h1>" + listing(part)
                + (f'<a rel="prev" href="/posts/{f"page/{n - 1}/" if n > 2 else ""}">←</a>' if n > 1 else "")
                + (f'<a rel="next" href="/posts/page/{n + 1}/">→</a>' if n < len(parts) else ""),
            )
            for n, part in enumerate(parts, 1)
        }  # fmt: skip
        front = page("The Example Blog", menu(("/posts/", "Blog")) + listing(some[:5]))
        pages = sitemap([one.address for one in some])
        web = Web(STANDING | post_pages(some) | answers | {HOME: front, f"{HOME}sitemap.xml": pages})
        assert_exact(crawl(web, HOME), some)


def _archive(parts: list[Sequence[Entry]]) -> list[tuple[str, Sequence[Entry], str]]:
    """Address, entries and row of numbers of each page of an archive."""
    places = [f"{HOME}archives/" + (f"page/{n}/" if n > 1 else "") for n in range(1, len(parts) + 1)]
    numbers = "".join(f'<a href="{place}">{n}</a> ' for n, place in enumerate(places, 1) if n > 1)
    return [(place, part, f"<nav class=pagination>{numbers}</nav>") for place, part in zip(places, parts, strict=True)]


def _years(part: Sequence[Entry], more: str) -> str:
    return more + "".join(
        f'<a href="/archives/{year}/"><h2>{year}</h2></a>' + listing(inside) for year, inside in by_year(part).items()
    )
