"""`backfile runs`: what was run on the database."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_table
from crawler.export.files import standard_output
from crawler.store import RunRow

OUTCOMES = ("done", "failed", "interrupted", "open")
"""How the crawls of a run's blogs ended; `open` are those that did not, since they go on or were killed."""

_COLUMNS = (
    Column("run", figures=True),
    Column("started", style="green"),
    Column("ended", style="green"),
    Column("blogs", figures=True),
    *(Column(name, figures=True) for name in OUTCOMES),
    Column("requests", figures=True),
    Column("new", figures=True),
    Column("changed", figures=True),
    Column("problems", figures=True),
    Column("outcome"),
    Column("command", style="bold"),
)


@click.command()
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many runs.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@database_option
def runs(limit: int, form: str, database: Path | None) -> None:
    """List what was run on this database, newest first, with how the crawls of its blogs ended: done, failed,
    interrupted (the next run goes on), or open (going on, or killed). Times are in UTC.

    \b
    EXAMPLES
      backfile runs
      backfile runs --limit 100
      backfile runs --format json
    """
    with reading(database) as store:
        found = store.runs(limit)
    if form == "json":
        objects = [asdict(run) | {"ended": run.ended or None} for run in found]
        standard_output().write(json.dumps(objects, ensure_ascii=False, indent=2) + "\n")
    else:
        print_table(_COLUMNS, map(_cells, found), "nothing was run on this database yet")


def _cells(run: RunRow) -> tuple[object, ...]:
    """A run without an end is still running, or was killed: only the reader can know which."""
    outcomes = tuple(getattr(run, name) for name in OUTCOMES)
    figures = (run.blogs, *outcomes, run.requests, run.new, run.changed, run.problems)
    return (run.id, run.started, run.ended or "-", *figures, run.outcome or "-", run.command)
