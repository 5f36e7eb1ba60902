"""Days that stand impossibly between their neighbours' in a list are given up; all others stay."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.dates.spans import FAR
from crawler.sources import sequence
from tests.web_page import dated, every, listing

DAYS = tuple(date(2012, 12, 20) - timedelta(days=17 * n) for n in range(14))
"""The newest first."""


def page(*shown: str, titles: tuple[str, ...] = (), form: str = "<li>{link} <i>{shown}</i></li>") -> str:
    rows = (
        form.format(link=f'<a href="/{n}">{titles[n] if titles else f"Note no. {n}"}</a>', shown=one)
        for n, one in enumerate(shown)
    )
    return f"<ul>{''.join(rows)}</ul>"


def written(days: tuple[date, ...] = DAYS, **instead: str) -> list[str]:
    """Days as a reader sees them; `at7="3 May 2019"` is shown in place of the one at 7."""
    return [instead.get(f"at{n}", f"{day.day} {day:%B %Y}") for n, day in enumerate(days)]


def days_of(body: str, at: str = "https://quill.example/archive/") -> list[str]:
    return list(dated(listing(body, at).claims).values())


RIGHT = [str(day) for day in DAYS]


def with_gap(*places: int) -> list[str]:
    return ["" if place in places else day for place, day in enumerate(RIGHT)]


class TestGivenUp:
    @pytest.mark.parametrize(
        "shown", ["newest comment: 3 May 2019", "a conference on 12 May 2001", "12 May 2030", "3 May 1994"]
    )
    def test_a_day_far_outside_of_its_neighbours_is_not_taken(self, shown: str) -> None:
        assert days_of(page(*written(at7=shown))) == with_gap(7)

    def test_what_was_given_up_stays_with_the_claim(self) -> None:
        claim = every(listing(page(*written(at7="3 May 2019"))).claims)["/7"]
        (left,) = claim.every("misplaced")
        assert (left.value, left.rule, left.raw) == ("2019-05-03", "listing.text", "3 May 2019")

    def test_a_list_with_the_oldest_first_has_an_order_too(self) -> None:
        assert days_of(page(*written(DAYS[::-1], at7="3 May 2019")))[7] == ""

    def test_another_day_of_the_entry_that_fits_is_taken(self) -> None:
        form = "<li><p>{link}</p><p>{shown}</p></li>"
        both = "Last comment: 3 May 2019</p><p>written on 23 August 2012"
        assert days_of(page(*written(at7=both), form=form))[7] == "2012-08-23"

    def test_a_day_of_a_neighbour_is_never_taken_instead(self) -> None:
        body = page(*written(at7="3 May 2019"), form="<p>{link}</p><p>{shown}</p>")
        assert days_of(body)[7] == ""

    def test_the_month_of_the_heading_is_taken_instead(self) -> None:
        june = "".join(f'<li><a href="/{n}">Note no. {n}</a> <i>{30 - n} June 2012</i></li>' for n in range(8))
        may = "".join(f'<li><a href="/{n}">Note no. {n}</a> <i>{38 - n} May 2012</i></li>' for n in range(8, 16))
        body = f"<h2>June 2012</h2><ul>{june}</ul><h2>May 2012</h2><ul>{may}</ul>"
        assert days_of(body.replace("26 June 2012", "26 June 2003"))[4] == "2012-06"

    def test_a_year_in_a_title_is_not_that_of_its_heading(self) -> None:
        """Each year runs from January on, so that the list as a whole has no order."""
        years = []
        for year in (2013, 2012):
            rows = "".join(f'<li><a href="/{year}/{n}">March {n} - Note no. {n}</a></li>' for n in range(1, 13))
            years.append(f"<h2>{year}</h2><ul>{rows}</ul>")
        body = "".join(years).replace("March 4 - Note no. 4<", "March 4 - 2009 in notes<", 1)
        found = every(listing(body).claims)["/2013/4"]
        assert (found.first("title"), found.first("date")) == ("2009 in notes", "2013-03-04")


class TestReadings:
    def shown(self, **instead: str) -> str:
        return page(*written(DAYS, **instead))

    def test_of_two_readings_the_one_that_fits_its_neighbours_is_taken(self) -> None:
        """The entry at 4 lies between 30 October and 26 September 2012."""
        assert days_of(self.shown(at4="10/12/2012"))[4] == "2012-10-12"
        assert days_of(self.shown(at4="12/10/2012"))[4] == "2012-10-12"

    def test_two_readings_that_fit_stay_two(self) -> None:
        days = tuple(date(2012, 12, 20) - timedelta(days=80 * n) for n in range(14))
        assert days_of(page(*written(days, at4="02/03/2012")))[4] == "2012-03-02|2012-02-03"

    def test_two_readings_that_do_not_fit_stay_two(self) -> None:
        assert "|" in days_of(self.shown(at4="02/01/2007"))[4]


class TestKept:
    def test_a_post_that_is_pinned_to_the_top_keeps_its_day(self) -> None:
        shown = ["3 May 2004", *written()]
        assert days_of(page(*shown)) == ["2004-05-03", *RIGHT]

    def test_entries_at_the_end_keep_their_days(self) -> None:
        assert days_of(page(*written(), "3 May 2019")) == [*RIGHT, "2019-05-03"]

    def test_old_posts_that_were_brought_in_together_keep_their_days(self) -> None:
        old = ["3 May 2004", "9 April 2004"]
        shown = [*written(DAYS)[:7], *old, *written()[7:]]
        assert days_of(page(*shown)) == [*RIGHT[:7], "2004-05-03", "2004-04-09", *RIGHT[7:]]

    def test_a_list_by_title_gives_up_nothing(self) -> None:
        mixed = sorted(DAYS, key=lambda day: day.day)
        assert days_of(page(*written(tuple(mixed), at7="3 May 2019")))[7] == "2019-05-03"

    def test_two_lists_in_one_give_up_nothing(self) -> None:
        both = tuple(day for pair in zip(DAYS, DAYS[::-1], strict=True) for day in pair)
        assert days_of(page(*written(both))) == [str(day) for day in both]

    def test_a_short_list_gives_up_nothing(self) -> None:
        assert days_of(page(*written(DAYS[:9], at4="3 May 2019")))[4] == "2019-05-03"

    def test_an_order_with_several_exceptions_gives_up_nothing(self) -> None:
        found = days_of(page(*written(at4="3 May 2019", at8="9 June 2018")))
        assert (found[4], found[8]) == ("2019-05-03", "2018-06-09")

    def test_a_day_some_weeks_out_of_order_stays(self) -> None:
        late = DAYS[7] - timedelta(days=17 + FAR)
        assert days_of(page(*written(at7=f"{late.day} {late:%B %Y}")))[7] == str(late)

    def test_markup_for_machines_is_believed(self) -> None:
        form = '<li>{link} <time datetime="{shown}">some day</time></li>'
        shown = [*RIGHT[:7], "2019-05-03", *RIGHT[8:]]
        assert days_of(page(*shown, form=form)) == shown

    def test_an_old_post_in_the_order_of_changes_keeps_its_day(self) -> None:
        """The list is sorted by the day of change, which few entries show."""
        shown = "3 May 2004</i>, <i>updated 25 August 2012"
        assert days_of(page(*written(at7=shown)))[7] == "2004-05-03"


in_order = st.lists(st.dates(date(1995, 1, 1), date(2024, 1, 1)), min_size=3, max_size=40)


@given(in_order, st.booleans())
def test_a_list_in_order_gives_up_nothing(days: list[date], newest_first: bool) -> None:
    days.sort(reverse=newest_first)
    assert days_of(page(*written(tuple(days)))) == [str(day) for day in days]


@given(st.dictionaries(st.integers(0, 60), st.integers(728_000, 738_000), max_size=60))
def test_no_day_that_stands_in_order_is_impossible(days: dict[int, int]) -> None:
    order = sequence.order_of(dict(sorted(days.items())), {})
    assert not order.wrong.keys() & {place for run in order.runs.values() for place in run.places}


@given(in_order.filter(lambda days: len(days) > sequence.ENOUGH), st.data())
def test_one_day_that_is_wrong_takes_no_right_one_along(days: list[date], data: st.DataObject) -> None:
    told = {place: day.toordinal() for place, day in enumerate(sorted(days))}
    at = data.draw(st.sampled_from(sorted(told)))
    told[at] = data.draw(st.dates(date(1990, 1, 1), date(2030, 1, 1))).toordinal()
    assert sequence.order_of(told, {}).wrong.keys() <= {at}
