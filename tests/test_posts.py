"""From claims to posts: pure, whatever the order, and every value with its rule and source."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from crawler import dates, urls
from crawler.blogstate import BlogState
from crawler.corrections import Kind, claims_of, correction, harvest_of, read_line, with_said
from crawler.merge.days import DATE_RANK
from crawler.merge.titles import TITLE_RANK
from crawler.model import (
    Blog,
    Claim,
    Evidence,
    Facts,
    Findings,
    Harvest,
    Outcome,
    Place,
    Role,
    Source,
    SourceKind,
    State,
)
from crawler.posts import Memory, posts_of, self_of
from tests.dryblogs import HOME, entries
from tests.harvesting import (
    ARCHIVE,
    BLOG,
    FEED,
    FRONT,
    SITEMAP,
    claim,
    failed,
    fed,
    harvest,
    listed,
    mapped,
    moved,
    posts,
    visit,
)

TODAY = date(2024, 6, 1)

addresses = st.sampled_from(
    [
        HOME,
        f"{HOME}2021/03/first/",
        "http://www.blog.example/2021/03/first",
        f"{HOME}2021/03/first/?utm_source=feed",
        f"{HOME}2021/04/second/",
        f"{HOME}2021/",
        f"{HOME}third.html",
        f"{HOME}tag/sea/",
        f"{HOME}page/2/",
        f"{HOME}2022_01.html#e5",
        "https://ann.host.example/2021/03/first/",
        "https://elsewhere.example/x",
    ]
)
days = st.builds(
    lambda day, cut, tail: day.isoformat()[:cut] + (tail if cut == 10 else ""),
    st.dates(date(2000, 1, 1), date(2024, 5, 1)),
    st.sampled_from([4, 7, 10, 10]),
    st.sampled_from(["", "", "T01:30:00Z", "T23:30:00-05:00", "T12:00:00"]),
)
evidence = st.one_of(
    st.builds(Evidence, st.just("date"), days, st.sampled_from(DATE_RANK)),
    st.builds(
        Evidence, st.just("date"), st.just("2009-04-03|2009-03-04"), st.just("listing.text"), st.just("03/04/2009")
    ),
    st.builds(
        Evidence, st.just("title"), st.sampled_from(["A", "B | Blog", "A wal…", "A walk"]), st.sampled_from(TITLE_RANK)
    ),
    st.builds(Evidence, st.just("tag"), st.sampled_from(["sea", "paper"]), st.just("feed.tag")),
    st.builds(Evidence, st.just("author"), st.sampled_from(["Ann", "Bea"]), st.just("feed.author")),
    st.builds(Evidence, st.just("canonical"), addresses, st.just("link.canonical")),
    st.builds(Evidence, st.just("redirect"), addresses, st.just("meta.refresh")),
    st.builds(Evidence, st.just("list"), st.sampled_from(["a1", "b2"]), st.just("listing.group")),
    st.builds(Evidence, st.just("type"), st.sampled_from(["post", "page", "comment"]), st.just("sitemap.name")),
)
claims = st.builds(Claim, addresses, st.sampled_from(Place), st.lists(evidence, max_size=4).map(tuple))
source_addresses = [FEED.address, SITEMAP.address, ARCHIVE.address, HOME, f"{HOME}2021/03/first/", f"{HOME}third.html"]
sources = st.builds(
    Source,
    st.sampled_from(source_addresses),
    st.sampled_from(SourceKind),
    st.sampled_from([Role.WHOLE, Role.ONE, Role.OTHER]),
)
outcomes = st.builds(
    Outcome,
    st.sampled_from([State.DONE, State.DONE, State.FAILED]),
    st.sampled_from([200, 404]),
    st.sampled_from(["", HOME, f"{HOME}third.html"]),
)
harvests = st.lists(
    st.builds(
        lambda source, outcome, told: Harvest(BLOG.slug, source, outcome, Findings(claims=tuple(told))),
        sources,
        outcomes,
        st.lists(claims, max_size=5, unique_by=lambda one: (one.address, one.place)),
    ),
    max_size=6,
    unique_by=lambda one: one.source.address,
)


@settings(max_examples=40)
@given(harvests, st.randoms(use_true_random=False))
def test_the_order_of_harvests_does_not_matter(told: list[Harvest], random) -> None:
    shuffled = random.sample(told, len(told))
    assert posts_of(BLOG, told, TODAY) == posts_of(BLOG, shuffled, TODAY)


@settings(max_examples=40)
@given(harvests, st.randoms(use_true_random=False))
def test_the_order_of_claims_does_not_matter(told: list[Harvest], random) -> None:
    shuffled = [
        replace(one, findings=Findings(claims=tuple(random.sample(one.findings.claims, len(one.findings.claims)))))
        for one in told
    ]
    assert posts_of(BLOG, told, TODAY) == posts_of(BLOG, shuffled, TODAY)


@settings(max_examples=40)
@given(harvests)
def test_every_address_that_was_told_belongs_to_exactly_one_post_or_other_thing(told: list[Harvest]) -> None:
    found = posts_of(BLOG, told, TODAY)
    keys = [key for one in found for key in one.keys]
    assert len(keys) == len(set(keys))
    assert {urls.canonical(one.address) for h in told for one in h.findings.claims} <= set(keys)


@settings(max_examples=40)
@given(harvests)
def test_every_chosen_value_has_a_rule_and_a_source(told: list[Harvest]) -> None:
    for post in posts_of(BLOG, told, TODAY):
        assert all(chosen.value and chosen.rule and chosen.source for chosen in post.fields.values())
        assert post.verdict.rule


@settings(max_examples=40)
@given(harvests)
def test_no_post_has_a_date_finer_than_anybody_told(told: list[Harvest]) -> None:
    spoken = {e.value[:10] for h in told for c in h.findings.claims for e in c.every("date")}
    for post in posts_of(BLOG, told, TODAY):
        day = post.text("date")[:10]
        inside = urls.date_in(post.url)
        own = {str(inside), str(replace(inside, day=None))} if inside else set()
        assert not day or day in spoken | own or len(day) == 4


@settings(max_examples=40)
@given(harvests)
def test_every_date_can_be_read_back_and_lies_not_in_the_future(told: list[Harvest]) -> None:
    for post in posts_of(BLOG, told, TODAY):
        if value := post.text("date"):
            day = dates.parse_partial(value)
            assert day is not None
            assert dates.plausible(day, TODAY)


def a_blog() -> list[Harvest]:
    some = entries(20)
    return [
        harvest(ARCHIVE, *map(listed, some)),
        harvest(FEED, *map(fed, some[:10])),
        harvest(SITEMAP, *map(mapped, some)),
    ]


def test_the_same_harvest_again_changes_nothing() -> None:
    told = a_blog()
    assert posts_of(BLOG, [*told, told[1]], TODAY) == posts_of(BLOG, told, TODAY)


def test_a_failed_source_adds_nothing() -> None:
    other = Source(f"{HOME}rss.xml", SourceKind.FEED, Role.WHOLE)
    assert posts_of(BLOG, [*a_blog(), failed(other)], TODAY) == posts_of(BLOG, a_blog(), TODAY)


def test_what_is_no_post_is_judged_and_kept() -> None:
    told = [*a_blog(), harvest(FRONT, claim(HOME, Place.SELF), claim(f"{HOME}about/", Place.MENU))]
    others = {one.url: one.verdict.kind for one in posts_of(BLOG, told, TODAY) if not one.is_post}
    assert others == {HOME: "home", f"{HOME}about/": "page"}


def test_nothing_told_gives_no_posts() -> None:
    assert posts_of(BLOG, [], TODAY) == ()


def test_a_posts_fields_tell_where_they_came_from() -> None:
    (one,) = entries(1)
    post = posts(harvest(ARCHIVE, listed(one)), harvest(FEED, fed(one)))[one.address]
    assert (post.fields["title"].rule, post.fields["title"].source) == ("feed.title", FEED.address)
    assert (post.fields["date"].rule, post.fields["date"].source) == ("feed.published", FEED.address)


def test_a_post_that_moved_is_one_with_both_addresses() -> None:
    (one,) = entries(1)
    new = f"{HOME}moved-there/"
    post = posts(
        harvest(FEED, fed(one)), moved(one.address, new), harvest(ARCHIVE, claim(new, date=f"listing.time: {one.day}"))
    )
    assert list(post) == [new]
    assert urls.canonical(one.address) in post[new].keys


def test_tags_of_all_sources_are_united() -> None:
    (one,) = entries(1)
    tagged = Claim(one.address, Place.FEED, (Evidence("tag", "sea", "feed.tag"), Evidence("tag", "paper", "feed.tag")))
    post = posts(harvest(ARCHIVE, listed(one)), harvest(FEED, tagged))[one.address]
    assert post.tags == ("sea", "paper")


def test_a_title_of_a_readers_comment_is_not_the_posts() -> None:
    (one,) = entries(1)
    remark = claim(
        one.address, Place.FEED, title="feed.title: By: Bea", date="feed.published: 2024-01-30", type="comment"
    )
    comments = Source(f"{HOME}comments.xml", SourceKind.FEED, Role.WHOLE)
    post = posts(harvest(ARCHIVE, listed(one)), harvest(comments, remark))[one.address]
    assert (post.text("title"), post.text("date")) == (one.title, one.day)


def test_sources_that_disagree_on_the_day_are_a_conflict() -> None:
    (one,) = entries(1)
    post = posts(harvest(FEED, fed(one)), visit(one.address, date="page.time: 2010-01-01"))[one.address]
    assert post.conflicts == ("date",)


def test_the_blogs_names_are_those_of_the_registry_its_home_and_its_feed() -> None:
    home = Harvest(BLOG.slug, FRONT, Outcome(State.DONE), Findings(facts=Facts(title="Front")))
    feed = Harvest(BLOG.slug, FEED, Outcome(State.DONE), Findings(facts=Facts(title="Feed")))
    post = replace(home, source=Source(f"{HOME}a/", SourceKind.POST, Role.ONE))
    assert self_of(Blog("b", HOME, "Registry"), [post, feed, home, home]).names == ("Registry", "Feed", "Front")


corrections = st.one_of(
    st.builds(correction, st.sampled_from([Kind.POST, Kind.NOT_POST, Kind.SOURCE]), addresses),
    st.builds(correction, st.just(Kind.TITLE), addresses, st.sampled_from(["", "Mine"])),
    st.builds(correction, st.just(Kind.DATE), addresses, st.sampled_from(["2001", "2001-02-03"])),
    st.builds(correction, st.just(Kind.EXCLUDE), st.sampled_from(["/2021/*", "*.html*", "/tag/*"])),
    st.tuples(addresses, addresses)
    .filter(lambda two: urls.canonical(two[0]) != urls.canonical(two[1]))
    .map(lambda two: correction(Kind.SAME_AS, *two)),
)
desks = st.lists(corrections, max_size=4).map(
    lambda said: harvest_of(BLOG.slug, claims_of(HOME, with_said((), said))) if said else None
)


@settings(max_examples=60)
@given(harvests, harvests, desks, st.randoms(use_true_random=False))
def test_posts_after_each_answer_are_those_computed_from_the_start(
    told: list[Harvest], again: list[Harvest], desk: Harvest | None, random
) -> None:
    state = BlogState(BLOG, desk)
    for one in random.sample([*told, *again], len(told) + len(again)):
        state.fold(one)
        assert state.posts() == posts_of(BLOG, [*state.harvests.values(), *([desk] if desk else [])])


def test_with_other_corrections_nothing_of_those_before_is_remembered() -> None:
    memory, told = Memory(), a_blog()
    one, other = (entry.address for entry in entries(2))
    for said in ([f"same-as {one} {other}"], [f"not-post {one}", f"title {other} Mine"], [f"exclude {one}"], []):
        desk = harvest_of(BLOG.slug, claims_of(HOME, with_said((), map(read_line, said))))
        assert posts_of(BLOG, [desk, *told], TODAY, memory) == posts_of(BLOG, [desk, *told], TODAY)


def test_an_answer_that_replaces_an_earlier_one_leaves_nothing_of_it() -> None:
    first, second = entries(2)
    state = BlogState(BLOG)
    for one in (harvest(ARCHIVE, listed(first)), harvest(FEED, fed(first)), harvest(ARCHIVE, listed(second))):
        state.fold(one)
        assert state.posts() == posts_of(BLOG, state.harvests.values())
