"""Pages of a series: the next one by rel, words or arrows, all of them where numbers tell how many there are."""

from __future__ import annotations

import math
import re
from collections import defaultdict, deque
from collections.abc import Iterator
from itertools import chain
from urllib.parse import parse_qsl, urlsplit

from crawler import hints, urls
from crawler.markup import Markup
from crawler.model import Role, Source, SourceKind
from crawler.sources.endless import next_batch
from crawler.sources.lines import Link, Sheet

MOST_PAGES = 3_000
_OF = (
    re.compile(
        r"\b(?:page|seite|p[áa]gina|strona|strana|side|sida|sivu|страница)\s*:?\s*(\d{1,4})\s*"
        r"(?:of|von|sur|de|di|z|van|av|af|из|/|,)\s*(\d{1,4})\b",
        re.I,
    ),
    re.compile(r"第?\s*(\d{1,4})\s*(?:页|頁|ページ)(?:目)?\s*[/,，、(（]?\s*[共全]\s*(\d{1,4})\s*(?:页|頁|ページ)"),
    re.compile(r"(?:页|頁|ページ|페이지)\s*[:：]?\s*(\d{1,4})\s*(?:/|of|중)\s*(\d{1,4})\b"),
)
OFFSETS = frozenset(("start", "offset", "from", "skip"))
"""Parameters that count entries, not pages."""


def read(markup: Markup, sheet: Sheet) -> tuple[list[Source], list[str]]:
    """The further pages of a page's series, and the traits `paging.page=N`, `paging.of=N`, `paging.next`."""
    here = urls.without_fragment(markup.address)
    number = hints.perhaps_page_number(here) or 1
    following = _next(markup, sheet, here) or next_batch(markup)
    traits = [f"paging.page={number}"]
    stated = _stated(sheet)
    if stated and stated[0] == number:
        traits.append(f"paging.of={stated[1]}")
    found: dict[str, Source] = {}
    for source in _numbered(sheet, here, stated[1] if stated and stated[0] == number else 0):
        found[source.address] = source
    if not found:
        found.update((source.address, source) for source in _bare_numbers(sheet, here))
    if following and following not in found:
        order = hints.perhaps_page_number(following)
        found[following] = Source(following, SourceKind.ARCHIVE, Role.PAGE, "next", number=order or number + 1)
    if following:
        traits.append("paging.next")
    return list(found.values()), traits


def _next(markup: Markup, sheet: Sheet, here: str) -> str | None:
    """The next older page, if one is linked. What has neither number nor query must say "older posts": a bare "next"
    may lead to another post."""
    found = _next_link(markup, sheet, here)
    if found is None or hints.perhaps_page_number(found) is not None or urlsplit(found).query:
        return found
    words = [link.text for link in sheet.links if urls.without_fragment(link.address) == found]
    return found if any(hints.says_older_posts(text) for text in words) else None


def _next_link(markup: Markup, sheet: Sheet, here: str) -> str | None:
    host = urls.host_of(here)
    for element in markup.xpath("//link[contains(concat(' ', @rel, ' '), ' next ')]/@href"):
        address = markup.link(str(element))
        if address and urls.host_of(address) == host:
            return urls.without_fragment(address)
    number = hints.perhaps_page_number(here) or 0  # some count from 0: their second page has the number 1
    for link in sheet.links:
        bare = urls.without_fragment(link.address)
        if urls.host_of(bare) != host or bare == here:
            continue
        turns = hints.is_next(link.text or link.title, link.rel) or _is_next_number(bare, here, number)
        if turns and _goes_on(bare, number):
            return bare
    return None


def _is_next_number(address: str, here: str, number: int) -> bool:
    """/page/2/ linked from /: the next page in any language."""
    same = hints.series_root(address) == hints.series_root(here)
    return same and hints.page_number(address) == max(number, 1) + 1


def _goes_on(address: str, number: int) -> bool:
    """A numbered page must be a later one."""
    order = hints.perhaps_page_number(address)
    return order is None or order > number


def series_of(address: str) -> str | None:
    """The address with its page number replaced, for addresses that have one."""
    number = hints.perhaps_page_number(address)
    if number is None:
        return None
    path, mark, query = address.partition("?")
    if found := _written(_IN_QUERY, query, number):
        return f"{path}?{query[: found.start(1)]}{{n}}{query[found.end() :]}"
    last = deque(_written_all(_RUN, path, number), maxlen=1)  # none where it is written in other digits
    return f"{path[: last[0].start()]}{{n}}{path[last[0].end() :]}{mark}{query}" if last else None


_RUN = re.compile(r"(\d+)")
_NAMES = "|".join((*sorted(hints.PERHAPS_QUERIES), hints.LIST_PAGE.pattern))
_IN_QUERY = re.compile(rf"(?:^|&)(?:{_NAMES})=(\d+)", re.I)


def _written_all(pattern: re.Pattern[str], text: str, number: int) -> Iterator[re.Match[str]]:
    """Where a number is written, zeros before it or not."""
    return (found for found in pattern.finditer(text) if (found[1].lstrip("0") or "0") == str(number))


def _written(pattern: re.Pattern[str], text: str, number: int) -> re.Match[str] | None:
    return next(_written_all(pattern, text, number), None)


def _numbered(sheet: Sheet, here: str, stated: int) -> Iterator[Source]:
    """Every page of the series whose numbers stand on this page, those between included."""
    own = series_of(here) or _ending(here)
    base = urls.canonical(here)
    series: dict[str, set[int]] = defaultdict(set)
    from_zero = False
    for link in sheet.links:
        if not _is_pager(link, here):
            continue
        bare = urls.without_fragment(link.address)
        pattern, number = _place_in_series(bare, link.text.strip())
        if pattern and number and (pattern == own or _starts(pattern, base)):
            series[pattern].add(number)
            from_zero = from_zero or link.text.strip() == str(number + 1)
    found = _ENDING.search(here)
    following = max(hints.perhaps_page_number(here) or (int(found[1]) if found else 1), 1) + 1
    for pattern, numbers in series.items():
        certain = hints.page_number(pattern.replace("{n}", "2")) is not None or _counts_entries(pattern)
        if not certain and following not in numbers:
            continue  # a post that is called "404"
        wanted = _wanted(pattern, numbers, hints.perhaps_page_number(here) or 0, stated)
        for number in chain((1,) if from_zero else (), wanted):
            address = pattern.replace("{n}", str(number))
            if address != here:
                yield Source(address, SourceKind.ARCHIVE, Role.PAGE, number=number)


_ENDING = re.compile(r"/(\d{1,3})(?:/|\.html?|\.php)?$")


def _place_in_series(address: str, words: str) -> tuple[str | None, int | None]:
    """The pattern of a series and the number in it; "/3.html" is a page of one only where the link reads "3"."""
    number = hints.perhaps_page_number(address)
    if number is not None:
        return series_of(address), number
    found = _ENDING.search(address)
    if not found or found[1] != words or urls.date_in(address):
        return None, None
    return _ending(address), int(words)


def _ending(address: str) -> str | None:
    """An address with the number that is its last part replaced."""
    found = None if urls.date_in(address) else _ENDING.search(address)
    return f"{address[: found.start(1)]}{{n}}{address[found.end(1) :]}" if found else None


def _bare_numbers(sheet: Sheet, here: str) -> Iterator[Source]:
    """Pages that are nothing but a number below the first: /blog/2/, as its row of numbers says. Eleventy counts from
    0, so that "Page 2" is /1/ (https://www.11ty.dev/docs/pagination/)."""
    base = here.partition("?")[0].rstrip("/")
    if urls.date_in(here) is not None:
        return  # the days of a month
    pages: dict[str, int] = {}
    for link in sheet.links:
        found = _BARE.match(link.address.removeprefix(base)) if link.address.startswith(base + "/") else None
        said = _SAID.search(link.text) if found and hints.turns_page(link.text, link.rel) else None
        if found and said and (link.menu or any(sign.isalpha() for sign in link.text)):
            if int(said[0]) - int(found[1]) not in (0, 1):
                return
            pattern = f"{base}/{{n}}{found[2] or ''}"
            pages[pattern] = max(pages.get(pattern, 0), int(found[1]))
    for pattern, last in pages.items():
        for number in range(1, min(last, MOST_PAGES) + 1):
            yield Source(pattern.replace("{n}", str(number)), SourceKind.ARCHIVE, Role.PAGE, number=number)


_BARE = re.compile(r"/(\d{1,3})(/|\.html?|/index\.html)?$")
_SAID = re.compile(r"\d+")


def _wanted(pattern: str, numbers: set[int], own: int, stated: int) -> Iterator[int]:
    """The numbers of a series' pages: all up to the last, in steps where they count entries (20, 40, 60)."""
    step = math.gcd(*numbers, own)
    counts = _counts_entries(pattern) or (len(numbers) > 1 and min(*numbers, own or step) == step > 2)
    if not counts:
        yield from range(2, min(max(*numbers, stated if stated < MOST_PAGES else 0), MOST_PAGES) + 1)
    elif step > 1:
        yield from range(step, min(max(numbers), step * MOST_PAGES) + 1, step)
    else:
        yield from sorted(numbers)


def _counts_entries(pattern: str) -> bool:
    parts = urlsplit(pattern)
    return parts.path.rstrip("/").endswith("/P{n}") or any(
        name.lower() in OFFSETS and value == "{n}" for name, value in parse_qsl(parts.query)
    )


def _is_pager(link: Link, here: str) -> bool:
    """A link of a row of page numbers, and no entry whose address ends in a number."""
    if urls.host_of(link.address) != urls.host_of(here):
        return False
    if hints.page_number(link.address) is not None and hints.series_root(link.address) == hints.series_root(here):
        return True
    words = link.text or link.title
    if not words:
        return link.menu or "next" in link.rel.split()
    return hints.turns_page(words, link.rel)


def _starts(pattern: str, base: str) -> bool:
    """Whether a series belongs to the page at hand: its pages lie right below that page's address."""
    front = urls.canonical(pattern.partition("{n}")[0].rstrip("?&/=:").removesuffix("page"))
    stem = front.partition("?")[0]
    return (
        stem.rstrip("/") == base.partition("?")[0].rstrip("/")
        or stem.rpartition("/")[0] == base.rstrip("/")
        or _sibling(stem, base)
    )


def _sibling(stem: str, base: str) -> bool:
    """/blog/index.html with pages /blog/page2.html."""
    return stem.rpartition("/")[0] == base.rpartition("/")[0] and "." in base.rpartition("/")[2]


def _stated(sheet: Sheet) -> tuple[int, int] | None:
    """(this page, all pages) where the page says so."""
    for line in sheet.lines:
        found = (
            next(filter(None, (pattern.search(line.text) for pattern in _OF)), None) if len(line.text) <= 80 else None
        )
        if found and 1 <= int(found[1]) <= int(found[2]):
            return int(found[1]), int(found[2])
    return None
