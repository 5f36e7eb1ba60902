"""Redirects held to the rules that requests of the spider are held to: no address twice, no host but the blog's."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.http import Response
from w3lib.url import safe_url_string

from crawler.engine.addresses import visit_key
from crawler.engine.faults import AlreadyVisited, BadLocation, RedirectAway, RedirectCircle
from crawler.engine.island import Island


class VisitsMiddleware:
    """Judges each hop of a redirect before it is asked. A request of an island carries it as `meta["island"]`."""

    def process_request(self, request: Request) -> None:
        hops = request.meta.get("redirect_urls", ())
        island: Island | None = request.meta.get("island")
        if not hops or request.meta.get("judged") == len(hops):
            return
        request.meta["judged"] = len(hops)  # the same hop may come again, as a retry
        if request.url.partition("#")[0] in {hop.partition("#")[0] for hop in hops}:
            raise RedirectCircle(f"redirects in a circle by way of {request.url}")
        if island is None:
            return
        if not island.allows(request.url, request.cb_kwargs["ask"].source):
            raise RedirectAway(f"redirects away from the blog, to {request.url}")
        known = visit_key(request.url) in {visit_key(hop) for hop in hops}
        if not island.visit(request.url) and not known:
            raise AlreadyVisited(request.url)


class LocationMiddleware:
    """Names a redirect to what is no address for what it is; Scrapy would break at it."""

    def process_response(self, request: Request, response: Response) -> Response:
        """The response. Raises BadLocation."""
        location = response.headers.get("Location")
        if location and 300 <= response.status < 400:
            try:
                urlsplit(urljoin(request.url, safe_url_string(location))).port  # noqa: B018  # as reading it may fail
            except ValueError as error:
                told = location.decode("latin-1")[:100]
                raise BadLocation(f"redirects to what is no address: {told}") from error
        return response
