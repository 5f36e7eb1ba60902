"""The state of a blog as the planner's moves see it: what was asked, what is covered, what the budget allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from crawler import urls
from crawler.blogstate import BlogState, fetch_key
from crawler.ledger import Ledger
from crawler.model import Ask, Post, Role, Source, SourceKind

T = TypeVar("T")

FULL = "full"
"""The depth at which every post's page is read, for its text."""

SAMPLE = 3
"""So many pages of a kind are asked before all of them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The budget of a blog: requests, depth ("listing" or "full"), and the day before which nothing is wanted."""

    max_requests: int = 2_000
    depth: str = "listing"
    since: date | None = None

    @property
    def used_up(self) -> str:
        """Why a crawl stops that has asked as often as it may."""
        return f"the budget of {self.max_requests} requests is used up"


@dataclass(slots=True)
class View:
    """The state as the moves see it; the ledger is made once for a plan."""

    state: BlogState
    limits: Limits
    ledger: Ledger

    def fresh(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Those that were not asked, each address once."""
        seen = set()
        for source in sources:
            key = fetch_key(source.address)
            if key not in seen and not self.state.asked(source.address) and not self._is_too_old(source):
                seen.add(key)
                yield source

    def _is_too_old(self, source: Source) -> bool:
        """A year or month before the day from which posts are wanted."""
        since = self.limits.since
        if since is None or source.role not in (Role.YEAR, Role.MONTH):
            return False
        inside = urls.date_in(source.address)
        return inside is not None and inside.shown < since.isoformat()[: len(inside.shown)]

    @property
    def folder(self) -> str:
        """The folder that the home page stands in, with its last slash; `/@name` is a folder, too."""
        base = self.state.base
        if self.of_member:
            return base.rstrip("/") + "/"
        return base if base.endswith("/") else base.rpartition("/")[0] + "/"

    @property
    def of_member(self) -> bool:
        """Whether the blog is one member's on a host that others share: the root of the host is not the blog's."""
        return any(part.startswith("@") for part in urls.path_parts(self.state.base)[-1:])

    @property
    def home_traits(self) -> tuple[str, ...]:
        """Remarks about the home page."""
        return self.state.home.findings.traits if self.state.home else ()

    def wanted(self, posts: Iterable[Post]) -> list[Post]:
        """Posts that are not known to be older than what is wanted."""
        since = self.limits.since.isoformat() if self.limits.since else ""
        return [post for post in posts if not post.text("date") or post.text("date") >= since[: len(post.text("date"))]]

    def named(self, kind: SourceKind, *roles: Role) -> list[Source]:
        """Sources of a kind and of one of the roles, asked or not."""
        return [s for s in self.state.sources.values() if s.kind is kind and (not roles or s.role in roles)]

    def tried(self, kind: SourceKind) -> int:
        """How many addresses of a kind were guessed so far."""
        return sum(h.source.role is Role.USUAL and h.source.kind is kind for h in self.state.harvests.values())


def spread(items: Sequence[T]) -> list[T]:
    """A sample of what is sorted: the first, the middle and the last; of few all."""
    return [items[0], items[len(items) // 2], items[-1]] if len(items) > SAMPLE else list(items)


Move = Callable[[View], list[Ask]]
"""What to ask next under one idea; nothing where it has nothing to offer."""
