"""A recorded blog: a folder with its answers, its true posts, and what of these may differ.

    site.warc.xz or .gz   the responses of its host (ISO 28500)
    truth.csv             its posts: url, title, date
    meta.json             "home", "host"; "https", "aliases", "alias_redirects", "pretty", "dynamic", "soft404"
    known.json            or nothing: "optional" [URLs that are not judged], "addresses" {URL: [others of that post]}

Replays the answers in memory, as the host's server would give them: redirects to https, to the host's own name and to
a folder's address, `.html` left out, parameters that change nothing. Judges no listing: see `fit_weights`.
"""

from __future__ import annotations

import csv
import gzip
import json
import lzma
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit

from warcio.archiveiterator import ArchiveIterator

from crawler.model import Page
from crawler.urls import without_fragment
from tests.dryweb import MOST_HOPS, Web

_KEPT = frozenset(("content-type", "location", "last-modified", "link", "x-wp-total", "x-wp-totalpages"))
_TRACKING = re.compile(r"utm_|fbclid|gclid|mc_|ref$|source$")
_USUAL = frozenset((("orderby", "date"), ("order", "desc"), ("status", "publish"), ("page", "1"), ("offset", "0")))
_CHOICES = (frozenset[str](), frozenset(("_fields",)), frozenset(("_fields", "_embed", "context")))
"""Parameters that choose parts of the same answer: left out one set after the other until an answer is found."""

Pairs = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server says to one request: header names in lower case."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(slots=True)
class Recording(Web):
    """The recorded web of one blog. Hosts that it has not answer 502."""

    meta: dict[str, Any] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)
    """By path and query, the path unquoted."""
    questions: dict[Pairs, str] = field(default_factory=dict)

    def page(self, address: str) -> Page:
        """The page behind an address and its redirects; status 0 where those have no end."""
        at = without_fragment(address)
        hops: list[str] = []
        for _ in range(MOST_HOPS):
            self.asked.append(at)
            reply = self.reply(at)
            target = reply.headers.get("location")
            if reply.status not in (301, 302, 303, 307, 308) or not target:
                return Page(address, at, reply.status, reply.headers, reply.body, tuple(hops))
            hops.append(at)
            at = urljoin(at, target)
        return Page(address, at, 0, {}, b"", tuple(hops))

    def reply(self, address: str) -> Reply:
        """One answer, redirects not followed."""
        try:
            parts = urlsplit(address)
            host = (parts.hostname or "").lower()
        except ValueError:
            return Reply(400)
        own = self.meta["host"].lower()
        if host != own and host not in (alias.lower() for alias in self.meta.get("aliases", ())):
            return Reply(502)
        tail = f"?{parts.query}" if parts.query else ""
        path = parts.path or "/"
        if host != own and self.meta.get("alias_redirects", True):
            return _moved(f"{parts.scheme}://{own}{path}{tail}")
        if self.meta.get("https") and parts.scheme == "http":
            return _moved(f"https://{own}{path}{tail}")
        return self._held(path, parts.query) or self._page_of(path, tail) or self._missing()

    def _held(self, path: str, query: str) -> Reply | None:
        """The answer to this question, or to the same in other words."""
        plain = unquote(path)
        held = self.replies.get(plain + (f"?{query}" if query else ""))
        if held or not query:
            return held
        if plain in ("/", "/index.php") and "rest_route=" in query:
            values = dict(parse_qsl(query))
            plain, query = "/wp-json" + values.pop("rest_route"), urlencode(values)
        found = (self.questions.get(_pairs(plain, query, choice)) for choice in _CHOICES)
        return next((self.replies[key] for key in found if key is not None), None)

    def _page_of(self, path: str, tail: str) -> Reply | None:
        """How servers answer for files under other addresses: a static host ignores the query."""
        plain = unquote(path)
        if tail and self.meta.get("dynamic") and (plain in self.replies or plain + "/" in self.replies):
            return Reply(501)
        folder = plain.removesuffix("index.html") if plain.endswith("/index.html") else plain
        found = self.replies.get(folder)
        if found is None and plain + "/" in self.replies:
            return _moved(path + "/" + tail)
        return found or (self.replies.get(plain + ".html") if self.meta.get("pretty", True) else None)

    def _missing(self) -> Reply:
        page = self.replies.get("/404.html", Reply(404))
        return Reply(200 if self.meta.get("soft404") and page.body else 404, page.headers, page.body)


@dataclass(frozen=True, slots=True)
class Truth:
    """A blog's posts by the loose form of their address (`loose_url`)."""

    posts: frozenset[str]
    optional: frozenset[str]
    """May be claimed and may be missed."""
    others: dict[str, str]
    """Further addresses of posts."""

    def post(self, address: str) -> str | None:
        """The post behind an address."""
        key = loose_url(address)
        return key if key in self.posts else self.others.get(key)

    def figures(self, claimed: list[str]) -> tuple[float, float]:
        """Recall and precision of a listing; a post claimed twice is wrong the second time."""
        found: set[str] = set()
        wrong = 0
        for address in claimed:
            post = self.post(address)
            if post is not None and post not in found:
                found.add(post)
            elif (post or loose_url(address)) not in self.optional:
                wrong += 1
        missed = len(self.posts - found - self.optional)
        return 1 - missed / max(1, len(self.posts)), len(found) / max(1, len(found) + wrong)


def loose_url(address: str) -> str:
    """The form under which two addresses of one page are equal: no scheme, www, index page, .html, last slash."""
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return address
    path = re.sub(r"/index\.(html?|php)$", "/", unquote(parts.path))
    path = re.sub(r"\.html?$", "", path).rstrip("/")
    query, fragment = (f"{sign}{part}" if part else "" for sign, part in (("?", parts.query), ("#", parts.fragment)))
    return f"{host}{path}{query}{fragment}"


def recording_of(folder: Path) -> Recording:
    """Reads a blog's answers. Raises OSError and ValueError where a file is missing or damaged."""
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    replies: dict[str, Reply] = {}
    with _opened(folder) as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type != "response":
                continue
            parts = urlsplit(record.rec_headers.get_header("WARC-Target-URI"))
            key = unquote(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            headers = {k.lower(): v for k, v in record.http_headers.headers if k.lower() in _KEPT}
            replies[key] = Reply(int(record.http_headers.get_statuscode()), headers, record.content_stream().read())
    questions = {_pairs(*key.partition("?")[::2]): key for key in replies}
    return Recording({}, meta=meta, replies=replies, questions=questions)


def truth_of(folder: Path) -> Truth:
    """Reads a blog's true posts. Raises OSError and ValueError where a file is missing or damaged."""
    with (folder / "truth.csv").open(newline="", encoding="utf-8") as stream:
        posts = frozenset(loose_url(row["url"]) for row in csv.DictReader(stream))
    path = folder / "known.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    others = {loose_url(one): loose_url(url) for url, ones in known.get("addresses", {}).items() for one in ones}
    return Truth(posts, frozenset(map(loose_url, known.get("optional", ()))), others)


def _opened(folder: Path) -> IO[bytes]:
    packed = folder / "site.warc.xz"
    if packed.exists():
        return cast(IO[bytes], lzma.open(packed))
    return cast(IO[bytes], gzip.open(folder / "site.warc.gz"))


def _moved(address: str) -> Reply:
    return Reply(301, {"location": address})


def _pairs(path: str, query: str, leave_out: frozenset[str] = frozenset()) -> Pairs:
    """A question in which the order and the encoding of the parameters do not matter, nor what is usual anyway."""
    kept = [
        pair
        for pair in parse_qsl(query, keep_blank_values=True)
        if pair[0] not in leave_out and pair not in _USUAL and not _TRACKING.match(pair[0])
    ]
    return path, tuple(sorted(kept))
