"""The platform's own API, where the front page shows which platform it is: a hundred posts for a request.

First pages are tried in the order in which the platform offers them. One that is closed (401, 403) or told to wait
(429) closes the API for this run, for it would answer so at its other addresses, too; what was got is kept, and the
other sources go on. One that is not there (404) is not there with fewer posts for a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawler.model import Ask, Harvest, Place, Role, SourceKind, State
from crawler.planner.listings import is_older
from crawler.planner.view import View

BATCH = 60
_NUMBER = re.compile(r"(?<==)\d+")
CLOSED = frozenset((401, 403, 429))
"""Statuses that speak for the whole API and not for one of its addresses."""


def apis(view: View) -> list[Ask]:
    """The next first page, until one answers; then all the pages that it names."""
    asked = [h for h in view.state.harvests.values() if h.source.kind is SourceKind.API]
    if any(h.outcome.status in CLOSED for h in asked):
        return []
    if any(_answers(h) for h in asked):
        if _is_over(view, asked):
            return []
        pages = sorted(view.fresh(view.named(SourceKind.API, Role.PAGE)), key=lambda source: source.number or 0)
        batch = 1 if view.limits.since else BATCH  # where the end is a day, it is looked for page by page
        return [Ask(source, "a further page of the platform's API") for source in pages[:batch]]
    if any(h.outcome.status == 200 for h in asked):
        return []  # it answers, and has nothing or something else
    gone = {_place(h.source.address) for h in asked if h.outcome.status in (404, 410)}
    offered = [source for source in view.named(SourceKind.API, Role.WHOLE) if _place(source.address) not in gone]
    first = sorted(view.fresh(offered), key=lambda source: source.number or 0)
    return [Ask(source, f"the API of {source.label}") for source in first[:1]]


def _is_over(view: View, asked: Sequence[Harvest]) -> bool:
    """Whether the last page told of nothing that those before had not told of, or is older than what is wanted."""
    last = asked[-1]
    if last.outcome.state is not State.DONE:
        return False
    if last.source.role is not Role.PAGE:
        return is_older(last, view.limits.since)
    before = {claim.address for harvest in asked[:-1] for claim in harvest.findings.claims}
    told = {claim.address for claim in last.findings.claims}
    return (bool(told) and told <= before) or is_older(last, view.limits.since)


def _place(address: str) -> str:
    """An address but for the numbers in its query: the same place with pages of another size."""
    path, _, query = address.partition("?")
    return f"{path}?{_NUMBER.sub('', query)}"


def _answers(harvest: Harvest) -> bool:
    done = harvest.outcome.state is State.DONE
    return done and any(claim.place is Place.API for claim in harvest.findings.claims)
