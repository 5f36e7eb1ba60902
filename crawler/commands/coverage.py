"""`backfile coverage`: how complete each blog is, and what that rests on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click
from rich.text import Text

from crawler.commands.arguments import SLUG
from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_lines, print_table
from crawler.export.files import standard_output
from crawler.model import Completeness, SourceKind, Word
from crawler.store import CoverageRow, SourceRow

_BLOGS = (
    Column("blog", style="bold"),
    Column("posts", figures=True),
    Column("expected", figures=True),
    Column("completeness"),
    Column("reasons"),
)
_KINDS = (Column("kind", style="bold"), Column("posts", figures=True), Column("alone", figures=True))
_SOURCES = (
    Column("kind", style="bold"),
    Column("state"),
    Column("names", figures=True),
    Column("posts", figures=True),
    Column("declares"),
    Column("source", style="cyan"),
)
_UNJUDGED = Completeness(Word.PARTIAL, None, ("no crawl of this blog has ended yet",))


@click.command()
@click.argument("slug", type=SLUG, required=False)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@database_option
def coverage(slug: str | None, form: str, database: Path | None) -> None:
    """Tell how complete each blog is, and why; of one blog, each source's count as well.

    JSON is a list of objects with blog, home, posts, expected (or null), completeness (complete, likely, partial),
    reasons, and what these rest on.

    \b
    EXAMPLES
      backfile coverage
      backfile coverage blog-example-org
      backfile coverage --format json
    """
    with reading(database) as store:
        blogs = [store.blog(slug)] if slug else store.blogs()
        rows = [store.coverage_of(blog.slug) for blog in blogs]
    if form == "json":
        standard_output().write(json.dumps([_object(row) for row in rows], ensure_ascii=False, indent=2) + "\n")
        return
    print_table(_BLOGS, map(_cells, rows))
    if slug:
        _print_details(rows)


def _object(row: CoverageRow) -> dict[str, object]:
    judged = row.completeness or _UNJUDGED
    return {
        "blog": row.blog.slug,
        "home": row.blog.home,
        "posts": row.posts,
        "expected": judged.expected,
        "completeness": str(judged.word),
        "reasons": list(judged.reasons),
        "without_title": row.without_title,
        "without_date": row.without_date,
        "kinds": [{"kind": kind.kind, "posts": kind.posts, "alone": kind.alone} for kind in row.kinds],
        "sources": [
            {
                "address": said.source.address,
                "kind": str(said.source.kind),
                "role": str(said.source.role),
                "state": str(said.state),
                "status": said.status,
                "error": said.error,
                "fetched": said.fetched or None,
                "addresses": said.addresses,
                "posts": said.posts,
                "totals": [{"count": t.count, "rule": t.rule, "scope": t.scope} for t in said.totals],
            }
            for said in row.sources
        ],
        "conflicts": [{"url": post.url, "title": post.title, "fields": list(post.fields)} for post in row.conflicts],
    }


def _cells(row: CoverageRow) -> tuple[object, ...]:
    judged = row.completeness or _UNJUDGED
    return (row.blog.slug, row.posts, judged.expected, judged.word, "; ".join(judged.reasons))


def _print_details(rows: Iterable[CoverageRow]) -> None:
    """Of each blog: what its posts lack, what a kind of source tells that no other does, then source by source."""
    for row in rows:
        lacks = f"{row.without_title} without a title, {row.without_date} without a date"
        print_lines([Text(""), Text(f"{lacks}, {len(row.conflicts)} on which sources disagree")])
        print_lines([Text("")])
        print_table(_KINDS, ((kind.kind, kind.posts, kind.alone) for kind in row.kinds))
        print_lines([Text("")])
        listings = (said for said in row.sources if said.source.kind != SourceKind.POST)
        print_table(_SOURCES, map(_source_cells, listings))


def _source_cells(said: SourceRow) -> tuple[object, ...]:
    declared = ", ".join(f"{total.count} {total.scope}".strip() for total in said.totals)
    state = f"{said.state} {said.status or said.error}".strip()
    return (said.source.kind, state, said.addresses, said.posts, declared, said.source.address)
