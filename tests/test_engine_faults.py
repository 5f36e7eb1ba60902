"""What goes wrong with a request becomes one clear problem."""

from __future__ import annotations

import pytest
from OpenSSL import SSL
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from twisted.internet.error import ConnectionLost
from twisted.python.failure import Failure
from twisted.web.client import ResponseFailed

from crawler.engine.faults import Disallowed, Fault, RefusedAddress, RobotsUnreachable, problem_of

URL = "https://example.org/a"


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (CannotResolveHostError("example.org"), "dns"),
        (DownloadConnectionRefusedError("no"), "connection"),
        (DownloadTimeoutError("long"), "timeout"),
        (DownloadCancelledError("big"), "size"),
        (IgnoreRequest("body exceeded DOWNLOAD_MAXSIZE during decompression"), "size"),
        (IgnoreRequest("max redirections reached"), "redirects"),
        (TunnelError("Could not open CONNECT tunnel"), "connection"),
        (caused(DownloadFailedError("x"), ResponseFailed([Failure(SSL.Error([]))])), "tls"),
        (caused(DownloadFailedError("x"), ResponseFailed([Failure(ConnectionLost())])), "connection"),
        (Disallowed("robots.txt forbids it"), "robots"),
        (RefusedAddress("private"), "refused-address"),
        (caused(RobotsUnreachable("robots.txt cannot be read"), CannotResolveHostError("example.org")), "dns"),
        (RobotsUnreachable("robots.txt answered 500"), "robots"),
        (ZeroDivisionError("oh"), "internal"),
    ],
)
def test_an_exception_has_its_kind(error: Exception, kind: str) -> None:
    assert problem_of(error, URL).kind == kind


def test_a_problem_names_the_host_in_plain_words() -> None:
    assert problem_of(CannotResolveHostError("x"), URL).message == "no such host: example.org"


def test_a_problem_is_one_line() -> None:
    assert "\n" not in problem_of(Fault("told"), URL).message
