"""A small database with two blogs, made through the store's own doors, for the tests of commands and exports."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crawler.model import (
    Blog,
    Chosen,
    Claim,
    Completeness,
    Evidence,
    Facts,
    Findings,
    Harvest,
    Outcome,
    Place,
    Post,
    Source,
    SourceKind,
    State,
    Total,
    Verdict,
    Word,
)
from crawler.store import ListingRow, Store
from crawler.urls import canonical

NOW = datetime(2024, 3, 10, 12, 0, tzinfo=UTC)
FERNS = Blog("ferns-example", "https://ferns.example/", "Ferns", "Science", "personal blog", ("Botany", "Fungi"))
NOTES = Blog("notes-example", "https://notes.example/")
FEED = "https://ferns.example/atom.xml"
ENTRIES = (
    ("https://ferns.example/2024/02/29/leap/", "A leap day walk", "2024-02-29T09:30:00+01:00"),
    ("https://ferns.example/2024/01/02/sum/", "=SUM(A1) in a fern's life", "2024-01-02"),
    ("https://ferns.example/2021/06/bell/", "Ring\x1b[31m the bell", "2021-06"),
    ("https://ferns.example/2020/12/31/untitled-walk/", "", "2020-12-31"),
    ("https://ferns.example/undated/", "Some day", ""),
)


def post(url: str, title: str, date: str, *, kind: str = "post") -> Post:
    """A post as resolving makes it; an empty title or date is one that nobody told."""
    told = {"title": (title, "feed.title"), "date": (date, "feed.published"), "author": ("Ada Fern", "feed.author")}
    fields = {name: Chosen(value, rule, FEED) for name, (value, rule) in told.items() if value}
    return Post(url, (canonical(url),), Verdict(kind, "feed.item", 3.0), fields, tags=("ferns", "walks"))


def harvest() -> Harvest:
    """The feed of Ferns, read: it tells of every entry, of itself, and of how many there are."""
    claims = tuple(
        Claim(url, Place.FEED, (Evidence("title", title, "feed.title"), Evidence("date", date, "feed.published")))
        for url, title, date in ENTRIES
    )
    facts = Facts(title="Ferns!", description="fronds, spores and rain", feed=FEED)
    findings = Findings(claims, totals=(Total(6, "feed.totalResults"),), facts=facts)
    return Harvest(FERNS.slug, Source(FEED, SourceKind.FEED), Outcome(State.DONE, 200, FEED), findings)


def make_database(path: Path) -> Path:
    """Ferns with five posts and a page, crawled and found partial; Notes with none, never crawled."""
    with Store.open(path, clock=lambda: NOW) as store:
        store.add_blog(FERNS)
        store.add_blog(NOTES)
        run = store.begin_run("crawl ferns-example")
        mark = store.begin_crawl(run, FERNS.slug)
        store.save(run, mark.round, harvest())
        about = post("https://ferns.example/about/", "About", "", kind="page")
        store.write_posts(run, FERNS.slug, [*(post(*entry) for entry in ENTRIES), about])
        judged = Completeness(Word.PARTIAL, 6, ("the feed declares 6 posts", "5 were found"))
        store.end_crawl(run, FERNS.slug, requests=3, stop="nothing left to ask", outcome="done", completeness=judged)
        store.end_run(run, "done")
    return path


def row(url: str = "https://a.example/1", title: str = "One", date: str = "2020-01-02", **more: Any) -> ListingRow:
    """A listing row; what is not said is empty."""
    blank = ListingRow("a-example", int(date[:4]) if date else None, date, title, url, "", "[]", "", "", "")
    if "tags" in more:
        more["tags_json"] = json.dumps(more.pop("tags"), ensure_ascii=False)
    return blank._replace(**more)
