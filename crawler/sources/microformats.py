"""A page's entry as microformats mark it: h-entry (microformats2) and hentry (hAtom 0.1), with title and dates.

Of the page's entries that which holds its title, else the only one. Properties of entries, citations, people and
comments within it are theirs. Dates are read by the value class pattern (https://microformats.org/wiki/value-class-pattern).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crawler import dates, text
from crawler.markup import Element, Markup, matches, name_of, text_of
from crawler.model import Evidence

_TOKEN = "contains(concat(' ', normalize-space(@class), ' '), ' {} ')"
_OTHERS = re.compile(r"(?:^|\s)(?:h-[a-z]+|hentry|vcard|hreview|comments?|commentlist|comment-body|respond)(?:\s|$)")
_MOST = 20
_LONGEST_RAW = 200
_LONGEST_TITLE = 300
_CLOCK = re.compile(r"\d{1,2}(?::\d\d|\s?[ap]\.?m)", re.I)


@dataclass(frozen=True, slots=True)
class _Kind:
    """The class names of one kind of microformat, and the rule that its evidence has."""

    root: str
    rule: str
    published: str
    updated: str
    name: str


KINDS = (
    _Kind("h-entry", "page.h-entry", "dt-published", "dt-updated", "p-name"),
    _Kind("hentry", "page.hatom", "published", "updated", "entry-title"),
)


def read(markup: Markup, heading: Element | None) -> Iterator[Evidence]:
    """Title, date and date of change of the entry; `heading` is the page's title."""
    tongues = tuple(filter(None, [markup.language[:2].lower()]))
    for kind in KINDS:
        entry = _entry(kind, markup, heading)
        if entry is None:
            continue
        for element in _properties(entry, kind.name)[:1]:
            title = text_of(element)
            if len(title) <= _LONGEST_TITLE:
                yield Evidence("title", text.plain_text(title), kind.rule)
        for element in _properties(entry, kind.published)[:1]:
            yield from _dated("date", element, kind.rule, tongues)
        for element in _properties(entry, kind.updated)[:1]:
            if kind.published not in element.get("class", "").split():
                yield from _dated("updated", element, kind.rule, tongues)


def _entry(kind: _Kind, markup: Markup, heading: Element | None) -> Element | None:
    for above in heading.iterancestors() if heading is not None else ():
        if kind.root in above.get("class", "").split():
            return above
    found = markup.xpath(f"//*[{_TOKEN.format(kind.root)}]")
    return found[0] if len(found) == 1 else None


def _properties(entry: Element, name: str) -> list[Element]:
    """The elements of a property that are the entry's own; a name that is its whole content is no name."""
    found = matches(entry, f".//*[{_TOKEN.format(name)}][not({_TOKEN.format('e-content')})]")
    return [one for one in found[:_MOST] if _is_own(one, entry)]


def _is_own(element: Element, entry: Element) -> bool:
    for above in element.iterancestors():
        if above is entry:
            return True
        if _OTHERS.search(above.get("class", "")):
            return False
    return False


def _dated(field: str, element: Element, rule: str, tongues: tuple[str, ...]) -> Iterator[Evidence]:
    raw = _moment(element)
    if raw:
        yield Evidence(field, dates.machine_value(raw, tongues), rule, raw[:_LONGEST_RAW])


def _moment(element: Element) -> str:
    """The words of a date: by the value class pattern a day and a time that stand apart are joined."""
    parts = matches(element, f".//*[{_TOKEN.format('value')} or {_TOKEN.format('value-title')}]")
    told = [_value(part) for part in parts[:_MOST]]
    day = next((one for one in told if not _CLOCK.match(one)), "")
    if not day:
        return _value(element)
    clock = next((one for one in told if _CLOCK.match(one)), "")
    return f"{day} {clock}".strip()


def _value(element: Element) -> str:
    """What an element says for machines, else its text (microformats2 parsing, `dt-`)."""
    told = [element.get("datetime"), element.get("value") if name_of(element) in ("data", "input") else None]
    told += [element.get("title") if name_of(element) == "abbr" or _is_titled(element) else None]
    return next((one.strip() for one in told if one and one.strip()), "") or text_of(element)


def _is_titled(element: Element) -> bool:
    """hAtom in use also has the moment in the title of other elements."""
    return "value-title" in element.get("class", "").split() or element.get("title", "")[:4].isdigit()
