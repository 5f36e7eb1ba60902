"""`backfile add`, `import`, `blogs` and `remove`: the registry."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from crawler import text, urls
from crawler.commands.arguments import SLUG
from crawler.commands.corrections import recomputed_soon
from crawler.commands.database import changing, database_option, reading, working, writing
from crawler.commands.resolve import recomputed
from crawler.commands.tables import Column, print_table
from crawler.corrections import Correction, with_said
from crawler.errors import UsageError
from crawler.export.files import standard_output
from crawler.listing_files import Listed, Listing, read_listing
from crawler.model import Blog, Findings, Harvest, Outcome, Role, Source, SourceKind, State
from crawler.registry_files import Entry, read_registry, write_csv
from crawler.store import Holder, PostChanges, ProfileRow, Store

_COLUMNS = (
    Column("blog", style="bold"),
    Column("name"),
    Column("posts", figures=True),
    Column("last", style="green"),
    Column("due", style="green"),
    Column("category"),
    Column("kind"),
    Column("topics"),
    Column("home", style="cyan"),
)


class Said(TypedDict):
    """What a person says of a blog; empty where nothing."""

    name: str
    category: str
    kind: str
    topics: tuple[str, ...]


@click.command()
@click.argument("addresses", metavar="URL...", nargs=-1, required=True)
@click.option("--name", default="", help="The blog's name, where it is not as its page says.")
@click.option("--category", default="", help="What it is mostly about.")
@click.option("--kind", default="", help="What kind of blog, such as 'personal blog'.")
@click.option("--topic", "topics", multiple=True, help="A topic; may be given again.")
@database_option
def add(addresses: tuple[str, ...], database: Path | None, **said: Unpack[Said]) -> None:
    """Put blogs into the registry, each by its home page.

    A blog that is there keeps what is known of it; what is said here is added.

    \b
    EXAMPLES
      backfile add https://blog.example.org/
      backfile add example.org/notes --name Notes --category Science --topic botany --topic fungi
    """
    if said["name"] and len(addresses) > 1:
        raise UsageError("--name is for one blog: add the others by themselves")
    homes = [urls.home_of(address) for address in addresses]
    with writing(database) as store:
        for home in homes:
            blog = Blog(store.slug_for(home), home, **said)
            word = "added" if store.add_blog(blog) else "known"
            click.echo(f"{word} {blog.slug}  {blog.home}")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.pass_context
def import_file(context: click.Context, file: Path, database: Path | None) -> None:
    """Put the blogs of FILE into the registry: a CSV with a header, or an OPML of subscriptions. What `backfile export`
    wrote as CSV, JSON or NDJSON brings its posts along; what a crawl finds of them later outranks it.

    A CSV has the column url (or home), and any of name, category, kind, topics (joined by semicolons), feed and
    corrections (one a line, as `backfile blogs --format csv` writes them); other columns are ignored. In OPML the
    folders become categories. Rows that are no blog, and a file that breaks off, are told on stderr, the others enter;
    the status is then 1.

    \b
    EXAMPLES
      backfile import data/blogs.csv
      backfile import subscriptions.opml --db blogs.db
      backfile import posts.ndjson --db copy.db
    """
    if (listing := listing_in(file)) is not None:
        _enter_posts(file, listing.blogs, database)
        if listing.faults:
            click.echo(f"backfile: {file}: {listing.faults} rows are no posts: they were left out", err=True)
            context.exit(1)
        return
    registry = read_registry(file)
    with writing(database) as store:
        new = sum(_entered(store, file, entry) for entry in registry.entries)
    click.echo(f"{new} new of {len(registry.blogs)} blogs in {file}")
    for fault in registry.faults:
        click.echo(f"backfile: {file}: line {fault.line}: {text.printable(fault.message)}", err=True)
    if registry.faults:
        context.exit(1)


def listing_in(file: Path) -> Listing | None:
    """The posts of a file that `export` wrote; None where it is none, or cannot be read."""
    try:
        return read_listing(file.read_bytes()) if file.is_file() else None
    except OSError:
        return None  # the registry's reader tells what is wrong with it


def _enter_posts(file: Path, listing: Sequence[Listed], database: Path | None) -> None:
    """Keep what a listing says, and compute the posts of its blogs."""
    new = 0
    with writing(database) as store, working(store, f"import {file}") as run:
        for listed in listing:
            blog = replace(listed.blog, slug=store.slug_for(listed.blog.home))
            store.add_blog(blog)
            source = Source(f"import:{file.name}", SourceKind.SITEMAP, Role.OTHER)
            store.save(run, 0, Harvest(blog.slug, source, Outcome(State.DONE), Findings(listed.claims)))
            done = recomputed(store, blog.slug, run, "import")
            if isinstance(done, Holder):
                click.echo(f"{blog.slug}: {done} is crawling it: the posts enter when that ends", err=True)
            new += done.new if isinstance(done, PostChanges) else 0
    posts = sum(len(listed.claims) for listed in listing)
    click.echo(f"{new} new of {posts} posts of {len(listing)} blogs in {file}")


def _entered(store: Store, file: Path, entry: Entry) -> bool:
    """Put a blog and what is said of it into the registry; whether it is new."""
    blog = replace(entry.blog, slug=store.slug_for(entry.blog.home))
    new = store.add_blog(blog)
    if entry.corrections:
        with working(store, f"import {file}") as run:
            store.correct(run, blog.slug, lambda held: with_said(held, entry.corrections))
            recomputed_soon(store, blog.slug, run)
    return new


@click.command()
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@database_option
def blogs(form: str, database: Path | None) -> None:
    """List the blogs of the registry, and when each is due again (UTC). The CSV is one that `backfile import` reads,
    with all corrections.

    \b
    EXAMPLES
      backfile blogs
      backfile blogs --format csv > blogs.csv
    """
    with reading(database) as store:
        known = store.blogs()
        if form == "csv":
            write_csv([(blog, store.corrections(blog.slug)) for blog in known], standard_output())
            return
        profiles = [store.profile(blog.slug) for blog in known]
        due = store.due_times()
        said = {blog.slug: store.corrections(blog.slug) for blog in known}
    if form == "json":
        objects = [_object(one, said[one.blog.slug]) | {"due": _moment(due[one.blog.slug])} for one in profiles]
        standard_output().write(json.dumps(objects, ensure_ascii=False, indent=2) + "\n")
    else:
        print_table(_COLUMNS, (_cells(profile, due[profile.blog.slug]) for profile in profiles))


def _moment(at: datetime | None) -> str | None:
    """RFC 3339 in UTC; None for a blog that is due at once."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ") if at else None


def _object(profile: ProfileRow, said: Sequence[Correction]) -> dict[str, object]:
    """The registry's words, then what is known from crawling."""
    known = {"title": profile.title, "posts": profile.posts, "first": profile.first, "last": profile.last}
    more = {"cadence": profile.cadence, "crawled": profile.crawled or None, "corrections": list(map(str, said))}
    return asdict(profile.blog) | known | more


def _cells(profile: ProfileRow, due: datetime | None) -> tuple[object, ...]:
    blog = profile.blog
    when = due.strftime("%Y-%m-%d %H:%M") if due and due > datetime.now(UTC) else "now"
    words = (blog.category, blog.kind, " · ".join(blog.topics), blog.home)
    return (blog.slug, blog.name or profile.title, profile.posts, profile.last, when, *words)


@click.command()
@click.argument("slug", type=SLUG)
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
@click.pass_context
def remove(context: click.Context, slug: str, yes: bool, database: Path | None) -> None:
    """Take a blog and everything known of it out of the database: posts, claims, sources, runs.

    Asks first; where the answer is no, nothing is taken out and the status is 1.

    \b
    EXAMPLES
      backfile remove blog-example-org
      backfile remove https://blog.example.org/ --yes
    """
    with changing(database) as store:
        blog = store.blog(slug)
        if holder := store.holder(blog.slug):
            raise UsageError(f"{holder} is crawling {blog.slug} now: end that, then try again")
        if not (yes or _agreed(blog)):
            click.echo(f"kept {blog.slug}: nothing was taken out", err=True)
            context.exit(1)
        store.remove_blog(blog.slug)
    click.echo(f"removed {blog.slug}")


def _agreed(blog: Blog) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(f"remove takes out {blog.slug} and all its posts: say --yes")
    return click.confirm(f"Take out {blog.slug} ({blog.home}) and all its posts?", err=True)
