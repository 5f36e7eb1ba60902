"""Holds a listing against what the demo blog published. Pure; reads no file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crawler.demo.blog import DemoBlog


def differences(blog: DemoBlog, home: str, listing: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Every way in which a listing (rows of `url`, `title`, `date`) is not exactly the blog's posts, a line each."""
    root = home.rstrip("/")
    wanted = {root + entry.path: (entry.title, entry.published.date().isoformat()) for entry in blog.entries}
    rows = [(row["url"], (row["title"], row["date"])) for row in listing]
    found = dict(rows)
    twice = len(rows) - len(found)
    other = [url for url in wanted if url in found and found[url] != wanted[url]]
    return (
        *(f"missing: {url}" for url in wanted if url not in found),
        *(f"no post: {url}" for url in found if url not in wanted),
        *(f"differs: {url} {found[url]}, not {wanted[url]}" for url in other),
        *((f"listed twice: {twice} posts",) if twice else ()),
    )
