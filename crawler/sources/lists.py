"""The lists of a page: links that have the same place in its structure, and the addresses that name entries.

A fragment is cut from an address, except where a permanent link tells entries of one page apart by it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from urllib.parse import urldefrag

from crawler import urls
from crawler.markup import Markup
from crawler.sources.lines import Link, Sheet
from crawler.sources.permalinks import CLOCK, KIND, PERMALINK, apart

REMARK_FRAGMENT = re.compile(
    r"^(?:comments?(?:[-_]?\w*)|respond|reply(?:-\d+)?|disqus_?\w*|more(?:-\d+)?|c\d{4,}|respuesta|kommentare?|"
    r"commentaires?|top|content|main|links|addcomment|isso(?:-\w+)?|utterances|trackbacks?|footnotes?(?:-?\d+)?|"
    r"fn(?:ref)?[:-]?\d+)$",
    re.I,
)

MANY = 3


def lists_of(markup: Markup, sheet: Sheet) -> list[list[Link]]:
    """Links with one signature, in document order; those that lead off the host, upwards or nowhere are left out."""
    host = urls.host_of(markup.address)
    groups: dict[str, list[Link]] = defaultdict(list)
    for link in sheet.links:
        if urls.host_of(link.address) == host and not urls.is_asset(link.address) and link.signature != "option":
            groups[link.signature].append(link)
    own = urls.without_fragment(markup.address)
    above = {urls.canonical(parent) for parent in urls.parents(own)}
    for name, links in groups.items():
        groups[name] = [link for link in links if urls.canonical(urls.without_fragment(link.address)) not in above]
    kept = [_without_fragments(links, own, sheet) for links in groups.values()]
    placed = [[link for link in links if "#" in link.address] for links in kept]
    plain = [part for links in kept for part in apart([link for link in links if "#" not in link.address])]
    return sorted(filter(None, placed + plain), key=_importance)


def _importance(links: list[Link]) -> tuple[bool, bool, bool, bool, bool, int, int]:
    """Which list gets the dates first: permanent links to places on pages, then headings, then permanent links that
    were told from others, then the longer lists."""
    placed = all("#" in link.address for link in links)
    first, count = links[0], len({link.address for link in links})
    label = not placed and _says_one_thing(links, count)
    return (label, not placed, not first.heading, first.menu, not first.signature.endswith(KIND), -count, first.line)


def _says_one_thing(links: list[Link], addresses: int) -> bool:
    """Whether most of a list's links have the same words, whatever they lead to ("Unread", "Continue")."""
    if addresses < MANY or links[0].heading:
        return False
    ((_, count),) = Counter(text for _, text in {(link.address, link.text) for link in links}).most_common(1)
    return count > addresses / 2


def _without_fragments(links: list[Link], own: str, sheet: Sheet) -> list[Link]:
    """Fragments are cut, but where they tell entries of one page apart: then the link is kept as it stands."""
    kept = []
    for link in links:
        bare, fragment = urldefrag(link.address)
        if fragment and not REMARK_FRAGMENT.match(fragment) and _names_entry(link, bare, own, sheet):
            kept.append(link)
            continue
        if bare != own:
            link.address = bare
            kept.append(link)
    return kept


def _names_entry(link: Link, bare: str, own: str, sheet: Sheet) -> bool:
    """A permanent link to a place on a page: an entry that has no page of its own.

    Marks beside the headings of one text ("¶") are no such links: those are beside the place that they lead to.
    """
    if not (PERMALINK.match(link.text or link.title) or CLOCK.match(link.text)):
        return False
    if bare != own:
        return True
    place = sheet.anchors.get(urldefrag(link.address)[1])
    return place is not None and any(sign.isalnum() for sign in link.text)
