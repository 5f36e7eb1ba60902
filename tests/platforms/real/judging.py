"""The real program crawls a blog on loopback, and its listing is held against what the blog shows."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.crawling import command, environment
from tests.platforms.real.running import Failed


@dataclass(frozen=True, slots=True)
class Shown:
    """A post as its platform shows it. `day` is YYYY-MM-DD in the blog's own time."""

    url: str
    title: str
    day: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a crawl went. `wrong` are the differences, in words; empty where all is exact."""

    name: str
    posts: int
    requests: int
    bound: float
    """The most requests for a post."""
    word: str
    wrong: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Everything exact, within the bound."""
        return not self.wrong and self.requests <= self.bound * self.posts

    def __str__(self) -> str:
        asked = f"{self.requests} requests (at most {self.bound * self.posts:.0f})"
        told = f"{'ok  ' if self.good else 'FAIL'} {self.name}: {self.posts} posts, {asked}, {self.word}"
        return "\n".join([told, *(f"     {line}" for line in self.wrong[:20])])


def judged(name: str, home: str, posts: Sequence[Shown], folder: Path, bound: float) -> Verdict:
    """Crawl a blog by the program, as a person would, into a database of its own."""
    database = folder / f"{name.replace(' ', '-')}.db"
    settings = ("ALLOW_PRIVATE_ADDRESSES=1", "DOWNLOAD_TIMEOUT=30")
    words = command(home, database=database, settings=settings)
    done = subprocess.run(
        words, cwd=folder, env=environment(None), capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode not in (0, 1):  # 1: partial
        raise Failed(f"the crawl ended with {done.returncode}: {done.stderr[-800:].strip()}")
    with closing(sqlite3.connect(database)) as connection:
        found = {url: (title, day) for url, title, day in connection.execute("SELECT url, title, date FROM listing")}
        requests, word = connection.execute(
            "SELECT crawls.requests, blogs.completeness FROM crawls JOIN blogs ON blogs.id = crawls.blog"
        ).fetchone()
    return Verdict(name, len(posts), requests, bound, word, tuple(_differences(posts, found)))


def _differences(posts: Sequence[Shown], found: dict[str, tuple[str, str]]) -> list[str]:
    wanted = {one.url: (one.title, one.day) for one in posts}
    missing = [f"not found: {url}" for url in wanted if url not in found]
    extra = [f"no post: {url} {found[url]}" for url in found if url not in wanted]
    other = [f"{url}: {found[url]}, not {wanted[url]}" for url in wanted if url in found and found[url] != wanted[url]]
    return missing + extra + other
