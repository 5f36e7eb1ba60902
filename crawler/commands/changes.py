"""`backfile changes`: what has changed in blogs after they were first crawled."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path

import click

from crawler.commands.arguments import DAY, SLUG
from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_table
from crawler.export.files import standard_output
from crawler.store import ChangeRow

_COLUMNS = (
    Column("seen", style="green"),
    Column("blog", style="bold"),
    Column("change"),
    Column("title"),
    Column("old"),
    Column("new"),
    Column("url", style="cyan"),
)
_WORDS = {"url": "moved", "title": "retitled", "date": "redated", "verdict": "judged anew"}
CAUSES = {
    "rules": "other posts taught Backfile to judge it so",
    "update": "another version of Backfile read or judged it",
    "resolve": "its posts were computed again",
    "import": "a listing that was imported said so",
    "set": "the keeper of the registry said so",
    "unfinished": "an earlier crawl had not come so far",
}
"""What else than the blog makes a difference, in words."""


@click.command()
@click.option("--since", type=DAY, metavar="DAY", help="Seen on this day (YYYY-MM-DD, UTC) or later.")
@click.option("--blog", "slug", type=SLUG, help="Of one blog alone.")
@click.option("--all", "every", is_flag=True, help="Also what differs for another reason than that the blog changed.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@database_option
def changes(since: date | None, slug: str | None, every: bool, form: str, database: Path | None) -> None:
    """List what has changed in blogs after they were first crawled, newest first: new posts, edited titles and dates,
    moved addresses, posts that vanished and returned.

    A difference that comes from Backfile and not from the blog has a cause, and is shown with --all alone.

    \b
    EXAMPLES
      backfile changes --since 2026-11-01
      backfile changes --blog blog-example-org --format json
    """
    with reading(database) as store:
        found = store.changes(store.blog(slug).slug if slug else None, since)
    rows = [row for row in found if every or not row.cause]
    if form == "json":
        standard_output().write(json.dumps([_object(row) for row in rows], ensure_ascii=False, indent=2) + "\n")
    else:
        print_table(_COLUMNS, map(_cells, rows), _nothing(since, len(found) - len(rows)))


def _nothing(since: date | None, hidden: int) -> str:
    beside = f" (what else differs has another reason: --all shows {hidden} more)" if hidden else ""
    return f"no blog changed{f' since {since}' if since else ''}{beside}"


def word_of(row: ChangeRow) -> str:
    """What happened, in a word."""
    if row.field == "gone":
        return "vanished" if row.new else "returned"
    return _WORDS.get(row.field, row.field)


def _object(row: ChangeRow) -> dict[str, object]:
    return {"change": word_of(row), **asdict(row)}


def _cells(row: ChangeRow) -> tuple[object, ...]:
    reason = f" ({CAUSES.get(row.cause, row.cause)})" if row.cause else ""
    values = ("", "") if row.field in ("new", "gone") else (row.old, row.new)
    return (row.at[:10], row.blog, word_of(row) + reason, row.title, *values, row.url)
