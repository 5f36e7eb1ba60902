"""One web page with the yearly listing of each blog: plain HTML that works from a file, without scripts.

Titles come from strangers: every word is escaped, addresses other than http and https are not linked, and the page's
own policy lets nothing be loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import TextIO

from crawler import text
from crawler.export.frame import Frame
from crawler.export.years import by_year, day, label
from crawler.store import ListingRow

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = (
    ":root{color-scheme:light dark}body{max-width:46em;margin:2em auto;padding:0 1em;font:1em/1.5 system-ui,sans-serif}"
    "h1{margin-top:2em}li{margin:.2em 0}time{opacity:.75;font-size:.9em}"
    "@media print{a{color:inherit;text-decoration:none}}"
)
_HEAD = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Posts by year</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
"""


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """The page; a heading for each blog and year, a numbered list of linked titles below."""
    out.write(_HEAD)
    for slug, posts in groupby(rows, key=attrgetter("blog")):
        blog = frame.blog(slug)
        out.write(f"<section>\n<h1>{linked(blog.home, blog.name or slug)}</h1>\n")
        for year, listed in by_year(posts):
            out.write(f"<h2>{year} <small>({len(listed)})</small></h2>\n<ol>\n")
            out.writelines(map(_entry, listed))
            out.write("</ol>\n")
        out.write("</section>\n")
    out.write("</main>\n</body>\n</html>\n")


def linked(address: str, words: str) -> str:
    """A link, where the address is one of the web; else the words alone."""
    shown = f"<bdi>{escape(text.printable(words))}</bdi>"
    if not address.startswith(("http://", "https://")):
        return shown
    return f'<a href="{escape(text.printable(address))}" rel="noopener">{shown}</a>'


def _entry(row: ListingRow) -> str:
    when = f' <time datetime="{escape(row.date)}">{escape(day(row.date))}</time>' if row.date else ""
    return f"<li>{linked(row.url, label(row))}{when}</li>\n"
