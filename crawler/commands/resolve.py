"""`backfile resolve`: compute the posts again from what is stored."""

from __future__ import annotations

from pathlib import Path

import click

from crawler.commands.arguments import SLUG
from crawler.commands.database import changing, database_option
from crawler.errors import BackfileError
from crawler.model import Problem
from crawler.resolve import resolve as resolve_blog
from crawler.store import Holder, PostChanges, Store

FAILED = "failed"


@click.command()
@click.argument("slugs", type=SLUG, nargs=-1, metavar="[SLUG]...")
@database_option
@click.pass_context
def resolve(context: click.Context, slugs: tuple[str, ...], database: Path | None) -> None:
    """Compute the posts of blogs (of all where none is named) again from what is stored, without a request.

    After an update of Backfile this brings its better rules to what was crawled before; the word on completeness is
    computed anew, too, where the last crawl ended by itself. A blog that is being crawled is
    left alone: its posts are computed when that ends. Ends with 1 when a blog was left alone or failed.

    \b
    EXAMPLES
      backfile resolve
      backfile resolve blog-example-org
    """
    with changing(database) as store:
        blogs = [store.blog(slug) for slug in slugs] or store.blogs()
        run = store.begin_run("resolve")
        outcome = FAILED
        try:
            good = [_resolve(store, blog.slug, run) for blog in blogs]
            outcome = "done" if all(good) else FAILED
        finally:
            store.end_run(run, outcome)
    context.exit(int(outcome == FAILED))


def _resolve(store: Store, slug: str, run: int) -> bool:
    """Compute one blog and say what came of it."""
    done = recomputed(store, slug, run)
    if isinstance(done, Holder):
        click.echo(f"{slug}: left alone: {done} is crawling it", err=True)
    elif done is not None:
        click.echo(f"{slug}  {done.total} posts, {done.new} new, {done.changed} changed")
    return isinstance(done, PostChanges)


def recomputed(store: Store, slug: str, run: int, cause: str = "resolve") -> PostChanges | Holder | None:
    """Compute a blog's posts under its lease: what changed, or who has the lease. `cause` is noted beside what differs.
    A fault of the blog's data is told in one line and kept as a problem; then None."""
    if holder := store.lease(slug, Holder.of(run)):
        return holder
    try:
        return resolve_blog(store, slug, run, cause)
    except BackfileError:
        raise
    except Exception as error:
        message = f"cannot compute the posts: {type(error).__name__}: {error}".rstrip(": ")
        store.note_problem(run, slug, Problem("internal", message))
        click.echo(f"{slug}: failed: {message}", err=True)
        return None
    finally:
        store.release(run, slug)
