"""The address of another page of an API: the same as was asked, with a few parameters changed.

Where an API ends is told by its own module; none is followed beyond `MOST_PAGES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from crawler.model import Role, Source, SourceKind

MOST_PAGES = 2_000


def parameter(address: str, name: str) -> str:
    """A parameter of an address, or an empty string."""
    return dict(parse_qsl(urlsplit(address).query)).get(name, "")


def number(address: str, name: str, default: int) -> int:
    """A parameter that is a whole number, or `default`."""
    found = parameter(address, name)
    return int(found) if found.isascii() and found.isdigit() and len(found) < 10 else default


def changed(address: str, parameters: Mapping[str, object]) -> str:
    """The address with these parameters instead of its own; one that is None goes."""
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query, keep_blank_values=True)), **parameters}
    kept = {name: value for name, value in query.items() if value is not None}
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(kept, safe="/,:"), ""))


def page(address: str, order: int, parameters: Mapping[str, object], label: str = "") -> Source:
    """Another page as a source; `order` says when it is asked among others that are named."""
    return Source(changed(address, parameters), SourceKind.API, Role.PAGE, label, number=order)
