"""The pieces of evidence that the rules weigh: each a function of a case and what was learned, giving its strength.

0 where a piece does not speak, 1 where it speaks in full. What each is worth is told in `rules`. One that looks at what
was learned sees of the case only the fields of `KIN` and `url`, `key`, `stem`, so that cases alike are judged once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from crawler import corrections, hints, urls
from crawler.classify.cases import Case
from crawler.classify.lessons import AMONG, ENOUGH, Learned, is_undecided, loose
from crawler.model import Place, Role

Test = Callable[[Case, Learned], float]


def feed(case: Case, learned: Learned) -> float:
    items = [t for t in case.group.told if t.claim.place is Place.FEED and t.source.role is not Role.OTHER]
    return float(not all(t.is_remark for t in items))


def remark(case: Case, learned: Learned) -> float:
    """Feeds name it as a reader's comment, and nothing else names it; or the platform's API says that it is one."""
    if any(t.is_remark and t.claim.place is Place.API for t in case.group.told):
        return 1.0
    return float(case.places == {Place.FEED} and all(t.is_remark for t in case.group.told))


def sitemap_post(case: Case, learned: Learned) -> float:
    return float(case.typed)


def imported(case: Case, learned: Learned) -> float:
    """A post of a listing that was exported before: an address such as /p/1990/ is none of a year there."""
    kinds = (e for t in case.group.told if t.claim.place is Place.SITEMAP for e in t.claim.every("type"))
    return float(case.typed and any(e.rule == "import.type" for e in kinds))


def sitemap_other(case: Case, learned: Learned) -> float:
    kinds = {e.value for t in case.group.told if t.claim.place is Place.SITEMAP for e in t.claim.every("type")}
    return float(bool(kinds) and "post" not in kinds)


def listed_day(case: Case, learned: Learned) -> float:
    path = case.shape.partition("?")[0]
    dated_address = "{day}" in path and "{slug}" in path and Place.LISTING in case.places
    return float(case.day == 3 or dated_address)


def listed_period(case: Case, learned: Learned) -> float:
    return float(case.day in (1, 2))


def listed_title(case: Case, learned: Learned) -> float:
    """A heading of a list of several entries."""
    return float(
        any(
            e.rule == "listing.title"
            for t in case.group.told
            if t.claim.place is Place.LISTING
            for e in t.claim.every("title")
        )
    )


def many_dates(case: Case, learned: Learned) -> float:
    """Listings give it the months of ever other entries: it stands beside them (a category, an author)."""
    months = {
        e.value[:7]
        for told in case.group.told
        if told.claim.place is Place.LISTING
        for e in told.claim.every("date")
        if len(e.value) >= len("2009-03") and "|" not in e.value
    }
    return float(len(months) >= ENOUGH and Place.FEED not in case.places and "{month}" not in case.shape)


def bare_archive(case: Case, learned: Learned) -> float:
    """It stands in the archive of a blog that dates nothing, or years alone."""
    return float(any(one in learned.archived for one in case.lists))


def list_mates(case: Case, learned: Learned) -> float:
    shares = [learned.lists.get(one, 0.0) for one in case.lists]
    return max(shares, default=0.0)


def template(case: Case, learned: Learned) -> float:
    return learned.templates.get(case.shape, 0.0)


def strange_template(case: Case, learned: Learned) -> float:
    return float(bool(learned.loose) and loose(case.shape) not in learned.loose and not case.typed)


def dated_address(case: Case, learned: Learned) -> float:
    if "{slug}" not in case.shape and "{number}" not in case.shape:
        return 0.0
    return 1.0 if "{month}" in case.shape else 0.4 if "{year}" in case.shape else 0.0


def kin_address(case: Case, learned: Learned) -> float:
    """Dated as certain posts are, in whatever folder, and nothing but the end of a path."""
    if Place.SITEMAP not in case.places or "{month}" not in case.shape or case.shape in learned.templates:
        return 0.0
    return float(loose(case.shape) in learned.loose)


def sampled(case: Case, learned: Learned) -> float:
    """Nothing dates it, and (nearly) every one of several such pages of its template that were read is a dated post."""
    if not is_undecided(case) or (case.visited and not case.own_day):
        return 0.0
    return learned.sampled.get(case.shape, 0.0)


_PREVIEW = re.compile(r"/p/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/?$|[?&](?:preview(?:_id|_nonce)?|draft)=", re.I)
"""Previews of what is not published: Ghost's (https://ghost.org/docs/admin-api/#posts, `uuid`), WordPress's."""


def preview(case: Case, learned: Learned) -> float:
    return float(bool(_PREVIEW.search(case.group.url)))


def own_markup(case: Case, learned: Learned) -> float:
    kinds = [e for t in case.group.told if t.claim.place is Place.SELF for e in t.claim.every("type")]
    strong = any(e.value == "post" and e.rule == "jsonld.type" for e in kinds)
    return 1.0 if strong else 0.4 if any(e.value == "post" for e in kinds) else 0.0


def own_day(case: Case, learned: Learned) -> float:
    return float(case.own_day)


def own_undated(case: Case, learned: Learned) -> float:
    """Its own page was read, and neither that nor a list nor a feed gives it a day."""
    if case.own_day or case.places & {Place.FEED, Place.API, Place.LISTING}:
        return 0.0
    return float(case.visited)


_NO_YEAR = re.compile(r"\b0001\b")


def fed_without_day(case: Case, learned: Learned) -> float:
    """A generator put the day of the year 1 into the feed, as it does for pages that have none (Hugo)."""
    said = [e for t in case.group.told if t.claim.place is Place.FEED for e in t.claim.every("date")]
    return float(bool(said) and case.day < 3 and all(not e.value and _NO_YEAR.search(e.raw) for e in said))


def neighbour(case: Case, learned: Learned) -> float:
    return float(Place.BESIDE in case.places)


def curated(case: Case, learned: Learned) -> float:
    """The curator's word on the address, else on all that match a pattern."""
    said = case.group.ruling("type")
    if said is not None:
        return 1.0 if said == "post" else -1.0
    return -1.0 if corrections.matches(case.scope.excluded, case.group.url) else 0.0


def api(case: Case, learned: Learned) -> float:
    return float(any(t.claim.place is Place.API and not t.is_remark for t in case.group.told))


def home(case: Case, learned: Learned) -> float:
    if case.front == "home":
        return 0.0 if case.own_day and learned.templates.get(case.shape, 0.0) >= 0.5 else 1.0
    return float(case.front == "root")


def off_host(case: Case, learned: Learned) -> float:
    return float(not case.scope.own(case.url))


def above_posts(case: Case, learned: Learned) -> float:
    return float(case.stem in learned.above)


def paging(case: Case, learned: Learned) -> float:
    if case.role is not Role.PAGE or Place.FEED in case.places or case.typed:
        return 0.0
    return 0.0 if not case.plain and _stands_among_posts(case, learned) else case.pager


def standing(case: Case, learned: Learned) -> float:
    strength = hints.standing(case.url)
    if Place.API in case.places or (case.day and not (strength == 1.0 and case.visited and not case.own_day)):
        return 0.0
    if Place.MENU in case.places:
        return 1.0 if strength else 0.0
    return strength if strength == 1.0 or Place.FEED not in case.places else 0.0


def in_menus(case: Case, learned: Learned) -> float:
    return float(case.day < 3 and case.key in learned.menus)


def feed_address(case: Case, learned: Learned) -> float:
    return float(hints.is_feed("", case.url))


_COMMENT = re.compile(r"(?:^|[/_.-])(?:comments?|trackback|tb|respond|reply|guestbook)(?:$|[/_.?-])", re.I)


def comment_address(case: Case, learned: Learned) -> float:
    if case.day == 3 and listed_title(case, learned):
        return 0.0  # programs whose page of an entry is that of its comments
    parts = urlsplit(case.url)
    folders, _, last = parts.path.rstrip("/").rpartition("/")
    within = any(folder in ("comment", "comments") for folder in folders.split("/"))
    return float(within or (bool(parts.query) and bool(_COMMENT.search(last))))


def asset(case: Case, learned: Learned) -> float:
    return float(urls.is_asset(case.url))


def answers_badly(case: Case, learned: Learned) -> float:
    return float(case.group.status in (404, 410))


def undated(case: Case, learned: Learned) -> float:
    return float(
        case.day == 0 and not case.own_day and Place.FEED not in case.places and urls.date_in(case.url) is None
    )


def period(case: Case, learned: Learned) -> float:
    """A year's, month's or day's address; not of an entry that stands with a day among posts, and hardly of one that is
    named by a day and called by words ("20090312.html")."""
    if case.role not in (Role.YEAR, Role.MONTH, Role.DAY) or _stands_among_posts(case, learned):
        return 0.0
    if case.role is Role.DAY and learned.diary:
        return 0.0
    return 0.2 if case.role is Role.DAY and case.named else 1.0


def _stands_among_posts(case: Case, learned: Learned) -> bool:
    """A list of posts holds it, and that, its own page or a feed gives it a day."""
    dated = case.day == 3 or case.own_day or Place.FEED in case.places
    return dated and list_mates(case, learned) >= AMONG and case.stem not in learned.above


def bare_period(case: Case, learned: Learned) -> float:
    return float(case.period_title and not _stands_among_posts(case, learned))


def redirects_away(case: Case, learned: Learned) -> float:
    targets = [t.claim.first("redirect") for t in case.group.told if t.claim.place is Place.SELF]
    return float(any(target and not case.scope.own(target) for target in targets))


def lists_posts(case: Case, learned: Learned) -> float:
    """The page was read and is a list: it was asked for as one, and no feed or post sitemap names it."""
    if not case.asked_as_list:
        return 0.0
    if case.url in learned.whole:
        return 1.0
    return 0.0 if case.own_day or Place.FEED in case.places else 0.6


def missing_from_whole(case: Case, learned: Learned) -> float:
    """Only a menu or running text names it, or a sitemap that holds everything: half as bad."""
    if case.places & {Place.FEED, Place.API, Place.LISTING, Place.BESIDE, Place.CURATOR} or case.typed:
        return 0.0
    return 1.0 if Place.SITEMAP in case.places else 2.0


def role(*roles: Role) -> Test:
    def test(case: Case, learned: Learned) -> float:
        return float(case.role in roles)

    return test
