"""How a blog is crawled in this run: everything listed anew, or a look at what shows its newest posts. Pure.

What a visit asks beyond its first look is the planner's.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from hashlib import blake2b

from crawler.ledger import TOLD
from crawler.model import Findings, Harvest, Place, SourceKind, State
from crawler.planner.visits import GONE
from crawler.rhythm import relist_after
from crawler.store import LISTING, PART, VISIT, CrawlMark, History

_TELLING = (SourceKind.FEED, SourceKind.SITEMAP, SourceKind.API)


class Way(StrEnum):
    """LIST: as if nothing were known. LOOK: what shows the newest posts, and nothing else where that says what it said.
    GO_ON: the same, and then what is still to ask."""

    LIST = "list"
    LOOK = "look"
    GO_ON = "go on"

    @property
    def kind(self) -> str:
        """What the table of crawls calls it as it begins."""
        return LISTING if self is Way.LIST else VISIT


def way_of(history: History, now: datetime, *, again: bool, full: bool) -> Way:
    """How to crawl a blog with this history. A whole listing serves for a while; one that was not carried to its end is
    gone on with; with depth `full` there may be posts that were never visited."""
    if again or not history.watch or history.seen is None:
        return Way.LIST
    if history.listed is None:
        return Way.GO_ON
    if now - history.listed > relist_after(history.wait):
        return Way.LIST
    return Way.GO_ON if full else Way.LOOK


def taken_up(way: Way, mark: CrawlMark, known: bool) -> Way:
    """The way of a crawl, once it is clear whether it goes on with one that was cut off, and had read anything."""
    if mark.kind == LISTING:
        return Way.LIST
    return Way.GO_ON if mark.resumed and known else way


def kind_of(way: Way, history: History, bounded: bool) -> str:
    """What a crawl was after all; `bounded` when it was not to look for everything, or not to its end."""
    if way is Way.LIST or (way is Way.GO_ON and history.listed is None):
        return PART if bounded else LISTING
    return VISIT


def says_the_same(harvest: Harvest, stored: Harvest | None) -> bool:
    """Whether a source tells of posts exactly what it told when it was last read."""
    if harvest.outcome.unchanged:
        return True
    if stored is None or State.FAILED in (harvest.outcome.state, stored.outcome.state):
        return False
    return harvest.outcome.said == stored.outcome.said


def is_still_gone(harvest: Harvest, stored: Harvest | None) -> bool:
    """Whether a source that was not there the last time is not there now."""
    if stored is None or stored.outcome.state is not State.FAILED or harvest.outcome.state is not State.FAILED:
        return False
    return harvest.outcome.status in GONE and stored.outcome.status in GONE


def tells_nothing(harvest: Harvest) -> bool:
    """Whether a feed, sitemap or API fails, or tells of no post and of no further source."""
    if harvest.source.kind not in _TELLING or harvest.outcome.unchanged:
        return False
    return harvest.outcome.state is State.FAILED or not _tells(harvest.findings)


def falls_silent(harvest: Harvest, stored: Harvest | None) -> bool:
    """Whether such a source told of something when it was last read, and tells of nothing now."""
    told = stored is not None and stored.outcome.state is State.DONE and _tells(stored.findings)
    return told and tells_nothing(harvest)


def _tells(findings: Findings) -> bool:
    return bool(findings.sources) or any(claim.place in TOLD for claim in findings.claims)


def said_in(findings: Findings, kind: SourceKind) -> str:
    """A digest of what a page tells of posts, 32 hex digits: neither the order counts nor what else it says. A post's
    own page tells of itself."""
    telling = {Place.SELF} if kind is SourceKind.POST else TOLD
    told = {repr(claim) for claim in findings.claims if claim.place in telling}
    return blake2b("\0".join([*sorted(told), repr(findings.totals)]).encode(), digest_size=16).hexdigest()


def has_other_validators(harvest: Harvest, stored: Harvest | None) -> bool:
    """Whether the latest validators are not those that are kept."""
    now = (harvest.outcome.etag, harvest.outcome.last_modified)
    kept = (stored.outcome.etag, stored.outcome.last_modified) if stored else ("", "")
    return any(new and new != old for new, old in zip(now, kept, strict=True))
