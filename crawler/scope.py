"""Which hosts are the blog's, and which parts of an address tell its pages apart: read from what is named where.

Pure: harvests in, a scope out. Which addresses are one is decided in `grouping`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from crawler import urls
from crawler.model import CanonicalUrl, Claim, Harvest, Place, SourceKind, State


@dataclass(slots=True)
class Scope:
    """Which hosts are the blog's. `aliases` are hosts that stand for `host` under the same paths."""

    home: str
    host: str
    aliases: frozenset[str] = frozenset()
    moved: dict[str, str] = field(default_factory=dict)
    noise: frozenset[str] = frozenset()
    """Names of query parameters that the blog's links carry and that do not tell pages apart."""
    further: frozenset[str] = frozenset()
    """Hosts of pages on which the curator says to look, too."""
    excluded: tuple[str, ...] = ()
    """Patterns of addresses that the curator says are no posts."""

    def key(self, address: str) -> CanonicalUrl:
        """The canonical form of an address, on the blog's own host and without the parameters that are noise."""
        return urls.canonical(self.at_home(self.quiet(address)))

    def quiet(self, address: str) -> str:
        """The address without the parameters that are noise."""
        parts = urlsplit(address)
        if not self.noise or not parts.query:
            return address
        kept = "&".join(pair for pair in parts.query.split("&") if pair.partition("=")[0] not in self.noise)
        return urlunsplit((parts.scheme, parts.netloc, parts.path, kept, parts.fragment))

    def own(self, address: str) -> bool:
        """Whether an address is on one of the blog's hosts."""
        host = urls.host_of(address)
        return host == self.host or host in self.aliases or host in self.further

    def at_home(self, address: str) -> str:
        """The address on the blog's own host, where it was named on an alias."""
        if urls.host_of(address) not in self.aliases:
            return address
        home = urlsplit(self.home)
        parts = urlsplit(address)
        return urlunsplit((home.scheme, home.netloc, parts.path, parts.query, parts.fragment))


class Queries:
    """The parameters of all addresses that are named."""

    def __init__(self) -> None:
        self.named: set[str] = set()
        self.bare: set[str] = set()
        self.fronts: dict[str, set[str]] = defaultdict(set)
        self.pairs: dict[str, int] = Counter()

    def add(self, harvest: Harvest) -> None:
        for claim in harvest.findings.claims:
            if claim.address in self.named:
                continue
            self.named.add(claim.address)
            if "?" in claim.address:
                self._split(claim.address)
            else:
                self.bare.add(claim.address)

    def _split(self, address: str) -> None:
        front, _, query = urls.without_fragment(address).partition("?")
        for pair in query.split("&") if query else ():
            if (name := pair.partition("=")[0]).isidentifier():
                self.fronts[name].add(front)
                self.pairs[name] += 1

    def noise(self) -> frozenset[str]:
        """Parameters with which several known addresses are named, too: ?source=home, ?ref=archive."""
        return frozenset(
            name for name, fronts in self.fronts.items() if _tells_nothing(fronts, self.bare, self.pairs[name])
        )


def _tells_nothing(fronts: set[str], bare: set[str], mentions: int) -> bool:
    """A parameter on several known pages; one that a single page has with many values numbers what is on it."""
    known = len(fronts & bare)
    spread = len(fronts) >= _MANY or mentions < 3 * len(fronts)
    return known >= _ENOUGH and known * 5 >= len(fronts) * 4 and spread


def home_after_redirect(home: str, harvests: Sequence[Harvest]) -> str:
    for harvest in harvests:
        if harvest.source.address == home and harvest.outcome.state is State.DONE and harvest.outcome.final:
            return harvest.outcome.final
    return home


_ENOUGH = 3
_MANY = 5


class Hosts:
    """Hosts whose addresses in feeds, sitemaps and canonical links have the paths of the blog's own links."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.taken = 0
        self.own: set[str] = set()
        self.foreign: dict[str, set[str]] = defaultdict(set)

    def take(self, harvests: Sequence[Harvest]) -> Hosts:
        for harvest in harvests[self.taken :]:
            for claim in harvest.findings.claims if harvest.source.kind is not SourceKind.CURATOR else ():
                self._add(claim)
        self.taken = len(harvests)
        return self

    def _add(self, claim: Claim) -> None:
        if claim.place is Place.SELF and urls.host_of(claim.address) == self.host:
            self.own.add(urlsplit(claim.address).path.rstrip("/"))
        for address in (claim.address, *(e.value for e in claim.evidence if e.field == "canonical")):
            name, path = urls.host_of(address), urlsplit(address).path.rstrip("/")
            if name == self.host and claim.place is not Place.SELF:
                self.own.add(path)
            elif name != self.host and path:
                self.foreign[name].add(path)

    def aliases(self) -> set[str]:
        return {
            name
            for name, paths in self.foreign.items()
            if len(paths) >= _ENOUGH
            and (shared := len(paths & self.own)) >= _ENOUGH
            and shared * 2 >= min(len(paths), len(self.own))
        }
