"""Which title of all that sources give is the post's."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from crawler.merge.evidence import Said
from crawler.merge.habits import Habits
from crawler.merge.titles import TITLE_RANK, choose_title
from crawler.model import Evidence

DAY = "2021-03-05"


def says(rule: str, value: str, source: str = "https://blog.example/a", day: str = "") -> Said:
    return Said(Evidence("title", value, rule), source, day)


def title(*said: Said, habits: Habits | None = None, day: str = "") -> str:
    chosen = choose_title(said, habits or Habits(), day)
    return chosen.value if chosen else ""


def test_nobody_says_a_title() -> None:
    assert choose_title((), Habits()) is None


@pytest.mark.parametrize(("better", "worse"), list(pairwise(TITLE_RANK)))
def test_the_better_rule_wins_in_whatever_order(better: str, worse: str) -> None:
    pair = (says(better, "Better", day=DAY), says(worse, "Worse", day=DAY))
    assert {title(*order, day=DAY) for order in permutations(pair)} == {"Better"}


def test_a_rule_that_the_table_does_not_know_loses_to_all_others() -> None:
    assert title(says("invented", "A"), says("text.link", "B")) == "B"


def test_the_chosen_title_names_its_rule_and_source() -> None:
    chosen = choose_title([says("feed.title", "A", "https://blog.example/feed")], Habits())
    assert chosen is not None
    assert (chosen.rule, chosen.source) == ("feed.title", "https://blog.example/feed")


def test_of_equal_rules_the_words_of_most_sources_win() -> None:
    said = [says("listing.link", "Odd", "s1"), says("listing.link", "Usual", "s2"), says("listing.link", "Usual", "s3")]
    assert {title(*order) for order in permutations(said)} == {"Usual"}


def test_a_listing_with_the_date_of_another_entry_speaks_in_passing() -> None:
    said = (says("listing.title", "Other words", day="2019-01-01"), says("page.heading", "Own words"))
    assert title(*said, day=DAY) == "Own words"


def test_a_listing_a_day_off_still_speaks_of_the_entry() -> None:
    said = (says("listing.title", "Listed", day="2021-03-06"), says("page.heading", "Own words"))
    assert title(*said, day=DAY) == "Listed"


def test_a_listing_with_a_date_counts_more_than_one_without() -> None:
    said = (says("listing.link", "Bare", "s1"), says("listing.link", "Dated", "s2", day=DAY))
    assert title(*said, day=DAY) == "Dated"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<em>Very</em> good", "Very good"),
        ("One<br/>two", "One two"),
        ("The <canvas> element", "The <canvas> element"),
        ("Map<K> as a last resort", "Map<K> as a last resort"),
        ("a < b and c > d", "a < b and c > d"),
    ],
)
def test_only_markup_that_was_meant_as_markup_is_taken_out(written: str, read: str) -> None:
    assert title(says("feed.title", written)) == read


@pytest.mark.parametrize(
    ("feed", "listing"),
    [("The `x()` call", "The x() call"), ("An _important_ note", "An important note"), ("So *big*", "So big")],
)
def test_another_sources_words_without_signs_of_markup_are_preferred(feed: str, listing: str) -> None:
    assert title(says("feed.title", feed), says("listing.link", listing)) == listing


def test_signs_of_markup_stay_where_nobody_writes_the_title_without() -> None:
    said = (says("feed.title", "snake_case and `ticks`"), says("page.heading", "Other"))
    assert title(*said) == "snake_case and `ticks`"


def test_a_number_of_comments_goes_where_another_source_has_the_title_without() -> None:
    assert title(says("feed.title", "A walk (3)"), says("page.heading", "A walk")) == "A walk"


def test_a_number_in_brackets_stays_where_no_source_contradicts() -> None:
    assert title(says("feed.title", "A walk (3)"), says("page.heading", "A walk (3)")) == "A walk (3)"


def test_a_cut_title_is_made_whole_from_another_source() -> None:
    said = (says("listing.title", "A long title that…", day=DAY), says("page.heading", "A long title that goes on"))
    assert title(*said, day=DAY) == "A long title that goes on"


def test_a_title_that_ends_in_dots_of_its_own_stays() -> None:
    assert title(says("feed.title", "Well…"), says("page.heading", "Something else")) == "Well…"


class TestBlogName:
    HABITS = Habits(names=("The Example Blog",))

    @pytest.mark.parametrize("glued", ["A walk | {}", "{}: A walk", "A walk - {}", "A walk « {}"])
    def test_it_is_cut_off_what_a_page_says_of_itself(self, glued: str) -> None:
        assert title(says("page.title", glued.format("The Example Blog")), habits=self.HABITS) == "A walk"

    def test_a_page_that_says_nothing_but_the_blogs_name_says_no_title(self) -> None:
        said = (says("page.heading", "The Example Blog"), says("page.title", "A walk"))
        assert title(*said, habits=self.HABITS) == "A walk"

    def test_it_stays_in_a_feeds_title_where_the_blog_does_not_glue_it_on(self) -> None:
        assert title(says("feed.title", "News: The Example Blog"), habits=self.HABITS) == "News: The Example Blog"

    def test_an_ending_that_the_blog_glues_to_all_titles_is_cut_off_listings_too(self) -> None:
        habits = Habits(glued=("The Example Blog",))
        assert title(says("listing.link", "A walk » The Example Blog"), habits=habits) == "A walk"


def test_a_title_that_many_pages_share_is_none() -> None:
    habits = Habits(shared=frozenset({("page.heading", "Blog")}))
    assert title(says("page.heading", "Blog"), says("page.title", "A walk"), habits=habits) == "A walk"


def test_a_post_whose_only_title_is_shared_keeps_none() -> None:
    assert title(says("page.heading", "Blog"), habits=Habits(shared=frozenset({("page.heading", "Blog")}))) == ""


def test_an_empty_title_loses_to_any_other() -> None:
    assert title(says("feed.title", ""), says("text.link", "A walk")) == "A walk"


def test_a_title_that_ends_in_dots_is_not_taken_for_a_cut_one_with_the_blogs_name() -> None:
    assert title(says("page.heading", "To be continued…"), says("page.title", "To be continued… | Quill")) == (
        "To be continued…"
    )


def test_the_words_of_an_entry_with_its_day_go_before_those_said_without_a_day() -> None:
    said = (says("listing.title", "What readers liked most"), says("listing.link", "On ink", day=DAY))
    assert {title(*order, day=DAY) for order in permutations(said)} == {"On ink"}


def test_without_an_entry_of_the_very_day_a_heading_goes_before_a_link() -> None:
    said = (says("listing.title", "On ink"), says("listing.link", "Ink", day="2021-03-06"))
    assert {title(*order, day=DAY) for order in permutations(said)} == {"On ink"}


def test_of_two_entries_with_one_address_that_of_the_very_day_counts() -> None:
    said = (says("listing.title", "Another pen", day="2021-03-04"), says("listing.title", "Ink", day=DAY))
    assert {title(*order, day=DAY) for order in permutations(said)} == {"Ink"}


@pytest.mark.parametrize(
    ("typed", "set_by_a_program"),
    [
        ('The "ink" -- again', "The “ink” – again"),
        ("It's ink...", "It’s ink…"),
        ('Ink at 3"', "Ink at 3″"),
    ],
)
def test_words_as_they_were_typed_go_before_those_that_a_program_set(typed: str, set_by_a_program: str) -> None:
    said = (says("listing.title", set_by_a_program, "s1"), says("listing.title", typed, "s2"))
    assert {title(*order) for order in permutations(said)} == {typed}


def test_words_as_they_were_typed_do_not_overrule_a_better_source() -> None:
    assert title(says("feed.title", "It’s ink"), says("page.title", "It's ink")) == "It’s ink"
