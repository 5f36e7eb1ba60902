"""`backfile set`: the curator's corrections, of an address or of a whole blog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from crawler import corrections, text, urls
from crawler.commands.database import changing, database_option, working
from crawler.commands.resolve import recomputed
from crawler.corrections import Correction, Kind, correction, with_said
from crawler.errors import UnknownBlog, UsageError
from crawler.model import Blog
from crawler.store import Holder, PostChanges, Store

Corrections = tuple[Correction, ...]

CAUSE = "set"
"""Why posts differ after a correction, in the table of changes."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is corrected: a blog, or (`address`) one address of it."""

    blog: Blog
    address: str = ""

    def of(self, held: Corrections) -> Corrections:
        """Those corrections that speak of it; a blog's are also those of its home page."""
        if self.address:
            return corrections.about(held, self.address)
        return (*corrections.of_blog(held), *corrections.about(held, self.blog.home))

    def change(self, said: Sequence[Correction], *, clear: bool) -> Callable[[Corrections], Corrections]:
        """What the corrections become: with `clear`, those before are taken back first."""

        def changed(held: Corrections) -> Corrections:
            gone = self.of(held) if clear else ()
            return with_said([one for one in held if one not in gone], said)

        return changed


@click.command("set")
@click.argument("subject", metavar="URL or SLUG")
@click.option("--post/--not-post", "post", default=None, help="The address is a post, or is none.")
@click.option("--title", metavar="T", help="The post's title; '' says that it has none.")
@click.option("--date", metavar="D", help="The day of publication: 2009, 2009-03, 2009-03-12 or RFC 3339.")
@click.option("--same-as", metavar="URL", help="The address is this post's, which is kept.")
@click.option("--source", "sources", metavar="URL", multiple=True, help="Of a blog: look here, too, in every crawl.")
@click.option("--exclude", "patterns", metavar="PATTERN", multiple=True, help="Of a blog: what matches is no post.")
@click.option("--clear", is_flag=True, help="Take back what was said of it before.")
@database_option
def set_(subject: str, database: Path | None, **said: Any) -> None:
    """Correct what was found: the curator's word on an address, or on a whole blog, overrules every source.

    It is kept by every crawl and every resolve, told by `backfile why URL`, and goes with the registry by
    `backfile blogs --format csv` and `backfile import`. The listing changes at once, --source counts from the next
    crawl on.

    PATTERN is matched as a shell matches names: * stands for any run of characters (slashes, too), ? for one, [ab] for
    one of those ([?] for a question mark). One that begins with a slash is compared with what follows the host, any
    other with the whole address. Quote it.

    \b
    EXAMPLES
      backfile set https://blog.example.org/about/team/ --not-post
      backfile set https://blog.example.org/p/7 --title "On ferns" --date 2009-03
      backfile set https://blog.example.org/old.html --same-as https://blog.example.org/2009/new/
      backfile set https://blog.example.org/p/7 --clear
      backfile set blog-example-org --source https://blog.example.org/attic.html --exclude '/notes/*'
    """
    with changing(database) as store:
        meant = _subject(store, subject, said)
        made = tuple(_made(meant, said))
        if not made and not said["clear"]:
            raise UsageError("say what is to be corrected: --not-post, --title, --date … (see backfile set --help)")
        _refuse_other_blogs(store, meant.blog, made)
        with working(store, f"set {meant.address or meant.blog.slug}") as run:
            held = store.correct(run, meant.blog.slug, meant.change(made, clear=said["clear"]))
            changes = recomputed_soon(store, meant.blog.slug, run)
        for line in map(str, meant.of(held)):
            click.echo(text.printable(line))
        if changes:
            click.echo(
                f"{meant.blog.slug}: {changes.total} posts, {changes.new} new, {changes.changed} changed", err=True
            )
        _tell(store, meant, held)


def _subject(store: Store, typed: str, said: dict[str, Any]) -> Subject:
    """What is meant: a blog where something is said of a blog, or a blog's corrections are taken back."""
    of_blog, of_post = bool(said["sources"] or said["patterns"]), any(map(_is_said(said), _OF_POST))
    if of_blog and of_post:
        raise UsageError("--source and --exclude are said of a blog, the others of an address: say them by themselves")
    if of_blog:
        return Subject(store.blog(typed))
    if not of_post:
        with suppress(UnknownBlog):
            return Subject(store.blog(typed))
    address = urls.typed(typed)
    return Subject(store.blog_of(address), address)


_OF_POST = ("post", "title", "date", "same_as")


def _is_said(said: dict[str, Any]) -> Callable[[str], bool]:
    return lambda name: said[name] is not None


def _made(meant: Subject, said: dict[str, Any]) -> Iterator[Correction]:
    """The corrections of the options. Raises UsageError."""
    if said["post"] is not None and said["same_as"] is not None:
        raise UsageError("an address that is another post's is none of its own: leave out --post and --not-post")
    for address in said["sources"]:
        yield correction(Kind.SOURCE, address)
    for pattern in said["patterns"]:
        yield correction(Kind.EXCLUDE, pattern)
    if said["post"] is not None:
        yield correction(Kind.POST if said["post"] else Kind.NOT_POST, meant.address)
    for name, kind in (("title", Kind.TITLE), ("date", Kind.DATE), ("same_as", Kind.SAME_AS)):
        if said[name] is not None:
            yield correction(kind, meant.address, said[name])


def _refuse_other_blogs(store: Store, blog: Blog, made: Sequence[Correction]) -> None:
    for one in made:
        if one.kind is Kind.SAME_AS and (other := store.blog_of(one.value)).slug != blog.slug:
            raise UsageError(f"{one.value} is of another blog, {other.slug}: no post is of two")


def recomputed_soon(store: Store, slug: str, run: int) -> PostChanges | None:
    """Compute a blog's posts anew, now that it was corrected. While another run crawls it they wait for the end of
    that, and a line says so."""
    done = recomputed(store, slug, run, CAUSE)
    if isinstance(done, Holder):
        click.echo(f"{slug}: {done} is crawling it: the corrections take effect when that ends", err=True)
        return None
    return done


def _tell(store: Store, meant: Subject, held: Corrections) -> None:
    """Say what a person may not expect: that nothing is said now, or that an address is in no listing."""
    said = meant.of(held)
    if not said:
        click.echo(f"nothing is said of {meant.address or meant.blog.slug} now", err=True)
    elif meant.address and any(one.kind in (Kind.TITLE, Kind.DATE) for one in said):
        behind = store.claims_behind(meant.address)
        if behind and behind.verdict not in ("", "post"):
            click.echo(f"{meant.address} is in no listing ({behind.verdict}): say --post to have it there", err=True)
