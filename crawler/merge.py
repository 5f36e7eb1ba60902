"""Claims of one group to one post: which title, which date, and where each came from.

Two tables rank the rules. The first rule that gives a usable value wins; a date told in UTC yields to a plain day next
to it, a rough date to a finer one that it holds. Everything else a post has is taken from the best source that tells it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from crawler import dates, text, urls
from crawler.grouping import Group
from crawler.model import Chosen, Evidence, PartialDate, Place, Post, Verdict

TITLE_RANK = (
    "curator", "api.title", "feed.title", "jsonfeed.title", "jsonld.headline", "listing.title", "listing.link", "sitemap.news",
    "page.heading", "meta.og:title", "page.title", "menu.link", "text.link",
)  # fmt: skip
DATE_RANK = (
    "curator", "api.date", "jsonld.datePublished", "page.itemprop", "meta.published_time", "feed.published", "jsonfeed.published", "page.time",
    "page.title", "address.day", "listing.time", "listing.itemprop", "listing.title", "listing.text", "listing.day", "listing.prefix", "feed.dc",
    "page.text", "meta.datePublished", "meta.dc", "meta.date", "sitemap.news", "page.foot", "address", "listing.heading", "listing.page",
    "feed.updated", "jsonfeed.updated",
)  # fmt: skip
PAGE_TITLES = frozenset(("meta.og:title", "page.title", "page.heading"))
OTHER_FIELDS = ("updated", "excerpt", "author", "language", "text", "words")
_TITLE_ORDER = {rule: number for number, rule in enumerate(TITLE_RANK)}
_DATE_ORDER = {rule: number for number, rule in enumerate(DATE_RANK)}
_PAIRED = re.compile(r"<(strike|s|del|ins|b|i|em|strong|code|sup|sub|small|u|tt|span|a|font)\b[^<>]*>.*?</\1\s*>|<br\s*/?>", re.I)
"""Markup that was meant as markup: a pair of tags, a line break. A single "<canvas>" is what the title is about."""

_MARKS = re.compile(r"[`*]|(?<!\w)_|_(?!\w)")
"""Signs of markup that a feed may leave in a title."""

PLAIN_DAYS = frozenset(("listing.text", "listing.day", "listing.prefix", "page.text", "page.foot", "address.day", "listing.heading"))


@dataclass(frozen=True, slots=True)
class Habits:
    """What holds for the whole blog: its names, the order of its numeric dates, titles that many pages share."""

    names: tuple[str, ...] = ()
    order: str = ""
    shared: frozenset[tuple[str, str]] = frozenset()
    distrusted: frozenset[tuple[str, str]] = frozenset()
    today: date = field(default_factory=date.today)
    glued: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of evidence with the source it came from."""

    evidence: Evidence
    source: str
    day: str = ""
    """The full date that the same claim gives: with one, it speaks of the entry, not in passing."""


def habits_of(names: Iterable[str], groups: Sequence[Group], today: date) -> Habits:
    """Learn a blog's habits from all its groups."""
    orders: Counter[str] = Counter()
    titles: Counter[tuple[str, str]] = Counter()
    for group in groups:
        for told in group.told:
            for evidence in told.claim.evidence:
                if evidence.field == "date" and (order := dates.order_of(evidence.raw)):
                    orders[order] += 1
                elif evidence.rule in PAGE_TITLES and told.claim.place is Place.SELF:
                    titles[evidence.rule, evidence.value] += 1
    order = orders.most_common(1)[0][0] if orders else ""
    names = list(names)
    glued = tuple(_glued(groups, names))
    shared = frozenset(pair for pair, count in titles.items() if count >= 3)
    known = tuple(dict.fromkeys(filter(None, [*names, *glued])))
    return Habits(known, order, shared, _distrusted(groups), today, glued)


_GLUE = re.compile(r"\s(?:»|«|\||–|—|·|-|::|<|>)\s")


def _glued(groups: Sequence[Group], names: Iterable[str]) -> list[str]:
    """Endings that many titles of listings share and that speak of the blog: "Title » The Blog of Blog"."""
    known = {word for name in names for word in re.findall(r"\w{3,}", name.lower())}
    ends: Counter[str] = Counter()
    for group in groups:
        known.update(re.findall(r"\w{3,}", urls.host_of(group.url).partition(".")[0]))
        for title in {e.value for told in group.told for e in told.claim.every("title") if e.rule.startswith(("listing.", "feed."))}:
            if found := list(_GLUE.finditer(title)):
                ends[title[found[-1].end() :]] += 1
    return [end for end, count in ends.items() if count >= 5 and known & set(re.findall(r"\w{3,}", end.lower()))]


def _distrusted(groups: Sequence[Group]) -> frozenset[tuple[str, str]]:
    """(source, rule) pairs whose dates contradict the days in the blog's addresses and other sources as a habit."""
    seen: dict[tuple[str, str], list[bool]] = defaultdict(list)
    days: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for group in groups:
        said = [(t.source.address, e) for t in group.told for e in t.claim.every("date") if len(e.value) >= 10 and "|" not in e.value]
        inside = urls.date_in(group.url)
        for source, evidence in said:
            pair = (source, evidence.rule) if not evidence.rule.startswith("page.") else ("", evidence.rule)
            days[pair][evidence.value[:10]] += 1
            others = {e.value[:10] for other, e in said if (other, e.rule) != (source, evidence.rule)}
            others |= {inside.shown} if inside and inside.day else set()
            if others:
                seen[pair].append(any(_close(evidence.value[:10], one) for one in others))
            elif inside is not None:
                seen[pair].append(evidence.value.startswith(inside.shown))
    return frozenset(
        pair for pair, agreed in seen.items() if len(agreed) >= 5 and sum(agreed) * 2 < len(agreed) and _stuck(days[pair])
    )


def _stuck(days: Counter[str]) -> bool:
    """Most of the dates are one and the same day: a day of building, not of writing."""
    return days.most_common(1)[0][1] * 2 >= sum(days.values())


def post_of(group: Group, verdict: Verdict, habits: Habits) -> Post:
    """Merge a group's claims. Independent of their order."""
    said: dict[str, list[Said]] = defaultdict(list)
    for told in group.told:
        day = told.claim.first("date")[:10] if len(told.claim.first("date")) >= 10 else ""
        for evidence in told.claim.evidence:
            said[evidence.field].append(Said(evidence, told.source.address, day))
    fields: dict[str, Chosen] = {}
    day, conflict = choose_date(said["date"], group.url, habits)
    if day:
        fields["date"] = day
    if title := choose_title(said["title"], habits, day.value[:10] if day else ""):
        fields["title"] = title
    for name in OTHER_FIELDS:
        if chosen := _first(said[name]):
            fields[name] = chosen
    tags = tuple(dict.fromkeys(one.evidence.value for one in said["tag"]))
    ids = tuple(sorted({one.evidence.value for one in said["id"]}))
    return Post(group.url, group.keys, verdict, fields, tags, ids, ("date",) if conflict else ())


def _first(said: Sequence[Said]) -> Chosen | None:
    useful = [one for one in said if one.evidence.value]
    if not useful:
        return None
    best = min(useful, key=lambda one: (one.source, one.evidence.rule, one.evidence.value))
    return Chosen(best.evidence.value, best.evidence.rule, best.source)


def choose_title(said: Sequence[Said], habits: Habits, day: str = "") -> Chosen | None:
    """The title of the best rule; a cut one ("A long ti…") yields to the whole one that it begins."""
    useful = []
    for one in said:
        evidence = one.evidence
        value = text.plain(evidence.value) if _PAIRED.search(evidence.value) else evidence.value
        if evidence.rule in PAGE_TITLES:
            if (evidence.rule, value) in habits.shared:
                continue
            value = text.without_blog_name(value, habits.names)
        elif habits.glued and any(value.endswith(end) for end in habits.glued):
            value = text.without_blog_name(value, habits.glued)
        if value and not (evidence.rule in PAGE_TITLES and value in habits.names):
            rank = _TITLE_ORDER.get(evidence.rule, 50) + _in_passing(one, day)
            useful.append((rank, _commonness(value, said), value, one))
    if not useful:
        return None
    useful.sort(key=lambda one: (one[0], -one[1], one[2], one[3].source))
    _, _, value, best = useful[0]
    clean = text.plain(_MARKS.sub("", value))
    if clean != value and (cleaner := [one for one in useful if one[2] == clean]):
        _, _, value, best = cleaner[0]
    stem = value.rstrip("….").rstrip()
    if stem != value:
        longer = [one for one in useful if len(one[2]) > len(value) and one[2].startswith(stem)]
        if longer:
            _, _, value, best = longer[0]
    return Chosen(value, best.evidence.rule, best.source)


def _in_passing(one: Said, day: str) -> float:
    """How much less a listing's words count: half a rank without a date, several with the date of another entry."""
    if not one.evidence.rule.startswith("listing."):
        return 0.0
    if not one.day:
        return 0.5
    return 0.0 if not day or _close(one.day, day) else 5.0


def _commonness(value: str, said: Sequence[Said]) -> int:
    return sum(one.evidence.value == value for one in said)


def choose_date(said: Sequence[Said], address: str, habits: Habits) -> tuple[Chosen | None, bool]:
    """The date of the best rule, and whether sources disagree by more than a day."""
    usable = _usable(said, address, habits)
    if not usable:
        return None, False
    best_day, best = usable[0]
    finer = [(day, one) for day, one in usable if day.precision > best_day.precision and day.shown.startswith(best_day.shown)]
    if finer:
        best_day, best = finer[0]
    full = [(day, one) for day, one in usable if day.precision == 3]
    if best_day.precision < 3 and full and not finer:
        best_day, best = full[0]
    if plain := _plain_beside(best_day, full):
        best_day, best = plain
    conflict = any(not _close(day.shown, best_day.shown) for day, one in full if _DATE_ORDER.get(one.evidence.rule, 50) < _DATE_ORDER["listing.heading"])
    return Chosen(str(best_day), best.evidence.rule, best.source), conflict


def _usable(said: Sequence[Said], address: str, habits: Habits) -> list[tuple[PartialDate, Said]]:
    """What can be believed, best rule first; the address itself is a witness, too."""
    inside = urls.date_in(address)
    everything = list(said)
    if inside is not None:
        rule = "address.day" if inside.day else "address"
        everything.append(Said(Evidence("date", str(inside), rule), address))
    usable = []
    for one in everything:
        value = dates.settle(one.evidence.value, habits.order) if "|" in one.evidence.value else one.evidence.value
        day = dates.parse_partial(value)
        trusted = (one.source, one.evidence.rule) not in habits.distrusted and ("", one.evidence.rule) not in habits.distrusted
        if day and dates.plausible(day, habits.today) and trusted:
            usable.append((day, one))
    usable.sort(key=lambda pair: (_DATE_ORDER.get(pair[1].evidence.rule, 50), -pair[0].precision, str(pair[0]), pair[1].source))
    return usable


def _plain_beside(best: PartialDate, full: Sequence[tuple[PartialDate, Said]]) -> tuple[PartialDate, Said] | None:
    """A plain day one off from a moment that is told in UTC, or is midnight there: the author's own day."""
    if best.precision < 3 or not (best.offset in ("Z", "+00:00") or _midnight_in_utc(best)):
        return None
    for day, one in full:
        if one.evidence.rule in PLAIN_DAYS and not day.time and day.shown != best.shown and _close(day.shown, best.shown):
            return day, one
    return None


def _midnight_in_utc(day: PartialDate) -> bool:
    """A plain day that a program has turned into a moment: 20:00 at -04:00."""
    if not day.time or len(day.offset) != 6:
        return False
    moment = datetime.fromisoformat(f"{day.shown}T{day.time}{day.offset}").astimezone(UTC)
    return (moment.hour, moment.minute, moment.second) == (0, 0, 0)


def _close(one: str, other: str) -> bool:
    """Equal, or a day apart."""
    try:
        return abs(date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])) <= timedelta(days=1)
    except ValueError:
        return False
