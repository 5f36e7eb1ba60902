"""What the spider holds of one blog in a run, so that no blog costs another anything; and the items of the pipelines.

    Harvest … Harvest, Finished  ->  pipelines  ->  Report

Decides nothing about posts: what to ask is the planner's, what is known is the blog state's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

from crawler.blogstate import BlogState
from crawler.engine.addresses import visit_key
from crawler.engine.pages import is_guess
from crawler.engine.visit import Way, has_other_validators, is_still_gone, kind_of, says_the_same
from crawler.model import (
    Ask,
    Blog,
    Claim,
    Evidence,
    Findings,
    Harvest,
    Outcome,
    Place,
    Plan,
    Problem,
    Role,
    Source,
    SourceKind,
    State,
)
from crawler.planner import Limits
from crawler.planner.opening import robots_ask, robots_of
from crawler.planner.visits import GONE
from crawler.reports import FAILED
from crawler.rhythm import Wishes, wishes_of
from crawler.store import LISTING, History, KnownPosts, Validators
from crawler.urls import host_of

DONE = "done"
CUT = "cut short"
_MOVABLE = (SourceKind.HOMEPAGE, SourceKind.ROBOTS, SourceKind.FEED, SourceKind.SITEMAP, SourceKind.API)


@dataclass(frozen=True, slots=True)
class Finished:
    """A blog's crawl has ended. `outcome` is DONE, FAILED, CUT (a later run goes on) or BUSY (another run has it),
    `stop` says why it ended, `requests` counts questions to the network, `harvests` what was handed to the pipelines
    before this item, `kind` what the table of crawls calls it, `wishes` what the server asks of later runs, `dead`
    are sources that told of posts before and do not now. Without `news` nothing was heard that was not known."""

    blog: Blog
    round: int
    outcome: str
    stop: str
    requests: int
    harvests: int
    state: BlogState
    kind: str = LISTING
    news: bool = True
    unfinished: bool = False
    wishes: Wishes = field(default_factory=Wishes)
    dead: tuple[str, ...] = ()


@dataclass(slots=True)
class Island:
    """One blog of the run. `window` is how many of its requests the engine is given at once."""

    blog: Blog
    round: int
    state: BlogState
    window: int
    validators: Mapping[str, Validators] = field(default_factory=dict)
    waiting: deque[Ask] = field(default_factory=deque)
    flying: int = 0
    requests: int = 0
    harvests: int = 0
    problems: int = 0
    claims: int = 0
    found: int = 0
    counted_at: int = 0
    current: str = ""
    stop: str = ""
    outcome: str = DONE
    finished: bool = False
    moved: bool = False
    way: Way = Way.LIST
    history: History = field(default_factory=lambda: History(None, None, (), timedelta()))
    limits: Limits = field(default_factory=Limits)
    stored: dict[str, Harvest | None] = field(default_factory=dict)
    """Of a visit, by address: what was known of a source before it was asked again."""
    differs: bool = False
    silent: int = 0
    """How many sources gave a visit no answer, for now."""
    dead: list[str] = field(default_factory=list)
    """Sources that told of posts before and do not now."""
    owed: list[Harvest] = field(default_factory=list)
    """What a visit had no need to store, and the listing that it became has."""
    planned: bool = False
    """What to ask next is being thought about, maybe in a thread: nobody else begins to."""
    turn: float = 0.0
    """Where the first plan begins of a crawl that goes on with one that was killed: see `care`."""
    _withheld: list[Harvest] = field(default_factory=list)
    _put_off: list[Ask] = field(default_factory=list)
    _visited: set[str] = field(default_factory=set)
    _folded: set[str] = field(default_factory=set)
    """Of the addresses that were visited those whose answer the blog state has."""

    def recall(self, harvests: Iterable[Harvest]) -> bool:
        """Take up what a killed run finished; whether there was anything."""
        known = False
        for harvest in harvests:
            self.fold(harvest)
            known = True
            for address in (harvest.source.address, harvest.outcome.final, *harvest.outcome.redirects):
                self._visited.add(visit_key(address))
        return known

    def fold(self, harvest: Harvest) -> None:
        """Let the blog state know; the failure of home or of its robots.txt ends the crawl."""
        self.state.fold(harvest)
        self._folded |= {visit_key(address) for address in answered(harvest)}
        self.problems += len(harvest.findings.problems)
        self.claims += len(harvest.findings.claims)
        if harvest.outcome.state is State.FAILED and self.is_vital(harvest.source):
            self.end(harvest.outcome.error or "home failed", FAILED)

    def look(self, harvest: Harvest) -> Harvest | None:
        """Take in what a source says in a visit; gives what of it is to be kept, None where it says what it said. One
        that fails for a while leaves what is known as it is; of a post's own page it is kept when it was read last."""
        stored = self.stored.get(harvest.source.address)
        if harvest.outcome.state is State.FAILED and harvest.outcome.status not in GONE and self.way is Way.LOOK:
            self.silent += any(source.address == harvest.source.address for source in self.history.watch)
            if self.silent >= len(self.history.watch):
                self.end(harvest.outcome.error, FAILED)
            return None
        same = says_the_same(harvest, stored) or (self.way is Way.LOOK and is_still_gone(harvest, stored))
        self.differs = self.differs or not same
        self.fold(harvest)
        if not same:
            return harvest
        again = said_again(harvest)
        if again.outcome.unchanged and (is_page_of_post(harvest) or has_other_validators(harvest, stored)):
            return again
        self._withheld.append(again)
        return None

    def wake(self, harvests: Iterable[Harvest], known: KnownPosts) -> None:
        """Remember all that is known of the blog, since there is more to it than a look; what this run has read stands
        beside it."""
        fresh = self.state.fresh
        read = {harvest.source.address: self.stored.get(harvest.source.address) for harvest in fresh}
        self.state = with_known(self.state, known)
        past = (read.get(harvest.source.address, harvest) for harvest in harvests)
        self.state.remember(harvest for harvest in past if harvest is not None)
        for harvest in fresh:
            self.state.fold(harvest)
        self.way = Way.GO_ON

    def begin_anew(self) -> None:
        """List everything, since what a visit found and what is known are at odds; what this run has read, it has, and
        `owed` is to be stored with it."""
        fresh, before = self.state.fresh, self.state
        self.state = BlogState(
            self.blog, before.desk, texts=before.texts,
            before=before.before, gone=before.gone, judged=before.judged,
        )  # fmt: skip
        for harvest in fresh:
            self.state.fold(harvest)
        self._visited = set(self._folded)  # what failed for a while is asked again
        self.owed, self._withheld = self._withheld, []
        self.way = Way.LIST

    @property
    def kind(self) -> str:
        """What the table of crawls calls it in the end."""
        bounded = self.limits.since is not None or self.stop == self.limits.used_up
        return kind_of(self.way, self.history, bounded)

    @property
    def wishes(self) -> Wishes:
        """What the server and its feed asked for in this run."""
        feeds = [harvest for harvest in self.state.fresh if harvest.source.kind is SourceKind.FEED]
        watched = feeds or [harvest for harvest in self.state.fresh if harvest.source.kind is SourceKind.HOMEPAGE]
        traits = {trait for harvest in watched for trait in harvest.findings.traits}
        return wishes_of(traits, max((harvest.outcome.max_age for harvest in watched), default=0))

    def is_vital(self, source: Source) -> bool:
        """Whether without this source the blog has failed."""
        home = self.blog.home
        return source.address in (home, robots_of(home))

    def ask_without_tls(self) -> bool:
        """Begin anew at the home's http address, where that is another; whether it is."""
        if not self.blog.home.startswith("https://"):
            return False
        self.blog = replace(self.blog, home="http://" + self.blog.home.removeprefix("https://"))
        self.state = BlogState(self.blog, self.state.desk, texts=self.state.texts)
        self.moved = True
        self._visited.clear()
        self._folded.clear()
        self.waiting.append(robots_ask(self.blog.home))
        return True

    def visit(self, address: str) -> bool:
        """Mark an address as asked; False where it was already."""
        key = visit_key(address)
        fresh = key not in self._visited
        self._visited.add(key)
        return fresh

    def allows(self, address: str, source: Source) -> bool:
        """Whether a redirect of a source may be followed: home, feeds, sitemaps and APIs may have moved anywhere, pages
        only within the blog's hosts."""
        hosts = {host_of(url) for url in (source.address, self.blog.home, self.state.base)}
        return source.kind in _MOVABLE or host_of(address) in hosts

    def follow(self, plan: Plan) -> None:
        """Queue what the planner wants, or stop."""
        asks = deque(plan.asks)
        if not self.harvests:
            asks.rotate(-int(self.turn * len(asks)))
        self.waiting.extend(asks)
        if not plan.asks:
            self.end(plan.stop or "nothing left to ask")

    def next_ask(self) -> Ask | None:
        """The next thing to ask now, or None while the window is full or nothing waits."""
        if self.stop or self.flying >= self.window or not self.waiting:
            return None
        ask = self.waiting.popleft()
        self.current = ask.source.address
        return ask

    def is_read(self, address: str) -> bool:
        """Whether an address was asked in this round."""
        return visit_key(address) in self._visited

    def is_settled(self, address: str) -> bool:
        """Whether the blog state has the answer of an address that was visited in this round."""
        return visit_key(address) in self._folded

    def put_off(self, ask: Ask) -> None:
        """Wait with a question until what is on its way has come, since that may answer it."""
        self._put_off.append(ask)

    def take_up(self) -> bool:
        """Queue what was put off; whether there is anything to ask."""
        self.waiting.extend(self._put_off)
        self._put_off.clear()
        return bool(self.waiting)

    def due_to_count(self) -> bool:
        """Whether half as much again was read since this was last said: to count posts is to judge all anew."""
        due = len(self.state.harvests) >= 1.5 * self.counted_at
        self.counted_at = len(self.state.harvests) if due else self.counted_at
        return due

    def end(self, stop: str, outcome: str = DONE) -> None:
        """Ask for nothing more. The first reason stays, but a failure outweighs it."""
        if not self.stop or (outcome == FAILED and self.outcome != FAILED):
            self.stop, self.outcome = stop, outcome
        self.waiting.clear()
        self._put_off.clear()

    def finish(self) -> Finished:
        """The item that ends the blog's crawl."""
        self.finished = True
        self.current = ""
        self.stop = self.stop or "nothing left to ask"
        return Finished(
            self.blog, self.round, self.outcome, self.stop, self.requests, self.harvests, self.state,
            self.kind, self.way is not Way.LOOK, self.history.listed is None, self.wishes,
            tuple(self.dead),
        )  # fmt: skip


def with_known(state: BlogState, known: KnownPosts) -> BlogState:
    """The state of the same blog of which posts are known and nothing was read yet."""
    fresh = BlogState(state.blog, state.desk, texts=state.texts)
    fresh.before, fresh.gone, fresh.judged = known.there, known.gone, known.keys
    return fresh


def answered(harvest: Harvest) -> tuple[str, ...]:
    """The addresses that a harvest speaks for; not the page that another one of this run is, see `read_elsewhere`."""
    outcome = harvest.outcome
    told = (harvest.source.address, *outcome.redirects, outcome.final if outcome.status else "")
    return tuple(address for address in told if address)


def is_page_of_post(harvest: Harvest) -> bool:
    """Whether this is a post's own page: when it was last read decides whether it is wanted again."""
    return harvest.source.kind is SourceKind.POST


def said_again(harvest: Harvest) -> Harvest:
    """What a source that says what it said gives to be stored; one that is still gone gives itself."""
    if harvest.outcome.state is State.FAILED:
        return harvest
    return replace(harvest, outcome=replace(harvest.outcome, unchanged=True))


def unread(blog: Blog, ask: Ask, problem: Problem) -> Harvest:
    """The harvest of a source that gave no page; a guessed address that leads elsewhere is no problem."""
    told = problem.kind and not (is_guess(ask.source) and problem.kind == "redirects")
    findings = Findings(problems=(problem,) if told else ())
    return Harvest(blog.slug, ask.source, Outcome(State.FAILED, error=problem.message), findings)


def read_elsewhere(blog: Blog, source: Source, final: str, hops: tuple[str, ...] = ()) -> Harvest:
    """The harvest of a source whose page this run has under another address: all it tells is that it leads there."""
    claims: tuple[Claim, ...] = ()
    if source.role in (Role.ONE, Role.FULL) and hops:
        claims = (Claim(source.address, Place.SELF, (Evidence("redirect", final, "http.redirect"),)),)
    outcome = Outcome(State.DONE, final=final, redirects=hops)
    return Harvest(blog.slug, source, outcome, Findings(claims=claims))
