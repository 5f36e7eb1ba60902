"""Entries whose titles are no links: a permanent link, a clock time or a day leads to what stands above it."""

from __future__ import annotations

import pytest

from crawler.model import Place
from tests.web_page import HOME, dated, every, listing, said

TITLES = ("Ink", "Paper", "Glue", "Thread")


def entry(number: int, foot: str, head: str = "<h3>{title}</h3>") -> str:
    """An entry of a day in March; `foot` and `head` may use {path}, {day} and {title}."""
    words = {"path": f"/log/{number}.html", "day": f"March {20 - number}, 2009", "title": TITLES[number]}
    above = f"<h2>{words['day']}</h2>{head.format(**words)}"
    return f"<div>{above}<p>It lasts for years.</p><div class=foot>{foot.format(**words)}</div></div>"


def page(foot: str, head: str = "<h3>{title}</h3>") -> dict[str, tuple[str, str]]:
    return said(listing("".join(entry(number, foot, head) for number in range(4))).claims)


WANTED = {f"/log/{number}.html": (title, f"2009-03-{20 - number}") for number, title in enumerate(TITLES)}


class TestEntries:
    @pytest.mark.parametrize(
        "foot",
        [
            'Posted by Joe | <a href="{path}">Permalink</a> | <a href="/remarks?p=1{title}">Comments (2)</a>',
            'Joe @ 10:42 <a href="{path}">#</a> <a href="/tools/">tools</a>',
            'Posted by Joe at <a href="{path}">10:42 PM</a>',
            'posted at: 10:42 | path: <a href="/tools">/tools</a> | <a href="{path}">permanent link to this entry</a>',
        ],
    )
    def test_a_permanent_link_has_the_title_and_the_day_that_it_stands_below(self, foot: str) -> None:
        assert {path: told for path, told in page(foot).items() if path in WANTED} == WANTED

    def test_what_stands_beside_permanent_links_has_no_day(self) -> None:
        foot = '<a href="{path}">Permalink</a> | <a href="/remarks/{title}">Comments (2)</a>'
        claims = listing("".join(entry(number, foot) for number in range(4))).claims
        assert not [claim for claim in claims if "/remarks/" in claim.address and claim.first("date")]

    def test_a_line_in_bold_or_that_a_class_calls_so_is_a_title(self) -> None:
        foot = '<a href="{path}">#</a>'
        assert page(foot, "<p><b>{title}</b></p>") == page(foot, "<div class=storyTitle>{title}</div>") == WANTED

    def test_an_entry_without_a_title_among_others_keeps_its_day_and_takes_no_others_title(self) -> None:
        made = []
        for number, title in enumerate(TITLES):
            head = f'<h3><a href="/log/{number}.html">{title}</a></h3>' if number % 2 else ""
            day = f'<a class=date href="/log/{number}.html">March {20 - number}, 2009</a>'
            made.append(f"<div>{head}<p>It lasts.</p><p>For years.</p><p>And years.</p><p>{day}</p></div>")
        told = said(listing("".join(made)).claims)
        assert told == {
            "/log/0.html": ("", "2009-03-20"),
            "/log/1.html": ("Paper", "2009-03-19"),
            "/log/2.html": ("", "2009-03-18"),
            "/log/3.html": ("Thread", "2009-03-17"),
        }

    def test_a_link_to_another_host_before_a_permanent_link_is_the_title(self) -> None:
        foot = '<a href="http://elsewhere.example/{path}">{title}</a> <a href="{path}">★</a>'
        assert page(foot, "") == WANTED

    def test_a_sign_that_is_the_link_is_no_part_of_the_title_beside_it(self) -> None:
        rows = "".join(
            f'<h2>2009-03-{20 - n}</h2><h3><a href="/log/{n}.html"><span>■</span></a> {title}</h3><p>It lasts.</p>'
            for n, title in enumerate(TITLES)
        )
        assert said(listing(rows).claims) == WANTED

    def test_the_word_link_in_a_text_names_no_entry(self) -> None:
        words = "It lasts for years and years, and for more of what lasts so long see this"
        body = f'<h1>Ink</h1><p>March 12, 2009</p><p>{words} <a href="/log/old.html">link</a> for more.</p>'
        assert every(listing(body).claims)["/log/old.html"].place is Place.TEXT


class TestPlaces:
    def body(self) -> str:
        days = []
        for day in (14, 13, 12):
            entries = "".join(
                f'<p id="{day}{n}"><a href="http://elsewhere.example/{n}">words</a> and <a href="#{day}{n}">#</a></p>'
                for n in range(2)
            )
            days.append(f"<h4>March {day}, 2009</h4>{entries}")
        return "".join(days)

    def test_places_of_a_months_page_that_link_to_themselves_have_the_day_above_them(self) -> None:
        told = dated(listing(self.body(), HOME + "2009/03/").claims)
        assert {path.removeprefix("/2009/03/"): day for path, day in told.items()} == {
            f"#{day}{n}": f"2009-03-{day}" for day in (14, 13, 12) for n in range(2)
        }

    def test_marks_beside_the_headings_of_a_text_are_no_entries(self) -> None:
        assert dated(listing(self.body(), HOME + "notes/changes.html").claims) == {}
