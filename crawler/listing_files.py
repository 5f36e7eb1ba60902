"""Listings as files: what `backfile export` wrote as CSV, JSON or NDJSON, read back as claims about the same posts.

A file counts like a sitemap of posts, its titles and dates below all that the blog says itself: a crawl afterwards
corrects them. Feeds are read where every feed is, by a crawl. Reads bytes; knows no database.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from crawler import dates, text, urls
from crawler.model import Blog, Claim, Evidence, Place

POSTS_HAVE = frozenset(("blog", "date", "title", "url"))
"""Columns by which a listing is told from a registry."""

_GUARD = re.compile(r"^'(?=[=+\-@\t\r])")
_FIELDS = ("title", "date", "updated", "author", "excerpt")


@dataclass(frozen=True, slots=True)
class Listed:
    """A blog of a file, and what the file says of its posts."""

    blog: Blog
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """What a file lists, and how many of its rows are no posts: without a blog, or without an address of the web."""

    blogs: tuple[Listed, ...]
    faults: int


def read_listing(body: bytes) -> Listing | None:
    """The blogs of a listing with their posts, in its order; None where the bytes are no listing."""
    content = body.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    try:
        rows = _json_rows(content) if content.lstrip()[:1] == "{" else _csv_rows(content)
        return None if rows is None else _listing(rows)
    except (csv.Error, RecursionError):  # a cell or a nesting that no export writes
        return None


def _listing(rows: Iterable[Mapping[str, Any]]) -> Listing:
    blogs: dict[str, dict[str, str]] = {}
    posts: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    faults = 0
    for row in rows:
        slug = _text(row, "blog")
        if not slug or not _is_public(_text(row, "url")):
            faults += 1
            continue
        blogs.setdefault(slug, {"home": _text(row, "home"), "name": _text(row, "name")})
        posts[slug].append(row)
    return Listing(tuple(_listed(slug, blogs[slug], some) for slug, some in posts.items()), faults)


def _is_public(url: str) -> bool:
    """An address of the web without a name or a password before its host: these are never stored."""
    return bool(urls.absolute(url, url)) and "@" not in urlsplit(url).netloc


def _listed(slug: str, said: Mapping[str, str], rows: Iterable[Mapping[str, Any]]) -> Listed:
    claims = tuple(_claim(row) for row in rows)
    home = said["home"] or _home(slug, [claim.address for claim in claims])
    return Listed(Blog(slug, home, said["name"]), claims)


def _home(slug: str, addresses: Iterable[str]) -> str:
    """The folder above a post that gives the blog's slug; else the root of the first post's host."""
    known = list(addresses)
    for address in known[:50]:
        for folder in (*urls.parents(address), urls.absolute(address, "/") or address):
            if urls.slug_of(folder) == slug:
                return folder
    return urls.absolute(known[0], "/") or known[0]


def _claim(row: Mapping[str, Any]) -> Claim:
    said = {name: _text(row, name) for name in _FIELDS}
    said["date"] = _text(row, "published") or said["date"]
    evidence = [Evidence("type", "post", "import.type")]
    for name, value in said.items():
        if name in ("date", "updated"):
            value = str(dates.parse_partial(value) or "")
        if value:
            evidence.append(Evidence(name, text.printable(value), f"import.{name}"))
    evidence += (Evidence("tag", tag, "import.tag") for tag in _tags(row))
    return Claim(_text(row, "url"), Place.SITEMAP, tuple(evidence))


def _tags(row: Mapping[str, Any]) -> list[str]:
    told = row.get("tags")
    words = told if isinstance(told, list) else str(told or "").split(";")
    return [tag for word in words if isinstance(word, str) and (tag := text.printable(word))]


def _text(row: Mapping[str, Any], name: str) -> str:
    """A cell without the guard that keeps a spreadsheet from running it."""
    found = row.get(name)
    return _GUARD.sub("", found) if isinstance(found, str) else ""


def _csv_rows(content: str) -> Iterator[Mapping[str, Any]] | None:
    reader = csv.DictReader(io.StringIO(content, newline=""))
    try:
        columns = reader.fieldnames or ()
    except csv.Error:
        return None
    return iter(reader) if set(columns) >= POSTS_HAVE else None


def _json_rows(content: str) -> Iterator[Mapping[str, Any]] | None:
    """The posts of one document with blogs, or of an object a line."""
    try:
        whole = json.loads(content)
    except ValueError:
        return _lines(content)
    if isinstance(whole, dict) and isinstance(whole.get("blogs"), list):
        return _of_document(whole["blogs"])
    return iter([whole]) if isinstance(whole, dict) and set(whole) >= POSTS_HAVE else None


def _of_document(blogs: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for blog in blogs:
        if isinstance(blog, dict) and isinstance(blog.get("posts"), list):
            about = {"blog": blog.get("slug"), "home": blog.get("home"), "name": blog.get("name")}
            yield from (post | about for post in blog["posts"] if isinstance(post, dict))


def _lines(content: str) -> Iterator[Mapping[str, Any]] | None:
    """Objects, one a line; an empty one for a line that is none. None where the first is no post."""
    found = list(_objects(content))
    return iter(found) if found and set(found[0]) >= POSTS_HAVE else None


def _objects(content: str) -> Iterator[Mapping[str, Any]]:
    for line in content.splitlines():
        try:
            told = json.loads(line) if line.strip() else None
        except ValueError:
            told = {}
        if told is not None:
            yield told if isinstance(told, dict) else {}
