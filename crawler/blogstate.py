"""What is known of one blog in this run: every source asked or found, folded harvest by harvest.

Rebuilt from the store after a kill, held by the spider alone. A visit remembers what earlier runs read, and what it
asks again takes the place of that. Decides nothing: see `planner`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from crawler import corrections, urls
from crawler.model import Blog, CanonicalUrl, Harvest, Place, Post, Role, Source, SourceKind, State
from crawler.posts import Memory, posts_of

_SPECIFIC = (Role.WHOLE, Role.YEAR, Role.MONTH, Role.PAGE, Role.PART, Role.SECTION)


@dataclass(slots=True)
class BlogState:
    """One blog in one run. Mutable, and only by `fold`. `desk` holds the curator's corrections, which are no source of
    the web: nothing is counted or asked for them."""

    blog: Blog
    desk: Harvest | None = None
    harvests: dict[str, Harvest] = field(default_factory=dict)
    """What was asked, by the address that was asked."""
    sources: dict[str, Source] = field(default_factory=dict)
    """Every source that anything named, by address."""
    texts: Mapping[CanonicalUrl, str] = field(default_factory=dict)
    """Pages that earlier runs have read for their texts: `fetch_key` of each to the day (UTC) of the last answer."""
    requests: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    """How often the server answered by adding a slash or changing the scheme, and how often it did not."""
    past: dict[str, Harvest] = field(default_factory=dict)
    """What earlier runs read, by address; none in a run that lists everything."""
    before: Mapping[CanonicalUrl, str] = field(default_factory=dict)
    """The posts that were there when the last crawl ended: the address of each by its keys."""
    gone: Mapping[CanonicalUrl, str] = field(default_factory=dict)
    """The same of posts that were gone."""
    judged: frozenset[CanonicalUrl] = frozenset()
    """The keys of everything that was judged then, post or not, and of posts that are gone."""
    _fresh: dict[str, Harvest] = field(default_factory=dict)
    _asked: set[CanonicalUrl] = field(default_factory=set)
    _posts: tuple[Post, ...] | None = None
    _memory: Memory = field(default_factory=Memory)
    curated: tuple[Source, ...] = ()
    """Where the curator says to look, too."""
    excluded: tuple[str, ...] = ()
    """Patterns of addresses that the curator says are no posts."""

    def __post_init__(self) -> None:
        if self.desk is not None:
            self.curated = corrections.sources_of(self.desk.findings.claims)
            self.excluded = corrections.patterns_of(self.desk.findings.claims)
            self.sources |= {source.address: source for source in self.curated}

    def fold(self, harvest: Harvest) -> None:
        """Take in what was asked and what it told. A guess that answers with the home page has not answered."""
        if harvest.source.role is Role.USUAL and self._is_home_again(harvest):
            outcome = replace(harvest.outcome, state=State.FAILED, error="the home page again")
            harvest = Harvest(harvest.blog, harvest.source, outcome)
        if harvest.source.parent == corrections.DESK.address:
            harvest = replace(harvest, source=replace(harvest.source, kind=_kind_read(harvest)))
        address = harvest.source.address
        self._fresh[address] = harvest
        self.harvests.pop(address, None)  # what is asked again stands last
        self.harvests[address] = self._with_past(harvest)
        self.requests += 1 + len(harvest.outcome.redirects)
        for address in (harvest.source.address, harvest.outcome.final, *harvest.outcome.redirects):
            if address:
                self._asked.add(fetch_key(address))
        self.sources.setdefault(harvest.source.address, harvest.source)
        for source in harvest.findings.sources:
            self._meet(source, harvest.source)
        self._posts = None
        self._learn_moves(harvest)

    def remember(self, harvests: Iterable[Harvest]) -> None:
        """Take in what earlier runs read: it counts as read, and costs this run nothing. The desk is no such thing."""
        spent, fresh = self.requests, dict(self._fresh)
        for harvest in (one for one in harvests if one.source.kind is not SourceKind.CURATOR):
            self.fold(harvest)
            self.past[harvest.source.address] = self.harvests[harvest.source.address]
        self.requests, self._fresh = spent, fresh

    @property
    def fresh(self) -> list[Harvest]:
        """What was asked in this run, in that order, with what it says now alone."""
        return list(self._fresh.values())

    def asked_now(self) -> set[CanonicalUrl]:
        """`fetch_key` of what was asked in this run; what earlier runs read is not in it."""
        told = ((one.source.address, one.outcome.final, *one.outcome.redirects) for one in self._fresh.values())
        return {fetch_key(address) for addresses in told for address in addresses if address}

    def _with_past(self, harvest: Harvest) -> Harvest:
        """A harvest with what its source said before of addresses that it no longer names: a feed is cut at its end."""
        past = self.past.get(harvest.source.address)
        if past is None:
            return harvest
        named = {claim.address for claim in harvest.findings.claims}
        kept = tuple(claim for claim in past.findings.claims if claim.address not in named)
        return replace(harvest, findings=replace(harvest.findings, claims=(*harvest.findings.claims, *kept)))

    def _is_home_again(self, harvest: Harvest) -> bool:
        """A server that answers any address with its home page lists the same there."""
        home = self.home
        if home is None or harvest is home:
            return False
        ours, theirs = (
            {claim.address for claim in one.findings.claims if claim.place in (Place.LISTING, Place.TEXT)}
            for one in (home, harvest)
        )
        return len(ours) > 1 and len(ours & theirs) >= 0.9 * max(len(ours), len(theirs))

    def _learn_moves(self, harvest: Harvest) -> None:
        asked, final = harvest.source.address, harvest.outcome.final
        if not final or harvest.source.kind in (SourceKind.ROBOTS, SourceKind.SITEMAP):
            return
        if (
            urlsplit(asked).scheme == "http"
            and urlsplit(final).scheme == "https"
            and urls.host_of(asked) == urls.host_of(final)
        ):
            self.moves["https"] += 1
        if _takes_slash(asked):
            self.moves["slash"] += 1 if final.endswith("/") else -1

    def served(self, source: Source) -> Source:
        """The source under the address that the server would redirect to, as far as it has shown a habit."""
        address = source.address
        if (
            self.moves["https"] > 0
            and address.startswith("http://")
            and urls.host_of(address) == urls.host_of(self.base)
        ):
            address = "https://" + address.removeprefix("http://")
        if self.moves["slash"] > 0 and _takes_slash(address):
            address += "/"
        return source if address == source.address else replace(source, address=address)

    def _meet(self, source: Source, parent: Source) -> None:
        named = source if source.parent else Source(
            source.address, source.kind, source.role, source.label, parent.address, source.number
        )  # fmt: skip
        held = self.sources.get(source.address)
        if held is None or _better(named, held):
            self.sources[source.address] = named

    def asked(self, address: str) -> bool:
        """Whether this address, or one that redirected to it, was asked in this run."""
        return fetch_key(address) in self._asked

    def posts(self) -> tuple[Post, ...]:
        """Everything known so far, judged; computed once between two harvests."""
        if self._posts is None:
            desk = [self.desk] if self.desk else []  # first, so that what comes after it is only added to
            self._posts = posts_of(self.blog, [*desk, *self.harvests.values()], memory=self._memory)
        return self._posts

    def done(self, kind: SourceKind | None = None) -> Iterable[Harvest]:
        """Harvests that were answered, of one kind or of all."""
        return [
            h
            for h in self.harvests.values()
            if h.outcome.state is State.DONE and (kind is None or h.source.kind is kind)
        ]

    def open(self) -> list[Source]:
        """Sources that were named and not asked; a place where the platform usually has something is not named."""
        named = (source for source in self.sources.values() if source.role is not Role.USUAL)
        return [source for source in named if not self.asked(source.address)]

    @property
    def home(self) -> Harvest | None:
        return self.harvests.get(self.blog.home)

    @property
    def base(self) -> str:
        """The home's address after redirects."""
        home = self.home
        return home.outcome.final or self.blog.home if home else self.blog.home


def _takes_slash(address: str) -> bool:
    """An address that could be a folder's without its last slash."""
    parts = urlsplit(address)
    return not parts.query and not parts.path.endswith("/") and "." not in parts.path.rpartition("/")[2]


def fetch_key(address: str) -> CanonicalUrl:
    """Two addresses that a server would answer alike: scheme, `www.` and a last slash do not matter."""
    return urls.canonical(urls.without_fragment(address))


def _kind_read(harvest: Harvest) -> SourceKind:
    """What a page that the curator named turned out to be, by what most of its claims are."""
    places = Counter(_READ_AS.get(claim.place, SourceKind.ARCHIVE) for claim in harvest.findings.claims)
    return places.most_common(1)[0][0] if places else harvest.source.kind


_READ_AS = {Place.FEED: SourceKind.FEED, Place.SITEMAP: SourceKind.SITEMAP}


def _better(new: Source, held: Source) -> bool:
    """Whether a second mention of a source says more than the first."""
    return new.role in _SPECIFIC and held.role in (Role.OTHER, Role.USUAL, Role.TAG)
