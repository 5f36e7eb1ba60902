"""What the curator says, in the posts: the last word on each field, and nothing besides."""

from __future__ import annotations

import pytest

from crawler.corrections import claims_of, harvest_of, read_line, with_said
from crawler.model import Claim, Harvest, Place, Post, Role, Source, SourceKind
from crawler.posts import posts_of
from tests.dryblogs import HOME, entries
from tests.harvesting import ARCHIVE, BLOG, FEED, claim, fed, harvest, listed, moved, posts, visit

SOME = entries(12)
ONE, OTHER = SOME[3], SOME[4]
WHOLE = (harvest(ARCHIVE, *map(listed, SOME)), harvest(FEED, *map(fed, SOME)))


def desk(*lines: str) -> Harvest:
    return harvest_of(BLOG.slug, claims_of(HOME, with_said((), map(read_line, lines))))


def corrected(*lines: str) -> dict[str, Post]:
    return posts(*WHOLE, desk(*lines))


@pytest.mark.parametrize("date", ["2001", "2001-02", "2001-02-03", "1985-04-05", "2001-02-03T04:05:06Z"])
def test_a_date_is_what_the_curator_says_and_no_more_precise(date: str) -> None:
    post = corrected(f"date {ONE.address} {date}")[ONE.address]
    assert (post.text("date"), post.fields["date"].rule, post.fields["date"].source) == (date, "curator", "curator:")


def test_a_date_that_is_settled_is_no_conflict() -> None:
    torn = harvest(Source(f"{HOME}old/", SourceKind.ARCHIVE), claim(ONE.address, date="listing.time: 2001-01-01"))
    assert posts(*WHOLE, torn)[ONE.address].conflicts == ("date",)
    assert posts(*WHOLE, torn, desk(f"date {ONE.address} 2001-01-01"))[ONE.address].conflicts == ()


@pytest.mark.parametrize("title", ["Mine", "Mine (3)", "A `b` <i>c</i>…", "A title | The Example Blog", ""])
def test_a_title_is_what_the_curator_says_to_the_letter(title: str) -> None:
    post = corrected(f"title {ONE.address} {title}")[ONE.address]
    assert (post.fields["title"].value, post.fields["title"].rule) == (title, "curator")


def test_what_is_no_post_is_none_whatever_names_it() -> None:
    assert set(corrected(f"not-post {ONE.address}")) == {one.address for one in SOME} - {ONE.address}


@pytest.mark.parametrize("address", [HOME, f"{HOME}feed.xml", f"{HOME}tag/x/", "https://elsewhere.example/essay"])
def test_what_is_a_post_is_one_whatever_it_looks_like(address: str) -> None:
    assert address in corrected(f"post {address}")


def test_of_two_addresses_that_are_one_the_second_is_kept_with_its_spelling() -> None:
    typed = OTHER.address.replace("https://", "http://www.").rstrip("/")
    found = corrected(f"same-as {ONE.address} {typed}")
    assert set(found) == {one.address for one in SOME} - {ONE.address}
    assert found[OTHER.address].text("title") == OTHER.title


def test_the_address_that_is_kept_may_be_named_by_nobody_else() -> None:
    assert f"{HOME}new/" in corrected(f"same-as {ONE.address} {HOME}new/")


def test_the_address_that_is_kept_stays_though_it_leads_elsewhere() -> None:
    led = moved(OTHER.address, f"{HOME}2023/elsewhere/")
    assert OTHER.address in posts(*WHOLE, led, desk(f"same-as {ONE.address} {OTHER.address}"))


def test_of_a_chain_of_twins_the_last_is_kept() -> None:
    last = SOME[5].address
    found = corrected(f"same-as {ONE.address} {OTHER.address}", f"same-as {OTHER.address} {last}")
    assert len(found) == 10 and last in found


def test_what_is_said_of_the_address_that_is_kept_counts_before_what_is_said_of_its_twin() -> None:
    said = [f"title {ONE.address} A", f"title {OTHER.address} B", f"same-as {ONE.address} {OTHER.address}"]
    assert corrected(*said)[OTHER.address].text("title") == "B"


def test_what_matches_a_pattern_is_no_post_unless_the_curator_says_so() -> None:
    year = sorted(one.address for one in SOME if one.year == ONE.year)
    assert set(corrected(f"exclude /{ONE.year}/*")) == {one.address for one in SOME} - set(year)
    assert year[0] in corrected(f"exclude /{ONE.year}/*", f"post {year[0]}")


def test_a_pattern_that_matches_a_twin_alone_takes_out_no_post() -> None:
    print_form = moved(f"{HOME}print-7", ONE.address)
    assert ONE.address in posts(*WHOLE, print_form, desk("exclude /print-*"))


def test_entries_on_the_host_of_a_page_that_the_curator_names_are_the_blogs() -> None:
    old = entries(8, root="https://old.example/", pattern="{day:%Y/%m}/old-{slug}/")
    page = Source("https://old.example/", SourceKind.ARCHIVE, Role.WHOLE, parent="curator:", number=2)
    told = harvest(page, *map(listed, old[:4]))
    assert not {one.address for one in old} & set(posts(*WHOLE, told))
    assert {one.address for one in old[:4]} <= set(posts(*WHOLE, told, desk("source https://old.example/")))


def test_the_spelling_that_the_curator_typed_is_not_taken_for_the_address() -> None:
    typed = f"{ONE.address}?utm_source=mail"
    assert corrected(f"title {typed} Mine")[ONE.address].text("title") == "Mine"


@pytest.mark.parametrize("line", [f"title {ONE.address} Mine", f"not-post {ONE.address}", f"date {ONE.address} 2001"])
def test_what_was_taken_back_leaves_no_trace(line: str) -> None:
    gone = harvest_of(BLOG.slug, [Claim(read_line(line).subject, Place.CURATOR)])
    about = visit(f"{HOME}about/", title="page.heading: About")
    assert posts_of(BLOG, [*WHOLE, about, gone]) == posts_of(BLOG, [*WHOLE, about])


def test_an_address_that_only_the_curator_named_is_no_post_once_that_is_taken_back() -> None:
    gone = harvest_of(BLOG.slug, [Claim(f"{HOME}hidden/", Place.CURATOR)])
    (post,) = [one for one in posts_of(BLOG, [*WHOLE, gone]) if one.url == f"{HOME}hidden/"]
    assert not post.is_post
