"""A Scrapy response as a `Page`, and what its status means. Pure; reads no content but that of a challenge page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from scrapy.http import Response

from crawler.model import Outcome, Page, Problem, Role, Source, SourceKind, State
from crawler.sources import scripted
from crawler.urls import absolute

KEPT = "kept"
"""Flag of a response that was made from what is stored, without a request."""

LONGEST_ADDRESS = 2_000
"""Characters; a longer address is a trap or a mistake, and no server need take more than about that."""

_LOST = "dataloss"
_MAX_AGE = re.compile(r"\bmax-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)
_WALL_STATUSES = (401, 403, 429, 503)
_WALL_HEADERS = {"cf-mitigated": "challenge", "x-amzn-waf-action": "", "x-datadome": "", "x-sucuri-block": ""}
_WALL_WORDS = (
    b"/cdn-cgi/challenge-platform",
    b"cf-browser-verification",
    b"attention required! | cloudflare",
    b"just a moment...",
    b"ddos-guard",
    b"_incapsula_resource",
    b"px-captcha",
    b"captcha-delivery.com",
    b"verify you are human",
    b"checking your browser",
)
_LOOKED_AT = 65536
_KNOWN_WITHOUT = (SourceKind.HOMEPAGE, SourceKind.ROBOTS, SourceKind.POST)


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, how asking for it ended, and what is to be told of it."""

    page: Page
    outcome: Outcome
    problems: tuple[Problem, ...] = ()


def page_of(response: Response, asked: str) -> Page:
    """The response without the network: header names lower case, values Latin-1, those of a repeated one by commas."""
    names = {str(name, "latin-1").lower(): name for name in response.headers}
    headers = {low: str(b", ".join(response.headers.getlist(name)), "latin-1") for low, name in names.items()}
    hops = tuple(response.meta.get("redirect_urls", ())) if response.request else ()
    return Page(asked, response.url, response.status, headers, response.body, hops)


def answer_of(response: Response, source: Source) -> Answer:
    """What a response to a source is: done for 2xx and 304, and for a robots.txt that is not there; else failed."""
    page = page_of(response, source.address)
    if source.kind is SourceKind.ROBOTS:  # where it redirects to is no page of this name, and may be asked yet
        page = replace(page, address=source.address, redirects=())
    broken = (Problem("truncated", "the answer broke off", page.address),) if _LOST in response.flags else ()
    absent = source.kind is SourceKind.ROBOTS and 400 <= page.status < 500
    good = 200 <= page.status < 300 or page.status == 304 or absent
    refusal = None if good else _refusal(page, source)
    problems = broken if good else (() if refusal is None else (refusal,))
    error = "" if good else (refusal.message if refusal else f"answered {page.status}")
    return Answer(page, _outcome(page, State.DONE if good else State.FAILED, error), problems)


def _outcome(page: Page, state: State, error: str) -> Outcome:
    validators = {} if scripted.needs_browser(page) else page.headers  # another run may have a browser for it
    return Outcome(
        state=state,
        status=page.status,
        final=page.address,
        redirects=page.redirects,
        etag=validators.get("etag", ""),
        last_modified=validators.get("last-modified", ""),
        size=len(page.body),
        unchanged=page.status == 304,
        error=error,
        max_age=_max_age(page.headers.get("cache-control", "")),
    )


def _max_age(said: str) -> int:
    """Seconds for which an answer is fresh, by `Cache-Control`; 0 where it says nothing, or that it is not."""
    found = _MAX_AGE.search(said)
    return 0 if found is None or "no-cache" in said.lower() else int(found[1])


def is_usable(address: str) -> bool:
    """Whether a request could be made of an address."""
    return len(address) <= LONGEST_ADDRESS and absolute("", address) is not None


def is_guess(source: Source) -> bool:
    """Whether nothing named the source: the planner thought that it might be there."""
    named = source.parent or source.kind in _KNOWN_WITHOUT
    return source.role is Role.USUAL or not named


def _refusal(page: Page, source: Source) -> Problem | None:
    """The problem a refusing answer is; a guessed address that is not there is none."""
    if _is_wall(page):
        return Problem("blocked", f"a bot wall answers ({page.status})", page.address)
    if is_guess(source) and 400 <= page.status < 500 and page.status != 429:
        return None
    return Problem("http", f"answered {page.status}", page.address)


def _is_wall(page: Page) -> bool:
    if page.status not in _WALL_STATUSES:
        return False
    if any(name in page.headers and word in page.headers[name] for name, word in _WALL_HEADERS.items()):
        return True
    start = page.body[:_LOOKED_AT].lower()
    return any(words in start for words in _WALL_WORDS)
