"""Pages of a series: the next one by rel, words or arrows, all of them where numbers tell how many there are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import urlsplit

from crawler import hints, urls
from crawler.markup import Markup
from crawler.model import Role, Source, SourceKind
from crawler.sources.lines import Link, Sheet

MOST_PAGES = 3_000
_OF = re.compile(
    r"\b(?:page|seite|p[áa]gina|strona|strana|pagina|страница|页|頁|ページ)\s*:?\s*(\d{1,4})\s*(?:of|von|sur|de|di|z|van|из|/|,)\s*(\d{1,4})\b",
    re.I,
)


def read(markup: Markup, sheet: Sheet) -> tuple[list[Source], list[str]]:
    """The further pages of a page's series, and the traits `paging.page=N`, `paging.of=N`, `paging.next`."""
    here = urls.without_fragment(markup.address)
    number = hints.page_number(here) or 1
    following = _next(markup, sheet, here)
    traits = [f"paging.page={number}"]
    stated = _stated(sheet)
    if stated and stated[0] == number:
        traits.append(f"paging.of={stated[1]}")
    found: dict[str, Source] = {}
    for source in _numbered(sheet, here, stated[1] if stated and stated[0] == number else 0):
        found[source.address] = source
    if following and following not in found:
        order = hints.page_number(following)
        found[following] = Source(following, SourceKind.ARCHIVE, Role.PAGE, "next", number=order or number + 1)
    if following:
        traits.append("paging.next")
    return list(found.values()), traits


def _next(markup: Markup, sheet: Sheet, here: str) -> str | None:
    """The next older page, if one is linked. What has neither number nor query must say "older posts": a bare "next"
    may lead to another post."""
    found = _next_link(markup, sheet, here)
    if found is None or hints.page_number(found) is not None or urlsplit(found).query:
        return found
    words = [link.text for link in sheet.links if urls.without_fragment(link.address) == found]
    return found if any(hints.says_older_posts(text) for text in words) else None


def _next_link(markup: Markup, sheet: Sheet, here: str) -> str | None:
    host = urls.host_of(here)
    for element in markup.xpath("//link[contains(concat(' ', @rel, ' '), ' next ')]/@href"):
        address = markup.link(str(element))
        if address and urls.host_of(address) == host:
            return urls.without_fragment(address)
    number = hints.page_number(here) or 1
    for link in sheet.links:
        bare = urls.without_fragment(link.address)
        if urls.host_of(bare) != host or bare == here:
            continue
        if hints.is_next(link.text or link.title, link.rel) and _goes_on(bare, number):
            return bare
    return None


def _goes_on(address: str, number: int) -> bool:
    """A numbered page must be a later one."""
    order = hints.page_number(address)
    return order is None or order > number


def series_of(address: str) -> str | None:
    """The address with its page number replaced, for addresses that have one."""
    number = hints.page_number(address)
    if number is None:
        return None
    parts = urlsplit(address)
    digits = re.compile(rf"(?<!\d)0*{number}(?!\d)")
    if digits.search(parts.query) and any(
        name in hints.PAGE_QUERIES for name in re.findall(r"(\w+)=", parts.query.lower())
    ):
        return address.replace(parts.query, digits.sub("{n}", parts.query, count=1))
    head, _, tail = address.rpartition("/") if not address.endswith("/") else address[:-1].rpartition("/")
    return f"{head}/{digits.sub('{n}', tail, count=1)}" + ("/" if address.endswith("/") else "")


def _numbered(sheet: Sheet, here: str, stated: int) -> Iterator[Source]:
    """Every page of the series whose numbers stand on this page, those between included."""
    own = series_of(here)
    base = urls.canonical(here)
    series: dict[str, set[int]] = defaultdict(set)
    for link in sheet.links:
        if not _is_pager(link, here):
            continue
        bare = urls.without_fragment(link.address)
        pattern, number = series_of(bare), hints.page_number(bare)
        if pattern and number and (pattern == own or _starts(pattern, base)):
            series[pattern].add(number)
    for pattern, numbers in series.items():
        last = max(*numbers, 0, stated if stated < MOST_PAGES else 0) if numbers else 0
        if last - min(numbers) > 3 * len(numbers) and _is_offset(numbers):
            wanted: Iterator[int] = iter(sorted(numbers))
        else:
            wanted = iter(range(2, min(last, MOST_PAGES) + 1))
        for number in wanted:
            address = pattern.replace("{n}", str(number))
            if address != here:
                yield Source(address, SourceKind.ARCHIVE, Role.PAGE, number=number)


def _is_pager(link: Link, here: str) -> bool:
    return urls.host_of(link.address) == urls.host_of(here)


def _starts(pattern: str, base: str) -> bool:
    """Whether a series belongs to the page at hand: its pages lie right below that page's address."""
    front = urls.canonical(pattern.partition("{n}")[0].rstrip("?&/=").removesuffix("page"))
    stem = front.partition("?")[0]
    return (
        stem.rstrip("/") == base.partition("?")[0].rstrip("/")
        or stem.rpartition("/")[0] == base.rstrip("/")
        or _sibling(stem, base)
    )


def _sibling(stem: str, base: str) -> bool:
    """/blog/index.html with pages /blog/page2.html."""
    return stem.rpartition("/")[0] == base.rpartition("/")[0] and "." in base.rpartition("/")[2]


def _is_offset(numbers: set[int]) -> bool:
    """Numbers that count entries, not pages: 20, 40, 60."""
    return len(numbers) > 1 and all(number % min(numbers) == 0 for number in numbers) and min(numbers) > 2


def _stated(sheet: Sheet) -> tuple[int, int] | None:
    """(this page, all pages) where the page says so."""
    for line in sheet.lines:
        if len(line.text) <= 80 and (found := _OF.search(line.text)):
            here, last = int(found[1]), int(found[2])
            if 1 <= here <= last:
                return here, last
    return None
