"""Redirects held to the rules that requests of the spider are held to: no address twice, no host but the blog's."""

from __future__ import annotations

from scrapy import Request

from crawler.engine.addresses import visit_key
from crawler.engine.faults import AlreadyVisited, RedirectAway, RedirectCircle
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
