"""Lines of a page that are nothing but a year, a month or a day, and hold for what stands below them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from crawler import dates
from crawler.markup import Element
from crawler.sources.lines import Sheet


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that is nothing but a year, a month, a month of a year or a day; of a day that may be one of two the
    value is empty."""

    value: str
    line: int
    element: Element


def headings_of(sheet: Sheet, tongues: tuple[str, ...], but: Container[int]) -> list[Heading]:
    """All such lines but those that are parts of a day over several lines."""
    return _holding([one for one in _read(sheet, tongues) if one.line not in but], sheet)


def _read(sheet: Sheet, tongues: tuple[str, ...]) -> Iterator[Heading]:
    for number, line in enumerate(sheet.lines):
        if 0 < len(line.text) <= 60 and (value := dates.heading_date(line.text, tongues)):
            doubtful = "|" in dates.text_value(line.text, tongues)
            yield Heading("" if doubtful else value, number, line.element)


def _holding(headings: list[Heading], sheet: Sheet) -> list[Heading]:
    """Without the links of a list of years or months, one below the other, or of a list of other things: nothing stands
    below them."""
    headings = [heading for heading in headings if not _is_listed(heading.line, sheet)]
    lines = {heading.line for heading in headings if sheet.lines[heading.line].links}
    signatures = {number: sheet.lines[number].signature for number in lines}
    return [
        heading
        for heading in headings
        if heading.line not in lines
        or all(signatures.get(heading.line + step) != signatures[heading.line] for step in (-1, 1))
    ]


def _is_listed(number: int, sheet: Sheet) -> bool:
    """Whether a line is a link in a row of links that are no dates: an entry that is called "2012"."""
    links = sheet.lines[number].links
    if len(links) != 1:
        return False
    around = sheet.lines[max(0, number - 1) : number] + sheet.lines[number + 1 : number + 2]
    alike = [line for line in around if line.links and line.links[0].signature == links[0].signature]
    return bool(alike) and len(alike) == len(around) and not any(dates.heading_date(line.text) for line in alike)
