"""Which excerpt, author, tags, language, length and day of change are a post's."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.grouping import Group
from crawler.merge import Self, habits_of, post_of
from crawler.merge.fields import FIELD_RANK
from crawler.model import Chosen, Claim, Evidence, Place, Post, Role, Source, SourceKind, Verdict
from tests.dryblogs import HOME
from tests.harvesting import ARCHIVE, FEED, group

TODAY = date(2024, 6, 1)
Said = tuple[str, str, str]
"""Field, value, rule."""


def told(address: str, *said: Said, place: Place = Place.FEED) -> Claim:
    return Claim(address, place, tuple(Evidence(*one) for one in said))


def page(address: str) -> Source:
    return Source(address, SourceKind.POST, Role.ONE)


def merged(*said: Said, others: tuple[Group, ...] = (), blog: Self | None = None) -> Post:
    """A post of whose one page and feed all of this is told."""
    one = group(f"{HOME}one/", (FEED, told(f"{HOME}one/", *said)))
    return post_of(one, Verdict("post", "feed.item"), habits_of(blog or Self(), [one, *others], TODAY))


def other(number: int, *said: Said) -> Group:
    address = f"{HOME}other-{number}/"
    return group(address, (page(address), told(address, ("title", f"Other {number}", "page.heading"), *said)))


@pytest.mark.parametrize("field", sorted(set(FIELD_RANK) - {"tag", "updated", "language", "words"}))
def test_the_best_rule_of_the_table_wins(field):
    said = [(field, f"told by {rule} alone", rule) for rule in FIELD_RANK[field]]
    assert merged(*reversed(said)).text(field) == said[0][1]


def test_an_excerpt_that_stands_for_several_posts_is_nobodys():
    blurb = ("excerpt", "Notes on boats, and on all that floats beside them.", "meta.description")
    assert "excerpt" not in merged(blurb, others=(other(1, blurb),)).fields


def test_an_excerpt_that_differs_in_its_end_alone_is_told_of_both_as_well():
    start = "Notes on boats, and on all that floats " * 8
    one, two = (("excerpt", f"{start}{end}", "meta.description") for end in ("one", "two"))
    assert "excerpt" not in merged(one, others=(other(1, two),)).fields


def test_the_blogs_description_is_no_excerpt():
    blurb = "Notes on boats, and on all that floats beside them."
    assert "excerpt" not in merged(("excerpt", blurb, "meta.description"), blog=Self(descriptions=(blurb,))).fields


def test_where_the_blogs_description_is_passed_over_the_next_rule_counts():
    blurb, own = "Notes on boats, and more.", "The harbour was empty when we came."
    said = (("excerpt", blurb, "feed.excerpt"), ("excerpt", own, "meta.description"))
    assert merged(*said, blog=Self(descriptions=(blurb,))).text("excerpt") == own


def test_a_post_told_twice_under_one_title_keeps_its_excerpt():
    said = (("title", "Boats", "feed.title"), ("excerpt", "The harbour was empty when we came.", "feed.excerpt"))
    twin = group(f"{HOME}two/", (FEED, told(f"{HOME}two/", *said)))
    assert merged(*said, others=(twin,)).text("excerpt")


def test_a_list_that_begins_with_a_posts_first_words_takes_none_from_it():
    said = ("excerpt", "The harbour was empty when we came.", "page.excerpt")
    one, listing = group(f"{HOME}one/", (FEED, told(f"{HOME}one/", said))), other(1, said)
    habits = habits_of(Self(), [one, listing], TODAY, {f"{HOME}one/"})
    assert post_of(one, Verdict("post", "feed.item"), habits).text("excerpt")


def test_an_excerpt_that_breaks_off_yields_to_one_that_goes_on():
    short, long = "The harbour was empty when…", "The harbour was empty when we came, and dark."
    assert merged(("excerpt", short, "feed.excerpt"), ("excerpt", long, "listing.excerpt")).text("excerpt") == long


def test_an_excerpt_that_is_the_title_again_says_nothing():
    assert "excerpt" not in merged(("title", "Boats", "feed.title"), ("excerpt", "Boats", "feed.excerpt")).fields


def test_all_authors_of_the_best_source_are_named():
    said = (("author", "Zoe", "feed.author"), ("author", "Ann", "feed.author"), ("author", "Bot", "meta.author"))
    assert merged(*said).text("author") == "Zoe, Ann"


def test_tags_of_all_sources_are_united_and_those_of_the_best_rule_come_first():
    said = (("tag", "boats", "meta.article:tag"), ("tag", "Boats", "feed.tag"), ("tag", "sea", "page.tag"))
    assert merged(*said).tags == ("Boats", "sea")


def test_keywords_that_stand_on_every_page_are_no_tags():
    keyword = ("tag", "blog", "meta.keywords")
    others = tuple(other(number, keyword) for number in range(6))
    assert merged(keyword, ("tag", "boats", "meta.keywords"), others=others).tags == ("boats",)


def test_a_category_that_most_posts_have_is_one_all_the_same():
    category = ("tag", "blog", "feed.tag")
    assert merged(category, others=tuple(other(number, category) for number in range(6))).tags == ("blog",)


def test_the_day_of_a_build_is_no_day_of_change():
    built = ("updated", "2024-05-01", "sitemap.lastmod")
    assert "updated" not in merged(built, others=tuple(other(number, built) for number in range(6))).fields


@pytest.mark.parametrize("day", ["2025-01-01", "0001-01-01", "2020-01-01", "soon"])
def test_a_change_before_the_post_or_in_the_future_is_none(day):
    said = (("date", "2021-03-04", "feed.published"), ("updated", day, "feed.updated"))
    assert "updated" not in merged(*said).fields


def test_a_post_that_does_not_tell_its_language_has_the_blogs():
    spoken = Chosen("de-AT", "blog.language", HOME)
    assert merged(blog=Self(language=spoken)).fields["language"] == spoken
    assert merged(("language", "pl", "feed.language"), blog=Self(language=spoken)).text("language") == "pl"


@pytest.mark.parametrize("tag", ["{{ lang }}", "english language", "e", ""])
def test_what_is_no_language_tag_is_no_language(tag):
    assert "language" not in merged(("language", tag, "page.language")).fields


@given(
    st.permutations(
        [(field, f"{rule} says 7", rule) for field in ("excerpt", "author", "tag") for rule in FIELD_RANK[field]]
    )
)
def test_the_order_of_claims_does_not_matter(said):
    claims = [told(f"{HOME}one/", one) for one in said]
    sources = [FEED if number % 2 else ARCHIVE for number in range(len(claims))]
    ours = group(f"{HOME}one/", *zip(sources, claims, strict=True))
    same = group(f"{HOME}one/", *reversed(list(zip(sources, claims, strict=True))))
    habits = habits_of(Self(), [ours], TODAY)
    verdict = Verdict("post", "feed.item")
    assert post_of(ours, verdict, habits) == post_of(same, verdict, habits)
