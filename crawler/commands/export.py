"""`backfile export`: the listing in a format, to a file or to standard output."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypedDict, Unpack

import click

from crawler.commands.arguments import DAY, SLUG, YEAR
from crawler.commands.database import database_option, reading
from crawler.export import FORMATS, Format, format_for
from crawler.export.files import replacing, replacing_bytes, standard_output, standard_output_bytes
from crawler.export.frame import Frame
from crawler.model import Blog
from crawler.store import Store


class Wanted(TypedDict):
    """Which posts: of these blogs (of all where none is named), of a year, from a day on, of a category."""

    blogs: tuple[str, ...]
    year: int | None
    since: date | None
    category: str | None


@click.command()
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), help="[default: as the name of PATH says, else csv]"
)
@click.option("--blog", "blogs", type=SLUG, multiple=True, metavar="SLUG", help="Only this blog; may be given again.")
@click.option("--year", type=YEAR, metavar="YEAR", help="Only posts of this year.")
@click.option("--since", type=DAY, metavar="DAY", help="Only posts of this day (YYYY-MM-DD) and later.")
@click.option("--category", help="Only blogs of this category.")
@click.option("--raw", is_flag=True, help="CSV: leave cells that a spreadsheet would run as formulas as they are.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="PATH", help="[default: stdout]"
)
@database_option
def export(form: str | None, raw: bool, output: Path | None, database: Path | None, **wanted: Unpack[Wanted]) -> None:
    """Write the posts, newest first within a blog.

    \b
    EXAMPLES
      backfile export > posts.csv
      backfile export --blog blog-example-org --year 2019 --format md
      backfile export --since 2026-01-01 -o new.ndjson
      backfile export --blog blog-example-org -o whole-history.atom
    """
    chosen = format_for(form, output)
    with reading(database) as store:
        if output is None:
            _write(store, chosen, standard_output_bytes() if chosen.binary else standard_output(), raw, wanted)
            return
        with replacing_bytes(output) if chosen.binary else replacing(output, chosen.encoding) as out:
            _write(store, chosen, out, raw, wanted)


def _write(store: Store, chosen: Format, out: Any, raw: bool, wanted: Wanted) -> None:
    slugs = [store.blog(named).slug for named in wanted["blogs"]]
    rows = store.listing(slugs or None, year=wanted["year"], since=wanted["since"], category=wanted["category"])
    whole = wanted["year"] is None and wanted["since"] is None
    now = datetime.now(UTC).isoformat(timespec="seconds")
    first = next(rows, None)
    if first is None:
        click.echo("no post is listed: `backfile blogs` tells what there is, by category", err=True)
    some = chain([first], rows) if first else rows
    chosen.write(some, out, Frame(partial(_named, store), now, raw, whole))


def _named(store: Store, slug: str) -> Blog:
    """The blog, with the name it gives itself where the curator gave none."""
    profile = store.profile(slug)
    return replace(profile.blog, name=profile.blog.name or profile.title)
