"""Which date on a listing belongs to which link.

Every date on the page is a candidate with a place. Between two links of a list, a date belongs to the link with which
it shares the deeper element; where both are equally near (flat markup), all links of the list vote: the kind of place
that gives most of them a date wins. Dates that are headings hold for all links below; "March 12" takes its year from
the heading above it, or from the page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from crawler import dates
from crawler.markup import Element
from crawler.sources.lines import Line, Link, Sheet

UPDATED_WORDS = re.compile(
    r"(?:updat|modif|edited|revis|geändert|aktualisiert|bearbeitet|mis à jour|actualiz|atualiz|aggiorn|bijgewerkt|"
    r"zmodyf|aktualiz|"
    r"обновл|измен|更新|修改|最終更新|수정)\w*\W*(?:on|at|am|le|el|em|il|op|dnia|于|於)?\W*$",
    re.I,
)
_EDGE = 40
_SHORT = 110
_SEPARATORS = " \t-–—:·|,•/()[]»«>~.、"
_BARE_DAY = re.compile(r"^(\d{1,2})(?:st|nd|rd|th|\.|日|일)?$")
_NEAR_HEADING = 4
_UTC = ("Z", "+00:00")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A date somewhere on the page.

    `value` is a date value as `model.Evidence` tells it, or "--MM-DD" / "---DD" where year or month must come from a
    heading. `whole` means that the line holds nothing else.
    """

    value: str
    raw: str
    rule: str
    line: int
    offset: int
    slot: str
    element: Element
    whole: bool = False
    updated: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that is nothing but a year, a month or a month of a year."""

    value: str
    line: int
    element: Element


@dataclass(slots=True)
class Calendar:
    """All dates of a page: candidates and headings in order, and what the page as a whole says (its own month)."""

    candidates: list[Candidate]
    headings: list[Heading]
    page: str = ""
    chains: dict[Element, list[Element]] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    """Lines whose dates a list has used."""

    def is_taken(self, candidate: Candidate, links: Sequence[Link]) -> bool:
        """Whether another list has this date already, and no link of this one stands in its line."""
        return candidate.line in self.taken and all(link.line != candidate.line for link in links)

    def shared(self, one: Element, other: Element) -> int:
        """Depth of the deepest element that holds both."""
        first, second = self.chain(one), self.chain(other)
        depth = 0
        for a, b in zip(first, second, strict=False):
            if a is not b:
                break
            depth += 1
        return depth

    def chain(self, element: Element) -> list[Element]:
        """The element and those above it, from the root down."""
        found = self.chains.get(element)
        if found is None:
            above = element.getparent()
            found = [*self.chain(above), element] if above is not None else [element]
            self.chains[element] = found
        return found


def calendar_of(sheet: Sheet, page: str, languages: Sequence[str]) -> Calendar:
    """Every date of a page that could be an item's. `page` is the date that the page itself stands for, or empty."""
    tongues = tuple(languages)
    found = list(_stamps(sheet))
    for number, line in enumerate(sheet.lines):
        if line.remark or not _worth(line):
            continue
        found.extend(_of_line(line, number, tongues))
    found.sort(key=lambda one: (one.line, one.offset))
    return Calendar(found, list(_headings(sheet, tongues)), page)


def _worth(line: Line) -> bool:
    return any(sign.isdigit() for sign in line.text) if len(line.text) <= _SHORT else True


def _stamps(sheet: Sheet) -> Iterator[Candidate]:
    last = len(sheet.lines) - 1
    for stamp in sheet.stamps:
        day = dates.parse_machine(stamp.value)
        number = min(stamp.line, last)
        if day is None or number < 0 or sheet.lines[number].remark:
            continue
        line = sheet.lines[number]
        yield Candidate(
            str(day), stamp.value, f"listing.{stamp.rule}", number, 0, f"stamp:{stamp.signature}", line.element,
            updated=stamp.updated,
        )  # fmt: skip


def _of_line(line: Line, number: int, tongues: tuple[str, ...]) -> Iterator[Candidate]:
    spans = dates.find_dates(line.text, tongues) if any(sign.isdigit() for sign in line.text) else []
    for start, end, value in spans:
        if not _stands_out(line, start, end) or _in_link(line, start, end):
            continue
        raw = line.text[start:end]
        whole = not line.links and len(line.text) <= _SHORT and bool(dates.text_value(line.text, tongues))
        updated = bool(UPDATED_WORDS.search(line.text[max(0, start - 30) : start]))
        yield Candidate(
            value,
            raw,
            "listing.text",
            number,
            start,
            f"line:{line.signature}:{_side(line, start)}",
            line.element,
            whole,
            updated,
        )
    if not spans:
        yield from _yearless(line, number, tongues)


def _yearless(line: Line, number: int, tongues: tuple[str, ...]) -> Iterator[Candidate]:
    """A day whose year stands elsewhere: "03-12", "March 12", "12"."""
    rest, offset = _beside_links(line)
    rest = rest.strip(_SEPARATORS)
    if not 0 < len(rest) <= 40:
        return
    value = ""
    if found := dates.month_day(rest, tongues):
        value = f"--{found[0]:02d}-{found[1]:02d}"
    elif (day := _BARE_DAY.match(rest)) and 1 <= int(day[1]) <= 31:
        value = f"---{int(day[1]):02d}"
    if value:
        slot = f"day:{line.signature}:{_side(line, offset)}"
        yield Candidate(value, rest, "listing.text", number, offset, slot, line.element, not line.links)


def _beside_links(line: Line) -> tuple[str, int]:
    """What a line says beside its links, and where that begins."""
    rest, at, first = [], 0, -1
    for link in sorted(line.links, key=lambda one: one.start):
        rest.append(line.text[at : link.start])
        if first < 0 and rest[-1].strip(_SEPARATORS):
            first = at
        at = max(at, link.end)
    rest.append(line.text[at:])
    return " ".join(rest), first if first >= 0 else at


def _side(line: Line, offset: int) -> str:
    """Before or after the first link of its line, or alone in it."""
    if not line.links:
        return "alone"
    return "left" if offset < line.links[0].start else "right"


def _stands_out(line: Line, start: int, end: int) -> bool:
    """A date that is no part of running text: near an edge of its line or beside a link."""
    if len(line.text) <= _SHORT:
        return True
    if start <= _EDGE or len(line.text) - end <= 3:
        return True
    return any(-2 <= start - link.end <= _EDGE or -2 <= link.start - end <= _EDGE for link in line.links)


def _in_link(line: Line, start: int, end: int) -> bool:
    """Whether a date is a word among others of a link's text; a link that is the date alone is as good as a stamp."""
    for link in line.links:
        if link.start <= start and end <= link.end:
            around = line.text[link.start : start] + line.text[end : link.end]
            return bool(around.strip(_SEPARATORS)) and len(around.strip(_SEPARATORS)) > 12
    return False


def _headings(sheet: Sheet, tongues: tuple[str, ...]) -> Iterator[Heading]:
    for number, line in enumerate(sheet.lines):
        if 0 < len(line.text) <= 60 and (value := dates.heading_date(line.text, tongues)):
            yield Heading(value, number, line.element)


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
    for candidate in calendar.candidates:
        if candidate.line == line and candidate.whole and not candidate.updated:
            if not candidate.value.startswith("--"):
                return Given(candidate.value, candidate.rule, candidate.raw)
            joined = _joined(calendar.page, candidate.value) if calendar.page else ""
            day = dates.parse_partial(joined) if joined else None
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
    if len(used) > 1 or (links[0].heading and not links[0].menu):
        calendar.taken.update(used)
    for index, link in enumerate(links):
        if index not in given and (around := _context(link, calendar)):
            given[index] = Given(around.value, around.rule, around.raw)
    return given, _given(links, changed, calendar)[0] if changed else {}


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
        if len(links) == 1 and key[0].startswith("flat") and not _surely(links[0], found[0]):
            continue
        if key[1].startswith("day:") and not _run(found):
            continue
        if key[0].endswith("before"):
            found = found | _carried(links, found, calendar)
        for index, candidate in found.items():
            if index not in given and (full := _filled(candidate, links[index], calendar)):
                given[index] = full
                used.add(candidate.line)
    return given, used


def _run(found: dict[int, Candidate]) -> bool:
    """Bare numbers are days only if they run in one direction within the months of a list; "March 12" always is."""
    if any(not candidate.value.startswith("---") for candidate in found.values()):
        return True
    days = [int(found[index].value[3:]) for index in sorted(found)]
    turns = sum(a < b for a, b in pairwise(days))
    falls = sum(a > b for a, b in pairwise(days))
    return len(set(days)) > 1 and min(turns, falls) * 3 <= max(turns, falls)


def _surely(link: Link, candidate: Candidate) -> bool:
    """A link that is alone of its kind has no others to vote with: only a date right beside a heading is its own."""
    return link.heading > 0 and not link.menu and abs(link.line - candidate.line) <= 3


_Slots = dict[tuple[str, str], dict[int, Candidate]]


def _slots(links: Sequence[Link], candidates: Sequence[Candidate], calendar: Calendar) -> _Slots:
    """For each kind of place: which link would get which date from it."""
    starts = [(link.line, link.start) for link in links]
    slots: _Slots = defaultdict(dict)
    for candidate in candidates:
        after = bisect_right(starts, (candidate.line, candidate.offset)) - 1
        before = after + 1 if after + 1 < len(links) else -1
        for side, index in _owners(candidate, after, before, links, calendar):
            held = slots[side, candidate.slot]
            if index not in held or _nearer(candidate, held[index], links[index]):
                held[index] = candidate
    return slots


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
        besides = _seen_beside(candidate, calendar) if candidate.value.endswith(_UTC) else ()
        return Given(candidate.value, candidate.rule, candidate.raw, besides)
    around = _context(link, calendar)
    if around is None:
        return None
    value = _joined(around.value, candidate.value)
    day = dates.parse_partial(value) if value else None
    return Given(str(day), "listing.day", f"{around.raw} {candidate.raw}".strip()) if day else None


def _seen_beside(moment: Candidate, calendar: Calendar) -> tuple[Given, ...]:
    """The plain days in the line of a moment told in UTC."""
    return tuple(
        Given(one.value, one.rule, one.raw)
        for one in calendar.candidates
        if one.line == moment.line and one.slot.startswith("line") and not one.updated
    )


def _joined(around: str, rest: str) -> str:
    """ "2009" with "--03-12" or "2009-03" with "---12"; empty where they do not fit."""
    if rest.startswith("---"):
        return f"{around}-{rest[3:]}" if len(around) == 7 else ""
    if len(around) >= 7 and around[4:7] != rest[1:4]:
        return ""
    return around[:4] + rest[1:]


def _context(link: Link, calendar: Calendar) -> Given | None:
    """The year or month of the nearest headings above a link, else of the page."""
    year = month = ""
    for heading in _above(link, calendar):
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


def _above(link: Link, calendar: Calendar) -> Iterator[Heading]:
    """Headings before a link that hold for it, nearest first: their block is near the element that holds both."""
    last = bisect_right([heading.line for heading in calendar.headings], link.line) - 1
    for heading in reversed(calendar.headings[max(0, last - 40) : last + 1]):
        depth = len(calendar.chain(heading.element))
        if heading.line < link.line and depth - calendar.shared(heading.element, link.element) <= _NEAR_HEADING:
            yield heading
