"""What a blog's own posts propose of it: topics by tags or by names in titles, and its kind."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from crawler.cli import cli
from crawler.model import Completeness, Word
from crawler.proposals import FEWEST, kind_of, proposal_for, topics_of_tags, topics_of_titles
from crawler.store import Store
from tests.listing_fixture import FERNS, NOTES, make_database, post, row

TITLES = ("On pens", "Ink again", "A walk", "What rain does", "The old door", "Two letters", "Moss", "Late trains")


def posts(count: int = FEWEST, **more):
    return [row(f"https://a.example/{number}", TITLES[number % len(TITLES)], **more) for number in range(count)]


def titled(*titles: str):
    return [row(f"https://a.example/{number}", title) for number, title in enumerate(titles)]


def test_rare_tags_are_no_topics():
    assert topics_of_tags([("a", "b"), ("a",), ("a",), ("b",)]) == ["a"]


def test_names_within_titles_are_topics_where_no_tags_are():
    titles = ["Why Haskell is lazy", "More about Haskell", "How we met Haskell", "A walk"]
    assert topics_of_titles(titles) == ["Haskell"]


def test_of_titles_with_capitals_only_what_has_capitals_inside_is_a_name():
    titles = ["A Walk In The Park With GHC", "The Second Walk Of GHC", "Why The Walk Is Long In GHC"]
    assert topics_of_titles(titles) == ["GHC"]


def test_months_numbers_and_first_words_are_no_topics():
    assert topics_of_titles(["Notes for March II", "Notes for March II", "Notes for March II"]) == []


def test_what_programs_file_a_post_under_by_themselves_is_no_topic():
    assert topics_of_tags([("Uncategorized",)] * 5 + [("Sin categoría", "rain")] * 3) == ["rain"]


def test_nouns_of_german_titles_are_no_names():
    assert topics_of_titles(["Der Regen und die Welt", "Wie man die Welt sieht", "Mehr von der Welt"]) == []


def test_tags_go_before_titles():
    tagged = [row(f"https://a.example/{n}", "Why Haskell is lazy", tags=["rain"]) for n in range(3)]
    assert proposal_for(NOTES, tagged).topics == ("rain",)


@pytest.mark.parametrize(
    ("titles", "kind"),
    [
        ([f"Pen {n}.{n}.1 released" for n in range(9)], "release notes"),
        ([f"Episode {n}: ink" for n in range(9)], "podcast"),
        ([f"This week in ink {n}" for n in range(9)], "newsletter"),
        ([f"Folge {n}" for n in range(4)] + list(TITLES), ""),
        (["Pen 2.0", *TITLES], ""),
    ],
)
def test_titles_of_half_the_posts_propose_a_kind(titles: list[str], kind: str):
    assert kind_of(titled(*titles)) == kind


def test_tags_of_half_the_posts_propose_a_kind():
    assert kind_of(posts(4, tags=["Links"]) + posts(4)) == "link blog"
    assert kind_of(posts(3, tags=["Links"]) + posts(5)) == ""


def test_one_person_makes_a_personal_blog():
    assert kind_of(posts(author="Ann Quill") + posts(4)) == "personal blog"


@pytest.mark.parametrize("author", ["Ann", "The Quill Team", "Site Admin", "Quill Corp", ""])
def test_no_person_by_first_and_last_name_makes_none(author: str):
    assert kind_of(posts(author=author)) == ""


def test_three_who_share_the_work_make_a_group_blog():
    signed = [posts(3, author=name) for name in ("Ann Quill", "Bo Reed", "Cy Nib")]
    assert kind_of([one for some in signed for one in some]) == "group blog"


def test_of_few_posts_no_kind_is_proposed():
    assert kind_of(posts(FEWEST - 1, author="Ann Quill")) == ""


@pytest.fixture
def database(tmp_path):
    path = make_database(tmp_path / "a.db")
    with Store.open(path) as store:
        run = store.begin_run("crawl")
        store.begin_crawl(run, NOTES.slug)
        store.write_posts(
            run, NOTES.slug, [post(f"https://notes.example/{n}", f"Title {n}", f"2020-01-{n:02}") for n in range(1, 10)]
        )
        judged = Completeness(Word.LIKELY, 9, ())
        store.end_crawl(run, NOTES.slug, requests=1, stop="", outcome="done", completeness=judged)
        store.end_run(run, "done")
    return path


def test_the_page_in_the_terminal_says_what_is_proposed(database):
    shown = CliRunner().invoke(cli, ["show", NOTES.slug, "--db", str(database)]).stdout
    assert "ferns · walks (proposed)" in shown
    assert "Kind     personal blog (proposed)" in shown


def test_what_the_registry_says_needs_no_proposal(database):
    assert "proposed" not in CliRunner().invoke(cli, ["show", FERNS.slug, "--db", str(database)]).stdout
