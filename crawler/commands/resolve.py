"""`backfile resolve`: compute the posts again from what is stored."""

from __future__ import annotations

from pathlib import Path

import click

from crawler.commands.arguments import SLUG
from crawler.commands.database import database_option, writing
from crawler.resolve import resolve as resolve_blog


@click.command()
@click.argument("slugs", type=SLUG, nargs=-1, metavar="[SLUG]...")
@database_option
def resolve(slugs: tuple[str, ...], database: Path | None) -> None:
    """Compute the posts of blogs (of all where none is named) again from what is stored, without a request.

    After an update of Backfile this brings its better rules to what was crawled before.

    \b
    EXAMPLES
      backfile resolve
      backfile resolve blog-example-org
    """
    with writing(database) as store:
        blogs = [store.blog(slug) for slug in slugs] or store.blogs()
        run = store.begin_run("resolve")
        outcome = "failed"
        try:
            for blog in blogs:
                changes = resolve_blog(store, blog.slug, run)
                click.echo(f"{blog.slug}  {changes.total} posts, {changes.new} new, {changes.changed} changed")
            outcome = "done"
        finally:
            store.end_run(run, outcome)
