"""The demo blog as files: what a static site generator would have written. Pure; serves nothing.

The blog is an ordinary one: a feed of the ten newest posts, an archive with one page a year, a sitemap in which posts
stand among year pages, tag pages and an about page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import format_datetime
from html import escape

from crawler.demo.blog import DemoBlog, Entry

FEED_LENGTH = 10
HTML = "text/html; charset=utf-8"
XML = "application/xml; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

_STYLE = "body{max-width:40em;margin:2em auto;padding:0 1em;font:18px/1.5 serif}nav a{margin-right:1em}time{color:#666}"
_ABOUT = (
    "I look after the computers of a small harbour and write down what they teach me. "
    "This blog is made up: it is the example that comes with Backfile."
)


@dataclass(frozen=True, slots=True)
class File:
    """What one address answers with."""

    type: str
    body: bytes


def files_of(blog: DemoBlog, home: str) -> dict[str, File]:
    """Path to file for the whole blog; `home` is its address with the last slash, for what must be absolute."""
    html = {"/": _home(blog), "/archive/": _archive(blog), "/about/": _about(blog)}
    html |= {f"/{year}/": _year(blog, year) for year in blog.years}
    html |= {f"/tags/{tag}/": _tag(blog, tag) for tag in blog.tags}
    html |= {entry.path: _article(blog, entry, home) for entry in blog.entries}
    files = {path: File(HTML, text.encode()) for path, text in html.items()}
    files["/feed.xml"] = File(XML, _feed(blog, home).encode())
    files["/sitemap.xml"] = File(XML, _sitemap(blog, html, home).encode())
    robots = f"User-agent: *\nDisallow: /drafts/\nSitemap: {home}sitemap.xml\n"
    files["/robots.txt"] = File(TEXT, robots.encode())
    return files


def _document(blog: DemoBlog, title: str, main: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{escape(title)}</title>
<meta name="description" content="{escape(blog.tagline)}">
<link rel="alternate" type="application/rss+xml" title="{escape(blog.name)}" href="/feed.xml">
<style>{_STYLE}</style>
</head>
<body>
<header><p><a href="/">{escape(blog.name)}</a></p>
<nav><a href="/">Home</a> <a href="/archive/">Archive</a> <a href="/about/">About</a></nav></header>
<main>
{main}
</main>
<footer><p>Made up for the Backfile demo.</p></footer>
</body>
</html>
"""


def _part(blog: DemoBlog, title: str, main: str) -> str:
    return _document(blog, f"{title} | {blog.name}", f"<h1>{escape(title)}</h1>\n{main}")


def _home(blog: DemoBlog) -> str:
    newest = "\n".join(
        f'<article><h2><a href="{entry.path}">{escape(entry.title)}</a></h2>\n'
        f"<p>{_day(entry)}</p>\n<p>{escape(entry.paragraphs[0])}</p></article>"
        for entry in blog.entries[:FEED_LENGTH]
    )
    main = f'<p>{escape(blog.tagline)}</p>\n{newest}\n<p><a href="/archive/">All posts by year</a></p>'
    return _document(blog, blog.name, main)


def _archive(blog: DemoBlog) -> str:
    counts = {year: sum(entry.published.year == year for entry in blog.entries) for year in blog.years}
    years = "\n".join(f'<li><a href="/{year}/">{year}</a> ({count})</li>' for year, count in counts.items())
    return _part(blog, "Archive", f"<ul>\n{years}\n</ul>")


def _year(blog: DemoBlog, year: int) -> str:
    return _part(blog, str(year), _listed(entry for entry in blog.entries if entry.published.year == year))


def _tag(blog: DemoBlog, tag: str) -> str:
    return _part(blog, f"Posts about {tag}", _listed(entry for entry in blog.entries if tag in entry.tags))


def _about(blog: DemoBlog) -> str:
    return _part(blog, "About", f"<p>{escape(_ABOUT)}</p>")


def _listed(entries: Iterable[Entry]) -> str:
    items = "\n".join(f'<li>{_day(entry)} <a href="{entry.path}">{escape(entry.title)}</a></li>' for entry in entries)
    return f"<ul>\n{items}\n</ul>"


def _day(entry: Entry) -> str:
    day = entry.published
    return f'<time datetime="{day.isoformat()}">{day.day} {day:%B %Y}</time>'


def _article(blog: DemoBlog, entry: Entry, home: str) -> str:
    text = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in entry.paragraphs)
    tags = " ".join(f'<a rel="tag" href="/tags/{tag}/">{tag}</a>' for tag in entry.tags)
    main = f"<article>\n<h1>{escape(entry.title)}</h1>\n<p>{_day(entry)}</p>\n{text}\n<p>Tags: {tags}</p>\n</article>"
    page = _document(blog, f"{entry.title} | {blog.name}", main)
    return page.replace("<style>", f'<link rel="canonical" href="{home.rstrip("/")}{entry.path}">\n<style>', 1)


def _feed(blog: DemoBlog, home: str) -> str:
    root = home.rstrip("/")
    items = "\n".join(
        f"<item><title>{escape(entry.title)}</title><link>{root}{entry.path}</link>"
        f'<guid isPermaLink="true">{root}{entry.path}</guid><pubDate>{format_datetime(entry.published)}</pubDate>'
        f"<description>{escape(f'<p>{escape(entry.paragraphs[0])}</p>')}</description></item>"
        for entry in blog.entries[:FEED_LENGTH]
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>\n<title>{escape(blog.name)}</title>\n'
        f"<link>{home}</link>\n<description>{escape(blog.tagline)}</description>\n<language>en</language>\n"
        f"{items}\n</channel></rss>\n"
    )


def _sitemap(blog: DemoBlog, paths: Iterable[str], home: str) -> str:
    """Every page, posts or not. All were touched on the day the site was last built: `lastmod` is no day of a post."""
    built = blog.entries[0].published.date().isoformat()
    root = home.rstrip("/")
    urls = "\n".join(f"<url><loc>{root}{path}</loc><lastmod>{built}</lastmod></url>" for path in paths)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{space}">\n{urls}\n</urlset>\n'
