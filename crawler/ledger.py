"""How well the sources asked so far cover a blog: which chains of sources are closed, and what each of them lists.

A chain is a set of sources that together list everything: an archive page, all year pages, a series of pages, a feed.
It is closed when none of its sources is left to ask. Pure; used by the planner to stop and by `profile` to tell why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from crawler import corrections, dates, urls
from crawler.blogstate import BlogState
from crawler.chains import chains_of
from crawler.classify import CERTAIN
from crawler.gaps import doubtful, uncovered, unlisted
from crawler.model import CanonicalUrl, Harvest, Place, Post, Role, Source, SourceKind, State
from crawler.totals import expected_of

USUAL_CAPS = frozenset((
    5, 6, 7, 8, 10, 12, 15, 16, 20, 21, 24, 25, 30, 32, 35, 40, 50, 60, 64, 75, 80,
    100, 120, 150, 200, 250, 256, 300, 400, 500, 1000,
))  # fmt: skip
AGREE = 0.98
"""Two lists agree when all but this share of the one is in the other."""

SPARE = 2
"""So many years or months may have a page and no post: dead links, pages of pages."""

MUCH_MORE = 1.5
FEW = 5
"""A series that seems to hold half as many posts again as are known, and some, on pages that are left, is not over."""
FEWEST = 3
"""Pages that list fewer posts each are no pages of a list of posts."""

AUDITORS = ("years", "months", "sections")
"""Chains whose pages show, in a sample, whether another chain misses anything."""

PERIODS = frozenset((Role.YEAR, Role.MONTH, Role.DAY))
TOLD = frozenset((Place.LISTING, Place.FEED, Place.SITEMAP, Place.API))
_OF_KIND = {SourceKind.SITEMAP: frozenset((Place.SITEMAP, Place.FEED)), SourceKind.FEED: frozenset((Place.FEED,))}


@dataclass(slots=True)
class Chain:
    """Sources that belong together. `lists` are positions of posts in `Ledger.posts`."""

    name: str
    asked: list[Harvest] = field(default_factory=list)
    open: list[Source] = field(default_factory=list)
    lists: set[int] = field(default_factory=set)

    @property
    def broken(self) -> bool:
        """One of its pages did not answer, though it was named. A year or a category that is gone (404) has none, and a
        feed whose pages are counted up ends so. An API whose further page is a web page (to log in) has closed."""
        return any(
            _is_no_answer(harvest) or (harvest.outcome.state is State.FAILED and self._is_missed(harvest))
            for harvest in self.asked
        )

    def _is_missed(self, harvest: Harvest) -> bool:
        named = _is_named(harvest.source) and not self._ends_at(harvest)
        return named or harvest.outcome.status not in _gone(harvest.source)

    def _ends_at(self, harvest: Harvest) -> bool:
        """A page that is not there, beyond all that are: a dead "next" on the last page. An API answers 400 there, and
        names none in vain; 404 is one that closed."""
        source = harvest.source
        if source.kind is SourceKind.API and (source.label == "next" or harvest.outcome.status != 400):
            return False
        answered = [h.source.number or 1 for h in self.asked if h.outcome.state is State.DONE]
        page = harvest.source.role is Role.PAGE and harvest.source.number is not None
        return page and bool(answered) and (harvest.source.number or 0) > max(answered)

    @property
    def deep(self) -> bool:
        """More than one page that answered, or one that promises the whole archive: not the newest posts alone."""
        answered = sum(harvest.outcome.state is State.DONE for harvest in self.asked)
        if answered > 1 or not self.name.startswith("series"):
            return not self.name.startswith("feed:")
        return any(_promised(harvest.source) for harvest in self.asked)

    @property
    def closed(self) -> bool:
        return bool(self.asked) and not self.open and not self.broken


@dataclass(slots=True)
class Ledger:
    """All chains of a blog, and the posts they tell of."""

    posts: list[Post]
    chains: dict[str, Chain]
    by_source: dict[str, set[int]]
    expected: int = 0
    """The largest number of posts that a source declares for the whole blog; 0 where none does."""

    potential: int = 0
    """How many posts there may be, from all that is known: the posts, totals, sitemap addresses that may be posts."""
    uncovered: int = 0
    """Years and months that have a page of their own, by the links, and no post that is known."""
    doubtful: int = 0
    """Addresses that look like posts by their dates and that nothing but a sitemap names."""
    added: frozenset[int] = frozenset()
    """Positions of posts that no source lists: by the curator's word alone, or vanished. No list is held to them."""
    _whole: tuple[Chain | None] | None = field(default=None, compare=False, repr=False)
    _settled: bool | None = field(default=None, compare=False, repr=False)

    def listed_by(self, harvest: Harvest) -> set[int]:
        """Positions of the posts that one page lists."""
        return self.by_source.get(harvest.source.address, set())

    def untitled(self) -> list[Post]:
        return [post for post in self.posts if not post.text("title") and "title" not in post.fields]

    def undated(self) -> list[Post]:
        return [post for post in self.posts if len(post.text("date")) < 10 and not _is_ruled(post, "date")]

    def whole(self) -> Chain | None:
        """The closed chain that lists most, where it lists (nearly) all that is known. Looked for once."""
        if self._whole is None:
            self._whole = (self._find_whole(),)
        return self._whole[0]

    def _promises_more(self) -> bool:
        """Whether a series has more pages left than what is known could fill."""
        series = (c for c in self.chains.values() if c.name.startswith("series:") and c.asked and len(c.open) >= FEW)
        most = MUCH_MORE * len(self.posts) + FEW
        return any(len(c.lists) / len(c.asked) * (len(c.asked) + len(c.open)) > most for c in series)

    def _find_whole(self) -> Chain | None:
        if self._promises_more():
            return None
        if self.doubtful > len(self.posts) // 50 or self.uncovered > SPARE:
            return None
        closed = [
            chain
            for chain in self.chains.values()
            if chain.closed and _can_be_whole(chain) and not self._shallow(chain)
        ]
        best = max(closed, key=lambda chain: (len(chain.lists), chain.name), default=None)
        if best is None or not best.lists or len(best.lists) < max(self.expected * 0.99, self._least()):
            return None
        missing = self._known() - best.lists
        if any(chain.name in AUDITORS and chain.lists & missing for chain in self.chains.values()):
            return None
        return best if len(missing) <= len(self.posts) // 100 else None

    def _least(self) -> int:
        """How many posts there are at least by the numbers of the pages that the front page or the archive names: those
        not read hold some more, though some may be shown beside every page."""
        least = 0
        for chain in self.chains.values():
            if chain.name.startswith("series") and chain.open and chain.asked and _is_main(chain.asked[0].source):
                each = len(chain.lists) // len(chain.asked)
                least = max(least, len(chain.lists) + len(chain.open) * (each // 2) if each >= FEWEST else 0)
        return least

    def settled(self) -> bool:
        """Whether nothing more need be looked for: one chain lists everything, or a declared total is met exactly."""
        if self._settled is None:
            near = self.expected > 0 and abs(len(self.posts) - self.expected) <= self.expected // 100
            near = near and not self._promises_more()
            self._settled = self.whole() is not None or near or self.together()
        return self._settled

    def told_by_api(self) -> bool:
        """Whether the platform's API was read to its end, and lists as many posts as a source declares and (nearly) all
        that are known; where no number is declared, the API must be the one source on its host that is this blog's."""
        least = 0.99 * max(self.expected, len(self._known()), 1)
        apis = (chain for chain in self.chains.values() if chain.name.startswith("api:") and chain.closed)
        return any(len(chain.lists) >= least for chain in apis if self.expected or _alone(chain))

    def together(self) -> bool:
        """Whether listings that were read to their ends together, and a sitemap by itself, name all that is known."""
        sitemap = self.chains.get("sitemap")
        if sitemap is None or not sitemap.closed or self.doubtful:
            return False
        read = (chain.lists for chain in self.chains.values() if chain.closed and chain.deep and _is_listing(chain))
        return set().union(*read) == sitemap.lists == self._known() != set()

    def _known(self) -> set[int]:
        """Positions of the posts that sources tell of."""
        return set(range(len(self.posts))) - self.added

    def agreeing(self, whole: Chain) -> list[Chain]:
        """Chains of another kind that name at least half of the posts, and (nearly) none besides."""
        return [
            chain for chain in self.chains.values()
            if not _kin(chain, whole) and len(chain.lists) * 2 >= len(self.posts)
            and len(chain.lists & whole.lists) >= AGREE * len(chain.lists)
        ]  # fmt: skip

    def main_is_closed(self) -> bool:
        """Whether a series, all years or all months were read to the end and hold nearly everything known."""
        wanted = ("series", "years", "months")
        closed = [
            c for c in self.chains.values() if c.closed and c.name.partition(":")[0] in wanted and not self._shallow(c)
        ]
        return any(len(chain.lists) >= 0.97 * len(self._known()) > 0 for chain in closed)

    def _shallow(self, chain: Chain) -> bool:
        """A single page that may show the newest posts alone: the home page, or one that was not promised to be the
        archive and shows no more than the home page does."""
        if chain.deep:
            return False
        if chain.asked[0].source.kind is SourceKind.HOMEPAGE:
            if any(other.open and _is_listing(other) for other in self.chains.values()):
                return True
        elif not chain.lists <= self._on_home():
            return False
        return _may_be_cut(len(chain.lists)) and not self._confirmed(chain)

    def _on_home(self) -> set[int]:
        """Positions of the posts that the home page lists."""
        home = (c.asked[0] for c in self.chains.values() if c.asked and c.asked[0].source.kind is SourceKind.HOMEPAGE)
        return set().union(*map(self.listed_by, home))

    def _confirmed(self, chain: Chain) -> bool:
        """Whether a source of another kind that is not cut itself names the same posts."""
        whole = (other.deep or len(other.lists) not in USUAL_CAPS for other in self.agreeing(chain) if other.closed
                 and other.lists >= chain.lists and (other.deep or other.name.startswith("feed:")))  # fmt: skip
        return any(whole)


def _is_no_answer(harvest: Harvest) -> bool:
    """A web page, or nothing, in the place of an API's further page."""
    further = harvest.source.kind is SourceKind.API and harvest.source.role is Role.PAGE
    read = harvest.outcome.state is State.DONE and harvest.outcome.status != 0  # 0: under another address
    return further and read and "api" not in harvest.findings.traits


def _gone(source: Source) -> tuple[int, ...]:
    """Statuses of a page that is not there; an API answers 400 to a page beyond its last."""
    return (400, 404, 410) if source.kind is SourceKind.API else (404, 410)


def _is_named(source: Source) -> bool:
    """Whether something names it as a page that is there."""
    return source.role in (Role.PAGE, Role.PART, Role.WHOLE) and not _is_counted(source)


def _is_main(source: Source) -> bool:
    """The front page, or a page that may be the archive."""
    return source.kind is SourceKind.HOMEPAGE or source.role in (Role.WHOLE, Role.USUAL)


def _promised(source: Source) -> bool:
    """Whether the words of its link promised the whole archive."""
    return source.kind is SourceKind.ARCHIVE and source.role is Role.WHOLE and (source.number or 1) >= 3


def _is_listing(chain: Chain) -> bool:
    return chain.name.partition(":")[0] in ("years", "months", "series")


def _kin(one: Chain, other: Chain) -> bool:
    """The same chain, or two of one kind that one program writes from one list."""
    return one is other or (
        one.name.partition(":")[0] == other.name.partition(":")[0] and not one.name.startswith("series")
    )


def _alone(chain: Chain) -> bool:
    """Whether an API says that feeds and sitemaps of its host are of others, too."""
    return any("api.alone" in harvest.findings.traits for harvest in chain.asked)


def _can_be_whole(chain: Chain) -> bool:
    """A feed that is cut at a usual number, or a home page's list, proves nothing."""
    if chain.name in ("tags", "sections", "authors", "days"):
        return False
    if chain.name == "sitemap":
        return all(_names_posts(harvest) for harvest in chain.asked if harvest.findings.claims)
    if chain.name.startswith("feed:"):
        traits = {trait for harvest in chain.asked for trait in harvest.findings.traits}
        return "feed.complete" in traits or _ends(chain)
    return True


def _ends(chain: Chain) -> bool:
    """Whether a feed shows its end: by a length that is no usual one, by naming its pages (RFC 5005), or, where pages
    were counted up, by a last one that is shorter or not there."""
    sizes = [len(harvest.findings.claims) for harvest in chain.asked]
    if any(_is_counted(harvest.source) for harvest in chain.asked):
        return sizes[-1] < sizes[0]
    return len(sizes) > 1 or not _may_be_cut(sizes[0])


def _is_counted(source: Source) -> bool:
    """A page of a feed that nothing named: its number is one more than the last one's."""
    return source.kind is SourceKind.FEED and source.role is Role.PAGE and source.number is not None


def _may_be_cut(items: int) -> bool:
    """Whether a list is so short, or of so usual a length, that it may be the newest entries alone."""
    return items in USUAL_CAPS or items <= 25


def _names_posts(harvest: Harvest) -> bool:
    """Whether a sitemap says by its own name that it holds posts."""
    return any(claim.first("type") == "post" for claim in harvest.findings.claims[:5])


def ledger_of(state: BlogState) -> Ledger:
    """The chains of a blog as they stand."""
    posts = [post for post in state.posts() if post.is_post]
    where = {key: number for number, post in enumerate(posts) for key in post.keys}
    chains: dict[str, Chain] = {}
    by_source: dict[str, set[int]] = {}
    front = set(_listed(state.home, where)) if state.home else set()
    for address, harvest in state.harvests.items():
        lists = set(_listed(harvest, where))
        if lists == front and _is_guess(harvest.source):
            lists = set()  # a server that answers everything with its home page
        by_source[address] = lists
        for name in chains_of(state, harvest.source):
            chain = chains.setdefault(name, Chain(name))
            chain.asked.append(harvest)
            chain.lists |= lists
    for source in state.open():
        if source.role in PERIODS and _is_entry(where.get(urls.canonical(source.address)), posts):
            continue
        for name in chains_of(state, source):
            chains.setdefault(name, Chain(name)).open.append(source)
    expected = max(0, expected_of(state) - sum(map(_is_taken_out, state.posts())))
    potential = max(len(posts), expected, len(posts) + unlisted(state))
    listed = set().union(*by_source.values())
    alone = (n for n in range(len(posts)) if n not in listed)
    added = frozenset(n for n in alone if posts[n].verdict.rule == corrections.RULE or _is_gone(posts[n], state))
    empty, unsure = uncovered(state, posts), doubtful(state, posts)
    return Ledger(posts, chains, by_source, expected, potential, empty, unsure, added)


def _is_entry(number: int | None, posts: Sequence[Post]) -> bool:
    """Whether the page of a period, by its address, is a certain post that is called otherwise ("/201805.html")."""
    if number is None or posts[number].verdict.score < CERTAIN:
        return False
    title = posts[number].text("title")
    return any(sign.isalpha() for sign in title) and not dates.heading_date(title)


def _is_taken_out(post: Post) -> bool:
    """By the curator: a total that a source declares may count it."""
    return not post.is_post and post.verdict.rule == corrections.RULE


def _is_gone(post: Post, state: BlogState) -> bool:
    """Whether the post's own page was asked for, and is not there."""
    asked = (state.harvests.get(address) for address in (post.url, *post.keys))
    return any(h is not None and h.source.kind is SourceKind.POST and h.outcome.status in (404, 410) for h in asked)


def _is_ruled(post: Post, name: str) -> bool:
    """Whether the curator has said what a field is."""
    chosen = post.fields.get(name)
    return chosen is not None and chosen.rule == corrections.RULE


def _is_guess(source: Source) -> bool:
    """An address that nothing named."""
    return source.kind is SourceKind.ARCHIVE and (not source.parent or source.role is Role.USUAL)


def _listed(harvest: Harvest, where: Mapping[CanonicalUrl, int]) -> Iterator[int]:
    """Positions of the posts that a source lists; a web page in the place of a feed or a sitemap is neither."""
    if harvest.outcome.state is not State.DONE:
        return
    told = _OF_KIND.get(harvest.source.kind, TOLD)
    for claim in harvest.findings.claims:
        if claim.place in told and (number := where.get(urls.canonical(claim.address))) is not None:
            yield number
