"""`backfile search`: full text over what is stored."""

from __future__ import annotations

from pathlib import Path

import click

from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_table

_COLUMNS = (
    Column("date", style="green"),
    Column("blog", style="bold"),
    Column("title"),
    Column("words"),
    Column("url", style="cyan"),
)


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many posts.")
@database_option
def search(words: tuple[str, ...], limit: int, database: Path | None) -> None:
    """Find posts that have all WORDS in title, excerpt or text, the best first.

    \b
    EXAMPLES
      backfile search lock free queue
      backfile search --limit 100 monad
    """
    with reading(database) as store:
        found = store.search(" ".join(words), limit)
    rows = ((row.date, row.blog, row.title, row.snippet, row.url) for row in found)
    print_table(_COLUMNS, rows, f"no post has {' and '.join(words)}")
