"""`backfile site`: the directory as a static web site."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from crawler import urls
from crawler.commands.database import database_option, reading
from crawler.errors import UsageError
from crawler.export.site import Wish, build


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--title", default=Wish().title, show_default=True, help="The site's name.")
@click.option("--base-url", metavar="URL", help="Where the site will stand: writes its sitemap, too.")
@database_option
def site(folder: Path, title: str, base_url: str | None, database: Path | None) -> None:
    """Write the directory of all blogs into DIR, a static web site.

    An index of blogs, a page for each with all its titles by year, years, topics, "on this day", search over all
    titles, OPML, and each blog's whole history as a feed. It works from a folder, without a server. Run again it writes
    only what changed.

    \b
    EXAMPLES
      backfile site public
      backfile site public --title "Good blogs" --base-url https://blogs.example.org/
    """
    if folder == Path():
        raise UsageError("name a folder for the site, not the current one")
    base = urls.home_of(base_url) if base_url else ""
    with reading(database) as store, _bar() as bar:
        task = bar.add_task("blogs")
        built = build(
            store,
            folder,
            Wish(title, base if not base or base.endswith("/") else f"{base}/"),
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    click.echo(
        f"{folder / 'index.html'}: {built.blogs} blogs, {built.changed} new or changed, {built.written} files written"
    )


def _bar() -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
