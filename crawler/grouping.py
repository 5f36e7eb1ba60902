"""Which addresses are one: spellings, redirects, canonical links, aliases of the blog's host.

Pure: harvests in, groups of told claims out. What a group is and is called is decided in `classify` and `merge`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from crawler import corrections, urls
from crawler.model import CanonicalUrl, Claim, Harvest, Place, Source, SourceKind, State


@dataclass(frozen=True, slots=True)
class Told:
    """A claim with the source that made it."""

    source: Source
    claim: Claim

    @property
    def is_remark(self) -> bool:
        """Whether it speaks of a reader's comment on the entry, not of the entry."""
        return any(e.value == "comment" for e in self.claim.every("type"))


@dataclass(slots=True)
class Group:
    """The claims about one entry or page. `url` is its best address, `keys` all canonical forms of its addresses."""

    url: str
    keys: tuple[CanonicalUrl, ...]
    told: list[Told]
    status: int = 0

    def ruling(self, name: str) -> str | None:
        """What the curator says of a field: of the address that the group goes by, else of another; None: nothing."""
        key = urls.canonical(self.url)
        ruled = [
            (urls.canonical(one.claim.address) != key, one.claim.address, evidence.value)
            for one in self.told
            if one.claim.place is Place.CURATOR
            for evidence in one.claim.every(name)
            if evidence.rule == corrections.RULE
        ]
        return min(ruled)[2] if ruled else None


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


def scope_of(home: str, harvests: Iterable[Harvest]) -> Scope:
    """The blog's hosts: the home's, where that redirects to, aliases that name the same paths, the curator's."""
    told = list(harvests)
    ruled = [claim for one in told if one.source.kind is SourceKind.CURATOR for claim in one.findings.claims]
    harvests = [one for one in told if one.source.kind is not SourceKind.CURATOR]
    host = urls.host_of(home)
    final = _home_after_redirect(home, harvests)
    aliases = _aliases(urls.host_of(final), harvests)
    if urls.host_of(final) != host:
        aliases |= {host}
    aliases -= {urls.host_of(final)}
    further = frozenset(urls.host_of(source.address) for source in corrections.sources_of(ruled))
    patterns = corrections.patterns_of(ruled)
    return Scope(final, urls.host_of(final), frozenset(aliases), {}, _noise(harvests), further, patterns)


def _noise(harvests: Sequence[Harvest]) -> frozenset[str]:
    """Parameters with which several known addresses are named, too: ?source=home, ?ref=archive."""
    named = {claim.address for harvest in harvests for claim in harvest.findings.claims}
    bare = {address for address in named if "?" not in address}
    fronts: dict[str, set[str]] = defaultdict(set)
    pairs: dict[str, int] = Counter()
    for address in named:
        front, _, query = urls.without_fragment(address).partition("?")
        for pair in query.split("&") if query else ():
            if (name := pair.partition("=")[0]).isidentifier():
                fronts[name].add(front)
                pairs[name] += 1
    return frozenset(name for name, all_fronts in fronts.items() if _tells_nothing(all_fronts, bare, pairs[name]))


def _tells_nothing(fronts: set[str], bare: set[str], mentions: int) -> bool:
    """A parameter on several known pages; one that a single page has with many values numbers what is on it."""
    known = len(fronts & bare)
    spread = len(fronts) >= _MANY or mentions < 3 * len(fronts)
    return known >= _ENOUGH and known * 5 >= len(fronts) * 4 and spread


def _home_after_redirect(home: str, harvests: Sequence[Harvest]) -> str:
    for harvest in harvests:
        if harvest.source.address == home and harvest.outcome.state is State.DONE and harvest.outcome.final:
            return harvest.outcome.final
    return home


_ENOUGH = 3
_MANY = 5


def _aliases(host: str, harvests: Sequence[Harvest]) -> set[str]:
    """Hosts whose addresses in feeds, sitemaps and canonical links have the paths of the blog's own links."""
    own: set[str] = set()
    foreign: dict[str, set[str]] = defaultdict(set)
    for harvest in harvests:
        for claim in harvest.findings.claims:
            spoken = [claim.address, *(e.value for e in claim.every("canonical"))]
            if claim.place is Place.SELF and urls.host_of(claim.address) == host:
                own.add(urlsplit(claim.address).path.rstrip("/"))
            for address in spoken:
                name, path = urls.host_of(address), urlsplit(address).path.rstrip("/")
                if name == host and claim.place is not Place.SELF:
                    own.add(path)
                elif name != host and path:
                    foreign[name].add(path)
    return {
        name
        for name, paths in foreign.items()
        if len(paths & own) >= _ENOUGH and len(paths & own) * 2 >= min(len(paths), len(own))
    }


class _Union:
    """Disjoint sets of canonical addresses."""

    def __init__(self) -> None:
        self.above: dict[CanonicalUrl, CanonicalUrl] = {}

    def find(self, key: CanonicalUrl) -> CanonicalUrl:
        top = self.above.setdefault(key, key)
        while top != self.above[top]:
            top = self.above[top]
        while self.above[key] != top:
            self.above[key], key = top, self.above[key]
        return top

    def join(self, one: CanonicalUrl, other: CanonicalUrl) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        self.above[second] = first


def groups_of(scope: Scope, harvests: Iterable[Harvest]) -> list[Group]:
    """All claims, grouped by the entry or page they speak of, in an order that depends on nothing but the claims."""
    harvests = list(harvests)
    union = _Union()
    told: dict[CanonicalUrl, list[Told]] = defaultdict(list)
    for harvest in harvests:
        for claim in harvest.findings.claims:
            told[scope.key(claim.address)].append(Told(harvest.source, claim))
    moved = _redirects(scope, harvests)
    for old, new in moved.items():
        union.join(scope.key(old), scope.key(new))
    for old, new in _canonicals(scope, harvests):
        union.join(scope.key(old), scope.key(new))
    kept = _kept(scope, harvests)
    for old, (new, _) in kept.items():
        union.join(old, new)
        told[new].extend(())  # the one that is kept may be named by nobody else
    members: dict[CanonicalUrl, list[CanonicalUrl]] = defaultdict(list)
    for key in told:
        members[union.find(key)].append(key)
    status = {scope.key(h.source.address): h.outcome.status for h in harvests if h.outcome.status}
    last = {new: _best_address(told[new]) or address for new, address in kept.values() if new not in kept}
    settled = {union.find(key) for key in last}
    targets = {key: new for new in moved.values() if union.find(key := scope.key(new)) not in settled} | last
    return [_group(scope, keys, told, status, targets) for _, keys in sorted(members.items())]


def _group(
    scope: Scope,
    keys: list[CanonicalUrl],
    told: dict[CanonicalUrl, list[Told]],
    status: dict[CanonicalUrl, int],
    targets: dict[CanonicalUrl, str],
) -> Group:
    claims = [one for key in keys for one in told[key]]
    keys = sorted({*keys, *(urls.canonical(one.claim.address) for one in claims)})
    claims.sort(key=lambda one: (one.claim.place.value, one.source.address, one.claim.address))
    final = next((targets[key] for key in keys if key in targets), "")
    url = scope.at_home(scope.quiet(final or _best_address(claims)))
    return Group(url, tuple(keys), claims, min((status[key] for key in keys if key in status), default=0))


_PLACES = {Place.API: 1, Place.LISTING: 2, Place.FEED: 3, Place.SELF: 4, Place.SITEMAP: 5}


def _best_address(told: Sequence[Told]) -> str:
    """The spelling of the best kind of source; of several, the one that most claims use, then the shortest."""
    told = [one for one in told if one.claim.place is not Place.CURATOR] or told
    counts = Counter(one.claim.address for one in told)
    rank = {one.claim.address: 9 for one in told}
    for one in told:
        rank[one.claim.address] = min(rank[one.claim.address], _PLACES.get(one.claim.place, 8))
    return min(counts, key=lambda address: (rank[address], -counts[address], len(address), address), default="")


def _kept(scope: Scope, harvests: Sequence[Harvest]) -> dict[CanonicalUrl, tuple[CanonicalUrl, str]]:
    """By the key of an address that the curator says is another's twin: the key and the spelling of the one kept."""
    return {
        scope.key(claim.address): (scope.key(evidence.value), evidence.value)
        for harvest in harvests
        if harvest.source.kind is SourceKind.CURATOR
        for claim in harvest.findings.claims
        for evidence in claim.every("same")
    }


def _redirects(scope: Scope, harvests: Sequence[Harvest]) -> dict[str, str]:
    """Asked address to final address, for redirects by HTTP and by meta refresh that stay with the blog."""
    moved: dict[str, str] = {}
    for harvest in harvests:
        outcome = harvest.outcome
        if outcome.state is State.DONE and outcome.final and outcome.final != harvest.source.address:
            for hop in (harvest.source.address, *outcome.redirects):
                moved[hop] = outcome.final
        for claim in harvest.findings.claims:
            if claim.place is Place.SELF and (target := claim.first("redirect")) and scope.own(target):
                moved[claim.address] = target
    home = urls.canonical(scope.home)
    landed = Counter(urls.canonical(new) for new in moved.values())
    return {old: new for old, new in moved.items() if urls.canonical(new) != home and landed[urls.canonical(new)] <= 4}


def _canonicals(scope: Scope, harvests: Sequence[Harvest]) -> list[tuple[str, str]]:
    """Canonical links that can be believed: no other page names the same one, and the target does not disagree."""
    named: dict[str, set[str]] = defaultdict(set)
    for harvest in harvests:
        for claim in harvest.findings.claims:
            if claim.place is Place.SELF and (target := claim.first("canonical")) and scope.own(target):
                named[claim.address].add(target)
    shared = Counter(scope.key(t) for targets in named.values() for t in targets)
    by_key = {scope.key(address): targets for address, targets in named.items()}
    pairs = []
    for address, targets in named.items():
        for target in targets:
            key = scope.key(target)
            said = {scope.key(t) for t in by_key.get(key, ())}
            if shared[key] <= 2 and (not said or key in said) and urls.path_parts(target):
                pairs.append((address, target))
    return pairs
