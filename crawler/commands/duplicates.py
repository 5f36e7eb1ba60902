"""`backfile duplicates`: posts whose texts are near-identical."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from crawler.commands.arguments import SLUG
from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_table
from crawler.duplicates import Double, near_duplicates
from crawler.store import Store, TextRow

_COLUMNS = (
    Column("alike", figures=True),
    Column("date", style="green"),
    Column("blog", style="bold"),
    Column("title"),
    Column("url", style="cyan"),
)


@click.command()
@click.option("--blog", type=SLUG, metavar="SLUG", help="Only pairs of which one is this blog's.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@database_option
def duplicates(blog: str | None, form: str, database: Path | None) -> None:
    """List posts whose texts are near-identical to an earlier post's, of the same blog or of another.

    Near-identical are texts of fifty words or more that share four fifths of their runs of three words. They stay posts
    of their own: only with one title and one day, in one blog, two become one. Texts are known of blogs that were
    crawled with --depth full.

    \b
    EXAMPLES
      backfile duplicates
      backfile duplicates --blog blog-example-org --format json
    """
    with reading(database) as store:
        found = list(_found(store, store.blog(blog).slug if blog else None))
    if form == "json":
        click.echo(json.dumps([_entry(double) for double in found], ensure_ascii=False, indent=2))
    else:
        rows = (cells for double in found for cells in _cells(double))
        print_table(_COLUMNS, rows, "no two posts have nearly the same text (texts are kept by `crawl --depth full`)")


def _found(store: Store, slug: str | None) -> Iterator[Double]:
    for double in near_duplicates(store.texts(), store.text_of):
        if slug is None or slug in (double.first.blog, double.other.blog):
            yield double


def _cells(double: Double) -> Iterator[tuple[object, ...]]:
    for alike, row in (("", double.first), (f"{double.similarity:.2f}", double.other)):
        yield (alike, row.date, row.blog, row.title, row.url)


def _entry(double: Double) -> dict[str, object]:
    posts = [_post(row) for row in (double.first, double.other)]
    return {"similarity": round(double.similarity, 4), "posts": posts}


def _post(row: TextRow) -> dict[str, str]:
    return {"blog": row.blog, "date": row.date, "title": row.title, "url": row.url}
