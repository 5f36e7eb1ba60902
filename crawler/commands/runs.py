"""`backfile runs`: what was run on the database."""

from __future__ import annotations

from pathlib import Path

import click

from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_table
from crawler.store import RunRow

_COLUMNS = (
    Column("run", figures=True),
    Column("started", style="green"),
    Column("ended", style="green"),
    Column("blogs", figures=True),
    Column("requests", figures=True),
    Column("new", figures=True),
    Column("changed", figures=True),
    Column("problems", figures=True),
    Column("outcome"),
    Column("command", style="bold"),
)


@click.command()
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many runs.")
@database_option
def runs(limit: int, database: Path | None) -> None:
    """List what was run on this database, newest first. Times are in UTC.

    \b
    EXAMPLES
      backfile runs
      backfile runs --limit 100
    """
    with reading(database) as store:
        print_table(_COLUMNS, map(_cells, store.runs(limit)))


def _cells(run: RunRow) -> tuple[object, ...]:
    """A run without an end is still running, or was killed: only the reader can know which."""
    figures = (run.blogs, run.requests, run.new, run.changed, run.problems)
    return (run.id, run.started, run.ended or "-", *figures, run.outcome or "-", run.command)
