"""Which of the links of a feed's item is the item's own address.

A link blog links its items to other people's pages and tells its own permalink elsewhere; a planet republishes the
items of others. Knows nothing of XML or JSON: it is given the candidates in the order of their worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from crawler import urls

_LEAST_ITEMS = 3
_NEARLY_ALL = 0.8


@dataclass(frozen=True, slots=True)
class ItemLinks:
    """The absolute addresses an item offers: `main` what it calls its link, `others` where a permalink may hide."""

    main: str
    others: tuple[str, ...] = ()


def is_of(address: str, hosts: frozenset[str]) -> bool:
    """Whether an address lies on one of the hosts, or on a host above or below one of them."""
    host = urls.host_of(address)
    return any(host == own or host.endswith("." + own) or own.endswith("." + host) for own in hosts)


def own_hosts(addresses: Iterable[str], items: Iterable[ItemLinks]) -> frozenset[str]:
    """The hosts of a feed: those of its own addresses, and the one host that nearly all of its items share.

    The latter is for a blog that moved and whose feed still names its old home.
    """
    hosts = {host for host in map(urls.host_of, filter(None, addresses)) if host}
    counts = Counter(urls.host_of(item.main) for item in items if item.main)
    total = sum(counts.values())
    if total >= _LEAST_ITEMS:
        host, count = counts.most_common(1)[0]
        if host and count >= _NEARLY_ALL * total:
            hosts.add(host)
    return frozenset(hosts)


def own_address(item: ItemLinks, hosts: frozenset[str]) -> str:
    """The item's own address: its link, unless that leads away and another of its addresses does not.

    An item without a link has none: other addresses do not stand in for it.
    """
    if not item.main or is_of(item.main, hosts):
        return item.main
    return next((other for other in item.others if is_of(other, hosts)), item.main)


def mostly_foreign(addresses: list[str], hosts: frozenset[str]) -> bool:
    """Whether more than half of the items lead to hosts that are not the feed's."""
    foreign = sum(not is_of(address, hosts) for address in addresses)
    return foreign * 2 > len(addresses)


def http_address(base: str, href: str) -> str:
    """A reference resolved, or an empty string where it is no http address. White space inside a reference goes."""
    joined = "".join(href.split())
    return (urls.absolute(base, joined) or "") if joined else ""


def is_http(text: str) -> bool:
    """Whether a text is an absolute http or https address as it stands, as a guid must be to serve as a link."""
    return text.strip().lower().startswith(("http://", "https://"))
