"""The real generators: each writes the author's files in its own form, and builds the site.

A maker gets an empty folder and gives the folder of the built site. It sets what a blog cannot do without (its name,
its address) and leaves the rest as the generator has it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tests.engines.writing import DRAFTS, HOME, PAGES, POSTS, Written

NAME = "The Engine Room"
EVERYTHING = (*POSTS, *DRAFTS)


@dataclass(frozen=True, slots=True)
class Generator:
    """`package` has to be installed, `address` is a post's below `HOME`, `most` the requests that its blog takes."""

    package: str
    make: Callable[[Path], Path]
    address: str
    most: int
    home: str = HOME


def _run(folder: Path, *words: str) -> None:
    """Run a module of this Python in a folder. Raises with what it printed where it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    settings = kept | {"HUGO_CACHEDIR": str(folder / "cache"), "NO_MKDOCS_2_WARNING": "1", "TZ": "UTC"}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{words[0]} failed:\n{done.stdout}\n{done.stderr}")


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


_PELICAN = f"""SITENAME, SITEURL, AUTHOR, TIMEZONE = {NAME!r}, {HOME.rstrip("/")!r}, "Ann", "UTC"
DEFAULT_PAGINATION = 10
"""


def _pelican(folder: Path) -> Path:
    _write(folder, {"conf.py": _PELICAN})
    for post in EVERYTHING:
        status = "draft" if post.draft else "published"
        # A title is markup here: the author writes entities.
        head = f"Title: {escape(post.title, quote=False)}\nDate: {post.day} 10:20\nTags: {', '.join(post.tags)}\n"
        _write(folder, {f"content/{post.slug}.md": f"{head}Slug: {post.slug}\nStatus: {status}\n\n{post.body}\n"})
    for page in PAGES:
        _write(folder, {f"content/pages/{page}.md": f"Title: {page}\n\nAbout this place.\n"})
    _run(folder, "pelican", "content", "-s", "conf.py", "-o", "output", "-q")
    return folder / "output"


def _nikola(folder: Path) -> Path:
    _run(folder, "nikola", "init", "-q", "site")
    site = folder / "site"
    settings = (site / "conf.py").read_text(encoding="utf-8")
    _write(site, {"conf.py": f"{settings}\nBLOG_TITLE = {NAME!r}\nSITE_URL = BASE_URL = {HOME!r}\nTIMEZONE = 'UTC'\n"})
    for post in EVERYTHING:
        status = "draft" if post.draft else ""
        told = {
            "title": post.title,
            "slug": post.slug,
            "date": f"{post.day} 10:20:00 UTC",
            "tags": ", ".join(post.tags),
        }
        _write(site, {f"posts/{post.slug}.md": _commented(told | {"status": status}) + post.body})
    for page in PAGES:
        _write(site, {f"pages/{page}.md": _commented({"title": page, "slug": page.lower()}) + "About this place.\n"})
    _run(site, "nikola", "build", "-v", "0")
    return site / "output"


def _commented(told: Mapping[str, str]) -> str:
    return "<!--\n" + "".join(f".. {name}: {value}\n" for name, value in told.items()) + "-->\n\n"


_HUGO_PAGE = """<!doctype html><html lang="en"><head><title>{{ .Title }} · {{ .Site.Title }}</title>{{ hugo.Generator }}
{{ range .AlternativeOutputFormats }}
<link rel="{{ .Rel }}" type="{{ .MediaType.Type }}" href="{{ .Permalink }}">{{ end }}
</head><body><nav><a href="/">{{ .Site.Title }}</a> <a href="/tags/">Tags</a>
{{ range (where .Site.RegularPages "Section" "") }}<a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ end }}</nav>
<main>{{ block "main" . }}{{ end }}</main></body></html>"""
_HUGO_ENTRY = """{{ define "main" }}<article><h1>{{ .Title }}</h1>
{{ if not .Date.IsZero }}
<time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "Jan 2, 2006" }}</time>{{ end }}
{{ .Content }}</article>{{ end }}"""
_HUGO_LIST = """{{ define "main" }}<h1>{{ .Title }}</h1>
{{ $shown := .Pages }}{{ if .IsHome }}{{ $shown = where .Site.RegularPages "Type" "posts" }}{{ end }}
{{ $pages := .Paginate $shown }}{{ range $pages.Pages }}
<article><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p>{{ .Date.Format "Jan 2, 2006" }}</p>{{ .Summary }}</article>{{ end }}
{{ partial "pagination.html" . }}{{ end }}"""


def _hugo(folder: Path) -> Path:
    settings = {"baseURL": HOME, "title": NAME, "services": {"rss": {"limit": 10}}, "locale": "en"}
    layouts = {"baseof": _HUGO_PAGE, "single": _HUGO_ENTRY, "list": _HUGO_LIST}
    _write(folder, {"hugo.json": json.dumps(settings)})
    _write(folder, {f"layouts/_default/{name}.html": text for name, text in layouts.items()})
    for post in EVERYTHING:
        told = {"title": post.title, "date": f"{post.day}T10:20:00Z", "tags": post.tags, "draft": post.draft}
        _write(folder, {f"content/posts/{post.slug}.md": f"{json.dumps(told, indent=1)}\n\n{post.body}\n"})
    for page in PAGES:
        _write(
            folder, {f"content/{page.lower()}.md": json.dumps({"title": page}, indent=1) + "\n\nAbout this place.\n"}
        )
    _run(folder, "hugo")
    return folder / "public"


def _mkdocs(folder: Path) -> Path:
    settings = {
        "site_name": NAME,
        "site_url": HOME,
        "theme": {"name": "material", "font": False},
        "plugins": ["search", "blog", "tags"],
    }
    _write(folder, {"mkdocs.yml": json.dumps(settings), "docs/blog/index.md": "# Blog\n", "docs/index.md": "# Hello\n"})
    for post in EVERYTHING:
        told = {"date": "DAY", "slug": post.slug, "categories": [post.tags[0]], "tags": post.tags, "draft": post.draft}
        told["title"] = escape(post.title, quote=False)  # markup, too
        head = json.dumps(told, ensure_ascii=False, indent=1).replace('"DAY"', str(post.day))
        _write(folder, {f"docs/blog/posts/{post.slug}.md": f"---\n{head}\n---\n\n{post.body}\n"})
    for page in PAGES:
        _write(folder, {f"docs/{page.lower()}.md": f"# {page}\n\nAbout this place.\n"})
    _run(folder, "mkdocs", "build", "-q")
    return folder / "site"


_ABLOG = f"""project = blog_title = {NAME!r}
extensions = ["ablog"]
html_theme, smartquotes, blog_baseurl = "alabaster", False, {HOME!r}
html_sidebars = {{"**": ["ablog/recentposts.html", "ablog/tagcloud.html", "ablog/archives.html"]}}
"""


def _ablog(folder: Path) -> Path:
    toctree = "\n.. toctree::\n   :hidden:\n\n" + "".join(f"   {page.lower()}\n" for page in PAGES)
    front = f"{_headed(NAME)}\n.. postlist:: 10\n   :excerpts:\n{toctree}"
    _write(folder, {"conf.py": _ABLOG, "index.rst": front})
    for post in EVERYTHING:
        day = "" if post.draft else post.day.strftime("%d %b, %Y")
        head = f".. post:: {day}\n   :tags: {', '.join(post.tags)}\n   :author: Ann\n\n"
        _write(folder, {f"posts/{post.slug}.rst": f"{head}{_headed(post.title)}\n{_restructured(post)}\n"})
    for page in PAGES:
        _write(folder, {f"{page.lower()}.rst": f"{_headed(page)}\nAbout this place.\n"})
    _run(folder, "sphinx", "-q", "-b", "dirhtml", ".", "site")
    return folder / "site"


def _headed(title: str) -> str:
    return f"{title}\n{'=' * 2 * len(title)}\n"


def _restructured(post: Written) -> str:
    return post.body.replace("[", "`").replace("](", " <").replace(")", ">`__")


GENERATORS = (
    Generator("pelican", _pelican, "{slug}.html", 9),
    Generator("nikola", _nikola, "posts/{slug}/", 12),
    Generator("hugo", _hugo, "posts/{slug}/", 9),
    Generator("mkdocs-material", _mkdocs, "blog/{day:%Y/%m/%d}/{slug}/", 11, HOME + "blog/"),
    Generator("ablog", _ablog, "posts/{slug}/", 6),
)
