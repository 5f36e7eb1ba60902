"""Which database a command works on. Opens nothing until the command asks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click

from crawler.commands.session import verbose_option
from crawler.store import Store

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

VARIABLE = "BACKFILE_DB"


def database_path(option: Path | None) -> Path:
    """The database file: the option, else BACKFILE_DB, else `data/backfile.db` beside the nearest `scrapy.cfg` in the
    current folder or above it, else `backfile.db` in the current folder. The file need not exist."""
    if option is not None:
        return option
    if named := os.environ.get(VARIABLE):
        return Path(named).expanduser()
    here = Path.cwd()
    project = next((folder for folder in (here, *here.parents) if (folder / "scrapy.cfg").is_file()), None)
    return project / "data" / "backfile.db" if project else here / "backfile.db"


def database_option(command: Decorated) -> Decorated:
    """The options every command has: `--db PATH` (argument `database`) and `-v`."""
    option = click.option(
        "--db",
        "database",
        type=click.Path(path_type=Path),
        metavar="PATH",
        help=f"The database. [default: {VARIABLE}, else data/backfile.db of the project, else ./backfile.db]",
    )
    return option(verbose_option(command))


def writing(option: Path | None) -> Store:
    """The store, made where there is none. Raises StoreError."""
    return Store.open(database_path(option))


@contextmanager
def trying(option: Path | None) -> Iterator[Store]:
    """The store, to be read; an empty one that is gone afterwards where there is none. Raises StoreError."""
    if database_path(option).exists():
        with reading(option) as store:
            yield store
        return
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "empty.db") as store:
        yield store


def changing(option: Path | None) -> Store:
    """The store, to be changed; a file that is not there is not made. Raises StoreError, UsageError."""
    return Store.open_known(database_path(option))


@contextmanager
def working(store: Store, command: str) -> Iterator[int]:
    """A run of the table of runs, by its number; it is `failed` where an error ends it."""
    run = store.begin_run(command)
    outcome = "failed"
    try:
        yield run
        outcome = "done"
    finally:
        store.end_run(run, outcome)


def reading(option: Path | None) -> Store:
    """The store, to be read; a file that is not there is not made. Raises StoreError, UsageError."""
    return Store.open(database_path(option), write=False)
