"""`backfile show`: a blog's page in the terminal."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from crawler.commands.arguments import DAY, SLUG, YEAR
from crawler.commands.database import database_option, reading
from crawler.commands.page import body, head
from crawler.commands.tables import print_lines, terminal
from crawler.proposals import proposal_for
from crawler.store import INTERRUPTED, Store


@click.command()
@click.argument("slug", type=SLUG)
@click.option("--year", type=YEAR, metavar="YEAR", help="List only the posts of this year.")
@click.option(
    "--evidence", is_flag=True, help="Below each post its date and address, and the rules behind title and date."
)
@click.option("--as-of", type=DAY, metavar="DAY", help="The page as of this day (YYYY-MM-DD): no later posts.")
@database_option
def show(slug: str, year: int | None, evidence: bool, as_of: date | None, database: Path | None) -> None:
    """Show a blog's page: who it is, how much it published and when, and its posts by year.

    SLUG may be the blog's address.

    \b
    EXAMPLES
      backfile show blog-example-org
      backfile show https://blog.example.org/ --year 2019
      backfile show blog-example-org --as-of 2020-12-31
      backfile show blog-example-org --year 2019 --evidence
    """
    console = terminal()
    with reading(database) as store:
        profile = store.profile(store.blog(slug).slug, as_of=as_of)
        posts = list(store.listing([profile.blog.slug], as_of=as_of))
        proposal = proposal_for(profile.blog, posts)
        print_lines(head(profile, proposal, console.width if console.is_terminal else None))
        rules = store.rules(profile.blog.slug) if evidence else None
        listed = [post for post in posts if year is None or post.year == year]
        missing = what_is_missing(store, profile.blog.slug)
    print_lines(body(listed, rules))
    if missing:
        click.echo(missing, err=True)
    if year is not None and not listed:
        click.echo(f"no post of {profile.blog.slug} is dated {year}", err=True)


def what_is_missing(store: Store, slug: str) -> str:
    """Why there may be more posts than are shown, and how to see them; empty where the last crawl came to its end."""
    last = next(iter(store.crawls(slug=slug)), None)
    if last is None or (last.ended and last.outcome != INTERRUPTED):
        return ""
    if holder := store.holder(slug):
        return f"{holder} is crawling {slug}: there may be more when it has ended"
    goes_on = f"the last crawl of {slug} was cut off: `backfile crawl {slug}` goes on with it"
    return goes_on if last.ended else f"{goes_on}, `backfile resolve {slug}` computes the posts of what it has read"
