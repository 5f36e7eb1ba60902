"""The address of another page of an API: the same as was asked, with a few parameters changed.

Where an API ends is told by its own module; none is followed beyond `MOST_PAGES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from crawler.model import Role, Source, SourceKind
from crawler.sources.feed_links import http_address

MOST_PAGES = 2_000


def parameter(address: str, name: str) -> str:
    """A parameter of an address, or an empty string."""
    return dict(parse_qsl(urlsplit(address).query)).get(name, "")


def counted(address: str, name: str) -> int | None:
    """A parameter that is a whole number (a moment in milliseconds, too), or None."""
    found = parameter(address, name)
    return int(found) if found.isascii() and found.isdigit() and len(found) < 16 else None


def number(address: str, name: str, default: int) -> int:
    """A parameter that counts posts or pages, or `default`."""
    found = counted(address, name)
    return found if found is not None and found < 10**9 else default


def changed(address: str, parameters: Mapping[str, object]) -> str:
    """The address with these parameters instead of its own; one that is None goes."""
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query, keep_blank_values=True)), **parameters}
    kept = {name: value for name, value in query.items() if value is not None}
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(kept, safe="/,:"), ""))


def page(address: str, order: int, parameters: Mapping[str, object], label: str = "") -> Source:
    """Another page as a source; `order` says when it is asked among others that are named."""
    return Source(changed(address, parameters), SourceKind.API, Role.PAGE, label, number=order)


def following(base: str, href: str, source: Source) -> Iterator[Source]:
    """The next page of a series that names no more than that, and not itself."""
    address = http_address(base, href)
    if address and address != source.address:
        here = (source.number or 1) if source.role is Role.PAGE else 1
        yield Source(address, SourceKind.API, Role.PAGE, "next", number=here + 1)
