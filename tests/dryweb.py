"""A blog in memory, and its crawl without Scrapy: the planner, the parsers and the blog state alone.

    answers (address → Answer) → Web → crawl → Crawled

Stands in for the spider and does what it does, one request after another: it follows redirects, and a page is folded
before the next plan is made. Pages are written in `tests.dryblogs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urljoin

from crawler import sources, urls
from crawler.blogstate import BlogState
from crawler.engine.addresses import visit_key
from crawler.engine.island import read_elsewhere
from crawler.model import (
    Blog,
    Completeness,
    Findings,
    Harvest,
    Outcome,
    Page,
    Plan,
    Post,
    Problem,
    Role,
    Source,
    SourceKind,
    State,
)
from crawler.planner import Limits, next_plan
from crawler.profile import completeness_of
from tests.dryblogs import Entry

MOST_HOPS = 10
MOST_PLANS = 5_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server says: a body, or with `to` a redirect."""

    body: str = ""
    status: int = 200
    type: str = "text/html; charset=utf-8"
    to: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further ones, names in lower case."""


Answers = Mapping[str, Answer | str]
Server = Callable[[str], Answer | str | None]


@dataclass(slots=True)
class Web:
    """Answers by address, without a fragment; `otherwise` answers for addresses that no row has. All else is 404."""

    answers: Answers = field(default_factory=dict)
    otherwise: Server | None = None
    asked: list[str] = field(default_factory=list)

    def answer(self, address: str) -> Answer:
        """One answer; the address is written down as asked."""
        self.asked.append(address)
        found = self.answers.get(address)
        if found is None and self.otherwise is not None:
            found = self.otherwise(address)
        if found is None:
            return Answer("<html><body><h1>Not found</h1></body></html>", 404)
        return found if isinstance(found, Answer) else Answer(found)

    def page(self, address: str) -> Page:
        """The page behind an address and its redirects; status 0 where those have no end. A redirect to a page that was
        asked before is not followed: the page has status 0 and that address."""
        at = urls.without_fragment(address)
        hops: list[str] = []
        for _ in range(MOST_HOPS):
            said = self.answer(at)
            if not said.to:
                headers = {"content-type": said.type, **said.headers}
                return Page(address, at, said.status, headers, said.body.encode(), tuple(hops))
            hops.append(at)
            at = urljoin(at, said.to)
            if visit_key(at) in map(visit_key, self.asked[: -len(hops)]):
                break
        return Page(address, at, 0, {}, b"", tuple(hops))


@dataclass(frozen=True, slots=True)
class Crawled:
    """How a crawl ended."""

    web: Web
    state: BlogState
    plan: Plan
    everything: tuple[Post, ...]

    @property
    def posts(self) -> list[Post]:
        return [post for post in self.everything if post.is_post]

    @property
    def found(self) -> set[str]:
        """Addresses of the posts."""
        return {post.url for post in self.posts}

    @property
    def requests(self) -> int:
        """Every question, hops of redirects and robots.txt included."""
        return len(self.web.asked)

    @property
    def twice(self) -> list[str]:
        """Addresses that were asked more than once."""
        return [address for address, count in Counter(self.web.asked).items() if count > 1]

    @property
    def completeness(self) -> Completeness:
        return completeness_of(self.state, self.everything, self.plan.stop)

    @property
    def word(self) -> str:
        return self.completeness.word.value

    @property
    def problems(self) -> list[str]:
        """Kinds of all problems."""
        return [problem.kind for harvest in self.state.harvests.values() for problem in harvest.findings.problems]

    def listing(self) -> set[tuple[str, str, str]]:
        """(address, title, day) of every post."""
        return {(post.url, post.text("title"), post.text("date")[:10]) for post in self.posts}


def crawl(web: Web, home: str, limits: Limits | None = None, desk: Harvest | None = None) -> Crawled:
    """Crawl a blog to its end, with the curator's corrections. Fails where the planner never stops, or wants what it
    has."""
    blog = Blog(urls.slug_of(home), home)
    state = BlogState(blog, desk)
    for _ in range(MOST_PLANS):
        plan = next_plan(state, limits)
        if not plan.asks:
            return Crawled(web, state, plan, state.posts())
        assert not [ask for ask in plan.asks if state.asked(ask.source.address)]
        for ask in plan.asks:
            if not state.asked(ask.source.address):
                state.fold(harvest_of(web.page(ask.source.address), blog, ask.source))
    raise AssertionError(f"no end after {MOST_PLANS} plans")


def harvest_of(page: Page, blog: Blog, source: Source) -> Harvest:
    """What the spider makes of a page."""
    if not page.status and len(page.redirects) < MOST_HOPS:
        return read_elsewhere(blog, source, page.address, page.redirects)
    answered = 200 <= page.status < 300
    good = answered or (source.kind is SourceKind.ROBOTS and 400 <= page.status < 500)
    error = "" if good else f"answered {page.status}"
    findings = sources.read(page, source) if answered else Findings(problems=() if good else _refusal(page, source))
    state = State.DONE if good else State.FAILED
    outcome = Outcome(state, page.status, page.address, page.redirects, size=len(page.body), error=error)
    return Harvest(blog.slug, source, outcome, findings)


def _refusal(page: Page, source: Source) -> tuple[Problem, ...]:
    if source.role is Role.USUAL and page.status in (404, 410):
        return ()
    return (Problem("http", f"answered {page.status}", page.address),)


def assert_exact(crawled: Crawled, entries: list[Entry]) -> None:
    """Every post with its title and day, nothing else, and nothing asked twice."""
    wanted = {(entry.address, entry.title, entry.day) for entry in entries}
    assert sorted(crawled.listing() - wanted) == []
    assert sorted(wanted - crawled.listing()) == []
    assert crawled.twice == []
