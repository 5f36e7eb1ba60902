"""Dates: written out, weighed, settled, and as machines write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import dates
from crawler.dates import parse_machine, parse_partial
from crawler.model import PartialDate

TODAY = date(2024, 6, 1)

days = st.dates(date(1990, 1, 1), date(2024, 6, 1))
offsets = st.integers(-14 * 60, 14 * 60).filter(bool).map(lambda minutes: timezone(timedelta(minutes=minutes)))
moments = st.datetimes(datetime(1990, 1, 2), datetime(2024, 5, 30), timezones=offsets).map(
    lambda moment: moment.replace(microsecond=0)
)


@st.composite
def partial_dates(draw: st.DrawFn) -> PartialDate:
    day = draw(st.dates(date(1, 1, 1)))
    clock = draw(st.times().map(lambda time: f"{time:%H:%M:%S}"))
    offset = draw(st.sampled_from(["", "Z", "+05:30", "-08:00"]))
    whole = PartialDate(day.year, day.month, day.day)
    moment = PartialDate(day.year, day.month, day.day, clock, offset)
    return draw(st.sampled_from([PartialDate(day.year), PartialDate(day.year, day.month), whole, moment]))


class TestPartial:
    @given(partial_dates())
    def test_what_was_written_is_read_back(self, found: PartialDate) -> None:
        assert parse_partial(str(found)) == found

    @pytest.mark.parametrize(
        "text", ["", "2009-3", "2009-13", "2009-02-31", "0000", "2009-03-12T25:00:00", " 2009", "20090312"]
    )
    def test_nothing_else_is_read(self, text: str) -> None:
        assert parse_partial(text) is None

    @given(st.text())
    def test_any_text_is_an_exact_date_or_none(self, text: str) -> None:
        found = parse_partial(text)
        assert found is None or str(found) == text


class TestPlausible:
    @pytest.mark.parametrize(
        "found", [PartialDate(1990), PartialDate(2024), PartialDate(2024, 6), PartialDate(2024, 6, 2)]
    )
    def test_from_1990_to_tomorrow_a_post_can_be(self, found: PartialDate) -> None:
        assert dates.plausible(found, TODAY)

    @pytest.mark.parametrize(
        "found", [PartialDate(1), PartialDate(1970, 1, 1), PartialDate(2025), PartialDate(2024, 6, 3)]
    )
    def test_before_and_after_it_cannot(self, found: PartialDate) -> None:
        assert not dates.plausible(found, TODAY)


class TestOrder:
    @pytest.mark.parametrize(
        ("raw", "order"),
        [
            ("20/1/2008", "dmy"),
            ("1/20/2008", "mdy"),
            ("1/2/2008", ""),
            ("on 25.03.", "dmy"),
            ("06/13/17", "mdy"),
            ("Mon, 02/13/2006 - 10:23", "mdy"),
            ("2008-01-20", ""),
            ("2008. 01. 20.", ""),
            ("2014-05-13T23:59:15-05:00", ""),
            ("01-20", ""),
            ("3 May 2008", ""),
            ("", ""),
        ],
    )
    def test_only_a_number_above_twelve_proves_an_order(self, raw: str, order: str) -> None:
        assert dates.order_of(raw) == order

    def test_an_order_settles_an_ambiguous_value(self) -> None:
        value = "2009-04-03|2009-03-04"
        assert dates.settle(value, "dmy") == "2009-04-03"
        assert dates.settle(value, "mdy") == "2009-03-04"

    def test_without_an_order_only_what_both_readings_share_is_left(self) -> None:
        assert dates.settle("2009-04-03|2009-03-04", "") == "2009"

    @given(partial_dates().map(str), st.sampled_from(["", "dmy", "mdy"]))
    def test_a_clear_value_needs_no_order(self, value: str, order: str) -> None:
        assert dates.settle(value, order) == value


class TestMachine:
    @given(moments)
    def test_iso_8601_keeps_the_authors_own_offset(self, moment: datetime) -> None:
        assert str(parse_machine(moment.isoformat(), TODAY)) == moment.isoformat()

    @given(moments)
    def test_rfc_822_keeps_the_authors_own_offset(self, moment: datetime) -> None:
        assert str(parse_machine(format_datetime(moment), TODAY)) == moment.isoformat()

    @given(moments)
    def test_a_moment_told_in_utc_is_marked_as_such(self, moment: datetime) -> None:
        utc = moment.astimezone(UTC)
        expected = f"{utc:%Y-%m-%dT%H:%M:%S}Z"
        told = (format_datetime(utc), format_datetime(utc, usegmt=True), utc.isoformat(), expected)
        assert {str(parse_machine(text, TODAY)) for text in (*told, str(int(utc.timestamp())))} <= {expected, "None"}
        assert str(parse_machine(told[0], TODAY)) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("2009", "2009"),
            ("2009-03", "2009-03"),
            ("2009-03-12", "2009-03-12"),
            ("2009-03-12+01:00", "2009-03-12"),
            ("20090312", "2009-03-12"),
            ("20090312T233000Z", "2009-03-12T23:30:00Z"),
            ("20090312233000", "2009-03-12T23:30:00"),
            ("2009-03-12 23:30:00 -0500", "2009-03-12T23:30:00-05:00"),
            ("2009-03-12T23:30:59.123+01:00[Europe/Paris]", "2009-03-12T23:30:59+01:00"),
            ("2016/6/29 10:00", "2016-06-29T10:00:00"),
            ("2009-W11-4", "2009-03-12"),
            ("2009-W11", "2009-03"),
            ("2009-W14", "2009"),
            ("2009-071", "2009-03-12"),
            ("1236900600", "2009-03-12T23:30:00Z"),
            ("1236900600000", "2009-03-12T23:30:00Z"),
        ],
    )
    def test_iso_8601_in_all_its_forms_and_numbers_of_seconds(self, text: str, expected: str) -> None:
        assert str(parse_machine(text, TODAY)) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Thu, 12 Mar 09 23:30:00 EST", "2009-03-12T23:30:00-05:00"),
            ("12 Mar 2009 23:30", "2009-03-12T23:30:00"),
            ("Thu, 12 Mar 2009", "2009-03-12"),
            ("Thursday, 12-Mar-09 23:30:00 GMT", "2009-03-12T23:30:00Z"),
            ("12 Mar 109 10:00:00 UT", "2009-03-12T10:00:00Z"),
            ("Thu, 12 Mar 1998 10:00:00 -0000", "1998-03-12T10:00:00Z"),
            ("Thu, 12 March 2009 10:00:00 XYZ", "2009-03-12T10:00:00"),
            ("Do, 12 März 2009 10:00:00 +0100", "2009-03-12T10:00:00+01:00"),
            ("mer., 12 mars 2009 10:00:00 GMT", "2009-03-12T10:00:00Z"),
            ("Thu Mar 12 23:30:00 2009", "2009-03-12T23:30:00"),
            ("Thu Mar 12 23:30:00 PDT 2009", "2009-03-12T23:30:00-07:00"),
            ("Thu Mar 12 2009 23:30:00 GMT+0100 (CET)", "2009-03-12T23:30:00+01:00"),
            ("March 12, 2009 11:30 PM", "2009-03-12T23:30:00"),
            ("3/13/2009 12:05:06 AM", "2009-03-13T00:05:06"),
            ("2009年3月12日 10:30", "2009-03-12T10:30:00"),
        ],
    )
    def test_rfc_822_and_what_is_met_in_its_place(self, text: str, expected: str) -> None:
        assert str(parse_machine(text, TODAY)) == expected

    @pytest.mark.parametrize(
        "text",
        [
            "Mon, 01 Jan 0001 00:00:00 +0000",
            "0001-01-01T00:00:00Z",
            "1970-01-01T00:00:00Z",
            "0",
            "1989-12-31",
            "2024-06-03",
            "2030",
            "2009-02-31",
            "31 Feb 2009",
            "2009-13-01",
            "2009-366",
        ],
    )
    def test_an_impossible_date_is_none(self, text: str) -> None:
        assert parse_machine(text, TODAY) is None

    @pytest.mark.parametrize(
        "text", ["", "on:", "May", "3.11.2", "1.2.3", "10:30", "12345678", "http://example.org/2009/03/12"]
    )
    def test_what_is_no_date_is_none(self, text: str) -> None:
        assert parse_machine(text, TODAY) is None

    def test_a_time_that_no_clock_shows_leaves_the_day(self) -> None:
        assert str(parse_machine("Thu, 12 Mar 2009 25:30:00 GMT", TODAY)) == "2009-03-12"

    def test_of_an_ambiguous_day_the_year_is_left(self) -> None:
        assert str(parse_machine("04/03/2009 10:00", TODAY)) == "2009"

    @given(st.one_of(st.text(), st.from_regex(r"[0-9TZW:+/., -]{1,30}", fullmatch=True)))
    def test_any_text_is_a_sound_date_or_none(self, text: str) -> None:
        found = parse_machine(text, TODAY)
        assert found is None or (parse_partial(str(found)) == found and 1990 <= found.year <= 2024)
