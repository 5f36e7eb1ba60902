"""The program `backfile`: the table of its commands, and how every one of them ends.

A command's module is imported when that command runs, so `backfile --version` and `backfile export` never pay for
Scrapy. Statuses: 0 done; 1 a blog failed or is partial; 2 the command could not start or broke; 130 interrupted.
Errors are one line on stderr. Holds no command itself.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from crawler import __version__
from crawler.commands.session import Session, verbose_option
from crawler.errors import BackfileError, NewerDatabase, NotADatabase, UsageError

PROGRAM = "backfile"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table: the module below `crawler.commands`, the command's name in it, its help in one line."""

    module: str
    name: str
    help: str

    def load(self) -> click.Command:
        """Import the command."""
        command = getattr(import_module(f"crawler.commands.{self.module}"), self.name)
        if not isinstance(command, click.Command):
            raise TypeError(f"crawler.commands.{self.module}.{self.name} is no command")
        return command


SECTIONS: Mapping[str, Mapping[str, Entry]] = {
    "The registry": {
        "add": Entry("registry", "add", "Put blogs into the registry."),
        "import": Entry("registry", "import_file", "Put the blogs of a CSV or OPML file into the registry."),
        "blogs": Entry("registry", "blogs", "List the blogs of the registry."),
        "remove": Entry("registry", "remove", "Take a blog and everything known of it out of the database."),
    },
    "Recover": {
        "crawl": Entry("crawl", "crawl", "Recover the whole history of blogs."),
        "resolve": Entry("resolve", "resolve", "Compute the posts again from what is stored, without a request."),
        "set": Entry("corrections", "set_", "Correct what was found, of an address or of a blog."),
    },
    "Read": {
        "show": Entry("show", "show", "Show a blog's page: profile and posts by year."),
        "export": Entry("export", "export", "Write the posts as CSV, JSON, Markdown, feeds and more."),
        "site": Entry("site", "site", "Write the directory of blogs as a static web site."),
        "serve": Entry("serve", "serve", "Browse and query the database in a browser (Datasette)."),
        "changes": Entry("changes", "changes", "List new, edited, moved and vanished posts."),
        "search": Entry("search", "search", "Find posts by words in titles, excerpts and texts."),
    },
    "Look inside": {
        "coverage": Entry("coverage", "coverage", "Tell how complete each blog is, and why."),
        "duplicates": Entry("duplicates", "duplicates", "List posts whose texts are near-identical."),
        "why": Entry("why", "why", "Tell where a post's fields come from."),
        "demo": Entry("demo", "demo", "Crawl a small made-up blog on this machine and show what was found."),
        "runs": Entry("runs", "runs", "List what was run on this database."),
        "completion": Entry("completion", "completion", "Print the script that completes commands in a shell."),
    },
}


class Program(click.Group):
    """A group that imports its commands when they are needed and ends as the module's docstring says."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for section in SECTIONS.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = next((section[cmd_name] for section in SECTIONS.values() if cmd_name in section), None)
        return entry.load() if entry else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by section, told from the table: help imports no command."""
        width = max(len(name) for name in self.list_commands(ctx))
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), entry.help) for name, entry in section.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = PROGRAM,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and leave by `sys.exit`; not `standalone_mode`: run and let errors through, as click does."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        session: Session = extra.setdefault("obj", Session())
        _show_what_can_be_shown()
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except Exception as error:
            status = _status_of(error, verbose=session.verbose > 0)
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader of stdout that has seen enough is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # caught here, since click would end with 1
            return _leave_quietly()


def _show_what_can_be_shown() -> None:
    """A terminal whose encoding lacks a letter gets "?" for it, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _leave_quietly() -> int:
    """The status 0; what is still buffered goes nowhere, else Python complains when it flushes at exit."""
    with suppress(OSError):  # a stdout without a file descriptor has no reader to lose
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _status_of(error: Exception, *, verbose: bool) -> int:
    """Say in one line what went wrong; the exit status."""
    if isinstance(error, click.Abort):
        return _say("interrupted", 130)
    if isinstance(error, BrokenPipeError):
        return _leave_quietly()
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()  # the whole help, as it stands
        return error.exit_code
    if verbose and not isinstance(error, _PLAIN):
        traceback.print_exception(error)
    if isinstance(error, click.ClickException):
        return _say(_usage(error), error.exit_code if error.exit_code != 1 else 2)
    if isinstance(error, BackfileError):
        return _say(str(error), 2)
    hint = "" if verbose else " (run with -v for the traceback)"
    return _say(f"{type(error).__name__}: {error}{hint}", 2)


_PLAIN = (click.ClickException, UsageError, NotADatabase, NewerDatabase)
"""Mistakes of whoever typed: a traceback tells nothing that the message does not."""


def _usage(error: click.ClickException) -> str:
    """click's message, and where to read more."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return error.format_message().rstrip(".") + (f" (see {context.command_path} --help)" if context else "")


def _say(message: str, status: int) -> int:
    click.echo(f"{PROGRAM}: {' '.join(message.split())}", err=True)
    return status


@click.group(
    cls=Program,
    epilog="""\b
EXAMPLES
  backfile crawl https://blog.example.org/
  backfile show blog-example-org
  backfile export --format csv -o posts.csv
""",
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@verbose_option
def cli() -> None:
    """Recover the whole history of a blog: every post it ever published, with address, title and date.

    The database is --db PATH of each command, else the variable BACKFILE_DB, else data/backfile.db beside the nearest
    scrapy.cfg above, else ./backfile.db.
    """


def main() -> None:
    """The console script."""
    os.environ.setdefault("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    cli.main(prog_name=PROGRAM)
