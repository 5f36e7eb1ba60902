"""Ghost from npm with SQLite, on loopback: set up and filled by its Admin API, as its own importer is used.

https://docs.ghost.org/admin-api/         session, `POST /ghost/api/admin/db/` (import)
https://docs.ghost.org/migration/custom   the form of an import

The package on npm is made to be installed in its own folder (its `components/` are packages), without what it is
developed with.
"""

from __future__ import annotations

import json
import shutil
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.engines.writing import DRAFTS, PAGES, Written
from tests.platforms.real.judging import Shown
from tests.platforms.real.running import answers, free_port, run, started

VERSION = "5.130.4"
_HOURS = ("23:30:00", "00:20:00", "10:00:00")
_ZONE = ZoneInfo("Europe/Berlin")
_LONG = 900.0
_ROBOTS = "User-agent: *\nSitemap: {home}sitemap.xml\nAllow: /ghost/api/content/\nDisallow: /ghost/\n"
_OWNER = {"name": "Ann", "email": "ann@example.org", "password": "of-a-test-on-loopback-1"}


def installed(cache: Path) -> Path:
    """The folder of Ghost's program, installed by npm where it is not there yet."""
    program, stamp = cache / "package", cache / "installed"
    if not stamp.exists():
        cache.mkdir(parents=True, exist_ok=True)
        run(["npm", "pack", f"ghost@{VERSION}"], cache, online=True)
        run(["tar", "xzf", f"ghost-{VERSION}.tgz"], cache)
        run(["npm", "pkg", "delete", "devDependencies", "scripts"], program)
        kinds = ["--ignore-scripts", "--omit=dev", "--legacy-peer-deps", "--no-package-lock", "--no-audit", "--no-fund"]
        run(["npm", "install", *kinds], program, most=_LONG, online=True)
        # Of all native parts it needs the database alone; its source is compiled where no build of it can be fetched.
        run(["npm", "rebuild", "sqlite3", *_headers()], program, most=_LONG, online=True)
        stamp.touch()
    return program


def _headers() -> list[str]:
    """Where Node's own headers are installed, they need not be fetched."""
    prefix = Path(run(["node", "-p", "process.execPath"], Path("/")).strip()).parents[1]
    return [f"--nodedir={prefix}"] if (prefix / "include" / "node" / "node.h").exists() else []


class Ghost:
    """A running blog: `home`, and its Admin API with the owner's session."""

    def __init__(self, home: str, themes: Path):
        self.home = home
        self._themes = themes
        handlers = urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        self._opener = urllib.request.build_opener(*handlers)

    def fill(self, posts: Sequence[Written]) -> list[Shown]:
        """Set it up, put the posts in, and ask what it shows."""
        self._asks("POST", "authentication/setup/", {"setup": [{**_OWNER, "blogTitle": "The Engine Room"}]})
        self._asks("POST", "session/", {"username": _OWNER["email"], "password": _OWNER["password"]})
        for old in self._asks("GET", "posts/?limit=all&fields=id")["posts"]:
            self._asks("DELETE", f"posts/{old['id']}/")
        self._asks("PUT", "settings/", {"settings": [{"key": "timezone", "value": _ZONE.key}]})
        self._imports(_written(posts))
        shown = self._asks("GET", "posts/?limit=all&fields=url,title,published_at,status&filter=status:published")
        return [Shown(post["url"], post["title"], _day(post["published_at"])) for post in shown["posts"]]

    def allow_api(self) -> None:
        """Let the theme's own robots.txt stand for Ghost's, which forbids `/ghost/` and so the Content API, too."""
        for theme in self._themes.iterdir():
            (theme / "robots.txt").write_text(_ROBOTS.format(home=self.home), encoding="utf-8")

    def _imports(self, content: dict[str, Any]) -> None:
        """Send a file to the importer, as a form does (RFC 7578)."""
        edge = "edge-of-a-part"
        head = (
            'Content-Disposition: form-data; name="importfile"; filename="blog.json"\r\nContent-Type: application/json'
        )
        body = f"--{edge}\r\n{head}\r\n\r\n{json.dumps(content)}\r\n--{edge}--\r\n"
        self._sends("POST", "db/", body.encode(), f"multipart/form-data; boundary={edge}")

    def _asks(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        return self._sends(method, path, json.dumps(data).encode() if data else None, "application/json")

    def _sends(self, method: str, path: str, body: bytes | None, kind: str) -> Any:
        headers = {"Origin": self.home.rstrip("/"), "Content-Type": kind, "Accept-Version": "v5.0"}
        request = urllib.request.Request(f"{self.home}ghost/api/admin/{path}", body, headers, method=method)
        with self._opener.open(request, timeout=120) as answer:
            said = answer.read()
        try:
            return json.loads(said)
        except ValueError:  # "Created", or nothing
            return {}


@contextmanager
def ghost(folder: Path, program: Path) -> Iterator[Ghost]:
    """An empty Ghost that is served meanwhile."""
    port = free_port()
    home = f"http://127.0.0.1:{port}"
    content = folder / "content"
    for name in ("data", "images", "logs", "public", "settings", "media", "files", "adapters"):
        (content / name).mkdir(parents=True)
    shutil.copytree(program / "content" / "themes", content / "themes")
    settings = {
        "url": home,
        "server__host": "127.0.0.1",
        "server__port": str(port),
        "database__client": "sqlite3",
        "database__connection__filename": str(content / "data" / "ghost.db"),
        "database__useNullAsDefault": "true",
        "paths__contentPath": str(content),
        "privacy__useUpdateCheck": "false",
        "privacy__useRpcPing": "false",
        "privacy__useGravatar": "false",
        "mail__transport": "Direct",
        "NODE_ENV": "production",
    }
    with started(["node", str(program / "index.js")], folder, answers(f"{home}/"), settings, program):
        yield Ghost(f"{home}/", content / "themes")


def _day(moment: str) -> str:
    """The day of a moment in UTC where the blog is."""
    return datetime.fromisoformat(moment).astimezone(_ZONE).date().isoformat()


def _written(posts: Sequence[Written]) -> dict[str, Any]:
    """An import: posts, drafts and pages, tags by their numbers."""
    names = sorted({name for one in posts for name in one.tags})
    rows = [_row(number, one, "draft" if one.draft else "published") for number, one in enumerate((*posts, *DRAFTS))]
    pages = [
        {"title": title, "slug": title.lower(), "type": "page", "status": "published", "html": "<p>About.</p>"}
        for title in PAGES
    ]
    tagged = [
        {"post_id": number, "tag_id": names.index(name)} for number, one in enumerate(posts) for name in set(one.tags)
    ]
    data = {
        "posts": [*rows, *({"id": 9_000 + number, **page} for number, page in enumerate(pages))],
        "tags": [{"id": number, "name": name, "slug": f"tag-{number}"} for number, name in enumerate(names)],
        "posts_tags": tagged,
    }
    return {"db": [{"meta": {"exported_on": 1_700_000_000_000, "version": VERSION}, "data": data}]}


def _row(number: int, one: Written, status: str) -> dict[str, Any]:
    moment = f"{one.day}T{_HOURS[number % len(_HOURS)]}.000Z"
    return {
        "id": number,
        "title": one.title,
        "slug": one.slug,
        "html": f"<p>{one.body}</p>",
        "status": status,
        "type": "post",
        "published_at": moment if status == "published" else None,
        "created_at": moment,
        "updated_at": moment,
    }
