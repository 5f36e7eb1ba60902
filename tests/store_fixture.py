"""Small blogs, harvests and posts for the tests of the store."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from crawler.model import (
    Blog,
    Chosen,
    Claim,
    Evidence,
    Findings,
    Harvest,
    Outcome,
    Place,
    Post,
    Source,
    SourceKind,
    State,
    Verdict,
)
from crawler.store import Store
from crawler.urls import canonical

SLUG = "blog-example-org"
HOME = "https://blog.example.org/"
FEED = Source(HOME + "feed.xml", SourceKind.FEED)
START = datetime(2026, 4, 17, 10, 0, tzinfo=UTC)


class Clock:
    """A clock that tests set; each look at it is a second later."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def new_store(folder: Path, clock: Clock | None = None) -> Store:
    """A store with one blog."""
    store = Store.open(folder / "backfile.db", clock=clock or Clock())
    store.add_blog(Blog(SLUG, HOME, name="Example"))
    return store


def claim(path: str, title: str = "A title", place: Place = Place.FEED, **more: str) -> Claim:
    said = {"title": title, **more}
    return Claim(HOME + path, place, tuple(Evidence(name, value, f"feed.{name}") for name, value in said.items()))


def harvest(*claims: Claim, source: Source = FEED, sources: Iterable[Source] = ()) -> Harvest:
    return Harvest(SLUG, source, Outcome(State.DONE, 200), Findings(claims=claims, sources=tuple(sources)))


def unchanged(source: Source = FEED, etag: str = "") -> Harvest:
    return Harvest(SLUG, source, Outcome(State.DONE, 304, unchanged=True, etag=etag))


def failed(source: Source = FEED, error: str = "timeout") -> Harvest:
    return Harvest(SLUG, source, Outcome(State.FAILED, error=error))


def post(*paths: str, kind: str = "post", ids: tuple[str, ...] = (), **fields: str) -> Post:
    """A group of addresses below the home page; it goes by the first."""
    urls = [HOME + path for path in paths]
    chosen = {name: Chosen(value, f"feed.{name}", FEED.address) for name, value in fields.items()}
    return Post(urls[0], tuple(canonical(url) for url in urls), Verdict(kind, "feed.item", 1.0), chosen, ids=ids)


def dump(store: Store) -> list[str]:
    """Everything in the file, as SQL."""
    with Store.open(store.path, write=False) as reader:
        return list(reader._connection.iterdump())


def column(store: Store, sql: str) -> list[Any]:
    """The first column of a query, for what the store has no question for."""
    with Store.open(store.path, write=False) as reader:
        return [row[0] for row in reader._connection.execute(sql)]
