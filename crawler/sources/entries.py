"""Entries that have no page of their own: places on a page that begin with a date, told apart by fragments.

A place counts where a link of the page leads to it (a calendar, a permanent link) and a date is all its line says.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from urllib.parse import urldefrag

from crawler import dates, text, urls
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Place
from crawler.sources.calendars import Calendar
from crawler.sources.dating import Given, dated_at, joined
from crawler.sources.lines import Line, Sheet
from crawler.sources.lists import REMARK_FRAGMENT
from crawler.sources.permalinks import PERMALINK, is_permanent, title_within
from crawler.sources.prefixes import date_prefix

_NUMBER = re.compile(r"\d+")
_NAMED_BY_NUMBER = re.compile(r"^[a-z]{0,6}[-_]?\d{1,12}(?:[-_]\d{1,4})?$", re.I)
_LANDMARK = re.compile(
    r"^(?:skip(?:-(?:link|to).*)?|(?:main|page|site|start-of|the)?[-_]?(?:content|main)(?:[-_].*)?|top|body|article)$",
    re.I,
)
"""Where links for keyboards and readers of screens lead to ("Skip to main content")."""

MANY = 2
NEAR = 3
"""A place's title stands at most so many lines below it."""


def read(markup: Markup, sheet: Sheet, calendar: Calendar) -> list[Claim]:
    """A claim for each dated place that the page itself links to; none where there is but one, on a page of no period.

    Their dates are taken from then on.
    """
    own = urls.without_fragment(markup.address)
    places: dict[str, int] = {}
    for link in sheet.links:
        bare, fragment = urldefrag(link.address)
        if fragment and bare == own and fragment in sheet.anchors and not _is_landmark(fragment):
            places[link.address] = sheet.anchors[fragment]
    places |= _alike(places, own, sheet)
    if calendar.page:
        places |= _numbered(own, sheet)
    claims = {line: claim for address, line in places.items() if (claim := _entry(address, line, sheet, calendar))}
    if calendar.page:
        claims = _below_days(own, sheet, calendar) or claims
    if len(claims) < MANY and not calendar.page:
        return []
    calendar.taken.update(claims)
    return list(claims.values())


def _below_days(own: str, sheet: Sheet, calendar: Calendar) -> dict[int, Claim]:
    """The places of a month's page that hold a permanent link to themselves, dated by the day they stand below; none
    where they are few, or of one day."""
    days = [one for one in calendar.candidates if one.whole and not one.updated and _full(one.value, calendar)]
    found: dict[int, Claim] = {}
    dated = set()
    for link in sheet.links:
        bare, fragment = urldefrag(link.address)
        line = sheet.anchors.get(fragment, -1) if bare == own and is_permanent(link) else -1
        above = bisect_right(days, line, key=lambda day: day.line) - 1
        if not 0 <= line <= link.line or above < 0:
            continue
        value, day = _full(days[above].value, calendar), days[above]
        evidence = [Evidence("date", value, day.rule, day.raw[:200])]
        if title := title_within(range(line, link.line + 1), sheet):
            evidence.insert(0, Evidence("title", title[:2000], "listing.title"))
        found[line] = Claim(link.address, Place.LISTING, tuple(evidence))
        dated.add(day.line)
    if len(calendar.page) == len("2009-03-12"):
        return found
    return found if len(found) > MANY and len(dated) >= MANY else {}


def _full(value: str, calendar: Calendar) -> str:
    """A day with the month of the page where it has none; empty for what is no day."""
    whole = joined(calendar.page, value) if value.startswith("--") else value
    return whole if len(whole.partition("|")[0]) >= len("2009-03-12") else ""


def _is_landmark(fragment: str) -> bool:
    """The page's text as a whole, or the comments on it."""
    return bool(_LANDMARK.match(fragment) or REMARK_FRAGMENT.match(fragment))


def _alike(places: dict[str, int], own: str, sheet: Sheet) -> dict[str, int]:
    """Places named like the linked ones but for their number: a calendar links to one entry a day."""
    names = {_NUMBER.sub("0", urldefrag(address)[1]) for address in places}
    names = {name for name in names if "0" in name}
    return {f"{own}#{name}": line for name, line in sheet.anchors.items() if _NUMBER.sub("0", name) in names}


def _numbered(own: str, sheet: Sheet) -> dict[str, int]:
    """Places with numbers for names, though nothing links to them: the entries of a diary."""
    numbered = {
        f"{own}#{name}": line
        for name, line in sheet.anchors.items()
        if _NAMED_BY_NUMBER.match(name) and not _has_own_page(line, sheet)
    }
    return numbered if len(numbered) > MANY else {}


def _has_own_page(line: int, sheet: Sheet) -> bool:
    """A heading right below that is a link: the entry stands elsewhere, too."""
    return any(below.heading and below.links for below in sheet.lines[line : line + 1 + NEAR])


def _entry(address: str, line: int, sheet: Sheet, calendar: Calendar) -> Claim | None:
    if line >= len(sheet.lines):
        return None
    if _heads_entries(line, sheet):
        return None
    for reader in (_dated_line, _dated_heading, _dated_below):
        if found := reader(line, sheet, calendar):
            title, given = found
            evidence = [Evidence("date", given.value, given.rule, given.raw[:200])]
            if title:
                evidence.insert(0, Evidence("title", text.plain_text(title)[:2000], "listing.title"))
            return Claim(address, Place.LISTING, tuple(evidence))
    return None


def _heads_entries(line: int, sheet: Sheet) -> bool:
    """A year or month as the heading of entries that have pages of their own; a mark beside it leads to the heading."""
    heading = sheet.lines[line]
    period = dates.heading_date(heading.text) if heading.heading else ""
    return 0 < len(period) < len("2009-03-12") and _has_own_page(line + 1, sheet)


_Read = tuple[str, Given] | None


def _dated_line(line: int, sheet: Sheet, calendar: Calendar) -> _Read:
    """A line that is a date; the title is the next heading below."""
    given = dated_at(line, calendar)
    if given is None:
        return None
    below = sheet.lines[line + 1 : line + 1 + NEAR]
    titles = (_called(one) for one in below if one.heading and one.text and not dates.parse_text(one.text))
    return next(titles, ""), given


def _dated_heading(line: int, sheet: Sheet, calendar: Calendar) -> _Read:
    """A heading that begins with the date: "9 May: Title"."""
    heading = sheet.lines[line]
    found = date_prefix(heading.text) if heading.heading else None
    if found is None:
        return None
    value, title = found
    day = dates.parse_partial(joined(calendar.page, value) if value.startswith("--") else value.partition("|")[0])
    return (title, Given(str(day), "listing.prefix", heading.text)) if day else None


def _dated_below(line: int, sheet: Sheet, calendar: Calendar) -> _Read:
    """A heading that is the title, with a date right below it."""
    heading = sheet.lines[line]
    if not heading.heading or not heading.text:
        return None
    for candidate in calendar.between(line, line + 2):
        stands_alone = candidate.whole or candidate.slot.startswith("stamp")
        if stands_alone and not candidate.updated and not candidate.value.startswith("--"):
            return _called(heading), Given(candidate.value, candidate.rule, candidate.raw)
    return None


def _called(heading: Line) -> str:
    """A heading's words without the mark beside them that leads to the place ("#", "¶")."""
    words = heading.text
    for link in reversed(heading.links):
        if PERMALINK.match(link.text):
            words = words[: link.start] + words[link.end :]
    return words.strip()
