"""Post or not: one table of named, weighted evidence over what all sources say of an address.

A group's score is the sum of weight times strength of every rule that speaks; at `THRESHOLD` it is a post. What is
learned from the certain (address templates, lists that hold posts) is applied to the rest in a second pass. The verdict
names the rule that weighed most. The weights are fitted by a script and checked by leaving each blog out in turn.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from crawler import dates, hints, urls
from crawler.grouping import Group, Scope
from crawler.model import Place, Role, SourceKind, Verdict

THRESHOLD = 2.0
CERTAIN = 3.5
_ENOUGH = 3


@dataclass(slots=True)
class Learned:
    """What the certain posts of a blog teach: shares between 0 and 1, by template and by list."""

    templates: dict[str, float] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()
    """Templates of certain posts with any folder names."""
    lists: dict[tuple[str, str], float] = field(default_factory=dict)
    above: Counter[str] = field(default_factory=Counter)
    menus: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    whole: frozenset[str] = frozenset()


@dataclass(slots=True)
class Case:
    """One group with what the rules look at, computed once."""

    group: Group
    scope: Scope
    places: frozenset[Place]
    shape: str
    role: Role | None
    title: str
    listed: tuple[tuple[str, str], ...]
    day: int
    """Best precision of a date that a listing gives: 0 to 3."""
    own_day: bool


def case_of(group: Group, scope: Scope) -> Case:
    claims = [one.claim for one in group.told]
    listed = tuple(
        (one.source.address, one.claim.first("list")) for one in group.told if one.claim.place is Place.LISTING
    )
    role = hints.role_of_address(group.url)
    listings = [claim for claim in claims if claim.place is Place.LISTING]
    precision = [_precision(e.value) for claim in listings for e in claim.every("date") if e.rule != "listing.page"]
    own = any(_precision(e.value) == 3 for claim in claims if claim.place is Place.SELF for e in claim.every("date"))
    title = next((claim.first("title") for claim in claims if claim.first("title")), "")
    return Case(
        group, scope, frozenset(claim.place for claim in claims), urls.shape_of(group.url), role.role if role else None,
        title, listed, max(precision, default=0), own,
    )  # fmt: skip


def _precision(value: str) -> int:
    day = dates.parse_partial(value.partition("|")[0])
    return day.precision if day else 0


Test = Callable[[Case, Learned], float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named piece of evidence. `test` gives its strength: 0 where it does not speak."""

    name: str
    weight: float
    test: Test
    kind: str = "page"
    """What an address is, where this rule is what speaks most against its being a post."""


def _feed(case: Case, learned: Learned) -> float:
    return float(any(t.claim.place is Place.FEED and t.source.role is not Role.OTHER for t in case.group.told))


def _typed(kind: str) -> Callable[[Case], bool]:
    def told(case: Case) -> bool:
        return any(
            e.value == kind
            for t in case.group.told
            if t.claim.place in (Place.SITEMAP, Place.API)
            for e in t.claim.every("type")
        )

    return told


_typed_post = _typed("post")
_OTHERS = ("page", "tag", "author", "category", "user")


def _sitemap_post(case: Case, learned: Learned) -> float:
    return float(_typed_post(case))


def _sitemap_other(case: Case, learned: Learned) -> float:
    kinds = {e.value for t in case.group.told if t.claim.place is Place.SITEMAP for e in t.claim.every("type")}
    return float(bool(kinds) and "post" not in kinds)


def _listed_day(case: Case, learned: Learned) -> float:
    return float(case.day == 3)


def _listed_period(case: Case, learned: Learned) -> float:
    return float(case.day in (1, 2))


def _listed_title(case: Case, learned: Learned) -> float:
    """A heading of a list of several entries."""
    return float(
        any(
            e.rule == "listing.title"
            for t in case.group.told
            if t.claim.place is Place.LISTING
            for e in t.claim.every("title")
        )
    )


def _list_mates(case: Case, learned: Learned) -> float:
    shares = [learned.lists.get(one, 0.0) for one in case.listed]
    return max(shares, default=0.0)


def _template(case: Case, learned: Learned) -> float:
    return learned.templates.get(case.shape, 0.0)


def _strange_template(case: Case, learned: Learned) -> float:
    return float(bool(learned.loose) and loose(case.shape) not in learned.loose and not _typed_post(case))


def _dated_address(case: Case, learned: Learned) -> float:
    if "{slug}" not in case.shape and "{number}" not in case.shape:
        return 0.0
    return 1.0 if "{month}" in case.shape else 0.4 if "{year}" in case.shape else 0.0


def _own_markup(case: Case, learned: Learned) -> float:
    kinds = [e for t in case.group.told if t.claim.place is Place.SELF for e in t.claim.every("type")]
    strong = any(e.value == "post" and e.rule == "jsonld.type" for e in kinds)
    return 1.0 if strong else 0.4 if any(e.value == "post" for e in kinds) else 0.0


def _own_day(case: Case, learned: Learned) -> float:
    return float(case.own_day)


def _neighbour(case: Case, learned: Learned) -> float:
    return float(Place.BESIDE in case.places)


def _curated(case: Case, learned: Learned) -> float:
    said = [e.value for t in case.group.told if t.claim.place is Place.CURATOR for e in t.claim.every("type")]
    return 0.0 if not said else 1.0 if said[-1] == "post" else -1.0


def _api(case: Case, learned: Learned) -> float:
    return float(Place.API in case.places)


def _home(case: Case, learned: Learned) -> float:
    if not urls.path_parts(case.group.url) and "?" not in case.group.url:
        return 1.0
    if urls.canonical(case.group.url) != urls.canonical(case.scope.home):
        return 0.0
    return 0.0 if case.own_day and learned.templates.get(case.shape, 0.0) >= 0.5 else 1.0


def _off_host(case: Case, learned: Learned) -> float:
    return float(not case.scope.own(case.group.url))


def _above_posts(case: Case, learned: Learned) -> float:
    return float(learned.above[_stem(case.group.url)] >= _ENOUGH)


def _role(*roles: Role) -> Test:
    def test(case: Case, learned: Learned) -> float:
        return float(case.role in roles)

    return test


def _standing(case: Case, learned: Learned) -> float:
    return float(hints.is_standing(case.group.url) and case.day < 3)


def _in_menus(case: Case, learned: Learned) -> float:
    seen = learned.menus[case.group.keys[0]]
    return float(seen >= 2 and seen * 2 >= learned.pages and case.day < 3)


def _feed_address(case: Case, learned: Learned) -> float:
    return float(hints.is_feed("", case.group.url))


_COMMENT = re.compile(r"(?:^|[/_.-])(?:comments?|trackback|tb|respond|reply|guestbook)(?:$|[/_.?-])", re.I)


def _comment_address(case: Case, learned: Learned) -> float:
    parts = urlsplit(case.group.url)
    last = parts.path.rstrip("/").rpartition("/")[2]
    return float(bool(parts.query) and bool(_COMMENT.search(last)))


def _asset(case: Case, learned: Learned) -> float:
    return float(urls.is_asset(case.group.url))


def _answers_badly(case: Case, learned: Learned) -> float:
    return float(case.group.status in (404, 410))


def _undated(case: Case, learned: Learned) -> float:
    return float(
        case.day == 0 and not case.own_day and Place.FEED not in case.places and urls.date_in(case.group.url) is None
    )


def _bare_period(case: Case, learned: Learned) -> float:
    return float(
        bool(case.title)
        and len(case.title) < 24
        and bool(dates.heading_date(case.title))
        and "{slug}" not in case.shape
    )


def _redirects_away(case: Case, learned: Learned) -> float:
    targets = [t.claim.first("redirect") for t in case.group.told if t.claim.place is Place.SELF]
    return float(any(target and not case.scope.own(target) for target in targets))


def _lists_posts(case: Case, learned: Learned) -> float:
    """The page was read and is a list: it was asked for as one, and no feed or post sitemap names it."""
    asked = any(
        t.claim.place is Place.SELF and t.source.kind in (SourceKind.ARCHIVE, SourceKind.HOMEPAGE)
        for t in case.group.told
    )
    if not asked:
        return 0.0
    return 1.0 if case.group.url in learned.whole else 0.0 if case.own_day else 0.6


def _missing_from_whole(case: Case, learned: Learned) -> float:
    """A page whose menu, text or plain sitemap alone names it."""
    return float(
        not case.places & {Place.FEED, Place.API, Place.LISTING, Place.BESIDE, Place.CURATOR} and not _typed_post(case)
    )


RULES: tuple[Rule, ...] = (
    Rule("curator", 100.0, _curated),
    Rule("api", 8.0, _api),
    Rule("feed", 3.0, _feed),
    Rule("sitemap.post", 3.5, _sitemap_post),
    Rule("listing.day", 3.0, _listed_day),
    Rule("listing.period", 1.6, _listed_period),
    Rule("listing.title", 1.0, _listed_title),
    Rule("listing.mates", 2.5, _list_mates),
    Rule("address.template", 2.0, _template),
    Rule("address.dated", 1.0, _dated_address),
    Rule("own.markup", 1.2, _own_markup),
    Rule("own.day", 0.8, _own_day),
    Rule("neighbour", 0.8, _neighbour),
    Rule("home", -20.0, _home, "home"),
    Rule("off.host", -20.0, _off_host, "elsewhere"),
    Rule("above.posts", -6.0, _above_posts, "index"),
    Rule("lists.posts", -4.0, _lists_posts, "index"),
    Rule("address.period", -2.5, _role(Role.YEAR, Role.MONTH, Role.DAY), "index"),
    Rule("address.paging", -6.0, _role(Role.PAGE), "paging"),
    Rule("address.tag", -4.0, _role(Role.TAG), "tag"),
    Rule("address.section", -3.0, _role(Role.SECTION), "category"),
    Rule("address.author", -4.0, _role(Role.AUTHOR), "author"),
    Rule("address.strange", -1.5, _strange_template, "page"),
    Rule("sitemap.other", -4.0, _sitemap_other, "page"),
    Rule("standing", -2.0, _standing, "page"),
    Rule("menu", -2.5, _in_menus, "page"),
    Rule("feed.address", -8.0, _feed_address, "feed"),
    Rule("asset", -20.0, _asset, "attachment"),
    Rule("address.comment", -8.0, _comment_address, "comment"),
    Rule("gone", -6.0, _answers_badly, "gone"),
    Rule("moved.away", -6.0, _redirects_away, "elsewhere"),
    Rule("undated", -1.0, _undated, "page"),
    Rule("title.period", -2.0, _bare_period, "index"),
    Rule("unlisted", -1.0, _missing_from_whole, "page"),
)


def verdicts(scope: Scope, groups: Sequence[Group], weights: Mapping[str, float] | None = None) -> list[Verdict]:
    """A verdict for each group, in their order. `weights` replaces the table's, for the fitting script."""
    cases = [case_of(group, scope) for group in groups]
    learned = _first_lesson(groups)
    judged = [_judge(case, learned, weights) for case in cases]
    for _ in range(2):
        learned = _learn(cases, judged, learned)
        judged = [_judge(case, learned, weights) for case in cases]
    return judged


def strengths(case: Case, learned: Learned) -> dict[str, float]:
    """What each rule says of a case, for the fitting script and for `why`."""
    return {rule.name: value for rule in RULES if (value := rule.test(case, learned))}


def _judge(case: Case, learned: Learned, weights: Mapping[str, float] | None) -> Verdict:
    score, most = 0.0, ("nothing", 0.0, "page")
    worst = ("nothing", 0.0, "page")
    for rule in RULES:
        value = rule.test(case, learned)
        if not value:
            continue
        given = value * (weights or {}).get(rule.name, rule.weight)
        score += given
        if given > most[1]:
            most = (rule.name, given, rule.kind)
        elif given < worst[1]:
            worst = (rule.name, given, rule.kind)
    if score >= THRESHOLD:
        return Verdict("post", most[0], round(score, 2))
    return Verdict(worst[2], worst[0], round(score, 2))


def _first_lesson(groups: Sequence[Group]) -> Learned:
    """What needs no verdicts: which addresses stand in the menus of the pages that were read."""
    learned = Learned()
    pages = set()
    for group in groups:
        seen = set()
        for told in group.told:
            if told.claim.place is Place.SELF:
                pages.add(told.source.address)
            elif told.claim.place is Place.MENU:
                seen.add(told.source.address)
        learned.menus[group.keys[0]] = len(seen)
    learned.pages = len(pages)
    return learned


def _learn(cases: Sequence[Case], judged: Sequence[Verdict], before: Learned) -> Learned:
    """Templates, lists and folders of the certain posts."""
    certain = [v.kind == "post" and v.score >= CERTAIN for v in judged]
    learned = Learned(menus=before.menus, pages=before.pages)
    learned.templates = _shares(
        (c.shape for c in cases), (c.shape for c, sure in zip(cases, certain, strict=True) if sure)
    )
    learned.loose = frozenset(loose(shape) for shape in learned.templates)
    lists = [(one, sure) for c, sure in zip(cases, certain, strict=True) for one in set(c.listed)]
    learned.lists = _shares((one for one, _ in lists), (one for one, sure in lists if sure))
    for case, sure in zip(cases, certain, strict=True):
        if sure:
            for parent in urls.parents(case.group.url):
                learned.above[_stem(parent)] += 1
    learned.whole = _listers(cases, certain)
    return learned


def _listers(cases: Sequence[Case], certain: Sequence[bool]) -> frozenset[str]:
    """Addresses of pages that list at least five certain posts."""
    counts: Counter[str] = Counter()
    for case, sure in zip(cases, certain, strict=True):
        if sure:
            counts.update({source for source, _ in case.listed})
    return frozenset(address for address, count in counts.items() if count >= 5)


def loose(shape: str) -> str:
    """A template with its literal folders replaced: posts of several topics share it."""
    *folders, last = shape.replace("{number}", "{slug}").split("/")
    return "/".join([*("*" if part and "{" not in part else part for part in folders), last])


def _shares(everything: Iterable[object], sure: Iterable[object]) -> dict:  # type: ignore[type-arg]
    """For each thing of which at least three are certain: their share of all."""
    total, good = Counter(everything), Counter(sure)
    return {thing: good[thing] / total[thing] for thing in good if good[thing] >= _ENOUGH}


def _stem(address: str) -> str:
    return str(urls.canonical(address))


_ = re, defaultdict
