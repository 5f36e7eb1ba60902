"""What a visit asks of a blog whose history is remembered, and when it gives that up."""

from __future__ import annotations

from collections.abc import Iterable

from crawler import urls
from crawler.blogstate import BlogState
from crawler.corrections import claims_of, harvest_of, read_line, with_said
from crawler.model import (
    Blog,
    Claim,
    Evidence,
    Findings,
    Harvest,
    Outcome,
    Place,
    Plan,
    Role,
    Source,
    SourceKind,
    State,
    Total,
)
from crawler.planner import Limits, next_visit, watched
from crawler.planner.visits import told_of

HOME = "https://blog.example.org/"
BLOG = Blog("blog-example-org", HOME)
FRONT = Source(HOME, SourceKind.HOMEPAGE, Role.WHOLE)
FEED = Source(HOME + "feed.xml", SourceKind.FEED, Role.WHOLE, "", HOME)
SECOND = Source(HOME + "page/2/", SourceKind.ARCHIVE, Role.PAGE, "", HOME, 2)
OLD = range(1, 9)


def address(number: int) -> str:
    return f"{HOME}2021/03/{number:02d}/entry-{number}/"


def claim(number: int, place: Place) -> Claim:
    rule = "feed.published" if place is Place.FEED else "listing.near"
    words = (Evidence("title", f"Entry {number}", f"{place}.title"), Evidence("date", f"2021-03-{number:02d}", rule))
    return Claim(address(number), place, words)


def harvest(source: Source, numbers: Iterable[int], *named: Source, total: int = 0) -> Harvest:
    """A list that names these posts, and further sources."""
    place = Place.FEED if source.kind is SourceKind.FEED else Place.LISTING
    totals = (Total(total, "listing.count"),) if total else ()
    findings = Findings(claims=tuple(claim(n, place) for n in numbers), sources=named, totals=totals)
    return Harvest(BLOG.slug, source, Outcome(State.DONE, 200, source.address), findings)


def missing(source: Source, status: int = 404) -> Harvest:
    return Harvest(BLOG.slug, source, Outcome(State.FAILED, status, source.address, error=f"answered {status}"))


def remembered(*harvests: Harvest) -> BlogState:
    """A blog of which these lists were read before, with all posts on them."""
    keys = {urls.canonical(address(number)): address(number) for number in OLD}
    state = BlogState(BLOG, before=keys, judged=frozenset(keys))
    state.remember(harvests or (harvest(FRONT, reversed(OLD)), harvest(FEED, reversed(OLD))))
    return state


def corrected(*lines: str) -> BlogState:
    """The same of which the curator says these things."""
    desk = harvest_of(BLOG.slug, claims_of(HOME, with_said((), map(read_line, lines))))
    before = remembered()
    state = BlogState(BLOG, desk, before=before.before, judged=before.judged)
    state.remember([desk, *before.past.values()])
    return state


def visit(*fresh: Harvest, state: BlogState | None = None) -> Plan:
    """What follows when these are read anew."""
    known = state or remembered()
    for one in fresh:
        known.fold(one)
    return next_visit(known, Limits())


def asked(plan: Plan) -> list[str]:
    return [ask.source.address for ask in plan.asks]


def test_a_feed_and_a_page_that_show_the_newest_posts_are_watched() -> None:
    assert watched(remembered()) == (FEED.address, HOME)


def test_what_does_not_show_the_newest_posts_is_not_watched() -> None:
    archive = Source(HOME + "archive/", SourceKind.ARCHIVE, Role.WHOLE, "Archive", HOME, 3)
    known = remembered(harvest(FRONT, ()), harvest(FEED, (1, 2)), harvest(archive, OLD))
    assert watched(known) == (archive.address,)


def test_where_nothing_shows_posts_the_home_page_is_watched() -> None:
    assert watched(remembered(harvest(FRONT, ()))) == (HOME,)


def test_what_is_remembered_costs_no_request_and_counts_as_read() -> None:
    known = remembered()
    assert (known.requests, known.fresh) == (0, [])
    assert known.asked(FEED.address)


def test_without_a_new_post_nothing_is_asked() -> None:
    known = remembered()
    plan = visit(harvest(FRONT, reversed(OLD)), harvest(FEED, reversed(OLD)), state=known)
    assert (plan.asks, plan.stop, plan.anew) == ((), "nothing new", "")


def test_a_new_post_beside_known_ones_needs_no_further_page() -> None:
    known = remembered()
    plan = visit(harvest(FEED, (10, 9, 8, 7)), state=known)
    assert (plan.asks, plan.anew) == ((), "")
    assert told_of(known) == "2 new posts"


def test_a_page_of_new_posts_alone_is_followed_until_a_known_one_is_met() -> None:
    known = remembered()
    assert asked(visit(harvest(FRONT, (14, 13, 12), SECOND), state=known)) == [SECOND.address]
    assert asked(visit(harvest(SECOND, (11, 10, 8, 7)), state=known)) == []


def test_one_known_post_at_the_top_is_pinned_there_and_ends_nothing() -> None:
    assert asked(visit(harvest(FRONT, (3, 14, 13), SECOND))) == [SECOND.address]


def test_a_known_page_is_asked_again_where_the_way_to_known_posts_leads_over_it() -> None:
    known = remembered(harvest(FRONT, (8, 7, 6), SECOND), harvest(SECOND, (5, 4, 3)))
    assert asked(visit(harvest(FRONT, (14, 13, 12), SECOND), state=known)) == [SECOND.address]


def test_new_posts_without_a_way_to_known_ones_make_everything_be_listed() -> None:
    assert "none that was known" in visit(harvest(FEED, (14, 13, 12))).anew


def test_a_feed_without_a_known_post_is_no_gap_where_a_page_shows_both() -> None:
    assert visit(harvest(FEED, (14, 13)), harvest(FRONT, (14, 13, 8, 7))).anew == ""


def test_a_source_that_is_gone_makes_everything_be_listed() -> None:
    assert visit(missing(FEED)).anew == f"{FEED.address} is gone"


def test_a_source_that_fails_for_another_reason_does_not() -> None:
    assert visit(missing(FEED, 500)).anew == ""


def test_a_total_that_grew_with_the_new_posts_agrees() -> None:
    known = remembered(harvest(FRONT, reversed(OLD), total=8))
    assert visit(harvest(FRONT, (9, 8, 7), total=9), state=known).anew == ""


def test_a_total_that_moved_without_them_makes_everything_be_listed() -> None:
    known = remembered(harvest(FRONT, reversed(OLD), total=8))
    assert "declares 12 posts, and 8 before" in visit(harvest(FRONT, (9, 8, 7), total=12), state=known).anew


def test_a_post_that_a_feed_should_name_is_looked_for() -> None:
    assert asked(visit(harvest(FEED, (8, 7, 5, 4)))) == [address(6)]


def test_posts_older_than_the_feed_are_not_looked_for() -> None:
    assert asked(visit(harvest(FEED, (8, 7, 6)))) == []


def test_what_a_source_no_longer_names_is_remembered_still() -> None:
    known = remembered()
    known.fold(harvest(FEED, (9, 8)))
    assert len([post for post in known.posts() if post.is_post]) == len(OLD) + 1
    assert [c.address for c in known.fresh[0].findings.claims] == [address(9), address(8)]


ATTIC = Source(HOME + "attic/", SourceKind.ARCHIVE, Role.WHOLE, parent="curator:", number=2)


def test_a_page_that_the_curator_names_and_that_was_not_asked_is() -> None:
    assert asked(visit(state=corrected(f"source {ATTIC.address}"))) == [ATTIC.address]


def test_what_the_curator_added_need_not_join_what_is_known_and_its_pages_are_followed() -> None:
    second = Source(HOME + "attic/page/2/", SourceKind.ARCHIVE, Role.PAGE, "", ATTIC.address, 2)
    known = corrected(f"source {ATTIC.address}")
    plan = visit(harvest(ATTIC, (31, 30, 29), second), state=known)
    assert (asked(plan), plan.anew) == ([second.address], "")
    plan = visit(harvest(second, (28, 27, 26)), state=known)
    assert (plan.asks, plan.anew) == ((), "")
    assert told_of(known) == "6 new posts"


def test_a_post_that_the_curator_excludes_is_not_looked_for() -> None:
    feed = harvest(FEED, (8, 7, 5, 4))
    assert asked(visit(feed, state=corrected("exclude *entry-1/"))) == [address(6)]
    assert asked(visit(feed, state=corrected("exclude *entry-6/"))) == []


def test_the_desk_is_no_source_that_was_read() -> None:
    known = corrected(f"title {address(1)} Mine")
    assert known.desk is not None and known.desk.source.address not in known.harvests
    assert [post.text("title") for post in known.posts() if post.url == address(1)] == ["Mine"]
