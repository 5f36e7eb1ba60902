"""Post or not: what speaks for an address and what against it, and the rule that a verdict names."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from crawler.classify import CERTAIN, RULES, THRESHOLD, Case, Docket, Learned, Rule, loose, verdicts
from crawler.classify.cases import KIN
from crawler.grouping import groups_of, scope_of
from crawler.model import Claim, Evidence, Harvest, Place, Role, Source, SourceKind, Verdict
from tests.dryblogs import HOME, Entry, entries
from tests.harvesting import ARCHIVE, FEED, FRONT, SITEMAP, claim, failed, fed, harvest, listed, mapped, visit

ABOUT = f"{HOME}about/"
OTHER = f"{HOME}strange-thing/"


def judged(*harvests: Harvest, home: str = HOME) -> dict[str, Verdict]:
    """Verdicts by address."""
    scope = scope_of(home, harvests)
    found = groups_of(scope, harvests)
    return {group.url: verdict for group, verdict in zip(found, verdicts(scope, found), strict=True)}


def kinds(*harvests: Harvest) -> dict[str, str]:
    return {url: verdict.kind for url, verdict in judged(*harvests).items()}


def blog(some: list[Entry]) -> list[Harvest]:
    """An archive and a feed of these entries."""
    return [harvest(ARCHIVE, *map(listed, some)), harvest(FEED, *map(fed, some[:10]))]


def rule_against(extra: Claim, *harvests: Harvest, source: Source = FRONT) -> tuple[str, str]:
    """(kind, rule) of an address beside a blog of twelve posts."""
    some = entries(12)
    verdict = judged(*blog(some), harvest(source, extra), *harvests)[extra.address]
    return verdict.kind, verdict.rule


def test_names_of_rules_are_unique() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_an_entry_of_a_feed_with_a_dated_address_is_a_post() -> None:
    (one,) = entries(1)
    assert judged(harvest(FEED, fed(one)))[one.address] == Verdict("post", "feed", 4.3)


def test_an_entry_of_an_archive_with_its_day_is_a_post() -> None:
    (one,) = entries(1, pattern="{slug}")
    assert judged(harvest(ARCHIVE, listed(one)))[one.address] == Verdict("post", "listing.day", 3.3)


def test_an_entry_of_an_api_is_a_post_whatever_its_address() -> None:
    api = Source(f"{HOME}wp-json/wp/v2/posts", SourceKind.API, Role.WHOLE)
    verdict = judged(harvest(api, claim(ABOUT, Place.API)))[ABOUT]
    assert (verdict.kind, verdict.rule) == ("post", "api")


def test_an_address_in_a_sitemap_of_posts_is_a_post() -> None:
    told = harvest(SITEMAP, claim(OTHER, Place.SITEMAP, type="sitemap.name: post"))
    (verdict,) = judged(told).values()
    assert (verdict.kind, verdict.rule) == ("post", "sitemap.post")


@pytest.mark.parametrize("kind", ["page", "tag", "category", "author"])
def test_an_address_in_a_sitemap_of_something_else_is_no_post(kind: str) -> None:
    sitemap = harvest(SITEMAP, claim(OTHER, Place.SITEMAP, type=f"sitemap.name: {kind}"))
    assert judged(sitemap)[OTHER] == Verdict("page", "sitemap.other", -5.7)


def test_an_address_that_nothing_speaks_for_is_no_post() -> None:
    assert judged(harvest(SITEMAP, mapped(Entry(OTHER, "", ""))))[OTHER].kind == "page"


def test_an_address_of_the_posts_template_is_a_post_though_only_a_sitemap_names_it() -> None:
    some = entries(40)
    told = kinds(*blog(some[:12]), harvest(SITEMAP, *map(mapped, some)))
    assert {told[one.address] for one in some} == {"post"}


def test_an_address_of_another_template_stays_a_page() -> None:
    assert rule_against(claim(OTHER, Place.SITEMAP), source=SITEMAP)[0] == "page"


def test_an_undated_entry_among_certain_posts_of_one_list_is_a_post() -> None:
    some = entries(12)
    bare = f"{HOME}2022/02/no-date/"
    bare_claim = claim(bare, title="listing.link: No date", list="listing.group: a1")
    assert kinds(harvest(ARCHIVE, *map(listed, some), bare_claim), harvest(FEED, *map(fed, some)))[bare] == "post"


@pytest.mark.parametrize(
    ("address", "kind", "rule"),
    [
        (HOME, "home", "home"),
        ("https://elsewhere.example/2021/03/a/", "elsewhere", "off.host"),
        (f"{HOME}tag/sea/", "tag", "address.tag"),
        (f"{HOME}category/sea/", "category", "address.section"),
        (f"{HOME}author/ann/", "author", "address.author"),
        (f"{HOME}page/3/", "paging", "address.paging"),
        (f"{HOME}image.jpg", "attachment", "asset"),
        (f"{HOME}comments/feed/", "feed", "feed.address"),
    ],
)
def test_an_address_tells_what_else_it_is(address: str, kind: str, rule: str) -> None:
    assert rule_against(claim(address)) == (kind, rule)


@pytest.mark.parametrize("path", ["2023/", "2023/11/"])
def test_a_folder_of_posts_is_their_index(path: str) -> None:
    assert rule_against(claim(HOME + path))[0] == "index"


def test_a_year_in_the_feed_is_an_index_though_the_feed_lists_it() -> None:
    year = f"{HOME}2023/"
    item = Claim(year, Place.FEED, (Evidence("title", "2023", "feed.title"),))
    assert rule_against(item, source=FEED)[0] == "index"


def test_a_page_that_every_menu_names_is_no_post() -> None:
    some = entries(12)
    pages = [visit(one.address) for one in some[:4]]
    menus = [harvest(page.source, *page.findings.claims, claim(OTHER, Place.MENU)) for page in pages]
    assert judged(*blog(some), *menus)[OTHER].rule == "menu"


@pytest.mark.parametrize("path", ["about/", "contact.html", "impressum/", "privacy-policy/"])
def test_a_standing_page_is_no_post_though_a_list_names_it(path: str) -> None:
    assert rule_against(claim(HOME + path))[0] == "page"


def test_a_post_that_is_named_like_a_standing_page_is_one_where_a_list_dates_it() -> None:
    address = f"{HOME}2021/03/about/"
    entry = Entry(address, "About", "2021-03-04")
    assert rule_against(listed(entry), source=ARCHIVE)[0] == "post"


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_is_no_post(status: int) -> None:
    some = entries(12)
    mapped_only = f"{HOME}2020/01/gone/"
    gone = failed(Source(mapped_only, SourceKind.POST, Role.ONE), status)
    told = judged(*blog(some), harvest(SITEMAP, claim(mapped_only, Place.SITEMAP)), gone)
    assert (told[mapped_only].kind, told[mapped_only].rule) == ("gone", "gone")


def test_a_readers_comment_in_a_feed_is_no_post() -> None:
    (one,) = entries(1)
    remark = claim(
        f"{one.address}#comment-7", Place.FEED, type="feed.comment: comment", date="feed.published: 2023-11-21"
    )
    assert rule_against(remark, source=FEED) == ("comment", "remark")


def test_a_post_whose_comments_a_feed_holds_is_still_a_post() -> None:
    some = entries(12)
    remark = claim(some[0].address, Place.FEED, type="feed.comment: comment")
    comments = Source(f"{HOME}comments.xml", SourceKind.FEED, Role.WHOLE)
    assert kinds(*blog(some), harvest(comments, remark))[some[0].address] == "post"


def test_an_entry_of_a_feed_that_is_not_the_blogs_own_says_nothing() -> None:
    section = Source(f"{HOME}comments/feed/", SourceKind.FEED, Role.OTHER)
    assert rule_against(claim(OTHER, Place.FEED), source=section)[0] != "post"


@pytest.mark.parametrize(("said", "kind"), [("post", "post"), ("page", "page")])
def test_the_curator_has_the_last_word(said: str, kind: str) -> None:
    desk = Source("curator:", SourceKind.POST, Role.ONE)
    (one,) = entries(1)
    address = ABOUT if said == "post" else one.address
    ruling = harvest(desk, claim(address, Place.CURATOR, type=f"curator: {said}"))
    told = judged(*blog(entries(12)), harvest(SITEMAP, claim(ABOUT, Place.SITEMAP)), ruling)
    assert (told[address].kind, told[address].rule) == (kind, "curator")


class TestUndatedBlog:
    def archive(self, count: int = 8, number: int = 3) -> Harvest:
        source = Source(f"{HOME}archive.html", SourceKind.ARCHIVE, Role.WHOLE, "All posts", HOME, number)
        rows = [
            claim(f"{HOME}{n}.html", title="listing.link: T", list="listing.group: a1") for n in "abcdefghij"[:count]
        ]
        return harvest(source, *rows)

    def test_the_longest_list_of_its_archive_holds_its_posts(self) -> None:
        assert set(kinds(self.archive()).values()) == {"post"}

    def test_a_short_list_proves_nothing(self) -> None:
        assert set(kinds(self.archive(count=4)).values()) == {"page"}

    def test_a_page_that_nothing_promised_to_be_the_archive_proves_nothing(self) -> None:
        assert set(kinds(self.archive(number=1)).values()) == {"page"}

    def test_where_a_feed_tells_of_posts_the_archive_alone_proves_nothing(self) -> None:
        assert "post" not in {kinds(self.archive(), harvest(FEED, fed(entries(1)[0])))[f"{HOME}a.html"]}


def test_a_verdict_names_the_rule_that_weighed_most() -> None:
    (one,) = entries(1)
    assert judged(harvest(ARCHIVE, listed(one)), harvest(SITEMAP, mapped(one)))[one.address].rule == "listing.day"


def test_what_is_certain_is_a_post() -> None:
    assert CERTAIN >= THRESHOLD


def test_verdicts_do_not_depend_on_the_order_of_harvests() -> None:
    some = entries(30)
    told = [*blog(some[:15]), harvest(SITEMAP, *map(mapped, some), claim(ABOUT, Place.SITEMAP)), visit(some[0].address)]
    assert judged(*told) == judged(*reversed(told))


NOTHING = Learned()
UNSEEN = cast(Learned, object())
"""Fails whoever looks at it."""


def much(found: list[Case]) -> Learned:
    """Learned of all cases at once: everything has a template, a list, posts below it and a place in the menus."""
    return Learned(
        templates=dict.fromkeys((case.shape for case in found), 0.7),
        loose=frozenset(loose(case.shape) for case in found[::2]),
        lists=dict.fromkeys((one for case in found for one in case.lists), 0.9),
        sampled=dict.fromkeys((case.shape for case in found), 1.0),
        above=frozenset(case.stem for case in found[::2]),
        menus=frozenset(case.key for case in found),
        archived=frozenset(one for case in found for one in case.lists),
        whole=frozenset(case.url for case in found),
    )


class _Kin:
    """A case of which only that can be seen by which cases are of one kin, or known to what is learned."""

    def __init__(self, case: Case) -> None:
        for name in (*KIN, "url", "key", "stem"):
            setattr(self, name, getattr(case, name))


def cases() -> list[Case]:
    some = entries(12)
    pages = [claim(f"{HOME}{path}", title="link.text: 2009") for path in ("2009/", "page/2/", "tag/sea/", "?page=3")]
    told = [*blog(some), harvest(FRONT, claim(HOME), claim(ABOUT, Place.MENU), *pages), visit(some[0].address)]
    told.append(harvest(SITEMAP, claim(OTHER, Place.SITEMAP)))
    told.append(harvest(Source(ABOUT, SourceKind.ARCHIVE), claim(ABOUT, Place.SELF)))
    scope = scope_of(HOME, told)
    return Docket().cases(scope, groups_of(scope, told))


@pytest.mark.parametrize("rule", [rule for rule in RULES if not rule.learns], ids=lambda rule: rule.name)
def test_a_rule_not_marked_as_learning_never_looks_at_what_was_learned(rule: Rule) -> None:
    found = cases()
    said = [rule.test(case, UNSEEN) for case in found]
    assert said == [rule.test(case, NOTHING) for case in found] == [rule.test(case, much(found)) for case in found]


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.learns], ids=lambda rule: rule.name)
def test_a_rule_that_learns_looks_at_nothing_by_which_cases_of_one_kin_differ(rule: Rule) -> None:
    found = cases()
    for learned in (NOTHING, much(found)):
        assert [rule.test(cast(Case, _Kin(c)), learned) for c in found] == [rule.test(c, learned) for c in found]


def test_what_is_prepared_for_one_blog_is_not_used_under_another_home() -> None:
    told = [harvest(FEED, *map(fed, entries(12)))]
    docket = Docket()
    for home in (HOME, "https://elsewhere.example/", HOME):
        scope = scope_of(home, told)
        groups = groups_of(scope, told)
        assert verdicts(scope, groups, docket=docket) == verdicts(scope, groups)


class TestAnEntryThatIsCalledAsAYear:
    """Its address and title are those of a year's page; it stands in the blog's series, without a day."""

    YEAR = Entry(f"{HOME}2012/", "2012", "2014-05-01")

    def harvests(self, *, feed: bool = True) -> list[Harvest]:
        """A series of twelve pages without days, each with the newest entries beside it; feeds that have the days."""
        some = entries(60, pattern="{slug}")
        some[30] = self.YEAR
        newest = [claim(one.address, title=one.title, list="listing.group: b") for one in some[:5]]
        pages = []
        for number in range(12):
            own = [claim(one.address, title=f"listing.title: {one.title}", list="listing.group: a1")
                   for one in some[number * 5 : number * 5 + 5]]  # fmt: skip
            source = Source(f"{HOME}page/{number + 1}/", SourceKind.ARCHIVE, Role.PAGE, number=number + 1)
            pages.append(harvest(source, *own, *(newest if number else ())))
        asked = Source(self.YEAR.address, SourceKind.ARCHIVE, Role.YEAR)
        own_page = harvest(asked, claim(self.YEAR.address, Place.SELF, title="page.heading: 2012"), *newest)
        told = [fed(one) for one in some if feed or one != self.YEAR]
        return [*pages, own_page, harvest(FEED, *told)]

    def test_it_is_a_post_where_a_feed_gives_it_a_day(self) -> None:
        assert judged(*self.harvests())[self.YEAR.address].kind == "post"

    def test_the_newest_entries_beside_its_text_make_it_no_list(self) -> None:
        harvests = self.harvests()
        more = [
            claim(one.address, title=one.title, list="listing.group: c") for one in entries(60, pattern="{slug}")[7:13]
        ]
        own = harvests[12]
        lists = harvest(own.source, *own.findings.claims, *more)
        assert judged(*harvests[:12], lists, harvests[13])[self.YEAR.address].kind != "post"

    def test_it_is_none_where_nothing_gives_it_a_day(self) -> None:
        assert judged(*self.harvests(feed=False))[self.YEAR.address].kind != "post"


class TestWithoutDays:
    """Blogs of which nothing tells a day."""

    def kinds_of(self, *harvests: Harvest) -> set[str]:
        found = kinds(*harvests)
        return {found[one.address] for one in entries(12, pattern="{slug}.html")}

    def test_a_list_with_a_month_for_each_entry_is_one_of_posts(self) -> None:
        some = entries(12, pattern="{slug}.html")
        rows = [claim(x.address, list="l", title=x.title, date=f"listing.text: {x.month}") for x in some]
        assert self.kinds_of(harvest(FRONT, *rows)) == {"post"}

    def test_one_with_the_same_month_for_all_is_none(self) -> None:
        some = entries(12, pattern="{slug}.html")
        rows = [claim(x.address, list="l", title=x.title, date="listing.text: 2020-01") for x in some]
        assert self.kinds_of(harvest(FRONT, *rows)) == {"page"}

    def test_headings_on_page_after_page_of_a_series_are_posts(self) -> None:
        some = entries(12, pattern="{slug}.html")
        rows = [claim(x.address, list="l", title=f"listing.title: {x.title}") for x in some]
        further = [Source(f"{HOME}page/{n}/", SourceKind.ARCHIVE, Role.PAGE, "", HOME, n) for n in (2, 3)]
        told = [harvest(one, *rows[at * 4 : at * 4 + 4]) for at, one in enumerate((FRONT, *further))]
        assert self.kinds_of(*told) == {"post"}

    def test_most_pages_that_were_read_decide_of_the_others_but_not_against_what_a_page_says(self) -> None:
        some = entries(30, pattern="{slug}/")
        rows = [claim(x.address, list="l", title=x.title) for x in some] + [claim(ABOUT, list="l", title="About")]
        visits = [visit(x.address, date=f"page.time: {x.day}") for x in some[:20]]
        found = kinds(harvest(FRONT, *rows), *visits, visit(ABOUT))
        assert {found[x.address] for x in some} == {"post"}
        assert found[ABOUT] == "page"


def test_the_days_of_a_diary_are_its_entries() -> None:
    some = entries(12, pattern="?date={day:%Y%m%d}")
    assert {kinds(harvest(FRONT, *map(listed, some)))[one.address] for one in some} == {"post"}


def test_a_folder_of_comments_that_holds_the_dated_entries_of_a_list_is_theirs() -> None:
    some = entries(12, pattern="log/comments/{slug}/")
    rows = [claim(x.address, title=f"listing.title: {x.title}", date=f"listing.text: {x.day}") for x in some]
    assert {kinds(harvest(FRONT, *rows))[one.address] for one in some} == {"post"}


def test_below_a_home_that_is_a_users_nothing_is_an_author_for_that() -> None:
    home = f"{HOME}users/joe/"
    some = entries(12, home, "{number}.html")
    front = Source(home, SourceKind.HOMEPAGE, Role.WHOLE)
    assert {judged(harvest(front, *map(listed, some)), home=home)[one.address].kind for one in some} == {"post"}


def test_an_entry_that_is_named_by_its_day_and_called_by_words_is_a_post() -> None:
    one = claim(f"{HOME}rants/20100910.html", title="Against umbrellas", date="2010-09-10")
    assert judged(harvest(FRONT, one))[one.address].kind == "post"


def test_a_page_without_a_day_that_a_generator_puts_into_the_feed_is_no_post() -> None:
    item = claim(OTHER, Place.FEED, title="Uses")
    none = Evidence("date", "", "feed.published", "Mon, 01 Jan 0001 00:00:00 +0000")
    item = replace(item, evidence=(*item.evidence, none))
    some = entries(12, pattern="{slug}/")
    verdict = judged(harvest(FEED, *map(fed, some), item))[OTHER]
    assert (verdict.kind, verdict.rule) == ("page", "feed.undated")
