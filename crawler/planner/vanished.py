"""Posts that were there before and that nothing names any more: their own pages tell whether they are gone. Posts that
were gone and are named again: whether they are back.

A list that was cut at its end says nothing of what is older than its oldest entry.
"""

from __future__ import annotations

from collections.abc import Iterator

from crawler import urls
from crawler.blogstate import BlogState
from crawler.model import Ask, CanonicalUrl, Harvest, Place, Role, Source, SourceKind, State
from crawler.planner.view import View
from crawler.planner.visits import listed_on

MOST = 10
"""So many are asked in one run; where more are missing a list has changed its form rather than lost its posts."""

VANISHED = "vanished"


def vanished(view: View) -> list[Ask]:
    """The pages of posts that are missing where they should be."""
    state = view.state
    listed = {key for harvest in state.fresh for key in listed_on(harvest)}
    missing = {*_out_of_feeds(state, listed)} | {url for key, url in state.gone.items() if key in listed}
    if not state.past:  # everything was listed anew
        named = listed | _ruled(state)
        missing |= {*state.before.values()} - {url for key, url in state.before.items() if key in named}
    read = {urls.canonical(harvest.source.address) for harvest in state.fresh}
    fresh = sorted(url for url in missing if urls.canonical(url) not in read)
    if len(fresh) > MOST + len(state.before) // 50:
        return []
    why = "whether it is gone: a list that should name it does not, or one names it again"
    return [Ask(Source(url, SourceKind.POST, Role.ONE, VANISHED), why) for url in fresh[:MOST]]


def _ruled(state: BlogState) -> set[CanonicalUrl]:
    """What the curator says is a post, whoever names it."""
    claims = state.desk.findings.claims if state.desk else ()
    return {urls.canonical(claim.address) for claim in claims if claim.first("type") == "post"}


def _out_of_feeds(state: BlogState, listed: set[CanonicalUrl]) -> Iterator[str]:
    """Posts that a feed named before, that are newer than the oldest it names now, and that it leaves out."""
    there = {urls.canonical(h.source.address) for h in state.past.values() if _was_looked_for(h)}
    for harvest in state.fresh:
        old = state.past.get(harvest.source.address)
        if old is None or harvest.source.kind is not SourceKind.FEED or harvest.outcome.state is not State.DONE:
            continue
        days = sorted(_days(harvest).values())
        for key, day in _days(old).items():
            if days and day > days[0] and key in state.before and key not in listed and key not in there:
                yield state.before[key]


def _was_looked_for(harvest: Harvest) -> bool:
    """A page that was there when something else had left it out."""
    return harvest.source.label == VANISHED and harvest.outcome.state is State.DONE


def _days(feed: Harvest) -> dict[CanonicalUrl, str]:
    """The day of each item that has one."""
    items = [claim for claim in feed.findings.claims if claim.place is Place.FEED]
    return {urls.canonical(item.address): day[:10] for item in items if len(day := item.first("date")) >= 10}
