"""Pages that list posts, in any markup: archives, year and month pages, home pages, categories.

Reads every repeated structure of links with what stands beside each: its title, its date. Whether a listed address is a
post is judged elsewhere, from all sources together; here a list of posts and a list of tags are read alike.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from crawler import dates, hints, text
from crawler.markup import Markup
from crawler.model import Claim, Evidence, Place, Role
from crawler.sources import cards, dating, entries, sequence
from crawler.sources.calendars import Calendar, OwnTitle
from crawler.sources.dating import Given
from crawler.sources.lines import Line, Link, Sheet
from crawler.sources.lists import lists_of
from crawler.sources.page_dates import calendar_of
from crawler.sources.permalinks import (
    BESIDE,
    MOST_OF_A_DATE,
    PERMALINK,
    are_permanent,
    is_day,
    is_permanent,
    title_above,
)
from crawler.sources.prefixes import date_prefix
from crawler.sources.teasers import teasers_of

GENERIC = re.compile(
    r"""^\W*(?:(?:read|see|view|show|learn)\s+(?:more|on|the\s+(?:rest|full\s+\w+)|full\s+\w+|post|article)(?:\s*\W.*)?|(?:keep|continue)\s+reading.*|more(?:\s*\W.*)?|full\s+(?:post|article|story)|
    permalink|permanent\s+link|link|perma|full\s+text|details|click\s+here|here|go|open|(?:no|one|\d+|leave\s+an?|add\s+an?|post\s+an?)?\s*(?:comments?|replies|reply|responses?|reactions?|notes|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|komentarz\w*|комментари\w*|评论|留言|コメント)\W*\d*|
    weiterlesen.*|mehr(?:\s+lesen)?|lire\s+(?:la\s+)?(?:suite|plus).*|en\s+savoir\s+plus|leer\s+m[áa]s|seguir\s+leyendo.*|ler?\s+mais|continue\s+lendo.*|leia\s+mais|continua(?:\s+a\s+leggere)?|leggi(?:\s+tutto)?|lees\s+(?:verder|meer)|
    czytaj\s+(?:dalej|wi[ęe]cej).*|więcej|читать\s+(?:далее|дальше|полностью).*|подробнее|далее|阅读(?:全文|更多)|继续阅读.*|閱讀(?:全文|更多)|繼續閱讀.*|全文|查看全文|続きを読む|もっと読む|全文を読む|더\s?보기|계속\s?읽기|
    trackbacks?.*|reblog|share.*|tweet|edit|source|next|previous|prev|older|newer|永久链接|固定链接|パーマリンク|\#|¶|∞|§|[\W_]*|\d{1,3})\W*$""",
    re.I | re.X,
)
LEADS = 0.5
"""A link leads its line when it is at least this share of the text beside dates."""

MANY = 3
FEW_SIGNPOSTS = 0.25
"""A list of which fewer links are years and months has posts that are called so."""

BODY = 3
"""Entries with more lines than this between two headings show (part of) their texts."""

OFTEN = 3
"""A link that a list repeats this often, word for word, is no entry of it."""

MOST_ITEMS = 20_000
MOST_PAIRS = 1_000_000
"""Lists times dates of a page that are held against each other; the slighter lists beyond are read as text."""


@dataclass(slots=True)
class Item:
    """One address of a list, with the link that tells its title best."""

    address: str
    link: Link
    title: str
    heading: bool
    leads: bool
    permanent: bool = False
    """Whether its list is one of permanent links."""
    date: Given | None = None
    updated: Given | None = None
    misplaced: Given | None = None
    """A date that stands beside it and cannot be its own (`sequence`)."""
    group: int = 0

    @property
    def told(self) -> Given | None:
        """The date that the list tells, right or wrong: it is a dated list all the same."""
        return self.date or self.misplaced

    @property
    def weight(self) -> tuple[bool, bool, bool, bool]:
        """Which of several mentions of one address on a page tells most."""
        dated = self.told is not None and len(self.told.value) >= 10
        return (bool(self.title) or (self.permanent and dated), dated, self.heading, self.leads)

    def joined(self, other: Item) -> Item:
        """The mention that tells most, with what only the other has: a permanent link's date, words for a title."""
        best, rest = (self, other) if self.weight >= other.weight else (other, self)
        if best.told is None and rest.permanent:
            best = replace(best, date=rest.date, misplaced=rest.misplaced, permanent=True)
        return replace(best, title=rest.title) if best.permanent and not best.title else best


def read(
    markup: Markup, sheet: Sheet, page: str = "", title: OwnTitle | None = None, is_post: bool = False
) -> list[Claim]:
    """What a page tells of the addresses it links to on its own host.

    `page` is the month or year that the page stands for, or empty; `title` is its own, beside which the date of the
    page itself stands where that says that it is a post.
    """
    calendar = calendar_of(sheet, page, tuple(filter(None, [markup.language[:2].lower()])))
    calendar.title = title
    if is_post and title is not None:
        calendar.taken |= title.lines
    placed = {claim.address: claim for claim in entries.read(markup, sheet, calendar)}
    best: dict[str, Item] = {}
    bodies: range | None = None
    for number, links in enumerate(lists_of(markup, sheet)):
        datable = number * len(calendar.candidates) <= MOST_PAIRS
        items = _items(links, sheet, calendar) if datable else [_passing(link) for link in links]
        if bodies is None:
            bodies = _bodies(items)
        for item in items:
            item.group = len(links)
            if bodies and item.link.line in bodies and not item.heading and not (item.permanent and len(links) >= MANY):
                item.leads, item.date, item.misplaced = False, None, None
            held = best.get(item.address)
            best[item.address] = item if held is None else held.joined(item)
    items = [item for item in list(best.values())[:MOST_ITEMS] if item.address not in placed]
    told = teasers_of((item.link for item in items if item.title and _place(item) is Place.LISTING), sheet)
    claims = [_claim(item, told.get(item.link.line, "")) for item in items]
    return claims + list(placed.values())


def _bodies(items: list[Item]) -> range | None:
    """The lines between the headings of a list of dated entries: what is linked there is said in passing.

    None where the list is no such list.
    """
    titled = [item for item in items if item.heading and item.title and not item.link.menu]
    dated = sum(item.date is not None and len(item.date.value) >= len("2009-03-12") for item in titled)
    if len(titled) < MANY or dated < 0.8 * len(items):
        return None
    lines = sorted(item.link.line for item in titled)
    longest = max(b - a for a, b in pairwise(lines))
    return range(lines[0] + 1, lines[-1] + longest) if longest > BODY else None


def _items(links: list[Link], sheet: Sheet, calendar: Calendar) -> list[Item]:
    """The entries of a list, with title and date. What stands beside several (a category) is none."""
    often = {
        address for address, count in Counter((link.address, link.text) for link in links).items() if count >= OFTEN
    }
    turning = [link for link in links if _turns_page(link)]
    few = len(turning) < FEW_SIGNPOSTS * len(links)  # an entry that is called "Page 2" among others
    turning = [link for link in turning if not few or hints.page_number(link.address) is not None]
    aside = {id(link) for link in turning} | {id(link) for link in links if (link.address, link.text) in often}
    aside |= {id(link) for link in links if link.signature.endswith(BESIDE) and is_generic(link)}
    shared = [link for link in links if id(link) in aside]
    links = _first_mentions([link for link in links if id(link) not in aside])
    if not links:
        return [_passing(link) for link in shared]
    given, changed = _dated(links, calendar)
    prefixed, permanent = _prefixed(links), are_permanent(links)
    items = []
    for index, link in enumerate(links):
        line = sheet.lines[min(link.line, len(sheet.lines) - 1)]
        title = _title(link, index, links, sheet)
        date = given.get(index)
        if prefixed and (cut := _without_prefix(title, date)):
            title, date = cut
        leads = _leads(link, line)
        items.append(Item(link.address, link, title, link.heading > 0, leads, permanent, date, changed.get(index)))
    _put_in_order(items, calendar, prefixed)
    return items + [_passing(link) for link in shared]


def _put_in_order(items: list[Item], calendar: Calendar, prefixed: bool) -> None:
    """Give up the dates that the order of the list makes impossible, for what else stands there and fits in."""
    days = {place: day for place, item in enumerate(items) if item.date and (day := dates.ordinal(item.date.value))}
    doubtful = [place for place, item in enumerate(items) if item.date and "|" in item.date.value]
    if len(days) < sequence.ENOUGH or (not doubtful and sequence.in_order(list(days.values()))):
        return
    order = sequence.order_of(days, {place: dating.heading_of(item.link, calendar) for place, item in enumerate(items)})
    for place in doubtful:
        item, span = items[place], order.around(place)
        if item.date and span and (value := sequence.reading_of(item.date.value, span)):
            item.date = replace(item.date, value=value)
    for place, span in order.wrong.items():
        _replace_date(items[place], span, _others(place, items, calendar, prefixed))


def _replace_date(item: Item, span: dates.Span, others: Iterable[Given]) -> None:
    """Markup for machines is believed against the order, and so is a day in the order of changes."""
    if (
        item.date is None
        or item.date.rule not in _DOUBTED
        or (item.updated and sequence.fits(item.updated.value, span))
    ):
        return
    item.misplaced = item.date
    item.date = next((one for one in others if sequence.fits(one.value, span)), None)


_DOUBTED = frozenset(("listing.text", "listing.day", "listing.prefix"))
"""Rules by which a date may be another's, or none at all: words on the page."""


def _others(place: int, items: Sequence[Item], calendar: Calendar, prefixed: bool) -> Iterator[Given]:
    """What else may be an entry's date, the best first; a title that begins with a day gives it to their year."""
    link = items[place].link
    for other in dating.others(place, [item.link for item in items], calendar):
        cut = _without_prefix(link.text, other) if prefixed else None
        yield (cut and cut[1]) or other


def _dated(links: list[Link], calendar: Calendar) -> tuple[dict[int, Given], dict[int, Given]]:
    """Dates of publication and of change by index of link; a link to a year or month that says so takes none."""
    indexes = [index for index, link in enumerate(links) if not _is_signpost(link)]
    if len(links) - len(indexes) < FEW_SIGNPOSTS * len(links):  # a post that is called "2012" among others
        indexes = list(range(len(links)))
    if not indexes or _are_periods(links, calendar):
        return {}, {}
    given, changed = dating.assign([links[index] for index in indexes], calendar)
    return {indexes[at]: one for at, one in given.items()}, {indexes[at]: one for at, one in changed.items()}


def _are_periods(links: list[Link], calendar: Calendar) -> bool:
    """Whether a list is one of months or years by its words, with no day in any of its lines: "April 2012 (3)"."""
    named = sum(len(link.text) <= MOST_OF_A_DATE and 4 <= len(dates.heading_date(link.text)) <= 7 for link in links)
    if named < MANY or named < 0.8 * len(links):
        return False
    return not any(len(one.value) > len("2009-03") for link in links for one in calendar.between(link.line, link.line))


def _turns_page(link: Link) -> bool:
    if link.heading and not hints.PLAIN_PAGE.search(link.address) and "page=" not in link.address:
        return False
    if is_permanent(link) or not hints.turns_page(link.text, link.rel):
        return False
    return hints.perhaps_page_number(link.address) is not None


def _is_signpost(link: Link) -> bool:
    if len(link.text) > MOST_OF_A_DATE or not dates.heading_date(link.text):
        return False
    hint = hints.role_of_address(link.address)
    return hint is not None and hint.role in (Role.YEAR, Role.MONTH)


def _passing(link: Link) -> Item:
    return Item(link.address, link, "" if is_generic(link) else text.plain_text(link.text), False, False)


def _first_mentions(links: list[Link]) -> list[Link]:
    """One link for an address, the one that says most; the order stays."""
    best: dict[str, Link] = {}
    for link in links:
        held = best.get(link.address)
        if held is None or (is_generic(held) and not is_generic(link)):
            best[link.address] = link
    return sorted(best.values(), key=lambda one: (one.line, one.start))


def _title(link: Link, index: int, links: list[Link], sheet: Sheet) -> str:
    if not is_generic(link):
        return text.plain_text(cards.title_of(link))
    return title_above(index, links, sheet)


def is_generic(link: Link) -> bool:
    """Whether a link's words say nothing of what it leads to ("Read more", "3 comments")."""
    if is_day(link.text):
        return True
    if link.heading and any(sign.isalnum() for sign in link.text):
        return bool(PERMALINK.match(link.text))
    return is_permanent(link) or (bool(GENERIC.match(link.text)) and not re.match(r"^#\d", link.text))


def _prefixed(links: Sequence[Link]) -> bool:
    """Whether the titles of a list begin with their dates ("January 20 - Title")."""
    if len(links) < 2:
        return False
    hits = sum(date_prefix(link.text) is not None for link in links)
    return hits >= 0.8 * len(links)


def _without_prefix(title: str, date: Given | None) -> tuple[str, Given | None] | None:
    """The title without the day it begins with, and that day; None where it begins with none."""
    found = date_prefix(title)
    if found is None:
        return None
    value, rest = found
    if value.startswith("--"):
        around = date.value if date else ""
        value = f"{around[:4]}{value[1:]}" if around else ""
    day = dates.parse_partial(value.partition("|")[0]) if value else None
    return rest.strip(), Given(value, "listing.prefix", title) if day else date


def _leads(link: Link, line: Line) -> bool:
    """Whether a line exists for its link: it is most of the line, or begins it."""
    if link.heading:
        return True
    beside = len(line.text) - (link.end - link.start)
    mine = max(1, link.end - link.start)
    return mine >= LEADS * (mine + max(0, beside - 30)) or not line.text[: link.start].strip(" -•*·")


def _claim(item: Item, teaser: str = "") -> Claim:
    rule = _TITLE_RULES.get(_place(item)) or ("listing.title" if item.heading else "listing.link")
    evidence = [Evidence("list", _name_of(item.link.signature), "listing.group")]
    if item.title:
        evidence.append(Evidence("title", item.title[:2000], rule))
    place = _place(item)
    if item.date is not None and (place is Place.LISTING or (place is Place.MENU and item.group > 1)):
        evidence.extend(Evidence("date", one.value, one.rule, one.raw[:200]) for one in (item.date, *item.date.besides))
    if item.misplaced is not None:
        evidence.append(Evidence("misplaced", item.misplaced.value, item.misplaced.rule, item.misplaced.raw[:200]))
    if item.updated is not None:
        evidence.append(Evidence("updated", item.updated.value, item.updated.rule, item.updated.raw[:200]))
    if teaser and place is Place.LISTING:
        evidence.append(Evidence("excerpt", teaser, "listing.excerpt"))
    return Claim(item.address, place, tuple(evidence))


_TITLE_RULES = {Place.TEXT: "text.link", Place.MENU: "menu.link"}


def _name_of(signature: str) -> str:
    """A short stable name for the list that a link stands in."""
    return hashlib.blake2b(signature.encode(), digest_size=4).hexdigest()


def _place(item: Item) -> Place:
    dated = item.told is not None and len(item.told.value) >= 10 and item.told.rule != "listing.page"
    if item.link.menu and not (dated and item.group > 1):
        return Place.MENU
    return Place.LISTING if item.leads or (dated and (item.heading or item.permanent)) else Place.TEXT
