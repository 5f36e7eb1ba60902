"""Visits: a blog whose history is known is asked for what is new, by the cheapest sources that show its newest posts.

Where these tell of a new post their pages are followed until one that was known is met. Where they contradict what is
known, everything is to be listed anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crawler import urls
from crawler.blogstate import BlogState
from crawler.chains import root_of
from crawler.ledger import TOLD, Ledger, ledger_of
from crawler.model import Ask, CanonicalUrl, Harvest, Post, Role, Source, SourceKind, State

MOST_WATCHED = 2
"""So many sources are asked in a visit that finds nothing new."""

NEWEST = 3
"""A source that names one of so many newest posts shows what is new."""

MET = 2
"""So many known posts on a page show that nothing lies between them and the new ones; one may be pinned to the top."""

GONE = (404, 410)
_LISTS = (SourceKind.FEED, SourceKind.HOMEPAGE, SourceKind.ARCHIVE, SourceKind.SITEMAP, SourceKind.API)
_AHEAD = (Role.WHOLE, Role.USUAL)
_DEAREST = {SourceKind.FEED: 0, SourceKind.API: 1, SourceKind.HOMEPAGE: 2, SourceKind.ARCHIVE: 3, SourceKind.SITEMAP: 4}


LOOK_HERE = "the curator says to look here, too"


def first_asks(watch: Sequence[Source], curated: Sequence[Source]) -> list[Ask]:
    """What a visit begins with: what shows the newest posts, and where the curator says to look, too."""
    known = {source.address for source in watch}
    asks = [Ask(source, "it shows the newest posts") for source in watch]
    return asks + [Ask(source, LOOK_HERE) for source in curated if source.address not in known]


def watched(state: BlogState) -> tuple[str, ...]:
    """The addresses of the sources that a visit asks: a feed and a page that show the newest posts; a sitemap where
    there is no such page; the home page where nothing shows them. Its redirects make a source dear."""
    ledger = ledger_of(state)
    newest = _newest(ledger)
    showing = [h for h in state.done() if h.source.kind in _LISTS and ledger.listed_by(h) & newest]
    showing = [h for h in showing if h.source.role in _AHEAD or h.source.kind is SourceKind.SITEMAP] or showing[:1]
    showing.sort(key=lambda h: (_DEAREST[h.source.kind], len(h.outcome.redirects), h.outcome.size, h.source.address))
    feeds = [h.source.address for h in showing if h.source.kind is SourceKind.FEED]
    others = [h.source.address for h in showing if h.source.kind is not SourceKind.FEED]
    chosen = [*feeds[:1], *others[: MOST_WATCHED - len(feeds[:1])]]
    return tuple(chosen) or ((state.blog.home,) if state.home else ())


def _newest(ledger: Ledger) -> set[int]:
    """Positions of the newest posts; where none is dated, of all."""
    dated = [number for number, post in enumerate(ledger.posts) if post.text("date")]
    dated.sort(key=lambda number: ledger.posts[number].text("date"), reverse=True)
    return set(dated[:NEWEST]) or set(range(len(ledger.posts)))


def disagreement(state: BlogState) -> str:
    """What is said now that cannot be made one with what is known, in words; empty where nothing is."""
    for harvest in state.fresh:
        past = state.past.get(harvest.source.address)
        if past and past.outcome.state is State.DONE and _is_gone(harvest):
            return f"{harvest.source.address} is gone"
    unmet = _unmet(state)
    if unmet and not any(_closes(state, *one) for one in _lists(state)):
        return f"{unmet[0].source.address} shows new posts and none that was known"
    return _moved_total(state)


def _is_gone(harvest: Harvest) -> bool:
    return harvest.source.kind in _LISTS and harvest.outcome.state is State.FAILED and harvest.outcome.status in GONE


def following_news(state: BlogState) -> list[Ask]:
    """The next page of each source whose last page showed new posts alone."""
    fresh = {harvest.source.address for harvest in state.fresh}
    return [
        Ask(source, "the page before it shows new posts alone")
        for harvest in _unmet(state)
        for source in _pages_of(harvest)[:1]
        if source.address not in fresh
    ]


def told_of(state: BlogState) -> str:
    """What a visit found, in words."""
    new = len(news(state))
    return {0: "nothing new", 1: "one new post"}.get(new, f"{new} new posts")


def news(state: BlogState) -> list[Post]:
    """Posts of which no key was known."""
    return [post for post in state.posts() if post.is_post and state.judged.isdisjoint(post.keys)]


def _unmet(state: BlogState) -> list[Harvest]:
    """What was read in this run and names new posts, and not enough known ones to be sure that none lies between."""
    new = {key for post in news(state) for key in post.keys}
    return [h for h, listed in _lists(state) if not new.isdisjoint(listed) and not _meets(state, listed)]


def _meets(state: BlogState, listed: list[CanonicalUrl]) -> bool:
    known = len(state.before.keys() & set(listed))
    return known >= min(MET, len(state.before)) or bool(listed and listed[-1] in state.before)


def _closes(state: BlogState, harvest: Harvest, listed: list[CanonicalUrl]) -> bool:
    """Whether a list, or a page that was followed to, shows where the new posts end."""
    follows = harvest.source.role is Role.PAGE or any(key not in state.judged for key in listed)
    return follows and _meets(state, listed)


def _lists(state: BlogState) -> Iterator[tuple[Harvest, list[CanonicalUrl]]]:
    """Lists that were read in this run, and the addresses on them in their order. Not where the curator said since then
    to look, too: what that names need not join what is known."""
    added = {source.address for source in state.curated} - state.past.keys()
    for harvest in state.fresh:
        is_list = harvest.source.kind in _LISTS and harvest.outcome.state is State.DONE
        if is_list and root_of(state, harvest.source) not in added:
            yield harvest, listed_on(harvest)


def listed_on(harvest: Harvest) -> list[CanonicalUrl]:
    """The addresses that a list names, in the form that is compared."""
    return [urls.canonical(claim.address) for claim in harvest.findings.claims if claim.place in TOLD]


def _pages_of(harvest: Harvest) -> list[Source]:
    """The pages that go on where a list ends."""
    is_feed = harvest.source.kind is SourceKind.FEED
    roles = (Role.PAGE, Role.PART) if is_feed else (Role.PAGE,)
    named = harvest.findings.sources
    ahead = [source for source in named if source.role in roles and (source.kind is SourceKind.FEED) is is_feed]
    number = harvest.source.number or 1 if harvest.source.role is Role.PAGE else 1
    later = [source for source in ahead if (source.number or number + 1) > number]
    return sorted(later, key=lambda source: source.number or 0)


def _moved_total(state: BlogState) -> str:
    """A total that a source declares and that changed by another number than that of the new posts."""
    new = len(news(state))
    for harvest in state.fresh:
        old = state.past.get(harvest.source.address)
        if old is None or old.outcome.state is not State.DONE:
            continue
        was, now = ({t.rule: t.count for t in h.findings.totals if not t.scope} for h in (old, harvest))
        for rule in was.keys() & now.keys():
            if now[rule] - was[rule] not in (0, new):
                return f"{harvest.source.address} declares {now[rule]} posts, and {was[rule]} before"
    return ""
