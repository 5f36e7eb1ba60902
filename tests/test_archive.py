"""Pages that list posts: which links are entries, what they are called, and what is said in passing."""

from __future__ import annotations

import pytest

from tests.web_page import dated, every, listing, said


def title(link: str, around: str = "<li>{}</li>") -> str:
    other = around.format('<a href="/other.html">Another entry</a>')
    return every(listing(f"<ul>{around.format(link)}{other}</ul>").claims)["/ink.html"].first("title")


def place(body: str, path: str = "/ink.html") -> str:
    return every(listing(body).claims)[path].place.value


class TestTitles:
    @pytest.mark.parametrize(
        ("link", "expected"),
        [
            ('<a href="/ink.html"> Ink &amp;\n water </a>', "Ink & water"),
            ('<a href="/ink.html">Vec&lt;T&gt; again</a>', "Vec<T> again"),
            ('<a href="/ink.html">It&amp;#8217;s ink</a>', "It’s ink"),
            ('<a href="/ink.html"><code>ink()</code> and <em>water</em></a>', "ink() and water"),
            ('<a href="/ink.html">H<sub>2</sub>O</a>', "H2O"),
            ('<a href="/ink.html"><img src="x.png" alt="Ink"></a>', "Ink"),
            ('<a href="/ink.html"><span>March 12, 2009</span> <b>Ink</b></a>', "Ink"),
            ('<a href="/ink.html"><time>12 Mar</time><span>Ink</span></a>', "Ink"),
            ('<a href="/ink.html"><small>Tools</small><span>Ink</span></a>', "Tools Ink"),
            ('<a href="/ink.html"><h3>Ink <small>March 12, 2009</small></h3><p>It lasts.</p></a>', "Ink"),
            ('<a href="/ink.html"><div>March 12, 2009</div><div>Ink</div><p>It lasts.</p></a>', "Ink"),
            ('<a href="/ink.html"><div>Tools</div><div class="card__title">Ink</div></a>', "Ink"),
            ('<a href="/ink.html"><div>Tools</div><div class="card-title">Ink</div></a>', "Ink"),
            ('<a href="/ink.html"><span>March 12, 2009</span></a>', ""),
        ],
    )
    def test_a_link_is_called(self, link: str, expected: str) -> None:
        assert title(link) == expected

    @pytest.mark.parametrize(
        "words",
        [
            "Read more",
            "Read the rest »",
            "Continue reading →",
            "Permalink",
            "#",
            "3 comments",
            "Weiterlesen",
            "Lire la suite",
            "Leer más",
            "Leia mais",
            "Continua a leggere",
            "Lees verder",
            "Czytaj dalej",
            "Читать далее",
            "阅读全文",
            "続きを読む",
            "더 보기",
            "March 12, 2009",
            "12. März 2009",
        ],
    )
    def test_words_that_say_nothing_leave_the_title_to_the_heading(self, words: str) -> None:
        body = "".join(
            f'<div><h2>Note {n}</h2><p>Text. <a href="/{n}.html">{words}</a></p></div>' for n in ("one", "two")
        )
        claims = every(listing(body).claims)
        assert [claims[f"/{n}.html"].first("title") for n in ("one", "two")] == ["Note one", "Note two"]

    def test_without_a_heading_such_an_entry_has_no_title(self) -> None:
        assert title('Some text. <a href="/ink.html">Read more</a>') == ""

    def test_the_heading_of_another_entry_is_not_taken(self) -> None:
        body = '<h2>Ink</h2><p>x <a href="/ink.html">Read more</a></p><p>y <a href="/note.html">Read more</a></p>'
        assert every(listing(body).claims)["/note.html"].first("title") == ""

    def test_of_several_mentions_that_with_a_title_counts(self) -> None:
        body = '<h2><a href="/ink.html">Ink</a></h2><p>Text. <a href="/ink.html">Read more</a></p>'
        (claim,) = [claim for claim in listing(body).claims if claim.address.endswith("/ink.html")]
        assert claim.first("title") == "Ink"

    def test_a_heading_counts_more_than_a_list(self) -> None:
        body = '<ul><li><a href="/ink.html">Ink…</a></li></ul><h2><a href="/ink.html">Ink that lasts</a></h2>'
        (rule,) = [one.rule for one in every(listing(body).claims)["/ink.html"].every("title")]
        assert rule == "listing.title"


class TestPrefixes:
    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("2009-03-12: Ink", "2009-02-03: Paper"),
            ("[2009-03-12] Ink", "[2009-02-03] Paper"),
            ("March 12, 2009 – Ink", "February 3, 2009 – Paper"),
            ("25.03.2009 | Ink", "13.02.2009 | Paper"),
        ],
    )
    def test_days_that_begin_all_titles_are_cut_off(self, first: str, second: str) -> None:
        body = f'<ul><li><a href="/a.html">{first}</a></li><li><a href="/b.html">{second}</a></li></ul>'
        found = said(listing(body, lang="de").claims)
        assert found["/a.html"][0] == "Ink" and found["/a.html"][1] in ("2009-03-12", "2009-03-25")
        assert found["/b.html"][0] == "Paper"

    def test_a_day_that_begins_one_title_belongs_to_it(self) -> None:
        body = (
            '<ul><li><a href="/a.html">2009-03-12: a diary</a></li><li><a href="/b.html">Paper: a history</a></li></ul>'
        )
        assert said(listing(body).claims)["/a.html"][0] == "2009-03-12: a diary"


class TestEntries:
    def test_links_to_other_hosts_files_and_the_home_page_are_none(self) -> None:
        body = (
            '<a href="https://elsewhere.example/x">x</a><a href="/ink.pdf">y</a><a href="/">z</a><a href="#top">t</a>'
            '<a href="/ink.html">Ink</a>'
        )
        assert list(every(listing(body, at="https://quill.example/archive/").claims)) == ["/archive/", "/ink.html"]

    def test_http_and_www_are_the_same_host(self) -> None:
        body = '<a href="http://www.quill.example/ink.html">Ink</a>'
        assert "http://www.quill.example/ink.html" in every(listing(body).claims)

    def test_a_fragment_that_leads_to_remarks_is_cut(self) -> None:
        body = '<p><a href="/ink.html#comments">Ink</a></p><p><a href="/paper.html#more-12">Paper</a></p>'
        assert set(every(listing(body).claims)) == {"/", "/ink.html", "/paper.html"}

    def test_what_stands_beside_several_entries_is_none(self) -> None:
        body = "".join(
            f'<p>2009-03-0{n} <a href="/{n}.html">Note {n}</a> in <a href="/tools">tools</a></p>' for n in range(1, 5)
        )
        found = every(listing(body).claims)
        assert found["/tools"].place.value == "text" and found["/tools"].first("date") == ""
        assert found["/3.html"].first("date") == "2009-03-03"

    def test_a_link_in_a_sentence_is_said_in_passing(self) -> None:
        text = "You will find all of this, and much more of the kind that was promised before, in the text on"
        assert place(f'<p>{text} <a href="/ink.html">ink</a> that I wrote long ago.</p>') == "text"

    def test_a_link_that_begins_its_line_is_listed(self) -> None:
        text = "in which all of this is told, and much more of the kind that was promised, to those who ask"
        assert place(f'<p>• <a href="/ink.html">Ink</a> {text}</p>') == "listing"

    def test_a_link_between_the_headings_of_dated_entries_is_said_in_passing(self) -> None:
        body = "".join(
            f'<h2><a href="/{n}.html">Note {n}</a></h2><p>March {n}, 2009</p><p>Text.</p><p>Text.</p>'
            f'<p><a href="/old{n}.html">An older note</a></p>'
            for n in (9, 7, 5, 3)
        )
        assert place(body, "/old7.html") == "text"

    def test_a_link_in_a_menu_is_of_the_menu(self) -> None:
        assert place('<nav><a href="/ink.html">Ink</a></nav>') == "menu"

    def test_a_dated_list_in_a_side_bar_is_a_list(self) -> None:
        body = "".join(f'<li>2009-03-0{n} <a href="/{n}.html">Note no. {n}</a></li>' for n in (1, 2, 3))
        assert place(f'<div id="sidebar"><ul>{body}</ul></div>', "/2.html") == "listing"

    def test_page_numbers_have_no_day_and_no_title(self) -> None:
        body = (
            '<h2><a href="/ink.html">Ink</a></h2><p>March 12, 2009</p><h2><a href="/b.html">Paper</a></h2>'
            '<p>March 2, 2009</p><p><a href="/page/2/">2</a> <a href="/page/3/">Next</a></p>'
        )
        found = every(listing(body).claims)
        assert (found["/page/2/"].place.value, found["/page/2/"].first("title"), found["/page/2/"].first("date")) == (
            "text",
            "",
            "",
        )

    def test_links_of_one_list_are_told_as_one(self) -> None:
        body = (
            '<ul><li><a href="/a.html">Note A</a></li><li><a href="/b.html">Note B</a></li></ul>'
            '<ol class="x"><li><p><a href="/c.html">Note C</a></p></li></ol>'
        )
        found = every(listing(body).claims)
        lists = [found[path].first("list") for path in ("/a.html", "/b.html", "/c.html")]
        assert lists[0] == lists[1] != lists[2]


class TestPlaces:
    def test_permanent_links_tell_the_entries_of_one_page_apart(self) -> None:
        body = (
            '<h3>12 March</h3><h4 id="p2">Ink</h4><p>x <a href="/2009/03/#p2">Permalink</a></p>'
            '<h3>9 March</h3><h4 id="p1">Paper</h4><p>y <a href="/2009/03/#p1">Permalink</a></p>'
        )
        assert said(listing(body, at="https://quill.example/2009/03/").claims) == {
            "/2009/03/#p2": ("Ink", "2009-03-12"),
            "/2009/03/#p1": ("Paper", "2009-03-09"),
        }

    def test_permanent_links_on_the_home_page_lead_to_places_on_month_pages(self) -> None:
        body = (
            '<h3>12 March 2009</h3><h4>Ink</h4><p>x <a href="/2009/03.html#p2">#</a></p>'
            '<h3>9 March 2009</h3><h4>Paper</h4><p>y <a href="/2009/03.html#p1">#</a></p>'
        )
        assert said(listing(body).claims) == {
            "/2009/03.html#p2": ("Ink", "2009-03-12"),
            "/2009/03.html#p1": ("Paper", "2009-03-09"),
        }

    def test_marks_beside_the_headings_of_a_text_are_no_entries(self) -> None:
        body = '<h2 id="a">One <a href="#a">¶</a></h2><p>x</p><h2 id="b">Two <a href="#b">¶</a></h2><p>y</p>'
        assert said(listing(body, at="https://quill.example/log/ink.html").claims) == {}

    def test_dated_places_that_a_table_of_contents_names_are_entries(self) -> None:
        body = (
            '<p><a href="#d12">12</a> <a href="#d9">9</a></p><h2 id="d12">12 March 2009</h2><h3>Ink</h3><p>x</p>'
            '<h2 id="d9">9 March 2009</h2><h3>Paper</h3><p>y</p>'
        )
        at = "https://quill.example/diary.html"
        found = dated(listing(body, at=at).claims)
        assert found == {"/diary.html#d12": "2009-03-12", "/diary.html#d9": "2009-03-09"}

    def test_dated_places_take_their_year_from_the_page(self) -> None:
        body = (
            '<h1>2009</h1><p><a href="#d12">12</a> <a href="#d9">9</a></p><h2 id="d12">12 March</h2><h3>Ink</h3>'
            '<p>x</p><h2 id="d9">9 March</h2><h3>Paper</h3><p>y</p>'
        )
        found = dated(listing(body, at="https://quill.example/2009.html").claims)
        assert found == {"/2009.html#d12": "2009-03-12", "/2009.html#d9": "2009-03-09"}


class TestDatesOfOthers:
    def test_a_list_of_months_takes_no_day_from_what_stands_above_it(self) -> None:
        months = "".join(f'<li><a href="/?y=09&amp;m={m:02}">{name} 2009 (2)</a></li>' for m, name in enumerate(
            ("January", "February", "March", "April"), 1))  # fmt: skip
        entry = '<h3><a href="/ink.html">Ink</a></h3><p>March 12, 2009</p><p>It lasts.</p>'
        assert dated(listing(f"{entry}<ul>{months}</ul>").claims)["/?y=09&m=02"] == ""

    def test_an_entry_that_is_called_as_a_year_is_no_heading_of_those_below(self) -> None:
        names = ("Ink", "2012", "Paper", "Glue")
        rows = "".join(f'<li><a href="/{name.lower()}/">{name}</a></li>' for name in names)
        assert set(dated(listing(f"<ul>{rows}</ul>").claims).values()) == {""}

    def test_a_day_that_may_be_one_of_two_is_no_year_for_what_stands_below(self) -> None:
        days = ("17/03/05", "01/02/05", "26/11/04", "13/08/04", "28/06/04")
        rows = "".join(f"<tr><td>{d}</td><td><a href=/{n}.htm>Entry {n}</a></td></tr>" for n, d in enumerate(days))
        told = dated(listing(f"<table><tr><th>Day</th><th>Title</th></tr>{rows}</table>").claims)
        assert told["/3.htm"] == "2004-08-13"

    def test_two_digits_with_dots_are_a_day_before_a_title(self) -> None:
        days = ("24.12.08", "13.11.08", "29.10.07")
        rows = "".join(f"<p>{day}: <a href=/{day}.htm>Tinte</a></p>" for day in days)
        told = dated(listing(rows, lang="").claims)
        assert list(told.values()) == ["2008-12-24", "2008-11-13", "2007-10-29"]

    def test_but_not_where_they_begin_with_few_numbers_and_no_language_is_known(self) -> None:
        days = ("08.12.24", "08.11.13", "07.10.29")
        rows = "".join(f"<p>{day}: <a href=/{day}.htm>Tinte</a></p>" for day in days)
        assert set(dated(listing(rows, lang="").claims).values()) == {""}

    def test_a_day_with_dots_alone_takes_the_year_of_its_heading(self) -> None:
        rows = "<li>17.6. <a href=/ink.html>Tinte</a></li><li>3.5. <a href=/glue.html>Leim</a></li>"
        told = dated(listing(f"<h2>2011</h2><ul>{rows}</ul>", lang="de").claims)
        assert told == {"/ink.html": "2011-06-17", "/glue.html": "2011-05-03"}

    def test_a_day_in_numbers_before_a_title_needs_no_mark(self) -> None:
        rows = "".join(f'<p><a href="/{n}.gmi">2011-06-1{n} Entry {n}</a></p>' for n in range(3))
        assert said(listing(rows).claims)["/1.gmi"] == ("Entry 1", "2011-06-11")

    def test_nor_does_a_colon_in_the_title_hide_it(self) -> None:
        rows = "".join(f'<p><a href="/{n}.gmi">2011-06-1{n} Ink: part {n}</a></p>' for n in range(3))
        assert said(listing(rows).claims)["/1.gmi"] == ("Ink: part 1", "2011-06-11")

    def test_the_entries_of_a_day_end_where_another_begins_though_that_may_be_one_of_two(self) -> None:
        days = ("01/25/04", "01/07/04", "01/05/04")
        body = "".join(
            f"<h2>{day}</h2><h3>Entry {n}</h3><p>It lasts.</p><p><a href=/{n}.htm>No comments</a></p>"
            for n, day in enumerate(days)
        )
        told = dated(listing(body).claims)
        assert "2004-01-25" not in (told.get("/1.htm"), told.get("/2.htm"))
