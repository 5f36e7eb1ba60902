"""Titles, excerpts and labels as plain text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.text import excerpt, label, plain, plain_text, printable, without_blog_name

without_markup = st.text().filter(lambda text: not set(text) & {"<", "&"})


class TestPlain:
    @pytest.mark.parametrize(
        ("written", "read"),
        [
            ("<b>F</b>oo &amp; <em class='x>y'>bar</em>", "Foo & bar"),
            ("one<br/>two<p>three", "one two three"),
            ("<script>x()</script>Title<!-- note -->", "Title"),
            ("&#8220;Hi&#8221;&nbsp;there", "“Hi” there"),
            ("a\u200bb\ufeff\u00ad c\n\t d", "ab c d"),
            ("red\x1b[31m\x07\x9b", "red[31m"),
            ("right\u202eleft", "rightleft"),
        ],
    )
    def test_a_title_is_what_a_reader_sees(self, written: str, read: str) -> None:
        assert plain(written) == read

    @pytest.mark.parametrize(
        ("written", "read"),
        [("It&amp;#8217;s", "It’s"), ("AT&amp;amp;T", "AT&T"), ("a &amp;lt; b", "a < b"), ("caf&amp;eacute;", "café")],
    )
    def test_what_was_encoded_twice_is_decoded_twice(self, written: str, read: str) -> None:
        assert plain(written) == read

    def test_nothing_is_decoded_three_times(self) -> None:
        assert plain("&amp;amp;lt;") == "&lt;"

    @pytest.mark.parametrize(
        "title", ["Map<K> as a last resort", "Why List<String> is fine", "The <div> element", "5 < 6 and 7 > 3"]
    )
    def test_what_is_no_markup_stays(self, title: str) -> None:
        assert plain(title) == title

    def test_an_escaped_tag_is_meant_to_be_read(self) -> None:
        assert plain("The &lt;b&gt; tag") == "The <b> tag"

    def test_joiners_inside_an_emoji_stay(self) -> None:
        assert plain("👩\u200d💻") == "👩\u200d💻"

    @given(st.text())
    def test_no_control_character_is_left_in_any_text(self, text: str) -> None:
        for read in (plain(text), plain_text(text), printable(text), label(text), excerpt(text)):
            assert not any(unicodedata.category(mark) in ("Cc", "Cs") for mark in read)

    @given(without_markup)
    def test_reading_plain_text_again_changes_nothing(self, text: str) -> None:
        assert plain(plain(text)) == plain(text)


class TestPlainText:
    def test_text_is_not_searched_for_tags(self) -> None:
        assert plain_text("On <b> and\n <i>") == "On <b> and <i>"

    def test_references_that_a_page_shows_by_mistake_are_decoded(self) -> None:
        assert plain_text("It&#8217;s AT&amp;T") == "It’s AT&T"

    def test_an_angle_bracket_shown_as_reference_stays(self) -> None:
        assert plain_text("Escaping &lt; in HTML") == "Escaping &lt; in HTML"


class TestExcerpt:
    def test_headings_and_code_and_by_lines_are_skipped(self) -> None:
        source = "<h1>Title</h1><p>By Ann</p><pre>code()</pre><p>The first real paragraph of it.</p><p>More.</p>"
        assert excerpt(source) == "The first real paragraph of it. More."

    def test_it_is_cut_at_a_word(self) -> None:
        assert excerpt("<p>alpha beta gamma delta epsilon</p>", 20) == "alpha beta gamma…"

    def test_text_without_blanks_is_cut_anyway(self) -> None:
        assert excerpt("漢" * 50, 10) == "漢" * 9 + "…"

    @given(st.text(), st.integers(5, 50))
    def test_it_is_never_longer_than_asked(self, source: str, limit: int) -> None:
        assert len(excerpt(source, limit)) <= limit

    def test_a_short_text_is_better_than_none(self) -> None:
        assert excerpt("<p>Hi.</p>") == "Hi."


class TestBlogName:
    @pytest.mark.parametrize(
        "title",
        [
            "Title | My Blog",
            "My Blog: Title",
            "Title « My Blog",
            "Title - My Blog",
            "My Blog » Title",
            "Title — my blog",
            "Title | My Blog - A tagline",
            "Title :: My  Blog",
        ],
    )
    def test_the_blogs_name_is_cut_off(self, title: str) -> None:
        assert without_blog_name(title, ["My Blog", "A tagline"]) == "Title"

    @pytest.mark.parametrize("title", ["My Blog", "My Blogging: a history", "Not-My Blog", "Title"])
    def test_a_title_is_never_cut_to_nothing_or_inside_words(self, title: str) -> None:
        assert without_blog_name(title, ["My Blog", ""]) == title

    def test_of_a_name_glued_to_itself_one_is_left(self) -> None:
        assert without_blog_name("My Blog | My Blog", ["My Blog"]) == "My Blog"

    def test_curly_and_straight_apostrophes_are_one(self) -> None:
        assert without_blog_name("Title | Ann's Blog", ["Ann’s Blog"]) == "Title"

    @given(st.text(), st.lists(st.text(max_size=5), max_size=3))
    def test_something_is_always_left(self, title: str, names: list[str]) -> None:
        assert bool(without_blog_name(title, names)) == bool(title)


def test_a_label_is_the_first_words() -> None:
    assert label("one two three four five six seven eight nine") == "one two three four five six seven eight…"
    assert label("just this") == "just this"


def test_a_label_of_a_text_without_blanks_is_short() -> None:
    assert len(label("漢" * 500)) <= 80


def test_printable_text_is_one_line() -> None:
    assert printable("a\r\nb\x00\x1b]0;x\x07") == "a b]0;x"
