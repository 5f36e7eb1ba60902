"""`backfile serve`: Datasette on the database, with questions to begin with."""

from __future__ import annotations

import importlib.util
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from crawler.commands.database import database_option, database_path, reading
from crawler.errors import UsageError
from crawler.store.questions import QUESTIONS

FACETS = {
    "posts": ["blog", "year", "verdict", "language"],
    "addresses": ["verdict", "rule"],
    "sources": ["kind", "role", "state", "status"],
    "problems": ["kind"],
}


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8001, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@database_option
def serve(host: str, port: int, database: Path | None) -> None:
    """Browse and query the database in a browser: tables with facets, full-text search, and questions in SQL.

    Runs Datasette (https://datasette.io) until ctrl-C; needs the extra: pip install 'backfile[serve]'. The database is
    only read, and may be crawled into meanwhile.

    \b
    EXAMPLES
      backfile serve
      backfile serve --port 9000 --db blogs.db
    """
    if importlib.util.find_spec("datasette") is None:
        raise UsageError("serve needs the extra: pip install 'backfile[serve]' (in a checkout: '.[serve]')")
    path = database_path(database)
    with reading(database):
        pass  # an unusable or older file is told, or brought up to date, before anybody is shown an address
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "metadata.json"
        told.write_text(json.dumps(metadata(path.stem)), encoding="utf-8")
        words = ["serve", str(path), "--metadata", str(told), "--host", host, "--port", str(port)]
        status = _until_it_ends([sys.executable, "-m", "datasette", *words])
        if status:
            raise UsageError("Datasette did not start (its own words stand above): is the port in use? --port 0")


def _until_it_ends(words: list[str]) -> int:
    """Run a program; its exit status, 0 where it was told to end: by ctrl-C, or by SIGTERM, which is passed on."""
    with subprocess.Popen(words) as process:
        told: list[int] = []

        def pass_on(number: int, _: object) -> None:
            told.append(number)
            process.terminate()

        before = signal.signal(signal.SIGTERM, pass_on)
        try:
            status = process.wait()
        except KeyboardInterrupt:  # the usual way to end it; Datasette has it, too
            return 0
        finally:
            signal.signal(signal.SIGTERM, before)
    return 0 if told else status


def metadata(name: str) -> dict[str, Any]:
    """What Datasette shows of a database of that name (https://docs.datasette.io/en/stable/metadata.html)."""
    queries = {key: {"title": one.title, "sql": one.sql} for key, one in QUESTIONS.items()}
    tables: dict[str, dict[str, Any]] = {table: {"facets": facets} for table, facets in FACETS.items()}
    tables["posts"] |= {"sort_desc": "date", "label_column": "title"}
    tables["blogs"] = {"label_column": "slug"}
    return {
        "title": "Backfile",
        "description": "Whole histories of blogs",
        "databases": {name: {"queries": queries, "tables": tables}},
    }
