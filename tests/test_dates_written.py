"""Dates as people write them."""

from __future__ import annotations

from datetime import date

import pytest
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from crawler.dates import find_dates, parse_partial, parse_text, text_value

LANGUAGES = tuple("en de fr es pt it nl pl ru zh ja ko cs hu sv da nb fi tr uk ro el".split(" "))  # noqa: SIM905
FURTHER = tuple("ar fa he hi bn th vi id bg mk be sr sr_Latn hr sk sl ca gl lt lv et is".split(" "))  # noqa: SIM905
days = st.dates(date(1990, 1, 1), date(2069, 12, 31))


class TestWholeTexts:
    @pytest.mark.parametrize("language", LANGUAGES)
    @given(day=days, width=st.sampled_from(["medium", "long", "full"]))
    def test_a_date_in_any_language_is_read_knowing_it_or_not(self, language: str, day: date, width: str) -> None:
        text = format_date(day, width, locale=language)
        assert dates_agree(text_value(text, (language,)), day)
        assert dates_agree(text_value(text, ()), day)

    @pytest.mark.parametrize("language", FURTHER)
    @given(day=days, width=st.sampled_from(["long", "full"]))
    def test_a_date_in_a_further_language_is_read(self, language: str, day: date, width: str) -> None:
        assert dates_agree(text_value(format_date(day, width, locale=language), (language,)), day)

    @pytest.mark.parametrize("language", [one for one in FURTHER if one != "hr"])  # listopad is November in Polish
    @given(day=days)
    def test_of_most_further_languages_without_being_told_which(self, language: str, day: date) -> None:
        assert dates_agree(text_value(format_date(day, "long", locale=language), ()), day)

    @pytest.mark.parametrize(
        "text",
        [
            "2008-01-20",
            "2008/1/20",
            "2008.01.20",
            "2008. 1. 20.",
            "20080120",
            "20.01.2008",
            "20/1/2008",
            "1/20/2008",
            "So 20 Januar 2008",
            "Sunday, January 20, 2008",
            "janvier 20, 2008",
            "20 января 2008",
            "20 января 2008 г.",
            "sty 20 2008",
            "20 sty 2008",
            "Jan 20, 2008",
            "20th of January 2008",
            "January the 20th, 2008",
            "2008年1月20日 (日)",
            "2008 年 1 月 20 日",
            "２００８年１月２０日",
            "2008년 1월 20일",
            "20 de enero de 2008",
            "Sun 20 January 2008",
            "Jan. 20, 2008",
            "20-Jan-08",
            "Jan 20 '08",
            "Jan/20/2008",
            "一月 20, 2008",
            "1月 20, 2008",
            "2008. január 20.",
            "JANUARY 20, 2008",
            "20. Jänner 2008",
            "٢٠ يناير، ٢٠٠٨",
            "٢٠ كانون الثاني ٢٠٠٨",
            "20 جانفي 2008",
            "۲۰ ژانویه ۲۰۰۸",
            "२० जनवरी २००८",
            "20 ינואר 2008",
            "20 בינואר 2008",
            "20 ม.ค. 2008",
            "20 tháng 1, 2008",
            "ngày 20 tháng 1 năm 2008",
            "Tháng Một 20, 2008",
            "20. siječnja 2008.",
            "20. јануар 2008.",
            "20 de gener del 2008",
            "2008 m. sausio 20 d.",
            "2008. gada 20. janvāris",
            "20 Ιανουαρίου 2008",
            "20 Ocak 2008 Pazar",
            "2008年1月20日(日)",
        ],
    )
    def test_each_way_of_writing_a_day(self, text: str) -> None:
        assert str(parse_text(text)) == "2008-01-20"

    @pytest.mark.parametrize(
        "text",
        [
            "Posted on January 20, 2008",
            "Published: 20 January 2008 at 10:30 pm",
            "January 20, 2008 by Ann de Boer",
            "by Ann, 20 January 2008",
            "20. Januar 2008, 10:30 Uhr",
            "Publicado em 20 de janeiro de 2008",
            "发布于2008年1月20日星期日",
            "2008-01-20 10:30 UTC",
            "On Sun, Jan 20, 2008 at 10:30 AM",
            "— January 20, 2008 · 5 min read",
            "domingo, 20 de janeiro de 2008",
            "at 10:00 AM on January 20, 2008",
            "10:23, 20 January 2008",
            "20 janvier 2008 à 10h30",
            "Sun Jan 20 10:00:00 2008",
            "Posted Sun Jan 20 10:00:00 AM UTC 2008",
            "Sun 20 Jan 2008 10:00:00 AM UTC",
            "Sun, 01/20/2008 - 10:23",
            "Posted January 20th, 2008 by Ann in General",
            "Posted on January 20th, 2008 in the garden, tea",
            "Filed under Code on January 20, 2008",
        ],
    )
    def test_labels_times_and_authors_do_not_matter(self, text: str) -> None:
        assert str(parse_text(text)) == "2008-01-20"

    @pytest.mark.parametrize(
        "text",
        ["March 2009", "2009年3月", "2009-03", "03/2009", "Mar '09", "März 2009", "2009. március", "marzo de 2009"],
    )
    def test_a_month_stays_a_month(self, text: str) -> None:
        assert str(parse_text(text)) == "2009-03"

    def test_sept_is_september(self) -> None:
        assert str(parse_text("Sept. 5, 2012")) == "2012-09-05"

    def test_a_decomposed_accent_is_the_same_letter(self) -> None:
        assert str(parse_text("12 Ma\u0308rz 2009")) == "2009-03-12"

    @pytest.mark.parametrize(
        "text",
        [
            "on:",
            "May",
            "march on",
            "version 3.11.2",
            "1.2.3",
            "v2008.1.2",
            "10.0.0.1",
            "© 2011-2026",
            "10:30",
            "555-123-4567",
            "2009",
            "2009-2010",
            "March 3",
            "12 comments",
            "14 years ago",
            "31 February 2009",
            "45 March 2009",
            "3/4/9",
            "10/10/10 wins",
            "5 May 09:30",
            "9 พฤษภาคม 2557",
            "Tháng 13 2009",
            "May 9, 2009 in review",
            "Posted in 2009",
            "Updated March 3, 2009",
            "March 2009 in review",
            "http://example.org/2009/03/12/post",
        ],
    )
    def test_what_is_more_or_less_than_a_date_is_none(self, text: str) -> None:
        assert parse_text(text) is None

    def test_a_short_year_after_a_stroke_makes_a_date_of_what_stands_alone(self) -> None:
        assert text_value("9/23/07", ()) == "2007-09-23"
        assert text_value("9/3/07", ()) == "2007-03-09|2007-09-03"
        assert text_value("lot 9/3/07 has come", ()) == ""


class TestAmbiguous:
    def test_two_readings_are_told_day_first_then_month_first(self) -> None:
        assert text_value("03/04/2009") == "2009-04-03|2009-03-04"

    def test_only_what_both_readings_share_is_parsed(self) -> None:
        assert str(parse_text("03/04/2009")) == "2009"

    def test_a_language_in_which_nobody_writes_the_month_first_settles_it(self) -> None:
        assert text_value("03.04.2009", ("de",)) == text_value("03/04/2009", ("en-GB",)) == "2009-04-03"

    def test_a_year_of_two_digits_is_the_last_of_three_numbers_of_two(self) -> None:
        assert text_value("06/13/17") == "2017-06-13"
        assert text_value("05/06/17") == "2017-06-05|2017-05-06"

    def test_with_dots_it_is_so_where_the_day_comes_first(self) -> None:
        assert text_value("09.05.14", ("de",)) == "2014-05-09"
        assert text_value("13.06.17", ()) == ""

    def test_with_dots_and_nothing_around_them_it_is_so_in_english_too(self) -> None:
        assert text_value("09.05.14", ("en",)) == "2014-05-09|2014-09-05"
        assert find_dates("I run 09.05.14 here", ("en",)) == []

    def test_with_slashes_one_digit_is_enough_where_nothing_stands_around(self) -> None:
        assert text_value("6/13/17") == "2017-06-13"
        assert find_dates("a 6/13/17 scale", ("en",)) == []

    def test_where_the_year_may_come_first_it_is_none(self) -> None:
        assert text_value("14/05/09", ("ja",)) == ""

    def test_two_equal_readings_are_one(self) -> None:
        assert text_value("04/04/2009") == "2009-04-04"


class TestInside:
    def test_every_date_of_a_text_is_found_where_it_stands(self) -> None:
        text = "From May 5, 2009 on, version 2024.1.2, until 2 March 2010 (see 2011-01-20)."
        found = find_dates(text)
        assert [value for _, _, value in found] == ["2009-05-05", "2010-03-02", "2011-01-20"]
        assert [text[start:end] for start, end, _ in found] == ["May 5, 2009", "2 March 2010", "2011-01-20"]

    def test_a_year_that_belongs_to_another_date_is_not_taken(self) -> None:
        assert [value for *_, value in find_dates("Archive 2008 March 3, 2009")] == ["2009-03-03"]

    def test_a_number_before_a_date_is_not_its_day(self) -> None:
        assert [value for *_, value in find_dates("12 comments, 3 May 12, 2008")] == ["2008-05-12"]

    def test_a_time_between_day_and_year_is_part_of_the_date(self) -> None:
        assert find_dates("by Ann, Fri Aug  1 10:00:00 EDT 2014.") == [(12, 36, "2014-08-01")]

    def test_digits_of_all_scripts_stand_where_they_stood(self) -> None:
        assert find_dates("كتب: ٩ مايو، ٢٠١٤.") == [(5, 17, "2014-05-09")]

    def test_three_short_numbers_count_at_the_edge_of_a_text(self) -> None:
        assert [value for *_, value in find_dates("06/13/17 - On knots")] == ["2017-06-13"]
        assert find_dates("a ratio of 06/13/17 or so") == []

    def test_a_month_far_from_its_year_is_none(self) -> None:
        assert find_dates("what may be on 12 or 13 days, or on another one of all those that were told, in 2009") == []

    def test_a_moment_keeps_its_zone(self) -> None:
        assert find_dates("at 2008-01-20T23:30:00Z.") == [(3, 23, "2008-01-20T23:30:00Z")]

    def test_dates_far_apart_in_long_prose_are_found(self) -> None:
        text = "word " * 400 + "3 May 2008 " + "word " * 400 + "4 May 2008"
        assert [(text[start:end], value) for start, end, value in find_dates(text)] == [
            ("3 May 2008", "2008-05-03"),
            ("4 May 2008", "2008-05-04"),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "MacBook Pro 13 2020 review",
            "The Mars 2020 rover",
            "long ago, 2008",
            "in 2008 we did",
            "© 2011-2026 Ann",
            "tel 030-12-2009",
            "release 1.2.2009 is out",
            "see /2009/03/12/post",
            "in section 3.11.2009.1",
            "chapter 12 2008",
            "written 14 years ago",
        ],
    )
    def test_words_and_numbers_that_only_look_like_a_date_are_none(self, text: str) -> None:
        assert find_dates(text) == []

    def test_a_doubtful_name_counts_where_its_language_is_spoken(self) -> None:
        assert [value for *_, value in find_dates("Depuis mars 2020 ici", ("fr",))] == ["2020-03"]

    @given(st.one_of(st.text(), st.from_regex(r"(?:[0-9./ -]|March|mai|年|月|日|,|'){1,40}", fullmatch=True)))
    def test_any_text_gives_sound_dates_in_order_or_none(self, text: str) -> None:
        at = 0
        for start, end, value in find_dates(text, ()):
            assert at <= start < end <= len(text)
            assert all(parse_partial(one) for one in value.split("|"))
            at = end
        found = parse_text(text, ())
        assert found is None or parse_partial(str(found)) == found

    @given(days, st.sampled_from(["x ", "(", "see: ", ""]), st.sampled_from([" x", ".", ")", ""]))
    def test_precision_is_never_invented(self, day: date, before: str, after: str) -> None:
        for *_, value in find_dates(f"{before}{day:%B} {day.year}{after}"):
            assert value == f"{day:%Y-%m}"


def dates_agree(value: str, day: date) -> bool:
    """Whether a value is the day, or leaves it open among its readings."""
    return day.isoformat() in value.split("|")


class TestEras:
    @pytest.mark.parametrize(
        ("text", "value"),
        [("平成20年3月12日", "2008-03-12"), ("令和元年5月1日", "2019-05-01"), ("令和2年3月", "2020-03")],
    )
    def test_a_year_of_a_japanese_era_is_one(self, text: str, value: str) -> None:
        assert text_value(text, ("ja",)) == value
