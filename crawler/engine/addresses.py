"""Where an address leads, before anything is asked of it: the server it names, and whether that is private.

Pure. Names are looked up in `guard`; how addresses are joined and compared is told in `urls`.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NUMERIC_HOST = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)(?:\.(?:[0-9]+|0x[0-9a-f]*)){0,3}\.?", re.IGNORECASE)
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def server_of(url: str) -> str:
    """Host and port, without the port where it is the scheme's own: what robots.txt and pauses are kept by."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    shown = f"[{host}]" if ":" in host else host
    return shown if parts.port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f"{shown}:{parts.port}"


def visit_key(url: str) -> str:
    """What makes two fetches of one run the same: no scheme, `www.` or fragment."""
    bare = url.partition("#")[0].partition("://")[2]
    host, slash, path = bare.partition("/")
    return host.lower().removeprefix("www.") + (slash or "/") + path


def literal(host: str) -> IP | None:
    """The IP address that a host spells, in any form that a resolver takes: dotted, decimal, hexadecimal, octal, IPv6
    with or without a zone; None for a name."""
    bare = host.strip("[]").partition("%")[0]
    try:
        return ipaddress.ip_address(bare)
    except ValueError:
        pass
    if not _NUMERIC_HOST.fullmatch(bare):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(bare.rstrip(".")))
    except OSError:
        return None


def is_private(address: IP) -> bool:
    """Whether an address is none of the public internet's, also as an IPv4 address inside an IPv6 one."""
    inner = _inner(address)
    if inner is not None:
        return is_private(inner)
    return address.is_multicast or not address.is_global


def is_local_name(host: str) -> bool:
    """`localhost` and the names below it (RFC 6761)."""
    name = host.lower().rstrip(".")
    return name == "localhost" or name.endswith(".localhost")


def _inner(address: IP) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for (mapped, 6to4, Teredo, NAT64)."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour
    if address.teredo:
        return address.teredo[1]
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
