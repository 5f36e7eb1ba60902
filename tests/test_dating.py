"""Which date on a listing belongs to which link."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.model import Place
from crawler.sources import archive
from crawler.sources.page_dates import calendar_of
from tests.web_page import dated, every, listing, sheet, values

DAYS = ("March 12, 2009", "February 3, 2009", "December 30, 2008")
RIGHT = {"/0.html": "2009-03-12", "/1.html": "2009-02-03", "/2.html": "2008-12-30"}


def entries(form: str) -> str:
    return "".join(
        form.format(day=day, link=f'<a href="/{n}.html">Note no. {n} on pens</a>', n=n) for n, day in enumerate(DAYS)
    )


class TestPlaces:
    @pytest.mark.parametrize(
        "form",
        [
            "<li>{day} {link}</li>",
            "<li>{link} {day}</li>",
            "<li>{link} ({day})</li>",
            "<li>{link}, posted on {day} by Ann</li>",
            "<p>{day}: {link}</p>",
            "<p>{link}</p><p>{day}</p>",
            "<p>{day}</p><p>{link}</p>",
            "<div><p>{link}</p><p>{day}</p></div>",
            "<div><p>{day}</p><p>{link}</p></div>",
            "<div><h2>{link}</h2><p>Text.</p><p>{day}</p></div>",
            "<h2>{link}</h2><p>Text.</p><p>Text.</p><p>Posted by Ann on {day}</p>",
            "<h2>{day}</h2><h3>{link}</h3><p>Text.</p>",
            "<dt>{day}</dt><dd>{link}</dd>",
            "<tr><td>{link}</td><td>{day}</td></tr>",
            "<tr><td>{day}</td><td>{link}</td></tr>",
            "{link} <small>{day}</small><br>",
            "{day} - {link}<br>",
            "<span>{day}</span>{link}<hr>",
        ],
    )
    def test_an_entry_has_the_day_that_stands_with_it(self, form: str) -> None:
        body = entries(form)
        body = f"<table>{body}</table>" if form.startswith("<tr>") else body
        assert dated(listing(f"<h1>Notes</h1>{body}").claims) == RIGHT

    def test_the_nearer_element_wins_over_the_nearer_line(self) -> None:
        body = entries("<div><h2>{link}</h2><p>a</p><p>b</p><p>c</p><p>{day}</p></div>")
        assert dated(listing(body).claims) == RIGHT

    def test_a_day_in_the_title_of_an_entry_is_of_no_link_in_a_menu(self) -> None:
        menu = '<nav><ul><li><a href="/colophon/">Colophon</a></li><li><a href="/imprint/">Imprint</a></li></ul></nav>'
        form = (
            '<article><time datetime="2009-01-0{n}T10:00:00Z">January {n}</time>'
            '<h2><a href="/{n}.html">{title}</a></h2></article>'
        )
        titles = ("Apples", "Pears", "Notes on 12 March 2004")
        body = "".join(form.format(n=n, title=title) for n, title in enumerate(titles, 1))
        assert dated(listing(menu + body).claims).keys() == {"/1.html", "/2.html", "/3.html"}

    def test_markup_for_machines_wins_over_words(self) -> None:
        body = entries('<div><h2>{link}</h2><time datetime="2009-01-0{n}T10:00:00Z">a while ago</time></div>')
        found = dated(listing(body.replace("2009-01-00", "2009-01-09")).claims)
        assert found["/1.html"] == "2009-01-01T10:00:00Z"

    def test_a_few_entries_may_lack_their_day(self) -> None:
        lines = [f'<p><a href="/{n}.html">Note no. {n}</a> <i>2009-03-{n + 10}</i></p>' for n in range(9)]
        lines[4] = '<p><a href="/4.html">Note no. 4</a></p>'
        found = dated(listing("".join(lines)).claims)
        assert found["/3.html"] == "2009-03-13" and found["/5.html"] == "2009-03-15" and found["/4.html"] == ""

    def test_a_lonely_link_takes_no_far_day(self) -> None:
        body = '<p><a href="/ink.html">Ink</a></p><p>a</p><p>b</p><p>c</p><p>d</p><p>March 12, 2009</p>'
        assert dated(listing(body).claims) == {"/ink.html": ""}

    def test_a_date_in_running_text_dates_nothing(self) -> None:
        text = (
            "which was written long before the day of March 12, 2009 came, when all of this was quite another thing, "
            "and nobody would have thought that it could ever be so again"
        )
        assert dated(listing(f'<p><a href="/ink.html">Ink</a> {text}</p>').claims) == {"/ink.html": ""}

    def test_of_two_lists_the_titles_take_the_days(self) -> None:
        body = "".join(
            f'<h2><a href="/{n}.html">Note {n}</a></h2><p>See <a href="/old{n}.html">this</a>.</p><p>{day}</p><hr>'
            for n, day in enumerate(DAYS)
        )
        found = every(listing(body).claims)
        assert {path: found[path].first("date") for path in RIGHT} == RIGHT
        assert not any(found[f"/old{n}.html"].first("date") for n in range(3))


class TestHeadings:
    def test_a_day_holds_for_all_entries_below_it(self) -> None:
        body = (
            '<h3>March 12, 2009</h3><ul><li><a href="/a">A note</a></li><li><a href="/b">B note</a></li></ul>'
            '<h3>March 9, 2009</h3><ul><li><a href="/c">C note</a></li></ul>'
        )
        assert dated(listing(body).claims) == {"/a": "2009-03-12", "/b": "2009-03-12", "/c": "2009-03-09"}

    def test_a_day_without_a_year_holds_for_all_entries_below_it(self) -> None:
        body = (
            '<h2>2009</h2><p>March 12</p><p><a href="/a">A note</a></p><p><a href="/b">B note</a></p>'
            '<p>March 9</p><p><a href="/c">C note</a></p>'
        )
        assert dated(listing(body).claims) == {"/a": "2009-03-12", "/b": "2009-03-12", "/c": "2009-03-09"}

    def test_a_day_without_a_year_takes_that_of_the_heading(self) -> None:
        body = '<h2>2009</h2><p>03-12 <a href="/a">A note</a></p><h2>2008</h2><p>12-30 <a href="/b">B note</a></p>'
        assert dated(listing(body).claims) == {"/a": "2009-03-12", "/b": "2008-12-30"}

    def test_a_day_without_a_year_takes_that_of_the_page(self) -> None:
        body = '<p>March 12 <a href="/a">A note</a></p><p>March 2 <a href="/b">B note</a></p>'
        assert dated(listing(body, at="https://quill.example/2009/").claims) == {"/a": "2009-03-12", "/b": "2009-03-02"}

    def test_a_day_without_any_year_is_no_date(self) -> None:
        body = '<p>March 12 <a href="/a">A note</a></p><p>March 2 <a href="/b">B note</a></p>'
        assert dated(listing(body).claims) == {"/a": "", "/b": ""}

    def test_a_day_of_another_month_does_not_fit_the_heading(self) -> None:
        body = '<h2>March 2009</h2><p>April 12 <a href="/a">A note</a></p><p>April 2 <a href="/b">B note</a></p>'
        assert not any(len(date) > 7 for date in dated(listing(body).claims).values())

    def test_bare_numbers_are_days_below_a_month(self) -> None:
        body = '<h2>March 2009</h2><p>12. <a href="/a">A note</a></p><p>2. <a href="/b">B note</a></p>'
        assert dated(listing(body).claims) == {"/a": "2009-03-12", "/b": "2009-03-02"}

    def test_bare_numbers_may_begin_again_in_every_month(self) -> None:
        body = "".join(
            f'<h2>{month} 2009</h2><p>{day}. <a href="/{month}{day}">A note</a></p><p>2. <a href="/{month}2">B</a></p>'
            for month, day in (("May", 30), ("April", 12), ("March", 20), ("January", 5))
        )
        found = dated(listing(body).claims)
        assert found["/May30"] == "2009-05-30" and found["/March20"] == "2009-03-20" and len(found) == 8

    @pytest.mark.parametrize("shown", ["{}", "{}th"])
    def test_a_link_to_a_days_own_page_that_shows_its_number_heads_the_entries_below_it(self, shown: str) -> None:
        body = "".join(
            f'<dt><a href="/2009/03/{day:02d}/">{shown.format(day)}</a></dt><dd>11:30 pm: <h3><a href="/{day}.html">'
            f'A note</a></h3><br>11:31 pm: <h3><a href="/{day}-b.html">Another note</a></h3></dd>'
            for day in (4, 19)
        )
        found = dated(listing(f"<h2>March 2009</h2><dl>{body}</dl>").claims)
        assert {at: day for at, day in found.items() if at.endswith(".html")} == {
            "/4.html": "2009-03-04", "/4-b.html": "2009-03-04", "/19.html": "2009-03-19", "/19-b.html": "2009-03-19",
        }  # fmt: skip

    def test_a_link_to_a_days_own_page_that_counts_its_entries_is_no_day(self) -> None:
        body = '<p><a href="/2009/03/12/">3</a></p><p><a href="/a">A note</a></p>'
        assert dated(listing(body).claims)["/a"] == ""

    def test_numbers_in_any_order_are_no_days(self) -> None:
        numbers = (3, 17, 2, 25, 1, 30)
        body = "<h2>March 2009</h2>" + "".join(f'<p><a href="/{n}">Note</a> ({n})</p>' for n in numbers)
        assert set(dated(listing(body).claims).values()) == {"2009-03"}

    def test_without_a_day_the_month_of_the_heading_counts(self) -> None:
        found = every(listing('<h2>March 2009</h2><ul><li><a href="/a">A note</a></li></ul>').claims)
        assert found["/a"].first("date") == "2009-03"

    def test_a_month_below_a_year(self) -> None:
        body = '<h2>2009</h2><h3>March</h3><ul><li><a href="/a">A note</a></li></ul>'
        assert dated(listing(body).claims) == {"/a": "2009-03"}

    def test_links_to_months_in_a_row_are_no_headings(self) -> None:
        months = '<p><a href="/2009/03/">March 2009</a></p><p><a href="/2009/02/">February 2009</a></p>'
        found = dated(listing(f'{months}<p>x</p><ul><li><a href="/a">A note</a></li></ul>').claims)
        assert found["/a"] == ""

    def test_an_item_of_a_list_dates_nothing_outside(self) -> None:
        found = dated(listing('<ul><li>March 2009</li></ul><p><a href="/a">A note</a></p>').claims)
        assert found["/a"] == ""

    def test_a_caption_dates_what_stands_in_its_table(self) -> None:
        table = '<table><caption>March 2009</caption><tr><td><a href="/a">A note</a></td></tr></table>'
        found = dated(listing(f'{table}<p><a href="/b">B note</a></p>').claims)
        assert found == {"/a": "2009-03", "/b": ""}

    def test_a_year_in_a_frame_of_its_own_holds_below_it(self) -> None:
        body = '<table><tr><td>2009</td></tr></table><p>March 12 <a href="/a">A note</a></p>'
        assert dated(listing(body).claims) == {"/a": "2009-03-12"}

    def test_links_to_years_take_no_days_from_entries(self) -> None:
        body = (
            '<h2><a href="/2009/">2009</a></h2><div><p>Mar 12</p><p><a href="/a">A note</a></p></div>'
            '<h2><a href="/2008/">2008</a></h2><div><p>Mar 1</p><p><a href="/b">B note</a></p></div>'
        )
        found = dated(listing(body).claims)
        assert (found["/a"], found["/b"], found["/2009/"], found["/2008/"]) == ("2009-03-12", "2008-03-01", "", "")


class TestCalendar:
    def split(self, *parts: str, lang: str = "en") -> list[str]:
        lines = "".join(f"<div>{part}</div>" for part in parts)
        return [one.value for one in calendar_of(sheet(f"{lines}<p>x</p>"), "", (lang,)).candidates]

    @pytest.mark.parametrize(
        ("parts", "value"),
        [
            (("Jul", "2", "2008"), "2008-07-02"),
            (("2", "Jul", "2008"), "2008-07-02"),
            (("July", "2nd,", "2008"), "2008-07-02"),
            (("12", "Mar"), "--03-12"),
            (("Mar", "12"), "--03-12"),
        ],
    )
    def test_a_day_may_stand_over_several_lines(self, parts: tuple[str, ...], value: str) -> None:
        assert self.split(*parts) == [value]

    def test_words_and_numbers_are_no_day(self) -> None:
        assert not any(len(value) == len("2008-07-02") for value in self.split("Page", "2", "2008"))

    def test_the_numbers_of_a_month_are_no_days(self) -> None:
        rows = "".join(f"<td>{day}</td>" for day in range(1, 8))
        body = f"<table><tr>{rows}</tr></table><p>x</p>"
        assert [one for one in calendar_of(sheet(body), "", ("en",)).candidates if one.value.startswith("---")] == []

    def test_the_linked_numbers_of_a_month_are_no_days(self) -> None:
        rows = "".join(f'<td><a href="/2009/03/{day:02d}/">{day}</a></td>' for day in range(1, 8))
        assert calendar_of(sheet(f"<table><tr>{rows}</tr></table><p>x</p>"), "", ("en",)).candidates == []

    def test_days_among_comments_are_left_out(self) -> None:
        body = '<p>x</p><div id="comments"><p>March 12, 2009</p><time datetime="2009-03-12">y</time></div>'
        assert calendar_of(sheet(body), "", ("en",)).candidates == []

    @pytest.mark.parametrize(
        "words",
        [
            "Updated March 12, 2009",
            "Last modified on 12 March 2009",
            "Geändert am 12. März 2009",
            "Mis à jour le 12 mars 2009",
            "Actualizado el 12 de marzo de 2009",
            "Zmodyfikowano 12 marca 2009",
            "Обновлено 12 марта 2009",
            "更新于 2009年3月12日",
        ],
    )
    def test_words_tell_a_day_of_change(self, words: str) -> None:
        (found,) = calendar_of(sheet(f"<p>{words}</p>"), "", ("en",)).candidates
        assert (found.value, found.updated) == ("2009-03-12", True)

    def test_the_shown_day_of_a_change_is_one_too(self) -> None:
        body = '<p>changed <time class="updated" datetime="2009-03-12">March 12, 2009</time></p>'
        assert all(one.updated for one in calendar_of(sheet(body), "", ("en",)).candidates)

    def test_a_day_within_a_linked_title_is_a_word_of_it(self) -> None:
        body = '<p><a href="/a">What I did on March 12, 2009 in the evening</a></p>'
        assert calendar_of(sheet(body), "", ("en",)).candidates == []

    def test_a_day_that_is_an_element_of_the_link_is_a_day(self) -> None:
        body = '<p><a href="/a"><span>March 12, 2009</span><span>What I did in the evening</span></a></p>'
        assert [one.value for one in calendar_of(sheet(body), "", ("en",)).candidates] == ["2009-03-12"]


class TestReadings:
    def test_both_readings_of_a_numeric_day_are_kept(self) -> None:
        body = '<p>03/04/2009 <a href="/a">A note</a></p><p>05/03/2009 <a href="/b">B note</a></p>'
        assert dated(listing(body).claims) == {
            "/a": "2009-04-03|2009-03-04",
            "/b": "2009-03-05|2009-05-03",
        }

    def test_beside_a_moment_in_utc_the_shown_day_is_kept(self) -> None:
        body = "".join(
            f'<p><a href="/{n}">Note no. {n}</a> <time datetime="2009-03-1{n}T02:00:00Z">March {n + 9}, 2009</time></p>'
            for n in (1, 2, 3)
        )
        assert values(every(listing(body).claims)["/2"], "date") == ["2009-03-12T02:00:00Z", "2009-03-11"]

    def test_a_day_of_change_is_no_day_of_publication(self) -> None:
        body = "".join(f'<p><a href="/{n}">Note no. {n}</a>, updated March 1{n}, 2009</p>' for n in (1, 2, 3))
        found = every(listing(body).claims)["/2"]
        assert (found.first("date"), found.first("updated")) == ("", "2009-03-12")


@given(st.lists(st.dates(min_value=date(1995, 1, 1), max_value=date(2020, 1, 1)), min_size=2, max_size=12, unique=True))
def test_every_entry_of_a_plain_list_has_its_own_day(days: list) -> None:
    body = "".join(f'<li>{day.isoformat()} <a href="/{n}.html">Note no. {n}</a></li>' for n, day in enumerate(days))
    assert dated(listing(f"<ul>{body}</ul>").claims) == {f"/{n}.html": day.isoformat() for n, day in enumerate(days)}


class TestWidePages:
    def test_every_day_between_many_links_of_one_line_is_read(self) -> None:
        days = [f"2009-03-{n % 28 + 1:02d}" for n in range(200)]
        body = " ".join(f'March {int(day[-2:])}, 2009 <a href="/{n}.html">Pens</a>' for n, day in enumerate(days))
        assert [one.value for one in calendar_of(sheet(f"<p>{body}</p>"), "", ("en",)).candidates] == days

    def test_what_is_too_much_to_compare_is_a_link_in_passing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        body = f"<ul>{entries('<li>{day} {link}</li>')}</ul><p>See <b><a href='/aside.html'>a note</a></b></p>"
        monkeypatch.setattr(archive, "MOST_PAIRS", 0)
        found = every(listing(body).claims)
        assert {path: found[path].first("date") for path in RIGHT} == RIGHT
        assert (found["/aside.html"].place, found["/aside.html"].first("title")) == (Place.TEXT, "a note")
