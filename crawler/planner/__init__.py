"""What to ask next of a blog, and why to stop. Pure: the state of one blog in, a plan out.

A table of moves in order of what they may give for a request. The first that has something to ask makes the plan; all
are weighed again when its answers are in. Cheap whole sources come first; then the cheapest chain of listings that is
still needed; a post's own page only for what no listing told.
"""

from __future__ import annotations

from dataclasses import replace

from crawler.blogstate import BlogState
from crawler.ledger import ledger_of
from crawler.model import Plan, State
from crawler.planner.apis import apis
from crawler.planner.curated import curated, is_excluded
from crawler.planner.doubts import doubts
from crawler.planner.entrances import entrances
from crawler.planner.feed_pages import feed_pages
from crawler.planner.guesses import guesses, months_by_pattern, usual_feeds
from crawler.planner.listings import audit, cheapest_chain, following
from crawler.planner.month_gaps import month_gaps
from crawler.planner.opening import opening, whole_sources
from crawler.planner.own_pages import every_page, in_full, neighbours, own_pages
from crawler.planner.section_feeds import section_feeds
from crawler.planner.twins import twins
from crawler.planner.vanished import vanished
from crawler.planner.view import FULL, Limits, Move, View
from crawler.planner.visits import disagreement, following_news, told_of, watched

MOVES: tuple[Move, ...] = (
    apis,
    whole_sources,
    curated,
    cheapest_chain,
    twins,
    entrances,
    guesses,
    feed_pages,
    usual_feeds,
    months_by_pattern,
    neighbours,
    audit,
    doubts,
    own_pages,
    section_feeds,
    month_gaps,
    every_page,
    vanished,
)

OF_A_VISIT: tuple[Move, ...] = (curated, own_pages, every_page, vanished)
"""The moves of a visit to a blog whose history was listed before."""


def next_plan(state: BlogState, limits: Limits | None = None) -> Plan:
    """What to ask now that nothing is in flight, or why to stop."""
    limits = limits or Limits()
    return _served(_plan(state, limits), state, limits)


def _served(plan: Plan, state: BlogState, limits: Limits) -> Plan:
    """The plan with each source under the address that the server prefers, and posts' pages as they are to be read."""
    full = limits.depth == FULL
    asks = (replace(ask, source=in_full(state.served(ask.source), state, full)) for ask in plan.asks)
    return replace(plan, asks=tuple(asks))


def _plan(state: BlogState, limits: Limits) -> Plan:
    left = limits.max_requests - state.requests
    if left <= 0:
        return Plan((), limits.used_up)
    if asks := opening(state):
        return Plan(tuple(asks[:left]))
    home = state.home
    if home is None or home.outcome.state is State.FAILED:
        return Plan((), f"the home page could not be read: {home.outcome.error if home else 'not asked'}")
    ask = following(state, limits.since)
    if ask and not is_excluded(state, ask):
        return Plan((ask,))
    view = View(state, limits, ledger_of(state))
    for move in MOVES:
        if asks := [a for a in move(view) if not state.asked(a.source.address) and not is_excluded(state, a)]:
            return Plan(tuple(asks[:left]))
    return Plan((), _why_stop(view))


def _why_stop(view: View) -> str:
    whole = view.ledger.whole()
    if whole is not None:
        return f"{whole.name} lists all {len(view.ledger.posts)} posts known"
    return f"nothing more to ask; {len(view.ledger.posts)} posts known"


def next_visit(state: BlogState, limits: Limits, *, unfinished: bool = False) -> Plan:
    """The same for a blog whose history is remembered: what shows the newest posts, until a known one is met.

    Where an earlier crawl was not carried to its end (`unfinished`), what that left is asked, too.
    """
    left = limits.max_requests - state.requests
    if left <= 0:
        return Plan((), limits.used_up)
    if asks := following_news(state):
        return Plan(tuple(asks[:left]))
    if why := disagreement(state):
        return Plan((), anew=why)
    view = View(state, limits, ledger_of(state))
    for move in MOVES if unfinished else OF_A_VISIT:
        again = move in (every_page, vanished)  # what an earlier run has read may be wanted anew
        wanted = [ask for ask in move(view) if again or not state.asked(ask.source.address)]
        if asks := [ask for ask in wanted if not is_excluded(state, ask)]:
            return _served(Plan(tuple(asks[:left])), state, limits)
    return Plan((), told_of(state))


__all__ = ["MOVES", "OF_A_VISIT", "Limits", "next_plan", "next_visit", "watched"]
