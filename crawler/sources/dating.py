"""Which date on a listing belongs to which link.

Between two links of a list, a date belongs to the link with which it shares the deeper element; where both are equally
near (flat markup), all links of the list vote: the kind of place that gives most of them a date wins. Dates that are
headings hold for all links below; "March 12" takes its year from the heading above it, or from the page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from crawler import dates
from crawler.markup import name_of
from crawler.sources.calendars import Calendar, Candidate
from crawler.sources.date_headings import Heading
from crawler.sources.lines import Link

_NEAR_HEADING = 4
_NEAR = 3
_BODY = 2
"""Depth of what all elements of a page share: html, body."""

_HEADLINES = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "th"))


@dataclass(frozen=True, slots=True)
class Given:
    """The date that a link of a listing was given."""

    value: str
    rule: str
    raw: str
    besides: tuple[Given, ...] = ()
    """What the reader sees beside a moment that markup tells in UTC."""


def dated_at(line: int, calendar: Calendar) -> Given | None:
    """The date that is all a line says, its year taken from the page where it has none."""
    for candidate in calendar.between(line, line):
        if candidate.whole and not candidate.updated:
            if not candidate.value.startswith("--"):
                return Given(candidate.value, candidate.rule, candidate.raw)
            value = joined(calendar.page, candidate.value) if calendar.page else ""
            day = dates.parse_partial(value) if value else None
            return Given(str(day), "listing.day", candidate.raw) if day else None
    return None


def assign(links: Sequence[Link], calendar: Calendar) -> tuple[dict[int, Given], dict[int, Given]]:
    """Give each link of one list its date, and its date of change where one is told.

    `links` are of one list, in document order; the results are keyed by their index. Dates that a list of several uses
    are taken: lists that are read later do not get them. So the lists are best read in order of their weight.
    """
    published = [c for c in calendar.candidates if not c.updated and not calendar.is_taken(c, links)]
    changed = [c for c in calendar.candidates if c.updated]
    given, used = _given(links, published, calendar)
    for index, link in enumerate(links):
        if index not in given and (around := _context(link, calendar)):
            given[index] = Given(around.value, around.rule, around.raw)
    if len(used) > 1 or (links[0].heading and not links[0].menu):
        calendar.taken.update(used, _worded(links, published))
    return given, _given(links, changed, calendar)[0] if changed else {}


def others(index: int, links: Sequence[Link], calendar: Calendar) -> Iterator[Given]:
    """What else than the date that it was given may be a link's: a date that stands with it and that no other has, the
    nearer first; then the heading it stands under."""
    link = links[index]
    first = links[index - 1].line if index else 0
    last = links[index + 1].line if index + 1 < len(links) else link.line + _NEAR
    held = [one for one in calendar.between(first, last) if not one.updated and _is_free(one, link, calendar)]
    placed = _placed(links, held, calendar)
    found = [one for side, owner, one in placed if owner == index and not side.startswith("flat")]
    for candidate in sorted(found, key=lambda one: (_distance(one, link), one.offset)):
        if full := _filled(candidate, link, calendar):
            yield full
    if around := _context(link, calendar):
        yield around


def heading_of(link: Link, calendar: Calendar) -> str:
    """The year or month that a link stands under, or the page for; empty where there is none."""
    around = _context(link, calendar)
    return around.value if around else ""


def _is_free(candidate: Candidate, link: Link, calendar: Calendar) -> bool:
    return candidate.line == link.line or candidate.line not in calendar.taken


def _worded(links: Sequence[Link], candidates: Sequence[Candidate]) -> set[int]:
    """Lines of dates that are words of a title: of that entry, if of any, and of no link elsewhere."""
    titles = {link.line: link for link in links if link.heading}
    return {
        one.line
        for one in candidates
        if (title := titles.get(one.line)) is not None and title.start <= one.offset < title.end
    }


def _given(
    links: Sequence[Link], candidates: Sequence[Candidate], calendar: Calendar
) -> tuple[dict[int, Given], set[int]]:
    """Dates by index of link, and the lines of the dates that were used."""
    slots = _slots(links, candidates, calendar)
    given: dict[int, Given] = {}
    used: set[int] = set()
    ranked = sorted(slots.items(), key=lambda slot: _rank(slot[0], slot[1], links, calendar), reverse=True)
    for position, (key, found) in enumerate(ranked):
        if position and (key[0].startswith("flat") or len(found) * 3 < len(links)):
            continue
        if not _can_be(found, links, key[0], calendar):
            continue
        if key[1].startswith("day:") and not _run(found, links, calendar):
            continue
        if key[0].endswith("before"):
            found = found | _carried(links, found, calendar)
        for index, candidate in found.items():
            if index not in given and (full := _filled(candidate, links[index], calendar)):
                given[index] = full
                used.add(candidate.line)
    return given, used


def _can_be(found: dict[int, Candidate], links: Sequence[Link], side: str, calendar: Calendar) -> bool:
    """Whether dates of few links may be theirs: not of the last link of a menu, with the first date below it, nor those
    that the texts of a few entries speak of."""
    if len(links) == 1:
        return _surely(links[0], found[0], side, calendar)
    if links[0].menu:
        return len(found) * 2 > len(links)
    return len(found) * 3 >= len(links) or not all(_in_passing(one, links[index]) for index, one in found.items())


def _in_passing(candidate: Candidate, link: Link) -> bool:
    """Whether a day is said among other words, and not in the line of the link: of what an entry tells, perhaps."""
    return not candidate.whole and candidate.line != link.line and not candidate.slot.startswith("stamp")


def _run(found: dict[int, Candidate], links: Sequence[Link], calendar: Calendar) -> bool:
    """Bare numbers are days only if they run in one direction within the months of a list; "March 12" always is."""
    if any(not candidate.value.startswith("---") for candidate in found.values()):
        return True
    turns = falls = 0
    for one, other in pairwise(sorted(found)):
        if _context(links[one], calendar) == _context(links[other], calendar):
            turns += found[one].value < found[other].value
            falls += found[one].value > found[other].value
    return len({candidate.value for candidate in found.values()}) > 1 and min(turns, falls) * 3 <= max(turns, falls)


def _surely(link: Link, candidate: Candidate, side: str, calendar: Calendar) -> bool:
    """A link that is alone of its kind has no others to vote with: what is not within an element with it must be near,
    where both sides are alike also beside a heading."""
    if not side.startswith("flat") and calendar.shared(candidate.element, link.element) > _BODY:
        return True
    near = abs(link.line - candidate.line) <= _NEAR
    return near and (not side.startswith("flat") or (link.heading > 0 and not link.menu))


_Slots = dict[tuple[str, str], dict[int, Candidate]]


def _slots(links: Sequence[Link], candidates: Sequence[Candidate], calendar: Calendar) -> _Slots:
    """For each kind of place: which link would get which date from it."""
    slots: _Slots = defaultdict(dict)
    for side, index, candidate in _placed(links, candidates, calendar):
        held = slots[side, candidate.slot]
        if index not in held or _nearer(candidate, held[index], links[index]):
            held[index] = candidate
    return slots


def _placed(
    links: Sequence[Link], candidates: Sequence[Candidate], calendar: Calendar
) -> Iterator[tuple[str, int, Candidate]]:
    """Each date with the links that it may belong to, and the side on which it stands."""
    starts = [(link.line, link.start) for link in links]
    for candidate in candidates:
        after = bisect_right(starts, (candidate.line, candidate.offset)) - 1
        before = after + 1 if after + 1 < len(links) else -1
        for side, index in _owners(candidate, after, before, links, calendar):
            if len(candidate.value) != len("2009-03") or calendar.holds(candidate.element, links[index].element):
                yield side, index, candidate


def _owners(
    candidate: Candidate, after: int, before: int, links: Sequence[Link], calendar: Calendar
) -> Iterator[tuple[str, int]]:
    """Which of the two links beside a date own it, and from which side."""
    left = _bond(candidate, links[after], calendar) if after >= 0 else -1
    right = _bond(candidate, links[before], calendar) if before >= 0 else -1
    if left > right and (before >= 0 or left > _apart(links, after, after - 1, calendar)):
        yield "after", after
    elif right > left and (after >= 0 or right > _apart(links, before, before + 1, calendar)):
        yield "before", before
    else:
        if after >= 0:
            yield "flat-after", after
        if before >= 0:
            yield "flat-before", before


def _apart(links: Sequence[Link], one: int, other: int, calendar: Calendar) -> int:
    """How deep the element is that two neighbouring links share; -1 where there is no neighbour."""
    if not 0 <= other < len(links):
        return -1
    return calendar.shared(links[one].element, links[other].element)


def _bond(candidate: Candidate, link: Link, calendar: Calendar) -> int:
    shared = calendar.shared(candidate.element, link.element)
    return shared + (1000 if candidate.line == link.line else 0)


def _nearer(candidate: Candidate, held: Candidate, link: Link) -> bool:
    return _distance(candidate, link) < _distance(held, link)


def _distance(candidate: Candidate, link: Link) -> float:
    between = abs(candidate.offset - link.start) / 1000 if candidate.line == link.line else 0.0
    return abs(candidate.line - link.line) + between


def _rank(
    key: tuple[str, str], found: dict[int, Candidate], links: Sequence[Link], calendar: Calendar
) -> tuple[float, ...]:
    """More links first (a few missing do not matter), then the closer in structure, machine dates, the nearer."""
    share = round(len(found) / len(links) * 10)
    mean = sum(_distance(c, links[i]) for i, c in found.items()) / len(found)
    bond = sum(_bond(c, links[i], calendar) for i, c in found.items()) / len(found)
    return (share, not key[0].startswith("flat"), bond // 1, key[1].startswith("stamp"), len(found), -mean)


def _carried(links: Sequence[Link], found: dict[int, Candidate], calendar: Calendar) -> dict[int, Candidate]:
    """A date that stands alone in its line holds for the following links in the same element, too."""
    carried: dict[int, Candidate] = {}
    current: Candidate | None = None
    depth = 0
    for index, link in enumerate(links):
        if index in found:
            current = found[index]
            depth = calendar.shared(current.element, link.element)
        elif current is not None and current.whole and calendar.shared(current.element, link.element) >= depth:
            carried[index] = current
    return carried


def _filled(candidate: Candidate, link: Link, calendar: Calendar) -> Given | None:
    """A candidate with the year, or year and month, of the heading it stands under."""
    if not candidate.value.startswith("--"):
        besides = _seen_beside(candidate, calendar) if candidate.value.endswith(dates.UTC_OFFSETS) else ()
        return Given(candidate.value, candidate.rule, candidate.raw, besides)
    around = _context(link, calendar)
    if around is None:
        return None
    value = joined(around.value, candidate.value)
    day = dates.parse_partial(value) if value else None
    return Given(str(day), "listing.day", f"{around.raw} {candidate.raw}".strip()) if day else None


def _seen_beside(moment: Candidate, calendar: Calendar) -> tuple[Given, ...]:
    """The plain days in the line of a moment told in UTC."""
    return tuple(
        Given(one.value, one.rule, one.raw)
        for one in calendar.between(moment.line, moment.line)
        if one.slot.startswith("line") and not one.updated
    )


def joined(around: str, rest: str) -> str:
    """ "2009" with "--03-12" or "2009-03" with "---12"; empty where they do not fit."""
    if rest.startswith("---"):
        return f"{around}-{rest[3:]}" if len(around) == 7 else ""
    if len(around) >= 7 and around[4:7] != rest[1:4]:
        return ""
    return around[:4] + rest[1:]


def _context(link: Link, calendar: Calendar) -> Given | None:
    """The year or month of the nearest headings above a link, else of the page."""
    year = month = ""
    for heading in _told_above(link, calendar):
        if heading.line in calendar.taken and not _is_headline(heading):
            continue
        if heading.value.startswith("--") and not month:
            month = heading.value[1:]
        elif not heading.value.startswith("--"):
            year = heading.value
            break
    if year:
        value = year + month if len(year) == 4 else year
        return Given(value, "listing.heading", value)
    if calendar.page:
        return Given(calendar.page, "listing.page", calendar.page)
    return None


def _told_above(link: Link, calendar: Calendar) -> Iterator[Heading]:
    """Headings that hold for a link; the entries of a day end where the next one begins, which may be doubtful."""
    doubtful = False
    for heading in _above(link, calendar):
        doubtful = doubtful or not heading.value
        if heading.value and not (doubtful and len(heading.value) == len("2009-03-12")):
            yield heading


def _is_headline(heading: Heading) -> bool:
    """A heading in name, or the day of an entry of another list."""
    return len(heading.value) < len("2009-03-12") or name_of(heading.element) in _HEADLINES


def _above(link: Link, calendar: Calendar) -> Iterator[Heading]:
    """Headings before a link that hold for it, nearest first: their block is near the element that holds both."""
    last = bisect_right([heading.line for heading in calendar.headings], link.line) - 1
    for heading in reversed(calendar.headings[max(0, last - 40) : last + 1]):
        depth = len(calendar.chain(heading.element)) - calendar.shared(heading.element, link.element)
        if heading.line < link.line and depth <= _NEAR_HEADING and calendar.holds(heading.element, link.element):
            yield heading
