"""Which addresses are one post, and which hosts are the blog's."""

from __future__ import annotations

import pytest

from crawler.grouping import scope_of
from crawler.model import Place, Role, Source, SourceKind, State
from tests.dryblogs import HOME, entries
from tests.harvesting import (
    ARCHIVE,
    FEED,
    FRONT,
    SITEMAP,
    addresses_of,
    claim,
    failed,
    fed,
    groups,
    harvest,
    listed,
    mapped,
    moved,
    visit,
)

POST = f"{HOME}2021/03/first/"
OTHER = f"{HOME}2021/04/second/"


def two(one: str, other: str) -> list[set[str]]:
    """The groups of an address that an archive names and one that a feed names."""
    return addresses_of(harvest(ARCHIVE, claim(one)), harvest(FEED, claim(other, Place.FEED)))


@pytest.mark.parametrize(
    "twin",
    [
        "http://blog.example/2021/03/first/",  # the scheme (27)
        "https://www.blog.example/2021/03/first/",  # www. (27)
        "https://blog.example/2021/03/first",  # the last slash (28)
        "https://blog.example/2021/03/first/index.html",
        "https://BLOG.example/2021/03/first/",
        "https://blog.example/2021/03/first/?utm_source=feed&utm_medium=rss",
        "https://blog.example/2021/03/first/amp/",  # AMP (30)
        "https://blog.example/2021/03/first/?m=1",  # mobile (30)
        "https://blog.example/2021/03/first/?print=1",  # print (30)
    ],
)
def test_two_spellings_of_one_address_are_one_post(twin: str) -> None:
    assert two(POST, twin) == [{POST, twin}]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://blog.example/?p=1423", "https://blog.example/?p=1424"),  # the id of a post (29)
        ("https://blog.example/it's", "https://blog.example/it"),  # an apostrophe (29)
        ("https://blog.example/2021/#one", "https://blog.example/2021/#two"),
        ("https://blog.example/A", "https://blog.example/a"),
        (POST, OTHER),
    ],
)
def test_two_addresses_are_two_posts(one: str, other: str) -> None:
    assert sorted(two(one, other), key=str) == sorted([{one}, {other}], key=str)


def test_the_spelling_that_is_told_is_kept() -> None:
    (one,) = groups(harvest(ARCHIVE, claim("https://www.blog.example/2021/03/first")))
    assert one.url == "https://www.blog.example/2021/03/first"


def test_the_spelling_of_an_archive_counts_more_than_that_of_a_sitemap() -> None:
    (one,) = groups(harvest(SITEMAP, claim(POST + "index.html", Place.SITEMAP)), harvest(ARCHIVE, claim(POST)))
    assert one.url == POST


def test_an_address_and_the_one_it_redirects_to_are_one_post() -> None:
    new = f"{HOME}first/"
    assert addresses_of(harvest(FEED, claim(POST, Place.FEED)), harvest(ARCHIVE, claim(new)), moved(POST, new)) == [
        {POST, new}
    ]


def test_a_post_that_moved_has_its_new_address_and_keeps_the_old_key() -> None:
    new = f"{HOME}first/"
    (one,) = groups(harvest(FEED, claim(POST, Place.FEED)), moved(POST, new))
    assert one.url == new
    assert one.keys == ("blog.example/2021/03/first", "blog.example/first")


def test_a_page_that_refreshes_itself_into_another_is_one_with_it() -> None:
    new = f"{HOME}first/"
    stub = visit(POST, redirect=new)
    assert {POST, new} in addresses_of(stub, harvest(ARCHIVE, claim(new)))


def test_many_addresses_that_redirect_to_one_page_are_not_one_post() -> None:
    gone = [f"{HOME}gone-{number}/" for number in range(6)]
    told = addresses_of(harvest(ARCHIVE, *map(claim, gone)), *(moved(address, f"{HOME}sorry/") for address in gone))
    assert all({address} in told for address in gone)


def test_what_redirects_to_the_home_page_is_not_the_home_page() -> None:
    told = addresses_of(harvest(ARCHIVE, claim(POST)), harvest(FRONT, claim(HOME, Place.SELF)), moved(POST, HOME))
    assert {POST} in told


def test_a_redirect_that_failed_joins_nothing() -> None:
    source = Source(POST, SourceKind.POST, Role.ONE)
    lost = harvest(source, state=State.FAILED, status=404, final=OTHER, redirects=(POST,))
    assert addresses_of(harvest(ARCHIVE, claim(POST), claim(OTHER)), lost) == [{POST}, {OTHER}]


def test_a_page_that_names_another_as_canonical_is_one_with_it() -> None:
    print_form = f"{HOME}print.php?id=7"
    told = addresses_of(harvest(ARCHIVE, claim(POST), claim(print_form)), visit(print_form, canonical=POST))
    assert {POST, print_form} in told


def test_a_canonical_link_that_many_pages_share_is_not_believed() -> None:
    pages = [f"{HOME}2021/03/post-{number}/" for number in range(5)]
    told = addresses_of(harvest(ARCHIVE, *map(claim, pages)), *(visit(one, canonical=OTHER) for one in pages))
    assert told == [{one} for one in pages]


def test_a_canonical_link_to_the_home_page_is_not_believed() -> None:
    told = addresses_of(harvest(FRONT, claim(HOME, Place.SELF), claim(POST)), visit(POST, canonical=HOME))
    assert {HOME} in told
    assert {POST} in told


def test_a_canonical_link_that_its_target_contradicts_is_not_believed() -> None:
    told = addresses_of(visit(POST, canonical=OTHER), visit(OTHER, canonical=f"{HOME}third/"), harvest(ARCHIVE))
    assert {POST} in told


def test_a_canonical_link_to_another_site_joins_nothing() -> None:
    away = "https://elsewhere.example/first/"
    assert addresses_of(visit(POST, canonical=away), harvest(FEED, claim(away, Place.FEED))) == [{POST}, {away}]


class TestScope:
    def test_the_hosts_of_a_blog_are_that_of_its_home(self) -> None:
        scope = scope_of(HOME, [])
        assert scope.own("http://www.blog.example/a")
        assert not scope.own("https://example/a")
        assert not scope.own("https://other.blog.example/a")

    def test_a_home_that_redirects_makes_both_hosts_the_blogs(self) -> None:
        scope = scope_of(HOME, [harvest(FRONT, final="https://new.example/")])
        assert scope.home == "https://new.example/"
        assert scope.own("https://new.example/a")
        assert scope.own(f"{HOME}a")

    def test_a_home_that_failed_has_not_moved(self) -> None:
        assert scope_of(HOME, [failed(FRONT)]).home == HOME

    def test_a_host_with_the_same_paths_is_an_alias(self) -> None:
        some = entries(5)
        elsewhere = [one.address.replace("blog.example", "ann.host.example") for one in some]
        scope = scope_of(
            HOME,
            [harvest(ARCHIVE, *map(listed, some)), harvest(FEED, *(claim(one, Place.FEED) for one in elsewhere))],
        )
        assert scope.own(elsewhere[0])
        assert scope.at_home(elsewhere[0]) == some[0].address

    def test_a_host_with_other_paths_is_no_alias(self) -> None:
        away = [claim(f"https://ann.example/{name}/", Place.FEED) for name in "abcde"]
        scope = scope_of(HOME, [harvest(ARCHIVE, *map(listed, entries(5))), harvest(FEED, *away)])
        assert not scope.own("https://ann.example/a/")

    def test_two_paths_in_common_make_no_alias(self) -> None:
        some = entries(2)
        away = [claim(one.address.replace("blog.example", "ann.example"), Place.FEED) for one in some]
        scope = scope_of(HOME, [harvest(ARCHIVE, *map(listed, some)), harvest(FEED, *away)])
        assert not scope.own("https://ann.example/a/")


def test_the_address_on_an_alias_is_one_of_the_posts_keys() -> None:
    some = entries(4)
    away = [one.address.replace("blog.example", "ann.host.example") for one in some]
    told = groups(harvest(ARCHIVE, *map(listed, some)), harvest(FEED, *(claim(one, Place.FEED) for one in away)))
    assert len(told) == len(some)
    assert all(len(one.keys) == 2 and one.url.startswith(HOME) for one in told)


def test_claims_of_one_address_by_several_sources_are_one_group() -> None:
    (one,) = entries(1)
    (told,) = groups(harvest(ARCHIVE, listed(one)), harvest(FEED, fed(one)), harvest(SITEMAP, mapped(one)))
    assert sorted(t.claim.place for t in told.told) == [Place.FEED, Place.LISTING, Place.SITEMAP]


def test_a_group_knows_how_its_page_answered() -> None:
    (one,) = groups(harvest(ARCHIVE, claim(POST)), failed(Source(POST, SourceKind.POST, Role.ONE), 410))
    assert one.status == 410
