"""Which chain of listings to follow: the one that costs least, while something is missing that it may tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from crawler import hints, urls
from crawler.blogstate import BlogState
from crawler.ledger import AUDITORS, Chain
from crawler.model import Ask, CanonicalUrl, Claim, Harvest, Place, Role, Source, SourceKind, State
from crawler.planner.guesses import next_guess
from crawler.planner.month_gaps import is_rough
from crawler.planner.view import SAMPLE, View, spread
from crawler.sources.neighbours import ARROW, UNMARKED

BATCH = 60
LISTS = frozenset((Place.LISTING, Place.API))
"""How what a page of a series lists stands in it."""

NEIGHBOUR = "neighbour"
REVIEW = 8
"""After this many pages of one series the plan is weighed anew."""

SILENCE = 24
"""So many periods in a row without a post end a calendar that links from each period to the next."""

DEAR = 8.0
"""From this many requests on, guessing an address that would save them is worth a try."""

FEW = 30
"""A blog with fewer posts is not worth an audit."""

SHALLOW = "platform.shallow"
"""The trait of a front page whose pages end after the newest posts."""

PARTIAL = {"sections": 6, "days": 7, "tags": 9, "authors": 9}
"""Chains that need not hold every post: asked only where no other could be read to its end, in this order."""

CHAINS = ("years", "months", "series", *PARTIAL)
_UNTRIED = {3: 0.0, 2: 1.0, 1: 12.0}
"""What an archive page that was not asked yet counts as, by the weight of the link that promised it."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """A chain that could be followed, and the requests it may take."""

    cost: float
    chain: Chain

    @property
    def why(self) -> str:
        told = f"{len(self.chain.lists)} posts from {len(self.chain.asked)} pages"
        return f"{self.chain.name}: {told}, {len(self.chain.open)} pages left"


def following(state: BlogState, since: date | None = None) -> Ask | None:
    """The next page of a series whose last page told of something new, without weighing everything each time."""
    last = next(reversed(state.harvests.values()))
    if last.source.kind is SourceKind.POST:
        return _beside(state, last)
    unfit = last.source.role is not Role.PAGE or last.outcome.state is State.FAILED
    if unfit or len(state.harvests) % REVIEW == 0:
        return None
    ahead = [s for s in last.findings.sources if s.role is Role.PAGE and not state.asked(s.address)]
    if len(ahead) != 1 or not _tells_new(state, last) or is_older(last, since):
        return None
    return Ask(state.sources[ahead[0].address], "the next page of a series that tells of new posts")


def is_older(page: Harvest, since: date | None) -> bool:
    """Whether everything that a page lists with a day is older than what is wanted."""
    days = [day for claim in page.findings.claims if claim.place in LISTS and len(day := claim.first("date")) >= 10]
    return since is not None and bool(days) and max(days) < since.isoformat()


def _beside(state: BlogState, last: Harvest) -> Ask | None:
    """The neighbour that a post names, where the post itself was visited as one."""
    if last.source.label != NEIGHBOUR or len(state.harvests) % REVIEW == 0:
        return None
    marked = [claim for claim in beside(state, last) if not _is_arrow(claim)]
    return next(map(neighbour, unlisted(state, marked)), None)


def beside(state: BlogState, harvest: Harvest) -> list[Claim]:
    """What a page names as its neighbours and was not asked; the pages of a series are none."""
    return [
        claim
        for claim in harvest.findings.claims
        if claim.place is Place.BESIDE and not state.asked(claim.address) and hints.page_number(claim.address) is None
    ]


def unlisted(state: BlogState, claims: Sequence[Claim]) -> list[str]:
    """Addresses of neighbours, without those that words or arrows alone lead to and that lists name as well."""
    doubtful = {claim.address for claim in claims if any(e.rule.startswith(UNMARKED) for e in claim.evidence)}
    known = listed(state) if doubtful else ()
    return [one.address for one in claims if one.address not in doubtful or urls.canonical(one.address) not in known]


def listed(state: BlogState) -> set[CanonicalUrl]:
    """Addresses that lists and feeds name."""
    told = (claim for harvest in state.done() for claim in harvest.findings.claims)
    return {urls.canonical(claim.address) for claim in told if claim.place in (Place.LISTING, Place.FEED)}


def _is_arrow(claim: Claim) -> bool:
    """Whether an arrow alone names a neighbour."""
    return any(one.rule.startswith(ARROW) for one in claim.evidence)


def neighbour(address: str) -> Ask:
    """A visit to a post since another names it as its older or newer neighbour."""
    return Ask(Source(address, SourceKind.POST, Role.ONE, NEIGHBOUR), "a post names it as its neighbour")


def _tells_new(state: BlogState, last: Harvest) -> bool:
    """Whether a page lists an address that no page before it listed, other than the next page's."""
    ahead = {source.address for source in last.findings.sources}
    before = {
        claim.address
        for harvest in state.harvests.values()
        if harvest is not last
        for claim in harvest.findings.claims
        if claim.place in LISTS
    }
    listed = {claim.address for claim in last.findings.claims if claim.place in LISTS}
    return bool(listed - before - ahead)


def cheapest_chain(view: View) -> list[Ask]:
    """Follow the chain of listings that costs least; before a dear one, try to guess an address that saves it."""
    if not _needs_listings(view):
        return []
    best = min(_offers(view), key=lambda offer: (offer.cost, offer.chain.name), default=None)
    if best is None:
        return []
    if best.cost >= DEAR and (guess := next_guess(view, int(best.cost // 4))):
        return guess
    return [Ask(source, best.why) for source in portion(view, best.chain)]


def _needs_listings(view: View) -> bool:
    ledger = view.ledger
    if not ledger.settled():
        return True
    return len(ledger.untitled()) + len(ledger.undated()) > 5


def _offers(view: View) -> Iterator[_Offer]:
    """Every chain that has open sources and has not proved useless."""
    closed = view.ledger.main_is_closed()
    for chain in view.ledger.chains.values():
        kind = chain.name.partition(":")[0]
        if kind not in CHAINS or not chain.open or (kind in PARTIAL and closed) or is_useless(view, chain):
            continue
        if _ends_early(view, chain) or (view.ledger.settled() and is_rough(chain)):
            continue
        yield _Offer(_cost(chain, max(1, view.ledger.potential)) + 10_000 * PARTIAL.get(kind, 0), chain)


def _ends_early(view: View, chain: Chain) -> bool:
    """The pages of a front page whose platform gives the newest posts alone there, where its calendar lists posts."""
    if SHALLOW not in view.home_traits or chain.name != f"series:{view.state.base}":
        return False
    calendar = (view.ledger.chains.get(name) for name in ("years", "months"))
    return any(chain and (chain.lists or (chain.open and not chain.broken)) for chain in calendar)


def _cost(chain: Chain, potential: int) -> float:
    """Requests that a chain still needs, as far as can be told.

    A series without a known end may go on as long as it did; one that was begun is rather finished than another begun.
    """
    if chain.name.startswith("series") and not chain.asked:
        return _UNTRIED.get(chain.open[0].number or 1, 12.0)
    if not chain.name.startswith("series") or not chain.lists or len(chain.open) > 1:
        return float(len(chain.open))
    each = max(len(chain.lists) / len(chain.asked), 0.5)
    left = max(len(chain.asked), (potential - len(chain.lists)) / each)
    return left / 2 if len(chain.asked) > SAMPLE else left


def is_useless(view: View, chain: Chain) -> bool:
    """Its last pages told of no post, of none that the chain had not told of before, or not what is missing."""
    if any(is_older(harvest, view.limits.since) for harvest in chain.asked[-1:]):
        return True
    if chain.name == "years" and _leads_to_months(view, chain):
        return False
    if view.ledger.settled() and len(chain.asked) >= SAMPLE and chain.lists:
        undated = sum(not view.ledger.posts[number].text("date") for number in chain.lists)
        if undated * 2 > len(chain.lists):
            return True
    pages = [h for h in chain.asked if h.source.role is Role.PAGE]
    if not pages and (len(chain.open) > SAMPLE or len(chain.asked) < SILENCE):
        return len(chain.asked) >= SAMPLE and not chain.lists
    last = pages[-2:] if pages else chain.asked[-SILENCE:]
    before: set[int] = set()
    for harvest in chain.asked:
        if harvest not in last:
            before |= view.ledger.listed_by(harvest)
    return len(last) >= 2 and all(view.ledger.listed_by(harvest) <= before for harvest in last)


def _leads_to_months(view: View, years: Chain) -> bool:
    """Whether the last years list nothing but name months that no page before named, and months list posts: a calendar
    that shows counts of days."""
    months = view.ledger.chains.get("months")
    last = {harvest.source.address for harvest in years.asked[-SAMPLE:]}
    named = view.named(SourceKind.ARCHIVE, Role.MONTH)
    return months is not None and bool(months.lists) and any(source.parent in last for source in named)


def portion(view: View, chain: Chain) -> list[Source]:
    """A sample of a chain first; all of it once the sample has told something."""
    fresh = list(view.fresh(sorted(chain.open, key=_order)))
    pages = sum(h.source.role is Role.PAGE for h in chain.asked)
    if chain.name.startswith("series") and not pages:
        return fresh[:1]
    if len(chain.asked) < SAMPLE:
        return spread(fresh) if view.ledger.settled() else fresh[:SAMPLE]
    return fresh[:BATCH]


def _order(source: Source) -> tuple[int, str]:
    """Pages upwards, years downwards."""
    number = source.number or 0
    return (number if source.role is Role.PAGE else -number, source.address)


def audit(view: View) -> list[Ask]:
    """Where one chain alone lists everything, a sample of another: if that names more, it is read, too. Not where there
    are as many posts as a source declares."""
    whole = view.ledger.whole()
    count = len(view.ledger.posts)
    needless = count < FEW or view.ledger.told_by_api() or count == view.ledger.expected
    if whole is None or needless or view.ledger.agreeing(whole):
        return []
    others = [c for c in view.ledger.chains.values() if c.open and not c.asked and c.name in AUDITORS]
    for chain in sorted(others, key=lambda c: (c.name != "months", len(c.open))):
        fresh = list(view.fresh(sorted(chain.open, key=_order)))
        why = f"a sample of {chain.name}, to see whether {whole.name} misses anything"
        return [Ask(one, why) for one in spread(fresh)]
    return []
