"""Entries that have no page of their own: places on a page that begin with a date, told apart by fragments.

A place counts where a link of the page leads to it (a calendar, a permanent link) and a date is all its line says.
"""

from __future__ import annotations

import re
from urllib.parse import urldefrag

from crawler import dates, text, urls
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Place
from crawler.sources.dating import dated_at
from crawler.sources.lines import Sheet
from crawler.sources.lists import REMARK_FRAGMENT
from crawler.sources.page_dates import Calendar

_NUMBER = re.compile(r"\d+")
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
        if fragment and bare == own and fragment in sheet.anchors and not REMARK_FRAGMENT.match(fragment):
            places[link.address] = sheet.anchors[fragment]
    places |= _alike(places, own, sheet)
    claims = {line: claim for address, line in places.items() if (claim := _entry(address, line, sheet, calendar))}
    if len(claims) < MANY and not calendar.page:
        return []
    calendar.taken.update(claims)
    return list(claims.values())


def _alike(places: dict[str, int], own: str, sheet: Sheet) -> dict[str, int]:
    """Places named like the linked ones but for their number: a calendar links to one entry a day."""
    names = {_NUMBER.sub("0", urldefrag(address)[1]) for address in places}
    names = {name for name in names if "0" in name}
    return {f"{own}#{name}": line for name, line in sheet.anchors.items() if _NUMBER.sub("0", name) in names}


def _entry(address: str, line: int, sheet: Sheet, calendar: Calendar) -> Claim | None:
    given = dated_at(line, calendar)
    if given is None:
        return None
    evidence = [Evidence("date", given.value, given.rule, given.raw[:200])]
    for below in sheet.lines[line + 1 : line + 1 + NEAR]:
        if below.heading and below.text and not dates.parse_text(below.text):
            evidence.insert(0, Evidence("title", text.plain_text(below.text)[:2000], "listing.title"))
            break
    return Claim(address, Place.LISTING, tuple(evidence))
