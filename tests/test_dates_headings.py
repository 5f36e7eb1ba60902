"""Headings of dated listings, and days without a year."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.dates import heading_date, month_day


class TestHeading:
    @pytest.mark.parametrize(
        "text", ["2009", "2009 (12)", "Archive: 2009", "2009年", "Jahr 2009", "2009 – 12 posts", "2009年归档", "٢٠٠٩"]
    )
    def test_a_year_is_a_heading(self, text: str) -> None:
        assert heading_date(text) == "2009"

    @pytest.mark.parametrize(
        "text",
        [
            "March 2009",
            "Archives for March 2009",
            "2009年3月 (3)",
            "2009-03",
            "2009/03",
            "Archivo de marzo de 2009",
            "Март 2009",
            "Μάρτιος 2009",
            "مارس ٢٠٠٩",
            "มีนาคม 2009",
            "Tháng Ba 2009",
            "Arsip Maret 2009",
            "ožujak 2009.",
            "2009. március",
        ],
    )
    def test_a_month_of_a_year_is_a_heading(self, text: str) -> None:
        assert heading_date(text) == "2009-03"

    @pytest.mark.parametrize(
        "text", ["March", "March (4)", "März", "3月", "Month: March", "三月", "3월", "مارس", "Tháng 3", "Μάρτιος"]
    )
    def test_a_month_alone_is_a_heading(self, text: str) -> None:
        assert heading_date(text) == "--03"

    def test_a_day_is_a_heading(self) -> None:
        assert heading_date("Thursday, March 12, 2009") == "2009-03-12"

    def test_a_doubtful_month_name_needs_its_language(self) -> None:
        assert heading_date("Mars") == ""
        assert heading_date("Mars", ("fr",)) == "--03"

    def test_of_an_ambiguous_day_the_year_is_told(self) -> None:
        assert heading_date("03/04/2009") == "2009"

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "2010: A Sketch",
            "12",
            "1984",
            "2009 2010",
            "2009-2010",
            "On the road",
            "Best of 2009",
            "© 2009 –",
            "May I?",
            "Set",
            "7.2009.1",
        ],
    )
    def test_other_headings_date_nothing(self, text: str) -> None:
        assert heading_date(text) == ""

    @given(st.text())
    def test_no_text_makes_it_raise(self, text: str) -> None:
        heading_date(text)
        month_day(text)


class TestMonthDay:
    @pytest.mark.parametrize(
        "text",
        [
            "03-12",
            "12 March",
            "Mar 12",
            "Mar 12:",
            "Thu, 12 Mar",
            "March 12th",
            "12. März",
            "3月12日",
            "３月１２日",
            "3월 12일",
            "12 de marzo",
            "12 марта",
            "12 Μαρτίου",
            "١٢ مارس",
            "12 Mart",
            "12 tháng 3",
            "12 במרץ",
            "12 मार्च",
            "12 มี.ค.",
            "12. ožujka",
            "március 12.",
            "10:23, 12 March",
        ],
    )
    def test_a_day_without_its_year(self, text: str) -> None:
        assert month_day(text) == (3, 12)

    def test_a_number_above_twelve_settles_the_order(self) -> None:
        assert month_day("25/03") == month_day("03/25") == (3, 25)

    def test_in_english_an_open_order_is_not_guessed(self) -> None:
        assert month_day("03/12") is None

    def test_a_proved_order_settles_it(self) -> None:
        assert month_day("03/12", order="mdy") == (3, 12)
        assert month_day("03/12", order="dmy") == (12, 3)

    def test_a_language_settles_it(self) -> None:
        assert month_day("03.12.", ("de",)) == (12, 3)
        assert month_day("03.12", ("ko",)) == (3, 12)

    @pytest.mark.parametrize(
        "text",
        ["12.", "12th", "May", "10:30", "3.11", "31 February", "v3/12", "12 March 2009", "March 12 was fun", "13-13"],
    )
    def test_what_is_more_or_less_than_a_day_is_none(self, text: str) -> None:
        assert month_day(text) is None

    def test_leap_day_is_a_day(self) -> None:
        assert month_day("29 Feb") == (2, 29)
