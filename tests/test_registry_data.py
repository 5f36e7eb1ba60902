"""The starter registry holds facts that can be imported as they stand."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from crawler.urls import home_of, slug_of

PATH = Path(__file__).parents[1] / "data" / "blogs.csv"
KINDS = {"community blog", "company blog", "personal blog", "project blog", "publication"}
HEADER, *ROWS = list(csv.reader(PATH.read_text(encoding="utf-8").splitlines()))
BLOGS = [dict(zip(HEADER, row, strict=True)) for row in ROWS]
every_blog = pytest.mark.parametrize("blog", BLOGS, ids=lambda blog: blog["home"])


def test_header_has_the_columns_of_a_registry():
    assert HEADER == ["home", "name", "category", "kind", "topics"]


def test_no_two_blogs_share_a_slug():
    slugs = [slug_of(blog["home"]) for blog in BLOGS]
    assert len(slugs) == len(set(slugs)) >= 50


@every_blog
def test_home_is_an_address_as_the_program_keeps_it(blog):
    assert home_of(blog["home"]) == blog["home"]


@every_blog
def test_every_fact_is_given_without_stray_space(blog):
    assert all(fact and fact == fact.strip() for fact in blog.values())


@every_blog
def test_kind_is_one_of_a_few_words(blog):
    assert blog["kind"] in KINDS


@every_blog
def test_topics_are_joined_by_semicolon_and_space_and_say_nothing_twice(blog):
    topics = blog["topics"].split("; ")
    assert len(topics) == len(set(topics)) and not any(";" in topic for topic in topics)
    assert blog["category"] not in topics
