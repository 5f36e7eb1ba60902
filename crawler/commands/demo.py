"""`backfile demo`: crawl the example blog on this machine, show it, export it, and check what was found."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from crawler.commands.database import database_path
from crawler.commands.session import verbose_option
from crawler.demo.blog import DemoBlog, make_blog
from crawler.demo.check import differences
from crawler.demo.pages import files_of
from crawler.demo.server import served
from crawler.errors import Unwritable
from crawler.urls import slug_of

EXPORTS = {"csv": "posts.csv", "json": "posts.json", "md": "posts.md"}
_SETTINGS = ("ALLOW_PRIVATE_ADDRESSES=1", "AUTOTHROTTLE_ENABLED=0", "DOWNLOAD_DELAY=0.005")


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the database and the exports go. [default: the folder demo beside the database]",
)
@verbose_option
@click.pass_context
def demo(context: click.Context, output: Path | None) -> None:
    """Crawl a small made-up blog on this machine, show it and export it. Asks nothing of the web."""
    folder = output or database_path(None).parent / "demo"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        database = _fresh(folder / "backfile.db")
    except OSError as error:
        raise Unwritable(f"cannot write {folder} ({error.strerror}): name another folder with -o") from error
    blog = make_blog()
    with served(partial(files_of, blog)) as home:
        _tell(f"A blog of {len(blog.entries)} posts now answers at {home}, and nothing but that address is given to:")
        crawled = _backfile("crawl", home, "--db", str(database), *_settings())
    last_day = blog.entries[0].published.date().isoformat()
    shown = _backfile("show", slug_of(home), "--db", str(database), "--as-of", last_day)
    exported = [_export(database, form, folder / name) for form, name in EXPORTS.items()]
    broken = max(crawled, shown, *exported)
    if broken <= 1:  # what a partial crawl missed is worth telling
        broken = max(broken, _verdict(blog, home, folder / EXPORTS["csv"]))
    context.exit(broken)


def _verdict(blog: DemoBlog, home: str, listing: Path) -> int:
    """Says whether the listing is exactly the blog; the exit status."""
    with listing.open(newline="", encoding="utf-8-sig") as rows:
        faults = differences(blog, home, csv.DictReader(rows))
    if faults:
        _tell(*faults, f"The listing is not what the blog published: {len(faults)} differences.")
        return 1
    _tell(f"\nAll {len(blog.entries)} posts were found, each with its title and day; nothing else was taken for one.")
    return 0


def _export(database: Path, form: str, path: Path) -> int:
    return _backfile("export", "--db", str(database), "--format", form, "-o", str(path))


def _fresh(database: Path) -> Path:
    """The path of the demo's own database, with the last demo's removed."""
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    return database


def _settings() -> Iterator[str]:
    """Loopback is a private address, and this blog needs no sparing."""
    for setting in _SETTINGS:
        yield from ("-s", setting)


def _backfile(*words: str) -> int:
    """Runs the program as a person would, told on stderr; its exit status. No proxy stands between it and loopback."""
    _tell(f"\n$ backfile {' '.join(words)}")
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return subprocess.run([sys.executable, "-P", "-m", "crawler", *words], env=environment, check=False).returncode


def _tell(*lines: str) -> None:
    for line in lines:
        click.echo(line, err=True)
