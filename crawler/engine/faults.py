"""What can go wrong with a request, and the problem it becomes. Holds no recovery: the middlewares and the spider do.

IgnoreRequest (Scrapy)
└── Fault                  a request that ends without a page
    ├── Disallowed         robots.txt forbids it
    ├── RobotsUnreachable  robots.txt could not be read, so nothing may be asked (RFC 9309, 2.3.1.4)
    ├── Unreachable        a proxy cannot reach the server
    ├── RefusedAddress     it leads into a private network
    ├── RedirectCircle     redirects that come back to where they were
    ├── BadLocation        a redirect to what is no address
    ├── RedirectAway       a redirect to a host that is none of the blog's
    ├── AlreadyVisited     a redirect to an address this run has asked for
    ├── ToldToWait         the server named a time before which it wants no request
    └── Interrupted        the run is ending
"""

from __future__ import annotations

from collections.abc import Iterator

from OpenSSL import SSL
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from service_identity import VerificationError

from crawler.engine.addresses import server_of
from crawler.model import Problem


class Fault(IgnoreRequest):
    """A request that ends without a page. `str()` is the message, `kind` the problem's."""

    kind = "internal"


class Disallowed(Fault):
    """robots.txt forbids it."""

    kind = "robots"


class RobotsUnreachable(Fault):
    """robots.txt answered with a server error, or not at all (`__cause__` tells)."""

    kind = "robots"


class Unreachable(Fault):
    """A proxy says that it cannot reach the server."""

    kind = "connection"


class RefusedAddress(Fault):
    """It leads into a private network."""

    kind = "refused-address"


class RedirectCircle(Fault):
    """Redirects that come back to where they were."""

    kind = "redirects"


class BadLocation(Fault):
    """A redirect to what is no address."""

    kind = "redirects"


class RedirectAway(Fault):
    """A redirect to a host that is none of the blog's."""

    kind = "redirects"


class AlreadyVisited(Fault):
    """A redirect to an address that this run has asked for already. No fault of the blog's."""

    kind = ""


class ToldToWait(Fault):
    """The server named a time before which it wants no request."""

    kind = "retry-after"


class Interrupted(Fault):
    """The run is ending: nothing is known of the page, and nothing is to be kept."""

    kind = ""


# The first that matches any exception of the chain decides, so the more telling ones stand first.
_KINDS: tuple[tuple[type[BaseException], str, str], ...] = (
    (CannotResolveHostError, "dns", "no such host: {server}"),
    (DownloadConnectionRefusedError, "connection", "{server} refuses connections"),
    (TunnelError, "connection", "the proxy cannot reach {server}"),
    (DownloadTimeoutError, "timeout", "{server} did not answer in time"),
    (TimeoutError, "timeout", "{server} did not answer in time"),
    (DownloadCancelledError, "size", "larger than DOWNLOAD_MAXSIZE allows"),
    (ResponseDataLossError, "truncated", "the answer broke off"),
    (SSL.Error, "tls", "no secure connection to {server}"),
    (VerificationError, "tls", "the certificate is not that of {server}"),
    (UnsupportedURLSchemeError, "refused-address", "neither http nor https"),
)
_IGNORED = (("max redirections", "redirects", "too many redirects"), ("DOWNLOAD_MAXSIZE", "size", "too large unpacked"))


def problem_of(error: BaseException, url: str) -> Problem:
    """The problem that an exception of the downloader is, for the address that was asked."""
    chain = tuple(_chain(error))
    for own in chain:
        if isinstance(own, Fault) and not (isinstance(own, RobotsUnreachable) and own.__cause__):
            return Problem(own.kind, str(own), url)
    for wanted, kind, message in _KINDS:
        if any(isinstance(one, wanted) for one in chain):
            return Problem(kind, message.format(server=server_of(url)), url)
    for words, kind, message in _IGNORED:
        if isinstance(error, IgnoreRequest) and words in str(error):
            return Problem(kind, message, url)
    innermost = chain[-1]
    kind = "connection" if _is_network(chain) else "internal"
    return Problem(kind, f"{type(innermost).__name__}: {innermost}".rstrip(": "), url)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception, its causes, and the reasons that Twisted wraps in lists of failures."""
    yield error
    for reason in getattr(error, "reasons", ()) or ():
        yield from _chain(reason.value)
    if error.__cause__ is not None:
        yield from _chain(error.__cause__)


def _is_network(chain: tuple[BaseException, ...]) -> bool:
    return any(isinstance(one, OSError) or type(one).__module__.startswith(("twisted", "scrapy")) for one in chain)
