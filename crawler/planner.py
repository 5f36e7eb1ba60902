"""What to ask next of a blog, and why to stop. Pure: the state of one blog in, a plan out.

A table of moves in order of what they may give for a request. The first that has something to ask makes the plan; each
is asked again when its answers are in. Cheap whole sources come first; then the cheapest chain of listings that is still
needed; a post's own page only for what no listing told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urljoin

from crawler import urls
from crawler.blogstate import BlogState, fetch_key
from crawler.ledger import AUDITORS, Chain, Ledger, ledger_of
from crawler.model import Ask, Harvest, Place, Plan, Post, Role, Source, SourceKind, State

MOST_GUESSES = 6
SAMPLE = 3
BATCH = 60
DEAR = 8.0
"""From this many requests on, guessing an address that would save them is worth a try."""
REVIEW = 8
"""After this many pages of one series the plan is weighed anew."""



@dataclass(frozen=True, slots=True)
class Limits:
    """The budget of a blog: requests, depth ("listing" or "full"), and the day before which nothing is wanted."""

    max_requests: int = 2_000
    depth: str = "listing"
    since: date | None = None


@dataclass(slots=True)
class View:
    """The state as the moves see it; the ledger is made once for a plan."""

    state: BlogState
    limits: Limits
    ledger: Ledger

    def fresh(self, sources: Iterator[Source] | list[Source]) -> Iterator[Source]:
        """Those that were not asked, each address once."""
        seen = set()
        for source in sources:
            key = fetch_key(source.address)
            if key not in seen and not self.state.asked(source.address):
                seen.add(key)
                yield source


Move = Callable[[View], list[Ask]]


def next_plan(state: BlogState, limits: Limits | None = None) -> Plan:
    """What to ask now that nothing is in flight, or why to stop."""
    plan = _plan(state, limits or Limits())
    return replace(plan, asks=tuple(replace(ask, source=state.served(ask.source)) for ask in plan.asks))


def _plan(state: BlogState, limits: Limits) -> Plan:
    if state.requests >= limits.max_requests:
        return Plan((), f"the budget of {limits.max_requests} requests is used up")
    if opening := _opening(state):
        return Plan(tuple(opening))
    home = state.home
    if home is None or home.outcome.state is State.FAILED:
        return Plan((), f"the home page could not be read: {home.outcome.error if home else 'not asked'}")
    if following := _following(state):
        return Plan((following,))
    view = View(state, limits, ledger_of(state))
    for move in MOVES:
        asks = move(view)
        if asks:
            return Plan(tuple(asks[: max(1, limits.max_requests - state.requests)]))
    return Plan((), _why_stop(view))


def _opening(state: BlogState) -> list[Ask]:
    asks = []
    robots = urljoin(state.blog.home, "/robots.txt")
    if not state.asked(robots):
        asks.append(Ask(Source(robots, SourceKind.ROBOTS, Role.WHOLE), "the rules of the host, and the sitemaps it names"))
    if not state.asked(state.blog.home):
        asks.append(Ask(Source(state.blog.home, SourceKind.HOMEPAGE, Role.WHOLE), "the home page"))
    return asks


def _following(state: BlogState) -> Ask | None:
    """The next page of a series whose last page told of something new, without weighing everything anew each time."""
    last = next(reversed(state.harvests.values()))
    if last.source.role is not Role.PAGE or last.outcome.state is State.FAILED or len(state.harvests) % REVIEW == 0:
        return None
    ahead = [s for s in last.findings.sources if s.role is Role.PAGE and not state.asked(s.address)]
    if len(ahead) != 1 or not _tells_new(state, last):
        return None
    return Ask(state.sources[ahead[0].address], "the next page of a series that tells of new posts")


def _tells_new(state: BlogState, last: Harvest) -> bool:
    """Whether a page lists an address that no page before it listed."""
    before = {
        claim.address for harvest in state.harvests.values() if harvest is not last
        for claim in harvest.findings.claims if claim.place is Place.LISTING
    }  # fmt: skip
    return any(claim.address not in before for claim in last.findings.claims if claim.place is Place.LISTING)


def _why_stop(view: View) -> str:
    whole = view.ledger.whole()
    if whole is not None:
        return f"{whole.name} lists all {len(view.ledger.posts)} posts known"
    return f"nothing more to ask; {len(view.ledger.posts)} posts known"


def whole_sources(view: View) -> list[Ask]:
    """The main feed, the sitemaps, the pages that promise the whole archive: few requests, much to hope for."""
    asks = [*_feeds(view), *_sitemaps(view)]
    asks.extend(Ask(source, f"its link promises the whole archive ({source.label or source.address})") for source in _archives(view, 3)[:2])
    return asks


def _feeds(view: View) -> Iterator[Ask]:
    """One feed at a time: the first declared; another when that fails or is empty."""
    answered = [h for h in view.state.done(SourceKind.FEED) if any(c.place.value == "feed" for c in h.findings.claims)]
    parts = [s for s in view.state.sources.values() if s.kind is SourceKind.FEED and s.role in (Role.PAGE, Role.PART)]
    for source in view.fresh(parts):
        yield Ask(source, "a further part of the feed")
    if answered:
        return
    wanted = [s for s in view.state.sources.values() if s.kind is SourceKind.FEED and s.role is Role.WHOLE]
    wanted = [s for s in wanted if s.parent == view.state.blog.home or not any(w.parent == view.state.blog.home for w in wanted)]
    wanted.sort(key=lambda s: len(urls.path_parts(s.address)))
    tried = sum(1 for h in view.state.harvests.values() if h.source.kind is SourceKind.FEED)
    for source in view.fresh(wanted):
        if tried < 4:
            yield Ask(source, "the blog's feed")
        return


def _sitemaps(view: View) -> Iterator[Ask]:
    named = [s for s in view.state.sources.values() if s.kind is SourceKind.SITEMAP and s.role in (Role.WHOLE, Role.PART)]
    fresh = list(view.fresh(_newest_first(named)))
    for source in fresh[:20]:
        yield Ask(source, "a sitemap")
    usual = urljoin(view.state.base, "/sitemap.xml")
    if not named and not view.state.asked(usual):
        yield Ask(Source(usual, SourceKind.SITEMAP, Role.USUAL), "sitemaps usually stand there")


def _newest_first(sources: list[Source]) -> list[Source]:
    return sorted(sources, key=lambda s: (s.role is not Role.WHOLE, s.address))


def _archives(view: View, weight: int) -> list[Source]:
    """Pages whose links promise everything, most promising first."""
    wanted = [
        s for s in view.state.sources.values() if s.kind is SourceKind.ARCHIVE and s.role is Role.WHOLE and (s.number or 1) >= weight
    ]
    wanted.sort(key=lambda s: (-(s.number or 1), len(urls.path_parts(s.address)), s.address))
    return list(view.fresh(wanted))


def cheapest_chain(view: View) -> list[Ask]:
    """Follow the chain of listings that costs least, while something is missing that it may tell."""
    if not _needs_listings(view):
        return []
    offers = sorted(_offers(view), key=lambda offer: offer[0])
    if not offers:
        return []
    (cost, _), chain, why = offers[0]
    if cost >= DEAR and (tries := _next_guess(view, min(MOST_GUESSES, int(cost // 4)))):
        return tries
    return [Ask(source, why) for source in _portion(view, chain)]


def _needs_listings(view: View) -> bool:
    ledger = view.ledger
    if ledger.whole() is None:
        return True
    return len(ledger.untitled()) + len(ledger.undated()) > 5


ORDER = {"years": 0, "series": 1, "months": 2, "sections": 6, "days": 7, "tags": 9, "authors": 9}


PARTIAL = ("sections", "days", "tags", "authors")
"""Chains that need not hold every post: asked only where no other chain could be read to its end."""


def _offers(view: View) -> Iterator[tuple[tuple[float, str], Chain, str]]:
    """(cost, chain, why) of every chain that has open sources and has not proved useless."""
    potential, closed = max(1, view.ledger.potential), view.ledger.main_is_closed()
    for chain in view.ledger.chains.values():
        kind = chain.name.partition(":")[0]
        if kind not in ORDER or not chain.open or _useless(view, chain) or (kind in PARTIAL and closed):
            continue
        if kind == "series" and not chain.asked:
            weight = chain.open[0].number or 1
            cost = 3.0 - weight if weight > 1 else 12.0
        else:
            cost = _cost(chain, potential)
        if kind in PARTIAL:
            cost += 10_000 + 1000 * ORDER[kind]
        yield (cost, chain.name), chain, f"{chain.name}: {len(chain.lists)} posts from {len(chain.asked)} pages, {len(chain.open)} pages left"


def _cost(chain: Chain, potential: int) -> float:
    """Requests that a chain still needs, as far as can be told. 

    A series without a known end may go on as long as it did; one that was begun is rather finished than another begun.
    """
    if not chain.name.startswith("series") or not chain.asked or not chain.lists or len(chain.open) > 1:
        return float(len(chain.open))
    each = max(len(chain.lists) / len(chain.asked), 0.5)
    left = max(len(chain.asked), (potential - len(chain.lists)) / each)
    return left / 2 if len(chain.asked) > SAMPLE else left


def _useless(view: View, chain: Chain) -> bool:
    """Its last pages told of no post, of none that the chain had not told of before, or not what is missing."""
    if view.ledger.whole() is not None and len(chain.asked) >= SAMPLE and chain.lists:
        undated = sum(len(view.ledger.posts[number].text("date")) < 10 for number in chain.lists)
        if undated * 2 > len(chain.lists):
            return True
    pages = [h for h in chain.asked if h.source.role is Role.PAGE]
    if not pages:
        return len(chain.asked) >= SAMPLE and not chain.lists
    last = pages[-2:]
    before: set[int] = set()
    for harvest in chain.asked:
        if harvest not in last:
            before |= view.ledger.by_source.get(harvest.source.address, set())
    return len(last) == 2 and all(view.ledger.by_source.get(h.source.address, set()) <= before for h in last)


def _portion(view: View, chain: Chain) -> list[Source]:
    """A sample of a chain first; all of it once the sample has told something."""
    fresh = list(view.fresh(sorted(chain.open, key=_order)))
    pages = [h for h in chain.asked if h.source.role is Role.PAGE]
    if chain.name.startswith("series") and len(pages) < 1:
        return fresh[:1]
    if len(chain.asked) < SAMPLE:
        return fresh[:SAMPLE]
    return fresh[:BATCH]


def _order(source: Source) -> tuple[int, str]:
    number = source.number or 0
    return (number if source.role is Role.PAGE else -number, source.address)


def guesses(view: View) -> list[Ask]:
    """Addresses that no link names: the folder of the posts, and where archives and feeds usually stand."""
    return [] if view.ledger.whole() is not None else _next_guess(view, MOST_GUESSES)


def _next_guess(view: View, most: int) -> list[Ask]:
    tried = sum(1 for h in view.state.harvests.values() if h.source.role is Role.USUAL and h.source.kind is not SourceKind.SITEMAP)
    if tried >= most:
        return []
    for source in view.fresh(_usual(view)):
        return [Ask(source, "archives usually stand there")]
    return []


_USUAL = ("archive/", "archives/", "archives.html", "archive.html", "posts/", "blog/")


def _usual(view: View) -> Iterator[Source]:
    base = view.state.base
    folder = base if base.endswith("/") else base.rpartition("/")[0] + "/"
    for parent in _folders_of_posts(view.ledger.posts):
        yield Source(parent, SourceKind.ARCHIVE, Role.USUAL)
    for tail in _USUAL:
        yield Source(urljoin(folder, tail), SourceKind.ARCHIVE, Role.USUAL)
    if not any(h.source.kind is SourceKind.FEED for h in view.state.done()):
        for tail in ("feed/", "atom.xml", "rss.xml", "index.xml", "feed.xml"):
            yield Source(urljoin(folder, tail), SourceKind.FEED, Role.USUAL)


def _folders_of_posts(posts: list[Post]) -> list[str]:
    """Folders without dates that hold at least half of the posts: an index may stand there."""
    counts: dict[str, int] = {}
    for post in posts:
        for parent in urls.parents(post.url):
            if urls.date_in(parent) is None and urls.path_parts(parent):
                counts[parent] = counts.get(parent, 0) + 1
    return [parent for parent, count in sorted(counts.items(), key=lambda pair: -pair[1]) if count * 2 > len(posts)][:2]


def own_pages(view: View) -> list[Ask]:
    """Posts' own pages for what is still missing: a few first, the rest when those told it."""
    asks: list[Ask] = []
    for field, lacking in (("title", view.ledger.untitled()), ("date", view.ledger.undated())):
        asked = [post for post in view.ledger.posts if view.state.asked(post.url)]
        helped = [post for post in asked if _told_by_itself(post, field)]
        wanted = [post for post in lacking if not view.state.asked(post.url)]
        if not wanted or (len(asked) >= SAMPLE and not helped and not view.limits.depth == "full"):
            continue
        portion = wanted if len(asked) >= SAMPLE else wanted[:SAMPLE]
        asks.extend(Ask(Source(post.url, SourceKind.POST, Role.ONE), f"its {field} is not known") for post in portion)
        if asks:
            return asks
    return asks


def _told_by_itself(post: Post, field: str) -> bool:
    chosen = post.fields.get(field)
    return chosen is not None and chosen.rule.startswith(("page.", "jsonld.", "meta.")) and (field != "date" or len(chosen.value) >= 10)


def every_page(view: View) -> list[Ask]:
    """With depth `full`, every post's page."""
    if view.limits.depth != "full":
        return []
    fresh = [post for post in view.ledger.posts if not view.state.asked(post.url)]
    return [Ask(Source(post.url, SourceKind.POST, Role.ONE), "every post is visited") for post in fresh]


def audit(view: View) -> list[Ask]:
    """Where one chain alone lists everything, a sample of another: if it names what the first does not, that is read, too."""
    whole = view.ledger.whole()
    if whole is None or len(view.ledger.posts) < FEW or view.ledger.agreeing(whole):
        return []
    others = [c for c in view.ledger.chains.values() if c.open and not c.asked and c.name in AUDITORS]
    for chain in sorted(others, key=lambda c: (c.name != "months", len(c.open))):
        fresh = list(view.fresh(sorted(chain.open, key=_order)))
        picked = [fresh[0], fresh[len(fresh) // 2], fresh[-1]] if len(fresh) > SAMPLE else fresh
        return [Ask(source, f"a sample of {chain.name}, to see whether {whole.name} misses anything") for source in picked]
    return []


FEW = 30
"""A blog with fewer posts is not worth an audit."""

MOVES: tuple[Move, ...] = (whole_sources, cheapest_chain, guesses, audit, own_pages, every_page)
