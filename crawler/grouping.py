"""Which addresses are one: spellings, redirects, canonical links, aliases of the blog's host.

Pure: harvests in, groups of told claims out. What a group is and is called is decided in `classify` and `merge`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import is_not
from typing import Generic, TypeVar

from crawler import corrections, urls
from crawler.model import CanonicalUrl, Claim, Harvest, Place, Source, SourceKind, State
from crawler.scope import Hosts, Queries, Scope, home_after_redirect

T = TypeVar("T")


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


class Kept(Generic[T]):
    """What is made of each group, kept while the group is the same object."""

    def __init__(self, make: Callable[[Group], T]) -> None:
        self._make = make
        self._held: dict[str, tuple[Group, T]] = {}

    def of(self, groups: Sequence[Group]) -> list[T]:
        """One for each group, in their order."""
        return [self._one(group) for group in groups]

    def _one(self, group: Group) -> T:
        held = self._held.get(group.url)
        if held is None or held[0] is not group:
            held = self._held[group.url] = group, self._make(group)
        return held[1]


def scope_of(home: str, harvests: Iterable[Harvest]) -> Scope:
    """The blog's hosts: the home's, where that redirects to, aliases that name the same paths, the curator's."""
    return Gathered().take(list(harvests)).scope(home)


class Gathered:
    """All claims of a blog, taken in one harvest after the other: what was gathered before is not looked at again.

    Gives what a new one gives that takes all harvests at once.
    """

    def __init__(self) -> None:
        self.harvests: list[Harvest] = []
        self._ruled: list[Claim] = []
        self._queries = Queries()
        self._hosts = Hosts("")
        self._sorted = _Sorted(Scope("", ""))

    def take(self, harvests: Sequence[Harvest]) -> Gathered:
        """With all harvests of the blog: itself, or a new one where they are not those of the last time and further."""
        known = len(self.harvests)
        if len(harvests) < known or any(map(is_not, self.harvests, harvests)):
            return Gathered().take(harvests)
        for harvest in harvests[known:]:
            self.harvests.append(harvest)
            if harvest.source.kind is SourceKind.CURATOR:
                self._ruled.extend(harvest.findings.claims)
            else:
                self._queries.add(harvest)
        return self

    def scope(self, home: str) -> Scope:
        """The blog's hosts, as far as the harvests tell."""
        final = home_after_redirect(home, self.harvests)
        host = urls.host_of(final)
        if self._hosts.host != host:
            self._hosts = Hosts(host)
        aliases = self._hosts.take(self.harvests).aliases()
        if host != urls.host_of(home):
            aliases |= {urls.host_of(home)}
        further = frozenset(urls.host_of(source.address) for source in corrections.sources_of(self._ruled))
        excluded = corrections.patterns_of(self._ruled)
        return Scope(final, host, frozenset(aliases - {host}), {}, self._queries.noise(), further, excluded)

    def groups(self, scope: Scope) -> list[Group]:
        """All claims, grouped. A group about which nothing was told since the last time is the same object."""
        if self._sorted.scope != scope:
            self._sorted = _Sorted(scope)
        return self._sorted.take(self.harvests).groups()


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
    return Gathered().take(list(harvests)).groups(scope)


@dataclass(slots=True)
class _Made:
    """A group with what it was made from: how many claims there were, how its addresses answered."""

    group: Group
    claims: list[tuple[CanonicalUrl, int]]
    said: list[tuple[int | None, str | None]]


class _Sorted:
    """Claims by the canonical form of their address, under one scope, and the groups made of them so far."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.taken = 0
        self.keys: dict[str, CanonicalUrl] = {}
        self.told: dict[CanonicalUrl, list[Told]] = defaultdict(list)
        self.speaking: list[tuple[Harvest, list[Claim]]] = []
        """Each harvest with its claims that name another address for the page itself."""
        self.twins: dict[CanonicalUrl, tuple[CanonicalUrl, str]] = {}
        """By the key of an address that the curator says is another's: the key and the spelling of the one kept."""
        self.made: dict[CanonicalUrl, _Made] = {}
        self.last: list[Group] = []
        self.known: frozenset[CanonicalUrl] = frozenset()
        """All keys of the last groups."""
        self.settled = 0
        """How many harvests the last groups are made from."""

    def key(self, address: str) -> CanonicalUrl:
        key = self.keys.get(address)
        if key is None:
            key = self.keys[address] = self.scope.key(address)
        return key

    def take(self, harvests: Sequence[Harvest]) -> _Sorted:
        for harvest in harvests[self.taken :]:
            own = []
            if harvest.source.kind is SourceKind.CURATOR:
                self._join(harvest.findings.claims)
            for claim in harvest.findings.claims:
                self.told[self.key(claim.address)].append(Told(harvest.source, claim))
                if claim.place is Place.SELF and (claim.first("redirect") or claim.first("canonical")):
                    own.append(claim)
            self.speaking.append((harvest, own))
        self.taken = len(harvests)
        return self

    def _join(self, ruled: Iterable[Claim]) -> None:
        for claim in ruled:
            for evidence in claim.every("same"):
                kept = self.key(evidence.value)
                self.twins[self.key(claim.address)] = kept, evidence.value
                self.told[kept].extend(())  # the one that is kept may be named by nobody else

    def groups(self) -> list[Group]:
        if any(self._matters(harvest) for harvest, _ in self.speaking[self.settled :]):
            self.last = self._all_groups()
            self.known = frozenset(key for group in self.last for key in group.keys)
        self.settled = len(self.speaking)
        return self.last

    def _matters(self, harvest: Harvest) -> bool:
        """Not a guess that was not there: it tells nothing, leads nowhere and is no address of a group."""
        outcome = harvest.outcome
        leads = outcome.final not in ("", harvest.source.address) or bool(outcome.redirects)
        return leads or bool(harvest.findings.claims) or self.key(harvest.source.address) in self.known

    def _all_groups(self) -> list[Group]:
        moved = _redirects(self.scope, self.speaking)
        union = _Union()
        for old, new in (*moved.items(), *self._canonicals()):
            union.join(self.key(old), self.key(new))
        for twin, (kept, _) in self.twins.items():
            union.join(twin, kept)
        members: dict[CanonicalUrl, list[CanonicalUrl]] = {}
        for key in self.told:
            members.setdefault(union.find(key) if key in union.above else key, []).append(key)
        status = {self.key(h.source.address): h.outcome.status for h, _ in self.speaking if h.outcome.status}
        targets = self._targets(moved, union)
        return [self._group(top, members[top], status, targets) for top in sorted(members)]

    def _targets(self, moved: dict[str, str], union: _Union) -> dict[CanonicalUrl, str]:
        """The address that a group goes by, by its key: what the curator says is kept, else where redirects lead."""
        kept = {
            key: _best_address(self.told[key]) or address
            for key, address in self.twins.values()
            if key not in self.twins
        }
        settled = {union.find(key) for key in kept}
        last = {self.key(new): new for new in moved.values()}
        return {key: new for key, new in last.items() if union.find(key) not in settled} | kept

    def _group(
        self,
        top: CanonicalUrl,
        keys: list[CanonicalUrl],
        status: dict[CanonicalUrl, int],
        targets: dict[CanonicalUrl, str],
    ) -> Group:
        """The group of the last time, where nothing of what it is made from has changed."""
        claims = [(key, len(self.told[key])) for key in keys]
        held = self.made.get(top)
        if held and held.claims == claims and held.said == [(status.get(k), targets.get(k)) for k in held.group.keys]:
            return held.group
        group = _group(self.scope, keys, self.told, status, targets)
        self.made[top] = _Made(group, claims, [(status.get(key), targets.get(key)) for key in group.keys])
        return group

    def _canonicals(self) -> list[tuple[str, str]]:
        """Canonical links that can be believed: no other page names the same one, and the target does not disagree."""
        named: dict[str, set[str]] = defaultdict(set)
        for _, claims in self.speaking:
            for claim in claims:
                if (target := claim.first("canonical")) and self.scope.own(target):
                    named[claim.address].add(target)
        shared = Counter(self.key(t) for targets in named.values() for t in targets)
        by_key = {self.key(address): targets for address, targets in named.items()}
        pairs = []
        for address, targets in named.items():
            for target in targets:
                key = self.key(target)
                said = {self.key(t) for t in by_key.get(key, ())}
                if shared[key] <= 2 and (not said or key in said) and urls.path_parts(target):
                    pairs.append((address, target))
        return pairs


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
    url = scope.at_home(urls.without_tracking(scope.quiet(final or _best_address(claims))))
    return Group(url, tuple(keys), claims, min((status[key] for key in keys if key in status), default=0))


def united(groups: Sequence[Group]) -> Group:
    """Several groups as one: all claims and keys; it goes by the address of the group that the best kind of source
    names."""
    claims = sorted(
        (one for group in groups for one in group.told),
        key=lambda one: (one.claim.place.value, one.source.address, one.claim.address),
    )
    best = _best_address(claims)
    leading = next(group for group in groups if any(one.claim.address == best for one in group.told))
    keys = sorted({key for group in groups for key in group.keys})
    return Group(leading.url, tuple(keys), claims, min((g.status for g in groups if g.status), default=0))


_PLACES = {Place.API: 1, Place.LISTING: 2, Place.FEED: 3, Place.SELF: 4, Place.SITEMAP: 5}


def _best_address(told: Sequence[Told]) -> str:
    """The spelling of the best kind of source; of several, the one that most claims use, then the shortest."""
    told = [one for one in told if one.claim.place is not Place.CURATOR] or told
    counts = Counter(one.claim.address for one in told)
    rank = {one.claim.address: 9 for one in told}
    for one in told:
        rank[one.claim.address] = min(rank[one.claim.address], _PLACES.get(one.claim.place, 8))
    return min(counts, key=lambda address: (rank[address], -counts[address], len(address), address), default="")


def _redirects(scope: Scope, speaking: Sequence[tuple[Harvest, list[Claim]]]) -> dict[str, str]:
    """Asked address to final address, for redirects by HTTP and by meta refresh that stay with the blog."""
    moved: dict[str, str] = {}
    for harvest, claims in speaking:
        outcome = harvest.outcome
        if outcome.state is State.DONE and outcome.final and outcome.final != harvest.source.address:
            for hop in (harvest.source.address, *outcome.redirects):
                moved[hop] = outcome.final
        for claim in claims:
            if (target := claim.first("redirect")) and scope.own(target):
                moved[claim.address] = target
    home = urls.canonical(scope.home)
    landed = Counter(urls.canonical(new) for new in moved.values())
    return {old: new for old, new in moved.items() if urls.canonical(new) != home and landed[urls.canonical(new)] <= 4}
