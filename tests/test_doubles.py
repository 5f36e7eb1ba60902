"""Near-identical texts: how alike two are, which posts they make one, which of many are found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import likeness
from crawler.duplicates import near_duplicates
from crawler.merge import doubles_of
from crawler.model import Chosen, Post, Verdict
from crawler.store import TextRow
from crawler.urls import canonical
from tests.dryblogs import HOME

WORDS = tuple(f"word{number}" for number in range(200))
TEXT = " ".join(WORDS)
texts = st.lists(st.sampled_from(WORDS), max_size=120).map(" ".join)


def changed(count: int) -> str:
    """The text with so many words at its end replaced."""
    return " ".join((*WORDS[: len(WORDS) - count], *(f"other{number}" for number in range(count))))


def post(path: str, text: str = TEXT, title: str = "Boats", date: str = "2021-03-04", kind: str = "post") -> Post:
    fields = {"title": title, "date": date, "text": text}
    chosen = {name: Chosen(value, "page.body", HOME) for name, value in fields.items() if value}
    return Post(HOME + path, (canonical(HOME + path),), Verdict(kind, "feed.item"), chosen)


def row(number: int, text: str, blog: str = "one") -> TextRow:
    return TextRow(number, blog, f"{HOME}{number}/", f"Post {number}", "2021-03-04", text)


def found(*rows: TextRow) -> list[tuple[int, int]]:
    by_id = {one.id: one.text for one in rows}
    return [(double.first.id, double.other.id) for double in near_duplicates(rows, by_id.__getitem__)]


@given(texts, texts)
def test_likeness_is_symmetric_and_a_share(one, other):
    alike = likeness.similarity(likeness.shingles(one), likeness.shingles(other))
    assert alike == likeness.similarity(likeness.shingles(other), likeness.shingles(one))
    assert 0 <= alike <= 1


@given(texts)
def test_a_text_is_near_itself_from_fifty_words_on(text):
    assert likeness.is_near(text, text) == (len(text.split()) >= 50)


def test_case_and_punctuation_do_not_matter():
    assert likeness.similarity(likeness.shingles(TEXT), likeness.shingles(TEXT.upper().replace(" ", ", "))) == 1


def test_a_sign_of_a_script_without_spaces_is_a_word():
    text = "".join(chr(0x4E00 + number) for number in range(60))
    assert likeness.is_near(text, text)


def test_near_texts_of_one_title_and_day_make_one():
    assert doubles_of([post("a"), post("b", changed(5)), post("c", title="Ships")]) == [[0, 1]]


@pytest.mark.parametrize(
    "second",
    [
        post("b", title="Ships"),
        post("b", date="2021-03-05"),
        post("b", changed(100)),
        post("b", kind="page"),
        post("b", text=""),
    ],
)
def test_less_than_all_of_it_makes_nothing_one(second):
    assert doubles_of([post("a"), second]) == []


def test_short_texts_make_nothing_one():
    assert doubles_of([post("a", "the same few words"), post("b", "the same few words")]) == []


def test_months_are_no_days():
    assert doubles_of([post("a", date="2021-03"), post("b", date="2021-03")]) == []


def test_all_that_are_near_one_another_are_one():
    assert doubles_of([post("a"), post("b", changed(15)), post("c", changed(8))]) == [[0, 1, 2]]


def test_near_texts_are_found_among_others_within_and_across_blogs():
    unlike = " ".join(f"else{number}" for number in range(200))
    assert found(row(1, TEXT), row(2, unlike), row(3, changed(10)), row(4, TEXT, "two")) == [(1, 3), (1, 4)]


def test_texts_that_are_less_alike_are_no_duplicates():
    assert found(row(1, TEXT), row(2, changed(40))) == []


def test_short_texts_are_no_duplicates():
    assert found(row(1, "the same few words"), row(2, "the same few words")) == []


@pytest.mark.parametrize("count", range(0, 20, 3))
def test_every_pair_above_the_threshold_is_found(count):
    alike = likeness.similarity(likeness.shingles(TEXT), likeness.shingles(changed(count)))
    assert (found(row(1, TEXT), row(2, changed(count))) == [(1, 2)]) == (alike >= likeness.NEAR)


def test_a_pair_says_how_alike_it_is_and_holds_no_text():
    (double,) = near_duplicates([row(1, TEXT), row(2, TEXT)], {1: TEXT}.__getitem__)
    assert double.similarity == 1
    assert double.other == replace(row(2, TEXT), text="")


def test_of_several_as_like_a_post_is_told_beside_one_of_its_own_blog():
    assert found(row(9, TEXT, "two"), row(3, TEXT, "one"), row(5, TEXT, "one")) == [(9, 3), (3, 5)]
