"""One JSON document: `{"generated": …, "blogs": [{"slug", "home", "name", "posts": […]}]}`, written as rows come."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import TextIO

from crawler.export.as_ndjson import entry, to_json
from crawler.export.frame import Frame
from crawler.store import ListingRow


def write(rows: Iterable[ListingRow], out: TextIO, frame: Frame) -> None:
    """A post a line, so that two exports can be compared line by line. Blogs without a row are left out."""
    out.write(f'{{"generated": {to_json(frame.generated)}, "blogs": [')
    for number, (slug, posts) in enumerate(groupby(rows, key=attrgetter("blog"))):
        blog = frame.blog(slug)
        out.write(",\n" if number else "\n")
        out.write(f'{{"slug": {to_json(slug)}, "home": {to_json(blog.home)}, "name": {to_json(blog.name)}, "posts": [')
        _write_posts(posts, out)
        out.write("\n]}")
    out.write("\n]}\n")


def _write_posts(posts: Iterable[ListingRow], out: TextIO) -> None:
    for number, row in enumerate(posts):
        told = {name: value for name, value in entry(row).items() if name != "blog"}
        out.write((",\n" if number else "\n") + to_json(told))
