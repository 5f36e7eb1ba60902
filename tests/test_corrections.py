"""The curator's corrections: as lines, as claims, what contradicts what, what a pattern matches."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import urls
from crawler.corrections import (
    Correction,
    Kind,
    changed,
    claims_of,
    correction,
    corrections_of,
    date_of,
    matches,
    read_line,
    with_said,
)
from crawler.errors import NotACorrection, NotAnAddress
from crawler.model import Blog
from crawler.registry_files import parse_registry, write_csv

HOME = "https://a.example/"
ADDRESSES = st.builds(
    lambda scheme, path: f"{scheme}://{path}",
    st.sampled_from(["http", "https"]),
    st.sampled_from(["a.example/", "a.example/p?id=7", "www.a.example/é #x".replace(" ", ""), "b.example/2009/x/"]),
)
DATES = st.sampled_from(["2009", "2009-03", "2009-03-12", "2009-03-12T23:30:00-05:00", "0987-01-01"])


@st.composite
def said(draw: st.DrawFn) -> Correction:
    """Any correction that a person can make."""
    kind = draw(st.sampled_from(Kind))
    if kind is Kind.EXCLUDE:
        return correction(kind, draw(st.text(min_size=1).filter(lambda text: text.isprintable() and text.strip())))
    subject = draw(ADDRESSES)
    if kind is Kind.SAME_AS:
        key = urls.canonical(urls.typed(subject))
        return correction(kind, subject, draw(ADDRESSES.filter(lambda one: urls.canonical(urls.typed(one)) != key)))
    values = {Kind.TITLE: st.text(), Kind.DATE: DATES}
    return correction(kind, subject, draw(values.get(kind, st.just(""))))


HELD = st.lists(said(), max_size=8).map(lambda some: with_said((), some))


@given(said())
def test_a_line_reads_back_as_the_correction_it_was(one: Correction) -> None:
    assert read_line(str(one)) == one


@given(HELD)
def test_claims_read_back_as_the_corrections_they_were(held: tuple[Correction, ...]) -> None:
    assert corrections_of(claims_of(HOME, held)) == held


@given(HELD)
def test_a_registry_file_gives_back_every_correction(held: tuple[Correction, ...]) -> None:
    out = io.StringIO(newline="")
    write_csv([(Blog("a-example", HOME), held)], out)
    registry = parse_registry(out.getvalue().encode())
    assert (registry.entries[0].corrections, registry.faults) == (held, ())


@given(HELD, HELD)
def test_what_is_said_anew_makes_of_the_old_claims_the_new_ones(
    before: tuple[Correction, ...], after: tuple[Correction, ...]
) -> None:
    old, new = claims_of(HOME, before), claims_of(HOME, after)
    known = {claim.address: claim for claim in old} | {claim.address: claim for claim in changed(old, new)}
    assert corrections_of(known.values()) == after
    assert changed(new, new) == ()


@given(HELD)
def test_what_is_held_contradicts_itself_nowhere(held: tuple[Correction, ...]) -> None:
    assert with_said(held, held) == held
    twins = {urls.canonical(one.subject): urls.canonical(one.value) for one in held if one.kind is Kind.SAME_AS}
    judged = {urls.canonical(one.subject) for one in held if one.kind in (Kind.POST, Kind.NOT_POST)}
    assert twins.keys().isdisjoint(twins.values()) and twins.keys().isdisjoint(judged)


def lines(*texts: str) -> list[str]:
    return [str(one) for one in with_said((), map(read_line, texts))]


def test_the_last_word_on_an_address_counts_however_it_is_spelled() -> None:
    assert lines("title http://www.a.example/x Old", "title https://a.example/x/ New") == [
        "title https://a.example/x/ New"
    ]
    assert lines("post https://a.example/x", "not-post https://a.example/x") == ["not-post https://a.example/x"]


def test_an_address_that_is_anothers_is_no_longer_judged_by_itself() -> None:
    assert lines("not-post https://a.example/x", "same-as https://a.example/x https://a.example/y") == [
        "same-as https://a.example/x https://a.example/y"
    ]


def test_the_address_that_is_kept_is_the_same_as_no_other() -> None:
    one, back = "same-as https://a.example/x https://a.example/y", "same-as https://a.example/y https://a.example/x"
    assert lines(one, back) == [back]


@pytest.mark.parametrize("typed", ["2009", "2009-03", "2009-03-12", "2009-03-12T23:30:00-05:00"])
def test_a_date_is_kept_as_precise_as_it_was_given(typed: str) -> None:
    assert date_of(typed) == typed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("2009-03-12t23:30:00.25z", "2009-03-12T23:30:00Z"), ("2009-03-12 23:30:00+01:00", "2009-03-12T23:30:00+01:00")],
)
def test_a_moment_may_be_any_of_rfc_3339(typed: str, kept: str) -> None:
    assert date_of(typed) == kept


NO_DATES = ["", "09", "2009-3-1", "2009-02-30", "2009-13", "yesterday", "2009-03-12T23:30:00", "2009-03-12T25:00:00Z"]


@pytest.mark.parametrize("typed", [*NO_DATES, "2009-03-12T23:30:00+99:00", "12/03/2009", "0000"])
def test_what_is_no_date_is_refused(typed: str) -> None:
    with pytest.raises(NotACorrection, match="is no date"):
        date_of(typed)


@pytest.mark.parametrize("line", ["", "titel https://a.example/ x", "exclude ", "post https://a.example/ x", "date x"])
def test_a_line_that_says_nothing_sound_is_refused(line: str) -> None:
    with pytest.raises((NotACorrection, NotAnAddress)):
        read_line(line)


def test_an_address_is_not_the_same_as_itself() -> None:
    with pytest.raises(NotACorrection):
        correction(Kind.SAME_AS, "http://a.example/x", "https://www.a.example/x/")


POST = "https://www.a.example/notes/2009/a%20b/?p=7"


@pytest.mark.parametrize(
    ("pattern", "hit"),
    [
        ("/notes/*", True),
        ("/notes/", False),
        ("*/2009/*", True),
        ("/notes/????/*", True),
        ("/notes/20[01]9/*", True),
        ("a.example/notes/*", True),
        ("http://a.example/notes/*", True),
        ("*[?]p=7", True),
        ("/notes/2009/a b/*", True),
        ("/NOTES/*", False),
        ("notes", False),
        ("*", True),
        ("/notes/(*", False),
    ],
)
def test_a_pattern_matches_as_a_shell_matches_names(pattern: str, hit: bool) -> None:
    assert matches([pattern], POST) is hit


def test_a_place_on_a_page_matches_as_its_page_does_unless_the_pattern_names_places() -> None:
    place = "https://a.example/2009/03.html#e2"
    assert matches(["/2009/03.html"], place) and matches(["*#e2"], place) and not matches(["*#e3"], place)
