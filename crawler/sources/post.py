"""A post's own page: what it says of itself, in markup for machines and in what a reader sees.

Gives every title and every date that stands there as evidence with its rule; which of them wins is told by `merge`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from crawler import dates, text, urls
from crawler.markup import Element, Markup, matches, name_of, text_of
from crawler.model import Claim, Evidence, Place
from crawler.sources import date_metas, linked_data, microformats
from crawler.sources.calendars import Candidate, OwnTitle
from crawler.sources.lines import Sheet
from crawler.sources.page_dates import calendar_of
from crawler.sources.surroundings import FAR, foreign_lines, line_of

_REFRESH = re.compile(
    r"^\s*(?:(?P<delay>\d{0,9}+)[\d.]*+\s*[;,]\s*(?:url\s*=\s*)?|[\d.]*\s*url\s*=\s*)['\"]?\s*(?P<address>[^'\"]+)",
    re.I,
)
_LONGEST_REFRESH = 2_500
_LONGEST_DELAY = 30
"""A page that refreshes itself after more seconds is no sign that it moved."""

NEAR = 3
"""A day stands no more lines than this above the title."""

_LONGEST_BYLINE = 240
_LITTLE_BESIDE = 30
"""So many letters beside day and links make no sentence."""

_WORDS = re.compile(r"[^\W_]{3,}")
_TITLE_NAMES = ("p-name", "entry-title", "post-title", "article-title")
_NAMED = " or ".join(f"contains(concat(' ', @class, ' '), ' {name} ')" for name in _TITLE_NAMES)
_TITLE_QUERIES = (
    f"//*[self::h1 or self::h2 or self::h3 or self::h4][{_NAMED}]",
    f"//*[{_NAMED}][not(contains(@class, 'e-content'))][not(ancestor-or-self::*[contains(@class, 'h-card')])]",
    "//*[@itemprop='headline']",
    "//article//h1",
    "//main//h1",
    "//h1",
    "//article//h2",
    "//main//h2",
    "//h2",
    "//h3",
)


def read(markup: Markup, sheet: Sheet) -> Claim:
    """The page's claim of itself."""
    evidence = [
        *_addresses(markup),
        *linked_data.read(markup),
        *date_metas.read(markup),
        *microformats.read(markup, title_element(markup)),
        *_titles(markup, sheet),
        *visible_dates(markup, sheet, title_element(markup)),
    ]
    return Claim(urls.without_fragment(markup.address), Place.SELF, tuple(_once(evidence)))


def _once(evidence: list[Evidence]) -> Iterator[Evidence]:
    seen = set()
    for one in evidence:
        if one not in seen:
            seen.add(one)
            yield one


def _addresses(markup: Markup) -> Iterator[Evidence]:
    for href in markup.xpath("//link[@rel='canonical']/@href")[:1]:
        if address := markup.link(str(href)):
            yield Evidence("canonical", address, "link.canonical")
    for content in markup.xpath("//meta[translate(@http-equiv, 'REFSH', 'refsh')='refresh']/@content")[:1]:
        found = _REFRESH.match(str(content).strip()[:_LONGEST_REFRESH])
        soon = found is not None and int(found["delay"] or 0) <= _LONGEST_DELAY
        address = markup.link(found["address"]) if found and soon else None
        if address and urls.canonical(address) != urls.canonical(markup.address):
            yield Evidence("redirect", address, "meta.refresh", str(content)[:300])


def _titles(markup: Markup, sheet: Sheet) -> Iterator[Evidence]:
    heading = title_element(markup)
    if heading is not None:
        yield Evidence("title", text.plain_text(text_of(heading)), "page.heading")
    for element in markup.xpath("//title")[:1]:
        title = text.plain_text(text_of(element))
        if not _begins_the_text(title, sheet):
            yield Evidence("title", title, "page.title")


def _begins_the_text(title: str, sheet: Sheet) -> bool:
    """Whether a page's title is cut from the beginning of its text: the entry has none of its own."""
    start = title.rstrip("….").rstrip()
    if len(start) < len("A short title"):
        return False
    return any(
        not line.heading and len(line.text) > len(start) + 5 and line.text.startswith(start) for line in sheet.lines
    )


def own_title(markup: Markup, sheet: Sheet) -> OwnTitle | None:
    """The page's own title and the lines beside it, where that is a heading without a link: their dates are the page's.

    None where other entries stand right below the title.
    """
    heading = title_element(markup)
    if heading is None or heading.find(".//a[@href]") is not None:
        return None
    at = line_of(heading, sheet)
    near = range(max(0, at - 2), at + 4)
    linked = any(line.heading and line.links for line in sheet.lines[at + 1 : at + 4])
    return None if linked or not at else OwnTitle(heading, frozenset(near))


def title_element(markup: Markup) -> Element | None:
    """The heading that is the entry's title: named so, else the first h1 (then h2) that is no link to the home page."""
    if "title" not in markup.found:
        found = next(_title_elements(markup), None)
        named = found is not None and name_of(found) in ("h1", "h2", "h3")
        markup.found["title"] = _page_called_so(found, markup) if found is not None and named else found
    return markup.found["title"]


def _title_elements(markup: Markup) -> Iterator[Element]:
    for query in _TITLE_QUERIES:
        for element in markup.xpath(query)[:3]:
            if text_of(element) and not _leads_home(element, markup) and not _is_only_day(element, markup):
                yield element


def _page_called_so(found: Element, markup: Markup) -> Element:
    """The heading above the article that the page is called by, where the article's first is only one of its sections.

    That is so where the article has several of the kind, or the address has the words of the other.
    """
    names = [text_of(title) for title in markup.xpath("//title")[:1]]
    names += [" ".join(str(name).split()) for name in markup.xpath("//meta[@property='og:title']/@content")[:1]]
    article = next(found.iterancestors("article", "main"), None)
    written = text_of(found)
    if article is None or _named_by(found) or any(written in name for name in names):
        return found
    for other in matches(article, "preceding::h1 | preceding::h2"):
        called = text_of(other)
        if called and any(name.startswith(called) for name in names) and not _leads_home(other, markup):
            several = len(list(islice(article.iter(name_of(found)), 2))) > 1
            if several or _of_address(called, markup) > _of_address(written, markup):
                return other
    return found


def _named_by(element: Element) -> bool:
    return bool(set(element.get("class", "").split()) & set(_TITLE_NAMES)) or element.get("itemprop") == "headline"


def _of_address(words: str, markup: Markup) -> int:
    """How many words of a heading the page's address has."""
    parts = urls.path_parts(markup.address)
    return len(set(_WORDS.findall(words.lower())) & set(_WORDS.findall(parts[-1].lower()))) if parts else 0


def _is_only_day(element: Element, markup: Markup) -> bool:
    """A heading that is the day of the entry, and not what the page is called."""
    written = text_of(element)
    day = dates.parse_text(written, _tongues(markup))
    if day is None or day.day is None:
        return False
    return all(written not in text_of(title) for title in markup.xpath("//title")[:1])


def _leads_home(element: Element, markup: Markup) -> bool:
    """A heading that links to the top of the site names the site."""
    for link in (*element.iter("a"), *element.iterancestors("a")):
        address = markup.link(link.get("href", ""))
        if address and len(urls.path_parts(address)) < len(urls.path_parts(markup.address)):
            return True
    return False


def visible_dates(markup: Markup, sheet: Sheet, heading: Element | None) -> Iterator[Evidence]:
    """Dates that a reader sees: of marked-up times first, then the one nearest to the title, then one at the foot."""
    calendar = calendar_of(sheet, "", _tongues(markup))
    at = line_of(heading, sheet)
    foreign = foreign_lines(markup, sheet, heading, {c.line for c in calendar.candidates})
    near = [c for c in calendar.candidates if c.line not in foreign]
    for candidate in near:
        if candidate.updated:
            yield Evidence("updated", candidate.value, _rule(candidate), candidate.raw[:200])
    yield from _unreadable(sheet, at)
    near = [c for c in near if not c.updated and not c.value.startswith("--")]
    stamped = [c for c in near if c.slot.startswith("stamp")]
    if stamped:
        best = min(stamped, key=lambda c: abs(c.line - at))
        yield Evidence("date", best.value, _rule(best), best.raw[:200])
    written = [c for c in near if c.slot.startswith("line")]
    around = [c for c in written if at - NEAR <= c.line <= at + FAR]
    if around:
        best = min(around, key=lambda c: (not c.whole, abs(c.line - at)))
        yield Evidence("date", best.value, "page.text", best.raw[:200])
    elif foot := [c for c in written if c.line > at and (c.whole or _is_byline(c, sheet))]:
        last = max(foot, key=lambda c: (calendar.shared(c.element, heading) if heading is not None else 0, c.line))
        yield Evidence("date", last.value, "page.foot", last.raw[:200])


def _unreadable(sheet: Sheet, at: int) -> Iterator[Evidence]:
    """Dates for machines beside the title that cannot be read or cannot be: the words are kept, and give no date."""
    for stamp in sheet.stamps:
        beside = stamp.rule in ("time", "itemprop") and at - NEAR <= stamp.line <= at + FAR
        if beside and not stamp.updated and dates.parse_machine(stamp.value) is None:
            yield Evidence("date", "", f"page.{stamp.rule}", stamp.value[:200])


def _is_byline(candidate: Candidate, sheet: Sheet) -> bool:
    """Whether a short line says, beside its links, little more than a day: "12 March 2009, filed under Pens"."""
    line = sheet.lines[candidate.line]
    if len(candidate.value) < len("2009-03-12") or not line.links:
        return False
    beside, at = [], 0
    for start, end in sorted([(link.start, link.end) for link in line.links]):
        beside.append(line.text[at:start])
        at = max(at, end)
    return is_byline(line.text, " ".join((*beside, line.text[at:])), candidate.raw)


def is_byline(line: str, beside: str, day: str) -> bool:
    """Whether a line is short, and what stands `beside` its links is little more than a day in these words."""
    letters = sum(sign.isalpha() for sign in beside.replace(day, " "))
    return day in line and len(line) <= _LONGEST_BYLINE and letters <= _LITTLE_BESIDE


def _rule(candidate: Candidate) -> str:
    return candidate.rule.replace("listing.", "page.")


def _tongues(markup: Markup) -> tuple[str, ...]:
    return tuple(filter(None, [markup.language[:2].lower()]))
